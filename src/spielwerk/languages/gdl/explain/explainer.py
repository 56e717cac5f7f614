"""Why something holds in a position, or why not, in words a player understands.

A position and an atom go in, an :class:`~spielwerk.core.Explanation` comes out: one sentence
first, then the rule that decided, its conditions and the facts, a few levels deep.

**What authors say.** A comment ``;: text with ?variables`` before a rule says what it means that
the rule *holds*. Variables of the rule are filled in. So

* where ``(not (attacked e2))`` stands in the way, the sentence of the rule that makes
  ``(attacked e2)`` hold is the reason: "The king would be in check from the bishop on b4.";
* where ``(encloses d 4)`` is missing, the sentence of the rule that came closest is denied:
  "Not true: A disc on d4 closes in a line of enemy discs." An author who finds that clumsy says
  both: ``;: A pawn on ?s can go to ?t. | A pawn on ?s cannot go to ?t.``
* a sentence before a rule for ``legal`` says what the move needs.

The claim of the whole is the first of these that is found: what stands in the way, what the move
needs, what is not true. Without any, literals of the rules are shown.

**Which rule came closest.** Each rule whose head fits is tried with all values that its
conditions allow. What follows from the question alone is settled first, then the conditions are
tried in the author's order, past those that fail. The try that leaves the least unsatisfied wins
(what can never hold counts for more than what does not hold now), then the one about which an
author has said something, then the one that satisfies the most. Its first condition that fails is
followed up.

**Hidden information.** :meth:`Explainer.explain` may use every fact. A role that may not know them
gets that answer only where it is the same in every state that fits what the role has done and
seen (:meth:`.game.GdlState.why_not`). Otherwise :meth:`Explainer.blind` names the rules that
could apply, with values from the question and from relations that never change: nothing in it
depends on a fact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from spielwerk.core import Explanation, Layout, MoveSyntaxError, Role, phrase, phrased
from spielwerk.languages.gdl.asking import AskingEngine
from spielwerk.languages.gdl.direct import DirectEngine
from spielwerk.languages.gdl.explain.attempts import Attempts, Bindings, Try
from spielwerk.languages.gdl.explain.sentences import Sentence, Sentences, read_words
from spielwerk.languages.gdl.presentation import squares_of
from spielwerk.languages.gdl.program import (
    Atom,
    Distinct,
    Literal,
    Not,
    Program,
    Rule,
    Substitution,
    Term,
    Var,
    is_auxiliary,
    term_text,
    unify,
    variables,
)
from spielwerk.languages.gdl.text import Spelling, as_written, keyword, parse_term, spelling_of

_DEPTH = 6
"""How many rules deep an explanation goes."""
_RIVALS = 3
"""How many rules that came equally close are compared by what can be said about them."""
_NEAR = 3
"""How many facts are shown against one that is missing."""


@dataclass(frozen=True, slots=True)
class _Reason:
    """An explanation, and the sentences of authors that could stand for it."""

    explanation: Explanation
    sentence: Sentence | None = None
    """What stands in the way, or what is needed."""
    denial: Sentence | None = None
    """What is not true; second best."""


class Explainer:
    """Explains positions of one game."""

    def __init__(
        self,
        program: Program,
        engine: DirectEngine | AskingEngine,
        layout: Layout | None,
    ) -> None:
        """``program`` is normalised; ``engine`` runs it; ``layout`` is its board, if any."""
        self.engine = engine
        self.layout = layout
        self.sentences = Sentences(layout, read_words(program.headers))
        self.program = program
        self.rules: dict[tuple[str, int], list[Rule]] = {}
        for rule in map(as_written, program.rules):
            self.rules.setdefault(rule.head.signature, []).append(rule)

    def atom(self, text: str) -> Atom:
        """The atom that a text names.

        :raises MoveSyntaxError: it is not an atom without variables
        """
        term = parse_term(text)
        if next(variables(term), None) is not None:
            raise MoveSyntaxError(f"Give values, not variables: {text.strip()}")
        name, *arguments = term if isinstance(term, tuple) else (term,)
        relation = self._relations.word(keyword(str(name)))
        return Atom(relation, tuple(map(self._words.term, arguments)))

    @cached_property
    def _relations(self) -> Spelling:
        return Spelling(relation for relation, _ in self.rules)

    @cached_property
    def _words(self) -> Spelling:
        """Made when somebody asks: it looks at every word of the rules."""
        return spelling_of(self.program)

    def explain(self, position: Any, atom: Atom) -> Explanation:
        """Why the atom holds in the position, or why not."""
        search = _Search(self, position)
        if search.attempts.holds(atom):
            return search.why(atom, _DEPTH).explanation
        reason = search.why_not(atom, _DEPTH)
        found = reason.explanation
        said = reason.sentence or reason.denial
        facts = [parse_term(fact) for fact in _facts(found)]
        if said is None:
            named = squares_of(self.layout, atom.args[-1]) if atom.args else ()
            return replace(found, literal=True, squares=self._squares(named, facts))
        squares = self._squares(said.squares, facts)
        return replace(found, claim=said.text, squares=squares, denies=said.denies)

    def ended(self, position: Any, goals: Mapping[Role, int]) -> Explanation | None:
        """What decided a match, where an author says it: why somebody won, or else why it ended."""
        search = _Search(self, position)
        best = max(goals.values(), default=0)
        won = [role for role, points in goals.items() if points == best]
        asked = [Atom("goal", (role, str(best))) for role in won if len(won) < len(goals)]
        for atom in (*asked, Atom("terminal")):
            if not search.attempts.holds(atom):
                continue
            found = search.why(atom, _DEPTH)
            if found.sentence is not None:
                facts = [parse_term(fact) for fact in _facts(found.explanation)]
                squares = self._squares(found.sentence.squares, facts)
                return replace(found.explanation, claim=found.sentence.text, squares=squares)
        return None

    def _squares(self, named: tuple[str, ...], facts: list[Term]) -> tuple[str, ...]:
        """What a claim names, and then what the facts under it are about."""
        below = (square for fact in facts for square in squares_of(self.layout, fact))
        return tuple(dict.fromkeys((*named, *below)))

    def blind(self, atom: Atom, *, holds: bool) -> Explanation:
        """Which rules could make the atom hold, without a look at the facts."""
        attempts = Attempts(self.engine, None)
        options = []
        for rule in self.rules.get(atom.signature, ()):
            match = unify(("=", *rule.head.args), ("=", *atom.args))
            if match is not None and not attempts.contradicted(rule, match.bindings):
                options.append((rule, match))
        reasons = tuple(self._could(rule, match, holds) for rule, match in options)
        if len(options) == 1 and options[0][0].text and not holds:
            return reasons[0]
        return Explanation(_says(atom, holds), holds, reasons=reasons, literal=True)

    def _could(self, rule: Rule, match: Substitution, holds: bool) -> Explanation:
        """A rule by which an atom could hold."""
        if rule.text:
            said = self.sentences.said(rule.text, match.bindings)
            return Explanation(said.text, holds, rule.span, squares=said.squares)
        needed = " and ".join(map(str, match.body(rule.body))) or "nothing"
        claim = phrase(f"It takes {needed}.", de=f"Nötig ist: {needed}.")
        return Explanation(claim, holds, rule.span, literal=True)


class _Search:
    """One explanation in the making. Without a position, only what never changes is known."""

    def __init__(self, explainer: Explainer, position: Any) -> None:
        self.engine = explainer.engine
        self.rules = explainer.rules
        self.sentences = explainer.sentences
        self.position = position
        self.attempts = Attempts(explainer.engine, position)
        self.above: list[Atom] = []
        """What is being explained, so that nothing is explained by itself."""

    # ---- Why something holds

    def why(self, atom: Atom, depth: int) -> _Reason:
        """The rule by which an atom holds."""
        if atom.relation == "true":
            fact = term_text(atom.args[0])
            claim = phrase(f"{fact} is true.", de=f"{fact} gilt.")
            return _Reason(Explanation(claim, True, atom.span, (fact,)))
        proof = self.proof(atom)
        if proof is None:
            return _Reason(Explanation(_says(atom, True), True))
        rule, values = proof.rule, proof.values
        body = [Substitution(values).literal(literal) for literal in rule.body]
        facts = tuple(
            term_text(x.args[0]) for x in body if isinstance(x, Atom) and x.relation == "true"
        )
        below = []
        if depth > 1:
            self.above.append(atom)
            below = [
                self.why(x, depth - 1) for x in body if isinstance(x, Atom) and self.derived(x)
            ]
            self.above.pop()
        if is_auxiliary(atom.relation) and len(below) == 1 and not facts:
            return below[0]
        sentence = self.sentences.said(rule.text, values) if rule.text else None
        claim = sentence.text if sentence else _says(atom, True)
        reasons = tuple(reason.explanation for reason in below)
        first = next((reason.sentence for reason in below if reason.sentence), None)
        return _Reason(Explanation(claim, True, rule.span, facts, reasons), sentence or first)

    def proof(self, atom: Atom) -> Try | None:
        """A rule whose conditions all hold, preferably one that does not argue in a circle."""
        found = None
        for rule in self.rules.get(atom.signature, ()):
            attempt = self.attempts.attempt(rule, atom)
            if attempt is not None and attempt.failed is None:
                body = {Substitution(attempt.values).literal(x) for x in rule.body}
                if body.isdisjoint((*self.above, atom)):
                    return attempt
                found = found or attempt
        return found

    def derived(self, atom: Atom) -> bool:
        """Whether a condition is worth explaining: it depends on the position through rules."""
        return atom.relation not in ("true", "does") and self.engine.changes(atom.signature)

    # ---- Why something does not hold

    def why_not(self, atom: Atom, depth: int) -> _Reason:
        """The rule that came closest to making an atom hold, and what it lacks."""
        if atom.relation == "true":
            return _Reason(self.missing(atom))
        tries = [self.attempts.attempt(rule, atom) for rule in self.rules.get(atom.signature, ())]
        ranked = sorted((t for t in tries if t is not None), key=lambda t: t.score)
        close = [t for t in ranked if t.unsatisfied == ranked[0].unsatisfied][:_RIVALS]
        self.above.append(atom)
        reasons = [self.shortfall(atom, attempt, depth) for attempt in close if attempt.failed]
        self.above.pop()
        if not reasons:
            claim = phrase(f"No rule gives {atom}.", de=f"Keine Regel ergibt {atom}.")
            return _Reason(Explanation(claim, False))
        return min(reasons, key=lambda r: 0 if r.sentence else 1 if r.denial else 2)

    def shortfall(self, atom: Atom, attempt: Try, depth: int) -> _Reason:
        """What a rule lacks to make an atom hold."""
        rule = attempt.rule
        assert attempt.failed is not None
        below = self.failure(attempt.failed, attempt.values, depth - 1)
        if is_auxiliary(atom.relation):
            return below
        claim, sentence, denial = _says(atom, False), below.sentence, below.denial
        if rule.text and atom.relation == "legal":
            needed = self.sentences.said(rule.text, attempt.values)
            claim, sentence = needed.text, sentence or needed
        elif rule.text:
            denial = self.sentences.denied(rule.text, attempt.values)
            claim = denial.text
        elif atom.relation == "legal":
            claim = _joined(claim, below.explanation.claim)
        explanation = Explanation(claim, False, rule.span, reasons=(below.explanation,))
        return _Reason(explanation, sentence, denial)

    def failure(self, literal: Literal, values: Bindings, depth: int) -> _Reason:
        """Why a condition of a rule fails."""
        literal = Substitution(values).literal(literal)
        match literal:
            case Not(Atom() as atom):
                held = next(
                    (Substitution(v).literal(atom) for v in self.attempts.solutions(atom, {})), atom
                )
                return self.why(held, max(1, depth))
            case Distinct(left, right):
                one, other = term_text(left), term_text(right)
                claim = phrase(
                    f"{one} and {other} are the same.", de=f"{one} und {other} sind dasselbe."
                )
                return _Reason(Explanation(claim, False, literal.span))
            case Atom() if self.engine.changes(literal.signature) and depth > 0:
                if literal not in self.above:
                    return self.why_not(literal, depth)
        return _Reason(Explanation(_says(literal, False), False, literal.span))

    def missing(self, atom: Atom) -> Explanation:
        """A fact that is not true, and the facts that are true in its place."""
        fact = atom.args[0]
        near: list[tuple[int, str]] = []
        if isinstance(fact, tuple):
            for (other,) in self.engine.matches(self.position, Atom("true", (_like(fact),))):
                if isinstance(other, tuple):
                    same = sum(a == b for a, b in zip(fact[1:], other[1:], strict=True))
                    near.append((-same, term_text(other)))
        against = tuple(text for _, text in sorted(near)[:_NEAR])
        text = term_text(fact)
        claim = phrase(f"{text} is not true.", de=f"{text} gilt nicht.")
        return Explanation(claim, False, atom.span, against)


def _says(literal: Literal, holds: bool) -> str:
    """A literal as a claim, where no author has put it into words."""
    if isinstance(literal, Atom) and literal.relation == "legal" and len(literal.args) == 2:
        role, move = map(term_text, literal.args)
        return phrase(
            f"{move} is {'' if holds else 'not '}legal for {role}.",
            de=f"{move} ist für {role} {'' if holds else 'nicht '}erlaubt.",
        )
    return phrase(
        f"{literal} {'holds' if holds else 'does not hold'}.",
        de=f"{literal} gilt{'' if holds else ' nicht'}.",
    )


def _joined(first: str, second: str) -> str:
    """Two claims one after the other, in the languages that both know."""
    one, other = phrased(first), phrased(second)
    both = {name: f"{one[name]} {other[name]}" for name in one if name in other}
    return phrase(f"{first} {second}", **both)


def _like(fact: tuple[Term, ...]) -> Term:
    """The pattern of all facts of the same function."""
    return (fact[0], *(Var(str(place)) for place in range(1, len(fact))))


def _facts(explanation: Explanation) -> Iterator[str]:
    """All facts of an explanation."""
    yield from explanation.facts
    for reason in explanation.reasons:
        yield from _facts(reason)
