"""Which of the requests that wait come next: claimed, so that nobody else gets them until the transaction ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Any

from sqlalchemy import ColumnElement, bindparam, func, literal_column, or_, select, update

from pbmserv.storage.inbox_tables import INBOX_KEYS
from pbmserv.storage.queueing import still_to_do, still_waiting
from pbmserv.storage.repository import Repository
from pbmserv.storage.statements import Prepared
from pbmserv.storage.tables import INBOX

ATTEMPT_WAIT = timedelta(minutes=1)
"""How long a request that failed has to wait for its next attempt."""

MOST_LOOKS = 50
"""How often one claim looks for requests that are not behind others of their authors."""

UNSORTED = 0
"""The place of a request that was not given one: it stands where it came, as if its place were its number."""

STRANGERS = 2**40
"""The first of the places of requests that wait with those of strangers."""


class Lane(Enum):
    """How a request waits."""

    UNSORTED = auto()
    """It stands where it came."""
    SORTED = auto()
    """It has been given a place among the others."""
    STRANGERS = auto()
    """It has been given a place among those of strangers, which have a share of the server of their own."""


_EARLIER = INBOX.alias("earlier")
_SOME_HOLD = select(INBOX.c.id).where(INBOX.c.holds.is_not(None)).limit(literal_column("1")).scalar_subquery()
_SOME_KEY = (
    select(INBOX_KEYS.c.number)
    .where(INBOX_KEYS.c.number > literal_column("0"))
    .limit(literal_column("1"))
    .scalar_subquery()
)


def _is_in(lane: Lane) -> list[ColumnElement[bool]]:
    none: ColumnElement[int] = literal_column("0")
    first: ColumnElement[int] = literal_column(str(STRANGERS))
    place = INBOX.c.place
    if lane is Lane.UNSORTED:
        return [place == none]
    return [place >= first] if lane is Lane.STRANGERS else [place > none, place < first]


_SOME_SORTED = (
    select(INBOX.c.id)
    .where(still_waiting(INBOX.c.status), *_is_in(Lane.SORTED))
    .order_by(INBOX.c.place)
    .limit(literal_column("1"))
    .scalar_subquery()
)
_SOME_WAITING, _SOME_STRANGERS = (
    Prepared(
        select(INBOX.c.id)
        .where(still_waiting(INBOX.c.status), is_there)
        .order_by(INBOX.c.place, INBOX.c.id)
        .limit(literal_column("1"))
    )
    for is_there in (INBOX.c.place < literal_column(str(STRANGERS)), *_is_in(Lane.STRANGERS))
)


def _claim_of(lane: Lane) -> Prepared:
    """Claims the first of those that wait in one of the ways; `comes_first` is an earlier one of the same author."""
    oldest = (
        select(
            INBOX.c.id, INBOX.c.sender, INBOX.c.author, INBOX.c.recipients, INBOX.c.message, INBOX.c.attempts,
            INBOX.c.received_at, INBOX.c.request, INBOX.c.ended, INBOX.c.holds, INBOX.c.place,
        )
        .where(still_waiting(INBOX.c.status), *_is_in(lane))
        .order_by(INBOX.c.place, INBOX.c.id)
        .limit(bindparam("most"))
        .with_for_update(skip_locked=True)
        .cte("oldest")
    )  # fmt: skip
    # Of the same author, and not ours: it waits for its next attempt, or somebody else has it in hand. As of when the
    # statement began: what was open then, and has been done since, keeps later ones waiting for one more turn. It is
    # a query for each of ours, which PostgreSQL must not turn into a join: it would read all that is open. Where ours
    # has no place yet, those that have one are found by their keys.
    comes_first = (
        select(_EARLIER.c.id)
        .where(
            still_to_do(_EARLIER.c.status),
            *([_EARLIER.c.place == literal_column("0")] if lane is Lane.UNSORTED else []),
            _EARLIER.c.author == oldest.c.author,
            _EARLIER.c.author != "",
            _EARLIER.c.id < oldest.c.id,
            _EARLIER.c.id.not_in(select(oldest.c.id)),
        )
        .order_by(_EARLIER.c.id)
        .limit(literal_column("1"))
        .scalar_subquery()
    )
    more = [_SOME_HOLD.label("some_hold"), _SOME_KEY.label("some_key")]
    if lane is Lane.UNSORTED:
        more.append(_SOME_SORTED.label("some_sorted"))
    return Prepared(select(oldest, comes_first.label("comes_first"), *more))


_CLAIM = {lane: _claim_of(lane) for lane in Lane}
_PUT_BEHIND = Prepared(
    update(INBOX)
    .where(
        INBOX.c.id == bindparam("number"),
        select(_EARLIER.c.id).where(_EARLIER.c.id == bindparam("first"), _EARLIER.c.status == "later").exists(),
    )
    .values(
        status="later",
        done_at=select(_EARLIER.c.done_at).where(_EARLIER.c.id == bindparam("first")).scalar_subquery(),
        outcome="comes after an earlier one of the same author",
    )
)
_READY_TO_RETRY = select(INBOX.c.id).where(
    INBOX.c.status == "later",
    or_(
        INBOX.c.done_at <= bindparam("failed_by", type_=INBOX.c.done_at.type),
        # The clock has been set back since; clocks of several machines differ by less.
        INBOX.c.done_at > bindparam("not_yet", type_=INBOX.c.done_at.type),
    ),
)
_GIVE_PLACE = Prepared(update(INBOX).where(INBOX.c.id == bindparam("number")).values(place=bindparam("place")))
_COUNT_BEGUN = Prepared(
    update(INBOX).where(INBOX.c.id == bindparam("number")).values(ended=INBOX.c.ended + bindparam("by"))
)
_FIRST_AUTHORS = Prepared(
    select(INBOX.c.author)
    .where(still_waiting(INBOX.c.status), *_is_in(Lane.UNSORTED))
    .order_by(INBOX.c.place, INBOX.c.id)
    .limit(bindparam("most"))
)
_OF_AUTHOR = Prepared(
    select(INBOX.c.id)
    .where(still_to_do(INBOX.c.status), *_is_in(Lane.UNSORTED), INBOX.c.author == bindparam("author"))
    .limit(bindparam("most"))
)
_OF_OTHERS = [
    Prepared(
        select(INBOX.c.id)
        .where(still_to_do(INBOX.c.status), *_is_in(Lane.UNSORTED), is_other)
        .order_by(INBOX.c.author)
        .limit(literal_column("1"))
    )
    for is_other in (INBOX.c.author < bindparam("author"), INBOX.c.author > bindparam("author"))
]
_SOME_TO_RETRY = Prepared(_READY_TO_RETRY.limit(1))
_WAKE = Prepared(
    update(INBOX)
    .where(INBOX.c.id.in_(_READY_TO_RETRY.with_for_update(skip_locked=True)))
    .values(status="waiting", done_at=None)
)


@dataclass(frozen=True)
class WaitingRequest:
    """A request that the caller has claimed. `attempts` counts those that failed before.

    `ended` is how many of them have ended the server; `holds` is whether others wait for this one since it was set
    aside, `some_hold` whether there are such requests at all. `place` is where it stands, if it was given a place;
    `some_key` is whether anything may have to stand behind one that has.
    """

    id: int
    sender: str
    recipients: tuple[str, ...]
    message: bytes
    attempts: int
    received_at: datetime
    request: str = ""
    author: str = ""
    ended: int = 0
    holds: bool = False
    some_hold: bool = False
    place: int = UNSORTED
    some_key: bool = False


class Claiming(Repository):
    """The requests that wait, on one connection."""

    def has_work(self, now: datetime, strangers: bool = False) -> bool:
        """Whether there is anything to claim."""
        if strangers:
            return _SOME_STRANGERS.row(self._connection, {}) is not None
        if _SOME_WAITING.row(self._connection, {}) is not None:
            return True
        return _SOME_TO_RETRY.row(self._connection, _failed_by(now)) is not None

    def claim(self, limit: int, now: datetime, strangers: bool = False) -> list[WaitingRequest]:
        """The first of the waiting requests, `limit` at most. Until the transaction ends, no other gets them.

        None whose author has an earlier one in other hands, or waiting for another attempt: the earlier one comes
        first, whoever carries it out. Those of strangers are claimed apart.
        """
        _WAKE.change(self._connection, [_failed_by(now)])
        if strangers:
            return _claimed(self._first(Lane.STRANGERS, limit))
        first = self._first(Lane.UNSORTED, limit)
        if not first or first[0].some_sorted is not None:
            first = sorted([*first, *self._first(Lane.SORTED, limit)], key=lambda row: (row.place or row.id, row.id))
        return _claimed(first[:limit])

    def claim_unsorted(self, limit: int) -> list[WaitingRequest]:
        """The same of those that have no place yet."""
        return _claimed(self._first(Lane.UNSORTED, limit))

    def _first(self, lane: Lane, limit: int) -> list[Any]:
        first: list[Any] = []
        behind: list[dict[str, int]] = []
        for _ in range(MOST_LOOKS):
            rows = _CLAIM[lane].rows(self._connection, {"most": limit})
            first = sorted((row for row in rows if row.comes_first is None), key=lambda row: (row.place, row.id))
            was_behind = behind
            behind = [{"number": row.id, "first": row.comes_first} for row in rows if row.comes_first is not None]
            if behind:
                # Out of the others' way, until what comes first is tried again.
                _PUT_BEHIND.change(self._connection, behind)
            if first or behind == was_behind:
                # Those that are still there come after something that is in other hands.
                break
        return first

    def is_crowded(self, window: int, many: int) -> bool:
        """Whether an author has more than `many` requests without a place, and keeps others waiting.

        It is one of those who have the most of the first ones, of which there are at least as many as the `window`.
        """
        authors = [row.author for row in _FIRST_AUTHORS.rows(self._connection, {"most": window})]
        if len(authors) < window:
            return False
        for author, _ in Counter(authors).most_common(1):
            if author and len(_OF_AUTHOR.rows(self._connection, {"author": author, "most": many + 1})) > many:
                return any(others.row(self._connection, {"author": author}) is not None for others in _OF_OTHERS)
        return False

    def has_more_than(self, number: int, strangers: bool = False) -> bool:
        """Whether more requests than so many can be worked on; or of those of strangers alone."""
        condition = _is_in(Lane.STRANGERS) if strangers else []
        some = select(INBOX.c.id).where(still_waiting(INBOX.c.status), *condition)
        some = some.order_by(INBOX.c.place, INBOX.c.id).limit(number + 1)
        counted = select(func.count()).select_from(some.subquery())
        return (self._connection.scalar(counted) or 0) > number

    def give_place(self, number: int, place: int) -> None:
        """Have a request wait at this place."""
        _GIVE_PLACE.change(self._connection, [{"number": number, "place": place}])

    def count_begun(self, numbers: Iterable[int], by: int = 1) -> None:
        """Count requests as begun before they are looked at together, in case that one of them ends the process."""
        if rows := [{"number": number, "by": by} for number in numbers]:
            _COUNT_BEGUN.change(self._connection, rows)


def _claimed(rows: Iterable[Any]) -> list[WaitingRequest]:
    return [
        WaitingRequest(
            id=row.id,
            sender=row.sender,
            recipients=tuple(row.recipients),
            message=row.message or b"",
            attempts=row.attempts,
            received_at=row.received_at,
            request=row.request,
            author=row.author,
            ended=row.ended,
            holds=row.holds is not None,
            some_hold=row.some_hold is not None,
            place=row.place,
            some_key=row.some_key is not None,
        )
        for row in rows
    ]


def _failed_by(now: datetime) -> dict[str, datetime]:
    """The latest failure that is to be tried again by now, and a time at which none can have failed yet."""
    return {"failed_by": now - ATTEMPT_WAIT, "not_yet": now + ATTEMPT_WAIT}
