"""The Carcassonne family of board games: an engine, computer players and environments for research.

>>> import bastide
>>> game = bastide.Game("carcassonne seats=2", seed=7)
>>> while not game.is_over:
...     game.apply(game.legal()[0])
>>> len(game.scores())
2

A `Game` is a set-up, its answers and the resulting position. `Encoder` defines the actions and observations of a set-up, and `Lanes`
plays many games in parallel. Environments are in separate modules, which need the respective library: `bastide.gymnasium_env`,
`bastide.pettingzoo_env`, `bastide.openspiel_game`. Importing this package registers the Gymnasium environments.
"""

from ._engine import (
    CHANCE,
    RULES_VERSION,
    Answer,
    ArrayError,
    BastideError,
    Encoder,
    Game,
    IllegalAction,
    IllegalAnswer,
    Lanes,
    RecordError,
    Setup,
    SetupError,
    StaleAnswer,
    info,
    verify,
)
from ._engine import players_known as players
from ._registration import register as _register

__version__ = "0.2.0"

__all__ = [
    "CHANCE",
    "RULES_VERSION",
    "Answer",
    "ArrayError",
    "BastideError",
    "Encoder",
    "Game",
    "IllegalAction",
    "IllegalAnswer",
    "Lanes",
    "RecordError",
    "Setup",
    "SetupError",
    "StaleAnswer",
    "info",
    "players",
    "verify",
]

_register()
