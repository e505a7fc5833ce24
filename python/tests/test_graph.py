"""Tests observations without a fixed window: graphs, and windows that grow with the map."""

import numpy as np
import pytest

import bastide
from bastide import Encoder, Game
from bastide import observation as obs
from test_game import SETUPS, played


def rows(encoder, graph, name):
    """Returns a table as a list of dictionaries, one per node or edge."""
    names = encoder.graph_names[name]
    table = graph[name].T if name in ("tiles", "features", "places", "figures", "actions") else graph[name]
    assert len(table) == len(names)
    return [dict(zip(names, (int(value) for value in row))) for row in table.T]


@pytest.mark.parametrize("setup", SETUPS)
def test_nodes_match_the_view(setup):
    encoder = Encoder(setup)
    for length in (0, 15, 40, 80):
        game = played(setup, 3, length)
        for seat in range(game.seats):
            graph, view = obs.graph(encoder, game, seat), game.view(seat)
            tiles = rows(encoder, graph, "tiles")
            assert [(t["x"], t["y"], t["rotation"]) for t in tiles] == [(t["x"], t["y"], t["rotation"]) for t in view["tiles"]]
            names = game.tiles
            assert all(names[t["kind"]].endswith(shown["kind"]) for t, shown in zip(tiles, view["tiles"]))
            assert [t["newest"] for t in tiles] == [0] * (len(tiles) - 1) + [1] * bool(tiles)
            assert [t["tokens"] for t in tiles] == [t.get("ghosts", 0) for t in view["tiles"]]
            for piece in view["pieces"]:
                assert tiles[piece["tile"]]["pieces"] >> encoder.pieces.index(piece["piece"]) & 1
            assert sum(bin(t["pieces"]).count("1") for t in tiles) == len(view["pieces"])
            assert {(b["tile"], b["height"]) for b in view["buildings"] if b["height"]} == {
                (n, t["building"]) for n, t in enumerate(tiles) if t["building"]
            }
            check_features(encoder, graph, view, seat, game)
            check_figures(encoder, graph, view, seat)
            assert np.array_equal(graph["numbers"], obs.observe(encoder, game, seat)["numbers"])


def check_features(encoder, graph, view, seat, game):
    features = rows(encoder, graph, "features")
    assert len(features) == len(view["features"])
    for feature, shown in zip(features, view["features"]):
        others = [strength for other, strength in enumerate(shown["strength"]) if other != seat]
        assert encoder.segment_kinds[feature["kind"]] == shown["kind"]
        assert (feature["tiles"], feature["open_ends"], feature["complete"]) == (shown["tiles"], shown["open"], shown["complete"])
        assert feature["mine"] == (seat in shown["owners"]) and feature["theirs"] == bool(set(shown["owners"]) - {seat})
        assert (feature["my_strength"], feature["their_strength"]) == (shown["strength"][seat], max(others))
        if not game.is_over:
            assert feature["worth"] == shown["worth"]
    segments = [(e["tile"], e["segment"], e["feature"]) for e in rows(encoder, graph, "tile_feature")]
    assert sorted(segments) == sorted((*at, number) for number, f in enumerate(view["features"]) for at in f["segments"])
    number = {feature["id"]: n for n, feature in enumerate(view["features"])}
    edges = {(n, number[other]) for n, feature in enumerate(view["features"]) for other in feature["touches"]}
    assert set(zip(*graph["feature_feature"].tolist())) == edges


def check_figures(encoder, graph, view, seat):
    figures, seats = rows(encoder, graph, "figures"), len(view["players"])
    shown = sorted([*view["figures"], *view["captives"]], key=lambda figure: figure["id"])
    assert len(figures) == len(shown)
    on = {e["figure"]: e for e in rows(encoder, graph, "figure_feature")}
    at = {e["figure"]: e["tile"] for e in rows(encoder, graph, "figure_tile")}
    for number, (figure, other) in enumerate(zip(figures, shown)):
        assert figure["seat"] == (other["seat"] - seat) % seats and encoder.figures[figure["kind"]] == other["figure"]
        assert figure["captor"] == ((other["by"] - seat) % seats if "by" in other else -1)
        if "by" not in other:
            assert (at[number], on[number]["segment"], figure["tokens"]) == (other["tile"], other["segment"], other.get("ghosts", 0))
            feature = view["features"][on[number]["feature"]]
            assert other["id"] in feature["figures"] and [other["tile"], other["segment"]] in feature["segments"]


