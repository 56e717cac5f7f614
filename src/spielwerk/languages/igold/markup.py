"""XML as it stands while somebody types it: a tree with offsets, whatever is still missing.

A text goes in, a tree of tags comes out. Nothing is refused: a tag that is not closed ends where
the next one begins, and an end tag closes what it can. The checker reads texts elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_TOKEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)|<\?.*?(?:\?>|\Z)|<![^>]*>?"
    r"|</(?P<end>[\w:.-]*)\s*>?|<(?P<start>[\w:.-]*)",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(
    r"""\s+(?P<name>[\w:.-]+)(?:\s*=\s*(?P<value>"[^"<]*"?|'[^'<]*'?)?)?""", re.DOTALL
)
_CLOSE = re.compile(r"\s*(?P<mark>/?>)?")


@dataclass(frozen=True, slots=True)
class WrittenAttribute:
    """An attribute as it is written; the offsets of its value are those between the quotes."""

    name: str
    start: int
    value: str
    value_start: int
    value_end: int


@dataclass(slots=True, eq=False)
class Tag:
    """An element as far as it is written."""

    name: str
    start: int
    """Where its ``<`` stands."""
    head_end: int = 0
    """Behind the ``>`` of its start tag, or where that breaks off."""
    end: int = 0
    """Behind its end tag."""
    complete: bool = False
    """Whether its start tag has a ``>``."""
    closing: int | None = None
    """Where the name in its end tag stands."""
    attributes: list[WrittenAttribute] = field(default_factory=list)
    parent: Tag | None = None
    children: list[Tag] = field(default_factory=list)

    @property
    def local(self) -> str:
        """The name without a prefix."""
        return self.name.rpartition(":")[2]

    @property
    def name_start(self) -> int:
        return self.start + 1

    @property
    def name_end(self) -> int:
        return self.start + 1 + len(self.name)

    def get(self, name: str) -> str | None:
        """The value of an attribute."""
        return next((one.value for one in self.attributes if one.name == name), None)

    def walk(self) -> Iterator[Tag]:
        """This element and all below it, in the order of the text."""
        yield self
        for child in self.children:
            yield from child.walk()


def read_markup(text: str) -> Tag:
    """The tree of a text; its root stands for the text as a whole and has no name."""
    root = Tag("", 0, 0, len(text), complete=True)
    here, position = root, 0
    while (token := _TOKEN.search(text, position)) is not None:
        position = token.end()
        if (name := token["start"]) is not None:
            tag = Tag(name, token.start(), parent=here)
            here.children.append(tag)
            position, alone = _read_head(text, tag, token.end())
            if not alone:
                here = tag
        elif (name := token["end"]) is not None:
            here = _close(here, name, token)
    while here.parent is not None:
        here.end = len(text)
        here = here.parent
    return root


def _read_head(text: str, tag: Tag, position: int) -> tuple[int, bool]:
    """Read the attributes of a start tag; where it ends, and whether nothing stands in it."""
    while (found := _ATTRIBUTE.match(text, position)) is not None:
        position = found.end()
        given = found["value"] or ""
        start = found.start("value") + 1 if given else position
        value = given[1:-1] if len(given) > 1 and given[-1] == given[0] else given[1:]
        attribute = WrittenAttribute(
            found["name"], found.start("name"), value, start, start + len(value)
        )
        tag.attributes.append(attribute)
    found = _CLOSE.match(text, position)
    mark = found["mark"] if found is not None else None
    tag.complete = mark is not None
    tag.head_end = tag.end = found.end() if found is not None and mark else position
    return tag.head_end, mark != ">"


def _close(here: Tag, name: str, token: re.Match[str]) -> Tag:
    """Close the innermost element of a name, and what is still open in it."""
    one: Tag | None = here
    while one is not None and one.name != name:
        one = one.parent
    if one is None or one.parent is None:
        return here
    while here is not one:
        here.end = token.start()
        assert here.parent is not None, "the one that is looked for is above"
        here = here.parent
    one.end, one.closing = token.end(), token.start("end")
    assert one.parent is not None, "the root is not closed"
    return one.parent


def tag_at(root: Tag, offset: int) -> Tag:
    """The innermost element around an offset; of its tags, the first letter is outside."""
    here = root
    while True:
        inner = next((c for c in here.children if c.start < offset and offset < _reach(c)), None)
        if inner is None:
            return here
        here = inner


def _reach(tag: Tag) -> int:
    """Up to where one is in an element: behind a ``>`` one is out, behind a missing one not."""
    return tag.end if tag.complete else tag.end + 1
