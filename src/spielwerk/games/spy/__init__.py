"""No Time to Spy: two secret services in one casino.

Start with :mod:`.game` for the contract and :mod:`.rounds` for the rules. Who thinks ahead works
with :class:`Position` directly: :func:`choices`, then :func:`operate` and :func:`run_on` on a copy
with :class:`Dice` for chance. Files are read by :mod:`.files`, ready sets are in :mod:`.library`.
"""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.games.spy.actions import gamble_odds, safe_reach
    from spielwerk.games.spy.board import CasinoBoard, fields_of
    from spielwerk.games.spy.choosing import choices, disputed
    from spielwerk.games.spy.consequences import test_odds
    from spielwerk.games.spy.drafting import DraftState
    from spielwerk.games.spy.entry import ROLES, SPY
    from spielwerk.games.spy.fate import Dice, Odds, Subject
    from spielwerk.games.spy.files import (
        CHARACTERS,
        MATCH,
        SCENARIO,
        FileKind,
        Scenario,
        characters_to_json,
        scenario_to_json,
    )
    from spielwerk.games.spy.game import Spy
    from spielwerk.games.spy.guess import guess_position
    from spielwerk.games.spy.library import library_names, library_text, open_spy, read_library
    from spielwerk.games.spy.movement import step_targets
    from spielwerk.games.spy.names import (
        Gadget,
        OperationType,
        Property,
        VictoryReason,
        bits,
        named,
    )
    from spielwerk.games.spy.operations import RETIRE, Happening, PossibleOperation, choice_text
    from spielwerk.games.spy.places import read_json
    from spielwerk.games.spy.play import PlayState
    from spielwerk.games.spy.position import (
        CAT,
        DAMPENED,
        JANITOR,
        NEUTRAL,
        NOBODY,
        NOWHERE,
        MatchSetting,
        PlayerTally,
        Position,
        Stage,
    )
    from spielwerk.games.spy.rounds import operate, player_to_act, run_on
    from spielwerk.games.spy.schemas import schema
    from spielwerk.games.spy.sentences import COUNTS, REASONS, SENTENCES
    from spielwerk.games.spy.settings import (
        CharacterDescription,
        MatchConfig,
        Options,
        SettingError,
    )
    from spielwerk.games.spy.standard import standard_operations, standard_state
    from spielwerk.games.spy.tallying import statistics
else:
    lazily(__name__)

__all__ = [
    "CAT",
    "CHARACTERS",
    "COUNTS",
    "DAMPENED",
    "JANITOR",
    "MATCH",
    "NEUTRAL",
    "NOBODY",
    "NOWHERE",
    "REASONS",
    "RETIRE",
    "ROLES",
    "SCENARIO",
    "SENTENCES",
    "SPY",
    "CasinoBoard",
    "CharacterDescription",
    "Dice",
    "DraftState",
    "FileKind",
    "Gadget",
    "Happening",
    "MatchConfig",
    "MatchSetting",
    "Odds",
    "OperationType",
    "Options",
    "PlayState",
    "PlayerTally",
    "Position",
    "PossibleOperation",
    "Property",
    "Scenario",
    "SettingError",
    "Spy",
    "Stage",
    "Subject",
    "VictoryReason",
    "bits",
    "characters_to_json",
    "choice_text",
    "choices",
    "disputed",
    "fields_of",
    "gamble_odds",
    "guess_position",
    "library_names",
    "library_text",
    "named",
    "open_spy",
    "operate",
    "player_to_act",
    "read_json",
    "read_library",
    "run_on",
    "safe_reach",
    "scenario_to_json",
    "schema",
    "standard_operations",
    "standard_state",
    "statistics",
    "step_targets",
    "test_odds",
]
