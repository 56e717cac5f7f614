"""The match on disk: enough for a server that was killed to go on with it.

Each session has a card (who plays, since when) and a log (the sealed lines of
:mod:`spielwerk.match.log`). The card of a match that goes on is called ``SESSION.open.json``; when
the match is over it becomes ``SESSION.json``, and no server will pick it up again.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO
from uuid import UUID

from spielwerk.core import Json, RecordError
from spielwerk.games.spy import Spy
from spielwerk.match import LogWriter, Match, MatchEvent, MatchLog, Setup, replay_match
from spielwerk.protocols.spy.fixture import ArrangedMatch, Introduced
from spielwerk.protocols.spy.values import RoleEnum

LOG = logging.getLogger("spielwerk.spy")
_OPEN = ".open.json"


@dataclass(frozen=True, slots=True)
class InterruptedMatch:
    """A match that was going on when its server stopped."""

    fixture: ArrangedMatch
    match: Match
    events: tuple[MatchEvent, ...]
    page: Page


class Page:
    """The files of one match, open for writing."""

    def __init__(self, folder: Path, fixture: ArrangedMatch, setup: Setup) -> None:
        self._log = folder / f"{fixture.session_id}.jsonl"
        self._card = folder / f"{fixture.session_id}{_OPEN}"
        self._writer = LogWriter()
        self._header = self._writer.header(MatchLog.of(fixture.game, setup))
        self._file: IO[str] | None = None

    def begin(self, fixture: ArrangedMatch, events: Iterable[MatchEvent] = ()) -> None:
        """Write the log so far, then the card: whoever finds a card finds a log."""
        text = self._header + "".join(map(self._writer.event, events))
        fresh = self._log.with_suffix(".new")
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(self._log)
        self._file = self._log.open("a", encoding="utf-8")
        if not self._card.exists():
            self._card.write_text(json.dumps(_card(fixture), indent=2), encoding="utf-8")

    def add(self, events: Iterable[MatchEvent]) -> None:
        """Write down what happened, before anybody is told."""
        assert self._file is not None
        self._file.write("".join(map(self._writer.event, events)))
        self._file.flush()

    def end(self) -> None:
        """The match is over: it stays on disk, but will not be resumed."""
        self.close()
        self._card.replace(self._card.with_name(self._card.name.removesuffix(_OPEN) + ".json"))

    def close(self) -> None:
        """Stop writing."""
        if self._file is not None:
            self._file.close()
            self._file = None


class Journal:
    """A folder of matches."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder

    def page(self, fixture: ArrangedMatch, setup: Setup) -> Page:
        """The files of a match that begins."""
        page = Page(self._folder, fixture, setup)
        page.begin(fixture)
        return page

    def unfinished(self, game: Spy) -> Iterator[InterruptedMatch]:
        """The matches of this game that were cut off. Others are left alone, with a warning."""
        for card in sorted(self._folder.glob(f"*{_OPEN}")):
            try:
                yield self._found(card, game)
            except (RecordError, KeyError, TypeError, ValueError, OSError) as problem:
                LOG.warning("%s cannot be resumed: %s", card.name, problem)

    def _found(self, card: Path, game: Spy) -> InterruptedMatch:
        fixture = _fixture(json.loads(card.read_text(encoding="utf-8")), game)
        text = (self._folder / f"{fixture.session_id}.jsonl").read_text(encoding="utf-8")
        log = MatchLog.from_text(text)
        *_, match = replay_match(game, log)
        page = Page(self._folder, fixture, log.setup)
        page.begin(fixture, log.events)
        return InterruptedMatch(fixture, match, log.events, page)


def read_card(log: Path, game: Spy) -> ArrangedMatch:
    """Who played the match of a log, from the card that lies beside it.

    :raises RecordError: there is none that can be read
    """
    cards = (log.with_suffix(".json"), log.with_suffix(_OPEN))
    card = next((each for each in cards if each.exists()), cards[0])
    try:
        return _fixture(json.loads(card.read_text(encoding="utf-8")), game)
    except (KeyError, TypeError, ValueError, OSError):
        raise RecordError(f"The card {card} of the match is missing or damaged.") from None


def _card(fixture: ArrangedMatch) -> Json:
    return {
        "session": str(fixture.session_id),
        "started": fixture.started.isoformat(),
        "players": [
            {"id": str(each.client_id), "name": each.name, "role": each.role.value}
            for each in fixture.players
        ],
    }


def _fixture(card: Json, game: Spy) -> ArrangedMatch:
    one, two = (
        Introduced(UUID(each["id"]), str(each["name"]), RoleEnum(each["role"]))
        for each in card["players"]
    )
    return ArrangedMatch(
        UUID(card["session"]), game, (one, two), datetime.fromisoformat(card["started"])
    )
