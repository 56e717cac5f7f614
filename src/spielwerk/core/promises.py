"""What every state promises, as functions that look whether one state keeps it.

:mod:`spielwerk.core.conformance` walks through matches and holds every state to
:data:`PROMISES`. Each promise is a function that takes a :class:`Trial`, is silent where the
promise is kept, and calls :meth:`Trial.fail` where not; its docstring is the promise in words.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random
from typing import NoReturn

from spielwerk.core.errors import (
    ConformanceError,
    IllegalMove,
    MoveError,
    NotOver,
    NotYourTurn,
)
from spielwerk.core.explanation import Explanation
from spielwerk.core.game import (
    CHANCE,
    Chance,
    Game,
    Joint,
    Move,
    Open,
    Over,
    Role,
    State,
    Turn,
    View,
)
from spielwerk.core.replay import Event

__all__ = ["PROMISES", "Picture", "Trial", "hold", "promised"]

_MOVES_A_STATE = 4
"""How many moves of a role are tried in one state; the others wait for another state."""

_STRANGER = Role("nobody of this name plays here")


@dataclass(frozen=True, slots=True)
class Picture:
    """All that a state says when asked: what never changes, and what equal states share."""

    turn: Turn
    legal: Mapping[Role, tuple[Move, ...]]
    views: Mapping[str, str]
    hash: int

    @classmethod
    def of(cls, game: Game, state: State) -> Picture:
        legal = {role: tuple(state.legal(role)) for role in (*game.roles, CHANCE)}
        views = {who: _json(view) for who, view in _views(game, state)}
        return cls(state.turn, legal, views, hash(state))


@dataclass(frozen=True, slots=True)
class Trial:
    """One state on the way through a match, with all that a check needs and a report names."""

    game: Game
    state: State
    seed: int
    events: tuple[Event, ...]
    """What has happened since the first state."""
    rng: Random
    known: Collection[Move]
    """The moves that were legal for anybody so far: a supply of moves that are illegal now."""
    promise: str = ""

    @property
    def choosing(self) -> tuple[Role, ...]:
        """Whoever must or may choose now, chance included."""
        match self.state.turn:
            case Joint(roles) | Open(roles):
                return roles
            case Chance():
                return (CHANCE,)
        return ()

    def fail(self, seen: str) -> NoReturn:
        """Report the promise as broken by what was ``seen``."""
        raise ConformanceError(self.report(seen))

    def report(self, seen: str) -> str:
        """Which promise is broken, what was seen, and how to get there again."""
        steps = [
            " and ".join(f"{role}: {move}" for role, move in event.moves.items())
            for event in self.events
        ]
        shown = "; ".join(steps[-8:]) or "nothing"
        return (
            f"'{self.game.name}' breaks a promise of the contract: {self.promise}\n"
            f"  seen:  {seen}\n"
            f"  where: seed {self.seed}, state {len(steps)}, after "
            f"{'... ; ' if len(steps) > 8 else ''}{shown}"
        )

    def demand(self, condition: bool, otherwise: str) -> None:
        """Report the promise as broken unless the condition is true."""
        if not condition:
            self.fail(otherwise)

    def refused(self, kind: type[MoveError], moves: Mapping[Role, Move], *late: Role) -> MoveError:
        """Demand that these moves are refused with an error of ``kind``, and give the error."""
        given = ", ".join([*(f"{r}: {m}" for r, m in moves.items()), *(f"{r} late" for r in late)])
        try:
            self.state.after(moves, late)
        except kind as problem:
            return problem
        except Exception as problem:
            self.fail(f"after({given}) raised {problem!r} instead of {kind.__name__}.")
        seen = f"after({given}) was accepted instead of raising {kind.__name__}."
        raise ConformanceError(self.report(seen))

    def few(self, moves: Sequence[Move]) -> list[Move]:
        """A few of the moves, drawn at random."""
        return self.rng.sample(moves, min(len(moves), _MOVES_A_STATE))

    def illegal(self, role: Role) -> list[Move]:
        """A few moves of the game that ``role`` may not make now."""
        legal = set(self.state.legal(role))
        return self.few([move for move in self.known if move not in legal])

    def joined(self, role: Role, move: Move) -> Event:
        """An event in which ``role`` makes ``move`` and, where they must, others make any."""
        if isinstance(self.state.turn, Joint):
            others = {other: self.rng.choice(self.state.legal(other)) for other in self.choosing}
            return Event({**others, role: move})
        return Event({role: move})


def hold(promise: Callable[[Trial], None], trial: Trial) -> None:
    """Hold the trial's state to a promise.

    :raises ConformanceError: the promise is broken
    """
    with promised(trial, promise.__doc__ or promise.__name__) as named:
        promise(named)


@contextmanager
def promised(trial: Trial, promise: str) -> Iterator[Trial]:
    """The trial with the promise's name; whatever the game raises inside breaks the promise.

    :raises ConformanceError: the promise is broken
    """
    named = replace(trial, promise=promise)
    try:
        yield named
    except ConformanceError:
        raise
    except Exception as problem:
        seen = f"{type(problem).__name__} was raised: {problem}"
        raise ConformanceError(named.report(seen)) from problem


def _turns_fit(trial: Trial) -> None:
    """A turn lists roles of the game, each once."""
    turn = trial.state.turn
    trial.demand(isinstance(turn, Over | Joint | Open | Chance), f"turn is {turn!r}.")
    if isinstance(turn, Joint | Open):
        trial.demand(bool(turn.roles), f"{turn} lists nobody.")
        trial.demand(len(set(turn.roles)) == len(turn.roles), f"{turn} lists a role twice.")
        strangers = set(turn.roles) - set(trial.game.roles)
        trial.demand(not strangers, f"{turn} lists {strangers}, not among {trial.game.roles}.")


def _legal_moves_are_listed(trial: Trial) -> None:
    """Whoever chooses has legal moves, each listed once; nobody else has any."""
    for role in (*trial.game.roles, CHANCE):
        legal = list(trial.state.legal(role))
        trial.demand(len(set(legal)) == len(legal), f"legal({role!r}) lists a move twice: {legal}.")
        if role in trial.choosing:
            trial.demand(bool(legal), f"{role} must choose but has no legal move.")
        else:
            trial.demand(not legal, f"{role} does not choose now but has legal moves: {legal}.")


def _moves_parse_back(trial: Trial) -> None:
    """The text of a move parses back to the move."""
    for role in trial.choosing:
        for move in trial.state.legal(role):
            back = trial.game.parse_move(move)
            trial.demand(back == move, f"parse_move({move!r}) gave {back!r}.")


def _views_are_json(trial: Trial) -> None:
    """Views come back from JSON unchanged, and every one of them can be drawn."""
    for who, view in _views(trial.game, trial.state):
        try:
            back = json.loads(_json(view))
        except (TypeError, ValueError) as problem:
            trial.fail(f"The view of {who} cannot be written as JSON: {problem}.")
        trial.demand(back == view, f"The view of {who} comes back changed: {view} became {back}.")
        drawn = trial.game.draw(view)
        trial.demand(isinstance(drawn, str), f"draw gave {drawn!r} for the view of {who}.")


def _presents_itself(trial: Trial) -> None:
    """Scenes and cards of moves come back from JSON unchanged, and short moves parse back."""
    state = trial.state
    for role in (*trial.game.roles, None):
        shown = state.scene(role)
        back = type(shown).from_json(json.loads(json.dumps(shown.json)))
        trial.demand(back.json == shown.json, f"The scene of {role} comes back as {back}.")
    for role in trial.choosing:
        for move in trial.few(state.legal(role)):
            card = state.card(role, move)
            again = type(card).from_json(json.loads(json.dumps(card.json)))
            trial.demand(again.json == card.json, f"The card {card} comes back as {again}.")
            short = trial.game.short(move)
            read = trial.game.parse_move(short)
            trial.demand(read == move, f"parse_move({short!r}) gave {read!r} and not {move!r}.")


def _outcomes_come_at_the_end(trial: Trial) -> None:
    """There is an outcome exactly when the match is over: 0 to 100 for every role."""
    if not isinstance(trial.state.turn, Over):
        try:
            early = trial.state.outcome()
        except NotOver:
            return
        trial.fail(f"The match is not over, but outcome() gave {early}.")
    outcome = trial.state.outcome()
    trial.demand(
        set(outcome) == set(trial.game.roles),
        f"outcome() names {sorted(outcome)}, but the roles are {trial.game.roles}.",
    )
    for role, value in outcome.items():
        fine = type(value) is int and 0 <= value <= 100
        trial.demand(fine, f"The outcome of {role} is {value!r}, not a whole number 0..100.")


def _chance_has_odds(trial: Trial) -> None:
    """In a chance turn every move of chance has a positive weight."""
    if isinstance(trial.state.turn, Chance):
        odds, legal = trial.state.odds(), trial.state.legal(CHANCE)
        trial.demand(set(odds) == set(legal), f"odds() names {list(odds)}, legal are {legal}.")
        bad = {move: weight for move, weight in odds.items() if weight <= 0}
        trial.demand(not bad, f"These odds are not positive: {bad}.")


def _limits_are_times(trial: Trial) -> None:
    """A time limit is a positive number of seconds, set only for who chooses."""
    for role in trial.game.roles:
        if limit := trial.state.limit(role):
            trial.demand(limit.seconds > 0, f"The limit of {role} is {limit.seconds} seconds.")
            trial.demand(role in trial.choosing, f"{role} has a limit but does not choose.")


def _states_are_values(trial: Trial) -> None:
    """States are values: equal to themselves and to nothing else, and asking changes nothing."""
    state = trial.state
    trial.demand(state.__eq__(state) is True, "The state does not equal itself.")
    trial.demand(state != object(), "The state equals a thing that is no state.")
    before = Picture.of(trial.game, state)
    _legal_moves_apply(trial)
    for role in trial.game.roles:
        state.determinize(role, Random(0))
    after = Picture.of(trial.game, state)
    for part in ("turn", "legal", "views", "hash"):
        old, new = getattr(before, part), getattr(after, part)
        trial.demand(old == new, f"Asked again, {part} changed from {old} to {new}.")


def _legal_moves_apply(trial: Trial) -> None:
    """Every legal move leads to a state, and to an equal one when made again."""
    for role in trial.choosing:
        for move in trial.few(trial.state.legal(role)):
            _leads_to_one_state(trial, trial.joined(role, move))


def _late_roles_are_answered(trial: Trial) -> None:
    """Rules that name a time limit answer a role that is late; other rules refuse it."""
    for role in trial.choosing:
        event = trial.joined(role, trial.state.legal(role)[0])
        others = {other: move for other, move in event.moves.items() if other != role}
        if trial.state.limit(role) is None:
            trial.refused(MoveError, others, role)
        else:
            _leads_to_one_state(trial, Event(others, (role,)))


def _illegal_moves_are_refused(trial: Trial) -> None:
    """A move that is not legal raises IllegalMove, which says why."""
    for role in trial.choosing:
        for move in trial.illegal(role):
            problem = trial.refused(IllegalMove, trial.joined(role, move).moves)
            explained = isinstance(problem, IllegalMove) and not problem.explanation.holds
            trial.demand(explained, f"IllegalMove for {role}: {move} explains that it is legal.")


def _others_are_refused(trial: Trial) -> None:
    """Moves of a role that does not choose, and missing moves, are refused."""
    legal = {role: trial.state.legal(role)[0] for role in trial.choosing}
    move = next(iter([*legal.values(), *trial.known]), Move("pass"))
    openly = isinstance(trial.state.turn, Open)
    outsiders = [role for role in (*trial.game.roles, CHANCE) if role not in trial.choosing]
    for role in (*outsiders, _STRANGER):
        trial.refused(NotYourTurn, {role: move})
        if legal and not openly:
            trial.refused(NotYourTurn, {**legal, role: move})
    trial.refused(MoveError if openly else NotYourTurn, {})
    if openly and len(legal) > 1:
        trial.refused(MoveError, legal)


def _moves_explain_themselves(trial: Trial) -> None:
    """why_not holds for a legal move and fails, with a claim, for an illegal one."""
    for role in trial.choosing:
        for move in trial.few(trial.state.legal(role)):
            answer = _explain(trial, trial.state, role, move)
            trial.demand(answer.holds, f"why_not({role!r}, {move!r}) fails, but it is legal.")
        for move in trial.illegal(role):
            answer = _explain(trial, trial.state, role, move)
            trial.demand(not answer.holds, f"why_not({role!r}, {move!r}) holds, but it is illegal.")


def _guesses_keep_what_is_seen(trial: Trial) -> None:
    """determinize keeps all that the role sees and is told, and follows its generator."""
    state = trial.state
    for role in trial.game.roles:
        ticket = trial.rng.getrandbits(32)
        guess, again = (state.determinize(role, Random(ticket)) for _ in range(2))
        trial.demand(guess == again, f"determinize({role!r}) differs for equal generators.")
        trial.demand(trial.game.hidden or guess == state, "Nothing is hidden, yet it guesses.")
        trial.demand(guess.turn == state.turn, f"The guess for {role} has the turn {guess.turn}.")
        same_view = _json(guess.view(role)) == _json(state.view(role))
        trial.demand(same_view, f"The guess for {role} changes what {role} sees.")
        same_moves = list(guess.legal(role)) == list(state.legal(role))
        trial.demand(same_moves, f"The guess for {role} changes the legal moves of {role}.")
        if role in trial.choosing and guess != state:
            _tells_no_more_than_seen(trial, role, guess)


def _tells_no_more_than_seen(trial: Trial, role: Role, guess: State) -> None:
    for move in trial.illegal(role):
        told = _explain(trial, trial.state, role, move)
        elsewhere = _explain(trial, guess, role, move)
        trial.demand(
            told == elsewhere,
            f"why_not({role!r}, {move!r}) tells {role} more than its view does. It says\n"
            f"{told}\nwhere a state that looks the same to {role} says\n{elsewhere}",
        )


PROMISES: tuple[Callable[[Trial], None], ...] = (
    _turns_fit,
    _legal_moves_are_listed,
    _moves_parse_back,
    _views_are_json,
    _presents_itself,
    _outcomes_come_at_the_end,
    _chance_has_odds,
    _limits_are_times,
    _states_are_values,
    _legal_moves_apply,
    _late_roles_are_answered,
    _illegal_moves_are_refused,
    _others_are_refused,
    _moves_explain_themselves,
    _guesses_keep_what_is_seen,
)


def _leads_to_one_state(trial: Trial, event: Event) -> None:
    first, again = (trial.state.after(event.moves, event.late) for _ in range(2))
    trial.demand(isinstance(first, State), f"after({event}) gave {first!r}, which is no state.")
    trial.demand(first == again, f"after({event}) gave two different states.")
    trial.demand(hash(first) == hash(again), f"after({event}): equal states, different hashes.")


def _explain(trial: Trial, state: State, role: Role, move: Move) -> Explanation:
    answer = state.why_not(role, move)
    fine = isinstance(answer, Explanation) and bool(answer.claim)
    trial.demand(fine, f"why_not({role!r}, {move!r}) gave {answer!r}.")
    return answer


def _views(game: Game, state: State) -> Iterator[tuple[str, View]]:
    yield "a spectator", state.view(None)
    for role in game.roles:
        yield role, state.view(role)


def _json(view: View) -> str:
    return json.dumps(dict(view), allow_nan=False)
