"""Statistics of uniformly random play, with standard errors, as Markdown tables.

    python -m bastide.statistics --games 2000 "carcassonne seats=2" "hunters seats=3"
    python -m bastide.statistics --perft 4 "carcassonne seats=2"

Answers are chosen uniformly from the legal answers, and draws follow their probabilities. Equal arguments give equal tables.
"""

import argparse
from typing import Dict, Iterable, List, Tuple

import numpy as np
import numpy.typing as npt

from ._engine import Game, Setup, info
from .vector import VectorEnv

#: Games played in parallel.
LANES = 100
COLUMNS = ("set-up", "decisions", "legal answers", "points per seat", "first seat's lead", "first seat wins")


def every_setup() -> List[str]:
    """Returns set-up lines of every game with every number of seats, and of every single expansion with two seats."""
    lines = []
    for game in info()["games"]:
        seats = range(game["min_seats"], game["max_seats"] + 1)
        lines += [f"{game['id']} seats={number}" for number in seats]
        lines += [f"{game['id']}+{expansion} seats=2" for expansion in game["expansions"]]
    return [Setup(line).line for line in lines]


def measure(setup: str, games: int, seed: int = 1, threads: int = 1) -> Dict[str, npt.NDArray[np.float64]]:
    """Plays uniformly random games of a set-up and returns values per game: decisions, legal answers per decision, mean points, the lead
    of the first seat over the mean of the others, and the first seat's share of the win. All lanes play the same number of games, to avoid
    a bias towards short games."""
    lanes = min(LANES, games)
    if games % lanes:
        raise ValueError(f"games must be a multiple of {LANES} if it is larger, not {games}")
    env = VectorEnv(setup, lanes, threads=threads, observe=(), window=21)
    arrays = env.reset(seed)
    played, decisions, listed = np.zeros(lanes, int), np.zeros(lanes, int), np.zeros(lanes, int)
    first = arrays["seats"].astype(int)
    found: Dict[str, List[float]] = {name: [] for name in ("decisions", "legal", "points", "lead", "wins")}
    while played.min() < games // lanes:
        decisions += 1
        listed += arrays["mask"].sum(axis=1, dtype=int)
        env.step(env.sample())
        for lane in np.flatnonzero(arrays["done"]):
            if played[lane] < games // lanes:
                for name, value in one_game(decisions[lane], listed[lane], arrays["scores"][lane], first[lane]):
                    found[name].append(value)
            played[lane] += 1
            decisions[lane] = listed[lane] = 0
            first[lane] = arrays["seats"][lane]
    return {name: np.array(values) for name, values in found.items()}


def one_game(decisions: int, listed: int, scores: npt.NDArray[np.int32], first: int) -> Iterable[Tuple[str, float]]:
    """Yields the values of one game."""
    others, best = np.delete(scores, first), scores.max()
    yield "decisions", float(decisions)
    yield "legal", listed / decisions
    yield "points", float(scores.mean())
    yield "lead", float(scores[first] - others.mean()) if len(others) else 0.0
    yield "wins", float(scores[first] == best) / float((scores == best).sum())


def row(setup: str, games: int, threads: int) -> str:
    """Returns a row of the table: mean and standard error of each value."""
    cells, team = [f"`{setup}`"], Setup(setup).is_team
    for name, values in measure(setup, games, threads=threads).items():
        if team and name in ("lead", "wins"):
            cells.append("a team")
            continue
        error = values.std(ddof=1) / np.sqrt(len(values))
        digits = 3 if values.max() <= 1 else 2
        cells.append(f"{values.mean():.{digits}f} ± {error:.{digits}f}")
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    """Prints the tables that the arguments describe."""
    parser = argparse.ArgumentParser(description="Print statistics of uniformly random play.")
    parser.add_argument("setups", nargs="*", help="set-up lines; by default every game and expansion")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--perft", type=int, metavar="DEPTH", help="count sequences of answers instead")
    parser.add_argument("--seed", type=int, default=7, help="seed of the draws for perft")
    asked = parser.parse_args()
    setups = asked.setups or every_setup()
    if asked.perft is not None:
        print("| set-up | " + " | ".join(str(depth) for depth in range(1, asked.perft + 1)) + " |")
        print("| --- |" + " --- |" * asked.perft)
        for setup in setups:
            game = Game(setup, seed=asked.seed)
            print(f"| `{setup}` | " + " | ".join(f"{game.perft(depth):,}" for depth in range(1, asked.perft + 1)) + " |", flush=True)
        return
    print("| " + " | ".join(COLUMNS) + " |\n|" + " --- |" * len(COLUMNS))
    for setup in setups:
        print(row(setup, asked.games, asked.threads), flush=True)


if __name__ == "__main__":
    main()
