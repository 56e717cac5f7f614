"""Our player under foreign managers: polite, on time, and in one match at a time."""

from __future__ import annotations

import asyncio
import importlib
import re
import threading
import time
from collections.abc import Awaitable, Callable
from random import Random

import pytest
from tests.match.rogues import Rogue

from spielwerk.catalogue import open_game
from spielwerk.core import Over, Player, Role
from spielwerk.languages.gdl import GdlGame, gdl_program, parse_program
from spielwerk.players import parse_player
from spielwerk.protocols.ggp import GgpMessageError, GgpPlayer
from spielwerk.protocols.ggp.joint import follow, open_moves, roles_in_order
from spielwerk.protocols.ggp.messages import Play, Start, Stop, write_message
from spielwerk.protocols.ggp.player import _PATIENCE

RULES = " ".join(map(str, gdl_program("tic-tac-toe").rules))
RANDOM = parse_player("random")
KEYWORDS = {"role", "init", "true", "does", "next", "legal", "goal", "terminal", "not", "or"} | {
    "distinct",
    "and",
    "<=",
}


def start(role: str = "xplayer", *, match: str = "m", clocks=(5, 5), rules: str = RULES) -> str:
    return write_message(Start(match, role, rules, *clocks))


def converse(story: Callable[[GgpPlayer], Awaitable[None]], player: Player = RANDOM) -> list[str]:
    """Let a story happen to a new player; what it told meanwhile."""
    told: list[str] = []
    asyncio.run(story(GgpPlayer(player, tell=told.append)))
    return told


def answers(*messages: str, player: Player = RANDOM) -> list[str]:
    found: list[str] = []

    async def story(ours: GgpPlayer) -> None:
        found.extend([await ours.answer(message) for message in messages])

    converse(story, player)
    return found


def scrambled(rules: str, rng: Random) -> str:
    """The rules with every name replaced by nonsense, as suspicious managers do it."""
    names: dict[str, str] = {}

    def other(found: re.Match[str]) -> str:
        word = found.group()
        if word in KEYWORDS or word[0] == "?" or word in ("0", "50", "100"):
            return word
        return names.setdefault(word, f"W{rng.getrandbits(40):x}")

    return re.sub(r"[^\s()]+", other, rules)


@pytest.mark.parametrize("scramble", [False, True])
def test_a_whole_match_against_a_manager(scramble):
    rules = scrambled(RULES, Random(1)) if scramble else RULES
    game = GdlGame(parse_program(rules), "any")
    me, other = game.roles
    told = converse(lambda ours: _match(ours, game, rules, me, other), parse_player("mcts:50ms"))
    assert told[0] == f"match m1: {me.upper()}, 5 s to start, 5 s a move"
    assert re.fullmatch(
        rf"match m1: over, (50|100) points for {me}; \d moves, all thought", told[1]
    )


async def _match(ours: GgpPlayer, game: GdlGame, rules: str, me: Role, other: Role) -> None:
    rng = Random(2)
    assert await ours.answer(start(me.upper(), match="M1", rules=rules)) == "ready"
    state, last = game.initial(), None
    while not isinstance(state.turn, Over):
        move = await ours.answer(write_message(Play("m1", last)))
        assert move in open_moves(state, me)
        others = {me: move, other: rng.choice(open_moves(state, other))}
        last = tuple(others[role].upper() for role in roles_in_order(game))
        state = follow(state, last)
    assert await ours.answer(write_message(Stop("m1", last))) == "done"
    assert "available" in await ours.answer("(INFO)")


def test_whoever_has_nothing_to_choose_passes():
    assert answers(start("oplayer"), "(PLAY m NIL)") == ["ready", "noop"]


def test_in_a_match_it_is_busy_for_everybody_else():
    others = [start(match="n"), "(PLAY n NIL)", "(STOP n NIL)", "(ABORT n)", "(PREVIEW () 1)"]
    found = answers(start(), *others, "(INFO)", "(ABORT m)", "(INFO)")
    assert found[:6] == ["ready", *["busy"] * 5]
    assert found[6:] == [
        "((name spielwerk) (status busy))",
        "aborted",
        "((name spielwerk) (status available))",
    ]


def test_without_a_match_it_plays_none():
    assert answers("(PLAY m NIL)", "(STOP m NIL)", "(ABORT m)") == ["busy"] * 3


def test_a_preview_takes_a_look_at_the_rules():
    assert answers(f"(PREVIEW ({RULES}) 5)", "(INFO)")[0] == "ready"
    with pytest.raises(GgpMessageError, match="cannot be played"):
        answers("(PREVIEW ((role x) (<= (legal x ?y) (true z))) 5)")


