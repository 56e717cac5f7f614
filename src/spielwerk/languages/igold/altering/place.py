"""Where something is to be altered: a text, and the elements around a place of it.

Everything that offers or writes alterations looks at a text through a :class:`Place`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from spielwerk.core import SpielwerkError
from spielwerk.languages.igold.definition import AREAS, HOSTS
from spielwerk.languages.igold.markup import Tag, read_markup, tag_at

LINKED = ("actor", "object", "space", "field")
"""The kinds of types that links lead to."""
NEW = {
    "new number": ("integerAttribute", "integerValue", "0"),
    "new truth value": ("booleanAttribute", "booleanValue", "false"),
    "new text": ("stringAttribute", "stringValue", ""),
}
"""Types of attributes that are made together with an attribute: element, value, first value."""
VALUES = {element: (value, first) for element, value, first in NEW.values()} | {
    "decimalAttribute": ("decimalValue", "0")
}
NOTHING = "nothing"
EVERYBODY = "everybody"
GAME = "gameState"


@dataclass(frozen=True, slots=True)
class Place:
    """A text, and the element of it that is meant."""

    text: str
    root: Tag
    host: Tag | None
    """The type, phase or game state around the place."""
    inner: Tag | None
    """The innermost element around it that has an id."""

    @property
    def body(self) -> Tag | None:
        game = next((tag for tag in self.root.children if tag.local == "game"), None)
        return child_of(game, "gameDefinition") if game is not None else None

    def types(self, *kinds: str) -> list[str]:
        """The ids of the types of some kinds."""
        found = []
        for area in self.body.children if self.body is not None else ():
            if AREAS.get(area.local) in kinds:
                found += [str(one.get("typeId")) for one in area.children if one.get("typeId")]
        return found


def place_at(text: str, offset: int) -> Place:
    root = read_markup(text)
    start = text.rfind("\n", 0, offset) + 1
    if not text[start:offset].strip():  # before a line's first letter, the line is meant
        offset = start + len(text[start:]) - len(text[start:].lstrip(" \t"))
    around = []
    tag: Tag | None = tag_at(root, offset + 1)
    while tag is not None:
        around.append(tag)
        tag = tag.parent
    host = next((one for one in around if kind_of(one) in HOSTS), None)
    named = ("typeId", "instanceId", "linkId")
    inner = next((one for one in around if any(one.get(key) for key in named)), None)
    return Place(text, root, host, inner)


def kind_of(tag: Tag) -> str:
    if tag.local == GAME:
        return "game"
    return AREAS.get(tag.parent.local, "") if tag.parent is not None else ""


def called(tag: Tag) -> str:
    keys = ("typeId", "instanceId", "linkId")
    return next((str(tag.get(key)) for key in keys if tag.get(key)), tag.local)


def child_of(tag: Tag, name: str) -> Tag | None:
    return next((child for child in tag.children if child.local == name), None)


def body_of(place: Place) -> Tag:
    body = place.body
    assert body is not None, "there is a game"
    return body


def found_again(text: str, tag: Tag) -> Tag:
    """The element that has the id of another, in a text that was changed."""
    found = (one for one in read_markup(text).walk() if one.get("typeId") == tag.get("typeId"))
    return next(found)


def defining(place: Place, reference: str) -> Tag:
    found = (tag for tag in place.root.walk() if tag.get("typeId") == reference)
    tag = next(found, None)
    if tag is None:
        raise SpielwerkError(f"There is no type '{reference}'.")
    return tag


def refuse_known(place: Place, reference: str) -> None:
    if any(tag.get("typeId") == reference for tag in place.root.walk()):
        raise SpielwerkError(f"There is a type '{reference}' already: choose another name.")


def _words(name: str) -> list[str]:
    found = re.findall(r"[A-Za-z0-9]+", name)
    if not found:
        raise SpielwerkError(f"'{name}' has no letter that an id could be made of.")
    return found


def type_id(name: str) -> str:
    return "".join(word[:1].upper() + word[1:] for word in _words(name))


def own_id(name: str) -> str:
    found = type_id(name)
    return found[:1].lower() + found[1:]
