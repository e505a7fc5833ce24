"""Tests parallel games: they equal single games with any number of threads, write into the caller's arrays, and report errors."""

import os
import resource

import numpy as np
import pytest

import bastide
from bastide import Lanes
from bastide.vector import DTYPES, VectorEnv

SETUPS = [
    "carcassonne seats=2",
    "carcassonne+inns-cathedrals seats=3",
    "hunters seats=2",
    "discovery seats=2 hand=two_hidden",
    "carcassonne seats=2 hand=three_open",
    "coop seats=2",
]


def course(setup, threads, steps=300, count=7):
    env = VectorEnv(setup, count, threads=threads, window=15)
    env.reset(5)
    seen = []
    for _ in range(steps):
        env.step(env.sample())
        seen.append({name: array.copy() for name, array in env.arrays.items()})
    return seen, env.ended


@pytest.mark.parametrize("setup", SETUPS)
def test_number_of_threads_makes_no_difference(setup):
    (one, ended), (two, ended_too), (many, _) = course(setup, 1), course(setup, 2), course(setup, 7)
    for other in (two, many):
        for before, after in zip(one, other):
            assert all(np.array_equal(before[name], after[name]) for name in before)
    assert ended == ended_too > 0


@pytest.mark.parametrize("setup", SETUPS)
def test_rewards_come_at_the_end(setup):
    env = VectorEnv(setup, 16, window=15, observe=())
    env.reset(1)
    ended = 0
    for _ in range(600):
        env.step(env.sample())
        rewards, done, scores = env.arrays["rewards"], env.arrays["done"], env.arrays["scores"]
        assert not rewards[~done].any()
        for reward, score in zip(rewards[done], scores[done]):
            ended += 1
            if setup.startswith("coop"):
                assert len(set(reward)) == 1 and abs(reward[0]) == 1
            elif (score == score.max()).sum() > 1:
                assert list(reward) == [0 if s == score.max() else -1 for s in score]
            else:
                assert list(reward) == [1 if s == score.max() else -1 for s in score]
        assert (env.arrays["mask"].sum(axis=1) > 0).all()
    assert env.ended == ended > 16


def test_lane_and_encoder_give_equal_observations():
    env = VectorEnv("carcassonne seats=2", 1, window=15)
    env.reset(3)
    encoder = bastide.Encoder("carcassonne seats=2", window=15)
    names = encoder.number_names
    game = bastide.Game("carcassonne seats=2")
    shapes = {name: env.lanes.shapes[name][1:] for name in ("planes", "ids", "numbers", "mask")}
    planes = {name: np.zeros(shape, DTYPES[name]) for name, shape in shapes.items()}

    def follow():
        """Applies the outcomes of chance that occurred in the lane."""
        while game.actor == bastide.CHANCE:
            if game.turn == 0 and game.chance_outcomes()[0][0].verb == "first":
                game.apply(f"first:{int(env.arrays['seats'][0])}")
                continue
            drawn = [name for name, n in zip(names, env.arrays["numbers"][0]) if name.startswith("in_hand:") and n]
            game.apply("draw:" + drawn[0].replace("in_hand:base/", ""))

    follow()
    for _ in range(60):
        encoder.observe(game, game.actor, **planes)
        for name, array in planes.items():
            assert np.array_equal(array, env.arrays[name][0]), name
        action = int(env.sample()[0])
        env.step(np.array([action]))
        game.apply(encoder.answer(game, action))
        follow()


def test_random_games_have_the_statistics_of_the_engine():
    """`VectorEnv` and the engine both sample legal answers uniformly, so the means agree within their errors."""
    env = VectorEnv("carcassonne seats=2", 200, observe=(), window=41)
    env.reset(1)
    lanes = []
    while env.ended < 600:
        env.step(env.sample())
        lanes.extend(env.arrays["scores"][env.arrays["done"]].sum(axis=1))
    games = []
    for seed in range(600):
        game = bastide.Game("carcassonne seats=2")
        game.play_on(seed)
        games.append(sum(game.scores()))
    error = np.hypot(np.std(lanes) / len(lanes) ** 0.5, np.std(games) / len(games) ** 0.5)
    assert abs(np.mean(lanes) - np.mean(games)) < 4 * error


def test_invalid_arguments_are_rejected_without_a_step():
    lanes = Lanes("carcassonne seats=2", 4, window=15)
    actions, mask = np.zeros(4, np.int64), np.zeros((4, lanes.actions), np.uint8)
    for call in (lambda: lanes.step(actions), lambda: lanes.sample(actions)):
        with pytest.raises(bastide.BastideError, match="reset"):
            call()
    lanes.reset(1, mask=mask)
    lanes.sample(actions)
    assert mask[np.arange(4), actions].all()
    before = mask.copy()
    wrong = actions.copy()
    for bad in (-1, lanes.actions, int(np.flatnonzero(mask[2] == 0)[0])):
        wrong[2] = bad
        with pytest.raises(bastide.IllegalAction, match="game 2"):
            lanes.step(wrong, mask=mask)
    assert np.array_equal(mask, before)
    for bad in (np.zeros(3, np.int64), np.zeros(4, np.int32), [0, 0, 0, 0], np.zeros((4, 1), np.int64), np.zeros(8, np.int64)[::2]):
        with pytest.raises(bastide.ArrayError, match="int64"):
            lanes.step(bad)
    with pytest.raises(bastide.ArrayError, match="mask takes"):
        lanes.step(actions, mask=mask[:3])
    with pytest.raises(bastide.ArrayError, match="cannot be written"):
        lanes.step(actions, mask=mask, scores=np.frombuffer(bytes(4 * 2 * 4), np.int32).reshape(4, 2))
    with pytest.raises(bastide.BastideError, match="known arrays: mask"):
        lanes.step(actions, masks=mask)
    lanes.step(actions, mask=mask)
    assert not np.array_equal(mask, before), "the games still continue"
    for count, options in ((0, {}), (10**9, {}), (1, {"threads": 0}), (1, {"window": 2})):
        with pytest.raises(bastide.BastideError):
            Lanes("carcassonne seats=2", count, **options)


def test_a_million_steps_leak_no_memory():
    """Memory use after a million steps is the same as after the first ones."""
    env = VectorEnv("carcassonne seats=2", 500, window=15, observe=())
    env.reset(1)

    def steps(count):
        for _ in range(count):
            env.step(env.sample())
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    settled = steps(200)
    after = steps(1800)
    assert env.ended > 5000
    assert after - settled < 4096, f"{after - settled} KiB more"


def test_single_games_leak_no_memory():
    """New games, answers, observations and graphs leak no memory in 100,000 steps (or in BASTIDE_LEAK_STEPS)."""
    wanted = int(os.environ.get("BASTIDE_LEAK_STEPS", "100000"))
    encoder = bastide.Encoder("carcassonne seats=2", window=15)
    mask = np.zeros(encoder.actions, np.uint8)

    def games(wanted):
        steps = seed = 0
        while steps < wanted:
            seed += 1
            game = bastide.Game("carcassonne seats=2", seed=seed)
            while not game.is_over:
                encoder.observe(game, game.actor, mask=mask)
                game.apply(encoder.answer(game, int(mask.argmax())))
                game.integers()
                steps += 1
                if steps % 20 == 0:
                    encoder.graph(game, 0)
                    game.clone().legal()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, steps

    settled, _ = games(5000)
    after, steps = games(wanted)
    assert steps >= wanted and after - settled < 4096, f"{after - settled} KiB more after {steps} steps"
