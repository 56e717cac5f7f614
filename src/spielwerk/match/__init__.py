"""One match: seats, clocks, policies, and a log from which all of it comes back.

Start with :func:`play` for the whole of it, :mod:`spielwerk.match.events` for what can happen,
:mod:`spielwerk.match.fold` and :mod:`spielwerk.match.decide` for the pure core that a server
drives itself.
"""

from spielwerk.match.clock import UNTIMED, Clock, ClockError, parse_clock
from spielwerk.match.decide import (
    Agree,
    Answer,
    Command,
    Crash,
    Pause,
    Resign,
    Resume,
    Sit,
    TakeBack,
    Tick,
    decide,
)
from spielwerk.match.events import (
    Agreed,
    Began,
    Ended,
    Forfeited,
    Late,
    MatchEvent,
    Moved,
    Paused,
    Ready,
    Refused,
    Replaced,
    Resigned,
    Resumed,
    Stepped,
    Struck,
    TakenBack,
)
from spielwerk.match.fold import ImpossibleEvent, evolve
from spielwerk.match.log import LogWriter, MatchLog, read_log, replay_match
from spielwerk.match.observe import Observation, observe, spectate, told
from spielwerk.match.play import SeatingError, Thoughts, play, setup_match
from spielwerk.match.policy import FORFEIT, Measure, Policy, PolicyError, parse_policy
from spielwerk.match.process import Unsendable
from spielwerk.match.runners import Where
from spielwerk.match.standing import Match, Seat, Setup, Status, open_match
from spielwerk.match.wire import event_from_json, event_to_json

__all__ = [
    "FORFEIT",
    "UNTIMED",
    "Agree",
    "Agreed",
    "Answer",
    "Began",
    "Clock",
    "ClockError",
    "Command",
    "Crash",
    "Ended",
    "Forfeited",
    "ImpossibleEvent",
    "Late",
    "LogWriter",
    "Match",
    "MatchEvent",
    "MatchLog",
    "Measure",
    "Moved",
    "Observation",
    "Pause",
    "Paused",
    "Policy",
    "PolicyError",
    "Ready",
    "Refused",
    "Replaced",
    "Resign",
    "Resigned",
    "Resume",
    "Resumed",
    "Seat",
    "SeatingError",
    "Setup",
    "Sit",
    "Status",
    "Stepped",
    "Struck",
    "TakeBack",
    "TakenBack",
    "Thoughts",
    "Tick",
    "Unsendable",
    "Where",
    "decide",
    "event_from_json",
    "event_to_json",
    "evolve",
    "observe",
    "open_match",
    "parse_clock",
    "parse_policy",
    "play",
    "read_log",
    "replay_match",
    "setup_match",
    "spectate",
    "told",
]
