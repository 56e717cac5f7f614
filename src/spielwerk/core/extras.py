"""The parts of Spielwerk that are installed when somebody wants them, and what each is made of.

``pip install spielwerk`` brings what rules need to be checked and played. Whatever needs more says
so in one sentence with the command that installs it: a failed import goes in, the sentence comes
out. Where something is only faster with a part, :func:`installed` is asked first.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from traceback import walk_tb

from spielwerk.core.errors import SpielwerkError

EXTRAS: Mapping[str, tuple[str, ...]] = {
    "fast": ("numpy", "llvmlite"),
    "igold": ("lxml",),
    "heroes": ("clingo", "reportlab", "yaml"),
    "speed": ("numba",),
    "server": (
        "fastapi",
        "uvicorn",
        "sqlalchemy",
        "alembic",
        "aiosqlite",
        "asyncpg",
        "argon2",
        "httpx",
        "orjson",
        "prometheus_client",
        "starlette",
        "websockets",
        "zxcvbn",
    ),
    "editor": ("pygls", "lsprotocol", "cattrs"),
    "chart": ("matplotlib",),
    "openspiel": ("pyspiel", "open_spiel"),
    "pettingzoo": ("pettingzoo", "gymnasium"),
    "pgn": ("chess",),
    "ray": ("ray",),
}
"""The names of the extras, each with the modules that are there only with it."""
_NEED_MORE = {
    "spielwerk.games.speed": "speed",
    "spielwerk.players.speed": "speed",
    "spielwerk.protocols.speed": "speed",
}
"""Packages of ours with the extra that has all they need: whoever was told of the first module that
was missing would be told of another one after that."""


class PartMissing(SpielwerkError):
    """Something needs a part that is not installed; the message says how to get it."""

    def __init__(self, module: str, extra: str) -> None:
        super().__init__(
            f"This needs {module}, which is not installed: pip install 'spielwerk[{extra}]'"
        )
        self.module = module
        self.extra = extra

    def __reduce__(self) -> tuple[type[PartMissing], tuple[str, str]]:
        return PartMissing, (self.module, self.extra)  # so that processes can tell each other


def part_missing(problem: ImportError) -> PartMissing | None:
    """What to say of a failed import; nothing where it is no part of ours that is missing."""
    module = (problem.name or "").partition(".")[0]
    found = (extra for extra, modules in EXTRAS.items() if module in modules)
    extra = next(found, None)
    return None if extra is None else PartMissing(module, _asked_by(problem) or extra)


def _asked_by(problem: ImportError) -> str | None:
    """The extra for the part of ours that wanted to import what is missing, if it has one."""
    for frame, _ in walk_tb(problem.__traceback__):
        name = frame.f_globals.get("__name__", "")
        for package, extra in _NEED_MORE.items():
            if f"{name}.".startswith(f"{package}."):
                return extra
    return None


@cache
def installed(extra: str) -> bool:
    """Whether all of an extra is there; nothing is imported."""
    return all(find_spec(module) is not None for module in EXTRAS[extra])
