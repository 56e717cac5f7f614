"""What a role may not see is never sent to it: proven on all frames of many random matches.

Every frame to every seat and to a spectator is recorded, over reconnects, chat, offers, refused
moves and questions. Three things must hold of a recording:

* what it shows is exactly the role's view, and the legal moves are the role's own;
* no move or percept of anybody else stands in it, unless the role's own view has it;
* two matches that look the same to a role sent the same to it, however different they were: then
  nothing sent can depend on what is hidden. Whose turn it is, all at a table know; the result of
  the match ends the comparison.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections import defaultdict
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

import pytest

from spielwerk.catalogue import entries, open_game
from spielwerk.client import Client, Connection, RefusedByServer, Seat
from spielwerk.core import Move, Over, Role
from spielwerk.match import Match, MatchLog, play, replay_match, setup_match
from spielwerk.players import parse_player

SECRETS = {entry.name: entry.language for entry in entries() if entry.hidden}
VARIED = {"three-tricks"}
"""Short games whose matches never look alike: there are too many ways to deal."""
HIDDEN = [name for name, language in SECRETS.items() if language == "gdl" and name not in VARIED]
"""Games whose matches are so short that two of them may look alike."""
LONG = [name for name in SECRETS if name not in HIDDEN]
SOAK = bool(os.environ.get("SPIELWERK_SOAK"))
MATCHES = 200 if SOAK else 15
LONG_MATCHES = 200 if SOAK else 2
PARTS = 2
"""Long matches are played by several processes, each with a server of its own."""
CURIOUS = 9
"""In long matches one asks and reconnects at every so many steps."""
GUESSES = ("noop", "bet", "fold", "(bid 1 6)", "challenge", "switch", "(open_door 2)")
"""What observers try and ask about, whatever they see."""
SALTS = 3
"""How many habits players have; matches of the same habit can look alike.

Those of the first habit do on purpose: players go by the number of the move alone, so that matches
with different secrets look the same to whoever does not have them.
"""


class Shown(NamedTuple):
    """A picture as an observer had it; the view as JSON."""

    step: int
    legal: list[str]
    view: str
    account: list[Any]


@dataclass
class Recording:
    """Everything that one observer was sent in one match."""

    seat: Seat
    frames: list[str] = field(default_factory=list)
    story: list[Any] = field(default_factory=list)
    """What happened and was answered before the result, without times and names of matches."""
    shown: list[Shown] = field(default_factory=list)
    table: Connection | None = None

    async def reconnect(self) -> None:
        """Go away and come back."""
        before = self.table
        if before is not None:
            await before.close()
            self.collect()
        self.table = await self.seat.connect(after=before, heard=self._hear).__aenter__()

    def _hear(self, frame: str) -> None:
        self.frames.append(frame)

    def collect(self) -> None:
        """Take over what has happened since the last time."""
        assert self.table is not None
        self.story += [_timeless(event) for event in self.table.events]
        self.table.events.clear()
        picture = self.table.picture
        view = json.dumps(picture["view"], sort_keys=True)
        told = picture["account"]
        self.shown.append(Shown(picture["step"], list(picture["legal"]), view, told))
        self.story.append(["told", picture["step"], told])

    async def ask(self, message: dict[str, Any]) -> None:
        """Say something and write down the answer, whatever it is."""
        assert self.table is not None
        try:
            answer = await self.table.order(message)
            self.story.append(answer.get("explanation"))
        except RefusedByServer as refusal:
            self.story.append([refusal.code, str(refusal), refusal.explanation])


def _timeless(event: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in event.items() if key != "at"}


def _habit(salt: int, role: str, picture: dict[str, Any]) -> int:
    """A number that depends on nothing but what the role sees, or on even less."""
    seen = json.dumps([salt, role, picture["view"] if salt else picture["step"]], sort_keys=True)
    return int(sha256(seen.encode()).hexdigest(), 16)


async def _sit_down(client: Client, name: str) -> tuple[Seat, list[Recording]]:
    """Somebody at each seat of a new table, and a spectator."""
    first = await client.found(name, name="Anna")
    seats = [first] + [
        await client.join(first.match, name="Bert") for _ in open_game(name).roles[1:]
    ]
    observers = [Recording(seat) for seat in [*seats, client.watch(first.match)]]
    for observer in observers:
        await observer.reconnect()
    return first, observers


async def _catch_up(observers: list[Recording]) -> None:
    """Wait until everybody has seen what one of them has seen."""
    latest = max(observer.table.seq for observer in observers)
    for observer in observers:
        await observer.table.until(lambda _, table=observer.table: table.seq >= latest)
        observer.collect()


async def record_match(url: str, name: str, salt: int) -> tuple[MatchLog, list[Recording]]:
    """Play one match, being as curious and clumsy as possible."""
    async with Client(url) as client:
        first, observers = await _sit_down(client, name)
        while True:
            await _catch_up(observers)
            mover = next((o for o in observers if o.table.picture["legal"]), None)
            if mover is None:
                break
            await _turn(mover, observers, salt)
        for observer in observers:
            assert observer.table.picture["phase"] == "ended"
            await observer.table.close()
        return MatchLog.from_text(await first.log()), observers


async def _turn(mover: Recording, observers: list[Recording], salt: int) -> None:
    picture = mover.table.picture
    habit = _habit(salt, mover.seat.role, picture)
    step, legal = picture["step"], picture["legal"]
    for observer in observers:
        for guess in _guesses(salt, observer):
            await observer.ask({"type": "why", "move": guess})
            await observer.ask({"type": "move", "move": guess, "step": step + 1})
    await mover.ask({"type": "move", "move": "(peek everything)", "step": step})
    await mover.ask({"type": "offer", "offer": "undo"})
    if step % 2 == 0:  # what people let out in chat is their own affair: this depends on nothing
        await mover.ask({"type": "say", "text": "I wonder what you have."})
    if habit % 5 == 0:
        await mover.reconnect()
    await mover.table.move(legal[habit % len(legal)], step)


@dataclass
class Asked:
    """A question of a role at a step of a match, and what it was told."""

    role: str
    step: int
    move: str
    answer: dict[str, Any]


async def record_long_match(url: str, name: str, salt: int) -> tuple[Any, ...]:
    """Play one match; now and then everybody asks about the mover's moves and reconnects."""
    asked: list[Asked] = []
    rng = Random(salt)
    async with Client(url) as client:
        first, observers = await _sit_down(client, name)
        while True:
            await _catch_up(observers)
            movers = [o for o in observers if o.table.picture["legal"]]
            if not movers:
                break
            mover = rng.choice(movers)
            step, legal = mover.table.picture["step"], mover.table.picture["legal"]
            if step % CURIOUS == 0:
                asked += await _wonder(observers[:-1], rng.choice(legal), step)
                await rng.choice(observers).reconnect()
            await mover.table.move(rng.choice(legal), step)
        for observer in observers:
            await observer.table.close()
        return MatchLog.from_text(await first.log()), observers, asked


