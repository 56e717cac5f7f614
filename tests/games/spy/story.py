"""A whole random match as a story: every move, all that happened, and the casino every round.

``python -m tests.games.spy.story`` (from the root of the repository) writes the stories anew that
``test_spy_stories.py`` compares; read the difference before keeping it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from spielwerk.core import Json, Over, State
from spielwerk.core.playout import random_event
from spielwerk.games.spy import ROLES, PlayState, Spy
from spielwerk.games.spy.library import open_spy

__all__ = ["FOLDER", "STORIES", "story"]

FOLDER = Path(__file__).parents[2] / "golden" / "spy"
STORIES = {
    1: ("grand-casino", "quick", "agents"),
    2: ("mountain-lodge", "deadly", "agents"),
    3: ("riverboat", "quick", "academy"),
}
"""The sets that are played, by seed."""


def story(game: Spy, seed: int) -> str:
    """One random match from the first offer to the statistics."""
    return "\n".join(_lines(game, seed)) + "\n"


def _lines(game: Spy, seed: int) -> Iterator[str]:
    rng = Random(seed)
    state: State = game.initial(seed)
    shown_round = 0
    while not isinstance(state.turn, Over):
        event = random_event(state, rng)
        yield from (f"{role}: {move}" for role, move in event.moves.items())
        state = state.after(event.moves)
        if not isinstance(state, PlayState):
            continue
        view = state.view(None)
        yield from (f"    {_operation(each)}" for each in view["operations"])
        if view["round"] > shown_round:
            shown_round = view["round"]
            yield f"=== round {shown_round}"
            for role in (None, *ROLES):
                yield from _scene(game, state, role)
    view = state.view(None)
    yield f"=== {view['winner']} wins: {view['reason']}"
    for entry in view["statistics"]:
        yield f"{entry['title']}: {entry['valuePlayer1']} and {entry['valuePlayer2']}"


def _scene(game: Spy, state: State, role: str | None) -> Iterator[str]:
    """The casino as a spectator sees it, and what players know of it."""
    view = state.view(role)
    if role is None:
        yield game.draw(view)
        for name, seen in view["characters"].items():
            yield f"{name} at {seen['at']}: {', '.join([*seen['properties'], *seen['gadgets']])}"
        yield f"fields: {view['fields']}"
    else:
        known = [name for name, seen in view["characters"].items() if "faction" in seen]
        yield f"{role} knows the sides of {', '.join(known)}; combinations {view['combinations']}"


def _operation(told: dict[str, Json]) -> str:
    rest = [f"{key} {value}" for key, value in told.items() if key not in ("type", "successful")]
    return f"{told['type']} {'succeeds' if told['successful'] else 'fails'}: {', '.join(rest)}"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for number, sets in STORIES.items():
        file = FOLDER / f"story-{number}.txt"
        file.write_text(story(open_spy(*sets), number), encoding="utf-8")
