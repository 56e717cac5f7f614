"""What is wrong with a rulebook: structure, dependencies, names that nobody knows, dead rules.

A folder goes in, diagnostics come out, each with its place and what to do. Books it depends on are
looked for beside it and in the library.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path

from clingo import Symbol, SymbolType
from clingo.ast import AST

from spielwerk.core import Diagnostic, Severity, SourceError, Span, has_errors, say
from spielwerk.languages.rulebook.combining import costly_rules
from spielwerk.languages.rulebook.features import FEATURES
from spielwerk.languages.rulebook.folder import Rulebook, Statement, read_folder
from spielwerk.languages.rulebook.predicates import BoughtMax, KnownRaceVariant, said
from spielwerk.languages.rulebook.shelf import Shelf, UnknownRulebook, library
from spielwerk.languages.rulebook.steps import DEFAULT_STEPS, step_number, steps_of
from spielwerk.languages.rulebook.usable import Imprint, imprint_of, unusable
from spielwerk.languages.rulebook.versions import parse_range, parse_version
from spielwerk.languages.rulebook.violations import VIOLATIONS
from spielwerk.languages.rulebook.vocabulary import HERO_ATOMS, WORLD_FACTS
from spielwerk.languages.rulebook.world import BookWorld, atoms_in, common_book, world_of

_PROGRAMS = frozenset(["base", "rulebook_usable", "meta", "world_facts", "hero_facts"])

_WORDS = sorted({name for name, _ in WORLD_FACTS | HERO_ATOMS | VIOLATIONS.keys()})


def lint(folder: Path) -> list[Diagnostic]:
    """Everything that is wrong with a rulebook."""
    book = read_folder(folder)
    found = [*book.diagnostics, *costly_rules(book.statements)]
    if has_errors(found):
        return found
    imprint = imprint_of(book)
    place = _declaration(book)
    found += _about_itself(book, imprint, place)
    found += _about_programs(book, imprint)
    found += _about_names(book)
    if has_errors(found):
        return found
    books, missing = _with_dependencies(book, place)
    found += missing
    found += unusable(books, [imprint_of(b) for b in books]) if not missing else []
    others = [s for other in books if other is not book for s in other.statements]
    found += costly_rules(book.statements, others)
    if not has_errors(found):
        try:
            found += _about_entities(book, world_of(books))
            steps_of(books, frozenset(s for b in books for s in imprint_of(b).extra_steps))
        except SourceError as problem:
            found += problem.diagnostics
    return found


def _declaration(book: Rulebook) -> Span:
    for statement in book.of("rulebook_usable"):
        if statement.signature == ("rulebook", 1):
            return statement.span
    return Span(str(book.folder / "meta.lp"), 1, 1, 1, 1)


def _about_itself(book: Rulebook, imprint: Imprint, place: Span) -> Iterator[Diagnostic]:
    if imprint.problem is not None:
        yield _error(
            "rulebook-grounding",
            say("clingo refuses it: {imprint_problem}", imprint_problem=imprint.problem),
            place,
        )
        return
    if book.name not in imprint.claims:
        hint = say(
            'Write rulebook("{book_name}"). in #program rulebook_usable.', book_name=book.name
        )
        yield _error(
            "rulebook-nameless",
            say("It does not say that it is '{book_name}'.", book_name=book.name),
            place,
            hint,
        )
    for other in imprint.claims:
        if other != book.name:
            hint = "A book speaks for itself only; rulebook_depends names others."
            yield _error(
                "rulebook-foreign",
                say("It claims to be '{other}' as well.", other=other),
                place,
                hint,
            )
    if imprint.version is None:
        hint = say('Write rulebook_version("{book_name}","1.0.0").', book_name=book.name)
        yield _warning("rulebook-unversioned", "It has no version.", place, hint)
    elif parse_version(imprint.version) is None:
        hint = "Versions are three numbers: 1.0.0"
        yield _error(
            "rulebook-version",
            say("'{imprint_version}' is no version.", imprint_version=imprint.version),
            place,
            hint,
        )
    for need in imprint.depends:
        if need.versions and parse_range(need.versions) is None:
            hint = "Ranges look like >=1.0.0 <2.0.0"
            yield _error(
                "rulebook-version",
                say("'{need_versions}' is no range.", need_versions=need.versions),
                place,
                hint,
            )
        if need.book in imprint.conflicts:
            message = say("It needs '{need_book}' and conflicts with it.", need_book=need.book)
            yield _error("rulebook-conflict", message, place, "Drop one of the two.")


def _about_programs(book: Rulebook, imprint: Imprint) -> Iterator[Diagnostic]:
    place = Span(str(book.folder / "meta.lp"), 1, 1, 1, 1)
    if "rulebook_usable" not in book.programs:
        hint = "Write #program rulebook_usable. and below it who the book is."
        yield _error("rulebook-program", "The sub-program rulebook_usable is missing.", place, hint)
    steps = {n for program in book.programs if (n := step_number(program)) is not None}
    for program in sorted(book.programs - _PROGRAMS):
        if step_number(program) is None:
            near = get_close_matches(program, [*_PROGRAMS, "validate_hero_step_50"], 1)
            hint = (
                say("Did you mean {near}?", near=near[0])
                if near
                else "docs/rulebooks.md lists them."
            )
            span = _first_of(book, program) or place
            yield _warning(
                "rulebook-program", say("Nobody reads '{program}'.", program=program), span, hint
            )
    for step in sorted(steps - DEFAULT_STEPS - imprint.extra_steps):
        span = _first_of(book, f"validate_hero_step_{step}") or place
        hint = say("Write extra_hero_validation_step({step}). in #program meta.", step=step)
        yield _warning("rulebook-step", say("Step {step} is never taken.", step=step), span, hint)
    for step in sorted(imprint.extra_steps):
        if step in DEFAULT_STEPS:
            message = say(
                "Step {step} is there anyway; there is no need to announce it.", step=step
            )
            yield _warning("rulebook-step", message, place)
        elif step not in steps:
            hint = say("Write #program validate_hero_step_{step}.", step=step)
            yield _warning(
                "rulebook-step", say("Step {step} is announced and empty.", step=step), place, hint
            )


def _about_names(book: Rulebook) -> Iterator[Diagnostic]:
    """Facts that nothing reads, and conditions that nothing can make true."""
    ours = {s.signature for s in common_book().statements}
    known = WORLD_FACTS | VIOLATIONS.keys() | HERO_ATOMS | ours | {("program", 1)}
    derived = known | {s.signature for s in book.statements}
    read = known | {sig for s in book.statements for part in s.body for sig in _read(part)}
    for statement in book.statements:
        signature = statement.signature
        silent = signature is None or statement.program in ("rulebook_usable", "meta")
        if not silent and signature not in read:
            yield _unused(statement)
        for part in statement.body:
            for name, arity in _read(part):
                if (name, arity) not in derived:
                    near = get_close_matches(name, [*_WORDS, *FEATURES], 1)
                    hint = say("Did you mean {near}?", near=near[0]) if near else None
                    message = say(
                        "Nothing ever makes {name} with {arity} arguments true.",
                        name=name,
                        arity=arity,
                    )
                    yield _warning("rulebook-never", message, statement.span, hint)


def _unused(statement: Statement) -> Diagnostic:
    assert statement.signature is not None
    name, arity = statement.signature
    arities = sorted(a for n, a in WORLD_FACTS if n == name)
    near = get_close_matches(name, _WORDS, 1)
    hint = say("Did you mean {near}?", near=near[0]) if near else None
    if arities:
        hint = say(
            "{name} has {listed} arguments.", name=name, listed=" or ".join(map(str, arities))
        )
    message = say("Nothing reads {name} with {arity} arguments.", name=name, arity=arity)
    return _warning("rulebook-unused", message, statement.span, hint)


def _read(ast: AST) -> Iterator[tuple[str, int]]:
    return ((atom.name, len(atom.arguments)) for atom in atoms_in(ast))


def _with_dependencies(book: Rulebook, place: Span) -> tuple[list[Rulebook], list[Diagnostic]]:
    """The book after those it stands on, and what could not be found."""
    shelf = Shelf((book.folder.resolve().parent, *library().folders))
    books: dict[str, Rulebook] = {book.name: book}
    missing: list[Diagnostic] = []
    pending = [need.book for need in imprint_of(book).depends]
    while pending:
        name = pending.pop()
        if name in books:
            continue
        try:
            other = read_folder(shelf.find(name))
        except UnknownRulebook as problem:
            hint = "Books it needs stand beside it or in the library."
            missing.append(_error("rulebook-missing", str(problem), place, hint))
            continue
        books[name] = other
        pending += [need.book for need in imprint_of(other).depends]
    return list(reversed(books.values())), missing


def _about_entities(book: Rulebook, world: BookWorld) -> Iterator[Diagnostic]:
    """Things that the book names and nobody declares."""
    known: dict[str, set[str]] = {name: set() for name in FEATURES}
    for (name, _), facts in world.facts.items():
        feature = name.removeprefix("known_")
        if feature != name and feature in known:
            known[feature] |= {said(name) for name, *_ in (fact.arguments for fact in facts)}
    known["race_variant"] = {fact.variant for fact in world.of(KnownRaceVariant)}
    known["bought"] = {fact.value for fact in world.of(BoughtMax)}
    known["attribute_choice"] = known["attribute"]
    folder = f"{book.folder.resolve()}{os.sep}"
    told: set[tuple[str, str, Span]] = set()
    for (predicate, _), facts in world.facts.items():
        for fact in facts:
            span = world.origins.get(fact)
            if span is None or not span.file.startswith(folder):
                continue
            for feature, name in _named(fact.arguments[1 if predicate == "alias" else 0 :]):
                if name not in known[feature] and (feature, name, span) not in told:
                    told.add((feature, name, span))
                    near = get_close_matches(name, known[feature], 1)
                    hint = say("Did you mean '{near}'?", near=near[0]) if near else None
                    hint = hint or say(
                        'Declare it: known_{feature}("{name}"…).', feature=feature, name=name
                    )
                    message = say(
                        "No book declares the {feature} '{name}'.", feature=feature, name=name
                    )
                    yield _error("rulebook-undeclared", message, span, hint)


def _named(arguments: Sequence[Symbol]) -> Iterator[tuple[str, str]]:
    """The features that a fact speaks of, wherever they stand in it."""
    for argument in arguments:
        if argument.type is not SymbolType.Function or not argument.arguments:
            continue
        first, *_ = argument.arguments
        if argument.name in FEATURES and first.type is SymbolType.String:
            yield argument.name, first.string
        else:
            yield from _named(argument.arguments)


def _first_of(book: Rulebook, program: str) -> Span | None:
    return next((statement.span for statement in book.of(program)), None)


def _error(code: str, message: str, span: Span, hint: str | None = None) -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, message, span, hint)


def _warning(code: str, message: str, span: Span, hint: str | None = None) -> Diagnostic:
    return Diagnostic(code, Severity.WARNING, message, span, hint)
