"""Heroes over HTTP: the documented answers, books that do not mix, and heroes that are kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from tests.languages.rulebook.test_seed_heroes import (
    BOOKS,
    CORE,
    GODS,
    INVALID,
    MERCENARY,
    SKULDRUN,
    UNCLE_BOB,
    hero,
)
from tests.server.conftest import ROOMY, Server

OPTOLITH = Path(__file__).parents[1] / "heroes" / "optolith"
ALRIKE = json.loads(
    files("spielwerk").joinpath("library", "heroes", "alrike.json").read_text(encoding="utf-8")
)
SEED_KEYS = {
    "name", "experience_level", "race", "culture", "profession",
    "talents", "combat_techniques", "advantages", "disadvantages",
}  # fmt: skip


@pytest.fixture(scope="module")
def seed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A server whose own folder holds the source document's books."""
    db = str(tmp_path_factory.mktemp("heroes") / "test.db")
    server = Server(db, **ROOMY, rulebooks=str(BOOKS), heroes_per_account=3).start()
    with httpx.Client(base_url=f"{server.url}/heroes", timeout=300) as client:
        yield client
    server.finish()


@pytest.fixture(scope="module")
def core(shared_server: Server) -> Iterator[httpx.Client]:
    """A server with the library's books."""
    with httpx.Client(base_url=f"{shared_server.url}/heroes", timeout=300) as client:
        yield client


def seed_hero(**changes: Any) -> dict[str, Any]:
    """A hero with the keys that the source document knows."""
    body = hero(**changes).to_json()
    return {key: value for key, value in body.items() if key in SEED_KEYS}


def validate(client: httpx.Client, body: object, *books: str, **query: Any) -> httpx.Response:
    params = {"rulebooks": list(books), **query}
    return client.post("/api/hero/validate", json=body, params=params)


def be_a_guest(client: httpx.Client) -> dict[str, str]:
    """The header that speaks for a new guest."""
    answer = client.post(str(client.base_url.join("/api/v1/accounts/guest")), json={})
    client.cookies.clear()
    return {"Authorization": f"Bearer {answer.json()['session']}"}


@pytest.mark.parametrize(("books", "changes"), [((CORE,), MERCENARY), ((CORE, GODS), SKULDRUN)])
def test_valid_heroes_of_the_source_are_valid(seed, books, changes):
    answer = validate(seed, seed_hero(**changes), *books)
    assert answer.status_code == 200
    assert answer.json()["valid"], answer.json()["errors"]
    assert answer.json().keys() == {"valid", "errors", "warnings"}


@pytest.mark.parametrize("case", INVALID)
def test_invalid_heroes_of_the_source_say_what_it_documents(seed, case):
    books, changes, kind, parameter = INVALID[case]
    answer = validate(seed, seed_hero(**changes), *books)
    assert answer.status_code == 200
    found = answer.json()
    assert found["valid"] is False
    assert parameter in [error["parameter"] for error in found["errors"] if error["type"] == kind]
    choices = [error for error in found["errors"] if "selection" in error["parameter"]]
    assert all(error["addon"] == "any_of" for error in choices)


def test_uncle_bob_of_listing_2_2_gets_the_answer_of_listing_2_3(seed):
    found = validate(seed, seed_hero(**UNCLE_BOB), CORE).json()
    assert found["valid"] is False
    assert found["warnings"] == []
    first = found["errors"][0]
    assert first["type"] == "missing_level"
    assert first["message"] == (
        "Heros 'profession' of 'Söldner' is missing minimum level '3' "
        "for 'talent' of 'Körperbeherrschung'."
    )


def test_answers_come_in_german_and_english(seed):
    body = seed_hero(race="__unknown__")
    german = validate(seed, body, CORE, language="de").json()
    assert german["errors"][0]["message"] == "Spezies „__unknown__“ ist unbekannt."
    seed.headers["Accept-Language"] = "fr, de-AT;q=0.8, en;q=0.5"
    assert validate(seed, body, CORE).json() == german
    assert "not known" in validate(seed, body, CORE, language="en").text
    del seed.headers["Accept-Language"]


def test_the_contract_is_served_and_has_the_eight_endpoints_of_the_source(seed):
    front = seed.get("/", follow_redirects=True)
    assert front.status_code == 200
    assert "hero/validate" in front.text
    contract = yaml.safe_load(seed.get("/openapi.yaml").text)
    assert contract["servers"] == [{"url": "/heroes"}]
    documented = {(method, path) for path, ways in contract["paths"].items() for method in ways}
    assert documented >= {
        ("get", "/"),
        ("get", "/openapi.yaml"),
        ("get", "/api/meta/rulebook/list"),
        ("get", "/api/meta/feature/list"),
        ("post", "/api/hero/validate"),
        ("put", "/api/hero/save"),
        ("get", "/api/hero/export"),
        ("delete", "/api/hero/delete"),
    }


