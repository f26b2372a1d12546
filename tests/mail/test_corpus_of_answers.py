"""A good part of the corpus of answers, sent to every kind of letter: nothing a person would understand is refused.

What a sentence does is what the plain word of its class does in answer to the same letter, and that is what this kind
of letter asks for. Each is tried in a transaction that is undone.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from pbmserv.commands.accounts.actions import Forgotten
from pbmserv.commands.requests.outcome import ConfirmationRequested, Refused, Why
from pbmserv.letters.reply_address import Tag, tokens_in
from pbmserv.post_office import Answer
from pbmserv.storage.database import Database
from pbmserv.storage.tokens import WITH_WORDS, Kind
from tests.conversation import headline_of, outbox
from tests.golden.conversations import FILES, _server, with_players
from tests.mail.test_no_dead_ends import COMMON, Reader, kinds_of_letters
from tests.play.test_answers_of_many_people import NEITHER, SAY_NO, SAY_YES

CORPUS = {
    "yes": ["yes", *SAY_YES.strip().splitlines()],
    "no": ["no", *SAY_NO.strip().splitlines()],
    "neither": NEITHER.strip().splitlines(),
    "thanks": ["Thanks!", "Merci beaucoup", "Danke schön!"],
    "noted": ["Will do", "Got it, thanks", "Noted", "Thanks for the reminder", "Понял, спасибо"],
    "excuse": ["Sorry, I was ill", "Entschuldigung, ich war krank", "Désolé, j'étais en voyage"],
    "help": ["help", "Hilfe!", "rules"],
    "empty": [""],
}
FEW = {
    "yes": ["yes", "Конечно, с удовольствием"],
    "no": ["no", "Nein danke, keine Lust"],
    "neither": ["What period?"],
    "thanks": ["Thanks!"],
    "noted": ["Will do"],
    "excuse": ["Sorry, I was ill"],
    "help": ["help"],
    "empty": [""],
}
OF_PEOPLE = ("letters-are-answered", "kinds-of-letters-that-are-rare")
OTHERS = [
    "a-forged-challenge-is-asked-about", "a-code-confirms-an-address-or-leads-out", "a-seat-is-offered",
    "somebody-is-invited", "the-clock-reminds-and-ends-games", "two-tournaments-from-joining-to-the-last-table",
    "one-proposes-it-and-the-others-have-to-agree", "mails-come-in",
]  # fmt: skip

FOR_OTHERS = "To say something to the others, just answer this letter."
ASKS_ABOUT_WORDS = "Shall your words go to "
OFFERED = "Answer this letter with the word "
"""What the offer of a first game says, which a yes takes and a no declines."""
ASK = re.compile(
    r"^(?:Please (?:answer|confirm: \S+ Board)"
    r"|Rematch\?|A question|Invitation to|Did you mean|Is this (?:your address|challenge yours)|"
    r"A seat|You are asked|(?:\S+ )?asks)"
)
"""What a list of mail shows of a letter that asks for a yes or a no."""
FINAL = "Do you want to leave?"
"""The question that only the whole word answers with yes."""
WORDS = re.compile(
    r"^(?:Chat|Your words|Game over|Removed|Message from|Broadcast from|A tie|.* (?:won|lost)|You (?:won|lost))"
)
"""What is answered with words for others."""
TURNS = re.compile(
    r"^(?:Your turn|Being played|New game|Their turn|Not done|Help|Reminder|Choice kept|Waiting)[^?]*: \S+ Board "
)
"""What is answered with a move."""
BUT_NO = "Invitation to"
"""A no that may be taken back below it is asked about."""

PATTERNS = (("asks", ASK), ("words", WORDS), ("turns", TURNS))

ANYTHING_HARMLESS = {"notice", "help", "asked", "refused"}
EXPECTED: Mapping[str, Mapping[str, Collection[str]]] = {
    "asks": {
        "yes": {"done"},
        "no": {"done", "nothing"},
        "neither": {"asked", "refused", "help"},
        "thanks": {"asked", "passed on"},
        "noted": {"asked", "refused", "help"},
        "excuse": {"asked", "refused"},
        "help": {"help", "asked"},
        "empty": {"asked", "refused"},
    },
    "final": {
        "yes": {"done", "asked"},
        "no": {"done"},
        "neither": {"asked"},
        "thanks": {"asked"},
        "noted": {"asked"},
        "excuse": {"asked"},
        "help": {"help", "asked"},
        "empty": {"asked"},
    },
    "words": {
        # To the end of a game, a lone yes or no is asked about.
        "yes": {"passed on", "asked"},
        "no": {"passed on", "asked"},
        "neither": {"passed on"},
        "thanks": {"passed on"},
        "noted": {"passed on"},
        "excuse": {"passed on"},
        "help": {"help"},
        "empty": {"refused"},
    },
    "of a board": {
        **dict.fromkeys(("yes", "no", "neither", "thanks", "noted", "excuse"), ("passed on", "refused")),
        "help": {"help"},
        "empty": {"refused"},
    },
    "turns": {
        # Words may be for the other, who wrote something with the move.
        "yes": {"refused", "asked", "help"},
        "no": {"refused", "asked", "help"},
        "neither": {"refused", "asked", "help"},
        "thanks": {"passed on", "refused", "help"},
        "noted": {"asked", "refused", "help"},
        "excuse": {"asked", "refused"},
        "help": {"help"},
        "empty": {"refused"},
    },
    "other": dict.fromkeys(CORPUS, ANYTHING_HARMLESS),
}
"""What may come of an answer, by the kind of letter and the class of the answer."""


def kind_of(reader: Reader, letter: Mapping[str, Any]) -> str:
    headline = headline_of(letter)
    tags = tokens_in([letter["headers"].get("Reply-To", "")])
    if FINAL in headline:
        # The receipt of who asks from elsewhere has the same Subject, and asks for nothing.
        return "final" if Tag.CODE in tags else "other"
    kind = next((kind for kind, pattern in PATTERNS if pattern.search(headline)), "other")
    if kind != "turns":
        return kind
    # The letter of a board on which its reader has no seat, or has none any more, is answered with words.
    answering = reader.server.office.look_up(lambda call: call.work.replies.read(tags.get(Tag.REPLY, "")))
    if answering is None or answering.kind in {Kind.HELP, Kind.WELCOME}:
        return "other"
    if answering.kind not in WITH_WORDS:
        return kind
    return "words" if FOR_OTHERS in letter["text"] else "of a board"


def what_came(answer: Answer) -> str:
    """What came of an answer, in a word."""
    came = answer.came_of_it
    if isinstance(came, Refused):
        if came.why is Why.QUESTION:
            return "asked"
        return "nothing" if "Nothing has been moved" in came.words else "refused"
    name = type(came).__name__
    if isinstance(came, Forgotten) and came.is_asked_again:
        return "asked"
    if name in {"NothingAsked", "Introduced"}:
        return "notice"
    if name in {"HelpShown", "LinesExplained", "RulesInShort", "FactsTold"} or answer.command == "tournament show":
        # Who is entered already, and says so, is shown the tournament.
        return "help"
    return (
        "passed on"
        if answer.command in {"chat", "message"}
        else "asked"
        if isinstance(came, ConfirmationRequested)
        else "done"
    )


class Tried:
    """What comes of sentences in answer to a letter, each of which is undone."""

    def __init__(self, reader: Reader, letter: Mapping[str, Any]) -> None:
        self._reader, self._letter = reader, letter
        self._of: dict[str, str] = {}

    def came_of(self, line: str) -> str:
        if line not in self._of:
            with self._reader.server.database.writing() as connection, connection.begin_nested() as trial:
                last = max(each["id"] for each in outbox(connection))
                answer = self._reader._answered(connection, self._letter, self._letter["recipients"][0], line)
                is_silent = not outbox(connection, last)
                trial.rollback()
            self._of[line] = "silence" if is_silent else what_came(answer)
        return self._of[line]


def faults(reader: Reader, letter: Mapping[str, Any], corpus: Mapping[str, Sequence[str]]) -> list[str]:
    """The sentences that do something else than the letter asks for."""
    tried, kind = Tried(reader, letter), kind_of(reader, letter)
    headline = headline_of(letter)
    found = []
    for meaning, lines in corpus.items():
        expected = set(EXPECTED[kind][meaning])
        if meaning == "yes" and letter["text"].startswith(ASKS_ABOUT_WORDS):
            expected = {"passed on"}
        if meaning == "no" and headline.startswith((BUT_NO, "A question")):
            expected.add("asked")
        if meaning in {"yes", "no"} and OFFERED in letter["text"]:
            expected.add("done")
        if meaning == "yes" and headline.startswith("Final table"):
            # "I'm in" joins the next season.
            expected.add("done")
        found += [
            f"{headline} ({kind}) | {meaning}: {line!r} was {came}"
            for line in lines
            if (came := tried.came_of(line)) not in expected
        ]
    return found


def check(database: Database, file: Path, corpus: Mapping[str, Sequence[str]]) -> None:
    with with_players(database) as players, players.back_afterwards():
        server = _server(players)
        reader = Reader(server)
        assert [each for letter in kinds_of_letters(server, file) for each in faults(reader, letter, corpus)] == []


@pytest.mark.long
def test_a_few_answers_to_every_kind_of_letter(sqlite_database: Database) -> None:
    check(sqlite_database, COMMON[0], FEW)


@pytest.mark.long
@pytest.mark.parametrize("name", OF_PEOPLE)
def test_all_of_them(sqlite_database: Database, name: str) -> None:
    check(sqlite_database, next(file for file in FILES if file.stem == name), CORPUS)


@pytest.mark.long
@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.in_part
def test_a_half_of_them_each_in_four_more_conversations(sqlite_database: Database, name: str) -> None:
    part = OTHERS.index(name) % 2
    check(
        sqlite_database,
        next(file for file in FILES if file.stem == name),
        {what: answers[part::2] for what, answers in CORPUS.items()},
    )


@pytest.mark.in_part
@pytest.mark.long
@pytest.mark.parametrize(
    "file", [file for file in FILES if file.stem not in {*OF_PEOPLE, *OTHERS}], ids=lambda f: f.stem
)
def test_a_few_in_any_other_conversation(sqlite_database: Database, file: Path) -> None:
    check(sqlite_database, file, FEW)
