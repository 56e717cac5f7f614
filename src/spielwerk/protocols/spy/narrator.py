"""Who is told what of a match: events go in, messages for players and spectators come out.

The narrator keeps in mind only what was told last, so that running it over a match's log once
more gives the same messages: that is how replays are made.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias
from uuid import UUID

from spielwerk.core import Joint, Over, Role, State
from spielwerk.games.spy import (
    NOBODY,
    ROLES,
    DraftState,
    PlayState,
    Position,
    Stage,
    VictoryReason,
    fields_of,
    standard_operations,
    standard_state,
    statistics,
)
from spielwerk.match import Began, Ended, Forfeited, MatchEvent, Paused, Resigned, Resumed, Stepped
from spielwerk.protocols.spy.fixture import ArrangedMatch
from spielwerk.protocols.spy.messages import (
    GameLeft,
    GamePause,
    GameStatus,
    RequestEquipmentChoice,
    RequestGameOperation,
    RequestItemChoice,
    SpectatorReveal,
    SpyMessage,
    Statistics,
    Strike,
)

Audience: TypeAlias = Role | None
"""A player, or all spectators."""

ABSENT = "did not come back in time"
"""Why a player lost that was disconnected for too long."""
_LATE = "You did not answer in time."


@dataclass(frozen=True, slots=True)
class Told:
    """A message and for whom it is."""

    to: Audience
    message: SpyMessage


class Narrator:
    """Tells one match from its beginning."""

    def __init__(self, fixture: ArrangedMatch) -> None:
        self._fixture = fixture
        self._shown: State | None = None
        self._shown_active: UUID | None = None
        """The state that was told last, and with which active character."""
        self._factions: SpectatorReveal | None = None
        self._overdue = False
        """Whether somebody was late and all wait for a status without an operation."""
        self._forfeit = VictoryReason.VICTORY_BY_KICK
        self.enforced = False
        """Whether a pause that begins now is one that nobody asked for."""

    def tell(
        self, event: MatchEvent, before: State, state: State, audiences: Collection[Audience]
    ) -> Iterator[Told]:
        """What an event that led from one state to the next means to each of these audiences."""
        match event:
            case Began():
                yield from _to(audiences, self._fixture.announcement())
                for role in ROLES:
                    yield from self._ask(state, role)
            case Stepped(event=step):
                for role in step.late:
                    yield Told(role, _strike(before, role))
                if isinstance(state, PlayState):
                    self._overdue |= bool(step.late)
                    yield from self._play(state, audiences)
                else:
                    for role in (*step.moves, *step.late):
                        yield from self._draft(before, state, role)
            case Paused() | Resumed():
                paused = isinstance(event, Paused)
                yield from _to(audiences, GamePause(paused, paused and self.enforced))
            case Forfeited(role=role, reason=reason):
                if reason == ABSENT:
                    self._forfeit = VictoryReason.VICTORY_BY_LEAVE
                yield from _to(audiences, GameLeft(self._fixture.client(role)))
            case Resigned(role=role):
                self._forfeit = VictoryReason.VICTORY_BY_LEAVE
                yield from _to(audiences, GameLeft(self._fixture.client(role)))
            case Ended(outcome=outcome):
                winner = max(ROLES, key=lambda role: outcome[role])
                yield from _to(audiences, self.verdict(state, winner))

    def verdict(self, state: State, winner: Role) -> Statistics:
        """The end of the match."""
        entries, reason = None, self._forfeit
        if isinstance(state, PlayState):
            entries = {"entries": [entry.to_json() for entry in statistics(state.position)]}
            reason = state.position.reason or reason
        return Statistics(entries, self._fixture.client(winner), reason, has_replay=True)

    def _draft(self, before: State, state: State, role: Role) -> Iterator[Told]:
        """The next offer; the equipment is asked for once."""
        assert isinstance(before, DraftState)
        if before.draft.hands[ROLES.index(role)].choosing:
            yield from self._ask(state, role)

    def _ask(self, state: State, role: Role) -> Iterator[Told]:
        request = pending(self._fixture, state, role)
        if request is not None:
            yield Told(role, request)

    def _play(self, state: PlayState, audiences: Collection[Audience]) -> Iterator[Told]:
        position, over = state.position, isinstance(state.turn, Over)
        first = self._shown is None
        if first and position.round == 0:
            return  # the first round has yet to be prepared
        if first or state.happened or over:
            yield from self._reveal(state, audiences)
            yield from self._status(state, _actor(state, self._fixture), audiences)
        active = _id(position, position.active, self._fixture)
        asked = isinstance(state.turn, Joint)
        began = self._overdue and position.stage is Stage.ACT
        told = self._shown is state and self._shown_active == active
        if (asked and not told) or (began and not over):
            yield from self._status(state, active, audiences, operations=False)
        if asked:
            for role in ROLES:
                yield from self._ask(state, role)

    def _status(
        self,
        state: PlayState,
        active: UUID | None,
        audiences: Collection[Audience],
        *,
        operations: bool = True,
    ) -> Iterator[Told]:
        self._shown, self._shown_active = state, active
        self._overdue = False
        public = status(self._fixture, state, None, active, operations=operations)
        for audience in audiences:
            yield Told(
                audience,
                public if audience is None else _own(self._fixture, public, state, audience),
            )

    def _reveal(self, state: PlayState, audiences: Collection[Audience]) -> Iterator[Told]:
        """Spectators learn who works for whom, and whenever that changes."""
        if None in audiences:
            factions = reveal(self._fixture, state)
            if factions != self._factions:
                self._factions = factions
                yield Told(None, factions)


def pending(fixture: ArrangedMatch, state: State, role: Role) -> SpyMessage | None:
    """What the server is waiting to hear from a player, as a request."""
    if not state.legal(role):
        return None
    if isinstance(state, PlayState):
        return RequestGameOperation(fixture.ids[state.position.name(state.position.active)])
    assert isinstance(state, DraftState)
    hand = state.draft.hands[ROLES.index(role)]
    ids = [fixture.ids[each.name] for each in state.draft.setting.characters]
    if hand.choosing:
        return RequestItemChoice(
            hand.chosen + 1, tuple(ids[who] for who in hand.offer.characters), hand.offer.gadgets
        )
    return RequestEquipmentChoice(tuple(ids[who] for who in hand.characters), hand.gadgets)


def status(
    fixture: ArrangedMatch,
    state: PlayState,
    audience: Audience,
    active: UUID | None,
    *,
    operations: bool,
) -> GameStatus:
    """How things stand, as the audience may see it."""
    view = state.view(audience)
    happened = standard_operations(view, fixture.ids) if operations else []
    over = isinstance(state.turn, Over)
    return GameStatus(active, tuple(happened), standard_state(view, fixture.ids), over)


def _own(fixture: ArrangedMatch, public: GameStatus, state: PlayState, role: Role) -> GameStatus:
    """What spectators see, with what one player knows instead of what they may know."""
    number, position = ROLES.index(role), state.position
    operations = public.operations
    if any("isEnemy" in each for each in operations):
        # Only the observer's player learns what was found out.
        operations = tuple(standard_operations(state.view(role), fixture.ids))
    known = {"mySafeCombinations": fields_of(position.keys[number])}
    return replace(public, operations=operations, state={**public.state, **known})


def reveal(fixture: ArrangedMatch, state: PlayState) -> SpectatorReveal:
    """Who works for whom among those who are still there."""
    position = state.position
    factions: tuple[list[UUID], ...] = ([], [], [])
    for who in position.present():
        factions[position.faction[who]].append(fixture.ids[position.name(who)])
    one, two, neutral = map(tuple, factions)
    return SpectatorReveal(one, two, neutral)


def _to(audiences: Collection[Audience], message: SpyMessage) -> Iterator[Told]:
    return (Told(audience, message) for audience in audiences)


def _strike(before: State, role: Role) -> Strike:
    number = ROLES.index(role)
    if isinstance(before, PlayState):
        count, config = before.position.strikes[number], before.position.config
    else:
        assert isinstance(before, DraftState)
        count, config = before.draft.hands[number].strikes, before.draft.setting.config
    return Strike(count + 1, config.strike_maximum, _LATE)


def _actor(state: PlayState, fixture: ArrangedMatch) -> UUID | None:
    """Who did what happened last; nobody, where that was the cat or the janitor."""
    if not state.happened or state.happened[0].character is None:
        return None
    return _id(state.position, state.happened[0].character, fixture)


def _id(position: Position, who: int, fixture: ArrangedMatch) -> UUID | None:
    return fixture.ids[position.name(who)] if who > NOBODY else None
