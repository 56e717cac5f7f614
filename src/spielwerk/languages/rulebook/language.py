"""Rulebooks as a registered language: folders that judge heroes, and no games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spielwerk.core import Confines, Diagnostic, Language, RuleText

ENTRYPOINT = "_entrypoint.lp"
"""The file that makes a folder a rulebook."""


def _check(rules: RuleText) -> Sequence[Diagnostic]:
    from spielwerk.languages.rulebook.questions import check_bundle, check_rulebook

    if rules.folder is None:
        return check_bundle(rules.text, rules.file)
    return check_rulebook(rules.folder)


RULEBOOK: Language[Any] = Language(
    name="rulebook",
    title="Rulebooks",
    suffixes=(".lp",),
    folder_file=ENTRYPOINT,
    keywords=("#program", "#include", "#const", "not"),
    check=_check,
    confine=Confines(seconds=30.0, megabytes=900, characters=500_000),
)
