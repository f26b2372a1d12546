"""Tallies of what may happen only so often in some time: wrong passwords, letters to somebody who asked for none."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, delete, insert, select

from pbmserv.store.tables import TALLIES

KEPT = timedelta(days=1)
"""For how long anything is on a tally; no limit counts what is older."""


_LATELY = (
    select(TALLIES.c.at)
    .where(
        TALLIES.c.what == bindparam("what"), TALLIES.c.whose == bindparam("whose"), TALLIES.c.at > bindparam("since")
    )
    .limit(bindparam("most"))
)


@dataclass(frozen=True)
class Limit:
    """How often something may happen to one and the same: `most` times `within` a time no longer than `KEPT`."""

    what: str
    most: int
    within: timedelta


class Tallies:
    """What has happened of late, within one transaction.

    Each time is a row of its own: nobody has to wait for somebody else who happens to write to the same tally.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, limit: Limit, whose: str, at: datetime) -> None:
        """Note that it has happened."""
        self._connection.execute(insert(TALLIES).values(what=limit.what, whose=_key(whose), at=at))

    def is_full(self, limit: Limit, whose: str, at: datetime) -> bool:
        """Whether it has happened as often as it may."""
        lately = {"what": limit.what, "whose": _key(whose), "since": at - limit.within, "most": limit.most}
        found = self._connection.scalars(_LATELY, lately)
        return len(found.all()) >= limit.most

    def clear(self, limit: Limit, whose: str) -> None:
        """Begin from nothing again."""
        of_it = (TALLIES.c.what == limit.what, TALLIES.c.whose == _key(whose))
        self._connection.execute(delete(TALLIES).where(*of_it))

    def prune(self, now: datetime, at_once: int) -> int:
        """Forget what is too old to count, `at_once` rows at most; gives how many went."""
        old = select(TALLIES.c.id).where(TALLIES.c.at <= now - KEPT).limit(at_once)
        return self._connection.execute(delete(TALLIES).where(TALLIES.c.id.in_(old))).rowcount


def _key(whose: str) -> str:
    return whose.lower()[:320]
