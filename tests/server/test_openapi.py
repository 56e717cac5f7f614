"""Whatever schemathesis thinks of asking, the answer is no fault of ours."""

from __future__ import annotations

import asyncio
import os

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error

from spielwerk.client import Client
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
        case.call_and_validate(checks=[not_a_server_error], timeout=300)

    ask()


@pytest.fixture(scope="module")
def seats(shared_server):
    """Real seats for strange requests: at a table that waits, one that plays, one that is done."""

    async def found() -> list[tuple[str, str]]:
        async with Client(shared_server.url) as client:
            waiting = await client.found("connect-four", visibility="private")
            playing = await client.found("kuhn-poker")
            other = await client.join(playing.match)
            done = await client.found("tic-tac-toe", bots={"oplayer": "easy"})
            async with done.connect() as table:
                await table.order({"type": "resign"})
            return [(seat.match, seat.token) for seat in (waiting, playing, other, done)]

    return asyncio.run(found())


@pytest.mark.parametrize(
    ("path", "method"),
    [o for o in OPERATIONS if "{match}" in o[0] and "/operator/" not in o[0]],
    ids=lambda part: part,
)
def test_whoever_sits_at_a_table_brings_about_no_fault_either(api, seats, path, method):
    @given(case=api[path][method].as_strategy(), seat=st.sampled_from(seats))
    @settings(
        max_examples=2 * TRIES,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
    )
    def ask(case, seat):
        match, token = seat
        case.path_parameters = {**case.path_parameters, "match": match}
        answer = case.call(headers={"Authorization": f"Bearer {token}"}, timeout=300)
        assert answer.status_code < 500, answer.text
        reached.add(answer.status_code)

    reached: set[int] = set()
    ask()
    assert reached - {401, 404}, "some of the requests got further than the door"


def test_errors_are_problem_details(shared_server):
    answer = httpx.get(f"{shared_server.url}/api/v1/games/chees")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["status"] == 404
