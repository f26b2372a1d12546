"""Players who know nothing of a game but what stands in the letters that they get, and play on by writing mail."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from email.message import EmailMessage
from functools import cached_property
from html import unescape
from itertools import count
from urllib.parse import parse_qs, urlsplit

from tests.conversation import ADDRESS, Server
from tests.post import arrive, inbox, mails, read

_LINK = re.compile(r'href="(mailto:[^"]+)"')
_TURN = re.compile(r"^It is your turn, .+: (?:move|round) (\d+)\.$", re.MULTILINE)


@dataclass(frozen=True)
class Received:
    """A letter, as a mail program shows it."""

    raw: bytes

    @cached_property
    def message(self) -> EmailMessage:
        return read(self.raw)

    @cached_property
    def to(self) -> str:
        return str(self.message["To"])

    @cached_property
    def subject(self) -> str:
        return str(self.message["Subject"])

    @cached_property
    def says(self) -> str:
        """What the sender's name begins with: `Your turn`."""
        return str(self.message["From"].addresses[0].display_name).partition(" · ")[0]

    @cached_property
    def reply_to(self) -> str:
        """Where an answer goes."""
        return str(self.message["Reply-To"] or self.message["From"])

    @cached_property
    def text(self) -> str:
        return self._part("plain")

    @cached_property
    def html(self) -> str:
        return self._part("html")

    def _part(self, kind: str) -> str:
        body = self.message.get_body((kind,))
        return "" if body is None else str(body.get_content()).replace("\r\n", "\n")

    def attached(self, ending: str) -> str:
        """The file with this ending."""
        [file] = [part for part in self.message.iter_attachments() if (part.get_filename() or "").endswith(ending)]
        content = file.get_content()
        return content.decode() if isinstance(content, bytes) else str(content)

    @cached_property
    def next_number(self) -> int | None:
        """Which move the letter asks its reader for; None where it asks for none."""
        turn = _TURN.search(self.text)
        return int(turn[1]) if turn else None

    @cached_property
    def buttons(self) -> tuple[str, ...]:
        """The moves that are there to be clicked on, as the letters say that they open."""
        links = (urlsplit(unescape(link)) for link in _LINK.findall(self.html))
        said = [parse_qs(link.query).get("body", [""])[0] for link in links]
        return tuple(words for words in said if words.endswith(f"#{self.next_number}"))

    @cached_property
    def examples(self) -> tuple[str, ...]:
        """The moves with which the text shows how one is written."""
        return tuple(re.findall(r"^ {4}\S+ move \d+ \S+ PASSWORD (.+)$", self.text, re.MULTILINE))

    @property
    def moves(self) -> tuple[str, ...]:
        """All moves that the letter names, without the number that they are to have."""
        return tuple(words.rpartition("#")[0] for words in self.buttons) or self.examples


@dataclass
class Correspondent:
    """Somebody who plays from userid@example.org, and whose mail program keeps all letters."""

    userid: str
    password: str
    letters: list[Received] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"{self.userid}@example.org"

    @property
    def newest(self) -> Received:
        return self.letters[-1]

    @property
    def is_asked(self) -> bool:
        """Whether the newest letter about the game says that it is their turn."""
        return self.asking.says in {"Your turn", "Please answer"}

    @property
    def asking(self) -> Received:
        """The newest letter about how the game goes on, which is none that answers a mistake."""
        return next(letter for letter in reversed(self.letters) if letter.says not in {"Not done", "A question"})


@dataclass
class Correspondence:
    """Players and a server, between whom there is nothing but mail."""

    server: Server
    people: Sequence[Correspondent]
    wrote: Callable[[], int] = field(default_factory=lambda: count(1).__next__)

    def enrol(self) -> None:
        """Have all sign up, and read what they get for that."""
        for person in self.people:
            self.server.enrol(person.userid, person.password)
        self.delivered()

    def command(self, by: Correspondent, subject: str) -> list[Received]:
        """Have somebody send a command; gives all letters that come of it."""
        return self._send(by, ADDRESS, subject, "")

    def answer(self, by: Correspondent, words: str, letter: Received) -> list[Received]:
        """Have somebody answer a letter with these words; gives all letters that come of it."""
        quoted = "\n".join(f"> {line}".rstrip() for line in letter.text.splitlines())
        body = f"{words}\n\nOn Friday, {ADDRESS} wrote:\n{quoted}\n"
        return self._send(by, letter.reply_to, f"Re: {letter.subject}", body)

    def done(self) -> bool:
        """Whether what was sent last was carried out, as the operator is told."""
        return str(inbox(self.server)[-1].outcome).startswith("done")

    def delivered(self) -> list[Received]:
        """What has been written since this was last asked, put where its readers find it."""
        letters = [Received(raw) for raw in mails(self.server)]
        for letter in letters:
            for person in self.people:
                if person.address == letter.to:
                    person.letters.append(letter)
        return letters

    def _send(self, by: Correspondent, to: str, subject: str, body: str) -> list[Received]:
        message = (
            f"From: {by.address}\r\nTo: {to}\r\nSubject: {subject}\r\nMessage-ID: <{self.wrote()}@example.org>\r\n"
            f"Content-Type: text/plain; charset=utf-8\r\n\r\n" + body.replace("\n", "\r\n")
        )
        self.server.wait(minutes=10)
        arrive(self.server, message.encode(), sender=by.address, to=(to,))
        return self.delivered()
