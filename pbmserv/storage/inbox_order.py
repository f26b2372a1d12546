"""The order in which requests are carried out: which come next (`Claiming`), which stand behind another
(`InboxKeys`).

A request is held (`Holds`) while an earlier one about its board failed, since that board lacks something: until the
operator retries or drops that one, or its author writes about the board again; but not for ever.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum, auto
from functools import cache
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Integer,
    String,
    Table,
    bindparam,
    case,
    delete,
    func,
    literal_column,
    or_,
    select,
    update,
)

from pbmserv.storage.queues import PRUNED_AT_ONCE, still_to_do, still_waiting
from pbmserv.storage.repository import Repository
from pbmserv.storage.statements import BatchSelect, Prepared, named
from pbmserv.storage.tables import INBOX, METADATA, RowId
from pbmserv.storage.upsert import insert_for

INBOX_KEYS = Table(
    "inbox_keys",
    METADATA,
    # An author's address, a board (`hex 101`), or a player's userid.
    Column("key", String(320), primary_key=True),
    # No foreign key: the inbox may be divided into partitions.
    Column("number", RowId, index=True, nullable=False),
    Column("place", BigInteger, nullable=False),
    # How many there have been without a pause, each of them while another one waited.
    Column("times", Integer, nullable=False),
)
"""The last sorted request of an author or about a board or player; later ones queue behind it."""


ATTEMPT_WAIT = timedelta(minutes=1)
"""The wait before a failed request is retried."""

MOST_LOOKS = 50
"""How often one claim looks for requests that are not queued behind others of their author."""

MOST_IN_OTHER_HANDS = 500
"""The maximum number of requests in other hands that are looked at."""

NEVER = datetime.min.replace(tzinfo=UTC)

UNSORTED = 0
"""The place of an unsorted request, which counts as its number."""

STRANGERS = 2**40
"""The first place in the lane of strangers."""


class Lane(Enum):
    UNSORTED = auto()
    """In order of arrival."""
    SORTED = auto()
    """At a place in the fair order."""
    STRANGERS = auto()
    """At a place among strangers' requests, which have a limited share of the server."""


