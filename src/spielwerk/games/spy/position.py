"""One moment of a match after the draft: who stands where with what, and all that is counted.

A :class:`Position` is a plain value that the rules copy and then change; whoever has one from a
state leaves it alone. Characters, fields and players are numbers (indices), properties, gadgets
and sets of fields are bits in a number: that makes copies cheap and questions quick.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any

from spielwerk.games.spy.board import CasinoBoard
from spielwerk.games.spy.names import Gadget, Property, VictoryReason
from spielwerk.games.spy.operations import Happening
from spielwerk.games.spy.settings import CharacterDescription, MatchConfig, Options

NOBODY = -1
CAT = -2
JANITOR = -3
NOWHERE = -1
NEUTRAL = 2

MOLEDIE = Gadget.MOLEDIE.bit
DAMPENED = Property.TRADECRAFT.bit | Property.FLAPS_AND_SEALS.bit | Property.OBSERVATION.bit
"""What a moledie in the pocket takes away."""
CLAMMY = Property.CLAMMY_CLOTHES.bit | Property.CONSTANT_CLAMMY_CLOTHES.bit


@dataclass(frozen=True, eq=True)
class MatchSetting:
    """What stays the same all match long."""

    board: CasinoBoard
    config: MatchConfig
    options: Options
    characters: tuple[CharacterDescription, ...]

    @cached_property
    def names(self) -> dict[str, int]:
        """The characters of the file by name."""
        return {each.name: number for number, each in enumerate(self.characters)}


class Stage(IntEnum):
    """What the match is waiting for."""

    NEXT = 0
    """Whose turn it is must be drawn; before that, where all had theirs, a round begins."""
    ACT = 1
    """The active figure acts."""
    OVER = 2


class PlayerTally(IntEnum):
    """What is counted for each player: statistics, and the ties they break."""

    IP = 0
    STEPS = 1
    DRUNK = 2
    POURED = 3
    DAMAGE = 4
    COLLAR = 5
    CAT = 6
    POISONED = 7
    WON = 8


_LISTS = (
    "place", "hp", "ip", "chips", "mp", "ap", "faction", "properties", "gadgets", "at",
    "wounds", "drinks", "table_chips", "keys", "secrets", "opened", "known", "strikes", "tally",
)  # fmt: skip
"""The attributes that are changed in place, and so are copied one by one."""


class Position:
    """A moment of the match. Lists without a remark hold one value a character."""

    setting: MatchSetting
    cast: tuple[int, ...]
    """Which characters of the file take part; from here on their places in this list count."""
    safe_numbers: tuple[int, ...]
    """The number of each safe of the board, from 1."""
    start_gadgets: tuple[int, ...]
    """How many gadgets everybody had at the start."""
    round: int
    stage: Stage
    active: int
    """The number of a character, or CAT, JANITOR, NOBODY."""
    waiting: tuple[int, ...]
    """Who has yet to have a turn in this round."""
    happened: tuple[Happening, ...]
    """The operations of the last step, in order."""

    place: list[int]
    hp: list[int]
    ip: list[int]
    chips: list[int]
    mp: list[int]
    ap: list[int]
    faction: list[int]
    properties: list[int]
    gadgets: list[int]
    wounds: list[int]
    """All damage that was counted for the character."""

    at: list[int]
    """The character on each field, or NOBODY."""
    crowd: int
    """The set of fields on which characters stand."""
    cat: int
    janitor: int
    """Their fields; the janitor is NOWHERE before closing time."""
    walls: int
    fog: int
    """Sets of fields."""
    fog_layers: tuple[tuple[int, int], ...]
    """In which round fog was laid, and where."""
    drinks: list[int]
    """On each bar table: no cocktail, a fresh one (1), or a poisoned one (2)."""
    poisoned: int
    """Which characters hold a poisoned cocktail (a set of characters)."""
    table_chips: list[int]
    inverted: int
    destroyed: int
    """Chips on each roulette table; the sets of tables that are inverted and destroyed."""
    blade: int
    collar: int
    """Where the bowler blade and the collar lie, or NOWHERE."""
    pills: int
    pouch: int
    """Uses left of poison pills and mothballs."""
    tapped: int
    tap_works: bool
    """On whom the wiretap is active, and whether it has not failed yet."""

    keys: list[int]
    """For each player: the safes (numbers) whose combination it knows, as bits."""
    secrets: list[int]
    """For each player: the neutral characters whose secret it knows."""
    opened: list[int]
    """For each player: the safes (numbers) it has opened."""
    collar_taken: bool
    known: list[int]
    """For each player: the characters whose faction it has found out."""
    acted: int
    """The characters that were seen acting for their faction."""
    bought: int
    """The characters that were neutral until somebody gave them a nugget."""
    hunts: tuple[tuple[int, str, int], ...]
    """What everybody saw of the hunt for combinations: player, what, and the safe."""
    dazed: int
    """Exfiltrated characters that lose a turn or a healing, where the options say so."""

    strikes: list[int]
    tally: list[int]
    """The counts of player one, then those of player two."""
    winner: int
    reason: VictoryReason | None

    def copy(self) -> Position:
        """A position that can be changed without changing this one."""
        twin = object.__new__(Position)
        values = twin.__dict__
        values.update(self.__dict__)
        for name in _LISTS:
            values[name] = values[name][:]
        return twin

    def key(self) -> tuple[Any, ...]:
        """All that distinguishes positions of one game, hashable."""
        return tuple(
            tuple(value) if isinstance(value, list) else value
            for name, value in sorted(self.__dict__.items())
            if name != "setting"
        )

    @property
    def board(self) -> CasinoBoard:
        return self.setting.board

    @property
    def config(self) -> MatchConfig:
        return self.setting.config

    @property
    def options(self) -> Options:
        return self.setting.options

    # Who and where

    def name(self, who: int) -> str:
        """What the figure is called."""
        if who == CAT:
            return "the cat"
        return "the janitor" if who == JANITOR else self.setting.characters[self.cast[who]].name

    def present(self) -> list[int]:
        """The characters that are still in the casino."""
        return [who for who, field in enumerate(self.place) if field >= 0]

    def figures(self) -> int:
        """The set of fields on which anybody stands, the cat and the janitor included."""
        mask = self.crowd | 1 << self.cat
        return mask if self.janitor < 0 else mask | 1 << self.janitor

    def put(self, who: int, field: int) -> None:
        """Take a character from its field and put it on an empty one, or NOWHERE."""
        here = self.place[who]
        if here >= 0 and self.at[here] == who:
            self.at[here] = NOBODY
            self.crowd ^= 1 << here
        self.place[who] = field
        if field >= 0:
            self.at[field] = who
            self.crowd |= 1 << field

    def swap(self, who: int, other: int) -> None:
        """Two characters change places."""
        here, there = self.place[who], self.place[other]
        self.place[who], self.place[other] = there, here
        self.at[there], self.at[here] = who, other

    def floor(self) -> int:
        """The set of fields one can walk on."""
        return self.board.floor | (self.board.walls & ~self.walls)

    def has(self, who: int, what: Property) -> bool:
        """Whether the character has the property now: a moledie takes some away."""
        owned = self.properties[who]
        if self.gadgets[who] & MOLEDIE:
            owned &= ~DAMPENED
        return bool(owned & what.bit)

    def clammy(self, who: int) -> bool:
        """Whether wet clothes hinder the character."""
        return bool(self.properties[who] & CLAMMY)

    def holds(self, who: int, what: Gadget) -> bool:
        """Whether the character carries the gadget."""
        return bool(self.gadgets[who] & what.bit)

    # Lines of sight

    def blockers(self) -> int:
        """The set of all that blocks sight."""
        board = self.board
        return self.walls | board.fireplaces | self.fog | board.void

    def sees(self, here: int, there: int) -> bool:
        """Whether there is a line of sight between two fields."""
        if self.options.fog_hides_target and self.fog >> there & 1:
            return False
        return not self.board.between(here, there) & self.blockers()
