"""Any game of the contract as a Python game of OpenSpiel.

``register("connect-four")`` makes ``pyspiel.load_game("spielwerk_connect_four")`` work, and with
it every algorithm of OpenSpiel that takes Python games. Outcomes from 0 to 100 become utilities
from -1 to 1.

Numbers of actions, tensors, and whether utilities add up to a constant come from the
:class:`~spielwerk.adapters.encoding.Encoding`, which says how far they can be relied on.

Information states come from the history of a role: all it did, saw and was told. As a text and as
a tensor they are what it sees now with a digest of everything before, which tells histories apart.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from spielwerk.adapters.encoding import SAMPLES, Encoding
from spielwerk.adapters.order import asked
from spielwerk.catalogue import open_game
from spielwerk.core import (
    CHANCE,
    Course,
    Game,
    Move,
    Over,
    Role,
    SpielwerkError,
    State,
    part_missing,
)

try:
    import numpy as np
    import pyspiel
except ImportError as problem:
    raise part_missing(problem) or problem from None

_LONGEST = 2_000
"""OpenSpiel wants to know how long matches can get; this is where Spielwerk's own tests give up."""
_DIGEST_BITS = 256
"""How many numbers of an information state tell one history from another, after what is seen."""
_Type = pyspiel.GameType
_registered: dict[str, _Setting] = {}


def register(game: Game | str, *, samples: int = SAMPLES) -> str:
    """Make a game known to OpenSpiel and answer the name it has there.

    ``game`` may be a name of the library or the path of a file of rules. The parameter ``seed`` of
    the OpenSpiel game is the seed of its matches, for games that draw something from it.

    :raises UnknownGame: there is no such game
    :raises SourceError: the rules are wrong
    :raises SpielwerkError: another game was registered under this name
    """
    origin = game if isinstance(game, str) else None
    game = open_game(game) if isinstance(game, str) else game
    name = f"spielwerk_{game.name.replace('-', '_')}"
    known = _registered.get(name)
    if known is None:
        # A class, not a function: OpenSpiel lets go of it after Python is gone, and a function
        # that is freed then brings the process down.
        made = openspiel_class(name, Encoding(game, samples=samples), origin)
        _registered[name] = made.setting
        pyspiel.register_game(made.setting.type, made)
    elif (known.game.fingerprint, known.game.options) != (game.fingerprint, game.options):
        raise SpielwerkError(f"OpenSpiel already knows another game as '{name}'; rename this one.")
    return name


