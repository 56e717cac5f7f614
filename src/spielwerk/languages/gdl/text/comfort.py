"""Comfort for authors: includes, ranges, and relations over numbers, written out as plain GDL.

- ``(include "grid.gdl")`` stands for the rules of another file. A file counts once, however
  often it is included. From the shipped library only what the game uses is taken.
- ``(cell (1 .. 8) (a .. h) empty)`` is a fact for every combination of the values.
- ``(numbers 0 .. 8 succ plus)`` lists relations over the numbers from 0 to 8, and
  ``(letters a .. h succ)`` over letters. ``(succ next-row)`` in place of ``succ`` gives the
  relation a name of the author's own. What there is: see :data:`RELATIONS`.

A program goes in, as read; a program without such forms comes out, with the problems found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import TypeAlias

from spielwerk.core import Diagnostic, Severity, Span, say
from spielwerk.languages.gdl.program import (
    Atom,
    Distinct,
    Literal,
    Not,
    Or,
    Program,
    Rule,
    Term,
    dependencies,
)
from spielwerk.languages.gdl.text.syntax import Reading

MAX_FACTS = 200_000
"""How many facts ranges and numbers may become altogether."""
MAX_FILES = 100
"""How many files may be included."""


@dataclass(frozen=True, slots=True)
class Included:
    """The file that an ``include`` names."""

    reading: Reading
    shipped: bool = False
    """Whether it is part of the library, of which only what is used is taken."""


class IncludeProblem(Exception):
    """Why a file cannot be included, and what to do."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


Resolve: TypeAlias = Callable[[str], Included]
"""From the name in an ``include`` to its file; raises :class:`IncludeProblem`."""

_Numbers: TypeAlias = range

RELATIONS: Mapping[str, Callable[[_Numbers], Iterator[tuple[int, ...]]]] = {
    "number": lambda n: ((a,) for a in n),
    "letter": lambda n: ((a,) for a in n),
    "succ": lambda n: ((a, a + 1) for a in n),
    "less": lambda n: ((a, b) for i, a in enumerate(n) for b in n[i + 1 :]),
    "at-most": lambda n: ((a, b) for i, a in enumerate(n) for b in n[i:]),
    "plus": lambda n: ((a, b, a + b) for a in n for b in n),
    "minus": lambda n: ((a, b, a - b) for a in n for b in n),
    "times": lambda n: ((a, b, a * b) for a in n for b in n),
    "distance": lambda n: ((a, b, abs(a - b)) for a in n for b in n),
}
"""The relations over a range: ``(succ 1 2)``, ``(less 1 3)``, ``(at-most 3 3)``, ``(plus 1 2 3)``,
``(minus 3 2 1)``, ``(times 2 3 6)``, ``(distance 2 5 3)``. A result outside of the range is not
listed. ``number`` (of letters: ``letter``) lists the range itself."""
_OF_NUMBERS = frozenset(RELATIONS) - {"letter"}
_OF_LETTERS = frozenset(["letter", "succ", "less", "at-most"])


def expand(program: Program, *, resolve: Resolve) -> Reading:
    """Write the comfort forms of a program out."""
    return _Expansion(resolve).run(program)


class _Problem(Exception):
    """A form that cannot be written out; caught where its rule is looked at."""

    def __init__(self, code: str, message: str, hint: str) -> None:
        self.code = code
        self.message = message
        self.hint = hint


