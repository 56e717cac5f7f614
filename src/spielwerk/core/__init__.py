"""The contract every game keeps, and the values everything else speaks in.

Start with :mod:`spielwerk.core.game`, then :mod:`spielwerk.core.player`.
"""

from spielwerk.core.batch import Batch
from spielwerk.core.choice import Candidate, Choice, only_move
from spielwerk.core.conformance import check_game
from spielwerk.core.deadline import NEVER, Deadline, TimeSource
from spielwerk.core.durations import format_seconds, is_duration, parse_seconds
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
from spielwerk.core.kept import Kept
from spielwerk.core.knowledge import Knowledge
from spielwerk.core.language import Confines, Debugger, Entry, Inquiry, Language, RulesImprint
from spielwerk.core.options import Option, option, options_of
from spielwerk.core.player import Mind, Player, Unsuited
from spielwerk.core.playout import random_event
from spielwerk.core.presentation import Glimpse, Label, Layout, MoveCard, Scene, Words
from spielwerk.core.registry import Unusable, registered, registered_names, usable
from spielwerk.core.replay import Event, event_from_json, event_to_json, read_record, replay
from spielwerk.core.rule_text import RuleText, read_text_file
from spielwerk.core.scenario import Difference, Scenario, read_scenarios, rehearse
from spielwerk.core.sealed import Format, Sealer, is_whole, unseal
from spielwerk.core.source import Diagnostic, Severity, Span, has_errors
from spielwerk.core.surface import lazily
from spielwerk.core.table_layout import Area, Card, Cards, Counters, Pile, SquareBoard, tabletop
from spielwerk.core.usage import RulePart, Usage

__all__ = [
    "CHANCE",
    "NEVER",
    "Area",
    "Batch",
    "Candidate",
    "Card",
    "Cards",
    "Chance",
    "Choice",
    "Confines",
    "ConformanceError",
    "Counters",
    "Deadline",
    "Debugger",
    "Diagnostic",
    "Difference",
    "Entry",
    "Event",
    "Explanation",
    "Format",
    "Game",
    "Glimpse",
    "IllegalMove",
    "Inquiry",
    "Joint",
    "Json",
    "Kept",
    "Knowledge",
    "Label",
    "Language",
    "Layout",
    "Limit",
    "LimitExceeded",
    "Mind",
    "Move",
    "MoveCard",
    "MoveError",
    "MoveSyntaxError",
    "NotOver",
    "NotYourTurn",
    "Open",
    "Option",
    "Outcome",
    "Over",
    "Pile",
    "Player",
    "RecordError",
    "Role",
    "RulePart",
    "RuleText",
    "RulesImprint",
    "Scenario",
    "Scene",
    "Sealer",
    "Severity",
    "SourceError",
    "Span",
    "SpielwerkError",
    "SquareBoard",
    "State",
    "TimeSource",
    "Turn",
    "UnknownGame",
    "Unsuited",
    "Unusable",
    "Usage",
    "View",
    "Words",
    "check_game",
    "draw_chance",
    "event_from_json",
    "event_to_json",
    "format_seconds",
    "has_errors",
    "is_duration",
    "is_whole",
    "lazily",
    "only_move",
    "option",
    "options_of",
    "parse_seconds",
    "playthrough",
    "random_event",
    "read_record",
    "read_scenarios",
    "read_text_file",
    "registered",
    "registered_names",
    "rehearse",
    "replay",
    "tabletop",
    "unseal",
    "usable",
]
