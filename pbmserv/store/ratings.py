"""Standings in the database: each player's rating in each game, and how many games made it."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, select

from pbmserv.play.board import Player
from pbmserv.play.ratings import NEWCOMER, Change, Standing
from pbmserv.store import upsert
from pbmserv.store.models import RatingRow


class Ratings:
    """Standings, within one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def of(self, game: str, players: Iterable[Player]) -> dict[str, Standing]:
        """The standings of these players in a game, by userid; one who has not finished a game is a newcomer."""
        by_id = {player.id: player for player in players}
        standings = {player.userid: NEWCOMER for player in by_id.values()}
        rows = self._connection.execute(
            select(RatingRow.user_id, RatingRow.rating, RatingRow.won, RatingRow.lost, RatingRow.tied)
            .where(RatingRow.game == game, RatingRow.user_id.in_(by_id))
            .order_by(RatingRow.user_id)
            .with_for_update()
        )
        for row in rows:
            standings[by_id[row.user_id].userid] = Standing(row.rating, row.won, row.lost, row.tied)
        return standings

    def save(self, game: str, players: Iterable[Player], changes: Iterable[Change]) -> None:
        """Store what a game has changed."""
        ids = {player.userid: player.id for player in players}
        for change in changes:
            tally = {
                "rating": change.after.rating,
                "won": change.after.won,
                "lost": change.after.lost,
                "tied": change.after.tied,
            }
            self._connection.execute(
                upsert.insert(self._connection, RatingRow)
                .values(user_id=ids[change.player], game=game, **tally)
                .on_conflict_do_update(index_elements=[RatingRow.user_id, RatingRow.game], set_=tally)
            )
