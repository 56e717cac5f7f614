"""``python -m benchmarks.citadels_draft``: what choosing a character brings in Citadels.

Characters are chosen at random, everything else goes by the habits of the mayor. Of each choice is
written down what its player had and how its chances changed until the end of the round. A linear
model per character is then fitted to that. Printed in hundredths of a victory, beyond what the
assassin brings, as far as it is no accident (three standard errors).
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import click
import numpy as np
from rich.console import Console

from benchmarks.report import Report
from spielwerk.catalogue import open_game
from spielwerk.core import CHANCE, Game, Move, Over, Role, State, deciding_roles, draw_chance
from spielwerk.players.citadels import Judge

_COLOURS = {"king": "yellow", "bishop": "blue", "merchant": "green", "warlord": "red"}
_AGAINST = "assassin"
_WHIM = 0.03


class Circumstances(NamedTuple):
    """What matters to whoever chooses a character."""

    colour: float
    """Own districts of the character's colour."""
    gold: float
    cards: float
    hand: float
    """By how many cards the largest hand exceeds the own one."""
    purses: float
    """Gold of all others."""
    lead: float
    """Districts more than the largest other city has."""


class Chosen(NamedTuple):
    """A character that was chosen, and what came of it."""

    who: str
    had: Circumstances
    before: float
    after: float


def _circumstances(judge: Judge, state: State, role: Role, who: str) -> Circumstances:
    seats = range(len(judge.hands(state)))
    mine = judge.seat(role)
    others = [seat for seat in seats if seat != mine]
    have = [judge.possessions(state, seat) for seat in seats]
    hands = judge.hands(state)
    return Circumstances(
        colour=judge.colours(state, mine).count(_COLOURS.get(who, "")),
        gold=have[mine].gold,
        cards=have[mine].cards,
        hand=max(max(hands[seat] for seat in others) - hands[mine], 0),
        purses=sum(have[seat].gold for seat in others),
        lead=have[mine].districts - max(have[seat].districts for seat in others),
    )


def _match(game: Game, judge: Judge, seed: int) -> list[Chosen]:
    """All choices of one match."""
    rng = Random(seed)
    state, found = game.initial(seed), []
    waiting: list[tuple[Role, str, Circumstances, float]] = []
    last = judge.round_of(state)
    while not isinstance(state.turn, Over):
        moves: dict[Role, Move] = {}
        for role in deciding_roles(state):
            legal = state.legal(role)
            if role == CHANCE:
                moves[role] = draw_chance(state, rng)
            elif legal[0].startswith("choose "):
                moves[role] = rng.choice(legal)
                who = moves[role].partition(" ")[2]
                had = _circumstances(judge, state, role, who)
                waiting.append((role, who, had, judge.chance_of(state, role)))
            elif len(legal) == 1 or rng.random() < _WHIM:
                moves[role] = rng.choice(legal)
            else:
                moves[role] = judge.habit(state, role, legal, rng)
        state = state.after(moves)
        over = isinstance(state.turn, Over)
        if over or judge.round_of(state) != last:
            found += [
                Chosen(who, had, before, judge.chance_of(state, role))
                for role, who, had, before in waiting
            ]
            waiting = []
            last = last if over else judge.round_of(state)
    return found


def _fitted(chosen: list[Chosen]) -> list[dict[str, str | float]]:
    """What each circumstance adds to a character, beyond what it adds to everybody."""
    had = np.array([one.had for one in chosen], float)
    had[:, 1:] -= had[:, 1:].mean(axis=0)  # so that none of a colour stays none
    names: list[tuple[str, str]] = []
    columns = [*had.T[1:], np.array([one.before - 0.25 for one in chosen])]
    for who in sorted({one.who for one in chosen}):
        here = np.array([one.who == who for one in chosen], float)
        names.append((who, "as usual"))
        columns.append(here)
        for number, name in enumerate(Circumstances._fields if who != _AGAINST else ()):
            names.append((who, name))
            columns.append(here * had[:, number])
    table = np.column_stack(columns)
    squares = table.T @ table + np.eye(table.shape[1])
    gain = np.array([one.after - one.before for one in chosen])
    weights = np.linalg.solve(squares, table.T @ gain)
    errors = np.sqrt(np.diag(np.linalg.inv(squares)) * (gain - table @ weights).var())
    skipped = table.shape[1] - len(names)
    return [
        {"character": who, "each": name, "hundredths": 100 * weight, "±": 196 * error}
        for (who, name), weight, error in zip(
            names, weights[skipped:], errors[skipped:], strict=True
        )
        if name == "as usual" or abs(weight) > 3 * error
    ]


@click.command()
@click.option("--matches", default=1500, show_default=True)
@click.option("--players", default=4, show_default=True)
def main(matches: int, players: int) -> None:
    """Fit what characters bring to how chances changed in matches by habit."""
    game = open_game("citadels").settled(players)
    judge = Judge(game)
    chosen = [one for seed in range(matches) for one in _match(game, judge, seed)]
    title = f"What characters bring, from {len(chosen):,} choices of {matches} matches"
    Console(width=100).print(Report(title, _fitted(chosen)).table())


if __name__ == "__main__":
    main()
