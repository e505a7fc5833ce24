"""A Gymnasium environment: you play one seat, computer players play the others.

>>> import gymnasium, bastide
>>> env = gymnasium.make("bastide/carcassonne-v0", opponent="greedy")
>>> observation, info = env.reset(seed=7)
>>> int(observation["action_mask"].sum()) == info["legal"]
True

The version in the name is increased whenever equal seeds and actions could give different results.
"""

import operator
from typing import Any, Dict, Optional, Tuple, Union

import gymnasium
import numpy as np
import numpy.typing as npt

from . import observation as obs
from ._engine import Encoder, Game, IllegalAction, Setup, players_known
from ._registration import SETUPS as SETUPS

REWARDS = ("outcome", "points")
ILLEGAL = ("random", "raise")


class LegalActions(gymnasium.spaces.Discrete):
    """Space of all actions; sampling without a mask returns a currently legal action."""

    def __init__(self, mask: npt.NDArray[np.int8]) -> None:
        super().__init__(len(mask))
        self.legal = mask

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Returns a random action among those that the mask allows or, without a mask, among those that are currently legal."""
        if mask is None and probability is None and self.legal.any():
            mask = self.legal
        return super().sample(mask, probability)


def spaces_of(encoder: Encoder) -> Dict[str, gymnasium.spaces.Space[Any]]:
    """Returns the space of each part of an observation, by name."""
    box = gymnasium.spaces.Box
    return {
        "planes": box(0, 255, encoder.planes_shape, np.uint8),
        "ids": box(0, 65535, encoder.ids_shape, np.uint16),
        "numbers": box(-np.inf, np.inf, (encoder.numbers,), np.float32),
        "action_mask": box(0, 1, (encoder.actions,), np.int8),
    }


class CarcassonneEnv(gymnasium.Env[Dict[str, Any], np.int64]):
    """One seat against computer players.

    setup: any set-up line, or a `Setup`. opponent: a computer player (`bastide.players()`). seat: your seat; by default a random one in
    every game. window: number of columns, and of rows, of the planes; odd. reward: ``outcome`` is 1, 0 or -1 at the end; ``points`` is the
    change of your lead over the best opponent in each step (in a team game: of the sum of all points). evaluations: search budget of
    ``master``. illegal: treatment of masked-out actions; ``random`` replaces them with a random legal action, which depends on the
    environment's seed, and sets ``info["replaced"]``; ``raise`` raises IllegalAction and changes nothing.
    """

    metadata = {"render_modes": ["svg", "png"], "render_fps": 4}

    def __init__(
        self,
        setup: Union[str, Setup] = "carcassonne seats=2",
        opponent: str = "greedy",
        seat: Optional[int] = None,
        window: int = 31,
        reward: str = "outcome",
        evaluations: Optional[int] = None,
        render_mode: Optional[str] = None,
        illegal: str = "random",
    ) -> None:
        self.encoder = Encoder(setup, window=window)
        self.setup = self.encoder.setup
        if opponent not in players_known():
            raise ValueError(f'unknown opponent "{opponent}"; known players: {", ".join(players_known())}')
        if reward not in REWARDS:
            raise ValueError(f'unknown reward "{reward}"; known rewards: {", ".join(REWARDS)}')
        if illegal not in ILLEGAL:
            raise ValueError(f'illegal must be one of {", ".join(ILLEGAL)}, not "{illegal}"')
        if seat is not None and not 0 <= seat < self.setup.seats:
            raise ValueError(f"no seat {seat}; seats are 0 to {self.setup.seats - 1}")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f'unknown render mode "{render_mode}"; known modes: svg, png')
        self.opponent, self.fixed_seat, self.reward, self.evaluations = opponent, seat, reward, evaluations
        self.render_mode, self.illegal = render_mode, illegal
        self.game: Optional[Game] = None
        self.seat = seat or 0
        self._lead = 0.0
        self._mask = np.zeros(self.encoder.actions, np.int8)
        self.action_space = LegalActions(self._mask)
        self.observation_space = gymnasium.spaces.Dict(spaces_of(self.encoder))

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Dict[str, Any], Dict[str, Any]]:
        """Starts a game. The draws depend on the seed or, without one, on the current state of the random generator."""
        super().reset(seed=seed)
        self.game = Game(self.setup, seed=int(self.np_random.integers(2**63)))
        drawn = int(self.np_random.integers(self.setup.seats))
        self.seat = drawn if self.fixed_seat is None else self.fixed_seat
        self._let_others_answer()
        self._lead = self._lead_now()
        return self._observation(), self._info()

    def step(self, action: Union[int, np.integer[Any]]) -> Tuple[Dict[str, Any], float, bool, bool, Dict[str, Any]]:
        """Takes your action and lets the opponents answer.

        Raises IllegalAction for an action outside the space, before `reset` and after the end of the game, and with ``illegal="raise"``
        also for masked-out actions.
        """
        if self.game is None or self.game.is_over:
            raise IllegalAction("no game is running; call reset() first")
        action = operator.index(action)
        replaced = self.illegal == "random" and 0 <= action < len(self._mask) and not self._mask[action]
        if replaced:
            action = int(self.np_random.choice(np.flatnonzero(self._mask)))
        self.game.apply(self.encoder.answer(self.game, action))
        self._let_others_answer()
        return self._observation(), self._reward(), self.game.is_over, False, self._info(replaced)

    def render(self) -> Union[str, bytes, None]:  # type: ignore[override]
        """Returns the board as an SVG document or as the bytes of a PNG."""
        if self.game is None or self.render_mode is None:
            return None
        return self.game.svg() if self.render_mode == "svg" else self.game.png()

    def _let_others_answer(self) -> None:
        assert self.game is not None
        while self.game.actor is not None and self.game.actor != self.seat:
            seed = int(self.np_random.integers(2**63))
            self.game.apply(self.game.choose(self.opponent, seed=seed, evaluations=self.evaluations))

    def _observation(self) -> Dict[str, Any]:
        assert self.game is not None
        seen = obs.observe(self.encoder, self.game, self.seat)
        self._mask[:] = seen["action_mask"]
        return seen

    def _info(self, replaced: bool = False) -> Dict[str, Any]:
        assert self.game is not None
        legal = int(self._mask.sum())
        return {"seat": self.seat, "scores": self.game.scores(), "turn": self.game.turn, "legal": legal, "replaced": replaced}

    def _lead_now(self) -> float:
        assert self.game is not None
        scores = self.game.scores()
        if self.setup.is_team:
            return float(sum(scores))
        return float(scores[self.seat] - max(score for seat, score in enumerate(scores) if seat != self.seat))

    def _reward(self) -> float:
        assert self.game is not None
        if self.reward == "outcome":
            return obs.outcome(self.game)[self.seat] if self.game.is_over else 0.0
        before, self._lead = self._lead, self._lead_now()
        return self._lead - before
