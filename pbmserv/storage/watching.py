"""Subscriptions of watchers, to boards or whole games."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from sqlalchemy import Insert, Select, bindparam, delete, select, union, union_all

from pbmserv.play.board import Player, Status
from pbmserv.storage.repository import Repository
from pbmserv.storage.statements import BatchSelect, CacheKey, Prepared, row_cache
from pbmserv.storage.tables import BOARDS, GAME_WATCHERS, USERS, WATCHERS
from pbmserv.storage.upsert import insert_for

ALL_BOARDS = 0
"""The number that stands for all boards of a game, present and future."""

_OF_ONE = (
    select(USERS.c.id.label("id"), USERS.c.userid)
    .join(WATCHERS, WATCHERS.c.user_id == USERS.c.id)
    .join(BOARDS, BOARDS.c.id == WATCHERS.c.board_id)
    .where(USERS.c.left_at.is_(None))
)
_OF_ALL = (
    select(USERS.c.id.label("id"), USERS.c.userid)
    .join(GAME_WATCHERS, GAME_WATCHERS.c.user_id == USERS.c.id)
    .where(USERS.c.left_at.is_(None))
)
# Every move needs it.
_WATCHERS = Prepared(
    union(
        _OF_ONE.where(
            BOARDS.c.game == bindparam("game"),
            BOARDS.c.number == bindparam("number"),
            WATCHERS.c.only_the_end == bindparam("only_the_end"),
        ),
        _OF_ALL.where(
            GAME_WATCHERS.c.game == bindparam("game"), GAME_WATCHERS.c.only_the_end == bindparam("only_the_end")
        ),
    ).order_by("id")
)
_BOARD = (BOARDS.c.game, BOARDS.c.number)
_WATCHERS_OF = BatchSelect(
    _BOARD,
    lambda is_one_of_these: union(
        _OF_ONE.add_columns(*_BOARD).where(WATCHERS.c.only_the_end.is_(False), is_one_of_these),
        _OF_ALL.join(BOARDS, BOARDS.c.game == GAME_WATCHERS.c.game)
        .add_columns(*_BOARD)
        .where(GAME_WATCHERS.c.only_the_end.is_(False), is_one_of_these),
    ).order_by("id"),
)
_KNOWN = CacheKey[tuple[str, int], tuple[Player, ...]]("users", "watchers", "game_watchers")
"""Watchers of all of a board's letters, by game and number."""


@cache
def _beginning(dialect: str) -> tuple[Insert, Insert]:
    of_one, of_all = insert_for(dialect, WATCHERS), insert_for(dialect, GAME_WATCHERS)
    return of_one.on_conflict_do_nothing(), of_all.on_conflict_do_nothing()


@dataclass(frozen=True)
class Watched:
    """What a player watches of one game: boards by number, or all."""

    all_boards: bool = False
    active: tuple[int, ...] = ()
    over: tuple[int, ...] = ()

    @property
    def boards(self) -> frozenset[int]:
        return frozenset(self.active + self.over)


_BOARDS_OF = Prepared(
    select(BOARDS.c.game, BOARDS.c.number, BOARDS.c.status)
    .join(WATCHERS, WATCHERS.c.board_id == BOARDS.c.id)
    .where(WATCHERS.c.user_id == bindparam("player"), WATCHERS.c.only_the_end == bindparam("only_the_end"))
    .order_by(BOARDS.c.game, BOARDS.c.number)
)
_GAMES_OF = Prepared(
    select(GAME_WATCHERS.c.game).where(
        GAME_WATCHERS.c.user_id == bindparam("player"), GAME_WATCHERS.c.only_the_end == bindparam("only_the_end")
    )
)


