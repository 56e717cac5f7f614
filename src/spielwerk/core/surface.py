"""Lets a package name what others may use without importing it before somebody does.

Such a package writes its imports under ``if TYPE_CHECKING:``, as checkers of types read them, and
below them ``else: lazily(__name__)``, which reads the same lines when somebody asks for a name.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import ModuleType


def lazily(package: str) -> None:
    """Let a package import what it lists when it is asked for."""
    sys.modules[package].__class__ = _Package


class _Package(ModuleType):
    def __getattr__(self, name: str) -> object:
        module = _places(self.__name__).get(name)
        if module is None:
            raise AttributeError(f"module '{self.__name__}' has no attribute '{name}'")
        found = getattr(import_module(module), name)
        setattr(self, name, found)
        return found

    def __setattr__(self, name: str, value: object) -> None:
        # Python hangs every module of a package onto it. One whose name is also listed, as that of
        # a function inside, must not hide what is meant.
        if not (isinstance(value, ModuleType) and name in _places(self.__name__)):
            super().__setattr__(name, value)


@cache
def _places(package: str) -> Mapping[str, str]:
    """Where each name of a package is imported from."""
    loader = getattr(sys.modules[package].__spec__, "loader", None)
    text = loader.get_source(package) if loader is not None else ""
    return {
        name.name: str(node.module)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
