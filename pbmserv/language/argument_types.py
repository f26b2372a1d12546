"""Argument types: parsing and error messages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbmserv.games.message import Listed, Message, in_turn, listed
from pbmserv.language.command_spec import Argument, ArgumentType, CommandSpec
from pbmserv.language.words import LONGEST_PASSWORD, SHORTEST_PASSWORD, Misspelt, find
from pbmserv.letters.subjects import WORDS as SUBJECT_WORDS
from pbmserv.play.bots import PREFIX
from pbmserv.play.guests import PREFIX as OF_GUESTS

_USERID = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,31}")
_BOARD = re.compile(r"#?([0-9]{1,9})(?:#([0-9]{1,9}))?")
_MOVE = re.compile(r"(.*?)\s*(?:#\s*([0-9]{1,9}))?", re.DOTALL)
_PLAIN_ADDRESS = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]++(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]++)*+"
    r"@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*+"
)

SELECTORS = ("active", "inactive", "next", "all")

MOVE_WORDS = ("accept", "reject", "propose", "undo", "resign", "swap", "pass", "skip", "cancel")
"""Words that are moves of every game, or take their place."""

TABLE_WORDS = (
    *MOVE_WORDS,
    *("if", "then", "new", "none", "inf", "off", "on", "until", "days"),
)
"""Words with a meaning in moves or in place of numbers, in every game."""

RESERVED_USERIDS = frozenset(
    {*SELECTORS, *TABLE_WORDS, "new", "end", "none", "off", "until", "nobody", "everybody", "anyone", "tie", "open"}
    | {"yes", "no", "server", "pbmserv", "operator", "admin", "postmaster"}
    | SUBJECT_WORDS
)
"""Reserved names, which mean something in commands and letters, or would be trusted too much.

Words of commands and names of games are reserved, too: see `check_new_userid`.
"""


HAS_A_MEANING = "This name has a meaning of its own here: please choose another userid."


def check_new_userid(userid: str, commands: Iterable[CommandSpec], games: Iterable[str]) -> None:
    """Raise `Misspelt` for a name that could be taken for a word of a command or a game."""
    words = {word for command in commands for name in command.words for word in name.split()}
    if userid.lower().startswith(PREFIX):
        raise Misspelt(
            Message(
                "Names that begin with {prefix} are those of the server's own bots: please choose another userid.",
                prefix=PREFIX,
            )
        )
    if userid.lower().startswith(OF_GUESTS):
        raise Misspelt(
            Message(
                "Names that begin with {prefix} are those of guests: please choose another userid.", prefix=OF_GUESTS
            )
        )
    if userid.lower() in words.union(games):
        raise Misspelt(HAS_A_MEANING)


class Number(ArgumentType):
    """A whole number, at least 1 unless `low` says otherwise."""

    def __init__(self, noun: str, high: int, low: int = 1) -> None:
        self.noun = noun
        self._low = low
        self._high = high

    def read(self, text: str) -> int:
        # int() of a long text is slow, and knows digits of all the world's scripts.
        if not (text.isascii() and text.isdigit() and len(text) <= 9) or not self._low <= int(text) <= self._high:
            raise Misspelt(
                Message(
                    "The {noun} has to be a whole number from {low} to {high}.",
                    noun=Message(self.noun),
                    low=self._low,
                    high=self._high,
                )
            )
        return int(text)


class AnyWord(ArgumentType):
    def __init__(self, noun: str) -> None:
        self.noun = noun


class Subject(ArgumentType):
    noun = "subject"
    one_of_many_words = True
    is_taken_unseen = True


class GameOrWord(ArgumentType):
    """A game's name, or any word to find games by, which is not logged."""

    noun = "game"
    is_taken_unseen = True

    def read(self, text: str) -> str:
        if text.startswith("-"):
            raise Misspelt("Games are found by words, for example hexagons, and not by parameters.")
        return text


