"""Tests the boundary to the engine: the interpreter's lock, two threads that use one object, and invalid arguments."""

import inspect
import random
import sys
import threading
import time

import gymnasium
import numpy as np
import pytest

import bastide
import bastide.gymnasium_env
from bastide import Encoder, Game, Lanes, Setup, agents, pettingzoo_env
from bastide import observation as obs
from bastide.vector import VectorEnv
from test_game import played


def lanes_step():
    env = VectorEnv("carcassonne seats=2", 1024, observe=())
    env.reset(1)
    return lambda: [env.step(env.sample()) for _ in range(20)]


def checks_records():
    record = played("carcassonne+princess-dragon seats=2", 1).record()
    return lambda: [bastide.Game.from_record(record) for _ in range(20)]


LONG = {
    "choose": lambda: lambda: played("carcassonne seats=2", 1, 40).choose("master", evaluations=20_000),
    "perft": lambda: lambda: Game("carcassonne seats=2", seed=7).perft(9),
    "png": lambda: lambda game=played("carcassonne seats=2", 1): game.png(2000),
    "from_record": checks_records,
    "step": lanes_step,
}


@pytest.mark.parametrize("name", LONG)
def test_another_thread_runs_during_long_calls(name):
    """With automatic thread switching off, another thread runs only if a call releases the interpreter's lock."""
    call, interval = LONG[name](), sys.getswitchinterval()
    turns, stop = [0], threading.Event()

    def take_turns():
        while not stop.is_set():
            turns[0] += 1
            time.sleep(0)

    other = threading.Thread(target=take_turns, daemon=True)
    other.start()
    try:
        sys.setswitchinterval(1000)
        before = turns[0]
        call()
        meanwhile = turns[0] - before
    finally:
        sys.setswitchinterval(interval)
        stop.set()
        other.join()
    assert meanwhile > 5, f"{meanwhile} turns of the other thread"


def test_object_in_use_cannot_be_changed_by_another_thread():
    game, refused = played("carcassonne seats=2", 1, 40), []
    thinks = threading.Thread(target=lambda: game.choose("master", evaluations=30_000))
    before = game.position_hash()
    thinks.start()
    while thinks.is_alive():
        try:
            game.clone().apply_nth(0)
            game.undo(0)
        except RuntimeError as why:
            refused.append(str(why))
    thinks.join()
    assert refused and "borrowed" in refused[0], "the object was in use all the time"
    game.apply_nth(0)
    assert game.position_hash() != before


SHAPES = [(), (0,), (3,), (2, 2), (4, 4369), (101, 31, 31), (14, 31, 31), (63,), (4,)]
GAME = played("carcassonne seats=2", 1, 30)
# Arguments that are mostly invalid, grouped by the type that they have or imitate.
GARBAGE = [
    [None, True, object(), int, [], {}, (), [1, 2], ["a", "b\nc"], {"planes": 1}],
    [-(2**63) - 1, -1, 0, 1, 2, 3, 7, 40, 255, 300, 2**31, 2**32, 2**63 - 1, 2**64],
    [float("nan"), float("inf"), -0.5, 0.5, 1e308],
    ["", "pass", "\0", "\ud800", "draw:frfr", "frfr@1,0r0", "knight:n", "x" * 5000, "\u00e9", "0" * 64],
    ["carcassonne seats=2", "hunters+own seats=2", "coop seats=", "+ = +", "random", "master"],
    [b"", b"\xff" * 50, GAME.to_bytes(), GAME.record(), GAME.record(json=True)],
    [np.zeros(shape, kind) for shape in SHAPES for kind in ["u1", "u2", "i8", "f4", "f8", "?", "O", "S3"]],
    [GAME, GAME.setup, GAME.legal()[0], Game("hunters seats=3"), Game("discovery seats=2 hand=two_hidden", seed=1)],
    [(0, 0), (-1, 2**20), (-(2**15), 2**15 - 1)],
]


def garbage(rng):
    """Returns a random argument."""
    return rng.choice(rng.choice(GARBAGE))


