"""A PettingZoo environment (AEC) in which one agent per seat acts in turn.

>>> from bastide import pettingzoo_env
>>> env = pettingzoo_env.env("carcassonne seats=2")
>>> env.reset(seed=7)
>>> observation, reward, termination, truncation, info = env.last()
>>> bool(observation["action_mask"].any())
True
"""

import operator
from typing import Any, Dict, List, Optional, Union

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import observation as obs
from ._engine import Encoder, Game, IllegalAction, Setup
from .gymnasium_env import spaces_of

REWARDS = ("outcome", "points")


def env(*arguments: Any, **named: Any) -> Any:
    """Returns the environment, wrapped in PettingZoo's check for the order of calls."""
    return wrappers.OrderEnforcingWrapper(CarcassonneAEC(*arguments, **named))


class CarcassonneAEC(AECEnv):
    """A game between agents ``seat_0``, ``seat_1``, ..., in which chance acts automatically.

    setup: any set-up line, or a `Setup`. window: number of columns, and of rows, of the planes; odd. reward: ``outcome`` gives each agent
    1, 0 or -1 at the end; ``points`` gives it the points that it scores in each step (in a team game: the points of all agents). An agent
    that does not have to act sees a mask of zeros.
    """

    metadata: Dict[str, Any] = {
        "render_modes": ["svg", "png"],
        "name": "bastide_carcassonne_v0",
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(
        self,
        setup: Union[str, Setup] = "carcassonne seats=2",
        window: int = 31,
        reward: str = "outcome",
        render_mode: Optional[str] = None,
    ) -> None:
        super().__init__()
        self.encoder = Encoder(setup, window=window)
        self.setup = self.encoder.setup
        if reward not in REWARDS:
            raise ValueError(f'unknown reward "{reward}"; known rewards: {", ".join(REWARDS)}')
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f'unknown render mode "{render_mode}"; known modes: svg, png')
        self.reward, self.render_mode = reward, render_mode
        self.possible_agents: List[str] = [f"seat_{seat}" for seat in range(self.setup.seats)]
        parts = spaces_of(self.encoder)
        mask = parts.pop("action_mask")
        whole = gymnasium.spaces.Dict({"observation": gymnasium.spaces.Dict(parts), "action_mask": mask})
        self.observation_spaces = {agent: whole for agent in self.possible_agents}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self.encoder.actions) for agent in self.possible_agents}
        self._random = np.random.default_rng()
        self.game = Game(self.setup, seed=0)

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Returns the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Returns the action space of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Starts a game. The draws depend on the seed or, without one, on the current state of the random generator."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.game = Game(self.setup, seed=int(self._random.integers(2**63)))
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos = {agent: self._info() for agent in self.agents}
        self._scores = self.game.scores()
        self._select()

    def observe(self, agent: str) -> Dict[str, Any]:
        """Returns an agent's observation, without hidden information of other agents."""
        seen = obs.observe(self.encoder, self.game, self.possible_agents.index(agent))
        mask = seen.pop("action_mask")
        return {"observation": seen, "action_mask": mask}

    def step(self, action: Optional[int]) -> None:
        """Takes an action of the selected agent.

        Raises IllegalAction if the action is masked out.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction(f"{self.agent_selection} must act; None is for agents whose game is over")
        self.game.apply(self.encoder.answer(self.game, operator.index(action)))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._reward()
        if self.game.is_over:
            self.terminations = {agent: True for agent in self.agents}
        self.infos = {agent: self._info() for agent in self.agents}
        self._select()
        self._accumulate_rewards()

    def render(self) -> Union[str, bytes, None]:
        """Returns the board as an SVG document or as the bytes of a PNG."""
        if self.render_mode is None:
            return None
        return self.game.svg() if self.render_mode == "svg" else self.game.png()

    def close(self) -> None:
        """Does nothing, as there are no resources to release."""

    def _info(self) -> Dict[str, Any]:
        return {"scores": self.game.scores(), "turn": self.game.turn}

    def _select(self) -> None:
        if self.game.actor is not None:
            self.agent_selection = self.possible_agents[self.game.actor]

    def _reward(self) -> None:
        scores = self.game.scores()
        if self.reward == "outcome":
            outcome = obs.outcome(self.game) if self.game.is_over else {}
            gained = [outcome.get(seat, 0.0) for seat in range(self.game.seats)]
        else:
            gained = [float(now - before) for now, before in zip(scores, self._scores)]
            if self.setup.is_team:
                gained = [sum(gained)] * self.game.seats
        self._scores = scores
        self.rewards = {agent: gained[self.possible_agents.index(agent)] for agent in self.agents}
