"""Players who have nothing but a way to send mail and a place where letters arrive."""

from __future__ import annotations

import smtplib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from email.utils import parseaddr
from functools import cache
from pathlib import Path

from tests.mail.smtp_servers import US
from tests.serving import wait_until


@dataclass(frozen=True)
class Letter:
    """A letter as its reader sees it."""

    to: str
    subject: str
    text: str
    message_id: str
    in_reply_to: str | None
    says: str = ""
    """What the sender's name begins with: `Your turn`."""

    @classmethod
    def of(cls, message: EmailMessage) -> Letter:
        body = message.get_body(("plain",))
        assert body is not None
        text = body.get_content().replace("\r\n", "\n")
        says = parseaddr(str(message["From"]))[0].partition(" · ")[0]
        return cls(message["To"], message["Subject"], text, message["Message-ID"], message["In-Reply-To"], says)


def letters_in(maildir: Path) -> list[Letter]:
    """The letters in a Maildir, oldest first."""
    return [_letter_in(file) for file in sorted((maildir / "new").glob("*"))]


@cache
def _letter_in(file: Path) -> Letter:
    return Letter.of(BytesParser(EmailMessage, policy=default).parsebytes(file.read_bytes()))


@dataclass
class Player:
    """Somebody who plays from userid@example.org: `connect` opens a way to send mail, `post` tells what has come.

    `server` is the address that the player writes to.
    """

    userid: str
    password: str
    connect: Callable[[], smtplib.SMTP]
    post: Callable[[], Sequence[Letter]]
    server: str = US
    _written: int = 0
    _read: list[Letter] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"{self.userid}@example.org"

    def writes(self, subject: str, body: str = "") -> None:
        """Send a mail; returns when it has been taken."""
        self._written += 1
        message_id = f"<{self._written}.{self.userid}@example.org>"
        mail = f"From: {self.address}\nTo: {self.server}\nMessage-ID: {message_id}\nSubject: {subject}\n\n{body}\n"
        with self.connect() as client:
            client.sendmail(self.address, [self.server], mail)

    def reads(self) -> Letter:
        """The next letter, as soon as it is there."""
        wait_until(lambda: len(self.letters) > len(self._read), f"letter {len(self._read) + 1} to {self.userid}")
        letter = self.letters[len(self._read)]
        self._read.append(letter)
        return letter

    @property
    def letters(self) -> list[Letter]:
        """All that has ever come."""
        return [letter for letter in self.post() if letter.to == self.address]
