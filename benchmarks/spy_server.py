"""The server of No Time to Spy with 50 matches at once: how long one operation takes it.

Measured is processor time from a client's text to the last text for everybody who is told of it:
reading, the rules, whatever neutral characters, cat and janitor do until a player is asked again,
the journal on disk, and writing a status for each after each operation. Sockets are left out.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from statistics import mean, quantiles
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.measure import QUICK, Budget
from benchmarks.report import Report
from spielwerk.core import Role, replay
from spielwerk.games.spy import ROLES, DraftState, PlayState, Spy
from spielwerk.games.spy.library import open_spy
from spielwerk.games.spy.operations import PossibleOperation, parse_choice
from spielwerk.match import MatchLog, Status
from spielwerk.protocols.spy import Journal, Revision, ServerTerms
from spielwerk.protocols.spy.guests import Guest
from spielwerk.protocols.spy.letters import Envelope, read_json, read_message, write_message
from spielwerk.protocols.spy.messages import (
    CLIENT_MESSAGES,
    EquipmentChoice,
    GameOperation,
    Hello,
    ItemChoice,
    SpyMessage,
)
from spielwerk.protocols.spy.room import SpyRoom
from spielwerk.protocols.spy.values import RoleEnum, operation_for

__all__ = ["operations"]

_MATCHES = 50
_OPERATIONS, _FEW_OPERATIONS = 5_000, 1_500
_DIALECT = Revision.STANDARD


class _Sink:
    """A line into nowhere."""

    def send(self, text: str) -> None:
        """Nobody listens."""

    def hang_up(self) -> None:
        """Nobody was there."""


def operations(budget: Budget) -> Report:
    """Processor time of an operation, with and without somebody watching."""
    wanted = _FEW_OPERATIONS if budget == QUICK else _OPERATIONS
    rows: list[dict[str, str | float]] = []
    for spectators in (0, 1, 20):
        with TemporaryDirectory() as folder:
            taken = _measured(Path(folder), spectators, wanted)
            rules = _rules_alone(Path(folder))
        cuts = quantiles(taken, n=100)
        rows.append(
            {
                "spectators of each match": spectators,
                "median, ms": 1_000 * cuts[49],
                "p99, ms": 1_000 * cuts[98],
                "longest, ms": 1_000 * max(taken),
                "rules alone, mean ms": 1_000 * rules,
                "mean against rules": mean(taken) / rules,
            }
        )
    return Report(
        f"No Time to Spy: processor time of an operation with {_MATCHES} matches at once",
        rows,
        [f"{wanted} random operations in the grand casino, standard configuration."],
    )


def _measured(folder: Path, spectators: int, wanted: int) -> list[float]:
    """The time of each operation, in matches that take turns; a new one for each that ends."""
    game, rng, numbers = open_spy(), Random(0), count()
    journal = Journal(folder)
    found = [_begun(game, next(numbers), journal, spectators) for _ in range(_MATCHES)]
    taken: list[float] = []
    while len(taken) < wanted:
        for place, (table, guests) in enumerate(found):
            match = table.match
            if match is None or match.status is Status.ENDED:
                found[place] = _begun(game, next(numbers), journal, spectators)
            elif isinstance(match.state, PlayState):
                taken.append(_one_answer(game, table, guests, rng))
            else:
                _one_answer(game, table, guests, rng)
    for table, _ in found:
        table.suspend()
    return taken


def _begun(
    game: Spy, seed: int, journal: Journal, spectators: int
) -> tuple[SpyRoom, dict[Role, Guest]]:
    table = SpyRoom(game, seed, ServerTerms(), time.monotonic, journal, _aside)
    for number in range(spectators):
        table.join(Hello(f"spectator {number}", RoleEnum.SPECTATOR), _DIALECT, _Sink())
    guests = {role: table.join(Hello(role, RoleEnum.AI), _DIALECT, _Sink()) for role in ROLES}
    return table, guests


def _aside(work: Callable[[], str], hand_on: Callable[[str], None]) -> None:
    hand_on(work())


def _one_answer(game: Spy, table: SpyRoom, guests: dict[Role, Guest], rng: Random) -> float:
    """How long the server is busy with one random answer of whoever is asked."""
    match = table.match
    assert match is not None
    role = match.asked[0]
    guest = guests[role]
    message = _answer(game, match.state, role, rng)
    text = json.dumps(write_message(message, Envelope(guest.client_id), _DIALECT))
    begun = process_time()
    table.hear(guest, *read_message(read_json(text), _DIALECT, CLIENT_MESSAGES))
    return process_time() - begun


def _answer(game: Spy, state: object, role: Role, rng: Random) -> SpyMessage:
    if isinstance(state, PlayState):
        position = state.position
        choice = parse_choice(game.setting.board, rng.choice(state.legal(role)))
        assert isinstance(choice, PossibleOperation)
        who = game.setting.characters[position.cast[position.active]].character_id
        place = position.place[position.active]
        return GameOperation(operation_for(game.setting.board, choice, who, place))
    assert isinstance(state, DraftState)
    hand = state.draft.hands[ROLES.index(role)]
    ids = [each.character_id for each in game.setting.characters]
    if hand.equipping:
        return EquipmentChoice({ids[hand.characters[0]]: hand.gadgets})
    if hand.offer.gadgets:
        return ItemChoice(hand.chosen + 1, None, hand.offer.gadgets[0])
    return ItemChoice(hand.chosen + 1, ids[hand.offer.characters[0]], None)


def _rules_alone(folder: Path) -> float:
    """The mean time of an operation where the same matches are only lived through again."""
    game, played, taken = open_spy(), 0, 0.0
    for file in sorted(folder.glob("*.jsonl"))[:_MATCHES]:
        log = MatchLog.from_text(file.read_text(encoding="utf-8"))
        begun = process_time()
        states = list(replay(game, log.setup.seed, log.steps))
        taken += process_time() - begun
        steps = zip(states, log.steps, strict=False)
        played += sum(
            isinstance(old, PlayState) and bool({*ROLES} & {*e.moves}) for old, e in steps
        )
    return taken / played
