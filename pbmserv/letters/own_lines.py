"""Lines that identify our own letters in quoted text.

They are the beginnings of letters that can be answered, and what these say about answering, as in `templates`; a test
checks them. GAME, NUMBER, USER and TEXT are as in `subjects`, whose Subjects count, too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple
from unicodedata import normalize

from pbmserv.letters.subjects import BOARDS, INVITATIONS, form_of
from pbmserv.locale.catalogs import catalog_of, languages

_OPENING = (
    "Summary of GAME Board NUMBER",
    "A new GAME board (NUMBER) has been started",
    "GAME Board NUMBER starts again without",
    "GAME Board NUMBER: nobody but you",
    "GAME Board NUMBER: your choice is kept",
    "GAME Board NUMBER: you have no queued moves",
    "GAME Board NUMBER: what you have chosen",
    "GAME Board NUMBER: no move of yours",
    "GAME Board NUMBER as it would stand",
    "GAME Board NUMBER as it might stand",
    "GAME Board NUMBER as it stood",
    "GAME Board NUMBER is waiting for you",
    "GAME Board NUMBER has been removed",
    "A game of GAME as it might be played",
    "This goes to the players of GAME Board NUMBER",
    "This goes to all players of",
    "Your words go to the players of GAME Board NUMBER",
    "Shall your words go to",
    "This goes to USER, USER",
    "To answer USER alone, just answer this letter",
    "USER invites you to a game of GAME:",
    "USER, NUMBER boards wait for you:",
    "USER, NUMBER board waits for you:",
    "USER would like to play GAME once more, after GAME Board NUMBER",
    "USER asks you to take over the seat of USER, who has left GAME",
    "USER, season NUMBER of TEXT has begun",
    "Hello! This is pbmserv, a server for board games",
    "Your answer was taken for this command:",
    "Do you want to resign? Then answer this letter with yes",
    "Do you want to propose a tie? Then answer this letter with yes",
    "Do you want to ask for your last move back? Then answer",
    "It is not clear whether what you wrote is a yes",
    "The name of a game is expected before",
    "USER, you write that you will be away",
)
_BELOW = (
    "It is your turn, USER: move NUMBER.",
    "It is your turn, USER: round NUMBER.",
    "It is USER's turn: move NUMBER.",
    "To move, just answer this letter with your move in the first line",
    "To answer all of them, just answer this letter",
    "Just answer this letter, with a line for each board",
    "If so, just answer this letter with yes",
    "To say yes or no, just answer this letter",
    "GAME move NUMBER USER PASSWORD",
    "GAME chat NUMBER USER PASSWORD",
    "message USER PASSWORD USER",
    "A letter opens: write your move in its first line.",
    "Chance is fair, and you can check it: the SHA-256",
)
_MAYBE = ("Players: USER (", "Players: USER,", "You have until NUMBER-", "Your move.", "USER writes:", "*" * 40)
_FILLED = re.compile(r"\{[^{}]*\}")
_VALUES = {
    "board": "Hex Board 101",
    "game": "Hex",
    "number": "101",
    "season": "2",
    "count": "2",
    "players": "alice (Black), bob (White)",
    "until": "2024-03-01 12:00 UTC",
}
"""Values as English letters have them, by parts of their names; others are players."""
_TITLE = r"\w[\w -]{0,40} Board [0-9]{1,9}"
_NUMBER = "[0-9]{1,9}"
_VALUE = r"\S(?:[^\n]{0,60}\S)?"
_TITLED = re.compile(rf"{_TITLE}(?: [^:]{{1,100}})?: ")
"""With the title of a board, many sentences begin in other languages."""
_STARTS = 2
"""By so many letters the beginnings of sentences in other languages are found."""
_ANY_START, _ANY_OF_OTHERS = "", "\n"
"""Where those stand that begin with a value; the second ones are not in a line of ASCII."""
_FIRST_OF_SENTENCE = 60
"""The characters of a sentence in another language by which it is known."""
_FEWEST_LETTERS = 10
"""With fewer letters of its own, a sentence could be anybody's."""
_LONGEST = 2_000
"""The number of characters examined; without line breaks our first words are among them."""
_LONGEST_SUBJECT = 200
_MARKS = " \t*_|>«»\"'"
_AFTER_A_LABEL = re.compile(r"[:：>] *")
_MOST_LABELS = 3
"""A label, `Re:`, and a gateway's tag."""


def _any_of(forms: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(form_of(form) for form in forms).replace("(?P<game>", "(?:"), re.IGNORECASE)


_WORD_OF_COMMAND = "PASSWORD"
_COMMAND = re.compile(rf"\b{_WORD_OF_COMMAND}\b")
"""What stands in the commands that letters print, which people repeat as their own."""
_SURE = _any_of((*_OPENING, *(form for form in _BELOW if not _COMMAND.search(form))))
_WORDED = tuple(form for form in _OPENING if not form.startswith(("GAME", "USER")))
_WITHIN = _any_of(_WORDED)
_FIRST_WORDS = tuple({re.split("GAME|USER", form)[0].lower() for form in _WORDED})
_LIKELY = _any_of(_MAYBE)
_SUBJECT = _any_of((*BOARDS, *INVITATIONS, "Message from USER", "Broadcast from USER"))


