"""What requests that were given a place are about: what comes later, and is about the same, stands behind them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from sqlalchemy import bindparam, delete, select, update

from pbmserv.storage.inbox_tables import INBOX_KEYS
from pbmserv.storage.queueing import PRUNED_AT_ONCE, still_waiting
from pbmserv.storage.repository import Repository
from pbmserv.storage.statements import BatchSelect, Prepared, named
from pbmserv.storage.tables import INBOX
from pbmserv.storage.upsert import insert_for

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
    """The last request that is about something, as long as it waits: its number and its place.

    `times` is how many such requests there have been without a pause, each of them while another one waited.
    """

    number: int
    place: int
    times: int = 1


class InboxKeys(Repository):
    """What is known of what waits, on one connection."""

    def last(self, keys: Collection[str]) -> dict[str, Last]:
        """The last requests about these, for those keys about which any waits."""
        rows = _LAST.rows(self._connection, [(key,) for key in keys])
        return {row.key: Last(row.number, row.place, row.times) for row in rows if row.status in {"waiting", "later"}}

    def note(self, noted: Mapping[str, Last]) -> None:
        """A request is now the last one about these."""
        rows = [
            {"key": key, "number": last.number, "place": last.place, "times": last.times}
            for key, last in sorted(noted.items())
        ]
        if rows:
            _note(self._connection.dialect.name).change(self._connection, rows)

    def end(self, numbers: Iterable[int]) -> None:
        """Nothing has to stand behind these any more."""
        if rows := [{"of": number} for number in numbers]:
            _END.change(self._connection, rows)

    def hand_over(self, number: int) -> None:
        """This request is taken out: what would stand behind it stands behind the one that comes before it."""
        place = select(INBOX.c.place).where(INBOX.c.id == number).scalar_subquery()
        before = select(INBOX.c.id).where(still_waiting(INBOX.c.status), INBOX.c.place > 0, INBOX.c.place <= place)
        last = self._connection.scalar(before.order_by(INBOX.c.place.desc(), INBOX.c.id.desc()).limit(1))
        if last is None:
            self.end([number])
        else:
            statement = update(INBOX_KEYS).where(INBOX_KEYS.c.number == number)
            self._connection.execute(statement.values(number=last))

    def prune(self) -> int:
        """Forget those of requests that are forgotten: one may be left where another worker was about to note a later
        request when this ended, and was undone. Gives how many."""
        return self._connection.execute(delete(INBOX_KEYS).where(INBOX_KEYS.c.key.in_(_FORGOTTEN))).rowcount


@cache
def _note(dialect: str) -> Prepared:
    new = insert_for(dialect, INBOX_KEYS).values(named(INBOX_KEYS))
    changed = {name: new.excluded[name] for name in ("number", "place", "times")}
    return Prepared(new.on_conflict_do_update(index_elements=[INBOX_KEYS.c.key], set_=changed))
