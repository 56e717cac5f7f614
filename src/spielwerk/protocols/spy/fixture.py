"""What stays the same about one match on a server: its session, its game, its two players.

Everybody who speaks or writes about the match needs it: the narrator, the readers of answers, the
journal. Names of characters become identifiers here, and come back.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from uuid import UUID

from spielwerk.core import Role
from spielwerk.games.spy import ROLES, Spy
from spielwerk.protocols.spy.messages import GameStarted, HelloReply
from spielwerk.protocols.spy.values import CharacterInformation, RoleEnum


@dataclass(frozen=True, slots=True)
class Introduced:
    """One of the two who play, as it introduced itself."""

    client_id: UUID
    name: str
    role: RoleEnum


@dataclass(frozen=True)
class ArrangedMatch:
    """A match that was arranged."""

    session_id: UUID
    game: Spy
    players: tuple[Introduced, Introduced]
    started: datetime

    @cached_property
    def ids(self) -> dict[str, UUID]:
        """The characters' identifiers by name."""
        return {each.name: each.character_id for each in self.game.setting.characters}

    @cached_property
    def names(self) -> dict[UUID, str]:
        """The characters' names by identifier."""
        return {number: name for name, number in self.ids.items()}

    def client(self, role: Role) -> UUID:
        """The identifier of whoever plays a role."""
        return self.players[ROLES.index(role)].client_id

    def announcement(self) -> GameStarted:
        """What everybody is told at the start, and whoever comes later."""
        one, two = self.players
        return GameStarted(one.client_id, two.client_id, one.name, two.name, self.session_id)

    def welcome(self) -> HelloReply:
        """What everybody is told who comes."""
        return welcome(self.session_id, self.game)


def welcome(session_id: UUID, game: Spy) -> HelloReply:
    """Session, map, configuration and characters."""
    setting = game.setting
    return HelloReply(session_id, setting.board.scenario, setting.config, information(game))


def information(game: Spy) -> tuple[CharacterInformation, ...]:
    """All characters with their identifiers."""
    return tuple(CharacterInformation(each, each.character_id) for each in game.setting.characters)
