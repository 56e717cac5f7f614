"""Small games of our own, each awkward in one way, and matches of them as two engines tell them.

``GAMES`` must load and run, ``REFUSED`` must not. The trace beside each game was written by the
direct engine and by SWI-Prolog, which had to agree to the letter. Write them anew, after a change
that was meant, with ``python -m tests.languages.gdl.awkward_games``, and read the diff.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from spielwerk.languages.gdl.direct import DirectEngine
from spielwerk.languages.gdl.engine import Engine
from spielwerk.languages.gdl.load import load_program
from spielwerk.languages.gdl.program.plain import normalise
from spielwerk.languages.gdl.program.rules import Term, term_text
from spielwerk.languages.gdl.tools.swipl import SwiPrologEngine, is_installed

HERE = Path(__file__).parent / "awkward"
GAMES = sorted((HERE / "games").glob("*.gdl"))
REFUSED = sorted((HERE / "refused").glob("*.gdl"))
ALL = (*GAMES, *REFUSED)
STATES = 60

needs_swipl = pytest.mark.skipif(
    not is_installed(), reason="SWI-Prolog is not installed (Debian package swi-prolog-nox)"
)


def trace_of(game: Path) -> Path:
    """Where the trace of a game is kept."""
    return HERE / "traces" / f"{game.stem}.txt"


def traced(engine: Engine[Any], states: int = STATES, seed: int = 0) -> str:
    """Random matches as :mod:`spielwerk.languages.gdl.tools.verify` reads them."""
    return "\n".join([f"!R!{','.join(engine.roles)}", *_lines(engine, states, seed), "!F!", ""])


def _lines(engine: Engine[Any], states: int, seed: int) -> Iterator[str]:
    rng = Random(seed)
    position = engine.initial()
    for _ in range(states):
        over = engine.terminal(position)
        yield f"!T!{str(over).lower()}"
        if over:
            goals = engine.goals(position)
            yield f"!G!{','.join('/'.join(map(str, goals[role])) for role in engine.roles)}"
            position = engine.initial()
            continue
        legal = [sorted(engine.legal(position, role), key=term_text) for role in engine.roles]
        yield from (f"!L!{_listed(moves)}" for moves in legal)
        joint = tuple(rng.choice(moves) for moves in legal)
        yield f"!C!{_listed(joint)}"
        position = engine.next(position, joint)


def _listed(moves: tuple[Term, ...] | list[Term]) -> str:
    return ",".join(map(term_text, moves))


def write_traces() -> None:
    """Write the traces of all games that both engines tell alike.

    :raises AssertionError: they do not; it names the game
    """
    for game in GAMES:
        program = load_program(game)
        ours = traced(DirectEngine(normalise(program)))
        with SwiPrologEngine(program) as prolog:
            assert traced(prolog) == ours, game.stem
        trace_of(game).write_text(ours, encoding="utf-8")


if __name__ == "__main__":
    write_traces()
