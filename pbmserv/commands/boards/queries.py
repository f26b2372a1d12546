"""Lists of the boards of players, as their own page shows them, and of games that are over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Integer,
    Select,
    and_,
    bindparam,
    exists,
    func,
    literal,
    select,
    tuple_,
    union_all,
)

from pbmserv.play.board import Player, Question, Status, Terms
from pbmserv.play.clock import out_of_time
from pbmserv.play.days import Absence, Timetable
from pbmserv.play.record import SUBSTITUTE
from pbmserv.storage.blocks import unheard_by
from pbmserv.storage.boards import stops_clock
from pbmserv.storage.listing import Listing, Seated, bots_in, looked_at_last, winners_among
from pbmserv.storage.repository import Repository
from pbmserv.storage.statements import BatchSelect, Prepared
from pbmserv.storage.substitutes import Substitutes, boards_left_by
from pbmserv.storage.tables import BOARDS, MOVES, NOT_OF_GUESTS, REMARKS, SEATS, USERS, RowId
from pbmserv.storage.utc_datetime import UtcDatetime
from pbmserv.stored_names import restored

MOST_LOOKED_AT = 200
"""The maximum number of boards."""
FEW_MOVES = 12
"""With more moves than this, everybody has moved."""


@dataclass(frozen=True)
class OwnBoard:
    """One of the player's boards. `waits_for_me` says whether they have to move, `to_move` who has.

    `out_of_time` is when their time runs out, if they have to move and no question stops the clock; a reminder still
    precedes a forfeit. `turns` counts moves made and taken back, `changes` also other changes of the deadline; both
    only grow. `asked` is the proposal that they have yet to answer. `is_new`: somebody has yet to make their first
    move, so resigning only removes the board.
    """

    game: str
    number: int
    players: tuple[str, ...]
    to_move: tuple[str, ...]
    waits_for_me: bool
    moves_made: int
    turns: int
    changes: int
    started_at: datetime
    last_moved_at: datetime
    out_of_time: datetime | None
    asked: Question | None
    is_new: bool
    event: str
    """The key of its tournament division."""
    bots: frozenset[str] = frozenset()
    """The bots among the players."""


@dataclass(frozen=True)
class Said:
    game: str
    number: int
    author: str
    words: str
    at: datetime


# Built once, as that takes longer than the answers.
_PLAYER: BindParameter[int] = bindparam("player", type_=RowId)
_LIMIT: BindParameter[int] = bindparam("limit", type_=Integer)
_IS_SEATED = and_(SEATS.c.user_id == _PLAYER, SEATS.c.status == Status.ACTIVE, SEATS.c.resigned.is_(False))
_SEATS_OF = Prepared(
    select(
        SEATS.c.board_id, SEATS.c.seat, SEATS.c.to_move, SEATS.c.used_seconds, SEATS.c.left_seconds, SEATS.c.shifts,
    )
    .where(_IS_SEATED)
    .order_by(SEATS.c.to_move.desc())
    .limit(MOST_LOOKED_AT)
)  # fmt: skip
_GOING_ON = BatchSelect(
    (BOARDS.c.id,),
    select(
        BOARDS.c.id, BOARDS.c.game, BOARDS.c.number, BOARDS.c.terms, BOARDS.c.moves_made, BOARDS.c.started_at,
        BOARDS.c.last_moved_at, BOARDS.c.resumed_at, BOARDS.c.undone, BOARDS.c.vote,
    ).where,
)  # fmt: skip
_MOVES_OF = BatchSelect(
    (MOVES.c.board_id,),
    select(MOVES.c.board_id, MOVES.c.seat, func.count().label("moves"))
    .group_by(MOVES.c.board_id, MOVES.c.seat)
    .where,
)
_CAME_LATER = exists().where(
    MOVES.c.board_id == REMARKS.c.board_id,
    MOVES.c.text == SUBSTITUTE,
    MOVES.c.number > REMARKS.c.after,
    SEATS.c.board_id == MOVES.c.board_id,
    SEATS.c.seat == MOVES.c.seat,
    SEATS.c.user_id == _PLAYER,
)
_SAID_TO = Prepared(
    select(BOARDS.c.game, BOARDS.c.number, USERS.c.userid, REMARKS.c.words, REMARKS.c.at)
    .join(BOARDS, BOARDS.c.id == REMARKS.c.board_id)
    .join(USERS, USERS.c.id == REMARKS.c.user_id)
    .where(REMARKS.c.board_id.in_(select(SEATS.c.board_id).where(_IS_SEATED)))
    .where(REMARKS.c.user_id != _PLAYER, ~_CAME_LATER, ~REMARKS.c.user_id.in_(unheard_by(_PLAYER)))
    .order_by(REMARKS.c.id.desc())
    .limit(_LIMIT)
)


class OwnBoards(Repository):
    def of(self, player: Player, absences: Sequence[Absence], zone: tzinfo) -> list[OwnBoard]:
        """The player's boards, those whose time ends soonest first.

        `absences` stop their clocks; days are in their `zone`.
        """
        mine = _SEATS_OF.rows(self._connection, {"player": player.id})
        ids = sorted({row.board_id for row in mine})
        if not ids:
            return []
        rows = _GOING_ON.rows(self._connection, [(each,) for each in ids])
        seats = Listing(self._connection).seats_of(ids)
        moved = self._moves_of([row.id for row in rows if row.terms["total_days"] or row.moves_made < FEW_MOVES])
        boards = [
            _own_board(
                row,
                player,
                seats[row.id],
                [seat for seat in mine if seat.board_id == row.id],
                moved,
                Timetable(tuple(absences), restored(Terms, row.terms).days, zone),
            )
            for row in rows
        ]
        return sorted(boards, key=_urgency)

    def said_to(self, player: Player, limit: int) -> list[Said]:
        """The latest remarks by others on the player's boards since they sit there, newest first."""
        rows = _SAID_TO.rows(self._connection, {"player": player.id, "limit": limit})
        return [Said(row.game, row.number, row.userid, row.words, row.at) for row in rows]

    def _moves_of(self, board_ids: Sequence[int]) -> Mapping[tuple[int, int], int]:
        rows = _MOVES_OF.rows(self._connection, [(each,) for each in board_ids])
        return {(row.board_id, row.seat): row.moves for row in rows}


