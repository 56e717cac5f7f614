"""The sources as a tree of modules, and what an architecture test looks for in it.

A folder that holds the package goes in, sentences about what breaks a rule come out, each with its
place. Nothing is imported: what is looked at is the text.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

__all__ = ["Module", "games_asked_for", "imports_past_a_surface", "platform_imports", "same_names"]

FOLDERS = frozenset(f"spielwerk.{name}" for name in ("languages", "games", "protocols", "players"))
"""Packages that are mere folders: what is in them has a surface of its own."""
PLATFORM = frozenset(["resource", "fcntl", "pwd", "grp", "termios", "msvcrt", "winreg"])
"""Modules that do not exist on every system, or behave differently there."""
PLATFORM_FILE = "spielwerk.confinement.platform"
CONTRACT = frozenset(["Game", "State"])
"""The classes of the contract; whoever derives from them is a concrete game."""


@dataclass(frozen=True)
class Module:
    """One source file."""

    name: str
    path: Path
    is_package: bool

    @cached_property
    def tree(self) -> ast.Module:
        """What stands in it."""
        return ast.parse(self.path.read_text(encoding="utf-8"), str(self.path))

    @property
    def package(self) -> str:
        """The package it belongs to, which for a package is itself."""
        return self.name if self.is_package else self.name.rpartition(".")[0]

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All that stands in it, in one row."""
        return list(ast.walk(self.tree))

    def imports(self) -> Iterator[tuple[str, int]]:
        """The modules it imports, with the line."""
        for node in self.nodes:
            match node:
                case ast.ImportFrom(module=str(name), level=0):
                    yield name, node.lineno
                case ast.Import(names=names):
                    yield from ((alias.name, node.lineno) for alias in names)

    def classes(self) -> Iterator[ast.ClassDef]:
        """The classes it defines."""
        return (node for node in self.nodes if isinstance(node, ast.ClassDef))


@cache
def modules(source: Path) -> list[Module]:
    """All modules below a folder, read once for all rules."""
    found = []
    for path in sorted(source.rglob("*.py")):
        parts = path.relative_to(source).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        found.append(Module(".".join(parts[:-1] if is_package else parts), path, is_package))
    return found


def imports_past_a_surface(source: Path) -> list[str]:
    """Imports that reach into a package instead of taking what its ``__init__`` lists.

    Below the last package that two modules share, one step down is allowed: to a module beside
    one, or to the surface of a package beside one.
    """
    known = {module.name for module in modules(source)}
    return [
        f"{module.name}:{line} imports {name} past {surface}"
        for module in modules(source)
        for name, line in module.imports()
        if name in known and (surface := _surface(module.package, name)) != name
    ]


def _surface(package: str, target: str) -> str:
    """As deep as a module of a package may reach towards a target."""
    own, wanted = package.split("."), target.split(".")
    shared = 0
    while shared < min(len(own), len(wanted)) and own[shared] == wanted[shared]:
        shared += 1
    while ".".join(wanted[: shared + 1]) in FOLDERS and shared + 1 < len(wanted):
        shared += 1
    return ".".join(wanted[: shared + 1])


def same_names(source: Path) -> list[str]:
    """Public classes that have the name of another."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for module in modules(source):
        for kind in module.classes():
            if not kind.name.startswith("_"):
                places[kind.name].append(f"{module.name}:{kind.lineno}")
    return [f"{name}: {', '.join(at)}" for name, at in sorted(places.items()) if len(at) > 1]


def games_asked_for(source: Path) -> list[str]:
    """Questions whether a game is of a concrete class, by who is not about that game.

    The class's own package may ask, and so may packages of the same name in other layers: those of
    its players and of its protocol.
    """
    home = {
        kind.name: module.name.split(".")[2]
        for module in modules(source)
        for kind in module.classes()
        if CONTRACT & {_last(base) for base in kind.bases} and module.name.count(".") > 1
    }
    return [
        f"{module.name}:{line} asks whether something is a {name}"
        for module in modules(source)
        for name, line in _asked(module)
        if name in home and home[name] not in module.name.split(".")[2:3]
    ]


def _asked(module: Module) -> Iterator[tuple[str, int]]:
    """The classes that ``isinstance`` and patterns ask for."""
    for node in module.nodes:
        match node:
            case ast.Call(func=ast.Name("isinstance" | "issubclass"), args=[_, kinds]):
                names = [part for part in ast.walk(kinds) if isinstance(part, ast.expr)]
                yield from ((_last(part), node.lineno) for part in names)
            case ast.MatchClass(cls=kind):
                yield _last(kind), node.lineno


def _last(node: ast.expr) -> str:
    match node:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=value):
            return _last(value)
    return ""


def platform_imports(source: Path, home: Collection[str] = (PLATFORM_FILE,)) -> list[str]:
    """Modules of the platform, and its folders of processes, outside the one file for them."""
    found = []
    for module in modules(source):
        if module.name in home:
            continue
        found += [
            f"{module.name}:{line} imports {name}"
            for name, line in module.imports()
            if name.partition(".")[0] in PLATFORM
        ]
        found += [
            f"{module.name}:{node.lineno} speaks of {spoken}"
            for node in module.nodes
            if (spoken := _of_the_platform(node))
        ]
    return found


def _of_the_platform(node: ast.AST) -> str | None:
    match node:
        case ast.Constant(value=str(text)) if text.startswith("/proc/"):
            return text
        case ast.Attribute(attr="prctl" | "fork" | "nice" | "SIGKILL" as name):
            return name
    return None
