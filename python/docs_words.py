"""Griffe extension for the package's documentation: adds the docstrings of the compiled module to the types in its stub, and shows
examples as code."""

import inspect
import re
from typing import Any

import griffe

import bastide._engine

#: Docstrings of constants, which cannot have docstrings in the compiled module.
CONSTANTS = {
    "CHANCE": "Value of `Game.actor` when it is chance's turn.",
    "RULES_VERSION": "Version of the rules for new games.",
}


class Words(griffe.Extension):
    """Griffe extension that adds docstrings of the compiled module to the stub, and marks examples as code."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Runs after the package was loaded."""
        for name, thing in pkg["_engine"].members.items():
            told = getattr(bastide._engine, name, None)
            say(thing, told)
            if isinstance(thing, griffe.Class):
                for member in thing.members.values():
                    say(member, getattr(told, member.name, None))
        for module in (pkg, *pkg.modules.values()):
            if module.docstring is not None:
                text = module.docstring.value
                module.docstring.value = re.sub(r"^(>>> .*(?:\n.+)*)", r"```pycon\n\1\n```", text, flags=re.MULTILINE)


def say(thing: Any, told: Any) -> None:
    """Sets the docstring of a member that lacks one, if the compiled module has one."""
    words = CONSTANTS.get(thing.name, inspect.getdoc(told))
    if words and not thing.is_alias and (thing.docstring is None or thing.name in CONSTANTS):
        thing.docstring = griffe.Docstring(words, parent=thing)
