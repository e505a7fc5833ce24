"""Registers the environments with Gymnasium, if it is installed. Importing `bastide` calls this, before or after importing Gymnasium.

Registration needs an import, because Gymnasium 1.0 removed the entry points (`gymnasium.envs`) that earlier versions loaded themselves.
"""

#: Set-up of each registered environment ``bastide/NAME-v0``, by NAME.
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
