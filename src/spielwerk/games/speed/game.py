"""spe_ed as a Game of the contract: 2 to 6 roles that all choose at once, with a deadline.

Every action is always legal; some are fatal. A role that is late dies, as the rules say. Sizes,
start places and deadlines come from the seed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from spielwerk.core import (
    Explanation,
    Game,
    Joint,
    Limit,
    Move,
    MoveSyntaxError,
    NotOver,
    Outcome,
    Over,
    Role,
    Scene,
    SpielwerkError,
    State,
    StepAccount,
    Turn,
    View,
    phrase,
)
from spielwerk.games.speed.rules import COLLISION, Action, SpeedBoard, play_round, start
from spielwerk.games.speed.telling import round_account

MOVES: tuple[Move, ...] = tuple(Move(action.value) for action in Action)

SIZES = (41, 80)
PLAYERS = (2, 6)
DEADLINES = (5, 15)


class Speed(Game):
    """The game with its options settled. A size that is not given is drawn from the seed.

    Without ``deadlines`` the rules name no limits, and time is up to whoever runs the race.
    """

    name = "speed"
    title = "spe_ed"
    about = "A race of lines: everybody steers at once, and whoever touches a trail is out."

    def __init__(
        self,
        players: int = 2,
        width: int | None = None,
        height: int | None = None,
        deadlines: tuple[int, int] | None = DEADLINES,
    ) -> None:
        if not PLAYERS[0] <= players <= PLAYERS[1]:
            raise SpielwerkError(f"spe_ed is for 2 to 6 players, not {players}.")
        if any(size is not None and not 8 <= size <= 1000 for size in (width, height)):
            raise SpielwerkError("A board of spe_ed is 8 to 1000 cells wide and high.")
        if deadlines is not None and not 0 < deadlines[0] <= deadlines[1]:
            raise SpielwerkError("Deadlines are a range of positive seconds, the shorter first.")
        if players != PLAYERS[0]:
            self.name = f"{Speed.name}:{players}"
        self.roles = tuple(Role(str(number)) for number in range(1, players + 1))
        self.size = (width, height)
        self.deadlines = deadlines
        self.options = {
            "players": players,
            "width": width,
            "height": height,
            "deadlines": deadlines and list(deadlines),
        }

    def initial(self, seed: int = 0) -> SpeedState:
        """A board dealt from the seed."""
        rng = Random(seed)
        width, height = (rng.randint(*SIZES) if size is None else size for size in self.size)
        return SpeedState(self, start(width, height, len(self.roles), rng), seed)

    def parse_move(self, text: str) -> Move:
        """The action of that name; spaces, hyphens and capitals are forgiven."""
        name = text.strip().lower().replace(" ", "_").replace("-", "_")
        if name not in MOVES:
            raise MoveSyntaxError(f"'{text}' is no action; there are {', '.join(MOVES)}.")
        return Move(name)

    def account(
        self,
        before: State,
        moves: Mapping[Role, Move],
        late: Collection[Role] = (),
        after: State | None = None,
    ) -> StepAccount:
        """Who steered, and who went out."""
        reached = before.played(moves, late) if after is None else after
        assert isinstance(before, SpeedState)
        assert isinstance(reached, SpeedState)
        return round_account(before.board, reached.board, moves, late)

    def draw(self, view: View) -> str:
        """The board as text: digits are trails, `#` a collision, arrows the living."""
        heads = {
            (p["x"], p["y"]): "^>v<"[["up", "right", "down", "left"].index(p["direction"])]
            for p in view["players"].values()
            if p["active"]
        }
        return "\n".join(
            "".join(heads.get((x, y), _glyph(cell)) for x, cell in enumerate(row))
            for y, row in enumerate(view["cells"])
        )


@dataclass(frozen=True, eq=False)
class SpeedState(State):
    """A board, and the seed its deadlines come from."""

    game: Speed
    board: SpeedBoard
    seed: int

    @cached_property
    def turn(self) -> Turn:
        """All living players at once."""
        if not self.board.running:
            return Over()
        return Joint(tuple(Role(str(number)) for number in self.board.active))

    def legal(self, role: Role) -> Sequence[Move]:
        """All five actions, for whoever is still racing."""
        match self.turn:
            case Joint(roles) if role in roles:
                return MOVES
        return ()

    def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> SpeedState:
        self.check(moves, late)
        return self.played(moves, late)

    def played(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> SpeedState:
        """The state after the round. A role both in ``moves`` and ``late`` answered twice."""
        actions = {int(role): Action(move) for role, move in moves.items()}
        offenders = {int(role) for role in late}
        return SpeedState(self.game, play_round(self.board, actions, offenders), self.seed)

    def outcome(self) -> Outcome:
        """100 for the last one alive. If the last ones die together nobody wins."""
        if self.board.running:
            raise NotOver("More than one player is still racing.")
        return {role: 100 * self.board.racers[int(role)].active for role in self.game.roles}

    def view(self, role: Role | None) -> View:
        """The same for everybody: the message of the official server, and the round."""
        shown = {**picture(self.board), "round": self.board.round}
        return shown if role is None else {**shown, "you": int(role)}

    def scene(self, role: Role | None) -> Scene:
        """The page paints the board from the view."""
        return Scene("race")

    def limit(self, role: Role) -> Limit | None:
        """The deadline of this round, the same for all who still race."""
        if self.game.deadlines is None or not self.legal(role):
            return None
        rng = Random(f"{self.seed}/{self.board.round}")
        return Limit("deadline", float(rng.randint(*self.game.deadlines)))

    def why_not(self, role: Role, move: Move) -> Explanation:
        """Only the dead may not act, and only the five actions exist."""
        if move not in MOVES:
            claim = phrase(
                f"There is no action '{move}'.", de=f"Eine Aktion '{move}' gibt es nicht."
            )
            return Explanation(claim, holds=False)
        if isinstance(self.turn, Over):
            claim = phrase("The race is over.", de="Das Rennen ist vorbei.")
            return Explanation(claim, holds=False)
        if not self.legal(role):
            claim = phrase(
                f"Player {role} is out of the race.", de=f"Spieler {role} ist nicht mehr im Rennen."
            )
            return Explanation(claim, holds=False)
        claim = phrase(f"Player {role} may {move}.", de="Das ist erlaubt.")
        return Explanation(claim, holds=True)

    def why_over(self) -> Explanation | None:
        """Who is left, or that nobody is."""
        if self.board.running:
            return None
        rounds = self.board.round - 1
        if not self.board.active:
            claim = phrase(
                f"The last ones went out together in round {rounds}: nobody wins.",
                de=f"Die Letzten schieden in Runde {rounds} gemeinsam aus: Niemand gewinnt.",
            )
            return Explanation(claim, holds=True)
        (left,) = self.board.active
        claim = phrase(
            f"From round {rounds} on player {left} was the only one still racing.",
            de=f"Seit Runde {rounds} fährt nur noch Spieler {left}.",
        )
        return Explanation(claim, holds=True)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, SpeedState)
            and (self.board, self.seed) == (other.board, other.seed)
            and self.game.options == other.game.options
        )

    def __hash__(self) -> int:
        return hash((self.board.cells, self.board.round, self.seed))


def picture(board: SpeedBoard) -> dict[str, object]:
    """A board in the words of the wire protocol."""
    rows = (board.cells[y * board.width : (y + 1) * board.width] for y in range(board.height))
    return {
        "width": board.width,
        "height": board.height,
        "cells": [[-1 if cell == COLLISION else cell for cell in row] for row in rows],
        "players": {
            str(number): {
                "x": racer.x,
                "y": racer.y,
                "direction": racer.direction.name.lower(),
                "speed": racer.speed,
                "active": racer.active,
            }
            for number, racer in board.racers.items()
        },
        "running": board.running,
    }


def _glyph(cell: int) -> str:
    return {-1: "#", 0: "·"}.get(cell, str(cell))
