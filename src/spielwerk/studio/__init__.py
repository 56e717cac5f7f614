"""Matches that authors try their rules in: every seat on one screen, and the debugger beside it.

A :class:`StudioSession` is one such match (:mod:`.session`), :mod:`.shown` is what a page is told
of it, and :mod:`.answers` is what a confined process answers in which strangers' rules are tried.
"""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.studio.session import StudioSession
    from spielwerk.studio.shown import ShownTrial
else:
    lazily(__name__)

__all__ = ["ShownTrial", "StudioSession"]
