"""Which rules of a GDL text ever fire in matches.

Beside every rule another one is put that holds where the rule's conditions do. The direct engine
is asked for these in every state, until each rule has been seen to fire.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from spielwerk.core import CHANCE, Event, LimitExceeded, RulePart, Span, State, Usage
from spielwerk.languages.gdl.direct import DirectEngine
from spielwerk.languages.gdl.game import GdlGame, GdlState
from spielwerk.languages.gdl.program import Atom, Rule, Term

_LONGEST = 100
"""Characters of a rule that are shown."""


class GdlUsage(Usage):
    """Asks for every rule that has not fired yet."""

    def __init__(self, game: GdlGame) -> None:
        rules = [rule for rule in game.rules.rules if rule.body]
        self._waiting = {Atom(f"fires-{n}", ()): rule.span for n, rule in enumerate(rules)}
        told = [
            Rule(atom, rule.body, rule.span)
            for atom, rule in zip(self._waiting, rules, strict=True)
        ]
        self._engine = DirectEngine(replace(game.rules, rules=(*game.rules.rules, *told)))
        self._rules = {rule.span: rule for rule in game.program.rules if rule.body}
        self._fired: set[Span | None] = set()

    def began(self, seed: int) -> None:
        """Every match begins alike, and its first step shows how."""

    def saw(self, state: State, event: Event) -> None:
        assert isinstance(state, GdlState)
        whole = CHANCE in event.moves or not state.chance_follows()
        self._ask(state, state.joint(event.moves) if whole else None)

    def ended(self, state: State) -> None:
        assert isinstance(state, GdlState)
        self._ask(state, None)

    def _ask(self, state: GdlState, joint: tuple[Term, ...] | None) -> None:
        position = self._engine.position(state.game.engine.facts(state.position))
        for atom, span in list(self._waiting.items()):
            try:
                fires = bool(self._engine.matches(position, atom, joint))
            except LimitExceeded:
                continue
            if fires:
                self._fired.add(span)
                del self._waiting[atom]

    def unused(self) -> Sequence[RulePart]:
        return [
            RulePart("rule", _short(rule), span)
            for span, rule in self._rules.items()
            if span not in self._fired
        ]

    @property
    def count(self) -> int:
        return len(self._rules)


def _short(rule: Rule) -> str:
    text = str(rule)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 2]} …"
