"""The draft as a state of the contract: both players choose and equip at their own pace."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from spielwerk.core import (
    Explanation,
    Json,
    Limit,
    Move,
    NotOver,
    Open,
    Outcome,
    Over,
    Role,
    Scene,
    State,
    Turn,
    View,
    phrase,
)
from spielwerk.games.spy.draft import DraftHands
from spielwerk.games.spy.entry import ROLES
from spielwerk.games.spy.guess import guess_draft
from spielwerk.games.spy.moves import hand_moves
from spielwerk.games.spy.names import Faction, Gadget, VictoryReason
from spielwerk.games.spy.play import begin, may
from spielwerk.games.spy.position import NOBODY
from spielwerk.games.spy.setup import deal

if TYPE_CHECKING:
    from spielwerk.games.spy.game import Spy


class DraftState(State):
    """Both players choose and equip, at their own pace."""

    __slots__ = ("_moves", "draft", "game")

    def __init__(self, game: Spy, draft: DraftHands) -> None:
        self.game = game
        self.draft = draft
        self._moves = tuple(hand_moves(game.setting, hand) for hand in draft.hands)

    @property
    def turn(self) -> Turn:
        """Whoever is not done yet."""
        if self.draft.loser != NOBODY:
            return Over()
        return Open(tuple(role for role, moves in zip(ROLES, self._moves, strict=True) if moves))

    def legal(self, role: Role) -> Sequence[Move]:
        """The items of the offer, or the characters that may get the next gadget."""
        if role not in ROLES or self.draft.loser != NOBODY:
            return ()
        return tuple(self._moves[ROLES.index(role)])

    def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> State:
        """The draft goes on, or the match begins."""
        self.check(moves, late)
        draft = self.draft
        for role in late:
            draft = draft.late(ROLES.index(role))
        for role, move in moves.items():
            player = ROLES.index(role)
            meant = self._moves[player][move]
            if isinstance(meant, Gadget) or draft.hands[player].choosing:
                draft = draft.take(player, meant)
            else:
                draft = draft.give(player, meant)
        if draft.loser == NOBODY and draft.done:
            one, two = (hand.team() for hand in draft.hands)
            return begin(self.game, deal(draft.setting, (one, two), Random(f"{draft.seed}/deal")))
        return DraftState(self.game, draft)

    def outcome(self) -> Outcome:
        """Who was thrown out during the draft loses."""
        if self.draft.loser == NOBODY:
            raise NotOver("The match has not even begun.")
        return {role: 100 * (n != self.draft.loser) for n, role in enumerate(ROLES)}

    def view(self, role: Role | None) -> View:
        """A player sees its own offer and items; how far both are is no secret."""
        draft = self.draft
        seen: dict[str, Json] = {
            "phase": "draft" if draft.loser == NOBODY else "over",
            "chosen": [hand.chosen for hand in draft.hands],
            "strikes": [hand.strikes for hand in draft.hands],
        }
        if draft.loser != NOBODY:
            seen |= {
                "winner": tuple(Faction)[1 - draft.loser].value,
                "reason": VictoryReason.VICTORY_BY_KICK.value,
            }
        if role is not None:
            hand = draft.hands[ROLES.index(role)]
            people = draft.setting.characters
            names = [each.name for each in people]
            given = zip(hand.gadgets, hand.bearers, strict=False)
            seen |= {
                "you": role,
                "phase": "equip" if hand.equipping else seen["phase"],
                "offer": {
                    "characters": [names[who] for who in hand.offer.characters],
                    "gadgets": [gadget.value for gadget in hand.offer.gadgets],
                },
                "characters": [names[who] for who in hand.characters],
                "gadgets": [gadget.value for gadget in hand.gadgets],
                "equipment": {gadget.value: names[who] for gadget, who in given},
                "people": {
                    names[who]: {
                        "properties": [each.value for each in people[who].features],
                        "about": people[who].description,
                    }
                    for who in (*hand.offer.characters, *hand.characters)
                },
            }
        return seen

    def scene(self, role: Role | None) -> Scene:
        """The page draws the casino from the view."""
        return Scene("casino")

    def why_not(self, role: Role, move: Move) -> Explanation:
        """Only what was offered can be taken, and gadgets are handed out one by one."""
        if move in self.legal(role):
            return Explanation(may(role, move), holds=True)
        return Explanation(self._refusal(role, move), holds=False)

    def _refusal(self, role: Role, move: Move) -> str:
        if role not in ROLES:
            return phrase(
                f"{role} does not take part in the draft.", de=f"{role} wählt hier nicht mit."
            )
        hand = self.draft.hands[ROLES.index(role)]
        if self.draft.loser != NOBODY:
            return phrase("The match is over.", de="Die Partie ist zu Ende.")
        if hand.choosing:
            if move.startswith("take "):
                what = move.split(" ", 2)[2]
                return phrase(
                    f"{what} is not offered now.", de=f"{what} steht gerade nicht zur Wahl."
                )
            return phrase(
                "First eight characters and gadgets have to be chosen.",
                de="Zuerst sind acht Personen und Gadgets zu wählen.",
            )
        if hand.done:
            return phrase(
                f"{role} is ready and waits for the match to begin.",
                de=f"{role} ist bereit und wartet auf den Beginn.",
            )
        if not move.startswith("give "):
            return phrase(
                "All eight items are chosen; now the gadgets are handed out.",
                de="Alle acht sind gewählt; jetzt werden die Gadgets verteilt.",
            )
        if not move.startswith(f"give {hand.next_gadget} "):
            return phrase(
                f"The next gadget to be handed out is the {hand.next_gadget}.",
                de="Gerade wird ein anderes Gadget verteilt.",
            )
        who = move.partition(" to ")[2]
        return phrase(
            f"{who} is not among the characters of {role}.",
            de=f"{who} gehört nicht zu den Leuten von {role}.",
        )

    def limit(self, role: Role) -> Limit | None:
        """The house's limit for a choice; the standard names none."""
        seconds = self.draft.setting.options.choice_limit
        return Limit("choice", float(seconds)) if seconds and self.legal(role) else None

    def determinize(self, role: Role, rng: Random) -> State:
        """The other hand and all offers to come drawn anew."""
        return DraftState(self.game, guess_draft(self.draft, ROLES.index(role), rng))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DraftState) and self.draft == other.draft

    def __hash__(self) -> int:
        return hash((self.draft.seed, self.draft.hands))