def _own_board(
    row: Any,
    player: Player,
    seats: Sequence[Seated],
    mine: Sequence[Any],
    moved: Mapping[tuple[int, int], int],
    timetable: Timetable,
) -> OwnBoard:
    terms = restored(Terms, row.terms)
    over = [
        out_of_time(
            terms,
            row.resumed_at or row.last_moved_at,
            timedelta(seconds=seat.used_seconds),
            moved.get((row.id, seat.seat), 0),
            timetable,
            None if seat.left_seconds is None else timedelta(seconds=seat.left_seconds),
        )
        for seat in mine
        if seat.to_move
    ]
    vote = row.vote
    rests = vote is not None and stops_clock(vote)
    return OwnBoard(
        game=row.game,
        number=row.number,
        players=tuple(dict.fromkeys(seat.player.userid for seat in seats)),
        to_move=tuple(dict.fromkeys(seat.player.userid for seat in seats if seat.to_move)),
        waits_for_me=bool(over),
        moves_made=row.moves_made,
        turns=row.moves_made + row.undone,
        changes=row.moves_made + row.undone + max(seat.shifts for seat in mine),
        started_at=row.started_at,
        last_moved_at=row.last_moved_at,
        out_of_time=None if rests else min(over, default=None),
        asked=Question(vote["question"]) if vote is not None and player.id not in vote["agreed"] else None,
        is_new=row.moves_made < FEW_MOVES and any((row.id, number) not in moved for number in range(len(seats))),
        event=terms.event,
        bots=bots_in(seats),
    )


def _urgency(board: OwnBoard) -> tuple[bool, bool, datetime, datetime, str, int]:
    """The sort key: boards that wait for the player, those with a question first, then by time left; then others.

    Of equal ones, what waits longest.
    """
    waits = board.waits_for_me or board.asked is not None
    at = board.out_of_time or _CLOCK_RESTS
    return not waits, board.asked is None, at, board.last_moved_at, board.game, board.number


_CLOCK_RESTS = datetime.max.replace(tzinfo=UTC)
"""Later than the end of anybody's time."""

BEFORE_ANY_GAME = datetime(1970, 1, 1, tzinfo=UTC)


class Ending(NamedTuple):
    """A game's end and its board's row id: the key of pages."""

    at: datetime
    board_id: int


@dataclass(frozen=True)
class FinishedGame:
    """A finished game in a list; no `winners` for a draw."""

    ending: Ending
    game: str
    number: int
    winners: tuple[str, ...]
    points: int
    players: tuple[str, ...]
    rated: bool
    bots: frozenset[str] = frozenset()
    """The bots among the players."""
    replaced: tuple[tuple[str, str], ...] = ()
    """Substitutes with the original players; only on numbered pages."""


