"""Alpha-beta search of one position, deeper and deeper until time runs out.

For two roles that take turns for a fixed sum. Values are what the game's first role gets, on
0..1; it maximises, the other minimises. A finished match counts as it ended, any other leaf as it
is judged; what rests on finished matches alone is *firm*.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from weakref import WeakValueDictionary

from spielwerk.core import Game, Joint, Move, Over, State
from spielwerk.players.pace import Pace
from spielwerk.players.rollout import final_values

_MAX_DEPTH = 200
_MAX_POSITIONS = 1_000_000
"""A table this large takes up no more; the search goes on without it."""


class _Position:
    """A state in the transposition table: its moves, where they lead, and what was found."""

    __slots__ = (
        "__weakref__", "best", "children", "depth", "firm", "high", "low", "maximising", "moves",
        "search", "state", "worth",
    )  # fmt: skip

    def __init__(self, game: Game, state: State) -> None:
        self.state = state
        self.worth: float | None = None
        """The outcome, or the judgement once it was asked for."""
        self.moves: list[Move] = []
        self.maximising = False
        match state.turn:
            case Over():
                self.worth = final_values(game, state)[0]
            case Joint((role,)):
                self.moves = list(state.legal(role))
                self.maximising = role == game.roles[0]
        self.children: dict[Move, _Position] = {}
        self.best: Move | None = None
        self.search = 0
        self.depth = -1
        self.low, self.high = -inf, inf
        self.firm = False

    def remember(self, search: int, depth: int, low: float, high: float, firm: bool) -> None:
        """The value lies between ``low`` and ``high``, as far as ``depth`` can tell."""
        self.search, self.depth, self.low, self.high, self.firm = search, depth, low, high, firm

    def knows(self, search: int, depth: int) -> bool:
        """Whether what was found is good enough for a search of this depth."""
        return self.search == search and (self.firm or self.depth >= depth)


@dataclass(slots=True)
class RootMove:
    """What is known about one move of the root."""

    move: Move
    value: float = 0.5
    exact: bool = False
    """Whether that is the value, and not merely a sign that the move is no better than the best."""
    firm: bool = False
    positions: int = 0


class _TimeIsUp(Exception):
    pass


class Minimax:
    """The search with its memory: what was expanded stays known as long as it can still happen.

    Scores are kept for one search only, so that a win is always sought on the shortest way.
    """

    def __init__(self, game: Game, evaluation: Callable[[State], float]) -> None:
        self.depth = 0
        """How deep the last search was completed."""
        self.visited = 0
        """How many positions it looked at."""
        self._game = game
        self._evaluation = evaluation
        self._table: WeakValueDictionary[State, _Position] = WeakValueDictionary()
        self._root: _Position | None = None
        self._history: dict[tuple[bool, Move], int] = {}
        self._killers: list[list[Move]] = [[] for _ in range(_MAX_DEPTH + 1)]
        self._search = 0
        self._firm = True
        self._pace = Pace()

    def search(self, state: State, pace: Pace, max_depth: int | None = None) -> list[RootMove]:
        """What is known of each move of ``state`` in the end, the one to choose first."""
        root = self._root = self._position(state)
        self._pace = pace
        self._search += 1
        self.depth = self.visited = 0
        ranking = [RootMove(move) for move in root.moves]
        for depth in range(1, min(max_depth or _MAX_DEPTH, _MAX_DEPTH) + 1):
            found: list[RootMove] = []
            try:
                self._search_root(root, depth, ranking, found)
            except _TimeIsUp:
                return _ranked(root, ranking, found)
            ranking = _ranked(root, ranking, found)
            self.depth = depth
            if all(finding.firm for finding in found) or ranking[0].value in (0, 1):
                break
        return ranking

    def line(self, first: Move, length: int = 8) -> tuple[Move, ...]:
        """The moves expected after ``first`` of the last search, with it at the front."""
        moves: list[Move] = []
        position, move = self._root, first if self._root else None
        while position is not None and move is not None and len(moves) < length:
            moves.append(move)
            position = position.children.get(move)
            known = position is not None and position.search == self._search
            move = position.best if position is not None and known else None
        return tuple(moves)

    def _search_root(
        self, root: _Position, depth: int, order: list[RootMove], found: list[RootMove]
    ) -> None:
        alpha, beta = -inf, inf
        for earlier in order:
            before, self._firm = self.visited, True
            value = self._value(self._child(root, earlier.move), depth - 1, alpha, beta, 1)
            better = value > alpha if root.maximising else value < beta
            count = earlier.positions + self.visited - before
            firm = self._firm or value in (0, 1)
            found.append(RootMove(earlier.move, value, better, firm, count))
            if better and root.maximising:
                alpha = value
            elif better:
                beta = value

    def _value(self, position: _Position, depth: int, alpha: float, beta: float, ply: int) -> float:
        """The value of a position within the window; outside it, a bound (fail-soft)."""
        self.visited += 1
        if not position.moves or depth <= 0:
            return self._leaf(position)
        if position.knows(self._search, depth):
            if position.low >= beta or position.high <= alpha or position.low == position.high:
                self._firm = self._firm and position.firm
                return position.low if position.low >= beta else position.high
            alpha, beta = max(alpha, position.low), min(beta, position.high)
        outer, self._firm = self._firm, True
        low, high = alpha, beta
        best = -inf if position.maximising else inf
        for move in self._ordered(position, ply):
            value = self._value(self._child(position, move), depth - 1, low, high, ply + 1)
            if position.maximising and value > best:
                best, position.best, low = value, move, max(low, value)
            elif not position.maximising and value < best:
                best, position.best, high = value, move, min(high, value)
            if low >= high or best == position.maximising:
                self._reward(position, move, depth, ply)
                break
        if best in (0, 1):
            self._firm = True  # judgements never reach these, so it was seen to the end
        position.remember(
            self._search,
            depth,
            best if best > alpha else -inf,
            best if best < beta else inf,
            self._firm,
        )
        self._firm = self._firm and outer
        return best

    def _leaf(self, position: _Position) -> float:
        if position.worth is None:
            self._keep_time()
            position.worth = self._evaluation(position.state)
        if position.moves or not isinstance(position.state.turn, Over):
            self._firm = False
        return position.worth

    def _ordered(self, position: _Position, ply: int) -> list[Move]:
        """Best of the last look first, then moves that refuted neighbours, then by history."""
        killers, history, side = self._killers[ply], self._history, position.maximising

        def promise(move: Move) -> tuple[bool, bool, int]:
            return move == position.best, move in killers, history.get((side, move), 0)

        return sorted(position.moves, key=promise, reverse=True)

    def _reward(self, position: _Position, move: Move, depth: int, ply: int) -> None:
        key = position.maximising, move
        self._history[key] = self._history.get(key, 0) + depth * depth
        killers = self._killers[ply]
        if move not in killers:
            killers.insert(0, move)
            del killers[2:]

    def _child(self, position: _Position, move: Move) -> _Position:
        self._keep_time()
        child = position.children.get(move)
        if child is None:
            role = self._game.roles[0 if position.maximising else 1]
            child = self._position(position.state.after({role: move}))
            if len(self._table) < _MAX_POSITIONS:
                position.children[move] = child
        return child

    def _keep_time(self) -> None:
        if not self._pace.go_on():
            raise _TimeIsUp

    def _position(self, state: State) -> _Position:
        position = self._table.get(state)
        if position is None:
            position = self._table[state] = _Position(self._game, state)
        return position


def _ranked(root: _Position, earlier: list[RootMove], found: list[RootMove]) -> list[RootMove]:
    """New findings by value, then moves the new look did not reach, then lost ones.

    Where all is lost the order stays as it was: the loss seen last is the farthest away.
    """
    new = {finding.move: finding for finding in found}
    lost = 0 if root.maximising else 1
    sign = -1 if root.maximising else 1
    hopeful = [finding for finding in found if finding.value != lost]
    hopeful.sort(key=lambda finding: (not finding.exact, sign * finding.value))
    unreached = [old for old in earlier if old.move not in new]
    hopeless = [new[old.move] for old in earlier if old.move in new and new[old.move].value == lost]
    return hopeful + unreached + hopeless
