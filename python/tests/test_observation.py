"""Tests observations and actions: shapes, meaning, writing in place, and that no hidden information is revealed."""

import copy
import pickle
import random

import numpy as np
import pytest

import bastide
from bastide import Encoder, Game
from bastide import observation as obs
from test_game import SETUPS, played


@pytest.mark.parametrize("setup", SETUPS)
def test_every_legal_answer_has_one_action(setup):
    encoder, rng, game = Encoder(setup, window=9), random.Random(1), Game(setup, seed=1)
    mask = np.zeros(encoder.actions, np.uint8)
    while not game.is_over:
        actions = encoder.legal_actions(game)
        assert len(set(actions)) == game.count()
        encoder.observe(game, game.actor, mask=mask)
        assert list(np.flatnonzero(mask)) == actions
        assert sorted(encoder.answer(game, action).word for action in actions) == sorted(game.words())
        for answer in game.legal():
            assert encoder.answer(game, encoder.action(game, answer)) == answer
        for action in actions:
            assert obs.flatten(encoder, obs.unflatten(encoder, action)) == action
        game.apply(encoder.answer(game, rng.choice(actions)))
    assert encoder.legal_actions(game) == []


def test_copies_of_an_encoder_are_the_same_object():
    encoder = Encoder("carcassonne seats=2", window=9)
    assert copy.copy(encoder) is copy.deepcopy(encoder) is encoder
    again = pickle.loads(pickle.dumps(encoder))
    assert (again.setup, again.window) == (encoder.setup, 9)


def test_parts_of_actions_match_their_answers():
    encoder, game = Encoder("carcassonne seats=2"), Game("carcassonne seats=2", seed=1)
    for answer in game.legal():
        parts = obs.unflatten(encoder, encoder.action(game, answer))
        assert parts.sort == "place" and answer.place == (parts.column - 15, parts.row - 15) and answer.rotation == parts.rotation
    game.apply_nth(0)
    sorts = {answer.word: obs.unflatten(encoder, encoder.action(game, answer)) for answer in game.legal()}
    assert sorts.pop("pass").sort == "pass" and encoder.figures == ["follower"]
    assert {parts.sort for parts in sorts.values()} == {"deploy"}
    for wrong in [obs.Action("place", row=31), obs.Action("deploy", figure=1), obs.Action("other", other=-1), obs.Action("jump")]:
        with pytest.raises(ValueError):
            obs.flatten(encoder, wrong)
    with pytest.raises(ValueError, match="actions are 0 to"):
        obs.unflatten(encoder, encoder.actions)


@pytest.mark.parametrize("setup", SETUPS)
def test_planes_and_numbers_match_the_view(setup):
    encoder = Encoder(setup, window=61)
    names, planes = encoder.number_names, encoder.plane_names
    assert len(names) == encoder.numbers and len(planes) == encoder.planes_shape[0] and len(set(planes)) == len(planes)
    for length in (0, 15, 40, 80):
        game = played(setup, 3, length)
        for seat in range(game.seats):
            seen, view = obs.observe(encoder, game, seat), game.view(seat)
            number = dict(zip(names, seen["numbers"]))
            assert number["turn"] == view["turn"] and number["tiles_left"] == view["bag"]["left"]
            for player in view["players"]:
                other = (player["seat"] - seat) % game.seats
                assert number[f"score:{other}"] == player["score"] and number[f"hand:{other}"] == len(player["hand"])
                for figure, count in player["supply"].items():
                    assert number[f"supply:{other}:{figure}"] == count
                for token, count in player["tokens"].items():
                    assert number[f"token:{other}:{token}"] == count
            unseen = {f"unseen:{tile['set']}/{tile['kind']}": tile["count"] for tile in view["bag"]["tiles"]}
            assert {name: int(n) for name, n in number.items() if name.startswith("unseen:") and n} == unseen
            if game.actor is not None:
                assert number[f"actor:{(game.actor - seat) % game.seats}"] == 1
            tiles = {(30 + tile["y"], 30 + tile["x"]) for tile in view["tiles"]}
            assert set(zip(*np.nonzero(seen["planes"][planes.index("tile")]))) == tiles
            check_features(view, seat, seen, planes)


def check_features(view, seat, seen, planes):
    """Asserts that every tile of a feature shows the feature's owners at its spots."""
    mine, theirs = planes.index("mine:0"), planes.index("theirs:0")
    told = 0
    for feature in view["features"]:
        owners = set(feature["owners"])
        for tile, _ in feature["segments"]:
            row, column = 30 + view["tiles"][tile]["y"], 30 + view["tiles"][tile]["x"]
            spots = np.flatnonzero(seen["ids"][:, row, column] == 1 + view["features"].index(feature))
            for spot in spots:
                told += 1
                assert seen["planes"][mine + spot, row, column] == (seat in owners)
                assert seen["planes"][theirs + spot, row, column] == bool(owners - {seat})
    assert told >= len(view["tiles"])


