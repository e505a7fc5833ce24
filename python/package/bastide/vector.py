"""Many games in parallel, stepped by the engine's threads, which write into NumPy arrays.

>>> from bastide.vector import VectorEnv
>>> env = VectorEnv("carcassonne seats=2", 64, threads=2, observe=())
>>> arrays = env.reset(7)
>>> arrays = env.step(env.sample())
>>> arrays["mask"].shape[0]
64

You play all seats of every game: the action of a step is for the seat in ``seats``, and the observation is that seat's. A finished game
restarts within the step: then ``done`` is true, ``rewards`` and ``scores`` are those of the finished game, and all other arrays describe
the new game.
"""

from typing import Any, Dict, Iterable, Optional, Union

import numpy as np
import numpy.typing as npt

from ._engine import Lanes, Setup

# Name of the environment. The version in the name is increased whenever the same seeds and actions could give different results.
NAME = "bastide/vector-v0"
#: Data type of each array.
DTYPES: Dict[str, Any] = {
    "mask": np.uint8,
    "seats": np.int8,
    "rewards": np.float32,
    "done": np.bool_,
    "scores": np.int32,
    "planes": np.uint8,
    "ids": np.uint16,
    "numbers": np.float32,
}
#: Arrays that are always written; the others are observations.
ALWAYS = ("mask", "seats", "rewards", "done", "scores")
OBSERVATIONS = ("planes", "ids", "numbers")


class VectorEnv:
    """Parallel games of a set-up.

    setup: any set-up line, or a `Setup`. count: number of games. threads: number of threads, which does not affect the results. window:
    number of columns, and of rows, of the planes; odd. observe: which of planes, ids and numbers to write. arrays: your own arrays to write
    into, by name; missing arrays are created.
    """

    def __init__(
        self,
        setup: Union[str, Setup],
        count: int,
        *,
        threads: int = 1,
        window: int = 31,
        observe: Iterable[str] = OBSERVATIONS,
        arrays: Optional[Dict[str, npt.NDArray[Any]]] = None,
    ) -> None:
        self.lanes = Lanes(setup, count, window=window, threads=threads)
        names = [*ALWAYS, *observe]
        shapes, given = self.lanes.shapes, dict(arrays or {})
        for name in [*names, *given]:
            if name not in shapes:
                raise ValueError(f'unknown array "{name}"; known arrays: {", ".join(shapes)}')
        self.arrays: Dict[str, npt.NDArray[Any]] = {
            name: given[name] if name in given else np.zeros(shapes[name], DTYPES[name])
            for name in dict.fromkeys([*names, *given])
        }
        self._actions = np.zeros(count, np.int64)

    def __len__(self) -> int:
        return len(self.lanes)

    @property
    def actions(self) -> int:
        """Number of actions."""
        return self.lanes.actions

    @property
    def ended(self) -> int:
        """Number of games that have ended since `reset`."""
        return self.lanes.ended

    def reset(self, seed: int) -> Dict[str, npt.NDArray[Any]]:
        """Restarts all games. Equal seeds and actions give equal games."""
        self.lanes.reset(seed, **self.arrays)
        return self.arrays

    def step(self, actions: npt.NDArray[np.int64]) -> Dict[str, npt.NDArray[Any]]:
        """Takes an action in every game. If any action is masked out, raises IllegalAction and takes none."""
        self.lanes.step(actions, **self.arrays)
        return self.arrays

    def sample(self) -> npt.NDArray[np.int64]:
        """Samples a legal action of every game uniformly. Returns the same array object every time."""
        self.lanes.sample(self._actions)
        return self._actions
