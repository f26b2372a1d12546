"""Tallies of what may happen only so often in some time: wrong passwords, letters to somebody who asked for none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, literal, select, union_all

from pbmserv.store.prepared import Prepared
from pbmserv.store.tables import TALLIES

KEPT = timedelta(days=1)
"""For how long anything is on a tally; no limit counts what is older."""


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
        return self.any_is_full([(limit, whose)], at)

    def any_is_full(self, tallies: Sequence[tuple[Limit, str]], at: datetime) -> bool:
        """Whether any of these has happened as often as it may, to whom it is said of."""
        lately: dict[str, Any] = {}
        for which, (limit, whose) in enumerate(tallies):
            of_it = {"what": limit.what, "whose": _key(whose), "since": at - limit.within, "most": limit.most}
            lately.update({f"{name}_{which}": value for name, value in of_it.items()})
        found = Counter(row.which for row in _lately(len(tallies)).rows(self._connection, lately))
        return any(found[which] >= limit.most for which, (limit, _) in enumerate(tallies))

    def clear(self, limit: Limit, whose: str) -> None:
        """Begin from nothing again."""
        of_it = (TALLIES.c.what == limit.what, TALLIES.c.whose == _key(whose))
        self._connection.execute(delete(TALLIES).where(*of_it))

    def prune(self, now: datetime, at_once: int) -> int:
        """Forget what is too old to count, `at_once` rows at most; gives how many went."""
        old = select(TALLIES.c.id).where(TALLIES.c.at <= now - KEPT).limit(at_once)
        return self._connection.execute(delete(TALLIES).where(TALLIES.c.id.in_(old))).rowcount


@cache
def _lately(tallies: int) -> Prepared:
    """For each time that something has happened of late, on which of so many tallies that is."""
    each = [
        select(literal(which).label("which"))
        .where(
            TALLIES.c.what == bindparam(f"what_{which}"),
            TALLIES.c.whose == bindparam(f"whose_{which}"),
            TALLIES.c.at > bindparam(f"since_{which}"),
        )
        .limit(bindparam(f"most_{which}"))
        .subquery()
        for which in range(tallies)
    ]
    return Prepared(union_all(*[select(one.c.which) for one in each]))


def _key(whose: str) -> str:
    return whose.lower()[:320]
