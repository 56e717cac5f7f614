"""Rulebooks as a registered language: folders that judge heroes, and no games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from spielwerk.core import Diagnostic, EditedText, Language, RuleText

ENTRYPOINT = "_entrypoint.lp"
"""The file that makes a folder a rulebook."""


def _check(rules: RuleText) -> Sequence[Diagnostic]:
    from spielwerk.languages.rulebook.questions import check_rulebook

    assert rules.folder is not None, "a rulebook is a folder"
    return check_rulebook(rules.folder)


def _edit(rules: RuleText, others: Mapping[str, str]) -> EditedText:
    from spielwerk.languages.rulebook.editing import edit_rulebook

    return edit_rulebook(rules, others)


RULEBOOK: Language[Any] = Language(
    name="rulebook", title="Rulebooks", folder_file=ENTRYPOINT, check=_check, edit=_edit
)
