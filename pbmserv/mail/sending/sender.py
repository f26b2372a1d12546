"""How one letter is sent: composed, signed, and handed to a transport for those who may get it."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial

from pbmserv.letters.reply_address import Tag, tagged_address
from pbmserv.mail.sending.compose import compose
from pbmserv.mail.sending.outcomes import Tried
from pbmserv.mail.sending.relay_health import RelayHealth
from pbmserv.mail.sending.signing import Signer
from pbmserv.mail.sending.transports import Reply, Transport, Unreachable, Verdict
from pbmserv.pictures.for_letters import BoardPictures
from pbmserv.running.observer import Observer
from pbmserv.running.traces import log_failure
from pbmserv.storage.addresses import RETURN_PATH
from pbmserv.storage.outbox import ClaimedLetter
from pbmserv.storage.players import key_of

_SENDABLE = re.compile(r"[!-~]+@[!-~]+")
_UNSENDABLE = Reply(Verdict.REFUSED, "no letter can be sent to such an address", about_recipient=True)
_SUSPENDED = Reply(Verdict.REFUSED, "letters have come back from there, so none are sent")


@dataclass(frozen=True)
class Keys:
    """The server's keys: for the marks in our letters, and for the addresses where they come back."""

    own_letters: bytes
    return_paths: bytes


@dataclass(frozen=True)
class Claimed:
    """A letter that is ours to send if it is begun in time; `suspended` are the recipients that get nothing."""

    letter: ClaimedLetter
    begin_before: datetime
    suspended: frozenset[str]
    keys: Keys

    @cached_property
    def addresses(self) -> frozenset[str]:
        """Where it goes, however that is written."""
        return frozenset(map(key_of, self.letter.recipients))


class Sender:
    """Sends letters, one by one, from `address`, shown with `sender_name`. May be shared between threads.

    `signer` signs them, `pictures` makes those of boards. The `observer` is told of each, and `turned_away` what the
    answer was. `now` tells the time.
    """

    def __init__(
        self,
        address: str,
        sender_name: str,
        now: Callable[[], datetime],
        signer: Signer | None,
        observer: Observer,
        turned_away: RelayHealth,
        pictures: BoardPictures | None = None,
    ) -> None:
        self._address = address
        self._sender_name = sender_name
        self._now = now
        self._signer = signer
        self._observer = observer
        self._turned_away = turned_away
        self._pictures = pictures

    def deliver(self, claimed: Claimed, transport: Transport) -> Tried:
        """Send a letter, and have it counted. Raises `Unreachable`."""
        begun_at, begun = self._now(), time.monotonic()
        replies = self._send(claimed, transport)
        results = Counter(reply.verdict.value for reply in replies.values())
        self._observer.letter_tried(results, time.monotonic() - begun)
        self._turned_away.note(replies.values())
        return Tried(claimed.letter, replies, begun_at, self._now())

    def _send(self, claimed: Claimed, transport: Transport) -> dict[str, Reply]:
        letter, suspended = claimed.letter, claimed.suspended
        unsendable = {each for each in letter.recipients if not _SENDABLE.fullmatch(each)} - suspended
        sendable = [each for each in letter.recipients if each not in suspended | unsendable]
        replies = dict.fromkeys(suspended, _SUSPENDED) | dict.fromkeys(unsendable, _UNSENDABLE)
        if not sendable:
            return replies
        try:
            return replies | transport.send(self._composer(claimed), self._return_path(claimed), sendable)
        except Unreachable:
            raise
        except Exception as error:
            log_failure("letter.failed", error, request=letter.request, letter=letter.id)
            return replies | dict.fromkeys(sendable, Reply(Verdict.DEFERRED, type(error).__name__))

    def _composer(self, claimed: Claimed) -> Callable[[bool], bytes]:
        key = claimed.keys.own_letters
        as_ours = partial(
            compose, claimed.letter, self._address, key, sender_name=self._sender_name, pictures=self._pictures
        )
        if self._signer is None:
            return lambda eight_bit: as_ours(eight_bit=eight_bit)
        sign = self._signer.sign
        # A server on the way that takes only ASCII would encode the text, and so break the signature.
        return lambda _eight_bit: sign(as_ours(eight_bit=False))

    def _return_path(self, claimed: Claimed) -> str:
        """Where the letter comes back to; only those who have got the letter can know this address."""
        token = RETURN_PATH.token(claimed.keys.return_paths, [claimed.letter.id])
        return tagged_address(self._address, Tag.BOUNCE, token)
