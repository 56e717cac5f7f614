"""States that look the same to a role: what it cannot see is drawn anew.

Objects whose place the role cannot see change places among each other, within the limits of what
may lie where. Hidden values are drawn from their range, and so are coming shuffles. What comes out
has the same view and the same legal moves for the role; nothing of the real state shows through.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from spielwerk.core import LimitExceeded
from spielwerk.languages.igold.model import kids
from spielwerk.languages.igold.source import tag

if TYPE_CHECKING:
    from spielwerk.core import Role
    from spielwerk.languages.igold.game import IgoldState
    from spielwerk.languages.igold.position import MatchPosition
    from spielwerk.languages.igold.world import ElementWorld

_TRIES = 20
"""How often a guess that would change what the role sees or may do is drawn anew."""


def guess(state: IgoldState, role: Role, rng: Random) -> IgoldState:
    """A state that ``role`` cannot tell from this one.

    :raises LimitExceeded: none was found
    """
    if not state.game.hidden:
        return state
    seen, legal = state.seen(role), list(state.legal(role))
    for _ in range(_TRIES):
        found = _draw(state, role, rng)
        if (
            found.turn == state.turn
            and list(found.legal(role)) == legal
            and found.seen(role) == seen
        ):
            return found
    raise LimitExceeded(
        f"No state that looks the same to {role} was found in {_TRIES} tries: what {role} may see "
        "or do depends on what it may not see. Change the visibility or the rules."
    )


def _draw(state: IgoldState, role: Role, rng: Random) -> IgoldState:
    who = state.game.number(role)
    s = state.position.copy()
    sight, world = state.sight, state.game.world
    hidden = [n for n in range(len(world.objects)) if not sight.sees(who, "object", n)]
    named = {
        thing
        for number, one in enumerate(world.links)
        if one.value.kind == "object" and sight.sees(who, "link", number)
        for thing in (s.links[number] if one.value.many else (s.links[number],))
    }
    changed = _permutation(world, s, [n for n in hidden if n not in named], rng)
    state.game.exchanges.exchange(s, changed, lambda number: not sight.sees(who, "link", number))
    guess_values(state, hidden_values(state, who), s, rng)
    s.seed = rng.getrandbits(62)
    s.able = state.game.engine.executable(s) if not s.over else []
    return type(state)(state.game, s, state.fault)


def hidden_values(state: IgoldState, who: int | None) -> list[int]:
    """The attributes that an actor may not see, but for those of objects."""
    sight = state.sight
    return [
        number
        for number, one in enumerate(state.game.world.attributes)
        if one.host != "object" and not sight.sees(who, "attribute", number)
    ]


def guess_values(state: IgoldState, hidden: Sequence[int], s: MatchPosition, rng: Random) -> None:
    """Draw some values anew."""
    for number in hidden:
        s.values[number] = _value(state.game.world, number, s.values[number], rng)


def _permutation(
    world: ElementWorld, s: MatchPosition, hidden: list[int], rng: Random
) -> dict[int, int]:
    """Which object takes whose place: among those that may lie in the same fields."""
    groups: dict[Any, list[int]] = {}
    for thing in hidden:
        kind = world.objects[thing].type
        groups.setdefault((kind.chain[0].id, world.fitting(kind.id)), []).append(thing)
    changed: dict[int, int] = {}
    for group in groups.values():
        drawn = group[:]
        rng.shuffle(drawn)
        changed.update(zip(group, drawn, strict=True))
    return changed


def _value(world: ElementWorld, number: int, value: Any, rng: Random) -> Any:
    """A value that a hidden attribute could have, as far as its type says."""
    kind = world.attributes[number].type
    low, high = kind.node.get("minimum"), kind.node.get("maximum")
    if tag(kind.node) == "booleanAttribute":
        return rng.random() < 0.5
    areas = kids(kind.node, "possibleValues")
    values = [str(one.get("valueId")) for area in areas for one in kids(area)]
    if tag(kind.node) == "enumAttribute":
        return rng.choice(values)
    if tag(kind.node) == "setAttribute":
        return frozenset(one for one in values if rng.random() < 0.5)
    if tag(kind.node) == "integerAttribute" and low is not None and high is not None:
        return rng.randint(int(low), int(high))
    return value
