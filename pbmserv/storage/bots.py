"""The players who are bots: those of the server's own, and programs that people have made."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from itertools import count

from sqlalchemy import insert, select

from pbmserv.play.board import Player
from pbmserv.play.bots import LEVELS, PREFIX, PROGRAM
from pbmserv.storage.repository import Repository
from pbmserv.storage.tables import USERS


class Bots(Repository):
    """Bots, within one transaction. Which of some players are bots is asked of `Players`."""

    def of_the_server(self) -> dict[Player, str]:
        """All bots of the server's own, and the level of each, the weakest first and engines last."""
        of_server = USERS.c.bot.is_not(None) & (USERS.c.bot != PROGRAM)
        rows = self._connection.execute(select(USERS.c.id, USERS.c.userid, USERS.c.bot).where(of_server))
        order = {level: number for number, level in enumerate(LEVELS)}
        in_order = sorted(rows, key=lambda row: (order.get(row.bot, len(order)), row.bot))
        return {Player(row.id, row.userid): row.bot for row in in_order}

    def add_engines(self, names: Iterable[str], at: datetime) -> None:
        """Have a bot for each of these engines, called after it: `bot-gnugo`; those that there are stay."""
        there = set(self.of_the_server().values())
        for name in names:
            if name not in there:
                userid = self._free_name(f"{PREFIX}{name}")
                # No password has an empty hash.
                values = {"userid": userid, "userid_key": userid, "password_hash": "", "created_at": at}
                self._connection.execute(insert(USERS).values(**values, settings={}, bot=name))

    def _free_name(self, wanted: str) -> str:
        """The name itself, unless somebody has signed up with it before it was reserved, or one with a number."""
        begins = select(USERS.c.userid_key).where(USERS.c.userid_key.startswith(wanted, autoescape=True))
        taken = set(self._connection.scalars(begins))
        return next(name for number in count(1) if (name := f"{wanted}{number if number > 1 else ''}") not in taken)
