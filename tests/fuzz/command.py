"""Any text as a command of alice's, the first line, and as the letter that it stands in, the others.

What is refused is refused in a sentence and changes nothing; nobody gets to read a password that stood in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pbmserv.mail.reading.headers import plain_command
from pbmserv.mail.reading.quote_stripping import comment_of
from tests.commands.refusals import complaints
from tests.conversation import Reply, Server
from tests.fuzz.target import Try
from tests.fuzz.world import COMMANDS_THAT_WORK, PASSWORDS, WORDS, fresh, may_be_written_to
from tests.post import complaints_about, mails, read

__all__ = ["WORDS", "seeds", "trying"]

ALICE = "alice@example.org"


def seeds() -> Iterator[bytes]:
    """Commands that work."""
    yield from (f"{line}\nhelp\nend\n".encode() for line in COMMANDS_THAT_WORK)


@contextmanager
def trying(folder: Path) -> Iterator[Try]:
    """Says things to a server that alice, bob and carol play on."""
    with fresh(folder) as server:
        mails(server)
        before = server.everything_stored()

        def say_it(data: bytes) -> None:
            line, _, body = data.decode("utf-8", "replace").partition("\n")
            with server.database.writing() as connection, connection.begin_nested() as trial:
                reply = server.say(ALICE, plain_command(line), comment_of(body, ()), body)
                check(server, reply, line, body)
                if not reply.ok:
                    assert complaints(reply, ALICE) == []
                    assert server.everything_stored() == before
                trial.rollback()

        yield say_it


def check(server: Server, reply: Reply, line: str, body: str) -> None:
    """Look at what has come of a command."""
    # Who makes a name of a password has it shown.
    makes_names = any(word in line.lower() + body.lower() for word in ("sig", "add", "cha", "con"))
    # Alice's own, and those of whom the line names: nobody can tell that a word is the password of anybody else.
    about = [password for userid, password in PASSWORDS.items() if userid in {"alice", *line.lower().split()}]
    for password in about:
        assert makes_names or not stands_in(password, reply.error)
        assert makes_names or password not in reply.outcome
    for raw in mails(server):
        assert complaints_about(raw) == []
        letter = read(raw)
        assert may_be_written_to(letter["To"], letter["Subject"], ALICE)
        assert makes_names or any(password in body for password in PASSWORDS.values()) or not holds_any(about, raw)


def holds_any(passwords: Iterable[str], raw: bytes) -> bool:
    """Whether a letter has one of these passwords in it."""
    parts = [part.get_content() for part in read(raw).walk() if part.get_content_maintype() == "text"]
    return any(stands_in(password, part) for part in parts for password in passwords)


def stands_in(password: str, text: str) -> bool:
    """Whether a password can be read as a word. In the midst of a longer one, which may have hyphens as the password
    has, nobody can tell it from a slip."""
    return re.search(rf"(?<!\w)(?<!\w-){re.escape(password)}(?!-?\w)", text) is not None
