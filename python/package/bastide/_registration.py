"""Registers the environments with Gymnasium, if it is installed. Importing `bastide` does this, before or after importing Gymnasium.

Gymnasium 1.0 dropped the entry points (`gymnasium.envs`) that made environments available without an import in earlier versions.
"""

#: Registered games, each as ``bastide/NAME-v0``.
SETUPS = {
    "carcassonne": "carcassonne seats=2",
    "hunters": "hunters seats=2",
    "discovery": "discovery seats=2",
    "coop": "coop seats=2",
}


def register() -> None:
    """Registers the environments that are not registered yet. Does nothing without Gymnasium."""
    try:
        from gymnasium.envs.registration import register as register_one
        from gymnasium.envs.registration import registry
    except ImportError:
        return
    for name, setup in SETUPS.items():
        environment = f"bastide/{name}-v0"
        if environment not in registry:
            register_one(environment, entry_point="bastide.gymnasium_env:CarcassonneEnv", kwargs={"setup": setup})
