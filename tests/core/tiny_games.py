"""Four tiny games written by hand, one for each kind of turn: they prove the contract.

* :class:`Nim` - one role at a time, everything open.
* :class:`Pennies` - two roles choose at once.
* :class:`Draft` - whoever answers first is served first.
* :class:`HighCard` - chance deals, cards are hidden, and the rules name a time limit.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from spielwerk.core import (
    CHANCE,
    Chance,
    Explanation,
    Game,
    Joint,
    Limit,
    Move,
    MoveSyntaxError,
    NotOver,
    Open,
    Outcome,
    Over,
    Role,
    State,
    Turn,
    View,
)

ANN, BOB, CAT = Role("ann"), Role("bob"), Role("cat")


class TinyState(State):
    """What the four games share: explanations without any reasons, and refusals."""

    def why_not(self, role: Role, move: Move) -> Explanation:
        holds = move in self.legal(role)
        return Explanation(f"{role} may {'' if holds else 'not '}play {move} now.", holds)

    def ended(self) -> None:
        if not isinstance(self.turn, Over):
            raise NotOver("The match is still going on.")


class TinyGame(Game):
    """A game whose moves are lower-case words and numbers."""

    pattern = r"[a-z]+"

    def parse_move(self, text: str) -> Move:
        tidy = " ".join(text.lower().split())
        if not re.fullmatch(self.pattern, tidy):
            raise MoveSyntaxError(f"'{text}' is not a move of {self.name}.")
        return Move(tidy)


@dataclass(frozen=True)
class NimState(TinyState):
    heap: int
    mover: Role = ANN

    @property
    def turn(self) -> Turn:
        return Joint((self.mover,)) if self.heap else Over()

    def legal(self, role: Role) -> Sequence[Move]:
        if not self.heap or role != self.mover:
            return ()
        return [Move(f"take {n}") for n in range(1, min(3, self.heap) + 1)]

    def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> NimState:
        self.check(moves, late)
        taken = int(moves[self.mover].split()[1])
        return NimState(self.heap - taken, BOB if self.mover == ANN else ANN)

    def outcome(self) -> Outcome:
        self.ended()
        return {ANN: 0 if self.mover == ANN else 100, BOB: 0 if self.mover == BOB else 100}

    def view(self, role: Role | None) -> View:
        return {"heap": self.heap, "mover": self.mover}


class Nim(TinyGame):
    """Take one to three; whoever takes the last one wins."""

    name = "nim"
    title = "Nim"
    roles = (ANN, BOB)
    pattern = r"take \d+"

    def initial(self, seed: int = 0) -> NimState:
        return NimState(7)


@dataclass(frozen=True)
class PenniesState(TinyState):
    shown: tuple[str, ...] = ()

    @property
    def turn(self) -> Turn:
        return Over() if self.shown else Joint((ANN, BOB))

    def legal(self, role: Role) -> Sequence[Move]:
        return () if self.shown or role == CHANCE else (Move("heads"), Move("tails"))

    def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> PenniesState:
        self.check(moves, late)
        return PenniesState((moves[ANN], moves[BOB]))

    def outcome(self) -> Outcome:
        self.ended()
        same = self.shown[0] == self.shown[1]
        return {ANN: 100 if same else 0, BOB: 0 if same else 100}

    def view(self, role: Role | None) -> View:
        return {"shown": list(self.shown)}


class Pennies(TinyGame):
    """Both show a coin at once; ann wins where they match."""

    name = "matching-pennies"
    title = "Matching Pennies"
    roles = (ANN, BOB)

    def initial(self, seed: int = 0) -> PenniesState:
        return PenniesState()


@dataclass(frozen=True)
class DraftState(TinyState):
    taken: tuple[tuple[Role, str], ...] = ()

    @property
    def turn(self) -> Turn:
        served = {role for role, _ in self.taken}
        waiting = tuple(role for role in Draft.roles if role not in served)
        return Open(waiting) if waiting else Over()

    def legal(self, role: Role) -> Sequence[Move]:
        turn = self.turn
        if not isinstance(turn, Open) or role not in turn.roles:
            return ()
        gone = {item for _, item in self.taken}
        return [Move(item) for item in Draft.items if item not in gone]

    def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> DraftState:
        self.check(moves, late)
        return DraftState((*self.taken, *moves.items()))

    def outcome(self) -> Outcome:
        self.ended()
        return {role: Draft.items[item] for role, item in self.taken}

    def view(self, role: Role | None) -> View:
        return {"taken": dict(self.taken)}


class Draft(TinyGame):
    """Three people, three cakes of different worth: whoever asks first gets the one named."""

    name = "cake-draft"
    title = "Cake Draft"
    roles = (ANN, BOB, CAT)
    items: Mapping[str, int] = {"apple": 100, "cheese": 50, "dry": 0}

    def initial(self, seed: int = 0) -> DraftState:
        return DraftState()


@dataclass(frozen=True)
class HighCardState(TinyState):
    cards: tuple[str, ...] = ()
    bet: str = ""

    @property
    def turn(self) -> Turn:
        if len(self.cards) < 2:
            return Chance()
        return Over() if self.bet else Joint((ANN,))

    def legal(self, role: Role) -> Sequence[Move]:
        if role == CHANCE and len(self.cards) < 2:
            return [Move(f"deal {card}") for card in "jqk" if card not in self.cards]
        if role == ANN and len(self.cards) == 2 and not self.bet:
            return (Move("call"), Move("fold"))
        return ()

    def odds(self) -> Mapping[Move, int]:
        return {move: 1 + (move == "deal j") for move in self.legal(CHANCE)}

    def limit(self, role: Role) -> Limit | None:
        return Limit("thinking", 5.0) if role == ANN and self.legal(ANN) else None

    def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> HighCardState:
        self.check(moves, late)
        if CHANCE in moves:
            return replace(self, cards=(*self.cards, moves[CHANCE][-1]))
        return replace(self, bet="fold" if late else moves[ANN])

    def outcome(self) -> Outcome:
        self.ended()
        if self.bet == "fold":
            return {ANN: 40, BOB: 60}
        wins = "jqk".index(self.cards[0]) > "jqk".index(self.cards[1])
        return {ANN: 100 if wins else 0, BOB: 0 if wins else 100}

    def view(self, role: Role | None) -> View:
        seat = HighCard.roles.index(role) if role else None
        shown = [
            card if self.bet or place == seat else "?" for place, card in enumerate(self.cards)
        ]
        return {"cards": shown, "bet": self.bet}

    def determinize(self, role: Role, rng: Random) -> HighCardState:
        if self.bet:
            return self
        seat = HighCard.roles.index(role)
        mine = self.cards[seat : seat + 1]
        rest = [card for card in "jqk" if card not in mine]
        rng.shuffle(rest)
        cards = tuple(
            card if place == seat else rest.pop() for place, card in enumerate(self.cards)
        )
        return replace(self, cards=cards)


class HighCard(TinyGame):
    """Ann and Bob get a card each; Ann sees hers and calls or folds, within five seconds."""

    name = "high-card"
    title = "High Card"
    roles = (ANN, BOB)
    hidden = True
    pattern = r"deal [jqk]|call|fold"

    def initial(self, seed: int = 0) -> HighCardState:
        return HighCardState()


TINY_GAMES: tuple[Game, ...] = (Nim(), Pennies(), Draft(), HighCard())
