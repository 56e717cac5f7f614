"""Positions of the reference engine as arrays of numbers, and back.

Nothing is lost on the way but what can be worked out again.
"""

from __future__ import annotations

from array import array
from typing import Any

from spielwerk.languages.igold.moves import chance_texts
from spielwerk.languages.igold.native.emitting import CannotLower
from spielwerk.languages.igold.native.memory import (
    ASKED,
    DRAWN,
    NONE,
    RUN,
    SCALARS,
    MatchMemory,
    RoomForAsking,
    RunPlace,
)
from spielwerk.languages.igold.position import MatchPosition, Pending, Run
from spielwerk.languages.igold.processor import ProgramStep
from spielwerk.languages.igold.source import tag


class Coding:
    """The way between a position and its numbers."""

    def __init__(self, memory: MatchMemory) -> None:
        self.memory = memory
        self.world = memory.world
        self.texts = memory.texts
        self._template = self._blank()

    def _blank(self) -> array[int]:
        found = array("q", bytes(8 * self.memory.size))
        for at, _ in self.memory.drawn.values():
            found[at] = NONE
        return found

    def encode(self, s: MatchPosition) -> array[int]:
        """A position as numbers.

        :raises CannotLower: it holds something that has none
        """
        m = array("q", self._template)
        encode = self.texts.encode
        if not NONE < s.seed < -NONE:
            raise CannotLower("the seed is too large")
        for number, name in enumerate(SCALARS):
            if name in ("over", "done", "phase", "state", "started", "finished", "seed"):
                m[number] = getattr(s, name)
        at = self.memory.values
        for value in s.values:
            m[at] = value if value.__class__ is int else encode(value)
            at += 1
        m[self.memory.place : self.memory.place + self.memory.objects] = array("q", s.place)
        m[self.memory.owner : self.memory.owner + self.memory.objects] = array("q", s.owner)
        m[self.memory.holder : self.memory.holder + len(s.holder)] = array("q", s.holder)
        for at, link in zip(self.memory.links, s.links, strict=True):
            if isinstance(link, tuple):
                _write(m, at, link)
            else:
                m[at] = link
        for at, inside in zip(self.memory.fields, s.inside, strict=True):
            _write(m, at, inside)
        self._encode_counts(m, s)
        for reference, values in s.drawn.items():
            _write(m, self.memory.drawn[reference][0], [encode(one) for one in values])
        if len(s.runs) > self.memory.run_limit:
            raise CannotLower("too many runs at once")
        m[SCALARS.index("run_count")] = len(s.runs)
        for number, run in enumerate(s.runs):
            self._encode_run(m, self.memory.runs + number * self.memory.run_size, run)
        return m

    def _encode_counts(self, m: array[int], s: MatchPosition) -> None:
        m[SCALARS.index("phase_epoch")] = m[SCALARS.index("state_epoch")] = 1
        size = len(self.world.actions) * self.memory.actors
        for scope, counts in enumerate((s.counts, s.phase_counts, s.state_counts)):
            m[SCALARS.index("counted_game") + scope] = len(counts)
            for (action, who), count in counts.items():
                m[self.memory.counts + scope * size + action * self.memory.actors + who] = (
                    1 << 32
                ) + count

    def _encode_run(self, m: array[int], at: int, run: Run) -> None:
        encode = self.texts.encode
        pending = run.pending
        waits = 0 if pending is None else DRAWN if pending.outcomes else ASKED
        header = [run.code, run.step, run.me, run.who, run.act, run.stage, run.bound, waits, -1]
        m[at : at + len(RUN)] = array("q", header)
        for value, place in zip(
            run.memory, self.memory.frames[run.code] if run.memory else (), strict=True
        ):
            here = at + self.memory.run_memory + place.at
            if value is None:
                m[here] = NONE
            elif place.kind == "number":
                m[here] = encode(value)
            elif place.kind == "list":
                _write(m, here, [encode(one) for one in value])
            else:
                m[here] = len(value)
                self._write_lists(m, here + 1, place.limit + 1, value)
        if pending is None:
            return
        if pending.outcomes:
            m[at + self.memory.run_outcomes] = len(pending.outcomes)
            for number, (_, weight, value) in enumerate(pending.outcomes):
                here = at + self.memory.run_outcomes + 1 + 2 * number
                m[here], m[here + 1] = encode(value), weight
            return
        ask = self._asked(run)
        m[at + RUN.index("ask")] = ask.number
        _write(m, at + self.memory.run_askers, pending.askers)
        for first, numbers in (
            (self.memory.run_least, pending.least),
            (self.memory.run_most, pending.most),
            (self.memory.run_ready, pending.ready),
        ):
            m[at + first : at + first + len(numbers)] = array("q", numbers)
        self._write_lists(m, at + self.memory.run_pools, ask.stride, pending.pools)
        self._write_lists(m, at + self.memory.run_picks, ask.stride, pending.picks)

    def _write_lists(self, m: array[int], at: int, stride: int, lists: Any) -> None:
        encode = self.texts.encode
        for number, one in enumerate(lists):
            if len(one) >= stride:
                raise CannotLower("a selection from too many things")
            _write(m, at + number * stride, [encode(each) for each in one])

    def _asked(self, run: Run) -> RoomForAsking:
        step = self.memory.engine.codes[run.code].code.steps[run.step]
        return self.memory.asks[self.memory.ask_numbers[id(step.ask)]]

    def decode(self, m: array[int]) -> MatchPosition:
        """The position that numbers stand for."""
        world = self.world
        s = MatchPosition()
        s.world = world
        for name in ("over", "done", "started", "finished"):
            setattr(s, name, bool(m[SCALARS.index(name)]))
        for name in ("phase", "state", "seed"):
            setattr(s, name, m[SCALARS.index(name)])
        s.values = [
            self._value(kind, m[self.memory.values + number])
            for number, kind in enumerate(self.memory.kinds)
        ]
        s.place = list(m[self.memory.place : self.memory.place + self.memory.objects])
        s.owner = list(m[self.memory.owner : self.memory.owner + self.memory.objects])
        s.holder = list(m[self.memory.holder : self.memory.holder + len(world.spaces)])
        s.links = [
            _read(m, at) if one.value.many else m[at]
            for one, at in zip(world.links, self.memory.links, strict=True)
        ]
        s.inside = [_read(m, at) for at in self.memory.fields]
        s.counts, s.phase_counts, s.state_counts = (
            self._decode_counts(m, scope) for scope in range(3)
        )
        s.drawn = {
            reference: tuple(map(self.texts.decode, _read(m, at)))
            for reference, (at, _) in self.memory.drawn.items()
            if m[at] != NONE
        }
        s.runs = [
            self._decode_run(m, self.memory.runs + number * self.memory.run_size)
            for number in range(m[SCALARS.index("run_count")])
        ]
        many = 0 if s.over else m[self.memory.able]
        pairs = m[self.memory.able + 1 : self.memory.able + 1 + 2 * many]
        s.able = list(zip(pairs[::2], pairs[1::2], strict=True))
        return s

    def _value(self, kind: str, number: int) -> Any:
        if kind == "boolean":
            return bool(number)
        return self.texts.decode_set(number) if kind == "set" else self.texts.decode(number)

    def _decode_counts(self, m: array[int], scope: int) -> dict[tuple[int, int], int]:
        size = len(self.world.actions) * self.memory.actors
        first = self.memory.counts + scope * size
        epoch = 1 if scope == 0 else m[SCALARS.index("phase_epoch") + scope - 1]
        return {
            (number // self.memory.actors, number % self.memory.actors): count & 0xFFFFFFFF
            for number, count in enumerate(m[first : first + size])
            if count >> 32 == epoch and count & 0xFFFFFFFF
        }

    def _decode_run(self, m: array[int], at: int) -> Run:
        code, step, me, who, act, stage, bound, waits, ask = m[at : at + len(RUN)]
        memory = tuple(
            self._decode_place(m, at + self.memory.run_memory + place.at, place)
            for place in (self.memory.frames[code] if code >= 0 else ())
        )
        pending = None
        if waits == ASKED:
            pending = self._decode_asked(m, at, self.memory.asks[ask])
        elif waits == DRAWN:
            pending = self._decode_drawn(m, at, self.memory.engine.codes[code].code.steps[step])
        return Run(code, step, me, who, act, memory, stage, bool(bound), pending)

    def _decode_place(self, m: array[int], at: int, place: RunPlace) -> Any:
        if m[at] == NONE:
            return None
        decode = self.texts.decode
        if place.kind == "number":
            return decode(m[at])
        if place.kind == "list":
            return tuple(map(decode, _read(m, at)))
        return tuple(
            tuple(map(decode, _read(m, at + 1 + number * (1 + place.limit))))
            for number in range(m[at])
        )

    def _decode_asked(self, m: array[int], at: int, asking: RoomForAsking) -> Pending:
        askers = _read(m, at + self.memory.run_askers)
        many = len(askers)
        decode = bool if asking.ask.kind == "boolean" else self.texts.decode

        def lists(first: int) -> tuple[tuple[Any, ...], ...]:
            return tuple(
                tuple(map(decode, _read(m, at + first + number * asking.stride)))
                for number in range(many)
            )

        def numbers(first: int) -> tuple[int, ...]:
            return tuple(m[at + first : at + first + many])

        return Pending(
            askers,
            lists(self.memory.run_pools),
            lists(self.memory.run_picks),
            numbers(self.memory.run_least),
            numbers(self.memory.run_most),
            tuple(map(bool, numbers(self.memory.run_ready))),
        )

    def _decode_drawn(self, m: array[int], at: int, step: ProgramStep) -> Pending:
        first = at + self.memory.run_outcomes + 1
        pairs = m[first : first + 2 * m[first - 1]]
        kind = self.world.definition.types[step.chance].node
        decode = bool if tag(kind) == "booleanChance" else self.texts.decode
        values = list(map(decode, pairs[::2]))
        texts = chance_texts(self.world, step.chance, values)
        return Pending(outcomes=tuple(zip(texts, pairs[1::2], values, strict=True)))


def _write(m: array[int], at: int, things: Any) -> None:
    m[at] = len(things)
    m[at + 1 : at + 1 + len(things)] = array("q", things)


def _read(m: array[int], at: int) -> tuple[int, ...]:
    return tuple(m[at + 1 : at + 1 + m[at]])
