"""Sends the letters of the outbox. Each is sent at least once: only a crash in the wrong moment sends one twice.

A letter that cannot be sent never keeps another one waiting; a relay that cannot be reached keeps all, and costs
none of them an attempt.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Protocol, TypeVar

from sqlalchemy import Connection

from pbmserv.commands.bouncing import Failure, note_failures
from pbmserv.commands.call import Call
from pbmserv.games.catalogue import installed
from pbmserv.letters.reply_address import Tag, tagged_address
from pbmserv.mail.compose import compose
from pbmserv.mail.logs import Log, logging_quietly
from pbmserv.mail.observer import NOBODY, Observer
from pbmserv.mail.signing import Signer, signer_for
from pbmserv.mail.traces import log_failure
from pbmserv.mail.transports import Reply, Transport, Unreachable, Verdict, transport_for
from pbmserv.post_office import Done, PostOffice
from pbmserv.settings import Settings
from pbmserv.store.bounces import RETURN_PATH, RETURN_PATHS, SentLetter
from pbmserv.store.database import Database
from pbmserv.store.faults import is_out_of_order
from pbmserv.store.keys import OWN_LETTERS, shared_key
from pbmserv.store.outbox import DueLetter, Outbox, gives_up_on
from pbmserv.store.players import key_of

LEASE = timedelta(minutes=20)
BEGIN_WITHIN = timedelta(minutes=3)
"""How long after the claim a letter may be begun: it should be through before the lease is over."""

CLAIMED_AT_ONCE = 20
PASS_LIMIT = 200

FIRST_PAUSE = timedelta(seconds=5)
LONGEST_PAUSE = timedelta(minutes=5)

log = Log(__name__)

_SENDABLE = re.compile(r"[!-~]+@[!-~]+")
_UNSENDABLE = Reply(Verdict.REFUSED, "no letter can be sent to such an address", about_recipient=True)
_SUSPENDED = Reply(Verdict.REFUSED, "letters have come back from there, so none are sent")

R = TypeVar("R")


class Office(Protocol):
    """Who is told of addresses that do not take letters: the post office, as far as delivery knows it."""

    def act_within(self, action: Callable[[Call], R], connection: Connection, request_id: str = "") -> Done[R]:
        """Do something inside the caller's transaction, and write the letters that it causes."""
        ...


@dataclass(frozen=True)
class _Keys:
    """The server's keys: for the marks of our letters, and for where they come back to."""

    own_letters: bytes
    return_paths: bytes


