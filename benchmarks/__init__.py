"""What Spielwerk claims about speed, measured against a reference in the same run.

``python -m benchmarks`` prints every table, ``python -m benchmarks gdl`` one of them. A table is
a function from a :class:`~benchmarks.measure.Budget` to a :class:`~benchmarks.report.Report`; it
joins with a line in ``benchmarks/__main__.py``.
"""
