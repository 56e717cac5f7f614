"""The page people see: the files of ``spielwerk/web``, served at ``/``.

The page is written as many small modules. A wheel carries them bundled as well, and then the bundle
is what opens; a clone serves the modules as they are. Files are kept in memory, compressed once.
Browsers keep them, too, and ask each time whether they are still the newest. Only files that were
there when the server started are served: no path leads anywhere else.
"""

from __future__ import annotations

import gzip
import mimetypes
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

_INDEX = "index.html"
_BUNDLED = "bundle/index.html"
_WORTH_PACKING = 1_000
"""Bytes from which a file is sent compressed."""
_MEDIA = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}
"""What systems disagree about."""


def pages() -> ASGIApp:
    """An application that serves the page."""
    return _Pages(Path(str(files("spielwerk") / "web")))


_Stamp = tuple[int, int]
"""When a file was last written, and its size: whether it must be read again."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """A file as it goes out."""

    stamp: _Stamp
    plain: bytes
    packed: bytes | None
    headers: dict[str, str]

    @classmethod
    def of(cls, path: Path, stamp: _Stamp) -> _Kept:
        plain = path.read_bytes()
        packed = gzip.compress(plain, mtime=0) if len(plain) >= _WORTH_PACKING else None
        media = _MEDIA.get(path.suffix) or mimetypes.guess_type(path.name)[0]
        headers = {
            "Content-Type": media or "application/octet-stream",
            "Cache-Control": "no-cache",
            "ETag": f'"{sha256(plain).hexdigest()[:20]}"',
            "Vary": "Accept-Encoding",
        }
        return cls(stamp, plain, packed, headers)


class _Pages:
    def __init__(self, folder: Path) -> None:
        self._paths = {
            path.relative_to(folder).as_posix(): path
            for path in folder.rglob("*")
            if path.is_file()
        }
        self._paths[""] = self._paths.get(_BUNDLED, self._paths[_INDEX])
        self._kept: dict[str, _Kept] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise HTTPException(404)
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        name = scope["path"].removeprefix(scope.get("root_path", "")).removeprefix("/")
        await _answer(self._look(name), Headers(scope=scope))(scope, receive, send)

    def _look(self, name: str) -> _Kept:
        """A file as it is now: whoever works on the page sees each change at once."""
        path = self._paths.get(name)
        if path is None:
            raise HTTPException(404)
        written = path.stat()
        stamp = (written.st_mtime_ns, written.st_size)
        kept = self._kept.get(name)
        if kept is None or kept.stamp != stamp:
            kept = self._kept[name] = _Kept.of(path, stamp)
        return kept


def _answer(kept: _Kept, asked: Headers) -> Response:
    if kept.headers["ETag"] in asked.get("if-none-match", ""):
        return Response(status_code=304, headers=kept.headers)
    if kept.packed is not None and "gzip" in asked.get("accept-encoding", ""):
        return Response(kept.packed, headers={**kept.headers, "Content-Encoding": "gzip"})
    return Response(kept.plain, headers=kept.headers)
