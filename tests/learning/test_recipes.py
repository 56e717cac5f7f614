"""The cookbook: every recipe is without problems, does what its tests say, and ends."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from spielwerk.catalogue import language_named, open_rules
from spielwerk.cli import main
from spielwerk.core import Game, Role, check_game, read_scenarios, rehearse
from spielwerk.learning import Recipe, recipe_named, recipes

FOLDER = Path(__file__).parents[2] / "src" / "spielwerk" / "library" / "recipes"
ALL = list(recipes().values())


def game_of(recipe: Recipe) -> Game:
    language = language_named(recipe.language)
    return open_rules(language, language.brought(recipe.source))


def test_there_are_thirty_and_no_file_is_left_over() -> None:
    assert len(ALL) >= 30
    named = {"recipes.toml", *(one.file for one in ALL), *(f"{one.name}.test" for one in ALL)}
    assert {path.name for path in FOLDER.iterdir()} == named


@pytest.mark.parametrize("recipe", ALL, ids=lambda recipe: recipe.name)
def test_a_recipe_has_no_problems_and_does_what_its_tests_say(recipe: Recipe) -> None:
    language = language_named(recipe.language)
    assert not language.check(language.brought(recipe.source))
    game = game_of(recipe)
    scenarios = read_scenarios(recipe.test, f"{recipe.name}.test")
    assert scenarios
    assert {scenario.game for scenario in scenarios} == {recipe.file}
    assert [str(one) for scenario in scenarios for one in rehearse(scenario, game)] == []


@pytest.mark.parametrize("recipe", ALL, ids=lambda recipe: recipe.name)
def test_random_matches_of_a_recipe_keep_the_contract_and_end(recipe: Recipe) -> None:
    check_game(game_of(recipe), matches=2)


@pytest.mark.parametrize("recipe", ALL, ids=lambda recipe: recipe.name)
def test_a_recipe_says_what_it_shows_in_both_languages_and_shows_it(recipe: Recipe) -> None:
    assert recipe.title.keys() == recipe.shows.keys() == {"en", "de"}
    assert recipe.look in recipe.excerpt
    assert len(recipe.excerpt.splitlines()) < 60


def test_whoever_lets_the_time_pass_waits() -> None:
    """What scenario tests cannot say: time."""
    state = game_of(recipe_named("timers")).initial(0)
    limit = state.limit(Role("anna"))
    assert limit is not None
    assert limit.seconds == 10
    after = state.after({}, {Role("anna")})
    assert state.legal(Role("anna"))
    assert not after.legal(Role("anna"))
    assert after.legal(Role("ben"))


def test_the_command_lists_and_copies_and_never_overwrites(tmp_path: Path) -> None:
    run = CliRunner()
    listed = run.invoke(main, ["recipe"])
    assert len(listed.output.splitlines()) == len(ALL)
    name = Random(3).choice(ALL).name
    copied = run.invoke(main, ["recipe", name, "--to", str(tmp_path / "mine")])
    assert copied.exit_code == 0, copied.output
    tested = run.invoke(main, ["test", str(tmp_path / "mine" / f"{name}.test")])
    assert "all as expected" in tested.output
    again = run.invoke(main, ["recipe", name, "--to", str(tmp_path / "mine")])
    assert again.exit_code == 2
    assert "there already" in again.output
    assert run.invoke(main, ["recipe", "nothing"]).exit_code == 2
