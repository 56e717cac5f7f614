"""From files to checked programs: dialects, includes, bad files, and every kind of mistake."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.languages.gdl.awkward_games import ALL, GAMES, REFUSED
from tests.languages.gdl.naive import consequences
from tests.languages.gdl.programs import GAME, slips
from tests.systems import posix_only

from spielwerk.core import Severity, SourceError, has_errors
from spielwerk.languages.gdl.load import diagnose, diagnose_text, load_program, parse_program
from spielwerk.languages.gdl.program.plain import normalise
from spielwerk.languages.gdl.program.rules import Dialect, Program
from spielwerk.languages.gdl.text.infix_writing import write_infix
from spielwerk.languages.gdl.text.limits import MAX_SIZE
from spielwerk.languages.gdl.text.syntax import read, write

ENDING = "(<= (legal ?p noop) (role ?p))\n(<= terminal (role ?p))\n(<= (goal ?p 50) (role ?p))\n"
"""What makes a fragment a whole game."""


def errors(text: str, **options: Path) -> list[tuple[str, str]]:
    found = diagnose_text(text, file="game", **options)
    assert all(d.hint and d.span for d in found)
    return [(d.code, str(d.span)) for d in found if d.severity is Severity.ERROR]


# Loading


def test_a_sound_game_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "race.gdl"
    path.write_text(GAME)
    program = load_program(path)
    assert program.rules == read(GAME).program.rules
    assert program.headers["title"] == ("A race",)
    assert program.file == str(path)


def test_a_refused_game_carries_everything_that_is_wrong() -> None:
    with pytest.raises(SourceError) as refused:
        parse_program("(role white)\n(goal white 200)\n(<= p (not p))")
    assert {"gdl-goal-value", "gdl-negative-cycle", "gdl-no-legal"} <= {
        d.code for d in refused.value.diagnostics
    }
    assert "<text>:2:1" in str(refused.value)


def test_mistakes_of_all_kinds_are_found_in_one_go() -> None:
    text = (
        GAME + "(<= (legal ?p hop) (true (control ?p))\n"  # never closed
        "(<= (legal ?p jump) (true (contrl ?p)))\n"  # a misspelt fact
        "(<= (next (at ?p ?z)) (does ?p run))\n"  # ?z has no value
        "(succ (3 .. 1))\n"  # no range
        "(<= (legal ?p (sit)) (opponent ?p))\n"  # too few arguments
        "(<= p (and))\n"  # an empty and
    )
    found = [(d.code, str(d.span)) for d in diagnose_text(text, file="game")]
    assert found == [
        ("gdl-unclosed-parenthesis", "game:15:1"),
        ("gdl-never-true", "game:16:28"),
        ("gdl-unsafe-variable", "game:17:18"),
        ("gdl-range", "game:18:1"),
        ("gdl-relation-arity", "game:19:22"),
        ("gdl-connective-arguments", "game:20:7"),
    ]


def test_awkward_games_load_unless_they_are_to_be_refused() -> None:
    for path in REFUSED:
        with pytest.raises(SourceError, match="arity"):
            load_program(path)
    dialects = {path.stem: load_program(path).dialect for path in GAMES}
    assert [name for name, found in dialects.items() if found is not Dialect.GGP] == ["hidden-coin"]
    assert dialects["hidden-coin"] is Dialect.GDL_II


# Dialects and notations


def test_hidden_information_is_recognised() -> None:
    assert parse_program(f"(role random) (role a)\n{ENDING}").dialect is Dialect.GDL_II
    sees = "(<= (sees a ?c) (true (card ?c)))"
    assert parse_program(f"(role a) (init (card 1)) {sees}\n{ENDING}").dialect is Dialect.GDL_II
    assert parse_program(GAME).dialect is Dialect.GGP


def test_the_seed_dialect_is_recognised_by_its_comments_or_its_file_name(tmp_path: Path) -> None:
    text = "(role a)\n(<= (legal ?p (pass 1)) (role ?p))\n(<= terminal (role ?p))\n"
    text += "(<= (goal ?p 50) (role ?p))\n"
    assert parse_program(f"// players\n{text}").dialect is Dialect.SEED
    assert parse_program(f"; see http://example.org\n{text}").dialect is Dialect.GGP
    path = tmp_path / "game.seed.gdl"
    path.write_text(text)
    assert load_program(path).dialect is Dialect.SEED


def test_a_dialect_can_be_chosen() -> None:
    strict = diagnose_text("(role a)\n(legal a noop)", dialect=Dialect.SEED)
    assert "gdl-seed-argument-kind" in {d.code for d in strict}


def test_the_infix_notation_is_recognised_by_its_look_or_its_file_name(tmp_path: Path) -> None:
    program = read(GAME).program
    text = write_infix(program)
    assert parse_program(text).rules == program.rules
    path = tmp_path / "race.hrf"
    path.write_text(f"% by rule\n{text}")
    assert load_program(path).rules == program.rules


# Includes


def test_files_beside_the_game_are_included(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "players.gdl").write_text("(role white)")
    (tmp_path / "game.gdl").write_text(f'(include "parts/players.gdl")\n{ENDING}')
    program = load_program(tmp_path / "game.gdl")
    assert str(program.rules[0]) == "(role white)"
    assert program.rules[0].span is not None
    assert Path(program.rules[0].span.file).name == "players.gdl"


@pytest.mark.parametrize(
    "name",
    [
        "../secret.gdl",
        "parts/../../secret.gdl",
        "/absolute/secret.gdl",
        "..\\secret.gdl",
        "c:x",
        "",
    ],
)
def test_no_include_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.gdl").write_text("(secret)")
    folder = tmp_path / "game"
    (folder / "parts").mkdir(parents=True)
    assert errors(f'(role a)\n(include "{name}")\n{ENDING}', folder=folder) == [
        ("gdl-include", "game:2:1")
    ]


def test_no_link_leads_out_of_the_folder_either(tmp_path: Path) -> None:
    (tmp_path / "secret.gdl").write_text("(secret)")
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / "inner.gdl").symlink_to(tmp_path / "secret.gdl")
    assert errors(f'(role a)\n(include "inner.gdl")\n{ENDING}', folder=folder) == [
        ("gdl-include", "game:2:1")
    ]


def test_a_game_cannot_include_itself(tmp_path: Path) -> None:
    path = tmp_path / "game.gdl"
    path.write_text(f'(role a)\n(include "game.gdl")\n{ENDING}')
    assert "gdl-include-cycle" in {d.code for d in diagnose(path)}


def test_a_missing_include_lists_what_the_library_has() -> None:
    (problem,) = diagnose_text('(include "gird.gdl")')
    assert problem.hint is not None
    assert "grid.gdl, lines.gdl, numbers.gdl" in problem.hint


def test_an_included_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "picture.gdl").write_bytes(b"\x89PNG\xff\xfe")
    found = errors('(include "picture.gdl")', folder=tmp_path)
    assert found == [("gdl-include", "game:1:1")]


# The shipped library

BOARD = "(role x)\n(letters a .. c (succ next-column))\n(numbers 1 .. 3 (succ next-row))\n"


def listed(text: str, relation: str) -> set[tuple[object, ...]]:
    program = parse_program(text + ENDING)
    return {a.args for a in consequences(normalise(program).rules) if a.relation == relation}


def test_the_grid_knows_neighbours() -> None:
    use = "(<= (near ?u ?v) (grid-touching a 1 ?u ?v))\n(<= (legal x go) (near ?u ?v))\n"
    assert listed(f'(include "grid.gdl")\n{BOARD}{use}', "near") == {
        ("a", "2"),
        ("b", "1"),
        ("b", "2"),
    }
    use = "(<= (near ?u ?v) (grid-beside b 2 ?u ?v))\n(<= (legal x go) (near ?u ?v))\n"
    assert listed(f'(include "grid.gdl")\n{BOARD}{use}', "near") == {
        ("a", "2"),
        ("c", "2"),
        ("b", "1"),
        ("b", "3"),
    }


def test_the_lines_of_tic_tac_toe_are_eight() -> None:
    use = "(<= (legal x go) (grid-line-3 ?a ?b ?c ?d ?e ?f))\n"
    lines = listed(f'(include "lines.gdl")\n{BOARD}{use}', "grid-line-3")
    assert len(lines) == 8
    assert ("a", "3", "b", "2", "c", "1") in lines
    assert ("a", "1", "a", "2", "a", "3") in lines


def test_what_lies_ahead_reaches_to_the_edge() -> None:
    use = "(<= (seen ?u ?v) (grid-ahead northeast a 1 ?u ?v))\n(<= (legal x go) (seen ?u ?v))\n"
    assert listed(f'(include "lines.gdl")\n{BOARD}{use}', "seen") == {("b", "2"), ("c", "3")}


def test_numbers_can_be_included() -> None:
    use = '(role x)\n(include "numbers.gdl")\n(<= (legal x go) (plus 7 ?x 12) (less ?x 6))\n'
    assert ("x", "go") in listed(use, "legal")


# Bad files


def test_a_missing_file_and_a_folder_are_explained(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.gdl", tmp_path, Path("a\0b")):
        (problem,) = diagnose(path)
        assert problem.code == "gdl-file"
        assert problem.span is not None
        assert problem.hint
        with pytest.raises(SourceError):
            load_program(path)


@contextmanager
def nobody_special() -> Iterator[None]:
    """Without the rights of root, who may read every file."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@posix_only
