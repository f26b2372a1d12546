"""Sends the letters of the outbox. Each is sent at least once: only a crash in the wrong moment sends some twice.

These are the letters of which the database has yet to be told, a few at most (`outcomes` says how many). A letter
that cannot be sent never keeps another one waiting; a relay that cannot be reached keeps all, and costs none of them
an attempt.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial

from pbmserv.letters.reply_address import Tag, tagged_address
from pbmserv.mail.compose import compose
from pbmserv.mail.logs import Log, logging_quietly
from pbmserv.mail.observer import NOBODY, Observer
from pbmserv.mail.outcomes import GivenBack, Office, Outcomes, Tried
from pbmserv.mail.signing import Signer, signer_for
from pbmserv.mail.traces import log_failure
from pbmserv.mail.transports import Reply, Transport, Unreachable, Verdict, transport_for
from pbmserv.post_office import post_office_for
from pbmserv.settings import Settings
from pbmserv.store.bounces import RETURN_PATH, RETURN_PATHS
from pbmserv.store.database import Database
from pbmserv.store.keys import OWN_LETTERS, shared_key
from pbmserv.store.outbox import DueLetter, Outbox
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


@dataclass(frozen=True)
class _Keys:
    """The server's keys: for the marks of our letters, and for where they come back to."""

    own_letters: bytes
    return_paths: bytes


class Deliverer:
    """Takes letters that are due from the outbox and sends them, one after the other. Belongs to one thread.

    `stopping` is asked between letters: those that were not begun are given back. `office` is told of addresses that
    do not take letters, `signer` signs these; the `observer` is told of each letter; `sender_name` is shown beside
    the address in From.
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
        sender_name: str = "",
    ) -> None:
        self._database = database
        self._transport = transport
        self._address = address
        self._sender_name = sender_name
        self._signer = signer
        self._now = now
        self._stopping = stopping
        self._observer = observer
        self._keys: _Keys | None = None
        self._pause = FIRST_PAUSE
        self._not_before = datetime.min.replace(tzinfo=UTC)
        self._suspended: set[tuple[int | None, str]] = set()
        self._outcomes = Outcomes(database, office)

    def run_once(self, limit: int = PASS_LIMIT) -> int:
        """Send what is due, `limit` letters at most; gives how many were tried.

        Raises whatever the database raises when it cannot be reached; what became of letters it is told next time.
        """
        self._outcomes.tell()
        tried = 0
        more_seem_due = False
        while tried < limit and not self._stopping() and self._now() >= self._not_before:
            at_once = min(limit - tried, CLAIMED_AT_ONCE)
            letters = self._claim(at_once) if more_seem_due or self._has_due() else []
            if not letters:
                break
            more_seem_due = len(letters) == at_once
            tried += self._send_all(letters)
        if not tried:
            self._transport.close()
        return tried

    def close(self) -> None:
        """Tell the database what it has yet to be told, if it can be, and let go of the connection to the relay."""
        try:
            self._outcomes.tell()
        except Exception as error:
            log_failure("letters.not_recorded", error, letters=self._outcomes.letters_sent())
        finally:
            self._transport.close()

    def _has_due(self) -> bool:
        """Whether there is anything to claim: to claim is to write, and whoever writes makes others wait."""
        with self._database.reading() as connection:
            return Outbox(connection).has_due(self._now())

    def _claim(self, limit: int) -> list[DueLetter]:
        """Take letters that are due, so that nobody else does."""
        if self._keys is None:
            with self._database.writing() as connection:
                keys = _Keys(shared_key(connection, OWN_LETTERS), shared_key(connection, RETURN_PATHS))
            # Not before it is committed: a key that nobody else knows is none.
            self._keys = keys
        with self._database.writing() as connection:
            letters = Outbox(connection).claim(limit, LEASE, self._now())
            self._suspended = {*Outbox(connection).suspended(letters)}
            return letters

    def _send_all(self, letters: Sequence[DueLetter]) -> int:
        """Send letters that have just been claimed; gives how many were tried."""
        begin_before = self._now() + BEGIN_WITHIN
        for number, letter in enumerate(letters):
            begun = self._now()
            if self._stopping() or begun > begin_before:
                self._give_back(GivenBack(letters[number:], begun, begun))
                return number
            try:
                replies = self._try(letter)
            except Unreachable as error:
                self._back_off(letters[number:], str(error))
                return number
            self._pause = FIRST_PAUSE
            self._outcomes.add(Tried(letter, replies, begun, self._now()))
            others = letters[number + 1 :]
            if not others or self._outcomes.cannot_wait(self._now()):
                self._tell_before(others)
        return len(letters)

    def _tell_before(self, others: Sequence[DueLetter]) -> None:
        """Tell the database what became of letters; where that fails, the `others` that were claimed are given up."""
        try:
            self._outcomes.tell()
        except Exception:
            now = self._now()
            self._outcomes.add(GivenBack(others, now, now))
            raise

    def _try(self, letter: DueLetter) -> dict[str, Reply]:
        """Send a letter, and have it counted."""
        begun = time.monotonic()
        replies = self._send(letter)
        results = Counter(reply.verdict.value for reply in replies.values())
        self._observer.letter_tried(results, time.monotonic() - begun)
        return replies

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
        as_ours = partial(compose, letter, self._address, key, sender_name=self._sender_name)
        if self._signer is None:
            return lambda eight_bit: as_ours(eight_bit=eight_bit)
        sign = self._signer.sign
        # A server further on that takes only ASCII would encode the text, and so break the signature.
        return lambda _eight_bit: sign(as_ours(eight_bit=False))

    def _return_path(self, letter: DueLetter) -> str:
        """Where the letter comes back to; nobody can know it but who has got the letter."""
        if self._keys is None:
            return self._address
        return tagged_address(self._address, Tag.BOUNCE, RETURN_PATH.token(self._keys.return_paths, [letter.id]))

    def _back_off(self, letters: Sequence[DueLetter], reason: str) -> None:
        self._observer.relay_unreachable()
        now = self._now()
        self._not_before = now + self._pause
        self._pause = min(self._pause * 2, LONGEST_PAUSE)
        log.warning("relay.unreachable", reason=reason, until=self._not_before.isoformat(), letters=len(letters))
        self._give_back(GivenBack(letters, self._not_before, now, reason))

    def _give_back(self, letters: GivenBack) -> None:
        self._outcomes.add(letters)
        self._outcomes.tell()


def deliver_due(database: Database, settings: Settings) -> int:
    """Send what is due, in one pass, for a command that ends after it; gives how many letters were tried.

    A server that runs beside it is no harm: what one has claimed, the other leaves alone. Only what is wrong is
    logged, and on standard error: standard output belongs to the command.
    """
    office = post_office_for(settings, database)
    deliverer = Deliverer(
        database,
        transport_for(settings),
        settings.address,
        office=office,
        signer=signer_for(settings),
        sender_name=settings.sender_name,
    )
    with logging_quietly(settings), closing(deliverer):
        return deliverer.run_once()
