"""Questions by mail, answered with yes or no; each has a one-time code.

The letter can be answered, as its reply address holds the code, or the code is sent with the command `confirm`. A
purpose connects a question with its entry in `answers.QUESTIONS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.requests.passwords import digest_of, new_code
from pbmserv.letters.absence import looks_like_absence
from pbmserv.letters.machine_addresses import is_nobodys
from pbmserv.play.board import Player
from pbmserv.play.yes_and_no import (
    NO,
    YES,
    asks_to_stop,
    begins_with_no,
    in_one_word,
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
    "confidential", "disclaimer", "sincerely", "image", "logo", "photo", "picture", "attachment", "signature",
    "unread", "message", "notification", "confirmation", "invoice", "bild", "foto", "anhang", "vertraulich",
    "confidentiel", "confidencial", "bestaetigung", "eingang", "eingegangen", "envoye", "enviado", "inviato",
    "verzonden", "skickat", "wyslano", "accepted", "declined", "forwarded", "fwd", "re", "aw", "fw", "subject",
    "betreff",
})  # fmt: skip

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{1,31}")
_FILE = re.compile(r"\.[A-Za-z0-9]{1,4}\Z")
"""How files and domains end: `image001.png`, `acme.com`."""
_TICKET = re.compile(
    r"[A-Z]{2,}[_.-]?[0-9]{2}|[A-Za-z]+[_.-][0-9]{3,}\Z"
    r"|(?i:ticket|case|inc(?:ident)?|req(?:uest)?|ref|sr|id|issue|job|order|image|img|att|scan|vorgang|fall|anfrage"
    r"|dossier|caso|zgloszenie|sag|sak|arende)[_.-]?[0-9]"
)
"""How tickets are called, and pictures: `Ticket-4711`, `INC0012345`, `image001`."""


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
    asks: Callable[[Call, Code], str] | None = None
    """The question in a sentence, for whoever has not answered it clearly."""

    def answer_in(self, line: str, more: str) -> str | None:
        """Whether an answer says yes or no, or None. `more` is the text below its first line."""
        if not self.is_final:
            return NO if asks_to_stop(line) else told_by(line, more)
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


def guest_answer(line: str, more: str = "", subject: str = "", names: Collection[str] = ()) -> str | None:
    """Parse the answer to an invitation: yes, no, a name, or None.

    `more` is the other new text, `names` are those of who invites. An auto-responder must not create a player, so a
    name stands alone. A no is permanent, so it has to be as plain: "Not now, maybe later" is none.
    """
    if not words_in(line) or looks_like_absence(subject, f"{line}\n{more}"):
        return None
    if asks_to_stop(line):
        return NO
    said = told_by(line, more, names)
    if said == NO:
        is_final = begins_with_no(line) and not leaves_open(next(filter(str.strip, more.splitlines()), ""))
        return NO if is_final else None
    return said or (_name_in(line) if not more.strip() else None)


def _name_in(line: str) -> str | None:
    """The name that a line consists of, unless it looks like a file, a domain, a ticket or a role."""
    alone = line.strip().rstrip(".!")
    if _NAME.fullmatch(alone) is None or _FILE.search(alone) or _TICKET.match(alone):
        return None
    is_none = alone.lower() in _NOT_NAMES or is_nobodys(f"{alone}@") or says_something(alone)
    return None if is_none else alone
