"""spe_ed: how many paths a second the solvers' searches find, and how fast the compiled core is.

The reference is a forward search in plain Python, written as one would at first: a queue of paths,
five actions, and a look at every cell of every step. Like the others it rates every path by its
success and cut-off; without that it is measured, too. All search the same boards, in turns, on one
thread.
"""

from __future__ import annotations

from collections import deque
from random import Random
from time import process_time

from benchmarks.measure import Budget, Rate, Sample, compare
from benchmarks.report import Report
from spielwerk.games.speed.compiled import ACTIONS, Arena, random_games
from spielwerk.games.speed.rules import (
    FREE,
    JUMP_EVERY,
    JUMP_SPEED,
    TOP_SPEED,
    Action,
    Racer,
    SpeedBoard,
    play_round,
    start,
)
from spielwerk.players.speed.graph import Graph
from spielwerk.players.speed.opponents import outlook
from spielwerk.players.speed.searches import SEARCHES, Reached, coverage
from spielwerk.players.speed.steps import CellOdds
from spielwerk.players.speed.transparent import TransparentSolver

__all__ = ["core", "paths"]

SIZE = 60
PLAIN, BARE = "plain Python", "plain Python, not rated"
PORTION = 4_096
CAPACITY = 1 << 20


def paths(budget: Budget) -> Report:
    """Paths per second of each search, and what 50 ms of it cover (criteria K1 to K3)."""
    contenders = {
        name: lambda seconds, seed, name=name: _search(name, seconds, seed) for name in SEARCHES
    }
    contenders[PLAIN] = _plain
    contenders[BARE] = _bare
    rates = compare(contenders, budget)
    rows: list[dict[str, str | float]] = []
    for name, rate in sorted(rates.items(), key=lambda item: item[1].per_second):
        row = _row("search", name, "paths per second", rate, rates[PLAIN])
        if name in SEARCHES:
            covered = [_covered(name, seed) for seed in range(10 * budget.runs)]
            row["K1 paths"] = sum(c.paths for c in covered) / len(covered)
            row["K2 cells"] = sum(c.cells for c in covered) / len(covered)
            row["K3 spread %"] = 100 * sum(c.spread for c in covered) / len(covered)
        rows.append(row)
    notes = [
        f"{budget.runs} runs of {budget.seconds:g} s each, in turns, one thread, boards of "
        f"{SIZE} x {SIZE} after some rounds.",
        "K1 to K3: paths found, cells reached and share of 5 x 5 squares reached by a decision of "
        f"50 ms, mean of {10 * budget.runs} positions.",
    ]
    return Report("spe_ed: searching for paths", rows, notes)


def core(budget: Budget) -> Report:
    """States per second in random games, compiled and by the pure rules."""
    contenders = {"compiled core": _compiled_games, "pure rules": _pure_games}
    rates = compare(contenders, budget)
    rows = [
        _row("rules", name, "states per second", rate, rates["pure rules"])
        for name, rate in sorted(rates.items(), key=lambda item: item[1].per_second)
    ]
    notes = [f"Random games of two, {budget.runs} runs of {budget.seconds:g} s each, in turns."]
    return Report("spe_ed: states per second", rows, notes)


def _row(kind: str, name: str, unit: str, rate: Rate, base: Rate) -> dict[str, str | float]:
    return {
        kind: name,
        unit: rate.per_second,
        f"{unit} ± %": 50 * rate.spread,
        "ratio": rate.per_second / base.per_second,
    }


def _position(seed: int) -> Arena:
    """A board on which three players have left trails and two still race."""
    rng = Random(seed)
    board = start(SIZE, SIZE, 3, rng)
    while board.round < 30:
        actions = {number: rng.choice(list(Action)) for number in board.active}
        after = play_round(board, actions)
        if len(after.active) < 2:
            break
        board = after
    return Arena.of(board)


def _me(arena: Arena) -> int:
    return int(arena.racers[:, 4].argmax())


