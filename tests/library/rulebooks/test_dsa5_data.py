"""The book says what the data it was written from says; exceptions stand here with their reason."""

from __future__ import annotations

import re

FOREIGN_CULTURES = {
    "Engasal",
    "Ferkinas",
    "Gjalsker",
    "Koboldwelt",
    "Steppenelfen",
    "Tocamuyac",
    "Trollzacker",
    "Wüstenelfen",
    "Zahori",
}
"""Named by species, not among the core cultures."""
UNPRICED = {
    "Bann-/Schutzkreis gegen (Gruppe)",
    "Berufsgeheimnis",
    "Füchsisch",
    "Gildenmagischer Fremdzauber",
    "Verbeißen",
}
"""Special abilities whose price or use the data leaves open, and what only beasts can do."""
RENAMED = {
    "Bindung des Stabes (aktivieren)": "Bindung des Stabes",
    "Bindung des Stabes (inaktiv)": "Bindung des Stabes",
    "Schnellladen (Armbrüste)": "Schnellladen",
    "Schnellladen (Bögen)": "Schnellladen",
    "Schnellladen (Wurfwaffen)": "Schnellladen",
}
ADDED = {
    "Ortskenntnis (weitere)",
    "Zweite Merkmalskenntnis",
    "Dritte Merkmalskenntnis",
    "Zweite Aspektkenntnis",
    "Dritte Aspektkenntnis",
}
"""The same ability again, at another price."""

CULTURES_OF = {
    "Andergaster": ["Andergast"],
    "Aranier": ["Aranien"],
    "Bornländer": ["Bornland"],
    "Horasier": ["Horasreich"],
    "Maraskaner": ["Maraskan"],
    "Mhanadistani": ["Mhanadistan"],
    "Mittelreicher": ["Mittelreich"],
    "Mohas": ["Waldmenschen"],
    "Nordaventurier": ["Nordaventurien"],
    "Nostrier": ["Nostria"],
    "Südaventurier": ["Südaventurien"],
    "Svellttaler": ["Svellttal"],
    "Thorwaler": ["Thorwal"],
    "Zyklopäer": ["Zyklopeninseln"],
}
"""Optolith names cultures by their people."""


def named(rows):
    return {row["name"]: row for row in rows}


def cleaned(name):
    """The name of a profession without the book that the data puts behind it."""
    return re.sub(r" \((GRW|KHE|[^()]*, GRW)\)$", "", name)


def levels(book, cause, feature):
    needs = book.about("requires", cause)
    return {need[1]: need[2] for need in needs if need[0] == feature}


def test_experience_levels(book, data):
    keys = ("max_attribute", "max_skill", "max_combat_technique", "max_attribute_points")
    keys += ("max_spells_liturgies", "max_foreign_spells")
    rows = data("experience_levels")["rows"]
    told = [(row["name"], *(row[key] for key in keys)) for row in rows]
    assert sorted(book.rows("known_experience_level")) == sorted(told)
    assert dict(book.rows("experience_ap")) == {row["name"]: row["ap"] for row in rows}


def test_what_improvement_costs(book, data):
    costs = data("improvement_costs")
    told = {
        (column, int(level), price)
        for column, steps in [
            *costs["step_cost"].items(),
            ("E", costs["attribute_step_cost_E"]),
        ]
        for level, price in steps.items()
    }
    assert set(book.rows("step_cost")) == told
    assert dict(book.rows("activation_cost")) == costs["activation"]


def test_skills_spells_and_liturgies(book, data):
    for feature, file in [("talent", "skills"), ("spell", "spells"), ("liturgy", "liturgies")]:
        rows = named(data(file)["rows"])
        assert book.names(feature) == set(rows)
        for name, row in rows.items():
            assert book.about("check", (feature, name)) == [("", *row["check"])]
            assert book.about("column", (feature, name)) == [row["column"]]


def test_pages_of_skills(book, data):
    pages = {
        thing[1]: f"{of} {page}" for thing, of, page in book.rows("ref") if thing[0] == "talent"
    }
    assert pages == {row["name"]: row["refs"][0] for row in data("skills")["rows"]}


def test_combat_techniques(book, data):
    rows = named(data("combat_techniques")["rows"])
    assert book.names("combat_technique") == set(rows)
    for name, row in rows.items():
        assert set(book.about("primary", ("combat_technique", name))) == set(row["primary"])
        assert book.about("column", ("combat_technique", name)) == [row["column"]]


def test_species(book, data):
    rows = [row for row in data("species")["rows"] if "variant_of" not in row]
    assert book.names("race") == {row["name"] for row in rows}
    for row in rows:
        race = ("race", row["name"])
        assert book.about("ap_cost", race) == [row["ap_total"]]
        base = {
            value: amount for value, cause, amount in book.rows("derived_base") if cause == race
        }
        assert base == {value: row[value] for value in ("LE", "SK", "ZK", "GS")}
        fixed = {a: n for cause, a, n in book.rows("attribute_max") if cause == race}
        assert fixed == row.get("attribute_max_mod", {})
        choice = {a: n for cause, a, n in book.rows("attribute_max_choice") if cause == race}
        told = row["attribute_max_mod_choice"]
        assert choice == dict.fromkeys(told["one_of"], told["value"])
        automatic = {need[1] for need in book.about("requires", race)}
        assert automatic == {a["name"] for a in row.get("automatic_advantages", [])}
        open_to = {cause[1] for cause, need in book.rows("requires") if need == race}
        assert set(row["cultures"]) - FOREIGN_CULTURES <= open_to


