"""Whether words mean anything: relations nobody defines or uses, facts that can never come true.

Most of what is found here is a misspelt word, so every hint looks for the one that was meant, and
what only follows from such a slip is not said again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from spielwerk.core import Diagnostic, Severity, Span, say
from spielwerk.languages.gdl.checks.carets import Carets
from spielwerk.languages.gdl.checks.inside import keyword_inside
from spielwerk.languages.gdl.checks.meant import meant
from spielwerk.languages.gdl.checks.slips import asked_meant, concluded_meant
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
        names.roles(rule)
        yield from names.coverage(rule)
        yield from names.hopeless(rule.body)
    yield from names.misfits()


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

    def misfit(self, term: Term) -> tuple[str, Collection[str]] | None:
        """The word by which ``term`` can never come up, and the words that could stand there."""
        if self.anything or isinstance(term, Var):
            return None
        name, *args = term if isinstance(term, tuple) else (term,)
        places = self.known.get((str(name), len(args)))
        if places is None:
            return str(name), [known for known, count in self.known if count == len(args)]
        for argument, constants in zip(args, places, strict=True):
            if isinstance(argument, str) and constants is not None and argument not in constants:
                return argument, constants
        return None


class _Names:
    def __init__(self, program: Program, graph: Dependencies, doubtful: frozenset[str]) -> None:
        self.program = program
        self.graph = graph
        self.carets = Carets(program)
        self.defined: dict[Signature, Rule] = {}
        self.relations = _Shapes()
        self.facts = _Shapes()
        self.moves = _Shapes()
        self.bases = _Shapes()
        self.inputs = _Shapes()
        self.players = _Shapes()
        for rule in program.rules:
            self._note(rule)
        self.used = {edge.used[0] for edge in graph.edges}
        self.slips = self._slips()
        self.doubtful = doubtful | set(self.slips.values())
        """Of these words absence proves nothing."""
        self.found: dict[tuple[str, str, str], list[tuple[Atom, Diagnostic]]] = {}
        """What can never be true, by the word that is wrong: said once, with all its places."""

    def _slips(self) -> dict[str, str]:
        """Relations that were meant to be words of the language, and which."""
        lacking = {
            name
            for name, word in WORDS.items()
            if word.missing is not None and (name, len(word.arguments)) not in self.defined
        }
        found: dict[str, str] = {}
        for name, count in self.defined:
            word = concluded_meant(name, count, self.program.dialect)
            if word is not None and (name not in self.used or word in lacking):
                found[name] = word
        return found

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
                    say("The game has no '{name}'.", name=name),
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
                if _differs_by_case(name, names):
                    continue
                yield Diagnostic(
                    "gdl-undefined-relation",
                    Severity.WARNING,
                    say("No rule or fact defines '{name}', so it never holds.", name=name),
                    edge.atom.span,
                    self._instead(edge.atom, names),
                )

    def _instead(self, atom: Atom, names: Iterable[str]) -> str:
        if atom.signature in self.facts.known:
            return say(
                "'{atom_relation}' is a fact of the state: write (true {atom}).",
                atom_relation=atom.relation,
                atom=atom,
            )
        word = asked_meant(*atom.signature, self.program.dialect)
        if word is not None:
            return say("Do you mean '{word}'?", word=word)
        return _meant(atom.relation, names) or "Define it, or delete this condition."

    def unused(self) -> Iterator[Diagnostic]:
        first_of = {name: rule for (name, _), rule in reversed(self.defined.items())}
        for name, rule in first_of.items():
            elsewhere = rule.span is not None and rule.span.file != self.program.file
            if name in self.slips:
                yield self._slip(name, rule)
            elif not (name in RELATIONS | self.used | self.doubtful or elsewhere):
                yield Diagnostic(
                    "gdl-unused-relation",
                    Severity.HINT,
                    say("Nothing uses '{name}'.", name=name),
                    rule.head.span,
                    "Delete it, if it is not meant for readers.",
                )

    def _slip(self, name: str, rule: Rule) -> Diagnostic:
        word = self.slips[name]
        lacks = WORDS[word].missing
        alone = lacks is not None and (word, len(rule.head.args)) not in self.defined
        return Diagnostic(
            "gdl-misspelt-keyword",
            lacks[0] if lacks is not None and alone else Severity.WARNING,
            say("'{name}' means nothing to a game, and there is no '{word}'.", name=name, word=word)
            if alone
            else say("'{name}' means nothing to a game; nothing uses it.", name=name),
            self.carets.word(rule.head.span, name),
            say("Do you mean '{word}'?", word=word),
        )

    def roles(self, rule: Rule) -> None:
        if self.players.anything or not self.players.known or "role" in self.doubtful:
            return
        for atom, _ in atoms((rule.head, *rule.body)):
            if atom.relation in _OF_ROLES and atom.args:
                misfit = self.players.misfit(atom.args[0])
                if misfit and not _differs_by_case(*misfit):
                    self._keep(
                        ("gdl-unknown-role", "role", misfit[0]),
                        atom,
                        say("'{misfit}' is not a role of this game.", misfit=misfit[0]),
                        _meant(*misfit)
                        or say("The roles are {listed}.", listed=", ".join(self._role_names())),
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
                say(
                    "No '{keyword}' covers this: there is none with '{misfit}' at this place.",
                    keyword=keyword,
                    misfit=misfit[0],
                ),
                self.carets.word(rule.head.span, misfit[0]),
                _meant(*misfit) or say("List it with '{keyword}', too.", keyword=keyword),
            )

    def hopeless(self, body: Iterable[Literal]) -> Iterator[Diagnostic]:
        """Conditions that can never hold, whatever the state."""
        conjunction = tuple(body)
        denied = {literal.literal for literal in conjunction if isinstance(literal, Not)}
        for literal in conjunction:
            match literal:
                case Atom():
                    self._misfits(literal, say("so this never holds"))
                    if literal in denied:
                        yield _never(
                            literal,
                            say("Both {literal} and its negation are asked for.", literal=literal),
                        )
                case Not(Atom() as atom):
                    self._misfits(atom, say("so the 'not' always holds"))
                case Distinct(left, right) if left == right:
                    yield _never(literal, "A term is never distinct from itself.")
                case Or(branches):
                    for branch in branches:
                        yield from self.hopeless(branch)

    def _misfits(self, atom: Atom, consequence: str) -> None:
        if keyword_inside(atom, self.program.dialect) is not None:
            return
        sources: tuple[str, ...]
        match atom:
            case Atom("true", (term,)):
                shapes, what, sources = self.facts, say("fact of the state"), ("init", "next")
            case Atom("does", (_, term)):
                shapes, what, sources = self.moves, say("move"), ("legal",)
            case Atom(relation) if relation not in RELATIONS and atom.signature in self.defined:
                term = (relation, *atom.args) if atom.args else relation
                shapes, what, sources = self.relations, say("fact"), (relation,)
            case _:
                return
        misfit = shapes.misfit(term)
        if misfit is None or not self.doubtful.isdisjoint(sources) or _differs_by_case(*misfit):
            return
        self._keep(
            ("gdl-never-true", what, misfit[0]),
            atom,
            say(
                "No {what} can have '{misfit}' at this place, {consequence}.",
                what=what,
                misfit=misfit[0],
                consequence=consequence,
            ),
            _meant(*misfit)
            or say("Check it against {listed}.", listed=" and ".join(map(repr, sources))),
        )

    def _keep(self, cause: tuple[str, str, str], atom: Atom, message: str, hint: str) -> None:
        """Note what is wrong at one of perhaps many places: code, kind and word are the cause."""
        place = self.carets.word(atom.span, cause[-1])
        problem = Diagnostic(cause[0], Severity.WARNING, message, place, hint)
        self.found.setdefault(cause, []).append((atom, problem))

    def misfits(self) -> Iterator[Diagnostic]:
        """What was noted, once a cause."""
        for (_, problem), *others in self.found.values():
            first = problem.span.line if problem.span else 0
            lines = sorted({atom.span.line for atom, _ in others if atom.span} - {first})
            also = (
                say(" So it is in line {listed}.", listed=", ".join(map(str, lines)))
                if lines
                else ""
            )
            yield replace(
                problem, message=say("{message}{also}", message=problem.message, also=also)
            )


def _never(literal: Literal, message: str) -> Diagnostic:
    return Diagnostic(
        "gdl-never-true", Severity.WARNING, message, literal.span, "This rule can never fire."
    )


def _differs_by_case(word: str, candidates: Iterable[str]) -> bool:
    """Whether another word has the same letters: :mod:`.capitals` says so."""
    near = meant(word, candidates)
    return near is not None and near.lower() == word.lower()


def _meant(word: str, candidates: Iterable[str]) -> str | None:
    near = meant(word, candidates)
    return near and say("Do you mean '{near}'?", near=near)
