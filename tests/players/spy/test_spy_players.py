"""The players of No Time to Spy: what they go for, what they leave alone, and whom they beat."""

from __future__ import annotations

import os
from random import Random

import pytest
from tests.games.spy.casino import Agent, casino, configured
from tests.players.duel import duel
from tests.players.native import CountedClock

from spielwerk.core import Choice, Deadline, Knowledge, Unsuited
from spielwerk.core.playout import random_event
from spielwerk.games.speed import Speed
from spielwerk.games.spy import ROLES, MatchConfig, PlayState, Spy
from spielwerk.games.spy.library import open_spy
from spielwerk.games.spy.names import Gadget, Property
from spielwerk.players import parse_player
from spielwerk.players.spy.foresight import Foresight

SOAK = bool(os.environ.get("SPIELWERK_SOAK"))
SCENARIOS = ("grand-casino", "mountain-lodge", "riverboat")
LEVELS = ("spy-easy", "spy-middle", "spy-strong")


def asked(state: PlayState, spec: str = "spy-strong", seed: int = 0) -> Choice:
    """What the player of the first faction would do."""
    mind = parse_player(spec).sit(state.game, ROLES[0], seed=seed)
    return mind.choose(Knowledge(state.game, state, ROLES[0]))


def carried_out(state: PlayState, operations: int = 4) -> list[str]:
    """What the strong player does in its turn, if all its tests succeed."""
    done = []
    for _ in range(operations):
        if ROLES[0] not in getattr(state.turn, "roles", ()):
            break
        move = asked(state).move
        done.append(str(move))
        state = state.after({ROLES[0]: move})
    return done


