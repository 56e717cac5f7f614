"""Rulebooks as a registered language: folders that judge heroes, and no games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spielwerk.core import Diagnostic, Language, RuleText

ENTRYPOINT = "_entrypoint.lp"
"""The file that makes a folder a rulebook."""


def _check(rules: RuleText) -> Sequence[Diagnostic]:
    from spielwerk.languages.rulebook.questions import check_rulebook

    assert rules.folder is not None, "a rulebook is a folder"
    return check_rulebook(rules.folder)


RULEBOOK: Language[Any] = Language(
    name="rulebook", title="Rulebooks", folder_file=ENTRYPOINT, check=_check
)
