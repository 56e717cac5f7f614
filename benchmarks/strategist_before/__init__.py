"""The strategist as it was before plans faced moving rivals: nothing but comparisons uses it."""

from benchmarks.strategist_before.strategist import Strategist

__all__ = ["Strategist"]
