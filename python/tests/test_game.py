"""Tests the game class: set-ups, answers, draws, copies, records, pictures, and errors."""

import copy
import pickle
import random
from pathlib import Path

import numpy as np
import pytest

import bastide
from bastide import CHANCE, Game

SETUPS = [
    "carcassonne seats=2",
    "carcassonne+inns-cathedrals+traders-builders+tower seats=3",
    "carcassonne+princess-dragon+abbey-mayor+count+river seats=2",
    "hunters seats=2",
    "discovery seats=3 hand=two_hidden",
    "carcassonne+princess-dragon+traders-builders seats=3 hand=three_hidden",
    "coop seats=2",
]


def played(setup, seed, answers=None):
    """Returns a game with dealt draws after this many random answers of players or, without a number, at its end."""
    rng, game = random.Random(seed), Game(setup, seed=seed)
    while not game.is_over and (answers is None or answers > 0):
        game.apply(rng.choice(game.legal()))
        answers = None if answers is None else answers - 1
    return game


@pytest.mark.parametrize("setup", SETUPS)
def test_record_of_a_finished_game_restores_it(setup):
    game = played(setup, 7)
    assert game.is_over and game.actor is None and game.legal() == []
    record = game.record(["a", "b", "c"][: game.seats])
    again = Game.from_record(record)
    assert again.scores() == game.scores() and again.position_hash() == game.position_hash()
    assert Game.from_record(game.record(json=True)) == again
    assert bastide.verify(record)["failed"] == []
    assert Game.from_record(record, answers=20).turn < game.turn


def corpus(name):
    return (Path(__file__).parents[2] / "corpus" / name).read_text(encoding="utf-8")


def test_links_and_saved_games_are_read_and_links_written():
    link = corpus("carcassonnelab/2-discarded-tiles.link").strip()
    game = Game.from_record(link)
    assert game.is_over and game.scores() == [18, 28]
    # Of rotations that look alike, a game keeps only one, so the link is another one for the same game.
    written = game.link(["Ann", "Bo"])
    assert Game.from_record(written) == game and written.endswith("?players=Ann,Bo&colors=red,blue")
    assert bastide.verify(link)["failed"] == []
    assert Game.from_record(link, answers=20).turn < game.turn
    saved = Game.from_record(corpus("jcz/whole-games--everything-45-turns.jcz"))
    assert len(saved) > 100
    with pytest.raises(bastide.RecordError, match='unknown version "7"'):
        Game.from_record(link.replace("#/0/", "#/7/"))
    with pytest.raises(ValueError, match="only the base game"):
        saved.link()
    with pytest.raises(ValueError, match="3 names for 2 seats"):
        game.link(["a", "b", "c"])


def test_tile_of_a_link_that_fits_in_one_other_rotation_is_turned_on_request():
    turned = corpus("carcassonnelab/7-turned-tile.link").strip()
    with pytest.raises(bastide.RecordError, match="only r[0-9]+ fits there"):
        Game.from_record(turned)
    assert Game.from_record(turned, fix_rotation=True) == Game.from_record(corpus("carcassonnelab/1-two-players.link"))


def test_answers_are_words_integers_and_structures():
    game = Game("carcassonne seats=2", seed=1)
    legal, integers = game.legal(), game.integers()
    assert integers.dtype == np.uint32 and [a.integer for a in legal] == list(integers) == [int(a) for a in legal]
    assert [a.word for a in legal] == game.words() == [str(a) for a in legal]
    structures = game.structures()
    assert [s["word"] for s in structures] == game.words()
    for answer, structure in zip(legal, structures):
        assert answer.verb == structure["verb"] == "place"
        assert answer.place == (structure["x"], structure["y"]) and answer.rotation == structure["rotation"]
    by_word, by_integer, listed = game.clone(), game.clone(), game.clone()
    by_word.apply(legal[3].word)
    by_integer.apply(legal[3].integer)
    listed.apply(legal[3])
    game.apply_nth(3)
    assert by_word == by_integer == listed == game
    assert {a.verb for a in game.legal()} == {"deploy", "pass"}


def test_clones_are_independent():
    game = played("carcassonne seats=2", 3, 10)
    before = game.position_hash()
    for other in [game.clone(), copy.copy(game), copy.deepcopy(game)]:
        assert other == game
        other.apply_nth(0)
        assert other != game and game.position_hash() == before


