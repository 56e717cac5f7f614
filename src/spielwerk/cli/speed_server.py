"""``spielwerk speed server``: host races for clients of the competition of 2021."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from spielwerk.core import SpielwerkError
from spielwerk.players import parse_players
from spielwerk.players.speed import SpeedPlayer

if TYPE_CHECKING:
    from spielwerk.protocols.speed import Keys, Played, RaceTerms

_BOTS = "random-safe,straight-on,largest-area,jumper,slow-filler"
_SIZE = click.IntRange(8, 1000)


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0: all the world.")
@click.option(
    "--port", default=8021, show_default=True, type=click.IntRange(0, 65_535), help="0: any."
)
@click.option(
    "--keys",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file with a key a line, then its name; without it every key is welcome.",
)
@click.option("--players", type=click.IntRange(2, 6), help="In a race; drawn if not said.")
@click.option("--width", type=_SIZE, help="Cells; drawn from 41 to 80 if not said.")
@click.option("--height", type=_SIZE, help="Cells; drawn from 41 to 80 if not said.")
@click.option("--lower-deadline", "lower", default=5, show_default=True, help="Seconds.")
@click.option("--upper-deadline", "upper", default=15, show_default=True, help="Seconds.")
@click.option("--grace", default=2.0, show_default=True, help="Seconds waited longer than said.")
@click.option(
    "--wait", default=30.0, show_default=True, help="Seconds until bots fill the empty seats."
)
@click.option("--bots", default=_BOTS, show_default=True, help="Who fills up, parted by commas.")
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same boards.")
@click.option(
    "--recordings",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("recordings"),
    show_default=True,
    help="The folder that keeps every race.",
)
def server(
    host: str,
    port: int,
    keys: Path | None,
    players: int | None,
    width: int | None,
    height: int | None,
    lower: int,
    upper: int,
    grace: float,
    wait: float,
    bots: str,
    seed: int,
    recordings: Path,
) -> None:
    """Host races for clients of the competition of 2021, until interrupted.

    Each race is kept twice: as the messages one client got (.json), and as a record of Spielwerk
    (.jsonl) that replays move by move.
    """
    from spielwerk.protocols.speed import Keys, RaceTerms, read_keys

    fillers = [player for player in parse_players(bots) if isinstance(player, SpeedPlayer)]
    if len(fillers) < len(parse_players(bots)):
        raise SpielwerkError("Only players of spe_ed fill seats; 'live -s=?' lists them.")
    terms = RaceTerms(players, width, height, (lower, upper), grace, wait, seed, fillers)
    known = read_keys(keys.read_text(encoding="utf-8")) if keys else Keys()
    recordings.mkdir(parents=True, exist_ok=True)
    asyncio.run(_serve(terms, known, host, port, recordings))


async def _serve(terms: RaceTerms, keys: Keys, host: str, port: int, recordings: Path) -> None:
    from spielwerk.protocols.speed import SpeedServer

    first = sum(1 for _ in recordings.glob("race-*.json"))

    def keep(number: int, played: Played) -> None:
        stem = recordings / f"race-{first + number:05d}"
        text = json.dumps(list(played.messages), separators=(",", ":"))
        stem.with_suffix(".json").write_text(text, encoding="utf-8")
        stem.with_suffix(".jsonl").write_text(played.log.to_text(), encoding="utf-8")
        click.echo(f"{stem}.json: {len(played.messages) - 1} rounds")

    async with SpeedServer(terms, keys, host=host, port=port, keep=keep) as running:
        click.echo(f"Races at   ws://{running.address}/spe_ed?key=KEY")
        click.echo(f"Time at    http://{running.address}/spe_ed_time")
        click.echo(f"Viewer at  http://{running.address}/")
        await running.run()