def plain(line: str) -> str:
    """Remove quote marks, stars and repeated blanks from a line, and put letters and their accents together."""
    words = " ".join(line[:_LONGEST].split())
    # Some programs write them apart.
    words = words if words.isascii() else normalize("NFC", words)
    return words.strip(_MARKS) or words


def is_certainly_ours(line: str) -> bool:
    """Whether only this server writes such a plain line, in any of its languages."""
    return _SURE.match(line) is not None or _begins_elsewhere(_SURE, line)


def may_be_ours(line: str) -> bool:
    """Whether our letters contain a line that people may write, too."""
    if _LIKELY.match(line) is not None:
        return True
    if _is_titled(line) or _begins_elsewhere(_LIKELY, line):
        return True
    return _is_subject(line, 0) or is_command_of_ours(line)


def is_command_of_ours(line: str) -> bool:
    """Whether a line is like the commands that our letters print: no letter begins with one."""
    return _WORD_OF_COMMAND in line and _COMMAND.search(line) is not None


def is_subject(line: str) -> bool:
    """Whether a line is one of our Subjects, which HTML letters repeat at the top, or begins like one."""
    return _is_subject(line, 0) or _is_titled(line)


def has_our_subject(line: str) -> bool:
    """Whether a line has a Subject of ours after a label: `Betreff: Re: Hex Board 101 bob`."""
    if not _AFTER_A_LABEL.search(line):
        return False
    labels = islice(_AFTER_A_LABEL.finditer(line), _MOST_LABELS)
    return any(_is_subject(line, label.end()) for label in labels)


def has_our_headline(line: str) -> bool:
    """Whether a letter of ours begins within a line whose line breaks were removed."""
    words = line.lower()
    if any(first in words for first in _FIRST_WORDS) and _WITHIN.search(line) is not None:
        return True
    for others in _others_like(_WITHIN.pattern).values():
        for each in others:
            if each.literal in words and each.pattern.search(line):
                return True
    return False


def _is_titled(line: str) -> bool:
    """Whether a line in another language begins with the title of a board."""
    return not line.isascii() and _TITLED.match(line) is not None


def _begins_elsewhere(english: re.Pattern[str], line: str) -> bool:
    """Whether a line begins in another language as lines that this pattern knows do in English."""
    # By its text: to hash a compiled pattern takes longer than to match it.
    others, words = _others_like(english.pattern), line.lower()
    starts = (words[:_STARTS], _ANY_START) if words.isascii() else (words[:_STARTS], _ANY_START, _ANY_OF_OTHERS)
    for start in starts:
        for each in others.get(start, ()):
            if each.literal in words and each.pattern.match(line):
                return True
    return False


class _Begun(NamedTuple):
    """How a sentence begins: a part of it that a line has, in small letters, and the pattern of all of it."""

    literal: str
    pattern: re.Pattern[str]


@cache
def _others_like(pattern_of_english: str) -> Mapping[str, Sequence[_Begun]]:
    """What begins in other languages as lines that this pattern knows do in English, by its first letters.

    What begins with a value stands apart. A line has been wrapped somewhere else there, so only the first words
    count, up to a width that always fits.
    """
    english = re.compile(pattern_of_english, re.IGNORECASE)
    begun = {
        first: pattern
        for language in languages()
        if (catalog := catalog_of(language))
        for sentence, text in catalog.texts
        if english.match(_FILLED.sub(_filled, sentence))
        if (pattern := _begun(first := _first_words(text)))
    }
    found: dict[str, list[_Begun]] = {}
    for first, pattern in begun.items():
        start, literals = first[:_STARTS].lower(), _FILLED.sub("\n", first).partition("{")[0].split("\n")
        literal = max((each.strip().lower() for each in literals), key=len)
        if pattern_of_english == _WITHIN.pattern:
            # To look for a value at each place of a line takes several times as long, and tells nothing.
            pattern = pattern.removeprefix(_VALUE)
        if "{" in start:
            start = _ANY_START if literal.isascii() else _ANY_OF_OTHERS
        found.setdefault(start, []).append(_Begun(literal, re.compile(pattern, re.IGNORECASE)))
    return found


def _filled(value: re.Match[str]) -> str:
    """A value as English letters have it, by which the lines above are recognised."""
    return next((filled for name, filled in _VALUES.items() if name in value[0]), "alice")


def _first_words(text: str) -> str:
    first = " ".join(text.split())[:_FIRST_OF_SENTENCE]
    return first.rpartition(" ")[0] if len(first) == _FIRST_OF_SENTENCE else first


def _begun(first: str) -> str:
    """The pattern of the first words of a sentence; empty if they could begin any."""
    pattern, place = "", 0
    for value in _FILLED.finditer(first):
        pattern += re.escape(first[place : value.start()])
        pattern += _TITLE if "board" in value[0] else _NUMBER if value[0] == "{number}" else _VALUE
        place = value.end()
    words = _FILLED.sub("", first) + "title" * ("{board}" in first) + "digit" * ("{number}" in first)
    end = first[place:].partition("{")[0]
    # A value may go on in the next line, and so the sign behind it.
    pattern += re.escape(end) if any(map(str.isalpha, end)) else ""
    return pattern if sum(map(str.isalpha, words)) >= _FEWEST_LETTERS else ""


def _is_subject(line: str, start: int) -> bool:
    return len(line) <= _LONGEST_SUBJECT and _SUBJECT.fullmatch(line, start) is not None
