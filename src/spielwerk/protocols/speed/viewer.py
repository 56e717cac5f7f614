"""The viewer as one page of HTML that needs no server: its modules and styles, and a race, inside.

The modules stand in ``spielwerk/web/speed``, where the web page uses them, too. They are joined by
leaving out their imports and exports, which works because they share no names.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from importlib.resources import files

from spielwerk.protocols.speed.album import Album

_MODULES = ("words.js", "colours.js", "album.js", "panels.js", "viewer.js")
"""In an order in which none needs a later one to be loaded."""


def album_page(album: Album, title: str = "spe_ed") -> str:
    """A page that shows a race that is over."""
    # "<" may not stand as it is: the text would end at a "</script>".
    race = album.to_text().replace("<", "\\u003c")
    return _page(title, "showAlbum(JSON.parse(document.getElementById('race').textContent))", race)


def live_page(path: str) -> str:
    """A page that follows the current race of the server it comes from."""
    return _page("spe_ed", f"showLive({json.dumps(path)})", "null")


def _page(title: str, begin: str, race: str) -> str:
    safe = title.replace("&", "&amp;").replace("<", "&lt;")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>{safe}</title>
<link rel="icon" href="data:," />
<style>
{_styles()}
</style>
</head>
<body class="speed-alone">
<header><h1>spe_ed</h1></header>
<main id="speed"></main>
<script type="application/json" id="race">{race}</script>
<script type="module">
{_script()}
{begin};
</script>
</body>
</html>
"""


@lru_cache(maxsize=1)
def _script() -> str:
    return "\n".join(_without_links(_web("speed", name)) for name in _MODULES)


@lru_cache(maxsize=1)
def _styles() -> str:
    return _web("styles", "look.css") + _web("styles", "speed.css")


def _web(*parts: str) -> str:
    return files("spielwerk").joinpath("web", *parts).read_text(encoding="utf-8")


def _without_links(module: str) -> str:
    """A module's text without its imports and exports."""
    return re.sub(r"^export ", "", re.sub(r"^import .*?;\n", "", module, flags=re.M), flags=re.M)
