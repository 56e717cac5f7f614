"""What MkDocs asks while it builds the site: the gallery of all games, and links without markup.

The gallery is written when the site is built, so it has every game of the library; its pictures
are drawn by ``make gallery``. Docstrings name classes as Sphinx does (``:class:`Game```), which
readers of the site need not see.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from spielwerk.catalogue import entries
from spielwerk.core import Entry

PICTURES = Path(__file__).parents[1] / "docs" / "pictures" / "games"
_HERE = "<!-- gallery -->"
_ROLE = re.compile(r":(?:class|func|meth|attr|data|mod|exc):(<code>)~?")


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Put the gallery where a page wants it."""
    return markdown.replace(_HERE, "\n".join(gallery())) if _HERE in markdown else markdown


def on_page_content(html: str, **_: Any) -> str:
    """Take away the names of roles before what they mark."""
    return _ROLE.sub(r"\1", html)


def gallery() -> Iterator[str]:
    """Every game with its picture, what it is about, and how to play it at once."""
    yield '<div class="gallery" markdown>'
    for entry in entries():
        yield ""
        yield "<div markdown>"
        yield ""
        if (PICTURES / f"{entry.name}.jpg").exists():
            picture = f"pictures/games/{entry.name}.jpg"
            yield f"![A position of {entry.title}]({picture}){{ loading=lazy }}"
        yield ""
        yield f"### {entry.title}"
        yield ""
        yield f"{_players(entry)}. {entry.about}"
        yield ""
        yield f"`spielwerk play {entry.name}`"
        yield ""
        yield "</div>"
    yield ""
    yield "</div>"


def _players(entry: Entry) -> str:
    sizes = entry.sizes
    count = f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else str(sizes[0])
    told = f"{count} player{'' if sizes == [1] else 's'}"
    return f"{told}, hidden information" if entry.hidden else told
