"""What is said to whoever wrote a mail that the server cannot carry out, or one that has to wait for such a mail."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from pbmserv.commands.call import Call, Posted
from pbmserv.letters.letter import Letter, write
from pbmserv.letters.times import moment
from pbmserv.play.board import Board, Status
from pbmserv.store.holds import HOLD_FOR


@dataclass(frozen=True)
class Author:
    """Who wrote a mail: the address in From, and whether the envelope agrees with it."""

    address: str
    vouched_for: bool


def kept_waiting(call: Call, author: Author, boards: Iterable[str]) -> dict[str, Board]:
    """Those of the boards that a failed mail is about on which others wait for it.

    That are boards on which its author plays: nobody else can keep players waiting.
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
    call: Call, author: Author, came: datetime, number: int, boards: Iterable[str]
) -> dict[str, Board]:
    """Tell that the mail of this number cannot be carried out; gives the boards on which others wait for it."""
    kept = kept_waiting(call, author, boards)
    letter = write(
        "set_aside",
        "Your mail could not be carried out",
        came=moment(came),
        number=number,
        boards=[board.title for board in kept.values()],
        days=HOLD_FOR.days,
    )
    _tell(call, author, letter)
    return kept


def tell_held(call: Call, author: Author, came: datetime, until: datetime) -> None:
    """Tell that a mail waits, at the longest until then."""
    _tell(call, author, write("held", "Your mail has to wait", came=moment(came), until=moment(until)))


def _tell(call: Call, author: Author, letter: Letter) -> None:
    players = call.work.players.at_address(author.address)
    if author.vouched_for or players:
        # Nobody asks the server to fail: such letters are no answers, and are in nobody's budget.
        player = players[0] if players else None
        call.posted.append(Posted(replace(letter, unasked=True), (author.address,), player))
