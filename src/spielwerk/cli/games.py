"""``spielwerk games``: what is in the library."""

from __future__ import annotations

import json
import shutil
import textwrap

import click

from spielwerk.catalogue import entries, find_entry, open_game, problems
from spielwerk.core import Entry


@click.command()
@click.argument("game", required=False)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(game: str | None, as_json: bool) -> None:
    """List the games of the library: name, players, what it is about.

    With the name of one GAME, tell what can be settled before a match of it.
    """
    if game is not None:
        _one(game, as_json)
        return
    found = entries()
    if as_json:
        click.echo(json.dumps([_as_json(entry) for entry in found], indent=2, ensure_ascii=False))
        return
    wide = max(len(entry.name) for entry in found) + 2
    width = min(shutil.get_terminal_size((80, 24)).columns, 100)
    for entry in found:
        about = f"{entry.title}, {_players(entry)}. {entry.about}"
        lines = textwrap.wrap(about, max(width - wide, 30))
        click.echo(click.style(entry.name.ljust(wide), bold=True) + lines[0])
        for line in lines[1:]:
            click.echo(" " * wide + line)
    click.echo(f"\n{len(found)} games. Play one: spielwerk play {found[0].name}")
    for problem in problems():
        click.echo(problem, err=True)


def _one(name: str, as_json: bool) -> None:
    entry = find_entry(name)
    if entry is None:
        open_game(name)  # says what is near
        return
    if as_json:
        click.echo(json.dumps(_as_json(entry), indent=2, ensure_ascii=False))
        return
    click.echo(f"{entry.title}, {_players(entry)}. {entry.about}")
    for option in entry.options:
        values = ", ".join(option.choices)
        if isinstance(option.default, bool):
            values = "true, false"
        elif not values:
            values = f"{option.low} to {option.high}"
        default = (
            str(option.default).lower() if isinstance(option.default, bool) else option.default
        )
        told = option.labels.get("en", option.name)
        click.echo(f"  --option {option.name}={default}  {told}: {values}")
    if len(entry.sizes) > 1:
        click.echo(f"  --players {len(entry.roles)}  {entry.sizes[0]} to {entry.sizes[-1]}")


def _players(entry: Entry) -> str:
    sizes = entry.sizes
    number = f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else str(sizes[0])
    number += " player" if sizes == [1] else " players"
    return f"{number}, hidden information" if entry.hidden else number


def _as_json(entry: Entry) -> dict[str, object]:
    return {
        "name": entry.name,
        "title": entry.title,
        "about": entry.about,
        "language": entry.language,
        "roles": list(entry.roles),
        "sizes": entry.sizes,
        "options": [one.to_json() for one in entry.options],
        "hidden": entry.hidden,
    }
