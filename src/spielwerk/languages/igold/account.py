"""The account of a step: what every player, and a spectator, may know of what happened.

A state and the moves made in it go in. The step is made once more in a copy, before the eyes of a
:class:`~.witness.Witness`. What others chose is not told by itself: what it changes is, as far as
one sees it, and what the rules say aloud.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from spielwerk.core import CHANCE, AccountEntry, Move, Role, StepAccount, Telling, moved, was_late
from spielwerk.languages.igold.witness import Witness
from spielwerk.languages.igold.wording import EntryWording

if TYPE_CHECKING:
    from spielwerk.languages.igold.game import IgoldState


def account_of(
    state: IgoldState, moves: Mapping[Role, Move], late: Collection[Role] = ()
) -> StepAccount:
    """What everybody may know of a step from ``state``."""
    game = state.game
    s = state.position.copy()
    witness = Witness(game.engine, game.sight, s)
    s.watch = witness.watch
    state.play_on(s, moves, late)
    told = witness.tellings(s, silent=not game.hidden)
    ending: Telling = tuple(was_late(role) for role in late)
    if s.phase != state.position.phase:
        phase = EntryWording(game.engine).phase(s, state.position)
        spoken = any(one.kind == "said" for one in told[-1])
        ending += (replace(phase, text="") if spoken else phase,)
    *players, spectator = (
        (*_moves(state, role, moves, seen), *seen, *ending)
        for role, seen in zip((*game.roles, None), told, strict=True)
    )
    own = {role: seen for role, seen in zip(game.roles, players, strict=True) if seen != spectator}
    return StepAccount(spectator, own)


def _moves(
    state: IgoldState, role: Role | None, moves: Mapping[Role, Move], seen: Telling
) -> list[AccountEntry]:
    """The moves that a role may know: all where nothing is hidden, else its own and chance's.

    What chance did needs no words where the author has some for it.
    """
    hidden = state.game.hidden
    spoken = any(one.kind == "said" for one in seen)
    entries = [
        moved(state.card(mover, move), mover)
        for mover, move in moves.items()
        if not hidden or mover in (role, CHANCE)
    ]
    return [
        replace(one, text="") if (spoken if one.who == CHANCE else hidden) else one
        for one in entries
    ]
