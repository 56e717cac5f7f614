"""Finds the command that was asked for, runs it, and turns every expected error into a message."""

from __future__ import annotations

import sys
from difflib import get_close_matches
from importlib import import_module
from io import TextIOWrapper
from typing import IO, Any

import click

from spielwerk import __version__

COMMANDS = {
    "play": "Play a game in the terminal.",
    "games": "List the games of the library.",
    "check": "Check rule files and say what is wrong, where, and what to do.",
    "lsp": "Serve an editor: the language server for rules.",
    "test": "Play scenario tests and say where a game differs from them.",
    "health": "Play many matches and say what deserves a look in the rules.",
    "recipe": "List the recipes of the cookbook, or copy one to begin with.",
    "debug": "Look into a match step by step.",
    "draw": "Draw the rules of a game.",
    "golden": "Write down one random match with all that everybody saw.",
    "solve": "Find a strategy that mixes, for a game with secrets or moves made at once.",
    "train": "Learn what positions of a game are worth, for its alpha-beta player.",
    "arena": "Let players meet in a tournament and rate them.",
    "levels": "Find out who plays a game best, and how strong its levels are.",
    "serve": "Host games over the network.",
    "backup": "Write everything a server keeps to a file.",
    "restore": "Fill a fresh database from such a file.",
    "operator": "Let an account look after a server.",
    "ggp": "Meet players and game managers of the general-game-playing community.",
    "speed": "Race in spe_ed: live, simulated, as a server, in tournaments; view and verify.",
    "spy": "Host No Time to Spy for clients of its standard.",
    "igold": "Debug, draw and compile games in IGold.",
    "hero": "Validate, repair, complete, print and convert heroes of role-playing games.",
    "gdl": "Convert, translate, test and measure GDL rules.",
}
"""Every command with its line in the help; the module of a command has its name."""


class UserError(click.ClickException):
    """A message for the user, shown on stderr without any trace; exit status 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(self.message, err=True)


class _Commands(click.Group):
    """The commands, imported when they are needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"spielwerk.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            near = get_close_matches(name, COMMANDS, 1)
            hint = f"Did you mean '{near[0]}'?" if near else f"There are {', '.join(COMMANDS)}."
            ctx.fail(f"There is no command '{name}'. {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> object:
        from spielwerk.core import SourceError, SpielwerkError, part_missing

        _forgive_encodings()
        try:
            return super().invoke(ctx)
        except SourceError as problem:
            from spielwerk.cli.excerpt import excerpt

            errors = [d for d in problem.diagnostics if d.severity == "error"]
            raise UserError("\n\n".join(map(excerpt, errors))) from problem
        except SpielwerkError as problem:
            raise UserError(str(problem)) from problem
        except ImportError as problem:
            if (missing := part_missing(problem)) is None:
                raise
            raise UserError(str(missing)) from problem
        except (KeyboardInterrupt, EOFError):
            click.echo("\nGoodbye.", err=True)
            ctx.exit(130)
        except BrokenPipeError:
            raise
        except OSError as problem:
            raise UserError(in_words(problem)) from problem


def in_words(problem: OSError) -> str:
    """What the system would not do, as a sentence; libraries give errors of their own words."""
    if problem.strerror is None:
        return str(problem) or type(problem).__name__
    return f"{problem.filename or 'A file'}: {problem.strerror}."


def _forgive_encodings() -> None:
    """Let terminals that know no chess pieces show question marks, and pipes hold any bytes."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="spielwerk")
def main() -> None:
    """Rules you can run, host, play against and question.

    Start with: spielwerk play tic-tac-toe --seat oplayer=random
    """
