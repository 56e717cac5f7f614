"""One answer instead of fifty: the modules a table needs, packed as they are.

``index.html`` names the modules and stylesheets that the page opens with. In their place goes one
module that holds them all, one stylesheet, and an import map that leads every import of one of
them to the packed module. Only ``import`` and ``export`` are rewritten: each module becomes a
function of its own that is called once, in the order in which the modules need each other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from posixpath import dirname, join, normpath

__all__ = ["PACKED_MODULE", "PACKED_STYLE", "Opening"]

PACKED_MODULE = "packed.js"
PACKED_STYLE = "packed.css"

_VENDOR = "vendor/"
"""Libraries stay as they came."""

_SCRIPT = re.compile(r'^ *<script type="module"[^>]* src="([^"]+)"></script>\n', re.M)
_PRELOAD = re.compile(r'^ *<link rel="modulepreload" href="([^"]+)">\n', re.M)
_STYLE = re.compile(r'^ *<link rel="stylesheet" href="([^"]+)">\n', re.M)

_IMPORT = re.compile(r'^import \{([\w\s,]+)\} from "([^"]+)";\n', re.M)
_EXPORT = re.compile(r"^export ((?:async function|function|const|class) (\w+))", re.M)
_LATER = re.compile(r'import\("(\.[^"]+)"\)')
_LEFT = re.compile(r"^(?:import|export)\b.*", re.M)


class Opening:
    """What a page opens with, as its HTML names it."""

    def __init__(self, html: str) -> None:
        named = [*_SCRIPT.findall(html), *_PRELOAD.findall(html)]
        self.modules = tuple(name for name in named if not name.startswith(_VENDOR))
        self.styles = tuple(_STYLE.findall(html))
        leads = {f"./{name}": f"./{PACKED_MODULE}" for name in self.modules}
        self.import_map = json.dumps({"imports": leads}, separators=(",", ":"))
        self.html = self._packed(html)

    def _packed(self, html: str) -> str:
        """The page with one module and one stylesheet in place of all."""
        begin = (
            f'  <script type="importmap">{self.import_map}</script>\n'
            f'  <script type="module" src="{PACKED_MODULE}"></script>\n'
            f'  <link rel="stylesheet" href="{PACKED_STYLE}">\n'
        )
        at = min(found.start() for found in (_SCRIPT.search(html), _STYLE.search(html)) if found)
        html = html[:at] + begin + html[at:]
        html = _SCRIPT.sub(lambda found: found[0] * (found[1] == PACKED_MODULE), html)
        html = _STYLE.sub(lambda found: found[0] * (found[1] == PACKED_STYLE), html)
        return _PRELOAD.sub(lambda found: found[0] * found[1].startswith(_VENDOR), html)

    def module(self, sources: Mapping[str, str]) -> str:
        """All modules as one.

        :raises ValueError: a module imports or exports in a way that cannot be packed
        """
        outside: dict[str, set[str]] = {}
        parts = [
            _wrapped(name, sources[name], self.modules, outside) for name in self._order(sources)
        ]
        imports = [
            f'import {{ {", ".join(sorted(names))} }} from "./{path}";\n'
            for path, names in outside.items()
        ]
        return "".join([*imports, *parts])

    def _order(self, sources: Mapping[str, str]) -> list[str]:
        """The modules, each after those it needs."""
        done: dict[str, None] = {}
        begun: set[str] = set()

        def visit(name: str) -> None:
            if name in begun or name not in self.modules:
                return
            begun.add(name)
            for _, path in _IMPORT.findall(sources[name]):
                visit(_target(name, path))
            done[name] = None

        for name in self.modules:
            visit(name)
        return list(done)


def _wrapped(name: str, source: str, packed: Sequence[str], outside: dict[str, set[str]]) -> str:
    """A module as a function that is called at once; what it needs from elsewhere is noted."""
    for names, path in _IMPORT.findall(source):
        if (target := _target(name, path)) not in packed:
            outside.setdefault(target, set()).update(re.findall(r"\w+", names))
    exported = [found[1] for found in _EXPORT.findall(source)]
    body = _EXPORT.sub(r"\1", _IMPORT.sub("", source))
    if left := _LEFT.search(body):
        raise ValueError(f"{name} cannot be packed: {left[0]}")
    body = _LATER.sub(lambda found: f'import("./{_target(name, found[1])}")', body)
    if not exported:
        return f"(() => {{ // {name}\n{body}}})();\n"
    names = f"{{ {', '.join(exported)} }}"
    return f"export const {names} = (() => {{ // {name}\n{body}return {names};\n}})();\n"


def _target(name: str, path: str) -> str:
    return normpath(join(dirname(name), path))
