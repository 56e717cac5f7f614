"""The page people see: the files of ``spielwerk/web``, served at ``/``.

The page is written as many small modules and opened as one: see :mod:`.packing`. Files are kept
in memory, compressed once. Browsers keep them, too, and ask each time whether they are still the
newest. Only files that were there when the server started are served: no path leads anywhere else.
"""

from __future__ import annotations

import gzip
import mimetypes
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from pathlib import Path, PurePath

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from spielwerk.server import packing
from spielwerk.server.gate import CONTENT_POLICY
from spielwerk.server.packing import Opening

__all__ = ["pages"]

_INDEX = "index.html"
_WORTH_PACKING = 1_000
"""Bytes from which a file is sent compressed."""
_MEDIA = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}
"""What systems disagree about."""


def pages() -> ASGIApp:
    """An application that serves the page."""
    return _Pages(Path(str(files("spielwerk") / "web")))


_Stamp = tuple[tuple[int, int], ...]
"""When files were last written, and their sizes: whether they must be read again."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """A file as it goes out."""

    stamp: _Stamp
    plain: bytes
    packed: bytes | None
    headers: dict[str, str]

    @classmethod
    def of(cls, name: str, stamp: _Stamp, plain: bytes, extra: Mapping[str, str]) -> _Kept:
        packed = gzip.compress(plain, mtime=0) if len(plain) >= _WORTH_PACKING else None
        media = _MEDIA.get(PurePath(name).suffix) or mimetypes.guess_type(name)[0]
        headers = {
            "Content-Type": media or "application/octet-stream",
            "Cache-Control": "no-cache",
            "ETag": f'"{sha256(plain).hexdigest()[:20]}"',
            "Vary": "Accept-Encoding",
            **extra,
        }
        return cls(stamp, plain, packed, headers)


class _Pages:
    def __init__(self, folder: Path) -> None:
        self._paths = {
            path.relative_to(folder).as_posix(): path
            for path in folder.rglob("*")
            if path.is_file()
        }
        self._kept: dict[str, _Kept] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise HTTPException(404)
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        name = scope["path"].removeprefix(scope.get("root_path", "")).removeprefix("/")
        kept = self._look(name or _INDEX)
        await _answer(kept, Headers(scope=scope))(scope, receive, send)

    def _look(self, name: str) -> _Kept:
        """A file as it is now: whoever works on the page sees each change at once."""
        parts = self._parts(name)
        stamp = tuple((stat.st_mtime_ns, stat.st_size) for stat in map(Path.stat, parts.values()))
        kept = self._kept.get(name)
        if kept is None or kept.stamp != stamp:
            kept = self._kept[name] = self._read(name, parts, stamp)
        return kept

    def _parts(self, name: str) -> dict[str, Path]:
        """The files that an answer is made of."""
        match name:
            case packing.PACKED_MODULE:
                names = self._opening().modules
            case packing.PACKED_STYLE:
                names = self._opening().styles
            case _ if name in self._paths:
                names = (name,)
            case _:
                raise HTTPException(404)
        return {part: self._paths[part] for part in names}

    def _opening(self) -> Opening:
        return Opening(self._paths[_INDEX].read_text(encoding="utf-8"))

    def _read(self, name: str, parts: Mapping[str, Path], stamp: _Stamp) -> _Kept:
        extra = {}
        if name == _INDEX:
            opening = self._opening()
            plain = opening.html.encode()
            extra["Content-Security-Policy"] = _allowing(opening.import_map)
        elif name == packing.PACKED_MODULE:
            sources = {part: path.read_text(encoding="utf-8") for part, path in parts.items()}
            plain = self._opening().module(sources).encode()
        else:
            plain = b"".join(path.read_bytes() for path in parts.values())
        return _Kept.of(name, stamp, plain, extra)


def _answer(kept: _Kept, asked: Headers) -> Response:
    if kept.headers["ETag"] in asked.get("if-none-match", ""):
        return Response(status_code=304, headers=kept.headers)
    if kept.packed is not None and "gzip" in asked.get("accept-encoding", ""):
        return Response(kept.packed, headers={**kept.headers, "Content-Encoding": "gzip"})
    return Response(kept.plain, headers=kept.headers)


def _allowing(script: str) -> str:
    """The policy that lets this one script stand in the page itself."""
    digest = b64encode(sha256(script.encode()).digest()).decode()
    return f"{CONTENT_POLICY}; script-src 'self' 'sha256-{digest}'"
