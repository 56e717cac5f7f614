"""The outline of a GDL text: what its rules conclude, below the author's headings."""

from __future__ import annotations

import re
from collections.abc import Sequence

from spielwerk.core import OutlineSection, SymbolKind
from spielwerk.languages.gdl.editing.clauses import name_of, parts_of
from spielwerk.languages.gdl.editing.sources import RuleNames
from spielwerk.languages.gdl.program import WORDS
from spielwerk.languages.gdl.text import Symbol


def outline_of(names: RuleNames) -> Sequence[OutlineSection]:
    """Rules by what they conclude; facts of a relation that stand together are one item."""
    found: list[OutlineSection] = []
    headings = [
        (comment.start, said[1].strip())
        for comment in names.read.comments
        if (said := re.match(r"(?:;+|//|%+)\s*-{3,}\s*(.+?)\s*-*$", comment.text))
    ]
    items = _items(names)
    bounds = [start for start, _ in headings]
    found += [one for start, one in items if not bounds or start < bounds[0]]
    for number, (start, title) in enumerate(headings):
        end = bounds[number + 1] if number + 1 < len(bounds) else len(names.rules.text)
        parts = tuple(one for at, one in items if start <= at < end)
        place = names.lines.span(start, names.rules.text.find("\n", start) % (end + 1))
        last = names.lines.span(start, len(names.rules.text[:end].rstrip()))
        found.append(OutlineSection(title, SymbolKind.SECTION, last, place, "", parts))
    return found


def _items(names: RuleNames) -> list[tuple[int, OutlineSection]]:
    found: list[tuple[int, OutlineSection]] = []
    run = ""
    first = count = 0
    for clause in names.read.clauses:
        head, body = parts_of(clause)
        name = (name_of(head) or "?") if head is not None else "?"
        kind = SymbolKind.KEYWORD if name in WORDS else SymbolKind.RELATION
        fact = head is clause
        if fact and name == run and found:
            count += 1
            last = found.pop()
            span = names.lines.span(first, clause.end)
            found.append(
                (last[0], OutlineSection(name, kind, span, last[1].title, f"{count} facts"))
            )
            continue
        run, first, count = (name if fact else ""), clause.start, 1
        title = head if head is not None else clause
        text = " ".join(names.rules.text[title.start : title.end].split())
        detail = f"{len(body)} conditions" if body else ""
        where = title if isinstance(title, Symbol) or not title.items else title.items[0]
        span = names.lines.span(clause.start, clause.end)
        selected = names.lines.span(where.start, where.end)
        found.append((clause.start, OutlineSection(text[:80], kind, span, selected, detail)))
    return found
