"""A mail server for tests that takes letters from us, or does not, as it is told."""

from __future__ import annotations

import asyncio
import queue
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from pathlib import Path

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

CERTIFICATE = Path(__file__).with_name("certificate.pem")


class Relay:
    """What the relay does, and what it was given. Replies are given once each, then `250 OK`."""

    def __init__(self) -> None:
        self.port = 0
        self.envelopes: list[Envelope] = []
        self.arrivals: queue.Queue[Envelope] = queue.Queue()
        self.connections = 0
        self.encrypted = 0
        self.logins: list[object] = []
        self.sender_replies: list[str] = []
        self.replies_for: dict[str, str] = {}
        self.data_replies: list[str] = []
        self.hang_up_in_data = 0
        self.hang_up_after = 0

    @property
    def letters(self) -> list[EmailMessage]:
        """The letters that were taken, parsed."""
        return [_parsed(envelope) for envelope in self.envelopes]

    def next_letter(self) -> EmailMessage:
        """Wait for a letter, and give it, parsed."""
        return _parsed(self.arrivals.get(timeout=30))

    async def handle_EHLO(
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        session.host_name = hostname
        self.connections += session.ssl is None
        self.encrypted += session.ssl is not None
        return responses

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        reply = self.sender_replies.pop(0) if self.sender_replies else "250 OK"
        if reply == "hang up":
            _hang_up(server)
        if reply.startswith("250"):
            envelope.mail_from = address
            envelope.mail_options = options
        return reply

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        reply = self.replies_for.get(address, "250 OK")
        if reply.startswith("250"):
            envelope.rcpt_tos.append(address)
        return reply

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.hang_up_in_data:
            self.hang_up_in_data -= 1
            _hang_up(server)
        reply = self.data_replies.pop(0) if self.data_replies else "250 OK"
        if reply.startswith("250"):
            self.envelopes.append(envelope)
            self.arrivals.put(envelope)
        if self.hang_up_after:
            self.hang_up_after -= 1
            server.loop.call_soon(_hang_up, server)
        return reply

    def authenticate(self, server: SMTP, session: Session, envelope: Envelope, way: str, data: object) -> AuthResult:
        self.logins.append(data)
        return AuthResult(success=data == LoginPassword(b"alice", b"sesame"), handled=False)


@contextmanager
def relay(
    *, eight_bit: bool = True, starttls: bool = False, tls: bool = False, port: int = 0, told: Relay | None = None
) -> Iterator[Relay]:
    """A relay that runs for the time of the block; `told` may be one that does more than most."""
    told = told or Relay()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    loop = asyncio.new_event_loop()

    def session() -> SMTP:
        return SMTP(
            told,
            loop=loop,
            hostname="relay",
            decode_data=not eight_bit,
            enable_SMTPUTF8=True,
            tls_context=context if starttls else None,
            auth_require_tls=not tls,
            authenticator=told.authenticate,
        )

    async def begin() -> asyncio.Server:
        return await loop.create_server(session, "127.0.0.1", port, ssl=context if tls else None)

    async def end() -> None:
        server.close()
        for _ in range(100):
            if len(asyncio.all_tasks()) == 1:
                break
            await asyncio.sleep(0.02)

    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        server = asyncio.run_coroutine_threadsafe(begin(), loop).result()
        told.port = server.sockets[0].getsockname()[1]
        yield told
        asyncio.run_coroutine_threadsafe(end(), loop).result()
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def _parsed(envelope: Envelope) -> EmailMessage:
    return BytesParser(EmailMessage, policy=default).parsebytes(envelope.original_content or b"")


def _hang_up(server: SMTP) -> None:
    assert isinstance(server.transport, asyncio.Transport)
    server.transport.abort()
