"""What can be added or changed at a place of a game, and what must be said for each of them."""

from __future__ import annotations

from collections.abc import Sequence

from spielwerk.core import Alteration, Blank
from spielwerk.languages.igold.altering.place import (
    EVERYBODY,
    GAME,
    LINKED,
    NEW,
    NOTHING,
    VALUES,
    Place,
    called,
    child_of,
    defining,
    kind_of,
    own_id,
    place_at,
)
from spielwerk.languages.igold.definition import HOSTS
from spielwerk.languages.igold.markup import Tag


def alterations_at(text: str, offset: int) -> list[Alteration]:
    """What can be added or changed at a place."""
    place = place_at(text, offset)
    if place.body is None:
        if text.strip():
            return []
        return [Alteration("game", "Begin a game", "", (Blank("name", "My game"),))]
    found = [
        Alteration("type", "Add a type", "", (_kinds(place), _fresh(place, "thing"))),
        Alteration("phase", "Add a phase", "", _phase_blanks(place)),
        Alteration("action", "Add an action", "", _action_blanks(place)),
    ]
    host = place.host
    if host is not None:
        kind, of = kind_of(host), called(host)
        if kind in HOSTS:
            found.append(
                Alteration("attribute", f"Add an attribute to '{of}'", of, _attribute_blanks(place))
            )
            blanks = (_fresh(place, "link"), _some("to", place.types(*LINKED)))
            found.append(Alteration("link", f"Add a link to '{of}'", of, blanks))
        if kind == "phase":
            blanks = (_fresh(place, "state"), _some("after", _states(host)))
            found.append(Alteration("state", f"Add a state to '{of}'", of, blanks))
    if place.inner is not None:
        of = called(place.inner)
        name = Blank("name", place.inner.get("name") or of)
        found.append(Alteration("rename", f"Rename '{of}'", of, (name,)))
        found.append(Alteration("remove", f"Remove '{of}'", of))
    return found


def _some(name: str, choices: Sequence[str], value: str | None = None) -> Blank:
    known = tuple(choices) or (NOTHING,)
    return Blank(name, value if value in known else known[0], known)


def _fresh(place: Place, name: str) -> Blank:
    """A name that nothing has yet."""
    keys = ("typeId", "instanceId", "linkId")
    taken = {
        str(tag.get(key)).rpartition(".")[2].lower() for tag in place.root.walk() for key in keys
    }
    number = 2
    while own_id(name).lower() in taken:
        name = f"{name.rstrip('0123456789 ')} {number}"
        number += 1
    return Blank("name", name)


def _kinds(place: Place) -> Blank:
    here = kind_of(place.host) if place.host is not None else "actor"
    return _some("kind", LINKED, here)


def _phase_blanks(place: Place) -> tuple[Blank, ...]:
    here = place.host.get("typeId") if place.host is not None else None
    return _fresh(place, "phase"), _some("after", place.types("phase"), here)


def _action_blanks(place: Place) -> tuple[Blank, ...]:
    here = place.host.get("typeId") if place.host is not None else None
    links = [str(tag.get("linkId")) for tag in place.root.walk() if tag.local == "actorLink"]
    hosts = [*place.types("phase", "actor", "object"), GAME]
    return (
        _fresh(place, "action"),
        _some("by", [EVERYBODY, *dict.fromkeys(links)]),
        _some("in", hosts, here),
    )


def _attribute_blanks(place: Place) -> tuple[Blank, ...]:
    known = [one for one in place.types("attribute") if defining(place, one).local in VALUES]
    return _fresh(place, "attribute"), _some("type", [*NEW, *known]), Blank("value", needed=False)


def _states(phase: Tag) -> list[str]:
    states = child_of(phase, "phaseStates")
    return [str(s.get("typeId")) for s in states.children if s.get("typeId")] if states else []
