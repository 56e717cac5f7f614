"""GDL rules as a game of the contract.

A program goes in; :class:`GdlGame` and :class:`GdlState` are what everything else plays with.
They add to an engine what the contract asks for beyond the rules: who is asked, moves as text,
chance as a turn of its own, and views.

* A role whose only legal move is a bare word such as ``noop`` is not asked while another is.
  Where nobody would be asked, all are.
* GDL-II lets ``random`` move together with the players. Here the players choose first; the state
  that follows holds their choice, shows it to nobody, and is chance's turn.
* In a game with ``sees`` a role's view is what it did and perceived, step by step. In all others
  everybody sees the facts.
* Rules may be wrong: where a role has no legal move though the state is not terminal, the match
  is over all the same. A role without a goal value gets 0, one with several the lowest.
  :mod:`.tools.probe` finds such states.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from random import Random
from typing import TYPE_CHECKING, Any

from spielwerk.core import (
    CHANCE,
    AccountEntry,
    Batch,
    Chance,
    Explanation,
    Game,
    Joint,
    Kept,
    LimitExceeded,
    Move,
    MoveCard,
    MoveSyntaxError,
    NativeSearch,
    NotOver,
    Open,
    Outcome,
    Over,
    Role,
    RuleText,
    Scene,
    State,
    StepAccount,
    Telling,
    Turn,
    Usage,
    View,
    installed,
    moved,
    phrase,
)
from spielwerk.languages.gdl.direct import DirectEngine
from spielwerk.languages.gdl.engine import Engine
from spielwerk.languages.gdl.explain import Explainer, read_words
from spielwerk.languages.gdl.information import OutOfBudget, PastSteps, fitting
from spielwerk.languages.gdl.presentation import (
    MoveReader,
    Showing,
    ShownPosition,
    Teller,
    draw_view,
    glimpse,
    meant_moves,
    mentions,
    move_card,
    percepts,
    read_cells,
    read_repetition,
)
from spielwerk.languages.gdl.program import (
    Atom,
    Program,
    Term,
    normalise,
    role_facts,
    spoken,
    term_text,
    variables,
)
from spielwerk.languages.gdl.text import parse_term, with_types

if TYPE_CHECKING:
    from spielwerk.languages.gdl.compiled import CircuitEngine

_GUESSES = 20_000
"""How many joint moves the search for a history that fits what a role knows looks at."""


class GdlGame(Game):
    """A game whose rules are a GDL program."""

    language = "gdl"
    unordered = frozenset(["facts", "percepts"])

    def __init__(self, program: Program, name: str, engine: Engine[Any] | None = None) -> None:
        """``program`` as it was loaded; ``engine`` runs it, the direct engine if none is given."""
        self.program = program
        self.rules = program if program.dialect.in_turn else normalise(program)
        self._engine = engine
        self.name = name
        self.title = " ".join(program.headers.get("title", ()))
        self.about = " ".join(program.headers.get("about", ()))
        roles = role_facts(program) or self.engine.roles
        self.roles = tuple(Role(role) for role in roles if role != CHANCE)
        self.hidden = self.recalls = any(r.head.relation == "sees" for r in program.rules)
        self.source = RuleText(program.text, program.file) if program.text else None
        cells = read_cells(program.headers)
        self.layout = cells.layout if cells else None
        self.showing = Showing(cells)
        canonical = "\n".join([program.dialect, *map(str, map(with_types, program.rules))])
        self.fingerprint = hashlib.sha256(canonical.encode()).hexdigest()[:16]
        self.percepts = percepts(program)
        self.repetitions, self.passing = read_repetition(program.headers)
        self._reader = MoveReader(program)
        self.terms: Kept[Move, Term] = Kept(parse_term)
        """Moves as terms."""
        self.texts: Kept[Term, Move] = Kept(self._text)
        """Terms as moves."""
        self.cards: Kept[Move, MoveCard] = Kept(self._card)
        """How moves look, in whatever position."""
        self._deeds: Kept[tuple[Role, Move], AccountEntry] = Kept(self._deed)
        """What is told of them."""

    def initial(self, seed: int = 0) -> GdlState:
        """The first state. GDL has no hidden randomness, so the seed makes no difference."""
        return GdlState(self, self.engine.initial())

    def at(self, facts: Iterable[Term | str]) -> GdlState:
        """The state in which exactly these facts are true; texts are read as terms.

        In a game with hidden information nobody has seen anything yet.

        :raises MoveSyntaxError: a text is not a term, or has variables
        """
        terms = [parse_term(fact) if isinstance(fact, str) else fact for fact in facts]
        for term in terms:
            if next(variables(term), None) is not None:
                raise MoveSyntaxError(f"A fact has values, not variables: {term_text(term)}")
        return self.state_at(self.engine.position(terms))

    def state_at(self, position: Any) -> GdlState:
        """A match that begins in a position."""
        return GdlState(self, position, start=position)

    def parse_move(self, text: str) -> Move:
        """The move that ``text`` means: ``(mark 1 2)``, or a short form the author gave."""
        return self.texts[self._reader.parse(text)]

    def short(self, move: Move) -> str:
        """The move in its short form, where the author gave it one."""
        return self._reader.shorten(self.terms[move]) or move

    def _card(self, move: Move) -> MoveCard:
        term = self.terms[move]
        card = move_card(self.layout, move, term, self._reader.shorten(term))
        label = self._teller.label(term)
        return replace(card, label=label) if label else card

    def _deed(self, made: tuple[Role, Move]) -> AccountEntry:
        role, move = made
        return self._teller.moved(moved(self.cards[move], role), role, self.terms[move])

    def _text(self, term: Term) -> Move:
        move = Move(term_text(term))
        self.terms[move] = term
        return move

    def account(
        self,
        before: State,
        moves: Mapping[Role, Move],
        late: Collection[Role] = (),
        after: State | None = None,
    ) -> StepAccount:
        """The moves; where something is hidden, to each role its own move and its percepts.

        A spectator is told what everybody perceives.
        """
        told = {role: self._deeds[role, move] for role, move in moves.items()}
        if not self.hidden:
            return StepAccount(tuple(told.values()))
        reached = before.played(moves, late) if after is None else after
        assert isinstance(before, GdlState)
        assert isinstance(reached, GdlState)
        history = None if reached.history is before.history else reached.history
        tellings = {}
        for role in self.roles:
            percepts = sorted(history.percepts[role], key=term_text) if history else []
            stays = self._stays(before, role)
            seen = tuple(self._teller.perceived(role, one, one not in stays) for one in percepts)
            own = [told[role]] if role in told else []
            if own and any(mentions(percept, self.terms[moves[role]]) for percept in percepts):
                own = [replace(own[0], text="")]
            tellings[role] = (*own, *seen)
        stays = frozenset.intersection(*(self._stays(before, role) for role in self.roles))
        return StepAccount(self._public(history, moves, stays), tellings)

    def _stays(self, before: GdlState, role: Role) -> frozenset[Term]:
        """Facts that a role sees lie there already: that they still do needs no words."""
        if before.history is None:
            return frozenset()
        return before.history.percepts[role] & frozenset(self.engine.facts(before.position))

    def _public(self, history: Any, moves: Mapping[Role, Move], stays: frozenset[Term]) -> Telling:
        """What everybody perceives in a step, and whose own move is spoken of knows it anyhow."""
        if history is None:
            return ()
        percepts = {role: set(history.percepts[role]) for role in self.roles}

        def knows(role: Role, percept: Term) -> bool:
            spoken_of = role in moves and mentions(percept, self.terms[moves[role]])
            return percept in percepts[role] or spoken_of

        found = sorted(set().union(*percepts.values()), key=term_text)
        public = [one for one in found if all(knows(role, one) for role in self.roles)]
        told = [self._teller.perceived(self.roles[0], one, one not in stays) for one in public]
        return tuple(replace(one, who=None) for one in told)

    @cached_property
    def _teller(self) -> Teller:
        headers = self.program.headers
        return Teller(headers, (*self.roles, CHANCE), read_words(headers))

    def meant(self, legal: Sequence[Move], squares: Sequence[str]) -> list[Move]:
        """The moves that may be meant by touching squares, where these are legal."""
        if self.layout is None:
            return []
        terms = [self.terms[move] for move in legal]
        found = meant_moves(self.layout, self._reader.forms, terms, squares)
        return [self.texts[term] for term in found]

    def draw(self, view: View) -> str:
        """The board, where the game describes one; otherwise a table of what is seen."""
        return draw_view(self.program.headers, view)

    def quick(self) -> GdlGame:
        """The same game as a circuit, where its rules compile (:mod:`.choose`)."""
        return self._quick or self

    @cached_property
    def _quick(self) -> GdlGame | None:
        """Kept, since whoever plays it shares what was made for it."""
        circuit = self._circuit
        if circuit is None or circuit is self._engine:
            return None
        return self._on(circuit)

    def _on(self, engine: Engine[Any]) -> GdlGame:
        """The same game on another engine."""
        return GdlGame(self.program, self.name, engine)

    def at_once(self) -> GdlGame:
        """The rules as they are: nobody waits for a circuit."""
        return _Uncompiled(self.program, self.name, self.engine)

    def adopt(self, state: State) -> GdlState:
        assert isinstance(state, GdlState)
        theirs, ours = state.game.engine, self.engine
        if ours is theirs:
            return state

        def same(position: Any) -> Any:
            return ours.position(theirs.facts(position))

        start = None if state.start is None else same(state.start)
        return type(state)(self, same(state.position), state.history, state.pending, start)

    def usage(self) -> Usage | None:
        """Which rules fire."""
        from spielwerk.languages.gdl.usage import GdlUsage

        return GdlUsage(self)

    def batch(self, n: int, seed: int = 0) -> Batch | None:
        """``n`` matches at once, where the rules compile to a circuit."""
        engine = self._circuit
        if engine is None:
            return None
        from spielwerk.languages.gdl.compiled import CircuitBatch

        return CircuitBatch(engine.sliced, n, seed, partial(_position_in, engine))

    def search(self) -> NativeSearch | None:
        """Search in native code, where the rules compile and leave nothing to chance."""
        return self._search

    @cached_property
    def _search(self) -> NativeSearch | None:
        """Kept, since all searches of a game share their native code."""
        engine = self._circuit
        if engine is None or self.hidden or CHANCE in engine.roles:
            return None
        from spielwerk.languages.gdl.search import CircuitSearch

        return CircuitSearch.of(engine.circuit, partial(_position_in, engine))

    @cached_property
    def engine(self) -> Engine[Any]:
        """What runs the rules. Making one costs time, so not before somebody plays."""
        return self._engine or self.direct

    @cached_property
    def direct(self) -> DirectEngine:
        """The engine that can be asked for any relation."""
        given = self._engine
        return given if isinstance(given, DirectEngine) else DirectEngine(self.rules)

    @cached_property
    def _circuit(self) -> CircuitEngine | None:
        """The rules as a circuit. Compiling costs time and imports, so not before it is needed."""
        if not installed("fast"):
            return None
        from spielwerk.languages.gdl.choose import choice
        from spielwerk.languages.gdl.compiled import CircuitEngine

        if isinstance(self._engine, CircuitEngine):
            return self._engine
        circuit = choice(self.rules).circuit
        return None if circuit is None else CircuitEngine(circuit)

    @cached_property
    def explainer(self) -> Explainer:
        """Answers why something holds or not."""
        return Explainer(spoken(self.program), self.direct, self.layout)


class _Uncompiled(GdlGame):
    """A game that nobody makes a circuit of."""

    @cached_property
    def _circuit(self) -> None:
        return None


class GdlState(State):
    """A position, in a game with hidden information also what everybody did and saw so far."""

    __slots__ = (
        "_choices",
        "_earlier",
        "_legal",
        "_shown",
        "_turn",
        "_view",
        "game",
        "history",
        "pending",
        "position",
        "start",
    )

    def __init__(
        self,
        game: GdlGame,
        position: Any,
        history: PastSteps | None = None,
        pending: tuple[Term, ...] | None = None,
        start: Any = None,
    ) -> None:
        self.game = game
        self.position = position
        self.history = history
        self.pending = pending
        """The players' moves of a step in which chance has yet to choose."""
        self.start = start
        """Where the match began, if not with the initial position."""
        self._turn: Turn | None = None
        self._choices: dict[str, tuple[Term, ...]] = {}
        """What the engine lets each role do: an engine looks at one position at a time."""
        self._legal: dict[Role, tuple[Move, ...]] = {}
        self._shown: ShownPosition | None = None
        self._earlier: tuple[Any, ShownPosition] | None = None
        """The position before this one and how it was shown, if that was needed."""
        self._view: View | None = None

    @property
    def turn(self) -> Turn:
        if self._turn is None:
            self._turn = self._find_turn()
        return self._turn

    def rest(self) -> None:
        self._choices, self._legal = {}, {}
        self._shown = self._earlier = self._view = None

    def legal(self, role: Role) -> Sequence[Move]:
        if role not in self._legal:
            chooses = role in choosing(self.turn)
            terms = self._choices_of(role) if chooses else ()
            self._legal[role] = tuple(map(self.game.texts.__getitem__, terms))
        return self._legal[role]

    def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> GdlState:
        self.check(moves, late)
        return self.played(moves, late)

    def played(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> GdlState:
        game = self.game
        joint = self.joint(moves)
        if CHANCE not in moves and self.chance_follows():
            return GdlState(game, self.position, self.history, joint, self.start)
        history = None
        if game.hidden:
            percepts = game.engine.sees(self.position, joint)
            history = PastSteps(self.history, joint, percepts)
        after = GdlState(game, game.engine.next(self.position, joint), history, start=self.start)
        if self._shown is not None:
            after._earlier = self.position, self._shown
        return after

    def joint(self, moves: Mapping[Role, Move]) -> tuple[Term, ...]:
        """What every role of the rules does, with the passes of those that only pass."""
        game = self.game
        return tuple(
            self.pending[place]
            if self.pending is not None and role != CHANCE
            else game.terms[moves[Role(role)]]
            if role in moves
            else self._choices_of(role)[0]
            for place, role in enumerate(game.engine.roles)
        )

    def outcome(self) -> Outcome:
        if not isinstance(self.turn, Over):
            raise NotOver("The match is not over yet, so there is no outcome.")
        goals = self.game.engine.goals(self.position)
        return {role: min(100, min(goals[role], default=0)) for role in self.game.roles}

    def view(self, role: Role | None) -> View:
        if not self.game.hidden:
            if self._view is None:
                self._view = {"facts": self.facts()}
            return self._view
        steps = self.history.steps() if self.history else []
        if role not in self.game.roles:
            over = isinstance(self.turn, Over)
            return {"step": len(steps)} | ({"facts": self.facts()} if over else {})
        place = self.game.engine.roles.index(role)
        return {
            "percepts": [sorted(map(term_text, step.percepts[role])) for step in steps],
            "moves": [term_text(step.joint[place]) for step in steps],
        }

    def scene(self, role: Role | None) -> Scene:
        """The position on its board or as facts; what a role lived through where all is hidden."""
        if not self.game.hidden:
            return self._as_shown().scene
        if role not in self.game.roles:
            if isinstance(self.turn, Over):  # nothing is a secret any more
                return self._as_shown().scene
            return Scene("secret", facts=self.game.percepts)
        place = self.game.engine.roles.index(role)
        steps = self.history.steps() if self.history else []
        told = (glimpse(step.joint[place], step.percepts[role]) for step in steps)
        return Scene("story", steps=tuple(told))

    def card(self, role: Role | None, move: Move) -> MoveCard:
        return self.game.cards[move]

    def meant(self, role: Role, squares: Sequence[str]) -> Sequence[Move]:
        return self.game.meant(self.legal(role), squares)

    def facts(self) -> list[str]:
        """The texts of all facts, sorted."""
        return self._as_shown().texts

    def arranged(self, facts: Sequence[str]) -> GdlState:
        """The position with some facts, and without those that stand after ``not``."""
        known = set(self.facts())
        for fact in facts:
            text = term_text(parse_term(fact.removeprefix("not ")))
            (known.discard if fact.startswith("not ") else known.add)(text)
        return self.game.at(sorted(known))

    def _as_shown(self) -> ShownPosition:
        """The position as it is seen as a whole; found from the one before, where that is known."""
        if self._shown is None:
            showing, engine = self.game.showing, self.game.engine
            if self._earlier is None:
                self._shown = showing.position(engine.facts(self.position))
            else:
                before, shown = self._earlier
                self._earlier = None
                self._shown = showing.moved_on(shown, *engine.difference(before, self.position))
        return self._shown

    def evaluate(self, relation: str) -> list[Atom]:
        """Everything that holds of the relations of this name, sorted by its text."""
        return self.game.direct.evaluate(self._direct_position(), relation)

    def why_not(self, role: Role, move: Move) -> Explanation:
        """Why ``move`` is not legal for ``role`` now.

        In a game with hidden information the answer is given in full only where it is the same
        in every state that fits what the role knows; see :mod:`.explain.explainer` for what is said
        otherwise.
        """
        match self.turn:
            case Over():
                over = phrase("The match is over.", de="Die Partie ist zu Ende.")
                return Explanation(over, holds=False)
            case turn if role not in (others := choosing(turn)):
                claim = phrase(
                    f"It is not the turn of {role}; now {' and '.join(others)} must choose.",
                    de="Jetzt ist jemand anders am Zug.",
                )
                return Explanation(claim, holds=False)
        atom = Atom("legal", (role, self.game.terms[move]))
        if not self.game.hidden:
            return self.game.explainer.explain(self._direct_position(), atom)
        legal = move in self.legal(role)
        answers: set[Explanation] = set()
        try:
            for state in self._possible(role):
                answers.add(state.game.explainer.explain(state._direct_position(), atom))
                if len(answers) > 1:
                    break
        except OutOfBudget:
            answers.clear()
        if len(answers) == 1:
            return answers.pop()
        return self.game.explainer.blind(atom, holds=legal)

    def why_over(self) -> Explanation | None:
        """What decided it, in the words of the rules' author."""
        if not isinstance(self.turn, Over):
            return None
        return self.game.explainer.ended(self._direct_position(), self.outcome())

    def recurrence(self) -> str:
        """The facts that matter for it, and what can be done."""
        ignored = self.game.passing
        known = [text for text in self.facts() if text.split()[0].strip("()") not in ignored]
        moves = [move for role in self.game.roles for move in self.legal(role)]
        return "\n".join((*known, *moves))

    def explain(self, text: str) -> Explanation:
        """Why something holds here or not: an atom such as ``(attacked e 1)`` or ``terminal``.

        It is for authors and spectators of everything: nothing is kept back.

        :raises MoveSyntaxError: the text is not an atom without variables
        """
        return self.game.explainer.explain(self._direct_position(), self.game.explainer.atom(text))

    def determinize(self, role: Role, rng: Random) -> GdlState:
        """A state that ``role`` cannot tell from this one, drawn with ``rng``.

        Its history is searched for from the first state on, in random order.

        :raises LimitExceeded: no such history was found in time; to give this very state instead
            would be peeking
        """
        if not self.game.hidden or role not in self.game.roles:
            return self
        try:
            return next(self._possible(role, rng))
        except (OutOfBudget, StopIteration):
            raise LimitExceeded(
                f"No history that fits what {role} has seen was found among {_GUESSES} joint moves."
            ) from None

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, GdlState)
            and self.position == other.position
            and self.pending == other.pending
            and self.history == other.history
        )

    def __hash__(self) -> int:
        return hash((self.position, self.pending, self.history))

    def _find_turn(self) -> Turn:
        game = self.game
        if game.engine.terminal(self.position):
            return Over()
        if self.pending is not None:
            return Chance()
        if not all(map(self._choices_of, game.engine.roles)):
            return Over()
        asked = tuple(role for role in game.roles if not _only_passes(self._choices_of(role)))
        if asked:
            return Joint(asked)
        return Chance() if self.chance_follows() or not game.roles else Joint(game.roles)

    def chance_follows(self) -> bool:
        """Whether chance chooses once the players have."""
        roles = self.game.engine.roles
        return CHANCE in roles and not _only_passes(self._choices_of(CHANCE))

    def _choices_of(self, role: str) -> tuple[Term, ...]:
        if role not in self._choices:
            self._choices[role] = self.game.engine.legal(self.position, role)
        return self._choices[role]

    def _direct_position(self) -> Any:
        game = self.game
        if game.direct is game.engine:
            return self.position
        return game.direct.position(game.engine.facts(self.position))

    def _possible(self, role: Role, rng: Random | None = None) -> Iterator[GdlState]:
        """The states that ``role`` cannot tell from this one.

        :raises OutOfBudget: before all were found
        """
        engine = self.game.engine
        start = engine.initial() if self.start is None else self.start
        for fit in fitting(engine, start, role, self.history, budget=_GUESSES, rng=rng):
            state = GdlState(self.game, fit.position, fit.history, start=self.start)
            if self.pending is not None:
                state = state._with_pending(role, self.pending, rng)
            if state.turn == self.turn and state.legal(role) == self.legal(role):
                yield state

    def _with_pending(self, role: Role, pending: tuple[Term, ...], rng: Random | None) -> GdlState:
        """This state with some choices of the others pending, and that of ``role`` as it is."""
        engine = self.game.engine
        joint = []
        for name, own in zip(engine.roles, pending, strict=True):
            choices = engine.legal(self.position, name)
            if not choices or (name == role and own not in choices):
                return self
            joint.append(own if name == role else rng.choice(choices) if rng else choices[0])
        return GdlState(self.game, self.position, self.history, tuple(joint), self.start)


def _position_in(engine: CircuitEngine, state: State) -> bytes:
    """The position of a state, whatever engine runs it, as a bit vector of a circuit."""
    assert isinstance(state, GdlState)
    if state.game.engine is engine:
        position: bytes = state.position
        return position
    return engine.position(state.game.engine.facts(state.position))


def choosing(turn: Turn) -> tuple[Role, ...]:
    """Whoever must or may choose now."""
    match turn:
        case Joint(roles) | Open(roles):
            return roles
        case Chance():
            return (CHANCE,)
    return ()


def _only_passes(choices: Sequence[Term]) -> bool:
    return len(choices) == 1 and isinstance(choices[0], str)
