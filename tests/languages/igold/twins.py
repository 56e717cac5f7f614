"""Both engines side by side: a match on the reference engine, followed by native code."""

from __future__ import annotations

from random import Random

from spielwerk.core import CHANCE, Chance, Over, random_event
from spielwerk.languages.igold import IgoldGame, IgoldState
from spielwerk.languages.igold.native import NativeEngine, NativeMatches

LONGEST = 3_000


def matches_of(game: IgoldGame) -> NativeMatches:
    native = game.native
    assert isinstance(native, NativeEngine), native
    return native.matches()


def follow(game: IgoldGame, native: NativeMatches, rng: Random, often: int = 1) -> int:
    """Play a random match on both; every so often, and at the end, the positions must be equal.

    What comes back is how many steps it had.
    """
    state = game.initial(rng.getrandbits(40))
    if state.fault is not None:
        return 0
    native.adopt(state.position)
    for step in range(LONGEST):
        if isinstance(state.turn, Over):
            assert native.outcome() == tuple(state.outcome().values())
            return step
        assert turn_of(game, state) == native.turn()
        event = random_event(state, rng)
        if isinstance(state.turn, Chance):
            native.draw(state.legal(CHANCE).index(event.moves[CHANCE]))
        else:
            numbers = {game.roles.index(role): role for role in event.moves}
            for who, role in numbers.items():
                assert native.moves(who) == len(state.legal(role))
            native.play({n: state.legal(r).index(event.moves[r]) for n, r in numbers.items()})
        state = state.after(event.moves)
        assert native.bailed == (state.fault is not None), state.fault
        if native.bailed:
            return step + 1
        if step % often == 0 or isinstance(state.turn, Over):
            same_position(state, native)
    return LONGEST


def turn_of(game: IgoldGame, state: IgoldState) -> tuple[type, tuple[int, ...]]:
    roles = getattr(state.turn, "roles", ())
    return type(state.turn), tuple(sorted(game.roles.index(role) for role in roles))


def same_position(state: IgoldState, native: NativeMatches) -> None:
    found = native.position()
    assert found.key() == state.position.key()
    assert found.place == state.position.place
    assert found.able == state.position.able
