"""The debugger of GDL: which rule makes which fact in a move, where one can stop, which rules hold.

A move has a moment for each fact of the next state and one for each rule that gave some: they are
worked out when somebody steps into it. Until the last of them everything is as before the move,
and :attr:`~spielwerk.core.DebugMoment.coming` says what is known of the next state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from spielwerk.core import (
    Breakpoint,
    Debugger,
    DebugMoment,
    Event,
    Explanation,
    Over,
    Role,
    SpielwerkError,
    State,
    move_line,
)
from spielwerk.languages.gdl.asking import IDLE
from spielwerk.languages.gdl.explain import Attempts, Try
from spielwerk.languages.gdl.game import GdlGame, GdlState
from spielwerk.languages.gdl.program import (
    Atom,
    Literal,
    Rule,
    Substitution,
    Term,
    Var,
    is_auxiliary,
    term_text,
    unify,
    variables,
)
from spielwerk.languages.gdl.text import parse_term

_ASKED_FIRST = ("legal", "terminal", "goal", "next", "sees")
"""The relations that authors ask about most."""
_OF_ROLES = ("legal", "goal", "sees")
"""The relations whose first argument is a role."""
_BY_MOVE = ("next", "sees")
"""The relations that depend on what is done."""


class GdlDebugger(Debugger[GdlGame]):
    """A match of a game in GDL."""

    steps = {"fact": ("fact",), "rule": ("rule",), "move": ()}  # noqa: RUF012
    stops = {  # noqa: RUF012
        "line": "a line of a rule, where it fires or begins to hold",
        "rule": "the same",
        "fact": "a fact, with ?variables for anything, where it begins to be true",
        "condition": "an atom such as terminal or (line ?p), where it begins to hold",
        "move": "a move, with ?variables for anything, where it is made",
    }

    # What happens

    def _inside(self, before: State, event: Event, after: DebugMoment) -> list[DebugMoment]:
        state, follows = _gdl(before), _gdl(after.state)
        number = after.entries
        made = DebugMoment(state, number, "move", "before", move_line(event.moves))
        if follows.pending is not None or follows is state:
            return [made]
        was = set(state.facts())
        found, coming = [made], list[str]()
        for rule, facts in self._makers(state, event, follows):
            for fact in facts:
                coming.append(fact)
                stage = "stays" if fact in was else "new"
                told = (number, "fact", stage, fact, rule.span, tuple(coming))
                found.append(DebugMoment(state, *told))
            named = str(rule.head)
            told = (number, "rule", "after", named, rule.span, tuple(coming))
            found.append(DebugMoment(state, *told))
        for fact in sorted(was - set(follows.facts())):
            told = (number, "fact", "gone", fact, None, tuple(coming))
            found.append(DebugMoment(state, *told))
        return found

    def _makers(
        self, before: GdlState, event: Event, after: GdlState
    ) -> list[tuple[Rule, list[str]]]:
        """The rules that make the facts of the next state, in the order of the text."""
        joint, position = self._joint(before, event), self._position(before)
        rules = self._rules("next")
        found: dict[int, list[str]] = {}
        for fact in sorted(self.game.engine.facts(after.position), key=term_text):
            attempts = Attempts(self.game.direct, position, joint)
            atom = Atom("next", (fact,))
            maker = next((n for n, r in enumerate(rules) if _whole(attempts.attempt(r, atom))), -1)
            found.setdefault(maker, []).append(term_text(fact))
        unknown = Rule(Atom("next", (Var("fact"),)))
        return [(rules[n] if n >= 0 else unknown, facts) for n, facts in sorted(found.items())]

    def _joint(self, state: GdlState, event: Event) -> tuple[Term, ...]:
        """What every role of the rules does."""
        if not self.game.program.dialect.in_turn:
            return state.joint(event.moves)
        terms = self.game.terms
        return tuple(
            terms[event.moves[Role(role)]] if role in event.moves else IDLE
            for role in self.game.engine.roles
        )

    def _position(self, state: GdlState) -> Any:
        return self.game.direct.position(self.game.engine.facts(state.position))

    def note(self) -> str:
        """That a role has no move though the match is not over by its rules."""
        state = _gdl(self.now.state)
        if not isinstance(state.turn, Over) or self.game.engine.terminal(state.position):
            return ""
        return "Nobody can go on, and the match is not terminal: the rules lead nowhere here."

    # Breakpoints

    def _checked(self, kind: str, where: str) -> str:
        match kind:
            case "line" | "rule":
                return self._checked_line(where)
            case "fact":
                fact = parse_term(where.removeprefix("not "))
                makers = (*self._rules("init"), *self._rules("next"))
                if not any(_fits(rule.head.args[0], fact) for rule in makers):
                    raise SpielwerkError(
                        f"No rule makes {term_text(fact)} true, so this can never be hit."
                    )
                return term_text(fact)
            case "move":
                move = parse_term(where)
                if not any(_fits(rule.head.args[1], move) for rule in self._rules("legal")):
                    raise SpielwerkError(
                        f"No rule makes {term_text(move)} legal, so this can never be hit."
                    )
                return term_text(move)
        return str(self._checked_atom(where))

    def _checked_line(self, where: str) -> str:
        if not where.isdecimal() or len(where) > 9:
            raise SpielwerkError(f"'{where}' is no number.")
        rule = self._rule_at(int(where))
        if rule is None or rule.span is None:
            raise SpielwerkError(f"No rule stands in line {where}, so it can never be hit.")
        if not rule.body or not self.game.direct.changes(rule.head.signature):
            raise SpielwerkError(
                f"What line {where} says of {rule.head.relation} holds or not from the beginning "
                "to the end, so it can never be hit."
            )
        attempts = Attempts(self.game.direct, None)
        for literal in rule.body:
            fixed = isinstance(literal, Atom) and not self.game.direct.changes(literal.signature)
            if fixed and next(attempts.satisfy(literal, {}), None) is None:
                raise SpielwerkError(
                    f"The rule in line {where} can never be hit: {literal} never holds."
                )
        return str(rule.span.line)

    def _checked_atom(self, where: str) -> Atom:
        """A condition as an atom.

        :raises SpielwerkError: it can never begin to hold
        """
        atom = _atom(where)
        known = {signature for signature in self._by_signature if not is_auxiliary(signature[0])}
        if atom.relation == "true":
            raise SpielwerkError("Stop at a fact instead: without the word true.")
        if atom.signature not in known:
            near = get_close_matches(atom.relation, [name for name, _ in known], 1)
            hint = f" Did you mean '{near[0]}'?" if near else ""
            raise SpielwerkError(
                f"The rules have no relation '{atom.relation}' of {len(atom.args)}, so this can "
                f"never be hit.{hint}"
            )
        if atom.relation in ("next", "init", "does") or not self.game.direct.changes(
            atom.signature
        ):
            raise SpielwerkError(
                f"'{atom.relation}' never begins to hold in a match, so this can never be hit."
            )
        return atom

    def _stops(self, one: Breakpoint, place: int) -> bool:
        moment = self.moments[place]
        before = self.moments[place - 1] if place else None
        opened = before is not None and not before.deciding and moment.deciding
        match one.kind:
            case "line" | "rule":
                rule = self._rule_at(int(one.where))
                if rule is None:
                    return False
                if rule.head.relation in _BY_MOVE:
                    if not moment.deciding:
                        return moment.kind == "rule" and moment.span == rule.span
                    return not opened and self._fired(rule, place)
                return moment.deciding and self._begins(place, rule.head, rule)
            case "move":
                entry = self.script[moment.entries - 1] if moment.entries else None
                if opened or not isinstance(entry, Event) or moment.kind in ("fact", "rule"):
                    return False
                wanted = parse_term(one.where)
                return any(_fits(wanted, parse_term(move)) for move in entry.moves.values())
            case "fact":
                fact = Atom("true", (parse_term(one.where),))
                return moment.deciding and self._begins(place, fact)
        return moment.deciding and self._begins(place, _atom(one.where))

    def _begins(self, place: int, atom: Atom, rule: Rule | None = None) -> bool:
        """Whether an atom holds at a moment, by some rule, that did not before it."""
        if not self._true(self.moments[place].state, atom, rule):
            return False
        return place == 0 or not self._true(self.moments[place - 1].state, atom, rule)

    def _true(self, state: State, atom: Atom, rule: Rule | None) -> bool:
        attempts = Attempts(self.game.direct, self._position(_gdl(state)))
        if rule is None:
            return attempts.holds(atom)
        return _whole(attempts.attempt(rule, _anything(rule.head)))

    def _fired(self, rule: Rule, place: int) -> bool:
        """Whether a rule gave something in the move that led to a moment."""
        moment = self.moments[place]
        if not moment.entries:
            return False
        entry = self.script[moment.entries - 1]
        if not isinstance(entry, Event):
            return False
        before = _gdl(self.moments[place - 1].state)
        if _gdl(moment.state).pending is not None:
            return False
        joint = self._joint(before, entry)
        attempts = Attempts(self.game.direct, self._position(before), joint)
        return _whole(attempts.attempt(rule, _anything(rule.head)))

    def hit(self, start: int) -> Breakpoint | None:
        """The first breakpoint after a moment; what stops inside a move is stepped into."""
        found = super().hit(start)
        if found is None or not self.now.deciding:
            return found
        here = [one for one in self.breakpoints if self._stops(one, self.cursor)]
        if not any(one.kind in ("line", "rule", "move") for one in here):
            return found
        place = self.cursor
        self._open("fact", self.now.entries)
        return super().hit(place - 1)

    # Questions

    @cached_property
    def _by_signature(self) -> Mapping[tuple[str, int], Sequence[Rule]]:
        return self.game.explainer.rules

    def _rules(self, relation: str) -> list[Rule]:
        found = (rules for (name, _), rules in self._by_signature.items() if name == relation)
        return sorted((rule for rules in found for rule in rules), key=_line)

    def _rule_at(self, line: int) -> Rule | None:
        """The rule of a line of the text."""
        for rules in self._by_signature.values():
            for rule in rules:
                span = rule.span
                if span is not None and span.line <= line <= span.end_line:
                    return rule
        return None

    def subjects(self) -> list[str]:
        """The relations that rules are about, those of the language first."""
        named = {
            name
            for (name, _), rules in self._by_signature.items()
            if not is_auxiliary(name) and any(rule.body for rule in rules)
        }
        first = [name for name in _ASKED_FIRST if name in named]
        return [*first, *sorted(named - set(first))]

    def rules(self, subject: str, role: Role | None = None, words: str = "") -> list[Explanation]:
        """Every rule for a relation: an example of what holds by it, or how close it comes."""
        attempts = Attempts(self.game.direct, self._position(_gdl(self.now.state)), self._doing())
        asked = _arguments(words) if words.strip() else None
        found = []
        for rule in self._rules(subject):
            args = list(_anything(rule.head).args)
            if asked is not None:
                args[len(args) - len(asked) :] = asked[-len(args) :]
            if role is not None and subject in _OF_ROLES and args:
                args[0] = role
            attempts.tries = max(attempts.tries, 300)
            attempt = attempts.attempt(rule, Atom(subject, tuple(args)))
            if attempt is not None:
                found.append(self._told(attempts, attempt))
        return found

    def _doing(self) -> tuple[Term, ...] | None:
        """What is done in the move at the cursor, or in the one that follows it."""
        number = self.now.entries - (0 if self.now.deciding else 1)
        entry = self.script[number] if 0 <= number < len(self.script) else None
        if not isinstance(entry, Event):
            return None
        return self._joint(_gdl(self.now.state), entry)

    def _told(self, attempts: Attempts, attempt: Try) -> Explanation:
        values = Substitution(
            {var: term for var, term in attempt.values.items() if not _is_anything(term)}
        )
        rule = attempt.rule
        reasons = tuple(self._condition(attempts, values, rule, one) for one in rule.body)
        holds = attempt.failed is None
        return Explanation(str(values.literal(rule.head)), holds, rule.span, reasons=reasons)

    def _condition(
        self, attempts: Attempts, values: Substitution, rule: Rule, literal: Literal
    ) -> Explanation:
        """Whether one condition of a rule holds, and what is below it where it does not."""
        filled = values.literal(literal)
        holds = next(attempts.satisfy(filled, {}), None) is not None
        named = [v for v in dict.fromkeys(variables(literal)) if values.term(v) != v]
        facts = tuple(f"{term_text(v)} = {term_text(values.term(v))}" for v in named)
        below: tuple[Explanation, ...] = ()
        open_still = next(variables(filled), None) is not None
        if isinstance(filled, Atom) and not holds and not open_still and attempts.joint is None:
            derived = filled.relation not in ("true", "does")
            if derived and self.game.direct.changes(filled.signature):
                below = self.game.explainer.explain(attempts.position, filled).reasons
        place = getattr(literal, "span", None) or rule.span
        return Explanation(str(filled), holds, place, facts, below)


def _gdl(state: State) -> GdlState:
    assert isinstance(state, GdlState), "the debugger of GDL has states of GDL"
    return state


def _whole(attempt: Try | None) -> bool:
    return attempt is not None and attempt.failed is None


def _line(rule: Rule) -> tuple[int, int]:
    return (0, 0) if rule.span is None else (rule.span.line, rule.span.column)


def _anything(head: Atom) -> Atom:
    """The atom that asks for anything of a relation."""
    return Atom(head.relation, tuple(Var(f"any-{n}") for n in range(len(head.args))))


def _is_anything(term: Term) -> bool:
    return isinstance(term, Var) and term.name.startswith("any-")


def _fits(one: Term, other: Term) -> bool:
    """Whether two terms can be the same, each with variables of its own."""
    return unify(one, _apart(other)) is not None


def _apart(term: Term) -> Term:
    if isinstance(term, Var):
        return Var(f"apart-{term.name}")
    return tuple(map(_apart, term)) if isinstance(term, tuple) else term


def _atom(text: str) -> Atom:
    term = parse_term(text)
    name, *arguments = term if isinstance(term, tuple) else (term,)
    return Atom(str(name), tuple(arguments))


def _arguments(words: str) -> list[Term]:
    """Terms that stand one after another."""
    found = parse_term(f"(words {words})")
    return list(found[1:]) if isinstance(found, tuple) else []