class FinishedGames(Repository):
    def page(
        self, game: str, players: Sequence[Player], year: int | None, number: int, size: int
    ) -> tuple[list[FinishedGame], bool]:
        """A numbered page of a game, from 1, and whether more follow.

        Restricted to games of any of these players, and to those that ended in `year`, if given.
        """
        since = datetime(year, 1, 1, tzinfo=UTC) if year else BEFORE_ANY_GAME
        which: list[ColumnElement[bool]] = [
            (looked_at_last(BOARDS.c.game) if players else BOARDS.c.game) == game,
            BOARDS.c.finished_at >= since,
        ]
        if year:
            which.append(BOARDS.c.finished_at < datetime(year + 1, 1, 1, tzinfo=UTC))
        if players:
            seated = select(SEATS.c.board_id).where(SEATS.c.user_id.in_([player.id for player in players]))
            which.append(BOARDS.c.id.in_(union_all(seated, boards_left_by([player.id for player in players]))))
        ids = self._latest(which, BOARDS.c.number, size + 1, (number - 1) * size)
        return self._told(ids[:size], with_replaced=True), len(ids) > size

    def of_game(self, game: str, before: datetime | None, below: int, limit: int) -> list[FinishedGame]:
        """Games that ended before then, or at that moment on a board with a lower number."""
        condition: ColumnElement[bool] = BOARDS.c.finished_at.is_not(None)
        if before is not None:
            condition = tuple_(BOARDS.c.finished_at, BOARDS.c.number) < tuple_(before, below)
        return self._told(self._latest([BOARDS.c.game == game, condition], BOARDS.c.number, limit))

    def of_player(
        self, player: Player, before: Ending | None, limit: int, other: Player | None = None
    ) -> list[FinishedGame]:
        """A player's games of any kind; with `other`, those of both."""
        values: dict[str, Any] = {"player": player.id, "limit": limit}
        if other is not None:
            values |= {"other": other.id}
        if before is not None:
            values |= {"before": before.at, "below": before.board_id}
        latest = _ended_of_player(other is not None, before is not None)
        return self._told([row.id for row in latest.rows(self._connection, values)])

    def _latest(
        self, which: Sequence[ColumnElement[bool]], then_by: ColumnElement[int], limit: int, offset: int = 0
    ) -> list[int]:
        ordered = _latest(which, then_by).limit(limit)
        return list(self._connection.scalars(ordered.offset(offset) if offset else ordered))

    def _told(self, board_ids: Sequence[int], with_replaced: bool = False) -> list[FinishedGame]:
        if not board_ids:
            return []
        seats = Listing(self._connection).seats_of(board_ids)
        earlier = Substitutes(self._connection).earlier_of(board_ids) if with_replaced else {}
        rows = _FINISHED.rows(self._connection, [(each,) for each in board_ids])
        games: dict[int, FinishedGame] = {}
        for row in rows:
            userids = [seat.player.userid for seat in seats[row.id]]
            games[row.id] = FinishedGame(
                ending=Ending(row.finished_at, row.id),
                game=row.game,
                number=row.number,
                winners=winners_among(row.game, row.winner_seat, seats[row.id]),
                points=row.points or 0,
                players=tuple(dict.fromkeys(userids)),
                rated=row.rated_entry is not None,
                bots=bots_in(seats[row.id]),
                replaced=tuple(
                    (userids[seat], first.userid) for seat, (first, *_) in earlier.get(row.id, {}).items()
                ),
            )
        return [games[board_id] for board_id in board_ids]


_FINISHED = BatchSelect(
    (BOARDS.c.id,),
    select(
        BOARDS.c.id, BOARDS.c.game, BOARDS.c.number, BOARDS.c.finished_at, BOARDS.c.winner_seat, BOARDS.c.points,
        BOARDS.c.rated_entry,
    ).where,
)  # fmt: skip


@cache
def _ended_of_player(with_other: bool, goes_on: bool) -> Prepared:
    """The latest games of `player`, and of `other`; those `before` a moment, and at that moment of boards `below`."""
    which: list[ColumnElement[bool]] = [BOARDS.c.id.in_(_seats_of(_PLAYER))]
    if with_other:
        which.append(BOARDS.c.id.in_(_seats_of(bindparam("other", type_=RowId))))
    if goes_on:
        last = tuple_(bindparam("before", type_=UtcDatetime), bindparam("below", type_=RowId))
        which.append(tuple_(BOARDS.c.finished_at, BOARDS.c.id) < last)
    return Prepared(_latest(which, BOARDS.c.id).limit(_LIMIT))


def _latest(which: Sequence[ColumnElement[bool]], then_by: ColumnElement[int]) -> Select[tuple[int]]:
    query = select(BOARDS.c.id).where(*which, _has_ended(BOARDS.c.status), NOT_OF_GUESTS)
    return query.order_by(BOARDS.c.finished_at.desc(), then_by.desc())


def _seats_of(player: BindParameter[int]) -> Any:
    has_now = select(SEATS.c.board_id).where(SEATS.c.user_id == player, _has_ended(SEATS.c.status))
    return union_all(has_now, boards_left_by([player]))


def _has_ended(status: ColumnElement[str]) -> ColumnElement[bool]:
    return status.in_([literal(each, status.type) for each in (Status.OVER, Status.ARCHIVED)])
