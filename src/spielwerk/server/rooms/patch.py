"""The difference between two JSON documents as a JSON patch (RFC 6902).

Two documents go in, the operations that turn one into the other come out. Lists are compared as
what they mostly are here: facts, moves and remarks of which some went and some came. A list that
was reordered, is half new, or says something twice is replaced as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence

from spielwerk.core import DerivedList, Json

Patch = list[dict[str, Json]]

_NOTHING = object()
_FEW = 4
"""So many texts are taken out of a list one by one."""


def difference(old: Json, new: Json, path: str = "") -> Patch:
    """The operations that turn ``old`` into ``new``, which stands at ``path``."""
    steps: Patch = []
    _compare(old, new, path, steps)
    return steps


def _same(old: Json, new: Json) -> bool:
    return old is new or (type(old) is type(new) and bool(old == new))


def _compare(old: Json, new: Json, path: str, steps: Patch) -> None:
    """Add what turns ``old`` into ``new``, which stands at ``path``."""
    if type(old) is type(new) is dict and not old.keys().isdisjoint(new):
        _compare_dicts(old, new, path, steps)
    elif isinstance(old, list) and isinstance(new, list):
        if (type(new) is DerivedList and new.source is old) or old != new:
            _compare_lists(old, new, path, steps)
    elif not _same(old, new):
        steps.append({"op": "replace", "path": path, "value": new})


def _compare_dicts(old: dict[str, Json], new: dict[str, Json], path: str, steps: Patch) -> None:
    came = 0
    for key, value in new.items():
        before = old.get(key, _NOTHING)
        if before is value:  # most is, and this is the quickest way to see it
            continue
        if before is _NOTHING:
            came += 1
            steps.append({"op": "add", "path": f"{path}/{_escape(key)}", "value": value})
        else:
            _compare(before, value, f"{path}/{_escape(key)}", steps)
    if len(old) > len(new) - came:
        for key in old.keys() - new.keys():
            steps.append({"op": "remove", "path": f"{path}/{_escape(key)}"})


def _compare_lists(old: list[Json], new: list[Json], path: str, steps: Patch) -> None:
    found, most = None, len(new) // 2 + 1
    if type(new) is DerivedList and new.source is old:
        found = _moves_of_texts(new.went, new.came, new, path)
    elif len(old) > 1 and abs(len(new) - len(old)) <= most:
        texts_only = {*map(type, old), *map(type, new)} == {str}
        found = _text_changes(old, new, path) if texts_only else _tail_changes(old, new, path)
    if found is None or len(found) > most:
        steps.append({"op": "replace", "path": path, "value": new})
    else:
        steps += found


def _text_changes(old: list[str], new: list[str], path: str) -> Patch | None:
    """Some texts went, some came; ``None`` if others changed their order, or stand there twice."""
    before, after = set(old), set(new)
    if len(before) != len(old) or len(after) != len(new):
        return None
    went, came = before - after, after - before
    if _without(went, old) != _without(came, new):
        return None
    leaving = sorted(map(old.index, went), reverse=True)
    coming = sorted(map(new.index, came))
    return _moves_of_texts(leaving, coming, new, path)


def _moves_of_texts(
    leaving: Sequence[int], coming: Sequence[int], new: list[str], path: str
) -> Patch:
    return [
        *[{"op": "remove", "path": f"{path}/{place}"} for place in leaving],
        *[{"op": "add", "path": f"{path}/{place}", "value": new[place]} for place in coming],
    ]


def _without(some: set[str], texts: list[str]) -> list[str]:
    if len(some) > _FEW:
        return [text for text in texts if text not in some]
    rest = texts.copy()
    for text in some:
        rest.remove(text)
    return rest


def _tail_changes(old: list[Json], new: list[Json], path: str) -> Patch | None:
    """Lists of other things mostly grow at their end; items may change where they stand."""
    if len(new) < len(old):
        return None
    steps: Patch = []
    for place, (before, after) in enumerate(zip(old, new, strict=False)):
        _compare(before, after, f"{path}/{place}", steps)
    return steps + [{"op": "add", "path": f"{path}/-", "value": item} for item in new[len(old) :]]


def _escape(key: str) -> str:
    if "~" not in key and "/" not in key:
        return key
    return key.replace("~", "~0").replace("/", "~1")