def test_cultures(book, data):
    rows = named(data("cultures")["rows"])
    assert book.names("culture") == set(rows)
    for name, row in rows.items():
        content = {part[1]: part[2] for part in book.about("package", ("culture", name))}
        assert content == row["skill_bonuses"]
        assert book.about("package_price", ("culture", name)) == [row["ap"]]
        (tongues,) = row["free"]["native_language"]
        free = {thing[1] for thing in book.about("free_for", ("culture", name))}
        assert free == set(re.split(", | oder ", tongues))


def test_professions(book, data):
    rows = data("professions")["rows"]
    core = {cleaned(row["name"]): row for row in rows if row["name"] != "Firungeweihter"}
    assert book.names("profession") == set(core)
    for name, row in core.items():
        cause = ("profession", name)
        assert book.about("package_price", cause) == [row["ap_package"]]
        assert levels(book, cause, "talent") == row["skills"]
        assert levels(book, cause, "attribute") == row["prerequisites"]["attributes_min"]
        spells = {spell.removesuffix(" (Elfen)"): n for spell, n in row.get("spells", {}).items()}
        assert levels(book, cause, "spell") == spells
        assert levels(book, cause, "liturgy") == row.get("liturgies", {})
        chosen = {need[3][1]: need[4] for need in book.about("requires", cause) if len(need) == 5}
        either = levels(book, cause, "combat_technique") | chosen
        techniques = row.get("combat_techniques", {})
        assert {technique: either[technique] for technique in techniques} == techniques


def test_what_professions_ask_for_beforehand_costs_what_the_data_says(book, data):
    for row in data("professions")["rows"]:
        cause = ("profession", cleaned(row["name"]))
        if cause[1] == "Firungeweihter":
            continue
        total = 0
        for need in book.about("requires", cause):
            if need[0] == "disadvantage":
                need = (*need[:2], "", need[3])
            tradition = need[0] == "special_ability" and need[1].startswith("Tradition (")
            if need[0] in ("attribute", "advantage", "disadvantage") or tradition:
                total += book.price(need)
        assert total == row["ap_prerequisites"], cause


def test_advantages_and_disadvantages(book, data):
    for feature, file in [("advantage", "advantages"), ("disadvantage", "disadvantages")]:
        rows = named(data(file)["rows"])
        assert book.names(feature) == set(rows)
        for name, row in rows.items():
            costs = {}
            for thing, ap in book.rows("ap_cost"):
                if thing[:2] == (feature, name):
                    costs.setdefault(thing[3], set()).add(ap)
            if "ap" in row:
                assert costs == {place: {ap} for place, ap in enumerate(row["ap"], 1)}, name
            elif "Stufe" not in row["ap_raw"][0]:
                bounds = sorted(map(int, row["ap_raw"][0].split("/")))
                assert bounds[0] <= min(costs[1]) <= max(costs[1]) <= bounds[1], name


def test_special_abilities(book, data):
    rows = data("special_abilities")["rows"]
    told = {row.get("base", row["name"]) for row in rows} - UNPRICED - {"Tradition"}
    traditions = {thing[1] for thing, _ in book.rows("gives_tradition")}
    assert book.names("special_ability") - ADDED - traditions == {RENAMED.get(n, n) for n in told}
    total = {}
    for row in rows:
        name = row.get("base", row["name"])
        if "ap" not in row or name in UNPRICED or name in RENAMED or name == "Tradition":
            continue
        level = row.get("level", 1)
        total[name] = total.get(name, 0) + row["ap"]
        costs = {
            ap
            for thing, ap in book.rows("ap_cost")
            if thing[:2] == ("special_ability", name) and thing[3] == level
        }
        assert costs == {total[name]}, row["name"]


def test_what_special_abilities_need(book, data):
    features = {"skill": "talent", "attribute": "attribute"}
    for row in data("special_abilities")["rows"]:
        name, level = row.get("base", row["name"]), row.get("level", 1)
        if name in UNPRICED:
            continue
        causes = [("special_ability", name), ("special_ability", name, "", level)]
        uses = re.findall(r"Schnellladen \((.*)\)", name)
        causes.extend(("special_ability", "Schnellladen", use) for use in uses)
        needs = [need for cause in causes for need in book.about("requires", cause)]
        for asked in row.get("prerequisites", []):
            if feature := features.get(asked.get("requires", "")):
                assert (feature, asked["name"], asked["min"]) in needs, row["name"]


def test_traditions_of_magic(book, data):
    told = {(row["name"], ("magic",), row["lead"]) for row in data("traditions")["rows"]}
    assert {row for row in book.rows("known_tradition") if row[1] == ("magic",)} == told


def test_languages(book, data):
    highest = {}
    for name, level in book.rows("known_language"):
        if level < 4:
            highest[name] = max(level, highest.get(name, 0))
    assert highest == {row["name"]: row["max_level"] for row in data("languages")["rows"]}


def test_optolith_calls_things_as_we_do(book, optolith_ids):
    told = {row[1]: row[0] for row in book.rows("optolith") if len(row) == 2}
    long_names = {thing[1]: text for thing, of, text in book.rows("label") if of == ("de",)}
    for what, name in optolith_ids.items():
        if what in told:
            ours = long_names.get(told[what][1], told[what][1])
            assert ours in (name, *CULTURES_OF.get(name, ())), what
    families = ("EL_", "ATTR_", "R_", "TAL_", "ADV_", "DISADV_")
    core = {what for what in optolith_ids if what.startswith(families)}
    assert core <= {row[1] for row in book.rows("optolith")}


def test_every_choice_of_optolith_means_one_thing(book):
    choices = [row[1:] for row in book.rows("optolith")]
    assert len(choices) == len(set(choices))
