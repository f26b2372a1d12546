"""Boards and games as somebody leafs through them: each page begins where the one before it has ended.

What a page costs depends on what is on it, and not on how much there is before or after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import func, select, union_all

from pbmserv.play.board import Player, Status
from pbmserv.play.glicko import Strength
from pbmserv.play.ratings import Standing
from pbmserv.storage.listing import Line, Listing
from pbmserv.storage.repository import Repository
from pbmserv.storage.tables import BOARDS, GAME_LIMITS, RATING_HISTORY, RATINGS, USERS

LOOKED_THROUGH = 200
"""Among how many players of a game, the best first, those are looked for who seek challenges."""


@dataclass(frozen=True)
class InGame:
    """How a player stands in one game, and what they would like of it."""

    game: str
    standing: Standing
    strength: Strength
    most_boards: int | None
    seeking: int


class Estimate(NamedTuple):
    """How strong a player was after a game by Glicko-2, give or take the `deviation`."""

    strength: float
    deviation: float


@dataclass(frozen=True)
class Seeker:
    """Somebody who would like to be challenged, and how often."""

    player: Player
    rating: int
    seeking: int
    is_bot: bool


class Browsing(Repository):
    """Pages of lists, within one transaction."""

    def newest(self, games: Iterable[str], each: int) -> list[Line]:
        """The newest boards of each of these games on which somebody plays."""
        of_each = [
            select(
                select(BOARDS.c.id)
                .where(BOARDS.c.game == game, BOARDS.c.status == Status.ACTIVE)
                .order_by(BOARDS.c.number.desc())
                .limit(each)
                .subquery()
            )
            for game in games
        ]
        if not of_each:
            return []
        ids = self._connection.execute(union_all(*of_each)).scalars().all()
        return sorted(self._lines(ids), key=lambda line: line.last_moved_at, reverse=True)

    def boards(self, game: str, before: int | None, limit: int) -> list[Line]:
        """The boards of a game on which somebody plays, the newest first; from below the number `before` on."""
        query = select(BOARDS.c.id).where(BOARDS.c.game == game, BOARDS.c.status == Status.ACTIVE)
        if before is not None:
            query = query.where(BOARDS.c.number < before)
        ids = self._connection.execute(query.order_by(BOARDS.c.number.desc()).limit(limit)).scalars().all()
        return self._lines(ids)

    def games_of(self, player: Player) -> list[InGame]:
        """The games that a player plays, has played, or has said something about."""
        rows = self._connection.execute(
            select(RATINGS, GAME_LIMITS.c.most_boards, func.coalesce(GAME_LIMITS.c.seeking, 0).label("seeking"))
            .outerjoin(
                GAME_LIMITS, (GAME_LIMITS.c.user_id == RATINGS.c.user_id) & (GAME_LIMITS.c.game == RATINGS.c.game)
            )
            .where(RATINGS.c.user_id == player.id)
            .order_by(RATINGS.c.game)
        )
        return [
            InGame(
                row.game,
                Standing(row.rating, row.won, row.lost, row.tied),
                Strength(row.strength, row.deviation, row.volatility),
                row.most_boards,
                row.seeking,
            )
            for row in rows
        ]

    def estimates(self, player: Player, games: Iterable[str], last: int) -> dict[str, list[Estimate]]:
        """How strong a player was after each of the `last` rated games of these kinds, the newest at the end."""
        of_each = [
            select(
                select(RATING_HISTORY)
                .where(RATING_HISTORY.c.game == game, RATING_HISTORY.c.user_id == player.id)
                .order_by(RATING_HISTORY.c.entry.desc())
                .limit(last)
                .subquery()
            )
            for game in games
        ]
        found: dict[str, list[Estimate]] = {}
        if of_each:
            rows = self._connection.execute(union_all(*of_each)).all()
            for row in sorted(rows, key=lambda row: row.entry):
                found.setdefault(row.game, []).append(Estimate(row.strength, row.deviation))
        return found

    def seekers(self, game: str, limit: int) -> list[Seeker]:
        """Who would like to be challenged, the best first, among those who stand highest."""
        first = (
            select(RATINGS.c.user_id, RATINGS.c.game, RATINGS.c.rating)
            .where(RATINGS.c.game == game, RATINGS.c.section >= 0)
            .order_by(
                RATINGS.c.section.desc(),
                RATINGS.c.rating.desc(),
                RATINGS.c.precedence.desc(),
                RATINGS.c.user_id.desc(),
            )
            .limit(LOOKED_THROUGH)
            .subquery()
        )
        rows = self._connection.execute(
            select(first, GAME_LIMITS.c.seeking, USERS.c.userid, USERS.c.bot)
            .join(GAME_LIMITS, (GAME_LIMITS.c.user_id == first.c.user_id) & (GAME_LIMITS.c.game == first.c.game))
            .join(USERS, USERS.c.id == first.c.user_id)
            .where(GAME_LIMITS.c.seeking > 0)
            .order_by(first.c.rating.desc(), first.c.user_id)
            .limit(limit)
        )
        return [Seeker(Player(row.user_id, row.userid), row.rating, row.seeking, row.bot is not None) for row in rows]

    def _lines(self, board_ids: Sequence[int]) -> list[Line]:
        lines = Listing(self._connection).lines_of(board_ids) if board_ids else []
        return sorted(lines, key=lambda line: line.number, reverse=True)
