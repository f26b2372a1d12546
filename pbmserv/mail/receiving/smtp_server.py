"""SMTP and LMTP servers. 250 means that a message is stored in the database.

Only From is parsed while the client waits. Temporary problems get temporary refusals.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from socket import AF_UNIX, socket
from typing import Any

import structlog
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbmserv.letters.reply_address import answers_among, tokens_in, without_tokens
from pbmserv.mail.reading.envelope import author_of, once_for_each_answer
from pbmserv.mail.receiving.inbox_limits import InboxFull
from pbmserv.mail.receiving.inbox_writer import InboxWriter
from pbmserv.mail.receiving.smtp_session import Admission, LmtpSession, SmtpSession, host_of
from pbmserv.running.listening import BACKLOG, place_of, sockets_on
from pbmserv.running.observer import NOBODY, Observer
from pbmserv.running.traces import log_failure
from pbmserv.setting_values import TcpAddress, UnixSocket
from pbmserv.settings import Settings, SettingsError
from pbmserv.storage.inbox import ReceivedMessage

GRACE_SECONDS = 4.0
"""How long a closing server waits for messages in progress. Clients cut off will retry."""

# Newer versions would remove the path of a Unix socket that other processes still use.
_KEEPS_PATH: dict[str, Any] = {"cleanup_socket": False} if sys.version_info >= (3, 13) else {}

log = structlog.get_logger(__name__)

# At its lower levels, aiosmtpd's own log quotes what clients send, passwords included.
logging.getLogger("mail.log").setLevel(logging.CRITICAL)


class SmtpServer:
    """A listener that speaks SMTP, or LMTP if `local`.

    It opens its sockets, or uses those `given` by the process that keeps them. Raises `SettingsError` for
    an unusable certificate.
    """

    def __init__(
        self,
        settings: Settings,
        listen: TcpAddress | UnixSocket,
        writer: InboxWriter,
        *,
        local: bool = False,
        observer: Observer = NOBODY,
        given: Sequence[socket] = (),
    ) -> None:
        self.protocol = "lmtp" if local else "smtp"
        self._listen = listen
        self._reception = Reception(self.protocol, settings, writer, observer)
        self._admission = Admission(self.protocol, settings, observer)
        self._tls = tls_context(settings)
        self._arrivals = writer.arrivals
        self._session_kind = LmtpSession if local else SmtpSession
        self._given = given
        self._servers: list[asyncio.Server] = []

    async def open(self) -> str:
        """Start listening and return where. Raises `OSError`."""
        loop = asyncio.get_running_loop()
        sockets = self._given or sockets_on(self._listen)
        where = place_of(sockets[0])
        for each in sockets:
            if each.family == AF_UNIX:
                server = await loop.create_unix_server(self._session, sock=each, backlog=BACKLOG, **_KEEPS_PATH)
            else:
                server = await loop.create_server(self._session, sock=each, backlog=BACKLOG)
            self._servers.append(server)
        return where

    async def close(self, grace: float = GRACE_SECONDS) -> None:
        """Stop accepting, and end sessions after the message in progress, within `grace` seconds."""
        if not self._servers:
            return
        for server in self._servers:
            server.close()
        self._admission.is_closing = True
        for session in list(self._admission.sessions):
            session.retire()
        try:
            if self._admission.sessions:
                await asyncio.wait_for(self._admission.all_gone.wait(), grace)
        except TimeoutError:
            log.warning("door.cut_off", door=self.protocol, sessions=len(self._admission.sessions))
            for session in list(self._admission.sessions):
                session.cut_off()
        if isinstance(self._listen, UnixSocket) and not self._given:
            self._listen.path.unlink(missing_ok=True)

    def _session(self) -> SmtpSession:
        return self._session_kind(self._reception, self._admission, self._tls, self._arrivals)


class Reception:
    """aiosmtpd's hooks: which recipients are accepted, and storing of messages."""

    def __init__(self, protocol: str, settings: Settings, writer: InboxWriter, observer: Observer = NOBODY) -> None:
        self._protocol = protocol
        self._local, _, self._domain = settings.address.lower().rpartition("@")
        self._max_recipients = settings.max_recipients
        self._writer = writer
        self._observer = observer

    async def handle_RCPT(
        self, _server: SMTP, session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        """Accept our own addresses only: no relaying."""
        if len(envelope.rcpt_tos) >= self._max_recipients:
            return "452 4.5.3 Too many recipients"
        if not self._is_ours(address):
            # It may be one of ours from before the server had its address, whose token is still good.
            recipient = without_tokens(address)
            log.info("recipient.refused", door=self._protocol, client=host_of(session.peer), recipient=recipient)
            return "550 5.1.1 There is no such address here"
        tokens, own = tokens_in(envelope.rcpt_tos), tokens_in([address])
        is_another = any(tokens.get(tag, token) != token for tag, token in own.items())
        if is_another or (answers_among([address]) and len(answers_among([*envelope.rcpt_tos, address])) > 1):
            # Mail servers send it to the others next, or a little later; it is an answer to each.
            return "452 4.5.3 One reply address at a time, please send the others again"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        begun = time.monotonic()
        sender = envelope.mail_from or ""
        content = envelope.content if isinstance(envelope.content, bytes) else b""
        message = ReceivedMessage(
            self._protocol,
            sender,
            tuple(envelope.rcpt_tos),
            content,
            datetime.now(UTC),
            author=author_of(content, sender),
        )
        facts = {
            "request": message.request,
            "door": self._protocol,
            "client": host_of(session.peer),
            "sender": sender,
            "bytes": len(content),
        }
        # Of what comes to a letter's own address, mail servers send a copy to each.
        messages = [message] if answers_among(message.recipients) else once_for_each_answer(message)
        try:
            stored = [self._writer.store(each) for each in messages]
            self._writer.arrivals.over(server)
            numbers = await asyncio.gather(*map(asyncio.wrap_future, stored))
        except InboxFull as why:
            log.warning("message.deferred", **facts, reason=str(why))
            return "451 4.3.1 Too much mail at the moment, please try again later"
        except Exception as error:
            # Its text would quote the message.
            log.error("message.deferred", **facts, reason=type(error).__name__)  # noqa: TRY400
            return "451 4.3.0 The message cannot be stored at the moment, please try again later"
        for each, number in zip(messages, numbers, strict=True):
            log.info("message.received", inbox=number, **{**facts, "request": each.request})
        self._observer.message_stored(self._protocol, time.monotonic() - begun)
        return f"250 2.0.0 OK, queued as {messages[0].request}"

    async def handle_exception(self, error: Exception) -> str:
        """An unforeseen error is temporary: the client should retry."""
        log_failure("session.failed", error, door=self._protocol)
        return "451 4.3.0 Server error, please try again later"

    def _is_ours(self, recipient: str) -> bool:
        local, _, domain = recipient.lower().rpartition("@")
        if not local:
            return domain == "postmaster"
        return domain == self._domain and local.partition("+")[0] in (self._local, "postmaster")


def tls_context(settings: Settings) -> ssl.SSLContext | None:
    """The STARTTLS context, or None. Raises `SettingsError` for
    an unusable certificate."""
    if settings.tls_certificate is None:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(settings.tls_certificate, settings.tls_key)
    except OSError as error:
        files = f"{settings.tls_certificate} with {settings.tls_key or 'the key in it'}"
        raise SettingsError(f"PBMSERV_TLS_CERTIFICATE: {files} cannot be used: {error}.") from error
    return context
