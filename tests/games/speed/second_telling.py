"""The rules of spe_ed told a second time, straight in messages of the wire, and races played by it.

It shares no code with the product and keeps a board otherwise: for every cell the list of those
who ever marked it. The races it told stand in ``recordings``; after a change that was meant, write
them anew with ``python -m tests.games.speed.second_telling``, and read the diff.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

RECORDINGS = sorted((Path(__file__).parent / "recordings").glob("*.json"))
RACES = {
    "two-on-a-field": (24, 18, 2, 15),
    "three-in-a-hall": (28, 22, 3, 18),
    "six-crowded": (32, 20, 6, 14),
}
"""Width, height, players and seed of each recorded race."""

_WAYS = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}
_CLOCKWISE = ("up", "right", "down", "left")
_DOINGS = ("change_nothing", "turn_left", "turn_right", "speed_up", "slow_down")


def race(width: int, height: int, players: int, seed: int) -> Iterator[dict[str, Any]]:
    """The messages that the first player of a race gets, from its start to its end."""
    rng = Random(seed)
    places = rng.sample([(x, y) for x in range(width) for y in range(height)], players)
    there = {
        str(number): {"x": x, "y": y, "direction": rng.choice(_CLOCKWISE), "speed": 1}
        | {"active": True}
        for number, (x, y) in enumerate(places, start=1)
    }
    marks = {place: [number] for number, place in enumerate(places, start=1)}
    for turn in range(1, width * height):
        running = sum(racer["active"] for racer in there.values()) > 1
        yield _message(width, height, marks, there, running)
        if not running:
            return
        doings = {
            number: _chosen(rng, turn, number, there, marks, (width, height))
            for number, racer in there.items()
            if racer["active"]
        }
        _play(turn, doings, there, marks, (width, height))


def _play(
    turn: int,
    doings: dict[str, str | None],
    there: dict[str, dict[str, Any]],
    marks: dict[tuple[int, int], list[int]],
    size: tuple[int, int],
) -> None:
    """Everybody acts, then everybody moves, then whoever stands in a shared cell is out."""
    passed: dict[str, list[tuple[int, int]]] = {}
    for number, doing in doings.items():
        racer = there[number]
        turned = _CLOCKWISE.index(racer["direction"])
        turned += {"turn_right": 1, "turn_left": -1}.get(doing or "", 0)
        racer["direction"] = _CLOCKWISE[turned % 4]
        racer["speed"] += {"speed_up": 1, "slow_down": -1}.get(doing or "", 0)
        passed[number] = []
        if doing is None or racer["speed"] in (0, 11):
            racer["active"] = False
            continue
        dx, dy = _WAYS[racer["direction"]]
        for step in range(1, racer["speed"] + 1):
            racer["x"] += dx
            racer["y"] += dy
            if not (0 <= racer["x"] < size[0] and 0 <= racer["y"] < size[1]):
                racer["active"] = False
                break
            inside = 1 < step < racer["speed"]
            if not (inside and turn % 6 == 0):
                passed[number].append((racer["x"], racer["y"]))
    for number, places in passed.items():
        for place in places:
            marks.setdefault(place, []).append(int(number))
    for number, places in passed.items():
        if any(len(marks[place]) > 1 for place in places):
            there[number]["active"] = False


def _chosen(
    rng: Random,
    turn: int,
    number: str,
    there: dict[str, dict[str, Any]],
    marks: dict[tuple[int, int], list[int]],
    size: tuple[int, int],
) -> str | None:
    """Something after which the player would live if it were alone; rarely anything, or nothing."""
    if rng.random() < 0.005:
        return rng.choice([None, *_DOINGS])
    likely = rng.sample(_DOINGS, k=len(_DOINGS))
    for doing in ["change_nothing", *likely] if rng.random() < 0.5 else likely:
        tried = deepcopy({number: there[number]})
        _play(turn, {number: doing}, tried, deepcopy(marks), size)
        if tried[number]["active"]:
            return doing
    return "change_nothing"


def _message(
    width: int,
    height: int,
    marks: dict[tuple[int, int], list[int]],
    there: dict[str, dict[str, Any]],
    running: bool,
) -> dict[str, Any]:
    def shown(place: tuple[int, int]) -> int:
        who = marks.get(place, [0])
        return who[0] if len(who) == 1 else -1

    cells = [[shown((x, y)) for x in range(width)] for y in range(height)]
    message = {"width": width, "height": height, "cells": cells, "players": deepcopy(there)}
    message |= {"you": 1, "running": running}
    if running:
        return {**message, "deadline": "2026-01-01T12:00:00Z"}
    for number, racer in message["players"].items():
        racer["name"] = f"Team {'ABCDEF'[int(number) - 1]}"
    return message


def told(name: str) -> str:
    """A recorded race as its file holds it, a message a line."""
    messages = race(*RACES[name])
    lines = (json.dumps(message, separators=(",", ":")) for message in messages)
    return "[" + ",\n".join(lines) + "]\n"


if __name__ == "__main__":
    for name in RACES:
        file = Path(__file__).parent / "recordings" / f"{name}.json"
        file.write_text(told(name), encoding="utf-8")
