"""Those who seek a game, in the database: since when, and which boards have come of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import exists, insert, select, true, update

from pbmserv.play.board import Player, Status
from pbmserv.play.matching import Seeker
from pbmserv.storage.open_tables import MATCHED_BOARDS
from pbmserv.storage.repository import Repository
from pbmserv.storage.tables import RATINGS, SEATS, USERS, VACATIONS


class Seekers(Repository):
    """Seekers, within one transaction."""

    def games(self) -> list[str]:
        """The games that somebody seeks."""
        query = select(RATINGS.c.game).where(RATINGS.c.seeking_since.is_not(None)).distinct()
        return sorted(self._connection.scalars(query))

    def of(self, game: str, now: datetime, limit: int, after: Seeker | None = None) -> list[Seeker]:
        """Those who have sought a game for longest, or for longest `after` one of them, and who can be matched: no
        bots, nobody who is away or suspended."""
        is_away = exists().where(
            VACATIONS.c.user_id == RATINGS.c.user_id, VACATIONS.c.starts_at <= now, VACATIONS.c.ends_at > now
        )
        later = (
            (RATINGS.c.seeking_since > after.since)
            | ((RATINGS.c.seeking_since == after.since) & (RATINGS.c.user_id > after.player.id))
            if after
            else true()
        )
        rows = self._connection.execute(
            select(USERS.c.id, USERS.c.userid, RATINGS.c.rating, RATINGS.c.seeking_since)
            .join(USERS, USERS.c.id == RATINGS.c.user_id)
            .where(
                RATINGS.c.game == game, RATINGS.c.seeking_since.is_not(None), RATINGS.c.seeking > 0,
                USERS.c.left_at.is_(None), USERS.c.suspended_at.is_(None), USERS.c.bot.is_(None), ~is_away, later,
            )
            .order_by(RATINGS.c.seeking_since, RATINGS.c.user_id)
            .limit(limit)
        )  # fmt: skip
        return [Seeker(Player(row.id, row.userid), row.rating, row.seeking_since) for row in rows]

    def together(self, players: Collection[Player]) -> set[frozenset[Player]]:
        """The pairs of these players who play on a board that has come of seeking."""
        by_id = {player.id: player for player in players}
        one, other = SEATS.alias(), SEATS.alias()
        rows = self._connection.execute(
            select(one.c.user_id, other.c.user_id)
            .join(MATCHED_BOARDS, MATCHED_BOARDS.c.board_id == one.c.board_id)
            .join(other, other.c.board_id == one.c.board_id)
            .where(
                one.c.user_id.in_(by_id), one.c.status == Status.ACTIVE,
                other.c.user_id.in_(by_id), other.c.user_id > one.c.user_id,
            )
        )  # fmt: skip
        return {frozenset((by_id[row[0]], by_id[row[1]])) for row in rows}

    def hold(self, game: str, players: Sequence[Player]) -> bool:
        """Keep others from changing what these players seek; gives whether all of them still seek this game."""
        query = (
            select(RATINGS.c.user_id)
            .where(_of(game, players), RATINGS.c.seeking > 0, RATINGS.c.seeking_since.is_not(None))
            # In one order, as wherever ratings are locked.
            .order_by(RATINGS.c.user_id)
            .with_for_update()
        )
        return len(self._connection.scalars(query).all()) == len(players)

    def matched(self, game: str, board_id: int, players: Sequence[Player], at: datetime) -> None:
        """Note that a board has come of seeking: those who seek more have sought that since then."""
        self._connection.execute(insert(MATCHED_BOARDS).values(board_id=board_id))
        go_on = update(RATINGS).where(_of(game, players), RATINGS.c.seeking_since.is_not(None))
        self._connection.execute(go_on.values(seeking_since=at))


def _of(game: str, players: Sequence[Player]) -> Any:
    return (RATINGS.c.game == game) & RATINGS.c.user_id.in_([player.id for player in players])
