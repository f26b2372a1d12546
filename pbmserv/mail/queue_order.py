"""The order of requests: by arrival, but one author's many delay nobody else, and those that need a hash for a
stranger wait in a lane of their own.

A delayed request gets a later place. Whatever came later by the same author, or about the same board or named player,
follows it.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from sqlalchemy import Connection

from pbmserv.commands.requests.passwords import Hashes, NotHashed, Work
from pbmserv.games.catalogue import installed
from pbmserv.mail.reading.incoming import Incoming
from pbmserv.mail.request_of_mail import (
    action_of_its_address,
    boards_of,
    players_named_in,
    request_of,
    why_unanswered,
)
from pbmserv.post_office import PostOffice
from pbmserv.running.traces import log_failure
from pbmserv.storage.database import Database
from pbmserv.storage.faults import is_out_of_order
from pbmserv.storage.inbox import Inbox
from pbmserv.storage.inbox_order import STRANGERS, UNSORTED, InboxKeys, Last, WaitingRequest
from pbmserv.storage.work import UnitOfWork

STEP = 20
"""How many requests of others may come between two of such an author; each batch then has one of them."""

MOST_OF_STRANGERS = 10
"""The number of strangers' requests naming a player or their boards behind which others about these wait. After as
many wrong passwords no further one is checked.
"""

MOST_BOARDS = 100
"""The number of boards considered for one request: two for each command of a letter."""


MANY = 20
"""How many requests of one author may wait before they are spread out, if others wait."""

WINDOW = 20
"""The number of oldest requests among which such an author is searched."""

AT_ONCE = 100
"""The number of requests placed in one transaction."""

MOST_SECONDS = 0.2
"""The time limit for placing before requests are carried out."""

AFTER_FAILURE_SECONDS = 60.0
"""The pause after a failure."""


def is_of_stranger(mail: Incoming, works: Collection[Work], connection: Connection) -> bool:
    """Whether the hashes a mail needs are for a possible stranger.

    Not if it comes from the address of the player whose password is checked, or who chooses a new one.
    """
    players = UnitOfWork(connection, installed()).players
    accounts = [players.account(player.userid) for player in players.at_address(mail.sender or "")]
    own = {account.password_hash for account in accounts if account}
    return not accounts or any(kind == "verify" and stored not in own for kind, stored, _ in works)


class QueueOrder:
    """Places requests, shown in order of arrival, within one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._keys = InboxKeys(connection)
        self._players = UnitOfWork(connection, installed()).players
        self._noted: dict[str, Last] = {}

    def put_back(self, request: WaitingRequest, mail: Incoming, is_of_stranger: bool = False) -> bool:
        """Delay a request that has to wait for a hash, or behind a delayed one; return whether it was."""
        if request.place != UNSORTED or not (is_of_stranger or request.some_key or self._noted):
            return False
        keys = self._keys_of(request, mail)
        last = self._last(keys)
        if not (is_of_stranger or last):
            return False
        self._place(request, mail, keys, last, is_of_stranger)
        return True

    def sort(self, request: WaitingRequest, mail: Incoming, is_of_stranger: bool) -> None:
        """Place a request, the later the more of its author wait."""
        keys = self._keys_of(request, mail)
        self._place(request, mail, keys, self._last(keys), is_of_stranger)

    def end(self) -> None:
        """Store the order, once, in a fixed sequence, and after all other locks of the transaction, to avoid
        deadlocks.
        """
        self._keys.note(self._noted)

    def _last(self, keys: Collection[str]) -> dict[str, Last]:
        return self._keys.last(keys) | {key: self._noted[key] for key in keys if key in self._noted}

    def _place(
        self,
        request: WaitingRequest,
        mail: Incoming,
        keys: Collection[str],
        last: Mapping[str, Last],
        is_of_stranger: bool,
    ) -> None:
        by_author = [each.place + STEP for key, each in last.items() if key == request.author]
        by_others = [each.place + 1 for key, each in last.items() if key != request.author]
        # Behind one that is not held up by strangers, it waits there.
        is_with_strangers = is_of_stranger and all(place > STRANGERS for place in by_others)
        place = max([request.id + (STRANGERS if is_with_strangers else 0), *by_author, *by_others])
        Inbox(self._connection).give_place(request.id, place)
        times = {key: (last[key].times if key in last else 0) + 1 for key in keys}
        others = {key for key in keys if key != request.author}
        if any(times[key] > MOST_OF_STRANGERS for key in others) and (
            is_with_strangers or not self._is_of_those_named(mail, others)
        ):
            # Else they could hold up a player for as long as they like.
            keys = [key for key in keys if key == request.author]
        self._noted |= {key: Last(request.id, place, times[key]) for key in keys}

    def _is_of_those_named(self, mail: Incoming, keys: Collection[str]) -> bool:
        """Whether a mail comes from the address of all players among its keys, at least one."""
        own = {player.userid.lower() for player in self._players.at_address(mail.sender or "")}
        return bool(own) and all(key in own or _is_board(key) for key in keys)

    def _keys_of(self, request: WaitingRequest, mail: Incoming) -> list[str]:
        """A request's keys: its author and, if a player may be concerned, the players and boards it names.

        Made-up names delay nobody.
        """
        keys = {request.author} if request.author else set()
        if action_of_its_address(mail) is None and why_unanswered(mail) is None:
            players = self._players
            userids = set(players.named(players_named_in(mail)))
            userids |= {player.userid.lower() for player in players.at_address(mail.sender or "")}
            if userids or mail.reply.token is not None:
                keys |= userids | set(sorted(boards_of(mail, self._connection))[:MOST_BOARDS])
        return sorted(keys)


