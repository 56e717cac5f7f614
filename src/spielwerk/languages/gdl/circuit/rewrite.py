"""Networks made smaller: the same outputs from fewer and simpler nodes.

:func:`settled` finds facts and moves that never change or never occur, :func:`rewritten` builds a
network anew without them, with factors taken out of sums of products, and with what the legality
of a move already says taken out of what depends on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import combinations

from spielwerk.languages.gdl.circuit.construct import Outputs
from spielwerk.languages.gdl.circuit.network import FALSE, TRUE, Network


def sorted_nodes(network: Network, roots: Iterable[int]) -> list[int]:
    """The nodes below these literals, each after those it is made of.

    Definitions of loops are below, too, but a loop comes before its definition.
    """
    done: set[int] = set()
    order: list[int] = []
    stack = [literal >> 1 for literal in roots]
    stack.reverse()
    loops: list[int] = []
    while stack or loops:
        if not stack:
            stack.append(network.definitions[loops.pop()] >> 1)
        node = stack.pop()
        if node < 0:
            order.append(~node)
        elif node not in done:
            done.add(node)
            stack.append(~node)
            stack.extend(literal >> 1 for literal in network.members[node])
            if node in network.definitions:
                loops.append(node)
    return order


def size(network: Network, roots: Iterable[int]) -> int:
    """How many gates of two inputs it takes, sets of moves aside, if none are shared."""
    widths = (len(network.members[node]) for node in sorted_nodes(network, roots))
    return sum(width - 1 for width in widths if width)


def settled(
    network: Network, outputs: Outputs, initial: Sequence[bool]
) -> tuple[dict[int, bool], set[int]]:
    """Facts that have one value in all reachable states, and moves that are never legal.

    States are followed in three values (true, false, either) from the initial one: a fact that may
    change becomes *either* and stays so, until nothing changes any more. Facts are numbered as
    nodes, and so are moves.
    """
    values = _Values(network, outputs, initial)
    values.run()
    facts = {
        fact: value == 1
        for fact in range(1, network.first_move)
        if (value := values.of[fact]) != _EITHER
    }
    never = {
        network.first_move + number
        for number, legal in enumerate(literal for moves in outputs.legal for literal in moves)
        if values.literal(legal) == 0
    }
    return facts, never


_EITHER = 2
_MAX_FACTORS = 8
"""Products of more factors than this are not searched for shorter ones."""


class _Values:
    """Three-valued simulation in which every node changes at most once: to *either*."""

    def __init__(self, network: Network, outputs: Outputs, initial: Sequence[bool]) -> None:
        self.network = network
        self.of = [0] * len(network.members)
        self.false = [0] * len(network.members)
        """How many members of a conjunction are false."""
        self.either = [0] * len(network.members)
        """How many members of a conjunction are either."""
        self.users: dict[int, list[int]] = {}
        """For each node the literals it has in conjunctions: twice the conjunction, plus one."""
        self.sets_of: dict[int, list[int]] = {}
        """For each move the sets it belongs to."""
        self.watched: dict[int, list[tuple[int, int]]] = {}
        """For each node the facts, moves and loops that a literal of it decides on."""
        for fact, value in enumerate(initial, 1):
            self.of[fact] = int(value)
        for node in sorted_nodes(network, outputs):
            self.enter(node)
        legal = [literal for moves in outputs.legal for literal in moves]
        self.leaves = [*enumerate(outputs.next, 1), *enumerate(legal, network.first_move)]
        self.leaves += network.definitions.items()
        for leaf, literal in self.leaves:
            self.watched.setdefault(literal >> 1, []).append((leaf, literal))

    def enter(self, node: int) -> None:
        """Note who uses what, and the value at the start, when no move may be made yet."""
        for literal in self.network.members[node]:
            self.users.setdefault(literal >> 1, []).append(2 * node + (literal & 1))
            self.false[node] += self.literal(literal) == 0
        if self.network.members[node]:
            self.of[node] = int(self.false[node] == 0)
        elif node in self.network.sets:
            role, bits = self.network.sets[node]
            first = self.network.first_move + sum(self.network.moves[:role])
            for place in places(bits):
                self.sets_of.setdefault(first + place, []).append(node)

    def run(self) -> None:
        todo: list[int] = []
        for leaf, literal in self.leaves:
            self.look(leaf, literal, todo)
        while todo:
            node, was = divmod(todo.pop(), 2)
            for use in self.users.get(node, ()):
                self.false[use >> 1] -= was == use & 1
                self.either[use >> 1] += 1
                if self.false[use >> 1] == 0:
                    self.change(use >> 1, todo)
            for owner in self.sets_of.get(node, ()):
                self.change(owner, todo)
            for leaf, literal in self.watched.get(node, ()):
                self.look(leaf, literal, todo)

    def look(self, leaf: int, literal: int, todo: list[int]) -> None:
        if self.literal(literal) != self.of[leaf]:
            self.change(leaf, todo)

    def change(self, node: int, todo: list[int]) -> None:
        """From now on the node may have either value."""
        if self.of[node] != _EITHER:
            todo.append(2 * node + self.of[node])
            self.of[node] = _EITHER

    def literal(self, literal: int) -> int:
        value = self.of[literal >> 1]
        return value if value == _EITHER else value ^ (literal & 1)


def rewritten(
    network: Network,
    outputs: Outputs,
    facts: Mapping[int, bool] = {},
    never: Iterable[int] = (),
) -> tuple[Network, Outputs]:
    """The same outputs, made anew.

    ``facts`` are nodes of facts with a value they always have: those never true lose their place
    among facts and outputs. ``never`` are nodes of moves that are left out.
    """
    return _Rewriter(network, outputs, facts, frozenset(never)).run()


class _Rewriter:
    def __init__(
        self, old: Network, outputs: Outputs, facts: Mapping[int, bool], never: frozenset[int]
    ) -> None:
        self.old = old
        self.kept_facts = [f for f in range(1, old.first_move) if facts.get(f) is not False]
        self.kept_moves: list[list[int]] = []
        first = old.first_move
        for count in old.moves:
            self.kept_moves.append([m for m in range(count) if first + m not in never])
            first += count
        self.outputs = Outputs(
            tuple(
                tuple(moves[place] for place in kept)
                for moves, kept in zip(outputs.legal, self.kept_moves, strict=True)
            ),
            tuple(outputs.next[fact - 1] for fact in self.kept_facts),
            outputs.terminal,
            outputs.goals,
            outputs.sees,
        )
        self.new = Network(len(self.kept_facts), [len(moves) for moves in self.kept_moves])
        self.literals: dict[int, int] = {FALSE: FALSE}
        for number, fact in enumerate(self.kept_facts, 1):
            self.literals[fact] = 2 * number
        for fact, value in facts.items():
            self.literals[fact] = TRUE if value else FALSE
        self.uses: Counter[int] = Counter()
        self.absorbed: set[int] = set()

    def run(self) -> tuple[Network, Outputs]:
        legal = [literal for moves in self.outputs.legal for literal in moves]
        order = sorted_nodes(self.old, [*legal, *self.outputs])
        self.count_uses(order)
        before_moves = set(sorted_nodes(self.old, legal))
        for node in order:
            if node in self.old.definitions:
                self.define(node)
        for node in order:
            if node in before_moves:
                self.build(node)
        self.learn_legality()
        for node in order:
            if node not in before_moves:
                self.build(node)
        for loop, definition in self.old.definitions.items():
            if self.literals.get(loop, TRUE) >> 1 in self.new.definitions:
                self.new.definitions[self.literals[loop] >> 1] = self.literal(definition)
        return self.new, self.outputs.mapped(self.literal)

    def count_uses(self, order: Iterable[int]) -> None:
        for node in order:
            self.uses.update(literal >> 1 for literal in self.old.members[node])
        self.uses.update(literal >> 1 for literal in self.outputs)
        self.uses.update(literal >> 1 for literal in self.old.definitions.values())
        for node in order:
            for literal in self.old.members[node]:
                inner = literal >> 1
                if not literal & 1 and self.uses[inner] == 1 and self.old.members[inner]:
                    self.absorbed.add(inner)

    def define(self, loop: int) -> None:
        """A loop stays one unless its definition turned out to be simpler than that."""
        definition = self.old.definitions[loop]
        if definition <= TRUE:
            self.literals[loop] = definition
        else:
            self.literals[loop] = self.new.loop()

    def literal(self, literal: int) -> int:
        return self.literals[literal >> 1] ^ (literal & 1)

    def build(self, node: int) -> None:
        if node in self.literals or node in self.absorbed:
            return
        if found := self.old.move_set(2 * node):
            role, bits = found
            self.literals[node] = self.new.move_in(role, self.moved(role, bits))
        else:
            self.literals[node] = self.conjunction(node)

    def moved(self, role: int, bits: int) -> int:
        if len(self.kept_moves[role]) == self.old.moves[role]:
            return bits
        return sum(1 << new for new, old in enumerate(self.kept_moves[role]) if bits >> old & 1)

    def conjunction(self, node: int) -> int:
        plain: list[int] = []
        products: list[frozenset[int]] = []
        for literal in self.flat_members(node):
            new = self.literal(literal)
            members = self.new.members[new >> 1]
            if new & 1 and members and self.uses[literal >> 1] == 1:
                products.append(frozenset(members))
            else:
                plain.append(new)
        if len(products) > 1:
            plain.append(self.sum_of(products) ^ 1)
        else:
            plain.extend(self.new.all_of(product) ^ 1 for product in products)
        return self.new.all_of(plain)

    def flat_members(self, node: int) -> Iterator[int]:
        stack = list(self.old.members[node])
        while stack:
            literal = stack.pop()
            if literal >> 1 in self.absorbed and not literal & 1:
                stack.extend(self.old.members[literal >> 1])
            else:
                yield literal

    def sum_of(self, products: list[frozenset[int]]) -> int:
        """The disjunction of products, with common factors taken out, the most frequent first."""
        sums: list[int] = []
        factors = _Factors(_without_longer(products))
        while (factor := factors.most_frequent()) is not None:
            having = factors.take(factor)
            common = frozenset.intersection(*having)
            inner = self.sum_of([product - common for product in having])
            sums.append(self.new.all_of([*common, inner]))
        sums.extend(self.new.all_of(product) for product in factors.left())
        return self.new.any_of(sums)

    def learn_legality(self) -> None:
        """What holds where a move is legal holds wherever it is made."""
        for role, moves in enumerate(self.outputs.legal):
            implied = [self.new.consequences(self.literal(legal)) - {TRUE} for legal in moves]
            self.new.learn_legality(role, implied)


class _Factors:
    """Products that are taken away by their factors, the most frequent factor first."""

    def __init__(self, products: Sequence[frozenset[int]]) -> None:
        self._products = dict(enumerate(products))
        self._having: dict[int, set[int]] = {}
        for number, product in self._products.items():
            for literal in product:
                self._having.setdefault(literal, set()).add(number)
        self._heap = [(-len(h), literal) for literal, h in self._having.items() if len(h) > 1]
        heapify(self._heap)

    def most_frequent(self) -> int | None:
        """The factor that most of what is left has; nothing where no two share one."""
        while self._heap:
            count, literal = self._heap[0]
            now = len(self._having[literal])
            if now == -count:
                return literal
            heappop(self._heap)
            if now > 1:
                heappush(self._heap, (-now, literal))
        return None

    def take(self, factor: int) -> list[frozenset[int]]:
        """Take away all products with this factor."""
        taken = []
        for number in sorted(self._having[factor]):
            product = self._products.pop(number)
            for literal in product:
                self._having[literal].discard(number)
            taken.append(product)
        return taken

    def left(self) -> list[frozenset[int]]:
        return list(self._products.values())


def _without_longer(products: Sequence[frozenset[int]]) -> list[frozenset[int]]:
    """Without products that contain all of another one, which holds wherever they do."""
    known = set(products)
    return [
        product
        for product in dict.fromkeys(products)
        if len(product) > _MAX_FACTORS
        or not any(
            frozenset(part) in known
            for length in range(1, len(product))
            for part in combinations(product, length)
        )
    ]


def places(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
