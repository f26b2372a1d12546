"""Any bytes, from the inbox to the letters that come of them: none is set aside, none is answered wrongly."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbmserv.mail.reading.incoming import read_message
from tests.conversation import Server
from tests.fuzz.message import WORDS as WORDS_OF_MESSAGES
from tests.fuzz.message import seeds as seeds_of_messages
from tests.fuzz.target import Try
from tests.fuzz.world import COMMANDS_THAT_WORK, PASSWORDS, fresh, may_be_written_to
from tests.post import arrive, complaints_about, inbox, mails, read

ALICE = "alice@example.org"
WORDS = (*WORDS_OF_MESSAGES, f"From: {ALICE}\n", *COMMANDS_THAT_WORK)


def seeds() -> Iterator[bytes]:
    """Commands that work, and messages of all kinds."""
    for line in COMMANDS_THAT_WORK:
        yield f"From: {ALICE}\nSubject: {line}\n\nHello, Bob!\n".encode()
        yield f"From: {ALICE}\n\n{line}\nHello, Bob!\n".encode()
    yield from list(seeds_of_messages())[::3]


@contextmanager
def trying(folder: Path) -> Iterator[Try]:
    """Brings mail to a server that alice, bob and carol play on."""
    with fresh(folder) as server:
        mails(server)

        def bring_it(raw: bytes) -> None:
            with server.database.writing() as connection, connection.begin_nested() as trial:
                bring(server, raw)
                trial.rollback()

        yield bring_it


def bring(server: Server, raw: bytes) -> None:
    """Have a mail of alice's come in, and look at what becomes of it."""
    arrive(server, raw, sender=ALICE)
    row = inbox(server)[-1]
    assert row.status in ("done", "dropped"), row.outcome
    assert row.message is None
    for password in PASSWORDS.values():
        assert password not in row.outcome
    sender = read_message(raw).sender
    for letter in mails(server):
        assert complaints_about(letter) == []
        told = read(letter)
        # An address beyond ASCII, or that looks encoded, cannot be compared: in a header it stands encoded.
        is_known = may_be_written_to(told["To"], told["Subject"], sender)
        assert is_known or (sender is not None and (not sender.isascii() or "=?" in sender))
