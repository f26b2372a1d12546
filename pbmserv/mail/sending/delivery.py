"""Sends the letters of the outbox. Each is sent at least once, and twice only after a crash at the wrong moment.

Then it was among those in hand, or among the few that the database had yet to be told of (`delivery_results` says how
many). A letter that cannot be sent, or not quickly, keeps only letters for the same recipient waiting. A relay that
cannot be reached keeps all of them waiting, but that does not count as an attempt.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta

from pbmserv.mail.sending.delivery_results import DeliveryResults, GivenBack
from pbmserv.mail.sending.relay_health import RelayHealth
from pbmserv.mail.sending.sender_pool import Keys, Lease, Sender, SenderPool
from pbmserv.mail.sending.signing import Signer, signer_for
from pbmserv.mail.sending.transports import MaildirTransport, SendmailTransport, Transport, Unreachable
from pbmserv.pictures.for_letters import BoardPictures, board_pictures
from pbmserv.post_office import PostOffice, post_office_for
from pbmserv.running.logs import Log, logging_quietly
from pbmserv.running.observer import NOBODY, Observer
from pbmserv.running.traces import log_failure
from pbmserv.setting_values import Maildir, Relay, Sendmail
from pbmserv.settings import Settings
from pbmserv.storage.addresses import RETURN_PATHS
from pbmserv.storage.database import Database
from pbmserv.storage.outbox import UNTRIED_WAIT, Outbox
from pbmserv.storage.players import key_of
from pbmserv.storage.tokens import OWN_LETTERS, shared_key

LEASE = timedelta(minutes=20)
BEGIN_WITHIN = timedelta(minutes=3)
"""How long after the claim a letter may be begun: it should be sent before the lease is over."""

CLAIMED_AT_ONCE = 20
PASS_LIMIT = 200

FIRST_PAUSE_SECONDS = 5.0
LONGEST_PAUSE_SECONDS = 300.0

ASTRAY_SECONDS = 60.0
"""How often to look for letters that are due too late because the clock has been set back."""

PUT_OFF = UNTRIED_WAIT
"""If too many letters wait for others to the same recipient, when the surplus is due again."""

STOP_SECONDS = 3.0
"""How long a deliverer that stops waits for letters in hand before it cuts them off."""

log = Log(__name__)


class Deliverer:
    """Takes letters that are due from the outbox and has them sent. Belongs to one thread.

    `stopping` is asked between letters: those that were not begun are given back. `office` is told of addresses that
    take no letters; `signer` signs letters; the `observer` is told of each; `sender_name` is shown with the address
    in From. `monotonic` is a clock, in seconds, that nobody sets. `pictures` makes the pictures of boards, by default
    those of the installed games.
    """

    def __init__(
        self,
        database: Database,
        transport: Transport,
        address: str,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        stopping: Callable[[], bool] = lambda: False,
        office: PostOffice | None = None,
        signer: Signer | None = None,
        observer: Observer = NOBODY,
        sender_name: str = "",
        monotonic: Callable[[], float] = time.monotonic,
        pictures: BoardPictures | None = None,
    ) -> None:
        self._database = database
        self._now = now
        self._stopping = stopping
        self._observer = observer
        self._monotonic = monotonic
        self._keys: Keys | None = None
        self._pause = FIRST_PAUSE_SECONDS
        self._not_before = float("-inf")
        self._unreachable: str | None = None
        self._looked_for_astray = float("-inf")
        self._results = DeliveryResults(database, office, monotonic)
        self._relay_health = RelayHealth()
        drawing = pictures or board_pictures()
        sender = Sender(address, sender_name, now, signer, observer, self._relay_health, drawing)
        self._pool = SenderPool(transport, sender, self._results, now, stopping)

    def run_once(self, limit: int = PASS_LIMIT) -> int:
        """Send what is due, `limit` letters at most; returns how many were tried.

        A slow letter may still be in hand afterwards. Raises whatever the database raises when it cannot be reached;
        what became of letters it is told the next time.
        """
        self._results.tell()
        self._bring_back_astray()
        tried_before = self._pool.tried
        try:
            self._work(tried_before + limit)
        except Unreachable as error:
            self._back_off(str(error))
        except Exception:
            self._give_back(self._pool.take_back())
            raise
        if self._stopping():
            self._give_back(self._pool.take_back())
            self._results.tell()
        if self._pool.tried == tried_before:
            self._pool.rest()
        return self._pool.tried - tried_before

    def fault(self) -> str | None:
        """What is wrong with the way our letters take, as far as the letters have shown; None if all is well."""
        return self._unreachable or self._relay_health.fault()

    def finish(self) -> None:
        """Wait for the letters in hand, however long they take."""
        self._pool.wait()

    def close(self, patience: float = STOP_SECONDS) -> None:
        """Wait `patience` seconds for letters in hand, then cut them off; give back all others, and let go of the
        relay.

        What was cut off is sent again, though it may have been taken. The database is told, if it can be.
        """
        self._give_back(self._pool.stop(patience))
        try:
            self._results.tell()
        except Exception as error:
            log_failure("letters.not_recorded", error, letters=self._results.letters_sent())

    def _work(self, limit: int) -> None:
        """Send what is due until `limit` letters have been tried, counted from the beginning."""
        more_seem_due = False
        while self._pool.tried < limit and not self._stopping() and self._monotonic() >= self._not_before:
            self._give_back(self._pool.take_late())
            if not self._pool.can_begin():
                self._give_back(self._pool.take_surplus(), PUT_OFF)
                self._results.tell()
                at_once = min(limit - self._pool.tried, CLAIMED_AT_ONCE)
                letters = self._claim(at_once) if more_seem_due or self._has_due() else []
                if not letters:
                    self._unreachable = None
                    break
                more_seem_due = len(letters) == at_once
                self._pool.add(letters)
            tried = self._pool.tried
            if not self._pool.work():
                break
            if self._pool.tried > tried:
                self._pause = FIRST_PAUSE_SECONDS
                self._unreachable = None

    def _bring_back_astray(self) -> None:
        """Let no letter wait longer because the clock has been set back."""
        if self._monotonic() - self._looked_for_astray < ASTRAY_SECONDS:
            return
        self._looked_for_astray = self._monotonic()
        with self._database.reading() as connection:
            is_any = Outbox(connection).is_any_astray(LEASE, self._now())
        if is_any:
            with self._database.writing() as connection:
                letters = Outbox(connection).bring_back(LEASE, self._now())
            log.warning("letters.due_too_late", letters=letters, reason="the clock has been set back")

    def _has_due(self) -> bool:
        """Whether there is anything to claim: claiming is writing, and whoever writes makes others wait."""
        with self._database.reading() as connection:
            return Outbox(connection).has_due(self._now())

    def _claim(self, limit: int) -> list[Lease]:
        """Take letters that are due, so that nobody else does."""
        if self._keys is None:
            with self._database.writing() as connection:
                keys = Keys(shared_key(connection, OWN_LETTERS), shared_key(connection, RETURN_PATHS))
            # Only once it is committed: a key that nobody else knows is of no use.
            self._keys = keys
        with self._database.writing() as connection:
            letters = Outbox(connection).claim(limit, LEASE, self._now())
            suspended = Outbox(connection).suspended(letters)
        begin_before = self._now() + BEGIN_WITHIN
        return [
            Lease(
                letter,
                begin_before,
                frozenset(each for each in letter.recipients if (letter.user_id, key_of(each)) in suspended),
                self._keys,
            )
            for letter in letters
        ]

    def _back_off(self, reason: str) -> None:
        letters = self._pool.take_back()
        self._observer.relay_unreachable()
        until = self._now() + timedelta(seconds=self._pause)
        self._not_before = self._monotonic() + self._pause
        self._unreachable = f"letters wait, since their way out is not available: {reason}"
        log.warning("relay.unreachable", reason=reason, until=until.isoformat(), letters=len(letters))
        self._pause = min(self._pause * 2, LONGEST_PAUSE_SECONDS)
        self._give_back(letters, reason=reason)
        self._results.tell()

    def _give_back(
        self, letters: Sequence[Lease], put_off: timedelta | None = None, reason: str | None = None
    ) -> None:
        """Give letters that were not begun to others, the next time the database is told something."""
        if letters:
            now = self._now()
            due_at = None if put_off is None else now + put_off
            self._results.add(GivenBack([each.letter for each in letters], due_at, now, reason))


def transport_for(settings: Settings) -> Transport:
    """The transport that `PBMSERV_DELIVERY` names."""
    match settings.delivery:
        case Maildir(folder):
            return MaildirTransport(folder, settings.own_hostname)
        case Sendmail(program):
            return SendmailTransport(program)
        case Relay() as relay:
            # Its libraries are imported only if there is a relay.
            from pbmserv.mail.sending.relay import RelayTransport

            return RelayTransport(relay, settings.own_hostname)


def deliverer_for(
    settings: Settings,
    database: Database,
    office: PostOffice,
    stopping: Callable[[], bool] = lambda: False,
    observer: Observer = NOBODY,
) -> Deliverer:
    """A deliverer as the operator wants it. Raises `SettingsError`."""
    return Deliverer(
        database,
        transport_for(settings),
        settings.address,
        stopping=stopping,
        office=office,
        signer=signer_for(settings),
        observer=observer,
        sender_name=settings.sender_name,
    )


def deliver_due(database: Database, settings: Settings) -> int:
    """Send what is due, in one pass, for a command that ends after it; returns how many letters were tried.

    A server may be running at the same time: what one has claimed, the other leaves alone. Only what is wrong is
    logged, and on standard error: standard output belongs to the command.
    """
    deliverer = deliverer_for(settings, database, post_office_for(settings, database))
    with logging_quietly(settings), closing(deliverer):
        tried = deliverer.run_once()
        deliverer.finish()
        return tried
