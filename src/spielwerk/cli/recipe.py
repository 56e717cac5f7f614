"""``spielwerk recipe``: the cookbook, and copies of its recipes to begin with."""

from __future__ import annotations

from pathlib import Path

import click

from spielwerk.core import SpielwerkError
from spielwerk.learning import Recipe, recipe_named, recipes


@click.command()
@click.argument("name", required=False)
@click.option(
    "--to",
    "folder",
    default=".",
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder to copy it into.",
)
def command(name: str | None, folder: Path) -> None:
    """List the recipes of the cookbook, or copy one: its rules, and its scenario tests.

    Files that are there already are left alone.
    """
    if name is None:
        wide = max(map(len, recipes())) + 2
        for one in recipes().values():
            click.echo(f"{one.name.ljust(wide)}{one.language.ljust(7)}{one.shows['en']}")
        return
    recipe = recipe_named(name)
    _copy(recipe, folder)
    click.echo(f"{folder / recipe.file}: {recipe.shows['en']}")


def _copy(recipe: Recipe, folder: Path) -> None:
    texts = {folder / recipe.file: recipe.source, folder / f"{recipe.name}.test": recipe.test}
    for path in texts:
        if path.exists():
            raise SpielwerkError(f"{path} is there already. Name another folder with --to.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in texts.items():
            path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise SpielwerkError(f"{folder} cannot be written to: {problem.strerror}.") from None
