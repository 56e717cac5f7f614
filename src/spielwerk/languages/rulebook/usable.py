"""Whether books can be used together: who they are, and what they ask of each other.

Read books go in; what each says about itself comes out, and what is wrong with a set of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clingo import SymbolType
from clingo.ast import ASTType

from spielwerk.core import Diagnostic, Severity, Span, say
from spielwerk.languages.rulebook.folder import Rulebook
from spielwerk.languages.rulebook.grounding import GroundingError, decided_atoms
from spielwerk.languages.rulebook.predicates import said
from spielwerk.languages.rulebook.versions import fits

_PROGRAMS = ("base", "rulebook_usable", "meta")


@dataclass(frozen=True, slots=True)
class Dependency:
    """Another book that a book needs, in some versions."""

    book: str
    versions: str | None = None


@dataclass(frozen=True, slots=True)
class Imprint:
    """What a book says about itself."""

    name: str
    claims: tuple[str, ...]
    """The names it gives itself; it should be its own and no other."""
    version: str | None
    depends: tuple[Dependency, ...]
    conflicts: tuple[str, ...]
    extra_steps: frozenset[int]
    titles: dict[str, str]
    notices: dict[str, str]
    problem: str | None = None
    """Why it could not be asked."""


def imprint_of(book: Rulebook) -> Imprint:
    """Ask a book about itself."""
    rules = [
        str(statement.ast)
        for statement in book.statements
        if statement.program in _PROGRAMS
        and statement.ast.ast_type in (ASTType.Rule, ASTType.Definition)
    ]
    try:
        atoms = decided_atoms("\n".join(rules))
    except GroundingError as problem:
        return Imprint(book.name, (), None, (), (), frozenset(), {}, {}, str(problem))

    def rows(name: str, arity: int) -> list[list[str]]:
        return [[said(a) for a in atom.arguments] for atom in atoms[name, arity]]

    own = [row[1:] for row in rows("rulebook_depends", 2) if row[0] == book.name]
    ranged = [row[1:] for row in rows("rulebook_depends", 3) if row[0] == book.name]
    versions = [row[1] for row in rows("rulebook_version", 2) if row[0] == book.name]
    steps = [step for atom in atoms["extra_hero_validation_step", 1] for step in atom.arguments]
    return Imprint(
        book.name,
        tuple(row[0] for row in rows("rulebook", 1)),
        versions[0] if versions else None,
        tuple(Dependency(*row) for row in own + ranged),
        tuple(row[1] for row in rows("rulebook_conflicts", 2) if row[0] == book.name),
        frozenset(step.number for step in steps if step.type is SymbolType.Number),
        {row[1]: row[2] for row in rows("rulebook_title", 3)},
        {row[1]: row[2] for row in rows("rulebook_notice", 3)},
    )


def unusable(books: Sequence[Rulebook], imprints: Sequence[Imprint]) -> list[Diagnostic]:
    """Why these books cannot be used together."""
    present = {imprint.name: imprint for imprint in imprints}
    found: list[Diagnostic] = []
    for book, imprint in zip(books, imprints, strict=True):
        place = Span(str(book.folder), 1, 1, 1, 1)

        def complain(code: str, message: str, hint: str, place: Span = place) -> None:
            found.append(Diagnostic(code, Severity.ERROR, message, place, hint))

        for need in imprint.depends:
            other = present.get(need.book)
            if other is None:
                complain(
                    "rulebook-missing",
                    say(
                        "Rulebook '{book_name}' missing '{need_book}'.",
                        book_name=book.name,
                        need_book=need.book,
                    ),
                    say("Use the rulebook '{need_book}' as well.", need_book=need.book),
                )
            elif need.versions and not fits(other.version or "0.0.0", need.versions):
                complain(
                    "rulebook-version",
                    say(
                        "Rulebook '{book_name}' needs '{need_book}' in version {need_versions}, "
                        "but there is version {there}.",
                        book_name=book.name,
                        need_book=need.book,
                        need_versions=need.versions,
                        there=other.version or "unknown",
                    ),
                    say("Use a '{need_book}' that fits.", need_book=need.book),
                )
        for rival in imprint.conflicts:
            if rival in present:
                complain(
                    "rulebook-conflict",
                    say(
                        "Rulebooks '{book_name}' and '{rival}' contradict each other.",
                        book_name=book.name,
                        rival=rival,
                    ),
                    "Use one of them.",
                )
    found.extend(_cycles(books, present))
    return found


def _cycles(books: Sequence[Rulebook], present: dict[str, Imprint]) -> list[Diagnostic]:
    """Books that need each other in a circle: none of them could ever be the ground of another."""
    found = []
    for book in books:
        chain = [book.name]
        pending = [(book.name, [book.name])]
        seen: set[str] = set()
        while pending:
            name, chain = pending.pop()
            for need in present[name].depends if name in present else ():
                if need.book == book.name and book.name == min(chain):
                    circle = " → ".join([*chain, book.name])
                    found.append(
                        Diagnostic(
                            "rulebook-cycle",
                            Severity.ERROR,
                            say("Rulebooks need each other in a circle: {circle}.", circle=circle),
                            Span(str(book.folder), 1, 1, 1, 1),
                            "Let one of them stand on its own.",
                        )
                    )
                    return found
                if need.book not in seen:
                    seen.add(need.book)
                    pending.append((need.book, [*chain, need.book]))
    return found
