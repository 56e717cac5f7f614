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
from spielwerk.core.language import Confines, Debugger, Entry, Inquiry, Language
from spielwerk.core.playout import random_event
from spielwerk.core.presentation import Glimpse, Label, Layout, MoveCard, Scene, Words
from spielwerk.core.record import Event, Record, replay
from spielwerk.core.registry import Unusable, registered, registered_names, usable
from spielwerk.core.rule_text import RuleText, read_text_file
from spielwerk.core.source import Diagnostic, Severity, Span, has_errors

__all__ = [
    "CHANCE",
    "Batch",
    "Chance",
    "Confines",
    "ConformanceError",
    "Debugger",
    "Diagnostic",
    "Entry",
    "Event",
    "Explanation",
    "Game",
    "Glimpse",
    "IllegalMove",
    "Inquiry",
    "Joint",
    "Json",
    "Label",
    "Language",
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
    "Unusable",
    "View",
    "Words",
    "check_game",
    "draw_chance",
    "has_errors",
    "playthrough",
    "random_event",
    "read_text_file",
    "registered",
    "registered_names",
    "replay",
    "usable",
]
