"""Tests the OpenSpiel game with OpenSpiel's own checks."""

import pickle

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

import bastide
from bastide.openspiel_game import NAME

GAMES = [
    {},
    {"expansions": "inns-cathedrals+tower", "players": 3},
    {"game": "discovery", "options": "hand:two_hidden", "players": 2},
    {"options": "hand:three_hidden", "players": 2},
    {"game": "coop", "players": 2},
    {"game": "hunters", "players": 4},
]


@pytest.mark.parametrize("parameters", GAMES, ids=str)
def test_random_simulations_pass(parameters):
    game = pyspiel.load_game(NAME, {"window": 5, **parameters} if parameters else {})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("parameters", GAMES, ids=str)
def test_simulation_test_of_python_games_passes(parameters):
    """Covers copies of every state, both ways to serialise a game and its states, and returns."""
    np.random.seed(1)
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(NAME, {**parameters, "window": 11}))


@pytest.fixture(scope="module", params=[{"game": "coop"}, {"game": "discovery", "options": "hand:two_hidden"}], ids=str)
def api_case(request):
    """Returns a test case of OpenSpiel's API test for our game and every state of one random play."""
    game, rng = pyspiel.load_game(NAME, {**request.param, "window": 5}), np.random.default_rng(1)
    states = [game.new_initial_state()]
    while not states[-1].is_terminal():
        state = states[-1]
        actions = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        states.append(state.child(int(rng.choice(actions))))
    base = api_test.EnforceAPIOnPartialTreeBase
    return type("OfOurs", (base,), {"game_name": NAME, "game": game, "game_type": game.get_type(), "some_states": states})


@pytest.mark.parametrize("name", [name for name in dir(api_test.EnforceAPIOnPartialTreeBase) if name.startswith("test_")])
def test_api_test_passes(name, api_case):
    getattr(api_case(), name)()


def test_states_are_serialised():
    game = pyspiel.load_game(NAME, {"game": "coop", "window": 11})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    state = game.new_initial_state()
    for _ in range(12):
        state.apply_action(state.legal_actions()[0])
    loaded_game, loaded = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(loaded_game) == str(game) and str(loaded) == str(state)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    child = state.child(state.legal_actions()[0])
    assert len(child.history()) == len(state.history()) + 1 and str(child) != str(state)


def test_playthrough_is_written_and_replayed(tmp_path):
    flags.FLAGS.mark_as_parsed()
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(f"{NAME}(game=coop,window=5)", None, seed=7))
    original, again = generate_playthrough.replay(str(file))
    assert original == again and "ChanceMode.EXPLICIT_STOCHASTIC" in original


def test_returns_match_the_scores():
    game = pyspiel.load_game(NAME)
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    rng, state = np.random.default_rng(1), game.new_initial_state()
    played = bastide.Game("carcassonne seats=2")
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes())
            action = int(rng.choice(actions, p=chances))
        else:
            action = int(rng.choice(state.legal_actions()))
        played.apply(state.action_to_string(action))
        state.apply_action(action)
    assert state.played == played
    assert state.returns() == list(np.sign([a - b for a, b in ((s, sum(played.scores()) - s) for s in played.scores())]))


def test_observations_do_not_reveal_hidden_hands():
    game = pyspiel.load_game(NAME, {"game": "discovery", "options": "hand:two_hidden"})
    rng, state = np.random.default_rng(3), game.new_initial_state()
    for _ in range(60):
        actions = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(int(rng.choice(actions)))
    observer = make_observation(game)
    told = set()
    for seed in range(8):
        imagined = state.clone()
        imagined.played = state.played.determinize(0, seed)
        told.add(str(imagined.played.view()["players"]))
        observer.set_from(state, 0)
        before = observer.tensor.copy()
        observer.set_from(imagined, 0)
        assert np.array_equal(before, observer.tensor)
        assert observer.string_from(state, 0) == observer.string_from(imagined, 0)
    assert len(told) > 2


def test_only_hidden_hands_are_private():
    kind, private = pyspiel.IIGObservationType, pyspiel.PrivateInfoType
    for parameters, hidden in (({"game": "coop"}, False), ({"game": "discovery", "options": "hand:two_hidden"}, True)):
        game = pyspiel.load_game(NAME, {**parameters, "window": 5})
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        alone = make_observation(game, kind(public_info=False, perfect_recall=False, private_info=private.SINGLE_PLAYER))
        alone.set_from(state, 0)
        assert (alone.string_from(state, 0) != "") == hidden and alone.tensor.sum() == (2 if hidden else 0)
        public = make_observation(game, kind(public_info=True, perfect_recall=False, private_info=private.NONE))
        assert (public is None) == hidden
        assert make_observation(game, kind(public_info=True, perfect_recall=True, private_info=private.SINGLE_PLAYER)) is None


@pytest.mark.parametrize(
    ("parameters", "right"),
    [({"expansions": "inns"}, "there is"), ({"players": 7}, "2 to"), ({"window": 4}, "odd"), ({"options": "hand"}, "name=value")],
)
def test_unknown_parameters_are_rejected(parameters, right):
    with pytest.raises(ValueError, match=right):
        pyspiel.load_game(NAME, parameters)
