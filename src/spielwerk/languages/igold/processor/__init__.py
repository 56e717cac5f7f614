"""The processor: from XML to templates in Python. Start with :mod:`.program`."""

from spielwerk.languages.igold.processor import rules, selectors, values
from spielwerk.languages.igold.processor.program import Program, process

__all__ = ["Program", "process", "rules", "selectors", "values"]
