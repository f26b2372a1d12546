"""Delivery of the outbox. Each letter is sent at least once, and twice only after a crash at the wrong moment.

A slow or failing letter delays only letters for the same recipient; an unreachable relay delays all, without counting
attempts.
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
from pbmserv.storage.database import Database
from pbmserv.storage.outbox import UNTRIED_WAIT, Outbox
from pbmserv.storage.players import key_of
from pbmserv.storage.tokens import OWN_LETTERS, RETURN_PATHS, shared_key

LEASE = timedelta(minutes=20)
BEGIN_WITHIN = timedelta(minutes=3)
"""How long after its claim a letter may be started, so that it is sent within the lease."""

CLAIMED_AT_ONCE = 20
FEW = CLAIMED_AT_ONCE // 2
"""With fewer letters waiting, the next ones are claimed while these are being sent."""
PASS_LIMIT = 200

FIRST_PAUSE_SECONDS = 5.0
LONGEST_PAUSE_SECONDS = 300.0

IDLE_SECONDS = 2.0
"""How long a connection to the relay is kept without letters, since those of another turn may come soon."""

ASTRAY_SECONDS = 60.0
"""How often to look for letters due too late because the clock was set back."""

PUT_OFF = UNTRIED_WAIT
"""The delay of surplus letters to one recipient."""

STOP_SECONDS = 3.0
"""How long a stopping deliverer waits for letters in progress."""

log = Log(__name__)


class Deliverer:
    """Claims due letters and has them sent. Not thread-safe.

    `stopping` is asked between letters; those not started are given back. `office` is told of failing addresses;
    `signer` signs; `observer` is told of each letter; `sender_name` is the display name in From. `monotonic` is a
    clock in seconds. `pictures` draws boards, by default those of installed games.
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
        self._tried_at = float("-inf")
        self._found_none = False
        self._results = DeliveryResults(database, office, monotonic)
        self._relay_health = RelayHealth()
        drawing = pictures or board_pictures()
        sender = Sender(address, sender_name, now, signer, observer, self._relay_health, drawing)
        self._pool = SenderPool(transport, sender, self._results, now, stopping)

    def run_once(self, limit: int = PASS_LIMIT) -> int:
        """Send at most `limit` due letters; return how many were tried.

        A slow letter may still be in progress. Raises database errors; results are then recorded next time.
        """
        self._found_none = False
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
        if self._pool.tried > tried_before:
            self._tried_at = self._monotonic()
        elif self._monotonic() - self._tried_at >= IDLE_SECONDS:
            self._pool.rest()
        return self._pool.tried - tried_before

    def run_round(self) -> bool:
        """Send due letters; return whether to look again at once, since more may be due."""
        return self.run_once() > 0 and not self._found_none

    def fault(self) -> str | None:
        """What is wrong with delivery as a whole, or None."""
        return self._unreachable or self._relay_health.fault()

    def finish(self) -> None:
        self._pool.wait()

    def close(self, patience: float = STOP_SECONDS) -> None:
        """Wait `patience` seconds for letters in progress, then cut them off; give back the others and disconnect.

        Letters cut off are sent again, though they may have been accepted.
        """
        self._give_back(self._pool.stop(patience))
        try:
            self._results.tell()
        except Exception as error:
            log_failure("letters.not_recorded", error, letters=self._results.letters_sent())

    def _work(self, limit: int) -> None:
        more_seem_due = False
        while self._pool.tried < limit and not self._stopping() and self._monotonic() >= self._not_before:
            self._give_back(self._pool.take_late())
            if more_seem_due and self._pool.has_few(FEW):
                at_once = min(limit - self._pool.taken, CLAIMED_AT_ONCE)
                letters = self._claim(at_once) if at_once > 0 else []
                more_seem_due = 0 < len(letters) == at_once
                self._pool.add(letters)
            elif not self._pool.can_begin():
                self._give_back(self._pool.take_surplus(), PUT_OFF)
                self._results.tell()
                at_once = min(limit - self._pool.tried, CLAIMED_AT_ONCE)
                letters = self._claim(at_once) if more_seem_due or self._has_due() else []
                if not letters:
                    self._found_none = True
                    self._unreachable = None
                    break
                more_seem_due = len(letters) == at_once
                self._pool.add(letters)
            tried = self._pool.tried
            if not self._pool.work(FEW if more_seem_due else 0):
                break
            if self._pool.tried > tried:
                self._pause = FIRST_PAUSE_SECONDS
                self._unreachable = None

    def _bring_back_astray(self) -> None:
        """Make letters due that wait because the clock was set back."""
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
        """Whether there is anything to claim; a claim would block other writers."""
        with self._database.reading() as connection:
            return Outbox(connection).has_due(self._now())

    def _claim(self, limit: int) -> list[Lease]:
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
        """Give back letters that were not started, with the next update of the database."""
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
    """A deliverer by the operator's settings. Raises `SettingsError`."""
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
    """Send due letters in one pass, for a command that then ends; return how many were tried.

    Safe beside a running server. Only problems are logged, on standard error.
    """
    deliverer = deliverer_for(settings, database, post_office_for(settings, database))
    with logging_quietly(settings), closing(deliverer):
        tried = deliverer.run_once()
        deliverer.finish()
        return tried
