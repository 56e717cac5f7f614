"""Everything that is so in a position, as lines of text, and positions made from such lines.

A line names something and says what it is: ``anna.tokens = 2``, ``anna.hand = guard, priest``,
``player = anna``. What belongs to a player or lies in a named field stands after its name and a
dot; what belongs to the game stands alone. Authors read these lines, and tests are written in them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from spielwerk.core import SpielwerkError
from spielwerk.languages.igold.builtins import effective
from spielwerk.languages.igold.limits import LARGEST
from spielwerk.languages.igold.model import kids
from spielwerk.languages.igold.moves import value_text
from spielwerk.languages.igold.position import Fault
from spielwerk.languages.igold.source import tag

if TYPE_CHECKING:
    from spielwerk.languages.igold.game import IgoldState
    from spielwerk.languages.igold.position import MatchPosition
    from spielwerk.languages.igold.world import ElementWorld

NOTHING = "nothing"
"""What an empty field holds, and what a link names that names nobody."""


def facts_of(state: IgoldState) -> list[str]:
    """All that can be said of a position, sorted."""
    s, engine = state.position, state.game.engine
    phase = engine.phases[s.phase].type.word if s.phase >= 0 else NOTHING
    name = engine.states[s.state][1].name if s.state >= 0 else NOTHING
    lines = [f"phase = {phase}", f"state = {name}"]
    for name, (kind, number) in _names(s.world, s).items():
        lines.append(f"{name} = {_text(s, kind, number)}")
    return sorted(lines)


def named_values(state: IgoldState) -> list[tuple[str, str]]:
    """All names that can be spoken of, with their values as texts."""
    parts = (line.partition(" = ") for line in facts_of(state))
    return [(name, value) for name, _, value in parts]


def value_named(s: MatchPosition, name: str) -> str | None:
    """The value of a name as a text; nothing where nothing is called so just now."""
    found = _names(s.world, s).get(name)
    return None if found is None else _text(s, *found)


def check_value(s: MatchPosition, name: str, text: str) -> None:
    """Make sure that something can be so.

    :raises SpielwerkError: it never can; the message says why
    """
    kind, number = _names(s.world, s)[name]
    words = [one.word for one in s.world.objects]
    if kind == "attribute":
        _value(s.world, number, text)
    elif kind == "link":
        _named(s, number, text)
    elif unknown := next((word for word in _listed(text) if word not in words), None):
        raise SpielwerkError(f"No object is called '{unknown}', so this can never be so.")


def arranged(state: IgoldState, lines: Sequence[str]) -> IgoldState:
    """The position with lines made so, and everything that follows until somebody decides.

    Objects that fields are to hold are taken from each other, and then from fields that no line
    speaks of. What is left over takes the places of these, or goes to such a field of the game.

    :raises SpielwerkError: a line means nothing here, or the rules go wrong after it
    """
    s = state.position.copy()
    names = _names(s.world, s)
    wanted: list[tuple[str, int, str]] = []
    for line in lines:
        name, sign, value = (part.strip() for part in line.partition("="))
        if not sign:
            raise SpielwerkError(f"'{line}' says nothing: write NAME = VALUE.")
        if name not in names:
            near = get_close_matches(name, names, 1, 0.5)
            hint = f"Did you mean '{near[0]}'?" if near else f"There is {', '.join(names)}."
            raise SpielwerkError(f"Nothing here is called '{name}'. {hint}")
        wanted.append((*names[name], value))
    _lay_out(s, {number: _listed(value) for kind, number, value in wanted if kind == "field"})
    for kind, number, value in wanted:
        if kind == "attribute":
            s.values[number] = _value(s.world, number, value)
        elif kind == "link":
            s.links[number] = _named(s, number, value)
    s.runs = [run._replace(pending=None) for run in s.runs]
    fault = state.game.engine.run(s, lambda: None)
    if fault is not None:
        raise Fault(replace(fault, claim=f"Such a position goes wrong. {fault.claim}"))
    return type(state)(state.game, s)


def _names(world: ElementWorld, s: MatchPosition) -> dict[str, tuple[str, int]]:
    """What can be spoken of: attributes, fields and links of the game, the phase and players."""
    found: dict[str, tuple[str, int]] = {}
    for kind, elements in (
        ("field", world.fields),
        ("attribute", world.attributes),
        ("link", world.links),
    ):
        for number, one in enumerate(elements):
            host, index = one.host, one.index
            if kind == "field":
                host, index = world.spaces[one.index].host, world.spaces[one.index].index
            owner = _owner(world, s, host, index)
            if owner is not None:
                found.setdefault(f"{owner}{one.word}", (kind, number))
    return found


def _owner(world: ElementWorld, s: MatchPosition, host: str, index: int) -> str | None:
    """What stands before the name of something that belongs to a host."""
    if host == "game" or (host == "phase" and index == s.phase):
        return ""
    if host == "actor":
        return f"{world.actors[index].word}."
    if host == "field":
        return f"{world.fields[index].word}."
    if host == "space":
        return _owner(world, s, world.spaces[index].host, world.spaces[index].index)
    return None


# What is so


def _text(s: MatchPosition, kind: str, number: int) -> str:
    world = s.world
    if kind == "attribute":
        value = effective(s)[number]
        if not isinstance(value, frozenset):
            return value_text(value)
        return ", ".join(sorted(map(value_text, value))) or NOTHING
    if kind == "field":
        return ", ".join(world.objects[thing].word for thing in s.inside[number]) or NOTHING
    link = world.links[number].value
    named = s.links[number] if link.many else (s.links[number],)
    words = (world.of(link.kind)[one].word for one in named if one != -1)
    return ", ".join(words) or NOTHING


# Making it so


def _listed(value: str) -> list[str]:
    return [] if value == NOTHING else [word.strip() for word in value.split(",") if word.strip()]


def _value(world: ElementWorld, number: int, text: str) -> Any:
    """The value of an attribute from its text."""
    kind = world.attributes[number].type
    possible = [
        str(one.get("valueId")) for area in kids(kind.node, "possibleValues") for one in kids(area)
    ]
    match tag(kind.node):
        case "booleanAttribute":
            if text not in ("yes", "no"):
                raise SpielwerkError(f"It is yes or no, not '{text}'.")
            return text == "yes"
        case "integerAttribute":
            if not text.removeprefix("-").isdecimal() or abs(int(text)) >= LARGEST:
                raise SpielwerkError(f"'{text}' is no whole number.")
            return int(text)
        case "decimalAttribute":
            try:
                return Decimal(text)
            except InvalidOperation:
                raise SpielwerkError(f"'{text}' is no number.") from None
        case "setAttribute":
            return frozenset(_one_of(word, possible) for word in _listed(text))
        case "enumAttribute":
            return _one_of(text, possible)
    return text


def _one_of(text: str, possible: Sequence[str]) -> str:
    for value in possible:
        if text in (value, value_text(value)):
            return value
    raise SpielwerkError(f"'{text}' is none of {', '.join(map(value_text, possible))}.")


def _named(s: MatchPosition, number: int, text: str) -> Any:
    """What a link names, from its words."""
    link = s.world.links[number].value
    found: list[int] = []
    for word in _listed(text):
        places = [
            n for n, one in enumerate(s.world.of(link.kind)) if one.word == word and n not in found
        ]
        if not places:
            raise SpielwerkError(f"There is no {link.kind} '{word}' left.")
        found.append(places[0])
    if link.many:
        return tuple(found)
    if len(found) > 1:
        raise SpielwerkError(f"This names one {link.kind} at most, not '{text}'.")
    return found[0] if found else -1


def _lay_out(s: MatchPosition, wanted: Mapping[int, Sequence[str]]) -> None:
    """Let each of these fields hold exactly such objects, in this order."""
    loose = [thing for field in wanted for thing in s.inside[field]]
    others = [field for field in _game_first(s.world) if field not in wanted]
    gaps: list[tuple[int, int]] = []
    for field, words in wanted.items():
        found: list[int] = []
        for word in words:
            thing = _taken(s, word, field, loose, others)
            if thing in loose:
                loose.remove(thing)
            else:
                home = s.place[thing]
                gaps.append((home, s.inside[home].index(thing)))
                s.inside[home] = tuple(-1 if one == thing else one for one in s.inside[home])
            found.append(thing)
        _put(s, field, found)
    for field, place in gaps:
        inside = list(s.inside[field])
        inside[place] = loose.pop(0) if loose else -1
        s.inside[field] = tuple(inside)
    for field in {field for field, _ in gaps}:
        _put(s, field, [one for one in s.inside[field] if one >= 0])
    for thing in loose:
        fitting = s.world.fitting(s.world.objects[thing].type.id)
        home = next((field for field in others if field in fitting), -1)
        if home < 0:
            raise SpielwerkError(f"There is nowhere to put '{s.world.objects[thing].word}'.")
        _put(s, home, [thing, *s.inside[home]])


def _game_first(world: ElementWorld) -> list[int]:
    """All fields, those of the game before those of players."""
    hosts = [world.spaces[one.index].host != "game" for one in world.fields]
    return sorted(range(len(world.fields)), key=hosts.__getitem__)


def _taken(
    s: MatchPosition, word: str, field: int, loose: Sequence[int], others: Sequence[int]
) -> int:
    """An object of a word that can be taken: best one that lay in the field before."""
    world = s.world
    things = [n for n, one in enumerate(world.objects) if one.word == word]
    if not things:
        words = sorted({one.word for one in world.objects})
        raise SpielwerkError(f"No object is called '{word}': there is {', '.join(words)}.")
    free = sorted((n for n in things if n in loose), key=lambda n: s.place[n] != field)
    free += [n for home in others for n in things if n in s.inside[home]]
    if not free:
        raise SpielwerkError(f"There is no '{word}' left that no other line speaks of.")
    return free[0]


def _put(s: MatchPosition, field: int, things: Sequence[int]) -> None:
    """Let objects lie in a field and belong to whom it belongs."""
    s.inside[field] = tuple(things)
    for thing in things:
        s.place[thing] = field
        s.owner[thing] = s.holder[s.world.fields[field].index]