_EARLIER = INBOX.alias("earlier")
_SOME_HOLD = select(INBOX.c.id).where(INBOX.c.holds.is_not(None)).limit(literal_column("1")).scalar_subquery()
_ANY_KEY = select(INBOX_KEYS.c.number).where(INBOX_KEYS.c.number > literal_column("0")).limit(literal_column("1"))
_KEYS = Prepared(_ANY_KEY)
_SOME_KEY = _ANY_KEY.scalar_subquery()


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
    """The statement that claims the first requests of a lane; `comes_first` is an earlier one of the same author."""
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
    # Of any author, and in other hands: what is about the same board comes after it.
    some_earlier = (
        select(_EARLIER.c.id)
        .where(
            still_waiting(_EARLIER.c.status),
            _EARLIER.c.place == literal_column("0"),
            _EARLIER.c.id < select(func.max(oldest.c.id)).scalar_subquery(),
            _EARLIER.c.id.not_in(select(oldest.c.id)),
        )
        .limit(literal_column("1"))
        .scalar_subquery()
    )
    more = [_SOME_HOLD.label("some_hold"), _SOME_KEY.label("some_key"), some_earlier.label("some_earlier")]
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
    """A claimed request. `attempts` counts failures.

    `ended` counts attempts that killed the server; `holds` says whether others wait for this one since it was
    quarantined, `some_hold` whether there are such requests at all. `place` is its place if sorted; `some_key` says
    whether anything may have to queue behind a sorted request; `some_earlier` whether other workers have requests in
    hand that may come before this one.
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
    some_earlier: bool = False

    @property
    def turn(self) -> int:
        return self.place or self.id


class Claiming(Repository):
    def has_work(self, now: datetime, strangers: bool = False) -> bool:
        if strangers:
            return _SOME_STRANGERS.row(self._connection, {}) is not None
        if _SOME_WAITING.row(self._connection, {}) is not None:
            return True
        return _SOME_TO_RETRY.row(self._connection, _failed_by(now)) is not None

    def claim(self, limit: int, now: datetime, strangers: bool = False) -> list[WaitingRequest]:
        """Claim the first `limit` waiting requests until the transaction ends.

        Skip an author whose earlier request is claimed by others or waits for a retry: it comes first. Strangers'
        requests are claimed separately.
        """
        _WAKE.change(self._connection, [_failed_by(now)])
        if strangers:
            return _claimed(self._first(Lane.STRANGERS, limit))
        first = self._first(Lane.UNSORTED, limit)
        if not first or first[0].some_sorted is not None:
            first = sorted([*first, *self._first(Lane.SORTED, limit)], key=lambda row: (row.place or row.id, row.id))
        return _claimed(first[:limit])

    def in_other_hands(self, ours: Collection[WaitingRequest]) -> list[WaitingRequest]:
        """The requests that come before the last of `ours`, and that other workers have in hand.

        Not those of strangers. Nothing else comes before them: what nobody has in hand would be ours.
        """
        last = max(request.turn for request in ours)
        turn = case((INBOX.c.place == UNSORTED, INBOX.c.id), else_=INBOX.c.place)
        statement = (
            select(INBOX.c.id, INBOX.c.place, INBOX.c.sender, INBOX.c.recipients, INBOX.c.message)
            .where(
                still_waiting(INBOX.c.status),
                INBOX.c.place <= last,
                turn < last,
                INBOX.c.id.not_in([request.id for request in ours]),
            )
            .order_by(INBOX.c.place, INBOX.c.id)
            .limit(MOST_IN_OTHER_HANDS)
        )
        return [
            WaitingRequest(row.id, row.sender, tuple(row.recipients), row.message or b"", 0, NEVER, place=row.place)
            for row in self._connection.execute(statement)
        ]

    def has_keys(self) -> bool:
        """Whether anything may have to queue behind a sorted request."""
        return _KEYS.row(self._connection, {}) is not None

    def claim_unsorted(self, limit: int) -> list[WaitingRequest]:
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
        """Whether an author has more than `many` unsorted requests and keeps others waiting.

        The author is one of those with most of the first `window` requests.
        """
        authors = [row.author for row in _FIRST_AUTHORS.rows(self._connection, {"most": window})]
        if len(authors) < window:
            return False
        for author, _ in Counter(authors).most_common(1):
            if author and len(_OF_AUTHOR.rows(self._connection, {"author": author, "most": many + 1})) > many:
                return any(others.row(self._connection, {"author": author}) is not None for others in _OF_OTHERS)
        return False

    def has_more_than(self, number: int, strangers: bool = False) -> bool:
        """Whether more than `number` requests can be worked on, overall or of strangers."""
        condition = _is_in(Lane.STRANGERS) if strangers else []
        some = select(INBOX.c.id).where(still_waiting(INBOX.c.status), *condition)
        some = some.order_by(INBOX.c.place, INBOX.c.id).limit(number + 1)
        counted = select(func.count()).select_from(some.subquery())
        return (self._connection.scalar(counted) or 0) > number

    def give_place(self, number: int, place: int) -> None:
        _GIVE_PLACE.change(self._connection, [{"number": number, "place": place}])

    def count_begun(self, numbers: Iterable[int], by: int = 1) -> None:
        """Count attempts before requests are handled together, in case one of them kills the process."""
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
            some_earlier=row.some_earlier is not None,
        )
        for row in rows
    ]


def _failed_by(now: datetime) -> dict[str, datetime]:
    """The latest failure due for a retry now, and a time before any failure."""
    return {"failed_by": now - ATTEMPT_WAIT, "not_yet": now + ATTEMPT_WAIT}


# A query for each, so that PostgreSQL does not read all that is open instead.
_STATUS = select(INBOX.c.status).where(INBOX.c.id == INBOX_KEYS.c.number).scalar_subquery()
_LAST = BatchSelect((INBOX_KEYS.c.key,), lambda is_one: select(INBOX_KEYS, _STATUS.label("status")).where(is_one))
# A row that somebody else has locked is about to be of a later request. Whoever waited for it might wait for ever.
_ENDED = select(INBOX_KEYS.c.key).where(INBOX_KEYS.c.number == bindparam("of")).with_for_update(skip_locked=True)
_FIRST_KEPT = select(INBOX.c.id).where(INBOX.c.id > 0).order_by(INBOX.c.id).limit(1).scalar_subquery()
_FORGOTTEN = (
    select(INBOX_KEYS.c.key)
    .where(INBOX_KEYS.c.number < _FIRST_KEPT)
    .limit(PRUNED_AT_ONCE)
    .with_for_update(skip_locked=True)
)
_END = Prepared(delete(INBOX_KEYS).where(INBOX_KEYS.c.key.in_(_ENDED)))


@dataclass(frozen=True)
class Last:
    """The last waiting request about a subject: number and place.

    `times` counts such requests without a pause in between.
    """

    number: int
    place: int
    times: int = 1


class InboxKeys(Repository):
    def last(self, keys: Collection[str]) -> dict[str, Last]:
        rows = _LAST.rows(self._connection, [(key,) for key in keys])
        return {row.key: Last(row.number, row.place, row.times) for row in rows if row.status in {"waiting", "later"}}

    def note(self, noted: Mapping[str, Last]) -> None:
        rows = [
            {"key": key, "number": last.number, "place": last.place, "times": last.times}
            for key, last in sorted(noted.items())
        ]
        if rows:
            _note(self._connection.dialect.name).change(self._connection, rows)

    def end(self, numbers: Iterable[int]) -> None:
        if rows := [{"of": number} for number in numbers]:
            _END.change(self._connection, rows)

    def hand_over(self, number: int) -> None:
        """Remove a request: what would queue behind it queues behind the one before."""
        place = select(INBOX.c.place).where(INBOX.c.id == number).scalar_subquery()
        before = select(INBOX.c.id).where(still_waiting(INBOX.c.status), INBOX.c.place > 0, INBOX.c.place <= place)
        last = self._connection.scalar(before.order_by(INBOX.c.place.desc(), INBOX.c.id.desc()).limit(1))
        if last is None:
            self.end([number])
        else:
            statement = update(INBOX_KEYS).where(INBOX_KEYS.c.number == number)
            self._connection.execute(statement.values(number=last))

    def prune(self) -> int:
        """Delete keys of deleted requests, which a rolled-back worker may leave. Return how many."""
        return self._connection.execute(delete(INBOX_KEYS).where(INBOX_KEYS.c.key.in_(_FORGOTTEN))).rowcount


@cache
def _note(dialect: str) -> Prepared:
    new = insert_for(dialect, INBOX_KEYS).values(named(INBOX_KEYS))
    changed = {name: new.excluded[name] for name in ("number", "place", "times")}
    return Prepared(new.on_conflict_do_update(index_elements=[INBOX_KEYS.c.key], set_=changed))


HOLD_FOR = timedelta(days=2)
"""The longest time for which a quarantined request holds others."""

_IN_FORCE = INBOX.c.holds.is_not(None)


@dataclass(frozen=True)
class Hold:
    """A failed request, the boards (`hex 101`) it holds, and `since` when.

    `for_good`: it is not retried automatically.
    """

    number: int
    author: str
    boards: frozenset[str]
    since: datetime | None
    for_good: bool

    @property
    def words(self) -> str:
        """The stored outcome of requests that it holds."""
        return _waits_for(self.number)


class Holds(Repository):
    def in_force(self) -> list[Hold]:
        """All holds, oldest first: usually none."""
        columns = (INBOX.c.id, INBOX.c.author, INBOX.c.holds, INBOX.c.done_at, INBOX.c.status)
        rows = self._connection.execute(select(*columns).where(_IN_FORCE).order_by(INBOX.c.id))
        return [
            Hold(row.id, row.author, frozenset(row.holds), row.done_at, for_good=row.status == "failed")
            for row in rows
        ]

    def is_held(self, board: str, now: datetime) -> bool:
        """Whether mail about a board (`hex 101`) is held or to be retried."""
        return any(
            board in hold.boards and (hold.since is None or now < hold.since + HOLD_FOR) for hold in self.in_force()
        )

    def begin(self, number: int, boards: Iterable[str]) -> None:
        self._connection.execute(update(INBOX).where(INBOX.c.id == number).values(holds=sorted(boards)))

    def keep_waiting(self, number: int, hold: Hold, now: datetime) -> None:
        values = {"status": "held", "outcome": hold.words, "done_at": now}
        self._connection.execute(update(INBOX).where(INBOX.c.id == number).values(values))

    def end(self, number: int) -> None:
        self._connection.execute(update(INBOX).where(INBOX.c.id == number).values(holds=None))
        self._connection.execute(
            update(INBOX)
            .where(INBOX.c.status == "held", INBOX.c.outcome == _waits_for(number))
            .values(status="waiting", outcome=None, done_at=None)
        )

    def end_for(self, number: int) -> bool:
        """End the hold that a request waits for; False if there is none."""
        waits_for = self._connection.scalar(
            select(INBOX.c.outcome).where(INBOX.c.id == number, INBOX.c.status == "held")
        )
        if waits_for is None:
            return False
        self.end(int(waits_for.rpartition("-")[2]))
        return True

    def end_old(self, now: datetime) -> int:
        """End expired holds, and those that begin in the future; return how many."""
        old = [hold for hold in self.in_force() if hold.since and not now - HOLD_FOR < hold.since <= now + HOLD_FOR]
        for hold in old:
            self.end(hold.number)
        return len(old)


def _waits_for(number: int) -> str:
    return f"waits for in-{number}"