class OneOf(ArgumentType):
    def __init__(self, noun: str, *words: str) -> None:
        self.noun = noun
        self.words = words

    def read(self, text: str) -> str:
        return find(
            text,
            self.words,
            Message(
                "The {noun} is not {choices}.", noun=Message(self.noun), choices=Listed(self.words, " or ", " or ")
            ),
        )


class Userid(ArgumentType):
    noun = "userid"

    def read(self, text: str) -> str:
        if not _USERID.fullmatch(text):
            raise Misspelt(
                "A userid is a letter, then letters, digits, '_', '-' or '.', at most 32 in all: for example alice."
            )
        return text


class AnyUserid(Userid):
    """A player's name, for a command that does not reveal whether the player exists."""

    is_taken_unseen = True


class NewUserid(Userid):
    is_published = True

    def read(self, text: str) -> str:
        if text.lower() in RESERVED_USERIDS:
            raise Misspelt(HAS_A_MEANING)
        return super().read(text)


class Password(ArgumentType):
    """A password as typed, unverified."""

    noun = "password"
    secret = True


PLAYER = (Argument("userid", Userid(), authenticates=True), Argument("password", Password(), authenticates=True))
"""The arguments that say who asks, for a command of a player."""


EXAMPLE_PASSWORDS = frozenset(
    {"password", "old-password", "new-password", "secret7", "bobpw123", "carolpw1", "wendypw1", "better-secret8"}
    | {"redbreast1", "wren-song2", "k3m8pwx2vq7rnt4ha"}
)
"""Passwords in examples of pages and letters, in lower case."""


class NewSecret(ArgumentType):
    """A secret that is set, with what is said of one that cannot be."""

    secret = True
    unfit: ClassVar[str]
    begins_badly: ClassVar[str]
    on_our_pages: ClassVar[str]

    def read(self, text: str) -> str:
        fits = SHORTEST_PASSWORD <= len(text) <= LONGEST_PASSWORD
        if not fits or not text.isprintable() or any(letter.isspace() for letter in text):
            raise Misspelt(Message(self.unfit, shortest=SHORTEST_PASSWORD, longest=LONGEST_PASSWORD))
        if text[0] in '-"':
            raise Misspelt(self.begins_badly)
        if text.lower() in EXAMPLE_PASSWORDS:
            raise Misspelt(self.on_our_pages)
        return text


class NewPassword(NewSecret, Password):
    noun = "new password"
    unfit = "A password has {shortest} to {longest} printable characters, without blanks."
    begins_badly = "A password cannot begin with '-' or '\"': those have a meaning in commands."
    on_our_pages = "This password is an example on our pages, for all to read: please think of your own."


def begins_like_a_board(text: str) -> bool:
    """Whether a word is like a board's number, `107` or `#107`, and no name."""
    return text.removeprefix("#")[:1].isdigit()


def is_board_number(text: str) -> bool:
    return text.removeprefix("#").isdigit()


class BoardNumber(ArgumentType):
    noun = "board number"

    def may_be(self, text: str) -> bool:
        return begins_like_a_board(text)

    def read(self, text: str) -> int:
        match = _BOARD.fullmatch(text)
        if not match or match[2] is not None:
            raise Misspelt("A board number such as 101 is expected here.")
        return int(match[1])


@dataclass(frozen=True)
class BoardAt:
    """A board, and the move after which it is meant; None for now."""

    number: int
    after: int | None


