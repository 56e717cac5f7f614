"""The contract every game keeps, and the values everything else speaks in.

Start with :mod:`spielwerk.core.game`, then :mod:`spielwerk.core.player`.
"""

from spielwerk.core.batch import Batch
from spielwerk.core.cache import cache_folder, digest, keep, recall
from spielwerk.core.choice import Candidate, Choice, only_move
from spielwerk.core.conformance import check_game
from spielwerk.core.deadline import NEVER, Deadline, TimeSource
from spielwerk.core.diligence import Diligence, Unthought, unweighed
from spielwerk.core.drawing import between, part
from spielwerk.core.durations import format_seconds, is_duration, parse_seconds
from spielwerk.core.editing import (
    Description,
    EditedText,
    LineIndex,
    Mention,
    OutlineSection,
    QuickFix,
    Suggestion,
    SymbolKind,
    TextEdit,
    definitions_at,
    mention_at,
    references_at,
    renaming_at,
    suggested_fixes,
)
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
    Vocabulary,
    draw_chance,
)
from spielwerk.core.golden import playthrough
from spielwerk.core.kept import Kept
from spielwerk.core.knowledge import Knowledge
from spielwerk.core.language import Confines, Debugger, Entry, Inquiry, Language, RulesImprint
from spielwerk.core.margin import HICCUPS, Hiccups
from spielwerk.core.options import Option, option, options_of
from spielwerk.core.player import Mind, Player, Unsuited
from spielwerk.core.playout import random_event
from spielwerk.core.presentation import Glimpse, Label, Layout, MoveCard, Scene, Words
from spielwerk.core.registry import Unusable, registered, registered_names, usable
from spielwerk.core.replay import Event, event_from_json, event_to_json, read_record, replay
from spielwerk.core.rule_text import RuleText, read_text_file
from spielwerk.core.scenario import Difference, Scenario, read_scenarios, rehearse
from spielwerk.core.sealed import Format, Sealer, is_whole, unseal
from spielwerk.core.search import (
    LOGIT,
    ChoosesAtOnce,
    DepthSearch,
    Judgement,
    NativeSearch,
    SearchFindings,
    TreeSearch,
    WeighedMove,
)
from spielwerk.core.source import Diagnostic, Severity, Span, has_errors
from spielwerk.core.surface import lazily
from spielwerk.core.table_layout import Area, Card, Cards, Counters, Pile, SquareBoard, tabletop
from spielwerk.core.usage import RulePart, Usage

__all__ = [
    "CHANCE",
    "HICCUPS",
    "LOGIT",
    "NEVER",
    "Area",
    "Batch",
    "Candidate",
    "Card",
    "Cards",
    "Chance",
    "Choice",
    "ChoosesAtOnce",
    "Confines",
    "ConformanceError",
    "Counters",
    "Deadline",
    "Debugger",
    "DepthSearch",
    "Description",
    "Diagnostic",
    "Difference",
    "Diligence",
    "EditedText",
    "Entry",
    "Event",
    "Explanation",
    "Format",
    "Game",
    "Glimpse",
    "Hiccups",
    "IllegalMove",
    "Inquiry",
    "Joint",
    "Json",
    "Judgement",
    "Kept",
    "Knowledge",
    "Label",
    "Language",
    "Layout",
    "Limit",
    "LimitExceeded",
    "LineIndex",
    "Mention",
    "Mind",
    "Move",
    "MoveCard",
    "MoveError",
    "MoveSyntaxError",
    "NativeSearch",
    "NotOver",
    "NotYourTurn",
    "Open",
    "Option",
    "Outcome",
    "OutlineSection",
    "Over",
    "Pile",
    "Player",
    "QuickFix",
    "RecordError",
    "Role",
    "RulePart",
    "RuleText",
    "RulesImprint",
    "Scenario",
    "Scene",
    "Sealer",
    "SearchFindings",
    "Severity",
    "SourceError",
    "Span",
    "SpielwerkError",
    "SquareBoard",
    "State",
    "Suggestion",
    "SymbolKind",
    "TextEdit",
    "TimeSource",
    "TreeSearch",
    "Turn",
    "UnknownGame",
    "Unsuited",
    "Unthought",
    "Unusable",
    "Usage",
    "View",
    "Vocabulary",
    "WeighedMove",
    "Words",
    "between",
    "cache_folder",
    "check_game",
    "definitions_at",
    "digest",
    "draw_chance",
    "event_from_json",
    "event_to_json",
    "format_seconds",
    "has_errors",
    "is_duration",
    "is_whole",
    "keep",
    "lazily",
    "mention_at",
    "only_move",
    "option",
    "options_of",
    "parse_seconds",
    "part",
    "playthrough",
    "random_event",
    "read_record",
    "read_scenarios",
    "read_text_file",
    "recall",
    "references_at",
    "registered",
    "registered_names",
    "rehearse",
    "renaming_at",
    "replay",
    "suggested_fixes",
    "tabletop",
    "unseal",
    "unweighed",
    "usable",
]
