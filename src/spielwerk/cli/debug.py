"""``spielwerk debug``: a match looked into step by step, where the language of the rules can.

The commands come from stdin, so a file of them is a script.
"""

from __future__ import annotations

import click

from spielwerk.catalogue import language_for, open_game
from spielwerk.core import Debugger, SpielwerkError


@click.command()
@click.argument("game", metavar="GAME|FILE")
@click.option("--seed", type=int, default=0, help="The seed of the match.")
def command(game: str, seed: int) -> None:
    """Play a game move by move, stop at any rule, go back and forth; 'help' lists commands."""
    language = language_for(game)
    if language.debug is None:
        raise SpielwerkError(f"There is no debugger for rules in {language.title}.")
    converse(language.debug(open_game(game), seed), language.name)


def converse(debugger: Debugger, prompt: str) -> None:
    """Answer commands until they end."""
    click.echo(debugger.greeting)
    while True:
        try:
            line = click.prompt(prompt, prompt_suffix="> ", default="", show_default=False).strip()
        except (click.Abort, EOFError):
            click.echo("")
            return
        if line.partition(" ")[0] in ("quit", "exit", "q"):
            return
        if not line:
            continue
        try:
            said = debugger.answer(line)
        except SpielwerkError as problem:
            said = str(problem)
        except OSError as problem:
            said = f"{problem.filename or 'A file'}: {problem.strerror}."
        if said:
            click.echo(said)