class BoardsOrSelectors(ArgumentType):
    """Boards such as `101` or `101#7`, or selectors: `active`, `inactive`, `next`, `all` and userids.

    If the first is a board, all are.
    """

    noun = "board or selector"

    def read_all(self, texts: Sequence[str]) -> tuple[BoardAt, ...] | Selection:
        if begins_like_a_board(texts[0]):
            return tuple(dict.fromkeys(self.one_board(text) for text in texts))
        return self._selection(texts)

    def one_board(self, text: str) -> BoardAt:
        """Parse a board, perhaps at an earlier move.

        Raises `Misspelt`.
        """
        match = _BOARD.fullmatch(text)
        if not match:
            raise Misspelt("A board number such as 101 is expected, or 101#7 for the board after move 7.")
        return BoardAt(int(match[1]), int(match[2]) if match[2] is not None else None)

    def _selection(self, texts: Sequence[str]) -> Selection:
        selectors = [text.lower() for text in texts if text.lower() in SELECTORS]
        userids = [text for text in texts if text.lower() not in SELECTORS]
        if not all(map(_USERID.fullmatch, userids)):
            raise Misspelt(
                Message(
                    "Board numbers are expected here, or else userids and one of {selectors}: for example 101"
                    " 102, or alice next.",
                    selectors=", ".join(SELECTORS),
                )
            )
        if len(set(selectors)) > 1:
            raise Misspelt(
                Message(
                    "{selectors} do not go together: name one of them.",
                    selectors=listed([*dict.fromkeys(selectors)]),
                )
            )
        return Selection(selectors[0] if selectors else "active", tuple(userids))


class WholeBoardsOrSelectors(BoardsOrSelectors):
    def one_board(self, text: str) -> BoardAt:
        return BoardAt(BoardNumber().read(text), None)


@dataclass(frozen=True)
class Selection:
    """Boards by `which` they are, `active`, `inactive`, `next` or `all`, and whose."""

    which: str
    userids: tuple[str, ...]


@dataclass(frozen=True)
class TypedMove:
    """A move as typed, and the intended move number (after `#`), if any."""

    text: str
    number: int | None


class MoveText(ArgumentType):
    """A move: the rest of the line."""

    noun = "move"
    one_of_many_words = True

    def read_all(self, texts: Sequence[str]) -> TypedMove:
        match = _MOVE.fullmatch(" ".join(texts))
        if not match or not match[1]:
            raise Misspelt("The move is missing.")
        return TypedMove(match[1], int(match[2]) if match[2] is not None else None)


_FAULTS = {
    "An email address must have an @-sign.": "There is no @ in it.",
    "There must be something after the @-sign.": "There must be something after the @-sign.",
    "There must be something before the @-sign.": "There must be something before the @-sign.",
    "The part after the @-sign is not valid. It": "The part after the @-sign should have a period.",
    "Internationalized characters before": "Before the @-sign, only Latin letters are possible.",
}
"""Frequent faults, by the beginning of what `email_validator` tells: others are told as it does, in English."""


class MailAddress(ArgumentType):
    noun = "mail address"

    def read(self, text: str) -> str:
        # Imported here because most commands name no address. Many a server lives in a house or on a machine without
        # a public name, so names that are reserved for such use (localhost, .test, .local) are welcome.
        import email_validator

        email_validator.SPECIAL_USE_DOMAIN_NAMES.clear()
        try:
            checked = email_validator.validate_email(
                text[:320], check_deliverability=False, globally_deliverable=False, allow_smtputf8=False
            )
        except email_validator.EmailNotValidError as error:
            why = next((fault for begins, fault in _FAULTS.items() if str(error).startswith(begins)), str(error))
            raise Misspelt(in_turn("This is not a mail address.", why)) from error
        return str(checked.ascii_email)


def checked_address(text: str) -> str | None:
    """The normalised address, lower-case domain in ASCII if possible; None if invalid."""
    text = text.strip()
    local, _, domain = text.rpartition("@")
    if len(local) > 64 or len(domain) > 253:
        return None
    if text.isascii() and "xn--" not in domain.lower():
        return f"{local}@{domain.lower()}" if _PLAIN_ADDRESS.fullmatch(text) else None
    # Imported here because few addresses need it, and every command would have to wait for the import.
    from email_validator import validate_email

    try:
        checked = validate_email(text, check_deliverability=False, globally_deliverable=False)
    except ValueError:
        return None
    return checked.ascii_email or checked.normalized


class Code(ArgumentType):
    """A one-time code from a letter."""

    noun = "code"
    secret = True
