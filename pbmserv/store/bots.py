"""The players who are bots: those of the server's own, and programs that people have made."""

from __future__ import annotations

from sqlalchemy import Connection, select, update

from pbmserv.play.board import Player
from pbmserv.play.bots import LEVELS, PROGRAM
from pbmserv.store.tables import USERS


class Bots:
    """Bots, within one transaction. Which of some players are bots is asked of `Players`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def of_the_server(self) -> dict[Player, str]:
        """All bots of the server's own, and the level of each, the weakest first."""
        query = select(USERS.c.id, USERS.c.userid, USERS.c.bot).where(USERS.c.bot.in_(LEVELS))
        rows = sorted(self._connection.execute(query), key=lambda row: LEVELS.index(row.bot))
        return {Player(row.id, row.userid): row.bot for row in rows}

    def become(self, player: Player) -> None:
        """Note that from now on a program plays for somebody, for good."""
        self._connection.execute(update(USERS).where(USERS.c.id == player.id).values(bot=PROGRAM))
