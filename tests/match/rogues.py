"""Players as a host must fear them, in a module of their own so that processes find them."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass

from spielwerk.core import (
    NEVER,
    Candidate,
    Choice,
    Deadline,
    Game,
    Knowledge,
    Mind,
    Move,
    Player,
    Role,
)


@dataclass(frozen=True)
class Rogue(Player):
    """Plays the first legal move for ``good`` moves, then does what its kind does."""

    kind: str
    good: int = 1
    name = "rogue"

    def sit(self, game: Game, role: Role, *, seed: int = 0, deadline: Deadline = NEVER) -> Mind:
        if self.kind == "cannot sit":
            raise RuntimeError("no chair")
        if self.kind == "sits for ever":
            time.sleep(60)
        return RogueMind(self.kind, self.good)


class RogueMind(Mind):
    def __init__(self, kind: str, good: int) -> None:
        self.kind = kind
        self.good = good

    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        if self.good > 0:
            self.good -= 1
            return Choice(knowledge.legal[0])
        return getattr(self, self.kind.replace(" ", "_"))()

    def raises(self) -> Choice:
        raise ValueError("I have no idea")

    def hangs(self) -> Choice:
        time.sleep(60)
        return Choice(Move("1"))

    def spins(self) -> Choice:
        while True:
            pass

    def leaves(self) -> Choice:
        sys.exit(3)

    def dies(self) -> Choice:
        os._exit(9)

    def cheats(self) -> Choice:
        return Choice(Move("1"))

    def babbles(self) -> Choice:
        return Choice(Move("bla " * 10_000_000))

    def floods(self) -> Choice:
        return Choice(Move("2"), candidates=(Candidate(Move("x" * 20_000_000)),))

    def prints(self) -> Choice:
        for _ in range(20_000):
            print("spam " * 20)
        return Choice(Move("2"))

    def answers_something_else(self) -> Choice:
        return 42  # type: ignore[return-value]

    def recurses(self) -> Choice:
        return self.recurses()
