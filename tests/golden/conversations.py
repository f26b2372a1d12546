"""Conversations with a server, kept as they went: what was written, and each letter that came of it.

Each file of `conversations/` is one, and reads from top to bottom. A line that begins with `>>> ` is a step:

    >>> alice@example.org: hex challenge alice bob
    >>> | words for the others
    >>> bob@example.org: multiple
    >>> + a body
    >>> carol@example.org by mallory@evil.example: a letter whose envelope names somebody else
    >>> operator: hex challenge alice carol
    >>> 86400 seconds later, the clock looks

What follows, up to the next step, is all that came of it: whether it was refused, and the letters as they are stored.
Of an HTML part there is a digest, and in `html/` one of each kind of letter in full. Codes and tokens are masked, as
they are drawn by chance.

`python -m tests.golden.conversations` has all of them again, and writes down what comes of their steps now.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbmserv.clockwork import Clockwork
from pbmserv.games.catalogue import installed
from pbmserv.post_office import PostOffice
from pbmserv.store.database import Database
from tests.conversation import START, Server, html_in
from tests.golden.masks import masked
from tests.undone import Undone

FOLDER = Path(__file__).parent / "conversations"
FILES = sorted(FOLDER.glob("*.txt"))
HTML = Path(__file__).parent / "html"
SIGN = ">>> "
CODE = "<code>"
"""In a step, the last code that a letter has brought."""
_CODE = re.compile(r"(?:confirm |invitation |change password [a-z]+ |\+c-)([a-z2-9]{17})(?![a-z0-9])")


@dataclass
class Step:
    """Something that somebody writes, or time that goes by, after which the clock looks at everything.

    `sender` is None for the operator. `envelope` is the sender in the envelope, where that is another than in From.
    """

    sender: str | None = None
    line: str = ""
    envelope: str | None = None
    may_answer_stranger: bool = True
    comment: list[str] = field(default_factory=list)
    body: list[str] = field(default_factory=list)
    later: timedelta | None = None
    has_clock: bool = False

    def __str__(self) -> str:
        if self.later is not None:
            seconds = int(self.later.total_seconds())
            return f"{SIGN}{seconds} seconds later{', the clock looks' if self.has_clock else ''}"
        writer = "operator" if self.sender is None else self.sender
        through = f" by {self.envelope}" if self.envelope else "" if self.may_answer_stranger else " unsure"
        lines = [f"{writer}{through}: {self.line}"]
        lines += [f"| {each}".rstrip() for each in self.comment] + [f"+ {each}".rstrip() for each in self.body]
        return "\n".join(f"{SIGN}{each}" for each in lines)


def steps_in(text: str) -> Iterator[Step]:
    """The steps of a conversation that was kept."""
    step: Step | None = None
    for line in text.split("\n"):
        if not line.startswith(SIGN):
            continue
        said = line.removeprefix(SIGN)
        if said[0] in "|+" and step is not None:
            (step.comment if said[0] == "|" else step.body).append(said[2:])
            continue
        if step is not None:
            yield step
        if found := re.fullmatch(r"([0-9]+) seconds later(, the clock looks)?", said):
            step = Step(later=timedelta(seconds=int(found[1])), has_clock=bool(found[2]))
            continue
        writer, _, command = said.partition(": ")
        name, _, envelope = writer.partition(" by ")
        sure = name.removesuffix(" unsure")
        step = Step(None if sure == "operator" else sure, command, envelope or None, sure == name)
    if step is not None:
        yield step


@dataclass
class Held:
    """A conversation that is held again: its text, and the HTML parts of its letters by their digests."""

    text: str
    html: dict[str, str]


def hold(database: Database, text: str) -> Held:
    """Take the steps of a conversation on a server of its own, on which alice, bob and carol have signed up."""
    undone = Undone(database)
    seeds = (bytes([number]) * 16 for number in range(1, 256))
    server = Server(undone, now=START)
    server.office = PostOffice(
        undone, installed(), server.address, server.passwords, now=lambda: server.now, seeds=lambda: next(seeds)
    )
    server.sign_up("alice", "bob", "carol")
    last = _last_letter(server)
    lines: list[str] = []
    html: dict[str, str] = {}
    for step in steps_in(text):
        lines.append(str(step))
        lines += _taken(server, step)
        for letter in server.outbox(after=last):
            last = letter["id"]
            lines += _letter(letter, html)
    undone.close()
    return Held("\n".join(lines) + "\n", html)


def _taken(server: Server, step: Step) -> Iterator[str]:
    if step.later is not None:
        server.now += step.later
        if step.has_clock:
            made = Clockwork(server.database, server.office, installed()).make_round(server.now)
            yield f"failed: {len(made.failed)}" if made.failed else "looked"
        return
    if step.line == "signup dave until-then-dave":
        server.sign_up("dave")
        return
    comment, body = "\n".join(step.comment), "\n".join(step.body)
    line = step.line.replace(CODE, _last_code(server)) if CODE in step.line else step.line
    reply = server.say(step.sender, line, comment, body, step.may_answer_stranger, envelope=step.envelope)
    yield from masked(reply.outcome if reply.ok else f"refused: {reply.error}").split("\n")


def _letter(letter: Mapping[str, Any], html: dict[str, str]) -> Iterator[str]:
    """A letter as it is stored, but for what follows from chance."""
    yield f"--- to {', '.join(letter['recipients'])}"
    yield f"Subject: {masked(letter['subject'])}"
    for name, value in sorted(letter["headers"].items()):
        yield masked(f"{name}: {value}")
    page = html_in(letter)
    if page is not None:
        page = masked(page)
        digest = sha256(page.encode()).hexdigest()[:16]
        html[digest] = page
        yield f"HTML: {digest}"
    yield ""
    yield from masked(letter["text"]).rstrip("\n").split("\n")
    for attachment in letter["attachments"] or ():
        yield f"--- attached {attachment['name']} ({attachment['media_type']})"
        yield from masked(attachment["text"]).rstrip("\n").split("\n")


def _last_code(server: Server) -> str:
    """The last code that a letter has brought."""
    texts = [f"{each['text']} {each['headers'].get('Reply-To', '')}" for each in server.outbox()]
    found = [code for text in texts for code in _CODE.findall(text)]
    return found[-1] if found else CODE


def _last_letter(server: Server) -> int:
    return max((letter["id"] for letter in server.outbox()), default=0)


def keep(database: Database) -> None:
    """Hold all conversations, and write down what comes of them now."""
    shutil.rmtree(HTML, ignore_errors=True)
    HTML.mkdir()
    kinds = set[str]()
    for file in FILES:
        held = hold(database, file.read_text("utf-8"))
        file.write_text(held.text, "utf-8")
        for digest, page in held.html.items():
            # The title of a page is the Subject of the letter.
            title = re.search(r"<title>(.*?)</title>", page, re.DOTALL)
            kind = re.sub(r"[0-9]+|alice|bob|carol|dave|[\w-]+(?= Board)", "", title[1] if title else "")
            if kind not in kinds:
                kinds.add(kind)
                (HTML / f"{digest}.html").write_text(page, "utf-8")


if __name__ == "__main__":
    from tests.golden.fresh import fresh_database

    with fresh_database() as new_database:
        keep(new_database)
