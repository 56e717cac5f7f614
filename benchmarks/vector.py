"""The vector environment against PettingZoo's own connect four, in the same run.

A *step* is one move in one match: the move is made, and whoever is next gets an observation and a
mask of its legal actions. Both play random legal actions; choosing them is not counted, nor are
the steps at which a finished match of the vector environment only begins anew.
"""

from __future__ import annotations

import warnings
from time import process_time
from typing import Any

import numpy as np

from benchmarks.measure import Budget, Sample, compare
from benchmarks.report import Report
from spielwerk.adapters.vector import VectorEnv

__all__ = ["connect_four"]

SIZES = (1_024, 8_192, 65_536)
"""Matches at a time."""


def connect_four(budget: Budget) -> Report:
    """Steps per second of processor time in connect four."""
    vectors = {f"{n:,}": VectorEnv("connect-four", n) for n in SIZES}
    contenders = {
        name: lambda seconds, seed, env=env: _vector(env, seconds, seed)
        for name, env in vectors.items()
    }
    reference = _pettingzoo_env()
    if reference is not None:
        contenders["1"] = lambda seconds, seed: _pettingzoo(reference, seconds, seed)
    rates = compare(contenders, budget)
    rows: list[dict[str, str | float]] = []
    for name, rate in sorted(rates.items(), key=lambda item: item[1].per_second):
        row: dict[str, str | float] = {
            "environment": "pettingzoo connect_four_v3" if name == "1" else "spielwerk VectorEnv",
            "matches at a time": name,
            "steps per second": rate.per_second,
            "± %": 50 * rate.spread,
        }
        if "1" in rates:
            row["ratio"] = rate.per_second / rates["1"].per_second
        rows.append(row)
    notes = [f"{budget.runs} runs of {budget.seconds:g} s each, in turns."]
    if reference is None:
        notes.append("PettingZoo's board games need pygame: pip install 'spielwerk[dev,bench]'.")
    title = "Connect four for learners: steps per second of processor time"
    return Report(title, rows, notes)


def _vector(env: VectorEnv, seconds: float, seed: int) -> Sample:
    rng = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    steps, spent = 0, 0.0
    beginning = np.zeros(env.num_envs, dtype=np.bool_)
    while spent < seconds:
        masks = seen["action_mask"]
        actions = {
            role: (mask * (1 + rng.random(mask.shape, dtype=np.float32))).argmax(axis=1)
            for role, mask in masks.items()
        }
        begin = process_time()
        seen, _, over, _, _ = env.step(actions)
        spent += process_time() - begin
        steps += env.num_envs - int(beginning.sum())
        beginning = over
    return Sample(steps, spent)


def _pettingzoo(env: Any, seconds: float, seed: int) -> Sample:
    rng = np.random.default_rng(seed)
    steps, spent = 0, 0.0
    while spent < seconds:
        begin = process_time()
        env.reset()
        seen, _, over, _, _ = env.last()
        spent += process_time() - begin
        while not over:
            action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
            begin = process_time()
            env.step(action)
            seen, _, over, _, _ = env.last()
            spent += process_time() - begin
            steps += 1
    return Sample(steps, spent)


def _pettingzoo_env() -> Any | None:
    """The reference, where what it needs is installed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            from pettingzoo.classic import connect_four_v3
        except ImportError:
            return None
        return connect_four_v3.env()
