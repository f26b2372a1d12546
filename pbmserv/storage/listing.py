"""Lists of boards, found by index: what they show of each board, who sits there, and who plays on how many.

Each page begins where the one before it ended, so that its cost depends only on what is on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Integer,
    Select,
    Text,
    and_,
    bindparam,
    case,
    cast,
    func,
    or_,
    select,
    union_all,
)

from pbmserv.play.board import Player, Status
from pbmserv.play.bots import PROGRAM
from pbmserv.play.days import EVERY_DAY
from pbmserv.play.record import SKIP
from pbmserv.play.winners import winning_seats
from pbmserv.storage.documents import written
from pbmserv.storage.repository import Repository
from pbmserv.storage.statements import BatchSelect, Prepared
from pbmserv.storage.tables import BOARDS, MOVES, NOT_OF_GUESTS, SEATS, USERS

# Every page of a board needs it.
_WAITING = Prepared(
    select(BOARDS.c.last_moved_at, BOARDS.c.game, BOARDS.c.number)
    .where(
        BOARDS.c.id.in_(
            select(SEATS.c.board_id).where(
                SEATS.c.user_id == bindparam("player"), SEATS.c.status == Status.ACTIVE, SEATS.c.to_move.is_(True)
            )
        ),
        BOARDS.c.status == Status.ACTIVE,
    )
    .order_by(BOARDS.c.last_moved_at, BOARDS.c.game, BOARDS.c.number)
    .limit(bindparam("limit", type_=Integer))
)
_NEWEST = Prepared(
    select(BOARDS.c.id)
    .where(BOARDS.c.game == bindparam("game"), BOARDS.c.number < bindparam("before"))
    .where(BOARDS.c.status == Status.ACTIVE, NOT_OF_GUESTS)
    .order_by(BOARDS.c.number.desc())
    .limit(bindparam("limit", type_=Integer))
)
HIGHEST_BOARD = 2**31 - 1
"""Above the number of any board."""
_MOST_FINISHED = 200
_ENOUGH_TO_KNOW = 2
_SOME_FINISHED = (
    select(SEATS.c.board_id)
    .where(
        SEATS.c.user_id == bindparam("player"), or_(SEATS.c.status == Status.OVER, SEATS.c.status == Status.ARCHIVED)
    )
    .limit(_MOST_FINISHED)
    .subquery()
)
_COUNTS: tuple[ColumnElement[Any], ...] = (
    func.count().label("of_all"),
    func.count(case((BOARDS.c.game == bindparam("game"), BOARDS.c.id)).distinct()).label("of_game"),
)
_FINISHED = Prepared(select(*_COUNTS).join_from(_SOME_FINISHED, BOARDS, BOARDS.c.id == _SOME_FINISHED.c.board_id))


def looked_at_last(column: ColumnElement[str]) -> ColumnElement[str]:
    """A text column in a form that no index serves, so that the database starts with other conditions.

    SQLite has no statistics and assumes that a game has few boards.
    """
    return column.concat("")


_SEATS_OF = BatchSelect(
    (SEATS.c.board_id,),
    select(SEATS.c.board_id, USERS.c.id, USERS.c.userid, USERS.c.bot, SEATS.c.resigned, SEATS.c.to_move)
    .join(USERS, USERS.c.id == SEATS.c.user_id)
    .order_by(SEATS.c.board_id, SEATS.c.seat)
    .where,
)
_LINES_OF = BatchSelect(
    (BOARDS.c.id,),
    select(
        BOARDS.c.id, BOARDS.c.game, BOARDS.c.number, BOARDS.c.status, BOARDS.c.moves_made, BOARDS.c.last_moved_at,
        BOARDS.c.winner_seat, BOARDS.c.terms,
    ).where,
)  # fmt: skip
_BOTS = SEATS.alias("bots")
_BOARDS_PLAYED = (
    select(SEATS.c.user_id, func.count(SEATS.c.board_id.distinct()).label("boards"))
    .where(SEATS.c.status == Status.ACTIVE, SEATS.c.resigned.is_(False))
    .group_by(SEATS.c.user_id)
)
_ACTIVE_BOARDS = BatchSelect((SEATS.c.user_id,), _BOARDS_PLAYED.where)
_ACTIVE_BOARDS_OF_GAME = BatchSelect(
    (SEATS.c.user_id,),
    _BOARDS_PLAYED.join(BOARDS, BOARDS.c.id == SEATS.c.board_id)
    .where(looked_at_last(BOARDS.c.game) == bindparam("game"))
    .where,
)
_BOARDS_WITH_BOTS = BatchSelect(
    (SEATS.c.user_id,),
    _BOARDS_PLAYED.join(_BOTS, _BOTS.c.board_id == SEATS.c.board_id)
    .join(USERS, USERS.c.id == _BOTS.c.user_id)
    .where(USERS.c.bot != PROGRAM)
    .where,
)

FEW_MOVES = 2
"""With as many moves, both players of a board for two have moved."""


def _unanswered(is_by: ColumnElement[bool]) -> Select[Any]:
    """How many boards of players others have not begun to play on; not those of tournaments."""
    of_seat = (MOVES.c.board_id == SEATS.c.board_id, MOVES.c.seat == SEATS.c.seat)
    users: BindParameter[int] = bindparam("users", expanding=True)
    return (
        select(SEATS.c.user_id, func.count(SEATS.c.board_id.distinct()))
        .join(BOARDS, BOARDS.c.id == SEATS.c.board_id)
        .where(SEATS.c.user_id.in_(users), SEATS.c.status == Status.ACTIVE, SEATS.c.resigned.is_(False))
        .where(is_by)
        .where(func.coalesce(BOARDS.c.terms["event"].as_string(), "") == "")
        .where(~select(MOVES.c.number).where(*of_seat, MOVES.c.text != SKIP).exists())
        .group_by(SEATS.c.user_id)
    )


_UNANSWERED = _unanswered(BOARDS.c.challenger_id == bindparam("challenger"))
_UNANSWERED_BY_NOBODY = _unanswered(BOARDS.c.challenger_id.is_(None))


@dataclass(frozen=True)
class Line:
    game: str
    number: int
    status: Status
    players: tuple[str, ...]
    to_move: tuple[str, ...]
    moves_made: int
    last_moved_at: datetime
    winners: tuple[str, ...]
    event: str = ""
    """The key of its tournament division."""
    bots: frozenset[str] = frozenset()
    """The bots among the players."""


@dataclass(frozen=True)
class Seated:
    player: Player
    resigned: bool
    to_move: bool
    bot: str | None = None
    """The kind of bot (see `play.bots`); None for a person."""


class WaitingBoard(NamedTuple):
    """A board on which a player has to move; `since` is when the last move was made there."""

    since: datetime
    game: str
    number: int


class Listing(Repository):
    def lines(
        self,
        game: str | None = None,
        numbers: Sequence[int] | None = None,
        players: Sequence[Player] = (),
        status: Status | None = None,
        only_to_move: bool = False,
        only_waiting: bool = False,
        limit: int = 100,
        after: tuple[str, int] = ("", 0),
    ) -> list[Line]:
        """At most `limit` boards by game and number.

        Filters: a game, numbers, seats of any of these players (who have to move if `only_to_move`, or wait if
        `only_waiting`), status, and those `after` a game and number. Removed boards are never listed, archived ones
        only by number.
        """
        query = select(BOARDS.c.id).order_by(BOARDS.c.game, BOARDS.c.number).limit(limit)
        if game is not None:
            # A player has few boards, a game may have a million: the condition that leaves less to read comes first.
            of_few = bool(players) and numbers is None
            query = query.where((looked_at_last(BOARDS.c.game) if of_few else BOARDS.c.game) == game)
        if numbers is not None:
            query = query.where(BOARDS.c.number.in_(numbers))
        if after[1]:
            of_others = (BOARDS.c.game == after[0]) & (BOARDS.c.number > after[1]) | (BOARDS.c.game > after[0])
            query = query.where(BOARDS.c.number > after[1] if game is not None else of_others)
        if players:
            seated = select(SEATS.c.board_id).where(SEATS.c.user_id.in_([player.id for player in players]))
            if status is not None:
                seated = seated.where(SEATS.c.status == status)
            if only_to_move:
                seated = seated.where(SEATS.c.to_move.is_(True))
            if only_waiting:
                seated = seated.where(SEATS.c.to_move.is_(False))
            query = query.where(BOARDS.c.id.in_(seated))
        if numbers is None:
            query = query.where(NOT_OF_GUESTS)
        if status is not None:
            query = query.where(BOARDS.c.status == status)
        elif numbers is None and not players:
            # Each state by itself: a single query would pass over all archived boards on its way through the index.
            return sorted(
                self.lines(game, status=Status.ACTIVE, limit=limit, after=after)
                + self.lines(game, status=Status.OVER, limit=limit, after=after),
                key=lambda line: (line.game, line.number),
            )[:limit]
        else:
            archived = (Status.ARCHIVED,) if numbers is not None else ()
            query = query.where(BOARDS.c.status.in_((Status.ACTIVE, Status.OVER, *archived)))
        return self.lines_of(self._connection.execute(query).scalars().all())

    def newest(self, games: Iterable[str], each: int) -> list[Line]:
        of_each = [
            select(
                select(BOARDS.c.id)
                .where(BOARDS.c.game == game, BOARDS.c.status == Status.ACTIVE, NOT_OF_GUESTS)
                .order_by(BOARDS.c.number.desc())
                .limit(each)
                .subquery()
            )
            for game in games
        ]
        if not of_each:
            return []
        ids = self._connection.execute(union_all(*of_each)).scalars().all()
        return sorted(self._newest_first(ids), key=lambda line: line.last_moved_at, reverse=True)

    def boards(self, game: str, before: int | None, limit: int) -> list[Line]:
        """A game's active boards, newest first, from below the number `before`."""
        values = {"game": game, "before": HIGHEST_BOARD if before is None else before, "limit": limit}
        return self._newest_first([row.id for row in _NEWEST.rows(self._connection, values)])

    def _newest_first(self, board_ids: Sequence[int]) -> list[Line]:
        lines = self.lines_of(board_ids) if board_ids else []
        return sorted(lines, key=lambda line: line.number, reverse=True)

    def waiting_for(self, player: Player, limit: int) -> list[WaitingBoard]:
        """The first `limit` boards on which a player has to move, those that wait longest first."""
        rows = _WAITING.rows(self._connection, {"player": player.id, "limit": limit})
        return [WaitingBoard(row.last_moved_at, row.game, row.number) for row in rows]

    def seats_of(self, board_ids: Sequence[int]) -> dict[int, list[Seated]]:
        seats: dict[int, list[Seated]] = {board_id: [] for board_id in board_ids}
        for row in _SEATS_OF.rows(self._connection, [(each,) for each in board_ids]):
            seats[row.board_id].append(Seated(Player(row.id, row.userid), row.resigned, row.to_move, row.bot))
        return seats

    def active_boards(self, players: Iterable[Player], game: str | None = None) -> dict[Player, int]:
        """The number of active boards of each player, in one game or all."""
        by_id = {player.id: player for player in players}
        counts = _ACTIVE_BOARDS if game is None else _ACTIVE_BOARDS_OF_GAME
        rows = counts.rows(self._connection, [(each,) for each in by_id], {} if game is None else {"game": game})
        return dict.fromkeys(by_id.values(), 0) | {by_id[row.user_id]: row.boards for row in rows}

    def knows_game(self, player: Player, game: str) -> bool:
        """Whether a player has finished some boards of a game. Whoever has finished very many boards knows all games:
        no more of them are looked at.
        """
        [row] = _FINISHED.rows(self._connection, {"player": player.id, "game": game})
        return bool(row.of_all >= _MOST_FINISHED or row.of_game >= _ENOUGH_TO_KNOW)

    def boards_with_bots(self, players: Iterable[Player]) -> dict[Player, int]:
        by_id = {player.id: player for player in players}
        rows = _BOARDS_WITH_BOTS.rows(self._connection, [(each,) for each in by_id])
        return dict.fromkeys(by_id.values(), 0) | {by_id[row.user_id]: row.boards for row in rows}

    def boards_alone(self, player: Player) -> int:
        others = SEATS.alias("others")
        of_others = (others.c.board_id == SEATS.c.board_id, others.c.user_id != player.id)
        count = select(func.count(SEATS.c.board_id.distinct())).where(
            SEATS.c.user_id == player.id,
            SEATS.c.status == Status.ACTIVE,
            SEATS.c.resigned.is_(False),
            ~select(others.c.seat).where(*of_others).exists(),
        )
        return self._connection.scalar(count) or 0

    def boards_unanswered(self, players: Iterable[Player], challenger: Player | None) -> dict[Player, int]:
        """On how many boards that a player has begun others have not made a first move.

        None stands for whoever does not play there. Boards of tournaments do not count.
        """
        by_id = {player.id: player for player in players}
        if not by_id:
            return {}
        if challenger:
            rows = self._connection.execute(_UNANSWERED, {"users": [*by_id], "challenger": challenger.id})
        else:
            rows = self._connection.execute(_UNANSWERED_BY_NOBODY, {"users": [*by_id]})
        return {by_id[row[0]]: row[1] for row in rows}

    def with_plans(self, player: Player) -> list[tuple[str, int]]:
        """The boards, by game and number, on which a player has plans that nobody else knows, or will resign."""
        has_plans = (cast(SEATS.c.plans, Text) != written({})) | SEATS.c.leaving
        query = (
            select(BOARDS.c.game, BOARDS.c.number)
            .join(SEATS, SEATS.c.board_id == BOARDS.c.id)
            .where(SEATS.c.user_id == player.id, SEATS.c.status == Status.ACTIVE, has_plans)
            .distinct()
        )
        return [(row.game, row.number) for row in self._connection.execute(query)]

    def counts_days(self, player: Player) -> bool:
        """Whether a player has a board on which some weekdays do not count."""
        days = BOARDS.c.terms["days"].as_string()
        board = (
            select(SEATS.c.board_id)
            .join(BOARDS, BOARDS.c.id == SEATS.c.board_id)
            .where(SEATS.c.user_id == player.id, SEATS.c.status == Status.ACTIVE, SEATS.c.resigned.is_(False))
            .where(days != EVERY_DAY)
        )
        return bool(self._connection.scalar(select(board.exists())))

    def new_among(self, player: Player, boards: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
        """Those of these boards, by game and number, on which a player has a seat and hardly anybody has moved."""
        query = (
            select(BOARDS.c.game, BOARDS.c.number)
            .join(SEATS, SEATS.c.board_id == BOARDS.c.id)
            .where(or_(*(and_(BOARDS.c.game == game, BOARDS.c.number == number) for game, number in boards)))
            .where(SEATS.c.user_id == player.id, SEATS.c.status == Status.ACTIVE, BOARDS.c.moves_made < FEW_MOVES)
            .distinct()
        )
        found = {(row.game, row.number) for row in self._connection.execute(query)}
        return [each for each in boards if each in found]

    def lines_of(self, board_ids: Sequence[int]) -> list[Line]:
        seats = self.seats_of(board_ids)
        rows = _LINES_OF.rows(self._connection, [(each,) for each in board_ids])
        return [
            Line(
                game=row.game,
                number=row.number,
                status=Status(row.status),
                players=tuple(seat.player.userid for seat in seats[row.id]),
                to_move=tuple(dict.fromkeys(seat.player.userid for seat in seats[row.id] if seat.to_move)),
                moves_made=row.moves_made,
                last_moved_at=row.last_moved_at,
                winners=winners_among(row.game, row.winner_seat, seats[row.id]),
                event=row.terms.get("event", ""),
                bots=bots_in(seats[row.id]),
            )
            for row in sorted(rows, key=lambda row: (row.game, row.number))
        ]


def winners_among(game: str, winner_seat: int | None, seats: Sequence[Seated]) -> tuple[str, ...]:
    """The players who have won; none for a draw."""
    won = winning_seats(game, winner_seat, [seat.resigned for seat in seats])
    return tuple(seats[number].player.userid for number in won)


def bots_in(seats: Iterable[Seated]) -> frozenset[str]:
    return frozenset(seat.player.userid for seat in seats if seat.bot is not None)
