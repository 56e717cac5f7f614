"""What validation tells: every violation, where it comes from, and nothing of other heroes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from tests.languages.rulebook.conftest import BOOKS, MakeHero, WriteBook

from spielwerk.core import SourceError, SpielwerkError
from spielwerk.languages.rulebook import Hero, Rules, Weight, rules_of

SEED = BOOKS / "dsa5"


def test_every_violation_is_told_not_only_those_of_the_first_step(
    seed_rules: Rules, dwarf: MakeHero
) -> None:
    report = seed_rules.validate(dwarf(culture="Andergaster", talents={"Zechen": 12, "Würfeln": 1}))
    assert {v.type for v in report.errors} == {"unknown", "unusable_by", "max_lvl_exceeded"}


def test_what_only_follows_from_another_violation_points_to_it(
    seed_rules: Rules, dwarf: MakeHero
) -> None:
    report = seed_rules.validate(dwarf(race="Ork"))
    (unknown,) = [v for v in report.violations if v.type == "unknown"]
    unusable = [v for v in report.violations if v.type == "unusable_by"]
    assert unusable
    for violation in unusable:
        assert violation.follows is not None
        assert report.violations[violation.follows] == unknown
        assert violation.why.reasons == (unknown.why,)


def test_a_violation_stands_where_its_fact_stands(seed_rules: Rules, dwarf: MakeHero) -> None:
    report = seed_rules.validate(dwarf(profession="Söldner"))
    zechen = next(v for v in report.errors if v.parameter.get("referred_feature_value") == "Zechen")
    assert zechen.why.source is not None
    assert zechen.why.source.file == "dsa5/meta.lp"
    line = (SEED / "meta.lp").read_text(encoding="utf-8").splitlines()[zechen.why.source.line - 1]
    assert line == 'requires(profession("Söldner"),talent("Zechen",5)).'
    assert not zechen.why.holds
    assert 'requires(profession("Söldner"),talent("Zechen",5))' in zechen.why.facts


def test_pages_of_the_printed_book_are_told(core: Rules) -> None:
    hero = Hero.from_json(
        {"name": "x", "mode": "draft", "experience_level": "Erfahren", "talents": {"Zechen": 19}}
    )
    (error,) = core.validate(hero).errors
    assert any(page.startswith("RGW ") for page in error.pages)


def test_messages_come_in_german_and_english(seed_rules: Rules, dwarf: MakeHero) -> None:
    hero = dwarf(culture="Andergaster")
    german = seed_rules.validate(hero, "de").errors[0].message
    english = seed_rules.validate(hero, "en").errors[0].message
    assert german == "Kultur „Andergaster“ verträgt sich nicht mit Spezies „Zwerg“."
    assert "unusable" in english


def test_strong_recommendations_are_no_errors(seed_rules: Rules, dwarf: MakeHero) -> None:
    elf = dwarf(race="Elfen", culture="Auelfen", advantages=[["Zauberer", "", 1]])
    report = seed_rules.validate(elf)
    assert report.valid
    weights = {v.parameter["referred_feature_value"]: v.weight for v in report.warnings}
    assert weights["Wahrer Name"] is Weight.STRONG
    assert weights["Dunkelsicht"] is Weight.HINT


def test_a_waived_warning_is_no_longer_told_but_errors_cannot_be_waived(
    seed_rules: Rules, dwarf: MakeHero
) -> None:
    elf = dwarf(race="Elfen", culture="Auelfen")
    report = seed_rules.validate(elf)
    waivers = tuple({"type": v.type, "parameter": dict(v.parameter)} for v in report.violations)
    waived = seed_rules.validate(replace(elf, waivers=waivers))
    assert waived.warnings == ()
    assert len(waived.waived) == len(report.warnings)
    assert [v.type for v in waived.errors] == ["missing"]


def test_choices_work_for_talents_and_in_the_sources_own_notation(
    write_book: WriteBook, dwarf: MakeHero
) -> None:
    book = write_book(
        "choices",
        """
        requires(profession("Händler"),any_of("reden",2,talent("Handel";"Überreden";"Etikette"),4)).
        requires(culture("Ambosszwerge"),any_of(1,talent,("Kraftakt","Zechen"),3)).
        """,
    )
    rules = rules_of([SEED, book])
    report = rules.validate(dwarf(talents={"Handel": 4, "Überreden": 3}))
    told = {v.parameter["caused_feature"]: v.parameter for v in report.errors}
    assert told["profession"]["selection"] == ["Handel", "Überreden", "Etikette"]
    assert told["profession"]["selection_min_choices"] == 2
    assert told["culture"]["selection"] == ["Kraftakt", "Zechen"]
    assert all(v.addon == "any_of" for v in report.errors)
    assert rules.validate(dwarf(talents={"Handel": 4, "Etikette": 4, "Zechen": 3})).valid


def test_house_rules_forbid_allow_and_add(write_book: WriteBook, dwarf: MakeHero) -> None:
    book = write_book(
        "our_table",
        """
        allows(unusable_by(culture("Andergaster"),race("Zwerg"))).
        forbids(profession("Händler"),race("Mensch")).
        message("drinkers",de,"Wer zecht, beherrscht sich."). severity(missing_usual,strong).
        """,
        """
        #program meta.
        extra_hero_validation_step(575).
        #program validate_hero_step_575.
        house_rule("drinkers",talent("Zechen",L)) :-
            talent("Zechen",L), L > 8, not at_least(talent("Selbstbeherrschung"),4).
        """,
        'rulebook_depends("our_table","dsa5").',
    )
    rules = rules_of([SEED, book])
    allowed = rules.validate(dwarf(culture="Andergaster"))
    assert allowed.valid
    assert [v.weight for v in allowed.warnings] == [Weight.STRONG]
    assert not rules.validate(dwarf(race="Mensch", culture="Aranier")).valid
    (drinker,) = rules.validate(dwarf(talents={"Zechen": 9}), "de").errors
    assert drinker.message == "Wer zecht, beherrscht sich."
    assert rules.validate(dwarf(talents={"Zechen": 9, "Selbstbeherrschung": 4})).valid


def test_extra_steps_of_one_set_of_books_do_not_leak_into_another(
    write_book: WriteBook, dwarf: MakeHero
) -> None:
    strict = write_book(
        "strict",
        rules="""
        #program meta.
        extra_hero_validation_step(175).
        #program validate_hero_step_175.
        house_rule("nobody",race(R)) :- race(R).
        """,
    )
    hero = dwarf()
    plain = rules_of([SEED])
    assert not rules_of([SEED, strict]).validate(hero).valid
    assert plain.validate(hero).valid
    assert rules_of([SEED]).validate(hero).valid


def test_a_missing_dependency_is_named() -> None:
    with pytest.raises(SourceError) as caught:
        rules_of([BOOKS / "dsa5_aventurisches_götterwirken_2"])
    (problem,) = caught.value.diagnostics
    assert problem.code == "rulebook-missing"
    assert "'dsa5'" in problem.message


def test_versions_conflicts_and_circles_are_told(write_book: WriteBook) -> None:
    newer = write_book("newer", about='rulebook_depends("newer","old",">=2.0.0").')
    old = write_book("old", about='rulebook_conflicts("old","rival").')
    rival = write_book("rival")
    one = write_book("one", about='rulebook_depends("one","two").')
    two = write_book("two", about='rulebook_depends("two","one").')
    for books, code in [
        ([newer, old], "rulebook-version"),
        ([old, rival], "rulebook-conflict"),
        ([one, two], "rulebook-cycle"),
    ]:
        with pytest.raises(SourceError) as caught:
            rules_of(books)
        assert [d.code for d in caught.value.diagnostics] == [code]


def test_books_that_leave_answers_open_or_contradict_themselves_are_told(
    write_book: WriteBook, dwarf: MakeHero
) -> None:
    with pytest.raises(SourceError, match="Constraints"):
        rules_of([write_book("no_dwarves", rules='#program hero_facts.\n:- race("Zwerg").')])
    paradox = """
    #program validate_hero_step_100.
    liar :- race("Zwerg"), not liar.
    house_rule("liar",race("Zwerg")) :- liar.
    """
    rules = rules_of([SEED, write_book("paradox", rules=paradox)])
    with pytest.raises(SpielwerkError, match="contradict each other"):
        rules.validate(dwarf())
    assert rules.validate(dwarf(race="Mensch", culture="Aranier")).valid


@pytest.mark.parametrize(
    "name", ['"). unknown(race("x")', 'a"b', "back\\slash\\", "\\n", "'); DROP", "%", "{ x }."]
)
def test_names_cannot_break_out_into_the_logic_program(
    seed_rules: Rules, dwarf: MakeHero, name: str
) -> None:
    report = seed_rules.validate(dwarf(talents={name: 1}, advantages=[[name, name, 1]]))
    told = [v.parameter["caused_feature_value"] for v in report.errors]
    assert told == [name, name]


def test_cutting_the_world_changes_no_answer(core: Rules) -> None:
    """The engine reads facts only of what a hero has; so the others may be left out."""
    general = replace(core.world, about={}, general=core.world.cut(core.world.about))
    whole = replace(core, world=general)
    for changes in (
        {"race": "Elfen", "culture": "Auelfen", "profession": "Wildnisläufer"},
        {
            "race": "Zwerge",
            "culture": "Mittelreich",
            "profession": "Söldner",
            "talents": {"Zechen": 9},
        },
        {"advantages": [["Begabung", "Singen", 1]], "disadvantages": [["Unfähig", "Singen", 1]]},
        {"spells": {"Armatrutz": 12}, "special_abilities": [["Finte", "", 2]]},
    ):
        hero = Hero.from_json(
            {"name": "x", "mode": "draft", "attributes": {"KK": 12, "GE": 9}, **changes}
        )
        assert core.validate(hero).to_json() == whole.validate(hero).to_json()


def test_parallel_requests_with_different_books_do_not_influence_each_other(
    write_book: WriteBook, dwarf: MakeHero
) -> None:
    strict = write_book("strict", 'forbids(profession("Händler"),race("Zwerg")).')
    sets = {True: rules_of([SEED]), False: rules_of([SEED, strict])}
    heroes = [dwarf(talents={"Zechen": level}) for level in range(1, 11)]

    def ask(number: int) -> bool:
        lenient = number % 2 == 0
        report = sets[lenient].validate(heroes[number % 10])
        return report.valid is lenient

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(400)))
