"""``spielwerk draw``: pictures of rules as SVG, where their language can draw them."""

from __future__ import annotations

from pathlib import Path

import click

from spielwerk.catalogue import language_for, open_game
from spielwerk.cli.files import out_option, put
from spielwerk.core import SpielwerkError


@click.command()
@click.argument("game", metavar="GAME|FILE")
@click.option("--show", help="What the picture shows; the language's first kind if none is named.")
@out_option
def command(game: str, show: str | None, out: Path | None) -> None:
    """Draw the rules of a game as SVG."""
    put(picture(game, show), out)


def picture(game: str, show: str | None = None) -> str:
    """A picture of one kind."""
    language = language_for(game)
    if not language.draw:
        raise SpielwerkError(f"There are no pictures of rules in {language.title}.")
    draw = language.draw.get(show or next(iter(language.draw)))
    if draw is None:
        raise SpielwerkError(f"Pictures of {language.title} show {' or '.join(language.draw)}.")
    return draw(open_game(game))