def test_own_and_other_figures_are_distinguished():
    game = Game("carcassonne seats=2")
    for word in "first:0 draw:frfr frfr@1,0r0 highwayman:e".split():
        game.apply(word)
    encoder = Encoder("carcassonne seats=2")
    names = encoder.plane_names
    for seat, sort in ((0, "my"), (1, "their")):
        seen = obs.observe(encoder, game, seat)
        at = [name for name in names if "figures" in name and seen["planes"][names.index(name), 15, 16]]
        assert at == [f"{sort}_figures:4", f"{sort}_figures:10"], "the middle ports of east and west"
        owner = "mine" if seat == 0 else "theirs"
        assert seen["planes"][names.index(f"{owner}:4"), 15, 15] == 1, "the road continues over the start tile"
        assert seen["planes"][names.index("open_ends:4"), 15, 16] == 2
        assert seen["ids"][4, 15, 15] == seen["ids"][10, 15, 16] > 0


@pytest.mark.parametrize(
    "setup", ["discovery seats=2 hand=two_hidden", "discovery seats=3 hand=two_hidden", "carcassonne seats=2 hand=three_hidden"]
)
def test_observations_do_not_reveal_hidden_hands(setup):
    encoder = Encoder(setup, window=41)
    told = 0
    for seed in range(6):
        game = played(setup, seed, 30 + seed)
        for seat in range(game.seats):
            for imagined in (game.determinize(seat, n) for n in range(5)):
                other = [p["hand"] for p in imagined.view()["players"]] != [p["hand"] for p in game.view()["players"]]
                told += other
                one, two = obs.observe(encoder, game, seat), obs.observe(encoder, imagined, seat)
                for name in one:
                    assert np.array_equal(one[name], two[name]), f"{name} reveals a hidden hand to seat {seat}"
    assert told > 30, "most imagined hands differ"
    open_hands = played(setup.replace("hidden", "open"), 1, 30)
    size = 3 if "three" in setup else 2
    seen = obs.observe(Encoder(open_hands.setup, window=41), open_hands, 0)
    names = Encoder(open_hands.setup).number_names
    assert sum(seen["numbers"][i] for i, name in enumerate(names) if name.startswith("held:1:")) == size, "open hands are visible"


@pytest.mark.parametrize("setup", ["carcassonne seats=2", "carcassonne+count+tower seats=3"])
def test_observations_do_not_reveal_the_draw_order(setup):
    one, game = Game(setup, seed=1), Game(setup, seed=1)
    for _ in range(20):
        number = one.count() // 3
        one.apply_nth(number)
        game.apply_nth(number)
    other = Game.from_bytes(game.to_bytes(), seed=12345)
    encoder = Encoder(setup)
    first, second = obs.observe(encoder, one, 0), obs.observe(encoder, other, 0)
    assert all(np.array_equal(first[name], second[name]) for name in first)
    for _ in range(30):
        one.apply_nth(0)
        other.apply_nth(0)
    assert one != other, "the future draws differed"


def test_arrays_are_written_in_place_and_invalid_ones_rejected():
    encoder, game = Encoder("carcassonne seats=2"), Game("carcassonne seats=2", seed=1)
    planes = np.full(encoder.planes_shape, 9, np.uint8)
    address = planes.ctypes.data
    encoder.observe(game, 0, planes=planes)
    assert planes.ctypes.data == address and planes.max() < 9
    whole = np.zeros((2, *encoder.planes_shape), np.uint8)
    encoder.observe(game, 0, planes=whole[1])
    assert np.array_equal(whole[1], planes) and not whole[0].any()
    frozen = np.zeros(encoder.actions, np.uint8)
    frozen.flags.writeable = False
    wrong = [
        ("planes", np.zeros((3, 31, 31), np.uint8)),
        ("planes", np.zeros(encoder.planes_shape, np.float32)),
        ("planes", np.zeros((*encoder.planes_shape[:2], 62), np.uint8)[:, :, ::2]),
        ("numbers", np.zeros(encoder.numbers, np.float64)),
        ("numbers", [0.0] * encoder.numbers),
        ("mask", np.zeros(encoder.actions + 1, np.uint8)),
        ("mask", frozen),
    ]
    for name, array in wrong:
        with pytest.raises(bastide.ArrayError, match=f"{name} takes a C-contiguous"):
            encoder.observe(game, 0, **{name: array})
    with pytest.raises(bastide.BastideError, match="both"):
        encoder.observe(game, 0, ids=np.zeros(encoder.ids_shape, np.uint16))
    with pytest.raises(bastide.BastideError, match="seats are 0 to 1"):
        encoder.observe(game, 2)
    with pytest.raises(bastide.BastideError, match="this encoder is for"):
        encoder.observe(Game("hunters seats=2", seed=1), 0)
    with pytest.raises(ValueError, match="specify a seat"):
        obs.observe(encoder, Game("carcassonne seats=2"))
    for window in (0, 30, 257):
        with pytest.raises(bastide.BastideError, match="odd number"):
            Encoder("carcassonne seats=2", window=window)


def test_invalid_actions_are_rejected():
    encoder, game = Encoder("carcassonne seats=2"), Game("carcassonne seats=2", seed=1)
    illegal = min(set(range(encoder.actions)) - set(encoder.legal_actions(game)))
    for wrong in (-1, encoder.actions, illegal):
        with pytest.raises(bastide.IllegalAction):
            encoder.answer(game, wrong)
    with pytest.raises(bastide.IllegalAction, match="0 actions are legal"):
        encoder.answer(Game("carcassonne seats=2"), encoder.actions - 512)
