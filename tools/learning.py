"""Writes the tutorials and the cookbook into ``docs/``, from what the studio shows.

``make reference`` runs it, and a test fails where the pages are not what it writes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from spielwerk.learning import Recipe, Tutorial, TutorialStep, recipes, tutorials

FOLDER = Path(__file__).parents[1] / "docs"
_FENCES = {"gdl": "gdl", "igold": "xml"}
_GUIDES = {"gdl": "gdl.md", "igold": "igold.md"}

_TUTORIAL = """\
Made from `library/tutorials` by `make reference`; do not edit. The studio (*Write rules* on the
page of `spielwerk serve`) has the same in German and English, and marks each step when it is done.
"""
_COOKBOOK = """\
Made from `library/recipes` by `make reference`; do not edit.

{count} small games, each of which shows one thing that games are made of. Each is whole: it can be
played, changed and hosted, and its scenario tests stand beside it. In the studio choose one under
*Start from*; on your own machine copy it:

```console
$ spielwerk recipe draft --to mine
mine/draft.igold.xml: {shows}
$ spielwerk test mine/draft.test
mine/draft.test: 2 tests, all as expected
```

Below is the piece that matters of each. IGold says everything in full: that a deck is made of nine
cards, which of them is called what in which language, and that players take turns. So its recipes
are two to four times as long as those in GDL, and what they are about is a tenth of them. GDL in
turn has no cards, hands and numbers of its own and writes them as facts.
"""


def pages() -> dict[str, str]:
    """Every page by its name."""
    found = {f"tutorial-{name}.md": _page(_tutorial(one)) for name, one in tutorials().items()}
    return found | {"cookbook.md": _page(_cookbook())}


def _page(lines: Iterator[str]) -> str:
    return "\n".join(lines).rstrip() + "\n"


# Tutorials


def _tutorial(tutorial: Tutorial) -> Iterator[str]:
    fence = _FENCES[tutorial.language]
    *_, text = tutorial.texts()
    yield f"# {tutorial.title['en']}"
    yield ""
    yield _TUTORIAL
    yield ""
    yield tutorial.about["en"]
    yield ""
    for number, step in enumerate(tutorial.steps, 1):
        yield f"## {number}. {step.title['en']}"
        yield ""
        yield step.text["en"]
        yield ""
        if step.put:
            yield _where(step, tutorial)
            yield ""
            yield f"```{fence}"
            yield step.put.strip("\n")
            yield "```"
            yield ""
    yield "## The whole of it"
    yield ""
    yield f"On your own machine the file is `{tutorial.file}`:"
    yield ""
    yield f'```{fence} title="{tutorial.file}"'
    yield text.strip("\n")
    yield "```"
    yield ""
    yield "What each step asked of it is a [scenario test](scenarios.md), too:"
    yield ""
    stem = tutorial.file.partition(".")[0]
    yield f'```text title="{stem}.test"'
    yield f"game {tutorial.file}"
    for step in tutorial.steps:
        tests = step.test.partition("\n")[2].strip("\n")
        if tests:
            yield ""
            yield tests
    yield "```"
    yield ""
    count = sum(step.test.count("\ntest ") for step in tutorial.steps)
    yield "```console"
    yield f"$ spielwerk check {tutorial.file}"
    yield f"{tutorial.file}: fine"
    yield f"$ spielwerk test {stem}.test"
    yield f"{stem}.test: {count} tests, all as expected"
    yield "```"
    yield ""
    yield "`spielwerk play` plays it in the terminal, `spielwerk serve` on a page. The"
    yield "[cookbook](cookbook.md) has small games for whatever comes next, and"
    yield f"[the guide]({_GUIDES[tutorial.language]}) the whole language."


def _where(step: TutorialStep, tutorial: Tutorial) -> str:
    if step.replaces:
        return f"Write instead of `{step.replaces}`, for example:"
    if step.before:
        return f"Write before `{' … '.join(step.before.split())}`:"
    if step is tutorial.steps[0]:
        return "Write:"
    return "Write at the end:"


# The cookbook


def _cookbook() -> Iterator[str]:
    yield "# The cookbook"
    yield ""
    draft = recipes()["draft"]
    yield _COOKBOOK.format(count=len(recipes()), shows=draft.shows["en"])
    yield ""
    yield "| recipe | in | lines | shows |"
    yield "|---|---|---|---|"
    for recipe in recipes().values():
        lines = len(recipe.source.splitlines())
        name = {"gdl": "GDL", "igold": "IGold"}[recipe.language]
        link = f"[{recipe.title['en']}](#{recipe.name})"
        yield f"| {link} | {name} | {lines} | {recipe.shows['en']} |"
    yield ""
    for recipe in recipes().values():
        yield from _recipe(recipe)


def _recipe(recipe: Recipe) -> Iterator[str]:
    yield f'<a id="{recipe.name}"></a>'
    yield ""
    yield f"## {recipe.title['en']}"
    yield ""
    yield recipe.shows["en"]
    yield ""
    yield f"```{_FENCES[recipe.language]}"
    yield recipe.excerpt
    yield "```"
    yield ""
    yield f"Whole: `{recipe.file}`. Its tests:"
    yield ""
    yield "```text"
    yield recipe.test.partition("\n")[2].strip("\n")
    yield "```"
    yield ""


def main() -> None:
    """Write all pages."""
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    sys.stdout.write(f"{len(pages())} pages to learn from in docs\n")


if __name__ == "__main__":
    main()