async def _wonder(observers: list[Recording], move: str, step: int) -> list[Asked]:
    answers = []
    for observer in observers:
        answer = await observer.table.order({"type": "why", "move": move})
        answers.append(Asked(observer.seat.role, step, move, answer["explanation"]))
    return answers


def _check_events(observers: list[Recording]) -> None:
    """Nobody is told what another chose."""
    for observer in observers:
        for item in observer.story:
            if isinstance(item, dict) and item.get("event") == "moved":
                assert ("move" in item) == ("role" in item and item["role"] == observer.seat.role)
            if isinstance(item, dict) and item.get("event") == "stepped":
                assert set(item["moves"]) <= {observer.seat.role}


def _check_answers(log: MatchLog, asked: list[Asked]) -> None:
    """What a role is told when it asks is the same in another world that looks the same to it."""
    game = open_game(log.game)
    by_step = {match.step: match.state for match in replay_match(game, log)}
    for question in asked:
        role = Role(question.role)
        other = by_step[question.step].determinize(role, Random(question.step))
        elsewhere = other.why_not(role, Move(question.move))
        assert question.answer["claim"] == elsewhere.claim, question


def _guesses(salt: int, observer: Recording) -> list[str]:
    """What an observer tries and asks about: some of all, by what it sees."""
    first = _habit(salt, observer.seat.role or "spectator", observer.table.picture)
    return [GUESSES[(first + more) % len(GUESSES)] for more in (0, 3)]


def _check_views(log: MatchLog, observers: list[Recording]) -> None:
    """Everything shown was the view of that role at that step, with its own legal moves."""
    game = open_game(log.game)
    by_step = {match.step: match for match in replay_match(game, log)}
    for observer in observers:
        role = observer.seat.role
        for shown in observer.shown:
            if shown.view == "null":
                continue
            state = by_step[shown.step].state
            assert shown.view == json.dumps(state.view(role), sort_keys=True)
            assert shown.legal in ([], list(state.legal(Role(role or ""))))


def _check_accounts(log: MatchLog, observers: list[Recording]) -> None:
    """What everybody was told is for them, and names nothing that lies where they cannot see."""
    game = open_game(log.game)
    by_step = {match.step: match for match in replay_match(game, log)}
    for observer in observers:
        role = observer.seat.role
        for shown in observer.shown:
            match = by_step[shown.step]
            assert shown.account in ([], _told(match, role))
            if shown.account:
                _check_account(match, role)


def _told(match: Match, role: str | None) -> list[dict[str, Any]]:
    return [entry.json for entry in match.account.of(role)]


def _check_account(match: Match, role: str | None) -> None:
    """An account names nothing that lies where its reader cannot see.

    What all at the table are told of is no secret to whoever looks on, wherever it lies in the end.
    """
    views = [then.state.view(role) for then in (match.before, match) if then is not None]
    table = [_told(match, other) for other in match.game.roles]
    met: list[Any] = []
    for entry in _told(match, role):
        fields = entry.get("fields", {})
        if entry["kind"] == "shown":  # a card was looked at, and may lie elsewhere by now
            met.append(fields["place"])
        if entry["kind"] == "things" and "what" in fields:
            ends = [fields[end] for end in ("from", "to") if end in fields]
            opened = any(_is_open(view, end, fields["what"]) for view in views for end in ends)
            known = role is None and all(entry in told for told in table)
            assert opened or known or any(end in met for end in ends), entry
            met += ends


