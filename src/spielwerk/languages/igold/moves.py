"""Elements and values in the words of moves, and moves as texts that parse back.

A move is a first word (what the action or selection is called) and, where it concerns an element,
the element's words: ``build tavern``, ``choose king``, ``destroy tavern of bert``,
``move man at c3``.
Objects that are alike in every respect are one move.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from spielwerk.languages.igold.model import word_of

if TYPE_CHECKING:
    from spielwerk.languages.igold.engine import MatchEngine
    from spielwerk.languages.igold.position import MatchPosition
    from spielwerk.languages.igold.world import ElementWorld

DONE = "done"
"""The move that ends a selection of any number."""
ABORT = "abort"
"""The move that gives up an action."""


def action_item(engine: MatchEngine, action: int, who: int) -> tuple[str, str, Any]:
    """What a move that executes an action says: its first word, and the element it concerns."""
    one = engine.world.actions[action]
    verb = engine.actions[action].type.word
    if one.host in ("object", "field", "space") or (one.host == "actor" and one.index != who):
        return verb, one.host, one.index
    return verb, "none", None


def value_text(value: Any) -> str:
    """A value of an attribute as a word."""
    match value:
        case bool():
            return "yes" if value else "no"
        case frozenset():
            return "{" + ", ".join(sorted(value_text(one) for one in value)) + "}"
        case Decimal():
            return str(value.normalize())
        case str():
            return word_of(value.rpartition(".")[2]) if "." in value else value
    return str(value)


def element_text(s: MatchPosition, kind: str, number: int) -> str:
    """An element by its words."""
    world = s.world
    one = world.of(kind)[number]
    if kind == "object":
        return f"{one.word}{whereabouts(s, number, -1)}"
    if kind == "field":
        space = world.spaces[one.index]
        return f"{one.word}{_of(world, space)}"
    if kind in ("space", "attribute"):
        return f"{one.word}{_of(world, one)}"
    return str(one.word)


def _of(world: ElementWorld, one: Any) -> str:
    if one.host == "actor":
        return f" of {world.actors[one.index].word}"
    if one.host == "object":
        return f" of {world.objects[one.index].word}"
    return ""


def whereabouts(s: MatchPosition, number: int, viewer: int) -> str:
    """Where an object lies, as far as that is worth saying to a viewer."""
    world = s.world
    place = s.place[number]
    if place in world.board.where:
        return f" at {world.fields[place].word}"
    space = world.spaces[world.fields[place].index]
    if space.host == "actor" and space.index != viewer:
        return f" of {world.actors[space.index].word}"
    return ""


def likeness(s: MatchPosition, number: int) -> Hashable:
    """Equal for objects that nobody can tell apart."""
    values = tuple(s.values[slot] for slot in s.world.slots_of_objects[number])
    return s.world.objects[number].type.id, s.place[number], s.owner[number], values


def move_texts(
    s: MatchPosition,
    viewer: int,
    items: Iterable[tuple[str, str, int | Any]],
    sees: Callable[[int], bool],
) -> dict[str, int]:
    """The texts of moves, each with the place of its item among the items.

    An item is a first word, a kind and an element or value; kind ``none`` stands for a first word
    alone. Objects the viewer may not see are numbered, not named.
    """
    found: dict[str, int] = {}
    alike: dict[tuple[str, Hashable], None] = {}
    for place, (verb, kind, number) in enumerate(items):
        text = verb
        if kind == "object":
            text, alike_key = _object_text(s, viewer, verb, number, sees)
            if (verb, alike_key) in alike:
                continue
            alike[verb, alike_key] = None
        elif kind in ("actor", "field", "space", "action"):
            text = f"{verb} {element_text(s, kind, number)}"
        elif kind != "none":
            text = f"{verb} {value_text(number)}"
        if text in found:
            text = _apart(s, text, kind, number, found)
        found[text] = place
    return found


def _object_text(
    s: MatchPosition, viewer: int, verb: str, number: int, sees: Callable[[int], bool]
) -> tuple[str, Hashable]:
    if sees(number):
        word = s.world.objects[number].word
        return f"{verb} {word}{whereabouts(s, number, viewer)}", likeness(s, number)
    field = s.place[number]
    place = s.inside[field].index(number) + 1
    where = element_text(s, "field", field)
    return f"{verb} card {place} in {where}", number


def _apart(s: MatchPosition, text: str, kind: str, number: Any, found: dict[str, int]) -> str:
    """A text for what would otherwise be called like another thing."""
    if kind == "object":
        longer = f"{text} in {s.world.fields[s.place[number]].word}"
        if longer not in found:
            return longer
    count = 2
    while f"{text} #{count}" in found:
        count += 1
    return f"{text} #{count}"


def chance_texts(world: ElementWorld, reference: str, values: Sequence[Any]) -> list[str]:
    """What chance's moves are called."""
    kind = world.definition.types[reference]
    verb = kind.word
    element = re.sub(r"Chance$", "", str(kind.node.tag).rpartition("}")[2])
    texts: list[str] = []
    for value in values:
        word = value_text(value)
        if element in ("actor", "object", "field", "space"):
            word = world.of(element)[value].word
        text = f"{verb} {word}"
        count = 2
        while text in texts:
            text = f"{verb} {word} #{count}"
            count += 1
        texts.append(text)
    return texts


def normal(text: str) -> str:
    """What people type, in the form that moves have."""
    return " ".join(text.strip().split())
