"""The games that are over, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import select, union_all

from pbmserv.play.board import Player, Status
from pbmserv.store.listing import Listing, bots_in, looked_at_last
from pbmserv.store.repository import Repository
from pbmserv.store.substitutes import Substitutes, boards_left_by
from pbmserv.store.tables import BOARDS, SEATS

BEFORE_ANY_GAME = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class FinishedGame:
    """What the history tells of a game; `winner` is None for a tie."""

    number: int
    finished_at: datetime
    winner: str | None
    points: int
    players: tuple[str, ...]
    replaced: tuple[tuple[str, str], ...] = ()
    """Who has taken over a seat, and whose it was at the start."""
    bots: frozenset[str] = frozenset()
    """Those of the players for whom no human being plays."""


class History(Repository):
    """Finished games, within one transaction."""

    def page(
        self, game: str, players: Sequence[Player], year: int | None, number: int, size: int
    ) -> tuple[list[FinishedGame], bool]:
        """One page, the first being 1, and whether there are more after it.

        Only games of any of these players, if some are given; only those that ended in that year.
        """
        since = datetime(year, 1, 1, tzinfo=UTC) if year else BEFORE_ANY_GAME
        query = select(
            BOARDS.c.id, BOARDS.c.number, BOARDS.c.finished_at, BOARDS.c.winner_seat, BOARDS.c.points
        ).where(
            (looked_at_last(BOARDS.c.game) if players else BOARDS.c.game) == game,
            BOARDS.c.finished_at >= since,
            BOARDS.c.status.in_((Status.OVER, Status.ARCHIVED)),
        )
        if year:
            query = query.where(BOARDS.c.finished_at < datetime(year + 1, 1, 1, tzinfo=UTC))
        if players:
            seated = select(SEATS.c.board_id).where(SEATS.c.user_id.in_([player.id for player in players]))
            query = query.where(BOARDS.c.id.in_(union_all(seated, boards_left_by(players))))
        newest_first = query.order_by(BOARDS.c.finished_at.desc(), BOARDS.c.number.desc())
        rows = self._connection.execute(newest_first.limit(size + 1).offset((number - 1) * size)).all()
        shown = rows[:size]
        seats = Listing(self._connection).seats_of([row.id for row in shown])
        earlier = Substitutes(self._connection).earlier_of([row.id for row in shown])
        games = [
            FinishedGame(
                number=row.number,
                finished_at=row.finished_at,
                winner=None if row.winner_seat is None else seats[row.id][row.winner_seat].player.userid,
                points=row.points,
                players=tuple(dict.fromkeys(seat.player.userid for seat in seats[row.id])),
                replaced=tuple(
                    (seats[row.id][number].player.userid, before[0].userid)
                    for number, before in earlier[row.id].items()
                ),
                bots=bots_in(seats[row.id]),
            )
            for row in shown
        ]
        return games, len(rows) > size
