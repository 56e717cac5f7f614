"""Citadels from any position: the rules of the library with another beginning.

The tests tell stories that start in the middle of a game. :func:`table` takes the rules of the
library as XML, lays cards and gold out as the story wants them, takes every shuffle away, and
opens that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from lxml import etree

from spielwerk.core import Json, Role
from spielwerk.languages.igold import IgoldGame, IgoldState, open_text, rewritten

__all__ = ["CHARACTERS", "DARK_CHARACTERS", "DARK_DECK", "DECK", "Story", "table"]

NAMESPACE = "http://www.goldflam.de/lgold/v1.0"
RULES = files("spielwerk").joinpath("library", "igold", "citadels.igold").read_text("utf-8")
SOURCE = rewritten(RULES, "citadels.igold", xml=True)

CHARACTERS = (
    "assassin",
    "thief",
    "magician",
    "king",
    "bishop",
    "merchant",
    "architect",
    "warlord",
)

DARK_CHARACTERS = (
    "witch",
    "tax-collector",
    "wizard",
    "emperor",
    "abbot",
    "alchemist",
    "navigator",
    "diplomat",
)

DECK: dict[str, tuple[str, int, int]] = {
    "manor": ("yellow", 3, 5),
    "castle": ("yellow", 4, 4),
    "palace": ("yellow", 5, 3),
    "temple": ("blue", 1, 3),
    "church": ("blue", 2, 3),
    "monastery": ("blue", 3, 3),
    "cathedral": ("blue", 5, 2),
    "tavern": ("green", 1, 5),
    "market": ("green", 2, 4),
    "trading-post": ("green", 2, 3),
    "docks": ("green", 3, 3),
    "harbor": ("green", 4, 3),
    "town-hall": ("green", 5, 2),
    "watchtower": ("red", 1, 3),
    "prison": ("red", 2, 3),
    "battlefield": ("red", 3, 3),
    "fortress": ("red", 5, 2),
    "keep": ("purple", 3, 2),
    "laboratory": ("purple", 5, 1),
    "smithy": ("purple", 5, 1),
    "observatory": ("purple", 5, 1),
    "graveyard": ("purple", 5, 1),
    "dragon-gate": ("purple", 6, 1),
    "university": ("purple", 6, 1),
    "library": ("purple", 6, 1),
    "great-wall": ("purple", 6, 1),
    "school-of-magic": ("purple", 6, 1),
    "haunted-city": ("purple", 2, 1),
}
"""Colour, cost and count of every district; the haunted city is in one of the decks only."""

DARK_DECK: dict[str, tuple[str, int, int]] = {
    "armory": ("purple", 3, 1),
    "imperial-treasury": ("purple", 4, 1),
    "map-room": ("purple", 5, 1),
    "wishing-well": ("purple", 5, 1),
    "quarry": ("purple", 5, 1),
    "poor-house": ("purple", 5, 1),
    "factory": ("purple", 6, 1),
    "park": ("purple", 6, 1),
    "throne-room": ("purple", 6, 1),
}
"""The districts of the Dark City."""


class Story:
    """A match that is told move by move."""

    def __init__(self, game: IgoldGame, seed: int = 0) -> None:
        self.game = game
        self.state: IgoldState = game.initial(seed)

    def play(self, role: str, *moves: str) -> None:
        """Let a player make moves, which must be legal."""
        for move in moves:
            assert move in self.legal(role), f"{role}: {move} is not among {self.legal(role)}"
            self.state = self.state.after({Role(role): self.game.parse_move(move)})

    def legal(self, role: str) -> list[str]:
        return list(self.state.legal(Role(role)))

    def refusal(self, role: str, move: str) -> str:
        """Why a move is refused, as it is told to the player."""
        why = self.state.why_not(Role(role), self.game.parse_move(move))
        assert not why.holds, f"{role} may {move}"
        return str(why)

    def table(self, what: str) -> Any:
        """An attribute, link or field of the table, as everybody sees it."""
        return _look(self.state.view(None)["game"], what)

    def has(self, role: str, what: str) -> Any:
        """An attribute or field of a player, as the player sees it."""
        return _look(self.state.view(Role(role))["players"][role], what)


def _look(shown: Mapping[str, Any], what: str) -> Any:
    for part in ("attributes", "links"):
        if what in shown[part]:
            return shown[part][what]
    field = shown["fields"].get(what)
    return None if field is None else field.get("objects", field.get("count"))


def table(
    *,
    players: int = 4,
    draft: Sequence[str] = CHARACTERS,
    gold: Mapping[str, int] | None = None,
    hands: Mapping[str, Sequence[str]] | None = None,
    cities: Mapping[str, Sequence[str]] | None = None,
    deck: Sequence[str] = (),
    options: Mapping[str, Json] | None = None,
) -> Story:
    """A match of these players before its next draft.

    ``draft`` and ``deck`` name the cards from the top; the rest of the deck lies below.
    """
    root = etree.fromstring(SOURCE.encode())
    _take_shuffles_away(root)
    _order(root, "draft", [f"card.{name}" for name in reversed(draft)])
    names = _Names()
    deals = [
        (role, field, names.take(card))
        for field, given in (("hand", hands or {}), ("city", cities or {}))
        for role, cards in given.items()
        for card in cards
    ]
    top = [names.take(card) for card in deck]
    _lay(root, "deck", [_card(one.partition(".")[0], one) for one in names.in_order(top)])
    roles = [str(seat.get("name")) for seat in root.iter(f"{{{NAMESPACE}}}seat")]
    begin = [_deal(roles.index(role), field, card) for role, field, card in deals]
    begin += [_pay(roles.index(role), amount) for role, amount in (gold or {}).items()]
    _begin_with(root, begin)
    game = open_text(etree.tostring(root, encoding="unicode"), "story.igold.xml")
    return Story(game.settled(players, **(options or {})))


class _Names:
    """The cards of the deck by names of their own: tavern.1, tavern.2, ..."""

    def __init__(self) -> None:
        self._left = {
            name: list(range(count, 0, -1)) for name, (_, _, count) in (DECK | DARK_DECK).items()
        }
        self._taken: list[str] = []

    def take(self, card: str) -> str:
        one = f"{card}.{self._left[card].pop()}"
        self._taken.append(one)
        return one

    def in_order(self, top: Sequence[str]) -> list[str]:
        """All cards from the bottom of the deck; those dealt by name lie anywhere."""
        left = {card: self._left[card] for card in DECK if card != "haunted-city"}
        rest = [f"{card}.{number}" for card, numbers in left.items() for number in numbers]
        dealt = [one for one in self._taken if one not in top]
        return [*dealt, *rest, *reversed(top)]


def _element(text: str) -> Any:
    return etree.fromstring(text.replace(">", f' xmlns="{NAMESPACE}">', 1))


def _card(name: str, instance: str) -> Any:
    kind = "".join(part.capitalize() for part in name.split("-"))
    return _element(
        f'<objectInstance typeReference="{kind}" instanceId="{instance}"></objectInstance>'
    )


def _take_shuffles_away(root: Any) -> None:
    for shuffle in list(root.iter(f"{{{NAMESPACE}}}shuffleField")):
        operation = shuffle.getparent()
        operation.getparent().remove(operation)


def _field(root: Any, instance: str) -> Any:
    path = f".//{{{NAMESPACE}}}fieldInstance[@instanceId='{instance}']"
    return root.find(path).find(f"{{{NAMESPACE}}}initialObjectInstances")


def _lay(root: Any, field: str, cards: Sequence[Any]) -> None:
    area = _field(root, field)
    area[:] = cards


def _order(root: Any, field: str, cards: Sequence[str]) -> None:
    """Put these on top; of the others only those stay that belong to another option."""
    area = _field(root, field)
    known = {str(one.get("instanceId")): one for one in area}
    chosen = {one.get("optionValue") for name, one in known.items() if name in cards}
    rest = [one for one in known.values() if one.get("optionValue") not in chosen]
    area[:] = [*rest, *(known[card] for card in cards)]


def _seat(number: int) -> str:
    return "<actorAfter>" * number + "<firstActor/>" + "</actorAfter>" * number


def _deal(seat: int, field: str, card: str) -> Any:
    return _element(
        '<objectOperation><moveObjectToField setFieldOwnerAsObjectOwner="true"><whichObject>'
        f'<selectSingleObject><byInstanceId instanceIdReference="{card}"/></selectSingleObject>'
        f'</whichObject><toWhichField><fieldOfActor instanceIdReference="{field}">{_seat(seat)}'
        "</fieldOfActor></toWhichField></moveObjectToField></objectOperation>"
    )


def _pay(seat: int, amount: int) -> Any:
    return _element(
        "<attributeOperation><setAttributeValue><whichAttribute>"
        f'<attributeOfActor instanceIdReference="gold">{_seat(seat)}</attributeOfActor>'
        f'</whichAttribute><setTo><integerValue value="{amount}"/></setTo></setAttributeValue>'
        "</attributeOperation>"
    )


def _begin_with(root: Any, begin: Sequence[Any]) -> None:
    path = f".//{{{NAMESPACE}}}phaseState[@typeId='SetUp.Deal']/{{{NAMESPACE}}}operations"
    operations = root.find(path)
    operations[:] = [*begin, operations[-1]]
