"""Questions about heroes by books of anybody: those of others are read in a confined process.

Grounding cannot be interrupted and can take all memory; a process can be stopped. Rulebooks and
heroes go in, an answer as JSON comes out, wherever it was found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from spielwerk.confinement import Confined, Limits, Overrun, sendable
from spielwerk.core import (
    Diagnostic,
    Json,
    LimitExceeded,
    RulesImprint,
    SourceError,
    SpielwerkError,
)
from spielwerk.languages.rulebook.answers import (
    compared,
    completed,
    planned,
    repaired,
    validated,
)
from spielwerk.languages.rulebook.bundle import bundle_of
from spielwerk.languages.rulebook.folder import read_folder
from spielwerk.languages.rulebook.grounding import count_up_to
from spielwerk.languages.rulebook.hero import Hero
from spielwerk.languages.rulebook.lint import lint
from spielwerk.languages.rulebook.planning import OutOfReach
from spielwerk.languages.rulebook.repairing import Unrepairable
from spielwerk.languages.rulebook.shelf import Shelf, library
from spielwerk.languages.rulebook.usable import imprint_of

MAX_GROUND_RULES = 200_000
"""How many facts and ground rules may follow from books of strangers."""

QUESTIONS: Mapping[str, Callable[..., dict[str, Any]]] = {
    "validate": validated,
    "complete": completed,
    "repair": repaired,
    "plan": planned,
    "compare": compared,
}
"""What answers each kind of question."""
ASKED = f"{__name__}:answer"
"""The function that answers in a confined process."""

for _kind in (Unrepairable, OutOfReach):
    sendable(_kind)


def ask(
    question: str,
    rulebooks: Sequence[str],
    *heroes: Hero,
    shelf: Shelf | None = None,
    limits: Limits | None = None,
    **more: Json,
) -> dict[str, Any]:
    """Answer one of :data:`QUESTIONS` by books, each given by its name or path.

    ``more`` is what the function that answers takes beside rules and heroes.

    :raises SpielwerkError: whatever is wrong with the question, the heroes or the books
    :raises LimitExceeded: the books need more than the limits
    """
    trusted = shelf or library()
    folders = [trusted.find(name) for name in rulebooks]
    if all(map(trusted.is_ours, folders)):
        return QUESTIONS[question](trusted.rules(rulebooks), *heroes, **more)
    with _process(limits) as process:
        return process.ask(
            {
                "do": question,
                "rulebooks": [str(folder.resolve()) for folder in folders],
                "heroes": [hero.to_json() for hero in heroes],
                "more": more,
            }
        )


def check_rulebook(folder: Path, limits: Limits | None = None) -> list[Diagnostic]:
    """What is wrong with a rulebook.

    :raises LimitExceeded: the book needs more than the limits
    """
    with _process(limits) as process:
        reply = process.ask({"do": "check", "folder": str(folder)})
    return [Diagnostic.from_json(body) for body in reply["diagnostics"]]


def check_bundle(text: str, file: str) -> list[Diagnostic]:
    """What is wrong with a rulebook that a stranger brings as one text (:mod:`.bundle`).

    Whoever asks is confined already.
    """
    count_up_to(MAX_GROUND_RULES)
    try:
        bundle = bundle_of(text, file)
    except SourceError as problem:
        return list(problem.diagnostics)
    with bundle.folder() as folder:
        return list(bundle.placed(lint(folder)))


def imprint_of_bundle(text: str, file: str) -> RulesImprint:
    """What such a book says of itself.

    :raises SourceError: it is none
    """
    with bundle_of(text, file).folder() as folder:
        found = imprint_of(read_folder(folder))
    title = found.titles.get("en") or next(iter(found.titles.values()), found.name)
    return RulesImprint(title, tuple(need.book for need in found.depends))


@contextmanager
def _process(limits: Limits | None) -> Iterator[Confined]:
    try:
        with Confined(ASKED, limits) as process:
            yield process
    except Overrun as problem:
        raise LimitExceeded(
            f"The rulebooks cannot be read within their limits. {problem} A rule that counts on "
            "for ever or combines everything with everything does that."
        ) from None


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """What a confined process answers.

    :raises SpielwerkError: whatever is wrong with the books
    """
    count_up_to(MAX_GROUND_RULES)
    try:
        if question["do"] == "check":
            return {"diagnostics": [found.to_json() for found in lint(Path(question["folder"]))]}
        heroes = [Hero.from_json(body) for body in question["heroes"]]
        with ExitStack() as folders:
            brought = [
                str(folders.enter_context(bundle_of(text, "rules.lp").folder()))
                for text in question.get("bundles", ())
            ]
            rules = library().rules([*question["rulebooks"], *brought])
            return QUESTIONS[question["do"]](rules, *heroes, **question["more"])
    except SpielwerkError as problem:
        if "bad_alloc" in str(problem):  # clingo's way to say it
            raise MemoryError from None
        raise