# Special methods that are tested although their names mark them as private.
INNER = {"__eq__", "__copy__", "__deepcopy__", "__reduce__", "_repr_svg_"}


def calls_of(thing):
    """Returns all public callables of an object, with the names of their arguments."""
    for name in dir(thing):
        call = getattr(thing, name)
        if not callable(call) or (name.startswith("_") and name not in INNER):
            continue
        try:
            names = [n for n in inspect.signature(call).parameters if n != "self"]
        except ValueError:
            names = []
        yield name, call, names


# Functions whose run time grows with an argument, so they are not given large numbers.
GROWS = {"perft", "choose", "agent", "match"}
#: Slow functions that need no arguments, so they are called only a few times.
PICTURES = {"svg", "png", "_repr_svg_"}


def test_no_argument_causes_a_panic():
    """Invalid arguments raise an Exception. A panic of the engine would be a BaseException (in PyO3), which fails this test."""
    rng, game = random.Random(11), played("carcassonne+tower seats=2", 1, 30)
    encoder, lanes = Encoder("carcassonne seats=2"), Lanes("carcassonne seats=2", 4)
    environment, zoo = gymnasium.make("bastide/carcassonne-v0", window=11).unwrapped, pettingzoo_env.CarcassonneAEC(window=11)
    lanes.reset(1)
    environment.reset(seed=1)
    zoo.reset(seed=1)
    things = [game, encoder, lanes, game.setup, game.legal()[0], Game, Encoder, Lanes, Setup, bastide._engine, obs, agents]
    calls = [(name, call, names) for thing in things for name, call, names in calls_of(thing)]
    calls += [(name, getattr(zoo, name), []) for name in ("reset", "observe", "step")]
    calls += [(name, getattr(environment, name), ["seed", "options"]) for name in ("reset", "step")]
    calls += [("Lanes", Lanes, ["setup", "count", "window", "threads"]), ("Game", Game, ["setup", "seed"])]
    calls += [("Encoder", Encoder, ["window"])]
    outcomes = {"answered": 0, "refused": 0}
    for number in range(12_000):
        name, call, names = calls[number % len(calls)]
        given = [garbage(rng) for _ in range(rng.randrange(4))]
        named = {key: garbage(rng) for key in rng.sample(names, min(len(names), rng.randrange(3)))}
        if name in GROWS and any(isinstance(value, (int, float)) and value > 3 for value in [*given, *named.values()]):
            continue
        if name in PICTURES and not given and number > 2 * len(calls):
            continue
        try:
            call(*given, **named)
            outcomes["answered"] += 1
        except Exception:
            outcomes["refused"] += 1
    assert min(outcomes.values()) > 500, outcomes
    fresh = played("carcassonne seats=2", 1, 3)
    assert encoder.legal_actions(fresh) and fresh.count() > 0, "the engine still works"


def test_each_kind_of_error_has_its_exception():
    """Each error can be caught by its own type, as BastideError, or as ValueError."""
    encoder, game = Encoder("carcassonne seats=2"), Game("carcassonne seats=2", seed=1)
    answer, stale = game.legal()[0], game.clone()
    stale.apply(answer)
    cases = {
        bastide.SetupError: lambda: Setup("chess seats=2"),
        bastide.IllegalAnswer: lambda: game.apply("knight:n"),
        bastide.StaleAnswer: lambda: stale.apply(answer),
        bastide.IllegalAction: lambda: encoder.answer(game, 10**9),
        bastide.RecordError: lambda: Game.from_record("nothing"),
        bastide.ArrayError: lambda: encoder.observe(game, 0, mask=np.zeros(3)),
        bastide.BastideError: lambda: game.view(9),
    }
    for wanted, call in cases.items():
        with pytest.raises(wanted) as raised:
            call()
        assert type(raised.value) is wanted and issubclass(wanted, bastide.BastideError) and issubclass(wanted, ValueError)
        assert len(str(raised.value)) > 20, "the message says what would be valid"
