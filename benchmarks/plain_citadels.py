"""Citadels for four as a plain Python program: what rules cost that nobody had to write as data.

It plays the same random matches as the library's game (``docs/citadels.md``), decision by decision,
but knows no contract, views, legal moves as texts or explanations. Whoever decides does so
at random.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

__all__ = ["PlainCitadels"]

PLAYERS, DISTRICTS = 4, 8
ASSASSIN, THIEF, MAGICIAN, KING, BISHOP, MERCHANT, ARCHITECT, WARLORD = range(1, 9)
INCOME = {KING: "yellow", BISHOP: "blue", MERCHANT: "green", WARLORD: "red"}
_DECK = """
manor yellow 3 5, castle yellow 4 4, palace yellow 5 3, temple blue 1 3, church blue 2 3,
monastery blue 3 3, cathedral blue 5 2, tavern green 1 5, market green 2 4, trading-post green 2 3,
docks green 3 3, harbor green 4 3, town-hall green 5 2, watchtower red 1 3, prison red 2 3,
battlefield red 3 3, fortress red 5 2, keep purple 3 2, laboratory purple 5 1, smithy purple 5 1,
observatory purple 5 1, graveyard purple 5 1, dragon-gate purple 6 1, university purple 6 1,
library purple 6 1, great-wall purple 6 1, school-of-magic purple 6 1
"""


@dataclass(frozen=True, slots=True)
class Card:
    name: str
    colour: str
    cost: int


def _deck() -> list[Card]:
    found = []
    for line in _DECK.replace("\n", " ").split(","):
        name, colour, cost, count = line.split()
        found += [Card(name, colour, int(cost))] * int(count)
    return found


DECK = _deck()
Deed = tuple[Callable[..., bool], tuple[object, ...]]
"""What somebody can do: it says whether the turn goes on."""


@dataclass(slots=True)
class Citizen:
    gold: int = 2
    hand: list[Card] = field(default_factory=list)
    city: list[Card] = field(default_factory=list)
    character: int = 0
    bonus: int = 0

    def has(self, name: str) -> bool:
        return any(card.name == name for card in self.city)


class PlainCitadels:
    """One match."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.deck = DECK[:]
        rng.shuffle(self.deck)
        self.discards: list[Card] = []
        self.players = [Citizen() for _ in range(PLAYERS)]
        for one in self.players:
            one.hand = [self.deck.pop() for _ in range(4)]
        self.crown = 0
        self.decisions = 0

    def play(self) -> list[int]:
        """A whole match: the points of each player."""
        while max(len(one.city) for one in self.players) < DISTRICTS:
            self._round()
        return [self._points(one) for one in self.players]

    def _points(self, one: Citizen) -> int:
        extra = sum(card.name in ("dragon-gate", "university") for card in one.city) * 2
        colours = 3 if len({card.colour for card in one.city}) == 5 else 0
        done = 2 if len(one.city) >= DISTRICTS else 0
        return sum(card.cost for card in one.city) + extra + colours + done + one.bonus

    def _pick(self, many: int) -> int:
        self.decisions += many > 1
        return self.rng.randrange(many)

    def _round(self) -> None:
        self._draft()
        self.murdered = self.robbed = 0
        self.thief: Citizen | None = None
        for character in range(1, 9):
            for one in self.players:
                if one.character == character and character != self.murdered:
                    self._turn(one, character)
        for number, one in enumerate(self.players):
            if one.character == KING:
                self.crown = number

    def _draft(self) -> None:
        cards = list(range(1, 9))
        self.rng.shuffle(cards)
        aside = cards[:3]
        if KING in aside[:2]:
            number = aside.index(KING)
            cards[number], cards[3] = cards[3], cards[number]
        left = cards[3:]
        for step in range(PLAYERS):
            one = self.players[(self.crown + step) % PLAYERS]
            one.character = left.pop(self._pick(len(left)))

    def _draw(self, count: int) -> list[Card]:
        if len(self.deck) < count:
            self.rng.shuffle(self.discards)
            self.deck = self.discards + self.deck
            self.discards = []
        return [self.deck.pop() for _ in range(min(count, len(self.deck)))]

    def _bank(self) -> int:
        return 30 - sum(one.gold for one in self.players)

    def _turn(self, me: Citizen, character: int) -> None:
        if character == self.robbed and self.thief is not None:
            self.thief.gold, me.gold = self.thief.gold + me.gold, 0
        if character == KING:
            self.crown = self.players.index(me)
        self.acted, self.built, self.used = False, 0, set[str]()
        if character == MERCHANT:
            me.gold += min(1, self._bank())
        if character == ARCHITECT:
            me.hand += self._draw(2)
        while True:
            deeds = self._deeds(me, character)
            deed, arguments = deeds[self._pick(len(deeds))]
            if not deed(me, *arguments):
                return

    def _deeds(self, me: Citizen, character: int) -> list[Deed]:
        found: list[Deed] = []
        if not self.acted:
            found += [(self._take_gold, ()), (self._draw_cards, ())]
        else:
            found.append((self._end, ()))
            if self.built < (3 if character == ARCHITECT else 1):
                found += [(self._build, (card,)) for card in self._affordable(me)]
        if "power" not in self.used:
            found += self._powers(me, character)
        if character in INCOME and "income" not in self.used and self._income(me, character):
            found.append((self._take_income, (character,)))
        if me.has("laboratory") and "laboratory" not in self.used:
            found += [(self._melt, (card,)) for card in dict.fromkeys(me.hand)]
        if me.has("smithy") and "smithy" not in self.used and me.gold >= 3:
            found.append((self._forge, ()))
        return found

    def _affordable(self, me: Citizen) -> list[Card]:
        names = {card.name for card in me.city}
        return [c for c in dict.fromkeys(me.hand) if c.cost <= me.gold and c.name not in names]

    def _powers(self, me: Citizen, character: int) -> list[Deed]:
        match character:
            case 1:
                return [(self._murder, (one,)) for one in range(2, 9)]
            case 2:
                return [(self._rob, (one,)) for one in range(3, 9) if one != self.murdered]
            case 3:
                others = [one for one in self.players if one is not me]
                swaps: list[Deed] = [(self._swap, (one,)) for one in others]
                return [*swaps, (self._exchange, ())] if me.hand else swaps
            case 8:
                return [
                    (self._destroy, (one, card, price))
                    for one in self.players
                    if one is not me
                    and len(one.city) < DISTRICTS
                    and (one.character != BISHOP or self.murdered == BISHOP)
                    for card in dict.fromkeys(one.city)
                    if card.name != "keep"
                    and (price := card.cost - 1 + self._walled(one, card)) <= me.gold
                ]
        return []

    @staticmethod
    def _walled(one: Citizen, card: Card) -> int:
        return int(one.has("great-wall") and card.name != "great-wall")

    @staticmethod
    def _income(me: Citizen, character: int) -> int:
        colour = INCOME[character]
        return sum(c.colour == colour or c.name == "school-of-magic" for c in me.city)

    # What is done

    def _end(self, _me: Citizen) -> bool:
        return False

    def _take_gold(self, me: Citizen) -> bool:
        self.acted = True
        me.gold += min(2, self._bank())
        return True

    def _draw_cards(self, me: Citizen) -> bool:
        self.acted = True
        drawn = self._draw(3 if me.has("observatory") else 2)
        if drawn and not me.has("library"):
            kept = drawn.pop(self._pick(len(drawn)))
            self.discards += drawn
            drawn = [kept]
        me.hand += drawn
        return True

    def _build(self, me: Citizen, card: Card) -> bool:
        me.hand.remove(card)
        me.gold -= card.cost
        me.city.append(card)
        self.built += 1
        if len(me.city) >= DISTRICTS and not any(one.bonus for one in self.players):
            me.bonus = 2
        return True

    def _murder(self, _me: Citizen, character: int) -> bool:
        self.murdered = character
        self.used.add("power")
        return True

    def _rob(self, me: Citizen, character: int) -> bool:
        self.robbed, self.thief = character, me
        self.used.add("power")
        return True

    def _swap(self, me: Citizen, other: Citizen) -> bool:
        me.hand, other.hand = other.hand, me.hand
        self.used.add("power")
        return True

    def _exchange(self, me: Citizen) -> bool:
        self.used.add("power")
        given: list[Card] = []
        while me.hand:
            number = self._pick(len(me.hand) + 1)
            if number == len(me.hand):
                break
            given.append(me.hand.pop(number))
        self.discards += given
        me.hand += self._draw(len(given))
        return True

    def _take_income(self, me: Citizen, character: int) -> bool:
        self.used.add("income")
        me.gold += min(self._income(me, character), self._bank())
        return True

    def _melt(self, me: Citizen, card: Card) -> bool:
        self.used.add("laboratory")
        me.hand.remove(card)
        self.discards.append(card)
        me.gold += min(1, self._bank())
        return True

    def _forge(self, me: Citizen) -> bool:
        self.used.add("smithy")
        me.gold -= 3
        me.hand += self._draw(2)
        return True

    def _destroy(self, me: Citizen, other: Citizen, card: Card, price: int) -> bool:
        self.used.add("power")
        me.gold -= price
        other.city.remove(card)
        if other.has("graveyard") and other.gold >= 1 and self._pick(2):
            other.gold -= 1
            other.hand.append(card)
        else:
            self.discards.append(card)
        return True