def _is_board(key: str) -> bool:
    return " " in key


class BoardOrder:
    """Leaves out of a claim what is about a board while another worker has an earlier request about it in hand.

    `read` reads the mail of a request.
    """

    def __init__(self, read: Callable[[WaitingRequest], Incoming]) -> None:
        self._read = read

    def without_overtaking(
        self, claimed: Sequence[WaitingRequest], mails: Sequence[Incoming], connection: Connection
    ) -> list[tuple[WaitingRequest, Incoming]]:
        """Those requests, with their mails, that overtake nothing now. The others wait where they are."""
        ours = list(zip(claimed, mails, strict=True))
        if not any(request.some_earlier or request.place != UNSORTED for request in claimed):
            return ours
        inbox = Inbox(connection)
        others = inbox.in_other_hands(claimed)
        # Asked after it: what was in other hands when these were claimed may have been delayed since.
        some_key = claimed[0].some_key or inbox.has_keys()
        ours = [(replace(request, some_key=some_key), mail) for request, mail in ours]
        if not others:
            return ours
        boards = [boards_of(mail, connection) for mail in mails]
        taken = self._boards_taken(others, set().union(*boards), connection)
        left_out: set[str] = set()
        kept = []
        for (request, mail), own in zip(ours, boards, strict=True):
            is_behind = any(taken.get(board, request.turn) < request.turn for board in own)
            if is_behind or own & left_out or (request.author and request.author in left_out):
                left_out |= own | {request.author}
            else:
                kept.append((request, mail))
        return kept

    def _boards_taken(
        self, others: Collection[WaitingRequest], boards: Collection[str], connection: Connection
    ) -> dict[str, int]:
        """The turn of the first request in other hands about each of these boards."""
        numbers = {board.rpartition(" ")[2].encode() for board in boards}
        taken: dict[str, int] = {}
        for other in sorted(others, key=lambda each: each.turn):
            # Most are about other boards, and to read a mail costs as much as a tenth of carrying it out.
            if numbers and (_may_hide_numbers(other) or any(number in other.message for number in numbers)):
                for board in boards_of(self._read(other), connection):
                    taken.setdefault(board, other.turn)
        return taken


_ENCODED = re.compile(rb"=\?|base64|quoted-printable|&#|\+", re.IGNORECASE)


def _may_hide_numbers(request: WaitingRequest) -> bool:
    """Whether a mail may be about a board whose number is not in its bytes, being encoded, or an answer."""
    if any("+" in recipient for recipient in request.recipients) or not request.message.isascii():
        return True
    return _ENCODED.search(request.message) is not None


class FairQueueing:
    """Where one author has much waiting and keeps others waiting: gives places to all that waits, one of that
    author's behind some of the others'.

    `read` reads the mail of a request.
    """

    def __init__(self, database: Database, office: PostOffice, read: Callable[[WaitingRequest], Incoming]) -> None:
        self._database = database
        self._office = office
        self._read = read
        self._board_order = BoardOrder(read)
        self._not_before = float("-inf")

    def spread_out(self) -> None:
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
                given = self._give_places(numbers)
            except Exception as error:
                self._count_ended(numbers)
                if is_out_of_order(error):
                    raise
                # They are carried out in the order in which they came.
                log_failure("fair_queueing.failed", error)
                self._not_before = time.monotonic() + AFTER_FAILURE_SECONDS
            else:
                self._count_ended(numbers)
                if not given:
                    # All of them come after what others have in hand.
                    return

    def _count_ended(self, numbers: Collection[int]) -> None:
        # Apart from giving them places: others may have some of them in hand, and wait for what was locked for that.
        with self._database.writing() as connection:
            Inbox(connection).count_begun(numbers, by=-1)

    def _give_places(self, numbers: Collection[int]) -> int:
        """Give places to those of these requests that overtake nothing now; return how many."""

        def transaction(hashes: Hashes) -> int:
            with self._database.writing() as connection:
                inbox = Inbox(connection)
                # Up to the first that has been released since: what comes after it may be about the same board.
                waiting = [*takewhile(lambda each: each.id in numbers, inbox.claim_unsorted(len(numbers)))]
                mails = [self._read(each) for each in waiting]
                # Nor does anything get a place before one that another worker gives a place, or delays.
                in_order = self._board_order.without_overtaking(waiting, mails, connection)
                waiting, mails = [each for each, _ in in_order], [mail for _, mail in in_order]
                of_strangers: Collection[int] = ()
                try:
                    self._office.read_ahead([*map(request_of, waiting, mails)], connection, hashes)
                except NotHashed as wanted:
                    of_strangers = wanted.of_strangers.keys()
                order = QueueOrder(connection)
                for number, (each, mail) in enumerate(zip(waiting, mails, strict=True)):
                    order.sort(each, mail, number in of_strangers)
                order.end()
                return len(waiting)

        return self._office.with_hashes_between(transaction)


def _is_harmless(request: WaitingRequest) -> bool:
    return not request.ended
