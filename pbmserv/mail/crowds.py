"""Where one author has much waiting and keeps others waiting: all that waits is given places, one of that author's
behind some of the others'."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from itertools import takewhile

from pbmserv.commands.requests.passwords import Hashes, NotHashed
from pbmserv.mail.meaning import request_of
from pbmserv.mail.order import Order
from pbmserv.mail.reading.incoming import Incoming
from pbmserv.post_office import PostOffice
from pbmserv.running.traces import log_failure
from pbmserv.storage.database import Database
from pbmserv.storage.faults import is_out_of_order
from pbmserv.storage.inbox import Inbox
from pbmserv.storage.inbox_order import WaitingRequest

MANY = 20
"""How many requests of one author may wait before they are spread out, if others wait as well."""

WINDOW = 20
"""Whether there is such an author is looked for among so many of the oldest requests."""

AT_ONCE = 100
"""How many requests are given places in one transaction."""

MOST_SECONDS = 0.2
"""For how long to go on giving places, before some of the requests are carried out."""

AFTER_FAILURE_SECONDS = 60.0
"""How long nobody is spread out after that has failed."""


class Crowds:
    """Spreads them out. `read` reads the mail of a request."""

    def __init__(self, database: Database, office: PostOffice, read: Callable[[WaitingRequest], Incoming]) -> None:
        self._database = database
        self._office = office
        self._read = read
        self._not_before = float("-inf")

    def spread_out(self) -> None:
        """Give places to what waits, if one author has much of it and others wait as well."""
        end = time.monotonic() + MOST_SECONDS
        while self._not_before <= time.monotonic() < end:
            with self._database.reading() as connection:
                if not Inbox(connection).is_crowded(WINDOW, MANY):
                    return
            # Counted as begun: should one of them end the process, they are dealt with one by one.
            with self._database.writing() as connection:
                inbox = Inbox(connection)
                numbers = [each.id for each in takewhile(_is_harmless, inbox.claim_unsorted(AT_ONCE))]
                inbox.count_begun(numbers)
            if not numbers:
                return
            try:
                self._give_places(numbers)
            except Exception as error:
                self._count_ended(numbers)
                if is_out_of_order(error):
                    raise
                # They are carried out in the order in which they came.
                log_failure("crowd.not_spread_out", error)
                self._not_before = time.monotonic() + AFTER_FAILURE_SECONDS
            else:
                self._count_ended(numbers)

    def _count_ended(self, numbers: Collection[int]) -> None:
        # Apart from giving them places: others may have some of them in hand, and wait for what was locked for that.
        with self._database.writing() as connection:
            Inbox(connection).count_begun(numbers, by=-1)

    def _give_places(self, numbers: Collection[int]) -> None:
        def transaction(hashes: Hashes) -> None:
            with self._database.writing() as connection:
                inbox = Inbox(connection)
                waiting = [each for each in inbox.claim_unsorted(len(numbers)) if each.id in numbers]
                mails = [self._read(each) for each in waiting]
                of_strangers: Collection[int] = ()
                try:
                    self._office.read_ahead([*map(request_of, waiting, mails)], connection, hashes)
                except NotHashed as wanted:
                    of_strangers = wanted.of_strangers.keys()
                order = Order(connection)
                for number, (each, mail) in enumerate(zip(waiting, mails, strict=True)):
                    order.sort(each, mail, number in of_strangers)
                order.end()

        self._office.with_hashes_between(transaction)


def _is_harmless(request: WaitingRequest) -> bool:
    """Whether no server has ended while it had this in hand."""
    return not request.ended
