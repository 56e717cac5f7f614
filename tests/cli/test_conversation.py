"""Terminal play, line by line, with the tiny games: what is said, and what is never shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_games import BOB, Draft, HighCard, Nim, Pennies

from spielwerk.cli.conversation import Conversation
from spielwerk.cli.table import TerminalTable
from spielwerk.core import Game
from spielwerk.players import parse_player


class Script:
    """Lines prepared before; hands over the screen by saying so."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.complete: Callable[[str], Iterable[str]] = lambda typed: []

    def __call__(self, complete: Callable[[str], Iterable[str]]) -> Script:
        self.complete = complete
        return self

    def ask(self, prompt: str) -> str:
        if not self.lines:
            raise EOFError
        print(f"{prompt}{self.lines[0]}")
        return self.lines.pop(0)

    def hand_over(self, name: str) -> None:
        print(f"--- {name} sits down ---")


@pytest.fixture
def talk(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def run(game: Game, people: str, *lines: str, seed: int = 0) -> str:
        names = people.split()
        machines = {r: parse_player("random") for r in game.roles if r not in names}
        Conversation(TerminalTable(game, machines, seed), Script(*lines)).run()
        return capsys.readouterr().out

    return run


Talk = Callable[..., str]


def test_a_newcomer_is_told_the_game_the_seats_and_how_to_move(talk: Talk) -> None:
    said = talk(Nim(), "ann").splitlines()
    assert said[:2] == ["Nim.", "You play ann; random plays bob."]
    assert said[-2:] == [
        "Type a move, such as take 1. /legal lists all, /help helps.",
        "Goodbye. The match is not over.",
    ]


def test_who_is_asked_only_after_chance_is_told_how_to_move_all_the_same(talk: Talk) -> None:
    assert "Type a move, such as call." in talk(HighCard(), "ann")


def test_the_position_is_shown_after_every_move(talk: Talk) -> None:
    said = talk(Nim(), "ann bob", "take 3", "bob take 3")
    assert [line for line in said.splitlines() if line.startswith("heap")] == [
        "heap: 7",
        "heap: 4",
        "heap: 1",
    ]
    assert "ann> take 3" in said
    assert "bob> bob take 3" in said


def test_what_the_others_play_is_told(talk: Talk) -> None:
    assert "bob plays take" in talk(Nim(), "ann", "take 1")


def test_a_match_is_played_to_its_end_and_enter_leaves(talk: Talk) -> None:
    said = talk(Nim(), "ann bob", "take 3", "take 3", "take 1", "", "never read")
    assert "The match is over: ann 100, bob 0 (of 100)." in said
    assert "never read" not in said
    assert said.endswith("Goodbye.\n")


def test_after_the_end_a_move_can_be_taken_back(talk: Talk) -> None:
    said = talk(Nim(), "ann bob", "take 3", "take 3", "take 1", "take 1", "/undo")
    assert "The match is over. /undo takes a move back, Enter leaves." in said
    assert "Back at state 2." in said
    assert said.endswith("Goodbye. The match is not over.\n")


def test_a_refused_move_is_explained_in_one_line(talk: Talk) -> None:
    said = talk(Nim(), "ann", "take 9")
    assert "ann may not play take 9 now. (/why take 9 tells more.)" in said.splitlines()


def test_a_move_that_means_nothing_is_refused_in_one_line(talk: Talk) -> None:
    assert "'xyzzy' is not a move of nim." in talk(Nim(), "ann", "xyzzy").splitlines()


def test_a_move_of_the_wrong_role_is_refused(talk: Talk) -> None:
    assert "It is not the turn of bob; now ann chooses." in talk(Nim(), "ann bob", "bob take 1")
    assert "bob is played by the computer" in talk(Nim(), "ann", "bob take 1")


def test_an_unknown_command_suggests_the_nearest(talk: Talk) -> None:
    assert "There is no command /lagal. Did you mean /legal?" in talk(Nim(), "ann", "/lagal")


def test_an_empty_line_changes_nothing(talk: Talk) -> None:
    assert talk(Nim(), "ann", "", "").count("heap: 7") == 1


def test_legal_lists_the_moves(talk: Talk) -> None:
    assert "  take 1  take 2  take 3\n" in talk(Nim(), "ann", "/legal")


def test_why_answers_for_legal_and_illegal_moves(talk: Talk) -> None:
    assert "yes: ann may play take 1 now." in talk(Nim(), "ann", "/why take 1")
    assert "no: ann may not play take 9 now." in talk(Nim(), "ann", "/why take 9")
    assert "no: bob may not play take 1 now." in talk(Nim(), "ann", "/why bob take 1")
    assert "/why takes a move" in talk(Nim(), "ann", "/why")


def test_earlier_states_can_be_seen_again(talk: Talk) -> None:
    said = talk(
        Nim(),
        "ann bob",
        "take 2",
        "/state 0",
        "/state",
        "/state 7",
        "/state x",
        "/state " + "9" * 5000,
    )
    assert "State 0 of 1" in said
    assert "State 1 of 1" in said
    assert said.count("/state takes the number of a state, from 0 to 1.") == 3


def test_help_lists_every_command(talk: Talk) -> None:
    said = talk(Nim(), "ann", "/help")
    for name in ("/legal", "/why MOVE", "/undo", "/save FILE", "/load FILE", "/exit"):
        assert name in said


def test_the_goal_comes_with_the_end(talk: Talk) -> None:
    said = talk(Nim(), "ann bob", "/goal", "take 3", "take 3", "take 1", "/goal")
    assert "there is no outcome yet" in said
    assert said.count("ann 100, bob 0 (of 100)") == 2


def test_a_match_is_saved_and_goes_on_later(talk: Talk, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    assert f"Saved 2 steps to {file}." in talk(Nim(), "ann", "take 1", f"/save {file}")
    said = talk(Nim(), "ann", f"/load {file}", "/state", seed=5)
    assert f"Loaded 2 steps from {file}." in said
    assert "State 2 of 2" in said


def test_a_loaded_match_is_shown_even_if_it_is_as_long_as_this_one(
    talk: Talk, tmp_path: Path
) -> None:
    file = tmp_path / "match.jsonl"
    talk(Nim(), "ann bob", "take 1", f"/save {file}")
    said = talk(Nim(), "ann bob", "take 3", f"/load {file}")
    assert "heap: 6" in said.split("/load")[1]


def test_a_save_edited_by_hand_is_refused_with_its_line(talk: Talk, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    talk(Nim(), "ann", "take 1", f"/save {file}")
    file.write_text(file.read_text().replace("take 1", "take 3", 1))
    said = talk(Nim(), "ann", f"/load {file}", "/state")
    assert f"{file}: line 5: The line, or one before it, was changed" in said
    assert "State 0 of 0" in said


def test_files_that_are_no_saves_are_refused_in_a_line(talk: Talk, tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    said = talk(
        Nim(),
        "ann",
        f"/load {tmp_path / 'missing'}",
        f"/load {tmp_path / 'binary'}",
        f"/load {tmp_path}",
        f"/save {tmp_path}",
        f"/save {tmp_path / 'no' / 'such' / 'folder'}",
        "/load",
        "/save",
    )
    assert "missing cannot be read: No such file or directory." in said
    assert "binary is not a text" in said
    assert f"{tmp_path} is not a file of at most" in said
    assert "cannot be written: Is a directory." in said
    assert "cannot be written: No such file or directory." in said
    assert "/load takes the name of a file" in said
    assert "/save takes the name of a file" in said


def test_both_choose_unseen_before_a_joint_move_is_made(talk: Talk) -> None:
    said = talk(Pennies(), "ann bob", "heads", "tails")
    assert "ann> heads\n--- bob sits down ---\n\nshown: []\n\nbob> tails\n" in said
    assert "ann plays heads.\nbob plays tails." in said


def test_people_who_take_turns_in_the_open_share_the_screen(talk: Talk) -> None:
    assert "sits down" not in talk(Nim(), "ann bob", "take 1", "take 1")


def test_in_an_open_turn_anybody_can_be_named(talk: Talk) -> None:
    said = talk(Draft(), "ann bob cat", "cat apple", "apple", "cheese")
    assert "'cat': 'apple'" in said
    assert "ann may not play apple now." in said


def test_one_person_sees_only_their_own_cards(talk: Talk) -> None:
    said = talk(HighCard(), "ann", "/state", "/state 1")
    shown = [line for line in said.splitlines() if line.startswith("cards")]
    assert all("'?'" in line for line in shown if line.count("'") == 4)
    assert "deal" not in said


def test_two_people_at_one_screen_are_not_shown_the_cards_of_the_other(talk: Talk) -> None:
    said = talk(HighCard(), "ann bob", "/why bob call", "bob call")
    assert "cards: ['" in said
    assert "ann is asked now; bob comes to the screen later." in said
    assert "Only bob may ask that: this game has secrets." in said
    for line in said.splitlines():
        assert line.count("'") != 4 or "'?'" in line


def test_without_people_the_match_is_shown_to_its_end(talk: Talk) -> None:
    said = talk(Nim(), "")
    assert "The match is over" in said
    assert said.count("heap:") >= 3


def test_lines_are_completed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "saved.jsonl").touch()
    (tmp_path / "folder").mkdir()
    script = Script()
    Conversation(TerminalTable(Nim(), {BOB: parse_player("random")}), script).run()
    assert list(script.complete("ta")) == ["take 1", "take 2", "take 3"]
    assert list(script.complete("/l")) == ["/legal", "/load"]
    assert list(script.complete("/why take 2")) == ["/why take 2"]
    assert list(script.complete(f"/load {tmp_path}/s")) == [f"/load {tmp_path}/saved.jsonl"]
    assert list(script.complete(f"/save {tmp_path}/")) == [
        f"/save {tmp_path}/folder/",
        f"/save {tmp_path}/saved.jsonl",
    ]
    assert list(script.complete("/load /no/such/folder/x")) == []
    assert list(script.complete("/exit now")) == []


def test_roles_are_listed_as_people_would(talk: Talk) -> None:
    assert "You play ann, bob and cat." in talk(Draft(), "ann bob cat")


@given(st.lists(st.text(max_size=30) | st.sampled_from(["/why ", "/state ", "/load "]), max_size=5))
def test_any_lines_at_all_are_answered_without_a_crash(lines: list[str]) -> None:
    harmless = [line for line in lines if not line.startswith(("/save", "/prolog"))]
    table = TerminalTable(Nim(), {BOB: parse_player("random")})
    Conversation(table, Script(*(line.strip() for line in harmless))).run()
    assert table.states
