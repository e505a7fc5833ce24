"""What a seat sees of a game, as arrays: shapes, buffers, and the structured form of actions.

An observation is a dictionary:

- ``planes``: ``uint8``, (planes, rows, columns). What each plane means: ``Encoder.plane_names``.
- ``ids``: ``uint16``, (14, rows, columns). The number of the feature at each spot of each tile, 0 where there is none:
  twelve ports, clockwise from the west end of the north side, and the first two segments that touch no side.
- ``numbers``: ``float32``. What each means: ``Encoder.number_names``.
- ``action_mask``: ``int8``, 1 where an action is legal; all 0 for a seat that is not asked.

Rows grow to the south and columns to the east; the start tile lies in the middle. Seats are counted from the one that looks.
"""

from typing import Dict, NamedTuple, Optional, Tuple

import numpy as np
import numpy.typing as npt

from ._engine import Encoder, Game

Observation = Dict[str, npt.NDArray[np.generic]]

#: Segments of a tile that have an action.
SEGMENTS = 12


class Action(NamedTuple):
    """An action in parts. ``sort`` says which of them matter: ``place``, ``deploy``, ``pass`` or ``other``."""

    sort: str
    slot: int = 0
    row: int = 0
    column: int = 0
    rotation: int = 0
    figure: int = 0
    segment: int = 0
    other: int = 0


def unflatten(encoder: Encoder, action: int) -> Action:
    """The parts of an action: placing has slot, row, column and rotation; deploying figure and segment."""
    places, deploys, _, others = encoder.action_counts
    if not 0 <= action < encoder.actions:
        raise ValueError(f"there is no action {action}; actions are 0 to {encoder.actions - 1}")
    if action < places:
        cell, rotation = divmod(action, 4)
        line, column = divmod(cell, encoder.window)
        slot, row = divmod(line, encoder.window)
        return Action("place", slot=slot, row=row, column=column, rotation=rotation)
    if action < places + deploys:
        figure, segment = divmod(action - places, SEGMENTS)
        return Action("deploy", figure=figure, segment=segment)
    if action == places + deploys:
        return Action("pass")
    return Action("other", other=action - places - deploys - 1)


def flatten(encoder: Encoder, action: Action) -> int:
    """The number of an action that is given in parts."""
    places, deploys, _, others = encoder.action_counts
    window = encoder.window
    limits = {
        "place": {"slot": places // (4 * window * window), "row": window, "column": window, "rotation": 4},
        "deploy": {"figure": deploys // SEGMENTS, "segment": SEGMENTS},
        "pass": {},
        "other": {"other": others},
    }
    if action.sort not in limits:
        raise ValueError(f'there is no sort of action "{action.sort}"; there is {", ".join(limits)}')
    for part, limit in limits[action.sort].items():
        if not 0 <= getattr(action, part) < limit:
            raise ValueError(f"{part} is {getattr(action, part)}; it is 0 to {limit - 1}")
    if action.sort == "place":
        return ((action.slot * window + action.row) * window + action.column) * 4 + action.rotation
    if action.sort == "deploy":
        return places + action.figure * SEGMENTS + action.segment
    return places + deploys + (0 if action.sort == "pass" else 1 + action.other)


def empty(encoder: Encoder, rows: Optional[int] = None, columns: Optional[int] = None) -> Observation:
    """Arrays for an observation, to be written again and again by `write`; of the encoder's window, or of other rows and columns."""
    window = (rows or encoder.window, columns or encoder.window)
    return {
        "planes": np.zeros((encoder.planes_shape[0], *window), np.uint8),
        "ids": np.zeros((encoder.ids_shape[0], *window), np.uint16),
        "numbers": np.zeros(encoder.numbers, np.float32),
        "action_mask": np.zeros(encoder.actions, np.int8),
    }


def write(encoder: Encoder, game: Game, seat: int, into: Observation, origin: Optional[Tuple[int, int]] = None) -> None:
    """Writes what a seat sees of a game into arrays that are there, the first cell of which is the place `origin`; without one they are
    those of the encoder's window."""
    encoder.observe(
        game,
        seat,
        planes=into["planes"],  # type: ignore[arg-type]
        ids=into["ids"],  # type: ignore[arg-type]
        numbers=into["numbers"],  # type: ignore[arg-type]
        mask=into["action_mask"].view(np.uint8),
        origin=origin,
    )


def observe(encoder: Encoder, game: Game, seat: Optional[int] = None) -> Observation:
    """What a seat sees of a game, in arrays of its own; without a seat the one that must answer."""
    into = empty(encoder)
    write(encoder, game, seat_asked(game) if seat is None else seat, into)
    return into


def grown(encoder: Encoder, game: Game, seat: int, margin: int = 0) -> Observation:
    """What a seat sees of a game on a window that grows with the map: every tile and open place and `margin` places round them.

    The same arrays as `observe` gives, but planes and ids of so many rows and columns as there must be; and ``origin``, ``int64`` (2):
    column and row of the place of their first cell, counted from the start tile. The mask and its actions are those of the encoder: a
    tile in row r goes to the row ``r + origin[1] + encoder.window // 2`` of an action, and so with columns.
    """
    if not 0 <= margin <= 1000:
        raise ValueError(f"margin is {margin}; it is a number of places from 0 to 1000")
    x, y, columns, rows = game.bounds()
    x, y, columns, rows = x - margin, y - margin, columns + 2 * margin, rows + 2 * margin
    into = empty(encoder, rows, columns)
    write(encoder, game, seat, into, (x, y))
    return {**into, "origin": np.array([x, y])}


def graph(encoder: Encoder, game: Game, seat: Optional[int] = None) -> Observation:
    """What a seat sees of a game as a graph, without a window; without a seat the one that must answer.

    ``tiles``, ``features``, ``places`` and ``figures`` are nodes, ``int32`` (nodes, columns); ``tile_tile``, ``tile_feature``,
    ``tile_place``, ``feature_place``, ``feature_feature``, ``figure_feature`` and ``figure_tile`` edges, ``int64`` (rows, edges), whose
    first two rows are from which node to which; ``actions`` the legal actions, ``int32`` (actions, columns), with the nodes that they act
    on; ``numbers`` as in `observe`. ``encoder.graph_names`` names columns and rows.
    """
    return encoder.graph(game, seat_asked(game) if seat is None else seat)


def seat_asked(game: Game) -> int:
    """The seat that must answer.

    Raises ValueError where chance must, or nobody.
    """
    if game.actor is None or game.actor < 0:
        raise ValueError("no seat must answer, so say whose eyes are meant: observe(encoder, game, seat)")
    return game.actor


def outcome(game: Game) -> Dict[int, float]:
    """What a game that is over came to for each seat: 1 for the winner, -1 for one that lost, 0 where several won. A team wins or loses
    together."""
    winners = game.winners()
    if game.setup.is_team:
        return {seat: 1.0 if winners else -1.0 for seat in range(game.seats)}
    won = 1.0 if len(winners) == 1 else 0.0
    return {seat: won if seat in winners else -1.0 for seat in range(game.seats)}
