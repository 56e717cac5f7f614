"""The five simple racers: each keeps its habit, and none runs into a wall it could have avoided."""

from __future__ import annotations

from random import Random

import pytest

from spielwerk.games.speed import Speed
from spielwerk.games.speed.compiled import Arena
from spielwerk.games.speed.rules import Action, Direction, Racer, SpeedBoard, play_round, start
from spielwerk.match import play
from spielwerk.players import parse_player
from spielwerk.players.speed.bots import BOTS, Bot
from spielwerk.players.speed.decision import Decision
from spielwerk.players.speed.space import survivable


def drawn(
    picture: str, *, direction: Direction, speed: int = 1, round_number: int = 1
) -> SpeedBoard:
    """A board of `.` free cells and `#` walls with our racer at `@` and a rival far off."""
    rows = [line.strip() for line in picture.strip().splitlines()]
    text = "".join(rows)
    cells = bytes({".": 0, "#": 2, "@": 1}[cell] for cell in text)
    y, x = divmod(text.index("@"), len(rows[0]))
    racers = {1: Racer(x, y, direction, speed), 2: Racer(0, 0, Direction.RIGHT)}
    return SpeedBoard(len(rows[0]), len(rows), cells, racers, round_number)


def asked(name: str, board: SpeedBoard, seed: int = 0) -> Decision:
    bot = parse_player(name)
    assert isinstance(bot, Bot)
    return bot.solver(seed).decide(Arena.of(board), 0, lambda: 1.0)


def test_there_are_five_and_each_says_what_it_does() -> None:
    assert len({bot.name for bot in BOTS}) == len({bot.__doc__ for bot in BOTS}) == 5


@pytest.mark.parametrize("kind", BOTS)
def test_no_bot_dies_while_there_is_another_way(kind: type[Bot]) -> None:
    for seed in range(6):
        rng = Random(seed)
        board = start(16, 14, 3, rng)
        solvers = [kind().solver(seed), *(BOTS[rng.randrange(5)]().solver(seed) for _ in range(2))]
        while board.running:
            actions = {}
            for number in board.active:
                arena = Arena.of(board)
                decision = solvers[number - 1].decide(arena, number - 1, lambda: 1.0)
                ways = [list(Action)[way] for way in survivable(arena, number - 1)]
                assert decision.action in ways or not ways
                assert decision.note
                actions[number] = decision.action
            board = play_round(board, actions)


@pytest.mark.parametrize("kind", BOTS)
def test_the_same_seed_gives_the_same_race(kind: type[Bot]) -> None:
    def race() -> list[Action]:
        board, chosen = start(20, 20, 2, Random(1)), []
        solvers = [kind().solver(7), kind().solver(8)]
        while board.running:
            answers = {
                n: solvers[n - 1].decide(Arena.of(board), n - 1, lambda: 1.0).action
                for n in board.active
            }
            chosen += answers.values()
            board = play_round(board, answers)
        return chosen

    assert race() == race()


def test_random_safe_does_everything_that_is_safe_sooner_or_later() -> None:
    board = drawn("#....\n.....\n..@..\n.....\n.....", direction=Direction.UP)
    done = {asked("random-safe", board, seed).action for seed in range(60)}
    assert done == set(Action) - {Action.SLOW_DOWN}


def test_straight_on_turns_only_before_a_wall_and_to_where_it_sees_farther() -> None:
    free = drawn("#....\n.....\n..@..\n.....\n.....", direction=Direction.UP)
    assert asked("straight-on", free).action is Action.CHANGE_NOTHING
    wall = drawn("#....\n..#..\n..@..\n.....\n.....", direction=Direction.UP)
    narrow = drawn("#.....\n..#...\n..@...\n......", direction=Direction.UP)
    assert asked("straight-on", wall).action in (Action.TURN_LEFT, Action.TURN_RIGHT)
    assert asked("straight-on", narrow).action is Action.TURN_RIGHT


def test_largest_area_goes_to_the_larger_side_of_a_wall() -> None:
    fork = drawn("..#.....\n..#.....\n..@.....\n..#.....", direction=Direction.UP)
    decision = asked("largest-area", fork)
    assert decision.action is Action.TURN_RIGHT
    assert "19 free cells" in decision.note


def test_jumper_leaves_its_cage_in_the_sixth_round() -> None:
    cage = """
        #...........
        ####........
        .@.#........
        ####........
    """
    board = drawn(cage, direction=Direction.RIGHT, speed=4, round_number=6)
    after = play_round(board, {1: asked("jumper", board).action, 2: Action.CHANGE_NOTHING})
    assert after.racers[1].active
    assert after.racers[1].x > 3
    assert asked("jumper", start(30, 30, 2, Random(0))).action is Action.SPEED_UP


def test_slow_filler_brakes_and_then_keeps_to_the_wall() -> None:
    open_field = "#......\n.......\n.......\n@......\n.......\n......."
    fast = drawn(open_field, direction=Direction.RIGHT, speed=3)
    assert asked("slow-filler", fast).action is Action.SLOW_DOWN
    slow = drawn(open_field, direction=Direction.UP)
    assert asked("slow-filler", slow).action is Action.CHANGE_NOTHING


def test_bots_sit_at_any_table_of_spe_ed() -> None:
    game = Speed(5, 20, 20)
    players = dict(zip(game.roles, (kind() for kind in BOTS), strict=True))
    *_, end = play(game, players, seed=3)
    assert sum(end.outcome.values()) in (0, 100)
