"""``spielwerk spy replay``: the standard's replay of a match that a server has kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from spielwerk.cli.spy_sets import open_sets, set_options

if TYPE_CHECKING:
    from spielwerk.match import MatchLog


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("log", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@set_options
@click.option(
    "--player", type=click.IntRange(1, 2),
    help="What this player was told; usually what a spectator was told.",
)  # fmt: skip
@click.option("--later", is_flag=True, help="In the words of the later standard.")
@click.option(
    "--out", type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="The file to write; usually LOG with the ending .replay.json.",
)  # fmt: skip
def replay(
    log: Path,
    charset: str,
    match: str,
    scenario: str,
    player: int | None,
    later: bool,
    out: Path | None,
) -> None:
    """Write the replay of a match that a server has kept in LOG (SESSION.jsonl).

    The characters, the match configuration and the scenario are those that the server was given.
    The page shows replays at #/spy/replay.
    """
    from spielwerk.games.spy import ROLES, Options
    from spielwerk.protocols.spy import Revision, read_card, replay_of

    kept = _read(log)
    options = Options.from_text({key: str(value) for key, value in kept.options.items()})
    game = open_sets(charset, match, scenario, options)
    if kept.fingerprint != game.fingerprint:
        raise click.UsageError(
            "This match was played with other files; give the server's -c -m -s."
        )
    fixture = read_card(log, game)
    seat = None if player is None else ROLES[player - 1]
    told = replay_of(fixture, kept, seat, Revision.LATER if later else Revision.STANDARD)
    target = out or log.with_suffix(".replay.json")
    target.write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")
    click.echo(f"{target}: {len(told['messages'])} messages.")


def _read(path: Path) -> MatchLog:
    from spielwerk.match import MatchLog

    try:
        return MatchLog.from_text(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise click.UsageError(f"{path} is no log of a match.") from None
