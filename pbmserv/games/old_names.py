"""The former names of the contract of games: they work for one more version, with a `DeprecationWarning`.

All of this goes in the next version, with the modules that only hold old names.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from functools import wraps
from importlib import import_module
from typing import Any


def warn_of(old: str, new: str) -> None:
    """Tell the author of a package that something is called otherwise now, with the line that they wrote."""
    frame, level = sys._getframe(1), 2
    while frame.f_back and _IN_BETWEEN.match(frame.f_globals.get("__name__", "")):
        frame, level = frame.f_back, level + 1
    warnings.warn(
        f"{old} is called {new} now; the old name works in this version of pbmserv, and not in the next",
        DeprecationWarning,
        stacklevel=level,
    )


_IN_BETWEEN = re.compile(r"pbmserv\.games\.|abc$|dataclasses$")
"""Modules that stand between what an author has written and this one."""


def names_of(
    module: str, renamed: Mapping[str, str], home: str = "", fields: Mapping[str, str] | None = None
) -> Callable[[str], Any]:
    """A module's `__getattr__`: what is called otherwise there now, or has its `home` in another module.

    `fields` are those of its dataclasses that are called otherwise, too.
    """

    def found_by(name: str) -> Any:
        new = renamed.get(name, name if home else "")
        if not new or name.startswith("__"):
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        found = getattr(import_module(home or module), new)
        warn_of(f"{module}.{name}", f"{home or module}.{new}")
        if is_dataclass(found) and fields:
            take_old_fields(found, fields)
        return found

    return found_by


class OldName:
    """What a class has under a new name, by the old one."""

    def __init__(self, owner: type, old: str, new: str) -> None:
        self._said = f"{owner.__name__}.{old}", new
        self._value = vars(owner)[new]

    def __get__(self, instance: object, owner: type) -> Any:
        warn_of(*self._said)
        value = self._value
        return value.__get__(instance, owner) if hasattr(value, "__get__") else value


def keep_old_names(kind: type) -> None:
    """Have a new class answer to old names, and let what it defines by old names stand for the new ones.

    The classes among its bases say in `RENAMED` what is called otherwise now.
    """
    own, is_old = dict(vars(kind)), False
    renamed = {old: new for each in kind.__mro__ for old, new in vars(each).get("RENAMED", {}).items()}
    for old, new in renamed.items():
        if new in own:
            if old not in own:
                setattr(kind, old, OldName(kind, old, new))
        elif old in own:
            is_old = True
            setattr(kind, new, own[old])
            warn_of(f"{kind.__name__}.{old}", new)
    if is_old and (fields := getattr(getattr(kind, "position_class", None), "RENAMED", None)):
        take_old_fields(getattr(kind, "position_class"), fields)  # noqa: B009 - a class that says only its type has none


def take_old_fields(kind: Any, renamed: Mapping[str, str]) -> None:
    """Let the values of a dataclass be given by the old names of its fields."""
    made = kind.__init__
    if getattr(made, "takes", None) == renamed:
        return

    @wraps(made)
    def filled(self: Any, *values: Any, **named: Any) -> None:
        for old in renamed.keys() & named.keys():
            warn_of(f"{type(self).__name__}({old}=...)", renamed[old])
            named[renamed[old]] = named.pop(old)
        made(self, *values, **named)

    filled.takes = renamed  # type: ignore[attr-defined]
    kind.__init__ = filled
