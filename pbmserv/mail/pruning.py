"""Deletion of finished mail, expired invitations and old counts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from pbmserv.commands.accounts.bounced_addresses import FAILS_FOR
from pbmserv.storage.addresses import REPORTED_WITHIN
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox
from pbmserv.storage.invitations import Invitations
from pbmserv.storage.outbox import Outbox
from pbmserv.storage.queues import PRUNED_AT_ONCE
from pbmserv.storage.tallies import Tallies

LEFT_TO_THE_CLOCK = timedelta(days=1)
"""How long after expiry an invitation's addresses are deleted even without a running clock, which would tell of
it.
"""


def forget_old_mail(
    database: Database, kept: timedelta, now: datetime, stopping: Callable[[], bool] = lambda: False
) -> int:
    """Delete what is finished and older than `kept`; return the number of rows. `stopping` is asked now and then.

    Rows are deleted in portions, each in its own transaction.
    """
    gone = 0
    while not stopping():
        with database.writing() as connection:
            portion = Inbox(connection).prune(now - kept, now)
            # A letter has to be known for as long as it can come back.
            portion += Outbox(connection).prune(now - max(kept, FAILS_FOR + REPORTED_WITHIN))
            portion += Invitations(connection).prune(now - LEFT_TO_THE_CLOCK, PRUNED_AT_ONCE)
            portion += Tallies(connection).prune(now, PRUNED_AT_ONCE)
        gone += portion
        if not portion:
            break
    return gone