@pytest.mark.parametrize("setup", SETUPS)
def test_edges_match_the_planes(setup):
    """Feature numbers are those of `ids` minus one, so every edge can be found in the cells of a window."""
    encoder = Encoder(setup, window=61)
    names = encoder.plane_names
    for length in (1, 30, 60):
        game = played(setup, 4, length)
        seat = 0 if game.actor is None else game.actor
        graph, seen = obs.graph(encoder, game, seat), obs.observe(encoder, game, seat)
        tiles, places = rows(encoder, graph, "tiles"), rows(encoder, graph, "places")
        cell = {number: (30 + tile["y"], 30 + tile["x"]) for number, tile in enumerate(tiles)}
        found = set()
        for edge in rows(encoder, graph, "tile_feature"):
            for spot in range(14):
                if edge["spots"] >> spot & 1:
                    assert seen["ids"][(spot, *cell[edge["tile"]])] == edge["feature"] + 1
                    found.add((spot, *cell[edge["tile"]]))
        assert found == set(zip(*np.nonzero(seen["ids"])))
        is_open = seen["planes"][names.index("open")]
        assert {(30 + p["y"], 30 + p["x"]) for p in places} == set(zip(*np.nonzero(is_open)))
        steps = [(-1, 0), (0, 1), (1, 0), (0, -1)]
        comes = {(e["place"], e["spot"]): e["feature"] for e in rows(encoder, graph, "feature_place")}
        for number, place in enumerate(places):
            row, column = 30 + place["y"], 30 + place["x"]
            for rotation in range(4):
                assert place[f"legal_{rotation}"] == seen["planes"][names.index(f"legal:{rotation}"), row, column]
            for side, (down, right) in enumerate(steps):
                beside, back = (row + down, column + right), (side + 2) % 4
                edges = [seen["planes"][(names.index(f"edge:{back}:{kind}"), *beside)] for kind in range(4)]
                demand = place[("north", "east", "south", "west")[side]]
                assert demand == (edges.index(1) if any(edges) else -1)
                for port in range(3):
                    feature = int(seen["ids"][(back * 3 + 2 - port, *beside)])
                    assert comes.get((number, side * 3 + port), -1) == feature - 1
        for name in ("tile_tile", "tile_place"):
            nodes = tiles if name == "tile_tile" else places
            other = "tile" if name == "tile_tile" else "place"
            edges = set()
            for source, target, side in graph[name].T.tolist():
                down, right = steps[side]
                assert (tiles[source]["x"] + right, tiles[source]["y"] + down) == (nodes[target]["x"], nodes[target]["y"])
                edges.add((source, side))
            at = {(node["x"], node["y"]) for node in nodes}
            expected = {(n, s) for n, t in enumerate(tiles) for s, (d, r) in enumerate(steps) if (t["x"] + r, t["y"] + d) in at}
            assert edges == expected, other


@pytest.mark.parametrize("setup", SETUPS)
def test_actions_of_a_graph_are_legal_and_refer_to_their_nodes(setup):
    encoder, game = Encoder(setup), Game(setup, seed=2)
    number, sorts = 0, set()
    while not game.is_over:
        seat = game.actor
        graph = obs.graph(encoder, game)
        actions = rows(encoder, graph, "actions")
        assert sorted(a["action"] for a in actions) == encoder.legal_actions(game)
        places, edges = rows(encoder, graph, "places"), rows(encoder, graph, "tile_feature")
        for action in actions:
            answer, sort = encoder.answer(game, action["action"]), encoder.action_sorts[action["sort"]]
            sorts.add(answer.verb)
            assert sort == obs.unflatten(encoder, action["action"]).sort
            if answer.place is not None:
                place = places[action["place"]]
                assert answer.place == (place["x"], place["y"]) and answer.rotation == action["rotation"]
                assert (action["slot"] if answer.slot is not None else None) == answer.slot
            if answer.segment is not None:
                edge = next(e for e in edges if (e["tile"], e["segment"]) == (action["tile"], action["segment"]))
                assert edge["feature"] == action["feature"]
            if sort == "deploy":
                assert action["tile"] == len(graph["tiles"]) - 1
                assert encoder.figures[action["kind"]] is not None and action["kind"] >= 0
            if answer.verb in ("return", "capture", "redeem"):
                assert 0 <= action["figure"] < len(graph["figures"])
        others = [other for other in range(game.seats) if other != seat]
        assert all(len(obs.graph(encoder, game, other)["actions"]) == 0 for other in others)
        number += 1
        game.apply_nth(number * 7 % game.count())
    assert {"place", "deploy", "pass"} <= sorts


