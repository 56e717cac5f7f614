"""Rules that are asked questions, as Prolog is: the heart of the asking engine.

A program goes in. A *question* is a relation with terms, some of them unknown; it is answered on an
:class:`Occasion` (in a state, perhaps with a move made in it). Answers are kept where what they
depend on is the same: for good, for a state, or for a move. Recursion that asks itself again gets
what was found so far, and is asked until nothing new is found.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl.asking.cells import FIRST, WEIGHT, Cells, answer
from spielwerk.languages.gdl.asking.clauses import (
    NOTHING,
    AskedRule,
    Conditions,
    OpenQuestion,
    as_literal,
    look_up,
)
from spielwerk.languages.gdl.asking.numbers import Signature
from spielwerk.languages.gdl.asking.tables import Facts, Rows
from spielwerk.languages.gdl.asking.types import Types
from spielwerk.languages.gdl.program import (
    Atom,
    Literal,
    Not,
    Or,
    Program,
    Rule,
    Term,
    variables,
)

STATIC, STATE, STEP = range(3)
"""What the answers of a relation depend on: nothing, the state, the state and the move made."""

Answers: TypeAlias = Sequence[tuple[tuple[tuple[Any, ...], int], Any]]
"""Values with the number of unknowns left in them, and how often they were found."""
Memo: TypeAlias = dict[tuple[int, int, tuple[Any, ...]], Any]

_HOLDS, _ANSWERS, _COUNTED = range(3)
MAX_ANSWERS = 1_000_000
"""How many answers a question may have."""


class Occasion:
    """Where questions are asked: in a state, with the moves made in it."""

    __slots__ = ("does", "facts", "machine", "memos")

    def __init__(
        self, machine: Machine, facts: Facts, state: Memo, does: tuple[tuple[str, Term], ...] = ()
    ) -> None:
        self.machine = machine
        self.facts = facts
        self.does = does
        self.memos: tuple[Memo, Memo, Memo] = (machine.memo, state, {})


class Machine:
    """All relations of a program, ready to be asked."""

    conditions: type[Conditions] = Conditions
    weight: Any = 1
    """What a try weighs that no condition has been asked for yet."""
    may_recur = True
    """Whether a question may be asked again while it is answered."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.types = Types(program.rules)
        self.memo: Memo = {}
        self.unfinished = NOTHING
        """How deep the outermost question lies that was asked again while it was answered."""
        self.depth = 0
        self._rules: dict[Signature, list[Rule]] = {}
        for rule in program.rules:
            self._rules.setdefault(rule.head.signature, []).append(rule)
        self._levels = _levels(self._rules)
        self._predicates: dict[Signature, AskedRelation] = {}

    def settle(self) -> None:
        """No question is open any more, whether the last one was answered or given up."""
        self.unfinished, self.depth = NOTHING, 0

    def defines(self, relation: Signature) -> bool:
        """Whether the rules say something about a relation."""
        return relation in self._rules

    def level(self, relation: Signature) -> int:
        """What the answers of a relation depend on."""
        if relation == ("true", 1):
            return STATE
        return STEP if relation == ("does", 2) else self._levels.get(relation, STATIC)

    def found(self, frame: OpenQuestion, cells: Cells) -> bool:
        """All conditions of a rule hold: note an answer, and say whether it is enough."""
        key = answer(cells, frame.first, frame.count)
        frame.found[key] = frame.found.get(key, 0) + cells[WEIGHT]
        return frame.stop

    def once(self, found: Answers) -> Answers:
        """Answers where it does not matter how often they were found."""
        return [(values, 1) for values, _ in found]

    def predicate(self, relation: Signature) -> AskedRelation:
        """A relation, ready to be asked. Its rules are made ready when it is."""
        found = self._predicates.get(relation)
        if found is None:
            rules = self._rules.get(relation, [])
            found = AskedRelation(self, relation, rules, len(self._predicates))
            self._predicates[relation] = found
        return found