def matches_won(better: str, worse: str, matches: int) -> int:
    won = 0
    for number in range(matches):
        game, mine = open_spy(SCENARIOS[number // 2 % 3]), ROLES[number % 2]
        seats = {role: parse_player(better if role == mine else worse) for role in ROLES}
        won += duel(game, seats, seed=9_000 + number // 2)[mine] == 100
    return won


CONFIGURATIONS: dict[str, dict[str, float]] = {
    "standard": {},
    "dear chips": {"chips_to_ip_factor": 12, "cat_ip": 8, "turn_phase_limit": 6},
    "rich": {"chips_to_ip_factor": 8},
    "no chips": {"chips_to_ip_factor": 0, "cat_ip": 30, "spy_success_chance": 0.35},
    "dear secrets": {"secret_to_ip_factor": 30, "cat_ip": 100},
    "deadly": {"bowler_blade_damage": 80, "gas_gloss_damage": 100, "rocket_pen_damage": 70},
    "example": {
        "moledie_range": 1,
        "bowler_blade_range": 1,
        "bowler_blade_hit_chance": 0.25,
        "bowler_blade_damage": 4,
        "laser_compact_hit_chance": 0.125,
        "rocket_pen_damage": 2,
        "gas_gloss_damage": 6,
        "mothball_pouch_range": 2,
        "mothball_pouch_damage": 1,
        "fog_tin_range": 2,
        "grapple_range": 3,
        "grapple_hit_chance": 0.35,
        "wiretap_with_earplugs_fail_chance": 0.64,
        "mirror_swap_chance": 0.35,
        "cocktail_dodge_chance": 0.25,
        "cocktail_hp": 6,
        "spy_success_chance": 0.65,
        "babysitter_success_chance": 0.25,
        "honey_trap_success_chance": 0.35,
        "observation_success_chance": 0.12,
        "chips_to_ip_factor": 12,
        "round_limit": 15,
        "turn_phase_limit": 6,
        "cat_ip": 8,
        "strike_maximum": 4,
    },
}
"""What is changed of ours; the last one is the example that the standard itself gives."""


def under(name: str) -> MatchConfig:
    """One of the configurations."""
    return configured(**CONFIGURATIONS[name])


@pytest.mark.parametrize("ahead", [-0.5, 0.0, 0.5])
@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_a_lead_is_weighed_by_what_is_in_play(name: str, ahead: float) -> None:
    """Nobody is sure of the end in the first round, not even with half of all there is."""
    game = open_spy("grand-casino", "standard")
    usual, config = game.setting, under(name)
    state = Spy(usual.board.scenario, config, usual.characters).initial(5)
    rng = Random(5)
    while not isinstance(state, PlayState) or state.question is not None:
        state = state.after(random_event(state, rng).moves)
    p = state.position
    in_play = 10 * config.chips_to_ip_factor + 4 * config.secret_to_ip_factor + config.cat_ip
    p.ip[p.faction.index(0 if ahead > 0 else 1)] += round(abs(ahead) * in_play)
    assert 0.02 < Foresight().chance(p, 0) < 0.98


def test_where_chips_decide_a_lead_is_safe_once_there_are_none_on_the_tables() -> None:
    def chance(chips: int, ip: int) -> float:
        people = {"A": Agent(ip=ip), "B": Agent(1)}
        drawing = "######  #A..r#  #c..B#  ######"
        state = casino(drawing, people, config=under("example"), table_chips=[chips])
        return Foresight().chance(state.position, 0)

    assert chance(0, ip=18) > 0.8 > chance(30, ip=18) > 0.5
    assert chance(0, ip=0) == pytest.approx(chance(30, ip=0), abs=0.02)


@pytest.mark.parametrize(
    ("config", "mine", "table", "gambles"),
    [
        ("example", 10, 8, True),  # Soon there will be too few chips to win to catch up.
        ("example", 10, 60, False),  # There is time: the other one may yet lose its chips.
        ("example", 30, 8, False),
        ("standard", 10, 8, False),
    ],
)
def test_who_is_behind_where_chips_decide_tries_its_luck_while_there_are_enough(
    config: str, mine: int, table: int, gambles: bool
) -> None:
    people = {"A": Agent(chips=mine), "B": Agent(1, chips=20)}
    state = casino("#####  #.rA#  #c.B#  #####", people, config=under(config), table_chips=[table])
    assert str(asked(state).move).startswith("gamble") == gambles


def test_where_chips_decide_who_is_ahead_burns_the_table() -> None:
    people = {"A": Agent(properties=(Property.BANG_AND_BURN,), ip=18), "B": Agent(1)}
    drawing = "#####  #.rA#  #c.B#  #####"
    state = casino(drawing, people, config=under("example"), table_chips=[20])
    assert asked(state).move == "use BANG_AND_BURN 2/1"


def test_where_chips_decide_the_lucky_stake_little_as_long_as_there_is_time() -> None:
    people = {"A": Agent(properties=(Property.LUCKY_DEVIL,), chips=12), "B": Agent(1, chips=12)}
    state = casino("#####  #.rA#  #c.B#  #####", people, config=under("example"), table_chips=[12])
    verb, _, stake = str(asked(state).move).split()
    assert verb == "gamble"
    assert int(stake) <= 4


@pytest.mark.soak
@pytest.mark.parametrize("name", CONFIGURATIONS)
@pytest.mark.parametrize(("rival", "share"), [("random", 0.95), ("spy-middle", 0.7)])
def test_the_strong_one_wins_whatever_is_worth_most(name: str, rival: str, share: float) -> None:
    usual = open_spy("grand-casino", "standard").setting
    config, won = under(name), 0
    for number in range(100):
        mine = ROLES[number % 2]
        seats = {role: parse_player("spy-strong" if role == mine else rival) for role in ROLES}
        game = Spy(usual.board.scenario, config, usual.characters)
        won += duel(game, seats, seed=31_000 + number // 2)[mine] == 100
    assert won >= 100 * share


DISPUTED: dict[str, tuple[str, str, tuple[Gadget, ...]]] = {
    "feeding one's own": ("use CHICKEN_FEED 1/2", ".", (Gadget.CHICKEN_FEED,)),
    "flying on the spot": ("use JETPACK 1/1", ".", (Gadget.JETPACK,)),
    "throwing at oneself": ("use MOLEDIE 1/1", ".", (Gadget.MOLEDIE,)),
    "own cocktail": ("use LASER_COMPACT 1/1", ".", (Gadget.LASER_COMPACT, Gadget.COCKTAIL)),
    "burned table": ("use BANG_AND_BURN 2/1", "r", ()),
    "watching oneself": ("use OBSERVATION 1/1", ".", ()),
    "unknown combination": ("spy 2/1", "$", ()),
    "the janitor's field": ("move 2/1", "j", ()),
}
"""An operation each, what is beside whoever may do it, and what it has."""


@pytest.mark.parametrize("spec", LEVELS)
@pytest.mark.parametrize("case", DISPUTED)
def test_nobody_does_what_some_server_may_judge_illegal(case: str, spec: str) -> None:
    """Even though all of it is legal here; a guest that was bought is one's own, too."""
    move, thing, gadgets = DISPUTED[case]
    able = (Property.BANG_AND_BURN, Property.OBSERVATION)
    people = {"A": Agent(0, gadgets, able, ip=30), "B": Agent(0)}
    state = casino(f"#####\n#A{thing}.#\n#B.c#\n#####", people, mp=int(thing == "j"))
    state.position.destroyed = sum(1 << table for table in state.position.board.roulettes)
    assert move in state.legal(ROLES[0])
    assert move not in {asked(state, spec, seed).move for seed in range(20)}


def test_the_strong_one_beats_whoever_plays_at_random() -> None:
    matches = 100 if SOAK else 6
    assert matches_won("spy-strong", "random", matches) >= 0.95 * matches - (not SOAK)


def test_the_strong_one_beats_the_middle_one() -> None:
    matches = 100 if SOAK else 6
    assert matches_won("spy-strong", "spy-middle", matches) >= 0.65 * matches - (not SOAK)


def test_a_match_of_each_level_ends_without_a_strike() -> None:
    game = open_spy("back-room", "quick")
    for spec in LEVELS:
        assert sum(duel(game, dict.fromkeys(ROLES, parse_player(spec)), seed=3).values()) == 100


# Aims


def test_who_is_ahead_takes_the_collar_to_the_cat() -> None:
    state = casino(
        "#######  #A..c.#  #...B.#  #######",
        {"A": Agent(0, (Gadget.DIAMOND_COLLAR,), ip=9), "B": Agent(1)},
        mp=3,
    )
    assert carried_out(state)[-1] == "move 4/1"


def test_who_would_still_be_behind_keeps_the_collar_from_the_cat() -> None:
    state = casino(
        "#######  #..Ac.#  #...B.#  #######",
        {"A": Agent(0, (Gadget.DIAMOND_COLLAR,)), "B": Agent(1, ip=60)},
        mp=1,
    )
    assert "move 4/1" not in carried_out(state)


def test_a_safe_is_walked_to_and_opened() -> None:
    state = casino(
        "######  #A..$#  #.c.B#  ######",
        {"A": Agent(), "B": Agent(1)},
        keys=[0b10, 0],
    )
    assert "spy 4/1" in carried_out(state)


def test_a_safe_is_opened_although_the_next_one_is_far() -> None:
    state = casino(
        "##################  #$A.............$#  #..c...........B.#  ##################",
        {"A": Agent(), "B": Agent(1)},
        keys=[0b10, 0],
    )
    assert "spy 1/1" in carried_out(state)


def test_who_has_nothing_to_open_goes_ahead_to_the_next_safe() -> None:
    state = casino(
        "##################  #$D......A......$#  #..c...........B.#  ##################",
        {"A": Agent(), "D": Agent(), "B": Agent(1)},
        keys=[0b10, 0],
    )
    assert [move for move in carried_out(state) if move.startswith("move")][-1][:7] == "move 11"


def test_a_guest_is_questioned_rather_than_an_enemy() -> None:
    state = casino(
        "#####  #.NA#  #c.B#  #####",
        {"A": Agent(), "N": Agent(2), "B": Agent(1)},
        known=[0b111, 0b111],
    )
    assert "spy 2/1" in carried_out(state)


def test_a_nugget_goes_to_a_guest() -> None:
    state = casino(
        "#####  #.NA#  #c.B#  #####",
        {"A": Agent(0, (Gadget.NUGGET,)), "N": Agent(2), "B": Agent(1)},
        known=[0b111, 0b111],
        secrets=[0b10, 0],
    )
    assert "use NUGGET 2/1" in carried_out(state)


def test_the_mirror_is_held_up_to_a_rich_enemy() -> None:
    state = casino(
        "#####  #..A#  #c.B#  #####",
        {"A": Agent(0, (Gadget.MIRROR_OF_WILDERNESS,)), "B": Agent(1, ip=20)},
        known=[0b11, 0b11],
        round=13,
    )
    assert any(move.startswith("use MIRROR_OF_WILDERNESS") for move in carried_out(state))


@pytest.mark.parametrize(
    ("luck", "gambles"), [(Property.LUCKY_DEVIL, True), (Property.JINX, False)]
)
def test_only_the_lucky_play_roulette(luck: Property, gambles: bool) -> None:
    state = casino(
        "#####  #.rA#  #c.B#  #####",
        {"A": Agent(properties=(luck,)), "B": Agent(1)},
        table_chips=[10],
    )
    assert any(move.startswith("gamble") for move in carried_out(state)) == gambles


def test_even_the_careless_drink_no_poison() -> None:
    state = casino(
        "####  #A.#  #c.#  #.B#  ####",
        {"A": Agent(0, (Gadget.COCKTAIL,), poisoned=True), "B": Agent(1)},
    )
    moves = {asked(state, "spy-easy", seed).move for seed in range(40)}
    assert len(moves) > 2
    assert "use COCKTAIL 1/1" not in moves


# Outlook


def test_points_chips_keys_and_the_collar_better_the_outlook_and_fog_does_not() -> None:
    people = {"A": Agent(), "N": Agent(2), "B": Agent(1)}
    drawing = "#######  #A.N.$#  #.c.B.#  #######"

    def lead(**changes: object) -> float:
        crew = {**people, "A": changes.pop("agent", people["A"])}
        return Foresight().lead(casino(drawing, crew, **changes).position, 0)  # type: ignore[arg-type]

    even = lead()
    assert lead(agent=Agent(ip=3)) == pytest.approx(even + 3)
    assert lead(agent=Agent(chips=15)) == pytest.approx(even + 5)
    assert lead(keys=[0b10, 0]) > even + 1
    assert lead(agent=Agent(0, (Gadget.DIAMOND_COLLAR,)), collar_taken=True) > even + 3
    assert lead(fog=1 << 8) < even


def test_the_collar_on_the_way_to_the_cat_is_worth_more_the_nearer_she_is() -> None:
    def chance(row: str) -> float:
        crew = {"A": Agent(0, (Gadget.DIAMOND_COLLAR,)), "B": Agent(1, ip=3)}
        drawing = f"############  #{row}#  #.........B#  ############"
        return Foresight().chance(casino(drawing, crew, collar_taken=True).position, 0)

    chances = [chance(row) for row in ("A........c", "A....c....", "A..c......")]
    assert chances == sorted(chances)
    assert chances[-1] > 0.9


def test_a_small_lead_is_worth_more_the_nearer_the_end() -> None:
    chances = [
        Foresight().chance(
            casino(
                "#####  #A..#  #c.B#  #####", {"A": Agent(ip=2), "B": Agent(1)}, round=number
            ).position,
            0,
        )
        for number in (1, 8, 15)
    ]
    assert chances == sorted(chances)


# Manners


def test_four_characters_are_drafted_and_a_nugget_whenever_it_is_offered() -> None:
    for seed in range(10):
        state = open_spy().initial(seed)
        mind = parse_player("spy-strong").sit(state.game, ROLES[0], seed=seed)
        while (view := state.view(ROLES[0]))["phase"] == "draft":
            move = mind.choose(Knowledge(state.game, state, ROLES[0])).move
            if "NUGGET" in view["offer"]["gadgets"] and len(view["gadgets"]) < 4:
                assert move == "take gadget NUGGET"
            state = state.after({ROLES[0]: move})
        assert len(view["characters"]) == len(view["gadgets"]) == 4


def test_they_say_what_they_weighed() -> None:
    state = casino("#####  #.NA#  #c.B#  #####", {"A": Agent(), "N": Agent(2), "B": Agent(1)})
    choice = asked(state)
    assert choice.candidates[0].move == choice.move == choice.line[0]
    assert all(0 <= candidate.value <= 100 for candidate in choice.candidates)  # type: ignore[operator]


def test_a_deadline_is_kept_even_if_it_is_short() -> None:
    state = casino(
        "#########  #.......#  #.A.N.B.#  #.......#  #...c...#  #########",
        {"A": Agent(0, (Gadget.JETPACK, Gadget.FOG_TIN)), "N": Agent(2), "B": Agent(1)},
        mp=3,
    )
    mind = parse_player("spy-strong").sit(state.game, ROLES[0])
    clock = CountedClock()
    choice = mind.choose(Knowledge(state.game, state, ROLES[0]), Deadline.after(0.005, clock))
    assert clock() < 0.055
    assert choice.move in state.legal(ROLES[0])


@pytest.mark.parametrize("spec", LEVELS)
def test_they_play_nothing_else(spec: str) -> None:
    game = Speed()
    with pytest.raises(Unsuited, match="No Time to Spy only"):
        parse_player(spec).sit(game, game.roles[0])
