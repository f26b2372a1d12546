"""Subscriptions in the database: whose letters somebody gets without playing, board by board or of a whole game."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Connection, and_, delete, select

from pbmserv.play.board import Player, Status
from pbmserv.store import upsert
from pbmserv.store.boards import ALL_BOARDS
from pbmserv.store.tables import BOARDS, WATCHERS


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


class Watching:
    """Subscriptions, within one transaction; those to the end only are apart from the others."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def of(self, player: Player, only_the_end: bool = False) -> dict[str, Watched]:
        """What a player watches, by game; games of which that is nothing are left out."""
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
        """Have a player sent them no more; None ends all that the player watches of the game. False for none."""
        statement = delete(WATCHERS).where(
            WATCHERS.c.user_id == player.id, WATCHERS.c.game == game, WATCHERS.c.only_the_end.is_(only_the_end)
        )
        if boards is not None:
            statement = statement.where(WATCHERS.c.board_number.in_(boards))
        return self._connection.execute(statement).rowcount > 0


_OVER = {Status.OVER, Status.ARCHIVED}
