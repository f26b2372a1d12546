"""What may be sent again by accident: a form by a double click, or what was sent when no answer came."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete

from pbmserv.storage.inbox import ONCE_WITHIN
from pbmserv.storage.repository import Repository
from pbmserv.storage.tables import SEEN
from pbmserv.storage.upsert import insert

REMEMBERED = timedelta(days=1)


class DoneBefore(Exception):
    """What was sent has been carried out already."""


class SentOnce(Repository):
    """What has been sent, within one transaction, among the messages that were seen; each by its digest."""

    def note(self, digest: str, at: datetime) -> None:
        """Note that it is carried out now; nothing, where it has no digest. Raises `DoneBefore`.

        Of two at the same moment, the second waits for what becomes of the first.
        """
        if not digest:
            return
        # Mail is remembered for longer: with this date it is forgotten a day from now.
        new = insert(self._connection, SEEN).values(once_key=digest, at=at - ONCE_WITHIN + REMEMBERED)
        noted = self._connection.execute(new.on_conflict_do_nothing().returning(SEEN.c.once_key))
        if noted.one_or_none() is None:
            raise DoneBefore

    def forget(self, digest: str) -> None:
        """Forget it again: it has changed nothing."""
        if digest:
            self._connection.execute(delete(SEEN).where(SEEN.c.once_key == digest))
