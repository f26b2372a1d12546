"""Rate limits: events that may happen only so often, such as wrong passwords."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, insert, literal, select, union_all

from pbmserv.games.message import Message, counted
from pbmserv.storage.repository import Repository
from pbmserv.storage.statements import CacheKey, Prepared, named, row_cache
from pbmserv.storage.tables import TALLIES

KEPT = timedelta(days=1)
"""How long events are kept; no limit is longer."""


LONGEST_NAME = 16
"""The column width for names of limits."""


@dataclass(frozen=True)
class Limit:
    """A rate limit: `most` events of one subject `within` a time of at most `KEPT`.

    `most_bytes` limits their total size, if set. `what` names the limit in at most `LONGEST_NAME` characters.
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
    def in_words(self) -> Message:
        """In words: `200 letters or 2,000 kB`."""
        if not self.most_bytes:
            return counted("{count:,} letter", "{count:,} letters", self.most)
        return Message("{letters:,} letters or {size:,} kB", letters=self.most, size=self.most_bytes // 1000)


Tally = tuple[Limit, str]
"""A limit, and its subject."""


class Tallies(Repository):
    """The repository of events.

    Each event is a row of its own, so that nobody waits for another's lock.
    """

    def add(self, limit: Limit, whose: str, at: datetime) -> None:
        self.add_to([(limit, whose)], at)

    def add_to(self, tallies: Sequence[Tally], at: datetime, times: int = 1, size: int = 0) -> None:
        """Record `times` events with `size` bytes in all on each tally."""
        rows = [
            {"what": limit.what, "whose": _key(whose), "at": at, "times": times, "size": size}
            for limit, whose in tallies
        ]
        if rows:
            _ADD.change(self._connection, rows)
            self._note(rows)

    def is_full(self, limit: Limit, whose: str, at: datetime) -> bool:
        return self.any_is_full([(limit, whose)], at)

    def any_is_full(self, tallies: Sequence[Tally], at: datetime) -> bool:
        return self.first_full(tallies, at) is not None

    def first_full(self, tallies: Sequence[Tally], at: datetime, times: int = 1, size: int = 0) -> Tally | None:
        """The first tally without room for so many more events or bytes, or None."""
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

    def count(self, limit: Limit, whose: str, at: datetime) -> int:
        """How many events are on a tally, up to its limit."""
        return min(limit.most, sum(times for _, times, _ in self._lately([(limit, whose)], at)))

    def read_ahead(self, tallies: Iterable[Tally], at: datetime) -> None:
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
        if cache := row_cache(self._connection):
            for row in rows:
                key = row["what"], row["whose"]
                if (known := cache.get(_KNOWN, key)) is not None:
                    cache.change(_KNOWN, key, (*known, _Time(row["at"], row["times"], row["size"])))

    def clear(self, limit: Limit, whose: str) -> None:
        of_it = (TALLIES.c.what == limit.what, TALLIES.c.whose == _key(whose))
        self._connection.execute(delete(TALLIES).where(*of_it))

    def prune(self, now: datetime, at_once: int) -> int:
        """Delete expired events, at most `at_once`; return how many."""
        old = select(TALLIES.c.id).where(TALLIES.c.at <= now - KEPT).limit(at_once)
        return self._connection.execute(delete(TALLIES).where(TALLIES.c.id.in_(old))).rowcount


class _Time(NamedTuple):
    at: datetime
    times: int
    size: int


_KNOWN = CacheKey[tuple[str, str], tuple[_Time, ...]]("tallies")
_ADD = Prepared(insert(TALLIES).values(named(TALLIES, "id")), keeps_cached=True)


@cache
def _lately(tallies: int) -> Prepared:
    """The statement for recent events of so many tallies, up to their limits."""
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
    asked: dict[str, Any] = {}
    for which, (limit, whose) in enumerate(tallies):
        of_it = {"what": limit.what, "whose": _key(whose), "since": at - limit.within, "most": limit.most}
        asked.update({f"{name}_{which}": value for name, value in of_it.items()})
    return asked


def _key(whose: str) -> str:
    return whose.lower()[:320]