def test_a_file_without_the_right_to_read_it_is_explained() -> None:
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        path = Path(folder) / "locked.gdl"
        path.write_text(GAME)
        assert not diagnose(path)
        path.chmod(0)
        with nobody_special():
            (problem,) = diagnose(path)
    assert problem.code == "gdl-file"
    assert "read" in problem.message


@posix_only
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.gdl")
    assert [d.code for d in diagnose(tmp_path / "pipe.gdl")] == ["gdl-file"]


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\xff\xd8", b"(role \x00 white)", b"\xff\xfe("])
def test_a_file_that_is_not_text_is_explained(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "picture.gdl"
    path.write_bytes(data)
    assert [d.code for d in diagnose(path)] == ["gdl-not-text"]


def test_fifty_megabytes_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "big.gdl"
    with path.open("wb") as stream:
        stream.truncate(50_000_000)
    (problem,) = diagnose(path)
    assert problem.code == "gdl-too-long"
    assert f"{MAX_SIZE:,}" in problem.message


def test_a_hundred_thousand_levels_are_one_problem() -> None:
    text = GAME + "(p " + "(f " * 100_000 + ")" * 100_000 + ")"
    assert [code for code, _ in errors(text)] == ["gdl-nested-too-deeply"]


def test_a_file_with_windows_line_ends_and_byte_order_mark_is_fine(tmp_path: Path) -> None:
    path = tmp_path / "windows.gdl"
    path.write_bytes(b"\xef\xbb\xbf" + GAME.replace("\n", "\r\n").encode())
    assert load_program(path).rules == read(GAME).program.rules
    assert load_program(path).headers == {"title": ("A race",)}


def test_a_megabyte_is_read_and_checked() -> None:
    facts = "".join(f"(succ {i} {i + 1})\n" for i in range(3, 60_000))
    assert not has_errors(diagnose_text(GAME + facts))


@pytest.mark.parametrize(
    "body",
    [
        " ".join(f"(or (p ?x{i}) (and (q ?x{i}) (r ?x{i + 1})))" for i in range(230)),
        " ".join(f"(or (distinct ?x {i}) (distinct ?y {i}))" for i in range(330)) + "(p ?x) (p ?y)",
        " ".join(f"(not (distinct ?x{i} ?x{i + 1}))" for i in range(490)) + "(p ?x490)",
        " ".join(f"(distinct a b{i})" for i in range(950)),
        " ".join(f"(p ?x{i})" for i in range(950)),
    ],
    ids=["chained-choices", "tests", "equalities", "idle", "long"],
)
def test_the_longest_rules_are_checked(body: str) -> None:
    diagnose_text(f"{GAME}(p 1) (p 2) (q 1) (r 1)\n(<= result {body})")


# Anything at all


@settings(max_examples=300, deadline=None)
@given(slips())
def test_no_slip_in_a_game_breaks_loading(text: str) -> None:
    found = diagnose_text(text)
    assert all(d.hint and d.span for d in found)
    if not has_errors(found):
        assert write(normalise(parse_program(text)))


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=300) | st.text(alphabet="()<=?ab\";:-&|~.,X'\n 1", max_size=300))
def test_no_text_whatever_breaks_loading(text: str) -> None:
    assert all(d.hint and d.span for d in diagnose_text(text))


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_no_slip_in_an_awkward_game_breaks_loading(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(ALL))
    text = data.draw(slips(path.read_text()))
    assert all(d.hint and d.span for d in diagnose_text(text, file=path.name))


def test_an_empty_file_has_no_roles() -> None:
    assert [code for code, _ in errors("")] == ["gdl-no-role"]
    assert isinstance(read("").program, Program)