class _Expansion:
    def __init__(self, resolve: Resolve) -> None:
        self.resolve = resolve
        self.diagnostics: list[Diagnostic] = []
        self.doubtful: set[str] = set()
        self.gave_up = False
        self.room = MAX_FACTS
        self.included: set[str] = set()
        self.from_library: list[Rule] = []

    def run(self, program: Program) -> Reading:
        own = list(self.rules(program.rules, (program.file,)))
        rules = (*own, *self.used_from_library(own))
        return Reading(
            replace(program, rules=rules),
            tuple(self.diagnostics),
            frozenset(self.doubtful),
            self.gave_up,
        )

    def rules(self, rules: Iterable[Rule], files: tuple[str, ...]) -> Iterator[Rule]:
        """The rules written out; ``files`` include each other, the last one holds the rules."""
        for rule in rules:
            try:
                name = _include(rule)
                if name is not None:
                    yield from self.include(name, rule.span, files)
                elif rule.body:
                    _refuse_ranges(rule)
                    yield rule
                else:
                    yield from self.facts(rule)
            except _Problem as problem:
                self.report(problem.code, problem.message, problem.hint, rule.span)
                self.doubtful.add(rule.head.relation)

    def include(self, name: str, span: Span | None, files: tuple[str, ...]) -> Iterator[Rule]:
        try:
            included = self.resolve(name)
        except IncludeProblem as problem:
            self.gave_up = True
            raise _Problem("gdl-include", problem.message, problem.hint) from None
        reading = included.reading
        file = reading.program.file
        if file in files:
            raise _Problem(
                "gdl-include-cycle",
                say(
                    "The file includes itself: {listed}.", listed=" includes ".join([*files, file])
                ),
                "Take one of these includes out.",
            )
        if file in self.included:
            return
        if len(self.included) == MAX_FILES:
            raise _Problem(
                "gdl-include",
                say("More than {max_files} files are included.", max_files=MAX_FILES),
                "Put several of them into one.",
            )
        self.included.add(file)
        self.diagnostics.extend(reading.diagnostics)
        self.doubtful |= reading.doubtful
        self.gave_up |= reading.gave_up
        rules = self.rules(reading.program.rules, (*files, file))
        if included.shipped:
            self.from_library.extend(rules)
        else:
            yield from rules

    def used_from_library(self, own: Sequence[Rule]) -> list[Rule]:
        if not self.from_library:
            return []
        shipped = {rule.head.signature for rule in self.from_library}
        for clash in {rule.head.signature: rule for rule in own}.keys() & shipped:
            rule = next(rule for rule in own if rule.head.signature == clash)
            self.report(
                "gdl-include-clash",
                say("'{clash}' is defined by an included file, too.", clash=clash[0]),
                "Take another name, or leave the include out.",
                rule.head.span,
            )
        graph = dependencies([*own, *self.from_library])
        wanted = graph.below(*(rule.head.signature for rule in own))
        return [rule for rule in self.from_library if rule.head.signature in wanted]

    def facts(self, rule: Rule) -> Iterator[Rule]:
        """What a fact stands for: itself, or one fact a value of its ranges."""
        head = rule.head
        if head.relation in ("numbers", "letters") and head.args[1:2] == ("..",):
            for relation, arguments in self.listed(head):
                yield replace(rule, head=replace(head, relation=relation, args=arguments))
        elif any(map(_has_range, head.args)):
            self.take_room(prod(map(_count, head.args)))
            for arguments in product(*map(_choices, head.args)):
                yield replace(rule, head=replace(head, args=arguments))
        else:
            yield rule

    def listed(self, head: Atom) -> Iterator[tuple[str, tuple[Term, ...]]]:
        """Name and arguments of every fact that ``(numbers 0 .. 8 succ ...)`` means."""
        kind, (low, _, *rest) = head.relation, head.args
        known = _OF_NUMBERS if kind == "numbers" else _OF_LETTERS
        if len(rest) < 2:
            raise _Problem(
                "gdl-numbers",
                say("'{kind}' must name the relations that it shall list.", kind=kind),
                say(
                    "Write for example ({kind} {listed} succ); there are {given}.",
                    kind=kind,
                    listed="0 .. 8" if kind == "numbers" else "a .. h",
                    given=", ".join(sorted(known)),
                ),
            )
        bounds = _bounds((low, "..", rest[0]))
        if bounds.letters != (kind == "letters"):
            raise _Problem(
                "gdl-numbers",
                say("'{kind}' does not go with this range.", kind=kind),
                "Write (numbers 1 .. 8 ...) or (letters a .. h ...).",
            )
        for relation, name in [_named_relation(argument, known) for argument in rest[1:]]:
            for row in RELATIONS[relation](bounds.numbers):
                self.take_room(1)
                if row[-1] in bounds.numbers:
                    yield name, tuple(map(bounds.text, row))

    def take_room(self, facts: int) -> None:
        if facts > self.room:
            self.room = 0
            raise _Problem(
                "gdl-range-too-long",
                say(
                    "The ranges and numbers of this game become more than {max_facts:,} facts.",
                    max_facts=MAX_FACTS,
                ),
                "Take a shorter range, or describe the relation by a rule.",
            )
        self.room -= facts

    def report(self, code: str, message: str, hint: str, span: Span | None) -> None:
        self.diagnostics.append(Diagnostic(code, Severity.ERROR, message, span, hint))


