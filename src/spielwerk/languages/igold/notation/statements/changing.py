"""Statements that empty links, and put into sets and lists of links or take out of them."""

from __future__ import annotations

from spielwerk.core import say
from spielwerk.languages.igold.notation.lines import SourceLine
from spielwerk.languages.igold.notation.statements.blocks import Statements, statement
from spielwerk.languages.igold.notation.terms import TermError, TermReader
from spielwerk.languages.igold.source import Node


@statement("clear")
def clear(s: Statements, parent: Node, r: TermReader, line: SourceLine) -> None:
    target = r.term()
    entry = s.meaning._entry(target) or ("link actor" if s.meaning.lenient else "")
    if not entry.startswith(("link ", "list ")):
        message = say("Only links and lists of links can be cleared.")
        raise TermError(message, target.start, target.end)
    many = "List" if entry.startswith("list") else ""
    name = f"clear{entry[5:].capitalize()}Link{many}"
    s.operation(parent, s.make(name, target, s.slot(target)), target)


@statement("add")
def add(s: Statements, parent: Node, r: TermReader, line: SourceLine) -> None:
    _collect(s, parent, r, "to", "addValueToSet", "add{}ToLinkList")


@statement("remove")
def remove(s: Statements, parent: Node, r: TermReader, line: SourceLine) -> None:
    _collect(s, parent, r, "from", "removeValueFromSet", "remove{}FromLinkList")


def _collect(
    s: Statements, parent: Node, r: TermReader, word: str, to_set: str, to_list: str
) -> None:
    value = r.term()
    r.need(word)
    target = r.term()
    entry = s.meaning._entry(target)
    if entry.startswith("list "):
        kind = entry[5:]
        what = s.meaning.wrapped(f"{kind}ToLinkTo", value)
        node = s.make(to_list.format(kind.capitalize()), value, what, s.slot(target))
    else:
        which = s.meaning.wrapped("whichAttribute", target)
        node = s.make(to_set, value, which, s.meaning.element(value))
    s.operation(parent, node, (value.start, target.end))
