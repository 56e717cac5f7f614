"""Whether words mean anything: relations nobody defines or uses, facts that can never come true.

Most of what is found here is a misspelt word, so every hint looks for the one that was meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from spielwerk.core import Diagnostic, Severity, Span
from spielwerk.languages.gdl.checks.meant import meant
from spielwerk.languages.gdl.program import (
    RELATIONS,
    WORDS,
    Argument,
    Atom,
    Dependencies,
    Distinct,
    Literal,
    Not,
    Or,
    Program,
    Rule,
    Signature,
    Term,
    Var,
    atoms,
    relations_about,
)

_OF_ROLES = relations_about(Argument.ROLE) - {"role"}


def check_names(
    program: Program, graph: Dependencies, doubtful: frozenset[str]
) -> Iterator[Diagnostic]:
    """The words without effect. Nothing is concluded about ``doubtful`` ones."""
    names = _Names(program, graph, doubtful)
    yield from names.missing_parts()
    yield from names.undefined()
    yield from names.unused()
    for rule in program.rules:
        yield from names.roles(rule)
        yield from names.coverage(rule)
        yield from names.hopeless(rule.body)


class _Shapes:
    """The forms a kind of term can take: name, number of arguments, constants at each place."""

    def __init__(self) -> None:
        self.anything = False
        self.known: dict[Signature, list[set[str] | None]] = {}

    def add(self, term: Term) -> None:
        if isinstance(term, Var):
            self.anything = True
            return
        name, *args = term if isinstance(term, tuple) else (term,)
        places = self.known.setdefault((str(name), len(args)), [set() for _ in args])
        for index, argument in enumerate(args):
            constants = places[index]
            if constants is not None:
                if isinstance(argument, str):
                    constants.add(argument)
                else:
                    places[index] = None

    def misfit(self, term: Term) -> tuple[str, Iterable[str]] | None:
        """The word by which ``term`` can never come up, and the words that could stand there."""
        if self.anything or isinstance(term, Var):
            return None
        name, *args = term if isinstance(term, tuple) else (term,)
        places = self.known.get((str(name), len(args)))
        if places is None:
            return str(name), (known for known, count in self.known if count == len(args))
        for argument, constants in zip(args, places, strict=True):
            if isinstance(argument, str) and constants is not None and argument not in constants:
                return argument, constants
        return None


class _Names:
    def __init__(self, program: Program, graph: Dependencies, doubtful: frozenset[str]) -> None:
        self.program = program
        self.graph = graph
        self.doubtful = doubtful
        self.defined: dict[Signature, Rule] = {}
        self.relations = _Shapes()
        self.facts = _Shapes()
        self.moves = _Shapes()
        self.bases = _Shapes()
        self.inputs = _Shapes()
        self.players = _Shapes()
        for rule in program.rules:
            self._note(rule)

    def _note(self, rule: Rule) -> None:
        head = rule.head
        self.defined.setdefault(head.signature, rule)
        match head.signature:
            case ("init", 1) | ("next", 1):
                self.facts.add(head.args[0])
            case ("legal", 2):
                self.moves.add(head.args[1])
            case ("base", 1):
                self.bases.add(head.args[0])
            case ("input", 2):
                self.inputs.add(head.args[1])
            case ("role", 1):
                self.players.add(head.args[0])
        if head.relation not in RELATIONS:
            self.relations.add((head.relation, *head.args) if head.args else head.relation)

    def missing_parts(self) -> Iterator[Diagnostic]:
        for name, word in WORDS.items():
            defined = name in self.doubtful or (name, len(word.arguments)) in self.defined
            if word.missing is not None and not defined:
                severity, hint = word.missing
                yield Diagnostic(
                    f"gdl-no-{name}",
                    severity,
                    f"The game has no '{name}'.",
                    Span(self.program.file, 1, 1, 1, 1),
                    hint,
                )

    def undefined(self) -> Iterator[Diagnostic]:
        names = {name for name, _ in self.defined}
        seen: set[str] = set()
        for edge in self.graph.edges:
            name = edge.used[0]
            known = name in names or name in ("true", "does", *seen) or name in self.doubtful
            if not known and name not in RELATIONS:
                seen.add(name)
                yield Diagnostic(
                    "gdl-undefined-relation",
                    Severity.WARNING,
                    f"No rule or fact defines '{name}', so it never holds.",
                    edge.atom.span,
                    self._instead(edge.atom, names),
                )

    def _instead(self, atom: Atom, names: Iterable[str]) -> str:
        if atom.signature in self.facts.known:
            return f"'{atom.relation}' is a fact of the state: write (true {atom})."
        return _meant(atom.relation, names) or "Define it, or delete this condition."

    def unused(self) -> Iterator[Diagnostic]:
        used = {edge.used[0] for edge in self.graph.edges}
        first_of = {name: rule for (name, _), rule in reversed(self.defined.items())}
        for name, rule in first_of.items():
            elsewhere = rule.span is not None and rule.span.file != self.program.file
            if not (name in RELATIONS or name in used or name in self.doubtful or elsewhere):
                yield Diagnostic(
                    "gdl-unused-relation",
                    Severity.HINT,
                    f"Nothing uses '{name}'.",
                    rule.head.span,
                    "Delete it, if it is not meant for readers.",
                )

    def roles(self, rule: Rule) -> Iterator[Diagnostic]:
        if self.players.anything or not self.players.known or "role" in self.doubtful:
            return
        for atom, _ in atoms((rule.head, *rule.body)):
            if atom.relation in _OF_ROLES and atom.args:
                misfit = self.players.misfit(atom.args[0])
                if misfit:
                    yield Diagnostic(
                        "gdl-unknown-role",
                        Severity.WARNING,
                        f"'{misfit[0]}' is not a role of this game.",
                        atom.span,
                        _meant(*misfit) or f"The roles are {', '.join(self._role_names())}.",
                    )

    def _role_names(self) -> list[str]:
        return [name for name, _ in self.players.known]

    def coverage(self, rule: Rule) -> Iterator[Diagnostic]:
        """Where the author lists facts with ``base`` or moves with ``input``, they must be all."""
        match rule.head:
            case Atom("init" | "next", (term,)):
                keyword, shapes = "base", self.bases
            case Atom("legal", (_, term)):
                keyword, shapes = "input", self.inputs
            case _:
                return
        misfit = shapes.misfit(term) if shapes.known and keyword not in self.doubtful else None
        if misfit:
            yield Diagnostic(
                f"gdl-{keyword}-incomplete",
                Severity.WARNING,
                f"No '{keyword}' covers this: there is none with '{misfit[0]}' at this place.",
                rule.head.span,
                _meant(*misfit) or f"List it with '{keyword}', too.",
            )

    def hopeless(self, body: Iterable[Literal]) -> Iterator[Diagnostic]:
        """Conditions that can never hold, whatever the state."""
        conjunction = tuple(body)
        denied = {literal.literal for literal in conjunction if isinstance(literal, Not)}
        for literal in conjunction:
            match literal:
                case Atom():
                    yield from self._misfits(literal, "so this never holds")
                    if literal in denied:
                        yield _never(literal, f"Both {literal} and its negation are asked for.")
                case Not(Atom() as atom):
                    yield from self._misfits(atom, "so the 'not' always holds")
                case Distinct(left, right) if left == right:
                    yield _never(literal, "A term is never distinct from itself.")
                case Or(branches):
                    for branch in branches:
                        yield from self.hopeless(branch)

    def _misfits(self, atom: Atom, consequence: str) -> Iterator[Diagnostic]:
        sources: tuple[str, ...]
        match atom:
            case Atom("true", (term,)):
                shapes, what, sources = self.facts, "fact of the state", ("init", "next")
            case Atom("does", (_, term)):
                shapes, what, sources = self.moves, "move", ("legal",)
            case Atom(relation) if relation not in RELATIONS and atom.signature in self.defined:
                term = (relation, *atom.args) if atom.args else relation
                shapes, what, sources = self.relations, "fact", (relation,)
            case _:
                return
        misfit = shapes.misfit(term)
        if misfit is None or not self.doubtful.isdisjoint(sources):
            return
        yield Diagnostic(
            "gdl-never-true",
            Severity.WARNING,
            f"No {what} can have '{misfit[0]}' at this place, {consequence}.",
            atom.span,
            _meant(*misfit) or f"Check it against {' and '.join(map(repr, sources))}.",
        )


def _never(literal: Literal, message: str) -> Diagnostic:
    return Diagnostic(
        "gdl-never-true", Severity.WARNING, message, literal.span, "This rule can never fire."
    )


def _meant(word: str, candidates: Iterable[str]) -> str | None:
    near = meant(word, candidates)
    return near and f"Do you mean '{near}'?"
