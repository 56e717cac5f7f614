"""What every state promises, as functions that look whether one state keeps it.

:mod:`spielwerk.core.conformance` walks through matches and holds every state to
:data:`PROMISES`. Each promise is a function that takes a :class:`Scene`, is silent where the
promise is kept, and calls :meth:`Scene.fail` where not; its docstring is the promise in words.
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
class CheckedScene:
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


def hold(promise: Callable[[CheckedScene], None], scene: CheckedScene) -> None:
    """Hold the scene's state to a promise.

    :raises ConformanceError: the promise is broken
    """
    with promised(scene, promise.__doc__ or promise.__name__) as named:
        promise(named)


@contextmanager
def promised(scene: CheckedScene, promise: str) -> Iterator[CheckedScene]:
    """The scene with the promise's name; whatever the game raises inside breaks the promise.

    :raises ConformanceError: the promise is broken
    """
    named = replace(scene, promise=promise)
    try:
        yield named
    except ConformanceError:
        raise
    except Exception as problem:
        seen = f"{type(problem).__name__} was raised: {problem}"
        raise ConformanceError(named.report(seen)) from problem


def _turns_fit(scene: CheckedScene) -> None:
    """A turn lists roles of the game, each once."""
    turn = scene.state.turn
    scene.demand(isinstance(turn, Over | Joint | Open | Chance), f"turn is {turn!r}.")
    if isinstance(turn, Joint | Open):
        scene.demand(bool(turn.roles), f"{turn} lists nobody.")
        scene.demand(len(set(turn.roles)) == len(turn.roles), f"{turn} lists a role twice.")
        strangers = set(turn.roles) - set(scene.game.roles)
        scene.demand(not strangers, f"{turn} lists {strangers}, not among {scene.game.roles}.")


def _legal_moves_are_listed(scene: CheckedScene) -> None:
    """Whoever chooses has legal moves, each listed once; nobody else has any."""
    for role in (*scene.game.roles, CHANCE):
        legal = list(scene.state.legal(role))
        scene.demand(len(set(legal)) == len(legal), f"legal({role!r}) lists a move twice: {legal}.")
        if role in scene.choosing:
            scene.demand(bool(legal), f"{role} must choose but has no legal move.")
        else:
            scene.demand(not legal, f"{role} does not choose now but has legal moves: {legal}.")


def _moves_parse_back(scene: CheckedScene) -> None:
    """The text of a move parses back to the move."""
    for role in scene.choosing:
        for move in scene.state.legal(role):
            back = scene.game.parse_move(move)
            scene.demand(back == move, f"parse_move({move!r}) gave {back!r}.")


def _views_are_json(scene: CheckedScene) -> None:
    """Views come back from JSON unchanged, and every one of them can be drawn."""
    for who, view in _views(scene.game, scene.state):
        try:
            back = json.loads(_json(view))
        except (TypeError, ValueError) as problem:
            scene.fail(f"The view of {who} cannot be written as JSON: {problem}.")
        scene.demand(back == view, f"The view of {who} comes back changed: {view} became {back}.")
        drawn = scene.game.draw(view)
        scene.demand(isinstance(drawn, str), f"draw gave {drawn!r} for the view of {who}.")


def _presents_itself(scene: CheckedScene) -> None:
    """Scenes and cards of moves come back from JSON unchanged, and short moves parse back."""
    state = scene.state
    for role in (*scene.game.roles, None):
        shown = state.scene(role)
        back = type(shown).from_json(json.loads(json.dumps(shown.json)))
        scene.demand(back.json == shown.json, f"The scene of {role} comes back as {back}.")
    for role in scene.choosing:
        for move in scene.few(state.legal(role)):
            card = state.card(role, move)
            again = type(card).from_json(json.loads(json.dumps(card.json)))
            scene.demand(again.json == card.json, f"The card {card} comes back as {again}.")
            short = scene.game.short(move)
            read = scene.game.parse_move(short)
            scene.demand(read == move, f"parse_move({short!r}) gave {read!r} and not {move!r}.")


def _outcomes_come_at_the_end(scene: CheckedScene) -> None:
    """There is an outcome exactly when the match is over: 0 to 100 for every role."""
    if not isinstance(scene.state.turn, Over):
        try:
            early = scene.state.outcome()
        except NotOver:
            return
        scene.fail(f"The match is not over, but outcome() gave {early}.")
    outcome = scene.state.outcome()
    scene.demand(
        set(outcome) == set(scene.game.roles),
        f"outcome() names {sorted(outcome)}, but the roles are {scene.game.roles}.",
    )
    for role, value in outcome.items():
        fine = type(value) is int and 0 <= value <= 100
        scene.demand(fine, f"The outcome of {role} is {value!r}, not a whole number 0..100.")


def _chance_has_odds(scene: CheckedScene) -> None:
    """In a chance turn every move of chance has a positive weight."""
    if isinstance(scene.state.turn, Chance):
        odds, legal = scene.state.odds(), scene.state.legal(CHANCE)
        scene.demand(set(odds) == set(legal), f"odds() names {list(odds)}, legal are {legal}.")
        bad = {move: weight for move, weight in odds.items() if weight <= 0}
        scene.demand(not bad, f"These odds are not positive: {bad}.")


def _limits_are_times(scene: CheckedScene) -> None:
    """A time limit is a positive number of seconds, set only for who chooses."""
    for role in scene.game.roles:
        if limit := scene.state.limit(role):
            scene.demand(limit.seconds > 0, f"The limit of {role} is {limit.seconds} seconds.")
            scene.demand(role in scene.choosing, f"{role} has a limit but does not choose.")


def _states_are_values(scene: CheckedScene) -> None:
    """States are values: equal to themselves and to nothing else, and asking changes nothing."""
    state = scene.state
    scene.demand(state.__eq__(state) is True, "The state does not equal itself.")
    scene.demand(state != object(), "The state equals a thing that is no state.")
    before = Picture.of(scene.game, state)
    _legal_moves_apply(scene)
    for role in scene.game.roles:
        state.determinize(role, Random(0))
    after = Picture.of(scene.game, state)
    for part in ("turn", "legal", "views", "hash"):
        old, new = getattr(before, part), getattr(after, part)
        scene.demand(old == new, f"Asked again, {part} changed from {old} to {new}.")


def _legal_moves_apply(scene: CheckedScene) -> None:
    """Every legal move leads to a state, and to an equal one when made again."""
    for role in scene.choosing:
        for move in scene.few(scene.state.legal(role)):
            _leads_to_one_state(scene, scene.joined(role, move))


def _accounts_are_values(scene: CheckedScene) -> None:
    """An account of a step comes back from JSON unchanged, and is the same when asked again."""
    for role in scene.choosing[:1]:
        event = scene.joined(role, scene.rng.choice(scene.state.legal(role)))
        after = scene.state.after(event.moves, event.late)
        told = scene.game.account(scene.state, event.moves, event.late, after)
        again = scene.game.account(scene.state, event.moves, event.late)
        scene.demand(told == again, f"Asked again, {event} is told as {again} and not as {told}.")
        back = type(told).from_json(json.loads(json.dumps(told.to_json())))
        scene.demand(back == told, f"The account {told} comes back as {back}.")
        strangers = set(told.roles) - set(scene.game.roles)
        scene.demand(not strangers, f"The account is told to {strangers}, who do not play.")


def _late_roles_are_answered(scene: CheckedScene) -> None:
    """Rules that name a time limit answer a role that is late; other rules refuse it."""
    for role in scene.choosing:
        event = scene.joined(role, scene.state.legal(role)[0])
        others = {other: move for other, move in event.moves.items() if other != role}
        if scene.state.limit(role) is None:
            scene.refused(MoveError, others, role)
        else:
            _leads_to_one_state(scene, Event(others, (role,)))


def _illegal_moves_are_refused(scene: CheckedScene) -> None:
    """A move that is not legal raises IllegalMove, which says why."""
    for role in scene.choosing:
        for move in scene.illegal(role):
            problem = scene.refused(IllegalMove, scene.joined(role, move).moves)
            explained = isinstance(problem, IllegalMove) and not problem.explanation.holds
            scene.demand(explained, f"IllegalMove for {role}: {move} explains that it is legal.")


def _others_are_refused(scene: CheckedScene) -> None:
    """Moves of a role that does not choose, and missing moves, are refused."""
    legal = {role: scene.state.legal(role)[0] for role in scene.choosing}
    move = next(iter([*legal.values(), *scene.known]), Move("pass"))
    openly = isinstance(scene.state.turn, Open)
    outsiders = [role for role in (*scene.game.roles, CHANCE) if role not in scene.choosing]
    for role in (*outsiders, _STRANGER):
        scene.refused(NotYourTurn, {role: move})
        if legal and not openly:
            scene.refused(NotYourTurn, {**legal, role: move})
    scene.refused(MoveError if openly else NotYourTurn, {})
    if openly and len(legal) > 1:
        scene.refused(MoveError, legal)


def _moves_explain_themselves(scene: CheckedScene) -> None:
    """why_not holds for a legal move and fails, with a claim, for an illegal one."""
    for role in scene.choosing:
        for move in scene.few(scene.state.legal(role)):
            answer = _explain(scene, scene.state, role, move)
            scene.demand(answer.holds, f"why_not({role!r}, {move!r}) fails, but it is legal.")
        for move in scene.illegal(role):
            answer = _explain(scene, scene.state, role, move)
            scene.demand(not answer.holds, f"why_not({role!r}, {move!r}) holds, but it is illegal.")


def _guesses_keep_what_is_seen(scene: CheckedScene) -> None:
    """determinize keeps all that the role sees and is told, and follows its generator."""
    state = scene.state
    for role in scene.game.roles:
        ticket = scene.rng.getrandbits(32)
        guess, again = (state.determinize(role, Random(ticket)) for _ in range(2))
        scene.demand(guess == again, f"determinize({role!r}) differs for equal generators.")
        scene.demand(scene.game.hidden or guess == state, "Nothing is hidden, yet it guesses.")
        scene.demand(guess.turn == state.turn, f"The guess for {role} has the turn {guess.turn}.")
        same_view = _json(guess.view(role)) == _json(state.view(role))
        scene.demand(same_view, f"The guess for {role} changes what {role} sees.")
        same_moves = list(guess.legal(role)) == list(state.legal(role))
        scene.demand(same_moves, f"The guess for {role} changes the legal moves of {role}.")
        if role in scene.choosing and guess != state:
            _tells_no_more_than_seen(scene, role, guess)


def _tells_no_more_than_seen(scene: CheckedScene, role: Role, guess: State) -> None:
    for move in scene.illegal(role):
        told = _explain(scene, scene.state, role, move)
        elsewhere = _explain(scene, guess, role, move)
        scene.demand(
            told == elsewhere,
            f"why_not({role!r}, {move!r}) tells {role} more than its view does. It says\n"
            f"{told}\nwhere a state that looks the same to {role} says\n{elsewhere}",
        )


PROMISES: tuple[Callable[[CheckedScene], None], ...] = (
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
    _accounts_are_values,
    _late_roles_are_answered,
    _illegal_moves_are_refused,
    _others_are_refused,
    _moves_explain_themselves,
    _guesses_keep_what_is_seen,
)


def _leads_to_one_state(scene: CheckedScene, event: Event) -> None:
    first, again = (scene.state.after(event.moves, event.late) for _ in range(2))
    scene.demand(isinstance(first, State), f"after({event}) gave {first!r}, which is no state.")
    scene.demand(first == again, f"after({event}) gave two different states.")
    scene.demand(hash(first) == hash(again), f"after({event}): equal states, different hashes.")


def _explain(scene: CheckedScene, state: State, role: Role, move: Move) -> Explanation:
    answer = state.why_not(role, move)
    fine = isinstance(answer, Explanation) and bool(answer.claim)
    scene.demand(fine, f"why_not({role!r}, {move!r}) gave {answer!r}.")
    return answer


def _views(game: Game, state: State) -> Iterator[tuple[str, View]]:
    yield "a spectator", state.view(None)
    for role in game.roles:
        yield role, state.view(role)


def _json(view: View) -> str:
    return json.dumps(dict(view), allow_nan=False)