class Deliverer:
    """Takes letters that are due from the outbox and sends them, one after the other. Belongs to one thread.

    `stopping` is asked between letters: those that were not begun are given back. `office` is told of addresses that
    do not take letters, `signer` signs these; the `observer` is told of each letter.
    """

    def __init__(
        self,
        database: Database,
        transport: Transport,
        address: str,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        stopping: Callable[[], bool] = lambda: False,
        office: Office | None = None,
        signer: Signer | None = None,
        observer: Observer = NOBODY,
    ) -> None:
        self._database = database
        self._transport = transport
        self._address = address
        self._office = office
        self._signer = signer
        self._now = now
        self._stopping = stopping
        self._observer = observer
        self._keys: _Keys | None = None
        self._pause = FIRST_PAUSE
        self._not_before = datetime.min.replace(tzinfo=UTC)
        self._suspended: set[tuple[int | None, str]] = set()
        self._untold: list[Callable[[Connection], object]] = []
        """What the database has yet to be told; a letter that was sent while it was gone must not be sent again."""

    def run_once(self, limit: int = PASS_LIMIT) -> int:
        """Send what is due, `limit` letters at most; gives how many were tried.

        Raises whatever the database raises when it cannot be reached; what became of letters it is told next time.
        """
        self._tell()
        tried = 0
        while tried < limit and not self._stopping():
            letters = self._claim(min(limit - tried, CLAIMED_AT_ONCE))
            if not letters:
                break
            tried += self._send_all(letters)
        if not tried:
            self._transport.close()
        return tried

    def close(self) -> None:
        """Let go of the connection to the relay."""
        self._transport.close()

    def _claim(self, limit: int) -> list[DueLetter]:
        now = self._now()
        if now < self._not_before:
            return []
        with self._database.reading() as connection:
            # Asked first, since to claim is to write, and whoever writes makes others wait.
            if not Outbox(connection).has_due(now):
                return []
        if self._keys is None:
            with self._database.writing() as connection:
                keys = _Keys(shared_key(connection, OWN_LETTERS), shared_key(connection, RETURN_PATHS))
            # Not before it is committed: a key that nobody else knows is none.
            self._keys = keys
        with self._database.writing() as connection:
            letters = Outbox(connection).claim(limit, LEASE, now)
            self._suspended = {*Outbox(connection).suspended(letters)}
            return letters

    def _send_all(self, letters: Sequence[DueLetter]) -> int:
        """Send letters that have just been claimed; gives how many were tried."""
        begin_before = self._now() + BEGIN_WITHIN
        for number, letter in enumerate(letters):
            if self._stopping() or self._now() > begin_before:
                self._give_back(letters[number:], self._now())
                return number
            begun = time.monotonic()
            try:
                replies = self._send(letter)
            except Unreachable as error:
                self._back_off(letters[number:], str(error))
                return number
            self._pause = FIRST_PAUSE
            try:
                self._record(letter, replies)
            except Exception:
                now, others = self._now(), letters[number + 1 :]
                self._untold.append(_giving_back(others, now, now))
                raise
            results = Counter(reply.verdict.value for reply in replies.values())
            self._observer.letter_tried(results, time.monotonic() - begun)
        return len(letters)

    def _send(self, letter: DueLetter) -> dict[str, Reply]:
        suspended = {each for each in letter.recipients if (letter.user_id, key_of(each)) in self._suspended}
        unsendable = {each for each in letter.recipients if not _SENDABLE.fullmatch(each)} - suspended
        sendable = [each for each in letter.recipients if each not in suspended | unsendable]
        replies = dict.fromkeys(suspended, _SUSPENDED) | dict.fromkeys(unsendable, _UNSENDABLE)
        if not sendable:
            return replies
        try:
            return replies | self._transport.send(self._composer(letter), self._return_path(letter), sendable)
        except Unreachable:
            raise
        except Exception as error:
            log_failure("letter.failed", error, request=letter.request, letter=letter.id)
            return replies | dict.fromkeys(sendable, Reply(Verdict.DEFERRED, type(error).__name__))

    def _composer(self, letter: DueLetter) -> Callable[[bool], bytes]:
        key = self._keys.own_letters if self._keys else b""
        if self._signer is None:
            return lambda eight_bit: compose(letter, self._address, key, eight_bit=eight_bit)
        sign = self._signer.sign
        # A server further on that takes only ASCII would encode the text, and so break the signature.
        return lambda _eight_bit: sign(compose(letter, self._address, key, eight_bit=False))

    def _return_path(self, letter: DueLetter) -> str:
        """Where the letter comes back to; nobody can know it but who has got the letter."""
        if self._keys is None:
            return self._address
        return tagged_address(self._address, Tag.BOUNCE, RETURN_PATH.token(self._keys.return_paths, [letter.id]))

    def _record(self, letter: DueLetter, replies: dict[str, Reply]) -> None:
        taken = _words(replies, Verdict.TAKEN)
        refused = _words(replies, Verdict.REFUSED)
        deferred = _words(replies, Verdict.DEFERRED)
        now = self._now()
        failures = _failures(letter, replies, now)

        def tell(connection: Connection) -> None:
            if Outbox(connection).record(letter, now, taken, refused, deferred) and failures:
                self._note_failures(letter, failures, connection)

        self._untold.append(tell)
        self._tell()
        log.info(
            "letter.refused" if refused else "letter.deferred" if deferred else "letter.sent",
            request=letter.request,
            letter=letter.id,
            message_id=letter.message_id,
            attempt=letter.attempts,
            **{name: said for name, said in [("taken", taken), ("refused", refused), ("deferred", deferred)] if said},
        )

    def _note_failures(self, letter: DueLetter, failures: Sequence[Failure], connection: Connection) -> None:
        if self._office is None:
            return
        sent = SentLetter(letter.id, letter.created_at, letter.shown_to)
        try:
            with connection.begin_nested():
                done = self._office.act_within(
                    lambda call: note_failures(call, sent, failures), connection, letter.request
                )
        except Exception as error:
            if is_out_of_order(error):
                raise
            # Whatever it was, what became of the letter has to be kept.
            log_failure("address.not_suspended", error, request=letter.request, letter=letter.id)
            return
        for address in done.result:
            log.warning("address.suspended", request=letter.request, letter=letter.id, address=address)

    def _back_off(self, letters: Sequence[DueLetter], reason: str) -> None:
        self._observer.relay_unreachable()
        now = self._now()
        self._not_before = now + self._pause
        self._pause = min(self._pause * 2, LONGEST_PAUSE)
        log.warning("relay.unreachable", reason=reason, until=self._not_before.isoformat(), letters=len(letters))
        self._give_back(letters, self._not_before, reason)

    def _give_back(self, letters: Sequence[DueLetter], due_at: datetime, reason: str | None = None) -> None:
        now = self._now()
        self._untold.append(_giving_back(letters, due_at, now, reason))
        self._tell()

    def _tell(self) -> None:
        """Tell the database what became of letters, as far as it does not know; to tell it twice is no harm."""
        if self._untold:
            with self._database.writing() as connection:
                for tell in self._untold:
                    tell(connection)
            self._untold.clear()


def deliver_due(database: Database, settings: Settings) -> int:
    """Send what is due, in one pass, for a command that ends after it; gives how many letters were tried.

    A server that runs beside it is no harm: what one has claimed, the other leaves alone. Only what is wrong is
    logged, and on standard error: standard output belongs to the command.
    """
    office = PostOffice(database, installed(), settings.address, vacation_days=settings.vacation_days)
    deliverer = Deliverer(
        database, transport_for(settings), settings.address, office=office, signer=signer_for(settings)
    )
    with logging_quietly(settings), closing(deliverer):
        return deliverer.run_once()


def _giving_back(
    letters: Sequence[DueLetter], due_at: datetime, now: datetime, reason: str | None = None
) -> Callable[[Connection], object]:
    return lambda connection: Outbox(connection).give_back(letters, due_at, now, reason)


def _failures(letter: DueLetter, replies: dict[str, Reply], now: datetime) -> list[Failure]:
    """What the replies say against addresses: refusals, and those for the moment that have gone on for too long."""
    gives_up = gives_up_on(letter, now)
    return [
        _failure(address, reply)
        for address, reply in replies.items()
        if reply.about_recipient
        and (reply.verdict is Verdict.REFUSED or (reply.verdict is Verdict.DEFERRED and gives_up))
    ]


def _failure(address: str, reply: Reply) -> Failure:
    # Imported where a letter has failed only: what is read there are whole reports, with parsers of mail.
    from pbmserv.mail.reports import is_hard

    return Failure(address, is_hard(reply.words, gave_up=reply.verdict is Verdict.DEFERRED), reply.words)


def _words(replies: dict[str, Reply], verdict: Verdict) -> dict[str, str]:
    return {recipient: reply.words for recipient, reply in replies.items() if reply.verdict is verdict}
