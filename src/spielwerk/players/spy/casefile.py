"""What a client of the standard can know of a match, put together from the messages it was sent.

A :class:`Casefile` is given every ``State`` and every ``operations`` list, and answers with a
position of the rules in which the client is player 0. What the messages do not say (who works for
whom, which combinations the opponent knows) follows from what everybody did, as far as it does;
the rest is to be drawn anew by :meth:`Casefile.world`. Nothing a server sends makes it fail in any
way but :class:`CaseError`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from spielwerk.core import Json, SpielwerkError
from spielwerk.games.spy import (
    CAT,
    JANITOR,
    NEUTRAL,
    NOBODY,
    NOWHERE,
    Gadget,
    MatchSetting,
    OperationType,
    PlayerTally,
    Position,
    Property,
    Stage,
    bits,
    fields_of,
    guess_position,
)

ME, THEM = 0, 1
_T = TypeVar("_T")
_MOST = 1_000_000
"""No honest number in a message is larger."""
_FRESH, _POISONED = 1, 2


class CaseError(SpielwerkError):
    """What a server told makes no sense with what it told before."""


def _careful(read: Callable[..., _T]) -> Callable[..., _T]:
    """Whatever a message lacks or has in a wrong place is a CaseError."""

    def wrapped(*given: Any, **named: Any) -> _T:
        try:
            return read(*given, **named)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as problem:
            raise CaseError(f"The server's message does not fit: {problem!r}.") from problem

    return wrapped


class Casefile:
    """One match, as one client sees it."""

    def __init__(self, setting: MatchSetting, ids: Sequence[str], mine: Sequence[str]) -> None:
        """``ids`` are those of the characters of the setting, ``mine`` those of the own ones."""
        self._setting = setting
        self._numbers = {each.lower(): number for number, each in enumerate(ids)}
        self._mine = {self._numbers[each.lower()] for each in mine if each.lower() in self._numbers}
        self._cast: list[int] = []
        self._start_gadgets: tuple[int, ...] = ()
        self._last: dict[int, Mapping[str, Json]] = {}
        """What was last seen of every character."""
        self._state: Mapping[str, Json] = {}
        self._round = 0
        self._acted: set[int] = set()
        """Who had its turn, or a part of it, in this round."""
        self._neutral: set[int] = set()
        self._hostile: set[int] = set()
        self._bought: set[int] = set()
        self._secrets: tuple[set[int], set[int]] = (set(), set())
        self._opened: tuple[set[int], set[int]] = (set(), set())
        self._hunts: list[tuple[int, str, int]] = []
        self._collar_taken = False

    # What happened

    @_careful
    def update(self, state: Mapping[str, Json], operations: Sequence[Json]) -> None:
        """Take in a ``GAME_STATUS``: what happened, and how things stand since then.

        :raises CaseError: the message makes no sense
        """
        for operation in operations:
            self._witness(operation)
        self._state = state
        present = {self._number(each["characterId"]): each for each in state["characters"]}
        self._last.update(present)
        if not self._cast:
            self._cast = sorted(present)
            self._start_gadgets = tuple(
                len(present[who].get("gadgets") or ()) for who in self._cast
            )
        elif not set(present) <= set(self._cast):
            raise CaseError("The server shows characters that were not there at the start.")
        if _whole(state["currentRound"]) != self._round:
            self._round = _whole(state["currentRound"])
            self._acted = set()
        if _coordinates(state.get("janitorCoordinates")):
            # At closing time neutral guests have left: whoever is still there and not ours.
            self._hostile |= set(present) - self._mine

    def _number(self, character_id: Json) -> int:
        return self._numbers[str(character_id).lower()]

    def _witness(self, told: Mapping[str, Json]) -> None:
        kind, who_id = told.get("type"), told.get("characterId")
        if who_id is None or kind == OperationType.EXFILTRATION:
            return
        who = self._number(who_id)
        self._acted.add(who)
        gadget = told.get("gadget")
        if kind != OperationType.MOVEMENT and gadget != Gadget.MOLEDIE and who not in self._mine:
            # Guests of the house only walk about, and get rid of moledies.
            self._hostile.add(who)
        side = ME if who in self._mine else THEM
        if kind == OperationType.SPY_ACTION:
            self._spied(side, told)
        if gadget == Gadget.NUGGET and told.get("successful"):
            self._bribed(side, told)
        if told.get("isEnemy"):
            self._expose(told)

    def _spied(self, side: int, told: Mapping[str, Json]) -> None:
        field, success = self._field(told["target"]), bool(told.get("successful"))
        if field in self._setting.board.safes:
            number = self._safe_numbers()[self._setting.board.safes.index(field)]
            self._hunts.append((side, "opened" if success else "failed", number))
            if success:
                self._opened[side].add(number)
                self._collar_taken |= number == len(self._setting.board.safes)
        elif success and (other := self._on(field)) is not None:
            self._neutral.add(other)
            if other not in self._secrets[side]:
                self._secrets[side].add(other)
                self._hunts.append((side, "secret", 0))

    def _bribed(self, side: int, told: Mapping[str, Json]) -> None:
        other = self._on(self._field(told["target"]))
        if other is not None:
            self._bought.add(other)
            self._neutral.discard(other)
            (self._mine if side == ME else self._hostile).add(other)

    def _expose(self, told: Mapping[str, Json]) -> None:
        other = self._on(self._field(told["target"]))
        if other is not None and other not in self._mine:
            self._hostile.add(other)

    def _on(self, field: int) -> int | None:
        """Who stood on a field when it was last looked at."""
        for who, seen in self._last.items():
            place = _coordinates(seen.get("coordinates"))
            if place and self._setting.board.numbers.get(place) == field:
                return who
        return None

    def _field(self, point: Json) -> int:
        place = _coordinates(point)
        if place is None:
            raise CaseError(f"{point!r} is no field.")
        return self._setting.board.numbers[place]

    # How things stand

    @_careful
    def position(self, active_id: str) -> Position:
        """The position in which this character of ours must act.

        :raises CaseError: what was told so far makes no sense, or the character is not there
        """
        p = Position()
        p.setting, p.cast = self._setting, tuple(self._cast)
        active = p.cast.index(self._number(active_id))
        self._set_characters(p)
        self._set_board(p)
        self._set_figures(p)
        self._set_knowledge(p)
        p.round, p.stage, p.active, p.happened = self._round, Stage.ACT, active, ()
        if p.place[active] == NOWHERE:
            raise CaseError("The server asks for a character that is not there.")
        if not p.mp[active] and not p.ap[active]:
            p.mp[active] = p.ap[active] = 1  # it would not ask if nothing were left
        figures = (CAT,) if p.janitor == NOWHERE else (CAT, JANITOR)
        p.waiting = (
            *(
                n
                for n, who in enumerate(p.cast)
                if n != active and p.place[n] >= 0 and who not in self._acted
            ),
            *figures,
        )
        p.dazed, p.strikes, p.tally = 0, [0, 0], [0] * (2 * len(PlayerTally))
        p.winner, p.reason = NOBODY, None
        return p

    def world(self, position: Position, rng: Random) -> Position:
        """A position that could be the true one."""
        return guess_position(position, ME, rng)

    def _set_characters(self, p: Position) -> None:
        present = {self._number(each["characterId"]) for each in self._state["characters"]}
        seen = [self._last[who] for who in p.cast]
        p.start_gadgets = self._start_gadgets
        for name in ("hp", "ip", "chips", "mp", "ap"):
            setattr(p, name, [_whole(each.get(name) or 0) for each in seen])
        p.properties = [bits(_words(Property, each.get("properties"))) for each in seen]
        p.wounds = [0] * len(seen)
        p.gadgets, p.poisoned, p.pills, p.pouch = [], 0, 5, 5
        p.tapped, p.tap_works = NOBODY, False
        for number, each in enumerate(seen):
            p.gadgets.append(0)
            for told in (each.get("gadgets") or ()) if p.cast[number] in present else ():
                self._carry(p, number, told)
        p.at, p.crowd, p.place = [NOBODY] * p.board.size, 0, [NOWHERE] * len(seen)
        for number, each in enumerate(seen):
            if p.cast[number] in present and _coordinates(each.get("coordinates")):
                field = self._field(each["coordinates"])
                if p.at[field] != NOBODY:
                    raise CaseError("The server shows two characters on one field.")
                p.put(number, field)

    def _carry(self, p: Position, number: int, told: Mapping[str, Json]) -> None:
        for gadget in _words(Gadget, [told.get("gadget")]):
            p.gadgets[number] |= gadget.bit
            if gadget is Gadget.COCKTAIL and told.get("isPoisoned"):
                p.poisoned |= 1 << number
            if gadget is Gadget.POISON_PILLS:
                p.pills = max(1, _whole(told.get("usages") or 1))
            if gadget is Gadget.MOTHBALL_POUCH:
                p.pouch = max(1, _whole(told.get("usages") or 1))
            on = told.get("activeOn")
            if gadget is Gadget.WIRETAP_WITH_EARPLUGS and on and self._number(on) in p.cast:
                p.tapped = p.cast.index(self._number(on))
                p.tap_works = bool(told.get("working"))

    def _fields(self) -> list[Mapping[str, Json]]:
        rows = self._state["map"]["map"]
        if tuple(map(len, rows)) != tuple(map(len, self._setting.board.scenario)):
            raise CaseError("The server shows another map than it announced.")
        return [field for row in rows for field in row]

    def _safe_numbers(self) -> tuple[int, ...]:
        """The numbers of the safes; what is not told is filled up."""
        fields, safes = self._fields(), self._setting.board.safes
        told = [_whole(fields[safe].get("safeIndex") or 0) for safe in safes]
        left = [number for number in range(1, len(safes) + 1) if number not in told]
        fine = len(set(told)) == len(told) and all(0 < number <= len(safes) for number in told)
        return tuple(told) if fine else tuple([*filter(None, told), *left][: len(safes)])

    def _set_board(self, p: Position) -> None:
        board, fields = p.board, self._fields()
        p.safe_numbers = self._safe_numbers()
        walls = (n for n in fields_of(board.walls) if fields[n].get("state") == "WALL")
        p.walls = sum(1 << n for n in walls)
        p.fog = sum(1 << n for n, field in enumerate(fields) if field.get("isFoggy"))
        p.fog_layers = ((self._round, p.fog),) if p.fog else ()
        p.table_chips = [max(0, _whole(fields[n].get("chipAmount") or 0)) for n in board.roulettes]
        p.inverted = sum(1 << n for n in board.roulettes if fields[n].get("isInverted"))
        p.destroyed = sum(1 << n for n in board.roulettes if fields[n].get("isDestroyed"))
        p.drinks = []
        for table in board.bar_tables:
            lying = fields[table].get("gadget") or {}
            poisoned = _POISONED if lying.get("isPoisoned") else _FRESH
            p.drinks.append(poisoned if lying.get("gadget") == Gadget.COCKTAIL else 0)
        p.blade = self._lying(fields, Gadget.BOWLER_BLADE)
        p.collar = self._lying(fields, Gadget.DIAMOND_COLLAR)

    @staticmethod
    def _lying(fields: Sequence[Mapping[str, Json]], gadget: Gadget) -> int:
        for number, field in enumerate(fields):
            if (field.get("gadget") or {}).get("gadget") == gadget:
                return number
        return NOWHERE

    def _set_figures(self, p: Position) -> None:
        cat = _coordinates(self._state.get("catCoordinates"))
        free = p.floor() & ~p.crowd
        p.cat = self._setting.board.numbers[cat] if cat else fields_of(free)[0]
        janitor = _coordinates(self._state.get("janitorCoordinates"))
        p.janitor = self._setting.board.numbers[janitor] if janitor else NOWHERE

    def _set_knowledge(self, p: Position) -> None:
        def of(characters: set[int]) -> int:
            return sum(1 << p.cast.index(who) for who in characters if who in p.cast)

        p.faction = [
            ME if who in self._mine else THEM if who in self._hostile else NEUTRAL for who in p.cast
        ]
        keys = {_whole(number) for number in self._state.get("mySafeCombinations") or ()}
        p.keys = [sum(1 << n for n in keys if 0 < n <= len(p.safe_numbers)), 0]
        p.secrets = [of(each) for each in self._secrets]
        p.opened = [sum(1 << number for number in each) for each in self._opened]
        p.known = [of(self._mine | self._hostile | self._neutral), of(self._hostile)]
        p.acted, p.bought, p.hunts = 0, of(self._bought), tuple(self._hunts)
        held = any(owned & Gadget.DIAMOND_COLLAR.bit for owned in p.gadgets)
        self._collar_taken |= held or p.collar != NOWHERE
        p.collar_taken = self._collar_taken


def _whole(value: Json) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > _MOST:
        raise CaseError(f"{value!r} should be a number.")
    return int(value)


def _coordinates(point: Json) -> tuple[int, int] | None:
    """A point of a message; None where there is none, or one off the map that means none."""
    if not isinstance(point, Mapping):
        return None
    x, y = _whole(point.get("x", -1)), _whole(point.get("y", -1))
    return None if x < 0 or y < 0 else (x, y)


_Word = TypeVar("_Word", Gadget, Property)


def _words(kind: type[_Word], told: Json) -> list[_Word]:
    """The words of the standard among those told; others are of revisions to come."""
    return [kind[word] for word in told or () if word in kind.__members__]
