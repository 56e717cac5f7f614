"""The processor: from XML to templates in Python. Start with :mod:`.program`."""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.languages.igold.processor.expressions import Site, TableKey, Traced
    from spielwerk.languages.igold.processor.program import process
    from spielwerk.languages.igold.processor.steps import ProgramStep, Selecting, ToldSentence
    from spielwerk.languages.igold.processor.templates import (
        ActionCode,
        Code,
        CompiledGame,
        PhaseCode,
        StateCode,
        TimerCode,
        Way,
    )
else:
    lazily(__name__)

__all__ = [
    "ActionCode",
    "Code",
    "CompiledGame",
    "PhaseCode",
    "ProgramStep",
    "Selecting",
    "Site",
    "StateCode",
    "TableKey",
    "TimerCode",
    "ToldSentence",
    "Traced",
    "Way",
    "process",
]
