"""Rules of the seed dialect as a game of the contract: one role moves at a time.

* Whoever has a legal move may make it; then exactly one ``does`` is true. A role that can only
  ``noop`` is not asked, and ``noop`` changes nothing.
* ``random`` moves by itself as long as it has legal moves.
* ``terminal`` ends the match. So does a state in which nobody can change anything any more.
* ``(sees ROLE FACT)`` is a fact of the state that only ROLE sees; all other facts are open.
* Goals may be any numbers. Where one is not between 0 and 100, the outcome says how they compare:
  100 for the best, 0 for the worst, the others in between.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from spielwerk.core import (
    CHANCE,
    Batch,
    Chance,
    Explanation,
    Joint,
    LimitExceeded,
    Move,
    NotOver,
    Open,
    Outcome,
    Over,
    Role,
    Scene,
    Turn,
    View,
    Vocabulary,
    installed,
    phrase,
)
from spielwerk.languages.gdl.asking import IDLE, AskingEngine, facts_by_type, moves_by_type
from spielwerk.languages.gdl.engine import Engine
from spielwerk.languages.gdl.explain import Explainer
from spielwerk.languages.gdl.game import GdlGame, GdlState, choosing
from spielwerk.languages.gdl.information import PastSteps
from spielwerk.languages.gdl.made_up import make_up
from spielwerk.languages.gdl.program import (
    Atom,
    Program,
    Term,
    hides,
    is_secret,
    term_text,
)

if TYPE_CHECKING:
    from spielwerk.languages.gdl.compiled import CircuitEngine

NOOP = "noop"
"""The move that changes nothing."""


class InTurnGame(GdlGame):
    """A game in the seed dialect."""

    def __init__(self, program: Program, name: str, engine: Engine[Any] | None = None) -> None:
        super().__init__(program, name, engine)
        self.hidden = any(hides(rule.head) for rule in program.rules)
        self.recalls = False

    def initial(self, seed: int = 0) -> InTurnState:
        """The first state. Chance moves are turns of their own, so the seed makes no difference."""
        return InTurnState(self, self.engine.initial())

    def state_at(self, position: Any) -> InTurnState:
        return InTurnState(self, position, start=position)

    def _on(self, engine: Engine[Any]) -> GdlGame:
        return InTurnGame(self.program, self.name, engine)

    def at_once(self) -> GdlGame:
        """The game itself, which has neither batches nor search."""
        return self

    def usage(self) -> None:
        """Rules that are asked, not listed, cannot tell whether they ever fired."""
        return

    def batch(self, n: int, seed: int = 0) -> Batch | None:
        """None: batches move all roles at once."""
        return None

    def vocabulary(self) -> Vocabulary | None:
        """All moves and facts that the types allow; else those of the circuit, if there is one."""
        facts, moves = facts_by_type(self.program), moves_by_type(self.program)
        chance = CHANCE in self.direct.roles
        if facts is not None and moves is not None and not chance:
            return Vocabulary(self._sorted(moves), (), self._texts(facts))
        if self._circuit is None:
            return None
        circuit = self._circuit.circuit
        by_role = dict(zip(circuit.roles, circuit.moves, strict=True))
        made = {move for role in self.roles for move in by_role[role]} - {IDLE}
        dealt = set(by_role[CHANCE]) - {IDLE} if chance else ()
        return Vocabulary(self._sorted(made), self._sorted(dealt), self._texts(circuit.facts))

    def _sorted(self, moves: Collection[Term]) -> tuple[Move, ...]:
        return tuple(sorted(self.texts[move] for move in moves))

    def _texts(self, facts: Collection[Term]) -> tuple[str, ...]:
        """Facts as views show them."""
        shown = (fact[2] if is_secret(fact) else fact for fact in facts)
        return tuple(dict.fromkeys(map(term_text, shown)))

    def search(self) -> None:
        """None: native search moves all roles at once."""
        return

    @cached_property
    def engine(self) -> Engine[Any]:
        return self._engine or self.direct

    @cached_property
    def direct(self) -> AskingEngine:  # type: ignore[override]
        """The engine that can be asked for any relation."""
        given = self._engine
        return given if isinstance(given, AskingEngine) else AskingEngine(self.program)

    @cached_property
    def _circuit(self) -> CircuitEngine | None:
        if not installed("fast"):
            return None
        from spielwerk.languages.gdl.choose import in_turn_choice
        from spielwerk.languages.gdl.compiled import CircuitEngine

        if isinstance(self._engine, CircuitEngine):
            return self._engine
        circuit = in_turn_choice(self.program).circuit
        return None if circuit is None else CircuitEngine(circuit)

    @cached_property
    def explainer(self) -> Explainer:
        """Answers why something holds or not."""
        return Explainer(self.direct.spoken(), self.direct, self.layout)

    def seen_by(self, facts: Collection[Term], role: Role | None) -> frozenset[Term]:
        """What a role sees of these facts: the open ones and its own."""
        if not self.hidden:
            return frozenset(facts)
        return frozenset(fact for fact in facts if not is_secret(fact) or fact[1] == role)


class InTurnState(GdlState):
    """A position, in a game with hidden facts also what everybody did and saw so far."""

    __slots__ = ()
    game: InTurnGame

    def legal(self, role: Role) -> Sequence[Move]:
        if role not in self._legal:
            terms = self._choices_of(role) if role in choosing(self.turn) else ()
            self._legal[role] = tuple(map(self.game.texts.__getitem__, terms))
        return self._legal[role]

    def played(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> InTurnState:
        ((role, move),) = moves.items()
        return self.moved(role, self.game.terms[move])

    def moved(self, role: str, move: Term) -> InTurnState:
        """The state after a move of one role. Legality is not looked at."""
        if move == NOOP:
            return self
        game = self.game
        joint = tuple(move if name == role else IDLE for name in game.engine.roles)
        position = game.engine.next(self.position, joint)
        history = None
        if game.hidden:
            facts = game.engine.facts(position)
            seen: dict[str, frozenset[Term]] = {
                name: game.seen_by(facts, name) for name in game.roles
            }
            history = PastSteps(self.history, joint, seen)
        return InTurnState(game, position, history, start=self.start)

    def may(self, role: str, move: Term) -> bool:
        """Whether a move is legal by the rules, whether or not the match is over."""
        engine = self.game.engine
        if role not in engine.roles:
            return False
        if isinstance(engine, AskingEngine):
            return engine.is_legal(self.position, role, move)
        return move in engine.legal(self.position, role)

    def why_illegal(self, role: str, move: Term) -> Explanation:
        """Why the rules do not allow a move here, whether or not the match is over."""
        return self.game.explainer.explain(self._direct_position(), Atom("legal", (role, move)))

    def outcome(self) -> Outcome:
        if not isinstance(self.turn, Over):
            raise NotOver("The match is not over yet, so there is no outcome.")
        goals = self.game.engine.goals(self.position)
        points = {role: min(goals[role], default=0) for role in self.game.roles}
        if all(0 <= value <= 100 for value in points.values()):
            return points
        low, high = min(points.values()), max(points.values())
        wide = high - low
        return {r: 100 * (v - low) // wide if wide else 50 for r, v in points.items()}

    def view(self, role: Role | None) -> View:
        if not self.game.hidden:
            return super().view(role)
        return {"facts": [shown.text for shown in self._shown_to(role)]}

    def scene(self, role: Role | None) -> Scene:
        if not self.game.hidden:
            return super().scene(role)
        return self.game.showing.scene(self._shown_to(role))

    def open_facts(self) -> frozenset[Term]:
        """What everybody sees."""
        facts = self.game.engine.facts(self.position)
        return frozenset(fact for fact in facts if not is_secret(fact))

    def why_not(self, role: Role, move: Move) -> Explanation:
        """Why ``move`` is not legal for ``role`` now, from nothing but what the role sees.

        Where that is not the reason, the rules are named that could apply.
        """
        if isinstance(self.turn, Over) and not self.game.engine.terminal(self.position):
            claim = phrase(
                "Nobody can change anything any more, so the match is over.",
                de="Niemand kann mehr etwas ändern, also ist die Partie zu Ende.",
            )
            return Explanation(claim, holds=False)
        if not self.game.hidden or role not in choosing(self.turn):
            return super().why_not(role, move)
        atom = Atom("legal", (role, self.game.terms[move]))
        seen = self.game.direct.position(self.seen(role))
        found = self.game.explainer.explain(seen, atom)
        holds = self.game.terms[move] in self._choices_of(role)
        return found if found.holds == holds else self.game.explainer.blind(atom, holds=holds)

    def determinize(self, role: Role, rng: Random) -> InTurnState:
        """A state that ``role`` cannot tell from this one, drawn with ``rng``.

        :raises LimitExceeded: no history that shows the role what it saw was found in time; to
            give this very state instead would be peeking
        """
        if not self.game.hidden or role not in self.game.roles:
            return self
        start = self.game.engine.initial() if self.start is None else self.start
        first = InTurnState(self.game, start, start=self.start)
        place = self.game.engine.roles.index(role)
        guess = make_up(first, role, place, self.history, rng)
        while guess is not None and not (
            guess.turn == self.turn and guess.legal(role) == self.legal(role)
        ):
            guess = make_up(first, role, place, self.history, rng)
        if guess is None:
            raise LimitExceeded(f"No history that fits what {role} has seen was found in time.")
        return guess

    def seen(self, role: Role | None) -> frozenset[Term]:
        """What a role sees here: the open facts and its own."""
        return self.game.seen_by(self.game.engine.facts(self.position), role)

    def ways_on(self, role: Role, own: Term) -> list[tuple[str, Term]]:
        """Who can move how here, if it is known whether ``role`` moves and how."""
        movers = choosing(self.turn)
        if own != IDLE:
            return [(role, own)] if own in self._choices_of(role) and role in movers else []
        return [(name, move) for name in movers if name != role for move in self._moves_of(name)]

    def _shown_to(self, role: Role | None) -> Any:
        """The open facts, and the role's own without the words that say whose they are."""
        seen = self.seen(role)
        return self.game.showing.shown({fact[2] if is_secret(fact) else fact for fact in seen})

    def _find_turn(self) -> Turn:
        game = self.game
        if game.engine.terminal(self.position):
            return Over()
        if CHANCE in game.engine.roles and self._moves_of(CHANCE):
            return Chance()
        able = tuple(role for role in game.roles if self._moves_of(role))
        if not able:
            return Over()
        return Joint(able) if len(able) == 1 else Open(able)

    def _moves_of(self, role: str) -> tuple[Term, ...]:
        """The legal moves that change something."""
        return tuple(move for move in self._choices_of(role) if move != NOOP)

    def _choices_of(self, role: str) -> tuple[Term, ...]:
        if role not in self._choices:
            moves = self.game.engine.legal(self.position, role)
            if role == CHANCE:
                moves = tuple(move for move in moves if move != NOOP)
            self._choices[role] = tuple(move for move in moves if move != IDLE)
        return self._choices[role]
