"""Backpressure: mail is refused for the time being if the disk is full, for strangers if many of theirs wait, and for
everybody if more than a day's work waits.

Quarantined and held requests do not count.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from sqlalchemy import Connection

from pbmserv.mail.reading.automatic_mail import is_null_sender
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox, ReceivedMessage
from pbmserv.storage.players import Players

MOST_OF_STRANGERS = 1000
"""The limit on waiting requests of strangers: a minute or two of their share."""

MOST_WAITING = 864_000
"""The limit on waiting requests: a small machine's work of a day."""

COUNTED_EVERY = 1.0
"""The minimum interval in seconds between counts of strangers' requests."""

ALL_COUNTED_EVERY = 10.0
"""The same of all."""


class InboxFull(Exception):
    """A message is refused temporarily. The text is for the operator."""


class InboxLimits:
    """Cached counts of waiting requests. Not thread-safe."""

    def __init__(self, database: Database, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._database = database
        self._monotonic = monotonic
        self._counted_at = self._all_counted_at = float("-inf")
        self._is_full = self._is_full_of_strangers = False

    def count(self) -> None:
        now = self._monotonic()
        if now - self._counted_at < COUNTED_EVERY:
            return
        with self._database.reading() as connection:
            inbox = Inbox(connection)
            self._is_full_of_strangers = inbox.has_more_than(MOST_OF_STRANGERS, strangers=True)
            if now - self._all_counted_at >= ALL_COUNTED_EVERY:
                self._is_full = inbox.has_more_than(MOST_WAITING)
                self._all_counted_at = now
        self._counted_at = now

    def refusals(self, messages: Iterable[ReceivedMessage], connection: Connection) -> list[InboxFull | None]:
        if self._is_full:
            return [InboxFull("more waits than can be done in a day") for _ in messages]
        if not self._is_full_of_strangers:
            return [None for _ in messages]
        players = Players(connection)

        def is_of_stranger(message: ReceivedMessage) -> bool:
            # A bounce needs no hash, and tells which addresses take no letters.
            may_be_bounce = not message.author or is_null_sender(message.sender or None)
            return not may_be_bounce and not players.at_address(message.author)

        return [InboxFull("many requests of strangers wait") if is_of_stranger(each) else None for each in messages]


def refuse_if_full(message: ReceivedMessage, database: Database) -> None:
    """Raise `InboxFull` if there is none for this message."""
    limits = InboxLimits(database)
    limits.count()
    with database.reading() as connection:
        for refusal in limits.refusals([message], connection):
            if refusal:
                raise refusal
