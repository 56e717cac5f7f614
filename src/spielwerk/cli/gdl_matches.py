"""``spielwerk gdl test | pgn | perft | verify``: rules held against matches and counts."""

from __future__ import annotations

from pathlib import Path

import click

from spielwerk.catalogue import open_game
from spielwerk.cli.entry import UserError
from spielwerk.cli.excerpt import excerpt
from spielwerk.cli.files import write_file
from spielwerk.core import SpielwerkError
from spielwerk.languages.gdl import (
    GDL,
    GdlGame,
    Script,
    gdl_program,
    open_model,
    parse_script,
    run_script,
)
from spielwerk.languages.gdl import divide as divide_ways
from spielwerk.languages.gdl import perft as count_ways
from spielwerk.languages.gdl import verify as find_difference
from spielwerk.protocols.chess import matches_from_pgn, position_from_fen, script_of


@click.command()
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE..."
)
def test(files: tuple[Path, ...]) -> None:
    """Play recorded matches and compare every state with what they expect.

    A match by rules in the seed dialect is played one command after the other, and whoever is
    called random moves as it is written there. A command that is not legal fails its match.

    All files are played. Exit status 1 where a match failed.
    """
    passed = 0
    for file in files:
        try:
            script = parse_script(_text(file), str(file))
            game = _model(script)
        except SpielwerkError as problem:
            if len(files) == 1:
                raise
            click.echo(f"{problem}\n{file}: cannot be played\n")
            continue
        report = run_script(script, game)
        for difference in report.problems:
            click.echo(excerpt(difference) + "\n")
        verdict = "passed" if report.passed else "failed"
        click.echo(f"{file}: {verdict}, {report.played} moves, {report.compared} states compared")
        passed += report.passed
    if len(files) > 1:
        click.echo(f"{passed} of {len(files)} matches passed")
    if passed < len(files):
        raise SystemExit(1)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--model", default="chess", show_default=True, help="The rules to be tested.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder to write one test match a game to; else a single one is printed.",
)
def pgn(file: Path, model: str, out: Path | None) -> None:
    """Turn chess games in PGN into test matches, with python-chess as the judge."""
    scripts = [script_of(match, model) for match in matches_from_pgn(_text(file), str(file))]
    if out is None:
        if len(scripts) > 1:
            raise UserError(f"{file} holds {len(scripts)} games: name a folder with --out.")
        click.echo(scripts[0].to_text(), nl=False)
        return
    out.mkdir(parents=True, exist_ok=True)
    for number, script in enumerate(scripts, start=1):
        write_file(out / f"{file.stem}-{number}.match", script.to_text())


@click.command()
@click.argument("game")
@click.option("--depth", type=click.IntRange(min=0), required=True)
@click.option("--fen", help="Chess only: the position to start from.")
@click.option("--divide", is_flag=True, help="Split the number by the first move.")
def perft(game: str, depth: int, fen: str | None, divide: bool) -> None:
    """Count the ways to go on for so many moves: the classic test of rules."""
    opened = open_game(game)
    state = opened.initial() if fen is None else position_from_fen(opened, fen)
    if not divide or not depth:
        click.echo(count_ways(state, depth))
        return
    counts = divide_ways(state, depth)
    for move, ways in counts.items():
        click.echo(f"{move}: {ways}")
    click.echo(sum(counts.values()))


@click.command()
@click.argument("rules")
@click.argument("trace", type=click.Path(path_type=Path))
def verify(rules: str, trace: Path) -> None:
    """Replay a TRACE of another reasoner and show the first difference.

    Exit status 1 where there is one.
    """
    difference = find_difference(gdl_program(rules), _text(trace))
    if difference is not None:
        click.echo(f"{trace}: {difference}")
        raise SystemExit(1)
    click.echo(f"{trace}: agrees with {rules}")


def _model(script: Script) -> GdlGame:
    """The game a script is about; matches by the same rules share it."""
    path = script.model_path()
    key = str(path.resolve()) if path.exists() else script.model
    if key not in _MODELS:
        _MODELS[key] = open_model(script)
    return _MODELS[key]


_MODELS: dict[str, GdlGame] = {}


def _text(path: Path) -> str:
    return GDL.read(path).text
