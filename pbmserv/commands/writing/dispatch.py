"""Which letters are written of an outcome: each kind of outcome has its writer."""

from __future__ import annotations

from functools import singledispatch
from importlib import import_module

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.letters.letter import Letter

OTHER_WRITERS = (
    "choices", "daily", "invitations", "opening", "operator", "people", "rematches", "substitutes", "tournaments",
)  # fmt: skip
"""Modules beside this one that are imported when there is something to write that no other has a writer for."""


@singledispatch
def letters_of(outcome: Outcome, call: Call) -> list[Letter]:
    """The letters that tell of an outcome, with the addresses that they go to."""
    for name in OTHER_WRITERS:
        import_module(f"pbmserv.commands.writing.{name}")
    if letters_of.dispatch(type(outcome)) is letters_of.dispatch(object):
        raise LookupError(f"nobody writes letters of {type(outcome).__name__} to {call.sender}")
    return letters_of(outcome, call)
