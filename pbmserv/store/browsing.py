"""Boards, games and players as somebody leafs through them: each page begins where the one before it has ended.

What a page costs depends on what is on it, and not on how much there is before or after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, select, tuple_, union_all

from pbmserv.play.board import Player, Status
from pbmserv.play.glicko import Strength
from pbmserv.play.ratings import Standing
from pbmserv.store.listing import Line, Listing, Seated, bots_in
from pbmserv.store.players import key_of
from pbmserv.store.repository import Repository
from pbmserv.store.substitutes import boards_left_by
from pbmserv.store.tables import BOARDS, RATING_HISTORY, RATINGS, SEATS, USERS

LOOKED_THROUGH = 200
"""Among how many players of a game, the best first, those are looked for who seek challenges."""

_ENDED = (Status.OVER, Status.ARCHIVED)


class Ending(NamedTuple):
    """When a game ended, and the row of its board: by these, games that are over are found."""

    at: datetime
    board_id: int


@dataclass(frozen=True)
class EndedGame:
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


class Named(NamedTuple):
    """A player as a list of names has them."""

    player: Player
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

    def ended(self, game: str, before: datetime | None, below: int, limit: int) -> list[EndedGame]:
        """The games of one kind that are over, the last to end first.

        From those on that ended before then, or at that moment on a board with a number below that.
        """
        condition: ColumnElement[bool] = BOARDS.c.finished_at.is_not(None)
        if before is not None:
            condition = tuple_(BOARDS.c.finished_at, BOARDS.c.number) < tuple_(before, below)
        query = (
            select(BOARDS.c.id)
            .where(BOARDS.c.game == game, BOARDS.c.status.in_(_ENDED), condition)
            .order_by(BOARDS.c.finished_at.desc(), BOARDS.c.number.desc())
            .limit(limit)
        )
        return self._ended_in(self._connection.execute(query).scalars().all())

    def ended_of(
        self, player: Player, before: Ending | None, limit: int, other: Player | None = None
    ) -> list[EndedGame]:
        """The games of a player that are over, the last to end first; with another player, those of both."""
        query = (
            select(BOARDS.c.id)
            .where(BOARDS.c.id.in_(_seats_of(player)), BOARDS.c.status.in_(_ENDED))
            .order_by(BOARDS.c.finished_at.desc(), BOARDS.c.id.desc())
            .limit(limit)
        )
        if other is not None:
            query = query.where(BOARDS.c.id.in_(_seats_of(other)))
        if before is not None:
            query = query.where(tuple_(BOARDS.c.finished_at, BOARDS.c.id) < tuple_(before.at, before.board_id))
        return self._ended_in(self._connection.execute(query).scalars().all())

    def games_of(self, player: Player) -> list[InGame]:
        """The games that a player plays, has played, or has said something about."""
        rows = self._connection.execute(
            select(RATINGS).where(RATINGS.c.user_id == player.id).order_by(RATINGS.c.game)
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
            select(RATINGS.c.user_id, RATINGS.c.rating, RATINGS.c.seeking)
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
            select(first, USERS.c.userid, USERS.c.bot)
            .join(USERS, USERS.c.id == first.c.user_id)
            .where(first.c.seeking > 0)
            .order_by(first.c.rating.desc(), first.c.user_id)
            .limit(limit)
        )
        return [Seeker(Player(row.user_id, row.userid), row.rating, row.seeking, row.bot is not None) for row in rows]

    def players(self, beginning: str, after: str, limit: int) -> list[Named]:
        """Players in the order of their names: those that begin so, from the one after that name on."""
        key = key_of(beginning)
        query = select(USERS.c.id, USERS.c.userid, USERS.c.bot).where(
            USERS.c.userid_key >= key, USERS.c.userid_key < f"{key}\x7f", USERS.c.left_at.is_(None)
        )
        if after:
            query = query.where(USERS.c.userid_key > key_of(after))
        rows = self._connection.execute(query.order_by(USERS.c.userid_key).limit(limit))
        return [Named(Player(row.id, row.userid), row.bot is not None) for row in rows]

    def _lines(self, board_ids: Sequence[int]) -> list[Line]:
        lines = Listing(self._connection).lines_of(board_ids) if board_ids else []
        return sorted(lines, key=lambda line: line.number, reverse=True)

    def _ended_in(self, board_ids: Sequence[int]) -> list[EndedGame]:
        """What is told of the games in these rows, in the same order."""
        if not board_ids:
            return []
        seats = Listing(self._connection).seats_of(board_ids)
        rows = self._connection.execute(
            select(
                BOARDS.c.id, BOARDS.c.game, BOARDS.c.number, BOARDS.c.finished_at, BOARDS.c.winner_seat,
                BOARDS.c.points, BOARDS.c.rated_entry,
            ).where(BOARDS.c.id.in_(board_ids))
        )  # fmt: skip
        games = {row.id: _ended(row, seats[row.id]) for row in rows}
        return [games[board_id] for board_id in board_ids]


def _seats_of(player: Player) -> Any:
    has_now = select(SEATS.c.board_id).where(SEATS.c.user_id == player.id, SEATS.c.status.in_(_ENDED))
    return union_all(has_now, boards_left_by([player]))


def _ended(row: Any, seats: Sequence[Seated]) -> EndedGame:
    userids = [seat.player.userid for seat in seats]
    return EndedGame(
        ending=Ending(row.finished_at, row.id),
        game=row.game,
        number=row.number,
        winner=None if row.winner_seat is None else userids[row.winner_seat],
        points=row.points or 0,
        players=tuple(dict.fromkeys(userids)),
        rated=row.rated_entry is not None,
        bots=bots_in(seats),
    )
