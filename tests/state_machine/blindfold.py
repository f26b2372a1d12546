"""What is shown of a board stays the same when all is taken away that its reader may not know."""

from __future__ import annotations

from sqlalchemy import Connection, update

from pbmserv.commands.requests.credentials import Credential
from pbmserv.play.board import Board
from pbmserv.post_office import Answer, Request
from pbmserv.storage.tables import BOARDS, SEATS
from tests.conversation import Server
from tests.state_machine.letters import view_of


def hides_something(board: Board) -> bool:
    """Whether there is anything about a board that not everybody may know."""
    return board.game.hidden or any(
        seat.queue or seat.chosen or seat.submitted or seat.leaving for seat in board.seats
    )


def check_same_when_blind(server: Server, board: Board, eyes: str | None, line: str) -> None:
    """Have somebody (None: the public) look at a board as it is, and at what is left of it for their eyes."""
    request = Request(Credential("looking@example.org"), (line,))
    with server.database.writing() as connection, connection.begin_nested() as trial:
        seen = server.office.handle_within(request, connection)
        _take_away(connection, board, eyes)
        seen_blind = server.office.handle_within(request, connection)
        trial.rollback()
    assert seen.ok, seen.error
    assert _told(seen) == _told(seen_blind), f"{line} tells {eyes} what they may not know"


def _told(answer: Answer) -> tuple[object, ...]:
    """What anybody reads of an answer: the facts that its letters are made of hold the whole board."""
    return answer.ok, answer.error, answer.letters, answer.outcome


def _take_away(connection: Connection, board: Board, eyes: str | None) -> None:
    """Have the database forget what a reader may not know of a board."""
    [board_id] = connection.execute(
        BOARDS.select()
        .with_only_columns(BOARDS.c.id)
        .where(BOARDS.c.game == board.game.word, BOARDS.c.number == board.number)
    ).scalars()
    # Some games tell all when they are over, however they have ended.
    position = board.position if board.is_on else board.game.revealed(board.position)
    seen = board.game.dump(board.game.seen_by(position, view_of(board, eyes)))
    connection.execute(update(BOARDS).where(BOARDS.c.id == board_id).values(position=seen))
    for number, seat in enumerate(board.seats):
        if seat.player.userid != eyes:
            # That somebody has chosen is told, but not what.
            plans = {"chosen": {"text": "something", "comment": "", "automatic": False}} if seat.chosen else {}
            of_seat = update(SEATS).where(SEATS.c.board_id == board_id, SEATS.c.seat == number)
            connection.execute(of_seat.values(plans=plans, leaving=False))
