"""A seat belongs to whoever sits there: no machine, and nobody else, takes it away."""

from __future__ import annotations

import asyncio

import pytest
from tests.match.table import Table
from tests.players import native

from spielwerk.client import ApiError, Client
from spielwerk.match import Setup, Take


def test_a_machine_never_displaces_a_person_who_sat_down_meanwhile(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            red = await client.found("connect-four")
            seat = f"/matches/{red.match}/seats"
            # the machine is asked first whether it plays such games, and that takes a while
            machine = client.call(
                "POST", f"{seat}/yellow/bot", {"player": "alphabeta:1s"}, token=red.token
            )
            person = client.join(red.match, role="yellow", name="Bob")
            seated, bob = await asyncio.gather(machine, person, return_exceptions=True)
            assert isinstance(seated, ApiError) or isinstance(bob, ApiError)
            if not isinstance(bob, ApiError):
                assert (await bob.show())["picture"]["seats"]["yellow"]["name"] == "Bob"
                assert seated.code in ("seat-taken", "not-your-seat")

    asyncio.run(story())


@pytest.mark.parametrize("over", [None, "another's claim"])
def test_the_match_itself_refuses_a_machine_that_nobody_hands_the_seat(over):
    table = Table(native.tic_tac_toe(), Setup())
    table.do(1.0, Take(native.X, "random", "random", over=over))
    assert table.refusal is not None
    assert table.refusal.code == "seat-taken"
    table.do(1.0, Take(native.X, "random", "random", over=""))  # of the holder, who made no claim
    assert table.refusal is None
