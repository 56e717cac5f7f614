"""Whatever schemathesis thinks of asking, the answer is no fault of ours."""

from __future__ import annotations

import os

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error

from spielwerk.server import Settings, create_app

TRIES = 200 if os.environ.get("SPIELWERK_SOAK") else 10

OPERATIONS = [
    (path, method)
    for path, methods in create_app(Settings()).openapi()["paths"].items()
    for method in methods
]


@pytest.fixture(scope="module")
def api(shared_server):
    return schemathesis.openapi.from_url(f"{shared_server.url}/api/v1/openapi.json")


@pytest.mark.parametrize(("path", "method"), OPERATIONS, ids=lambda part: part)
def test_no_request_brings_about_a_fault_of_ours(api, path, method):
    @given(case=api[path][method].as_strategy())
    @settings(
        max_examples=TRIES,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
    )
    def ask(case):
        case.call_and_validate(checks=[not_a_server_error], timeout=60)

    ask()


def test_errors_are_problem_details(shared_server):
    answer = httpx.get(f"{shared_server.url}/api/v1/games/chees")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["status"] == 404
