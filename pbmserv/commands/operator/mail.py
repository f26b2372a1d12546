"""Letters about failed mail, to its authors and to those whose mail waits for it; and the operator's test letter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Outcome, TriedOut
from pbmserv.commands.requests.recipients import to_address, to_reader
from pbmserv.games.message import Message
from pbmserv.letters.letter import Letter, write
from pbmserv.letters.times import moment
from pbmserv.play.board import Board, Status
from pbmserv.storage.inbox_order import HOLD_FOR


@dataclass(frozen=True)
class MailAuthor:
    """The author of a mail: the address in From, and whether the envelope agrees."""

    address: str
    vouched_for: bool


class SetAside(Outcome, frozen=True):
    """A mail was quarantined; on these boards others are held for it."""

    written_by = "operator.mail:of_mail_set_aside"

    author: MailAuthor
    came: datetime
    number: int
    boards: tuple[str, ...]


class Held(Outcome, frozen=True):
    """A mail is held, at the longest until then."""

    written_by = "operator.mail:of_mail_held"

    author: MailAuthor
    came: datetime
    until: datetime


def kept_waiting(call: Call, author: MailAuthor, boards: Iterable[str]) -> dict[str, Board]:
    """The boards on which others are held for a failed mail.

    Its author has to play there; nobody else can make players wait.
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
    """Tell the author of a quarantined mail; return the boards on which others are held for it."""
    kept = kept_waiting(call, author, boards)
    _tell(call, SetAside(author, came, number, tuple(board.title for board in kept.values())))
    return kept


def tell_held(call: Call, author: MailAuthor, came: datetime, until: datetime) -> None:
    """Tell the author of a held mail, and until when at the longest."""
    _tell(call, Held(author, came, until))


def _tell(call: Call, outcome: SetAside | Held) -> None:
    """Tell the author if known for certain, or if it is at least a player's address."""
    if outcome.author.vouched_for or call.work.players.at_address(outcome.author.address):
        call.outcomes.append(outcome)


def of_trial(tried: TriedOut, call: Call) -> list[Letter]:
    """To the address that the operator named."""
    return [
        to_address(
            tried.address,
            write("operator/test_letter", Message("Letter from {server}", server=call.server), server=call.server),
        )
    ]


def of_mail_set_aside(aside: SetAside, call: Call) -> list[Letter]:
    """To who wrote it."""
    letter = write(
        "operator/set_aside",
        "Your mail could not be carried out",
        came=moment(aside.came),
        number=aside.number,
        boards=aside.boards,
        days=HOLD_FOR.days,
    )
    return [_to_author(call, aside.author, letter)]


def of_mail_held(held: Held, call: Call) -> list[Letter]:
    """To who wrote it."""
    letter = write("operator/held", "Your mail has to wait", came=moment(held.came), until=moment(held.until))
    return [_to_author(call, held.author, letter)]


def _to_author(call: Call, author: MailAuthor, letter: Letter) -> Letter:
    # Nobody asks the server to fail: such letters are no answers, and are in nobody's budget.
    player = next(iter(call.work.players.at_address(author.address)), None)
    letter = replace(letter, unasked=True, to=(author.address,))
    if player is None:
        return letter
    return to_reader(call.work.recipients.of([player])[player]._replace(addresses=letter.to), letter)
