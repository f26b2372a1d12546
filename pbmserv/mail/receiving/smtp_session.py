"""The SMTP and LMTP conversation: aiosmtpd's, with strict line ends.

`pbmserv.mail.receiving.smtp_server` decides on recipients and messages.
"""

from __future__ import annotations

import asyncio
import re
import ssl
from asyncio import StreamReader
from collections import Counter
from collections.abc import Callable
from typing import Any, cast

import structlog
from aiosmtpd.smtp import SMTP, Envelope, Session, TLSSetupException

from pbmserv.mail.receiving.inbox_writer import CommitDelay
from pbmserv.running.observer import NOBODY, Observer
from pbmserv.settings import Settings

log = structlog.get_logger(__name__)

MAKES_ROOM_SECONDS = 3.0
"""The idle time after which a session may be ended in favour of a new one."""

# If two servers disagree on what ends a message, one of them can be made to smuggle mail past the other
# (CVE-2023-51764 and its family). So here only CR LF . CR LF ends it, and a message with a CR or LF that stands alone
# is refused.
_END = b"\r\n.\r\n"
_STRAY = re.compile(rb"\r(?!\n)|(?<!\r)\n")
_ALL_THERE_IS = 2**30

# <address>, with what may follow it; a route before the address, long out of use, is to be ignored (RFC 5321).
_LOCAL = r'(?:"(?:[^"\\\x00-\x1f\x7f]|\\[ -~])*"|[^\x00-\x20\x7f<>"@]+)'
_ADDRESS = rf"{_LOCAL}(?:@[^\x00-\x20\x7f<>@]+)?"
_PATH = re.compile(rf"(?:<(?:@[^\x00-\x20:<>]+:)?(?P<address>{_ADDRESS})?>|(?P<bare>{_ADDRESS}))\s*(?P<rest>.*)")

_STATUS_CODES = {"500": "5.5.2", "501": "5.5.4", "502": "5.5.1", "503": "5.5.1", "552": "5.3.4", "555": "5.5.4"}


class UnusableData(Exception):
    """A refused message. `reply` is the SMTP reply, `reason` is for the log."""

    def __init__(self, reply: str, reason: str) -> None:
        super().__init__(reason)
        self.reply = reply
        self.reason = reason


async def read_data(reader: StreamReader, limit: int, heard: Callable[[], object]) -> bytes:
    """Read a message and undo dot-stuffing. `heard` is called as data arrives.

    Later input is left in the reader. After reading everything, raises `UnusableData` for a message above `limit`
    bytes or with stray line ends; `ConnectionResetError` without an end. Memory is bounded.
    """
    # At worst, SMTP adds one byte to a line of three: a dot to a dot, CR and LF.
    most = limit * 4 // 3 + len(_END)
    too_large = False
    # As if a line had ended just before: an empty message begins with its end.
    data = bytearray(b"\r\n")
    end = -1
    while end < 0:
        searched = max(0, len(data) - len(_END) + 1)
        data += await _next_chunk(reader)
        heard()
        end = data.find(_END, searched)
        if end < 0 and len(data) > most:
            # Too large, but its end still has to be found.
            too_large = True
            del data[: -len(_END)]
    _give_back(bytes(data[end + len(_END) :]), reader)
    message = bytes(data[: end + 2]).replace(b"\r\n.", b"\r\n")[2:]
    if too_large or len(message) > limit:
        raise UnusableData(f"552 5.3.4 A message may have {limit} bytes here", "too large")
    if _STRAY.search(message):
        raise UnusableData("554 5.6.0 A CR or LF stands alone in the message; lines end with CR LF", "stray CR or LF")
    return message


async def _next_chunk(reader: StreamReader) -> bytes:
    chunk = await reader.read(_ALL_THERE_IS)
    if not chunk:
        raise ConnectionResetError
    return chunk


def _give_back(rest: bytes, reader: StreamReader) -> None:
    # The reader is empty, since nothing else has run since it was read to its end. So this comes out of it next.
    if rest and not reader.at_eof():
        reader.feed_data(rest)


