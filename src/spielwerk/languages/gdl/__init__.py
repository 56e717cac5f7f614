"""GDL, the game description language: rules as text, checked, run and explained.

A text comes in through :mod:`.load` and leaves as a :class:`.game.GdlGame`. The folders stand in
the order in which it travels:

=====================  ============================================================================
:mod:`.text`           the notations: text to program and back
:mod:`.program`        what a text means: rules as values, and the plain form that engines run
:mod:`.checks`         what is wrong without playing
:mod:`.load`           these three in a row: the one door through which rules come in
:mod:`.engine`         what an engine does
:mod:`.asking`         the engine that asks rules as Prolog does, for the seed dialect
:mod:`.direct`         the engine that runs any rules as they are
:mod:`.circuit`        rules as a boolean circuit
:mod:`.kernels`        a circuit as native code
:mod:`.compiled`       the engine that runs that code
:mod:`.choose`         which engine runs a game
:mod:`.information`    what a role knows
:mod:`.explain`        why something holds, or not
:mod:`.presentation`   boards, short moves
:mod:`.game`           all of it as a game of the contract
:mod:`.in_turn`        the same for the seed dialect, in which one role moves at a time
:mod:`.tools`          probing, counting, measuring, test matches, Prolog
=====================  ============================================================================

Importing it loads neither numpy nor LLVM: games that never run as a circuit do without.
"""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.languages.gdl.game import GdlGame, GdlState
    from spielwerk.languages.gdl.language import GDL, gdl_game, gdl_program, gdl_text, open_model
    from spielwerk.languages.gdl.load import (
        diagnose,
        diagnose_text,
        load_program,
        parse_program,
        read_any,
    )
    from spielwerk.languages.gdl.program import (
        Program,
        Term,
        completions,
        keywords,
        normalise,
        term_text,
    )
    from spielwerk.languages.gdl.text import (
        Form,
        Node,
        PlacedText,
        Spelling,
        Symbol,
        parse_term,
        read_forms,
        write,
        write_infix,
    )
    from spielwerk.languages.gdl.tools import (
        EngineFigures,
        Expected,
        ExpectedResult,
        Script,
        ScriptCommand,
        ScriptMove,
        Step,
        bench,
        divide,
        parse_script,
        perft,
        run_script,
        stats,
        translate,
        verify,
    )
else:
    lazily(__name__)

__all__ = [
    "GDL",
    "EngineFigures",
    "Expected",
    "ExpectedResult",
    "Form",
    "GdlGame",
    "GdlState",
    "Node",
    "PlacedText",
    "Program",
    "Script",
    "ScriptCommand",
    "ScriptMove",
    "Spelling",
    "Step",
    "Symbol",
    "Term",
    "bench",
    "completions",
    "diagnose",
    "diagnose_text",
    "divide",
    "gdl_game",
    "gdl_program",
    "gdl_text",
    "keywords",
    "load_program",
    "normalise",
    "open_model",
    "parse_program",
    "parse_script",
    "parse_term",
    "perft",
    "read_any",
    "read_forms",
    "run_script",
    "stats",
    "term_text",
    "translate",
    "verify",
    "write",
    "write_infix",
]