def _include(rule: Rule) -> str | None:
    """The file name in ``(include "name")``; none where the rule is something else."""
    if rule.body or rule.head.signature != ("include", 1):
        return None
    name = rule.head.args[0]
    if isinstance(name, str) and name.startswith('"'):
        return name.strip('"')
    if isinstance(name, str) and name.endswith((".gdl", ".kif")):
        raise _Problem(
            "gdl-include",
            say("The name of the file to include, {name}, is not in quotation marks.", name=name),
            say('Write (include "{name}").', name=name),
        )
    return None


def _named_relation(argument: Term, known: frozenset[str]) -> tuple[str, str]:
    """Which relation to list, and under what name."""
    pair = argument if isinstance(argument, tuple) else (argument, argument)
    if len(pair) == 2 and pair[0] in known and isinstance(pair[1], str):
        return str(pair[0]), pair[1]
    shown = " ".join(map(str, pair[:1]))
    raise _Problem(
        "gdl-numbers",
        say("'{shown}' is not a relation that can be listed.", shown=shown),
        say(
            "There are {listed}; (succ next-row) lists one under another name.",
            listed=", ".join(sorted(known)),
        ),
    )


@dataclass(frozen=True, slots=True)
class _Bounds:
    """A range of numbers, or of letters by their codes."""

    numbers: range
    letters: bool

    def text(self, number: int) -> str:
        return chr(number) if self.letters else str(number)


def _bounds(term: tuple[Term, ...]) -> _Bounds:
    """What ``(1 .. 8)`` or ``(a .. h)`` means."""
    low, high = term[0], term[-1]
    if len(term) == 3 and term[1] == ".." and isinstance(low, str) and isinstance(high, str):
        if _is_number(low) and _is_number(high) and int(low) <= int(high):
            return _Bounds(range(int(low), int(high) + 1), letters=False)
        if _is_letter(low) and _is_letter(high) and low <= high and low.isupper() == high.isupper():
            return _Bounds(range(ord(low), ord(high) + 1), letters=True)
    raise _Problem(
        "gdl-range",
        "This is not a range.",
        "Write two numbers or two single letters, the smaller one first: (1 .. 8) or (a .. h).",
    )


def _is_number(text: str) -> bool:
    return text.isascii() and text.removeprefix("-").isdigit() and len(text) < 10


def _is_letter(text: str) -> bool:
    return len(text) == 1 and text.isascii() and text.isalpha()


def _count(term: Term) -> int:
    """How many terms a term with ranges stands for."""
    if not isinstance(term, tuple):
        return 1
    return len(_bounds(term).numbers) if ".." in term else prod(map(_count, term))


def _choices(term: Term) -> list[Term]:
    """The terms that a term with ranges stands for."""
    if not isinstance(term, tuple):
        return [term]
    if ".." in term:
        bounds = _bounds(term)
        return [bounds.text(number) for number in bounds.numbers]
    return list(product(*map(_choices, term)))


def _refuse_ranges(rule: Rule) -> None:
    if any(_has_range(literal) for literal in (rule.head, *rule.body)):
        raise _Problem(
            "gdl-range-in-rule",
            "A range stands in a rule; only facts can have ranges.",
            "Name it by facts, such as (row (1 .. 8)), and ask (row ?y) in the rule.",
        )


def _has_range(item: Literal | Term) -> bool:
    match item:
        case Atom():
            return any(map(_has_range, item.args))
        case Not():
            return _has_range(item.literal)
        case Distinct():
            return _has_range(item.left) or _has_range(item.right)
        case Or():
            return any(_has_range(literal) for branch in item.branches for literal in branch)
        case tuple():
            return ".." in item or any(map(_has_range, item))
        case _:
            return False
