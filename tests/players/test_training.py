"""What is learnt from rules alone: the same from the same seed, and better than what random
matches say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from spielwerk.catalogue import open_game
from spielwerk.cli import main
from spielwerk.core import Freedom, Game, Joint, Judgement, Knowledge, Move, Role, State
from spielwerk.languages.gdl import GdlGame, parse_program
from spielwerk.languages.gdl.search import CircuitSearch
from spielwerk.languages.gdl.search.runtime import runtime
from spielwerk.players import parse_player
from spielwerk.players.evaluation import JudgedEvaluation
from spielwerk.players.judgements import (
    JudgementError,
    judgement_text,
    keep_judgement,
    known_judgement,
    named_judgement,
    read_judgement,
    shipped_games,
    shipped_judgement,
)
from spielwerk.players.training import CannotTrain, SelfPlay, contest, facts_of, symmetries, train
from spielwerk.players.training.fitting import Lessons, WeightFit
from spielwerk.players.training.kinds import kind_matrix
from spielwerk.players.training.symmetries import Symmetry

_RACE = """
(role left) (role right)
(init (control left)) (init (at left 0)) (init (at right 0))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
(other left right) (other right left)
(<= (legal ?p walk) (true (control ?p)))
(<= (legal ?p rest) (true (control ?p)))
(<= (legal ?p noop) (true (control ?o)) (other ?p ?o))
(<= (next (control ?o)) (true (control ?p)) (other ?p ?o))
(<= (next (at ?p ?m)) (does ?p walk) (true (at ?p ?n)) (succ ?n ?m))
(<= (next (at ?p 4)) (does ?p walk) (true (at ?p 4)))
(<= (next (at ?p ?n)) (true (at ?p ?n)) (not (does ?p walk)))
(<= (next (round ?m)) (true (round ?n)) (later ?n ?m))
(init (round 0))
(later 0 1) (later 1 2) (later 2 3) (later 3 4) (later 4 5) (later 5 6) (later 6 7) (later 7 8)
(<= home-left (true (at left 3)))
(<= home-right (true (at right 4)))
(<= terminal home-left) (<= terminal home-right) (<= terminal (true (round 8)))
(<= (goal left 100) home-left) (<= (goal right 0) home-left)
(<= (goal left 0) home-right) (<= (goal right 100) home-right)
(<= (goal ?p 50) (role ?p) (not home-left) (not home-right))
"""
"""Left has a shorter way: nothing about it can be exchanged."""


@pytest.fixture
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What tests train is not what the user trained; it lasts for one module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPIELWERK_CACHE", str(tmp_path_factory.getbasetemp() / "trained"))
        yield


@pytest.fixture(scope="module")
def small() -> Game:
    return open_game("tic-tac-toe").quick()


@pytest.mark.parametrize(
    ("name", "same_side", "changing_sides"),
    [("tic-tac-toe", 8, 8), ("connect-four", 2, 2), ("breakthrough", 2, 2), ("hex", 2, 2)],
)
def test_symmetries_of_a_board_are_found(name: str, same_side: int, changing_sides: int) -> None:
    batch = open_game(name).quick().batch(512, 1)
    assert batch is not None
    signs = [symmetry.sign for symmetry in symmetries(batch)]
    assert (signs.count(1), signs.count(-1)) == (same_side, changing_sides)


def test_hex_changes_sides_with_rows_for_columns() -> None:
    batch = open_game("hex").quick().batch(512, 1)
    assert batch is not None
    number = {fact: n for n, fact in enumerate(batch.facts)}
    images = {
        batch.facts[symmetry.images[number["(cell b 5 red)"]]]
        for symmetry in symmetries(batch)
        if symmetry.sign < 0
    }
    assert images == {"(cell e 2 blue)", "(cell e 8 blue)"}


def test_a_race_with_unequal_ways_has_no_symmetry() -> None:
    batch = GdlGame(parse_program(_RACE), "race").quick().batch(512, 1)
    assert batch is not None
    assert [symmetry.sign for symmetry in symmetries(batch)] == [1]


def _trained(game: Game, rounds: int, seed: int) -> list[Judgement]:
    learning = train(game, seed=seed, go_on=lambda: True, how=SelfPlay(opening=4))
    return [next(learning).judgement for _ in range(rounds + 1)]


def test_the_same_seed_teaches_the_same(small: Game) -> None:
    (*_, one), (*_, same), (*_, other) = (_trained(small, 3, seed) for seed in (1, 1, 2))
    assert one.facts.tolist() == same.facts.tolist()
    assert one.facts.tolist() != other.facts.tolist()


def test_facts_that_tell_something_only_together_are_found_with_their_images() -> None:
    """The first two facts together are good, the last two are the same for the other side."""
    rng = np.random.default_rng(1)
    rows = rng.integers(0, 2, (4_000, 6), np.uint8)
    together = rows[:, 0] & rows[:, 1]
    others = rows[:, 5] & rows[:, 4]
    score = 2.0 * together - 2.0 * others
    values = 1 / (1 + np.exp(-score))
    lessons = Lessons(rows, values, np.ones(len(rows)), np.zeros((len(rows), 2), np.float32))
    sides = [Symmetry.identity(6), Symmetry(np.arange(6)[::-1].copy(), -1)]
    facts = ["a", "b", "c", "d", "e", "f"]
    fit = WeightFit(kind_matrix(facts, sides), biased=False)
    fit.learn(lessons)
    alone = fit.surprise(lessons)
    for _ in range(4):
        fit.learn(lessons)
        assert fit.learn_pairs(sides) >= 1
    assert fit.surprise(lessons) < 0.2 * alone
    found = {(one, other): weight for one, other, weight in fit.judgement.pairs.tolist()}
    assert found[0, 1] == -found[4, 5] > 1_000
    assert max(found, key=lambda pair: found[pair]) == (0, 1)
    further = WeightFit(kind_matrix(facts, sides), biased=False, start=fit.judgement)
    assert further.surprise(lessons) == pytest.approx(fit.surprise(lessons), abs=1e-4)
    assert further.judgement.pairs.tolist() == fit.judgement.pairs.tolist()


def test_matches_with_search_teach_more_than_random_ones() -> None:
    game = open_game("breakthrough").quick()
    first, *_, last = _trained(game, 4, 1)
    share = contest(game, last, first, pairs=6, seed=3, go_on=lambda: True)
    assert share > 0.55


def test_games_that_cannot_be_trained_say_so() -> None:
    with pytest.raises(CannotTrain, match="'goofspiel' cannot be trained"):
        next(train(open_game("goofspiel").quick(), seed=0, go_on=lambda: True))


@pytest.mark.parametrize("name", shipped_games())
def test_what_the_library_ships_belongs_to_todays_rules(name: str) -> None:
    game = open_game(name).quick()
    judgement = shipped_judgement(game, facts_of(game))
    assert judgement is not None, f"Train it again: spielwerk train {name} --out FILE"
    assert judgement.facts.any()


def test_a_judgement_is_read_as_it_was_written(small: Game) -> None:
    facts = facts_of(small)
    numbers = np.arange(len(facts), dtype=np.int32)
    pairs = np.array([[0, 3, -9]], np.int32)
    freedom = Freedom(5, (40, -40), (30, -20))
    written = Judgement(7, numbers, pairs, 2 * numbers, (10, -4), freedom)
    read = read_judgement(judgement_text(small, facts, written, "by hand"), small, facts)
    assert (read.bias, read.facts.tolist()) == (7, written.facts.tolist())
    assert read.pairs.tolist() == [[0, 3, -9]]
    assert read.late is not None
    assert read.late.tolist() == (2 * numbers).tolist()
    assert (read.course, read.freedom) == ((10, -4), freedom)


@pytest.mark.usefixtures("own_cache")
def test_a_judgement_says_the_same_of_a_state_as_of_its_native_code(small: Game) -> None:
    facts = facts_of(small)
    rng = np.random.default_rng(2)
    weights, late = rng.integers(-900, 900, (2, len(facts))).astype(np.int32)
    course = (len(facts) // 3, -2)
    judgement = Judgement(70, weights, np.array([[0, 3, -500]], np.int32), late, course)
    keep_judgement(small, judgement_text(small, facts, judgement, "by hand"))
    known = named_judgement(small)
    assert known is not None
    asked = JudgedEvaluation(*known)
    search = small.search()
    assert isinstance(search, CircuitSearch)
    game, state = search.game(judgement), small.initial()
    while isinstance(state.turn, Joint):
        record = game.record(search.position(state))
        assert record is not None
        score = runtime().judge(game.address, record.ctypes.data)
        assert asked(state) == pytest.approx(1 / (1 + np.exp(-score / 1000)), abs=0.001)
        role = state.turn.roles[0]
        state = state.after({role: state.legal(role)[0]} | noops(state, role))


def noops(state: State, role: Role) -> dict[Role, Move]:
    """What whoever is not on turn does."""
    assert isinstance(state.turn, Joint)
    return {other: state.legal(other)[0] for other in state.turn.roles if other != role}


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('{\n"format"', '"format"', "This is no judgement"),
        ("spielwerk judgement 2", "something else", "This is no judgement"),
        ('"rules": "', '"rules": "other', "by other rules than today's"),
        ("(cell 1 1 x)", "(cell 9 9 x)", "damaged"),
        ('"bias": 0', '"bias": "much"', "much is no weight"),
        ('"pairs": []', '"pairs": [[1, 2]]', "damaged"),
        ('"course": [\n0,\n1\n]', '"course": [0, 0]', "divided by is 0"),
        ('"freedom": null', '"freedom": [5, 1]', "damaged"),
    ],
)
def test_bad_files_are_refused_with_a_sentence(
    small: Game, old: str, new: str, sentence: str
) -> None:
    facts = facts_of(small)
    weights = Judgement(0, np.ones(len(facts), np.int32), np.zeros((0, 3), np.int32))
    text = judgement_text(small, facts, weights, "by hand")
    assert old in text
    with pytest.raises(JudgementError, match=sentence):
        read_judgement(text.replace(old, new), small, facts)


@pytest.mark.usefixtures("own_cache")
def test_alphabeta_goes_by_what_the_user_trained(small: Game) -> None:
    facts = facts_of(small)
    wish = "(cell 1 2 x)"
    weights = np.array([5_000 * (fact == wish) for fact in facts], np.int32)
    taught = Judgement(0, weights, np.zeros((0, 3), np.int32))
    keep_judgement(small, judgement_text(small, facts, taught, "by hand"))
    role = small.roles[0]
    mind = parse_player("alphabeta:depth=1").sit(small, role)
    assert mind.choose(Knowledge(small, small.initial(), role)).move == "(mark 1 2)"
    mind = parse_player("alphabeta:depth=1,judgement=fresh").sit(small, role)
    assert mind.choose(Knowledge(small, small.initial(), role)).move != "(mark 1 2)"


@pytest.mark.usefixtures("own_cache")
def test_the_command_writes_what_it_learnt(small: Game, tmp_path: Path) -> None:
    out = tmp_path / "judgement.json"
    run = CliRunner().invoke(main, ["train", "tic-tac-toe", "--rounds", "1", "--out", str(out)])
    assert run.exit_code == 0
    assert "round 1: " in run.stderr
    facts = facts_of(small)
    written = read_judgement(out.read_text(encoding="utf-8"), small, facts)
    kept = known_judgement(small, facts)
    assert kept is not None
    assert written.facts.tolist() == kept.facts.tolist()


@pytest.mark.usefixtures("own_cache")
def test_the_command_refuses_what_cannot_be_trained() -> None:
    run = CliRunner().invoke(main, ["train", "goofspiel", "--minutes", "0.1"])
    assert run.exit_code == 2
    assert "'goofspiel' cannot be trained" in run.stderr
