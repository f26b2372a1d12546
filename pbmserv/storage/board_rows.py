"""The rows of a board, read for one board or prefetched for a batch of requests."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, NamedTuple

from sqlalchemy import JSON, Connection, and_, bindparam, select

from pbmserv.play.board import Status
from pbmserv.play.clock import BACK_AGAIN
from pbmserv.play.record import Move
from pbmserv.storage.board_stamps import LAST_REMARK, REMATCH, BoardStamp, standing_of
from pbmserv.storage.documents import written
from pbmserv.storage.statements import BatchSelect, CacheKey, Prepared, row_cache
from pbmserv.storage.tables import BOARDS, MOVES, SEATS, USERS, VACATIONS

NO_MORE = datetime(9999, 1, 1, tzinfo=UTC)
"""A time after all absences."""

# Every move needs these.
_OF_THAT_NUMBER = (BOARDS.c.game == bindparam("game"), BOARDS.c.number == bindparam("number"))
_BOARD = Prepared(select(BOARDS, LAST_REMARK, REMATCH).where(*_OF_THAT_NUMBER))
_BOARD_TO_CHANGE = Prepared(select(BOARDS).where(*_OF_THAT_NUMBER).with_for_update())
_NAME = Prepared(select(BOARDS.c.game, BOARDS.c.number, BOARDS.c.commitment).where(BOARDS.c.id == bindparam("board")))
_OF_MOVE = (MOVES.c.number, MOVES.c.seat, MOVES.c.text, MOVES.c.automatic, MOVES.c.at, MOVES.c.value, MOVES.c.used)
_MOVES = Prepared(select(*_OF_MOVE).where(MOVES.c.board_id == bindparam("board")).order_by(MOVES.c.number))
_ALL_SEATS = (
    select(
        SEATS.c.seat, USERS.c.id, USERS.c.userid, USERS.c.settings, USERS.c.bot, USERS.c.left_at, SEATS.c.resigned,
        SEATS.c.leaving, SEATS.c.used_seconds, SEATS.c.warned_at, SEATS.c.plans, SEATS.c.in_time, SEATS.c.late,
        SEATS.c.to_move, SEATS.c.left_seconds, SEATS.c.eased, SEATS.c.asked, SEATS.c.shifts,
        SEATS.c.wanted,
        VACATIONS.c.starts_at, VACATIONS.c.ends_at, SEATS.c.board_id,
    )
    .join(USERS, USERS.c.id == SEATS.c.user_id)
    .outerjoin(VACATIONS, and_(VACATIONS.c.user_id == SEATS.c.user_id, VACATIONS.c.ends_at > bindparam("away_since")))
    .order_by(SEATS.c.seat, VACATIONS.c.starts_at)
)  # fmt: skip
_SEATS = Prepared(_ALL_SEATS.where(SEATS.c.board_id == bindparam("board")))
# And every turn these. Others may be changing a board just now: nobody waits here.
_TO_CHANGE = select(BOARDS).with_for_update(skip_locked=True)
_BOARDS_NAMED = BatchSelect((BOARDS.c.game, BOARDS.c.number), _TO_CHANGE.where)
_BOARDS_NUMBERED = BatchSelect((BOARDS.c.id,), _TO_CHANGE.where)
_MOVES_OF = BatchSelect(
    (MOVES.c.board_id,), select(MOVES.c.board_id, *_OF_MOVE).order_by(MOVES.c.board_id, MOVES.c.number).where
)
_SEATS_OF = BatchSelect((SEATS.c.board_id,), _ALL_SEATS.where)

_DOCUMENTS = tuple(column.name for column in BOARDS.c if isinstance(column.type, JSON))


class Name(NamedTuple):
    """A board's game and number, and its `commitment`, which no other board shares."""

    game: str
    number: int
    commitment: str


class StoredBoard(NamedTuple):
    """The rows of a board, its moves and seats, as read.

    Everything that a board is made of is here, so equal rows mean an unchanged board.
    """

    row: Any
    moves: list[Move]
    seats: list[Any]
    times: dict[int, str]
    """The seconds each seat had used after a move, by move number: see `Board`."""

    @property
    def standing(self) -> BoardStamp:
        """Its stamp, for listeners; it was not read to be changed."""
        seats = {each.seat: (each.id, each.resigned, each.to_move) for each in self.seats}
        return standing_of(self.row, [*seats.values()])


_KNOWN = CacheKey[tuple[str, int], StoredBoard]("boards", "moves", "seats", "users", "vacations")
_WRITTEN = CacheKey[tuple[str, int], StoredBoard]("boards", "moves", "seats", "users", "vacations")
"""Boards changed in this transaction, with their documents as written."""


_NAMES = CacheKey[int, Name]("boards")
"""Names of boards by row id."""


