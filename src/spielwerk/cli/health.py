"""``spielwerk health``: what many matches say about the rules of a game."""

from __future__ import annotations

import json

import click

from spielwerk.catalogue import open_game
from spielwerk.health import GameHealth, Series, examine, findings_of
from spielwerk.players import parse_player


@click.command()
@click.argument("game", metavar="GAME|FILE")
@click.option(
    "--matches",
    default=100,
    show_default=True,
    type=click.IntRange(min=1, max=100_000),
    help="At random, and as many between machines.",
)
@click.option("--player", default="greedy", show_default=True, help="The machine; none for no.")
@click.option("--seed", default=0, show_default=True, help="Settles every match.")
@click.option("--language", type=click.Choice(["en", "de"]), default="en", help="Of the sentences.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(game: str, matches: int, player: str, seed: int, language: str, as_json: bool) -> None:
    """Play many matches of a game and say what deserves a look.

    Seats that are worth more than others, moves that nobody makes, moves that go with winning,
    matches that do not end, and parts of the rules that nothing ever came to.
    """
    machine = None if player == "none" else parse_player(player)
    found = examine(open_game(game), matches, machine, seed)
    if as_json:
        said = [one.to_json() for one in findings_of(found)]
        told = found.to_json() | {"findings": said}
        click.echo(json.dumps(told, indent=2, ensure_ascii=False))
    else:
        _show(found, language)


def _show(found: GameHealth, language: str) -> None:
    for one in found.series:
        click.echo(_line(one))
    if found.parts:
        click.echo(f"{found.parts - len(found.unused)} of {found.parts} parts of the rules used")
    findings = [one.said(language) for one in findings_of(found)]
    click.echo("")
    for sentence in findings:
        click.echo(f"- {sentence}")
    if not findings:
        click.echo("Nothing deserves a look.")


def _line(one: Series) -> str:
    body = one.to_json()
    length, choice = body["length"], body["branching"]
    seats = ", ".join(
        f"{role} {seat['mean']:.0f} ± {seat['margin']:.0f}" for role, seat in body["seats"].items()
    )
    return (
        f"{body['matches']} matches, {one.player}: {length['mean']} steps ({length['least']} to "
        f"{length['most']}), {choice['mean']} moves to choose from; {seats}"
    )
