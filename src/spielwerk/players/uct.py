"""Monte-Carlo tree search where everybody sees everything.

UCT with transpositions (each state is one node), decoupled UCT where roles move at once, chance
by its odds, and a solver: wins and losses that follow from finished matches are proven and not
searched again. Proofs hold where what one role gains the other loses, or where there is no other;
should a match end otherwise after all, the search forgets its proofs.
"""

from __future__ import annotations

from random import Random
from weakref import WeakValueDictionary

from spielwerk.core import Candidate, Choice, Game, Knowledge, Move, Role, State
from spielwerk.players.arms import Arms
from spielwerk.players.pace import Pace
from spielwerk.players.rollout import Rollouts, Values, is_fixed_sum
from spielwerk.players.tree import ChanceNode, JointNode, Key, Node, make_node

_MAX_NODES = 300_000
"""A tree this large grows no further; its leaves are still played out."""
_MAX_PATH = 1_000
"""Where states repeat a descent could go on for ever; here it ends and plays out."""
_LINE = 8
"""How many moves of the expected line are told."""


class UctSearch:
    """A tree that is kept from move to move; what cannot happen any more is dropped."""

    def __init__(
        self, game: Game, role: Role, rng: Random, rollouts: Rollouts, c: float, solving: bool
    ) -> None:
        self._game = game
        self._seat = game.roles.index(role)
        self._rng = rng
        self._rollouts = rollouts
        self._c = c
        self._nodes: WeakValueDictionary[State, Node] = WeakValueDictionary()
        self._root: Node | None = None
        self._solving = solving

    def choose(self, knowledge: Knowledge, pace: Pace, name: str) -> Choice:
        """Think for as long as ``pace`` allows, then choose."""
        root = self._root = self._node(knowledge.world(self._rng))
        if not (root.explored or self._rollouts.wide):
            root.explore(self._rng)
        while root.proof is None and pace.next_round():
            if not self._round(root, pace):
                break
        if not root.explored:
            root.explore(self._rng)
        arms = root.arms_of(self._seat)
        assert arms is not None, "a player is asked only when it must choose"
        move = self._decide(root, arms)
        return Choice(
            move,
            name,
            _candidates(root, arms, self._seat),
            _expected_line(root, arms.moves.index(move)),
            f"{arms.count:,} visits of a tree of {len(self._nodes):,} positions",
        )

    def _round(self, root: Node, pace: Pace) -> bool:
        """One descent, one leaf explored, and what it teaches; false where time ran out."""
        node = root
        path: list[tuple[Node, Key]] = []
        seat: int | None = self._seat
        while node.explored and node.proof is None and len(path) < _MAX_PATH:
            key = node.pick(self._c, self._rng, seat)
            seat = None
            path.append((node, key))
            node = self._child(node, key)
        values = self._explore(node, pace)
        if values is None:
            return False
        self._learn(path, values)
        return True

    def _explore(self, node: Node, pace: Pace) -> Values | None:
        """What a leaf is worth; the next descent that comes here will go on."""
        if node.proof is not None:
            return node.proof.values
        match node:
            case JointNode(roles=(_,), explored=False) if self._rollouts.wide:
                return self._fan_out(node, pace)
        return self._play_out(node, pace)

    def _play_out(self, node: Node, pace: Pace) -> Values | None:
        found = self._rollouts.values([node.state], pace)
        if not found:
            return None
        if not node.explored:
            node.explore(self._rng)
        return found[0]

    def _fan_out(self, node: JointNode, pace: Pace) -> Values | None:
        """Explore all moves of a leaf at once.

        It is then worth something between its best move, which is where random matches are
        lucky, and the mean of all, which is what random players would make of it.
        """
        node.explore(self._rng)
        (arms,), (seat,) = node.arms, node.seats
        children = [self._child(node, (arm,)) for arm in range(len(arms.moves))]
        if any(isinstance(child, ChanceNode) for child in children):
            return self._play_out(node, pace)
        unclear = [arm for arm, child in enumerate(children) if child.proof is None]
        found = self._rollouts.values([children[arm].state for arm in unclear], pace)
        known = {arm: child.proof.values for arm, child in enumerate(children) if child.proof}
        known |= zip(unclear, found, strict=False)
        for arm, brought in known.items():
            arms.add(arm, brought[seat])
            if self._solving and (arm,) in node.children:
                node.prove((arm,))
        if node.proof is not None:
            return node.proof.values
        if len(known) < len(children):
            return None
        values = list(known.values())
        best = max(values, key=lambda brought: brought[seat])
        means = (sum(brought) / len(values) for brought in zip(*values, strict=True))
        return tuple((one + mean) / 2 for one, mean in zip(best, means, strict=True))

    def _child(self, node: Node, key: Key) -> Node:
        child = node.children.get(key)
        if child is None:
            child = self._node(node.state.after(node.moves(key)))
            if len(self._nodes) < _MAX_NODES:
                node.children[key] = child
        return child

    def _learn(self, path: list[tuple[Node, Key]], values: Values) -> None:
        if self._solving and not is_fixed_sum(values):
            self._stop_solving()
        for node, key in reversed(path):
            node.learn(key, values)
            if self._solving and key in node.children:
                node.prove(key)

    def _stop_solving(self) -> None:
        self._solving = False
        for node in list(self._nodes.values()):
            if isinstance(node, JointNode):
                node.forget_proofs()

    def _node(self, state: State) -> Node:
        node = self._nodes.get(state)
        if node is None:
            node = self._nodes[state] = make_node(self._game, state)
        return node

    def _decide(self, root: Node, arms: Arms) -> Move:
        if isinstance(root, JointNode) and len(root.arms) == 1:
            return arms.moves[root.best()]
        if isinstance(root, JointNode):
            # Against players who choose at the same moment a fixed answer can be foreseen.
            best = max(arms.visits)
            weights = [n if 10 * n >= best else 0 for n in arms.visits]
            return self._rng.choices(arms.moves, weights if best else None)[0]
        return arms.moves[arms.ranked()[0]]


def _candidates(root: Node, arms: Arms, seat: int) -> tuple[Candidate, ...]:
    return tuple(_candidate(root, arms, seat, arm) for arm in arms.ranked())


def _candidate(root: Node, arms: Arms, seat: int, arm: int) -> Candidate:
    child = root.children.get((arm,)) if isinstance(root, JointNode) else None
    proof = child.proof if child else None
    mean = proof.values[seat] if proof else arms.mean(arm)
    return arms.candidate(arm, None if mean is None else max(mean, 0.0), proof is not None)


def _expected_line(root: Node, chosen: int) -> tuple[str, ...]:
    node: Node | None = root
    key = root.likely()
    if isinstance(root, JointNode) and len(root.arms) == 1:
        key = (chosen,)
    line: list[str] = []
    while node is not None and key is not None and len(line) < _LINE:
        line.append(" & ".join(node.moves(key).values()))
        node = node.children.get(key)
        key = node.likely() if node else None
    return tuple(line)
