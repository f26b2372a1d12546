"""Requests that wait because an earlier one about the same board could not be carried out.

If they were carried out now, they would find a board on which something is missing. They wait until the operator has
had that request tried again, or has dropped it, or until its author writes about the board again; but not for ever.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select, update

from pbmserv.storage.repository import Repository
from pbmserv.storage.tables import INBOX

HOLD_FOR = timedelta(days=2)
"""How long a request that was set aside holds others up, at most."""

_IN_FORCE = INBOX.c.holds.is_not(None)


@dataclass(frozen=True)
class Hold:
    """A request that failed, the boards (`hex 101`) for which others wait, and `since` when they do.

    `for_good`: it is not tried again by itself.
    """

    number: int
    author: str
    boards: frozenset[str]
    since: datetime | None
    for_good: bool

    @property
    def words(self) -> str:
        """What is kept as the outcome of those that wait for it."""
        return _waits_for(self.number)


class Holds(Repository):
    """What waits for what, on one connection."""

    def in_force(self) -> list[Hold]:
        """All of them, the oldest first: usually none, and at most a few."""
        columns = (INBOX.c.id, INBOX.c.author, INBOX.c.holds, INBOX.c.done_at, INBOX.c.status)
        rows = self._connection.execute(select(*columns).where(_IN_FORCE).order_by(INBOX.c.id))
        return [
            Hold(row.id, row.author, frozenset(row.holds), row.done_at, for_good=row.status == "failed")
            for row in rows
        ]

    def is_held(self, board: str, now: datetime) -> bool:
        """Whether mail about a board (`hex 101`) waits, or is to be tried again; not for longer than a hold lasts."""
        return any(
            board in hold.boards and (hold.since is None or now < hold.since + HOLD_FOR) for hold in self.in_force()
        )

    def begin(self, number: int, boards: Iterable[str]) -> None:
        """Have what came later for these boards wait for the request of this number."""
        self._connection.execute(update(INBOX).where(INBOX.c.id == number).values(holds=sorted(boards)))

    def keep_waiting(self, number: int, hold: Hold, now: datetime) -> None:
        """Set a request aside until `hold` is over."""
        values = {"status": "held", "outcome": hold.words, "done_at": now}
        self._connection.execute(update(INBOX).where(INBOX.c.id == number).values(values))

    def end(self, number: int) -> None:
        """Have what waits for the request of this number carried out."""
        self._connection.execute(update(INBOX).where(INBOX.c.id == number).values(holds=None))
        self._connection.execute(
            update(INBOX)
            .where(INBOX.c.status == "held", INBOX.c.outcome == _waits_for(number))
            .values(status="waiting", outcome=None, done_at=None)
        )

    def end_for(self, number: int) -> bool:
        """End the hold that the request of this number waits for; False if it waits for none."""
        waits_for = self._connection.scalar(
            select(INBOX.c.outcome).where(INBOX.c.id == number, INBOX.c.status == "held")
        )
        if waits_for is None:
            return False
        self.end(int(waits_for.rpartition("-")[2]))
        return True

    def end_old(self, now: datetime) -> int:
        """End holds that have lasted long enough, or that begin in the future; gives how many."""
        old = [hold for hold in self.in_force() if hold.since and not now - HOLD_FOR < hold.since <= now + HOLD_FOR]
        for hold in old:
            self.end(hold.number)
        return len(old)


def _waits_for(number: int) -> str:
    return f"waits for in-{number}"
