"""The processor: from XML to templates in Python. Start with :mod:`.program`."""

from spielwerk.languages.igold.processor import places, rules, selectors, values
from spielwerk.languages.igold.processor.program import process
from spielwerk.languages.igold.processor.templates import CompiledGame

__all__ = ["CompiledGame", "places", "process", "rules", "selectors", "values"]
