"""What is done with rules beside playing them.

Programs and games go in; diagnostics, counts, figures and other notations come out.

==================  ===============================================================================
:mod:`.probe`       looks for trouble in matches
:mod:`.perft`       counts the ways a match can go
:mod:`.verify`      compares with the trace of another reasoner
:mod:`.testmatch`   plays matches that were written down with what must hold on the way
:mod:`.stats`       how large a game is and how it runs
:mod:`.measure`     how fast an engine plays at random
:mod:`.bench`       all engines measured
:mod:`.prolog`      rules in Prolog
:mod:`.diagram`     relations as a picture
:mod:`.swipl`       rules run by SWI-Prolog: a second opinion, and a yardstick
==================  ===============================================================================
"""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.languages.gdl.tools.bench import EngineFigures, bench
    from spielwerk.languages.gdl.tools.diagram import relations_diagram
    from spielwerk.languages.gdl.tools.measure import Figures, measure_engine, measure_sliced
    from spielwerk.languages.gdl.tools.perft import divide, perft
    from spielwerk.languages.gdl.tools.probe import probe
    from spielwerk.languages.gdl.tools.prolog import translate
    from spielwerk.languages.gdl.tools.stats import stats
    from spielwerk.languages.gdl.tools.testmatch import (
        Expected,
        ExpectedResult,
        Script,
        ScriptCommand,
        ScriptMove,
        Step,
        parse_script,
        run_script,
    )
    from spielwerk.languages.gdl.tools.verify import verify
else:
    lazily(__name__)

__all__ = [
    "EngineFigures",
    "Expected",
    "ExpectedResult",
    "Figures",
    "Script",
    "ScriptCommand",
    "ScriptMove",
    "Step",
    "bench",
    "divide",
    "measure_engine",
    "measure_sliced",
    "parse_script",
    "perft",
    "probe",
    "relations_diagram",
    "run_script",
    "stats",
    "translate",
    "verify",
]
