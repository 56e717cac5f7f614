"""Where the output of a command goes: to stdout, or to the file that ``--out`` names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

_F = TypeVar("_F", bound=Callable[..., Any])


def out_option(function: _F) -> _F:
    """Gives a command the option ``--out FILE``."""
    return click.option(
        "--out",
        type=click.Path(dir_okay=False, path_type=Path),
        help="The file to write; else it is printed.",
    )(function)


def put(text: str, out: Path | None) -> None:
    """Print the text, or write it to a file and say so on stderr."""
    if out is None:
        click.echo(text, nl=False)
    else:
        write_file(out, text)


def write_file(path: Path, text: str) -> None:
    """Write a file and say so on stderr."""
    path.write_text(text, encoding="utf-8")
    click.echo(f"Wrote {path}.", err=True)
