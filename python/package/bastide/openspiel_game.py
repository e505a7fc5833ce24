"""A game for OpenSpiel, which is loaded by name.

>>> import pyspiel, bastide.openspiel_game
>>> game = pyspiel.load_game("bastide_carcassonne_v0", {"expansions": "inns-cathedrals", "players": 3})
>>> game.num_players()
3
>>> state = game.new_initial_state()
>>> [state.action_to_string(action) for action, _ in state.chance_outcomes()]
['first:0', 'first:1', 'first:2']

Parameters: ``game``, ``expansions`` (ids joined by ``+``), ``players``, ``options`` (``small_city:2 hand:two_open``) and ``window``, which
describe a set-up and the window of its `Encoder`. A player's action is an action of the encoder; chance's action is the index of the
drawn kind of tile, or the starting seat. Returns are 1, 0 or -1. The version in the name is increased whenever equal actions could give
different results.
"""

import json
from typing import Any, Dict, List, Optional, Tuple

import numpy as np
import pyspiel

from . import observation as obs
from ._engine import CHANCE, Encoder, Game, Setup

NAME = "bastide_carcassonne_v0"
DEFAULTS: Dict[str, Any] = {"game": "carcassonne", "expansions": "", "players": 2, "options": "", "window": 21}
# Upper bound on the number of players' answers per tile.
MOST_ANSWERS = 32


def setup_of(parameters: Dict[str, Any]) -> Setup:
    """Returns the set-up that the parameters describe."""
    parts = "+".join([parameters["game"], *(part for part in parameters["expansions"].split("+") if part)])
    options = [option.replace(":", "=", 1) for option in parameters["options"].split()]
    return Setup(" ".join([parts, f"seats={parameters['players']}", *options]))


def hides_hands(setup: Setup) -> bool:
    """Returns whether seats hide the tiles in their hands from each other."""
    return setup.options.get("hand", "one").endswith("hidden")


