"""Tallies of what may happen only so often in some time: wrong passwords, letters to somebody who asked for none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, literal, select, union_all

from pbmserv.store.prepared import Prepared, named
from pbmserv.store.tables import TALLIES

KEPT = timedelta(days=1)
"""How long anything stays on a tally; no limit counts what is older."""


@dataclass(frozen=True)
class Limit:
    """How often something may happen to the same one: `most` times `within` a time no longer than `KEPT`.

    Where it has a size, too, all that happens within that time has `most_bytes` at most.
    """

    what: str
    most: int
    within: timedelta
    most_bytes: int | None = None

    @property
    def in_words(self) -> str:
        """As it may be told: `200 letters or 2,000 kB`."""
        return f"{self.most:,} letters" + (f" or {self.most_bytes // 1000:,} kB" if self.most_bytes else "")


Tally = tuple[Limit, str]
"""A limit, and of whom it is kept."""


class Tallies:
    """What has happened of late, within one transaction.

    Each time is a row of its own: nobody has to wait for somebody else who happens to write to the same tally.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, limit: Limit, whose: str, at: datetime) -> None:
        """Note that it has happened."""
        self.add_to([(limit, whose)], at)

    def add_to(self, tallies: Sequence[Tally], at: datetime, times: int = 1, size: int = 0) -> None:
        """Note on each of these that it has happened so many times, with so many bytes in all."""
        rows = [
            {"what": limit.what, "whose": _key(whose), "at": at, "times": times, "size": size}
            for limit, whose in tallies
        ]
        if rows:
            _ADD.change(self._connection, rows)

    def is_full(self, limit: Limit, whose: str, at: datetime) -> bool:
        """Whether it has happened as often as it may."""
        return self.any_is_full([(limit, whose)], at)

    def any_is_full(self, tallies: Sequence[Tally], at: datetime) -> bool:
        """Whether any of these has happened as often as it may, to whom it is said of."""
        return self.first_full(tallies, at) is not None

    def first_full(self, tallies: Sequence[Tally], at: datetime, times: int = 1, size: int = 0) -> Tally | None:
        """The first of these without room for so many more, or so many bytes; None if all have room."""
        if not tallies:
            return None
        lately: dict[str, Any] = {}
        for which, (limit, whose) in enumerate(tallies):
            of_it = {"what": limit.what, "whose": _key(whose), "since": at - limit.within, "most": limit.most}
            lately.update({f"{name}_{which}": value for name, value in of_it.items()})
        happened, sizes = [times] * len(tallies), [size] * len(tallies)
        for row in _lately(len(tallies)).rows(self._connection, lately):
            happened[row.which] += row.times
            sizes[row.which] += row.size
        for tally, all_times, all_sizes in zip(tallies, happened, sizes, strict=True):
            limit = tally[0]
            if all_times > limit.most or (limit.most_bytes is not None and all_sizes > limit.most_bytes):
                return tally
        return None

    def clear(self, limit: Limit, whose: str) -> None:
        """Begin from nothing again."""
        of_it = (TALLIES.c.what == limit.what, TALLIES.c.whose == _key(whose))
        self._connection.execute(delete(TALLIES).where(*of_it))

    def prune(self, now: datetime, at_once: int) -> int:
        """Forget what is too old to count, `at_once` rows at most; gives how many went."""
        old = select(TALLIES.c.id).where(TALLIES.c.at <= now - KEPT).limit(at_once)
        return self._connection.execute(delete(TALLIES).where(TALLIES.c.id.in_(old))).rowcount


_ADD = Prepared(insert(TALLIES).values(named(TALLIES, "id")))


@cache
def _lately(tallies: int) -> Prepared:
    """What has happened of late on each of so many tallies, up to as much as makes it full."""
    each = [
        select(literal(which).label("which"), TALLIES.c.times, TALLIES.c.size)
        .where(
            TALLIES.c.what == bindparam(f"what_{which}"),
            TALLIES.c.whose == bindparam(f"whose_{which}"),
            TALLIES.c.at > bindparam(f"since_{which}"),
        )
        .limit(bindparam(f"most_{which}"))
        .subquery()
        for which in range(tallies)
    ]
    return Prepared(union_all(*[select(one.c.which, one.c.times, one.c.size) for one in each]))


def _key(whose: str) -> str:
    return whose.lower()[:320]
