"""Puts the templates of a program together with the elements of a match.

The functions of the program are compiled, their tables filled and the fields connected. What comes
out knows which functions belong to each phase, state and action, and how a match begins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from traceback import extract_tb
from typing import Any

from spielwerk.core import Span
from spielwerk.languages.igold.builtins import BUILTINS, Builtins
from spielwerk.languages.igold.position import MatchPosition
from spielwerk.languages.igold.processor import (
    ActionCode,
    Code,
    CompiledGame,
    PhaseCode,
    StateCode,
    Way,
)
from spielwerk.languages.igold.world import ElementWorld, tables

Function = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class LinkedCode:
    """A run of operations with its functions."""

    code: Code
    functions: tuple[Function, ...]


class Templates:
    """The templates of a program, put together with the elements of a match."""

    def __init__(self, program: CompiledGame, world: ElementWorld) -> None:
        self.program = program
        self.world = world
        builtins = Builtins(program.sites)
        self.names: dict[str, Any] = {
            **BUILTINS,
            "counted": builtins.counted,
            "enlarged": builtins.enlarged,
            "product": builtins.product,
            "too_large": builtins.too_large,
            "need": builtins.need,
            "needed": builtins.needed,
            "only": builtins.only,
            "quotient": builtins.quotient,
            "remainder": builtins.remainder,
            "move": builtins.move,
            "move_many": builtins.move_many,
            "swap": builtins.swap,
        }
        assert program.code is not None
        exec(program.code, self.names)
        world.recompute = self.names["recompute"]
        self._connect()
        self.names |= tables(world, program.tables)
        self.codes: list[LinkedCode] = []
        self.phases: tuple[PhaseCode, ...] = program.phases
        self.states: list[tuple[int, StateCode, int]] = []
        """Phase, state and code of each phase state."""
        for number, phase in enumerate(program.phases):
            for state in phase.states:
                self.states.append((number, state, self._link(state.code)))
        self.states_of = [
            [n for n, (phase, _, _) in enumerate(self.states) if phase == number]
            for number in range(len(self.phases))
        ]
        self.phase_tests = [(n, *self._tests(one.ways)) for n, one in enumerate(self.phases)]
        self.state_tests = [
            [(n, *self._tests(self.states[n][1].ways)) for n in states] for states in self.states_of
        ]
        self._link_actions()
        self._reset = _reset_tables(world)

    def _link_actions(self) -> None:
        world = self.world
        self.actions: list[ActionCode] = [
            self.program.actions[one.type.id, one.host] for one in world.actions
        ]
        self.action_codes: dict[int, int] = {}
        linked: dict[int, int] = {}
        for number, action in enumerate(self.actions):
            if action.code is not None:
                if id(action.code) not in linked:
                    linked[id(action.code)] = self._link(action.code)
                self.action_codes[number] = linked[id(action.code)]
        self.stages: dict[tuple[str, str], list[tuple[StateCode, int]]] = {
            key: [(state, self._link(state.code)) for state in action.states]
            for key, action in self.program.actions.items()
        }
        self.legal_in = [self._legal_functions(state) for state in range(len(self.states))]
        self.legal_cost = len(world.actors) * sum(action.cost for action in self.actions)
        """Operations that asking for everybody's actions counts as, whoever may act."""

    def _legal_functions(self, state: int) -> list[Function]:
        """The functions that list actions, for those that could be executed in a phase state."""
        phase = self.states[state][0]
        live = {
            (one.type.id, one.host)
            for one in self.world.actions
            if one.host != "phase" or one.index == phase
        }

        def opens(gate: str) -> bool:
            found: bool = self.names[gate][state if gate.startswith("isa_phaseState") else phase]
            return found

        return [
            self.names[action.legal]
            for key, action in self.program.actions.items()
            if key in live and any(all(map(opens, gates)) for gates in action.gates)
        ]

    def _tests(self, ways: Sequence[Way]) -> tuple[tuple[Function, ...], int]:
        """What asks ways, and what that costs."""
        return tuple(self.names[way.test] for way in ways), sum(way.cost for way in ways)

    def _link(self, code: Code) -> int:
        functions = tuple(self.names.get(step.run, _nothing) for step in code.steps)
        self.codes.append(LinkedCode(code, functions))
        return len(self.codes) - 1

    @cached_property
    def _codes_of_steps(self) -> dict[int, int]:
        return {id(step): n for n, one in enumerate(self.codes) for step in one.code.steps}

    def code_of(self, step: Any) -> int:
        """The number of the code that a step belongs to; -1 where it is none."""
        return self._codes_of_steps.get(id(step), -1)

    def _connect(self) -> None:
        """Join fields; that needs the tables of the board, which are filled by it."""
        first = {k: v for k, v in self.program.tables.items() if v[0] not in _BOARD}
        self.names |= tables(self.world, first)
        bare = self.blank()
        self.world.board.connect(
            self.world,
            [
                (space, field, self._joins(bare, function), both, allowed)
                for space, field, function, both, allowed in self.program.connections
            ],
        )

    def _joins(self, bare: MatchPosition, function: str) -> Callable[[int], Sequence[int]]:
        return lambda space: tuple(self.names[function](bare, space, -1, -1, None))

    def blank(self) -> MatchPosition:
        """All elements in their places, before links name anything and any phase begins."""
        world = self.world
        s = MatchPosition()
        s.world = world
        s.values = [one.value for one in world.attributes]
        s.place = [one.index for one in world.objects]
        inside: list[list[int]] = [[] for _ in world.fields]
        for number, one in enumerate(world.objects):
            inside[one.index].append(number)
        s.inside = [tuple(each) for each in inside]
        s.holder = [one.index if one.host == "actor" else -1 for one in world.spaces]
        s.owner = [s.holder[world.fields[one.index].index] for one in world.objects]
        s.links = [() if one.value.many else -1 for one in world.links]
        return s

    def first_link(self, s: MatchPosition, number: int) -> None:
        one = s.world.links[number]
        name = self.program.first_links.get((one.type.id, one.id))
        s.links[number] = () if one.value.many else -1
        if name is not None:
            s.links[number] = self.names[name](s, one.index, -1, -1, None)

    def renew(self, s: MatchPosition, host: str, index: int) -> None:
        """Give the attributes and links of a phase, state or action their first values."""
        slots, links = self.lasting(host, index)
        for slot in slots:
            s.values[slot] = s.world.attributes[slot].value
        for link in links:
            self.first_link(s, link)

    def lasting(self, host: str, index: int) -> tuple[list[int], list[int]]:
        """The attributes and links that live as long as a phase, state or action."""
        return self._reset.get((host, index), ([], []))

    def guilty(self, problem: BaseException) -> tuple[Span, str] | None:
        """The action or way in whose function a problem was raised, and what it says."""
        places: dict[str, tuple[Span, str]] = {}
        for action in self.program.actions.values():
            places[action.legal] = places[action.actors] = (action.span, action.type.name)
        ways_into = [
            *((one.type.name, one.ways) for one in self.phases),
            *((s.name, s.ways) for phase in self.phases for s in phase.states),
            *((s.name, s.ways) for action in self.program.actions.values() for s in action.states),
        ]
        for name, ways in ways_into:
            places |= {way.test: (way.span, f"the way into {name}") for way in ways}
        frames = [frame.name for frame in extract_tb(problem.__traceback__)]
        return next((places[name] for name in reversed(frames) if name in places), None)


def _nothing(*_: Any) -> None:
    """Stands for steps that have no function of their own."""


def _reset_tables(world: ElementWorld) -> dict[tuple[str, int], tuple[list[int], list[int]]]:
    """The attributes and links that live only as long as a phase, state or action."""
    found: dict[tuple[str, int], tuple[list[int], list[int]]] = {}
    for series, elements in enumerate((world.attributes, world.links)):
        for number, one in enumerate(elements):
            if one.host in ("phase", "phaseState", "action"):
                found.setdefault((one.host, one.index), ([], []))[series].append(number)
    return found


_BOARD = frozenset(["next fields", "path", "reach", "shift", "advance", "row", "column", "step"])
"""The tables that only a connected board can fill."""
