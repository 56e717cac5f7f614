"""Games inside OpenSpiel: its own conformance tests, and its algorithms on our rules."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import (
    cfr,
    expected_game_score,
    exploitability,
    generate_playthrough,
)
from open_spiel.python.algorithms.get_all_states import get_all_states
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation
from open_spiel.python.tests import games_sim_test
from tests.core.tiny_games import Draft, HighCard, Pennies

from spielwerk.adapters.openspiel import register
from spielwerk.catalogue import entries
from spielwerk.core import SpielwerkError, UnknownGame

GAMES = ["tic-tac-toe", "connect-four", "goofspiel", "tron", "kuhn-poker", "monty-hall", "speed"]
"""Turns, simultaneous moves, four players, hidden information, and a game for one."""
HIDDEN = [entry.name for entry in entries() if entry.open().hidden]


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_own_tests_pass(name):
    game = pyspiel.load_game(register(name))
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    games_sim_test.GamesSimTest().sim_game(game)


@pytest.mark.soak
@pytest.mark.parametrize("name", ["citadels", "spy"])
def test_a_long_game_passes_them_and_can_be_written_down(name):
    loaded = register(name)
    pyspiel.random_sim_test(pyspiel.load_game(loaded), 1, serialize=False, verbose=False)
    text = generate_playthrough.playthrough(loaded, None, seed=1)
    assert "IsTerminal() = True" in text


@pytest.mark.parametrize("game", [Pennies(), Draft(), HighCard()], ids=lambda game: game.name)
def test_games_that_are_no_gdl_pass_them_as_well(game):
    pyspiel.random_sim_test(pyspiel.load_game(register(game)), 3, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["goofspiel", "tron"])
def test_simultaneous_games_can_be_played_turn_by_turn(name):
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game_as_turn_based(register(name)))


def test_a_game_is_described_as_it_is():
    kinds = pyspiel.GameType
    by_turns = pyspiel.load_game(register("tic-tac-toe")).get_type()
    assert by_turns.dynamics == kinds.Dynamics.SEQUENTIAL
    assert by_turns.information == kinds.Information.PERFECT_INFORMATION
    assert by_turns.utility == kinds.Utility.ZERO_SUM
    at_once = pyspiel.load_game(register("goofspiel")).get_type()
    assert at_once.dynamics == kinds.Dynamics.SIMULTANEOUS
    poker = pyspiel.load_game(register("kuhn-poker")).get_type()
    assert poker.chance_mode == kinds.ChanceMode.EXPLICIT_STOCHASTIC
    assert poker.information == kinds.Information.IMPERFECT_INFORMATION
    four_players = pyspiel.load_game(register("tron"))
    assert four_players.get_type().utility == kinds.Utility.GENERAL_SUM
    assert four_players.num_players() == 4


def test_tic_tac_toe_has_as_many_states_as_openspiels():
    ours, theirs = (
        get_all_states(pyspiel.load_game(name), to_string=str)
        for name in (register("tic-tac-toe"), "tic_tac_toe")
    )
    assert len(ours) == len(theirs)


def test_counterfactual_regret_finds_the_value_of_kuhn_poker():
    game = pyspiel.load_game(register("kuhn-poker"))
    solver = cfr.CFRPlusSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])[0]
    chips = 2 * value  # two chips are one utility
    assert chips == pytest.approx(-1 / 18, abs=0.01)
    assert exploitability.exploitability(game, policy) < 0.02


def test_information_states_keep_the_other_card_secret():
    game = pyspiel.load_game(register("kuhn-poker"))
    by_card: dict[str, set[str]] = {}
    for action, _ in game.new_initial_state().chance_outcomes():
        state = game.new_initial_state()
        own_card = state.action_to_string(action).split()[1]
        state.apply_action(action)
        by_card.setdefault(own_card, set()).add(state.information_state_string(0))
    assert [len(seen) for seen in by_card.values()] == [1, 1, 1]
    assert len(set.union(*by_card.values())) == 3


def one_by_one(name: str):
    """A game as OpenSpiel knows it, in which one player chooses after another."""
    game = pyspiel.load_game(register(name, samples=10))
    together = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    return (pyspiel.convert_to_turn_based(game) if together else game), together


def acts(game, seed: int, most: int) -> Iterator[tuple[Any, int, int]]:
    """States of a random match in which a player chooses, with the player and what it does."""
    rng, state = np.random.default_rng(seed), game.new_initial_state()
    while not state.is_terminal() and most:
        action = rng.choice(state.legal_actions())
        if not state.is_chance_node():
            yield state, state.current_player(), action
            most -= 1
        state.apply_action(action)


@pytest.mark.parametrize("name", HIDDEN)
def test_information_states_tell_all_that_a_player_did_and_knew_before(name):
    """Perfect recall: equal information states have equal pasts, as texts and as tensors."""
    game, together = one_by_one(name)
    pasts: dict[Any, list[Any]] = {}
    for seed in range(3):
        lived: dict[int, list[Any]] = {}
        for state, player, action in acts(game, seed, 20):
            own = lived.setdefault(player, [])
            known = state.information_state_string(player)
            assert pasts.setdefault(known, [*own]) == own
            if not together:
                shown = np.array(state.information_state_tensor(player)).tobytes()
                assert pasts.setdefault(shown, [known]) == [known]
            own.append((known, action))
    assert pasts


def test_what_is_seen_now_does_not_tell_it():
    """Otherwise the test above would show nothing."""
    game, _ = one_by_one("blind-bids")
    pasts: dict[str, list[Any]] = {}
    forgotten = 0
    for seed in range(20):
        lived: dict[int, list[Any]] = {}
        for state, player, action in acts(game, seed, 12):
            own = lived.setdefault(player, [])
            known = state.observation_string(player)
            forgotten += pasts.setdefault(known, [*own]) != own
            own.append((known, action))
    assert forgotten


def test_tensors_of_observers_are_those_of_states():
    game = pyspiel.load_game(register("kuhn-poker"))
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    for kind, wanted in ((None, state.observation_tensor), (INFO_STATE_OBS_TYPE, None)):
        observation = make_observation(game, kind)
        observation.set_from(state, 0)
        assert observation.tensor.sum() > 1
        if wanted:
            assert np.array_equal(observation.tensor, wanted(0))


def test_a_spectator_is_told_only_what_is_public():
    game = pyspiel.load_game(register("kuhn-poker"))
    public = pyspiel.IIGObservationType(
        perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    state = game.new_initial_state()
    state.apply_action(0)
    text = make_observation(game, public).string_from(state, 0)
    assert "step" in text
    assert "jack" not in text
    assert "king" not in text


def test_registering_twice_is_fine_but_not_for_other_rules(tmp_path):
    assert register("tic-tac-toe") == register("tic-tac-toe") == "spielwerk_tic_tac_toe"
    other = tmp_path / "tic-tac-toe.gdl"
    other.write_text(
        "(role me) (init a) (legal me go) (<= (next b) (does me go)) (goal me 100)"
        "(<= terminal (true b))"
    )
    with pytest.raises(SpielwerkError, match="already knows another game"):
        register(str(other))


def test_an_unknown_game_is_refused_with_suggestions():
    with pytest.raises(UnknownGame, match="connect-four"):
        register("conect-four")


def test_games_and_states_survive_a_trip_to_another_process():
    game = pyspiel.load_game(register("kuhn-poker"), {"seed": 5})
    state = game.new_initial_state()
    state.apply_action(2)
    program = (
        "import pickle, sys, pyspiel\n"
        "game, state = pickle.load(sys.stdin.buffer)\n"
        "print(game, state.information_state_string(0), sep='|', end='')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=pickle.dumps((game, state)),
        capture_output=True,
        check=True,
    )
    assert done.stdout.decode() == f"{game}|{state.information_state_string(0)}"


def movers(state) -> Iterator[int]:
    while not state.is_terminal():
        yield state.current_player()
        state.apply_action(state.legal_actions()[0])


def test_in_an_open_turn_players_take_turns():
    game = pyspiel.load_game(register(Draft()))
    assert list(movers(game.new_initial_state())) == [0, 1, 2]


def test_weights_of_chance_become_probabilities():
    deal = pyspiel.load_game(register(HighCard())).new_initial_state()
    odds = {deal.action_to_string(action): p for action, p in deal.chance_outcomes()}
    assert odds == {"deal j": 0.5, "deal k": 0.25, "deal q": 0.25}


def test_a_game_given_as_an_object_must_be_registered_wherever_it_goes():
    game = pyspiel.load_game(register(Draft()))
    program = "import pickle, sys; pickle.load(sys.stdin.buffer)"
    done = subprocess.run(
        [sys.executable, "-c", program], input=pickle.dumps(game), capture_output=True, check=False
    )
    assert b"call register() first" in done.stderr


def test_simultaneous_nodes_ask_only_who_is_still_in_the_game():
    game = pyspiel.load_game(register("tron"))
    state = game.new_initial_state()
    rng = np.random.default_rng(1)
    partly = False
    while not state.is_terminal():
        asked = [bool(state.legal_actions(player)) for player in range(4)]
        if state.is_simultaneous_node():
            partly |= not all(asked)
            state.apply_actions(
                [rng.choice(state.legal_actions(p)) if asked[p] else 0 for p in range(4)]
            )
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert partly
