"""What may stand at a place of a GDL text: the forms that are open there, and what is typed.

A text and an offset go in, a :class:`Cursor` comes out, for both notations alike.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from spielwerk.languages.gdl.editing.clauses import TOKEN, ClauseText
from spielwerk.languages.gdl.text import keyword

_WORD = {False: re.compile(r'[^\s();"]*'), True: re.compile(r"[\w'-]*")}
_BEFORE = {False: re.compile(r'[^\s();"]*\Z'), True: re.compile(r"\??[\w'-]*\Z")}
_MARGIN = re.compile(r"^[(\w]", re.MULTILINE)
_PREFIX = re.compile(r"""(\()|(\))|"[^"\n]*"?|(?:;|//)[^\n]*|([^\s();"]+)""")
_FAR = 20_000
"""How far back the beginning of a clause is looked for, in characters."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where somebody types."""

    start: int
    end: int
    """The word that is typed, from its first letter to its last."""
    typed: str
    """Its part before the cursor."""
    path: tuple[tuple[str, int], ...]
    """The open forms, outermost first: the name of each, and which part of it is typed. The name
    of one that has none yet is empty."""
    clause: tuple[int, int]
    """From where to where the clause goes, roughly."""
    place: str = "code"
    """``code``, ``header``, ``comment`` or ``file``."""


def cursor_at(read: ClauseText, offset: int) -> Cursor:
    """What is open at an offset."""
    text = read.text
    line = text.rfind("\n", 0, offset) + 1
    word = _BEFORE[read.infix].search(text, line, offset)
    start = word.start() if word else offset
    follows = _WORD[read.infix].match(text, offset)
    end = follows.end() if follows else offset
    clause = _clause_around(text, start)
    for comment in read.comments:
        if comment.start < offset <= comment.end:
            header = re.match(r"(?:;|//|%)!\s*(\S*)$", text[comment.start : offset])
            if header is None:
                return Cursor(offset, offset, "", (), clause, "comment")
            first = offset - len(header[1])
            last = re.compile(r"\S*").match(text, offset)
            end = last.end() if last else offset
            return Cursor(first, end, header[1], (), clause, "header")
    quoted = re.search(r'"([^"\n]*)\Z', text[line:offset])
    if quoted is not None and text.count('"', line, offset) % 2:
        closing = re.compile(r'[^"\n]*').match(text, offset)
        path = _path(read, clause[0], line + quoted.start())
        last_end = closing.end() if closing else offset
        return Cursor(offset - len(quoted[1]), last_end, quoted[1], path, clause, "file")
    path = _path(read, clause[0], start)
    return Cursor(start, end, text[start:offset], path, clause)


def _clause_around(text: str, offset: int) -> tuple[int, int]:
    """From the last line that starts at the margin to the next one."""
    first = max(0, offset - _FAR)
    start = first
    for found in _MARGIN.finditer(text, first, offset + 1):
        start = found.start()
    following = _MARGIN.search(text, offset + 1)
    return start, following.start() if following else len(text)


def _path(read: ClauseText, start: int, offset: int) -> tuple[tuple[str, int], ...]:
    if read.infix:
        return _infix_path(read.text, start, offset)
    stack: list[list[str]] = []
    for token in _PREFIX.finditer(read.text, start, offset):
        if token[1]:
            if stack:
                stack[-1].append("")
            stack.append([])
        elif token[2]:
            if stack:
                stack.pop()
        elif token[3] and stack:
            stack[-1].append(keyword(token[3]))
    # A form that is an item of another was counted when it was opened, so the index is one less.
    closed = [
        (items[0] if items else "", len(items) - (n < len(stack) - 1))
        for n, items in enumerate(stack)
    ]
    return tuple(closed)


def _infix_path(text: str, start: int, offset: int) -> tuple[tuple[str, int], ...]:
    """As if it were prefix notation: a clause is a ``<=`` whose first part is its head."""
    stack: list[tuple[str, int]] = [("<=", 1)]
    before = ""
    kind = ""
    for token in TOKEN.finditer(text, start, offset):
        mark = token.group()
        if token.lastgroup == "comment":
            continue
        if mark == "(":
            stack.append((keyword(before), 1) if kind == "name" else ("and", 1))
        elif mark == ")" and len(stack) > 1:
            stack.pop()
        elif mark == ":-":
            stack = [("<=", 2)]
        elif mark == ".":
            stack = [("<=", 1)]
        elif mark in (",", "&", "|"):
            name, index = stack[-1]
            stack[-1] = (name, index + 1)
        elif token.lastgroup == "name" and len(stack) == 1 and kind == "name":
            stack = [("<=", 1)]  # two names beside each other: a new clause
        before, kind = mark, token.lastgroup or ""
    return tuple(stack)
