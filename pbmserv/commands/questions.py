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
YES, NO = "yes", "no"
_NO_REFUSAL = re.compile(
    r"\b(?:no (?:problem|worries|doubt|objections?)|not a problem|why not|kein problem|pas de probl[eè]me)\b"
)
"""What holds a word of _NO, and is none."""
_MOST_WORDS = 12
"""Of an answer that are looked at, and that one may have which counts as a yes."""

_PLAINLY_YES = _words("yes y yep yeah yup ok okay sure ja jawohl oui si da")
_PLAINLY_NO = _words(
    """no n nope never stop cancel decline declined reject rejected refuse refused remove unsubscribe nein non nej nee
    nie"""
)
_BESIDE_NO = _PLAINLY_NO | _words(
    "thanks thank you many very much please sorry me danke vielen dank merci gracias grazie bedankt tack"
)
"""The words that may stand beside a plain no: all that make it friendlier, and none that change it."""
_NOT_NAMES = _words(
    """hello hi hey hallo hola bonjour dear thanks thank danke merci gracias greetings sorry maybe perhaps later who
    what why absent out"""
)
_AWAY = re.compile(
    r"out of (?:the )?office|\baway\b|\bvacation|\bholiday|\babsen|\babwesen|\burlaub|\bautomati", re.IGNORECASE
)
_MOST_OF_A_GUEST = 4
"""Words in the yes or no of somebody who may never have heard of us."""


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
    "Yes, no problem!" holds none.
    """
    said = _words_said(_NO_REFUSAL.sub(" ", words.lower()))
    if not said:
        return None if words.strip() else True
    if _NO.intersection(said[:_MOST_WORDS]):
        return False
    return True if said[0] in _YES and len(said) <= _MOST_WORDS else None


def answer_meant(line: str, more: str = "", subject: str = "") -> str | None:
    """What an answer to an invitation says: yes, no, or a name; None where nobody can tell.

    `more` is what else is new in the letter. A program that answers whatever comes must not make a player: a yes is
    short and says nothing else, and a name stands alone. A no is for ever, so that it has to be as short and plain:
    "Not now, maybe later" is none.
    """
    said = _words_said(line)
    if not said or _AWAY.search(f"{subject} {line} {more}"):
        return None
    is_short = len(re.findall(r"[\w.'’-]+", line)) <= _MOST_OF_A_GUEST
    if is_short and said[0] in _PLAINLY_NO and _BESIDE_NO.issuperset(said):
        return NO
    if not (_NO | _PLAINLY_NO).isdisjoint(said):
        return None
    if is_short and said[0] in _PLAINLY_YES:
        return YES
    alone = line.strip().rstrip(".!")
    is_name = re.fullmatch(r"[A-Za-z][A-Za-z0-9_.-]{1,31}", alone) is not None
    return alone if is_name and not more.strip() and alone.lower() not in _NOT_NAMES | _YES else None


def _words_said(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", text.lower().replace("’", "'"))
