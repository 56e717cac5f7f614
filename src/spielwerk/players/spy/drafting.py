"""Choosing characters and gadgets, and who carries what, by tables of their worth in points.

A character brings its ten chips, which count at the end, and a share of all that agents do; so
four of them are chosen. The best gadgets are those that move points: they are taken whenever they
are offered, the others fill what is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spielwerk.games.spy import CharacterDescription, Gadget, Property

_ITEMS, _MOST_CHARACTERS = 8, 4

_PROPERTIES = {
    Property.SPRYNESS: 6.0,
    Property.LUCKY_DEVIL: 6.0,
    Property.TRADECRAFT: 4.0,
    Property.NIMBLENESS: 3.0,
    Property.AGILITY: 2.0,
    Property.FLAPS_AND_SEALS: 2.0,
    Property.BABYSITTER: 0.3,
    Property.HONEY_TRAP: 0.5,
    Property.TOUGHNESS: 0.3,
    Property.ROBUST_STOMACH: 0.1,
    Property.OBSERVATION: 0.3,
    Property.BANG_AND_BURN: 0.2,
    Property.JINX: 0.0,
    Property.CLAMMY_CLOTHES: -1.5,
    Property.CONSTANT_CLAMMY_CLOTHES: -3.0,
    Property.SLUGGISHNESS: -3.0,
    Property.PONDEROUSNESS: -3.0,
}

_GADGETS = {
    Gadget.NUGGET: 12.0,
    Gadget.MIRROR_OF_WILDERNESS: 10.0,
    Gadget.CHICKEN_FEED: 8.0,
    Gadget.WIRETAP_WITH_EARPLUGS: 4.0,
    Gadget.JETPACK: 2.0,
    Gadget.GRAPPLE: 1.0,
    Gadget.TECHNICOLOUR_PRISM: 1.0,
    Gadget.MOLEDIE: 0.9,
    Gadget.GAS_GLOSS: 0.8,
    Gadget.BOWLER_BLADE: 0.8,
    Gadget.HAIRDRYER: 0.7,
    Gadget.ROCKET_PEN: 0.7,
    Gadget.FOG_TIN: 0.6,
    Gadget.MAGNETIC_WATCH: 0.5,
    Gadget.POISON_PILLS: 0.4,
    Gadget.POCKET_LITTER: 0.4,
    Gadget.LASER_COMPACT: 0.3,
    Gadget.MOTHBALL_POUCH: 0.3,
}
_PRECIOUS = 3.0
"""A gadget worth so much is taken at once, as it may not be offered again."""

_FOR_PEOPLE = (
    Gadget.NUGGET,
    Gadget.MIRROR_OF_WILDERNESS,
    Gadget.CHICKEN_FEED,
    Gadget.WIRETAP_WITH_EARPLUGS,
)
"""Gadgets whose bearer must walk up to somebody."""
_SWIFT = {Property.NIMBLENESS: 2.0, Property.AGILITY: 0.7, Property.SLUGGISHNESS: -3.0}
_CLEVER = {
    Property.TRADECRAFT: 3.0,
    Property.SPRYNESS: 1.5,
    Property.CLAMMY_CLOTHES: -1.0,
    Property.CONSTANT_CLAMMY_CLOTHES: -2.0,
}
_DAMPENED = (Property.TRADECRAFT, Property.FLAPS_AND_SEALS, Property.OBSERVATION)


@dataclass(frozen=True, slots=True)
class Team:
    """How many characters and gadgets a player has chosen so far."""

    characters: int
    gadgets: int


def pick_in_order(
    characters: Sequence[CharacterDescription], gadgets: Sequence[Gadget]
) -> CharacterDescription | Gadget:
    """The best character, as long as there are any to choose from; then the best gadget."""
    if characters:
        return max(characters, key=_character_worth)
    return max(gadgets, key=lambda gadget: _GADGETS.get(gadget, 0.0))


def pick(
    team: Team, characters: Sequence[CharacterDescription], gadgets: Sequence[Gadget]
) -> CharacterDescription | Gadget:
    """The best of an offer, which is not empty: precious gadgets before the last characters."""
    best = max(gadgets, key=lambda gadget: _GADGETS.get(gadget, 0.0), default=None)
    if not characters:
        assert best is not None
        return best
    wanted = _MOST_CHARACTERS - team.characters
    room = _ITEMS - team.characters - team.gadgets > wanted
    if best is not None and room and _GADGETS.get(best, 0.0) >= _PRECIOUS:
        return best
    return max(characters, key=_character_worth)


def bearer(gadget: Gadget, crew: Sequence[CharacterDescription]) -> CharacterDescription:
    """Who of the crew makes the most of a gadget."""
    return max(crew, key=lambda each: _suits(gadget, each))


def _character_worth(character: CharacterDescription) -> float:
    return sum(_PROPERTIES[each] for each in character.features)


def _suits(gadget: Gadget, character: CharacterDescription) -> float:
    features = character.features
    match gadget:
        case Gadget.MOLEDIE:
            return -float(sum(each in _DAMPENED for each in features))
        case Gadget.TECHNICOLOUR_PRISM:
            return float(Property.JINX in features) - float(Property.LUCKY_DEVIL in features)
    worth = sum(_SWIFT.get(each, 0.0) for each in features)
    if gadget in _FOR_PEOPLE:
        worth += sum(_CLEVER.get(each, 0.0) for each in features)
    return worth
