"""Test matches: what the format says, and what running one finds."""

from __future__ import annotations

from pathlib import Path

import pytest

import spielwerk
from spielwerk.core import SourceError
from spielwerk.languages.gdl import GdlGame, load_program, parse_program
from spielwerk.languages.gdl.tools.testmatch import (
    Expected,
    ExpectedResult,
    Script,
    ScriptCommand,
    ScriptMove,
    parse_script,
    run_script,
)
from spielwerk.protocols.chess.matches import matches_from_pgn, script_of

LIBRARY = Path(spielwerk.__file__).parent / "library" / "gdl"

NIM = """
; One heap of three; whoever takes the last piece wins.
(role ann) (role bob)
(init (heap 3)) (init (control ann))
(less 3 1 2) (less 3 2 1) (less 3 3 0) (less 2 1 1) (less 2 2 0) (less 1 1 0)
;: There are not enough pieces left.
(<= (legal ?p (take ?n)) (true (control ?p)) (true (heap ?h)) (less ?h ?n ?rest))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (heap ?rest)) (true (heap ?h)) (does ?p (take ?n)) (less ?h ?n ?rest))
(<= (next (control ann)) (true (control bob)))
(<= (next (control bob)) (true (control ann)))
(<= terminal (true (heap 0)))
(<= (goal ann 100) (true (control bob)))
(<= (goal ann 0) (true (control ann)))
(<= (goal bob 100) (true (control ann)))
(<= (goal bob 0) (true (control bob)))
"""

MATCH = """\
nim.gdl

STATE
(heap 3)
(control ann)
; Five is too many, so nothing changes.
REFUSED
ann (take 5)
STATE
(control ann)
(heap 3)
COMMAND
ann (take 1)
COMMAND
bob (take 2)
ann noop
STATE
(heap 0)
(control ann)
GOAL
(goal ann 0)
(goal bob 100)
"""


@pytest.fixture(scope="module")
def nim() -> GdlGame:
    return GdlGame(parse_program(NIM), "nim")


def test_a_match_as_the_rules_have_it_passes(nim):
    report = run_script(parse_script(MATCH, "nim.match"), nim)
    assert report.passed
    assert (report.played, report.compared) == (2, 4)


def test_a_refused_command_fails_the_match_with_line_and_reason(nim):
    script = parse_script(MATCH.replace("REFUSED", "COMMAND"), "nim.match")
    (problem,) = run_script(script, nim).problems
    assert str(problem.span) == "nim.match:7:1"
    assert "not enough pieces" in problem.message


def test_a_command_that_should_be_refused_but_is_legal_fails_the_match(nim):
    (problem,) = run_script(parse_script(MATCH.replace("(take 5)", "(take 3)")), nim).problems
    assert problem.code == "testmatch-legal"


def test_a_wrong_state_is_reported_with_its_line_and_both_differences(nim):
    script = parse_script(MATCH.replace("(heap 0)", "(heap 1)"), "nim.match")
    (problem,) = run_script(script, nim).problems
    assert str(problem.span) == "nim.match:17:1"
    assert "not true: (heap 1)" in problem.message
    assert "not expected: (heap 0)" in problem.message


def test_what_follows_a_refused_command_is_not_played(nim):
    report = run_script(parse_script(MATCH.replace("ann (take 1)", "ann (take 4)")), nim)
    assert [problem.code for problem in report.problems] == ["testmatch-refused"]
    assert report.played == 0


def test_a_command_of_whoever_is_not_on_turn_is_refused(nim):
    assert run_script(parse_script(MATCH.replace("ann (take 5)", "bob (take 1)")), nim).passed


def test_a_part_of_the_state_can_be_compared(nim):
    script = "nim.gdl\nPARTIAL_STATE\n(heap 3)\n"
    assert run_script(parse_script(script), nim).passed
    (problem,) = run_script(parse_script(script.replace("3", "2")), nim).problems
    assert "not true: (heap 2)" in problem.message
    assert "not expected" not in problem.message


def test_a_wrong_result_is_reported_role_by_role(nim):
    script = parse_script(MATCH.replace("ann 0)", "ann 50)").replace("bob 100)", "carl 100)"))
    messages = [problem.message for problem in run_script(script, nim).problems]
    assert messages == ["ann gets 0, not 50.", "There is no role carl."]


def test_a_result_before_the_end_is_reported(nim):
    taken = ScriptCommand((ScriptMove("ann", "(take 1)"),))
    script = Script("nim.gdl", (taken, ExpectedResult((("ann", 100),), 5)))
    (problem,) = run_script(script, nim).problems
    assert "not over" in problem.message
    assert problem.span is not None
    assert problem.span.line == 5


def test_long_differences_are_cut_short(nim):
    facts = frozenset(("heap", str(n)) for n in range(100, 120))
    (problem,) = run_script(Script("nim.gdl", (Expected(facts),)), nim).problems
    assert "and 14 more" in problem.message


def test_a_script_written_and_read_again_is_the_same():
    script = parse_script(MATCH)
    again = parse_script(script.to_text())
    assert again.to_text() == script.to_text()
    assert [type(step) for step in again.steps] == [type(step) for step in script.steps]


def test_every_mistake_in_a_script_is_found_with_its_line():
    text = """\
nim.gdl
(heap 3)
STATE
(heap 3
COMMAND
(take 1)
COMMAND
ann (take 1)
ann (take 2)
COMMAND
GOAL
(goal ann many)
(goal bob 50)
"""
    with pytest.raises(SourceError) as refusal:
        parse_script(text, "bad.match")
    found = [(d.code, d.span.line) for d in refusal.value.diagnostics if d.span]
    assert found == [
        ("testmatch-keyword", 2),
        ("testmatch-fact", 4),
        ("testmatch-command", 6),
        ("testmatch-goal", 12),
    ]


@pytest.mark.parametrize("text", ["", "\n\n", "STATE\n(heap 3)\n"])
def test_a_script_without_a_model_is_refused(text):
    with pytest.raises(SourceError, match="No model"):
        parse_script(text)


def test_the_model_lies_in_the_folder_above_beside_the_script_or_below_the_working_directory(
    tmp_path,
):
    (tmp_path / "nim.gdl").write_text(NIM)
    above = parse_script(MATCH, str(tmp_path / "matches" / "nim.match"))
    assert above.model_path() == tmp_path / "nim.gdl"
    script = parse_script(MATCH, str(tmp_path / "nim.match"))
    assert script.model_path() == tmp_path / "nim.gdl"
    assert parse_script(MATCH, "elsewhere/nim.match").model_path() == Path("nim.gdl")


def test_chess_plays_famous_matches_as_python_chess_does():
    pytest.importorskip("chess", reason="python-chess (extra 'pgn') is the oracle here")
    chess = GdlGame(load_program(LIBRARY / "chess.gdl"), "chess")
    immortal = """\
[White "Anderssen, Adolf"]
[Black "Kieseritzky, Lionel"]
[Date "1851.06.21"]

1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6
10. g4 Nf6 11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2
18. Bd6 Bxg1 19. e5 Qxa1+ 20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0

[White "Morphy, Paul"]
[Black "Duke Karl / Count Isouard"]
[Date "1858.11.02"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5
10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8
17. Rd8# 1-0
"""
    for match, moves in zip(matches_from_pgn(immortal), (45, 33), strict=True):
        report = run_script(script_of(match, "chess.gdl"), chess)
        assert report.problems == ()
        assert (report.played, report.compared) == (moves, moves + 2)
