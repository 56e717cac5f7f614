"""How a judgement is learnt from the rules alone.

In the order things happen:

==================  ===============================================================================
:mod:`.training`    the steps in a row; read this first
:mod:`.symmetries`  changes of facts that the rules do not notice
:mod:`.kinds`       what facts have in common
:mod:`.selfplay`    matches with a shallow search, and the values to learn from them
:mod:`.sharing`     such matches in several processes
:mod:`.fitting`     positions and values as weights
:mod:`.contest`     which of two judgements plays better
==================  ===============================================================================
"""

from spielwerk.players.training.contest import contest
from spielwerk.players.training.selfplay import SelfPlay
from spielwerk.players.training.symmetries import Symmetry, symmetries
from spielwerk.players.training.training import (
    CannotTrain,
    Progress,
    facts_of,
    first_judgement,
    train,
)

__all__ = [
    "CannotTrain",
    "Progress",
    "SelfPlay",
    "Symmetry",
    "contest",
    "facts_of",
    "first_judgement",
    "symmetries",
    "train",
]
