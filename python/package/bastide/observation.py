"""Observations of a game as arrays: shapes, buffers, and the structured form of actions.

An observation is a dictionary:

- ``planes``: ``uint8``, (planes, rows, columns). ``Encoder.plane_names`` gives the meaning of each plane.
- ``ids``: ``uint16``, (14, rows, columns). The number of the feature at each spot of each tile, 0 if there is none. The spots are
  the twelve ports, clockwise from the west end of the north side, and the first two segments that touch no side.
- ``numbers``: ``float32``. ``Encoder.number_names`` gives the meaning of each number.
- ``action_mask``: ``int8``, 1 if an action is legal; all 0 for a seat that does not have to act.

Rows grow to the south and columns to the east; the start tile is in the middle. Seats are relative to the observer.
"""

from typing import Dict, NamedTuple, Optional, Tuple

import numpy as np
import numpy.typing as npt

from ._engine import Encoder, Game

Observation = Dict[str, npt.NDArray[np.generic]]

#: Maximum number of segments of a tile; each has a deploy action for each kind of figure.
SEGMENTS = 12


class Action(NamedTuple):
    """An action in parts. ``sort`` (``place``, ``deploy``, ``pass`` or ``other``) determines which of the other parts are used."""

    sort: str
    slot: int = 0
    row: int = 0
    column: int = 0
    rotation: int = 0
    figure: int = 0
    segment: int = 0
    other: int = 0


def unflatten(encoder: Encoder, action: int) -> Action:
    """Returns the parts of an action: ``place`` uses slot, row, column and rotation; ``deploy`` uses figure and segment."""
    places, deploys, _, others = encoder.action_counts
    if not 0 <= action < encoder.actions:
        raise ValueError(f"no action {action}; actions are 0 to {encoder.actions - 1}")
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
    """Returns the number of an action given in parts."""
    places, deploys, _, others = encoder.action_counts
    window = encoder.window
    limits = {
        "place": {"slot": places // (4 * window * window), "row": window, "column": window, "rotation": 4},
        "deploy": {"figure": deploys // SEGMENTS, "segment": SEGMENTS},
        "pass": {},
        "other": {"other": others},
    }
    if action.sort not in limits:
        raise ValueError(f'unknown sort of action "{action.sort}"; known sorts: {", ".join(limits)}')
    for part, limit in limits[action.sort].items():
        if not 0 <= getattr(action, part) < limit:
            raise ValueError(f"{part} must be from 0 to {limit - 1}, not {getattr(action, part)}")
    if action.sort == "place":
        return ((action.slot * window + action.row) * window + action.column) * 4 + action.rotation
    if action.sort == "deploy":
        return places + action.figure * SEGMENTS + action.segment
    return places + deploys + (0 if action.sort == "pass" else 1 + action.other)


def empty(encoder: Encoder, rows: Optional[int] = None, columns: Optional[int] = None) -> Observation:
    """Returns arrays for observations, which `write` can reuse, with the size of the encoder's window or the given rows and columns."""
    window = (rows or encoder.window, columns or encoder.window)
    return {
        "planes": np.zeros((encoder.planes_shape[0], *window), np.uint8),
        "ids": np.zeros((encoder.ids_shape[0], *window), np.uint16),
        "numbers": np.zeros(encoder.numbers, np.float32),
        "action_mask": np.zeros(encoder.actions, np.int8),
    }


def write(encoder: Encoder, game: Game, seat: int, into: Observation, origin: Optional[Tuple[int, int]] = None) -> None:
    """Writes a seat's observation of a game into existing arrays, whose first cell is the place `origin`; without `origin`, the arrays must
    have the size of the encoder's window."""
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
    """Returns a seat's observation of a game in new arrays; by default of the seat that must act."""
    into = empty(encoder)
    write(encoder, game, seat_asked(game) if seat is None else seat, into)
    return into


def grown(encoder: Encoder, game: Game, seat: int, margin: int = 0) -> Observation:
    """Returns a seat's observation on a window that grows with the map: it contains every tile and open place, and `margin` places around.

    The arrays are those of `observe`, but planes and ids have as many rows and columns as needed. The additional array ``origin``,
    ``int64`` (2), contains the column and row of their first cell, relative to the start tile. The mask and its actions are those of the
    encoder: actions for row r of the planes are in row ``r + origin[1] + encoder.window // 2`` of the encoder's window, and likewise for
    columns.
    """
    if not 0 <= margin <= 1000:
        raise ValueError(f"margin must be a number of places from 0 to 1000, not {margin}")
    x, y, columns, rows = game.bounds()
    x, y, columns, rows = x - margin, y - margin, columns + 2 * margin, rows + 2 * margin
    into = empty(encoder, rows, columns)
    write(encoder, game, seat, into, (x, y))
    return {**into, "origin": np.array([x, y])}


def graph(encoder: Encoder, game: Game, seat: Optional[int] = None) -> Observation:
    """Returns a seat's observation as a graph, without a window; by default of the seat that must act.

    ``tiles``, ``features``, ``places`` and ``figures`` are nodes, ``int32`` (nodes, columns); ``tile_tile``, ``tile_feature``,
    ``tile_place``, ``feature_place``, ``feature_feature``, ``figure_feature`` and ``figure_tile`` are edges, ``int64`` (rows, edges), whose
    first two rows are source and target; ``actions`` are the legal actions, ``int32`` (actions, columns), with the nodes to which they
    refer; ``numbers`` is as in `observe`. ``encoder.graph_names`` names the columns and rows.
    """
    return encoder.graph(game, seat_asked(game) if seat is None else seat)


def seat_asked(game: Game) -> int:
    """Returns the seat that must act.

    Raises ValueError if it is chance's turn or the game is over.
    """
    if game.actor is None or game.actor < 0:
        raise ValueError("no seat must act now, so specify a seat: observe(encoder, game, seat)")
    return game.actor


def outcome(game: Game) -> Dict[int, float]:
    """Returns each seat's result of a finished game: 1 for a win, -1 for a loss, 0 for a shared win. A team wins or loses together."""
    winners = game.winners()
    if game.setup.is_team:
        return {seat: 1.0 if winners else -1.0 for seat in range(game.seats)}
    won = 1.0 if len(winners) == 1 else 0.0
    return {seat: won if seat in winners else -1.0 for seat in range(game.seats)}