@pytest.mark.parametrize(
    ("message", "complaint"),
    [
        (start("zplayer"), "no role 'zplayer'; there are xplayer oplayer"),
        (start(rules="(role xplayer) (<= (next ?a) (true b))"), "cannot be played"),
        (start(rules=""), "cannot be played"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused_and_leaves_it_free(message, complaint):
    async def story(ours: GgpPlayer) -> None:
        with pytest.raises(GgpMessageError, match=complaint):
            await ours.answer(message)
        assert "available" in await ours.answer("(INFO)")

    converse(story)


def test_moves_that_cannot_have_been_made_are_refused():
    with pytest.raises(GgpMessageError, match="cannot have been made"):
        answers(start(), "(PLAY m NIL)", "(PLAY m ((mark 1 1) (mark 2 2)))")


def test_a_mind_that_hangs_costs_a_good_move_not_the_match():
    async def story(ours: GgpPlayer) -> None:
        await ours.answer(start(clocks=(5, 1)))
        began = time.monotonic()
        assert (await ours.answer("(PLAY m NIL)")).startswith("(mark ")
        assert 0.5 < time.monotonic() - began < 30, "the mind had its time, and no more"
        assert (await ours.answer("(ABORT m)")) == "aborted"

    converse(story, Rogue("hangs", good=0))


@pytest.mark.parametrize("kind", ["raises", "cheats", "babbles", "answers something else"])
def test_a_mind_that_makes_no_sense_is_replaced(kind):
    moves = answers(start(), "(PLAY m NIL)", player=Rogue(kind, good=0))
    assert moves[1].startswith("(mark ")


def test_a_player_that_cannot_sit_is_replaced_and_that_is_said():
    async def story(ours: GgpPlayer) -> None:
        assert await ours.answer(start()) == "ready"
        assert (await ours.answer("(PLAY m NIL)")).startswith("(mark ")

    told = converse(story, Rogue("cannot sit"))
    assert any("does not play" in line and "no chair" in line for line in told)


def test_a_player_that_takes_too_long_to_sit_is_ready_all_the_same():
    async def story(ours: GgpPlayer) -> None:
        began = time.monotonic()
        assert await ours.answer(start(clocks=(1, 1))) == "ready"
        assert (await ours.answer("(PLAY m NIL)")).startswith("(mark ")
        assert time.monotonic() - began < 30, "it did not wait for the minute"
        assert await ours.answer("(ABORT m)") == "aborted"

    converse(story, Rogue("sits for ever"))


def test_an_abort_is_heard_while_it_thinks():
    async def story(ours: GgpPlayer) -> None:
        await ours.answer(start(clocks=(5, 2)))
        thinking = asyncio.create_task(ours.answer("(PLAY m NIL)"))
        await asyncio.sleep(0.1)
        assert await ours.answer("(PLAY m NIL)") == "busy"
        assert await ours.answer("(ABORT m)") == "aborted"
        assert await ours.answer(start(match="n")) == "ready"
        await thinking

    converse(story, Rogue("hangs", good=0))


def test_an_abort_is_heard_while_it_prepares():
    async def story(ours: GgpPlayer) -> None:
        preparing = asyncio.create_task(ours.answer(start(clocks=(5, 5))))
        await asyncio.sleep(0.2)
        assert await ours.answer("(ABORT m)") == "aborted"
        with pytest.raises(GgpMessageError, match="aborted meanwhile"):
            await preparing

    converse(story, Rogue("sits for ever"))


def test_a_manager_that_went_away_does_not_keep_it_busy_for_ever(monkeypatch):
    async def story(ours: GgpPlayer) -> None:
        await ours.answer(start(clocks=(5, 5)))
        now = time.monotonic
        monkeypatch.setattr(time, "monotonic", lambda: now() + _PATIENCE + 11)
        assert await ours.answer(start(match="n")) == "ready"

    assert any("not been heard of" in line for line in converse(story))


def test_games_with_chance_are_followed_too():
    rules = " ".join(map(str, gdl_program("kuhn-poker").rules))
    game = open_game("kuhn-poker")
    found = answers(
        start("second", rules=rules), "(PLAY m NIL)", "(PLAY m (noop noop (deal jack king)))"
    )
    assert found == ["ready", "noop", "noop"]
    assert roles_in_order(game) == ("first", "second", "random")


def test_whoever_begins_and_aborts_all_the_time_is_slowed_down(monkeypatch):
    seat = importlib.import_module("spielwerk.protocols.ggp.seat")
    held = threading.Event()
    monkeypatch.setattr(seat, "game_of", lambda rules, match: held.wait(20))

    async def story(ours: GgpPlayer) -> None:
        try:
            for _ in range(8):
                begun = asyncio.create_task(ours.answer(start()))
                await asyncio.sleep(0.01)
                assert await ours.answer("(ABORT m)") == "aborted"
                with pytest.raises(GgpMessageError, match="aborted"):
                    await begun
            with pytest.raises(GgpMessageError, match="try again"):
                await ours.answer(start())
        finally:
            held.set()
        assert "available" in await ours.answer("(INFO)")

    converse(story)
