"""Positions in which objects have changed places: each lies where another lay.

An exchange is a mapping from objects to those that take their places. Whatever names an object by
the place it has (fields, links, runs of operations that wait) then names the one that took it.
What is part of an object by nature, such as the cost of a card, stays with it; what became of it
in play, such as who has looked at it, belongs to the place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from spielwerk.languages.igold.engine import MatchEngine
from spielwerk.languages.igold.position import MatchPosition, Run


class Exchanges:
    """Lets objects of a game change places."""

    def __init__(self, engine: MatchEngine) -> None:
        world = engine.world
        self._engine = engine
        self._naming = [
            number
            for number, one in enumerate(world.links)
            if one.value.kind == "object" and one.host != "object"
        ]
        """The links that name objects and are not part of one."""
        self._links = _by_object(world.links)
        self._actions = _by_object(world.actions)
        self._slots = [
            {world.attributes[slot].id: slot for slot in slots} for slots in world.slots_of_objects
        ]
        self._of_objects = [slot for slots in world.slots_of_objects for slot in slots]
        self._first = [one.value for one in world.attributes]

    def exchange(
        self,
        s: MatchPosition,
        instead: Mapping[int, int],
        follows: Callable[[int], bool] = lambda _: True,
    ) -> None:
        """Let ``instead[one]`` take the place of each ``one``. The values are the keys, reordered.

        ``follows`` says which of the links that name objects name the new ones.
        """
        places = {new: (s.place[old], s.owner[old]) for old, new in instead.items()}
        for thing, (place, owner) in places.items():
            s.place[thing], s.owner[thing] = place, owner
        for field in {place for place, _ in places.values()}:
            s.inside[field] = tuple([instead.get(one, one) for one in s.inside[field]])
        for number in self._naming:
            if s.links[number] not in (-1, ()) and self._lives(s, number) and follows(number):
                s.links[number] = _new(instead, s.links[number])
        self._hand_over(s, instead)
        s.runs = [self._renamed(run, instead) for run in s.runs]
        s.effective = None

    def _lives(self, s: MatchPosition, number: int) -> bool:
        """Whether a link means anything: those of phases that are over are set anew first."""
        one = self._engine.world.links[number]
        return one.host != "phase" or one.index == s.phase

    def action(self, action: int, instead: Mapping[int, int]) -> int:
        """The same action of the object that took the place of the one it is part of."""
        one = self._engine.world.actions[action]
        if one.host != "object" or one.index not in instead:
            return action
        return self._actions.get(instead[one.index], {}).get(one.id, action)

    def _hand_over(self, s: MatchPosition, instead: Mapping[int, int]) -> None:
        """Give what became of an object in play to the one that takes its place."""
        values, links, first = {}, {}, self._first
        changed = {slot for slot in self._of_objects if s.values[slot] != first[slot]}
        for old, new in instead.items() if changed else ():
            theirs = self._slots[new]
            for name, slot in self._slots[old].items():
                other = theirs.get(name)
                if other is not None and (slot in changed or other in changed):
                    values[other] = s.values[slot] if slot in changed else first[other]
        for old, new in instead.items() if self._links else ():
            named = self._links.get(new, {})
            for name, number in self._links.get(old, {}).items():
                if name in named:
                    links[named[name]] = s.links[number]
        for slot, value in values.items():
            s.values[slot] = value
        for number, value in links.items():
            s.links[number] = value

    def _renamed(self, run: Run, instead: Mapping[int, int]) -> Run:
        """A run that names the objects which have taken the places of those it named."""
        act = self.action(run.act, instead) if run.act >= 0 else run.act
        if act != run.act:
            run = run._replace(act=act, me=instead[run.me])
        if run.code < 0:
            return run
        code = self._engine.codes[run.code].code
        memory = tuple(
            [
                _new(instead, value) if place in code.things else value
                for place, value in enumerate(run.memory)
            ]
        )
        pending = run.pending
        ask = code.steps[run.step].ask if pending is not None else None
        if pending is not None and ask is not None and ask.kind == "object":
            pools, picks = _new(instead, pending.pools), _new(instead, pending.picks)
            pending = pending._replace(pools=pools, picks=picks)
        return run._replace(memory=memory, pending=pending)


def _by_object(elements: list[Any]) -> dict[int, dict[str, int]]:
    """The elements that are part of objects, by object and id."""
    found: dict[int, dict[str, int]] = {}
    for number, one in enumerate(elements):
        if one.host == "object":
            found.setdefault(one.index, {})[one.id] = number
    return found


def _new(instead: Mapping[int, int], value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple([_new(instead, one) for one in value])
    return instead.get(value, value)
