#!/usr/bin/env python3
"""Learns by self-play to beat greedy, with a value function that is linear in a few features, using only NumPy.

    python python/examples/self_play.py --rounds 5 --games 60 --match 100

In each round the player of the previous round plays against itself; then the value function is refitted, by least squares, to the results
of all games so far. A player chooses the line (all answers of its turn) that leads to the best value. After each round it plays a match
against greedy, in pairs with the same draws. The printed table is the learning curve.
"""

import argparse
import random
from typing import Callable, List, Tuple

import numpy as np

from bastide import Answer, Encoder, Game
from bastide.agents import agent, match

SETUP = "carcassonne seats=2"
ENCODER = Encoder(SETUP, window=1)
NAMES = ENCODER.number_names
LEFT, MINE, THEIRS = (NAMES.index(name) for name in ("tiles_left", "supply:0:follower", "supply:1:follower"))
#: Tiles in the bag before the first draw.
TILES = 71
FEATURES = ("lead", "lead late", "points", "supply", "supply early", "none left", "none left early", "they have none early")


def features(game: Game, seat: int, numbers: np.ndarray) -> np.ndarray:
    """Returns a seat's features of a position."""
    ENCODER.observe(game, seat, numbers=numbers)
    early = numbers[LEFT] / TILES
    projected, scores = game.projected(), game.scores()
    lead, points = projected[seat] - projected[1 - seat], scores[seat] - scores[1 - seat]
    mine, theirs = numbers[MINE], numbers[THEIRS]
    supply, none, they_none = mine - theirs, float(mine == 0), float(theirs == 0)
    return np.array([lead, lead * (1 - early), points, supply, supply * early, none, none * early, they_none * early])


def lines(game: Game, seat: int) -> List[Tuple[Answer, Game]]:
    """Returns the first answer of every line of a turn, with the game after the line. The copies of the game have no seed, so future draws
    remain unknown."""
    start, found = game.determinize(seat, 0), []
    for first in game.legal():
        waiting = [start.clone()]
        waiting[0].apply(first.integer)
        while waiting:
            after = waiting.pop()
            if after.actor != seat:
                found.append((first, after))
                continue
            for answer in after.legal():
                other = after.clone()
                other.apply(answer)
                waiting.append(other)
    return found


def player(weights: np.ndarray, seen: List[Tuple[int, np.ndarray]], rng: random.Random, noise: float = 0.0) -> Callable[[Game], Answer]:
    """Returns a player that chooses the line of the best value, plus noise while learning. Adds features of reached positions to `seen`."""
    numbers = np.zeros(ENCODER.numbers, np.float32)

    def answer(game: Game) -> Answer:
        seat = game.actor
        assert seat is not None and seat >= 0
        best, value, look = game.legal()[0], -np.inf, None
        for first, after in lines(game, seat):
            here = features(after, seat, numbers)
            worth = here @ weights + noise * rng.gauss(0, 1)
            if worth > value:
                best, value, look = first, worth, here
        if look is not None:
            seen.append((seat, look))
        return best

    return answer


def learn(rounds: int, games: int, compared: int) -> np.ndarray:
    """Runs the rounds of self-play, fitting and comparison. Returns the weights of the last round."""
    rng = random.Random(1)
    # Initially, a position's value is the lead if the game ended now.
    weights = np.eye(len(FEATURES))[0]
    looks: List[np.ndarray] = []
    targets: List[float] = []
    print("| round | games played | lead over greedy | won : lost |\n| --- | --- | --- | --- |")
    for number in range(rounds + 1):
        result = match(player(weights, [], rng), agent("greedy"), SETUP, games=compared, seed=10_000)
        print(f"| {number} | {number * games} | {result.lead:.1f} ± {result.error:.1f} | {result.wins} : {result.losses} |", flush=True)
        if number == rounds:
            return weights
        for played in range(games):
            seen: List[Tuple[int, np.ndarray]] = []
            game = Game(SETUP, seed=number * games + played)
            learner = player(weights, seen, rng, noise=1.5)
            while not game.is_over:
                game.apply(learner(game))
            scores = game.scores()
            looks += [look for _, look in seen]
            targets += [float(scores[seat] - scores[1 - seat]) for seat, _ in seen]
        table = np.array(looks)
        weights = np.linalg.solve(table.T @ table + np.eye(len(FEATURES)), table.T @ np.array(targets))
    return weights


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=60, help="self-play games per round")
    parser.add_argument("--match", type=int, default=100, help="games against greedy after each round")
    asked = parser.parse_args()
    learned = learn(asked.rounds, asked.games, asked.match)
    print("\n" + ", ".join(f"{name} {weight:.2f}" for name, weight in zip(FEATURES, learned)))
