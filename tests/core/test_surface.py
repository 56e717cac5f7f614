"""What a package lists can be had from it, imported at once or when somebody asks for it."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages

import pytest

import spielwerk

PACKAGES = [
    found.name
    for found in walk_packages(spielwerk.__path__, "spielwerk.")
    if found.ispkg and not found.name.startswith("spielwerk.server.store.migrations")
]


@pytest.mark.parametrize("name", PACKAGES)
def test_every_name_of_a_surface_is_there(name: str) -> None:
    package = import_module(name)
    listed = getattr(package, "__all__", ())
    assert [each for each in listed if not hasattr(package, each)] == []


def test_a_name_that_no_surface_has_is_told_as_python_does() -> None:
    package = import_module("spielwerk.languages.gdl")
    with pytest.raises(AttributeError, match=r"'spielwerk\.languages\.gdl' has no attribute 'x'"):
        package.x  # noqa: B018


def test_a_module_does_not_hide_the_function_that_has_its_name() -> None:
    import_module("spielwerk.languages.gdl.tools.perft")
    assert callable(import_module("spielwerk.languages.gdl.tools").perft)
