"""Statements about what actors learn: what they see, what they are told, what they know."""

from __future__ import annotations

from spielwerk.core import say
from spielwerk.languages.igold.notation.lines import SourceLine
from spielwerk.languages.igold.notation.statements.blocks import Statements, statement
from spielwerk.languages.igold.notation.terms import Expression, TermReader
from spielwerk.languages.igold.source import Node


@statement("show")
def show(s: Statements, parent: Node, r: TermReader, line: SourceLine) -> None:
    """What an implication makes visible, and to whom."""
    what = r.term()
    r.need("to")
    whom = r.term()
    kind = s.meaning.kind(what).capitalize()
    node = s.make(
        f"setVisibilityOf{kind}", (what.start, whom.end),
        s.meaning.wrapped(f"which{kind}", what), s.meaning.wrapped("visibleTo", whom),
    )  # fmt: skip
    s.priority(node, r)
    parent.append(node)


@statement("tell")
def tell(s: Statements, parent: Node, r: TermReader, line: SourceLine) -> None:
    """``tell look "{who} looks" | "{who} sieht hin" with who=me to target``: a sentence."""
    token = r.peek()
    node = s.make("tell", (token.start, token.end), name=s.word(r))
    if r.peek().kind != "string":
        raise r.unexpected(say("Here stands the sentence, in quotes."))
    node.extend(s.labels(r))
    parts: list[Node] = []
    if r.take("with"):
        while True:
            bare = r.peek(1).text != "="  # `with target` is short for `with target=target`
            name = r.peek().text if bare else s.word(r)
            if not bare:
                r.need("=")
            value = r.term()
            kind = s.meaning.kind(value)
            kind = kind if kind in ("actor", "object", "field") else "value"
            inner = s.meaning.element(value)
            parts.append(s.make(f"{kind}ToTell", value, inner, name=name))
            if not r.take(","):
                break
    if r.take("to"):
        node.append(s.meaning.wrapped("visibleTo", r.term()))
    node.extend(parts)
    parent.append(node)


@statement("reveal")
def reveal(s: Statements, parent: Node, r: TermReader, line: SourceLine) -> None:
    """``reveal card to actor``: the actor is added to those who know it (``knownTo``)."""
    what = r.term()
    r.need("to")
    whom = r.term()
    target = Expression("dot", "knownTo", (what,), what.start, what.end)
    adding = s.meaning.wrapped("actorToLinkTo", whom)
    node = s.make("addActorToLinkList", what, adding, s.slot(target))
    s.operation(parent, node, what)
