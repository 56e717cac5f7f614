"""Tables of cards: one object a line, one of its properties a column.

A table is written as rows of words, or as a spreadsheet saves it (``cards Card csv:``), with the
names of its columns in the first line. A column ``count`` says how many there are of each;
``[all Card]`` then puts them all into a field.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from spielwerk.core import say
from spielwerk.languages.igold.notation.lines import SourceLine, wrong
from spielwerk.languages.igold.notation.names import INSTANCES, LOOKS, default_name
from spielwerk.languages.igold.notation.statements import comment_node, joined_comments
from spielwerk.languages.igold.notation.terms import TermReader
from spielwerk.languages.igold.source import Node

if TYPE_CHECKING:
    from spielwerk.languages.igold.notation.reading import NotationReader

_LABELS = {"en": ("label", "en"), "de": ("label", "de"), "note": ("note", "en"),
           "note de": ("note", "de")}  # fmt: skip
"""Columns of a spreadsheet that are words for people."""
_MOST = 999
"""Cards of one kind."""


def read_cards(reader: NotationReader, r: TermReader, line: SourceLine) -> None:
    """The declaration ``cards``, with what is indented below it."""
    parent = r.type_name()
    area = reader.area("objects")
    rows = joined_comments(line.children)
    if r.take("csv"):
        r.take(":")
        _read_csv(reader, area, parent, list(rows), line)
    else:
        columns = _columns(r)
        for one in rows:
            if isinstance(one, str):
                area.append(comment_node(one))
            else:
                row = one
                reader.within(
                    row,
                    lambda r, row=row: _read_row(reader, area, parent, columns, r, row),  # type: ignore[misc]
                )
    reader.line = line


def _columns(r: TermReader) -> list[str]:
    columns: list[str] = []
    if r.take(":"):
        while not r.done():
            columns.append(r.next().text.strip("`"))
            if not r.take(","):
                break
    return columns


def _read_row(
    reader: NotationReader,
    area: Node,
    parent: str,
    columns: Sequence[str],
    r: TermReader,
    line: SourceLine,
) -> None:
    token = r.peek()
    node = _card(reader, area, parent, r.type_name(), (token.start, token.end))
    instances = reader.make("instances", None)
    for column in columns:
        _read_cell(reader, node, instances, column, r)
    reader.named(node, r)
    if len(instances):
        node.append(instances)
    reader.members(node, r, line, "object")


def _card(
    reader: NotationReader, area: Node, parent: str, name: str, at: tuple[int, int] | None
) -> Node:
    node = reader.make("object", at, typeId=name, extends=parent)
    node.set("name", default_name(name))
    area.append(node)
    return node


def _read_cell(
    reader: NotationReader, node: Node, instances: Node, column: str, r: TermReader
) -> None:
    if column == "count":
        _count(reader, node, r)
        return
    if column in LOOKS:
        node.set(column, reader.word(r))
        return
    if r.take("-"):
        return
    value = r.value()
    kind = reader.meaning.symbols.types.get(value.text) if value.op == "name" else None
    if kind in ("action", "implication"):
        given = {"instanceId": column, "typeReference": value.text}
        instances.append(reader.make(INSTANCES[str(kind)], (value.start, value.end), **given))
    else:
        inner = reader.meaning.element(value)
        instances.append(
            reader.make("attributeInstanceValue", value, inner, instanceReference=column)
        )


def _count(reader: NotationReader, node: Node, r: TermReader) -> None:
    token = r.next()
    if token.kind != "number" or not token.text.isdigit() or not 0 <= int(token.text) <= _MOST:
        r.at -= 1
        raise r.unexpected(say("A count is a whole number up to {most}.", most=_MOST))
    copies = reader.copies.setdefault(str(node.get("extends")), {})
    copies[str(node.get("typeId"))] = int(token.text)


def _read_csv(
    reader: NotationReader,
    area: Node,
    parent: str,
    rows: Sequence[SourceLine | str],
    line: SourceLine,
) -> None:
    header: list[str] = []
    mark = ","
    for row in rows:
        if isinstance(row, str):
            area.append(comment_node(row))
            continue
        if not header:
            mark = next((one for one in ("\t", ";") if one in row.text), ",")
            header = [cell.text.lower() for cell in _cells(row, mark)]
            continue
        cells = _cells(row, mark)
        # Spreadsheets leave empty cells out at the end of a row.
        end = SourceLine(row.number, row.column + len(row.text), "")
        cells += [end] * (len(header) - len(cells))
        if len(cells) > len(header):
            raise wrong(
                say("This row has {n} cells, but the table {columns} columns.",
                    n=len(cells), columns=len(header)),
                row.place(reader.file),
                say("Write a cell that has a comma in it in quotes."),
            )  # fmt: skip
        _read_csv_row(reader, area, parent, header, cells)
    if not header:
        raise wrong(
            say("A table of cards begins with the names of its columns."),
            line.place(reader.file),
            say("Write below it, for example: name, color, cost, count"),
        )


def _read_csv_row(
    reader: NotationReader,
    area: Node,
    parent: str,
    header: Sequence[str],
    cells: Sequence[SourceLine],
) -> None:
    title = cells[0].text
    reader.reader(cells[0])
    node = _card(reader, area, parent, _identity(title) or "Unnamed", None)
    instances = reader.make("instances", None)
    words = {("label", "en"): title} if title != node.get("typeId") or "de" in header else {}
    for column, cell in zip(header[1:], cells[1:], strict=True):
        if column in _LABELS:
            words[_LABELS[column]] = cell.text
        elif cell.text and cell.text != "-":
            reader.within(
                cell,
                lambda r, column=column: _whole_cell(reader, node, instances, column, r),  # type: ignore[misc]
            )
    reader.reader(cells[0])
    for (name, language), text in sorted(words.items(), key=lambda one: _order(one[0])):
        if text:
            node.append(reader.make(name, None, language=language, text=text))
    if len(instances):
        node.append(instances)


def _whole_cell(
    reader: NotationReader, node: Node, instances: Node, column: str, r: TermReader
) -> None:
    _read_cell(reader, node, instances, column, r)
    reader.all_read(r)


def _order(word: tuple[str, str]) -> tuple[bool, bool]:
    return word[0] == "note", word[1] == "de"


def _identity(title: str) -> str:
    """``Trading post`` is the type ``TradingPost``."""
    return "".join(part[:1].upper() + part[1:] for part in re.findall(r"\w+", title))


def _cells(row: SourceLine, mark: str) -> list[SourceLine]:
    """The cells of a row, each with its place; quotes around them are taken away."""
    cells, at = [], 0
    pattern = re.compile(rf'\s*(?:"((?:[^"]|"")*)"\s*|([^{mark}]*))({mark}|$)')
    while found := pattern.match(row.text, at):
        quoted, plain, end = found.groups()
        start = found.start(1 if quoted is not None else 2)
        text = plain.strip() if quoted is None else quoted.replace('""', '"')
        cells.append(SourceLine(row.number, row.column + start, text))
        at = found.end()
        if not end:
            return cells
    return cells
