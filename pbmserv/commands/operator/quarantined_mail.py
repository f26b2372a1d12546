"""What is said to whoever wrote a mail that the server cannot carry out, or one that has to wait for such a mail."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.play.board import Board, Status


@dataclass(frozen=True)
class MailAuthor:
    """Who wrote a mail: the address in From, and whether the envelope agrees with it."""

    address: str
    vouched_for: bool


class SetAside(Outcome, frozen=True):
    """The mail of this number cannot be carried out; on these boards others wait for it."""

    written_by = "operator.letters:of_mail_set_aside"

    author: MailAuthor
    came: datetime
    number: int
    boards: tuple[str, ...]


class Held(Outcome, frozen=True):
    """A mail has to wait, at the longest until then."""

    written_by = "operator.letters:of_mail_held"

    author: MailAuthor
    came: datetime
    until: datetime


def kept_waiting(call: Call, author: MailAuthor, boards: Iterable[str]) -> dict[str, Board]:
    """The boards that a failed mail is about, if others wait for it there.

    Its author has to play there: nobody else can keep players waiting.
    """
    players = call.work.players.at_address(author.address) if author.vouched_for else ()
    played = {}
    for name in boards if players else ():
        game, _, number = name.partition(" ")
        board = call.work.boards.load(game, int(number))
        if board is not None and board.status is Status.ACTIVE and any(player in board.staying for player in players):
            played[name] = board
    return played


def tell_set_aside(
    call: Call, author: MailAuthor, came: datetime, number: int, boards: Iterable[str]
) -> dict[str, Board]:
    """Tell that the mail of this number cannot be carried out; gives the boards on which others wait for it."""
    kept = kept_waiting(call, author, boards)
    _tell(call, SetAside(author, came, number, tuple(board.title for board in kept.values())))
    return kept


def tell_held(call: Call, author: MailAuthor, came: datetime, until: datetime) -> None:
    """Tell that a mail waits, at the longest until then."""
    _tell(call, Held(author, came, until))


def _tell(call: Call, outcome: SetAside | Held) -> None:
    """Tell the author, if it is certain who that is, or if it is at least a player's address."""
    if outcome.author.vouched_for or call.work.players.at_address(outcome.author.address):
        call.outcomes.append(outcome)
