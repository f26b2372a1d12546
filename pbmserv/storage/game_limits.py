"""Players' limits for games, and the challenges they seek."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Column,
    ForeignKey,
    Table,
    bindparam,
    case,
    exists,
    func,
    insert,
    select,
    true,
    union_all,
    update,
)

from pbmserv.play.board import Player, Status
from pbmserv.play.matching import Seeker
from pbmserv.storage import standings, upsert
from pbmserv.storage.repository import Repository
from pbmserv.storage.standings import RATED, Standings, rated_in
from pbmserv.storage.statements import BatchSelect
from pbmserv.storage.tables import GAME_LIMITS, METADATA, RATINGS, SEATS, USERS, VACATIONS

MATCHED_BOARDS = Table(
    "matched_boards",
    METADATA,
    Column("board_id", ForeignKey("boards.id"), primary_key=True),
)
"""A board started by matching; its players are not matched again meanwhile."""


_LIMITS = GAME_LIMITS.c
_WISHES = BatchSelect(
    (_LIMITS.user_id,),
    select(_LIMITS.user_id, _LIMITS.most_boards, _LIMITS.seeking).where(_LIMITS.game == bindparam("game")).where,
)
_ONE_LESS = (
    update(GAME_LIMITS)
    .where(_LIMITS.game == bindparam("its_game"), _LIMITS.user_id == bindparam("its_user"), _LIMITS.seeking > 0)
    .values(
        seeking=_LIMITS.seeking - 1,
        seeking_since=case((_LIMITS.seeking > 1, _LIMITS.seeking_since), else_=None),
    )
)


@dataclass(frozen=True)
class Wish:
    """A player's preferences for a game: a maximum of boards (None: any), and a number of further challenges
    sought.
    """

    most_boards: int | None = None
    seeking: int = 0


class GameLimits(Repository):
    """The repository of preferences; standings are updated with each change."""

    def of(self, game: str, players: Iterable[Player]) -> dict[Player, Wish]:
        by_id = {player.id: player for player in players}
        wishes = dict.fromkeys(by_id.values(), Wish())
        for row in _WISHES.rows(self._connection, [(number,) for number in by_id], {"game": game}):
            wishes[by_id[row.user_id]] = Wish(row.most_boards, row.seeking)
        return wishes

    def change(self, game: str, player: Player, wish: Wish, seeks_at: datetime | None = None) -> None:
        """Set a player's preferences.

        `seeks_at` is given when they start to seek a game.
        """
        values = {"most_boards": wish.most_boards, "seeking": wish.seeking}
        since = seeks_at if wish.seeking else None
        new = upsert.insert(self._connection, GAME_LIMITS).values(
            user_id=player.id, game=game, seeking_since=since, **values
        )
        # Who says it again has sought since the first time.
        kept = func.coalesce(_LIMITS.seeking_since, since) if wish.seeking else None
        self._connection.execute(
            new.on_conflict_do_update(
                index_elements=[_LIMITS.user_id, _LIMITS.game], set_={**values, "seeking_since": kept}
            )
        )
        Standings(self._connection).enter(game, [player])

    def challenged(self, game: str, players: Collection[Player]) -> None:
        """Count a new board: each player seeks one challenge less."""
        # In one order, as wherever these rows are locked.
        who = sorted({player.id for player in players})
        self._connection.execute(_ONE_LESS, [{"its_game": game, "its_user": number} for number in who])
        Standings(self._connection).enter(game, players)


class Seekers(Repository):
    def games(self) -> list[str]:
        """The games that somebody seeks."""
        query = select(_LIMITS.game).where(_LIMITS.seeking_since.is_not(None)).distinct()
        return sorted(self._connection.scalars(query))

    def of(self, game: str, now: datetime, limit: int, after: Seeker | None = None) -> list[Seeker]:
        """Longest-waiting seekers of a game, after the seeker `after`, without bots, absent and suspended players."""
        is_away = exists().where(
            VACATIONS.c.user_id == _LIMITS.user_id, VACATIONS.c.starts_at <= now, VACATIONS.c.ends_at > now
        )
        later = (
            (_LIMITS.seeking_since > after.since)
            | ((_LIMITS.seeking_since == after.since) & (_LIMITS.user_id > after.player.id))
            if after
            else true()
        )
        rows = self._connection.execute(
            select(USERS.c.id, USERS.c.userid, RATINGS.c.rating, _LIMITS.seeking_since)
            .join(RATINGS, (RATINGS.c.user_id == _LIMITS.user_id) & (RATINGS.c.game == _LIMITS.game))
            .join(USERS, USERS.c.id == _LIMITS.user_id)
            .where(
                _LIMITS.game == game, _LIMITS.seeking_since.is_not(None), _LIMITS.seeking > 0,
                USERS.c.left_at.is_(None), USERS.c.suspended_at.is_(None), USERS.c.bot.is_(None), ~is_away, later,
            )
            .order_by(_LIMITS.seeking_since, _LIMITS.user_id)
            .limit(limit)
        )  # fmt: skip
        return [Seeker(Player(row.id, row.userid), row.rating, row.seeking_since) for row in rows]

    def longest(self, games: Sequence[str], each: int) -> dict[str, list[standings.Seeker]]:
        """The people who have sought each game longest."""
        of_each = [
            select(
                select(_LIMITS.game, _LIMITS.user_id, _LIMITS.seeking_since)
                .where(_LIMITS.game == game, _LIMITS.seeking_since.is_not(None))
                .order_by(_LIMITS.seeking_since)
                .limit(each)
                .subquery()
            )
            for game in games
        ]
        found: dict[str, list[standings.Seeker]] = {game: [] for game in games}
        if not of_each:
            return found
        longest = union_all(*of_each).subquery()
        # Everyone who seeks is a user. As an outer join it cannot begin with all users, which PostgreSQL otherwise
        # prefers once there are more games than users.
        rows = self._connection.execute(
            select(longest, USERS.c.userid, *RATED)
            .outerjoin(USERS, USERS.c.id == longest.c.user_id)
            .join(RATINGS, (RATINGS.c.user_id == longest.c.user_id) & (RATINGS.c.game == longest.c.game))
            .where(USERS.c.left_at.is_(None), USERS.c.suspended_at.is_(None), USERS.c.bot.is_(None))
            .order_by(longest.c.seeking_since, longest.c.user_id)
        )
        for row in rows:
            found[row.game].append(standings.Seeker(Player(row.user_id, row.userid), rated_in(row)))
        return found

    def together(self, players: Collection[Player]) -> set[frozenset[Player]]:
        """Pairs of these players who already play on a matched board."""
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
        """Lock what these players seek; return whether all still seek this game."""
        query = (
            select(_LIMITS.user_id)
            .where(_of(game, players), _LIMITS.seeking > 0, _LIMITS.seeking_since.is_not(None))
            # In one order, as wherever these rows are locked.
            .order_by(_LIMITS.user_id)
            .with_for_update()
        )
        return len(self._connection.scalars(query).all()) == len(players)

    def matched(self, game: str, board_id: int, players: Sequence[Player], at: datetime) -> None:
        """Record a matched board; players who seek more have waited since then."""
        self._connection.execute(insert(MATCHED_BOARDS).values(board_id=board_id))
        go_on = update(GAME_LIMITS).where(_of(game, players), _LIMITS.seeking_since.is_not(None))
        self._connection.execute(go_on.values(seeking_since=at))


def _of(game: str, players: Sequence[Player]) -> Any:
    return (_LIMITS.game == game) & _LIMITS.user_id.in_([player.id for player in players])
