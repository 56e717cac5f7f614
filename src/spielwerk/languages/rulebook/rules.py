"""The rules of a set of books, ready to judge heroes. Start reading here.

:func:`rules_of` takes folders, checks that they fit together and grounds their world once. The
:class:`Rules` that come out are immutable: any number of threads may ask them at the same time,
and no hero leaves a trace in them.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from clingo import Symbol

from spielwerk.core import Explanation, SourceError, Span, has_errors, keep, recall
from spielwerk.languages.rulebook.binding import KIND, bound, key_of, unbound
from spielwerk.languages.rulebook.features import Term, term_of
from spielwerk.languages.rulebook.folder import Rulebook, read_folder
from spielwerk.languages.rulebook.grounding import decided_atoms
from spielwerk.languages.rulebook.hero import Hero
from spielwerk.languages.rulebook.judgement import DerivedViolation, findings_of, is_waived, linked
from spielwerk.languages.rulebook.lore import Lore, lore_of
from spielwerk.languages.rulebook.messages import sentence
from spielwerk.languages.rulebook.predicates import (
    Activated,
    Allows,
    ApTotal,
    Cost,
    FoundViolation,
    MessageText,
    PrintedBook,
    Ref,
    SeverityOf,
    Signature,
    is_a,
    read,
    signature_of,
)
from spielwerk.languages.rulebook.steps import Steps, steps_of
from spielwerk.languages.rulebook.traits import traits_of
from spielwerk.languages.rulebook.usable import Imprint, imprint_of, unusable
from spielwerk.languages.rulebook.violations import (
    VIOLATIONS,
    Report,
    Violation,
    Weight,
    parameters_of,
)
from spielwerk.languages.rulebook.world import BookWorld, world_of

_WANTED = frozenset(map(signature_of, (FoundViolation, Cost, ApTotal, SeverityOf, Allows)))
_FOUND, _SEVERITY, _ALLOWS = map(signature_of, (FoundViolation, SeverityOf, Allows))

Found = Mapping[Signature, Sequence[Symbol]]
"""Atoms that the rules derived, by name and number of arguments."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A set of rulebooks, ready to judge heroes."""

    books: tuple[Rulebook, ...]
    imprints: tuple[Imprint, ...]
    world: BookWorld
    lore: Lore
    steps: Steps
    messages: Mapping[tuple[str, str], str]
    """Texts of house rules by key and language."""
    weights: Mapping[str, Weight]
    """How much each type of violation weighs."""
    own_weights: Mapping[Symbol, Weight]
    """How much single violations weigh, where books say so."""
    allowed: frozenset[Symbol]
    """What would be violations, did not a book allow it."""
    pages: Mapping[Symbol, tuple[str, ...]]
    """Where things are described in the printed books."""
    book_names: Mapping[tuple[str, str], str]
    """What the printed books are called, by their short name and language."""
    _folders: Mapping[str, str]
    _shown: dict[Span, Span] = field(default_factory=dict, compare=False, repr=False)

    def validate(self, hero: Hero, language: str = "en") -> Report:
        """Every violation of a hero with its place, and what the hero costs."""
        hero, said = self.lore.canonical(hero)
        facts = list(hero.facts())
        world = self.world.cut(hero.mentioned())
        rules = self.steps.telling_parsed(world.traits | traits_of(facts))
        atoms = decided_atoms("", _WANTED, rules, [*world.facts, *facts])
        violations = self.violations(atoms, language, said)
        waived = [v for v in violations if is_waived(v, hero)]
        open_ = [v for v in violations if v not in waived]
        totals = [read(ApTotal, atom).points for atom in atoms[signature_of(ApTotal)]]
        return Report(
            tuple(linked(open_) if waived else open_),
            tuple(waived),
            _costs(read(Cost, atom) for atom in atoms[signature_of(Cost)]),
            totals[0] if totals and hero.attributes is not None else None,
        )

    def violations(
        self, found: Found, language: str, said: Mapping[tuple[str, str], str] = {}
    ) -> list[Violation]:
        """The violations among atoms that the rules derived, in order; waived ones as well.

        ``said`` are the hero's own names of things, where they are not the books'.
        """
        allowed = self.allowed
        if further := found.get(_ALLOWS):
            allowed = allowed.union(read(Allows, atom).violation for atom in further)
        weights = dict(_own_weights(read(SeverityOf, atom) for atom in found.get(_SEVERITY, ())))
        return linked(
            [
                self._violation(finding, weights, language, said)
                for finding in findings_of(found.get(_FOUND, ()))
                if allowed.isdisjoint(finding.atoms)
            ]
        )

    def _violation(
        self,
        finding: DerivedViolation,
        weights: Mapping[Symbol, Weight],
        language: str,
        said: Mapping[tuple[str, str], str],
    ) -> Violation:
        parameter, addon = parameters_of(finding.atoms)
        for role in ("caused", "referred") if said else ():
            thing = (
                parameter.get(f"{role}_feature", ""),
                parameter.get(f"{role}_feature_value", ""),
            )
            if thing in said:
                parameter[f"{role}_feature_value"] = said[thing]
        own = [
            known[atom]
            for known in (weights, self.own_weights)
            for atom in (finding.atoms if known else ())
            if atom in known
        ]
        why = Explanation(
            sentence(finding.type, parameter, language, self.messages),
            holds=False,
            source=self.shown(finding.source(self.world.origins, self.steps.places)),
            facts=tuple(map(str, finding.witnesses)),
        )
        return Violation(
            finding.type,
            own[0] if own else self.weights[finding.type],
            parameter,
            why,
            addon,
            finding.step,
            finding.pages(self.pages),
            atoms=finding.atoms,
        )

    def shown(self, span: Span) -> Span:
        """A place with a path that starts at the book, as readers elsewhere know it."""
        if span not in self._shown:
            file = Path(span.file).name
            for folder, name in self._folders.items():
                if span.file.startswith(folder):
                    file = name + span.file[len(folder) :]
                    break
            self._shown[span] = replace(span, file=file)
        return self._shown[span]


