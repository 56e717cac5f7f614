"""Everything that the checks of a language can say, read from their sources."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import spielwerk

LANGUAGES = Path(spielwerk.__file__).parent / "languages"
_SENTENCE = re.compile(r"['A-Z<?{].* .*[.?]|[A-Z1].*\)", re.DOTALL)


def said_in(language: str, modules: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Patterns of sentences and sentences without a pattern, each with the file it stands in."""
    for pattern in modules:
        for path in sorted((LANGUAGES / language).glob(pattern)):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for text in _said(tree):
                yield text, path.name


def _said(tree: ast.AST) -> Iterator[str]:
    told = set(_others(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say":
            for inner in ast.walk(node.args[0]):
                if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                    told.add(inner)
                    yield inner.value
        elif isinstance(node, ast.Constant) and node not in told and _is_sentence(node.value):
            yield str(node.value)


def _is_sentence(value: object) -> bool:
    return isinstance(value, str) and _SENTENCE.fullmatch(value) is not None


def _others(tree: ast.AST) -> Iterator[ast.AST]:
    """Strings that are no sentences of checks: documentation, parts of formatted strings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        elif isinstance(node, ast.JoinedStr | ast.Assert) or _is_assertion(node):
            yield from ast.walk(node)


def _is_assertion(node: ast.AST) -> bool:
    return isinstance(node, ast.Raise) and "AssertionError" in ast.dump(node)
