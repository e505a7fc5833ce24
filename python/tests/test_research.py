"""Tests agents, matches and the statistics of uniform play."""

import pathlib
import subprocess
import sys

import numpy as np
import pytest

from bastide import Game, statistics
from bastide.agents import agent, match, play


def test_stronger_players_win_matches():
    for better, worse in (("greedy", "random"), ("hard", "easy")):
        result = match(agent(better), agent(worse), games=20, seed=1)
        assert result.wins + result.losses <= result.games == 20
        assert result.lead > 3 * result.error > 0, (better, result)
    assert match(agent("greedy"), agent("greedy"), games=2) == match(agent("greedy"), agent("greedy"), games=2)


def test_match_of_a_player_against_itself_is_even():
    """Both games of a pair are equal, as random choices depend only on the number of answers."""
    result = match(agent("hard"), agent("hard"), games=4)
    assert result.lead == 0 and result.error == 0


def test_invalid_matches_are_rejected():
    with pytest.raises(ValueError, match="known players: random"):
        agent("strong")
    with pytest.raises(ValueError, match="one per seat"):
        play([agent("random")], "carcassonne seats=2", 1)
    with pytest.raises(ValueError, match="pairs"):
        match(agent("random"), agent("random"), games=3)


def test_self_play_example_runs():
    """The example plays, fits and prints the first rows of its learning curve."""
    example = pathlib.Path(__file__).parents[1] / "examples/self_play.py"
    command = [sys.executable, str(example), "--rounds", "1", "--games", "4", "--match", "4"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    rows = [line.split(" | ") for line in done.stdout.splitlines() if "±" in line]
    assert [row[:2] for row in rows] == [["| 0", "0"], ["| 1", "4"]] and "lead late" in done.stdout


def test_statistics_match_single_games():
    measured = statistics.measure("hunters seats=2", 300)
    assert all(len(values) == 300 for values in measured.values())
    decisions, points = [], []
    for seed in range(300):
        game = Game("hunters seats=2")
        game.play_on(seed)
        points.append(np.mean(game.scores()))
        decisions.append(sum(not word.startswith(("draw:", "first:")) for word in game.history()))
    for name, other in (("decisions", decisions), ("points", points)):
        values = measured[name]
        error = np.hypot(values.std() / 300**0.5, np.std(other) / 300**0.5)
        assert abs(values.mean() - np.mean(other)) < 4 * error, name
    assert np.array_equal(measured["points"], statistics.measure("hunters seats=2", 300, threads=2)["points"])


def test_every_set_up_is_listed():
    lines = statistics.every_setup()
    assert {"carcassonne seats=2", "carcassonne seats=5", "coop seats=2", "discovery seats=2", "hunters seats=2"} <= set(lines)
    assert "carcassonne+tower seats=2" in lines and len(lines) == len(set(lines))
    assert statistics.row("discovery seats=2", 100, 1).count("±") == 5
    assert statistics.row("coop seats=2", 100, 1).count("a team") == 2


def test_tables_of_the_page_are_reproduced():
    page = (pathlib.Path(__file__).parents[1] / "docs/research.md").read_text()
    perft = [line for line in page.splitlines() if line.count("|") == 7 and "`" in line and "±" not in line]
    assert len(perft) == 6
    for line in perft:
        setup, *counts = (cell.strip(" `") for cell in line.strip("| ").split("|"))
        game = Game(setup, seed=7)
        assert [f"{game.perft(depth):,}" for depth in range(1, len(counts) + 1)] == counts, setup
    assert statistics.row("coop seats=2", 10_000, 2) in page.splitlines()
    assert all(f"| `{setup}` |" in page for setup in statistics.every_setup())
