"""Views as numbers: every fact, field and count of a view becomes a named feature.

A view is any JSON; the same path in it always means the same. Lists are read in one of two ways,
settled by the views seen in learning: as sets (a list of facts, no text twice) or by place (the
rows of a board).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from spielwerk.core import Json, View


class FeatureReader:
    """Reads features off views; made from examples of them."""

    def __init__(self, examples: Iterable[View]) -> None:
        self._by_place: set[str] = set()
        for view in examples:
            self._look(view, "")

    def _look(self, value: Json, path: str) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                self._look(inner, f"{path}.{key}")
        elif isinstance(value, list):
            plain = all(isinstance(item, str) for item in value)
            if not plain or len(set(value)) < len(value):
                self._by_place.add(path)
            for place, item in enumerate(value):
                self._look(item, f"{path}.{place}")

    def read(self, view: View) -> dict[str, float]:
        """The features of a view that are not zero, by name."""
        return dict(self._features(view, ""))

    def _features(self, value: Json, path: str) -> Iterator[tuple[str, float]]:
        match value:
            case bool() | str() | None:
                yield f"{path}={value}", 1.0
            case int() | float():
                yield path, float(value)
                yield f"{path}={value}", 1.0
            case dict():
                for key, inner in value.items():
                    yield from self._features(inner, f"{path}.{key}")
            case list() if path in self._by_place:
                for place, item in enumerate(value):
                    yield from self._features(item, f"{path}.{place}")
            case list():
                for item in value:
                    yield f"{path}:{item}", 1.0
