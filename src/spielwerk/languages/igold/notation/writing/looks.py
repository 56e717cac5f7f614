"""How written lines look: what stands on a line, what goes below it, and in which words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from spielwerk.languages.igold.notation.terms import quoted
from spielwerk.languages.igold.source import Node

WIDTH = 118
"""Lines are not made longer than this where they can be broken."""
ROW = 240
"""A card is one line with its note up to this width: tables are read by their columns."""
PACKED = 92
"""Up to this width short statements stand on one line."""
_SIMPLE = r"(do|end|begin|clear|shuffle|give|move|add|trade|[\w.`]+ [-+*/]?=) ?"
SHORT = r"\w+: \w+\Z"
STEP = "  "


class NoShortForm(Exception):
    """Something can only be written as in XML."""


def labels_text(nodes: Sequence[Node]) -> str | None:
    """Labels as ``"English" | "Deutsch"``; nothing where they cannot be written so."""
    if not nodes:
        return ""
    languages = [str(one.get("language")) for one in nodes]
    texts = [str(one.get("text")) for one in nodes]
    if not all(texts):
        return None
    if languages == ["en"]:
        return quoted(texts[0])
    if languages == ["en", "de"]:
        return f"{quoted(texts[0])} | {quoted(texts[1])}"
    return f'"" | {quoted(texts[0])}' if languages == ["de"] else None


def needed(text: str | None) -> str:
    if text is None:
        raise NoShortForm
    return text


def joined(head: str, more: str) -> str:
    return f"{head} {more}" if more else head


def value_text(text: str) -> str:
    """The value of an attribute: a word, or in quotes."""
    return text if re.fullmatch(r"[A-Za-z_][\w.-]*|\d+(\.\d+)*", text) else quoted(text)


def plain_text(text: str) -> str:
    return text if re.fullmatch(r"-?\d+(\.\d+)?|[A-Za-z_]\w*", text) else f"`{text}`"


def indented(lines: Sequence[str]) -> list[str]:
    return [f"{STEP}{line}" if line else line for line in lines]


def opens(line: str) -> bool:
    """Whether a statement takes all that follows on its line."""
    return line.startswith(("if ", "for ", "choose ", "else"))


def packed(lines: Sequence[str], simple: str = _SIMPLE) -> list[str]:
    """Short statements that follow each other, several a line."""
    found: list[str] = []
    open_line = False
    for line in lines:
        plain = re.match(simple, line) is not None and not opens(line)
        if plain and open_line and len(found[-1]) + len(line) + 2 <= PACKED:
            found[-1] += f"; {line}"
        else:
            found.append(line)
        open_line = plain
    return found


def fitted(head: str, clauses: list[str]) -> tuple[str, list[str]]:
    """As many clauses behind a head as fit on its line; the others are lines below it."""
    for n, clause in enumerate(clauses):
        if len(head) + len(clause) + 1 > WIDTH:
            return head, clauses[n:]
        head = f"{head} {clause}"
    return head, []


def filled(parts: list[str]) -> Iterator[str]:
    """Parts with commas between them, several a line."""
    line = ""
    for n, part in enumerate(parts):
        text = part + ("," if n < len(parts) - 1 else "")
        if line and len(line) + len(text) + 1 > WIDTH - 8:
            yield line
            line = text
        else:
            line = f"{line} {text}".strip()
    if line:
        yield line
