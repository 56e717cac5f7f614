"""``spielwerk debug``: a match looked into step by step, whatever the rules are written in.

The commands come from stdin, so a file of them is a script.
"""

from __future__ import annotations

from pathlib import Path

import click

from spielwerk.catalogue import find_entry, language_named, languages, open_dump, open_game
from spielwerk.cli.debug_commands import DebugCommands
from spielwerk.cli.entry import in_words
from spielwerk.cli.reader import open_reader
from spielwerk.core import Debugger, Game, SpielwerkError, read_dump, read_text_file

_LONGEST = 20_000_000
"""How many bytes a dump may have."""


@click.command()
@click.argument("game", metavar="GAME|FILE|DUMP")
@click.option("--seed", type=int, default=0, help="The seed of the match.")
def command(game: str, seed: int) -> None:
    """Play a game move by move, stop at any rule, go back and forth; 'help' lists commands.

    The dump of a match (a file that ends in .json) is loaded, and its end is where one begins.
    """
    debug(game, seed)


def debug(name: str, seed: int, language: str | None = None) -> None:
    """Talk about a match of a game, or about a dumped one, perhaps of one language only."""
    if name.endswith(".json") and find_entry(name) is None:
        dump = read_dump(read_text_file(Path(name), "dump", _LONGEST))
        played, seed, script = open_dump(dump), dump.seed, dump.script
    else:
        played, script = open_game(name), ()
    if language is not None and played.language != language:
        title = language_named(language).title
        raise SpielwerkError(f"'{played.name}' is not written in {title}.")
    debugger = _debugger(played, seed)
    debugger.play(script)
    converse(DebugCommands(debugger), played.language)


def _debugger(game: Game, seed: int) -> Debugger[Game]:
    known = languages().get(game.language)
    return Debugger(game, seed) if known is None else known.debug(game, seed)


def converse(commands: DebugCommands, prompt: str) -> None:
    """Answer commands until they end."""
    click.echo(commands.greeting)
    reader = open_reader(commands.beginning)
    while True:
        try:
            line = reader.ask(f"{prompt}> ")
        except (EOFError, KeyboardInterrupt):
            click.echo("")
            return
        if line.partition(" ")[0] in ("quit", "exit", "q"):
            return
        if not line:
            continue
        try:
            said = commands.answer(line)
        except SpielwerkError as problem:
            said = str(problem)
        except OSError as problem:
            said = in_words(problem)
        if said:
            click.echo(said)
