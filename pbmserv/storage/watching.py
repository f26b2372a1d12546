"""Subscriptions in the database: whose letters somebody gets without playing, board by board or of a whole game."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from sqlalchemy import and_, bindparam, delete, select

from pbmserv.play.board import Player, Status
from pbmserv.storage import upsert
from pbmserv.storage.repository import Repository
from pbmserv.storage.statements import BatchSelect, CacheKey, Prepared, row_cache
from pbmserv.storage.tables import BOARDS, USERS, WATCHERS

ALL_BOARDS = 0
"""The board number that stands for all boards of a game, those to come among them."""

# Every move needs it.
_WATCHERS = Prepared(
    select(USERS.c.id, USERS.c.userid)
    .join(WATCHERS, WATCHERS.c.user_id == USERS.c.id)
    .where(
        WATCHERS.c.game == bindparam("game"),
        WATCHERS.c.board_number.in_((bindparam("number"), ALL_BOARDS)),
        WATCHERS.c.only_the_end == bindparam("only_the_end"),
        USERS.c.left_at.is_(None),
    )
    .distinct()
    .order_by(USERS.c.id)
)
_WATCHERS_OF = BatchSelect(
    (WATCHERS.c.game, WATCHERS.c.board_number),
    select(WATCHERS.c.game, WATCHERS.c.board_number, USERS.c.id, USERS.c.userid)
    .join(USERS, USERS.c.id == WATCHERS.c.user_id)
    .where(WATCHERS.c.only_the_end.is_(False), USERS.c.left_at.is_(None))
    .order_by(USERS.c.id)
    .where,
)
_KNOWN = CacheKey[tuple[str, int], tuple[Player, ...]]("users", "watchers")
"""Who gets all letters of a board without playing there, by its game and number."""


@dataclass(frozen=True)
class Watched:
    """What somebody watches of one game: all boards, those to come among them, and single ones."""

    all_boards: bool = False
    active: tuple[int, ...] = ()
    over: tuple[int, ...] = ()

    @property
    def boards(self) -> frozenset[int]:
        """The single boards, on or over."""
        return frozenset(self.active + self.over)


class Watching(Repository):
    """Subscriptions, within one transaction; those to the end only are kept apart from the others."""

    def who(self, game: str, number: int, only_the_end: bool = False) -> tuple[Player, ...]:
        """Who gets the letters of a board without playing there, or else only the one about its end."""
        cache = row_cache(self._connection)
        known = cache.get(_KNOWN, (game, number)) if cache and not only_the_end else None
        if known is not None:
            return known
        rows = _WATCHERS.rows(self._connection, {"game": game, "number": number, "only_the_end": only_the_end})
        return tuple(Player(row.id, row.userid) for row in rows)

    def read_ahead(self, boards: Iterable[tuple[str, int]]) -> None:
        """Read at once who gets the letters of these boards, for all who will ask in this transaction."""
        found: dict[tuple[str, int], dict[int, Player]] = {board: {} for board in boards}
        cache = row_cache(self._connection)
        if not found or cache is None:
            return
        numbers: dict[str, list[int]] = {}
        for game, number in found:
            numbers.setdefault(game, []).append(number)
        for row in _WATCHERS_OF.rows(self._connection, [*found, *((game, ALL_BOARDS) for game in numbers)]):
            watched = numbers[row.game] if row.board_number == ALL_BOARDS else [row.board_number]
            for number in watched:
                found[row.game, number][row.id] = Player(row.id, row.userid)
        cache.add(_KNOWN, {board: tuple(players.values()) for board, players in found.items()})

    def of(self, player: Player, only_the_end: bool = False) -> dict[str, Watched]:
        """What a player watches, by game; games of which they watch nothing are left out."""
        rows = self._connection.execute(
            select(WATCHERS.c.game, WATCHERS.c.board_number, BOARDS.c.status)
            .join(
                BOARDS,
                and_(BOARDS.c.game == WATCHERS.c.game, BOARDS.c.number == WATCHERS.c.board_number),
                isouter=True,
            )
            .where(WATCHERS.c.user_id == player.id, WATCHERS.c.only_the_end.is_(only_the_end))
            .order_by(WATCHERS.c.game, WATCHERS.c.board_number)
        ).all()
        return {
            game: Watched(
                all_boards=any(row.board_number == ALL_BOARDS for row in rows if row.game == game),
                active=tuple(row.board_number for row in rows if row.game == game and row.status == Status.ACTIVE),
                over=tuple(row.board_number for row in rows if row.game == game and row.status in _OVER),
            )
            for game in dict.fromkeys(row.game for row in rows)
        }

    def begin(self, player: Player, game: str, boards: Collection[int], only_the_end: bool = False) -> None:
        """Have a player sent the letters of these boards (`ALL_BOARDS` may be among them)."""
        if not boards:
            return
        rows = [
            {"user_id": player.id, "game": game, "board_number": number, "only_the_end": only_the_end}
            for number in boards
        ]
        new = upsert.insert(self._connection, WATCHERS).values(rows)
        self._connection.execute(new.on_conflict_do_nothing())

    def end(
        self, player: Player, game: str, boards: Collection[int] | None = None, only_the_end: bool = False
    ) -> bool:
        """Have them sent to a player no more; None ends all that the player watches of the game.

        False if there was nothing to end.
        """
        statement = delete(WATCHERS).where(
            WATCHERS.c.user_id == player.id, WATCHERS.c.game == game, WATCHERS.c.only_the_end.is_(only_the_end)
        )
        if boards is not None:
            statement = statement.where(WATCHERS.c.board_number.in_(boards))
        return self._connection.execute(statement).rowcount > 0


_OVER = {Status.OVER, Status.ARCHIVED}
