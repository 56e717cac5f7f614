"""The difference between two JSON documents as a JSON patch (RFC 6902).

Two documents go in, the operations that turn one into the other come out. Lists are compared as
what they mostly are here: facts, moves and remarks of which some went and some came. A list that
was reordered is replaced as a whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from spielwerk.core import Json

__all__ = ["Patch", "difference"]

Patch = list[dict[str, Json]]


def difference(old: Json, new: Json) -> Patch:
    """The operations that turn ``old`` into ``new``."""
    return list(_changes(old, new, ""))


def _changes(old: Json, new: Json, path: str) -> Iterator[dict[str, Json]]:
    if old is new or (type(old) is type(new) and old == new):
        return
    if isinstance(old, dict) and isinstance(new, dict):
        yield from _dict_changes(old, new, path)
    elif isinstance(old, list) and isinstance(new, list):
        yield from _list_changes(old, new, path)
    else:
        yield {"op": "replace", "path": path, "value": new}


def _dict_changes(
    old: dict[str, Json], new: dict[str, Json], path: str
) -> Iterator[dict[str, Json]]:
    for key in old:
        if key not in new:
            yield {"op": "remove", "path": f"{path}/{_escape(key)}"}
    for key, value in new.items():
        if key in old:
            yield from _changes(old[key], value, f"{path}/{_escape(key)}")
        else:
            yield {"op": "add", "path": f"{path}/{_escape(key)}", "value": value}


def _list_changes(old: list[Json], new: list[Json], path: str) -> Iterator[dict[str, Json]]:
    texts_only = all(isinstance(item, str) for item in old) and all(
        isinstance(item, str) for item in new
    )
    steps = _text_changes(old, new, path) if texts_only else _tail_changes(old, new, path)
    if steps is None or len(steps) > max(len(new), 1):
        yield {"op": "replace", "path": path, "value": new}
    else:
        yield from steps


def _text_changes(old: list[str], new: list[str], path: str) -> Patch | None:
    """Some texts went, some came; ``None`` if those that stayed changed their order."""
    stay = Counter(old) & Counter(new)
    kept, steps = list(old), Patch()
    quota = Counter(stay)
    gone = []
    for place, item in enumerate(old):
        if quota[item] > 0:
            quota[item] -= 1
        else:
            gone.append(place)
    for place in reversed(gone):
        del kept[place]
        steps.append({"op": "remove", "path": f"{path}/{place}"})
    at = 0
    for place, item in enumerate(new):
        if at < len(kept) and kept[at] == item:
            at += 1
        else:
            steps.append({"op": "add", "path": f"{path}/{place}", "value": item})
    return steps if at == len(kept) else None


def _tail_changes(old: list[Json], new: list[Json], path: str) -> Patch | None:
    """Lists of other things mostly grow at their end; items may change where they stand."""
    if len(new) < len(old):
        return None
    steps = [
        step
        for place, (before, after) in enumerate(zip(old, new, strict=False))
        for step in _changes(before, after, f"{path}/{place}")
    ]
    return steps + [{"op": "add", "path": f"{path}/-", "value": item} for item in new[len(old) :]]


def _escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
