"""Differences of JSON documents: applied to the old one they give the new one, and stay small."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielwerk.client import apply_patch
from spielwerk.server.rooms import difference

leaves = st.none() | st.integers(-3, 3) | st.sampled_from(["", "a", "b/c", "~d", "(cell 1 1 x)"])
documents = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=6) | st.dictionaries(st.sampled_from("ab/~"), inner, max_size=4)
    ),
    max_leaves=25,
)
facts = st.lists(st.sampled_from([f"(cell {n})" for n in range(12)]), max_size=12)


@given(documents, documents)
def test_a_difference_leads_from_one_document_to_the_other(old, new):
    assert apply_patch(old, difference(old, new)) == new


@given(facts, facts)
def test_lists_of_facts_differ_by_what_came_and_went(old, new):
    assert apply_patch(old, difference(old, new)) == new


def test_one_disc_more_is_one_operation():
    old = {"facts": ["(cell 1 1 red)", "(cell 2 1 red)", "(control red)"]}
    new = {"facts": ["(cell 1 1 red)", "(cell 1 2 red)", "(cell 2 1 red)", "(control red)"]}
    assert difference(old, new) == [{"op": "add", "path": "/facts/1", "value": "(cell 1 2 red)"}]


def test_the_old_document_stays_as_it_is():
    old = {"a": [1, {"b": 2}]}
    apply_patch(old, [{"op": "replace", "path": "/a/1/b", "value": 3}])
    assert old == {"a": [1, {"b": 2}]}


@pytest.mark.parametrize("path", ["x", "/nowhere/deeper", "/a/7"])
def test_a_path_that_leads_nowhere_is_an_error(path):
    with pytest.raises(ValueError, match=r"pointer|nowhere"):
        apply_patch({"a": [1]}, [{"op": "replace", "path": path, "value": 0}])
