"""The contract every game keeps, and the values everything else speaks in.

Start with :mod:`spielwerk.core.game`.
"""

from spielwerk.core.batch import Batch
from spielwerk.core.conformance import check_game
from spielwerk.core.errors import (
    ConformanceError,
    IllegalMove,
    LimitExceeded,
    MoveError,
    MoveSyntaxError,
    NotOver,
    NotYourTurn,
    RecordError,
    SourceError,
    SpielwerkError,
    UnknownGame,
)
from spielwerk.core.explanation import Explanation
from spielwerk.core.game import (
    CHANCE,
    Chance,
    Game,
    Joint,
    Json,
    Limit,
    Move,
    Open,
    Outcome,
    Over,
    Role,
    State,
    Turn,
    View,
    draw_chance,
)
from spielwerk.core.golden import playthrough
from spielwerk.core.playout import random_event
from spielwerk.core.presentation import Glimpse, Label, Layout, MoveCard, RuleText, Scene, Words
from spielwerk.core.record import Event, Record, replay
from spielwerk.core.source import Diagnostic, Severity, Span, has_errors

__all__ = [
    "CHANCE",
    "Batch",
    "Chance",
    "ConformanceError",
    "Diagnostic",
    "Event",
    "Explanation",
    "Game",
    "Glimpse",
    "IllegalMove",
    "Joint",
    "Json",
    "Label",
    "Layout",
    "Limit",
    "LimitExceeded",
    "Move",
    "MoveCard",
    "MoveError",
    "MoveSyntaxError",
    "NotOver",
    "NotYourTurn",
    "Open",
    "Outcome",
    "Over",
    "Record",
    "RecordError",
    "Role",
    "RuleText",
    "Scene",
    "Severity",
    "SourceError",
    "Span",
    "SpielwerkError",
    "State",
    "Turn",
    "UnknownGame",
    "View",
    "Words",
    "check_game",
    "draw_chance",
    "has_errors",
    "playthrough",
    "random_event",
    "replay",
]
