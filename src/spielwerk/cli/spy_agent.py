"""Our AI as an agent of the standard's client: it decides from nothing but what a server says.

It keeps the setting, its own people and a case file of the match. Where a server shows what no
rules foresee it fails, and :class:`~spielwerk.protocols.spy.client.SpyClient` retires for it.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from random import Random
from uuid import UUID

from spielwerk.core import Deadline
from spielwerk.games.spy import (
    RETIRE,
    CasinoBoard,
    CharacterDescription,
    Gadget,
    MatchSetting,
    OperationType,
    Options,
    Position,
    PossibleOperation,
    choice_text,
)
from spielwerk.players import Quiet
from spielwerk.players.spy import ME, CaseError, Casefile, SpyPlayer, Team
from spielwerk.protocols.spy import (
    GameStarted,
    GameStatus,
    HelloReply,
    Operation,
    Point,
    RequestEquipmentChoice,
    RequestItemChoice,
    Statistics,
)

LOG = logging.getLogger("spielwerk.spy.ai")
_SECONDS = 1.0
"""How long it thinks at most where nobody says so."""


class SpyAgent:
    """One AI at one match."""

    def __init__(self, player: SpyPlayer, seed: int = 0) -> None:
        self._longest = player.longest or _SECONDS
        self._habits = player.habits(seed)
        self._rng = Random(seed)
        self._setting: MatchSetting | None = None
        self._ids: list[UUID] = []
        self._team: list[UUID] = []
        self._gadgets = 0
        self._case: Casefile | None = None
        self.client_id: UUID | None = None

    # Before the match

    def welcome(self, reply: HelloReply) -> None:
        """Map, configuration and characters of the match to come."""
        crew = tuple(each.character for each in reply.characters)
        self._ids = [each.character_id for each in reply.characters]
        self._setting = MatchSetting(CasinoBoard(reply.level), reply.settings, Options(), crew)

    def started(self, started: GameStarted, client_id: UUID) -> None:
        """Who plays, and which of them the agent is."""
        self.client_id = client_id
        LOG.info("%s plays %s.", started.player_one_name, started.player_two_name)

    def choose(self, offer: RequestItemChoice, seconds: float) -> UUID | Gadget:
        """One of the offered characters or gadgets."""
        crew = self._described(offer.offered_character_ids)
        team = Team(len(self._team), self._gadgets)
        item = self._habits.take(team, crew, offer.offered_gadgets)
        LOG.info("Takes %s.", item if isinstance(item, Gadget) else item.name)
        if isinstance(item, Gadget):
            self._gadgets += 1
            return item
        chosen = offer.offered_character_ids[crew.index(item)]
        self._team.append(chosen)
        return chosen

    def equip(
        self, chosen: RequestEquipmentChoice, seconds: float
    ) -> Mapping[UUID, Sequence[Gadget]]:
        """Who carries what."""
        self._team = list(chosen.chosen_character_ids)
        crew = self._described(self._team)
        given: dict[UUID, list[Gadget]] = {each: [] for each in self._team}
        for gadget in chosen.chosen_gadgets:
            bearer = self._team[crew.index(self._habits.give(gadget, crew))]
            given[bearer].append(gadget)
        return given

    def _described(self, ids: Sequence[UUID]) -> list[CharacterDescription]:
        """The characters of these identifiers; strangers have no features."""
        crew = () if self._setting is None else self._setting.characters
        known = dict(zip(self._ids, crew, strict=True))
        return [known.get(each) or CharacterDescription(str(each)) for each in ids]

    # The match

    def observe(self, status: GameStatus) -> None:
        """What happened, and how things stand."""
        if self._setting is None:
            raise CaseError("The server shows a match before it has said what is played.")
        if self._case is None:
            mine = [str(each) for each in self._team]
            self._case = Casefile(self._setting, [str(each) for each in self._ids], mine)
        self._case.update(status.state, status.operations)

    def operate(self, character_id: UUID, seconds: float) -> Operation:
        """What the character does next."""
        if self._case is None:
            raise CaseError("The server asks for an operation before it has shown anything.")
        case, position = self._case, self._case.position(str(character_id))
        deadline = Deadline.after(min(self._longest, seconds))
        with Quiet():
            plans = self._habits.plan(lambda: case.world(position, self._rng), ME, deadline)
        choice = plans[0].operations[0]
        LOG.info(
            "%s: %s (%s plans, chance to win %.0f %%)",
            position.name(position.active),
            choice_text(position.board, choice),
            len(plans),
            100 * plans[0].chance,
        )
        return _operation(choice, character_id, position)

    def ended(self, statistics: Statistics) -> None:
        """It is over."""


def _operation(choice: PossibleOperation, character_id: UUID, position: Position) -> Operation:
    """A choice in the words of the standard."""
    places = position.board.places
    here = Point(*places[position.place[position.active]])
    if choice == RETIRE:
        return Operation(OperationType.RETIRE, character_id, here)
    return Operation(
        choice.type,
        character_id,
        Point(*places[choice.target]),
        choice.gadget,
        choice.used_property,
        choice.stake or None,
        here if choice.type is OperationType.MOVEMENT else None,
    )
