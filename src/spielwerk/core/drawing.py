"""Pictures of rules that lead to their source: a group of an SVG says which lines it stands for.

Whoever shows such a picture beside a text goes from one to the other: ``data-file`` names the file,
``data-lines`` the stretches of lines (``3-7 12-12``), the first of them the most telling. The
shapes are few (boxes, words, arrows, starting points), so that a page can give them its colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import PurePath
from textwrap import wrap

from spielwerk.core.source import Span

LETTER = 5.9
"""How wide a letter of small words is on average."""
_STYLE = """
  text { font: 12px system-ui, sans-serif; fill: #1d2733; }
  .title { font-weight: 600; } .small { font-size: 10.5px; fill: #5b6875; }
  .kind { font-size: 15px; }
  .phase { fill: #f3f6fa; stroke: #9fb0c3; } .state, .type { fill: #fff; stroke: #4a6fa5; }
  .abstract { fill: #f6f1e4; stroke: #a58a4a; } .row { fill: transparent; }
  path { fill: none; stroke: #4a6fa5; stroke-width: 1.4; } .far { stroke: #a5544a; }
  .faint { stroke-opacity: 0.4; } .not { stroke: #a5544a; stroke-dasharray: 5 3; }
  circle { fill: #1d2733; } .ring { fill: none; stroke: #1d2733; stroke-width: 1.4; }
"""
_HEADS = (
    '<defs><marker id="to" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7"'
    ' orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" style="fill:context-stroke;'
    'stroke:none"/>'
    '</marker><marker id="is" viewBox="0 0 12 12" refX="11" refY="6" markerWidth="11"'
    ' markerHeight="11" orient="auto"><path d="M1 1L11 6L1 11z" style="fill:#fff"/></marker></defs>'
)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of a picture."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def svg(self, kind: str, radius: int = 6) -> str:
        size = f'width="{self.width:g}" height="{self.height:g}"'
        return f'<rect class="{kind}" x="{self.x:g}" y="{self.y:g}" {size} rx="{radius}"/>'


def sheet(width: float, height: float, parts: Iterable[str]) -> str:
    """All of a picture."""
    size = f'width="{width:g}" height="{height:g}"'
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" {size}>\n'
        f"<style>{_STYLE}</style>\n{_HEADS}\n{body}\n</svg>\n"
    )


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


def caption(x: float, y: float, text: str, kind: str = "small") -> str:
    """One line of text."""
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(text)}</text>'


def arrow(way: str, kind: str = "", more: str = "") -> str:
    """A line with a head at its end."""
    return f'<path class="{kind}" d="{way}" marker-end="url(#to)"{more and " "}{more}/>'


def caption_lines(text: str, width: float, most: int = 4) -> Sequence[str]:
    """A sentence in lines of a width; what is too long ends in an ellipsis."""
    found = wrap(text, max(8, int(width / LETTER)))
    if len(found) > most:
        found = [*found[: most - 1], f"{found[most - 1]}…"]
    return found


def _stretches(lines: Iterable[tuple[int, int]]) -> str:
    """Stretches of lines, those that follow each other in one."""
    found: list[tuple[int, int]] = []
    for first, last in lines:
        if found and found[-1][0] <= first <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(last, found[-1][1]))
        else:
            found.append((first, last))
    return " ".join(f"{first}-{last}" for first, last in found)
