"""What a server teaches: recipes and tutorials, and what it finds out by playing rules."""

from __future__ import annotations

import httpx
import pytest
from tests.server.test_hostile_uploads import HOSTILE

from spielwerk.languages.gdl import gdl_text
from spielwerk.learning import recipes, tutorials

ENDLESS = """\
(role anna)
(init (at 0))
(<= (legal anna go) (true (at ?n)))
(<= (next (at 0)) (true (at 0)))
(<= terminal (true (at 1)))
(<= (goal anna 50) (true (at ?n)))
"""


@pytest.fixture
def api(shared_server):
    with httpx.Client(base_url=f"{shared_server.url}/api/v1", timeout=300) as client:
        yield client


def test_recipes_are_listed_and_shown_with_their_tests(api: httpx.Client) -> None:
    listed = api.get("/recipes").json()
    assert [one["name"] for one in listed] == list(recipes())
    shown = api.get("/recipes/draft").json()
    assert shown["source"].startswith("<?xml")
    assert "test A card is kept" in shown["test"]
    assert shown["shows"].keys() == {"en", "de"}
    assert api.get("/recipes/nothing").status_code == 404


def test_the_tutorials_are_what_the_steps_are(api: httpx.Client) -> None:
    shown = api.get("/tutorials").json()
    assert [one["language"] for one in shown] == list(tutorials())
    assert [len(one["steps"]) for one in shown] == [len(t.steps) for t in tutorials().values()]


@pytest.mark.parametrize("name", ["auction", "market"])
def test_scenario_tests_are_played_on_rules_that_are_brought(api: httpx.Client, name: str) -> None:
    recipe = recipes()[name]
    given = {"source": recipe.source, "language": recipe.language, "test": recipe.test}
    assert api.post("/rules/rehearse", json=given).json()["differences"] == []
    wrong = given | {"test": "game it\ntest It is over\nexpect over\n"}
    (difference,) = api.post("/rules/rehearse", json=wrong).json()["differences"]
    assert difference["line"] == 3
    assert difference["expected"] == "over"


def test_what_means_nothing_is_told_with_its_place(api: httpx.Client) -> None:
    recipe = recipes()["auction"]
    bad_test = {"source": recipe.source, "language": "gdl", "test": "dance\n"}
    bad_rules = {"source": "(role", "language": "gdl", "test": recipe.test}
    for given, line in ((bad_test, 1), (bad_rules, 1)):
        answer = api.post("/rules/rehearse", json=given)
        assert answer.status_code == 422
        assert answer.json()["diagnostics"][0]["line"] == line


def test_the_health_of_rules_is_told_in_both_languages(api: httpx.Client) -> None:
    given = {"source": gdl_text("tic-tac-toe").text, "language": "gdl"}
    found = api.post("/rules/health", json=given).json()
    assert [one["player"] for one in found["series"]] == ["random", "greedy"]
    assert all(one["matches"] for one in found["series"])
    assert any("xplayer gets" in one["said"]["en"] for one in found["findings"])
    assert any("xplayer bekommt" in one["said"]["de"] for one in found["findings"])


def test_rules_that_go_on_for_ever_are_given_up_and_said_to(api: httpx.Client) -> None:
    found = api.post("/rules/health", json={"source": ENDLESS, "language": "gdl"}).json()
    sentences = [one["said"]["en"] for one in found["findings"]]
    assert any("not over after 2,000 steps" in one for one in sentences), sentences


def test_rules_that_run_wild_are_refused_with_the_limit(api: httpx.Client) -> None:
    hostile = HOSTILE["gdl that counts for ever"]
    given = {"source": hostile.source, "language": hostile.language}
    answer = api.post("/rules/health", json=given)
    assert answer.status_code == 422
    assert hostile.said in answer.text


def test_a_fault_of_the_rules_is_the_first_finding(api: httpx.Client) -> None:
    hostile = HOSTILE["igold with thirty nested loops"]
    given = {"source": hostile.source, "language": hostile.language}
    first, *_ = api.post("/rules/health", json=given).json()["findings"]
    assert first["kind"] == "fault"
    assert hostile.said in first["said"]["en"]


def test_a_rulebook_has_no_matches(api: httpx.Client) -> None:
    book = '%%% meta.lp\n#program rulebook_usable.\nrulebook("mine").\n'
    answer = api.post("/rules/health", json={"source": book, "language": "rulebook"})
    assert answer.status_code == 422
