"""Players as text: ``random``, ``mcts:1s``, ``mcts:100ms,c=1.4``, ``alphabeta:depth=4``.

A spec is the name of a kind of player and, after a colon, its settings parted by commas: a bare
length of time is the longest thought for a move, everything else is ``name=value``. Kinds are found
through entry points and imported when a spec names them.
"""

from __future__ import annotations

from difflib import get_close_matches

from spielwerk.core import (
    Player,
    SpielwerkError,
    Unusable,
    is_duration,
    options_of,
    registered,
    registered_names,
)

_PLAYERS = "spielwerk.players"
"""The group of entry points under which packages register kinds of players."""
_MAX_SPEC = 1_000


class PlayerSpecError(SpielwerkError):
    """A text names no player; ``suggestions`` are the nearest words that would."""

    def __init__(self, message: str, suggestions: tuple[str, ...] = ()) -> None:
        near = f" Did you mean {' or '.join(suggestions)}?" if suggestions else ""
        super().__init__(message + near)
        self.suggestions = suggestions


def player_names() -> tuple[str, ...]:
    """The words that specs can begin with: a kind of player each, ours first."""
    return registered_names(_PLAYERS)


def player_kind(name: str, wanted: type[object] = Player) -> type[Player]:
    """The kind of player whose specs begin with a word; only ``wanted`` ones are suggested.

    :raises PlayerSpecError: there is none, or its package cannot be used
    """
    if name not in player_names():
        names = [one for one in player_names() if wanted is Player or _is_a(one, wanted)]
        raise PlayerSpecError(
            f"There is no player called '{name}'; there are {', '.join(names)}.",
            tuple(get_close_matches(name, names, n=2)),
        )
    try:
        kind = registered(_PLAYERS, name, type)
    except Unusable as problem:
        raise PlayerSpecError(str(problem)) from problem
    if not issubclass(kind, Player):
        raise PlayerSpecError(f"'{name}' cannot be used: {kind.__name__} is no Player.")
    return kind


def _is_a(name: str, wanted: type[object]) -> bool:
    try:
        return issubclass(registered(_PLAYERS, name, type), wanted)
    except Unusable:
        return False


def parse_player(text: str, wanted: type[object] = Player) -> Player:
    """The player a spec stands for; where it names none, ``wanted`` ones are suggested.

    :raises PlayerSpecError: unknown player or setting, or a value that does not fit
    """
    if len(text) > _MAX_SPEC:
        raise PlayerSpecError(f"A player's spec has at most {_MAX_SPEC} characters.")
    name, _, settings = text.strip().partition(":")
    kind = player_kind(name, wanted)
    values: dict[str, object] = {}
    for part in filter(None, map(str.strip, settings.split(","))):
        option, value = _setting(kind, part)
        if option in values:
            raise PlayerSpecError(f"'{option}' is given twice in '{text}'.")
        values[option] = value
    return kind(**values)


def parse_players(text: str, wanted: type[object] = Player) -> tuple[Player, ...]:
    """Several players in one text, parted by commas: ``mcts:1s,c=1.4,random`` are two.

    :raises PlayerSpecError: as :func:`parse_player` does, or where there is none
    """
    specs: list[str] = []
    for part in filter(None, map(str.strip, text.split(","))):
        head = part.partition(":")[0]
        if specs and ("=" in head or is_duration(head)):
            specs[-1] += f",{part}" if ":" in specs[-1] else f":{part}"
        else:
            specs.append(part)
    if not specs:
        raise PlayerSpecError("No player is named; write for example mcts:1s,random.")
    return tuple(parse_player(spec, wanted) for spec in specs)


def _setting(kind: type[Player], part: str) -> tuple[str, object]:
    name, given, value = part.partition("=")
    name, value = (name.strip(), value.strip()) if given else ("seconds", part)
    options = options_of(kind)
    if name not in options:
        what = f"no setting '{name}'" if given else f"no thinking time to set to '{part}'"
        known = f"it has {', '.join(options)}" if options else "it takes no settings"
        raise PlayerSpecError(
            f"The player {kind.name} has {what}; {known}.",
            tuple(get_close_matches(name, options, n=2)),
        )
    try:
        return name, options[name][0].read(value)
    except ValueError as problem:
        raise PlayerSpecError(f"The setting {name} of {kind.name}: {problem}.") from None
