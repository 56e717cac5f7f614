"""Looks for positions that teach the games of the library, and writes them as lessons.

``python tools/lessons.py [NAME ...]`` plays random matches and keeps what the rules have different
sentences for: moves that are refused, things that happen, ways in which a match ends. Lessons that
are there are left alone unless they are named: some were put together by hand.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

from spielwerk.catalogue import entries, find_entry
from spielwerk.core import (
    CHANCE,
    Game,
    Label,
    Move,
    Over,
    Role,
    State,
    deciding_roles,
    random_event,
)
from spielwerk.learning import LessonStep, lesson_named

FOLDER = Path(__file__).parents[1] / "src" / "spielwerk" / "library" / "lessons"
MATCHES = 5
LONGEST = 400
ENOUGH = 90
"""After so many moves of a match nothing new is asked."""
GENERIC = re.compile(
    r"^(Nothing asks|.* must first|.* sees nothing|The match|There is no legal|Only somebody"
    r"|\w+ may not [^.]*\.$|.* is not possible in the phase)"
)
"""Sentences that say nothing about the rules of a game."""
TRIES = 6
"""Moves that are asked about in each position."""
QUESTIONS, ALLOWED, STORIES, ENDS = 4, 2, 4, 2

Way = tuple[Mapping[Role, Move], ...]


def matches(game: Game, seed: int) -> Iterator[tuple[Way, State]]:
    """Positions of random matches with the moves that led there; the last of each is over."""
    for number in range(MATCHES):
        rng, state, way = Random(number), game.initial(seed), ()
        while True:
            yield way, state
            if isinstance(state.turn, Over) or len(way) > LONGEST:
                break
            event = random_event(state, rng)
            way, state = (*way, event.moves), state.after(event.moves, event.late)


def pattern(text: str, roles: tuple[Role, ...]) -> str:
    """A sentence without what differs from case to case."""
    differs = r"\b([a-z]\d+|\d+|[b-h]|[A-Z][A-Z_]+|[A-Z][a-z]+( [A-Z][a-z]+)*)\b|"
    return re.sub(differs + "|".join(roles), "*", text)


def lesson(game: Game, seed: int = 1) -> list[LessonStep]:
    pool: dict[Role, dict[Move, Label]] = {role: {} for role in game.roles}
    refused: dict[str, LessonStep] = {}
    stories: dict[str, LessonStep] = {}
    ends: dict[str, LessonStep] = {}
    allowed: list[LessonStep] = []
    rng = Random(1)
    before: State | None = None
    for way, state in matches(game, seed):
        if way and before is not None:
            told = game.account(before, way[-1], (), state).of(None)
            for said in (one.sentence() for one in told if one.kind not in ("move", "late")):
                key = pattern(said, game.roles)
                if said:
                    keep(stories, key, LessonStep("story", way))
        before = state
        if isinstance(state.turn, Over):
            why = state.why_over()
            said = pattern(why.claim, game.roles) if why else ""
            keep(ends, "points" if "points" in said else said, LessonStep("end", way))
            continue
        for role in deciding_roles(state):
            if role == CHANCE:
                continue
            legal = state.legal(role)
            asked = sorted(pool[role].keys() - set(legal)) if len(way) < ENOUGH else []
            for move in rng.sample(asked, min(TRIES, len(asked))):
                why = state.why_not(role, move)
                if not why.holds and why.clarity == 2 and not GENERIC.match(why.claim):
                    key = re.sub(r"may not [^.]*", "", pattern(why.claim, game.roles))
                    keep(refused, key, LessonStep("question", way, role, move, pool[role][move]))
            if 1 < len(way) < ENOUGH and legal and rng.random() < 0.2:
                allowed.append(LessonStep("question", way, role, rng.choice(legal)))
            new = (move for move in legal if move not in pool[role])
            pool[role].update({move: state.card(role, move).label for move in new})
    shown = [LessonStep("look", ())]
    some = sorted(allowed, key=lambda one: len(one.moves))
    yes = [some[len(some) * n // (ALLOWED + 1)] for n in range(1, ALLOWED + 1)] if some else []
    no = list(refused.values())[:QUESTIONS]
    told = list({repr(one.moves): one for one in stories.values()}.values())
    shown += sorted(told, key=lambda one: len(one.moves))[: STORIES if len(no) < 3 else 2]
    for place, step in enumerate(no):
        shown += [step, *yes[place : place + 1]] if place < 2 else [step]
    if not no:
        shown += yes[:1]
    return shown + list(ends.values())[:ENDS]


def keep(found: dict[str, LessonStep], key: str, step: LessonStep) -> None:
    """The shortest way to something is the one to show."""
    if key not in found or len(step.moves) < len(found[key].moves):
        found[key] = step


def written(steps: list[LessonStep], seed: int) -> str:
    lines = ",\n".join(f"  {json.dumps(one.to_json(), ensure_ascii=False)}" for one in steps)
    return f'{{\n "seed": {seed},\n "steps": [\n{lines}\n ]\n}}\n'


def main() -> None:
    names = sys.argv[1:] or [one.name for one in entries() if lesson_named(one.name) is None]
    for name in names:
        entry = find_entry(name)
        assert entry is not None, name
        game = entry.open()
        steps = lesson(game)
        FOLDER.joinpath(f"{name}.json").write_text(written(steps, 1), encoding="utf-8")
        print(name, len(steps), "steps")


if __name__ == "__main__":
    main()