class AskedRelation:
    """A relation that can be asked."""

    def __init__(
        self, machine: Machine, relation: Signature, rules: Sequence[Rule], key: int
    ) -> None:
        self.machine = machine
        self.relation = relation
        self.level = machine.level(relation)
        facts = [rule for rule in rules if _is_fact(rule)]
        self.rows = Rows(rule.head.args for rule in facts)
        self.only_facts = len(facts) == len(rules)
        self._rules = [rule for rule in rules if not _is_fact(rule)]
        self._clauses: list[AskedRule] | None = None
        self._key = key

    @property
    def clauses(self) -> list[AskedRule]:
        if self._clauses is None:
            machine = self.machine
            self._clauses = [machine.conditions(machine, rule).clause() for rule in self._rules]
        return self._clauses

    def holds(self, scope: Occasion, question: tuple[Any, ...]) -> bool:
        """Whether the relation holds of these terms."""
        memo = scope.memos[self.level]
        key = (self._key, _HOLDS, question)
        known = memo.get(key)
        if known is None:
            frame = OpenQuestion(scope, stop=True)
            known = bool(self._answered(memo, key, frame, question))
        elif isinstance(known, _Open):
            known = bool(known.again().found)
        return bool(known)

    def answers(
        self, scope: Occasion, question: tuple[Any, ...], unknown: int, counting: bool = False
    ) -> Answers:
        """The values for the unknowns of a question."""
        memo = scope.memos[self.level]
        key = (self._key, _COUNTED if counting else _ANSWERS, question)
        known: Answers | None = memo.get(key)
        if known is None:
            frame = OpenQuestion(scope, counting, count=unknown)
            return self._answered(memo, key, frame, question)
        if isinstance(known, _Open):
            return list(known.again().found.items())
        return known

    def _answered(
        self, memo: Memo, key: tuple[int, int, tuple[Any, ...]], frame: OpenQuestion, question: Any
    ) -> Answers:
        """Answer a question that was not answered yet, and keep the answer."""
        machine = self.machine
        outside = machine.unfinished
        machine.unfinished = NOTHING
        machine.depth = depth = machine.depth + 1
        memo[key] = mine = _Open(machine, frame, depth)
        try:
            before = -1
            while before < len(frame.found):
                before = len(frame.found)
                self._try_all(frame, question)
                if frame.counting or (frame.stop and frame.found):
                    if machine.unfinished == depth and frame.counting:
                        raise _endless(self.relation)
                    break
                if machine.unfinished > depth or not mine.asked_again:
                    break
        finally:
            machine.depth = depth - 1
            del memo[key]
        found: Answers = list(frame.found.items())
        if not frame.counting:
            found = self.machine.once(found)
        if machine.unfinished >= depth or (frame.stop and found):
            memo[key] = bool(found) if frame.stop else found
            machine.unfinished = outside
        else:
            machine.unfinished = min(outside, machine.unfinished)
        return found

    def _try_all(self, frame: OpenQuestion, question: tuple[Any, ...]) -> None:
        if self.rows.all:
            frame.first = FIRST
            cells: Cells = [self.machine.weight, (), *[None] * frame.count]
            if look_up(self.rows, _as_cells(question), frame, cells, self.machine.found):
                return
        for clause in self.clauses:
            frame.first = FIRST + clause.size
            begun = clause.start(question, frame.count)
            if begun is not None:
                if clause.run(frame, begun):
                    return
                if len(frame.found) > MAX_ANSWERS:
                    raise _endless(self.relation)


class _Open:
    """A question that is being answered."""

    __slots__ = ("asked_again", "depth", "found_by", "machine")

    def __init__(self, machine: Machine, frame: OpenQuestion, depth: int) -> None:
        self.machine = machine
        self.found_by = frame
        self.depth = depth
        self.asked_again = False

    def again(self) -> OpenQuestion:
        """What was found so far; whoever uses it has not found all."""
        self.asked_again = True
        if self.found_by.counting or not self.machine.may_recur:
            raise LimitExceeded("A relation asks itself again with the same values, without end.")
        self.machine.unfinished = min(self.machine.unfinished, self.depth)
        return self.found_by


def _as_cells(term: Any) -> Any:
    if type(term) is int:
        return term + FIRST
    return term if type(term) is str else tuple([_as_cells(part) for part in term])


def _is_fact(rule: Rule) -> bool:
    return not rule.body and next(variables(rule.head), None) is None


def _endless(relation: Signature) -> LimitExceeded:
    return LimitExceeded(
        f"The relation {relation[0]} asks itself without end, or holds of more than "
        f"{MAX_ANSWERS:,} things."
    )


def _levels(rules: dict[Signature, list[Rule]]) -> dict[Signature, int]:
    """What the answers of each relation depend on."""
    uses = {
        relation: {used for rule in own for used in _used(rule.body)}
        for relation, own in rules.items()
    }
    levels = dict.fromkeys(rules, STATIC)
    changed = True
    while changed:
        changed = False
        for relation, used in uses.items():
            level = max((_level(levels, one) for one in used), default=STATIC)
            if level > levels[relation]:
                levels[relation] = level
                changed = True
    return levels


def _level(levels: dict[Signature, int], relation: Signature) -> int:
    if relation == ("does", 2):
        return STEP
    return STATE if relation == ("true", 1) else levels.get(relation, STATIC)


def _used(body: Iterable[Literal]) -> Iterable[Signature]:
    """The relations that conditions ask for, counted ones included."""
    for literal in body:
        match literal:
            case Not(inner):
                yield from _used((inner,))
            case Or(branches):
                for branch in branches:
                    yield from _used(branch)
            case Atom("count", args) if len(args) > 1:
                yield from _used(map(as_literal, args[1:]))
                yield literal.signature
            case Atom():
                yield literal.signature