class Admission:
    """Limits on sessions, in total and by client."""

    def __init__(self, protocol: str, settings: Settings, observer: Observer = NOBODY) -> None:
        self.protocol = protocol
        self.observer = observer
        self.settings = settings
        self.sessions: set[Connection] = set()
        self.is_closing = False
        self.all_gone = asyncio.Event()
        self._by_client: Counter[str] = Counter()

    def admit(self, session: Connection, client: str) -> bool:
        """Admit a session of `client`, an IP address. If all are taken, an idle one is ended."""
        # All that come through a socket in the file system look the same to us.
        too_many_of_one = bool(client) and self._by_client[client] >= self.settings.max_connections_per_client
        if self.is_closing or too_many_of_one or not self._has_room():
            log.warning("connection.refused", door=self.protocol, client=client, connections=len(self.sessions))
            self.observer.connection_refused(self.protocol)
            return False
        self.sessions.add(session)
        self._by_client[client] += 1
        self.all_gone.clear()
        return True

    def _has_room(self) -> bool:
        """Whether there is room, perhaps by ending the session idle for longest."""
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
    """A connection. `handler` has aiosmtpd's hooks for RCPT and DATA.

    `arrivals` learns of a message in progress; the handler reports its end.
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
        """Whether a message was accepted in this session."""

    @property
    def idle_seconds(self) -> float:
        """The client's idle time; 0 during a message."""
        return 0.0 if self._receives else self.loop.time() - self._heard_at

    def make_room(self) -> None:
        """End the session at once to make room."""
        log.info("session.ended", door=self._admission.protocol, client=self._client, reason="idle, and others wait")
        self._admission.dismiss(self, self._client or "")
        self._hang_up("421 4.7.0 Nothing was said for a while, and others wait")

    def retire(self) -> None:
        """End the session, after the message in progress."""
        self._retires = True
        if not self._receives:
            self._hang_up("421 4.3.2 The server is going down, please try again later")

    def cut_off(self) -> None:
        """End the session at once."""
        if self.transport is not None:
            _that_writes(self.transport).abort()

    # What asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection, but not again after STARTTLS."""
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
        """Uncount the connection, but not at STARTTLS."""
        if self._deadline is None:
            return
        self._deadline.cancel()
        self._deadline = None
        self._admission.dismiss(self, self._client or "")
        super().connection_lost(error)

    def eof_received(self) -> bool | None:
        """Close the connection, whatever aiosmtpd is doing."""
        if self._deadline is not None:
            super().eof_received()
        return False

    def _timeout_cb(self) -> None:
        log.info("session.ended", door=self._admission.protocol, client=self._client, reason="timeout")
        self._hang_up("421 4.4.2 That took too long")

    def _hang_up(self, reply: str) -> None:
        if self.transport is not None:
            _say_last(self.transport, reply)


def host_of(peer: Any) -> str:
    """A peer's IP address; empty for a Unix socket."""
    return str(peer[0]) if isinstance(peer, tuple) else ""


def _say_last(transport: asyncio.BaseTransport, reply: str) -> None:
    if not transport.is_closing():
        _that_writes(transport).write(reply.encode("ascii") + b"\r\n")
        transport.close()


def _that_writes(transport: asyncio.BaseTransport) -> asyncio.WriteTransport:
    # All transports of a session do. Those of uvloop are like asyncio's, but do not inherit from them.
    return cast(asyncio.WriteTransport, transport)


