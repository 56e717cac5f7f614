"""A table of results: values for a machine (JSON), texts for a person (rich)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.table import Table

__all__ = ["Report"]

_SPREAD = " ± %"


@dataclass(frozen=True, slots=True)
class Report:
    """Rows that share their columns; a value that could not be measured is missing."""

    title: str
    rows: Sequence[Mapping[str, str | float]]
    notes: Sequence[str] = ()

    @property
    def columns(self) -> list[str]:
        return list(dict.fromkeys(column for row in self.rows for column in row))

    def table(self) -> Table:
        """The report as a terminal shows it; the column ``x ± %`` joins the column ``x``."""
        table = Table(title=self.title, caption="\n".join(self.notes), caption_justify="left")
        shown = [column for column in self.columns if not column.endswith(_SPREAD)]
        for number, column in enumerate(shown):
            table.add_column(column, justify="right" if number else "left")
        for row in self.rows:
            table.add_row(*(_cell(row, column) for column in shown))
        return table

    def to_json(self) -> dict[str, object]:
        """The report as JSON-able values."""
        return {"title": self.title, "rows": list(self.rows), "notes": list(self.notes)}


def _cell(row: Mapping[str, str | float], column: str) -> str:
    spread = row.get(column + _SPREAD)
    text = _text(row.get(column))
    return text if spread is None else f"{text} ±{spread:.0f}%"


def _text(value: str | float | None) -> str:
    match value:
        case None:
            return "-"
        case str():
            return value
        case int():
            return f"{value:,}"
        case _ if abs(value) >= 1000:
            return f"{value:,.0f}"
        case _:
            return f"{value:#.3g}".rstrip(".")
