"""A plugin that counts skipped tests by their reason, and fails where nobody expects the reason.

At home a missing tool skips the tests that need it. Where ``SPIELWERK_COMPLETE`` is set, as in
``.ci/run``, everything that can be installed must be, so that nothing passes by being skipped.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from typing import Any

import pytest

OF_THE_SYSTEM = (
    r"Ctrl-C is sent differently there",
    r"Windows has nothing like it",
    r"asks what only Linux tells",
    r"compares x86 processors",
    r"this system does not let processes choose their cores",
)
"""What no installation changes."""

TO_INSTALL = (
    r"SWI-Prolog is not installed",
    r"no Chromium is installed",
    r"esbuild is not installed",
    r"nginx is not installed",
    r"(mkdocs|hadolint|hatchling|playwright) is not installed",
    r"python-chess \(extra 'pgn'\) is the oracle here",
    r"Ray is an optional extra",
    r"could not import '(playwright\.sync_api|chess|chess\.pgn|pgserver)'",
)
"""Tools and extras; ``make setup`` and ``.ci/run`` bring them."""


def is_expected(reason: str, *, complete: bool) -> bool:
    """Whether a test may be skipped for this reason."""
    known = OF_THE_SYSTEM if complete else OF_THE_SYSTEM + TO_INSTALL
    return any(re.match(pattern, reason) for pattern in known)


def reason_of(report: pytest.TestReport | pytest.CollectReport) -> str:
    """What was said when a test, or a whole file, was skipped."""
    told: Any = report.longrepr
    text = told[2] if isinstance(told, tuple) else str(told)
    return str(text).removeprefix("Skipped: ")


class Skips:
    """All reasons of one run; what workers skip is reported to the run that started them."""

    def __init__(self) -> None:
        self.reasons: Counter[str] = Counter()
        self.complete = bool(os.environ.get("SPIELWERK_COMPLETE"))

    @property
    def unexpected(self) -> list[str]:
        return [why for why in self.reasons if not is_expected(why, complete=self.complete)]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and not hasattr(report, "wasxfail"):
            self.reasons[reason_of(report)] += 1

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped:
            self.reasons[reason_of(report)] += 1

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.unexpected and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self.reasons:
            return
        terminalreporter.write_line("")
        terminalreporter.write_line(f"Skipped {self.reasons.total()} tests:")
        for reason, count in self.reasons.most_common():
            wrong = reason in self.unexpected
            note = " -- not expected here, so the run fails (tests/skips.py)" if wrong else ""
            terminalreporter.write_line(f"{count:5}  {reason}{note}", red=wrong)


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Skips(), "spielwerk-skips")
