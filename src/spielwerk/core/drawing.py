"""Pictures of rules that lead to their source: a group of an SVG says which lines it stands for.

Whoever shows such a picture beside a text goes from one to the other: ``data-file`` names the file,
``data-lines`` the stretches of lines (``3-7 12-12``), the first of them the most telling.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import PurePath

from spielwerk.core.source import Span


def part(inside: str, places: Iterable[Span], *, name: str = "", mark: str = "") -> str:
    """Some of a picture that stands for places of a source, called by a name.

    ``mark`` is what lines between parts refer to it by (:func:`between`).
    """
    spans = list(places)
    said = f' data-id="{escape(mark)}"' if mark else ""
    if spans:
        file = spans[0].file
        lines = [(span.line, span.end_line) for span in spans if span.file == file]
        said += f' data-file="{escape(PurePath(file).name)}" data-lines="{_stretches(lines)}"'
    title = f"<title>{escape(name)}</title>" if name else ""
    return f'<g class="part"{said}>{title}{inside}</g>'


def between(one: str, other: str) -> str:
    """The attributes of a line that leads from one part to another."""
    return f'data-from="{escape(one)}" data-to="{escape(other)}"'


def _stretches(lines: Iterable[tuple[int, int]]) -> str:
    """Stretches of lines, those that follow each other in one."""
    found: list[tuple[int, int]] = []
    for first, last in lines:
        if found and found[-1][0] <= first <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(last, found[-1][1]))
        else:
            found.append((first, last))
    return " ".join(f"{first}-{last}" for first, last in found)
