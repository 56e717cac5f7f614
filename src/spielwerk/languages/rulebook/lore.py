"""What the books say, as tables: what there is, what it needs and costs, what it is called.

A :class:`World` goes in. Completion, repair, planning, tables and the sheet look things up here;
whether a hero is legal is decided by the rules alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from clingo import Symbol, SymbolType

from spielwerk.languages.rulebook.features import FEATURES, Shape, Term, entity, term_of
from spielwerk.languages.rulebook.hero import Hero
from spielwerk.languages.rulebook.world import World

__all__ = ["Lore", "Need", "lore_of"]

Named = tuple[str, str]
"""Feature and name."""


@dataclass(frozen=True, slots=True)
class Need:
    """What something asks for: as many of these as said."""

    cause: Term
    options: tuple[Term, ...]
    many: int = 1


@dataclass(frozen=True, slots=True)
class Lore:
    """The books as tables."""

    known: Mapping[str, tuple[Term, ...]]
    """All that there is of each feature, with the uses and levels that advantages can have."""
    needs: Mapping[Named, tuple[Need, ...]]
    columns: Mapping[Named, str]
    level_costs: Mapping[tuple[str, int], int]
    """By column and level: the price of all steps up to it."""
    activation: Mapping[str, int]
    costs: Mapping[Term, int]
    free_texts: frozenset[Named]
    start: Mapping[str, int]
    lowest: Mapping[str, int]
    experience: Mapping[str, tuple[int, ...]]
    """Caps of an experience level: attribute, skill, combat technique, points, spells, foreign."""
    experience_ap: Mapping[str, int]
    labels: Mapping[tuple[str, str, str], str]
    """By feature, name and language."""
    groups: Mapping[Named, str]
    aliases: Mapping[Named, str]
    """Other names of things, by feature and other name."""

    def canonical(self, hero: Hero) -> tuple[Hero, dict[Named, str]]:
        """The hero in the books' own names, and what it called the things that it called else."""
        said: dict[Named, str] = {}
        for term in hero.terms():
            name = self.aliases.get((term.feature, term.value or ""))
            if name is not None:
                said[term.feature, name] = term.value or ""
                hero = hero.without_term(term).put(replace(term, value=name))
        return hero, said

    def price(self, term: Term) -> int:
        """What something costs by itself; nothing where no book says so."""
        named = (term.feature, term.value or "")
        shape = FEATURES[term.feature].shape
        if shape is Shape.LEVELLED and named in self.columns:
            column = self.columns[named]
            start = self.start.get(term.feature, 0)
            paid = self.level_costs.get((column, term.level or 0), 0)
            opening = self.activation.get(column, 0)
            return (
                paid
                - self.level_costs.get((column, start), 0)
                + (opening if term.feature in ("spell", "liturgy") else 0)
            )
        if term in self.costs:
            return self.costs[term]
        if named in self.free_texts:
            return self.costs.get(Term(term.feature, term.value, "", term.level), 0)
        return 0

    def label(self, term: Term, language: str) -> str:
        """What a thing is called, with its use and level."""
        name = self.labels.get((term.feature, term.value or "", language), term.value or "")
        using = f" ({term.using})" if term.using else ""
        level = f" {term.level}" if term.level is not None else ""
        return f"{name}{using}{level}"

    def levels(self, feature: str, name: str, using: str) -> tuple[int, ...]:
        """The levels that an advantage, disadvantage or special ability can have."""
        free = (feature, name) in self.free_texts
        return tuple(
            sorted(
                term.level or 1
                for term in self.known.get(feature, ())
                if term.value == name and (term.using == using or (free and term.using == ""))
            )
        )


def lore_of(world: World) -> Lore:
    """Read the tables off a world."""
    known: dict[str, tuple[Term, ...]] = {}
    for feature in FEATURES.values():
        found: dict[Term, None] = {}
        for (name, _), facts in world.facts.items():
            if name == f"known_{feature.name}":
                found.update((_known(feature.name, fact), None) for fact in facts)
        known[feature.name] = tuple(found)
    known["race_variant"] = tuple(
        Term("race_variant", fact.arguments[1].string) for fact in world.of("known_race_variant", 2)
    )
    known["bought"] = tuple(
        Term("bought", f.arguments[0].string) for f in world.of("bought_max", 2)
    )
    return Lore(
        known,
        _needs(world),
        dict(_by_thing(world, "column")),
        {
            (_said(f.arguments[0]), f.arguments[1].number): f.arguments[2].number
            for f in world.of("level_cost", 3)
        },
        {_said(f.arguments[0]): f.arguments[1].number for f in world.of("activation_cost", 2)},
        {
            term: f.arguments[1].number
            for f in world.of("ap_cost", 2)
            if (term := term_of(f.arguments[0])) is not None
        },
        frozenset(
            thing for f in world.of("free_text", 1) if (thing := entity(f.arguments[0])) is not None
        ),
        {str(f.arguments[0]): f.arguments[1].number for f in world.of("start", 2)},
        {str(f.arguments[0]): f.arguments[1].number for f in world.of("lowest", 2)},
        {
            f.arguments[0].string: tuple(a.number for a in f.arguments[1:])
            for f in world.of("known_experience_level", 7)
        },
        {f.arguments[0].string: f.arguments[1].number for f in world.of("experience_ap", 2)},
        {
            (*thing, str(f.arguments[1])): _said(f.arguments[2])
            for f in world.of("label", 3)
            if (thing := entity(f.arguments[0])) is not None
        },
        dict(_by_thing(world, "group")),
        {
            other: thing[1]
            for f in world.of("alias", 2)
            if (other := entity(f.arguments[0])) is not None
            and (thing := entity(f.arguments[1])) is not None
        },
    )


def _known(feature: str, fact: Symbol) -> Term:
    shape = FEATURES[feature].shape
    name = fact.arguments[0].string
    if shape is Shape.USED:
        return Term(feature, name, fact.arguments[1].string, fact.arguments[2].number)
    return Term(feature, name)


def _needs(world: World) -> dict[Named, tuple[Need, ...]]:
    found: dict[Named, list[Need]] = defaultdict(list)
    choices: dict[tuple[Symbol, Symbol], tuple[Term, int, list[Term]]] = {}
    for fact in world.of("requires", 2):
        cause, need = fact.arguments
        thing, by = entity(cause), term_of(cause)
        if thing is None or by is None:
            continue
        if need.match("any_of", 4):
            key, many, option, level = need.arguments
            term = term_of(option)
            if term is None:
                continue
            wanted = Term(term.feature, term.value, None, level.number)
            _, _, options = choices.setdefault((cause, key), (by, many.number, []))
            options.append(wanted)
        elif (term := term_of(need)) is not None:
            found[thing].append(Need(by, (term,)))
    for by, count, options in choices.values():
        found[by.feature, by.value or ""].append(Need(by, tuple(options), count))
    return {thing: tuple(needs) for thing, needs in found.items()}


def _by_thing(world: World, name: str) -> list[tuple[Named, str]]:
    return [
        (thing, _said(fact.arguments[1]))
        for fact in world.of(name, 2)
        if (thing := entity(fact.arguments[0])) is not None
    ]


def _said(symbol: Symbol) -> str:
    return symbol.string if symbol.type is SymbolType.String else str(symbol)
