"""Statements about things on the table: where they go, in which order, and whose they are."""

from __future__ import annotations

from spielwerk.languages.igold.notation.lines import SourceLine
from spielwerk.languages.igold.notation.statements.blocks import Statements, statement
from spielwerk.languages.igold.notation.terms import Expression, TermReader
from spielwerk.languages.igold.source import Node


@statement("move")
def move(s: Statements, parent: Node, r: TermReader, line: SourceLine) -> None:
    _moved(s, parent, r, owned=False)


@statement("give", "draw", "discard")
def give(s: Statements, parent: Node, r: TermReader, line: SourceLine) -> None:
    _moved(s, parent, r, owned=True)


def _moved(s: Statements, parent: Node, r: TermReader, *, owned: bool) -> None:
    start = r.peek().start
    everything = r.sees("all", "from") and r.take("all")
    what = None if everything else r.term()
    if not r.take("from"):
        r.need("to")
        assert what is not None
        where = r.term()
        node = s.make(
            "moveObjectToField", (start, where.end),
            s.meaning.wrapped("whichObject", what),
            s.meaning.wrapped("toWhichField", where),
        )  # fmt: skip
    else:
        end = "fromBottom" if r.take("bottom", "of") else "fromTop"
        if end == "fromTop":
            r.take("top", "of")
        source = r.term()
        r.need("to")
        where = r.term()
        node = s.make(
            "moveObjectsFromFieldToField", (start, where.end),
            s.meaning.wrapped("fromField", source),
            s.meaning.wrapped("toField", where),
        )  # fmt: skip
        if what is not None:
            number = s.meaning.wrapped("numberOfObjects", what)
            node.append(s.make("objectsToMove", what, number, s.make(end, what)))
    if owned:
        node.set("setFieldOwnerAsObjectOwner", "true")
    for word, name in (("freely", "ignoreConnections"), ("below", "toBottom")):
        if r.take(word):
            node.set(name, "true")
    s.operation(parent, node, (start, where.end))


@statement("deal")
def deal(s: Statements, parent: Node, r: TermReader, line: SourceLine) -> None:
    """``deal 3 from deck to hand``: everybody gets three cards into a field of their own."""
    start = r.peek().start
    count = r.term()
    r.need("from")
    source = r.term()
    r.need("to")
    where = r.next()
    actor = Expression(
        "dot",
        where.text.strip("`"),
        (Expression("name", "eachActor", (), where.start, where.end),),
        where.start,
        where.end,
    )
    operations = s.make("operations", count)
    number = s.meaning.wrapped("numberOfObjects", count)
    node = s.make(
        "moveObjectsFromFieldToField", (start, where.end),
        s.meaning.wrapped("fromField", source), s.meaning.wrapped("toField", actor),
        s.make("objectsToMove", count, number, s.make("fromTop", count)),
        setFieldOwnerAsObjectOwner="true",
    )  # fmt: skip
    s.operation(operations, node)
    parent.append(s.make("repeatForEachActor", count, s.make("selectAllActors", count), operations))


@statement("shuffle")
def shuffle(s: Statements, parent: Node, r: TermReader, line: SourceLine) -> None:
    field = r.term()
    s.operation(
        parent,
        s.make("shuffleField", field, s.meaning.wrapped("whichField", field)),
        field,
    )


@statement("swap")
def swap(s: Statements, parent: Node, r: TermReader, line: SourceLine) -> None:
    _swapped(s, parent, r, owned=False)


@statement("trade")
def trade(s: Statements, parent: Node, r: TermReader, line: SourceLine) -> None:
    _swapped(s, parent, r, owned=True)


def _swapped(s: Statements, parent: Node, r: TermReader, *, owned: bool) -> None:
    one = r.term()
    r.need("with")
    other = r.term()
    node = s.make(
        "swapObjectsOfFields", (one.start, other.end),
        s.meaning.wrapped("fromField", one), s.meaning.wrapped("toField", other),
    )  # fmt: skip
    if owned:
        node.set("setFieldOwnerAsObjectOwner", "true")
    s.operation(parent, node, one)


@statement("assign")
def assign(s: Statements, parent: Node, r: TermReader, line: SourceLine) -> None:
    what = r.term()
    r.need("to")
    whom = r.term()
    kind = s.meaning.kind(what).capitalize()
    node = s.make(
        f"set{kind}Owner", (what.start, whom.end),
        s.meaning.wrapped(f"which{kind}", what), s.meaning.wrapped("byActor", whom),
    )  # fmt: skip
    s.operation(parent, node, what)


@statement("release")
def release(s: Statements, parent: Node, r: TermReader, line: SourceLine) -> None:
    what = r.term()
    kind = s.meaning.kind(what).capitalize()
    node = s.make(f"clear{kind}Owner", what, s.meaning.wrapped(f"which{kind}", what))
    s.operation(parent, node, what)
