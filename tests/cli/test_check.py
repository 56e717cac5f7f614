"""``spielwerk check``: every problem with its place and a hint, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.cli.one_move import RULES as GOOD

from spielwerk.cli import main
from spielwerk.games.spy import CHARACTERS, library_text


def check(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["check", *map(str, arguments)])


@pytest.fixture
def good(tmp_path: Path) -> Path:
    file = tmp_path / "good.gdl"
    file.write_text(GOOD)
    return file


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """Two errors in lines 3 and 8, in this order."""
    file = tmp_path / "wrong.gdl"
    file.write_text(GOOD.replace("(true (n 0))", "(not (true (n ?y)))") + "\n(role a b)\n")
    return file


def test_a_good_file_is_fine(good: Path) -> None:
    said = check(good)
    assert (said.exit_code, said.output) == (0, f"{good}: fine\n")


def test_each_problem_shows_its_line_a_mark_and_a_hint(wrong: Path) -> None:
    said = check(wrong)
    assert said.exit_code == 1
    assert f"{wrong}:8:1: error[gdl-keyword-arguments]: 'role' takes one argument, not 2." in (
        said.output
    )
    assert "  8 | (role a b)\n    | ^^^^^^^^^^\n  hint: " in said.output
    assert f"{wrong}: 2 errors" in said.output


def test_characters_of_a_spy_game_are_checked(tmp_path: Path) -> None:
    crew = json.loads(library_text(CHARACTERS, "agents"))
    file = tmp_path / "characters.json"
    file.write_text(json.dumps(crew), encoding="utf-8")
    assert check(file).output == f"{file}: fine\n"
    file.write_text(json.dumps([{**crew[0], "features": ["BRAVE"]}, *crew[1:]]), encoding="utf-8")
    said = check(file)
    assert said.exit_code == 1
    assert "BRAVE" in said.output


def test_problems_come_in_the_order_of_their_lines(wrong: Path) -> None:
    found = json.loads(check("--json", wrong).stdout)[0]["diagnostics"]
    lines = [problem["line"] for problem in found]
    assert lines == sorted(lines)
    assert {3, 8} <= set(lines)


def test_json_names_every_file_and_every_problem(good: Path, wrong: Path) -> None:
    said = check("--json", good, wrong)
    assert said.exit_code == 1
    first, second = json.loads(said.stdout)
    assert first == {"file": str(good), "ok": True, "readable": True, "diagnostics": []}
    assert (second["ok"], second["readable"]) == (False, True)
    for problem in second["diagnostics"]:
        assert problem["file"] == str(wrong)
        assert problem["hint"]
        assert problem["code"].startswith("gdl-")


def test_a_warning_leaves_a_file_playable(good: Path) -> None:
    good.write_text(";! board round\n" + GOOD)
    said = check(good)
    assert said.exit_code == 0
    assert "warning[gdl-header-board]" in said.output
    assert f"{good}: 1 warning" in said.output


def test_what_cannot_be_read_is_told_on_stderr_with_status_2(good: Path, tmp_path: Path) -> None:
    (tmp_path / "bytes.gdl").write_bytes(b"\xff\xfe\x00")
    said = check(good, tmp_path / "missing.gdl", tmp_path / "bytes.gdl", tmp_path / "x.pdf")
    assert said.exit_code == 2
    assert said.stdout == f"{good}: fine\n"
    assert "missing.gdl:1:1: error[gdl-file]: There is no such file." in said.stderr
    assert "bytes.gdl:1:1: error[gdl-not-text]" in said.stderr
    assert "x.pdf:1:1: error[unknown-language]" in said.stderr


def test_json_says_what_could_not_be_read(tmp_path: Path) -> None:
    said = check("--json", tmp_path)
    assert said.exit_code == 2
    (only,) = json.loads(said.stdout)
    assert (only["readable"], only["ok"]) == (False, False)
    assert "folder" in only["diagnostics"][0]["message"]


def test_a_probe_finds_what_only_matches_show(good: Path) -> None:
    good.write_text(GOOD.replace("(does me stop)", "(does me stop) (true (n 7))"))
    assert check(good).exit_code == 0
    said = check("--probe", good)
    assert said.exit_code == 1
    assert "me has no legal move, though the match is not over" in said.output


def test_a_probe_of_a_good_game_finds_nothing(good: Path) -> None:
    assert check("--probe", good).exit_code == 0


def test_a_wrong_file_is_not_probed(wrong: Path) -> None:
    said = check("--probe", wrong)
    assert said.exit_code == 1
    assert "error[" in said.output


def test_a_very_large_file_is_refused_quickly(tmp_path: Path) -> None:
    file = tmp_path / "large.gdl"
    with file.open("wb") as stream:
        stream.truncate(50_000_000)
    said = check(file)
    assert said.exit_code == 2
    assert "longer than" in said.stderr


def test_terms_nested_without_end_are_a_diagnostic(tmp_path: Path) -> None:
    file = tmp_path / "deep.gdl"
    file.write_text("(init " + "(f " * 100_000 + "a" + ")" * 100_001)
    said = check(file)
    assert said.exit_code == 1
    assert "gdl-nested-too-deeply" in said.output


def test_without_a_file_the_usage_is_shown() -> None:
    said = check()
    assert said.exit_code == 2
    assert "Missing argument 'FILE...'" in said.stderr


def test_names_that_differ_only_by_case_are_marked(good: Path) -> None:
    good.write_text(GOOD.replace("(does me stop)", "(does me Stop)"))
    said = check(good)
    assert said.exit_code == 0
    assert (
        "warning[gdl-differ-by-case]: 'Stop' and 'stop' in line 3 differ only by case"
        in said.output
    )
    assert (
        "  4 | (<= (next (n 1)) (does me Stop))\n    |                           ^^^^\n"
        in said.output
    )


def test_all_slips_of_an_infix_file_are_found_at_their_lines(tmp_path: Path) -> None:
    file = tmp_path / "slips.hrf"
    file.write_text("role(me)\np(X) :- q(X\nq(a)\nr(X) :- q(X) &\ns(X) :- q(X)\nt :- q(a); s(a)\n")
    said = check(file)
    assert said.exit_code == 1
    for place in ("2:11", "4:14", "6:10"):
        assert f"slips.hrf:{place}: error[gdl-unexpected]" in said.output
    assert "hint: Write | for 'or'; comments start with %." in said.output
