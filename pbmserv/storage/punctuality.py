"""Players' reliability in the database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache

from sqlalchemy import Column, ForeignKey, Integer, Table, func, select

from pbmserv.play.board import Player, Seat
from pbmserv.play.bots import thinks_here
from pbmserv.play.punctuality import MONTHS, Punctuality
from pbmserv.storage import upsert
from pbmserv.storage.repository import Repository
from pbmserv.storage.statements import Prepared, named
from pbmserv.storage.tables import METADATA

PUNCTUALITY = Table(
    "punctuality",
    METADATA,
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    # Months since the year 0.
    Column("month", Integer, primary_key=True),
    Column("in_time", Integer, nullable=False),
    Column("late", Integer, nullable=False),
)
"""A player's moves before a reminder and after one (or never), by month of the game's end. A forfeit on time counts
as one more move, at once.
"""


class Punctualities(Repository):
    def of(self, players: Iterable[Player], now: datetime) -> Mapping[Player, Punctuality]:
        """The players' reliability within a year; unknown ones are left out."""
        by_id = {player.id: player for player in players}
        rows = self._connection.execute(
            select(PUNCTUALITY.c.user_id, func.sum(PUNCTUALITY.c.in_time), func.sum(PUNCTUALITY.c.late))
            .where(PUNCTUALITY.c.user_id.in_(by_id), PUNCTUALITY.c.month > _month(now) - MONTHS)
            .group_by(PUNCTUALITY.c.user_id)
        )
        return {by_id[row[0]]: Punctuality(int(row[1]), int(row[2])) for row in rows}

    def percent_of(self, player: Player, now: datetime) -> int | None:
        """The percentage of a player's moves made on time within a year; None if too few are known."""
        known = self.of([player], now).get(player)
        return known.percent if known else None

    def count_board(self, seats: Sequence[Seat], at: datetime) -> None:
        """Count a finished board's moves once; its seats then forget them.

        Players alone or with bots are not counted, as nobody waits for them.
        """
        people = {seat.player.id for seat in seats if not thinks_here(seat.bot)}
        in_time, late = Counter[int](), Counter[int]()
        for seat in seats:
            in_time[seat.player.id] += seat.in_time
            late[seat.player.id] += seat.late
            seat.in_time = seat.late = 0
        if len(people) > 1:
            self._add({user: (in_time[user], late[user]) for user in in_time if in_time[user] or late[user]}, at)

    def count_forfeit(self, players: Iterable[Player], at: datetime) -> None:
        """Count a missed move for each of these players."""
        self._add({player.id: (0, 1) for player in players}, at)

    def _add(self, counts: Mapping[int, tuple[int, int]], at: datetime) -> None:
        if not counts:
            return
        rows = [
            {"user_id": user, "month": _month(at), "in_time": in_time, "late": late}
            # In one order, so that two boards that end at once never wait for each other.
            for user, (in_time, late) in sorted(counts.items())
        ]
        _adding(self._connection.dialect.name).change(self._connection, rows)


@cache
def _adding(dialect: str) -> Prepared:
    new = upsert.insert_for(dialect, PUNCTUALITY).values(named(PUNCTUALITY))
    return Prepared(
        new.on_conflict_do_update(
            index_elements=[PUNCTUALITY.c.user_id, PUNCTUALITY.c.month],
            set_={
                "in_time": PUNCTUALITY.c.in_time + new.excluded.in_time,
                "late": PUNCTUALITY.c.late + new.excluded.late,
            },
        )
    )


def _month(at: datetime) -> int:
    return at.year * 12 + at.month
