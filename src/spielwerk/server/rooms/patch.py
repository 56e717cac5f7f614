"""The difference between two JSON documents as a JSON patch (RFC 6902).

Two documents go in, the operations that turn one into the other come out. Lists are compared as
what they mostly are here: facts, moves and remarks of which some went and some came. A list that
was reordered, or is half new, is replaced as a whole.
"""

from __future__ import annotations

from collections import Counter

from spielwerk.core import Json

Patch = list[dict[str, Json]]


def difference(old: Json, new: Json) -> Patch:
    """The operations that turn ``old`` into ``new``."""
    steps = Patch()
    if not _same(old, new):
        _compare(old, new, "", steps)
    return steps


def _same(old: Json, new: Json) -> bool:
    return old is new or (type(old) is type(new) and bool(old == new))


def _compare(old: Json, new: Json, path: str, steps: Patch) -> None:
    """Add what turns ``old`` into ``new``, which is not the same, at ``path``."""
    if isinstance(old, dict) and isinstance(new, dict):
        _compare_dicts(old, new, path, steps)
    elif isinstance(old, list) and isinstance(new, list):
        _compare_lists(old, new, path, steps)
    else:
        steps.append({"op": "replace", "path": path, "value": new})


def _compare_dicts(old: dict[str, Json], new: dict[str, Json], path: str, steps: Patch) -> None:
    for key in old:
        if key not in new:
            steps.append({"op": "remove", "path": f"{path}/{_escape(key)}"})
    for key, value in new.items():
        if key not in old:
            steps.append({"op": "add", "path": f"{path}/{_escape(key)}", "value": value})
        elif not _same(old[key], value):
            _compare(old[key], value, f"{path}/{_escape(key)}", steps)


def _compare_lists(old: list[Json], new: list[Json], path: str, steps: Patch) -> None:
    texts_only = all(type(item) is str for item in old) and all(type(item) is str for item in new)
    found = _text_changes(old, new, path) if texts_only else _tail_changes(old, new, path)
    if found is None or len(found) > len(new) // 2 + 1:
        steps.append({"op": "replace", "path": path, "value": new})
    else:
        steps += found


def _text_changes(old: list[str], new: list[str], path: str) -> Patch | None:
    """Some texts went, some came; ``None`` if those that stayed changed their order."""
    first, last = 0, min(len(old), len(new))
    while first < last and old[first] == new[first]:
        first += 1
    last -= first
    back = 0
    while back < last and old[-1 - back] == new[-1 - back]:
        back += 1
    kept, wanted = old[first : len(old) - back], new[first : len(new) - back]
    steps = Patch()
    quota = Counter() if set(kept).isdisjoint(wanted) else Counter(kept) & Counter(wanted)
    for place in reversed(_beyond(kept, quota)):
        del kept[place]
        steps.append({"op": "remove", "path": f"{path}/{first + place}"})
    at = 0
    for place, item in enumerate(wanted, start=first):
        if at < len(kept) and kept[at] == item:
            at += 1
        else:
            steps.append({"op": "add", "path": f"{path}/{place}", "value": item})
    return steps if at == len(kept) else None


def _beyond(items: list[str], quota: Counter[str]) -> list[int]:
    """The places of those that are more than the quota lets stay."""
    places = []
    for place, item in enumerate(items):
        if quota[item] > 0:
            quota[item] -= 1
        else:
            places.append(place)
    return places


def _tail_changes(old: list[Json], new: list[Json], path: str) -> Patch | None:
    """Lists of other things mostly grow at their end; items may change where they stand."""
    if len(new) < len(old):
        return None
    steps = Patch()
    for place, (before, after) in enumerate(zip(old, new, strict=False)):
        if not _same(before, after):
            _compare(before, after, f"{path}/{place}", steps)
    return steps + [{"op": "add", "path": f"{path}/-", "value": item} for item in new[len(old) :]]


def _escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
