"""The games that are over, the last to end first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, select, tuple_, union_all

from pbmserv.play.board import Player, Status
from pbmserv.storage.listing import Listing, bots_in, looked_at_last
from pbmserv.storage.repository import Repository
from pbmserv.storage.substitutes import Substitutes, boards_left_by
from pbmserv.storage.tables import BOARDS, SEATS

BEFORE_ANY_GAME = datetime(1970, 1, 1, tzinfo=UTC)

_ENDED = (Status.OVER, Status.ARCHIVED)


class Ending(NamedTuple):
    """When a game ended, and the row of its board: by these, games that are over are found."""

    at: datetime
    board_id: int


@dataclass(frozen=True)
class FinishedGame:
    """A game that is over, as a list tells of it; `winner` is None for a tie."""

    ending: Ending
    game: str
    number: int
    winner: str | None
    points: int
    players: tuple[str, ...]
    rated: bool
    bots: frozenset[str] = frozenset()
    """Those of the players for whom no human being plays."""
    replaced: tuple[tuple[str, str], ...] = ()
    """Who has taken over a seat, and whose it was at the start; only numbered pages tell it."""


class History(Repository):
    """Finished games, within one transaction."""

    def page(
        self, game: str, players: Sequence[Player], year: int | None, number: int, size: int
    ) -> tuple[list[FinishedGame], bool]:
        """One page of those of one kind, the first being 1, and whether there are more after it.

        Only games of any of these players, if some are given; only those that ended in that year.
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
            which.append(BOARDS.c.id.in_(union_all(seated, boards_left_by(players))))
        ids = self._latest(which, BOARDS.c.number, size + 1, (number - 1) * size)
        return self._told(ids[:size], with_replaced=True), len(ids) > size

    def of_game(self, game: str, before: datetime | None, below: int, limit: int) -> list[FinishedGame]:
        """Those of one kind that ended before then, or at that moment on a board with a number below that."""
        condition: ColumnElement[bool] = BOARDS.c.finished_at.is_not(None)
        if before is not None:
            condition = tuple_(BOARDS.c.finished_at, BOARDS.c.number) < tuple_(before, below)
        return self._told(self._latest([BOARDS.c.game == game, condition], BOARDS.c.number, limit))

    def of_player(
        self, player: Player, before: Ending | None, limit: int, other: Player | None = None
    ) -> list[FinishedGame]:
        """Those of a player of any kind; with another player, those of both."""
        which: list[ColumnElement[bool]] = [
            BOARDS.c.id.in_(_seats_of(each)) for each in (player, other) if each is not None
        ]
        if before is not None:
            which.append(tuple_(BOARDS.c.finished_at, BOARDS.c.id) < tuple_(before.at, before.board_id))
        return self._told(self._latest(which, BOARDS.c.id, limit))

    def _latest(
        self, which: Sequence[ColumnElement[bool]], then_by: ColumnElement[int], limit: int, offset: int = 0
    ) -> list[int]:
        """The rows of boards that are over, the last to end first."""
        query = select(BOARDS.c.id).where(*which, BOARDS.c.status.in_(_ENDED))
        ordered = query.order_by(BOARDS.c.finished_at.desc(), then_by.desc()).limit(limit)
        return list(self._connection.scalars(ordered.offset(offset) if offset else ordered))

    def _told(self, board_ids: Sequence[int], with_replaced: bool = False) -> list[FinishedGame]:
        """What is told of the games in these rows, in the same order."""
        if not board_ids:
            return []
        seats = Listing(self._connection).seats_of(board_ids)
        earlier = Substitutes(self._connection).earlier_of(board_ids) if with_replaced else {}
        rows = self._connection.execute(
            select(
                BOARDS.c.id, BOARDS.c.game, BOARDS.c.number, BOARDS.c.finished_at, BOARDS.c.winner_seat,
                BOARDS.c.points, BOARDS.c.rated_entry,
            ).where(BOARDS.c.id.in_(board_ids))
        )  # fmt: skip
        games: dict[int, FinishedGame] = {}
        for row in rows:
            userids = [seat.player.userid for seat in seats[row.id]]
            games[row.id] = FinishedGame(
                ending=Ending(row.finished_at, row.id),
                game=row.game,
                number=row.number,
                winner=None if row.winner_seat is None else userids[row.winner_seat],
                points=row.points or 0,
                players=tuple(dict.fromkeys(userids)),
                rated=row.rated_entry is not None,
                bots=bots_in(seats[row.id]),
                replaced=tuple(
                    (userids[seat], first.userid) for seat, (first, *_) in earlier.get(row.id, {}).items()
                ),
            )
        return [games[board_id] for board_id in board_ids]


def _seats_of(player: Player) -> Any:
    has_now = select(SEATS.c.board_id).where(SEATS.c.user_id == player.id, SEATS.c.status.in_(_ENDED))
    return union_all(has_now, boards_left_by([player]))