@pytest.mark.parametrize("setup", ["discovery seats=2 hand=two_hidden", "discovery seats=3 hand=two_hidden"])
def test_graphs_and_grown_windows_do_not_reveal_hidden_hands(setup):
    encoder, told = Encoder(setup), 0
    for seed in range(4):
        game = played(setup, seed, 30 + seed)
        for seat in range(game.seats):
            for imagined in (game.determinize(seat, n) for n in range(5)):
                told += [p["hand"] for p in imagined.view()["players"]] != [p["hand"] for p in game.view()["players"]]
                for sees in (obs.graph, obs.grown):
                    one, other = sees(encoder, game, seat), sees(encoder, imagined, seat)
                    assert all(np.array_equal(one[name], other[name]) for name in one)
    assert told > 20, "most imagined hands differ"


def test_graphs_do_not_reveal_the_draw_order():
    one, game = Game("carcassonne seats=2", seed=1), Game("carcassonne seats=2", seed=1)
    for _ in range(20):
        number = one.count() // 3
        one.apply_nth(number)
        game.apply_nth(number)
    other = Game.from_bytes(game.to_bytes(), seed=12345)
    encoder = Encoder("carcassonne seats=2")
    first, second = obs.graph(encoder, one, 0), obs.graph(encoder, other, 0)
    assert all(np.array_equal(first[name], second[name]) for name in first)
    for _ in range(30):
        one.apply_nth(0)
        other.apply_nth(0)
    assert one != other, "the future draws differed"


@pytest.mark.parametrize("setup", ["carcassonne seats=2", "carcassonne+river seats=2", "hunters seats=2"])
def test_window_grows_with_the_map(setup):
    encoder, game, sizes = Encoder(setup, window=61), Game(setup, seed=5), []
    number = 0
    while not game.is_over:
        seat = game.actor
        fixed = obs.observe(encoder, game, seat)
        for margin in (0, 2):
            grown = obs.grown(encoder, game, seat, margin)
            (x, y), (_, height, width) = grown["origin"], grown["planes"].shape
            part = (slice(None), slice(30 + y, 30 + y + height), slice(30 + x, 30 + x + width))
            for name in ("planes", "ids"):
                assert np.array_equal(grown[name], fixed[name][part])
                assert (grown[name] > 0).sum() == (fixed[name] > 0).sum(), "nothing is outside"
            for name in ("numbers", "action_mask"):
                assert np.array_equal(grown[name], fixed[name])
            if margin == 0:
                edge = grown["planes"][:2].any(axis=0)
                assert edge[0].any() and edge[-1].any() and edge[:, 0].any() and edge[:, -1].any(), "the window is as small as possible"
                sizes.append(height * width)
        for answer in game.legal():
            parts = obs.unflatten(encoder, encoder.action(game, answer))
            if parts.sort == "place":
                row, column = parts.row - 30 - y, parts.column - 30 - x
                assert grown["planes"][encoder.plane_names.index(f"legal:{parts.rotation}"), row, column] == 1
        number += 1
        game.apply_nth(number * 5 % game.count())
    assert sizes == sorted(sizes) and sizes[-1] > 4 * sizes[0]


def test_invalid_windows_are_rejected():
    encoder, game = Encoder("carcassonne seats=2"), Game("carcassonne seats=2", seed=1)
    planes = np.zeros((encoder.planes_shape[0], 3, 5), np.uint8)
    encoder.observe(game, 0, planes=planes, origin=(-2, -1))
    assert planes[0, 1, 2] == 1, "the start tile"
    with pytest.raises(bastide.BastideError, match="give planes too"):
        encoder.observe(game, 0, origin=(0, 0))
    with pytest.raises(bastide.ArrayError, match="three dimensions"):
        encoder.observe(game, 0, planes=planes[0], origin=(0, 0))
    with pytest.raises(bastide.ArrayError, match=r"ids takes .* shape \[14, 3, 5\]"):
        encoder.observe(game, 0, planes=planes, ids=np.zeros((14, 5, 3), np.uint16), origin=(0, 0))
    with pytest.raises(bastide.ArrayError, match="planes takes"):
        encoder.observe(game, 0, planes=planes)
    for margin in (-1, 1001):
        with pytest.raises(ValueError, match="from 0 to 1000"):
            obs.grown(encoder, game, 0, margin)
    with pytest.raises(bastide.BastideError, match="seats are 0 to 1"):
        encoder.graph(game, 2)
    with pytest.raises(bastide.BastideError, match="this encoder is for"):
        encoder.graph(Game("hunters seats=2", seed=1), 0)
    with pytest.raises(ValueError, match="specify a seat"):
        obs.graph(encoder, Game("carcassonne seats=2"))
