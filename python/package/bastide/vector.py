"""Many games at once, stepped by threads of the engine, which write into arrays of NumPy.

>>> from bastide.vector import VectorEnv
>>> env = VectorEnv("carcassonne seats=2", 64, threads=2, observe=())
>>> arrays = env.reset(7)
>>> arrays = env.step(env.sample())
>>> arrays["mask"].shape[0]
64

Every game is played by all its seats: the action of a step is that of the seat in ``seats``, and what is observed is what that seat sees.
A game that is over begins anew within the step: then ``done`` is true, ``rewards`` and ``scores`` are those of its end, and all else is of
the new game.
"""

from typing import Any, Dict, Iterable, Optional, Union

import numpy as np
import numpy.typing as npt

from ._engine import Lanes, Setup

#: Its name. The number in it is raised whenever equal seeds and actions could lead elsewhere.
NAME = "bastide/vector-v0"
#: The type of each array.
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
#: The arrays that are always written; the others are observations.
ALWAYS = ("mask", "seats", "rewards", "done", "scores")
OBSERVATIONS = ("planes", "ids", "numbers")


class VectorEnv:
    """So many games of a set-up.

    setup: the line of any set-up, or a `Setup`. count: how many games. threads: how many step them; the results are the same for any
    number. window: columns and rows of the planes, odd. observe: which of planes, ids and numbers are written. arrays: the caller's own
    to write into, by name; those that are missing are made.
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
                raise ValueError(f'nothing is written into "{name}"; there is {", ".join(shapes)}')
        self.arrays: Dict[str, npt.NDArray[Any]] = {
            name: given[name] if name in given else np.zeros(shapes[name], DTYPES[name])
            for name in dict.fromkeys([*names, *given])
        }
        self._actions = np.zeros(count, np.int64)

    def __len__(self) -> int:
        return len(self.lanes)

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return self.lanes.actions

    @property
    def ended(self) -> int:
        """Games that have ended since `reset`."""
        return self.lanes.ended

    def reset(self, seed: int) -> Dict[str, npt.NDArray[Any]]:
        """Begins every game anew. Equal seeds and actions give equal games."""
        self.lanes.reset(seed, **self.arrays)
        return self.arrays

    def step(self, actions: npt.NDArray[np.int64]) -> Dict[str, npt.NDArray[Any]]:
        """Takes an action in every game. Raises IllegalAction where one is masked out, and then takes none."""
        self.lanes.step(actions, **self.arrays)
        return self.arrays

    def sample(self) -> npt.NDArray[np.int64]:
        """A legal action of every game, each as likely as the other; the array is the same every time."""
        self.lanes.sample(self._actions)
        return self._actions
