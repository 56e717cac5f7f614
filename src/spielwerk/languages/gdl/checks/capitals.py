"""Names that differ only by case: two names to the game, and most often one to its author."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from spielwerk.core import Diagnostic, Severity, Span, say
from spielwerk.languages.gdl.checks.carets import Carets, covers
from spielwerk.languages.gdl.program import Program, Rule, atoms, variables
from spielwerk.languages.gdl.text import terms_in, words_in


def check_capitals(program: Program, said: Collection[Diagnostic] = ()) -> Iterator[Diagnostic]:
    """Relations, words of facts and moves, and variables of one rule that differ only by case.

    Where one of these variables has no value, that was ``said`` already.
    """
    unsafe = [problem.span for problem in said if problem.code == "gdl-unsafe-variable"]
    carets = Carets(program)
    relations, words = _Uses(), _Uses()
    for rule in program.rules:
        for literal in (rule.head, *rule.body):
            for atom, _ in atoms((literal,)):
                relations.note(atom.relation.strip("()"), atom.span)
            for term in terms_in((literal,)):
                for word in words_in(term):
                    words.note(word, literal.span)
        if not any(covers(rule.span, span) for span in unsafe):
            yield from _variables(rule, carets)
    for rare, common in (*relations.alike(), *words.alike()):
        place = carets.word(rare.first, rare.name)
        yield _alike(rare, common, place)


@dataclass(slots=True)
class _Use:
    """A name, where it stands first, and how often it stands."""

    name: str
    first: Span | None
    count: int = 0


class _Uses:
    """How often and where first each name is used."""

    def __init__(self) -> None:
        self._uses: dict[str, _Use] = {}

    def note(self, name: str, span: Span | None) -> None:
        self._uses.setdefault(name, _Use(name, span)).count += 1

    def alike(self) -> Iterator[tuple[_Use, _Use]]:
        """Every name that is another but for its case, with the one that is used most."""
        groups: dict[str, list[_Use]] = {}
        for use in self._uses.values():
            groups.setdefault(use.name.lower(), []).append(use)
        for group in groups.values():
            common = max(group, key=lambda use: use.count)
            yield from ((use, common) for use in group if use is not common)


def _variables(rule: Rule, carets: Carets) -> Iterator[Diagnostic]:
    names = [variable.name for variable in variables(rule)]
    if len({name.lower() for name in names}) == len(set(names)):
        return
    uses = _Uses()
    for name in names:
        uses.note(name, rule.span)
    for rare, common in uses.alike():
        place = carets.variable(rule.span, rare.name)
        yield _alike(_Use(f"?{rare.name}", None), _Use(f"?{common.name}", rule.span), place)


def _alike(rare: _Use, common: _Use, place: Span | None) -> Diagnostic:
    line = say(" in line {line}", line=common.first.line) if common.first else ""
    return Diagnostic(
        "gdl-differ-by-case",
        Severity.WARNING,
        say(
            "'{rare_name}' and '{common_name}'{line} differ only by case: they are two names.",
            rare_name=rare.name,
            common_name=common.name,
            line=line,
        ),
        place,
        say(
            "Write '{common_name}' if the same is meant, or give one of them another name.",
            common_name=common.name,
        ),
    )
