"""The nodes of a Monte-Carlo search tree, one kind for each kind of turn.

A node stands for a state, whatever way led there. Once explored it picks what to try next (a
*key*: which arm of which role), says which moves that means, and learns what came of it. Roles are
numbered by their place in the game; values are per role on 0..1.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from spielwerk.core import CHANCE, Chance, Game, Joint, Move, Open, Over, Role, State, draw_chance
from spielwerk.players.arms import Arms
from spielwerk.players.rollout import Values, final_values

Key: TypeAlias = tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """What everybody gets under best play, and how many moves that takes."""

    values: Values
    plies: int = 0


class Node(ABC):
    """One state of the search."""

    __slots__ = ("__weakref__", "children", "explored", "proof", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.children: dict[Key, Node] = {}
        self.proof: Proof | None = None
        self.explored = False
        """Whether a descent goes on from here; before that, it ends here."""

    def explore(self, rng: Random) -> None:
        """Make ready to pick; most nodes are never asked to."""
        self.explored = True

    @abstractmethod
    def pick(self, c: float, rng: Random, seat: int | None = None) -> Key:
        """What to try next; where anybody may move, ``seat`` does if it is given."""

    @abstractmethod
    def moves(self, key: Key) -> Mapping[Role, Move]:
        """The moves that ``key`` stands for."""

    @abstractmethod
    def learn(self, key: Key, values: Values) -> None:
        """What came of trying ``key``."""

    @abstractmethod
    def likely(self) -> Key | None:
        """The key that good players would take from here, if any was tried."""

    def arms_of(self, seat: int) -> Arms | None:
        """The arms of the role at ``seat``, if it chooses here."""
        return None

    def prove(self, key: Key) -> bool:
        """Draw what follows from the child at ``key``; whether this node is proven by it."""
        return False


def make_node(game: Game, state: State) -> Node:
    """The node for a state."""
    match state.turn:
        case Joint(roles):
            return JointNode(game, state, roles)
        case Open(roles):
            return OpenNode(game, state, roles)
        case Chance():
            return ChanceNode(state)
        case Over():
            return OverNode(game, state)


class ChoosingNode(Node):
    """Players choose here, each by arms of its own."""

    __slots__ = ("arms", "roles", "seats")

    def __init__(self, game: Game, state: State, roles: tuple[Role, ...]) -> None:
        super().__init__(state)
        self.roles = roles
        self.seats = tuple(game.roles.index(role) for role in roles)
        self.arms: tuple[Arms, ...] = ()

    def explore(self, rng: Random) -> None:
        super().explore(rng)
        self.arms = tuple(Arms(self.state.legal(role), rng) for role in self.roles)

    def arms_of(self, seat: int) -> Arms | None:
        return self.arms[self.seats.index(seat)] if seat in self.seats else None

    def likely(self) -> Key | None:
        return self.favourite() if any(arms.count for arms in self.arms) else None

    @abstractmethod
    def favourite(self) -> Key:
        """The key that good players would take, once some were tried."""


class JointNode(ChoosingNode):
    """One role chooses, or several at once, each by its own arms (decoupled UCT)."""

    __slots__ = ()

    def pick(self, c: float, rng: Random, seat: int | None = None) -> Key:
        return tuple(arms.pick(c) for arms in self.arms)

    def moves(self, key: Key) -> Mapping[Role, Move]:
        return {
            role: arms.moves[int(arm)]
            for role, arms, arm in zip(self.roles, self.arms, key, strict=True)
        }

    def learn(self, key: Key, values: Values) -> None:
        for seat, arms, arm in zip(self.seats, self.arms, key, strict=True):
            arms.add(int(arm), values[seat])

    def favourite(self) -> Key:
        if len(self.arms) == 1:
            return (self.best(),)
        return tuple(arms.ranked()[0] for arms in self.arms)

    def prove(self, key: Key) -> bool:
        """For one chooser: a won move proves the node, and so do all moves once proven.

        Sound where what one role wins the others lose; the search looks after that.
        """
        child = self.children[key]
        if child.proof is None or len(self.arms) > 1:
            return False
        (seat,), (arms,) = self.seats, self.arms
        arms.settle(int(key[0]), child.proof.values[seat])
        if child.proof.values[seat] < 1 and not self._all_proven():
            return False
        best = self.children[(self.best(),)].proof
        assert best is not None, "the best of proven moves is proven"
        self.proof = Proof(best.values, best.plies + 1)
        return True

    def forget_proofs(self) -> None:
        """Nothing below counts as proven any more."""
        self.proof = None
        for arms in self.arms:
            arms.unsettle()

    def _all_proven(self) -> bool:
        return len(self.children) == len(self.arms[0].moves) and all(
            child.proof is not None for child in self.children.values()
        )

    def best(self) -> int:
        """The only chooser's best arm: what is proven counts as it is, the rest by visits."""
        (seat,), (arms,) = self.seats, self.arms
        proven = {
            int(key[0]): child.proof
            for key, child in self.children.items()
            if child.proof is not None
        }
        open_arms = [arm for arm in arms.ranked() if arm not in proven]
        if not proven:
            return open_arms[0]
        surest = max(proven, key=lambda arm: _preference(proven[arm], seat))
        value = proven[surest].values[seat]
        if not open_arms or value >= 1:
            return surest
        hoped = arms.mean(open_arms[0])
        return surest if hoped is not None and value > max(hoped, 0) else open_arms[0]


def _preference(proof: Proof, seat: int) -> tuple[float, int]:
    """More is better; a win sooner is better, anything else later."""
    value = proof.values[seat]
    return value, -proof.plies if value >= 1 else proof.plies


class OpenNode(ChoosingNode):
    """Any of several may choose; who comes first is anybody's guess."""

    __slots__ = ()

    def pick(self, c: float, rng: Random, seat: int | None = None) -> Key:
        first = rng.randrange(len(self.roles)) if seat is None else self.seats.index(seat)
        return first, self.arms[first].pick(c)

    def moves(self, key: Key) -> Mapping[Role, Move]:
        first, arm = map(int, key)
        return {self.roles[first]: self.arms[first].moves[arm]}

    def learn(self, key: Key, values: Values) -> None:
        first, arm = map(int, key)
        self.arms[first].add(arm, values[self.seats[first]])

    def favourite(self) -> Key:
        first = max(range(len(self.arms)), key=lambda i: self.arms[i].count)
        return first, self.arms[first].ranked()[0]


class ChanceNode(Node):
    """Chance chooses by its odds. A descent never ends here."""

    __slots__ = ()

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.explored = True

    def pick(self, c: float, rng: Random, seat: int | None = None) -> Key:
        return (draw_chance(self.state, rng),)

    def moves(self, key: Key) -> Mapping[Role, Move]:
        return {CHANCE: Move(str(key[0]))}

    def learn(self, key: Key, values: Values) -> None:
        """Chance does not learn."""

    def likely(self) -> Key | None:
        return None


class OverNode(Node):
    """The match is over, which proves what everybody got."""

    __slots__ = ()

    def __init__(self, game: Game, state: State) -> None:
        super().__init__(state)
        self.proof = Proof(final_values(game, state))

    def pick(self, c: float, rng: Random, seat: int | None = None) -> Key:
        raise AssertionError("nobody moves in a finished match")

    def moves(self, key: Key) -> Mapping[Role, Move]:
        raise AssertionError("nobody moves in a finished match")

    def learn(self, key: Key, values: Values) -> None:
        """There is nothing to learn in a finished match."""

    def likely(self) -> Key | None:
        return None
