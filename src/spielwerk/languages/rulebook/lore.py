"""What the books say, as tables: what there is, what it needs and costs, what it is called.

A :class:`World` goes in. Completion, repair, planning, tables and the sheet look things up here;
whether a hero is legal is decided by the rules alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from clingo import Symbol

from spielwerk.languages.rulebook.features import FEATURES, Shape, Term, entity, term_of
from spielwerk.languages.rulebook.hero import Hero
from spielwerk.languages.rulebook.predicates import (
    ActivationCost,
    Alias,
    AnyOf,
    ApCost,
    BoughtMax,
    Column,
    ExperienceAp,
    FreeText,
    GroupLabel,
    GroupOf,
    KnownExperienceLevel,
    KnownRaceVariant,
    Label,
    LevelCost,
    Lowest,
    Requires,
    StartLevel,
    UseLabel,
    is_a,
    read,
)
from spielwerk.languages.rulebook.world import BookWorld

Named = tuple[str, str]
"""Feature and name."""
_USED_FOR = ("talent", "combat_technique", "language", "spell", "liturgy")
"""Features whose things others are used for."""


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
    group_labels: Mapping[tuple[str, str], str]
    """What groups are called, by group and language."""
    use_labels: Mapping[tuple[str, str], str]
    """What things are used for, where that is no thing itself, by use and language."""
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

    def canonical_term(self, term: Term) -> Term:
        """A thing by the books' own name."""
        name = self.aliases.get((term.feature, term.value or ""))
        return term if name is None else replace(term, value=name)

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
        using = f" ({self.use(term.using, language)})" if term.using else ""
        level = f" {term.level}" if term.level is not None else ""
        return f"{name}{using}{level}"

    def use(self, using: str, language: str) -> str:
        """What something is used for; often that is a thing with a name of its own."""
        for feature in _USED_FOR:
            if (name := self.labels.get((feature, using, language))) is not None:
                return name
        return self.use_labels.get((using, language), using)

    def group(self, feature: str, name: str, language: str) -> str | None:
        """The group of a thing, as it is called in a language."""
        group = self.groups.get((feature, name))
        return None if group is None else self.group_labels.get((group, language), group)

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


def lore_of(world: BookWorld) -> Lore:
    """Read the tables off a world."""
    known: dict[str, tuple[Term, ...]] = {}
    for feature in FEATURES.values():
        found: dict[Term, None] = {}
        for (name, _), facts in world.facts.items():
            if name == f"known_{feature.name}":
                found.update((_known(feature.name, fact), None) for fact in facts)
        known[feature.name] = tuple(found)
    known["race_variant"] = tuple(
        Term("race_variant", fact.variant) for fact in world.of(KnownRaceVariant)
    )
    known["bought"] = tuple(Term("bought", fact.value) for fact in world.of(BoughtMax))
    return Lore(
        known,
        _needs(world),
        _by_thing(world.of(Column)),
        {(cost.column, cost.level): cost.points for cost in world.of(LevelCost)},
        dict(world.of(ActivationCost)),
        {
            term: cost.points
            for cost in world.of(ApCost)
            if (term := term_of(cost.thing)) is not None
        },
        frozenset(
            thing for fact in world.of(FreeText) if (thing := entity(fact.thing)) is not None
        ),
        dict(world.of(StartLevel)),
        dict(world.of(Lowest)),
        {name: tuple(caps) for name, *caps in world.of(KnownExperienceLevel)},
        dict(world.of(ExperienceAp)),
        {
            (*thing, label.language): label.text
            for label in world.of(Label)
            if (thing := entity(label.thing)) is not None
        },
        _by_thing(world.of(GroupOf)),
        {(fact.group, fact.language): fact.name for fact in world.of(GroupLabel)},
        {(fact.use, fact.language): fact.name for fact in world.of(UseLabel)},
        {
            other: thing[1]
            for alias in world.of(Alias)
            if (other := entity(alias.other)) is not None
            and (thing := entity(alias.thing)) is not None
        },
    )


def _known(feature: str, fact: Symbol) -> Term:
    """What a fact like ``known_advantage("Adel","",1)`` declares."""
    name, *rest = fact.arguments
    if FEATURES[feature].shape is Shape.USED:
        use, level = rest
        return Term(feature, name.string, use.string, level.number)
    return Term(feature, name.string)


def _needs(world: BookWorld) -> dict[Named, tuple[Need, ...]]:
    found: dict[Named, list[Need]] = defaultdict(list)
    choices: dict[tuple[Symbol, Symbol], tuple[Term, int, list[Term]]] = {}
    for cause, need in world.of(Requires):
        thing, by = entity(cause), term_of(cause)
        if thing is None or by is None:
            continue
        if is_a(AnyOf, need):
            key, many, option, level = read(AnyOf, need)
            term = term_of(option)
            if term is None:
                continue
            wanted = Term(term.feature, term.value, None, int(level))
            _, _, options = choices.setdefault((cause, key), (by, int(many), []))
            options.append(wanted)
        elif (term := term_of(need)) is not None:
            found[thing].append(Need(by, (term,)))
    for by, count, options in choices.values():
        found[by.feature, by.value or ""].append(Need(by, tuple(options), count))
    return {thing: tuple(needs) for thing, needs in found.items()}


def _by_thing(facts: Iterable[Column | GroupOf]) -> dict[Named, str]:
    return {thing: fact.value for fact in facts if (thing := entity(fact.thing)) is not None}