def test_undo_replays():
    game = played("carcassonne+river seats=2", 5, 1)
    hashes = [game.position_hash()]
    for _ in range(60):
        game.apply_nth(game.count() // 2)
        hashes.append(game.position_hash())
    for expected in reversed(hashes[:-1]):
        game.undo()
        assert game.position_hash() == expected
    game.undo(0)
    assert game.position_hash() == hashes[0]
    for _ in range(60):
        game.apply_nth(game.count() // 2)
    assert game.position_hash() == hashes[-1], "the draws after an undo are those of the seed"
    game.undo(60)
    assert game.position_hash() == hashes[0]
    with pytest.raises(bastide.BastideError, match="fewer"):
        game.undo(1000)


def test_without_a_seed_chance_must_act():
    game = Game("carcassonne seats=2")
    assert game.actor == CHANCE and game.commitment is None
    first = game.chance_outcomes()
    assert [(a.verb, p) for a, p in first] == [("first", 0.5)] * 2
    game.draw(0.99)
    assert game.active is None or game.history() == ["first:1"]
    outcomes = game.chance_outcomes()
    assert sum(p for _, p in outcomes) == pytest.approx(1)
    # Of the 71 tiles in the bag, eight are curved roads (BASE-01).
    share = {a.word: p for a, p in outcomes}
    assert share["draw:frfr"] == pytest.approx(8 / 71)
    game.apply(outcomes[0][0])
    assert game.chance_outcomes() == []
    with pytest.raises(bastide.IllegalAnswer, match="not chance's turn"):
        game.draw(0.5)


def test_equal_seeds_give_equal_draws_that_the_record_proves():
    one, other = played("carcassonne seats=2", 9), played("carcassonne seats=2", 9)
    assert one == other and one.commitment == other.commitment
    assert played("carcassonne seats=2", 10) != one
    held = " ".join(bastide.verify(one.record())["held"])
    assert "seed" in held
    game = Game("carcassonne seats=2", seed="0" * 64)
    assert game.commitment == "185b808cffe7aabd554eb87a9097ad0c2fc92cf41ca97d4335ae6d0c0f4192c9", "as in docs/notation.md"


def test_scores_have_terms_with_clauses():
    game = played("carcassonne+inns-cathedrals seats=2", 4)
    points = [0, 0]
    for award in game.awards():
        assert award["points"] == sum(term["count"] * term["each"] for term in award["terms"])
        assert all(term["clause"] for term in award["terms"])
        points[award["seat"]] += award["points"]
    assert points == game.scores()
    best = max(points)
    assert game.winners() == [seat for seat in range(2) if points[seat] == best]
    half = played("carcassonne seats=2", 4, 60)
    ended = half.scores()
    for award in half.awards(projected=True):
        ended[award["seat"]] += award["points"]
    assert half.winners() == [] and ended == half.projected()


def test_events_describe_what_happened():
    game = Game("carcassonne seats=2", seed=1)
    events = game.events(game.legal()[0])
    assert [e["type"] for e in events] == ["placed"]
    events = game.events("pass")
    assert [e["type"] for e in events] == ["turn", "drawn"], "the draw that the seed deals follows"


@pytest.mark.parametrize("setup", SETUPS)
def test_bytes_and_pickle_restore_a_game(setup):
    game = played(setup, 2, 25)
    again = Game.from_bytes(game.to_bytes())
    assert again == game and again.position_text() == game.position_text()
    pickled = pickle.loads(pickle.dumps(game))
    for _ in range(10):
        if game.is_over:
            break
        number = game.count() // 2
        game.apply_nth(number)
        pickled.apply_nth(number)
    assert pickled == game, "its draws continue from the seed"
    assert pickle.loads(pickle.dumps(game.setup)) == game.setup


def test_set_up_is_read_from_its_line():
    setup = bastide.Setup("carcassonne+inns-cathedrals small_city=2 seats=3")
    assert setup.line == str(setup) == "carcassonne+inns-cathedrals seats=3 small_city=2"
    assert (setup.game, setup.seats, setup.expansions, setup.is_team) == ("carcassonne", 3, ["inns-cathedrals"], False)
    assert setup.options["small_city"] == "2" and "farmers" not in setup.line
    assert Game(setup).setup == setup and hash(Game(setup).setup) == hash(setup)
    assert bastide.Setup("coop seats=2").is_team
    assert bastide.Setup("carcassonne seats=2", rules_version=1).options != {}
    assert {game["id"] for game in bastide.info()["games"]} == {"carcassonne", "hunters", "discovery", "coop"}


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("carcasonne seats=2", "choose from carcassonne, hunters"),
        ("carcassonne+inns seats=2", "inns-cathedrals"),
        ("carcassonne seats=9", "2 to"),
        ("carcassonne", "seats="),
        ("", "look like"),
        ("carcassonne seats=2 small_city=9", "small_city"),
        ("carcassonne seats=2 smal_city=2", "smal_city"),
    ],
)
def test_invalid_set_ups_are_rejected_with_a_hint(line, right):
    for make in (Game, bastide.Setup, bastide.Encoder):
        with pytest.raises(bastide.SetupError, match=right):
            make(line)


