"""A boolean network that is simplified while it is built.

Nodes are numbered like those of a :class:`~.gates.Circuit` (the constant false, facts, moves),
followed by conjunctions of any width, by sets of moves, and by *loops*: nodes that stand for an
atom of a recursive group until its definition is known. A disjunction is a negated conjunction of
negated literals. Equal nodes are made once; what a conjunction already says is taken out of its
members; and since each role makes exactly one move, what depends on one role's move alone is
always a set of moves, never more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

FALSE = 0
TRUE = 1

_MAX_KNOWN = 200
"""How many literals that hold with a conjunction are remembered with it."""


class Network:
    """Conjunctions over literals (twice a node, plus one where negated)."""

    def __init__(self, facts: int, moves: Sequence[int]) -> None:
        self.facts = facts
        self.moves = tuple(moves)
        self.first_move = 1 + facts
        leaves = self.first_move + sum(moves)
        self.members: list[tuple[int, ...]] = [()] * leaves
        """For each conjunction its literals; nothing for all other nodes."""
        self.sets: dict[int, tuple[int, int]] = {}
        """Nodes that are sets of two moves or more: the role, and the moves as bits."""
        self.definitions: dict[int, int] = {}
        """For each loop the literal it stands for."""
        self._conjunctions: dict[tuple[int, ...], int] = {}
        self._consequences: dict[int, frozenset[int]] = {}
        self._set_nodes: dict[tuple[int, int], int] = {}
        self._implied: list[list[frozenset[int]]] = [[frozenset()] * count for count in moves]
        self._implying: dict[tuple[int, int], list[int]] = {}
        """The moves of a role that are legal only where a literal holds, in order."""
        self._implying_bits: dict[tuple[int, int], int] = {}
        self._implied_by: dict[tuple[int, int], frozenset[int]] = {}
        self._first = [self.first_move + sum(moves[:role]) for role in range(len(moves))]
        self._role_of = [role for role, count in enumerate(moves) for _ in range(count)]

    def loop(self) -> int:
        """A literal whose definition is given later."""
        self.members.append(())
        self.definitions[len(self.members) - 1] = FALSE
        return 2 * (len(self.members) - 1)

    def move_in(self, role: int, bits: int) -> int:
        """The role's move is one of those that ``bits`` says."""
        everything = (1 << self.moves[role]) - 1
        if bits == 0:
            return FALSE
        if bits == everything:
            return TRUE
        many, half = bits.bit_count(), self.moves[role] / 2
        negated = many > half or (many == half and not bits & 1)
        if negated:
            bits ^= everything
        if not bits & (bits - 1):
            return 2 * (self._first[role] + bits.bit_length() - 1) + negated
        node = self._set_nodes.get((role, bits))
        if node is None:
            node = self._set_nodes[role, bits] = len(self.members)
            self.members.append(())
            self.sets[node] = role, bits
        return 2 * node + negated

    def move_set(self, literal: int) -> tuple[int, int] | None:
        """The role and moves that a literal says, if it is a set of moves."""
        node = literal >> 1
        place = node - self.first_move
        if 0 <= place < len(self._role_of):
            role = self._role_of[place]
            bits = 1 << (node - self._first[role])
        elif node in self.sets:
            role, bits = self.sets[node]
        else:
            return None
        return role, bits ^ ((1 << self.moves[role]) - 1) if literal & 1 else bits

    def any_of(self, literals: Iterable[int]) -> int:
        """The disjunction."""
        return self.all_of(literal ^ 1 for literal in literals) ^ 1

    def all_of(self, literals: Iterable[int]) -> int:
        """The conjunction, in the simplest form that is easy to see."""
        gathered = self._gather(literals)
        if gathered is None:
            return FALSE
        if len(gathered) > 1:
            gathered = self._tidied(gathered)
            if gathered is None:
                return FALSE
        return self._conjunction(gathered)

    def _conjunction(self, gathered: set[int]) -> int:
        if not gathered:
            return TRUE
        if len(gathered) == 1:
            return gathered.pop()
        key = tuple(sorted(gathered))
        node = self._conjunctions.get(key)
        if node is None:
            node = self._conjunctions[key] = len(self.members)
            self.members.append(key)
        return 2 * node

    def _gather(self, literals: Iterable[int]) -> set[int] | None:
        """The literals without constants, one set of moves a role; none where they contradict."""
        gathered: set[int] = set()
        moves: dict[int, int] = {}
        for literal in literals:
            if literal == TRUE:
                continue
            if literal == FALSE or literal ^ 1 in gathered:
                return None
            if found := self.move_set(literal):
                role, bits = found
                moves[role] = moves.get(role, bits) & bits
            else:
                gathered.add(literal)
        for role, bits in moves.items():
            if bits == 0:
                return None
            if (literal := self.move_in(role, bits)) != TRUE:
                gathered.add(literal)
        return gathered

    def _tidied(self, gathered: set[int]) -> set[int] | None:
        """Without what the other literals already say; none where they contradict each other."""
        if not any(self.members[literal >> 1] or self.move_set(literal) for literal in gathered):
            return gathered
        known: set[int] = set()
        for literal in gathered:
            known |= self.consequences(literal)
        moves: dict[int, int] = {}
        for literal in gathered:
            if found := self.move_set(literal):
                role, bits = found
                moves[role] = bits
                known |= self.implied_by(role, bits)
        if not known.isdisjoint([literal ^ 1 for literal in known]):
            return None
        result: set[int] = set()
        for literal in gathered:
            if literal & 1 and (inner := self.members[literal >> 1]):
                literal = self._freed(literal, inner, known, moves)
            if literal == FALSE:
                return None
            if literal != TRUE:
                result.add(literal)
        for role, bits in moves.items():
            result -= self.implied_by(role, bits)
        return result if result == gathered else self._gather(result)

    def consequences(self, literal: int) -> frozenset[int]:
        """What holds where a literal does, as far as that shows by looking into conjunctions."""
        if literal & 1 or not self.members[literal >> 1]:
            return frozenset((literal,))
        found = self._consequences.get(literal)
        if found is None:
            members = self.members[literal >> 1]
            inner = frozenset().union(*(self.consequences(member) for member in members))
            found = inner | {literal} if len(inner) < _MAX_KNOWN else frozenset((literal, *members))
            self._consequences[literal] = found
        return found

    def _freed(
        self, literal: int, inner: tuple[int, ...], known: set[int], moves: dict[int, int]
    ) -> int:
        """A negated conjunction without those of its members that are known."""
        left: list[int] = []
        for member in inner:
            if member ^ 1 in known:
                return TRUE
            if member in known:
                continue
            if moves and (found := self.move_set(member)):
                role, bits = found
                mine = moves.get(role)
                if mine is not None:
                    if not mine & bits:
                        return TRUE
                    if not mine & ~bits:
                        continue
            left.append(member)
        if len(left) == len(inner):
            return literal
        gathered = self._gather(left)
        return TRUE if gathered is None else self._conjunction(gathered) ^ 1

    def learn_legality(self, role: int, implied: Sequence[frozenset[int]]) -> None:
        """Take note of what must hold where each of the role's moves is legal."""
        self._implied[role] = list(implied)
        for move, literals in enumerate(implied):
            for literal in literals:
                self._implying.setdefault((role, literal), []).append(move)

    def implied_by(self, role: int, bits: int) -> frozenset[int]:
        """What must hold where the role makes one of these moves."""
        some = self._implied[role][(bits & -bits).bit_length() - 1]
        if not some or not bits & (bits - 1):
            return some
        found = self._implied_by.get((role, bits))
        if found is None:
            found = frozenset(p for p in some if not bits & ~self._implying_of(role, p))
            self._implied_by[role, bits] = found
        return found

    def _implying_of(self, role: int, literal: int) -> int:
        """The moves of a role that are legal only where a literal holds, as bits."""
        found = self._implying_bits.get((role, literal))
        if found is None:
            places = bytearray(self.moves[role] // 8 + 1)
            for move in self._implying[role, literal]:
                places[move >> 3] |= 1 << (move & 7)
            found = self._implying_bits[role, literal] = int.from_bytes(places, "little")
        return found
