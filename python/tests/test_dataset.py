"""Tests the data set: every game can be replayed from it, and equal arguments give equal games."""

import pyarrow.parquet
import pytest

import bastide
from bastide import dataset


@pytest.mark.parametrize(("player", "evaluations"), [("hard", None), ("master", 200)])
def test_games_of_a_data_set_are_complete_and_repeatable(tmp_path, player, evaluations):
    setup = "carcassonne seats=2"
    made = [dataset.make(tmp_path / str(workers), setup, player, 4, evaluations, workers) for workers in (1, 2)]
    one, other = (pyarrow.parquet.read_table(file).to_pylist() for file in made)
    assert one == other and [row["game"] for row in one] == [0, 1, 2, 3]
    for row in one:
        game = bastide.Game.from_record(row["record"])
        assert game.is_over and game.scores() == row["scores"] and game.history() == row["answers"]
        assert row["answers"][0] == f"first:{row['first_seat']}"
        assert bastide.verify(row["record"])["failed"] == []
        by_integer = bastide.Game(row["setup"])
        for integer in row["integers"]:
            by_integer.apply(integer)
        assert by_integer == game
    card = made[0].with_suffix(".md").read_text()
    points = sum(sum(row["scores"]) / 2 for row in one) / 4
    assert f"| points per seat | {points:.3f} ±" in card
    assert "CC0" in card and f"4 games of `{setup}` by `{player}`" in card
    assert (f"{evaluations} evaluations" in card) == (evaluations is not None)