def _search(name: str, seconds: float, seed: int) -> Sample:
    arena = _position(seed)
    k = _me(arena)
    clock, odds = int(arena.clock[0]), CellOdds.of(*outlook(arena, k), 0.6)
    x, y, direction, speed = (int(value) for value in arena.racers[k, :4])
    search = SEARCHES[name](CAPACITY)
    found, spent = 0, 0.0
    while spent < seconds:
        begin = process_time()
        graph = Graph.of(arena)
        for turn in (0, 1, 3):
            search.ends[:] = 0
            search.begin(graph, (x, y, (direction + turn) % 4, speed), clock, odds)
            goes_on = search.count > 0
            while goes_on and search.count < CAPACITY // 4 and process_time() - begin < seconds:
                goes_on = search.extend(graph, clock, odds, PORTION)
            found += search.count
        spent += process_time() - begin
    return Sample(found, spent)


def _covered(name: str, seed: int) -> Reached:
    arena = _position(seed)
    k = _me(arena)
    solver = TransparentSolver(search=name)
    for _ in range(2):  # The first decision loads what the second is measured with.
        begin = process_time()
        solver.decide(arena, k, lambda begin=begin: begin + 0.05 - process_time())
    return coverage(solver.searches, arena)


def _plain(seconds: float, seed: int) -> Sample:
    arena = _position(seed)
    board, k = arena.board(), _me(arena)
    odds = CellOdds.of(*outlook(arena, k), 0.6)
    probability, first, safety = (matrix.ravel().tolist() for matrix in odds)
    begin = process_time()
    found = 0
    queue: deque[tuple[Racer, int, frozenset[int], float, float]] = deque(
        [(board.racers[k + 1], 0, frozenset(), 1.0, 0.0)]
    )
    while queue and process_time() - begin < seconds:
        racer, level, used, success, cut_off = queue.popleft()
        for action in Action:
            step = _plain_step(board, racer.acting(action), board.round + level, used)
            if step is not None:
                found += 1
                safe, cut = 1.0, 0.0
                for place in step[1]:
                    if first[place] <= level + 1:
                        safe = min(safe, safety[place])
                    else:
                        cut = max(cut, probability[place])
                rated = (success * safe, max(cut_off, cut))
                queue.append((step[0], level + 1, used | step[1], *rated))
    return Sample(found, process_time() - begin)


def _bare(seconds: float, seed: int) -> Sample:
    arena = _position(seed)
    board, k = arena.board(), _me(arena)
    begin = process_time()
    found = 0
    queue: deque[tuple[Racer, int, frozenset[int]]] = deque(
        [(board.racers[k + 1], board.round, frozenset())]
    )
    while queue and process_time() - begin < seconds:
        racer, moment, used = queue.popleft()
        for action in Action:
            step = _plain_step(board, racer.acting(action), moment, used)
            if step is not None:
                found += 1
                queue.append((step[0], moment + 1, used | step[1]))
    return Sample(found, process_time() - begin)


def _plain_step(
    board: SpeedBoard, racer: Racer, moment: int, used: frozenset[int]
) -> tuple[Racer, frozenset[int]] | None:
    if not 1 <= racer.speed <= TOP_SPEED:
        return None
    dx, dy = racer.direction.step
    jumps = moment % JUMP_EVERY == 0 and racer.speed >= JUMP_SPEED
    marked = []
    x, y = racer.x, racer.y
    for count in range(1, racer.speed + 1):
        x, y = x + dx, y + dy
        if not board.holds(x, y):
            return None
        if not jumps or count in (1, racer.speed):
            place = y * board.width + x
            if board.cells[place] != FREE or place in used:
                return None
            marked.append(place)
    return Racer(x, y, racer.direction, racer.speed), frozenset(marked)


def _compiled_games(seconds: float, seed: int) -> Sample:
    arena = Arena.of(start(SIZE, SIZE, 2, Random(seed)))
    states, spent = 0, 0.0
    while spent < seconds:
        begin = process_time()
        states += random_games(arena, 2_000, seed + states)
        spent += process_time() - begin
    return Sample(states, spent)


def _pure_games(seconds: float, seed: int) -> Sample:
    rng = Random(seed)
    first = start(SIZE, SIZE, 2, rng)
    actions = list(ACTIONS)
    states, begin = 0, process_time()
    while process_time() - begin < seconds:
        board = first
        while board.running:
            board = play_round(board, {number: rng.choice(actions) for number in board.active})
            states += 1
    return Sample(states, process_time() - begin)
