"""The language server: what a keystroke costs until the problems of the text are told.

An editor talks to ``spielwerk lsp`` over its pipes, as tests do, types a letter and deletes it
again. What is counted is the processor time of the server and of the processes that check for it,
from the keystroke to the answer. The goal is 300 ms for Citadels and for chess.
"""

from __future__ import annotations

import os
import time
from importlib.resources import files
from pathlib import Path
from statistics import median

from tests.editor.conversation import Document, Editor

from benchmarks.measure import Budget
from benchmarks.report import Report

__all__ = ["keystrokes"]

GOAL = 300.0
"""Milliseconds of processor time."""
TEXTS = (
    "igold/citadels.igold",
    "gdl/chess.gdl",
    "igold/draughts.igold.xml",
    "gdl/checkers.gdl",
)
_TICKS = os.sysconf("SC_CLK_TCK")


def keystrokes(budget: Budget) -> Report:
    """Milliseconds from a keystroke to the problems, and to a completion."""
    rows: list[dict[str, str | float]] = []
    library = Path(str(files("spielwerk").joinpath("library")))
    with Editor() as editor:
        for name in TEXTS:
            document = editor.open(library / name)
            document.problems()
            _type(document)
            told = [_type(document) for _ in range(3 * budget.runs)]
            offered = [_complete(document) for _ in range(3 * budget.runs)]
            rows.append(
                {
                    "text": name.rpartition("/")[2],
                    "characters": len(document.text),
                    "problems (ms of processor)": median(told),
                    "slowest (ms)": max(told),
                    "completion (ms of processor)": median(offered),
                    "part of the goal": median(told) / GOAL,
                }
            )
    note = f"{3 * budget.runs} keystrokes each; the goal is {GOAL:.0f} ms until problems are told."
    return Report("Language server: processor time after a keystroke", rows, [note])


def _type(document: Document) -> float:
    """Type a letter into a comment at the end, or delete it; milliseconds until all is told."""
    text, mark = document.text, " " if document.text.endswith("\n") else "\n"
    changed = text + mark if mark == " " else text.rstrip() + "\n"
    begin = _spent(document.editor)
    document.editor.change(document, changed)
    document.problems()
    return _spent(document.editor) - begin


def _complete(document: Document) -> float:
    begin = _spent(document.editor)
    words = "<actors>" if document.text.startswith("<") else "(legal"
    document.ask("completion", words, 1)
    return _spent(document.editor) - begin


def _spent(editor: Editor) -> float:
    """Milliseconds of processor time of the server and all that it started."""
    time.sleep(0.02)  # until the kernel has counted what was just done
    children: dict[int, list[int]] = {}
    spent: dict[int, float] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parts = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            children.setdefault(int(parts[1]), []).append(int(entry.name))
            spent[int(entry.name)] = 1000 * (int(parts[11]) + int(parts[12])) / _TICKS
    total, pending = 0.0, [editor.process.pid]
    while pending:
        process = pending.pop()
        total += spent.get(process, 0.0)
        pending += children.get(process, [])
    return total
