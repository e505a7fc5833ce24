"""Players as functions from a game to an answer, and matches between them.

>>> from bastide.agents import agent, match
>>> result = match(agent("greedy"), agent("random"), games=4, seed=7)
>>> result.games, result.wins > result.losses
(4, True)
"""

import math
from dataclasses import dataclass
from typing import Callable, List, Optional, Union

from ._engine import Answer, Game, Setup, players_known

#: What answers for the seat that must act.
Agent = Callable[[Game], Answer]


def agent(name: str, *, evaluations: Optional[int] = None, seed: int = 0) -> Agent:
    """A computer player (`bastide.players()`). Its whims follow from the seed and from how far the game is."""
    if name not in players_known():
        raise ValueError(f'there is no computer player "{name}"; there is {", ".join(players_known())}')

    def answer(game: Game) -> Answer:
        return game.choose(name, seed=seed * 1_000_003 + len(game), evaluations=evaluations)

    return answer


@dataclass
class Result:
    """A match as its first player sees it: games, won and lost, points by which it led on average and the standard error of that."""

    games: int
    wins: int
    losses: int
    lead: float
    error: float


def play(agents: List[Agent], setup: Union[str, Setup], seed: int) -> Game:
    """A whole game, an agent a seat, with the draws of a seed."""
    game = Game(setup, seed=seed)
    if len(agents) != game.seats:
        raise ValueError(f"there are {len(agents)} agents for {game.seats} seats; give one a seat")
    while game.actor is not None:
        game.apply(agents[game.actor](game))
    return game


def match(one: Agent, other: Agent, setup: Union[str, Setup] = "carcassonne seats=2", games: int = 100, seed: int = 0) -> Result:
    """Games in pairs with the same draws, the seats exchanged. The error is that of pairs, whose games are not independent."""
    if games < 2 or games % 2:
        raise ValueError(f"games is {games}; it is an even number, since games come in pairs")
    leads: List[float] = []
    wins = losses = 0
    for number in range(games // 2):
        pair = 0.0
        for seat, agents in enumerate(([one, other], [other, one])):
            scores = play(agents, setup, seed + number).scores()
            lead = scores[seat] - scores[1 - seat]
            pair += lead / 2
            wins, losses = wins + (lead > 0), losses + (lead < 0)
        leads.append(pair)
    mean = sum(leads) / len(leads)
    spread = math.sqrt(sum((lead - mean) ** 2 for lead in leads) / max(len(leads) - 1, 1))
    return Result(games, wins, losses, mean, spread / math.sqrt(len(leads)))
