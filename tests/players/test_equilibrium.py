"""Small games are solved: nobody can read the player that auto chooses by itself.

Exploitability is computed by OpenSpiel on the adapter, from what the player says it would do.
"""

from __future__ import annotations

import json
import os
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from spielwerk.catalogue import open_game
from spielwerk.cli.solve import command
from spielwerk.core import Course, Deadline, Game, Knowledge, Over, Role, Unsuited, random_event
from spielwerk.players import parse_player
from spielwerk.players.equilibrium import (
    SampledLearning,
    StrategyError,
    StrategyMind,
    known_strategy,
    read_strategy,
    solved,
    strategy_text,
)

pyspiel = pytest.importorskip("pyspiel")
SOAK = bool(os.environ.get("SPIELWERK_SOAK"))


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELWERK_CACHE", str(tmp_path / "cache"))


def _library(name: str) -> str:
    return (files("spielwerk") / "library" / "gdl" / f"{name}.gdl").read_text(encoding="utf-8")


def _goofspiel(folder: Path, cards: int) -> Path:
    """Goofspiel with fewer cards than in the library."""
    text = _library("goofspiel").replace("(card (1 .. 6))", f"(card (1 .. {cards}))")
    path = folder / f"goofspiel-{cards}.gdl"
    path.write_text(text.replace("(prize 7)", f"(prize {cards + 1})"))
    return path


def _one_die(folder: Path, faces: int) -> Path:
    """Liar's dice with one die each."""
    text = _library("liars-dice")
    for old, new in (
        ("(count (1 .. 4))", "(count (1 .. 2))"),
        ("(face (1 .. 6))", f"(face (1 .. {faces}))"),
        ("(roll ?left ?right)", "(roll ?left)"),
        ("    (face ?left)\n    (face ?right))", "    (face ?left))"),
        ("(rolled ?left ?right)", "(rolled ?left)"),
        ("(shows ?other ?left ?right)", "(shows ?other ?left)"),
        ("(dice ?other ?left ?right)", "(dice ?other ?left)"),
        ("(dice ?player ?left ?right)", "(dice ?player ?left)"),
        ("(shows anna ?face ?m)", "(number anna ?face ?m)"),
        ("(shows bert ?face ?n)", "(number bert ?face ?n)"),
    ):
        assert old in text
        text = text.replace(old, new)
    start, end = text.index("(<= (shows ?player ?face 2)"), text.index("(numbers 0 .. 4 plus)")
    counted = """
        (<= (number ?player ?face 1) (true (dice ?player ?face)))
        (<= (number ?player ?face 0)
            (true (dice ?player ?left)) (face ?face) (distinct ?face ?left))
    """
    path = folder / f"one-die-{faces}.gdl"
    path.write_text(text[:start] + counted + text[end:])
    return path


class _Walk:
    """OpenSpiel's tree of a game, with what our players would do at every place of it."""

    def __init__(self, game: Game) -> None:
        from spielwerk.adapters.openspiel import register

        self.game = game
        loaded = pyspiel.load_game(register(game))
        together = loaded.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
        self.loaded = pyspiel.convert_to_turn_based(loaded) if together else loaded
        self.minds = {role: parse_player("auto").sit(game, role) for role in game.roles}
        self.chances: dict[str, list[tuple[int, float]]] = {}

    def exploitability(self) -> float:
        state = self.loaded.new_initial_state()
        self._visit(state, Course.begun(self.game), {})
        return float(pyspiel.exploitability(self.loaded, self.chances))

    def _visit(self, state: Any, course: Course, chosen: dict[Role, str]) -> None:
        if state.is_terminal():
            return
        player = state.current_player()
        role = Role("random") if state.is_chance_node() else self.game.roles[player]
        if role in self.game.roles:
            known = state.information_state_string()
            if known not in self.chances:
                self.chances[known] = self._would(state, course, role)
        for action in state.legal_actions():
            moves = {**chosen, role: state.action_to_string(player, action)}
            turn = course.state.turn
            complete = role == "random" or set(moves) == set(turn.roles)  # type: ignore[union-attr]
            after = course.after(moves) if complete else course  # type: ignore[arg-type]
            self._visit(state.child(action), after, {} if complete else moves)  # type: ignore[arg-type]

    def _would(self, state: Any, course: Course, role: Role) -> list[tuple[int, float]]:
        mind: Any = self.minds[role]
        mind = getattr(mind, "_mind", mind)
        assert isinstance(mind, StrategyMind), "auto was to choose the solver by itself"
        chances = mind.chances(Knowledge(self.game, course, role))
        assert chances is not None
        player = state.current_player()
        return [
            (action, chances.get(state.action_to_string(player, action), 0.0))
            for action in state.legal_actions()
        ]


def test_nobody_can_read_kuhn_poker() -> None:
    assert _Walk(open_game("kuhn-poker")).exploitability() <= 0.005


@pytest.mark.parametrize("cards", [3, pytest.param(5, marks=pytest.mark.soak)])
def test_goofspiel_is_mixed(tmp_path: Path, cards: int) -> None:
    game = open_game(str(_goofspiel(tmp_path, cards)))
    solve = CliRunner().invoke(command, [str(_goofspiel(tmp_path, cards))])
    assert solve.exit_code == 0, solve.output
    assert _Walk(game).exploitability() <= 0.05


