"""``spielwerk speed verify``, ``view``: does a recording follow the rules, and what is in it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from spielwerk.core import RecordError, SpielwerkError, parse_seconds
from spielwerk.players import parse_player

if TYPE_CHECKING:
    from spielwerk.protocols.speed import Album

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("files", nargs=-1, required=True, type=_FILE)
@click.pass_context
def verify(context: click.Context, files: tuple[Path, ...]) -> None:
    """Check recordings against the rules, round by round.

    A recording is a JSON array of the messages a server sent to one client. Actions are not in it,
    so they are inferred. Exit status 1 where the rules do not explain a round.
    """
    from spielwerk.games.speed import read_recording
    from spielwerk.games.speed import verify as first_difference

    differs = False
    for file in files:
        try:
            messages = read_recording(_text(file))
            difference = first_difference(messages)
        except RecordError as problem:
            raise SpielwerkError(f"{file}: {problem}") from None
        if difference is not None:
            differs = True
            click.echo(f"{file}: {difference}")
            continue
        end = "" if not messages[-1]["running"] else ", but the race is not over in it"
        click.echo(f"{file}: {len(messages) - 1} rounds follow the rules{end}")
    if differs:
        context.exit(1)


@click.command()
@click.argument("file", type=_FILE)
@click.option(
    "--solver",
    default="transparent",
    show_default=True,
    help="Whose thoughts to show where the file holds only messages; 'none' for nobody's.",
)
@click.option("--time", "length", default="100ms", show_default=True, help="For each of them.")
@click.option(
    "--player", "you", type=click.IntRange(1, 6), help="In whose place, if not the client's."
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The page to write; FILE.html if not said.",
)
@click.option(
    "--serve",
    "port",
    is_flag=False,
    flag_value=0,
    type=click.IntRange(0, 65_535),
    help="Show the page at a port of this machine instead of writing it.",
)
def view(
    file: Path, solver: str, length: str, you: int | None, out: Path | None, port: int | None
) -> None:
    """Write a page that shows a race: boards, decisions, and the pictures behind them.

    FILE is an album of 'live' or 'simulated', or a plain recording of server messages.
    """
    from spielwerk.protocols.speed import album_page

    try:
        album = _album(_text(file), solver, length, you)
    except RecordError as problem:
        raise SpielwerkError(f"{file}: {problem}") from None
    page = album_page(album, f"spe_ed: {file.name}")
    if port is not None:
        asyncio.run(_serve(page, port))
        return
    target = out or Path(f"{file.name}.html")
    target.write_text(page, encoding="utf-8")
    click.echo(f"Wrote {target}; open it in a browser.")


def _album(text: str, solver: str, length: str, you: int | None) -> Album:
    from spielwerk.arena import seat_racers
    from spielwerk.games.speed import board_of, read_recording
    from spielwerk.protocols.speed import add_thoughts, read_album, record_album

    album = read_album(text)
    if album is not None:
        return album
    messages = read_recording(text)
    album = record_album(messages)
    if solver == "none":
        return album
    number = you or album.cover["you"] or 1
    if str(number) not in album.cover["racers"]:
        raise SpielwerkError(f"There is no player {number} in this race.")
    try:
        seconds = parse_seconds(length)
    except ValueError as problem:
        raise SpielwerkError(f"{problem}.") from None
    racer = seat_racers([str(parse_player(solver))])[0]
    boards = [board_of(message, n) for n, message in enumerate(messages, start=1)]
    return add_thoughts(album, boards, number, racer.solver(), seconds)


async def _serve(page: str, port: int) -> None:
    from spielwerk.protocols.speed import Feed, Gallery

    async with Gallery(Feed(), page, port=port) as gallery:
        click.echo(f"Look at {gallery.address}; press Ctrl-C to stop.")
        await gallery.run()


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise RecordError("This is no text; a recording is JSON in UTF-8.") from None
