"""``spielwerk hero``: whether a hero is legal, what is wrong with it, and what can be done.

HERO is a file of JSON, ours or Optolith's, or ``-`` for stdin. Exit status: 0 where the answer is
yes, 1 where the hero is not legal, 2 where there is no answer.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from spielwerk.cli.files import out_option, put
from spielwerk.core import SourceError, SpielwerkError, has_errors
from spielwerk.heroes import (
    MAX_SIZE,
    export_optolith,
    hero_sheet,
    import_optolith,
    looks_like_optolith,
)
from spielwerk.languages.rulebook import (
    FEATURES,
    Hero,
    Rules,
    ask,
    check_rulebook,
    library,
)

_F = TypeVar("_F", bound=Callable[..., Any])
_MARKS = {"error": "✗", "strong": "!", "hint": "·"}


@click.group()
def command() -> None:
    """Validate, repair, complete, print and convert heroes of role-playing games."""


def _hero_options(function: _F) -> _F:
    """Gives a command its hero, the books it is judged by, and the language of the answer."""
    for decorate in (
        click.option("--json", "as_json", is_flag=True, help="For programs."),
        click.option("--language", type=click.Choice(["de", "en"]), default="de"),
        click.option(
            "--rulebook",
            "rulebooks",
            multiple=True,
            default=("dsa5",),
            help="A rulebook of the library or a folder; may be given several times.",
        ),
        click.argument("hero"),
    ):
        function = decorate(function)
    return function


@command.command()
@_hero_options
def validate(hero: str, rulebooks: tuple[str, ...], language: str, as_json: bool) -> None:
    """Tell every rule that a hero does not keep, and where the rule stands."""
    answer = _ask("validate", hero, rulebooks, language)
    if as_json:
        _print(answer)
    else:
        for line in answer["lines"]:
            click.echo(_line(line))
        click.echo(_summary(answer, language))
    raise SystemExit(0 if answer["valid"] else 1)


@command.command()
@_hero_options
@click.option("--pin", "pins", multiple=True, help="What stays: race, talent:Zechen, ...")
@out_option
def repair(
    hero: str,
    rulebooks: tuple[str, ...],
    language: str,
    as_json: bool,
    pins: tuple[str, ...],
    out: Path | None,
) -> None:
    """Find the fewest changes that make a hero legal, and explain them."""
    answer = _ask("repair", hero, rulebooks, language, pins=list(pins))
    if out is not None:
        put(_text(answer["hero"]), out)
    if as_json:
        _print(answer)
        return
    for step in answer["steps"]:
        click.echo(step["says"])
        for why in step["because"]:
            click.echo(f"    {why}")
    for number, steps in enumerate(answer["alternatives"], start=1):
        word = "oder" if language == "de" else "or"
        click.echo(f"{word} ({number}): {'; '.join(step['says'] for step in steps)}")
    if not answer["steps"]:
        click.echo("Nichts zu tun." if language == "de" else "Nothing to do.")


@command.command()
@_hero_options
@click.argument("feature", type=click.Choice(list(FEATURES)))
def complete(
    hero: str, rulebooks: tuple[str, ...], language: str, as_json: bool, feature: str
) -> None:
    """List the values of a FEATURE: possible, nearly possible, or why not."""
    answer = _ask("complete", hero, rulebooks, language, feature=feature)
    if as_json:
        _print(answer)
        return
    for option in answer["options"]:
        click.echo(option["says"])


@command.command()
@_hero_options
@click.argument("goals", nargs=-1, required=True, metavar="GOAL...")
def plan(
    hero: str, rulebooks: tuple[str, ...], language: str, as_json: bool, goals: tuple[str, ...]
) -> None:
    """Find the cheapest way to a GOAL like talent:Zechen=8 or special_ability:Finte=2."""
    answer = _ask("plan", hero, rulebooks, language, goals=list(goals))
    if as_json:
        _print(answer)
        return
    for step in answer["steps"]:
        click.echo(f"{step['ap']:5} AP  {step['says']}")
    left = "" if answer["left"] is None else f" / {answer['left']}"
    click.echo(f"{answer['cost']:5} AP{left}")


@command.command()
@_hero_options
@click.argument("other")
def compare(
    hero: str, rulebooks: tuple[str, ...], language: str, as_json: bool, other: str
) -> None:
    """Tell what turns a hero into the OTHER."""
    heroes = [_read(one, rulebooks) for one in (hero, other)]
    answer = ask("compare", rulebooks, *heroes, language=language)
    if as_json:
        _print(answer)
        return
    for change in answer["changes"]:
        click.echo(change["says"])
    for name, (before, after) in answer["derived"].items():
        click.echo(f"{name}: {before} → {after}")


@command.command()
@_hero_options
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True)
def sheet(hero: str, rulebooks: tuple[str, ...], language: str, as_json: bool, out: Path) -> None:
    """Print a hero as a PDF for the table."""
    read = _read(hero, rulebooks)
    ask("validate", rulebooks, read, language=language)  # whatever explodes does so there
    out.write_bytes(hero_sheet(_rules(rulebooks), read, language))
    if as_json:
        _print({"file": str(out)})
    else:
        click.echo(f"Wrote {out}.", err=True)


@command.command(name="import")
@_hero_options
@out_option
def import_(
    hero: str, rulebooks: tuple[str, ...], language: str, as_json: bool, out: Path | None
) -> None:
    """Read a hero of Optolith and write it in our own format; tell what is not understood."""
    imported = import_optolith(_rules(rulebooks), _body(hero), language)
    if as_json:
        _print({"hero": imported.hero.to_json(), "unknown": list(imported.unknown)})
        return
    for entry in imported.unknown:
        word = "gezählt, aber nicht beurteilt" if language == "de" else "counted, not judged"
        click.echo(f"{word}: {entry}", err=True)
    put(_text(imported.hero.to_json()), out)


@command.command()
@_hero_options
@out_option
def export(
    hero: str, rulebooks: tuple[str, ...], language: str, as_json: bool, out: Path | None
) -> None:
    """Write a hero in the format of Optolith."""
    del language, as_json  # a file of Optolith is the same in every language, and JSON anyway
    put(_text(export_optolith(_rules(rulebooks), _read(hero, rulebooks))), out)


def _ask(
    kind: str, hero: str, rulebooks: tuple[str, ...], language: str, **more: Any
) -> dict[str, Any]:
    return ask(kind, rulebooks, _read(hero, rulebooks), language=language, **more)


def _read(hero: str, rulebooks: tuple[str, ...]) -> Hero:
    body = _body(hero)
    if looks_like_optolith(body):
        return import_optolith(_rules(rulebooks), body).hero
    return Hero.from_json(body)


def _body(hero: str) -> Any:
    if hero == "-":
        text = sys.stdin.read(MAX_SIZE + 1)
    else:
        path = Path(hero)
        if path.is_dir():
            raise SpielwerkError(f"{hero} is a folder. Name the file of a hero.")
        with path.open(encoding="utf-8", errors="replace") as stream:
            text = stream.read(MAX_SIZE + 1)
    if len(text) > MAX_SIZE:
        raise SpielwerkError(f"{hero} is longer than {MAX_SIZE:,} characters, which no hero is.")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise SpielwerkError(f"{hero} is no JSON: {problem}.") from None


def _rules(rulebooks: tuple[str, ...]) -> Rules:
    """The rules in this process; books of others are checked within a budget first."""
    shelf = library()
    for name in rulebooks:
        folder = shelf.find(name)
        if not shelf.is_ours(folder) and has_errors(found := check_rulebook(folder)):
            raise SourceError(found)
    return shelf.rules(rulebooks)


def _line(line: dict[str, Any]) -> str:
    indent = "    " if line["follows"] else ""
    source = f"  ({line['source']})" if line["source"] else ""
    return f"{indent}{_MARKS[line['severity']]} {line['text']}{source}"


def _summary(answer: dict[str, Any], language: str) -> str:
    german = language == "de"
    verdict = ("gültig" if german else "valid") if answer["valid"] else None
    verdict = verdict or ("nicht gültig" if german else "not valid")
    words = ("Fehler", "Warnungen") if german else ("errors", "warnings")
    counts = f"{len(answer['errors'])} {words[0]}, {len(answer['warnings'])} {words[1]}"
    account = answer["account"]
    if account["total"] is None:
        return f"{verdict}: {counts}"
    return f"{verdict}: {counts}; {account['spent']} / {account['total']} AP"


def _text(body: dict[str, Any]) -> str:
    return json.dumps(body, indent=2, ensure_ascii=False) + "\n"


def _print(body: dict[str, Any]) -> None:
    click.echo(_text(body), nl=False)
