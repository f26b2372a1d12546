"""A client's connection to an SMTP or LMTP door: who is let in, for how long, and how it ends.

What is said on it is the business of `smtp_session`.
"""

from __future__ import annotations

import asyncio
import ssl
from collections import Counter
from typing import Any, cast

import structlog
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbmserv.mail.doors.commit_delay import CommitDelay
from pbmserv.running.observer import NOBODY, Observer
from pbmserv.settings import Settings

log = structlog.get_logger(__name__)

MAKES_ROOM_SECONDS = 3.0
"""How long nothing may be said in a session before it may be ended in favour of a new one, if all are taken."""


class Admission:
    """Who is in, and who may come in: the sessions of one door, counted in all and by client."""

    def __init__(self, door: str, settings: Settings, observer: Observer = NOBODY) -> None:
        self.door = door
        self.observer = observer
        self.settings = settings
        self.sessions: set[Connection] = set()
        self.is_closing = False
        self.all_gone = asyncio.Event()
        self._by_client: Counter[str] = Counter()

    def admit(self, session: Connection, client: str) -> bool:
        """Whether `client`, an IP address, may have one more session. If all are taken, an idle one is ended."""
        # All that come through a socket in the file system look the same to us.
        too_many_of_one = bool(client) and self._by_client[client] >= self.settings.max_connections_per_client
        if self.is_closing or too_many_of_one or not self._has_room():
            log.warning("connection.refused", door=self.door, client=client, connections=len(self.sessions))
            self.observer.connection_refused(self.door)
            return False
        self.sessions.add(session)
        self._by_client[client] += 1
        self.all_gone.clear()
        return True

    def _has_room(self) -> bool:
        """Whether there can be another session, if need be in place of the one that has been idle the longest."""
        if len(self.sessions) < self.settings.max_connections:
            return True
        idle = [session for session in self.sessions if session.idle_seconds >= MAKES_ROOM_SECONDS]
        if not idle:
            return False
        max(idle, key=lambda session: (not session.has_brought_mail, session.idle_seconds)).make_room()
        return True

    def dismiss(self, session: Connection, client: str) -> None:
        """The session is over."""
        if session not in self.sessions:
            return
        self.sessions.discard(session)
        self._by_client[client] -= 1
        if not self._by_client[client]:
            del self._by_client[client]
        if not self.sessions:
            self.all_gone.set()


class Connection(SMTP):
    """One client's connection. `handler` has hooks of aiosmtpd for RCPT and DATA.

    `arrivals` is told of a message while it is coming in; the handler tells it that one has been handed in.
    """

    # This is the size of the buffer, too: otherwise a message would come in in pieces of 1 KB.
    line_length_limit = 64 * 1024

    session: Session
    envelope: Envelope

    def __init__(
        self, handler: object, admission: Admission, tls: ssl.SSLContext | None, arrivals: CommitDelay
    ) -> None:
        settings = admission.settings
        super().__init__(
            handler,
            data_size_limit=settings.max_message_bytes,
            hostname=settings.own_hostname,
            ident="pbmserv",
            tls_context=tls,
            timeout=settings.idle_seconds,
            command_call_limit=settings.max_commands,
            loop=asyncio.get_running_loop(),
        )
        self._admission = admission
        self._arrivals = arrivals
        self._client: str | None = None
        self._receives = False
        self._retires = False
        self._deadline: asyncio.TimerHandle | None = None
        self._heard_at = self.loop.time()
        self.has_brought_mail = False
        """Whether a message has been taken in this session."""

    @property
    def idle_seconds(self) -> float:
        """For how long the client has said nothing; 0 while it sends a message."""
        return 0.0 if self._receives else self.loop.time() - self._heard_at

    def make_room(self) -> None:
        """End the session at once: somebody else has something to say."""
        log.info("session.ended", door=self._admission.door, client=self._client, reason="idle, and others wait")
        self._admission.dismiss(self, self._client or "")
        self._hang_up("421 4.7.0 Nothing was said for a while, and others wait")

    def retire(self) -> None:
        """End the session now or, if a message is coming in, once it is stored."""
        self._retires = True
        if not self._receives:
            self._hang_up("421 4.3.2 The server is going down, please try again later")

    def cut_off(self) -> None:
        """End the session now, whatever it is doing."""
        if self.transport is not None:
            _that_writes(self.transport).abort()

    # What asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection, once: after STARTTLS it is made a second time."""
        if self._client is None:
            client = host_of(transport.get_extra_info("peername"))
            if not self._admission.admit(self, client):
                _say_last(transport, "421 4.7.0 Too many connections, please try again later")
                return
            self._client = client
            self._deadline = self.loop.call_later(self._admission.settings.session_seconds, self._timeout_cb)
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """The client says something."""
        self._heard_at = self.loop.time()
        super().data_received(data)

    def connection_lost(self, error: Exception | None) -> None:
        """Leave the door, once: after STARTTLS it is lost a second time."""
        if self._deadline is None:
            return
        self._deadline.cancel()
        self._deadline = None
        self._admission.dismiss(self, self._client or "")
        super().connection_lost(error)

    def eof_received(self) -> bool | None:
        """The client will say no more, so the connection is closed, whatever aiosmtpd is doing."""
        if self._deadline is not None:
            super().eof_received()
        return False

    def _timeout_cb(self) -> None:
        log.info("session.ended", door=self._admission.door, client=self._client, reason="timeout")
        self._hang_up("421 4.4.2 That took too long")

    def _hang_up(self, reply: str) -> None:
        if self.transport is not None:
            _say_last(self.transport, reply)


def host_of(peer: Any) -> str:
    """The IP address of a peer; empty for one that came through a socket in the file system."""
    return str(peer[0]) if isinstance(peer, tuple) else ""


def _say_last(transport: asyncio.BaseTransport, reply: str) -> None:
    if not transport.is_closing():
        _that_writes(transport).write(reply.encode("ascii") + b"\r\n")
        transport.close()


def _that_writes(transport: asyncio.BaseTransport) -> asyncio.WriteTransport:
    # All transports of a session do. Those of uvloop are like asyncio's, but do not inherit from them.
    return cast(asyncio.WriteTransport, transport)