def openspiel_class(
    name: str, encoding: Encoding, origin: str | None = None
) -> type[OpenSpielGame]:
    """A game as a class of OpenSpiel's games, with its moves numbered by ``encoding``.

    Whoever makes its games directly needs no name that OpenSpiel knows.
    """
    return type(name, (OpenSpielGame,), {"setting": _Setting(name, origin, encoding)})


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """What ``pyspiel.load_game`` gives for a registered game; each one is a class of its own."""

    setting: ClassVar[_Setting]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        super().__init__(self.setting.type, self.setting.info, dict(params or {}))
        self.seed = int(self.get_parameters()["seed"])

    def __reduce__(self) -> tuple[Any, ...]:
        return _reload, (self.setting.name, self.setting.origin, self.seed)

    def new_initial_state(self) -> OpenSpielState:
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        if params:
            raise ValueError(f"Spielwerk's observers take no parameters, not {params}.")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return _Observer(self.setting, wanted)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A position of a match, as OpenSpiel walks through it."""

    def __init__(self, game: OpenSpielGame, course: Course | None = None) -> None:
        """``course``: how the match came to where it stands, unless it just begins."""
        super().__init__(game)
        course = course or Course.begun(game.setting.game, game.seed)
        self._line = _Line(game.setting, game.seed, course)

    @property
    def position(self) -> State:
        """The state of the contract."""
        return self._line.state

    @property
    def course(self) -> Course:
        """The state with all that led to it."""
        return self._line.course

    def current_player(self) -> int:
        roles = self._line.asked
        if not roles:
            return int(pyspiel.PlayerId.TERMINAL)
        if roles == (CHANCE,):
            return int(pyspiel.PlayerId.CHANCE)
        if len(roles) > 1:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return self._line.setting.game.roles.index(roles[0])

    def _legal_actions(self, player: int) -> list[int]:
        line = self._line
        role = line.setting.role(player)
        return line.setting.encoding.legal(line.state, role) if role in line.asked else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        odds = self.position.odds()
        total, number = sum(odds.values()), self._line.setting.encoding.number
        return sorted((number(CHANCE, move), weight / total) for move, weight in odds.items())

    def _apply_action(self, action: int) -> None:
        [role] = self._line.asked
        self._line = self._line.after({role: self._line.setting.move(role, action)})

    def _apply_actions(self, actions: Sequence[int]) -> None:
        line = self._line
        chosen = dict(zip(line.setting.game.roles, actions, strict=True))
        self._line = line.after({r: line.setting.move(r, chosen[r]) for r in line.asked})

    def _action_to_string(self, player: int, action: int) -> str:
        setting = self._line.setting
        return setting.move(setting.role(player), action)

    def is_terminal(self) -> bool:
        return isinstance(self.position.turn, Over)

    def returns(self) -> list[float]:
        setting = self._line.setting
        if not self.is_terminal():
            return [0.0] * len(setting.game.roles)
        outcome = self.position.outcome()
        return [_utility(outcome[role]) for role in setting.game.roles]

    def __str__(self) -> str:
        """The position as a text that only an equal position has."""
        if self._line.setting.game.hidden or self.is_chance_node():
            return str(self.history_str())
        return _text(self.position.view(None))


class _Observer:
    """What a player sees, as a tensor and as a text."""

    def __init__(self, setting: _Setting, wanted: Any) -> None:
        self._setting = setting
        self._public_only = wanted.private_info == pyspiel.PrivateInfoType.NONE
        self._by_history = wanted.perfect_recall and not setting.encoding.game.recalls
        self.tensor = None
        self.dict: dict[str, Any] = {}
        self._recalling = self._by_history and setting.game.hidden and not self._public_only
        if not self._public_only and (self._recalling or not self._by_history):
            size = setting.encoding.size + (_DIGEST_BITS if self._recalling else 0)
            self.tensor = np.zeros(size, dtype=np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        if self.tensor is None:
            return
        role = self._setting.role(player)
        seen = self._setting.encoding.observe(state.position, role)
        self.tensor[: len(seen)] = seen
        if self._recalling:
            digest = np.frombuffer(bytes.fromhex(state.course.history(role).key), dtype=np.uint8)
            self.tensor[len(seen) :] = np.unpackbits(digest)

    def string_from(self, state: OpenSpielState, player: int) -> str | None:
        role = self._setting.role(player)
        if self._recalling:
            history = state.course.history(role)
            return f"{role} after {history.length} steps {history.key} {_text(history.last.view)}"
        if self._by_history:
            return None if self._setting.game.hidden else str(state.history_str())
        return f"{role} " + _text(state.position.view(None if self._public_only else role))


@dataclass(frozen=True, slots=True)
class _Setting:
    """A game with all that OpenSpiel wants to know of it."""

    name: str
    origin: str | None
    """What opens the game in another process, if anything does."""
    encoding: Encoding

    @property
    def game(self) -> Game:
        return self.encoding.game

    def role(self, player: int) -> Role:
        return CHANCE if player == pyspiel.PlayerId.CHANCE else self.game.roles[player]

    def move(self, role: Role, action: int) -> Move:
        return (self.encoding.chance if role == CHANCE else self.encoding.moves)[action]

    @property
    def type(self) -> Any:
        game, survey = self.game, self.encoding.survey
        recalls = self.encoding.game.recalls
        return _Type(
            short_name=self.name,
            long_name=game.title or game.name,
            dynamics=_Type.Dynamics.SIMULTANEOUS if survey.together else _Type.Dynamics.SEQUENTIAL,
            chance_mode=_Type.ChanceMode.EXPLICIT_STOCHASTIC
            if self.encoding.chance
            else _Type.ChanceMode.DETERMINISTIC,
            information=_Type.Information.IMPERFECT_INFORMATION
            if game.hidden
            else _Type.Information.PERFECT_INFORMATION,
            utility=self._utility,
            reward_model=_Type.RewardModel.TERMINAL,
            max_num_players=len(game.roles),
            min_num_players=len(game.roles),
            provides_information_state_string=True,
            provides_information_state_tensor=recalls or game.hidden,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={"seed": 0},
        )

    @property
    def info(self) -> Any:
        return pyspiel.GameInfo(
            num_distinct_actions=len(self.encoding.moves),
            max_chance_outcomes=len(self.encoding.chance),
            num_players=len(self.game.roles),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=self._utility_sum,
            max_game_length=_LONGEST,
        )

    @property
    def _utility(self) -> Any:
        match self._utility_sum:
            case None:
                return _Type.Utility.GENERAL_SUM
            case 0.0:
                return _Type.Utility.ZERO_SUM
        return _Type.Utility.CONSTANT_SUM

    @property
    def _utility_sum(self) -> float | None:
        total, roles = self.encoding.survey.total, len(self.game.roles)
        return None if total is None or roles < 2 else total / 50 - roles


@dataclass(frozen=True, slots=True)
class _Line:
    """A position and how it came about.

    OpenSpiel copies all attributes of a state deeply and pickles them. A line is a value, so a
    copy of it is the line itself; pickled, it is the name of its game and the events so far.
    """

    setting: _Setting
    seed: int
    course: Course

    @property
    def state(self) -> State:
        return self.course.state

    @property
    def asked(self) -> tuple[Role, ...]:
        event = self.course.event
        last = None if event is None else next(iter(event.moves))
        return asked(self.state.turn, self.setting.game.roles, last)

    def after(self, moves: Mapping[Role, Move]) -> _Line:
        return _Line(self.setting, self.seed, self.course.after(moves))

    def __deepcopy__(self, memo: object) -> _Line:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        events = [dict(link.event.moves) for link in self.course.links() if link.event is not None]
        return _relive, (self.setting.name, self.setting.origin, self.seed, events)


def _reload(name: str, origin: str | None, seed: int) -> OpenSpielGame:
    game: OpenSpielGame = pyspiel.load_game(_known(name, origin).name, {"seed": seed})
    return game


def _relive(name: str, origin: str | None, seed: int, events: list[dict[Role, Move]]) -> _Line:
    setting = _known(name, origin)
    line = _Line(setting, seed, Course.begun(setting.game, seed))
    for moves in events:
        line = line.after(moves)
    return line


def _known(name: str, origin: str | None) -> _Setting:
    if name not in _registered and origin is not None:
        register(origin)
    if name not in _registered:
        raise SpielwerkError(f"'{name}' is not registered in this process; call register() first.")
    return _registered[name]


def _utility(outcome: int) -> float:
    return outcome / 50 - 1


def _text(view: Mapping[str, Any]) -> str:
    return json.dumps(dict(view), sort_keys=True)
