"""Tests the environments with the checks of the respective libraries."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import bastide
import bastide.gymnasium_env
from bastide import pettingzoo_env


@pytest.mark.filterwarnings("ignore:.*infinity")
@pytest.mark.parametrize("name", bastide.gymnasium_env.SETUPS)
def test_gymnasium_check_passes(name):
    check_env(gymnasium.make(f"bastide/{name}-v0").unwrapped)


def test_an_illegal_action_is_replaced_or_raises():
    courses = []
    for _ in range(2):
        env = gymnasium.make("bastide/carcassonne-v0", opponent="random", window=11)
        observation, info = env.reset(seed=5)
        assert not info["replaced"]
        legal = np.flatnonzero(observation["action_mask"])
        _, _, _, _, info = env.step(np.flatnonzero(observation["action_mask"] == 0)[0])
        assert info["replaced"]
        courses.append(env.unwrapped.game.history())
        assert not env.step(env.action_space.sample())[-1]["replaced"]
        for nothing in (-1, len(observation["action_mask"])):
            with pytest.raises(bastide.IllegalAction):
                env.unwrapped.step(nothing)
    assert courses[0] == courses[1], "the seed decides"

    env = gymnasium.make("bastide/carcassonne-v0", opponent="random", window=11, illegal="raise")
    observation, _ = env.reset(seed=5)
    legal = np.flatnonzero(observation["action_mask"])
    before = env.unwrapped.game.history()
    with pytest.raises(bastide.IllegalAction):
        env.step(np.flatnonzero(observation["action_mask"] == 0)[0])
    assert env.unwrapped.game.history() == before
    assert not env.step(legal[0])[-1]["replaced"]


@pytest.mark.parametrize("name", bastide.gymnasium_env.SETUPS)
def test_environments_are_found_by_name(name):
    env = gymnasium.make(f"bastide/{name}-v0", window=21)
    assert env.unwrapped.setup.game == name and env.spec.id == f"bastide/{name}-v0"


@pytest.mark.parametrize("opponent", ["random", "greedy", "hard"])
def test_a_game_against_a_computer_player_ends(opponent):
    env = gymnasium.make("bastide/carcassonne-v0", opponent=opponent, window=21, reward="points")
    observation, info = env.reset(seed=3)
    env.action_space.seed(3)
    rewards = 0.0
    lead = 0.0
    for _ in range(1000):
        assert observation["action_mask"].sum() == info["legal"] > 0
        observation, reward, over, truncated, info = env.step(env.action_space.sample())
        rewards += reward
        if over:
            break
    seat, scores = info["seat"], info["scores"]
    lead += scores[seat] - scores[1 - seat]
    assert over and not truncated and rewards == lead
    with pytest.raises(bastide.IllegalAction, match="reset"):
        env.unwrapped.step(0)


def test_equal_seeds_give_equal_games_with_correct_outcomes():
    courses = []
    for seed in (5, 5, 6):
        env = gymnasium.make("bastide/carcassonne-v0", opponent="random", window=11)
        env.reset(seed=seed)
        env.action_space.seed(seed)
        over = False
        while not over:
            observation, reward, over, _, info = env.step(env.action_space.sample())
            assert over or reward == 0
        courses.append(env.unwrapped.game.history())
        mine, other = info["scores"][info["seat"]], info["scores"][1 - info["seat"]]
        assert reward == np.sign(mine - other)
    assert courses[0] == courses[1] != courses[2]


@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.parametrize(
    "setup", ["carcassonne seats=2", "carcassonne+tower+count seats=4", "discovery seats=3 hand=two_hidden", "coop seats=2"]
)
def test_pettingzoo_checks_pass(setup):
    for make in (pettingzoo_env.env, pettingzoo_env.CarcassonneAEC):
        api_test(make(setup, window=21), num_cycles=300)


def test_pettingzoo_games_depend_only_on_their_seed():
    seed_test(lambda: pettingzoo_env.env(window=11), num_cycles=200)


@pytest.mark.parametrize("setup", ["carcassonne seats=3", "coop seats=2"])
def test_rewards_add_up(setup):
    env = pettingzoo_env.env(setup, window=21, reward="points")
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    sums = {agent: 0.0 for agent in env.agents}
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        sums[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if termination or truncation else int(rng.choice(legal)))
    scores = info["scores"]
    expected = [sum(scores)] * len(scores) if setup.startswith("coop") else scores
    assert list(sums.values()) == expected


def test_masked_out_actions_are_rejected():
    env = pettingzoo_env.env(window=11)
    env.reset(seed=1)
    mask = env.last()[0]["action_mask"]
    before = env.unwrapped.game.position_hash()
    for wrong in [int(np.flatnonzero(mask == 0)[0]), -1, len(mask), 10**12]:
        with pytest.raises(bastide.IllegalAction):
            env.step(wrong)
    with pytest.raises(bastide.IllegalAction, match="None"):
        env.step(None)
    assert env.unwrapped.game.position_hash() == before


@pytest.mark.parametrize(
    ("options", "right"),
    [
        ({"opponent": "strong"}, "known players: random"),
        ({"reward": "gold"}, "outcome, points"),
        ({"seat": 2}, "seats are 0 to 1"),
        ({"window": 20}, "odd"),
        ({"render_mode": "human"}, "svg, png"),
        ({"illegal": "ignore"}, "random, raise"),
        ({"setup": "chess seats=2"}, "carcassonne"),
    ],
)
def test_unknown_options_are_rejected(options, right):
    with pytest.raises(ValueError, match=right):
        bastide.gymnasium_env.CarcassonneEnv(**options)


def test_a_board_is_rendered():
    env = gymnasium.make("bastide/carcassonne-v0", render_mode="svg", window=11)
    env.reset(seed=1)
    assert env.unwrapped.render().startswith("<svg")
