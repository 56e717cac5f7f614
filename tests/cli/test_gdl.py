"""``spielwerk gdl``: the tools of rule authors, each with what it prints and how it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.languages.gdl.awkward_games import GAMES, trace_of

from spielwerk.cli import main
from spielwerk.languages.gdl import gdl_program, gdl_text, load_program, parse_program, read_any

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
SCHOLARS_MATE = """\
[Event "A lesson"]
[White "Anna"]
[Black "Bert"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
"""


def gdl(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["gdl", *map(str, arguments)])


def test_rules_go_to_infix_and_back_without_loss(tmp_path: Path) -> None:
    infix, prefix = tmp_path / "nim.hrf", tmp_path / "nim.gdl"
    assert gdl("convert", "nim", "--to", "infix", "--out", infix).exit_code == 0
    assert gdl("convert", infix, "--to", "prefix", "--out", prefix).exit_code == 0
    original = read_any(gdl_text("nim").text).program
    assert read_any(infix.read_text(), file="nim.hrf").program.rules == original.rules
    assert read_any(prefix.read_text()).program.rules == original.rules


def test_converting_keeps_comments_and_capitals(tmp_path: Path) -> None:
    file = tmp_path / "steps.gdl"
    file.write_text(
        "; by me\n(ROLE Red) ; she begins\n\n(<= (legal Red (stepTo ?n))\n    (near ?n))\n"
    )
    infix = "% by me\nrole('Red') % she begins\n\nlegal('Red', stepTo(N)) :-\n    near(N)\n"
    assert gdl("convert", file, "--to", "infix").stdout == infix
    (tmp_path / "steps.hrf").write_text(infix)
    back = gdl("convert", tmp_path / "steps.hrf", "--to", "prefix").stdout
    assert back == file.read_text().replace("ROLE", "role")


@pytest.mark.parametrize("name", ["typed-tic-tac-toe", "halving", "three-tricks"])
def test_converting_keeps_types(name: str, tmp_path: Path) -> None:
    file = tmp_path / f"{name}.gdl"
    assert gdl("convert", name, "--to", "prefix", "--out", file).exit_code == 0
    given, kept = gdl_program(name).rules, load_program(file).rules
    assert [(r.head, r.body) for r in given] == [(r.head, r.body) for r in kept]
    assert [set(r.typed) for r in given] == [set(r.typed) for r in kept]
    assert any(rule.typed for rule in kept)
    assert gdl("convert", file, "--to", "prefix").stdout == file.read_text()


def test_types_are_not_dropped_where_infix_has_no_form_for_them() -> None:
    said = gdl("convert", "typed-tic-tac-toe", "--to", "infix")
    assert said.exit_code == 2
    assert "Infix notation has no types, but coordinate stands before ?x." in said.output


def test_converted_rules_are_printed_where_no_file_is_named() -> None:
    said = gdl("convert", "tic-tac-toe", "--to", "infix")
    assert "role(xplayer)" in said.stdout
    assert said.stderr == ""


def test_expanding_writes_comfort_forms_out(tmp_path: Path) -> None:
    file = tmp_path / "wide.gdl"
    file.write_text("(role me) (cell (1 .. 3))")
    said = gdl("expand", file)
    assert said.stdout.split() == ["(role", "me)", "(cell", "1)", "(cell", "2)", "(cell", "3)"]


def test_expanded_rules_are_the_same_game() -> None:
    expanded = parse_program(gdl("expand", "hex").stdout)
    assert expanded.rules == parse_program(gdl_text("hex").text).rules


def test_rules_are_translated_to_prolog(tmp_path: Path) -> None:
    out = tmp_path / "nim.pl"
    said = gdl("prolog", "nim", "--out", out)
    assert said.stdout == ""
    assert said.stderr == f"Wrote {out}.\n"
    assert "function_terminal" in out.read_text()


def test_stats_tell_the_size_and_the_engine() -> None:
    said = gdl("stats", "nim").stdout
    assert said.startswith("rules")
    assert "\nroles             first, second\n" in said
    assert "\nengine " in said


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 20), (2, 400), (3, 8902)])
def test_perft_of_chess_prints_the_well_known_numbers(depth: int, count: int) -> None:
    assert gdl("perft", "chess", "--depth", depth).stdout == f"{count}\n"


def test_perft_starts_from_any_position_of_chess() -> None:
    assert gdl("perft", "chess", "--depth", 2, "--fen", KIWIPETE).stdout == "2039\n"


def test_perft_is_divided_by_the_first_move() -> None:
    lines = gdl("perft", "tic-tac-toe", "--depth", 2, "--divide").stdout.splitlines()
    assert lines[0] == "(mark 1 1): 8"
    assert lines[-1] == "72"
    assert len(lines) == 10


def test_a_match_in_pgn_becomes_a_test_that_passes(tmp_path: Path) -> None:
    file = tmp_path / "lesson.pgn"
    file.write_text(SCHOLARS_MATE)
    script = tmp_path / "lesson.match"
    said = gdl("pgn", file)
    assert said.stdout.startswith("chess\n\nSTATE\n")
    assert said.stdout.endswith("GOAL\n(goal white 100)\n(goal black 0)\n")
    script.write_text(said.stdout)
    assert gdl("test", script).stdout == f"{script}: passed, 7 moves, 9 states compared\n"


def test_several_matches_in_pgn_need_a_folder(tmp_path: Path) -> None:
    file = tmp_path / "lessons.pgn"
    file.write_text(SCHOLARS_MATE + "\n" + SCHOLARS_MATE)
    said = gdl("pgn", file)
    assert said.exit_code == 2
    assert "holds 2 games: name a folder with --out" in said.stderr
    gdl("pgn", file, "--out", tmp_path / "out")
    scripts = sorted((tmp_path / "out").iterdir())
    assert [script.name for script in scripts] == ["lessons-1.match", "lessons-2.match"]
    said = gdl("test", *scripts)
    assert said.exit_code == 0
    assert said.stdout.endswith("2 of 2 matches passed\n")


def test_a_test_match_that_differs_fails_with_its_line(tmp_path: Path) -> None:
    script = tmp_path / "wrong.match"
    script.write_text(
        "tic-tac-toe\nCOMMAND\nxplayer (mark 1 1)\nSTATE\n(cell 1 1 o)\n(control oplayer)\n"
    )
    said = gdl("test", script)
    assert said.exit_code == 1
    assert f"{script}:4:1: error" in said.stdout
    assert f"{script}: failed, 1 moves, 1 states compared" in said.stdout


def test_a_test_match_finds_rules_beside_it(tmp_path: Path) -> None:
    (tmp_path / "mine.gdl").write_text(gdl_text("tic-tac-toe").text)
    script = tmp_path / "mine.match"
    script.write_text("mine.gdl\nSTATE\n(control xplayer)\n")
    assert gdl("test", script).exit_code == 0


def test_a_trace_of_another_reasoner_agrees() -> None:
    game = next(game for game in GAMES if game.stem == "three-at-once")
    said = gdl("verify", game, trace_of(game))
    assert said.exit_code == 0
    assert "agrees" in said.stdout


def test_the_first_difference_to_a_trace_is_shown(tmp_path: Path) -> None:
    trace = tmp_path / "trace.txt"
    trace.write_text("!R!first,second\n!T!false\n!L!noop\n")
    said = gdl("verify", "nim", trace)
    assert said.exit_code == 1
    assert said.stdout.startswith(f"{trace}: line 3: legal moves of first: expected noop, found")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["convert", "nimm", "--to", "infix"], "There is no game called 'nimm'. Did you mean nim"),
        (["convert", "nim"], "Missing option '--to'"),
        (["convert", "nim", "--to", "latin"], "'latin' is not one of"),
        (["expand", "missing.gdl"], "There is no such file."),
        (["perft", "chess"], "Missing option '--depth'"),
        (["perft", "chess", "--depth", "-1"], "-1 is not in the range"),
        (["perft", "nim", "--depth", "1", "--fen", KIWIPETE], "--fen is for chess"),
        (["perft", "chess", "--depth", "1", "--fen", "x"], "A FEN text has four to six parts"),
        (["pgn", "missing.pgn"], "There is no such file."),
        (["test", "missing.match"], "There is no such file."),
        (["verify", "nim", "missing.txt"], "There is no such file."),
        (["prolog", "nim", "--out", "/no/such/folder/x.pl"], "No such file or directory"),
        (["frobnicate"], "No such command 'frobnicate'"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_bad_input_is_refused_on_stderr_with_status_2(arguments: list[str], complaint: str) -> None:
    said = gdl(*arguments)
    assert said.exit_code == 2
    assert complaint in said.stderr
    assert said.stdout == ""


def test_files_that_mean_nothing_are_refused_with_their_lines(tmp_path: Path) -> None:
    file = tmp_path / "nonsense"
    file.write_text("nim\nSTATE\n((\n")
    assert f"{file}:3:1: error" in gdl("test", file).stderr
    file.write_text("!Q!\n")
    assert "line 1: " in gdl("verify", "nim", file).stderr
    file.write_text("1. e5 e4")
    assert gdl("pgn", file).exit_code == 2
    file.write_bytes(b"\xff\xfe")
    for arguments in (["test", file], ["verify", "nim", file], ["pgn", file]):
        said = gdl(*arguments)
        assert said.exit_code == 2
        assert "not a text" in said.stderr


LAMP = """// One lamp, switched by whoever likes.
(role Ann) (role Bob)
(init (lamp off))
(<= (legal ?p (switch on)) (role ?p) (true (lamp off)))
(<= (next (lamp on)) (does ?p (switch on)))
"""


def test_all_recorded_matches_are_played_and_refused_commands_fail(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "Lamp.gdl").write_text(LAMP)
    matches = tmp_path / "test-matches"
    matches.mkdir()
    good = "models/Lamp.gdl\n\nCOMMAND\nBob (switch on)\nSTATE\n(lamp on)\n"
    texts = {
        "good": good,
        "refused": good + "COMMAND\nAnn (switch on)\n",
        "unreadable": good.replace("Lamp", "Candle"),
        "different": good.replace("(lamp on)", "(lamp off)"),
    }
    files = [matches / f"{name}.txt" for name in texts]
    for file, text in zip(files, texts.values(), strict=True):
        file.write_bytes(text.replace("\n", "\r\n").encode("utf-8-sig"))
    said = gdl("test", *files)
    assert said.exit_code == 1
    assert f"{files[0]}: passed, 1 moves, 1 states compared" in said.output
    assert f"{files[1]}: failed, 1 moves" in said.output
    assert "refused.txt:8:1" in said.output
    assert "Ann (switch on) is refused. (switch on) is not legal for Ann" in said.output
    assert f"{files[2]}: cannot be played" in said.output
    assert f"{files[3]}: failed" in said.output
    assert said.output.rstrip().endswith("1 of 4 matches passed")


def test_rules_without_a_sign_of_their_dialect_are_tried_one_role_at_a_time(tmp_path: Path) -> None:
    """By the rules of the community nobody but Ann could move, and the match would be over."""
    rules = LAMP.replace("// One lamp, switched by whoever likes.", "(is Ann)")
    (tmp_path / "Lamp.gdl").write_text(rules.replace("(role ?p)", "(is ?p)"))
    (tmp_path / "matches").mkdir()
    file = tmp_path / "matches" / "lamp.txt"
    file.write_text("Lamp.gdl\nCOMMAND\nAnn (switch on)\nSTATE\n(lamp on)\n")
    assert gdl("test", file).exit_code == 0
