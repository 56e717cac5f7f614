"""Looks for states that could have no successor, or several, before any match is played.

For every state of a phase (and every phase) the rules of all transitions are put side by side. What
the state itself decides is filled in; every other rule may hold or fail, as long as it does not
contradict another. Where such a choice leads to none or several, that is a warning with the choice
as an example. Rules can depend on each other in ways that are not seen here, so a warning is a
question to the author, not a verdict.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from spielwerk.core import say
from spielwerk.languages.igold.limits import COMBINATIONS
from spielwerk.languages.igold.model import Problems
from spielwerk.languages.igold.processor import CompiledGame, PhaseCode, Traced, Way
from spielwerk.languages.igold.source import Node, tag

_ATOMS = 10
"""How many open rules are tried in all combinations."""

_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.NotEq: ast.Eq,
    ast.NotIn: ast.In,
    ast.IsNot: ast.Is,
}

Choice: TypeAlias = Mapping[str, bool]
Known: TypeAlias = Callable[[str], bool | None]


@dataclass(frozen=True, slots=True)
class _Formula:
    """A test taken apart: all or any of its parts, or else one rule or its opposite."""

    parts: tuple[_Formula, ...] = ()
    all: bool = True
    atom: str = ""
    positive: bool = True

    def atoms(self) -> Iterator[tuple[str, bool]]:
        """The rules in it, and whether it means them or their opposites."""
        if self.atom:
            yield self.atom, self.positive
        for part in self.parts:
            yield from part.atoms()

    def holds(self, choice: Choice) -> bool:
        """Whether it holds where rules hold or fail like this."""
        if self.atom:
            return choice[self.atom] == self.positive
        return (all if self.all else any)(part.holds(choice) for part in self.parts)


def _formula(test: ast.expr, positive: bool = True) -> _Formula:
    if isinstance(test, ast.BoolOp):
        parts = tuple(_formula(part, positive) for part in test.values)
        return _Formula(parts, isinstance(test.op, ast.And) == positive)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _formula(test.operand, not positive)
    atom, meant = _normal(test)
    return _Formula(atom=atom, positive=meant == positive)


@dataclass(frozen=True, slots=True)
class _Target:
    name: str
    test: _Formula
    atoms: Mapping[str, bool]
    """The open rules it consists of, and whether it means them or their opposites."""
    words: Mapping[str, tuple[str, bool]]
    """What the open rules say, and whether they say it or its opposite."""


@dataclass(slots=True)
class _Budget:
    """How many combinations may still be tried."""

    left: int = COMBINATIONS

    def suffices(self, combinations: int) -> bool:
        """Whether so many more may be tried, which are taken then."""
        if combinations > self.left:
            return False
        self.left -= combinations
        return True


def ask_for_successors(program: CompiledGame) -> None:
    """Add warnings about a program to the problems of its definition."""
    problems, budget = program.definition.problems, _Budget()
    bodies = _bodies(program.source)
    phases = [_target(phase.type.name, phase.ways, bodies) for phase in program.phases]
    for phase in program.phases:
        node = phase.type.node
        if not _ends_game(node):
            known = _knowing("isa_phase_", phase.type.ids, program, begun=True)
            _report(problems, budget, node, "phase", phase.type.name, phases, known, none=True)
        _ask_states(program, phase, bodies, problems, budget)


def _ask_states(
    program: CompiledGame,
    phase: PhaseCode,
    bodies: Mapping[str, ast.expr],
    problems: Problems,
    budget: _Budget,
) -> None:
    targets = [_target(state.name, state.ways, bodies) for state in phase.states]
    types = program.definition.types
    actions = program.definition.of_kind("action")
    actions_finish = any(_mentions(one.node, _FINISHING) for one in actions)
    for state in phase.states:
        node = types[state.id].node
        chain = [types[one].node for one in state.ids]
        if any(_always(one, _FINISHING) for one in chain):
            continue
        may_finish = actions_finish or any(_mentions(one, _FINISHING) for one in chain)
        known = _knowing("isa_phaseState_", state.ids, program, begun=_starts(phase))
        _report(problems, budget, node, "state", state.name, targets, known, none=not may_finish)


_FINISHING = ("setCurrentPhaseExecutionFinished", "finishGame", "operationReference")


def _starts(phase: PhaseCode) -> bool:
    """Whether the phase is declared started by whatever state comes first."""
    return any(
        step.text == "the phase has started" for state in phase.states for step in state.code.steps
    )


def _mentions(node: Node, names: Sequence[str]) -> bool:
    return any(tag(one) in names for one in node.iter("{*}*"))


def _always(node: Node, names: Sequence[str]) -> bool:
    """Whether an operation stands outside any condition, loop or selection."""
    free = {"operations", "phaseOperation", "gameOperation", "phaseState", "abstractPhaseState"}
    for one in node.iter("{*}*"):
        if tag(one) in names:
            above = [tag(up) for up in one.iterancestors()]
            inside = above[: above.index("phaseStates")] if "phaseStates" in above else above
            if set(inside) <= free:
                return True
    return False


def _ends_game(node: Node) -> bool:
    return _mentions(node, ("finishGame",))


def _bodies(source: str) -> dict[str, ast.expr]:
    """What each function of the program returns."""
    found = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and isinstance(node.body[0], ast.Return):
            value = node.body[0].value
            if value is not None:
                found[node.name] = value
    return found


def _target(name: str, ways: Sequence[Way], bodies: Mapping[str, ast.expr]) -> _Target:
    test = ast.BoolOp(ast.Or(), [bodies[way.test] for way in ways] or [ast.Constant(False)])
    words: dict[str, tuple[str, bool]] = {}
    for way in ways:
        for rule in way.rules:
            _name_atoms(rule, bodies, words)
    formula = _formula(test)
    return _Target(name, formula, dict(formula.atoms()), words)


def _name_atoms(
    rule: Traced, bodies: Mapping[str, ast.expr], words: dict[str, tuple[str, bool]]
) -> None:
    """Give the atoms of a rule its words, where it is about one; else those of its parts."""
    for part in rule.parts:
        _name_atoms(part, bodies, words)
    atoms = dict(_formula(bodies[rule.test]).atoms())
    if len(atoms) == 1:
        ((atom, positive),) = atoms.items()
        words.setdefault(atom, (rule.text, positive))


def _knowing(table: str, ids: Sequence[str], program: CompiledGame, *, begun: bool) -> Known:
    """What is decided by where one comes from."""
    names = {
        name: key[2] in ids
        for name, key in program.tables.items()
        if key[0] == "isa" and name.startswith(table)
    }
    facts = {"s.phase < 0": False, "s.state < 0": False}
    if begun:
        facts["s.started"] = True
    facts["s.finished"] = table == "isa_phase_"

    def known(atom: str) -> bool | None:
        base = atom.partition("[")[0]
        return names.get(base, facts.get(atom))

    return known


def _normal(test: ast.expr) -> tuple[str, bool]:
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        opposite = _OPPOSITE.get(type(test.ops[0]))
        if opposite is not None:
            turned = ast.Compare(test.left, [opposite()], test.comparators)
            return _plain(ast.unparse(turned)), False
    return _plain(ast.unparse(test)), True


def _plain(text: str) -> str:
    """Without the numbers of places in the file, and with loop variables by order."""
    text = re.sub(r"(?<=, )\d+\)", "_)", text)
    names: dict[str, str] = {}
    return re.sub(
        r"\b[afops]\d+\b", lambda found: names.setdefault(found[0], f"v{len(names)}"), text
    )


def _report(
    problems: Problems,
    budget: _Budget,
    node: Node,
    what: str,
    name: str,
    targets: Sequence[_Target],
    known: Known,
    *,
    none: bool,
) -> None:
    met = [atom for target in targets for atom in target.atoms]
    atoms = [atom for atom in dict.fromkeys(met) if atom not in ("True", "False")]
    decided = {atom: value for atom in atoms if (value := known(atom)) is not None}
    decided |= {"True": True, "False": False}
    relevant = [t for t in targets if _possible(t, atoms, decided, budget)]
    open_atoms = [
        atom for atom in atoms if atom not in decided and any(atom in t.atoms for t in relevant)
    ]
    if len(open_atoms) > _ATOMS or not budget.suffices(2 ** len(open_atoms) * len(relevant)):
        return
    rest = {atom: False for atom in atoms if atom not in decided}
    words = {atom: said for target in targets for atom, said in target.words.items()}
    seen = set()
    for values in product((True, False), repeat=len(open_atoms)):
        choice = {**rest, **decided, **dict(zip(open_atoms, values, strict=True))}
        if not _consistent(open_atoms, choice):
            continue
        found = [t.name for t in relevant if t.test.holds(choice)]
        kind = "none" if not found else "several"
        if len(found) == 1 or kind in seen or (kind == "none" and not none):
            continue
        seen.add(kind)
        example = " and ".join(_said(words, atom, choice[atom]) for atom in open_atoms)
        follow = say("several ({names})", names=", ".join(found)) if found else say("no")
        when = say(", if {example}", example=example) if example else ""
        problems.warn(
            "igold-successors",
            node,
            say(
                "After the {what} '{name}' {follow} {what}s could follow{when}.",
                what=say(what),
                name=name,
                follow=follow,
                when=when,
            ),
            "Exactly one must; if the rules never come to that, all is well.",
        )


def _said(words: Mapping[str, tuple[str, bool]], atom: str, value: bool) -> str:
    text, positive = words.get(atom, (atom, True))
    return f'"{text}" {"holds" if value == positive else "fails"}'


def _possible(target: _Target, atoms: Sequence[str], decided: Choice, budget: _Budget) -> bool:
    """Whether a target can hold at all, given what is decided; unsure ones count."""
    mine = [a for a in target.atoms if a not in decided]
    if len(mine) > _ATOMS or not budget.suffices(2 ** len(mine)):
        return True
    return any(
        target.test.holds({**decided, **dict(zip(mine, values, strict=True))})
        for values in product((True, False), repeat=len(mine))
    )


def _consistent(atoms: Sequence[str], choice: Choice) -> bool:
    """Whether no thing is said to equal two different constants."""
    equal: dict[str, str] = {}
    for atom in atoms:
        left, sign, right = atom.rpartition(" == ")
        if sign and choice[atom] and equal.setdefault(left, right) != right:
            return False
    return True
