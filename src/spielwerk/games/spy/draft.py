"""Before the match: both players choose eight items from offers, then hand out their gadgets.

A :class:`Draft` is an immutable value. Offers are drawn from the seed when they are made: three
characters and three gadgets that nobody has and that the other player is not being offered.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import NamedTuple

from spielwerk.games.spy.names import Gadget
from spielwerk.games.spy.position import NOBODY, MatchSetting
from spielwerk.games.spy.setup import DRAFTED, Team

ITEMS = 8
"""How many items a player chooses."""
_MOST_CHARACTERS, _MOST_GADGETS = 4, 6
_OFFERED = 3


class DraftOffer(NamedTuple):
    """What a player may choose from."""

    characters: tuple[int, ...] = ()
    gadgets: tuple[Gadget, ...] = ()


NOTHING = DraftOffer()


@dataclass(frozen=True)
class Hand:
    """What one player has chosen so far, is being offered, and has handed out."""

    characters: tuple[int, ...] = ()
    gadgets: tuple[Gadget, ...] = ()
    offer: DraftOffer = NOTHING
    bearers: tuple[int, ...] = ()
    """Who carries the first, second, ... of the chosen gadgets."""
    strikes: int = 0

    @property
    def chosen(self) -> int:
        return len(self.characters) + len(self.gadgets)

    @property
    def choosing(self) -> bool:
        return self.chosen < ITEMS

    @property
    def equipping(self) -> bool:
        return not self.choosing and len(self.bearers) < len(self.gadgets)

    @property
    def done(self) -> bool:
        return not self.choosing and not self.equipping

    @property
    def next_gadget(self) -> Gadget:
        """The gadget to be handed out next."""
        return self.gadgets[len(self.bearers)]

    def team(self) -> Team:
        """Who carries what."""
        given = list(zip(self.gadgets, self.bearers, strict=True))
        return {who: [g for g, bearer in given if bearer == who] for who in self.characters}


@dataclass(frozen=True)
class DraftHands:
    """Both hands, and where the next offers come from."""

    setting: MatchSetting
    seed: str
    hands: tuple[Hand, Hand]
    loser: int = NOBODY
    """Who was thrown out."""

    @cached_property
    def done(self) -> bool:
        """Whether the match can begin."""
        return all(hand.done for hand in self.hands)

    def take(self, player: int, item: int | Gadget) -> DraftHands:
        """A player chooses a character (its number) or a gadget of its offer."""
        hand = self.hands[player]
        if isinstance(item, Gadget):
            hand = replace(hand, gadgets=(*hand.gadgets, item), offer=NOTHING)
        else:
            hand = replace(hand, characters=(*hand.characters, item), offer=NOTHING)
        after = self.with_hand(player, hand)
        return after.with_hand(player, replace(hand, offer=after.draw_offer(player)))

    def give(self, player: int, who: int) -> DraftHands:
        """A player hands its next gadget to a character."""
        hand = self.hands[player]
        return self.with_hand(player, replace(hand, bearers=(*hand.bearers, who)))

    def late(self, player: int) -> DraftHands:
        """A player did not answer: chance answers, and there is a strike; or that was it."""
        setting, hand = self.setting, self.hands[player]
        strikes = hand.strikes + 1
        if setting.options.late_choice_kicks or strikes >= setting.config.strike_maximum:
            return replace(self, loser=player)
        rng = Random(f"{self.seed}/late/{player}/{hand.chosen}/{strikes}")
        draft = self.with_hand(player, replace(hand, strikes=strikes))
        if hand.choosing:
            items: list[int | Gadget] = [*hand.offer.characters, *hand.offer.gadgets]
            return draft.take(player, rng.choice(items))
        while draft.hands[player].equipping:
            draft = draft.give(player, rng.choice(hand.characters))
        return draft

    def draw_offer(self, player: int) -> DraftOffer:
        """A new offer for a player who is being offered nothing."""
        hand, other = self.hands[player], self.hands[1 - player]
        if not hand.choosing:
            return NOTHING
        rng = Random(f"{self.seed}/offer/{player}/{hand.chosen}")
        gone = {*hand.characters, *other.characters, *other.offer.characters}
        lost = {*hand.gadgets, *other.gadgets, *other.offer.gadgets}
        characters = [who for who in range(len(self.setting.characters)) if who not in gone]
        gadgets = [gadget for gadget in DRAFTED if gadget not in lost]
        if len(hand.characters) == _MOST_CHARACTERS:
            characters = []
        if len(hand.gadgets) == _MOST_GADGETS:
            gadgets = []
        return DraftOffer(
            tuple(sorted(rng.sample(characters, min(_OFFERED, len(characters))))),
            tuple(rng.sample(gadgets, min(_OFFERED, len(gadgets)))),
        )

    def with_hand(self, player: int, hand: Hand) -> DraftHands:
        """The draft in which a player has another hand."""
        one, two = self.hands
        return replace(self, hands=(one, hand) if player else (hand, two))


def open_draft(setting: MatchSetting, seed: str) -> DraftHands:
    """The draft with the first offer for each player."""
    draft = DraftHands(setting, seed, (Hand(), Hand()))
    for player in (0, 1):
        hand = replace(draft.hands[player], offer=draft.draw_offer(player))
        draft = draft.with_hand(player, hand)
    return draft
