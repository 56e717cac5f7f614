"""``spielwerk speed``: race over the network, here, or many times, and look at it afterwards."""

from __future__ import annotations

import click

from spielwerk.cli.speed_tournament import tournament

__all__ = ["command"]


@click.group()
def command() -> None:
    """Race in spe_ed: against servers, at home, and in tournaments."""


for _command in (tournament,):
    command.add_command(_command)
