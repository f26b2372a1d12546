"""Which letters are written of an outcome: each kind of outcome has its writer."""

from __future__ import annotations

from functools import singledispatch

from pbmserv.commands.call import Call
from pbmserv.commands.outcome import Outcome
from pbmserv.letters.letter import Letter


@singledispatch
def letters_of(outcome: Outcome, call: Call) -> list[Letter]:
    """The letters that tell of an outcome, with the addresses that they go to."""
    raise LookupError(f"nobody writes letters of {type(outcome).__name__} to {call.sender}")
