"""Lets a package name what others may use without importing it before somebody does.

Such a package writes its imports under ``if TYPE_CHECKING:``, as checkers of types read them, and
below them ``else: __getattr__ = lazily(__name__)``, which reads the same lines when it is asked.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module

__all__ = ["lazily"]


def lazily(package: str) -> Callable[[str], object]:
    """The ``__getattr__`` of a package whose imports stand under ``if TYPE_CHECKING:``."""

    def load(name: str) -> object:
        module = _places(package).get(name)
        if module is None:
            raise AttributeError(f"module '{package}' has no attribute '{name}'")
        found = getattr(import_module(module), name)
        setattr(sys.modules[package], name, found)
        return found

    return load


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
