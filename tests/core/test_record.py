"""A record lives through its match again, and a hand that edited it is found out."""

from __future__ import annotations

import hashlib
import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_games import ANN, BOB, TINY_GAMES, HighCard, Nim

from spielwerk.core import (
    CHANCE,
    Event,
    Game,
    Move,
    Over,
    Record,
    RecordError,
    Role,
    State,
    random_event,
    replay,
)


def played(game: Game, seed: int) -> tuple[Record, list[State]]:
    rng = Random(seed)
    record = Record(game.name, seed)
    states = [game.initial(seed)]
    while not isinstance(states[-1].turn, Over):
        event = random_event(states[-1], rng)
        record = record.with_event(event)
        states.append(states[-1].after(event.moves))
    return record, states


def refusal(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        Record.from_text(text)
    return caught.value


@pytest.mark.parametrize("game", TINY_GAMES, ids=lambda game: game.name)
def test_replaying_a_record_gives_every_state_back(game: Game) -> None:
    for seed in range(20):
        record, states = played(game, seed)
        assert list(replay(game, Record.from_text(record.to_text()))) == states


names = st.text(min_size=1, max_size=12)
events = st.builds(
    Event,
    st.dictionaries(names.map(Role), names.map(Move), max_size=3),
    st.lists(names.map(Role), max_size=2).map(tuple),
)
records = st.builds(
    Record,
    game=names,
    seed=st.integers(),
    events=st.lists(events, max_size=6).map(tuple),
    options=st.dictionaries(names, st.integers() | names | st.booleans()),
    fingerprint=names,
)


@given(records)
def test_whatever_the_names_a_record_comes_back_from_its_text(record: Record) -> None:
    assert Record.from_text(record.to_text()) == record


@given(st.text(max_size=200))
def test_any_other_text_is_refused_with_a_line(text: str) -> None:
    assert refusal(text).line is not None


def test_a_time_out_is_part_of_the_record() -> None:
    deal = [Event({CHANCE: Move("deal j")}), Event({CHANCE: Move("deal k")})]
    record = Record("high-card", 0, (*deal, Event(late=(ANN,))))
    again = Record.from_text(record.to_text())
    assert again.events[2].late == (ANN,)
    *_, last = replay(HighCard(), again)
    assert last.outcome() == {ANN: 40, BOB: 60}


def test_an_edited_move_is_found_on_its_line() -> None:
    record, _ = played(Nim(), 3)
    lines = record.to_text().splitlines()
    row = json.loads(lines[2])
    role = next(iter(row["moves"]))
    row["moves"][role] = "take 3" if row["moves"][role] != "take 3" else "take 1"
    lines[2] = json.dumps(row)
    problem = refusal("\n".join(lines))
    assert problem.line == 3
    assert "changed after it was written" in str(problem)


def test_a_removed_line_is_found_where_it_is_missing() -> None:
    record, _ = played(Nim(), 3)
    lines = record.to_text().splitlines()
    del lines[1]
    assert refusal("\n".join(lines)).line == 2


def test_swapped_lines_are_found() -> None:
    record, _ = played(Nim(), 3)
    lines = record.to_text().splitlines()
    lines[1], lines[2] = lines[2], lines[1]
    assert refusal("\n".join(lines)).line == 2


def test_a_cut_line_is_found() -> None:
    record, _ = played(Nim(), 3)
    text = record.to_text()
    problem = refusal(text[:-20])
    assert problem.line == len(text.splitlines())
    assert "cut off" in str(problem)


def test_a_record_cut_after_a_whole_line_is_a_shorter_match() -> None:
    record, states = played(Nim(), 3)
    lines = record.to_text().splitlines()
    shorter = Record.from_text("\n".join(lines[:-1]))
    assert list(replay(Nim(), shorter)) == states[:-1]


def test_an_empty_file_is_no_record() -> None:
    assert (
        str(refusal("")) == "line 1: It is empty; expected the header line of a Spielwerk record."
    )


def test_json_nested_without_end_is_refused() -> None:
    assert refusal("[" * 100_000).line == 1


def test_a_number_too_long_to_read_is_refused() -> None:
    assert refusal('{"seed": ' + "9" * 10_000 + "}").line == 1


def test_a_list_is_no_event() -> None:
    assert "JSON object" in str(refusal("[1, 2]"))


def test_a_record_of_the_future_asks_for_an_update() -> None:
    header = {"spielwerk-record": 99}
    sealed = Record("nim", 0).to_text()
    assert "99" not in sealed
    assert "Update Spielwerk" in str(refusal(json.dumps({**header, "check": "0"})))
    assert "Update Spielwerk" in str(refusal(seal(header)))


def test_a_header_without_a_seed_is_refused() -> None:
    assert "'seed'" in str(refusal(seal({"spielwerk-record": 1, "game": "nim"})))


def test_a_header_with_a_word_for_a_seed_is_refused() -> None:
    header = {"spielwerk-record": 1, "game": "nim", "seed": "x", "options": {}, "rules": ""}
    assert "'x' should be of type int" in str(refusal(seal(header)))


def test_an_event_without_moves_is_refused_on_its_line() -> None:
    header = {"spielwerk-record": 1, "game": "nim", "seed": 0, "options": {}, "rules": ""}
    problem = refusal(seal(header, {"moves": [1]}))
    assert problem.line == 2


def test_a_record_of_another_game_is_refused() -> None:
    with pytest.raises(RecordError, match="The record is of 'high-card', not of 'nim'"):
        list(replay(Nim(), Record("high-card", 0)))


def test_a_record_of_other_rules_is_refused() -> None:
    class Newer(Nim):
        fingerprint = "new"

    with pytest.raises(RecordError, match="have changed since"):
        list(replay(Newer(), Record("nim", 0, fingerprint="old")))


def test_a_record_with_an_impossible_move_says_where_and_why() -> None:
    record = Record("nim", 0, (Event({ANN: Move("take 1")}), Event({BOB: Move("take 9")})))
    with pytest.raises(RecordError, match="bob may not play take 9") as caught:
        list(replay(Nim(), record))
    assert caught.value.line == 3


def seal(*rows: dict[str, object]) -> str:
    """Rows with the check values a record has, written by the format's own description."""
    lines, before = [], ""
    for row in rows:
        canonical = json.dumps(row, sort_keys=True, separators=(",", ":"))
        before = hashlib.sha256(f"{before}\n{canonical}".encode()).hexdigest()[:12]
        lines.append(json.dumps({**row, "check": before}))
    return "\n".join(lines)
