"""No Time to Spy as a game of the contract: a draft by both players at once, then the match.

:class:`Spy` holds the settled rules. Its states are :class:`~.drafting.DraftState`, as long as
players choose and equip, and then :class:`~.play.PlayState`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence

from spielwerk.core import Game, Move, Role, State, StepAccount, View
from spielwerk.games.spy.board import CasinoBoard
from spielwerk.games.spy.draft import open_draft
from spielwerk.games.spy.drafting import DraftState
from spielwerk.games.spy.entry import SPY
from spielwerk.games.spy.moves import read_move
from spielwerk.games.spy.operations import PossibleOperation, choice_text
from spielwerk.games.spy.picture import draw_casino, draw_draft
from spielwerk.games.spy.position import MatchSetting
from spielwerk.games.spy.settings import (
    FEWEST_CHARACTERS,
    FEWEST_FIELDS,
    CharacterDescription,
    MatchConfig,
    Options,
    SettingError,
)
from spielwerk.games.spy.telling import spy_account


class Spy(Game):
    """The game with a scenario, a match configuration, characters and options settled."""

    name = SPY.name
    title = SPY.title
    about = SPY.about
    roles = SPY.roles
    hidden = SPY.hidden
    secret_turns = True

    def __init__(
        self,
        scenario: Sequence[Sequence[str]],
        config: MatchConfig,
        characters: Sequence[CharacterDescription],
        options: Options | None = None,
    ) -> None:
        self.setting = MatchSetting(
            CasinoBoard(scenario), config, options or Options(), tuple(characters)
        )
        told = {
            "scenario": [list(row) for row in self.setting.board.scenario],
            "match": config.to_json(later=True),
            "characters": [[each.name, list(each.features)] for each in characters],
            "options": self.setting.options.to_json(),
        }
        self.options = self.setting.options.to_json()
        self.fingerprint = hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]
        self.texts: dict[PossibleOperation, Move] = {}
        """The text of every choice that was ever needed."""

    def initial(self, seed: int = 0) -> DraftState:
        """The draft, with the first offers from the seed.

        :raises SettingError: there are too few characters, or there is too little room for them
        """
        people, fields = len(self.setting.characters), self.setting.board.hall.bit_count()
        if people < FEWEST_CHARACTERS or fields < FEWEST_FIELDS:
            raise SettingError(
                f"A match needs {FEWEST_CHARACTERS} characters and a room of {FEWEST_FIELDS} "
                f"fields; there are {people} characters and {fields} fields."
            )
        return DraftState(self, open_draft(self.setting, str(seed)))

    def parse_move(self, text: str) -> Move:
        """What somebody typed; :mod:`.moves` lists the forms."""
        return read_move(self.setting, text)

    def account(
        self,
        before: State,
        moves: Mapping[Role, Move],
        late: Collection[Role] = (),
        after: State | None = None,
    ) -> StepAccount:
        """What characters did, and how far the draft is."""
        return spy_account(before, after or before.after(moves, late), moves, late)

    def draw(self, view: View) -> str:
        """The casino as text; before that, the offer."""
        return draw_casino(view) if "map" in view else draw_draft(view)

    def text(self, choice: PossibleOperation) -> Move:
        """A choice as a move."""
        found = self.texts.get(choice)
        if found is None:
            found = self.texts[choice] = Move(choice_text(self.setting.board, choice))
        return found