class Watching(Repository):
    """The repository of subscriptions; those to the end only are separate."""

    def who(self, game: str, number: int, only_the_end: bool = False) -> tuple[Player, ...]:
        """The watchers of a board, of all its letters or only the last one."""
        cache = row_cache(self._connection)
        known = cache.get(_KNOWN, (game, number)) if cache and not only_the_end else None
        if known is not None:
            return known
        rows = _WATCHERS.rows(self._connection, {"game": game, "number": number, "only_the_end": only_the_end})
        return tuple(Player(row.id, row.userid) for row in rows)

    def read_ahead(self, boards: Iterable[tuple[str, int]]) -> None:
        found: dict[tuple[str, int], list[Player]] = {board: [] for board in boards}
        cache = row_cache(self._connection)
        if not found or cache is None:
            return
        for row in _WATCHERS_OF.rows(self._connection, list(found)):
            found[row.game, row.number].append(Player(row.id, row.userid))
        cache.add(_KNOWN, {board: tuple(players) for board, players in found.items()})

    def of(self, player: Player, only_the_end: bool = False) -> dict[str, Watched]:
        values = {"player": player.id, "only_the_end": only_the_end}
        rows = _BOARDS_OF.rows(self._connection, values)
        games = {row.game for row in _GAMES_OF.rows(self._connection, values)}
        return {
            game: Watched(
                all_boards=game in games,
                active=tuple(row.number for row in rows if row.game == game and row.status == Status.ACTIVE),
                over=tuple(row.number for row in rows if row.game == game and row.status in _OVER),
            )
            for game in sorted(games.union(row.game for row in rows))
        }

    def since(self, player: Player, game: str, number: int) -> datetime | None:
        """Since when a player gets the letters of a board as a watcher; None if that is not known, or not so."""
        of_board = (
            select(WATCHERS.c.since)
            .join(BOARDS, BOARDS.c.id == WATCHERS.c.board_id)
            .where(BOARDS.c.game == game, BOARDS.c.number == number)
            .where(WATCHERS.c.user_id == player.id, WATCHERS.c.only_the_end.is_(False))
        )
        of_game = select(GAME_WATCHERS.c.since).where(
            GAME_WATCHERS.c.game == game,
            GAME_WATCHERS.c.user_id == player.id,
            GAME_WATCHERS.c.only_the_end.is_(False),
        )
        known = self._connection.scalars(union_all(of_board, of_game)).all()
        return None if None in known else min(known, default=None)

    def begin(
        self,
        player: Player,
        game: str,
        boards: Collection[int],
        only_the_end: bool = False,
        since: datetime | None = None,
    ) -> None:
        """Subscribe a player to these boards; `ALL_BOARDS` may be among them.

        `since` is None for who has heard all that was said there before.
        """
        its = {"user_id": player.id, "only_the_end": only_the_end, "since": since}
        rows = [{"board_id": row, **its} for row in self._connection.scalars(_rows_of(game, boards))]
        of_one, of_all = _beginning(self._connection.dialect.name)
        if rows:
            self._connection.execute(of_one, rows)
        if ALL_BOARDS in boards:
            self._connection.execute(of_all, {"game": game, **its})

    def end(
        self, player: Player, game: str, boards: Collection[int] | None = None, only_the_end: bool = False
    ) -> bool:
        """Unsubscribe a player from these boards, or from everything of the game (None).

        False if there was nothing to end.
        """
        which = _rows_of(game, boards) if boards is not None else select(BOARDS.c.id).where(BOARDS.c.game == game)
        ended = self._connection.execute(
            delete(WATCHERS).where(
                WATCHERS.c.user_id == player.id,
                WATCHERS.c.only_the_end.is_(only_the_end),
                WATCHERS.c.board_id.in_(which),
            )
        ).rowcount
        if boards is None or ALL_BOARDS in boards:
            ended += self._connection.execute(
                delete(GAME_WATCHERS).where(
                    GAME_WATCHERS.c.user_id == player.id,
                    GAME_WATCHERS.c.game == game,
                    GAME_WATCHERS.c.only_the_end.is_(only_the_end),
                )
            ).rowcount
        return ended > 0


def _rows_of(game: str, boards: Collection[int]) -> Select[tuple[int]]:
    return select(BOARDS.c.id).where(BOARDS.c.game == game, BOARDS.c.number.in_(boards))


_OVER = {Status.OVER, Status.ARCHIVED}
