"""``spielwerk hero``: answers for people and programs, and bad input told in words."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from spielwerk.cli import main

ALRIKE = Path(str(files("spielwerk").joinpath("library", "heroes", "alrike.json")))


def hero(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["hero", *map(str, arguments)])


def written(folder: Path, **changes: Any) -> Path:
    body = json.loads(ALRIKE.read_text(encoding="utf-8")) | changes
    path = folder / "hero.json"
    path.write_text(json.dumps(body), encoding="utf-8")
    return path


def test_a_legal_hero_is_called_legal() -> None:
    said = hero("validate", ALRIKE)
    assert said.exit_code == 0
    assert "gültig: 0 Fehler" in said.output


def test_a_broken_rule_is_told_with_its_place(tmp_path: Path) -> None:
    said = hero("validate", written(tmp_path, culture="Auelfen"), "--language", "en")
    assert said.exit_code == 1
    assert "✗ This does not go with Race Humans: Glade Elves." in said.output
    assert "core rules)" in said.output
    assert ".lp" not in said.output


def test_programs_get_json(tmp_path: Path) -> None:
    said = hero("validate", written(tmp_path, culture="Auelfen"), "--json")
    answer = json.loads(said.stdout)
    assert answer["valid"] is False
    assert answer["errors"][0]["parameter"]["caused_feature_value"] == "Auelfen"


def test_a_repair_is_explained_and_written(tmp_path: Path) -> None:
    broken = written(tmp_path, culture="Auelfen")
    out = tmp_path / "repaired.json"
    said = hero("repair", broken, "--pin", "race", "--out", out)
    assert said.exit_code == 0, said.output
    assert "statt Auelfen" in said.output
    assert hero("validate", out).exit_code == 0


def test_a_house_rule_as_a_folder_counts(tmp_path: Path) -> None:
    book = tmp_path / "our_table"
    book.mkdir()
    (book / "_entrypoint.lp").write_text('#include "meta.lp". #include "rules.lp".')
    (book / "meta.lp").write_text(
        "#program rulebook_usable.\n"
        'rulebook("our_table"). rulebook_depends("our_table","dsa5").\n'
        'rulebook_version("our_table","1.0.0").\n'
        "#program world_facts.\n"
        'forbids(profession("Söldner"),race("Menschen")).\n',
        encoding="utf-8",
    )
    (book / "rules.lp").write_text("")
    said = hero("validate", ALRIKE, "--rulebook", "dsa5", "--rulebook", book)
    assert said.exit_code == 1
    assert "our_table/meta.lp:5" in said.output
    alone = hero("validate", ALRIKE, "--rulebook", book)
    assert alone.exit_code == 2
    assert "missing 'dsa5'" in alone.output


def test_choices_plans_and_comparisons(tmp_path: Path) -> None:
    assert "Andergast: möglich" in hero("complete", ALRIKE, "culture").output
    planned = hero("plan", ALRIKE, "talent:Zechen=6")
    assert planned.exit_code == 0, planned.output
    assert "1 AP" in planned.output
    other = written(tmp_path, culture="Thorwal")
    assert "Thorwal statt Andergast" in hero("compare", ALRIKE, other).output


def test_the_sheet_is_printed(tmp_path: Path) -> None:
    out = tmp_path / "alrike.pdf"
    assert hero("sheet", ALRIKE, "--out", out).exit_code == 0
    assert out.read_bytes().startswith(b"%PDF-")


def test_a_hero_goes_to_optolith_and_back(tmp_path: Path) -> None:
    there, back = tmp_path / "there.json", tmp_path / "back.json"
    assert hero("export", ALRIKE, "--out", there).exit_code == 0
    assert hero("import", there, "--out", back).exit_code == 0
    assert json.loads(back.read_text()) == json.loads(ALRIKE.read_text(encoding="utf-8"))
    assert hero("validate", there).exit_code == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "is no JSON"),
        ("[]", "A hero is a JSON object"),
        ('{"name": "x", "wings": 2}', "/wings: There is no such key"),
        ('{"name": "x", "attr": {}, "ap": 5}', "no hero of Optolith"),
        ("[" * 100_000, "is no JSON"),
    ],
)
def test_what_is_no_hero_is_told_in_words(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "hero.json"
    path.write_text(text)
    said = hero("validate", path)
    assert said.exit_code == 2
    assert told in said.output


def test_unknown_books_files_and_pins_are_told(tmp_path: Path) -> None:
    said = hero("validate", ALRIKE, "--rulebook", "dsa6")
    assert (said.exit_code, "Did you mean dsa5?" in said.output) == (2, True)
    assert hero("validate", tmp_path / "nobody.json").exit_code == 2
    assert hero("validate", tmp_path).exit_code == 2
    pinned = hero("repair", ALRIKE, "--pin", "shoes")
    assert (pinned.exit_code, "no feature 'shoes'" in pinned.output) == (2, True)


def test_check_tells_what_is_wrong_with_a_rulebook(tmp_path: Path) -> None:
    book = tmp_path / "broken"
    book.mkdir()
    for name in ("_entrypoint.lp", "rules.lp"):
        (book / name).write_text("")
    said = CliRunner().invoke(main, ["check", str(book)])
    assert said.exit_code == 1
    assert "meta.lp is missing" in said.output
