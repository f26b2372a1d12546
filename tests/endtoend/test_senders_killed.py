"""A server that is killed while it sends letters by several connections: none is lost, and few come twice."""

from __future__ import annotations

import asyncio
import os
import random
import re
from base64 import b64encode
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session
from sqlalchemy import select, update

from pbmserv.games.hex.game import Hex
from pbmserv.mail.sending.delivery_results import TOLD_AT_ONCE
from pbmserv.storage.database import Database
from pbmserv.storage.outbox import Outbox, StoredLetter
from pbmserv.storage.tables import OUTBOX
from tests.mail.relays import Relay, relay
from tests.nursery import SHORTER
from tests.serving import PATIENCE, environment, serving, wait_until

pytestmark = pytest.mark.long

LETTERS = 400
SLOW = (3, 30, 31)
"""The letters that keep their senders waiting, so that there are so many connections and one more."""
PATIENCE_WITH_ONE = "pbmserv.mail.sending.sender_pool.PATIENCE_SECONDS"
"""How long a letter may take before another connection is opened beside its own."""
PAGE = {
    "heading": "Hex Board 101",
    "parts": [["board", 0, 5]],
    "picture": {
        "game": "hex", "version": Hex.version, "viewer": None, "position": {"size": 5, "handicap": 0, "stones": []},
    },
}  # fmt: skip
"""What is stored of a letter with a picture."""
PNG_BEGINS = b"\x89PNG\r\n\x1a\n"
SEED = os.environ.get("TESTS_SEED", "1")


class SlowRelay(Relay):
    """A relay that does not answer to some letters for as long as it is slow."""

    def __init__(self) -> None:
        super().__init__()
        self.is_slow = True

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.is_slow and envelope.rcpt_tos[0].startswith("slow"):
            await asyncio.sleep(PATIENCE)
        return await super().handle_DATA(server, session, envelope)

    def has_clients(self, connections: int) -> bool:
        return self.connections >= connections

    def has_taken(self, letters: int) -> bool:
        return len(self.envelopes) >= letters


@pytest.mark.parametrize(("page", "kills"), [(None, 3), (PAGE, 1)], ids=["text", "pictures"])
def test_of_letters_by_several_connections_none_is_lost_and_at_most_ten_are_sent_twice(
    database: Database, database_url: str, tmp_path: Path, page: Mapping[str, Any] | None, kills: int
) -> None:
    chance = random.Random(SEED)  # noqa: S311 - to be drawn again in the same way
    write_letters(database, page)

    with relay(told=(told := SlowRelay())) as provider:
        environ = environment(tmp_path, database_url=database_url, delivery=f"smtp://127.0.0.1:{provider.port}")
        environ[SHORTER] = f"{PATIENCE_WITH_ONE}=0.2"
        for kill in range(1, kills + 1):
            with serving(environ, "--only", "deliver"):
                wait_until(partial(told.has_clients, kill * len(SLOW) + 1), "several connections")
                taken = len(told.envelopes) + chance.randint(1, 60)
                wait_until(partial(told.has_taken, taken), "letters to be taken")
            have_due_again(database)
        told.is_slow = False
        with serving(environ, "--only", "deliver"):
            wait_until(lambda: len(times_taken(told)) == LETTERS, "all to be taken")
            wait_until(lambda: waiting(database) == 0, "all to be known as sent")

    times = times_taken(told)
    assert times.keys() == {message_id(number) for number in range(LETTERS)}
    assert sum(times.values()) <= LETTERS + kills * TOLD_AT_ONCE
    if page:
        whole = [b"\r\n" + b64encode(PNG_BEGINS)[:10] in (each.original_content or b"") for each in told.envelopes]
        assert all(whole)


def write_letters(database: Database, page: Mapping[str, Any] | None = None) -> None:
    letters = [
        StoredLetter(
            message_id(n),
            (f"{'slow' if n in SLOW else 'reader'}{n}@example.net",),
            f"Letter {n}",
            "Text.\n",
            page=of_board(page, n) if page else None,
        )
        for n in range(LETTERS)
    ]
    with database.writing() as connection:
        Outbox(connection).add(letters, datetime.now(UTC))


def of_board(page: Mapping[str, Any], number: int) -> dict[str, Any]:
    """The page with one of a few boards, for some pictures are drawn while others are known."""
    picture = page["picture"]
    stones = [[number % 5, 0]]
    return {**page, "picture": {**picture, "position": {**picture["position"], "stones": stones}}}


def message_id(number: int) -> str:
    return f"<{number}@example.org>"


def times_taken(told: Relay) -> Counter[str]:
    contents = [envelope.original_content or b"" for envelope in told.envelopes]
    return Counter(re.findall(rb"^Message-ID: (<.*>)", content, re.MULTILINE)[0].decode() for content in contents)


def have_due_again(database: Database) -> None:
    """Have the letters sent again that were in the hands of a server which was killed, without waiting for that."""
    with database.writing() as connection:
        now = datetime.now(UTC)
        connection.execute(update(OUTBOX).where(OUTBOX.c.status == "waiting").values(due_at=now))


def waiting(database: Database) -> int:
    with database.reading() as connection:
        return len(connection.scalars(select(OUTBOX.c.id).where(OUTBOX.c.status == "waiting")).all())
