"""The language server on GDL: shipped games and broken ones, in all notations and dialects."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.editor.conversation import Document, Editor, edited

from spielwerk.languages.gdl import read_any, write_infix

SEED = """// Take one or two of five matches; whoever takes the last one loses.
(role left)
(role right)
(init (heap 5))
(init (control left))
(opponent left right)
(opponent right left)
(<= (legal ?player (take 1)) (true (control ?player)))
(<= (next (control ?other)) (true (control ?player)) (opponent ?player ?other))
(<= (terminal) (true (heap 0)))
(<= (goal ?player 100) (true (control ?player)))
"""


@pytest.fixture
def tic_tac_toe(editor: Editor, library: Path, tmp_path: Path) -> Document:
    path = tmp_path / "tic-tac-toe.gdl"
    path.write_text((library / "gdl" / "tic-tac-toe.gdl").read_text("utf-8"), "utf-8")
    return editor.open(path)


@pytest.fixture
def infix(editor: Editor, library: Path, tmp_path: Path) -> Document:
    program = read_any((library / "gdl" / "tic-tac-toe.gdl").read_text("utf-8")).program
    path = tmp_path / "tic-tac-toe.hrf"
    path.write_text(write_infix(program), "utf-8")
    return editor.open(path)


@pytest.fixture
def seed(editor: Editor, tmp_path: Path) -> Document:
    path = tmp_path / "matches.seed.gdl"
    path.write_text(SEED, "utf-8")
    return editor.open(path)


GAMES = ["amazons", "checkers", "chess", "connect-four", "hex", "kuhn-poker", "monty-hall", "nim"]


@pytest.mark.parametrize("game", GAMES)
def test_a_shipped_game_is_fine_until_a_parenthesis_is_lost(
    editor: Editor, library: Path, game: str
) -> None:
    document = editor.open(library / "gdl" / f"{game}.gdl")
    assert document.problems() == []
    whole = document.text
    at = whole.rindex(")\n")
    editor.change(document, whole[:at] + whole[at + 1 :])
    assert "gdl-unclosed-parenthesis" in [one["code"] for one in document.problems()]
    editor.change(document, whole)
    assert document.problems() == []


def test_a_misspelt_relation_is_mended_by_its_hint(tic_tac_toe: Document) -> None:
    assert tic_tac_toe.problems() == []
    whole = tic_tac_toe.text
    broken = whole.replace("(not (marked ?x ?y))", "(not (markd ?x ?y))", 1)
    tic_tac_toe.editor.change(tic_tac_toe, broken)
    (problem,) = (p for p in tic_tac_toe.problems() if "marked" in p["message"])
    line = tic_tac_toe.text.split("\n")[problem["range"]["start"]["line"]]
    assert line.strip() == "(not (markd ?x ?y)))"
    (fix,) = tic_tac_toe.fixes(problem)
    assert fix["title"] == "Write 'marked' instead of 'markd'"
    assert tic_tac_toe.after(fix["edit"]["changes"]) == whole


def test_a_misspelt_variable_and_header_are_mended_too(tic_tac_toe: Document) -> None:
    tic_tac_toe.problems()
    whole = tic_tac_toe.text
    broken = whole.replace("(does ?player (mark ?x ?y))", "(does ?player (mark ?x ?yy))", 1)
    broken = broken.replace(";! title", ";! titel")
    tic_tac_toe.editor.change(tic_tac_toe, broken)
    problems = tic_tac_toe.problems()
    fixes = [fix for problem in problems for fix in tic_tac_toe.fixes(problem)]
    assert "Write 'title' instead of 'titel'" in [fix["title"] for fix in fixes]
    edits = [edit for fix in fixes for edit in fix["edit"]["changes"][tic_tac_toe.uri]]
    assert ";! title Tic-tac-toe" in edited(broken, edits)


def test_completion_offers_what_may_stand_there(tic_tac_toe: Document) -> None:
    conditions = tic_tac_toe.completions("(marked ?x ?y)))", 2)
    assert {"true", "does", "not", "marked", "opponent"} <= conditions.keys()
    assert not {"init", "next", "include", "<="} & conditions.keys()
    assert conditions["marked"]["detail"] == "2 arguments: (marked ?x ?y)"
    stated = tic_tac_toe.completions("(role xplayer", 1)
    assert {"role", "init", "<=", "numbers"} <= stated.keys()
    assert "true" not in stated
    facts = tic_tac_toe.completions("(true (cell ?x ?y ?mark))", 8)
    assert facts.keys() == {"cell", "control"}
    moves = tic_tac_toe.completions("(does ?player (mark", 16)
    assert moves.keys() == {"mark"}
    assert tic_tac_toe.completions("(opponent xplayer", 11).keys() >= {"xplayer", "oplayer"}


def test_completion_goes_on_with_variables_headers_and_files(
    editor: Editor, tmp_path: Path
) -> None:
    path = tmp_path / "new.gdl"
    (tmp_path / "mine.gdl").write_text("(index 1)\n", "utf-8")
    text = ';! ti\n(include "gr")\n(<= (win ?player)\n    (line ?mark ?pl\n'
    path.write_text(text, "utf-8")
    document = editor.open(path)
    assert {"title", "grid", "notation"} <= document.completions(";! ti", 5).keys()
    assert {"grid.gdl", "numbers.gdl", "mine.gdl"} <= document.completions('"gr', 3).keys()
    variables = document.completions("?pl\n", 3)
    assert variables.keys() == {"?player", "?mark"}
    (edit,) = [variables["?player"]["textEdit"]]
    assert edited(text, [edit]) == text.replace("?pl\n", "?player\n")


def test_hovering_shows_words_and_what_follows_about_names(tic_tac_toe: Document) -> None:
    assert "may make the move" in tic_tac_toe.hover("(legal ?player (mark", 2)
    relation = tic_tac_toe.hover("(marked ?x ?y)))", 3)
    assert "a relation with 2 arguments" in relation
    assert "depends on the state (stratum 0)" in relation
    assert "Concluded in line 56" in relation
    assert "the same in every state" in tic_tac_toe.hover("(opponent xplayer", 3)
    assert "a fact of the state with 3 arguments" in tic_tac_toe.hover("(cell ?x", 3)
    assert "a player" in tic_tac_toe.hover("xplayer x)", 3)
    assert "which facts make up the board" in tic_tac_toe.hover(";! grid", 4)


def test_definitions_and_references_of_every_kind_of_name(tic_tac_toe: Document) -> None:
    assert tic_tac_toe.lines("definition", "(marked ?x ?y)))", 3) == [("tic-tac-toe.gdl", 56)]
    context = {"includeDeclaration": False}
    used = tic_tac_toe.lines("references", "(marked ?x ?y)\n", 3, context=context)
    assert used == [("tic-tac-toe.gdl", 48), ("tic-tac-toe.gdl", 105)]
    assert tic_tac_toe.lines("definition", "xplayer x)", 2) == [("tic-tac-toe.gdl", 18)]
    facts = tic_tac_toe.lines("definition", "(cell ?x ?y ?mark)", 2)
    assert [line for _, line in facts] == [33, 62, 66]


def test_a_definition_in_an_included_file_is_found_and_stays(
    editor: Editor, tmp_path: Path
) -> None:
    (tmp_path / "mine.gdl").write_text("(index 1)\n(index 2)\n", "utf-8")
    path = tmp_path / "game.gdl"
    path.write_text(
        '(include "grid.gdl")\n(include "mine.gdl")\n(<= (all ?x) (index ?x))\n', "utf-8"
    )
    document = editor.open(path)
    assert document.lines("definition", "(index ?x)", 2) == [("mine.gdl", 1), ("mine.gdl", 2)]
    found = document.ask("rename", "(index ?x)", 2, newName="number")
    assert {uri.rpartition("/")[2] for uri in found["changes"]} == {"mine.gdl", "game.gdl"}
    shipped = document.completions("(index ?x)", 1)
    name = next(one for one in shipped if shipped[one]["detail"].startswith("2 arguments"))
    editor.change(document, document.text.replace("(index ?x)", f"({name} ?x ?x)"))
    with pytest.raises(RuntimeError, match="stays as it is"):
        document.ask("rename", f"({name} ?x", 2, newName="other")


def test_renaming_a_fact_changes_rules_and_headers_alike(tic_tac_toe: Document) -> None:
    found = tic_tac_toe.ask("rename", "(cell ?x ?y ?mark)", 2, newName="square")
    after = tic_tac_toe.after(found["changes"])
    assert after == tic_tac_toe.text.replace("(cell ", "(square ")
    assert ";! grid (square ?column ?row ?piece)" in after
    assert tic_tac_toe.ask("prepareRename", "(cell ?x", 2)["start"]["character"] > 0


def test_renaming_a_variable_stays_within_its_rule_and_its_sentence(tic_tac_toe: Document) -> None:
    found = tic_tac_toe.ask("rename", "(<= (marked ?x ?y)", 13, newName="column")
    after = tic_tac_toe.after(found["changes"])
    assert ";: There is already a mark on ?column ?y.\n" in after
    assert ";: [de] Auf ?column ?y steht schon ein Zeichen.\n(<= (marked ?column ?y)" in after
    assert after.count("?column") == 5  # with the one of the grid's header


@pytest.mark.parametrize("name", ["legal", "opponent", "two words", "?x"])
def test_a_name_that_cannot_be_is_refused(tic_tac_toe: Document, name: str) -> None:
    with pytest.raises(RuntimeError):
        tic_tac_toe.ask("rename", "(marks xplayer", 3, newName=name)


def test_the_outline_follows_the_headings_of_the_author(tic_tac_toe: Document) -> None:
    outline = tic_tac_toe.ask("documentSymbol")
    assert outline[0]["name"] == "Players and their marks"
    assert [part["name"] for part in outline[0]["children"]] == ["role", "marks", "opponent"]
    assert outline[0]["children"][0]["detail"] == "2 facts"
    assert "(legal ?player noop)" in [part["name"] for part in outline[2]["children"]]


def test_a_messy_text_gets_its_usual_layout(editor: Editor, tmp_path: Path) -> None:
    path = tmp_path / "messy.gdl"
    path.write_text(
        "(role   a)  ; first\n\n\n\n\n(<= (p   ?x)\n(q ?x)\n   (not  (r ?x)))\n(q 1)(q 2)", "utf-8"
    )
    document = editor.open(path)
    (edit,) = document.ask("formatting", options={"tabSize": 4, "insertSpaces": True})
    assert edited(document.text, [edit]) == (
        "(role a)  ; first\n\n\n(<= (p ?x)\n    (q ?x)\n    (not (r ?x)))\n(q 1) (q 2)\n"
    )


def test_a_broken_text_keeps_its_layout(editor: Editor, tmp_path: Path) -> None:
    path = tmp_path / "broken.gdl"
    path.write_text("(<= (p   ?x)\n(q ?x)\n", "utf-8")
    assert editor.open(path).ask("formatting", options={"tabSize": 4, "insertSpaces": True}) == []


def test_the_infix_notation_is_served_alike(infix: Document) -> None:
    assert infix.problems() == []
    conditions = infix.completions("~marked(X, Y)", 3)
    assert {"true", "marked", "distinct"} <= conditions.keys()
    assert not {"init", "not", "<="} & conditions.keys()
    assert "control" in infix.completions("true(control(", 6)
    assert "a relation with 2 arguments" in infix.hover("marked(X, Y)", 2)
    (defined,) = infix.ask("definition", "~marked(X, Y)", 3)
    line = infix.text.split("\n")[defined["range"]["start"]["line"]]
    assert line.startswith("marked(X, Y) :-")
    found = infix.ask("rename", "marked(X, Y) :-", 7, newName="column")
    assert "marked(Column, Y) :-\n    true(cell(Column, Y, Mark))" in infix.after(found["changes"])
    assert infix.ask("formatting", options={"tabSize": 4, "insertSpaces": True}) == []
    assert infix.ask("documentSymbol")
    broken = infix.text.replace("~marked(", "~markd(")
    infix.editor.change(infix, broken)
    fixes = [fix for problem in infix.problems() for fix in infix.fixes(problem)]
    assert fixes[0]["title"] == "Write 'marked' instead of 'markd'"


def test_the_seed_dialect_is_served_alike(seed: Document) -> None:
    assert [one for one in seed.problems() if one["severity"] == 1] == []
    assert "a fact of the state" in seed.hover("(heap 5)", 2)
    assert seed.completions("(true (control ?player)) (opp", 7).keys() == {"heap", "control"}
    assert seed.lines("definition", "(opponent ?player", 3) == [
        ("matches.seed.gdl", 6),
        ("matches.seed.gdl", 7),
    ]
    found = seed.ask("rename", "(opponent left", 3, newName="rival")
    assert seed.after(found["changes"]).count("(rival ") == 3
    assert seed.ask("formatting", options={"tabSize": 4, "insertSpaces": True}) == []
    assert seed.ask("documentSymbol")[0]["name"] == "role"
    seed.editor.change(seed, f"{SEED}(init (heap")
    assert [one["code"] for one in seed.problems() if one["severity"] == 1]


def test_places_count_as_the_editor_does(editor: Editor, tmp_path: Path) -> None:
    path = tmp_path / "wide.gdl"
    path.write_text(
        "(sign 🎲🎲 white) (<= (p ?x) (sgn ?x white))\n(<= (r ?x) (sign ?x white))\n", "utf-8"
    )
    document = editor.open(path)
    (edit, *_) = document.ask("rename", "white", 1, newName="black")["changes"][document.uri]
    assert edit["range"]["start"] == {"line": 0, "character": 11}


def test_capitals_matter_but_in_words_of_the_language(editor: Editor, tmp_path: Path) -> None:
    path = tmp_path / "capitals.gdl"
    text = "(ROLE Anna)\n(<= (legal Anna (Take ?N)) (True (heap ?N)) (Heap ?n))\n(init (heap 1))\n"
    path.write_text(text, "utf-8")
    document = editor.open(path)
    assert "a player" in document.hover("Anna)", 1)
    assert document.ask("rename", "?N))", 1, newName="count")["changes"].keys() == {document.uri}
    after = document.after(document.ask("rename", "?N))", 1, newName="count")["changes"])
    assert after == text.replace("?N", "?count"), "?n is another one"
    assert "is true now" in document.hover("(True", 2)
    assert {"Take", "Anna"} <= document.completions("(legal Anna", 8).keys() | {"Take"}


def test_variables_of_infix_rules_have_capitals_but_for_sentences(
    editor: Editor, tmp_path: Path
) -> None:
    path = tmp_path / "said.hrf"
    text = "role(white).\n%: There is ?row already.\np(Row) :- q(Row) & r(?Row).\n"
    path.write_text(text, "utf-8")
    document = editor.open(path)
    after = document.after(document.ask("rename", "p(Row)", 3, newName="line")["changes"])
    assert after == text.replace("?row", "?line").replace("(Row", "(Line")