def test_illegal_answers_are_rejected_without_effect():
    game = Game("carcassonne seats=2", seed=1)
    before = game.position_hash()
    for wrong in ["knight:n", "pass", "nonsense", "frfr@90,90r0", 0, 2**32 - 1]:
        with pytest.raises(bastide.IllegalAnswer):
            game.apply(wrong)
    with pytest.raises(bastide.IllegalAnswer, match="there are"):
        game.apply_nth(10_000)
    for wrong in [-1, 2**40, 1.5, None, [], b"pass"]:
        with pytest.raises((TypeError, bastide.BastideError)):
            game.apply(wrong)
    assert game.position_hash() == before
    with pytest.raises(bastide.BastideError, match="seats are 0 to 1"):
        game.view(2)
    with pytest.raises(bastide.BastideError, match="64 hexadecimal digits"):
        Game("carcassonne seats=2", seed="g")
    with pytest.raises(bastide.BastideError, match="from 0 to 1"):
        Game("carcassonne seats=2").draw(float("nan"))


def test_answer_listed_for_another_position_is_stale():
    game = Game("carcassonne seats=2", seed=1)
    answer, stale = game.legal()[0], game.clone()
    game.apply(answer)
    with pytest.raises(bastide.StaleAnswer, match="call legal"):
        game.apply(answer)
    stale.apply(answer)
    assert stale == game
    other = Game("carcassonne seats=2", seed=2)
    with pytest.raises(bastide.StaleAnswer):
        other.apply(answer)


def test_invalid_records_and_bytes_are_rejected():
    record = played("carcassonne seats=2", 1).record()
    for wrong in ["", "{}", "bastide record 9", record.replace("pass", "knight:n", 1), record + "\n99. pass"]:
        with pytest.raises(bastide.RecordError):
            Game.from_record(wrong)
    data = played("carcassonne seats=2", 1, 9).to_bytes()
    rng = random.Random(1)
    for wrong in [b"", b"1234", data[:-1], data + b"x"]:
        with pytest.raises(bastide.RecordError):
            Game.from_bytes(wrong)
    for _ in range(300):
        spoiled = bytearray(data)
        spoiled[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        with pytest.raises(bastide.BastideError):
            Game.from_bytes(bytes(spoiled))


@pytest.mark.parametrize("setup", ["discovery seats=3 hand=two_hidden", "carcassonne+princess-dragon seats=3 hand=three_hidden"])
def test_determinized_hands_are_consistent_with_the_game(setup):
    game = played(setup, 6, 60)
    seat = game.actor
    mine = [player["hand"] for player in game.view(seat)["players"]]
    hands = set()
    for seed in range(20):
        imagined = game.determinize(seat, seed)
        assert imagined.view(seat) == game.view(seat), "the seat sees no difference"
        assert imagined.scores() == game.scores() and len(imagined) == len(game)
        assert Game.from_record(imagined.record()) == imagined, "its record is valid"
        hands.add(str([player["hand"] for player in imagined.view()["players"]]))
        assert [player["hand"] for player in imagined.view(seat)["players"]] == mine
    assert len(hands) > 5
    assert game.determinize(seat, 3) == game.determinize(seat, 3)
    plain = played("carcassonne seats=2", 6, 60)
    assert plain.determinize(0, 1) == plain and plain.determinize(0, 1).commitment is None


def test_board_is_drawn():
    game = played("carcassonne seats=2", 1, 40)
    assert game.svg().startswith("<svg") and game._repr_svg_().startswith("<svg style=")
    png = game.png(300)
    assert png[:8] == b"\x89PNG\r\n\x1a\n" and int.from_bytes(png[16:20], "big") == 300
    with pytest.raises(bastide.BastideError, match="16384"):
        game.png(0)


def test_computer_players_answer():
    game = played("carcassonne seats=2", 1, 20)
    assert bastide.players() == ["random", "easy", "greedy", "medium", "baron", "thief", "hard", "master"]
    for player in bastide.players():
        answer = game.choose(player, seed=3, evaluations=500)
        assert answer in game.legal() and answer == game.choose(player, seed=3, evaluations=500)
    assert game.choose("master", seconds=0.05) in game.legal()
    with pytest.raises(bastide.BastideError, match="use one of random, easy"):
        game.choose("strong")
    with pytest.raises(bastide.BastideError, match="not both"):
        game.choose("master", seconds=1, evaluations=1)
    with pytest.raises(bastide.BastideError, match="at least 0"):
        game.choose("master", seconds=-1)
    with pytest.raises(bastide.IllegalAnswer, match="no seat"):
        Game("carcassonne seats=2").choose()


def test_perft_counts_sequences_of_answers():
    game = Game("carcassonne seats=2", seed=7)
    assert [game.perft(depth) for depth in (0, 1)] == [1, game.count()]
    below = 0
    for number in range(game.count()):
        after = game.clone()
        after.apply_nth(number)
        below += after.count()
    assert game.perft(2) == below
    with pytest.raises(bastide.BastideError, match="seed"):
        Game("carcassonne seats=2").perft(1)


def test_play_on_plays_to_the_end():
    games = []
    for seed in (1, 1, 2):
        game = Game("carcassonne seats=2")
        game.play_on(seed)
        assert game.is_over
        games.append(game)
    assert games[0] == games[1] != games[2]
