"""For the pages of the package, to Griffe, which reads it: what the compiled part says of itself, beside the types that its stub tells;
and examples as code."""

import inspect
import re
from typing import Any

import griffe

import bastide._engine

#: Of constants, which have none of their own.
CONSTANTS = {
    "CHANCE": "What `Game.actor` says where chance must answer.",
    "RULES_VERSION": "The version of the rules by which new games are played.",
}


class Words(griffe.Extension):
    """Gives what the stub names the words that it has in the compiled module, and shows examples as code."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Once the package was read."""
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
    """Gives a thing its words, if it has none of its own and there are some."""
    words = CONSTANTS.get(thing.name, inspect.getdoc(told))
    if words and not thing.is_alias and (thing.docstring is None or thing.name in CONSTANTS):
        thing.docstring = griffe.Docstring(words, parent=thing)
