"""What a seat sees of a game, as arrays: shapes, buffers, and the structured form of actions.

An observation is a dictionary:

- ``planes``: ``uint8``, (planes, rows, columns). What each plane means: ``Encoder.plane_names``.
- ``ids``: ``uint16``, (14, rows, columns). The number of the feature at each spot of each tile, 0 where there is none:
  twelve ports, clockwise from the west end of the north side, and the first two segments that touch no side.
- ``numbers``: ``float32``. What each means: ``Encoder.number_names``.
- ``action_mask``: ``int8``, 1 where an action is legal; all 0 for a seat that is not asked.

Rows grow to the south and columns to the east; the start tile lies in the middle. Seats are counted from the one that looks.
"""

from typing import Dict, NamedTuple, Optional

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


def empty(encoder: Encoder) -> Observation:
    """Arrays for an observation, to be written again and again by `write`."""
    return {
        "planes": np.zeros(encoder.planes_shape, np.uint8),
        "ids": np.zeros(encoder.ids_shape, np.uint16),
        "numbers": np.zeros(encoder.numbers, np.float32),
        "action_mask": np.zeros(encoder.actions, np.int8),
    }


def write(encoder: Encoder, game: Game, seat: int, into: Observation) -> None:
    """Writes what a seat sees of a game into arrays that are there."""
    encoder.observe(
        game,
        seat,
        planes=into["planes"],  # type: ignore[arg-type]
        ids=into["ids"],  # type: ignore[arg-type]
        numbers=into["numbers"],  # type: ignore[arg-type]
        mask=into["action_mask"].view(np.uint8),
    )


def observe(encoder: Encoder, game: Game, seat: Optional[int] = None) -> Observation:
    """What a seat sees of a game, in arrays of its own; without a seat the one that must answer."""
    if seat is None:
        seat = game.actor
        if seat is None or seat < 0:
            raise ValueError("no seat must answer, so say whose eyes are meant: observe(encoder, game, seat)")
    into = empty(encoder)
    write(encoder, game, seat, into)
    return into


def outcome(game: Game) -> Dict[int, float]:
    """What a game that is over came to for each seat: 1 for the winner, -1 for one that lost, 0 where several won. A team wins or loses
    together."""
    winners = game.winners()
    if game.setup.is_team:
        return {seat: 1.0 if winners else -1.0 for seat in range(game.seats)}
    won = 1.0 if len(winners) == 1 else 0.0
    return {seat: won if seat in winners else -1.0 for seat in range(game.seats)}
