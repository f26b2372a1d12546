"""Questions by mail, answered with yes or no; each has a one-time code.

The letter can be answered, as its reply address holds the code, or the code is sent with the command `confirm`. A
purpose connects a question with its entry in `answers.QUESTIONS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.requests.passwords import digest_of, new_code
from pbmserv.letters.absence import looks_like_absence
from pbmserv.play.board import Player
from pbmserv.play.yes_and_no import (
    NO,
    PLAINLY_NO,
    YES,
    asks_to_stop,
    in_one_word,
    is_friendly,
    is_of_a_mailbox,
    leaves_open,
    says_something,
    told_by,
    words_in,
)
from pbmserv.storage.codes import Code

_NOT_NAMES = frozenset({
    "hello", "hi", "hey", "hallo", "hola", "bonjour", "dear", "thanks", "thank", "danke", "merci", "gracias",
    "greetings", "sorry", "maybe", "perhaps", "later", "who", "what", "why", "absent", "out",
    # What programs and people acknowledge with, in one word.
    "ooo", "away", "busy", "received", "noted", "delivered", "sent", "read", "acknowledged", "understood", "approved",
    "closed", "opened", "resolved", "done", "queued", "ticket", "support", "spam", "test", "undeliverable", "cheers",
    "tentative", "automatic", "unknown", "undefined", "null", "blocked", "quarantined", "bounce", "fyi", "lol",
    "ciao", "salut", "moin", "servus", "hej", "hoi", "hm", "hmm", "haha", "vielleicht", "zusage",
    "regards", "best", "great", "nice", "cool", "wow", "interesting", "perfect", "draw", "tie", "resign", "meeting",
    "erhalten", "empfangen", "gelesen", "zugestellt", "abwesend", "interessant", "recu", "absente", "recibido",
    "leido", "ausente", "ricevuto", "letto", "assente", "recebido", "ontvangen", "gelezen", "afwezig", "mottaget",
    "modtaget", "mottatt", "otrzymano",
})  # fmt: skip
_MOST_OF_A_GUEST = 4
"""The longest yes or no, in words, of a guest who may never have heard of us."""
_MOST_BESIDE_IT = 12
"""The longest line, in words, that begins with such a yes."""


@dataclass(frozen=True)
class Question:
    """What a yes and a no do; the code is used up before.

    The code is good from the player's addresses, and from `sent_to`, if its letter has gone elsewhere. If `is_final`,
    a yes cannot be undone: it has to be the only word, or a word that asks for an end, such as "unsubscribe", which
    declines any other question.
    """

    confirmed: Callable[[Call, Code], Outcome]
    declined: Callable[[Call, Code], Outcome]
    is_final: bool = False
    sent_to: Callable[[Code], str] | None = None

    def answer_in(self, line: str, more: str) -> str | None:
        """Whether an answer says yes or no, or None. `more` is the text below its first line."""
        if not self.is_final:
            said = NO if asks_to_stop(line) else told_by(line)
            below = next(filter(str.strip, more.splitlines()), "")
            return None if said == YES and told_by(below) == NO else said
        whole = f"{line} {more}"
        if asks_to_stop(whole) and len(words_in(whole)) == 1:
            return None if "?" in whole else YES
        # Who stays can leave the next day: a no may be as long as anywhere.
        return in_one_word(whole) or (NO if told_by(line) == NO else None)


def new_question(call: Call, player: Player, purpose: str, about: str, until: datetime) -> str:
    """Create the code of a question in a player's name, valid `until` then.

    `purpose` (at most 16 characters) is a key of `answers.QUESTIONS`, `about` its subject.
    """
    code = new_code()
    call.work.codes.add(digest_of(code), player, purpose, about, until)
    return code


def guest_answer(line: str, more: str = "", subject: str = "") -> str | None:
    """Parse the answer to an invitation: yes, no, a name, or None.

    `more` is the other new text. An auto-responder must not create a player: a yes is short, or stands alone before
    further text, and a name stands alone. A no is permanent, so it has to be as plain: "Not now, maybe later" is
    none.
    """
    said = words_in(line)
    if not said or looks_like_absence(subject, f"{line}\n{more}"):
        return None
    is_short = len(said) <= _MOST_OF_A_GUEST
    if asks_to_stop(line):
        return NO
    if is_short and said[0] in PLAINLY_NO and is_friendly(set(said) - PLAINLY_NO):
        return None if leaves_open(next(filter(str.strip, more.splitlines()), "")) else NO
    if told_by(line) == YES and not is_of_a_mailbox(line, more):
        begins_with_it = len(words_in(re.split(r"[,.;:!]", line.strip(), maxsplit=1)[0])) <= _MOST_OF_A_GUEST
        return YES if is_short or (begins_with_it and len(said) <= _MOST_BESIDE_IT) else None
    alone = line.strip().rstrip(".!")
    is_name = re.fullmatch(r"[A-Za-z][A-Za-z0-9_.-]{1,31}", alone) is not None and not more.strip()
    return alone if is_name and alone.lower() not in _NOT_NAMES and not says_something(alone) else None