def test_books_and_values_are_listed(seed):
    assert seed.get("/api/meta/rulebook/list").json()[:2] == [CORE, GODS]
    races = seed.get("/api/meta/feature/list", params={"feature": "race", "rulebooks": CORE})
    assert races.json() == ["Elfen", "Halbelfen", "Mensch", "Zwerg"]
    query = {"feature": "disadvantage", "rulebooks": [CORE, GODS]}
    assert ["Unfähig", "Singen", 1] in seed.get("/api/meta/feature/list", params=query).json()


def test_a_broken_book_is_not_listed(tmp_path, start_server):
    for name, text in (("fine", 'rulebook("fine").'), ("broken", 'rulebook("broken"')):
        book = tmp_path / "books" / name
        book.mkdir(parents=True)
        (book / "_entrypoint.lp").write_text('#include "meta.lp".\n#include "rules.lp".\n')
        (book / "meta.lp").write_text(f"#program rulebook_usable.\n{text}\n")
        (book / "rules.lp").write_text("")
    server = start_server(**ROOMY, rulebooks=str(tmp_path / "books"))
    listed = httpx.get(f"{server.url}/heroes/api/meta/rulebook/list", timeout=300).json()
    assert "fine" in listed
    assert "broken" not in listed


def test_a_missing_dependency_is_named(seed):
    answer = validate(seed, seed_hero(), GODS)
    assert answer.status_code == 400
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["code"] == "rulebook-missing"
    assert f"'{CORE}'" in answer.json()["detail"]


@pytest.mark.parametrize("name", ["dsa6", "../dsa5", str(BOOKS / "dsa5"), "", "."])
def test_only_names_of_the_shelf_are_rulebooks(seed, name):
    answer = validate(seed, seed_hero(), name)
    assert answer.status_code == 400
    assert answer.json()["code"] == "no-such-rulebook"
    assert "/work" not in answer.text.replace(name, "")


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"pets": []}, "/pets"),
        ({"talents": {"Zechen": -1}}, "/talents/Zechen"),
        ({"talents": [1]}, "/talents"),
        ({"advantages": [["Adel"]]}, "/advantages/0"),
        ({"race": None}, "/race"),
        ({"talents": {f"T{n}": 1 for n in range(10_000)}}, "/talents"),
    ],
)
def test_what_is_wrong_with_a_body_is_said_with_its_place(seed, change, place):
    answer = validate(seed, seed_hero() | change, CORE)
    assert answer.status_code == 422
    assert answer.json()["code"] == "wrong-hero"
    assert place in [error["place"] for error in answer.json()["errors"]]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff", b'{"name": NaN}', b'["\\ud800"]', b"[" * 500 + b"]" * 500]
)
def test_what_is_no_json_is_refused(seed, body):
    for path in ("validate", "import", "sheet", "repair"):
        answer = seed.post(f"/api/hero/{path}", content=body, params={"rulebooks": CORE})
        assert answer.status_code == 422, answer.text


def test_names_cannot_become_rules(seed):
    name = 'x"). unknown(race("y")). #script (python) \\ '
    found = validate(seed, seed_hero(**MERCENARY, race=name), CORE).json()
    (error,) = [one for one in found["errors"] if one["type"] == "unknown"]
    assert error["parameter"]["caused_feature_value"] == name


def test_parallel_requests_with_different_books_never_influence_each_other(seed):
    """The second book brings its own validation steps and facts."""
    priest = seed_hero(**SKULDRUN)
    asked = [(CORE,), (CORE, GODS), (GODS, CORE), (GODS,)] * 10

    def ask(books: tuple[str, ...]) -> tuple[int, bool | None]:
        answer = validate(seed, priest, *books)
        return answer.status_code, answer.json().get("valid")

    with ThreadPoolExecutor(8) as crowd:
        answers = list(crowd.map(ask, asked))
    assert answers == [(200, False), (200, True), (200, True), (400, None)] * 10


def test_saving_needs_somebody(seed):
    body = seed_hero(**MERCENARY)
    answer = seed.put("/api/hero/save", json=body, params={"rulebooks": CORE})
    assert answer.status_code == 401
    assert answer.json()["code"] == "no-session"


