"""Statements about what happens next: operations, phases, repetitions."""

from __future__ import annotations

from spielwerk.core import say
from spielwerk.languages.igold.notation.lines import SourceLine
from spielwerk.languages.igold.notation.statements.blocks import (
    ENDS,
    SELECTED,
    Statements,
    statement,
)
from spielwerk.languages.igold.notation.terms import TermError, TermReader
from spielwerk.languages.igold.source import Node


@statement("do")
def do(s: Statements, parent: Node, r: TermReader, line: SourceLine) -> None:
    token = r.peek()
    name = r.type_name()
    parent.append(s.make("operationReference", (token.start, token.end), typeReference=name))


@statement("end")
def end(s: Statements, parent: Node, r: TermReader, line: SourceLine) -> None:
    token = r.next()
    if token.text not in ENDS:
        r.at -= 1
        raise r.unexpected(say("One can end the action, the state, the phase or the game."))
    at = (token.start, token.end)
    s.operation(parent, s.make(ENDS[token.text], at), at)


@statement("begin")
def begin(s: Statements, parent: Node, r: TermReader, line: SourceLine) -> None:
    r.need("phase")
    s.operation(parent, s.make("setCurrentPhaseExecutionStarted", None))


@statement("reset")
def reset(s: Statements, parent: Node, r: TermReader, line: SourceLine) -> None:
    s.operation(parent, s.make("resetChance", None, chanceReference=r.type_name()))


@statement("for")
def repeat(s: Statements, parent: Node, r: TermReader, line: SourceLine) -> None:
    pool = r.term()
    kind = s.meaning.kind(pool)
    if kind not in SELECTED:
        if not s.meaning.lenient:
            message = say("One goes through actors, objects or fields.")
            raise TermError(message, pool.start, pool.end)
        kind = "actor"
    node = s.make(f"repeatForEach{kind.capitalize()}", pool, s.meaning.element(pool))
    inner = s.make("operations", None)
    node.append(inner)
    parent.append(node)
    s.body(inner, r, line)
