"""No Time to Spy: whole random matches, through the contract and directly on positions.

The contract makes a state for every step and asks chance for every decision; a player that thinks
ahead works on positions and rolls dice itself. Both start with the same random drafts.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time

from benchmarks.measure import Budget, Sample, compare
from benchmarks.report import Report
from spielwerk.core import Over
from spielwerk.core.playout import random_event
from spielwerk.games.spy import (
    Dice,
    DraftState,
    PlayState,
    Spy,
    choices,
    operate,
    player_to_act,
    run_on,
)
from spielwerk.games.spy.library import open_spy
from spielwerk.games.spy.position import Stage

__all__ = ["matches"]

SETS = (
    ("grand-casino", "standard", "agents"),
    ("mountain-lodge", "standard", "agents"),
    ("riverboat", "quick", "academy"),
)
_DRAFTS = 20


def matches(budget: Budget) -> Report:
    """Whole random matches per second of processor time, drafts not counted."""
    rows: list[dict[str, str | float]] = []
    for sets in SETS:
        starts = _starts(open_spy(*sets))
        rates = compare(
            {
                "contract": _timed(starts, _through_the_contract),
                "positions": _timed(starts, _on_positions),
            },
            budget,
        )
        contract, direct = rates["contract"], rates["positions"]
        rows.append(
            {
                "scenario": sets[0],
                "configuration": sets[1],
                "contract, matches per second": contract.per_second,
                "contract, matches per second ± %": 50 * contract.spread,
                "positions, matches per second": direct.per_second,
                "positions, matches per second ± %": 50 * direct.spread,
                "ratio": direct.per_second / contract.per_second,
            }
        )
    return Report(
        "No Time to Spy: whole random matches per second of processor time",
        rows,
        [f"{budget.runs} runs of {budget.seconds:g} s each, in turns."],
    )


def _starts(game: Spy) -> list[PlayState]:
    found = []
    for seed in range(_DRAFTS):
        rng, state = Random(seed), game.initial(seed)
        while isinstance(state, DraftState):
            state = state.after(random_event(state, rng).moves)
        found.append(state)
    return found


def _timed(
    starts: list[PlayState], play: Callable[[PlayState, Random], None]
) -> Callable[[float, int], Sample]:
    def run(seconds: float, seed: int) -> Sample:
        rng, played, begin = Random(seed), 0, process_time()
        while process_time() - begin < seconds:
            play(starts[played % len(starts)], rng)
            played += 1
        return Sample(played, process_time() - begin)

    return run


def _through_the_contract(state: PlayState, rng: Random) -> None:
    while not isinstance(state.turn, Over):
        state = state.after(random_event(state, rng).moves)


def _on_positions(state: PlayState, rng: Random) -> None:
    position, dice = state.position.copy(), Dice(rng)
    while position.stage is not Stage.OVER:
        if player_to_act(position) is None:
            run_on(position, dice)
        else:
            operate(position, rng.choice(choices(position)), dice)
