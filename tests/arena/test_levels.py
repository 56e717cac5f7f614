"""What levels are worth: ladders, ratings from them, and which levels are offered."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from spielwerk.arena import Result, Results, ladder, level_table
from spielwerk.arena.levels import ratings, worth_offering
from spielwerk.cli import main
from spielwerk.cli.levels import BEGIN, END, library_table
from spielwerk.players.strengths import LEVELS, LevelRating, Strengths


def result(number: int, seating: tuple[int, ...], outcome: tuple[int, ...]) -> Result:
    return Result(number, seating, 0, outcome, "over", 9, 0.1, (0,) * len(seating))


def test_ratings_add_up_from_random_to_expert() -> None:
    tournament = ladder("tic-tac-toe", 2, 4, 0.1)
    assert tournament.players == (
        "random",
        "easy:5ms",
        "medium:20ms",
        "strong:100ms",
        "expert:300ms",
    )
    results = Results(tournament)
    for fixture in tournament.fixtures():
        upper = max(fixture.seating)
        drawn = upper == 4
        outcome = tuple(50 if drawn else 100 * (seat == upper) for seat in fixture.seating)
        results.add(result(fixture.number, fixture.seating, outcome))
    found = ratings(results)
    assert 0 < found["easy"].elo < found["medium"].elo < found["strong"].elo
    assert found["expert"].elo == found["strong"].elo
    assert [name for name in LEVELS if found[name].offered] == ["easy", "medium", "strong"]


def test_alone_levels_are_compared_round_by_round() -> None:
    tournament = ladder("knights-tour", 1, 6, 0.1)
    results = Results(tournament)
    for fixture in tournament.fixtures():
        (player,) = fixture.seating
        results.add(result(fixture.number, fixture.seating, (20 * player,)))
    found = ratings(results)
    elos = [found[name].elo for name in LEVELS]
    assert elos == sorted(elos)
    assert elos[0] > 0


@pytest.mark.parametrize(
    ("elos", "offered"),
    [
        ((100, 200, 300, 400), "easy medium strong expert"),
        ((100, 100, 120, 160), "easy medium expert"),
        ((120, 100, 90, 95), "medium"),
    ],
)
def test_only_levels_that_make_a_difference_are_offered(
    elos: tuple[int, ...], offered: str
) -> None:
    assert worth_offering(dict(zip(LEVELS, elos, strict=True))) == tuple(offered.split())


def test_the_page_of_the_arena_has_the_table_of_what_the_library_knows() -> None:
    with open("docs/arena.md", encoding="utf-8") as page:
        table = page.read().partition(BEGIN)[2].partition(END)[0]
    assert table.strip() == library_table(), "run: spielwerk levels --table docs/arena.md"


def test_a_table_has_a_row_a_game() -> None:
    known = Strengths("mcts", levels={"easy": LevelRating(100, 50), "medium": LevelRating(300, 60)})
    assert level_table([("Go", known)]).splitlines()[-1] == (
        "| Go | `mcts` | 100 ± 50 | 300 ± 60 |  |  | easy, medium |"
    )


def test_the_command_measures_a_game_and_shows_what_it_found(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPIELWERK_CACHE", str(tmp_path))
    done = CliRunner().invoke(
        main, ["levels", "nim", "--matches", "1", "--scale", "0.01"], catch_exceptions=False
    )
    assert done.exit_code == 0, done.output
    assert "expert" in done.output
    again = CliRunner().invoke(main, ["levels", "nim", "--show"], catch_exceptions=False)
    assert again.output.split()[1:] == done.output.split()[1:]
    nothing = CliRunner().invoke(main, ["levels"])
    assert nothing.exit_code == 2
    assert "Name a game" in nothing.output