def rules_of(folders: Sequence[Path]) -> Rules:
    """The rules of these books.

    :raises SourceError: a book is broken, or the books do not fit together
    """
    books = tuple(read_folder(folder) for folder in dict.fromkeys(folders))
    problems = [d for book in books for d in book.diagnostics]
    if has_errors(problems):
        raise SourceError(problems)
    imprints = tuple(imprint_of(book) for book in books)
    if problems := unusable(books, imprints):
        raise SourceError(problems)
    world = world_of(books)
    extra = frozenset(step for imprint in imprints for step in imprint.extra_steps)
    return _made(imprints, world, steps_of(books, extra))


def kept_rules_of(folders: Sequence[Path]) -> Rules:
    """The same rules, from disk where they were made before.

    :raises SourceError: a book is broken, or the books do not fit together
    """
    folders = tuple(dict.fromkeys(folders))
    key = key_of(folders)
    data = recall(KIND, key)
    parts = None if data is None else unbound(data, folders)
    if parts is not None:
        return _made(*parts)
    rules = rules_of(folders)
    keep(KIND, key, bound(rules.imprints, rules.world, rules.steps))
    return rules


def _made(imprints: tuple[Imprint, ...], world: BookWorld, steps: Steps) -> Rules:
    return Rules(
        world.books,
        imprints,
        world,
        lore_of(world),
        steps,
        _messages(world),
        _weights(world),
        dict(_own_weights(world.of(SeverityOf))),
        frozenset(fact.violation for fact in world.of(Allows)),
        _pages(world),
        {(book, language): name for book, language, name in world.of(PrintedBook)},
        {f"{book.folder.resolve()}{os.sep}": f"{book.name}/" for book in world.books},
    )


def _messages(world: BookWorld) -> dict[tuple[str, str], str]:
    return {(key, language): text for key, language, text in world.of(MessageText)}


def _weights(world: BookWorld) -> dict[str, Weight]:
    weights = {name: weight for (name, _), weight in VIOLATIONS.items()}
    for subject, weight in _own_weights(world.of(SeverityOf)):
        if not subject.arguments:
            weights[str(subject)] = weight
    return weights


def _own_weights(facts: Iterable[SeverityOf]) -> Iterator[tuple[Symbol, Weight]]:
    for fact in facts:
        if fact.weight in set(Weight):
            yield fact.violation, Weight(fact.weight)


def _pages(world: BookWorld) -> dict[Symbol, tuple[str, ...]]:
    pages: dict[Symbol, list[str]] = defaultdict(list)
    for thing, book, page in world.of(Ref):
        pages[thing].append(f"{book} {page}")
    return {thing: tuple(places) for thing, places in pages.items()}


def _costs(paid: Iterable[Cost]) -> dict[Term, int]:
    costs: dict[Term, int] = defaultdict(int)
    for thing, points in paid:
        term = term_of(read(Activated, thing).thing if is_a(Activated, thing) else thing)
        costs[term or Term(str(thing))] += points
    return dict(costs)
