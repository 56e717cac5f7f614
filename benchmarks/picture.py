"""The throughput table as a picture: one group of bars a game, on a logarithmic axis."""

from __future__ import annotations

from pathlib import Path

from benchmarks.circuits import CONTENDERS
from benchmarks.report import Report

__all__ = ["draw"]

_LABELS = {
    "direct": "direct",
    "scalar": "circuit, one state",
    "sliced": "circuit, 512 states",
    "prolog": "SWI-Prolog",
    "openspiel": "OpenSpiel (C++)",
}
_COLOURS = {
    "direct": "#8ecae6",
    "scalar": "#219ebc",
    "sliced": "#023047",
    "prolog": "#bbbbbb",
    "openspiel": "#fb8500",
}


def draw(report: Report, path: Path) -> None:
    """Write the report of :func:`benchmarks.circuits.throughput` as a PNG."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 5.5), layout="constrained")
    axes = figure.subplots()
    shown = [name for name in CONTENDERS if name in _LABELS]
    width = 0.85 / len(shown)
    for number, name in enumerate(shown):
        bars = [
            (place + (number - (len(shown) - 1) / 2) * width, 1000 * float(row[name]))
            for place, row in enumerate(report.rows)
            if name in row
        ]
        if bars:
            places, heights = zip(*bars, strict=True)
            axes.bar(places, heights, width, label=_LABELS[name], color=_COLOURS[name])
    games = [str(row["game"]) for row in report.rows]
    axes.set_xticks(range(len(games)), games, rotation=35, ha="right")
    axes.set_yscale("log")
    axes.set_ylabel("states per CPU second, one thread")
    axes.set_title("Random playouts")
    axes.grid(axis="y", alpha=0.3)
    axes.set_axisbelow(True)
    axes.legend(ncols=len(shown), loc="upper center", bbox_to_anchor=(0.5, -0.22), frameon=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=110, metadata={"Software": None})
