"""What everybody is told of a step, by default and in the values that carry it."""

import json
from random import Random

from spielwerk.catalogue import open_game
from spielwerk.core import (
    CHANCE,
    AccountEntry,
    Move,
    Over,
    Role,
    ScoreLine,
    StepAccount,
    deciding_roles,
    plain_account,
    random_event,
    told_lines,
    was_late,
)

X, Y = Role("xplayer"), Role("oplayer")


def test_moves_of_an_open_game_are_told_to_everybody() -> None:
    game = open_game("tic-tac-toe")
    told = game.account(game.initial(), {X: Move("(mark 2 2)")})
    (only,) = told.of(None)
    assert told.of(X) == told.of(Y) == (only,)
    assert (only.kind, only.who, only.fields) == ("move", X, {"move": "(mark 2 2)"})
    assert told_lines(told.of(Y), "de", {"xplayer": "Kreuz"}) == ["Kreuz spielt 2 2"]


def test_a_game_with_secrets_that_says_nothing_tells_everybody_their_own_move_alone() -> None:
    game = open_game("kuhn-poker")
    state = game.initial()
    state = state.after({CHANCE: state.legal(CHANCE)[0]})
    (role,) = deciding_roles(state)
    told = plain_account(game, state, {role: state.legal(role)[0]})
    assert told.of(None) == ()
    for one in game.roles:
        assert [entry.who for entry in told.of(one)] == ([role] if one == role else [])


def test_accounts_come_back_from_json() -> None:
    seen = AccountEntry("saw", X, {"what": ["a", 1]}, {"en": "{xplayer} saw a", "de": "…"})
    account = StepAccount((was_late(Y),), {X: (seen, was_late(Y))})
    assert StepAccount.from_json(json.loads(json.dumps(account.to_json()))) == account
    line = ScoreLine({"en": "Gold", "de": "Gold"}, {X: 3, Y: 0}, "score")
    assert ScoreLine.from_json(json.loads(json.dumps(line.to_json()))) == line


def test_a_sentence_names_players_as_whoever_reads_it_calls_them() -> None:
    one = AccountEntry("said", None, {}, {"en": "{anna} robs {ben}, says {random}"})
    assert one.sentence("de", {"anna": "Tim"}) == "Tim robs Ben, says Der Zufall"
    assert hash(one) == hash(
        AccountEntry("said", None, {}, {"en": "{anna} robs {ben}, says {random}"})
    )


def test_a_round_of_speed_tells_who_steered_and_who_went_out() -> None:
    game = open_game("speed")
    state = game.initial(1)
    moves = {Role("1"): Move("turn_right"), Role("2"): Move("change_nothing")}
    told = game.account(state, moves)
    assert told_lines(told.of(None), "de") == ["1 biegt nach rechts"]
    state = state.after(moves)
    moves = {Role("1"): Move("change_nothing"), Role("2"): Move("slow_down")}
    lines = told_lines(game.account(state, moves).of(Role("1")))
    assert {"2 slows down to 0", "2 is out: no such speed"} <= set(lines)


def test_what_an_agent_finds_out_by_watching_is_told_to_its_own_player_alone() -> None:
    """And in the draft everybody knows who has chosen, but not what."""
    game = open_game("spy")
    found = False
    for seed in range(40):
        state, rng = game.initial(seed), Random(seed)
        for _ in range(250):
            if isinstance(state.turn, Over):
                break
            event = random_event(state, rng)
            after = state.after(event.moves, event.late)
            told = game.account(state, event.moves, event.late, after)
            for role in game.roles:
                for entry in told.of(role):
                    if entry.kind == "move":
                        assert entry.who == role
                    if "is_enemy" in entry.fields.get("operation", {}):
                        found = True
                        assert entry not in told.of(next(r for r in game.roles if r != role))
            state = after
        if found:
            return
    raise AssertionError("nobody ever watched anybody; the test proves nothing")


def test_percepts_are_told_in_the_authors_words() -> None:
    game = open_game("kuhn-poker")
    state = game.initial()
    deal = Move("(deal jack queen)")
    told = game.account(state, {CHANCE: deal})
    assert told.of(None) == ()
    assert told_lines(told.of(Role("first")), "de") == ["Du bekommst den Buben"]
    assert told_lines(told.of(Role("second")), "en") == ["You get the queen"]
    state = state.after({CHANCE: deal})
    told = game.account(state, {Role("first"): Move("bet")})
    assert told_lines(told.of(Role("second")), "de", {"first": "Anna"}) == ["Anna setzt einen Chip"]
    assert [one.fields for one in told.of(Role("first")) if one.kind == "move"] == [{"move": "bet"}]


def test_what_stays_as_it_was_is_not_told_again_and_suits_have_their_names() -> None:
    game = open_game("three-tricks")
    state = game.initial()
    while CHANCE in deciding_roles(state):
        state = state.after({CHANCE: state.legal(CHANCE)[0]})
    (role,) = deciding_roles(state)
    card = Move("(play clubs 7)")
    told = game.account(state, {role: card})
    for one in (None, *game.roles):
        assert told_lines(told.of(one), "de") == ["Alice spielt Kreuz 7"]
    assert told_lines(told.of(None), "en") == ["Alice plays clubs 7"]


def test_a_roll_is_told_in_the_authors_words() -> None:
    game = open_game("pig")
    state = game.initial()
    (role,) = deciding_roles(state)
    told = game.account(state, {role: Move("roll")})
    assert told_lines(told.of(None), "de", {role: "Anna"}) == ["Anna: Würfeln"]
    told = game.account(state.after({role: Move("roll")}), {CHANCE: Move("roll 5")})
    assert told_lines(told.of(None), "de", {role: "Anna"}) == ["Anna würfelt eine 5"]
