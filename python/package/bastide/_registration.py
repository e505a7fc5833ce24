"""Registers the environments with Gymnasium, where it is installed. Importing `bastide` does that, in whatever order the two are imported.

Gymnasium 1.0 dropped the entry points (`gymnasium.envs`) by which earlier versions found environments without an import.
"""

#: The games that are registered, each as ``bastide/NAME-v0``.
SETUPS = {
    "carcassonne": "carcassonne seats=2",
    "hunters": "hunters seats=2",
    "discovery": "discovery seats=2",
    "coop": "coop seats=2",
}


def register() -> None:
    """Registers the environments that are not registered yet; without Gymnasium, none."""
    try:
        from gymnasium.envs.registration import register as register_one
        from gymnasium.envs.registration import registry
    except ImportError:
        return
    for name, setup in SETUPS.items():
        environment = f"bastide/{name}-v0"
        if environment not in registry:
            register_one(environment, entry_point="bastide.gymnasium_env:CarcassonneEnv", kwargs={"setup": setup})
