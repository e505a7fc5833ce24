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

#: A function that answers for the seat that must act.
Agent = Callable[[Game], Answer]


def agent(name: str, *, evaluations: Optional[int] = None, seed: int = 0) -> Agent:
    """Returns a computer player (see `bastide.players()`). Its random choices depend on the seed and the number of answers so far."""
    if name not in players_known():
        raise ValueError(f'unknown computer player "{name}"; known players: {", ".join(players_known())}')

    def answer(game: Game) -> Answer:
        return game.choose(name, seed=seed * 1_000_003 + len(game), evaluations=evaluations)

    return answer


@dataclass
class Result:
    """Result of a match for its first player: games, wins, losses, the mean lead in points and its standard error."""

    games: int
    wins: int
    losses: int
    lead: float
    error: float


def play(agents: List[Agent], setup: Union[str, Setup], seed: int) -> Game:
    """Plays a complete game with one agent per seat and the draws of a seed."""
    game = Game(setup, seed=seed)
    if len(agents) != game.seats:
        raise ValueError(f"there are {len(agents)} agents for {game.seats} seats; give one per seat")
    while game.actor is not None:
        game.apply(agents[game.actor](game))
    return game


def match(one: Agent, other: Agent, setup: Union[str, Setup] = "carcassonne seats=2", games: int = 100, seed: int = 0) -> Result:
    """Plays games in pairs with the same draws and swapped seats. The error is computed over pairs, since a pair's games are dependent."""
    if games < 2 or games % 2:
        raise ValueError(f"games must be an even number, since games come in pairs, not {games}")
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