def keep_and_forget(client: httpx.Client) -> None:
    mine, other = be_a_guest(client), be_a_guest(client)
    body = seed_hero(**MERCENARY, name="Bob / „der Ältere“")
    saved = client.put("/api/hero/save", json=body, params={"rulebooks": [CORE]}, headers=mine)
    assert (saved.status_code, saved.content) == (200, b"")
    changed = body | {"talents": body["talents"] | {"Zechen": 7}}
    client.put("/api/hero/save", json=changed, params={"rulebooks": [CORE]}, headers=mine)
    (line,) = client.get("/api/hero/list", headers=mine).json()
    assert (line["name"], line["profession"]) == (body["name"], "Söldner")
    named = {"hero_name": body["name"]}
    loaded = client.get("/api/hero/load", params=named, headers=mine).json()
    assert loaded["hero"]["talents"]["Zechen"] == 7
    assert loaded["rulebooks"] == [CORE]
    for way, path in (("GET", "export"), ("GET", "load"), ("DELETE", "delete")):
        answer = client.request(way, f"/api/hero/{path}", params=named, headers=other)
        assert (answer.status_code, answer.json()["code"]) == (404, "no-such-hero")
    exported = client.get("/api/hero/export", params=named, headers=mine)
    assert exported.json()["name"] == body["name"]
    assert "attachment" in exported.headers["content-disposition"]
    printed = client.get("/api/hero/export", params={**named, "format": "pdf"}, headers=mine)
    assert printed.content.startswith(b"%PDF")
    assert client.delete("/api/hero/delete", params=named, headers=mine).status_code == 200
    assert client.get("/api/hero/list", headers=mine).json() == []


def test_a_hero_is_kept_under_its_name_for_its_account_alone(seed):
    keep_and_forget(seed)


def test_heroes_are_kept_on_postgresql(start_server: Callable[..., Server], postgres):
    server = start_server(postgres(), **ROOMY, rulebooks=str(BOOKS))
    with httpx.Client(base_url=f"{server.url}/heroes", timeout=300) as client:
        keep_and_forget(client)


def test_pages_need_the_csrf_secret_to_save(seed):
    root = seed.base_url.join("/api/v1/accounts/guest")
    with httpx.Client(base_url=seed.base_url, timeout=300) as page:
        csrf = page.post(str(root), json={}).json()["csrf"]
        asked = {"json": seed_hero(**MERCENARY), "params": {"rulebooks": CORE}}
        assert page.put("/api/hero/save", **asked).json()["code"] == "csrf"
        done = page.put("/api/hero/save", **asked, headers={"X-CSRF-Token": csrf})
        assert done.status_code == 200


def test_nobody_keeps_more_heroes_than_allowed_nor_nameless_ones(seed):
    mine = be_a_guest(seed)

    def save(name: str) -> httpx.Response:
        body = seed_hero(**MERCENARY, name=name)
        return seed.put("/api/hero/save", json=body, params={"rulebooks": CORE}, headers=mine)

    assert [save(name).status_code for name in "abc"] == [200, 200, 200]
    assert save("d").json()["code"] == "too-many-heroes"
    assert save("a").status_code == 200, "whoever is there already may change"
    assert save(" ").json()["code"] == save("x" * 101).json()["code"] == "wrong-name"


def test_completion_says_what_is_possible_and_why_the_rest_is_not(core):
    draft = {"name": "Thorgrim", "mode": "draft", "race": "Zwerge"}
    asked = {"rulebooks": "dsa5", "feature": "culture", "language": "de"}
    options = core.post("/api/hero/complete", json=draft, params=asked).json()["options"]
    found = {option["value"]: option for option in options}
    assert found["Ambosszwerge"]["status"] == "possible"
    assert found["Andergast"]["status"] == "impossible"
    assert "Zwerge" in found["Andergast"]["says"]
    assert "reasons" not in found["Andergast"]
    told = core.post("/api/hero/complete", json=draft, params={**asked, "details": True}).json()
    assert any(option["reasons"] for option in told["options"])


def test_repair_makes_a_hero_legal_and_keeps_what_is_pinned(core):
    broken = ALRIKE | {"talents": ALRIKE["talents"] | {"Zechen": 1}}
    asked = {"rulebooks": "dsa5", "language": "de"}
    fixed = core.post("/api/hero/repair", json=broken, params=asked).json()
    assert [(step["value"], step["after"]) for step in fixed["steps"]] == [("Zechen", 5)]
    assert "Söldner" in fixed["steps"][0]["because"][0]
    assert validate(core, fixed["hero"], "dsa5").json()["valid"]
    pinned = {**asked, "pin": ["talent", "race", "culture", "profession"]}
    answer = core.post("/api/hero/repair", json=broken, params=pinned)
    assert (answer.status_code, answer.json()["code"]) == (422, "out-of-reach")