def find(connection: Connection, game: str, number: int, for_change: bool) -> StoredBoard | None:
    """Return the rows of a board, or None. `for_change` locks it."""
    if for_change and (known := _known(connection, (game, number))) is not None:
        return known
    row = (_BOARD_TO_CHANGE if for_change else _BOARD).row(connection, {"game": game, "number": number})
    if row is None:
        return None
    made = _MOVES.rows(connection, {"board": row.id})
    return StoredBoard(row, [*map(_move, made)], seats_of(connection, row.id, row), _times(made))


def seats_of(connection: Connection, board_id: int, board: Any) -> list[Any]:
    """The seats of a board with the absences that affect its clocks; `board` is its row."""
    return _SEATS.rows(connection, {"board": board_id, "away_since": _away_since(board)})


def name_of(connection: Connection, board_id: int) -> Name | None:
    cache = row_cache(connection)
    if cache and (known := cache.get(_NAMES, board_id)):
        return known
    row = _NAME.row(connection, {"board": board_id})
    return Name(*row) if row else None


def read_ahead(
    connection: Connection, named: Collection[tuple[str, int]], numbered: Collection[int]
) -> dict[tuple[str, int], set[int]]:
    """Prefetch boards to be changed, by game and number or by row id.

    Return the ids of their players, by game and number. Boards locked by others are skipped.
    """
    cache = row_cache(connection)
    if cache is None or not (named or numbered):
        return {}
    rows = _BOARDS_NAMED.rows(connection, named) + _BOARDS_NUMBERED.rows(connection, [(each,) for each in numbered])
    boards = {row.id: row for row in rows}
    keys = [(board_id,) for board_id in boards]
    made: dict[int, list[Any]] = {board_id: [] for board_id in boards}
    for board_id, *move in _MOVES_OF.rows(connection, keys):
        made[board_id].append(move)
    seats: dict[int, list[Any]] = {board_id: [] for board_id in boards}
    since = min(map(_away_since, boards.values()), default=NO_MORE)
    for seat in _SEATS_OF.rows(connection, keys, {"away_since": since}):
        seats[seat.board_id].append(seat)
    found = {
        (row.game, row.number): StoredBoard(
            row,
            [*map(_move, made[row.id])],
            [*_as_of(seats[row.id], _away_since(row))],
            _times(made[row.id]),
        )
        for row in boards.values()
    }
    cache.add(_KNOWN, found)
    cache.add(_NAMES, {row.id: Name(row.game, row.number, row.commitment) for row in boards.values()})
    return {key: {seat.id for seat in rows.seats} for key, rows in found.items()}


def note_changed(
    connection: Connection,
    before: StoredBoard,
    board: Mapping[str, Any],
    moves: Iterable[Move],
    seats: Iterable[Mapping[str, Any]],
    times: Mapping[int, str],
) -> None:
    """Update the prefetched rows of a board that has just been saved."""
    key = before.row.game, before.row.number
    cache = row_cache(connection)
    if cache is None or cache.get(_KNOWN, key) is None:
        return
    values = [*seats]
    if any(values[row.seat]["user_id"] != row.id for row in before.seats):
        # Of who sits there now, more has to be known than stands in the seat.
        cache.drop(_KNOWN, key)
        cache.drop(_WRITTEN, key)
        return
    new_seats = [_with(row, values[row.seat]) for row in before.seats]
    cache.change(_WRITTEN, key, StoredBoard(_with(before.row, board), [*moves], new_seats, {**times}))


def _known(connection: Connection, key: tuple[str, int]) -> StoredBoard | None:
    cache = row_cache(connection)
    if cache is None:
        return None
    rows = cache.get(_WRITTEN, key)
    if rows is None:
        return cache.get(_KNOWN, key)
    board = _with(rows.row, {name: _read_back(getattr(rows.row, name)) for name in _DOCUMENTS})
    seats = [_with(row, {"plans": _read_back(row.plans)}) for row in rows.seats]
    return StoredBoard(board, rows.moves, seats, rows.times)


def _move(row: Sequence[Any]) -> Move:
    return Move._make(row[: len(Move._fields)])


def _times(rows: Sequence[Sequence[Any]]) -> dict[int, str]:
    return {row[0]: row[-1] for row in rows if row[-1]}


def _with(row: Any, values: Mapping[str, Any]) -> Any:
    columns = vars(row) if isinstance(row, SimpleNamespace) else row._asdict()
    return SimpleNamespace(**{**columns, **values})


def _read_back(document: Any) -> Any:
    return None if document is None else json.loads(written(document))


def _away_since(board: Any) -> datetime:
    """Since when absences affect a board's clocks, which count from the last move."""
    since: datetime = board.last_moved_at - BACK_AGAIN if board.status == Status.ACTIVE else NO_MORE
    return since


def _as_of(seats: list[Any], since: datetime) -> Iterator[Any]:
    """Drop absences that ended before; each seat keeps at least one row."""
    with_absence = {row.seat for row in seats if row.ends_at is not None and row.ends_at > since}
    seen: set[int] = set()
    for row in seats:
        if row.ends_at is None or row.ends_at > since:
            yield row
        elif row.seat not in with_absence | seen:
            seen.add(row.seat)
            yield _with(row, {"starts_at": None, "ends_at": None})
