"""Whatever comes in is a message or an error that says what is wrong: nothing else."""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielwerk.protocols.spy import Revision, SpyMessageError
from spielwerk.protocols.spy.letters import read_json, read_message
from spielwerk.protocols.spy.messages import CLIENT_MESSAGES, SERVER_MESSAGES, Hello
from spielwerk.protocols.spy.values import RoleEnum
from spielwerk.protocols.spy.wire import recognise

ALL = (*CLIENT_MESSAGES, *SERVER_MESSAGES)
NAMES = [
    "playerId", "clientId", "name", "role", "sessionId", "level", "settings", "offerNr",
    "character_settings", "characterSettings", "chosenCharacterId", "chosenGadget", "equipment",
    "operation", "operations", "state", "isGameOver", "gamePause", "keys", "messages", "reason",
    "characterId", "target", "type", "x", "y", "from", "stake", "gadget", "entries", "scenario",
]  # fmt: skip
WORDS = ["PLAYER", "MOVEMENT", "JETPACK", "GENERAL", str(UUID(int=7)), "", "\ud800"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(WORDS),
    lambda deeper: (
        st.lists(deeper, max_size=3) | st.dictionaries(st.sampled_from(NAMES), deeper, max_size=5)
    ),
    max_leaves=12,
)
TYPES = sorted({word for kind in ALL for word in (kind.standard, kind.later) if word})


@given(
    st.sampled_from(TYPES), st.dictionaries(st.sampled_from(NAMES), JSON), st.sampled_from(Revision)
)
def test_strange_messages_are_refused_in_words(
    type_: str, fields: dict[str, Any], dialect: Revision
) -> None:
    with suppress(SpyMessageError):
        _, message = read_message({**fields, "type": type_}, dialect, ALL)
        assert message.type_in(dialect) == type_


@given(st.text() | st.binary())
def test_strange_texts_are_refused_in_words(text: str | bytes) -> None:
    with suppress(SpyMessageError):
        assert isinstance(read_json(text), dict)


@pytest.mark.parametrize(
    ("message", "dialect"),
    [
        ({"clientId": None}, Revision.LATER),
        ({"clientId": "x"}, Revision.LATER),
        ({"playerId": None}, Revision.STANDARD),
        ({}, Revision.STANDARD),
        ({"playerId": None, "clientId": None}, Revision.STANDARD),
    ],
)
def test_the_first_message_shows_the_dialect(message: dict[str, Any], dialect: Revision) -> None:
    assert recognise(message) is dialect


def test_a_missing_field_is_named() -> None:
    with pytest.raises(SpyMessageError, match="HELLO: 'role' is missing"):
        read_message({"type": "HELLO", "name": "ann"}, Revision.STANDARD, (Hello,))


def test_a_wrong_word_is_answered_with_the_right_ones() -> None:
    value = {"type": "HELLO", "name": "ann", "role": "CAT"}
    with pytest.raises(SpyMessageError, match="one of SPECTATOR, PLAYER, AI, not 'CAT'"):
        read_message(value, Revision.STANDARD, (Hello,))


def test_unknown_fields_are_passed_over() -> None:
    value = {"type": "HELLO", "name": "ann", "role": "AI", "mood": "cheerful"}
    envelope, message = read_message(value, Revision.STANDARD, (Hello,))
    assert message == Hello("ann", RoleEnum.AI)
    assert envelope.client_id is None