def _is_open(view: Any, place: dict[str, str], things: list[str]) -> bool:
    """Whether a view shows these things, or all that lies there, in a field."""
    shown = view["players"][place["of"]] if "of" in place else view["game"]
    lying = shown["fields"].get(place["field"], {}).get("objects", [None])
    return None not in lying or all(lying.count(one) >= things.count(one) for one in things)


def _check_texts(log: MatchLog, observers: list[Recording]) -> None:
    """No text that only others know stands in any frame before the result."""
    game = open_game(log.game)
    *_, end = replay_match(game, log)
    views = {role: json.dumps(end.state.view(role)) for role in (*game.roles, None)}
    steps = [event.moves for event in log.steps]
    for observer in observers:
        role = observer.seat.role
        told = ([shown.legal, shown.account] for shown in observer.shown)  # accounts are checked
        own = views[role] + "".join(map(json.dumps, told))
        secret = {
            move
            for moves in steps
            for mover, move in moves.items()
            if mover != role and move not in GUESSES and json.dumps(move)[1:-1] not in own
        }
        for text in secret:
            leaking = [frame for frame in observer.frames if json.dumps(text)[1:-1] in frame]
            assert not leaking, f"{role} was sent '{text}': {leaking[0]}"
        assert str(log.setup.seed) not in "".join(observer.frames)


def _before_the_result(observer: Recording) -> str:
    story = []
    for item in observer.story:
        if isinstance(item, dict) and item.get("event") == "ended":
            break
        story.append(item)
    return json.dumps(story, sort_keys=True)


def _looks(log: MatchLog, role: str | None) -> str:
    """All that a role may know of a match: two that look the same to it must sound the same.

    A role's view holds all it was shown. A spectator's view forgets, so what the rules tell in
    the open counts as well; and at the end spectators see everything, so theirs stops before it.
    """
    *_, end = matches = list(replay_match(open_game(log.game), log))
    movers = [sorted(event.moves) for event in log.steps]  # whose turn it is, all know
    if role is not None:
        return json.dumps([role, end.state.view(role), movers])
    running = [match for match in matches if not isinstance(match.state.turn, Over)]
    told = [[entry.json for entry in match.account.of(None)] for match in running]
    return json.dumps([running[-1].state.view(None), told, movers])


@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("name", HIDDEN)
def test_no_role_is_sent_anything_outside_its_view(shared_server, name):
    async def story(numbers: range):
        gate = asyncio.Semaphore(6)

        async def one(number: int):
            async with gate:
                return number % SALTS, *await record_match(shared_server.url, name, number % SALTS)

        return await asyncio.gather(*(one(number) for number in numbers))

    alike: dict[tuple[int, str], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    told_nothing = False
    for first in range(0, 20 * MATCHES, MATCHES):
        for salt, log, observers in asyncio.run(story(range(first, first + MATCHES))):
            _check_views(log, observers)
            _check_accounts(log, observers)
            _check_texts(log, observers)
            truth = json.dumps([dict(event.moves) for event in log.steps])
            for observer in observers:
                looks = salt, _looks(log, observer.seat.role)
                alike[looks][_before_the_result(observer)].add(truth)
        for looks, stories in alike.items():
            assert len(stories) == 1, f"what was sent tells matches apart that look alike: {looks}"
        told_nothing = any(len(truths) > 1 for s in alike.values() for truths in s.values())
        if told_nothing:  # until then, no two matches differed in what was hidden only
            break
    assert told_nothing, "no two matches differed in what was hidden only; the test proves nothing"


@pytest.mark.parametrize("seed", [38, 43])
def test_spectators_may_hear_of_a_card_that_all_at_the_table_know(seed):
    """Hands are exchanged with the king, and who did not take part had seen the card before. In the
    first match another card is drawn to it, in the second one the round ends in the same step."""
    game = open_game("love-letter")
    players = {role: parse_player("random") for role in game.roles}
    events = list(play(game, players, seed=seed))
    log = MatchLog.of(game, setup_match(game, players, seed=seed), events)
    for match in replay_match(game, log):
        for role in (*game.roles, None):
            _check_account(match, role)


@pytest.mark.timeout(7_200)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", LONG)
def test_no_role_is_sent_anything_outside_its_view_in_long_matches(shared_server, name, part):
    for number in range(part, LONG_MATCHES, PARTS):
        log, observers, asked = asyncio.run(record_long_match(shared_server.url, name, number))
        _check_views(log, observers)
        _check_accounts(log, observers)
        _check_events(observers)
        _check_answers(log, asked)
        assert asked
        views = defaultdict(set)
        for shown in (shown for observer in observers for shown in observer.shown):
            views[shown.step].add(shown.view)
        different = any(len(seen) > 1 for seen in views.values())
        assert different, "everybody saw the same; the test proves nothing"