def game_type(setup: Optional[Setup] = None) -> pyspiel.GameType:
    """Returns OpenSpiel's game type for a set-up or, without a set-up, a type that fits every set-up."""
    kinds = pyspiel.GameType
    utility = kinds.Utility.GENERAL_SUM
    information = kinds.Information.IMPERFECT_INFORMATION
    if setup is not None:
        if setup.is_team:
            utility = kinds.Utility.IDENTICAL
        elif setup.seats == 2:
            utility = kinds.Utility.ZERO_SUM
        if not hides_hands(setup):
            information = kinds.Information.PERFECT_INFORMATION
    return kinds(
        short_name=NAME,
        long_name="Carcassonne family (Bastide)",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information,
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=6,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


class CarcassonneGame(pyspiel.Game):
    """OpenSpiel game of one set-up."""

    def __init__(self, params: Optional[Dict[str, Any]] = None) -> None:
        self.parameters = {**DEFAULTS, **(params or {})}
        self.setup = setup_of(self.parameters)
        self.encoder = Encoder(self.setup, window=self.parameters["window"])
        self.beginning = Game(self.setup)
        tiles = self.beginning.view()["bag"]
        information = pyspiel.GameInfo(
            num_distinct_actions=self.encoder.actions,
            max_chance_outcomes=max(len(self.beginning.tiles), self.setup.seats),
            num_players=self.setup.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if self.setup.seats == 2 and not self.setup.is_team else None,
            max_game_length=MOST_ANSWERS * (tiles["left"] + tiles["apart"] + 1),
        )
        super().__init__(game_type(self.setup), information, params or {})

    def new_initial_state(self) -> "CarcassonneState":
        """Returns the state before the first answer, in which chance must act."""
        return CarcassonneState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Returns an observer of everything that a seat sees, or of its private information: its hand, if hands are hidden. Returns None
        for other kinds of observation: perfect recall, all hands, and a spectator's view if hands are hidden."""
        if params:
            raise ValueError(f"observations take no parameters, but got {params}")
        hidden, private = hides_hands(self.setup), pyspiel.PrivateInfoType
        if iig_obs_type is None:
            return CarcassonneObserver(self.encoder)
        if iig_obs_type.perfect_recall or iig_obs_type.private_info == private.ALL_PLAYERS:
            return None
        own = iig_obs_type.private_info == private.SINGLE_PLAYER
        if iig_obs_type.public_info:
            return CarcassonneObserver(self.encoder) if own or not hidden else None
        return HandObserver(self.encoder, own and hidden)


class CarcassonneState(pyspiel.State):
    """OpenSpiel state: a game with its current position."""

    def __init__(self, game: CarcassonneGame) -> None:
        super().__init__(game)
        self.played = game.beginning.clone()
        self.encoder = game.encoder

    def current_player(self) -> int:
        """Returns the seat that must act, or OpenSpiel's id for chance or for the end of the game."""
        actor = self.played.actor
        if actor is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def _legal_actions(self, player: int) -> List[int]:
        return self.encoder.legal_actions(self.played)

    def chance_outcomes(self) -> List[Tuple[int, float]]:
        """Returns the outcomes of chance with their probabilities."""
        return [(answer.integer & 0xFF, chance) for answer, chance in self.played.chance_outcomes()]

    def _answer(self, action: int) -> Any:
        if self.played.actor == CHANCE:
            return next(a for a, _ in self.played.chance_outcomes() if a.integer & 0xFF == action)
        return self.encoder.answer(self.played, action)

    def _apply_action(self, action: int) -> None:
        self.played.apply(self._answer(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self._answer(action).word)

    def is_terminal(self) -> bool:
        """Returns whether the game is over."""
        return self.played.is_over

    def returns(self) -> List[float]:
        """Returns each seat's result: 1, 0 or -1; zeros before the end."""
        if not self.played.is_over:
            return [0.0] * self.played.seats
        outcome = obs.outcome(self.played)
        return [outcome[seat] for seat in range(self.played.seats)]

    def __str__(self) -> str:
        return self.played.position_text()


class CarcassonneObserver:
    """Writes the observations of `bastide.observation` into one tensor: planes, then numbers."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.planes = np.zeros(encoder.planes_shape, np.uint8)
        self.numbers = np.zeros(encoder.numbers, np.float32)
        size = self.planes.size
        self.tensor = np.zeros(size + self.numbers.size, np.float32)
        self.dict = {"planes": self.tensor[:size].reshape(encoder.planes_shape), "numbers": self.tensor[size:]}

    def set_from(self, state: CarcassonneState, player: int) -> None:
        """Writes a seat's observation of a state."""
        self.encoder.observe(state.played, player, planes=self.planes, numbers=self.numbers)
        self.dict["planes"][:] = self.planes
        self.dict["numbers"][:] = self.numbers

    def string_from(self, state: CarcassonneState, player: int) -> str:
        """Returns a seat's view of a state as JSON."""
        return json.dumps(state.played.view(player), separators=(",", ":"))


class HandObserver:
    """Writes the private information of a seat into a tensor: the number of tiles in its hand, by kind; empty if no hand is hidden."""

    def __init__(self, encoder: Encoder, is_hidden: bool) -> None:
        self.encoder, self.is_hidden = encoder, is_hidden
        self.numbers = np.zeros(encoder.numbers, np.float32)
        self.held = [number for number, name in enumerate(encoder.number_names) if is_hidden and name.startswith("held:0:")]
        self.tensor = np.zeros(len(self.held), np.float32)
        self.dict = {"hand": self.tensor}

    def set_from(self, state: CarcassonneState, player: int) -> None:
        """Writes the tiles in a seat's hand."""
        self.encoder.observe(state.played, player, numbers=self.numbers)
        self.tensor[:] = self.numbers[self.held]

    def string_from(self, state: CarcassonneState, player: int) -> str:
        """Returns the tiles in a seat's hand as JSON; an empty string if the hand is empty or no hand is hidden."""
        hand = state.played.view(player)["players"][player]["hand"] if self.is_hidden else []
        return json.dumps(hand, separators=(",", ":")) if hand else ""


if NAME not in pyspiel.registered_names():
    pyspiel.register_game(game_type(), CarcassonneGame)
