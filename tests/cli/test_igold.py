"""``spielwerk igold``: conversations with the debugger, diagrams, compiled code, coverage."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner
from lxml import etree

from spielwerk.cli.entry import main

FIXTURES = Path(__file__).parents[1] / "languages" / "igold" / "fixtures"
OFUA = str(FIXTURES / "ofua.igold.xml")


def run(*words, talk=""):
    return CliRunner().invoke(main, ["igold", *words], input=talk)


def debug(*lines, game=OFUA):
    answer = run("debug", game, talk="\n".join([*lines, "quit"]) + "\n")
    assert answer.exit_code == 0, answer.output
    return answer.output


def test_a_conversation_shows_why_building_is_not_possible_and_goes_back():
    said = debug(
        "moves", "move draw-cards", "move choose docks",
        "why player1 construct-building docks", "move take-gold", "back operation",
        "rules construct-building player1", "step phase", "move construct-building docks",
        "view player1",
    )  # fmt: skip
    assert "igold> moves\nplayer1: draw-cards, take-gold, finish-turn, assasinate-char" in said
    assert "no: 'currentGold' of whoever acts is at least 'buildingCosts' of this object." in said
    assert "fact: 'currentGold' of whoever acts = 2" in said
    assert "yes: The phase state is PlayState." in said
    assert "city [docks]" in said


def test_citadels_stops_on_a_rule_steps_back_and_shows_why_building_is_not_possible():
    text = files("spielwerk").joinpath("library", "igold", "citadels.igold").read_text()
    lines = text.splitlines()
    pay = next(n for n, line in enumerate(lines, 1) if line.startswith("rule CanPay "))
    said = debug(f"break rule {pay}", "run", "back operation", "rules build", game="citadels")
    assert f"breakpoint 1: rule {pay}" in said
    stopped, shown = said.split("rules build")[0], said
    assert "after operation" in stopped
    assert "fact: 'gold' of whoever acts" in shown
    assert "fact: the price of the district" in shown
    assert f"citadels.igold:{pay}:" in shown


def test_breakpoints_stop_runs_and_can_be_listed_and_cleared():
    said = debug(
        "break type.FinishTurnAction", "breaks", "run", "where", "clear 1", "run", "clear 7"
    )
    assert "breakpoint 1: element type.FinishTurnAction" in said
    assert "before action FinishTurn" in said
    assert "the match is over" in said
    assert "There is no breakpoint 7." in said


def test_wrong_commands_are_answered_and_nothing_breaks():
    said = debug(
        "jump", "step sideways", "break rule x", "break rule 1", "view nobody", "move fly", "back"
    )
    assert "There is no command 'jump'" in said
    assert "One can step by operation, action, state, phase, move." in said
    assert "'x' is no number." in said
    assert "No rule stands in line 1." in said
    assert "There is no player 'nobody'" in said
    assert "'fly' is no move of this game." in said


def test_a_dump_can_be_debugged(tmp_path):
    dump = tmp_path / "match.json"
    debug("random 4", "state", f"dump {dump}")
    said = debug("where", "back action", "where", game=str(dump))
    assert "after action" in said


def test_the_end_of_the_commands_ends_the_conversation():
    answer = run("debug", OFUA, talk="moves\n")
    assert answer.exit_code == 0


@pytest.mark.parametrize("what", ["--phases", "--types"])
def test_diagrams_are_svg_with_every_phase_or_type(what, ofua_names):
    answer = run("diagram", OFUA, what)
    root = etree.fromstring(answer.output.encode())
    assert root.tag.endswith("svg")
    words = set(root.itertext())
    assert ofua_names[what] <= words


@pytest.fixture
def ofua_names():
    return {
        "--phases": {"AssasinPhase", "KingPhase", "PlayState", "AssasinStartState"},
        "--types": {"Building (abstract)", "Church", "buildingCosts = 2", "playerActor"},
    }


def test_compiled_code_is_python_that_can_be_shown():
    answer = run("compile", OFUA, "--show")
    compile(answer.output, "shown", "exec")
    assert "# move this object to 'constructedField' of whoever acts" in answer.output
    assert "functions" in run("compile", OFUA).output


def test_coverage_counts_what_is_used():
    answer = run("coverage", OFUA)
    assert "elements and attributes are used." in answer.output
    assert "  threeDimensionalLayout\n" in answer.output


def test_other_games_and_no_games_are_refused():
    answer = run("debug", "tic-tac-toe")
    assert answer.exit_code == 2
    assert "not written in IGold" in answer.output
    assert run("diagram", "nothing.igold.xml").exit_code == 2


def test_it_says_which_engine_a_game_gets_and_why():
    native = run("engine", "pig")
    assert native.exit_code == 0
    assert native.output.startswith("Native code")
    reference = run("engine", str(FIXTURES / "values.igold.xml"))
    assert reference.exit_code == 0
    assert "The reference engine" in reference.output
    assert "What stands in the way: numbers with decimals." in reference.output
    assert run("engine", "nothing.igold.xml").exit_code == 2
