"""Questions that are mailed to somebody, to be answered with yes or no: each has a one-time code for its answer.

Such a letter can just be answered, at an address that holds the code; or the code comes back with the command
`confirm`. Whoever asks keeps what for under a purpose, and `confirming` knows what a yes and a no mean then.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from pbmserv.commands.call import Call
from pbmserv.commands.outcome import Outcome
from pbmserv.commands.passwords import digest_of, new_code
from pbmserv.play.board import Player
from pbmserv.store.codes import Code


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_YES = _words(
    """yes y yep yeah yup ok okay sure confirm confirmed confirming agree agreed accept accepted please right correct
    true fine certainly absolutely definitely ja jawohl oui si da"""
)
_NO = _words(
    """no n not nope never none neither don't dont didn't didnt won't wont wasn't isn't cannot can't cant stop cancel
    decline declined deny reject rejected refuse refused remove unsubscribe wrong false nein nicht kein keine non pas
    ne jamais nej nee nie"""
)
_MOST_WORDS = 12
"""Of an answer that are looked at, and that one may have which counts as a yes."""


@dataclass(frozen=True)
class Question:
    """What is done when somebody says yes, and when they say no; the code is used up by then."""

    confirmed: Callable[[Call, Code], Outcome]
    declined: Callable[[Call, Code], Outcome]


def new_question(call: Call, player: Player, purpose: str, about: str, until: datetime) -> str:
    """The code of a question that is asked in a player's name, good until a moment.

    `purpose` (at most 16 characters) says which question of `confirming.QUESTIONS` it is, `about` what it is about.
    """
    code = new_code()
    call.work.codes.add(digest_of(code), player, purpose, about, until)
    return code


def means_yes(words: str) -> bool | None:
    """Whether an answer says yes: nothing at all, or a short line that begins so; None where nobody can tell.

    A no wherever it stands in the line is a no: somebody who writes "I do not want this" is not to be misunderstood.
    """
    said = re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)?", words.lower().replace("’", "'"))
    if not said:
        return None if words.strip() else True
    if _NO.intersection(said[:_MOST_WORDS]):
        return False
    return True if said[0] in _YES and len(said) <= _MOST_WORDS else None
