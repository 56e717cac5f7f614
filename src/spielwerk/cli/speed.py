"""``spielwerk speed``: race over the network, here, or many times, and look at it afterwards."""

from __future__ import annotations

import click

from spielwerk.cli.speed_look import verify, view
from spielwerk.cli.speed_race import live, simulated
from spielwerk.cli.speed_server import server
from spielwerk.cli.speed_tournament import tournament
from spielwerk.cli.speed_tune import tune


@click.group()
def command() -> None:
    """Race in spe_ed: against servers, at home, and in tournaments."""


for _command in (live, simulated, server, tournament, tune, verify, view):
    command.add_command(_command)