def test_the_account_and_derived_values_come_with_the_details(core):
    found = validate(core, ALRIKE, "dsa5", details=True).json()
    assert found["account"]["total"] == 1100
    assert found["account"]["spent"] == sum(found["account"]["by_feature"].values())
    assert found["derived"]["LE"] > 20


def test_a_sheet_is_a_pdf(core):
    for language in ("de", "en"):
        asked = {"rulebooks": "dsa5", "language": language}
        answer = core.post("/api/hero/sheet", json=ALRIKE, params=asked)
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.content.startswith(b"%PDF")


def test_packages_say_what_they_bring_and_what_is_to_choose(core):
    asked = {"feature": "profession", "value": "Söldner", "rulebooks": "dsa5"}
    package = core.get("/api/meta/feature/package", params=asked).json()
    brought = {(part["feature"], part["value"]): part["level"] for part in package["parts"]}
    assert package["ap"] == 202
    assert brought["talent", "Kriegskunst"] == 6
    assert brought["combat_technique", "Armbrüste"] == 10
    (choice,) = package["choices"]
    assert "Hiebwaffen" in [option["value"] for option in choice["options"]]
    missing = core.get("/api/meta/feature/package", params={**asked, "value": "Astronaut"})
    assert missing.status_code == 422


def test_a_hero_of_optolith_is_imported_and_what_is_no_hero_refused(core):
    body = json.loads((OPTOLITH / "graduate.json").read_text(encoding="utf-8"))
    imported = core.post("/api/hero/import", json=body, params={"rulebooks": "dsa5"}).json()
    assert imported["hero"]["name"] == body["name"]
    assert validate(core, imported["hero"], "dsa5").json()["valid"]
    wrong = core.post("/api/hero/import", json={"attr": 1, "ap": 2}, params={"rulebooks": "dsa5"})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "wrong-hero")


def test_a_package_says_why_it_books_more_than_its_price(core):
    asked = {"feature": "profession", "value": "Söldnerin", "rulebooks": "dsa5", "language": "de"}
    package = core.get("/api/meta/feature/package", params=asked).json()
    assert [one["label"] for one in package["before"]] == [
        "Intuition 13",
        "Konstitution 13",
        "Körperkraft 13",
    ]
    assert package["total"] == 202 + 3 * 75
    assert package["placed"] == {"languages": 6}
    asked = {"feature": "culture", "value": "Aranien", "rulebooks": "dsa5"}
    culture = core.get("/api/meta/feature/package", params=asked).json()
    assert sorted(culture["mother_tongues"]) == ["Garethi", "Tulamidya"]


def test_any_hero_goes_to_optolith_and_is_compared(core):
    books = {"rulebooks": "dsa5", "language": "de"}
    sent = core.post("/api/hero/optolith", json=ALRIKE, params=books).json()
    assert sent["id"].startswith("H_")
    assert {"dateCreated", "dateModified", "clientVersion"} <= sent.keys()
    stronger = {**ALRIKE, "talents": {**ALRIKE["talents"], "Zechen": 6}}
    found = core.post("/api/hero/compare", json=[ALRIKE, stronger], params=books).json()
    assert [one["says"] for one in found["changes"]] == ["Talent Zechen 6 statt Zechen 5"]
    wrong = core.post("/api/hero/compare", json=ALRIKE, params=books)
    assert (wrong.status_code, wrong.json()["code"]) == (422, "invalid")


def test_a_hero_with_a_large_portrait_is_judged_and_kept(core):
    pictured = {
        **ALRIKE,
        "name": "Mit Bild",
        "portrait": "data:image/jpeg;base64," + "A" * 1_900_000,
    }
    assert validate(core, pictured, "dsa5").json()["valid"]
    guest = be_a_guest(core)
    kept = core.put("/api/hero/save", json=pictured, params={"rulebooks": "dsa5"}, headers=guest)
    assert kept.status_code == 200
    huge = {**pictured, "portrait": "data:image/jpeg;base64," + "A" * 5_100_000}
    assert validate(core, huge, "dsa5").status_code == 413


def test_findings_come_in_lines_and_weapons_with_their_values(core):
    armed = {**ALRIKE, "belongings": [{"name": "Streitaxt"}, {"name": "Kettenrüstung"}]}
    found = validate(core, armed, "dsa5", details="true", language="de").json()
    (axe,) = found["outfit"]["weapons"]
    assert axe["damage"] == "1W6+4"
    assert (found["outfit"]["RS"], found["outfit"]["BE"]) == (4, 1)
    assert found["lines"][0]["source"] == "Regelwerk S. 203"
    items = core.get("/api/meta/item/table", params={"rulebooks": "dsa5"}).json()
    assert {"name": "Dolch", "kind": "weapon", "price": 4500, "weight": 20} in items
