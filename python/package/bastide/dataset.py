"""A data set of games by computer players, as Parquet with a data card; needs pyarrow.

    python -m bastide.dataset --out data --player hard --games 10000 --workers 2
    python -m bastide.dataset --out data --player master --games 1000 --evaluations 20000 --workers 2

Game n has the draws of seed n and players whose whims follow from n, so that equal arguments give equal files, whatever the workers.
"""

import argparse
import math
import multiprocessing
import pathlib
import sys
from typing import Any, Dict, List, Optional, Tuple

from ._engine import RULES_VERSION, Game
from .agents import agent, play

#: Games that are written together.
GROUP = 500
#: What the card tells of the games.
FACTS = ("answers of players", "points a seat", "lead of the best seat over the last", "share of the win of the seat that began")
CARD = """# Games of Carcassonne by computer players

{games} games of `{setup}` by `{player}` (a computer player of Bastide {version}) against itself, version {rules} of the rules{thought}.

Made by `{command}`. Equal arguments give equal games. Licence: CC0 1.0, no rights reserved.

| in these games | mean ± standard error |
| --- | --- |
{facts}

| column | type | what |
| --- | --- | --- |
| `game` | int64 | the game's number, which is the seed of its draws and of its players' whims |
| `setup` | string | the set-up's line |
| `first_seat` | int8 | the seat that began |
| `scores` | list of int32 | points by seat |
| `answers` | list of string | every answer as a word, those of chance too |
| `integers` | list of uint32 | the same answers as integers |
| `record` | string | the record as text, which `bastide.Game.from_record` and `bastide.verify` read |

No column is about people. The games are those of one program: what it never plays is not in them.
"""


def game_row(asked: Tuple[int, str, str, Optional[int]]) -> Dict[str, Any]:
    """One game as a row."""
    number, setup, player, evaluations = asked
    agents = [agent(player, seed=2 * number + seat, evaluations=evaluations) for seat in range(Game(setup).seats)]
    game = play(agents, setup, number)
    words, replay = game.history(), Game(setup)
    integers: List[int] = []
    first = replay.active
    for word in words:
        integers.append(next(answer.integer for answer in replay.legal() if answer.word == word))
        replay.apply(word)
        if first is None and word.startswith("first:"):
            first = int(word[len("first:") :])
    return {
        "game": number,
        "setup": game.setup.line,
        "first_seat": first,
        "scores": game.scores(),
        "answers": words,
        "integers": integers,
        "record": game.record([player] * game.seats),
    }


def schema() -> Any:
    """The columns."""
    import pyarrow

    return pyarrow.schema(
        {
            "game": pyarrow.int64(),
            "setup": pyarrow.string(),
            "first_seat": pyarrow.int8(),
            "scores": pyarrow.list_(pyarrow.int32()),
            "answers": pyarrow.list_(pyarrow.string()),
            "integers": pyarrow.list_(pyarrow.uint32()),
            "record": pyarrow.string(),
        }
    )


def make(out: pathlib.Path, setup: str, player: str, games: int, evaluations: Optional[int], workers: int) -> pathlib.Path:
    """Writes the games, as they are played, and their card into a folder. Answers the file of the games."""
    import pyarrow
    import pyarrow.parquet

    out.mkdir(parents=True, exist_ok=True)
    file, columns = out / f"{player}.parquet", schema()
    asked = [(number, setup, player, evaluations) for number in range(games)]
    facts: List[Tuple[float, ...]] = []
    rows: List[Dict[str, Any]] = []
    with multiprocessing.get_context("spawn").Pool(workers) as pool, pyarrow.parquet.ParquetWriter(
        file, columns, compression="zstd"
    ) as writer:
        for row in pool.imap(game_row, asked, chunksize=max(1, min(10, games // workers))):
            rows.append(row)
            facts.append(facts_of(row))
            if len(rows) == GROUP or len(facts) == games:
                writer.write_table(pyarrow.Table.from_pylist(rows, columns))
                rows = []
                print(f"{len(facts)} of {games} games", file=sys.stderr, flush=True)
    (out / f"{player}.md").write_text(card(setup, player, games, evaluations, facts))
    return file


def facts_of(row: Dict[str, Any]) -> Tuple[float, ...]:
    """What the card tells of a game: answers of players, points a seat, and the share of the win that the seat which began has."""
    scores, best = row["scores"], max(row["scores"])
    decisions = sum(not word.startswith(("draw:", "first:")) for word in row["answers"])
    won = (scores[row["first_seat"]] == best) / scores.count(best) if row["first_seat"] is not None else math.nan
    return float(decisions), sum(scores) / len(scores), float(max(scores) - min(scores)), won


def card(setup: str, player: str, games: int, evaluations: Optional[int], facts: List[Tuple[float, ...]]) -> str:
    """The data card."""
    from . import __version__

    command = f'python -m bastide.dataset --player {player} --games {games} --setup "{setup}"'
    command += f" --evaluations {evaluations}" if evaluations else ""
    told = []
    for name, values in zip(FACTS, zip(*facts)):
        mean = sum(values) / games
        error = math.sqrt(sum((value - mean) ** 2 for value in values) / max(games - 1, 1) / games)
        told.append(f"| {name} | {mean:.3f} ± {error:.3f} |")
    return CARD.format(
        games=games,
        setup=setup,
        player=player,
        version=__version__,
        rules=RULES_VERSION,
        thought=f", {evaluations} evaluations a decision" if evaluations else "",
        command=command,
        facts="\n".join(told),
    )


def main() -> None:
    """Makes what is asked for."""
    parser = argparse.ArgumentParser(description="A data set of games by computer players, as Parquet.")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("data"), help="the folder")
    parser.add_argument("--setup", default="carcassonne seats=2")
    parser.add_argument("--player", default="hard")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--evaluations", type=int, help="how much master thinks at a decision")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    print(make(asked.out, asked.setup, asked.player, asked.games, asked.evaluations, asked.workers))


if __name__ == "__main__":
    main()
