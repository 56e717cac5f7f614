"""What people read about a hero: one line a matter, with book and page, in both languages."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.languages.rulebook.heroes import mercenary

from spielwerk.core import SpielwerkError
from spielwerk.languages.rulebook import (
    FeatureOption,
    Hero,
    Rules,
    Term,
    complete,
    library,
    lines_of,
    repair,
)


@pytest.fixture(scope="module")
def core() -> Rules:
    return library().rules(["dsa5"])


def told(core: Rules, hero: Hero, language: str) -> list[str]:
    return [
        f"{line.text} ({line.source})"
        for line in lines_of(core, core.validate(hero, language), language)
    ]


def test_a_package_that_was_not_taken_is_one_line(core: Rules) -> None:
    bare = replace(mercenary(), talents={}, combat_techniques={}, special_abilities=())
    assert len(core.validate(bare).errors) > 15
    asked = [line for line in told(core, bare, "de") if line.startswith("Profession Söldner")]
    assert len(asked) == 1
    assert "weitere" in asked[0]


def test_a_rule_that_hits_three_says_it_once_with_three_names(core: Rules) -> None:
    hero = mercenary(
        advantages=[
            ["Altersresistenz", "", 1],
            ["Zweistimmiger Gesang", "", 1],
            ["Nichtschläfer", "", 1],
        ]
    )
    lines = [line for line in told(core, hero, "de") if "Altersresistenz" in line]
    assert len(lines) == 1
    assert "Zweistimmiger Gesang" in lines[0]
    assert "Regelwerk S." in lines[0]
    english = [line for line in told(core, hero, "en") if "Resistant to Aging" in line]
    assert "Two-Voiced Singing" in english[0]
    assert "Core Rules p." in english[0]


@pytest.mark.parametrize("language", ["de", "en"])
def test_what_is_typical_and_missing_is_one_hint(core: Rules, language: str) -> None:
    elf = mercenary(race="Elfen", culture="Auelfen", attribute_choice="KL")
    word = {"de": "Typisch für", "en": "Typical for"}[language]
    hints = [line for line in told(core, elf, language) if word in line]
    assert len(hints) == 1


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_line_names_a_file_of_ours(core: Rules, language: str) -> None:
    heroes = [
        mercenary(culture="Auelfen"),
        mercenary(race="Troll", talents={"Fliegen": 25}),
        replace(mercenary(), attributes={"MU": 20, "KK": 8}),
    ]
    for hero in heroes:
        lines = told(core, hero, language)
        assert lines
        assert not any(".lp" in line or "()" in line for line in lines)


def test_an_unusual_culture_is_said_the_right_way_round(core: Rules) -> None:
    hero = mercenary(race="Halbelfen", culture="Novadis")
    (found,) = [v for v in core.validate(hero, "en").warnings if v.type == "missing_usual"]
    assert found.message == "For heros 'race' of 'Halbelfen' is unusual: 'culture' of 'Novadis'."


def test_english_is_english(core: Rules) -> None:
    names = {
        name
        for feature in (
            "advantage",
            "disadvantage",
            "special_ability",
            "profession",
            "culture",
            "race_variant",
            "cantrip",
            "blessing",
        )
        for name in {(feature, term.value) for term in core.lore.known[feature]}
    }
    assert sorted(n for n in names if (*n, "en") not in core.lore.labels) == []
    assert set(core.lore.groups.values()) <= {g for g, _ in core.lore.group_labels}


def test_pins_may_be_texts(core: Rules) -> None:
    broken = mercenary(culture="Auelfen")
    kept = repair(core, broken, ["race"])
    assert kept.hero.race == broken.race
    with pytest.raises(SpielwerkError, match="no feature 'rasse'"):
        repair(core, broken, ["rasse"])
    with pytest.raises(SpielwerkError, match="Pins are a list"):
        repair(core, broken, "race")


def test_humans_are_never_offered_the_peoples_of_elves(core: Rules) -> None:
    offered: list[FeatureOption] = complete(core, mercenary(), "race_variant")
    assert "Auelfen" not in {option.term.value for option in offered}
    assert len(offered) == 7


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Söldnerin", "Söldner"),
        ("Graumagierin", "Graumagier"),
        ("Dienerin Golgaris", "Borongeweihter (Diener Golgaris)"),
        ("Katzenhexe", "Katzenhexer"),
    ],
)
def test_female_forms_and_variants_are_accepted(core: Rules, name: str, meant: str) -> None:
    hero = mercenary(profession=name)
    assert not any(v.type == "unknown" for v in core.validate(hero).errors)
    assert core.lore.canonical(hero)[0].profession == meant


def test_everything_that_things_are_used_for_has_an_english_name(core: Rules) -> None:
    """Those that are called alike in both languages are written down as well, or are names."""
    lore = core.lore
    uses = {term.using for terms in lore.known.values() for term in terms if term.using}
    things = {term.value for terms in lore.known.values() for term in terms}
    assert {use for use in uses - things if (use, "en") not in lore.use_labels} == set()
    assert lore.label(Term("disadvantage", "Schlechte Eigenschaft", "Neugier"), "en").endswith(
        "(Curiosity)"
    )
    assert lore.label(Term("liturgy", "Schlaf"), "en") == "Sleep"
