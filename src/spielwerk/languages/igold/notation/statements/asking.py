"""Statements in which somebody is asked: selections, and what follows from them."""

from __future__ import annotations

from spielwerk.core import say
from spielwerk.languages.igold.notation.lines import SourceLine
from spielwerk.languages.igold.notation.statements.blocks import SELECTED, Statements, statement
from spielwerk.languages.igold.notation.terms import Expression, TermReader, unquoted
from spielwerk.languages.igold.source import Node, tag


@statement("choose")
def choose(s: Statements, parent: Node, r: TermReader, line: SourceLine) -> None:
    token = r.next()
    kinds = {
        "actor": "actorSelection", "object": "objectSelection", "field": "fieldSelection",
        "number": "integerSelection", "value": "enumSelection", "yes": "booleanSelection",
    }  # fmt: skip
    if token.text not in kinds:
        r.at -= 1
        raise r.unexpected(say("One can choose an actor, object, field, number, value or yes."))
    node = s.make(kinds[token.text], None)
    parent.append(node)
    kind = token.text
    parts: list[Node] = []
    if kind in SELECTED:
        _how_many(s, parts, r)
        r.need("from")
        pool = r.term()
        parts.append(s.meaning.wrapped(f"{kind}sToSelectFrom", pool))
    elif kind == "number":
        low = r.term()
        r.need("to")
        high = r.term()
        parts.append(s.meaning.wrapped("lowestInteger", low))
        parts.append(s.meaning.wrapped("highestInteger", high))
    elif kind == "value":
        r.need("of")
        node.set("typeReference", r.type_name())
        if r.take("except"):
            left_out = [s.meaning.element(r.value())]
            while r.take(","):
                left_out.append(s.meaning.element(r.value()))
            parts.append(s.make("exceptValues", None, *left_out))
    r.need("by")
    parts.append(s.meaning.wrapped("actorWhoSelects", r.term()))
    _asked(s, node, r)
    if r.take("seconds"):
        timer = s.make("timer", None, s.meaning.wrapped("duration", r.term()))
        parts.append(timer)
    node.extend(parts)
    following = s.make("followingOperations", None)
    chosen = s.make(f"forSelected{SELECTED.get(kind, 'Value')}", None)
    if r.sees(":"):
        s.body(chosen, r, line)
        following.append(chosen)
        node.append(following)


def _how_many(s: Statements, parts: list[Node], r: TermReader) -> None:
    if r.sees("from"):
        return
    if r.take("any"):
        low = Expression("number", "0", (), r.peek().start, r.peek().start + 1)
        parts.append(s.meaning.wrapped("minimumNumberOfElements", low))
        return
    if r.take("up", "to"):
        parts.append(s.meaning.wrapped("maximumNumberOfElements", r.term()))
        return
    if r.take("at", "least"):
        parts.append(s.meaning.wrapped("minimumNumberOfElements", r.term()))
        return
    first = r.term()
    if r.take("to"):
        parts.append(s.meaning.wrapped("minimumNumberOfElements", first))
        parts.append(s.meaning.wrapped("maximumNumberOfElements", r.term()))
    else:
        parts.append(s.meaning.wrapped("numberOfElements", first))


def _asked(s: Statements, node: Node, r: TermReader) -> None:
    """The question: its words, its name and the word that moves begin with."""
    named = None
    while True:
        if r.peek().kind == "string":
            for label in s.labels(r):
                node.append(label)
                if named is None and label.get("language") == "en":
                    named = label.get("text")
        elif r.take("named"):
            named = unquoted(r.next().text)
        elif r.take("unnamed"):
            node.attrib.pop("name", "")
            return
        elif r.sees("move", "="):
            r.at += 2
            node.set("move", s.word(r))
        else:
            break
    if named is not None:
        node.set("name", str(named))


@statement("unchosen")
def others_of(s: Statements, parent: Node, r: TermReader, line: SourceLine) -> None:
    """``unchosen:`` below a selection: what happens to what was not chosen."""
    before = next((one for one in reversed(parent) if isinstance(one.tag, str)), None)
    kinds = {
        "actorSelection": "Actors",
        "objectSelection": "Objects",
        "fieldSelection": "Fields",
    }
    if before is None or tag(before) not in kinds:
        raise r.unexpected(say("There is no selection above this."))
    following = next((one for one in before if tag(one) == "followingOperations"), None)
    if following is None:
        following = s.make("followingOperations", None)
        before.append(following)
    node = s.make(f"forOther{kinds[tag(before)]}", None)
    following.append(node)
    s.body(node, r, line)


@statement("bid")
def bid(s: Statements, parent: Node, r: TermReader, line: SourceLine) -> None:
    """``bid 0 to actor.gold into bid by actors``: numbers chosen at the same time."""
    low = r.term()
    r.need("to")
    high = r.term()
    r.need("into")
    where = r.next()
    r.need("by")
    whom = r.term()
    node = s.make("integerSelection", None)
    parent.append(node)
    _asked(s, node, r)
    chooser = Expression("name", "chooser", (), where.start, where.end)
    target = Expression("dot", where.text.strip("`"), (chooser,), where.start, where.end)
    which = s.meaning.wrapped("whichAttribute", target)
    setting = s.make("setTo", None, s.make("selectedValue", None))
    change = s.make("setAttributeValue", None, which, setting)
    chosen = s.make("forSelectedValue", None)
    s.operation(chosen, change)
    node.extend([
        s.meaning.wrapped("lowestInteger", low),
        s.meaning.wrapped("highestInteger", high),
        s.meaning.wrapped("actorWhoSelects", whom),
        s.make("followingOperations", None, chosen),
    ])  # fmt: skip