class SmtpSession(Connection):
    """An SMTP session."""

    _errors = 0

    async def push(self, status: str | bytes) -> None:
        """Send a reply; disconnect a client after too many refusals."""
        reply = status.decode("ascii") if isinstance(status, bytes) else status
        await super().push(_with_status_code(reply))
        if reply[:1] not in "45" or reply.startswith("451"):
            # What cannot be done here at the moment is no error of the client's.
            return
        self._errors += 1
        if self._errors >= self._admission.settings.max_errors:
            log.warning("session.ended", door=self._admission.protocol, client=self._client, reason="too many errors")
            self._hang_up("421 4.7.0 Too many errors")

    async def smtp_HELO(self, hostname: str) -> None:
        """Greet an old-fashioned client."""
        if not hostname:
            await self.push("501 Syntax: HELO hostname")
            return
        self._greet(hostname, extended=False)
        await super().push(f"250 {self.hostname}")

    async def smtp_EHLO(self, hostname: str) -> None:
        if not hostname:
            await self.push("501 Syntax: EHLO hostname")
            return
        self._greet(hostname, extended=True)
        offers = [f"SIZE {self.data_size_limit}", "8BITMIME", "PIPELINING", "ENHANCEDSTATUSCODES"]
        if self.tls_context and not self._tls_protocol:
            offers.append("STARTTLS")
        lines = [self.hostname, *offers]
        for line in lines[:-1]:
            await super().push(f"250-{line}")
        await super().push(f"250 {lines[-1]}")

    async def smtp_STARTTLS(self, arg: str | None) -> None:
        """Begin encryption. A client that breaks it off, or speaks something else, is hung up on."""
        try:
            await super().smtp_STARTTLS(arg)
        except TLSSetupException as failure:
            why = type(failure.__cause__).__name__
            log.info(
                "session.ended", door=self._admission.protocol, client=self._client, reason=f"no encryption: {why}"
            )
            self.cut_off()
            # asyncio tells nobody of a connection that is lost before it is encrypted: its place would stay taken.
            self.connection_lost(None)

    async def smtp_DATA(self, arg: str | None) -> None:
        """Take a message."""
        if await self.check_helo_needed():
            return
        if not self.envelope.rcpt_tos:
            await self.push("503 Error: need RCPT command")
            return
        if arg:
            await self.push("501 Syntax: DATA")
            return
        self._receives = True
        await self.push("354 End data with <CR><LF>.<CR><LF>")
        reply = await self._take_message()
        self._admission.observer.message_answered(self._admission.protocol, reply[:3])
        recipients = self.envelope.rcpt_tos
        self._set_post_data_state()  # type: ignore[no-untyped-call]
        await self._answer_message(reply, recipients)
        self._receives = False
        self.has_brought_mail |= reply.startswith("250")
        if self._retires:
            self.retire()

    async def smtp_VRFY(self, arg: str | None) -> None:
        """Reveal nothing about who plays here."""
        await self.push("252 2.5.0 Send a message, and see" if arg else "501 Syntax: VRFY <address>")

    async def smtp_AUTH(self, arg: str | None) -> None:
        """Refuse: requests hold their own passwords."""
        await self.push("502 AUTH is not offered")

    async def smtp_HELP(self, arg: str | None) -> None:
        """Say who we are."""
        await self.push("214 2.0.0 This is pbmserv, a play-by-email game server")

    def _greet(self, hostname: str, *, extended: bool) -> None:
        self._set_rset_state()  # type: ignore[no-untyped-call]
        self.session.extended_smtp = extended
        self.session.host_name = hostname

    async def _take_message(self) -> str:
        limit = self._admission.settings.max_message_bytes
        self._arrivals.heard(self)
        try:
            self.envelope.content = await read_data(self._reader, limit, self._hear)
        except UnusableData as refusal:
            log.info("message.refused", door=self._admission.protocol, client=self._client, reason=refusal.reason)
            return refusal.reply
        else:
            return str(await self._call_handler_hook("DATA"))
        finally:
            self._arrivals.over(self)

    def _hear(self) -> None:
        self._reset_timeout()
        self._arrivals.heard(self)

    async def _answer_message(self, reply: str, recipients: list[str]) -> None:
        await self.push(reply)

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        """Parse the address of MAIL or RCPT, and what follows it; None if invalid.

        It replaces aiosmtpd's method, which uses the standard library's weak header parser.
        """
        match = _PATH.fullmatch(arg.strip())
        if match is None:
            return None, None
        return match["bare"] or match["address"] or "<>", match["rest"]


class LmtpSession(SmtpSession):
    """An LMTP session (RFC 2033): another greeting, and a reply for each recipient."""

    async def smtp_LHLO(self, hostname: str) -> None:
        """Greet the mail server."""
        await super().smtp_EHLO(hostname)

    async def smtp_HELO(self, hostname: str) -> None:
        """Not a command of LMTP, nor is EHLO."""
        await self.push("500 This is LMTP, say LHLO")

    smtp_EHLO = smtp_HELO

    async def _answer_message(self, reply: str, recipients: list[str]) -> None:
        for _ in recipients:
            await self.push(reply)


def _with_status_code(reply: str) -> str:
    """Add an enhanced status code (RFC 2034) if aiosmtpd left it out."""
    code, _, words = reply.partition(" ")
    if code in ("220", "354") or re.match(r"[245]\.\d+\.\d+ ", words):
        return reply
    return f"{code} {_STATUS_CODES.get(code, f'{code[0]}.0.0')} {words}"
