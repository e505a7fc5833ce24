"""Tests that the version in an environment's name is increased whenever equal seeds and actions give different results. If a test here
fails, an environment's results have changed: increase the version in its name, mention it in the changelog, and update the digest here."""

import hashlib

import gymnasium
import numpy as np
import pyspiel
import pytest

import bastide.gymnasium_env
from bastide import openspiel_game, pettingzoo_env, vector

WANTED = {
    "OpenSpiel: bastide_carcassonne_v0": "66a8db58d650854e",
    "PettingZoo: bastide_carcassonne_v0": "cac54cfe34f964f3",
    "bastide/carcassonne-v0": "ee0831b78354cc69",
    "bastide/coop-v0": "54beadb4d67cfdbf",
    "bastide/discovery-v0": "09d96aeacc2c523a",
    "bastide/hunters-v0": "79c21530d7e74b27",
    "bastide/vector-v0": "04cd707205f081eb",
}


class Digest:
    """A digest of an environment's results."""

    def __init__(self):
        self.sha = hashlib.sha256()

    def add(self, *values):
        for value in values:
            if isinstance(value, dict):
                self.add(*(value[key] for key in sorted(value)))
            else:
                self.sha.update(np.ascontiguousarray(value).tobytes())

    def __str__(self):
        return self.sha.hexdigest()[:16]


def check(name, digest):
    assert str(digest) == WANTED[name], f'"{name}" gives something else than it did, {digest}'


@pytest.mark.parametrize("game", sorted(bastide.gymnasium_env.SETUPS))
def test_gymnasium_results_are_unchanged(game):
    name = f"bastide/{game}-v0"
    env, digest, over, number = gymnasium.make(name, window=21), Digest(), False, 0
    observation, info = env.reset(seed=7)
    while not over:
        digest.add(observation)
        legal = np.flatnonzero(observation["action_mask"])
        number += 1
        observation, reward, over, _, info = env.step(int(legal[number * 7 % len(legal)]))
        digest.add(reward, info["scores"])
    check(name, digest)


def test_pettingzoo_results_are_unchanged():
    env, digest, number = pettingzoo_env.env("carcassonne+inns-cathedrals seats=3", window=21, reward="points"), Digest(), 0
    env.reset(seed=7)
    for _ in env.agent_iter():
        seen, reward, termination, _, _ = env.last()
        digest.add(seen, reward)
        legal = np.flatnonzero(seen["action_mask"])
        number += 1
        env.step(None if termination else int(legal[number * 7 % len(legal)]))
    check("PettingZoo: " + env.unwrapped.metadata["name"], digest)


def test_openspiel_results_are_unchanged():
    game, digest, number = pyspiel.load_game(openspiel_game.NAME), Digest(), 0
    state = game.new_initial_state()
    while not state.is_terminal():
        number += 1
        legal = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        digest.add(state.current_player(), legal)
        state.apply_action(legal[number * 7 % len(legal)])
    digest.add(state.returns(), state.observation_tensor(0))
    check("OpenSpiel: " + openspiel_game.NAME, digest)


def test_vector_results_are_unchanged():
    env, digest = vector.VectorEnv("carcassonne seats=2", 8, window=21), Digest()
    env.reset(7)
    for _ in range(250):
        digest.add(env.step(env.sample()))
    check(vector.NAME, digest)
