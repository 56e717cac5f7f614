"""Heroes: validation against the whole core rulebook, and repair.

The reference does what the source document's engine does: for each of its eleven steps a fresh
load of all files, grounded and solved, with the same rules and the same rulebook.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from statistics import median
from subprocess import run
from time import process_time

import clingo
import httpx

from benchmarks.load.spielwerk import spielwerk_server
from benchmarks.measure import Budget, Sample, compare, cpu_seconds
from benchmarks.report import Report
from spielwerk.languages.rulebook import (
    ENTRYPOINT,
    Hero,
    Rules,
    complete,
    library,
    repair,
    validated,
)

__all__ = ["answers", "repairs", "validation"]

_STEPS = range(50, 551, 50)
_BROKEN = 24
_COMMON = str(files("spielwerk.languages").joinpath("rulebook", "common.lp"))


def validation(budget: Budget) -> Report:
    """One full hero against the whole core rulebook."""
    rules, hero = library().rules(["dsa5"]), _alrike()
    rates = compare(
        {
            "shared world": _timed(lambda: rules.validate(hero)),
            "eleven fresh runs": _timed(lambda: _as_the_source_does(rules, hero)),
        },
        budget,
    )
    ours, theirs = rates["shared world"], rates["eleven fresh runs"]
    row = {
        "hero": hero.name,
        "facts of the world": float(sum(map(len, rules.world.facts.values()))),
        "shared world, ms": 1000 / ours.per_second,
        "shared world, ms ± %": 50 * ours.spread,
        "eleven fresh runs, ms": 1000 / theirs.per_second,
        "eleven fresh runs, ms ± %": 50 * theirs.spread,
        "ratio": ours.per_second / theirs.per_second,
    }
    return Report(
        "Validation of a full hero against the core rulebook, processor time",
        [row],
        [f"{budget.runs} runs of {budget.seconds:g} s or more, in turns. Goals: 15 ms, ratio 20."],
    )


def answers(_budget: Budget) -> Report:
    """What the workshop asks for again and again, each against the way of the source document."""
    rules, hero = library().rules(["dsa5"]), _alrike()
    theirs = _seconds(lambda: _as_the_source_does(rules, hero), 3)
    rows: list[dict[str, str | float]] = []
    for name, task, goal in (
        ("full hero, the whole answer", lambda: validated(rules, hero), 10.0),
        ("complete special_ability", lambda: complete(rules, hero, "special_ability"), 100.0),
        ("complete talent", lambda: complete(rules, hero, "talent"), 100.0),
    ):
        ours = _seconds(task, 7)
        rows.append(
            {
                "question": name,
                "ms": 1000 * ours,
                "goal, ms": goal,
                "source's way for one hero, ms": 1000 * theirs,
                "ratio": theirs / ours,
            }
        )
    rest = _rest(hero)
    rows.append(
        {
            "question": "full hero over REST",
            "ms": 1000 * rest,
            "goal, ms": 25.0,
            "source's way for one hero, ms": 1000 * theirs,
            "ratio": theirs / rest,
        }
    )
    cold = _cold()
    rows.append({"question": "cold start, books kept", "ms": 1000 * cold, "goal, ms": 1000.0})
    return Report("Answers about heroes, processor time, best of several runs", rows, [])


def _seconds(task: Callable[[], object], runs: int) -> float:
    task()
    found = []
    for _ in range(runs):
        begin = process_time()
        task()
        found.append(process_time() - begin)
    return min(found)


def _rest(hero: Hero) -> float:
    """Processor time of a server for each answer with all details."""
    body, asked = hero.to_json(), {"rulebooks": "dsa5", "details": "true"}
    with spielwerk_server() as (url, process), httpx.Client(base_url=url, timeout=60) as client:

        def ask(times: int) -> float:
            begin = cpu_seconds(process)
            for _ in range(times):
                answer = client.post("/heroes/api/hero/validate", params=asked, json=body)
                answer.raise_for_status()
            return (cpu_seconds(process) - begin) / times

        ask(5)
        return min(ask(40) for _ in range(3))


def _cold() -> float:
    """Processor time of a process that judges its first hero."""
    code = (
        "import json,time,sys; from importlib.resources import files\n"
        "from spielwerk.languages.rulebook import Hero, library\n"
        "hero = files('spielwerk').joinpath('library', 'heroes', 'alrike.json')\n"
        "rules = library().rules(['dsa5'])\n"
        "rules.validate(Hero.from_json(json.loads(hero.read_text(encoding='utf-8'))))\n"
        "print(time.process_time())"
    )
    runs = [run([sys.executable, "-c", code], capture_output=True, check=True) for _ in range(3)]
    return min(float(one.stdout) for one in runs)


def repairs(_budget: Budget) -> Report:
    """The smallest repair, proven to be so, of heroes that are broken in different ways."""
    rules, rng = library().rules(["dsa5"]), random.Random(1)
    times, changes, proven = [], 0, 0
    for _ in range(_BROKEN):
        hero = _broken(_alrike(), rng)
        begin = process_time()
        found = repair(rules, hero)
        times.append(process_time() - begin)
        changes += len(found.changes)
        proven += found.optimal
    row: dict[str, str | float] = {
        "heroes": float(_BROKEN),
        "changes": float(changes),
        "proven minimal": float(proven),
        "median, ms": 1000 * median(times),
        "slowest, ms": 1000 * max(times),
    }
    return Report("The smallest repair of a full hero, processor time", [row], ["Goal: 500 ms."])


def _alrike() -> Hero:
    source = files("spielwerk").joinpath("library", "heroes", "alrike.json")
    return Hero.from_json(json.loads(source.read_text(encoding="utf-8")))


def _broken(hero: Hero, rng: random.Random) -> Hero:
    attributes, talents = dict(hero.attributes or {}), dict(hero.talents or {})
    attributes[rng.choice(["KK", "KO", "IN"])] = rng.randint(8, 12)
    for name in rng.sample(sorted(talents), 2):
        talents[name] = rng.choice([0, 1, 14, 18])
    return replace(hero, attributes=attributes, talents=talents)


def _timed(task: Callable[[], object]) -> Callable[[float, int], Sample]:
    def run(seconds: float, _seed: int) -> Sample:
        done, begin = 0, process_time()
        while not done or process_time() - begin < seconds:
            task()
            done += 1
        return Sample(done, process_time() - begin)

    return run


def _as_the_source_does(rules: Rules, hero: Hero) -> list[clingo.Symbol]:
    found: list[clingo.Symbol] = []
    facts = "".join(f"{fact}.\n" for fact in hero.facts())
    for step in _STEPS:
        control = clingo.Control(["--warn=none"])
        control.load(_COMMON)
        for book in rules.books:
            control.load(str(Path(book.folder) / ENTRYPOINT))
        control.add("base", [], facts)
        parts = ["base", "world_facts", "hero_facts", f"validate_hero_step_{step}"]
        control.ground([(part, []) for part in parts])
        with control.solve(yield_=True) as handle:
            for model in handle:
                found += model.symbols(atoms=True)
    return found
