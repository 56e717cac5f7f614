"""Rulebooks as a registered language: folders that judge heroes, and no games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from spielwerk.core import Confines, Diagnostic, EditedText, Language, RulesImprint, RuleText

ENTRYPOINT = "_entrypoint.lp"
"""The file that makes a folder a rulebook."""


def _check(rules: RuleText) -> Sequence[Diagnostic]:
    from spielwerk.languages.rulebook.questions import check_bundle, check_rulebook

    if rules.folder is None:
        return check_bundle(rules.text, rules.file)
    return check_rulebook(rules.folder)


def _edit(rules: RuleText, others: Mapping[str, str]) -> EditedText:
    from spielwerk.languages.rulebook.editing import edit_rulebook

    return edit_rulebook(rules, others)


def _bundle(files: Sequence[tuple[str, str]]) -> str:
    from spielwerk.languages.rulebook.bundle import bundled

    return bundled(files)


def _imprint(rules: RuleText) -> RulesImprint:
    from spielwerk.languages.rulebook.questions import imprint_of_bundle

    return imprint_of_bundle(rules.text, rules.file)


def _example() -> str:
    folder = files("spielwerk").joinpath("library", "rulebooks", "hausregeln")
    names = ("meta.lp", "rules.lp")
    return _bundle([(name, folder.joinpath(name).read_text(encoding="utf-8")) for name in names])


def _german() -> Mapping[str, str]:
    from spielwerk.languages.rulebook.german import GERMAN

    return GERMAN


RULEBOOK: Language[Any] = Language(
    name="rulebook",
    title="Rulebooks",
    suffixes=(".lp",),
    folder_file=ENTRYPOINT,
    keywords=("#program", "#include", "#const", "not"),
    check=_check,
    edit=_edit,
    translations={"de": _german},
    confine=Confines(seconds=30.0, megabytes=900, characters=500_000),
    bundle=_bundle,
    imprint=_imprint,
    example=_example,
)
