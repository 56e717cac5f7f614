"""The facts of the book are those that were once compared with the rules they come from.

Costs and experience levels are told again here. Of everything else ``compared.txt`` keeps how many
facts there are of each kind, and a fingerprint: whoever changes the book compares what changed
with the printed rules, and then takes over the line that the failing test shows.
"""

from __future__ import annotations

from collections import defaultdict
from hashlib import sha256
from pathlib import Path

import pytest
from tests.library.rulebooks.conftest import Book

COMPARED = Path(__file__).parent / "compared.txt"
FACTS = [
    "ap_cost",
    "attribute_max",
    "attribute_max_choice",
    "check",
    "column",
    "derived_base",
    "free_for",
    "in_tradition",
    "optolith",
    "package",
    "package_ap",
    "package_price",
    "primary",
    "ref",
    "requires",
]
"""Facts about one thing each, which stands first or, of derived values, second."""


def kinds(book: Book) -> dict[str, list[str]]:
    """The facts as texts, by what they say and of what feature."""
    found: dict[str, list[str]] = defaultdict(list)
    for name in FACTS:
        for row in book.rows(name):
            thing = row[1] if name == "derived_base" else row[0]
            found[f"{name} {thing[0]}"].append(repr(row))
    for name in [name for name in book.facts if name.startswith("known_")]:
        found[name].extend(map(repr, book.rows(name)))
    return found


def line(kind: str, facts: list[str]) -> str:
    """What is kept of facts of one kind, whatever their order."""
    fingerprint = sha256("\n".join(sorted(facts)).encode()).hexdigest()[:12]
    return f"{kind} {len(facts)} {fingerprint}"


def test_no_fact_changed_since_it_was_compared(book: Book) -> None:
    now = {line(kind, facts) for kind, facts in kinds(book).items()}
    kept = set(COMPARED.read_text(encoding="utf-8").splitlines())
    changed = sorted(kept - now) + [f"now: {each}" for each in sorted(now - kept)]
    assert not changed, "Compare with the printed rules, then change compared.txt:\n" + "\n".join(
        changed
    )


def test_a_changed_fact_of_any_kind_is_noticed(book: Book) -> None:
    for kind, facts in kinds(book).items():
        assert line(kind, facts) == line(kind, facts[::-1])
        assert line(kind, facts) != line(kind, [*facts[:-1], facts[-1].replace(")", "'x')")])


@pytest.mark.parametrize(
    ("level", "points", "limits"),
    [
        ("Unerfahren", 900, (12, 10, 8, 95, 8, 0)),
        ("Durchschnittlich", 1000, (13, 10, 10, 98, 10, 1)),
        ("Erfahren", 1100, (14, 10, 12, 100, 12, 2)),
        ("Kompetent", 1200, (15, 13, 14, 102, 14, 3)),
        ("Meisterlich", 1400, (16, 16, 16, 105, 16, 4)),
        ("Brillant", 1700, (17, 19, 18, 109, 18, 5)),
        ("Legendär", 2100, (18, 20, 20, 114, 20, 6)),
    ],
)
def test_experience_levels(book: Book, level: str, points: int, limits: tuple[int, ...]) -> None:
    assert dict(book.rows("experience_ap"))[level] == points
    assert (level, *limits) in book.rows("known_experience_level")


@pytest.mark.parametrize(("column", "price"), [("A", 1), ("B", 2), ("C", 3), ("D", 4), ("E", 15)])
def test_steps_cost_the_same_at_first_and_then_once_more_each(
    book: Book, column: str, price: int
) -> None:
    even_until = 14 if column == "E" else 12
    steps = {level: cost for of, level, cost in book.rows("step_cost") if of == column}
    assert steps == {level: price * max(1, level - even_until + 1) for level in steps}
    assert min(steps) <= 9
    assert max(steps) >= 18
    if column != "E":
        assert dict(book.rows("activation_cost"))[column] == price


def test_every_choice_of_optolith_means_one_thing(book: Book) -> None:
    choices = [row[1:] for row in book.rows("optolith")]
    assert len(choices) == len(set(choices))
