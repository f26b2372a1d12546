"""What a client says by SMTP or LMTP, and what it is answered: aiosmtpd's conversation, with strict line ends.

Recipients and messages are decided on by the handler, see `pbmserv.mail.doors.smtp`.
"""

from __future__ import annotations

import re

import structlog

from pbmserv.mail.doors.smtp_connection import Connection
from pbmserv.mail.doors.smtp_data import UnusableData, read_data

log = structlog.get_logger(__name__)

# <address>, with what may follow it; a route before the address, long out of use, is to be ignored (RFC 5321).
_LOCAL = r'(?:"(?:[^"\\\x00-\x1f\x7f]|\\[ -~])*"|[^\x00-\x20\x7f<>"@]+)'
_ADDRESS = rf"{_LOCAL}(?:@[^\x00-\x20\x7f<>@]+)?"
_PATH = re.compile(rf"(?:<(?:@[^\x00-\x20:<>]+:)?(?P<address>{_ADDRESS})?>|(?P<bare>{_ADDRESS}))\s*(?P<rest>.*)")

_STATUS_CODES = {"500": "5.5.2", "501": "5.5.4", "502": "5.5.1", "503": "5.5.1", "552": "5.3.4", "555": "5.5.4"}


class SmtpSession(Connection):
    """One client's conversation with a door by SMTP."""

    _errors = 0

    async def push(self, status: str | bytes) -> None:
        """Send a reply; hang up on a client that gets too many refusals."""
        reply = status.decode("ascii") if isinstance(status, bytes) else status
        await super().push(_with_status_code(reply))
        if reply[:1] not in "45" or reply.startswith("451"):
            # What cannot be done here at the moment is no error of the client's.
            return
        self._errors += 1
        if self._errors >= self._admission.settings.max_errors:
            log.warning("session.ended", door=self._admission.door, client=self._client, reason="too many errors")
            self._hang_up("421 4.7.0 Too many errors")

    async def smtp_HELO(self, hostname: str) -> None:
        """Greet an old-fashioned client."""
        if not hostname:
            await self.push("501 Syntax: HELO hostname")
            return
        self._greet(hostname, extended=False)
        await super().push(f"250 {self.hostname}")

    async def smtp_EHLO(self, hostname: str) -> None:
        """Greet a client, and say what is offered."""
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
        self._admission.observer.message_answered(self._admission.door, reply[:3])
        recipients = self.envelope.rcpt_tos
        self._set_post_data_state()  # type: ignore[no-untyped-call]
        await self._answer_message(reply, recipients)
        self._receives = False
        self.has_brought_mail |= reply.startswith("250")
        if self._retires:
            self.retire()

    async def smtp_VRFY(self, arg: str | None) -> None:
        """Nobody is told who plays here."""
        await self.push("252 2.5.0 Send a message, and see" if arg else "501 Syntax: VRFY <address>")

    async def smtp_AUTH(self, arg: str | None) -> None:
        """There is nothing to log in to: a request that needs a password has it in the message."""
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
            log.info("message.refused", door=self._admission.door, client=self._client, reason=refusal.reason)
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
        """The address of a MAIL or RCPT command, and what follows it; None if it cannot be an address.

        This replaces aiosmtpd's method, which uses the header parser of the standard library, with its weaknesses.
        """
        match = _PATH.fullmatch(arg.strip())
        if match is None:
            return None, None
        return match["bare"] or match["address"] or "<>", match["rest"]


class LmtpSession(SmtpSession):
    """The same for a mail server on our side (RFC 2033): another greeting, and a reply for each recipient."""

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
    """The reply with an enhanced status code (RFC 2034), if aiosmtpd left it out."""
    code, _, words = reply.partition(" ")
    if code in ("220", "354") or re.match(r"[245]\.\d+\.\d+ ", words):
        return reply
    return f"{code} {_STATUS_CODES.get(code, f'{code[0]}.0.0')} {words}"
