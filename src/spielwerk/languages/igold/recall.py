"""Worlds that agree with everything a role has seen since the match began.

What a role cannot know comes from two things: objects that were shuffled where it did not look,
and objects that others picked among some it did not see. :class:`Memory` folds both over the
course of a match, as far as they are still open: whatever the role has seen since is settled. A
world is drawn by exchanging objects that were mixed up so and are hidden since; where the role saw
an object last, and which others it may have been taken for, is kept by that.

Rules may tell more: a thief who is called and does not answer is nobody's card. So what was drawn
is lived through once more, from the first exchange on: every step must still be possible and lead
to the same, but for the exchange. Objects that never lie together are checked apart from each
other. Two things are cheaper than exact. Worlds that were found are drawn again, with what nobody
has touched since it was shuffled in a new order: a new one is looked for at first and then every
few draws. And once :data:`_TRUSTED` worlds of many steps each were found without any that failed,
exchanges of such objects are taken to be possible, as those of district cards in hands are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from spielwerk.core import LimitExceeded
from spielwerk.languages.igold.guessing import guess_values, hidden_values

if TYPE_CHECKING:
    from spielwerk.core import Course, Role
    from spielwerk.languages.igold.game import IgoldGame, IgoldState
    from spielwerk.languages.igold.position import MatchPosition
    from spielwerk.languages.igold.world import ElementWorld

_TRIES = 400
"""How many exchanges are tried before the search for a world is given up."""
_TRUSTED, _MANY_STEPS = 24, 40
"""After how many worlds without a failure, of how many steps each, no more are checked."""
_MORE_TRIES = 3
"""How many are tried for another one, where some are known."""
_FAILURES = 40
"""How many exchanges that did not fit are remembered."""
_FIRST, _EVERY = 6, 4
"""So many draws look for a new world; after that, every so many."""
_KEPT = 64
"""How many worlds are kept from step to step."""


class Kinships:
    """Which objects of a game can ever lie together: only they can be taken for each other."""

    def __init__(self, world: ElementWorld) -> None:
        kin: dict[int, int] = {}
        for one in world.objects:
            places = world.fitting(one.type.id)
            known = {kin[place] for place in places if place in kin}
            name = min(known, default=len(kin))
            for place, old in kin.items():
                if old in known:
                    kin[place] = name
            kin.update(dict.fromkeys(places, name))
        self.of = [
            kin.get(min(world.fitting(one.type.id), default=-1), -1) for one in world.objects
        ]
        """The kin of each object, by a number."""
        self.found: dict[int, int] = {}
        """How many worlds of many steps were found for a kin."""
        self.failed: set[int] = set()
        """The kin for which a world failed."""

    def trusts(self, kin: int) -> bool:
        """Whether exchanges among a kin need no check."""
        return kin not in self.failed and self.found.get(kin, 0) >= _TRUSTED

    def note(self, kin: int, steps: int, fine: bool) -> None:
        """How the check of a world went."""
        if not fine:
            self.failed.add(kin)
        elif steps >= _MANY_STEPS:
            self.found[kin] = self.found.get(kin, 0) + 1


class Mixing(NamedTuple):
    """Objects that a role cannot tell apart since a step, and has not seen since then."""

    at: int
    kin: int
    things: tuple[int, ...]
    picked: int = -1
    """The one that somebody picked among them; none where they were shuffled."""


class ObjectExchange(NamedTuple):
    """Which objects lie where others lie, from some step on."""

    at: int
    instead: Mapping[int, int]


@dataclass(slots=True)
class Memory:
    """What a role knows of where objects are, and the worlds that were found to fit."""

    hidden: frozenset[int]
    since: Mapping[int, int]
    """Since which step each hidden object is hidden."""
    moved: Mapping[int, int]
    """In which step each object was moved last."""
    mixings: tuple[Mixing, ...]
    worlds: dict[int, list[list[ObjectExchange]]] = field(default_factory=dict)
    """Found to fit, by kin: how the exchange grew."""
    waiting: dict[int, list[tuple[int, list[ObjectExchange]]]] = field(default_factory=dict)
    """Found to fit up to some step before."""
    failed: list[list[ObjectExchange]] = field(default_factory=list)
    """Found not to fit."""
    draws: int = 0
    values: Sequence[int] | None = None
    """The attributes that the role may not see, once somebody has asked."""


def imagine(course: Course, role: Role, rng: Random) -> IgoldState:
    """A state that ``role`` cannot tell from the last one of ``course`` by all it has seen.

    :raises LimitExceeded: none was found
    """
    state: IgoldState = course.state  # type: ignore[assignment]
    game = state.game
    who = game.number(role)
    if not game.hidden or who is None:
        return state
    memory = course.folded(("memory", role), lambda before, link: _remember(who, before, link))
    memory.draws += 1
    kin = dict.fromkeys(mixing.kin for mixing in memory.mixings)
    if (values := memory.values) is None:
        values = memory.values = hidden_values(state, who)
    for _ in range(_TRIES):
        instead: dict[int, int] = {}
        for each in kin:
            found = _exchange(course, memory, who, each, rng)
            instead.update(_rearranged(state, memory, each, found, rng))
        s = exchanged(game, state.position, instead)
        guess_values(state, values, s, rng)
        s.seed = rng.getrandbits(62)
        s.able = game.engine.executable(s) if not s.over else []
        world = type(state)(game, s, state.fault)
        if _looks_the_same(state, world, role, who, plain=not values):
            return world
    raise LimitExceeded(
        f"No state that looks the same to {role} was found in {_TRIES} tries: what {role} may see "
        "or do depends on what it may not see. Change the visibility or the rules."
    )


def exchanged(
    game: IgoldGame, position: MatchPosition, instead: Mapping[int, int]
) -> MatchPosition:
    """The position with some objects in the places of others."""
    s = position.copy()
    if instead:
        game.exchanges.exchange(s, instead)
    return s


def _looks_the_same(
    state: IgoldState, world: IgoldState, role: Role, who: int, plain: bool
) -> bool:
    if world.turn != state.turn or _deeds(world, who) != _deeds(state, who):
        return False
    return plain or (
        world.legal(role) == state.legal(role) and world.seen(role) == state.seen(role)
    )


def _deeds(state: IgoldState, who: int) -> list[int]:
    return [action for actor, action in state.position.able if actor == who]


# What is remembered


def _remember(who: int, before: Memory | None, link: Course) -> Memory:
    """The memory after one more step."""
    state: IgoldState = link.state  # type: ignore[assignment]
    world, kin = state.game.world, state.game.kinships.of
    sight, at = state.sight, link.length
    hidden = frozenset([n for n in range(len(world.objects)) if not sight.sees(who, "object", n)])
    if before is None:
        since = dict.fromkeys(hidden, at)
        mixed = state.position.mixed if link.whole else [tuple(sorted(hidden))]
        new = [m for things in mixed for m in _mixings(at, things, hidden, kin)]
        return Memory(hidden, since, dict.fromkeys(range(len(world.objects)), at), tuple(new))
    assert link.before is not None
    old: IgoldState = link.before.state  # type: ignore[assignment]
    since = {n: before.since.get(n, at) for n in hidden}
    places = enumerate(zip(old.position.place, state.position.place, strict=True))
    moved = {**before.moved, **{n: at for n, (here, there) in places if here != there}}
    kept = [
        mixing._replace(things=things)
        for mixing in before.mixings
        if len(things := tuple([n for n in mixing.things if n in hidden])) > 1
        and (mixing.picked < 0 or mixing.picked in hidden)
    ]
    new = [*_picks(who, before.hidden, hidden, link)]
    for things in state.position.mixed:
        new += _mixings(at, things, hidden, kin)
    waiting = {
        each: [
            *before.waiting.get(each, []),
            *((at - 1, steps) for steps in before.worlds.get(each, [])),
        ][-_KEPT:]
        for each in {*before.worlds, *before.waiting}
    }
    return Memory(hidden, since, moved, _lasting([*kept, *new]), waiting=waiting)


def _mixings(
    at: int, things: Sequence[int], hidden: frozenset[int], kin: Sequence[int]
) -> Iterator[Mixing]:
    """What a shuffle leaves open."""
    kinds: dict[int, list[int]] = {}
    for thing in things:
        if thing in hidden:
            kinds.setdefault(kin[thing], []).append(thing)
    for each, some in kinds.items():
        if len(some) > 1:
            yield Mixing(at, each, tuple(some))


def _picks(
    who: int, unseen: frozenset[int], hidden: frozenset[int], link: Course
) -> Iterator[Mixing]:
    """What the hidden picks of others leave open in a step."""
    assert link.before is not None
    assert link.event is not None
    state: IgoldState = link.before.state  # type: ignore[assignment]
    game = state.game
    for role, move in link.event.moves.items():
        if role not in game.roles or game.number(role) == who:
            continue
        deeds = state.deeds(role)
        deed = deeds[move]
        if deed[0] != "pick" or not _of_objects(state, deed[1]):
            continue
        picked = deed[2]
        things = [
            one[2]
            for one in deeds.values()
            if one[:2] == deed[:2] and one[2] in hidden and one[2] in unseen
        ]
        if picked in things and len(things) > 1:
            yield Mixing(link.length, game.kinships.of[picked], tuple(things), picked)


def _of_objects(state: IgoldState, run: int) -> bool:
    waiting = state.position.runs[run]
    ask = state.game.engine.codes[waiting.code].code.steps[waiting.step].ask
    return ask is not None and ask.kind == "object"


def _lasting(mixings: list[Mixing]) -> tuple[Mixing, ...]:
    """The mixings without those that a later shuffle of all their objects makes void."""
    kept: list[Mixing] = []
    for place, mixing in enumerate(mixings):
        things = set(mixing.things)
        if not any(one.picked < 0 and things <= set(one.things) for one in mixings[place + 1 :]):
            kept.append(mixing)
    return tuple(kept)


# Worlds


def _exchange(course: Course, memory: Memory, who: int, kin: int, rng: Random) -> Mapping[int, int]:
    """An exchange among a kin that fits what the actor has seen."""
    game: IgoldGame = course.state.game  # type: ignore[attr-defined]
    mixings = [mixing for mixing in memory.mixings if mixing.kin == kin]
    start = [ObjectExchange(mixings[0].at - 1, {})]
    if game.kinships.trusts(kin):
        return _mixed(start, mixings, rng)[-1].instead
    worlds = memory.worlds.setdefault(kin, [])
    if worlds and memory.draws > _FIRST and memory.draws % _EVERY:
        return rng.choice(worlds)[-1].instead
    for _ in range(_TRIES if not worlds else _MORE_TRIES):
        steps, lived = start, start[0].at
        if waiting := memory.waiting.get(kin):
            lived, steps = waiting.pop()
            if any(memory.since.get(thing, course.length) > lived for thing in steps[-1].instead):
                continue
        if steps is start and worlds:
            steps = _varied(rng.choice(worlds), mixings, rng)
        else:
            steps = _mixed(steps, [mixing for mixing in mixings if mixing.at > lived], rng)
        fine = steps not in memory.failed and _lived_through(course, who, steps, lived)
        if lived < mixings[0].at:
            game.kinships.note(kin, course.length - lived, fine)
        if fine:
            worlds.append(steps)
            return steps[-1].instead
        if len(memory.failed) < _FAILURES:
            memory.failed.append(steps)
    if worlds:
        return rng.choice(worlds)[-1].instead
    raise LimitExceeded(f"No world that fits all that was seen was found in {_TRIES} tries.")


def _varied(
    steps: Sequence[ObjectExchange], mixings: Sequence[Mixing], rng: Random
) -> list[ObjectExchange]:
    """The same, but two objects that were mixed up change their parts from then on."""
    mixing = rng.choice(mixings)
    one, other = rng.sample(mixing.things, 2)
    found = []
    for step in steps:
        instead = dict(step.instead)
        if step.at >= mixing.at:
            _swap(instead, one, other)
        found.append(ObjectExchange(step.at, _without_rests(instead)))
    return found


def _mixed(
    steps: Sequence[ObjectExchange], mixings: Sequence[Mixing], rng: Random
) -> list[ObjectExchange]:
    """How an exchange grows, mixing by mixing."""
    found = [*steps]
    instead = dict(steps[-1].instead)
    for mixing in mixings:
        if mixing.picked >= 0:
            _swap(instead, mixing.picked, rng.choice(mixing.things))
        else:
            _shuffle(instead, mixing.things, rng)
        found.append(ObjectExchange(mixing.at, _without_rests(instead)))
    return found


def _swap(instead: dict[int, int], one: int, other: int) -> None:
    instead[one], instead[other] = instead.get(other, other), instead.get(one, one)


def _shuffle(instead: dict[int, int], things: Sequence[int], rng: Random) -> None:
    drawn = [instead.get(thing, thing) for thing in things]
    rng.shuffle(drawn)
    instead.update(zip(things, drawn, strict=True))


def _without_rests(instead: Mapping[int, int]) -> dict[int, int]:
    return {old: new for old, new in instead.items() if old != new}


def _rearranged(
    state: IgoldState, memory: Memory, kin: int, instead: Mapping[int, int], rng: Random
) -> dict[int, int]:
    """The exchange with what lies untouched since it was shuffled in another order."""
    found = dict(instead)
    place = state.position.place
    for mixing in memory.mixings:
        if mixing.kin != kin or mixing.picked >= 0:
            continue
        fields: dict[int, list[int]] = {}
        for thing in mixing.things:
            if memory.moved[thing] <= mixing.at:
                fields.setdefault(place[thing], []).append(thing)
        for things in fields.values():
            _shuffle(found, things, rng)
    return _without_rests(found)


# Living through it


def _lived_through(course: Course, who: int, steps: Sequence[ObjectExchange], lived: int) -> bool:
    """Whether the course could have been so, after a step up to which it could."""
    links: list[Course] = []
    link = course
    while link.length > lived and link.before is not None:
        links.append(link)
        link = link.before
    before = _then(steps, link.length)
    for link in reversed(links):
        after = _then(steps, link.length)
        if (before or after) and not _could_be(link, who, before, after):
            return False
        before = after
    return _may_lie_there(course, steps[-1].instead)


def _then(steps: Sequence[ObjectExchange], at: int) -> Mapping[int, int]:
    """The exchange as it was after a step."""
    return next(one.instead for one in reversed(steps) if one.at <= at)


def _may_lie_there(course: Course, instead: Mapping[int, int]) -> bool:
    state: IgoldState = course.state  # type: ignore[assignment]
    world, place = state.game.world, state.position.place
    for old, new in instead.items():
        allowed = world.allowed[place[old]]
        if allowed is not None and world.objects[new].type.id not in allowed:
            return False
    return True


def _could_be(link: Course, who: int, before: Mapping[int, int], after: Mapping[int, int]) -> bool:
    """Whether a step is possible with objects exchanged before and after it.

    What follows from a shuffle is not compared: it would come out in another way.
    """
    assert link.before is not None
    assert link.event is not None
    old: IgoldState = link.before.state  # type: ignore[assignment]
    new: IgoldState = link.state  # type: ignore[assignment]
    game, event = old.game, link.event
    if event.late or new.position.mixed or new.fault is not None:
        return True
    s = exchanged(game, old.position, before)
    s.able = game.engine.executable(s)
    state = type(old)(game, s)
    deeds = []
    for number, role in enumerate(game.roles):
        if role in event.moves:
            deed = _renamed(game, old.deeds(role)[event.moves[role]], after, old)
            if not _legal(state, number, deed):
                return False
            deeds.append((number, deed))
    drawn = None
    if not deeds:
        drawn = [text for text, _, _ in old.outcomes()].index(next(iter(event.moves.values())))
    found = state.enacted(deeds, drawn)
    wanted = exchanged(game, new.position, after)
    if found.fault is not None or _deeds(found, who) != _deeds(new, who):
        return False
    if before == after:
        return found.position.key() == wanted.key()
    return _in_any_order(found.position) == _in_any_order(wanted)


def _in_any_order(s: MatchPosition) -> tuple[Any, ...]:
    """The same as the key of a position, but for the order in which objects lie.

    Whoever picks another object leaves the rest in another order.
    """
    runs = [run._replace(pending=None) for run in s.runs]
    pools = [run.pending and (run.pending.askers, run.pending.pools) for run in s.runs]
    copy = s.copy()
    copy.inside = [tuple(sorted(inside)) for inside in s.inside]
    copy.runs = [run._replace(memory=_unordered(run.memory)) for run in runs]
    return *copy.key(), _unordered(pools)


def _unordered(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return tuple(sorted([_unordered(one) for one in value], key=repr))
    return value


def _renamed(
    game: IgoldGame, deed: tuple[Any, ...], instead: Mapping[int, int], state: IgoldState
) -> tuple[Any, ...]:
    """A deed with the objects that are in the places of those it names."""
    match deed:
        case ("act", action):
            return "act", game.exchanges.action(action, instead)
        case ("pick", run, thing) if _of_objects(state, run):
            return "pick", run, instead.get(thing, thing)
    return deed


def _legal(state: IgoldState, who: int, deed: tuple[Any, ...]) -> bool:
    match deed:
        case ("act", action):
            return (who, action) in state.position.able
        case ("pick", run, thing):
            pending = state.position.runs[run].pending
            return pending is not None and thing in pending.pools[pending.askers.index(who)]
    return True
