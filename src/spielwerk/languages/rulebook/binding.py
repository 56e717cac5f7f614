"""Books that were read and grounded once, kept on disk until one of their letters changes.

Rules go in, bytes come out, and rules again: what a process needs to judge heroes, without the
second that reading and grounding the books takes. Where anything about the bytes is odd, nothing
comes out and the books are read as ever.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from clingo import Symbol

from spielwerk import __version__
from spielwerk.core import Span, digest
from spielwerk.languages.rulebook.folder import Rulebook
from spielwerk.languages.rulebook.grounding import decided_atoms
from spielwerk.languages.rulebook.steps import StepRule, Steps
from spielwerk.languages.rulebook.traits import Trait
from spielwerk.languages.rulebook.usable import Dependency, Imprint
from spielwerk.languages.rulebook.world import BookWorld, Slice, Thing

KIND = "rulebooks"
"""What such bytes are kept as."""
_FORMAT = "1"
_UNREAD = frozenset(["need", "thing", "cause", "option", "choice", "wanted", "check_attribute"])
"""Facts that only the rules read: they stand in the slices."""


def key_of(folders: Sequence[Path]) -> str:
    """A key that changes with every letter of the books, and with the engine."""
    engine = sorted(Path(__file__).parent.glob("*.*"))
    parts: list[str | bytes] = [_FORMAT, __version__]
    for path in engine:
        if path.suffix in (".py", ".lp"):
            parts += [path.name, path.read_bytes()]
    for folder in folders:
        parts.append(str(folder.resolve()))
        for path in sorted(folder.glob("**/*.lp")):
            parts += [path.relative_to(folder).as_posix(), path.read_bytes()]
    return digest(*parts)


def bound(imprints: Sequence[Imprint], world: BookWorld, steps: Steps) -> bytes:
    """What is needed to judge heroes, as bytes."""
    kept = {key: facts for key, facts in world.facts.items() if key[0] not in _UNREAD}
    spans = _Table()
    body = {
        "imprints": [_plain_imprint(one) for one in imprints],
        "facts": "".join(f"{fact}.\n" for facts in kept.values() for fact in facts),
        "order": [[*key, [str(fact) for fact in facts]] for key, facts in kept.items()],
        "origins": {
            str(fact): spans.number(span)
            for fact, span in world.origins.items()
            if fact.name not in _UNREAD
        },
        "general": _plain_slice(world.general),
        "about": [[list(thing), _plain_slice(one)] for thing, one in world.about.items()],
        "rules": [
            [
                r.telling,
                r.plain,
                sorted(map(list, r.derives), key=str),
                sorted(map(list, r.asks), key=str),
            ]
            for r in steps.rules
        ],
        "places": [spans.number(span) for span in steps.places],
    }
    body["spans"] = spans.rows
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


def unbound(
    data: bytes, folders: Sequence[Path]
) -> tuple[tuple[Imprint, ...], BookWorld, Steps] | None:
    """What was bound, or nothing where the bytes are not as they should be."""
    try:
        body = json.loads(data)
        spans = [Span(*row) for row in body["spans"]]
        atoms = {str(symbol): symbol for symbol in _symbols(body["facts"])}
        facts = {
            (name, arity): tuple(atoms[text] for text in texts)
            for name, arity, texts in body["order"]
        }
        origins = {atoms[text]: spans[n] for text, n in body["origins"].items() if text in atoms}
        about: dict[Thing, Slice] = {tuple(t): _slice(one) for t, one in body["about"]}
        books = tuple(Rulebook(folder.name, folder) for folder in folders)
        world = BookWorld(books, facts, origins, _slice(body["general"]), about)
        rules = tuple(StepRule(t, p, _traits(d), _traits(a)) for t, p, d, a in body["rules"])
        steps = Steps(rules, tuple(spans[number] for number in body["places"]))
        return tuple(map(_imprint, body["imprints"])), world, steps
    except (ValueError, KeyError, TypeError, IndexError):
        return None


def _symbols(text: str) -> Iterable[Symbol]:
    for found in decided_atoms(text).values():
        yield from found


class _Table:
    """Spans, each written once."""

    def __init__(self) -> None:
        self.rows: list[list[Any]] = []
        self._numbers: dict[Span, int] = {}

    def number(self, span: Span) -> int:
        if span not in self._numbers:
            self._numbers[span] = len(self.rows)
            self.rows.append(list(asdict(span).values()))
        return self._numbers[span]


def _plain_slice(part: Slice) -> list[Any]:
    return [part.text, sorted(map(list, part.traits), key=str)]


def _slice(said: Sequence[Any]) -> Slice:
    return Slice(said[0], _traits(said[1]))


def _traits(rows: Iterable[Sequence[Any]]) -> frozenset[Trait]:
    return frozenset(tuple(row) for row in rows)


def _plain_imprint(imprint: Imprint) -> dict[str, Any]:
    return {**asdict(imprint), "extra_steps": sorted(imprint.extra_steps)}


def _imprint(said: Mapping[str, Any]) -> Imprint:
    return Imprint(
        **{
            **said,
            "claims": tuple(said["claims"]),
            "depends": tuple(Dependency(**one) for one in said["depends"]),
            "conflicts": tuple(said["conflicts"]),
            "extra_steps": frozenset(said["extra_steps"]),
        }
    )
