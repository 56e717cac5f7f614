"""What there is to say about a word or name of a GDL text, in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from spielwerk.core import Description, SymbolKind
from spielwerk.languages.gdl.editing.clauses import symbols_below
from spielwerk.languages.gdl.editing.sources import RuleNames
from spielwerk.languages.gdl.presentation import HEADERS
from spielwerk.languages.gdl.program import WORDS, Dialect, WordPlace
from spielwerk.languages.gdl.text import Node

_SHOWN = 8
"""How many values or lines a description shows."""
_DIALECTS = {Dialect.GDL_II: "GDL-II", Dialect.SEED: "the seed dialect"}
"""Where words that are not known everywhere come from."""


def keyword_text(name: str) -> str:
    """What a word of the language means."""
    word = WORDS[name]
    places = " or ".join(
        said
        for place, said in (
            (WordPlace.FACT, "by itself"),
            (WordPlace.HEAD, "as what a rule concludes"),
            (WordPlace.BODY, "as a condition"),
            (WordPlace.TERM, "in a term"),
        )
        if place in word.places
    )
    known = f" Known in {_DIALECTS[word.dialect]}." if word.dialect in _DIALECTS else ""
    return (
        f"**{word.form}**\n\n{word.meaning[:1].upper()}{word.meaning[1:]}. "
        f"Stands {places}.{known}\n\n```gdl\n{word.example}\n```"
    )


def word_at(names: RuleNames, offset: int) -> Description | None:
    """What a word of the language or of a header means."""
    for symbol in (one for clause in _around(names, offset) for one in symbols_below(clause)):
        if symbol.start <= offset <= symbol.end and symbol.name in WORDS:
            span = names.lines.span(symbol.start, symbol.end)
            return Description(keyword_text(symbol.name), span)
    return _header_at(names, offset)


def _header_at(names: RuleNames, offset: int) -> Description | None:
    for comment in names.read.comments:
        known = re.match(r"(?:;|//|%)!\s*(\S+)", comment.text)
        if known is None or known[1].lower() not in HEADERS:
            continue
        start, end = comment.start + known.start(1), comment.start + known.end(1)
        if start <= offset <= end:
            header = HEADERS[known[1].lower()]
            text = f"**{header.key}**: {header.meaning}\n\n```gdl\n{header}\n```"
            return Description(text, names.lines.span(start, end))
    return None


def _around(names: RuleNames, offset: int) -> list[Node]:
    return [one for one in names.read.clauses if one.start <= offset <= one.end]


def symbol_text(names: RuleNames, symbol: str) -> str:
    """What is known about a name."""
    kind, _, rest = symbol.partition(" ")
    if kind == "variable":
        return f"**{rest.split(' ', 1)[1]}**: a variable of this rule."
    name, _, arity = rest.rpartition("/")
    count = "no arguments" if arity == "0" else f"{arity} argument{'s'[: arity != '1']}"
    if kind == "relation":
        parts = [
            f"**{name}**: a relation with {count}.",
            *_relation_facts(names, name, int(arity)),
        ]
    else:
        sorts = names.own.sorts.get(symbol, set())
        what = [
            word
            for sort, word in (
                (SymbolKind.ROLE, "a player"),
                (SymbolKind.FACT, "a fact of the state"),
                (SymbolKind.MOVE, "a move"),
            )
            if sort in sorts
        ]
        said = " and ".join(what) or ("a constant" if arity == "0" else "a function")
        parts = [f"**{name}**: {said}{'' if arity == '0' else f' with {count}'}."]
    if symbol in names.own.shapes:
        parts.append(f"```gdl\n{names.own.shapes[symbol]}\n```")
    parts += _arguments_text(names, symbol, int(arity))
    lines = [m.span.line for m in names.own.mentions if m.symbol == symbol and m.defines]
    used = sum(1 for m in names.own.mentions if m.symbol == symbol and not m.defines)
    if lines:
        shown = ", ".join(map(str, lines[:_SHOWN])) + (", …" if len(lines) > _SHOWN else "")
        parts.append(f"Concluded in line {shown}; used {_counted(used, 'time')}.")
    return "\n\n".join(parts)


def _relation_facts(names: RuleNames, name: str, arity: int) -> Iterator[str]:
    relations, here = names.relations, (name, arity)
    facts, rules = relations.facts.get(here, 0), relations.rules.get(here, 0)
    if facts or rules:
        below = {other for other, _ in relations.below(here)}
        changes = (
            "depends on the moves"
            if "does" in below
            else "depends on the state"
            if below & {"true", "legal"}
            else "is the same in every state"
        )
        level = relations.stratum(here)
        strata = "not stratified" if level is None else f"stratum {level}"
        circle = ", recursive" if here in relations.below(here) else ""
        said = f"{_counted(facts, 'fact')} and {_counted(rules, 'rule')}"
        yield f"{said}; it {changes} ({strata}{circle})."
    for file, naming in names.included.items():
        if any(m.symbol == f"relation {name}/{arity}" and m.defines for m in naming.mentions):
            yield f"From the included file `{Path(file).name}`."


def _arguments_text(names: RuleNames, symbol: str, arity: int) -> Iterator[str]:
    for place in range(arity):
        words = list(names.own.arguments.get((symbol, place), ()))
        if words:
            shown = ", ".join(f"`{w}`" for w in words[:_SHOWN])
            more = ", …" if len(words) > _SHOWN else ""
            yield f"Argument {place + 1}: {shown}{more}"


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
