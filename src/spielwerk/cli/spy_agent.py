"""An AI player of the standard without its socket: messages of a server go in, answers come out.

The agent keeps what it was told (the setting, its own choices, a case file of the match) and
never fails because of a message: where something makes no sense it retires, which is always legal.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from random import Random
from uuid import UUID

from spielwerk.games.spy import CharacterDescription, Choice, Options, Position
from spielwerk.games.spy.board import Board
from spielwerk.games.spy.names import Gadget, OperationType
from spielwerk.games.spy.operations import RETIRE, choice_text
from spielwerk.games.spy.position import Setting
from spielwerk.players.pace import Deadline, Quiet
from spielwerk.players.spy.casefile import ME, CaseError, Casefile
from spielwerk.players.spy.drafting import Team
from spielwerk.players.spy.players import SpyPlayer
from spielwerk.protocols.spy.messages import (
    EquipmentChoice,
    Failure,
    GameLeft,
    GameOperation,
    GamePause,
    GameStarted,
    GameStatus,
    HelloReply,
    ItemChoice,
    Message,
    RequestEquipmentChoice,
    RequestGameOperation,
    RequestItemChoice,
    Statistics,
    Strike,
)
from spielwerk.protocols.spy.values import Operation, Point

__all__ = ["Agent"]

_SHARE = 0.4
"""The part of the time limit that is thought; the rest is for the way there and back."""
_SECONDS = 1.0
"""How long it thinks at most where nobody says so."""


class Agent:
    """One AI at one match."""

    def __init__(self, player: SpyPlayer, log: logging.Logger, seed: int = 0) -> None:
        self._longest = player.longest or _SECONDS
        self._habits = player.habits(seed)
        self._rng = Random(seed)
        self._log = log
        self.session_id: UUID | None = None
        self._setting: Setting | None = None
        self._ids: list[UUID] = []
        self._team: list[UUID] = []
        self._gadgets: list[Gadget] = []
        self._case: Casefile | None = None
        self.verdict: Statistics | None = None
        self.failure: Failure | None = None
        self.strikes = 0

    def answer(self, message: Message) -> Message | None:
        """What the agent says to a message, if it says anything. May think for a while."""
        match message:
            case HelloReply() | GameStarted():
                self._settle(message)
            case RequestItemChoice():
                return self._choose(message)
            case RequestEquipmentChoice():
                return self._equip(message)
            case GameStatus():
                self._look(message)
            case RequestGameOperation():
                return self._act(message.character_id)
            case Strike():
                self.strikes += 1
                self._log.warning(
                    "Strike %s of %s: %s", message.strike_nr, message.strike_max, message.reason
                )
            case GamePause():
                self._log.info("The match %s.", "is paused" if message.game_paused else "goes on")
            case GameLeft():
                self._log.info("%s has left.", message.left_user_id)
            case Statistics():
                self.verdict = message
            case Failure():
                self.failure = message
        return None

    # Before the match

    def _settle(self, message: HelloReply | GameStarted) -> None:
        self.session_id = message.session_id
        if isinstance(message, HelloReply):
            crew = tuple(each.character for each in message.characters)
            self._ids = [each.character_id for each in message.characters]
            self._setting = Setting(Board(message.level), message.settings, Options(), crew)
            self._log.info("Welcome: %s characters, session %s.", len(crew), self.session_id)

    def _described(self, ids: Sequence[UUID]) -> list[CharacterDescription]:
        """The characters of these identifiers; strangers have no features."""
        if self._setting is None:
            return [CharacterDescription(str(each)) for each in ids]
        known = dict(zip(self._ids, self._setting.characters, strict=True))
        return [known.get(each) or CharacterDescription(str(each)) for each in ids]

    def _choose(self, offer: RequestItemChoice) -> Message | None:
        ids, crew = offer.offered_character_ids, self._described(offer.offered_character_ids)
        if not ids and not offer.offered_gadgets:
            self._log.warning("The server offers nothing to choose from.")
            return None
        team = Team(len(self._team), len(self._gadgets))
        item = self._habits.take(team, crew, offer.offered_gadgets)
        self._log.info("Takes %s.", item if isinstance(item, Gadget) else item.name)
        if isinstance(item, Gadget):
            self._gadgets.append(item)
            return ItemChoice(offer.offer_nr, chosen_gadget=item)
        chosen = ids[crew.index(item)]
        self._team.append(chosen)
        return ItemChoice(offer.offer_nr, chosen_character_id=chosen)

    def _equip(self, request: RequestEquipmentChoice) -> Message | None:
        ids = self._team = list(request.chosen_character_ids)
        if not ids:
            self._log.warning("The server asks for equipment, but for nobody.")
            return None
        crew = self._described(ids)
        given: dict[UUID, list[Gadget]] = {each: [] for each in ids}
        for gadget in request.chosen_gadgets:
            given[ids[crew.index(self._habits.give(gadget, crew))]].append(gadget)
        return EquipmentChoice({who: tuple(gadgets) for who, gadgets in given.items()})

    # The match

    def _look(self, status: GameStatus) -> None:
        if self._setting is None:
            return
        if self._case is None:
            mine = [str(each) for each in self._team]
            self._case = Casefile(self._setting, [str(each) for each in self._ids], mine)
        try:
            self._case.update(status.state, status.operations)
        except CaseError as problem:
            self._log.warning("%s", problem)

    def _act(self, character_id: UUID) -> GameOperation:
        position: Position | None = None
        choice = RETIRE
        try:
            if self._case is None:
                raise CaseError("The server asks for an operation before it has shown anything.")
            position = self._case.position(str(character_id))
            choice = self._planned(self._case, position)
        except Exception as problem:
            # A server may show what no rules foresee. Retiring is legal whatever it was.
            self._log.warning("Retires, as this went wrong: %s", problem, exc_info=True)
        return GameOperation(_operation(choice, character_id, position))

    def _planned(self, case: Casefile, position: Position) -> Choice:
        limit = position.config.turn_phase_limit
        seconds = min(self._longest, _SHARE * limit) if limit > 0 else self._longest
        with Quiet():
            plans = self._habits.plan(
                lambda: case.world(position, self._rng), ME, Deadline.after(seconds)
            )
        choice = plans[0].operations[0]
        self._log.info(
            "%s: %s (%s plans, chance to win %.0f %%)",
            position.name(position.active),
            choice_text(position.board, choice),
            len(plans),
            100 * plans[0].chance,
        )
        return choice


def _operation(choice: Choice, character_id: UUID, position: Position | None) -> Operation:
    """A choice in the words of the standard."""
    here = (
        None if position is None else Point(*position.board.places[position.place[position.active]])
    )
    if position is None or choice == RETIRE:
        return Operation(OperationType.RETIRE, character_id, here or Point(0, 0))
    return Operation(
        choice.type,
        character_id,
        Point(*position.board.places[choice.target]),
        choice.gadget,
        choice.used_property,
        choice.stake or None,
        here if choice.type is OperationType.MOVEMENT else None,
    )
