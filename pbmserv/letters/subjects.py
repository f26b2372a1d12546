"""Subjects of our letters, which are never taken for commands in an answer.

Otherwise a player could choose a name and password that turn answers into their command. GAME, NUMBER, USER and TEXT
stand for what varies; a test checks that all Subjects are listed. All letters of a board, and all of a tournament,
have one Subject, so that mail programs keep them together. Earlier ones are answered, and quoted, for years.
"""

from __future__ import annotations

import re
from collections.abc import Container
from functools import cache

HELP = ("Help for TEXT", "Help: TEXT", "Welcome to pbmserv, USER")
"""Letters answered with a question."""

SEVERAL = (
    "Your letter of the day",
    "Your boards are waiting",
    # Those below are of earlier letters.
    "Your letter of the day: NUMBER boards",
    "Reminder: NUMBER boards",
)
"""Letters with more than one board."""

INVITATIONS = ("Invitation to GAME from USER", "Invitation to GAME")
"""Letters answered with yes, no, or a name, perhaps by a guest."""

TOURNAMENT, ALL_TOURNAMENTS = TOURNAMENTS = ("The tournament TEXT", "The tournaments here")
"""The letters of one tournament, and the list of all."""

FORGOTTEN = "A new password for USER"
"""The letter with a code for a new password, which its Subject is to take."""

BOARDS = (
    "GAME Board NUMBER",
    # Those below are of earlier letters.
    "New GAME Board NUMBER",
    "New GAME Board NUMBER USER",
    "GAME Board NUMBER USER",
    "Nag: GAME Board NUMBER",
    "Nag: GAME Board NUMBER USER",
    "GAME Board NUMBER ALL",
    "GAME Board NUMBER Error",
    "GAME Board NUMBER confirmation",
    "GAME Board NUMBER preview",
    "GAME Board NUMBER record",
    "GAME Board NUMBER rematch",
    "GAME Board NUMBER submitted",
    "GAME Board NUMBER substitute",
    "GAME Board NUMBER has been removed",
    "GAME Board NUMBER waits for players",
    "GAME Board NUMBER waits no more",
    "GAME board NUMBER has TEXT",
    "GAME chat NUMBER USER",
)

TYPED_TOO = ("GAME Standings", "List of GAME games", "List of games")
"""Also commands as typed; in an answer they are not."""

OTHERS = (
    FORGOTTEN,
    "Address confirmed",
    "Announcement: TEXT",
    "Answers to NUMBER commands",
    "Answers to NUMBER command",
    "Boards of USER",
    "Broadcast from USER",
    "Commands left over",
    "Did you mean this?",
    "Do you want to leave?",
    "Forgotten password",
    "GAME Boards TEXT",
    "GAME Notify summary",
    "GAME limits of USER",
    "GAME preview",
    "Goodbye, USER",
    "Historical List of GAME games",
    *INVITATIONS,
    "Is this challenge yours?",
    "Is this your address?",
    "Letter from TEXT",
    "Letters do not reach USER",
    "Letters go to you again",
    "Letters to one of your addresses come back",
    "Message from USER",
    "No game has been started",
    "No letters for you",
    "No more answers for a while",
    "Nothing has been done",
    "Open challenges",
    "Players you have blocked",
    "Reported chat",
    "Your report",
    "Subscription summary",
    *TOURNAMENTS,
    "You have not left",
    *SEVERAL,
    "Your account has been deleted",
    "Your account has been suspended",
    "Your account is open again",
    "You are in",
    "Your addresses",
    "Your broadcast",
    "Your mail could not be carried out",
    "Your mail has to wait",
    "Your invitation",
    "Your message",
    "Your password has been changed",
    "Your settings",
    "Your sign-in link",
    "Your subscriptions",
    "Your vacation",
    "What came of your answer",
    "What you wrote",
    # Of earlier letters.
    "Final table of TEXT",
    "GAME error",
    "Invalid challenge",
    "News of TEXT",
    "Standings of TEXT",
    "The tournament TEXT does not take place",
    "Your boards in TEXT",
    "pbmserv error",
)

_PLACES = {
    "GAME": r"(?P<game>\S+)",
    "NUMBER": r"[0-9]+",
    "USER": r"[A-Za-z][A-Za-z0-9_.-]*",
    "TEXT": r".+",
}
_STARS = r"(?: ?\*\*)?"
"""The sign of a comment inside."""

_SUBJECTS = (*HELP, *BOARDS, *TYPED_TOO, *OTHERS)

WORDS = frozenset(
    word
    for subject in _SUBJECTS
    for word in re.findall(r"[a-z]+", re.sub("GAME|NUMBER|USER|TEXT", "", subject).lower())
)
"""The words of our Subjects in lower case, which nobody should have as a name."""


_BEGINNING_WITH_A_GAME = tuple([subject for subject in _SUBJECTS if subject.split()[0] == "GAME"])
_FIRST = frozenset(subject.split()[0].lower() for subject in _SUBJECTS) - {"game"}
_BEGINNING_LIKE = {
    first: tuple([subject for subject in _SUBJECTS if subject.split()[0].lower() in {first, "game"}])
    for first in _FIRST
}
"""The Subjects that can begin with a word, as each mail asks."""


def subject_of_ours(text: str, games: Container[str], in_an_answer: bool = False) -> str | None:
    """The Subject of ours that a text is, as listed above, or None.

    `games` are the words of the games here. A text that could also be a command counts only `in_an_answer`; so does
    one with several players to move, as in Hearts while cards are passed.
    """
    words = text.split()
    # Most texts are commands, and are let through at once.
    if not words or not (words[0].lower() in _FIRST or words[0].lower() in games):
        return None
    plain, told = " ".join(words), frozenset([word.rstrip("*") for word in text.lower().split()])
    for subject in _BEGINNING_LIKE.get(words[0].lower(), _BEGINNING_WITH_A_GAME):
        found = _form(subject).fullmatch(plain) if _words_alone(subject) <= told else None
        if found is None or ((subject in TYPED_TOO or found["others"]) and not in_an_answer):
            continue
        # Lists of games are also found by words, such as "list of card games".
        if "GAME" not in subject or subject.startswith("List") or found["game"].lower() in games:
            return subject
    return None


def game_of_subject(text: str, games: Container[str]) -> str:
    """The word of the game with which a Subject of ours begins, in an answer; empty if it begins with none."""
    first = text.partition(" ")[0].lower()
    return first if first in games and subject_of_ours(text, games, in_an_answer=True) else ""


@cache
def _words_alone(subject: str) -> frozenset[str]:
    """Words that a text must have to be this Subject, a cheap check before compiling its pattern."""
    return frozenset(word.lower() for word in subject.split() if word.isalpha() and word not in _PLACES)


@cache
def _form(subject: str) -> re.Pattern[str]:
    others = rf"(?: {_PLACES['USER']})*" if subject.endswith("Board NUMBER USER") else ""
    return re.compile(rf"{form_of(subject)}(?P<others>{others}){_STARS}", re.IGNORECASE)


def form_of(line: str) -> str:
    """The regular expression of a line with GAME, NUMBER, USER and TEXT."""
    return re.sub("GAME|NUMBER|USER|TEXT", lambda place: _PLACES[place[0]], re.escape(line)).replace(r"\ ", " ")
