"""Matches in native code: one position at a time, in memory of its own.

:class:`NativeEngine` makes the code of a game, or takes it from disk; :class:`NativeMatches` plays
with it. What the code cannot do (a fault of the rules, a number too large, too long a list) it
leaves to the reference engine: the choices so far are repeated there, and the match goes on.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, cast

from spielwerk.core import (
    CHANCE,
    Chance,
    Joint,
    Move,
    NativeCode,
    Open,
    Over,
    Role,
    State,
    TargetProcessor,
    digest,
    keep,
    llvm,
    random_event,
    recall,
)
from spielwerk.languages.igold.native.assembly import Assembly
from spielwerk.languages.igold.native.coding import Coding
from spielwerk.languages.igold.native.emitting import CannotLower
from spielwerk.languages.igold.native.memory import MatchMemory
from spielwerk.languages.igold.position import MatchPosition

if TYPE_CHECKING:
    from spielwerk.languages.igold.engine import MatchEngine
    from spielwerk.languages.igold.game import IgoldState
    from spielwerk.languages.igold.sight import SightTables

_INLINED = 25
"""Functions smaller than about so many instructions are put where they are called."""
_LONGEST = 200_000
"""Lines of LLVM; more would take minutes to compile."""
_BAILED, _RANDOM = 0, 1
"""The places that say that something could not be done, and what random matches draw from."""


class NativeEngine:
    """The code of a game: made once, or taken from disk."""

    def __init__(self, engine: MatchEngine, sight: SightTables) -> None:
        """:raises CannotLower: the rules use something that has no native form"""
        self.memory = MatchMemory(engine)
        text = Assembly(self.memory, sight).text()
        self.lines = text.count("\n")
        """How much it is, in instructions."""
        if self.lines > _LONGEST:
            raise CannotLower(f"rules so long that they make {self.lines:,} instructions")
        processor = TargetProcessor.here()
        key = digest("igold", processor.version, text)
        code = recall("kernels", key)
        if code is None:
            code = _compile(text, processor)
            keep("kernels", key, code)
        self.code = NativeCode(code, processor)

    def matches(self) -> NativeMatches:
        """Room for matches; each thread needs its own."""
        return NativeMatches(self.memory, self.code)


def _compile(text: str, processor: TargetProcessor) -> bytes:
    module = llvm().parse_assembly(text)
    module.verify()
    machine = processor.machine(1)
    tuning = llvm().create_pipeline_tuning_options(speed_level=1)
    tuning.inlining_threshold = _INLINED
    tuning.loop_unrolling = tuning.loop_interleaving = False
    tuning.loop_vectorization = tuning.slp_vectorization = False
    builder = llvm().create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


class NativeMatches:
    """Plays matches of a game, one after another."""

    def __init__(self, memory: MatchMemory, code: NativeCode) -> None:
        self.memory = memory
        self.coding = Coding(memory)
        self._code = code
        self._m = array("q", bytes(8 * memory.size))
        self._adopt = self._function("adopt")
        self._begin = self._function("begin")
        self._settle = self._function("settle")
        self._turn = self._function("turn")
        self._list_moves = self._function("list_moves", 1)
        self._carry_out = self._function("carry_out", 4)
        self._draw = self._function("draw_outcome", 1)
        self._judge = self._function("judge")
        self._play_all = self._function("play_all", 3)

    def _function(self, name: str, arguments: int = 0) -> Callable[..., int]:
        kind = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, *[ctypes.c_int64] * arguments)
        function, at = kind(self._code.address(name)), self._m.buffer_info()[0]
        return lambda *given: function(at, *given)

    # One position

    def adopt(self, s: MatchPosition) -> None:
        """Go on from a position of the reference engine.

        :raises CannotLower: it holds something that has no native form
        """
        saved = self.memory.saved
        self._m[:saved] = self.coding.encode(s)[:saved]
        self._adopt()

    def position(self) -> MatchPosition:
        """The position, as the reference engine has it."""
        return self.coding.decode(self._m)

    @property
    def bailed(self) -> bool:
        """Whether something could not be done: the position means nothing then."""
        return bool(self._m[_BAILED])

    def turn(self) -> tuple[type[Over | Joint | Open | Chance], tuple[int, ...]]:
        """Who chooses: the kind of the turn, and the numbers of the roles."""
        found = self._turn()
        kinds = (Over, Joint, Open, Chance)
        return kinds[found & 3], tuple(_bits(found >> 2))

    def moves(self, who: int) -> int:
        """How many moves a role has; their order is that of :meth:`State.legal`."""
        return self._list_moves(who)

    def play(self, choices: Mapping[int, int]) -> None:
        """Let roles make the moves of these numbers, and all happen that follows."""
        deeds = []
        for who, number in sorted(choices.items()):
            self._list_moves(who)
            first = self.memory.moves + 1 + 3 * number
            deeds.append((who, *self._m[first : first + 3]))
        self._begin()
        for deed in deeds:
            self._carry_out(*deed)
        self._settle()

    def draw(self, outcome: int) -> None:
        """Let chance draw its outcome of this number, and all happen that follows."""
        self._begin()
        self._draw(outcome)
        self._settle()

    def outcome(self) -> tuple[int, ...]:
        """What each actor got, where the match is over."""
        self._judge()
        first = self.memory.outcome
        return tuple(self._m[first : first + self.memory.actors])

    # Random matches

    def mean_outcome(
        self, state: State, seed: int, *, matches: int, steps: int
    ) -> tuple[float, ...] | None:
        """See :class:`spielwerk.core.RandomMatches`."""
        state = cast("IgoldState", state)
        if isinstance(state.turn, Over):
            return tuple(map(float, state.outcome().values()))
        rng = Random(seed)
        found = list(self._sums(state, rng, matches, steps))
        many = sum(count for count, _ in found)
        if not many:
            return None
        return tuple(sum(one) / many for one in zip(*(sums for _, sums in found), strict=True))

    def from_the_beginning(self, seed: int, *, matches: int, steps: int) -> tuple[int, list[int]]:
        """Whole random matches, each with another seed, until one bails out.

        What comes back is how many ended, and what each actor got in all of them together.
        """
        self.adopt(self.memory.engine.begun())
        self._m[_RANDOM] = seed
        ended = self._play_all(matches, steps, 1)
        return ended, list(self._m[self.memory.sums : self.memory.sums + self.memory.actors])

    def _sums(
        self, state: IgoldState, rng: Random, matches: int, steps: int
    ) -> Iterator[tuple[int, Sequence[int]]]:
        """How many matches ended, and what they brought together, piece by piece."""
        try:
            self.adopt(state.position)
        except CannotLower:
            yield _played_on(state, rng, (), steps)
            return
        memory, m = self.memory, self._m
        m[_RANDOM] = rng.getrandbits(62)
        while matches > 0:
            ended = self._play_all(matches, steps, 0)
            yield ended, m[memory.sums : memory.sums + memory.actors]
            if not self.bailed:
                return
            matches -= m[memory.played] + 1
            first = memory.trace + 1
            choices = m[first : first + m[memory.trace]]
            yield _played_on(state, rng, choices, steps)


def _played_on(
    state: IgoldState, rng: Random, choices: Sequence[int], steps: int
) -> tuple[int, Sequence[int]]:
    """A match on the reference engine, which begins with these choices."""
    left = iter(choices)
    roles = state.game.roles
    for _ in range(steps):
        if isinstance(state.turn, Over):
            return 1, tuple(state.outcome().values())
        moves = _repeated(state, left) or random_event(state, rng).moves
        state = state.played(moves)
    return 0, (0,) * len(roles)


def _repeated(state: IgoldState, left: Iterator[int]) -> dict[Role, Move] | None:
    """What was chosen natively in a state; nothing where that is as far as it went."""
    roles = state.game.roles
    try:
        match state.turn:
            case Chance():
                return {CHANCE: state.legal(CHANCE)[next(left)]}
            case Open():
                role = roles[next(left)]
                return {role: state.legal(role)[next(left)]}
            case Joint(choosing):
                return {role: state.legal(role)[next(left)] for role in roles if role in choosing}
    except (StopIteration, IndexError):
        pass
    return None


def _bits(number: int) -> Iterator[int]:
    return (bit for bit in range(number.bit_length()) if number >> bit & 1)
