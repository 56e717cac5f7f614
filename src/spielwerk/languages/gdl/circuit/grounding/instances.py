"""Ground rules: the second half of grounding.

What can hold goes in (:mod:`.reach`), and what comes out is for every ground atom the list of
conjunctions of which one must hold. Atoms and the parts of split rules (:mod:`.split`) are all
*nodes*, numbered; a literal is twice the node's number, plus one where it is negated, and
conjunctions are the rows of arrays. Moves appear as sets: "the move made is one of these".
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl.circuit.grounding.flat import FlatAtom, FlatRule
from spielwerk.languages.gdl.circuit.grounding.reach import Extent, Grounding
from spielwerk.languages.gdl.circuit.grounding.split import (
    Condition,
    MoveIn,
    Solutions,
    SplitPlan,
    literals_of,
    plan,
)
from spielwerk.languages.gdl.circuit.grounding.tables import RowSet
from spielwerk.languages.gdl.program import Term, term_text

Literals = NDArray[np.int64]

_MAX_BITS = 200_000_000
"""How many places the sets of moves of one condition may have together."""


@dataclass(slots=True)
class InstanceNodes:
    """The nodes of one relation, or of one part of a split rule, and their ground rules."""

    first: int
    size: int
    blocks: list[tuple[Literals, Literals]] = field(default_factory=list)
    """Pairs of heads (nodes) and bodies (a row of literals each)."""
    uses: set[int] = field(default_factory=set)
    """The numbers of the groups that the bodies refer to."""


@dataclass(frozen=True, slots=True)
class MoveSet:
    """A node that holds where the move of ``role`` is one of ``moves`` (bit i for its move i)."""

    node: int
    role: int
    moves: int


class Instances:
    """All ground rules of a game."""

    def __init__(self, grounding: Grounding) -> None:
        self.grounding = grounding
        flat = grounding.flat
        self.nodes = 1
        self.leaves: dict[int, int] = {}
        """For each ``true`` and ``does`` relation the node of its first row."""
        self.groups: list[InstanceNodes] = []
        self.group_of: dict[int, int] = {}
        """For each derived relation that depends on state or moves its group."""
        self.move_sets: list[MoveSet] = []
        self.literals = 0
        """How many literals the bodies of ground rules have together."""
        self._largest = (0, "")
        for relation in flat.named("true", "does"):
            self.leaves[relation] = self._allot(len(grounding.extents[relation].rows))
        for relation in range(len(flat.relations)):
            if relation not in grounding.static and relation not in self.leaves:
                self.group_of[relation] = self._group(len(grounding.extents[relation].rows))
        self.facts = self._number_facts()
        """All facts with their nodes, sorted by text."""
        self.moves = self._number_moves()
        """For each role its moves with their nodes, sorted by text."""
        self._role_of = np.zeros(self.nodes, np.int64)
        self._place_of = np.zeros(self.nodes, np.int64)
        for role, moves in enumerate(self.moves):
            for place, (_, node) in enumerate(moves):
                self._role_of[node] = role
                self._place_of[node] = place

    def first(self, relation: int) -> int:
        """The node of the first row of a relation."""
        if relation in self.leaves:
            return self.leaves[relation]
        return self.groups[self.group_of[relation]].first

    def terms(self, relation: int) -> list[tuple[Term, ...]]:
        """The arguments of each row of a relation."""
        flat = self.grounding.flat
        rows = self.grounding.extents[relation].rows.tolist()
        return [flat.relations[relation].terms(flat.constants[c] for c in row) for row in rows]

    def add_facts(self, relation: int, rows: list[tuple[int, ...]]) -> None:
        """Ground facts of a relation that has rules, too."""
        group = self.groups[self.group_of[relation]]
        found = self.grounding.extents[relation].find(
            np.array(rows, np.int32).reshape(len(rows), -1)
        )
        group.blocks.append((group.first + found, np.zeros((len(rows), 0), np.int64)))

    def add_rule(self, rule: FlatRule) -> None:
        """Everything that a rule says, along the plan that takes the fewest gates."""
        solutions = Solutions(self.grounding, rule)
        if len(solutions.over(()).rows) == 0:
            return
        best = plan(self.grounding, rule, solutions)
        self._count(rule, literals_of(best, solutions))
        table = solutions.over(best.variables)
        relation = rule.head.relation
        number = self.group_of[relation]
        rows = self.grounding.extents[relation].find(table.values(rule.head.args))
        self._add_block(number, self.groups[number].first + rows, best, table, solutions)

    def _count(self, rule: FlatRule, literals: int) -> None:
        """Before a rule is spelt out: see whether there is room for it."""
        self.literals += literals
        if literals > self._largest[0]:
            self._largest = literals, str(rule)

        def largest() -> str:
            return f"{self._largest[0]:,} of them in {self._largest[1]}"

        self.grounding.meter.check_literals(self.literals, largest)

    def _add_block(
        self, number: int, heads: Literals, part: SplitPlan, table: RowSet, solutions: Solutions
    ) -> None:
        columns = [self._literals(term, table, solutions, number) for term in part.terms]
        empty = np.zeros((len(heads), 0), np.int64)
        bodies = np.stack(columns, axis=1) if columns else empty
        self.groups[number].blocks.append((heads, bodies))

    def _literals(
        self, term: Condition | MoveIn | SplitPlan, table: RowSet, solutions: Solutions, user: int
    ) -> Literals:
        """The literal of a term in each row of a table."""
        match term:
            case Condition(atom, negative):
                return self._atoms(atom, negative, table, user)
            case MoveIn(atom, variables) if atom.variables <= variables:
                return self._atoms(atom, False, table, user)
            case MoveIn(atom, variables):
                return self._sets(atom, variables, table, solutions)
        return self._part(term, table, solutions, user)

    def _atoms(self, atom: FlatAtom, negative: bool, table: RowSet, user: int) -> Literals:
        if atom.relation in self.group_of:
            self.groups[user].uses.add(self.group_of[atom.relation])
        rows = self.grounding.extents[atom.relation].find(table.values(atom.args))
        literals = 2 * (self.first(atom.relation) + rows) + negative
        always = np.int64(1)
        return np.where(rows < 0, always, literals) if negative else literals

    def _part(self, part: SplitPlan, table: RowSet, solutions: Solutions, user: int) -> Literals:
        radix = self.grounding.radix
        out = sorted(part.out)
        extent = Extent(len(out), radix)
        extent.add(solutions.over(part.out).columns(out))
        number = self._group(len(extent.rows))
        self.groups[user].uses.add(number)
        first = self.groups[number].first
        instances = solutions.over(part.variables)
        heads = first + extent.find(instances.columns(out))
        self._add_block(number, heads, part, instances, solutions)
        return 2 * (first + extent.find(table.columns(out)))

    def _sets(
        self, atom: FlatAtom, variables: frozenset[int], table: RowSet, solutions: Solutions
    ) -> Literals:
        """Nodes for "the role's move has these values", one for each row of values."""
        out = sorted(variables)
        extent = Extent(len(out), self.grounding.radix)
        extent.add(solutions.over(variables).columns(out))
        pairs = solutions.over(variables | atom.variables)
        groups = extent.find(pairs.columns(out))
        moves = self.first(atom.relation) + self.grounding.extents[atom.relation].find(
            pairs.values(atom.args)
        )
        role = int(self._role_of[moves[0]])
        if (bits_needed := len(extent.rows) * len(self.moves[role])) > _MAX_BITS:
            raise LimitExceeded(
                f"A rule has {len(extent.rows):,} sets of moves with {bits_needed:,} places; "
                f"the limit is {_MAX_BITS:,}."
            )
        member = np.zeros((len(extent.rows), len(self.moves[role])), np.bool_)
        member[groups, self._place_of[moves]] = True
        first = self._allot(len(extent.rows))
        packed = np.packbits(member, axis=1, bitorder="little")
        for number, row in enumerate(packed):
            bits = int.from_bytes(row.tobytes(), "little")
            self.move_sets.append(MoveSet(first + number, role, bits))
        return 2 * (first + extent.find(table.columns(out)))

    def _number_facts(self) -> list[tuple[Term, int]]:
        facts = [
            (fact, node)
            for relation in self.grounding.flat.named("true")
            for node, (fact,) in enumerate(self.terms(relation), self.leaves[relation])
        ]
        return sorted(facts, key=lambda fact: term_text(fact[0]))

    def _number_moves(self) -> list[list[tuple[Term, int]]]:
        moves: dict[Term, list[tuple[Term, int]]] = {r: [] for r in self.grounding.flat.roles}
        for relation in self.grounding.flat.named("does"):
            for node, (role, move) in enumerate(self.terms(relation), self.leaves[relation]):
                moves[role].append((move, node))
        for own in moves.values():
            own.sort(key=lambda move: term_text(move[0]))
        return list(moves.values())

    def _group(self, size: int) -> int:
        self.groups.append(InstanceNodes(self._allot(size), size))
        return len(self.groups) - 1

    def _allot(self, size: int) -> int:
        first = self.nodes
        self.nodes += size
        return first


def instantiate(grounding: Grounding) -> Instances:
    """All ground rules.

    :raises LimitExceeded: the budget does not suffice
    """
    instances = Instances(grounding)
    for relation, rows in grounding.flat.facts.items():
        if relation not in grounding.static:
            instances.add_facts(relation, rows)
    for rule in grounding.flat.rules:
        if rule.head.relation not in grounding.static:
            instances.add_rule(rule)
    return instances