@pytest.mark.parametrize("faces", [3, pytest.param(6, marks=pytest.mark.soak)])
def test_liars_dice_with_one_die_each_is_solved(tmp_path: Path, faces: int) -> None:
    path = _one_die(tmp_path, faces)
    solve = CliRunner().invoke(command, [str(path)])
    assert solve.exit_code == 0, solve.output
    assert _Walk(open_game(str(path))).exploitability() <= 0.02


def test_the_jack_bluffs_now_and_then() -> None:
    game = open_game("kuhn-poker")
    strategy = solved(game)
    assert strategy.exploitability is not None
    assert strategy.exploitability < 0.005
    course = Course.begun(game).after({Role("random"): "(deal jack king)"})  # type: ignore[dict-item]
    mind: Any = parse_player("solve").sit(game, game.roles[0])
    chances = mind.chances(Knowledge(game, course, game.roles[0]))
    assert 0 <= chances["bet"] <= 0.4
    second = course.after({game.roles[0]: "check"})  # type: ignore[dict-item]
    queen = Course.begun(game).after({Role("random"): "(deal queen jack)"})  # type: ignore[dict-item]
    bluffer = queen.after({game.roles[0]: "check"})  # type: ignore[dict-item]
    other: Any = parse_player("solve").sit(game, game.roles[1])
    assert 0.2 < other.chances(Knowledge(game, bluffer, game.roles[1]))["bet"] < 0.5
    assert other.chances(Knowledge(game, second, game.roles[1]))["bet"] > 0.9


def test_sampling_learns_to_mix_and_is_kept_as_a_file(tmp_path: Path) -> None:
    game = open_game("kuhn-poker")
    learning = SampledLearning(game, seed=1)
    learning.learn(lambda: True, matches=1_000)
    path = tmp_path / "kuhn.json"
    path.write_text(strategy_text(game, learning.strategy()))
    again = read_strategy(game, path.read_text())
    assert len(again.chances) == 12
    mind: Any = parse_player(f"learnt:file={path}").sit(game, game.roles[0])
    course = Course.begun(game).after({Role("random"): "(deal king jack)"})  # type: ignore[dict-item]
    assert mind.choose(Knowledge(game, course, game.roles[0])).move in ("bet", "check")
    called = Course.begun(game).after({Role("random"): "(deal jack king)"})  # type: ignore[dict-item]
    called = called.after({game.roles[0]: "bet"})  # type: ignore[dict-item]
    other: Any = parse_player(f"learnt:file={path}").sit(game, game.roles[1])
    assert other.chances(Knowledge(game, called, game.roles[1])).get("call", 0) > 0.95


def test_who_chooses_at_once_learns_to_mix_too() -> None:
    game = open_game("blind-bids")
    learning = SampledLearning(game, seed=1, ends=12)
    learning.learn(lambda: True, matches=1)
    assert learning.strategy().chances


def test_who_learns_stops_in_the_middle_of_a_match_once_time_is_up() -> None:
    """Otherwise every branch of a long match would still be played to its end."""
    learning = SampledLearning(open_game("blind-bids"), seed=1)
    left = iter([True] * 20)
    asked: list[bool] = []

    def go_on() -> bool:
        asked.append(next(left, False))
        return asked[-1]

    learning.learn(go_on)
    assert asked.count(False) == 1
    assert learning.matches == 0


def test_a_game_that_is_too_large_is_left_to_others() -> None:
    game = open_game("love-letter").settled(2)
    with pytest.raises(Unsuited, match="was not solved"):
        parse_player("solve").sit(game, game.roles[0], deadline=Deadline.after(0.2))
    assert known_strategy(game) is None


def test_a_strategy_for_other_rules_is_refused(tmp_path: Path) -> None:
    kuhn, dice = open_game("kuhn-poker"), open_game("liars-dice")
    text = strategy_text(kuhn, solved(kuhn))
    with pytest.raises(StrategyError, match="other rules"):
        read_strategy(dice, text)
    for wrong in ("", "[]", "{", json.dumps({"format": "spielwerk strategy 1"})):
        with pytest.raises(StrategyError, match="no strategy"):
            read_strategy(kuhn, wrong)
    with pytest.raises(StrategyError, match="cannot be read"):
        parse_player(f"learnt:file={tmp_path / 'none'}").sit(kuhn, kuhn.roles[0])


def test_a_solved_match_is_played_to_its_end() -> None:
    game, rng = open_game("kuhn-poker"), Random(1)
    minds = {role: parse_player("auto").sit(game, role, seed=3) for role in game.roles}
    course = Course.begun(game)
    while not isinstance((state := course.state).turn, Over):
        moves = random_event(state, rng).moves
        asked = [role for role in moves if role in minds]
        course = course.after(
            {role: minds[role].choose(Knowledge(game, course, role)).move for role in asked}
            or moves
        )
    assert sum(state.outcome().values()) == 100
