"""Errors on their way between processes: a kind, a message, and what else belongs to it.

Whoever raises an error on purpose in a confined process has it raised again where the question
came from. An error with more than a message says with :func:`sendable` how it is packed; one that
nobody has told of arrives as the nearest of its ancestors.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from spielwerk.core import (
    Diagnostic,
    Json,
    LimitExceeded,
    MoveError,
    MoveSyntaxError,
    NotOver,
    NotYourTurn,
    SourceError,
    SpielwerkError,
)

_Error = TypeVar("_Error", bound=SpielwerkError)


@dataclass(frozen=True, slots=True)
class _Kind:
    pack: Callable[[Any], Json]
    unpack: Callable[[str, Json], SpielwerkError]


_kinds: dict[type[SpielwerkError], _Kind] = {}


def sendable(
    kind: type[_Error],
    pack: Callable[[_Error], Json] = lambda _: None,
    unpack: Callable[[str, Json], _Error] | None = None,
) -> None:
    """Let errors of a kind be sent: ``pack`` makes JSON of them, ``unpack`` an error again.

    Where nothing is said the message is all there is to it.
    """
    _kinds[kind] = _Kind(pack, unpack or (lambda message, _: kind(message)))


def error_to_json(problem: SpielwerkError) -> dict[str, Json]:
    """The error as it is sent."""
    kind = next(ancestor for ancestor in type(problem).__mro__ if ancestor in _kinds)
    return {
        "kind": kind.__name__,
        "message": str(problem),
        "payload": _kinds[kind].pack(problem),
    }


def error_from_json(body: Json) -> SpielwerkError:
    """The error that was sent.

    :raises ValueError: what was sent is none
    """
    named = {kind.__name__: way for kind, way in _kinds.items()}
    try:
        return named[body["kind"]].unpack(str(body["message"]), body["payload"])
    except (AttributeError, IndexError, KeyError, TypeError) as problem:
        raise ValueError(f"this is no error: {problem}") from None


for _plain in (SpielwerkError, LimitExceeded, MoveError, MoveSyntaxError, NotOver, NotYourTurn):
    sendable(_plain)
sendable(
    SourceError,
    lambda problem: [diagnostic.to_json() for diagnostic in problem.diagnostics],
    lambda _, payload: SourceError([Diagnostic.from_json(body) for body in payload]),
)
