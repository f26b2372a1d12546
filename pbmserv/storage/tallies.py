"""Tallies of what may happen only so often in some time: wrong passwords, letters to somebody who asked for none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, insert, literal, select, union_all

from pbmserv.storage.repository import Repository
from pbmserv.storage.statements import CacheKey, Prepared, named, row_cache
from pbmserv.storage.tables import TALLIES

KEPT = timedelta(days=1)
"""How long anything stays on a tally; no limit counts what is older."""


LONGEST_NAME = 16
"""What fits into the column for the name of a limit."""


@dataclass(frozen=True)
class Limit:
    """How often something may happen to the same one: `most` times `within` a time no longer than `KEPT`.

    Where it has a size, too, all that happens within that time has `most_bytes` at most. `what` names it, in at most
    `LONGEST_NAME` characters.
    """

    what: str
    most: int
    within: timedelta
    most_bytes: int | None = None

    def __post_init__(self) -> None:
        if len(self.what) > LONGEST_NAME:
            # SQLite would store it all the same.
            raise ValueError(f"the name of a limit is too long: {self.what}")

    @property
    def in_words(self) -> str:
        """As it may be told: `200 letters or 2,000 kB`."""
        return f"{self.most:,} letters" + (f" or {self.most_bytes // 1000:,} kB" if self.most_bytes else "")


Tally = tuple[Limit, str]
"""A limit, and of whom it is kept."""


class Tallies(Repository):
    """What has happened of late, within one transaction.

    Each time is a row of its own: nobody has to wait for somebody else who happens to write to the same tally.
    """

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
            self._note(rows)

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
        happened, sizes = [times] * len(tallies), [size] * len(tallies)
        for which, its_times, its_size in self._lately(tallies, at):
            happened[which] += its_times
            sizes[which] += its_size
        for tally, all_times, all_sizes in zip(tallies, happened, sizes, strict=True):
            limit = tally[0]
            if all_times > limit.most or (limit.most_bytes is not None and all_sizes > limit.most_bytes):
                return tally
        return None

    def read_ahead(self, tallies: Iterable[Tally], at: datetime) -> None:
        """Read these at once, for all who will ask in this transaction."""
        wanted = {(limit.what, _key(whose)): limit for limit, whose in tallies}
        if not wanted or (cache := row_cache(self._connection)) is None:
            return
        found: dict[tuple[str, str], tuple[_Time, ...]] = dict.fromkeys(wanted, ())
        asked = [(limit, whose) for (_, whose), limit in wanted.items()]
        keys = [*wanted]
        for row in _lately(len(asked)).rows(self._connection, _asked(asked, at)):
            found[keys[row.which]] += (_Time(row.at, row.times, row.size),)
        cache.add(_KNOWN, found)

    def _lately(self, tallies: Sequence[Tally], at: datetime) -> Iterator[tuple[int, int, int]]:
        """What has happened of late: on which of the tallies, how many times, with how many bytes."""
        cache = row_cache(self._connection)
        keys = [(limit.what, _key(whose)) for limit, whose in tallies]
        known = cache.all_of(_KNOWN, keys) if cache else None
        if known is None:
            for row in _lately(len(tallies)).rows(self._connection, _asked(tallies, at)):
                yield row.which, row.times, row.size
            return
        for which, (times, (limit, _)) in enumerate(zip(known, tallies, strict=True)):
            for each in times:
                if each.at > at - limit.within:
                    yield which, each.times, each.size

    def _note(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Keep up to date what was read ahead."""
        if cache := row_cache(self._connection):
            for row in rows:
                key = row["what"], row["whose"]
                if (known := cache.get(_KNOWN, key)) is not None:
                    cache.change(_KNOWN, key, (*known, _Time(row["at"], row["times"], row["size"])))

    def clear(self, limit: Limit, whose: str) -> None:
        """Begin from nothing again."""
        of_it = (TALLIES.c.what == limit.what, TALLIES.c.whose == _key(whose))
        self._connection.execute(delete(TALLIES).where(*of_it))

    def prune(self, now: datetime, at_once: int) -> int:
        """Forget what is too old to count, `at_once` rows at most; gives how many went."""
        old = select(TALLIES.c.id).where(TALLIES.c.at <= now - KEPT).limit(at_once)
        return self._connection.execute(delete(TALLIES).where(TALLIES.c.id.in_(old))).rowcount


class _Time(NamedTuple):
    """One row: when something happened, how many times at once, and with how many bytes."""

    at: datetime
    times: int
    size: int


_KNOWN = CacheKey[tuple[str, str], tuple[_Time, ...]]("tallies")
_ADD = Prepared(insert(TALLIES).values(named(TALLIES, "id")), keeps_cached=True)


@cache
def _lately(tallies: int) -> Prepared:
    """What has happened of late on each of so many tallies, up to as much as makes it full."""
    each = [
        select(literal(which).label("which"), TALLIES.c.at, TALLIES.c.times, TALLIES.c.size)
        .where(
            TALLIES.c.what == bindparam(f"what_{which}"),
            TALLIES.c.whose == bindparam(f"whose_{which}"),
            TALLIES.c.at > bindparam(f"since_{which}"),
        )
        .limit(bindparam(f"most_{which}"))
        .subquery()
        for which in range(tallies)
    ]
    return Prepared(union_all(*[select(one.c.which, one.c.at, one.c.times, one.c.size) for one in each]))


def _asked(tallies: Iterable[Tally], at: datetime) -> dict[str, Any]:
    """The parameters of `_lately`."""
    asked: dict[str, Any] = {}
    for which, (limit, whose) in enumerate(tallies):
        of_it = {"what": limit.what, "whose": _key(whose), "since": at - limit.within, "most": limit.most}
        asked.update({f"{name}_{which}": value for name, value in of_it.items()})
    return asked


def _key(whose: str) -> str:
    return whose.lower()[:320]
