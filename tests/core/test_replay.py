"""A match comes back from its seed and its events, and so does one that was saved long ago."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
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
    RecordError,
    Role,
    State,
    event_from_json,
    event_to_json,
    random_event,
    read_record,
    replay,
)

Match = tuple[int, tuple[Event, ...], list[State]]


def played(game: Game, seed: int) -> Match:
    rng = Random(seed)
    events: tuple[Event, ...] = ()
    states = [game.initial(seed)]
    while not isinstance(states[-1].turn, Over):
        event = random_event(states[-1], rng)
        events = (*events, event)
        states.append(states[-1].after(event.moves))
    return seed, events, states


def header(seed: int = 0, **changes: object) -> dict[str, object]:
    said = {"spielwerk-record": 1, "game": "nim", "options": {}, "seed": seed, "rules": ""}
    return {**said, **changes}


def recorded(seed: int, events: tuple[Event, ...]) -> str:
    """A match as earlier versions saved it."""
    return seal(header(seed), *map(event_to_json, events))


def refusal(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        read_record(text)
    return caught.value


@pytest.mark.parametrize("game", TINY_GAMES, ids=lambda game: game.name)
def test_replaying_a_match_gives_every_state_back(game: Game) -> None:
    for number in range(20):
        seed, events, states = played(game, number)
        assert list(replay(game, seed, events)) == states
        head, again = read_record(recorded(seed, events))
        assert list(replay(game, head["seed"], again)) == states


names = st.text(min_size=1, max_size=12)
events = st.builds(
    Event,
    st.dictionaries(names.map(Role), names.map(Move), max_size=3),
    st.lists(names.map(Role), max_size=2).map(tuple),
)


@given(events)
def test_whatever_the_names_an_event_comes_back_from_its_text(event: Event) -> None:
    assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event


@given(st.lists(events, max_size=6).map(tuple))
def test_whatever_the_names_a_record_comes_back_from_its_text(events: tuple[Event, ...]) -> None:
    assert read_record(recorded(3, events)) == (header(3), events)


@given(st.text(max_size=200))
def test_any_other_text_is_refused_with_a_line(text: str) -> None:
    assert refusal(text).line is not None


def test_a_time_out_is_part_of_the_match() -> None:
    deal = [Event({CHANCE: Move("deal j")}), Event({CHANCE: Move("deal k")})]
    *_, last = replay(HighCard(), 0, [*deal, Event(late=(ANN,))])
    assert last.outcome() == {ANN: 40, BOB: 60}


def nim() -> str:
    seed, events, _ = played(Nim(), 3)
    return recorded(seed, events)


def test_an_edited_move_is_found_on_its_line() -> None:
    lines = nim().splitlines()
    row = json.loads(lines[2])
    role = next(iter(row["moves"]))
    row["moves"][role] = "take 3" if row["moves"][role] != "take 3" else "take 1"
    lines[2] = json.dumps(row)
    problem = refusal("\n".join(lines))
    assert problem.line == 3
    assert "changed after it was written" in str(problem)


def test_a_removed_line_is_found_where_it_is_missing() -> None:
    lines = nim().splitlines()
    del lines[1]
    assert refusal("\n".join(lines)).line == 2


def test_swapped_lines_are_found() -> None:
    lines = nim().splitlines()
    lines[1], lines[2] = lines[2], lines[1]
    assert refusal("\n".join(lines)).line == 2


def test_a_cut_line_is_found() -> None:
    text = nim()
    problem = refusal(text[:-20])
    assert problem.line == len(text.splitlines())
    assert "cut off" in str(problem)


def test_a_record_cut_after_a_whole_line_is_a_shorter_match() -> None:
    _, events, _ = played(Nim(), 3)
    assert read_record("\n".join(nim().splitlines()[:-1]))[1] == events[:-1]


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
    newer = {"spielwerk-record": 99}
    assert "Update Spielwerk" in str(refusal(json.dumps({**newer, "check": "0"})))
    assert "Update Spielwerk" in str(refusal(seal(newer)))


def test_a_header_without_a_seed_is_refused() -> None:
    assert "'seed'" in str(refusal(seal({"spielwerk-record": 1, "game": "nim"})))


def test_a_header_with_a_word_for_a_seed_is_refused() -> None:
    assert "'x' should be of type int" in str(refusal(seal(header(seed="x"))))


def test_an_event_without_moves_is_refused_on_its_line() -> None:
    problem = refusal(seal(header(), {"moves": [1]}))
    assert problem.line == 2


def test_an_impossible_move_says_where_and_why() -> None:
    events = [Event({ANN: Move("take 1")}), Event({BOB: Move("take 9")})]
    with pytest.raises(RecordError, match="Step 2 is not possible: no: bob may not play take 9"):
        list(replay(Nim(), 0, events))


def seal(*rows: Mapping[str, object]) -> str:
    """Rows with the check values a record has, written by the format's own description."""
    lines, before = [], ""
    for row in rows:
        canonical = json.dumps(row, sort_keys=True, separators=(",", ":"))
        before = hashlib.sha256(f"{before}\n{canonical}".encode()).hexdigest()[:12]
        lines.append(json.dumps({**row, "check": before}))
    return "\n".join(lines)
