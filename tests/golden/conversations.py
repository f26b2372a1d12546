"""Conversations with a server, kept as they went: what was written, and each letter that came of it.

Each file of `conversations/` is one, and reads from top to bottom. A line that begins with `>>> ` is a step:

    >>> alice@example.org: hex challenge alice bob
    >>> | words for the others
    >>> bob@example.org: multiple
    >>> + a body
    >>> carol@example.org by mallory@evil.example: a letter whose envelope names somebody else
    >>> operator: hex challenge alice carol
    >>> bob@example.org mails: the Subject of a mail that comes in
    >>> bob@example.org answers: the first line of an answer to the last letter to this address
    >>> carol@example.org unsubscribes: by the List-Unsubscribe of the last letter that has one
    >>> admin: suspend bob
    >>> 86400 seconds later, the clock looks

What follows, up to the next step, is all that came of it: whether it was refused, and the letters as they are stored.
Of an HTML part there is a digest, and in `html/` one of each kind of letter in full. Codes and tokens are masked, as
they are drawn by chance.

What is refused changes nothing: where several things are tried at one point of a game, they stand one after the other
in one conversation, so that what went before is kept once.

Files of `refusals/` hold many conversations, each after a line with a title, and only what was refused, and why.

`python -m tests.golden.conversations` has all of them again, and writes down what comes of their steps now.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbmserv.commands.operator import interventions, membership, tournament_changes
from pbmserv.games.base import Refusal
from pbmserv.games.catalogue import installed
from pbmserv.post_office import PostOffice
from pbmserv.scheduler import Scheduler
from pbmserv.storage.database import Database
from tests.conversation import ADDRESS, START, Server, headline_of, html_in
from tests.golden.masks import masked
from tests.post import arrive, inbox
from tests.undone import Undone

FOLDER = Path(__file__).parent / "conversations"
FILES = sorted(FOLDER.glob("*.txt"))
REFUSALS = sorted(FOLDER.with_name("refusals").glob("*.txt"))
BETWEEN = "=== "
HTML = Path(__file__).parent / "html"
SIGN = ">>> "
CODE = "<code>"
"""In a step, the last code that a letter has brought."""
_CODE = re.compile(r"(?:confirm |invitation |change password [a-z]+ |\+c-)([a-z2-9]{17})(?![a-z0-9])")

WHY = "There was a reason."
DEEDS: Mapping[str, Callable[..., object]] = {
    "suspend": lambda call, name: membership.suspend(call, name, WHY),
    "readmit": lambda call, name: membership.readmit(call, name, WHY),
    "delete": lambda call, name: membership.delete(call, name, WHY),
    "addresses": lambda call, name, *addresses: membership.change_addresses(call, name, addresses, WHY),
    "confirm": lambda call, name, address: membership.confirm_address(call, name, address, WHY),
    "announce": lambda call, title: membership.announce(call, title, "These are the words."),
    "adjudicate": lambda call, game, board, name=None: _done(
        interventions.adjudicate(call, interventions.board_to_change(call, game, int(board)), name, 1, WHY)
    ),
    "forfeit": lambda call, game, board, name: _done(
        interventions.forfeit(call, interventions.board_to_change(call, game, int(board)), name, WHY)
    ),
    "undo": lambda call, game, board: _done(
        interventions.undo(call, interventions.board_to_change(call, game, int(board)), None, WHY)
    ),
    "abort": lambda call, game, board: _done(
        interventions.abort(call, interventions.board_to_change(call, game, int(board)), WHY)
    ),
    "remind": lambda call, game, board: _done(
        interventions.remind(call, interventions.board_to_change(call, game, int(board)), WHY)
    ),
    "call-off": lambda call, game, board: interventions.call_off(call, game, int(board), WHY),
    "enter": tournament_changes.enter_player,
    "start": lambda call, cup: tournament_changes.start_now(call, cup, WHY),
    "cancel": lambda call, cup: tournament_changes.cancel(call, cup, WHY),
    "withdraw": lambda call, cup, name: tournament_changes.withdraw(call, cup, name, WHY),
    "replace": lambda call, cup, name, other: tournament_changes.replace(call, cup, name, other, WHY),
    "correct": lambda call, cup, board, name: tournament_changes.correct(call, cup, int(board), name, None, WHY),
    "close": lambda call, game: call.work.games.set_open(game, False),
}
"""What the operator does, by the words of a step."""


def _done(_: object) -> str:
    return "done"


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
    """A conversation that is held again: its text, and of each digest the kind of letter and its HTML part."""

    text: str
    html: dict[str, tuple[str, str]]


@contextmanager
def with_players(database: Database) -> Iterator[Undone]:
    """The database while alice, bob and carol have signed up."""
    with closing(Undone(database)) as undone:
        Server(undone, now=START).sign_up("alice", "bob", "carol")
        yield undone


def hold(database: Undone, text: str) -> Held:
    """Take the steps of a conversation on a server on which alice, bob and carol have signed up, and undo them."""
    lines: list[str] = []
    html: dict[str, tuple[str, str]] = {}
    with database.back_afterwards():
        server = _server(database)
        last = max(letter["id"] for letter in server.outbox())
        for step in steps_in(text):
            lines += [str(step), *_taken(server, step)]
            for letter in server.outbox(after=last):
                last = letter["id"]
                lines += _letter(letter, html)
    return Held("\n".join(lines) + "\n", html)


def letters(database: Undone, text: str, address: str, web_url: str) -> list[Mapping[str, Any]]:
    """The letters of a conversation with a server at another address, with pages."""
    with database.back_afterwards():
        server = _server(database, address, web_url)
        last = max(letter["id"] for letter in server.outbox())
        for step in steps_in(text):
            [*_taken(server, step)]
        return server.outbox(after=last)


def refusals(database: Undone, text: str) -> str:
    """Take the steps of a conversation, and tell of each that is refused why."""
    lines: list[str] = []
    with database.back_afterwards():
        server = _server(database)
        for step in steps_in(text):
            told = [*_taken(server, step)]
            lines += [str(step), *(told if told and told[0].startswith("refused: ") else ())]
    return "\n".join(lines) + "\n"


def _server(database: Database, address: str = ADDRESS, web_url: str = "") -> Server:
    seeds = (bytes([number]) * 16 for number in range(1, 256))
    server = Server(database, now=START, address=address)
    server.office = PostOffice(
        database,
        installed(),
        address,
        server.passwords,
        now=lambda: server.now,
        seeds=lambda: next(seeds),
        web_url=web_url,
    )
    return server


def _taken(server: Server, step: Step) -> Iterator[str]:
    if step.later is not None:
        server.now += step.later
        if step.has_clock:
            made = Scheduler(server.database, server.office, installed()).make_round(server.now)
            yield f"failed: {len(made.failed)}" if made.failed else "looked"
        return
    if step.line == "signup dave until-then-dave":
        server.sign_up("dave")
        return
    comment, body = "\n".join(step.comment), "\n".join(step.body)
    line = step.line.replace(CODE, _last_code(server)) if CODE in step.line else step.line
    if step.sender == "admin":
        yield from masked(_deed(server, line)).split("\n")
        return
    if step.sender is not None and step.sender.endswith((" mails", " answers", " unsubscribes")):
        yield masked(_mailed(server, step.sender, line, "\n".join(step.body)))
        return
    reply = server.say(step.sender, line, comment, body, step.may_answer_stranger, envelope=step.envelope)
    yield from masked(reply.outcome if reply.ok else f"refused: {reply.error}").split("\n")


def _mailed(server: Server, who: str, line: str, body: str) -> str:
    """What comes of a mail, as the operator is told."""
    address, _, what = who.partition(" ")
    subject, to, refers = line, server.address, ""
    if what != "mails":
        header = "Reply-To" if what == "answers" else "List-Unsubscribe"
        own = [each for each in server.outbox() if address in each["recipients"]]
        [*_, last] = [each for each in own if "+" in each["headers"].get(header, "")]
        subject, body = f"Re: {last['subject']}", f"{line}\n{body}"
        to = re.sub(r"^<mailto:|\?.*>$", "", last["headers"][header])
        refers = f"In-Reply-To: {last['message_id']}\n"
    head = f"From: {address}\nTo: {to}\nSubject: {subject}\n{refers}Message-ID: <{len(inbox(server))}@mail.example>\n"
    arrive(server, f"{head}\n{body}\n".encode(), sender=address, to=[to])
    return str(inbox(server)[-1].outcome)


def _deed(server: Server, line: str) -> str:
    """What comes of something that the operator does."""
    name, *words = line.split()
    try:
        return str(server.office.act(lambda call: DEEDS[name](call, *words)).result)
    except Refusal as refusal:
        return f"refused: {refusal.words}"


def _letter(letter: Mapping[str, Any], html: dict[str, tuple[str, str]]) -> Iterator[str]:
    """A letter as it is stored, but for what follows from chance."""
    yield f"--- to {', '.join(letter['recipients'])}"
    yield f"Subject: {masked(letter['subject'])}"
    for name, value in sorted(letter["headers"].items()):
        yield masked(f"{name}: {value}")
    page = html_in(letter)
    if page is not None:
        page = masked(page)
        digest = sha256(page.encode()).hexdigest()[:16]
        html[digest] = f"{headline_of(letter)}{_made_of(letter)}", page
        yield f"HTML: {digest}"
    yield ""
    yield from masked(letter["text"]).rstrip("\n").split("\n")
    for attachment in letter["attachments"] or ():
        yield f"--- attached {attachment['name']} ({attachment['media_type']})"
        yield from masked(attachment["text"]).rstrip("\n").split("\n")


def _made_of(letter: Mapping[str, Any]) -> str:
    """The kinds of parts of a letter that shows no board: letters with one Subject may differ in them."""
    body = letter["page"].get("body", {})
    return (
        "" if "parts" in letter["page"] else f" {' '.join(dict.fromkeys(part[0] for part in body.get('parts', ())))}"
    )


def _last_code(server: Server) -> str:
    """The last code that a letter has brought."""
    texts = [f"{each['text']} {each['headers'].get('Reply-To', '')}" for each in server.outbox()]
    found = [code for text in texts for code in _CODE.findall(text)]
    return found[-1] if found else CODE


def each_of(text: str) -> Iterator[tuple[str, str]]:
    """The conversations in a file of refusals, each after a line with its title."""
    for part in text.split(BETWEEN)[1:]:
        title, _, said = part.partition("\n")
        yield title, said


def refusals_in(database: Undone, text: str) -> str:
    """All conversations of a file of refusals, as they go now."""
    return "".join(f"{BETWEEN}{title}\n{refusals(database, said)}" for title, said in each_of(text))


def keep(database: Undone) -> None:
    """Hold all conversations, and write down what comes of them now."""
    shutil.rmtree(HTML, ignore_errors=True)
    HTML.mkdir()
    kinds = set[str]()
    for file in FILES:
        held = hold(database, file.read_text("utf-8"))
        file.write_text(held.text, "utf-8")
        for digest, (name, page) in held.html.items():
            kind = re.sub(r"[0-9]+|alice|bob|carol|dave|[\w-]+(?= Board)", "", name)
            if kind not in kinds:
                kinds.add(kind)
                (HTML / f"{digest}.html").write_text(page, "utf-8")
    for file in REFUSALS:
        file.write_text(refusals_in(database, file.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    from tests.golden.fresh import fresh_database

    with fresh_database() as new_database, with_players(new_database) as its_players:
        keep(its_players)
