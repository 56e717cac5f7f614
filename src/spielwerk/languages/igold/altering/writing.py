"""Elements written into a text at the place the schema has for them, as its author lays it out.

A text, the element that gets something, and what it gets go in; another text comes out. Lines are
broken and indented as they are around the place, and elements have the prefix that others have.
"""

from __future__ import annotations

import re
from collections import Counter

from spielwerk.languages.igold.markup import Tag, read_markup
from spielwerk.languages.igold.schema import schema_elements


def put_into(
    text: str, host: Tag, path: tuple[str, ...], lines: str, behind: str | None = None
) -> str:
    """A text with elements in an element, below others of the names in ``path`` if need be.

    ``lines`` are indented by two spaces a level, however the text is. They stand behind the type
    of the id ``behind``, or last among their like.
    """
    while path:
        inner = next((child for child in host.children if child.local == path[0]), None)
        if inner is None:
            break
        host, path = inner, path[1:]
    for name in reversed(path):
        inside = "".join(f"  {line}\n" for line in lines.splitlines())
        lines = f"<{name}>\n{inside}</{name}>"
    first = re.match(r"<([\w.-]+)", lines)
    assert first is not None, "an element is put into the text"
    known = (child for child in host.children if behind and child.get("typeId") == behind)
    before = next(known, None) or _last_before(host, first[1])
    return _put(text, host, before, _prefixed(lines, host))


def without(text: str, tag: Tag) -> str:
    """A text without an element, and without the lines that only it stands in."""
    start, end = tag.start, tag.end
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    begins = start == 0 or text[start - 1] == "\n"
    ends = re.match(r"[ \t]*\r?\n", text[end:])
    if begins and ends is not None:
        return text[:start] + text[end + ends.end() :]
    return text[: tag.start] + text[tag.end :]


def _put(text: str, host: Tag, before: Tag | None, lines: str) -> str:
    newline = "\r\n" if "\r\n" in text else "\n"
    unit = _unit(text)
    base = _indent(text, host.start)
    if host.children:
        own = next((_indent(text, c.start) for c in host.children if _alone(text, c)), base + unit)
    else:
        own = base + unit
    written = newline.join(own + _indented(line, unit) for line in lines.splitlines())
    if host.closing is None:
        slash = text.rindex("/", host.start, host.head_end)
        head = text[:slash].rstrip()
        return f"{head}>{newline}{written}{newline}{base}</{host.name}>{text[host.head_end :]}"
    place = before.end if before is not None else host.head_end
    rest = text[place:]
    if re.match(r"[ \t]*(?:<!--[^\n]*-->[ \t]*)?\r?\n", rest):
        place += rest.index("\n") + 1
        return f"{text[:place]}{written}{newline}{text[place:]}"
    follows = base if rest.lstrip().startswith("</") else own
    rest = rest.lstrip(" \t")
    return f"{text[:place]}{newline}{written}{newline}{follows}{rest}"


def _last_before(host: Tag, name: str) -> Tag | None:
    """The last child that stands before a new one of a name, by the order of the schema."""
    element = schema_elements().get(host.local)
    order = [child.name for child in element.children] if element is not None else []
    own = order.index(name) if name in order else len(order)
    earlier = (
        child
        for child in reversed(host.children)
        if (order.index(child.local) if child.local in order else 0) <= own
    )
    return next(earlier, None)


def _prefixed(lines: str, host: Tag) -> str:
    prefix = host.name.rpartition(":")[0]
    return re.sub(r"<(/?)(\w)", rf"<\1{prefix}:\2", lines) if prefix else lines


def _indented(line: str, unit: str) -> str:
    bare = line.lstrip(" ")
    return unit * ((len(line) - len(bare)) // 2) + bare


def _unit(text: str) -> str:
    """By what a level is indented: the step between elements that occurs most."""
    steps: Counter[str] = Counter()
    for tag in read_markup(text).walk():
        if tag.parent is not None and tag.parent.name and _alone(text, tag):
            above, own = _indent(text, tag.parent.start), _indent(text, tag.start)
            if own.startswith(above) and own != above:
                steps[own[len(above) :]] += 1
    return steps.most_common(1)[0][0] if steps else "  "


def _indent(text: str, offset: int) -> str:
    """The white space that the line of an offset begins with."""
    start = text.rfind("\n", 0, offset) + 1
    found = re.match(r"[ \t]*", text[start:offset])
    return found[0] if found is not None else ""


def _alone(text: str, tag: Tag) -> bool:
    """Whether an element begins its line."""
    start = text.rfind("\n", 0, tag.start) + 1
    return not text[start : tag.start].strip()
