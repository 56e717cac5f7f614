"""Strongly connected components of any directed graph (Tarjan's algorithm without recursion)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

__all__ = ["components"]

N = TypeVar("N", bound=Hashable)


def components(graph: Mapping[N, Iterable[N]]) -> Iterator[list[N]]:
    """Groups of nodes that reach each other; a group comes after all that it points to.

    Successors that are not keys of ``graph`` are left out.
    """
    number: dict[N, int] = {}
    low: dict[N, int] = {}
    path: list[N] = []
    on_path: set[N] = set()
    for root in graph:
        if root in number:
            continue
        work: list[tuple[N, Iterator[N]]] = []
        entered: N | None = root
        while True:
            if entered is not None:
                number[entered] = low[entered] = len(number)
                path.append(entered)
                on_path.add(entered)
                work.append((entered, iter(graph[entered])))
                entered = None
            node, successors = work[-1]
            for successor in successors:
                if successor in on_path:
                    low[node] = min(low[node], number[successor])
                elif successor not in number and successor in graph:
                    entered = successor
                    break
            if entered is not None:
                continue
            work.pop()
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[node])
            if low[node] == number[node]:
                group = [path.pop()]
                while group[-1] != node:
                    group.append(path.pop())
                on_path.difference_update(group)
                yield group
            if not work:
                break
