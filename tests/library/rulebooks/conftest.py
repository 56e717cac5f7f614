"""The rulebooks of the library as plain facts, read by clingo alone, without our engine."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from clingo import Control, Symbol, SymbolType

import spielwerk
from spielwerk.languages.rulebook import Hero, Rules, rules_of

RULEBOOKS = Path(spielwerk.__file__).parent / "library" / "rulebooks"
HEROES = Path(__file__).parent / "heroes"
IMPROVED = ("talent", "combat_technique", "attribute", "spell", "liturgy")
BEFOREHAND = ("race", "culture", "attribute", "advantage", "disadvantage")
"""What a profession asks for and does not bring, besides a tradition."""


@dataclass
class Book:
    """All facts of some books: ``book.rows("column")`` are the arguments of each.

    Terms are tuples, ``("talent", "Zechen", 4)``; the bare name of a feature is ``("talent",)``.
    """

    facts: dict[str, list[tuple[Any, ...]]] = field(default_factory=lambda: defaultdict(list))

    def rows(self, name: str) -> list[tuple[Any, ...]]:
        return self.facts[name]

    def about(self, name: str, thing: tuple[Any, ...]) -> list[Any]:
        """The second arguments of facts whose first is this thing."""
        return [row[1] for row in self.rows(name) if row[0] == thing]

    def price(self, thing: tuple[Any, ...]) -> int:
        """What something costs by the columns and prices of the books."""
        if thing[0] not in IMPROVED:
            (cost,) = self.about("ap_cost", thing)
            return int(cost)
        feature, name, level = thing
        (column,) = self.about("column", (feature, name))
        steps = {row[1]: row[2] for row in self.rows("step_cost") if row[0] == column}
        start = dict(self.rows("start_level")).get((feature,), 0)
        opening = dict(self.rows("activation_cost")).get(column, 0)
        learned = opening if feature in ("spell", "liturgy") else 0
        return learned + sum(steps[step] for step in range(start + 1, level + 1))

    def worth(self, package: tuple[Any, ...]) -> int:
        """What the content of a package costs, with the points that the player may place."""
        placed = [row[2] for row in self.rows("package_ap") if row[0] == package]
        return sum(placed) + sum(self.price(part) for part in self.content(package))

    def content(self, package: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        """What a package consists of; of choices the first ones, as many as must be chosen."""
        choices: dict[Any, list[tuple[Any, ...]]] = {}
        for need in self.about("package", package) + self.about("requires", package):
            if need[0] == "any_of":
                _, key, many, option, level = need
                choices.setdefault((key, many), []).append((*option, level))
            elif need[0] not in BEFOREHAND and not need[1].startswith("Tradition ("):
                yield need
        for (_, many), options in choices.items():
            yield from options[:many]

    def names(self, feature: str) -> set[str]:
        """The things a feature can be."""
        place = 1 if feature == "race_variant" else 0
        return {row[place] for row in self.rows(f"known_{feature}")}


@cache
def _read(*names: str) -> Book:
    control = Control(["--warn=none"])
    for name in names:
        control.load(str(RULEBOOKS / name / "_entrypoint.lp"))
    control.ground([("base", []), ("world_facts", []), ("rulebook_usable", [])])
    book = Book()
    for atom in control.symbolic_atoms:
        book.facts[atom.symbol.name].append(tuple(map(_plain, atom.symbol.arguments)))
    return book


def _plain(symbol: Symbol) -> Any:
    if symbol.type is SymbolType.String:
        return symbol.string
    if symbol.type is SymbolType.Number:
        return symbol.number
    return (symbol.name, *map(_plain, symbol.arguments))


@pytest.fixture(scope="session")
def read() -> Callable[..., Book]:
    return _read


@pytest.fixture(scope="session")
def book() -> Book:
    return _read("dsa5")


@pytest.fixture(scope="session")
def rules() -> Rules:
    return _rules("dsa5")


@cache
def _rules(*names: str) -> Rules:
    return rules_of([RULEBOOKS / name for name in names])


@pytest.fixture(scope="session")
def rules_with() -> Callable[..., Rules]:
    return _rules


@pytest.fixture(scope="session")
def hero() -> Callable[..., Hero]:
    """A hero of the folder ``heroes``; keys replace what it says, dots reach into it."""

    def make(name: str, changes: dict[str, Any] | None = None) -> Hero:
        body = json.loads((HEROES / f"{name}.json").read_text(encoding="utf-8"))
        for key, value in (changes or {}).items():
            part, _, inner = key.partition(".")
            if inner:
                body[part][inner] = value
            else:
                body[part] = value
        return Hero.from_json(body)

    return make
