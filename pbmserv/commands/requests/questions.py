"""Questions by mail, answered with yes or no; each has a one-time code.

The code is in the letter's reply address, or sent with `confirm`. A purpose connects a question with its entry in
`mailed_questions.QUESTIONS`.
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
from pbmserv.play.board import Player
from pbmserv.play.yes_and_no import (
    NO,
    YES,
    asks_to_stop,
    begins_with_no,
    in_one_word,
    is_no_for_now,
    leaves_open,
    told_by,
    without_signature,
    words_in,
)
from pbmserv.storage.codes import Code

DECLINE = "decline"
"""A no to one invitation, after which others may come."""
_NAME = re.compile(r"[\s>*]*(?:name|signup)(?:\s*[:=]\s*|\s+)[\"'<]?(\S+?)[\"'>.!,]*\s*", re.IGNORECASE)
"""A line that gives a name: `name robin`, or `signup robin` as in the introduction."""
_NAME_LINE = re.compile(r"\s*name\s*[:= ]\s*[\w.-]{1,32}\s*", re.IGNORECASE)
_CALLED = re.compile(
    r"\b(?:call me|(?:i['’]?d|i would) like to be (?:called|named)|my name(?: is|['’]s|s| here is)|sign me up as"
    r"|play as|nennt? mich|nennen sie mich|ich hei(?:ß|ss)e|mein name (?:ist|sei)|appelle[zs]?[- ]moi|je m['’]appelle"
    r"|mon nom est|ll[aá]mame|me llamo|mi nombre es|chiamami|mi chiamo|il mio nome [eè]|noem me|ik heet|mijn naam is"
    r"|me chame(?: de)?|me chamo|meu nome [eé])\s+[\"'“„«]?([A-Za-z][\w.-]{0,30}\w)[\"'”“»]?"
    r"(?:,? (?:please|pls|bitte|svp|por favor|per favore|graag|here|hier))?[^\S\n]*"
    r"(?:[.,!;:)\n]|\Z|\b(?:and|und|et|y|e|en)\b)",
    re.IGNORECASE,
)
"""A name in a sentence, which is asked about."""
_INTRODUCED = re.compile(
    r"\b(?i:i['’]?m|i am|this is|ich bin(?: der| die)?|je suis|soy|sono|ik ben|jestem|jag är|jeg er)\s+"
    r"([A-Z][a-z]{1,19})(?=\s*(?:[.,!;:)\n]|by the way\b|\Z))"
)
"""How people say who they are, which need not be a name."""
_RENAMING = re.compile(
    r"\b(?:(?:change|alter|edit|correct)\s+(?:my|the)\s+(?:user ?name|userid|nick ?name|nick|name|handle)"
    r"|rename\s+(?:me|my(?:self)?|this)|(?:another|a different|a new)\s+(?:user ?name|userid|nick ?name|nick|name)"
    r"|(?:meinen?|den)\s+(?:benutzer|spieler)?namen?\s+(?:ändern|aendern|wechseln)|(?:mich|uns)\s+umbenennen"
    r"|einen?\s+(?:anderen|neuen)\s+(?:benutzer|spieler)?namen|changer\s+(?:de|mon)\s+(?:nom|pseudo)"
    r"|un\s+autre\s+(?:nom|pseudo)|cambiar\s+(?:de|mi)\s+nombre|otro\s+nombre|cambiare\s+(?:il\s+mio\s+)?nome"
    r"|un\s+altro\s+nome|mijn\s+naam\s+(?:veranderen|wijzigen)|een\s+andere\s+naam)\b",
    re.IGNORECASE,
)
"""What asks for another name, and says nothing of a person."""
_NO_NAMES = frozenset(
    {"later", "tomorrow", "soon", "maybe", "tonight", "today", "again", "back", "anytime", "please", "crazy", "mad"}
    | {"old", "morgen", "später", "demain", "mañana"}
)
"""What may follow `call me`, and is nobody's name."""
_NAME_WITHIN = 5
"""The number of lines among which it is looked for."""
_LONGEST_WITH_A_NAME = 200


@dataclass(frozen=True)
class Question:
    """What a yes and a no do; the code is used up before.

    The code is good from the player's addresses, and from `sent_to`, if its letter has gone elsewhere. If `is_final`,
    a yes cannot be undone: it has to be the only word beside a signature, or a word that asks for an end, such as
    "unsubscribe", which declines any other question.
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
        whole = without_signature(f"{line}\n{more}")
        if asks_to_stop(whole) and len(words_in(whole)) == 1:
            return None if "?" in whole else YES
        # Who stays can leave the next day: a no may be as long as anywhere.
        return in_one_word(whole) or (NO if told_by(line) == NO else None)


def new_question(call: Call, player: Player, purpose: str, about: str, until: datetime) -> str:
    """Create the code of a question in a player's name, valid `until` then.

    `purpose` (at most 16 characters) is a key of `mailed_questions.QUESTIONS`, `about` its subject.
    """
    code = new_code()
    call.work.codes.add(digest_of(code), player, purpose, about, until)
    return code


def guest_answer(line: str, more: str = "", subject: str = "", names: Collection[str] = ()) -> str | None:
    """Parse the answer to an invitation: yes, no, `decline`, a name (`name robin`), which is a yes, or None.

    `more` is the other new text, `names` are those of who invites. No other word is a name: people greet and agree in
    more words than anybody knows, and an auto-responder must not create a player. A no is permanent, so it has to be
    plain: "No, sorry, no time" only declines, and "Not now, maybe later" is neither.
    """
    if not words_in(line) or looks_like_absence(subject, f"{line}\n{more}"):
        return None
    if asks_to_stop(line):
        return NO
    said, chosen = told_by(line, more, names), _chosen_name(line, more, names)
    if said == NO:
        if leaves_open(next(filter(str.strip, more.splitlines()), "")):
            return None
        if begins_with_no(line):
            return NO
        if is_no_for_now(line):
            return DECLINE
        return None if leaves_open(line) else DECLINE
    return chosen or said


def name_in_words(text: str) -> str:
    """The name that a guest would like to have by a sentence, `Please call me Zed`; empty if none."""
    found = _CALLED.search(text[:_LONGEST_WITH_A_NAME])
    return found[1] if found and found[1].lower() not in _NO_NAMES and told_by(found[1]) is None else ""


def name_introduced(text: str) -> str:
    """The name by which somebody seems to introduce themselves, `I'm Zoe`; empty if none."""
    found = _INTRODUCED.search(text[:_LONGEST_WITH_A_NAME])
    return found[1] if found and found[1].lower() not in _NO_NAMES and told_by(found[1]) is None else ""


def asks_for_a_name(line: str, *, is_for_server: bool) -> bool:
    """Whether a player would like to be called in another way.

    What may only introduce its writer, `my name is Robin`, counts where nobody but the server reads it.
    """
    line = line[:_LONGEST_WITH_A_NAME]
    if _RENAMING.search(line):
        return True
    return is_for_server and (bool(name_in_words(line)) or _NAME_LINE.fullmatch(line) is not None)


def _chosen_name(line: str, more: str, names: Collection[str]) -> str | None:
    """The name in a line of its own, which is the first one or stands below a yes."""
    lines = [line, *more.splitlines()]
    for number, each in enumerate(lines[:_NAME_WITHIN]):
        found = _NAME.fullmatch(each)
        if found is None or found[1].lower() in {YES, NO, DECLINE}:
            continue
        others = [*lines[:number], *lines[number + 1 :]] if number else [YES, *lines[1:]]
        return found[1] if told_by(others[0], "\n".join(others[1:]), names) == YES else None
    return None
