"""IGold files in their usual layout: two blanks a level, lines as the author broke them.

Only blanks at the beginning and the end of lines change, so the meaning of a file does not.
"""

from __future__ import annotations

import re

_STEP = "  "
_TOKEN = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|</[^>]*>|<[^>]*?(?:\"[^\"]*\"[^>]*?|'[^']*'[^>]*?)*>",
    re.DOTALL,
)


def laid_out(text: str) -> str:
    """The text with the indentation that its nesting asks for."""
    depths, inside = _depths(text)
    lines = []
    offset = 0
    shift = 0
    for line in text.split("\n"):
        bare = line.strip()
        own = len(line) - len(line.lstrip())
        begins_inside = inside.get(offset)
        if not bare:
            lines.append("")
        elif begins_inside == "kept":
            lines.append(line.rstrip())
        elif begins_inside == "comment":
            lines.append(" " * max(0, own + shift) + bare)
        elif begins_inside == "tag":
            lines.append(_STEP * (depths[offset] + 1) + bare)
        else:
            level = depths[offset] - bare.startswith("</")
            shift = len(_STEP) * level - own
            lines.append(_STEP * max(0, level) + bare)
        offset += len(line) + 1
    return "\n".join(lines).rstrip("\n") + "\n"


def _depths(text: str) -> tuple[dict[int, int], dict[int, str]]:
    """For each beginning of a line: how deep it is, and what it stands inside of."""
    depths: dict[int, int] = {0: 0}
    inside: dict[int, str] = {}
    level = position = 0
    for token in _TOKEN.finditer(text):
        for start in _starts(text, position, token.start()):
            depths[start] = level
        tag = token.group()
        kind = "tag"
        if tag.startswith("<!--"):
            kind = "comment"
        elif tag.startswith("<![CDATA["):
            kind = "kept"
        elif tag.startswith("</"):
            level -= 1
        for start in _starts(text, token.start(), token.end()):
            depths[start], inside[start] = level, kind
        if tag[1] not in "!?/" and not tag.endswith("/>"):
            level += 1
        position = token.end()
    for start in _starts(text, position, len(text)):
        depths[start] = level
    return depths, inside


def _starts(text: str, first: int, last: int) -> list[int]:
    """The beginnings of lines behind ``first`` and up to ``last``."""
    return [m.end() for m in re.compile("\n").finditer(text, first, last)]
