"""Files of the standard: what is read, what is refused, and where it says the slip stands."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator
from tests.games.spy.formats import is_crew, is_match, is_scenario

from spielwerk.catalogue import language_of, open_game
from spielwerk.core import Diagnostic, Severity, SourceError
from spielwerk.games.spy import MatchConfig, Options, Spy
from spielwerk.games.spy.files import (
    CHARACTERS,
    MATCH,
    SCENARIO,
    FileKind,
    characters_to_json,
    scenario_to_json,
    schema,
)
from spielwerk.games.spy.library import library_names, library_text, open_spy, read_library
from spielwerk.games.spy.names import FieldState, Gender, Property
from spielwerk.games.spy.settings import SettingError

OWN = Path(__file__).parent / "files"
KINDS: list[FileKind[Any]] = [SCENARIO, MATCH, CHARACTERS]
V2 = json.loads(library_text(MATCH, "standard"))


def problems(kind: FileKind[Any], text: str) -> list[Diagnostic]:
    return list(kind.diagnose(text, "slip").diagnostics)


def only(kind: FileKind[Any], text: str) -> Diagnostic:
    (found,) = problems(kind, text)
    return found


def at(found: Diagnostic) -> tuple[int, int]:
    assert found.span is not None
    return found.span.line, found.span.column


# Ready sets


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind in KINDS for name in library_names(kind)]
)
def test_every_set_of_the_library_is_flawless(kind: FileKind[Any], name: str) -> None:
    assert problems(kind, library_text(kind, name)) == []


def test_the_library_has_several_sets_of_each_kind() -> None:
    assert all(len(library_names(kind)) >= 2 for kind in KINDS)
    widths = {len(row) for row in read_library(SCENARIO, "mountain-lodge")}
    assert len(widths) > 1, "a map that is not a rectangle"


def test_who_asks_for_a_set_that_is_not_there_is_told_the_nearest() -> None:
    with pytest.raises(SettingError, match="Did you mean 'riverboat'"):
        open_spy("riverbote")


# Round trips


def test_scenarios_and_characters_come_back_as_they_were() -> None:
    rows = read_library(SCENARIO, "grand-casino")
    assert SCENARIO.read(json.dumps(scenario_to_json(rows)), "back") == rows
    crew = read_library(CHARACTERS, "agents")
    assert CHARACTERS.read(json.dumps(characters_to_json(crew)), "back") == crew
    assert crew[0].gender is Gender.FEMALE


@pytest.mark.parametrize("later", [False, True])
def test_configurations_come_back_in_both_dialects(later: bool) -> None:
    config = read_library(MATCH, "deadly")
    told = {key: value for key, value in config.to_json(later=later).items() if value is not None}
    assert MATCH.read(json.dumps(told), "back") == config


def test_the_later_dialect_may_set_what_version_2_leaves_open() -> None:
    config = MatchConfig(**{here: V2[there] for here, there in MatchConfig.names().items()})
    later = {**config.to_json(later=True), "secretToIpFactor": 9, "reconnectLimit": 200}
    later.pop("pauseLimit")
    found = MATCH.read(json.dumps(later), "later")
    assert (found.secret_to_ip_factor, found.reconnect_limit, found.pause_limit) == (9, 200, None)


def test_characters_of_the_later_standard_may_be_ponderous() -> None:
    crew = json.loads(library_text(CHARACTERS, "academy"))
    crew[0]["features"] = ["PONDEROUSNESS"]
    assert CHARACTERS.read(json.dumps(crew), "later")[0].features == (Property.PONDEROUSNESS,)


# Schemas


@pytest.mark.parametrize(
    ("name", "may_be"), [("scenario", is_scenario), ("match", is_match), ("characters", is_crew)]
)
def test_schemas_accept_what_the_standard_allows(name: str, may_be: Callable[[Any], bool]) -> None:
    ours = Draft7Validator(schema(name))
    whole = {"scenario": {"scenario": [["WALL"]]}, "match": V2, "characters": [_BOND]}[name]

    @settings(max_examples=150, deadline=None)
    @given(st.data())
    def alike(data: st.DataObject) -> None:
        value = _mutated(whole, data)
        assert ours.is_valid(value) == may_be(value), value

    alike()
    assert may_be(whole)


@pytest.mark.parametrize("name", sorted(schema("match")["required"]))
def test_every_number_of_a_match_is_asked_for_and_of_its_kind(name: str) -> None:
    ours = Draft7Validator(schema("match"))
    for value in (None, True, 0, 1, -1, 2, 2.5, 1.0, 0.5, "1"):
        changed = {**V2, name: value}
        assert ours.is_valid(changed) == is_match(changed), changed
    without = {key: value for key, value in V2.items() if key != name}
    assert not ours.is_valid(without)
    assert not is_match(without)


_BOND = {"name": "Wren", "description": "", "gender": "MALE", "features": ["JINX", "AGILITY"]}
_LEAVES = st.sampled_from(
    [None, True, 0, 1, -1, 2.5, 1.0, 0.5, "", "ab", "WALL", "BAR_SEAT", "JINX", "FEMALE", [], {}]
)


def _mutated(value: Any, data: st.DataObject) -> Any:
    """The value with something replaced, left out or added somewhere."""
    if isinstance(value, dict) and value and data.draw(st.booleans()):
        key = data.draw(st.sampled_from(sorted(value)))
        if data.draw(st.integers(0, 3)) == 0:
            return {k: v for k, v in value.items() if k != key}
        more = {"more": 1} if data.draw(st.booleans()) else {}
        return {**value, key: _mutated(value[key], data), **more}
    if isinstance(value, list) and value and data.draw(st.booleans()):
        index = data.draw(st.integers(0, len(value) - 1))
        changed = [*value[:index], _mutated(value[index], data), *value[index + 1 :]]
        return changed + ([value[0]] if data.draw(st.booleans()) else [])
    return data.draw(_LEAVES)


def test_files_are_read_as_they_stand() -> None:
    rows = SCENARIO.load(OWN / "cellar.scenario")
    assert (rows[1][1], rows[1][4]) == (FieldState.SAFE, FieldState.FIREPLACE)
    assert [len(row) for row in rows] == [6, 6, 5, 7, 7, 7]
    config = MATCH.load(OWN / "short-evening.match")
    assert (config.chips_to_ip_factor, config.strike_maximum) == (8, 3)
    with pytest.raises(SourceError, match="There are 3 characters, but two players need 8"):
        CHARACTERS.load(OWN / "three-only.json")


# Slips that no file may have


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("", (1, 1), "no JSON"),
        ('{"scenario": [["WALL",]]}', (1, 23), "no JSON"),
        ("{\n  // a remark\n}", (2, 3), "no JSON"),
        ('{"a": NaN}', (1, 7), "NaN is no number"),
        ('{"b": "NaN", "a": -Infinity}', (1, 19), "Infinity is no number"),
        ("[" * 5_000 + "]" * 5_000, None, "nested too deeply"),
        ("[" * 60 + "]" * 60, None, "nested too deeply"),
        ('"' + "x" * 1_000_001 + '"', (1, 1), "too long"),
        ("12", (1, 1), "Here should be"),
        ("null", (1, 1), "Here should be"),
    ],
    ids=str,
)
def test_what_is_no_file_at_all(
    kind: FileKind[Any], text: str, place: tuple[int, int] | None, words: str
) -> None:
    found = problems(kind, text)
    assert any(words in each.message for each in found), found
    assert place is None or at(found[0]) == place


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no such file"):
        SCENARIO.load(tmp_path / "nothing.scenario")
    latin = tmp_path / "latin.scenario"
    latin.write_bytes(b'{"scenario": "\xe4"}')
    with pytest.raises(SourceError, match="not a text in UTF-8"):
        SCENARIO.load(latin)


def test_a_byte_order_mark_is_forgiven() -> None:
    assert problems(SCENARIO, "\ufeff" + library_text(SCENARIO, "back-room")) == []


def test_a_key_that_stands_twice_is_found_at_its_second_place() -> None:
    text = json.dumps(V2, indent=1).replace("}", ', "CatIp": 3}')
    found = only(MATCH, text)
    assert "'CatIp' stands here a second time" in found.message
    assert at(found)[0] == text[: text.rindex('"CatIp"')].count("\n") + 1


# Scenarios


def drawn(drawing: str) -> str:
    words = {
        "#": "WALL", ".": "FREE", "s": "BAR_SEAT", "$": "SAFE", "r": "ROULETTE_TABLE",
        "t": "BAR_TABLE", "f": "FIREPLACE",
    }  # fmt: skip
    return json.dumps({"scenario": [[words[glyph] for glyph in row] for row in drawing.split()]})


def test_a_wrong_word_is_found_where_it_stands() -> None:
    text = '{\n "scenario": [\n  ["WALL", "FREE"],\n  ["WALL",  "BAR_SAET"]\n ]\n}'
    found = only(SCENARIO, text)
    assert at(found) == (4, 13)
    assert found.hint == "Did you mean BAR_SEAT?"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{}", "spy-required"),
        ('{"scenario": 5}', "spy-type"),
        ('{"scenario": [5]}', "spy-type"),
        ('{"scenario": [[5]]}', "spy-enum"),
        ('{"scenario": []}', "spy-empty"),
        ('{"scenario": [[], []]}', "spy-empty"),
        (drawn("#" * 101), "spy-too-large"),
        (drawn("....\n..$s"), "spy-no-room"),
        (drawn("#......#\n#....s.#\n####$###\n#######$"), "spy-out-of-reach"),
    ],
)
def test_maps_that_cannot_be_played(text: str, code: str) -> None:
    found = problems(SCENARIO, text)
    assert code in [each.code for each in found if each.severity is Severity.ERROR]


def test_a_safe_out_of_reach_is_pointed_at() -> None:
    text = drawn(".......\n.....s.\n...$...\n#######\n#####$#")
    found = only(SCENARIO, text)
    assert "Nobody can get next to the safe on 5/4" in found.message
    assert at(found)[1] == text.rindex('"SAFE"') + 1


@pytest.mark.parametrize(
    ("drawing", "code"),
    [
        ("......\n....s.\n", "spy-no-safe"),
        (".......\n...$...", "spy-no-seat"),
        (".....\n..$s..", "spy-little-room"),
        ("......$\n.....s.\n#######\n####r##", "spy-out-of-reach"),
    ],
)
def test_maps_that_can_be_played_but_hardly_were_meant_so(drawing: str, code: str) -> None:
    checked = SCENARIO.diagnose(drawn(drawing), "odd")
    assert code in [each.code for each in checked.diagnostics]
    assert checked.value is not None


def test_free_fields_beyond_the_walls_are_decoration() -> None:
    game = open_spy("mountain-lodge")
    outside = game.setting.board.numbers[0, 0]
    assert game.setting.board.states[outside] is FieldState.FREE
    assert not game.setting.board.hall >> outside & 1


# Match configurations


def changed(**values: Any) -> str:
    return json.dumps({**V2, **values}, indent=1)


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"CatIp": "eight"}, "spy-type"),
        ({"CatIp": 2.5}, "spy-type"),
        ({"CatIp": True}, "spy-type"),
        ({"CatIp": None}, "spy-type"),
        ({"Moledie_Range": -1}, "spy-minimum"),
        ({"Spy_SuccessChance": 1.5}, "spy-maximum"),
        ({"Spy_SuccessChance": -0.1}, "spy-minimum"),
        ({"GasGloss_Damage": -5}, "spy-negative"),
        ({"CatIp": 10**9}, "spy-too-large"),
        ({"RoundLimit": 0}, "spy-endless"),
        ({"StrikeMaximum": 0}, "spy-no-strikes"),
    ],
)
def test_values_that_cannot_be_played_with(values: dict[str, Any], code: str) -> None:
    text = changed(**values)
    found = only(MATCH, text)
    assert (found.code, found.severity) == (code, Severity.ERROR)
    (key,) = values
    line = next(n for n, row in enumerate(text.splitlines(), 1) if f'"{key}"' in row)
    assert at(found)[0] == line
    assert at(found)[1] == len(f' "{key}": ') + 1


@pytest.mark.parametrize("key", ["RoundLimit", "StrikeMaximum"])
def test_the_hint_for_a_negative_limit_is_one_that_can_be_followed(key: str) -> None:
    found = only(MATCH, changed(**{key: -1}))
    assert found.hint == "Use at least 1."
    assert MATCH.diagnose(changed(**{key: 1}), "better").value is not None


@pytest.mark.parametrize("key", list(V2))
def test_every_value_of_the_standard_is_needed(key: str) -> None:
    text = json.dumps({k: v for k, v in V2.items() if k != key})
    assert f"'{key}' is missing" in only(MATCH, text).message


def test_a_misspelt_key_is_recognised() -> None:
    values = {("CatIP" if key == "CatIp" else key): value for key, value in V2.items()}
    found = problems(MATCH, json.dumps(values))
    assert [each.code for each in found] == ["spy-required", "spy-unknown-key"]
    assert found[1].hint == "Did you mean 'CatIp'?"


def test_unknown_keys_are_tolerated() -> None:
    checked = MATCH.diagnose(changed(author="me"), "more")
    assert checked.value is not None
    assert [each.severity for each in checked.diagnostics] == [Severity.WARNING]


def test_whole_numbers_may_be_written_with_a_point() -> None:
    assert MATCH.read(changed(CatIp=8.0), "point").cat_ip == 8


def test_more_chips_at_least_than_at_most_make_no_sense() -> None:
    config = read_library(MATCH, "standard").to_json(later=True)
    config = {k: v for k, v in config.items() if v is not None}
    text = json.dumps({**config, "minChipsRoulette": 20, "maxChipsRoulette": 5})
    assert only(MATCH, text).code == "spy-chips"


def test_no_time_limit_is_worth_a_warning() -> None:
    assert only(MATCH, changed(TurnPhaseLimit=0)).severity is Severity.WARNING


# Characters


def crew(**change: Any) -> str:
    """The cadets, with the third one changed; ``None`` leaves a key out."""
    rows = json.loads(library_text(CHARACTERS, "academy"))
    rows[2] = {k: v for k, v in {**rows[2], **change}.items() if v is not None}
    return json.dumps(rows, indent=1)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"name": "Bo"}, "spy-minlength"),
        ({"name": 5}, "spy-type"),
        ({"name": "Cadet Robin"}, "spy-same-name"),
        ({"name": "Cadet  Double"}, "spy-name"),
        ({"name": "Cadet\tTab"}, "spy-name"),
        ({"name": "x" * 81}, "spy-name"),
        ({"gender": "male"}, "spy-enum"),
        ({"description": 5}, "spy-type"),
        ({"features": ["LUCKY"]}, "spy-enum"),
        ({"features": "JINX"}, "spy-type"),
    ],
)
def test_characters_that_cannot_play(change: dict[str, Any], code: str) -> None:
    text = crew(**change)
    found = only(CHARACTERS, text)
    assert (found.code, found.severity) == (code, Severity.ERROR)
    (key,) = change
    third = [n for n, row in enumerate(text.splitlines(), 1) if f'"{key}"' in row][2]
    assert at(found)[0] in (third, third + 1)


@pytest.mark.parametrize("key", ["name", "features"])
def test_names_and_features_are_needed(key: str) -> None:
    assert f"'{key}' is missing" in only(CHARACTERS, crew(**{key: None})).message


def test_description_and_gender_may_be_missing() -> None:
    made = CHARACTERS.read(crew(description=None, gender=None), "short")[2]
    assert (made.description, made.gender) == ("", None)


@pytest.mark.parametrize(
    ("features", "code"),
    [
        (["JINX", "JINX"], "spy-twice"),
        (["NIMBLENESS", "SLUGGISHNESS"], "spy-contrary"),
        (["JINX", "LUCKY_DEVIL"], "spy-contrary"),
    ],
)
def test_odd_features_are_worth_a_warning(features: list[str], code: str) -> None:
    found = only(CHARACTERS, crew(features=features))
    assert (found.code, found.severity) == (code, Severity.WARNING)


def test_two_equal_entries_are_one_too_many() -> None:
    rows = json.loads(library_text(CHARACTERS, "academy"))
    found = problems(CHARACTERS, json.dumps([*rows, rows[0]]))
    assert found[0].code == "spy-uniqueitems"


@pytest.mark.parametrize(("many", "severity"), [(7, Severity.ERROR), (8, Severity.WARNING)])
def test_enough_characters_are_needed(many: int, severity: Severity) -> None:
    rows = json.loads(library_text(CHARACTERS, "academy"))[:many]
    assert only(CHARACTERS, json.dumps(rows)).severity is severity


def test_a_game_that_was_made_without_files_is_checked_all_the_same() -> None:
    game = open_spy()
    few = Spy(game.setting.board.scenario, game.setting.config, game.setting.characters[:5])
    with pytest.raises(SettingError, match="A match needs 8 characters"):
        few.initial()


# On the command line


def check_file(path: Path) -> Sequence[Diagnostic]:
    language = language_of(path)
    return language.check(language.read(path))


def test_a_scenario_can_be_checked_and_played_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.scenario"
    path.write_text(library_text(SCENARIO, "back-room"), encoding="utf-8")
    assert list(check_file(path)) == []
    game = open_game(str(path))
    assert isinstance(game, Spy)
    assert game.setting.board.scenario == read_library(SCENARIO, "back-room")


def test_a_configuration_can_be_checked_and_played_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.match"
    path.write_text(changed(RoundLimit=3), encoding="utf-8")
    game = open_game(str(path))
    assert isinstance(game, Spy)
    assert game.setting.config.round_limit == 3
    path.write_text(changed(RoundLimit=0), encoding="utf-8")
    assert [each.code for each in check_file(path)] == ["spy-endless"]
    with pytest.raises(SourceError, match="might never end"):
        open_game(str(path))


# Any text


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60) | st.sampled_from(["[[", '{"scenario":', '[{"name":"abc"}]', "[[]]"]))
def test_no_text_is_too_strange(text: str) -> None:
    for kind in KINDS:
        checked = kind.diagnose(text, "strange")
        assert checked.value is not None or checked.diagnostics


# Options


def test_options_are_read_from_texts() -> None:
    options = Options.from_text({"npcs": "5", "fog-hides-target": "no", "Roulette": "full"})
    assert (options.npcs, options.fog_hides_target, options.roulette) == (5, False, "full")
    assert Options.from_text({"npc_key_chance": "0.5"}).npc_key_chance == 0.5


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("nps", "5", "There is no option 'nps'"),
        ("npcs", "many", "'npcs' is a number, not 'many'"),
        ("npcs", "-1", "npcs is 0 to 30"),
        ("npc_key_chance", "2", "npc_key_chance is 0 to 1"),
        ("fog_hides_target", "perhaps", "yes or no"),
        ("roulette", "russian", "'roulette' is plain, clammy, full"),
    ],
)
def test_options_that_make_no_sense_are_refused(key: str, value: str, words: str) -> None:
    with pytest.raises(SettingError, match=words):
        Options.from_text({key: value})
