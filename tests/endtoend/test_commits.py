"""A server that ends at a commit, whichever: those after it carry out each request once, and lose no letter."""

from __future__ import annotations

import re
import shutil
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import func, select

from pbmserv.games.catalogue import installed
from pbmserv.mail.sending.delivery_results import TOLD_AT_ONCE
from pbmserv.play.replaying import faults
from pbmserv.storage.boards import Boards
from pbmserv.storage.database import Database
from pbmserv.storage.schema import SCHEMA
from pbmserv.storage.tables import INBOX, OUTBOX
from tests.conftest import administer, copy_of_template
from tests.conversation import MAIL_TABLES
from tests.endtoend.life import KILLED, MOVES, STEPS, TYPED, End, Place, live
from tests.endtoend.players import Letter, letters_in
from tests.nursery import TOP

pytestmark = pytest.mark.long

WHO_COMMITS = {
    "mail.receiving.inbox_writer._store_with_others",
    "mail.worker._make_ready",
    "mail.worker._run_together",
    "mail.worker._begin",
    "mail.worker._go_on_with",
    "mail.sending.delivery._claim",
    "mail.sending.delivery_results._tell",
    "mail.oneshot.store",
    "mail.pruning.forget_old_mail",
    "storage.group_commit",
    "post_office.act",
}
"""All who write on the way of a message, from where it comes in to the reader and out of memory."""

DONE_IN_A_GROUP = "storage.group_commit"
"""The commit of who typed a command, which those share on SQLite who type at the same time."""

_CHANCE = re.compile(r"[0-9a-f]{64}|(?<=You have until )\d{4}-\d\d-\d\d \d\d:\d\d UTC")
"""Digests, and times of a board on which somebody has moved by the machine's own clock."""

Fresh = Callable[[Path], AbstractContextManager[str]]
"""Makes a new database, in this folder if it is a file, and gives its URL."""

MEMORY = Path("/dev/shm")  # noqa: S108 - what ends is a process, not the machine: nothing has to reach a disk


@dataclass
class Life:
    """What has come of a life: who has committed, the letters that came, and how many rows there are where."""

    commits: list[str]
    was_typed_again: bool
    letters: list[Letter]
    rows: dict[str, int | None]

    @property
    def told(self) -> Counter[tuple[str, str, str]]:
        """To whom it was written what, but for what chance has made; letters that came twice are counted once."""
        unique = {letter.message_id: letter for letter in self.letters}
        return Counter((letter.to, letter.subject, _CHANCE.sub("", letter.text)) for letter in unique.values())

    @property
    def sent_twice(self) -> int:
        return len(self.letters) - len({letter.message_id for letter in self.letters})


@pytest.fixture(autouse=True)
def findable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever pytest was started, the process that others are forked from finds these tests."""
    monkeypatch.setenv("PYTHONPATH", str(TOP))


@pytest.fixture
def fresh_sqlite(sqlite_template: Path) -> Fresh:
    @contextmanager
    def fresh(home: Path) -> Iterator[str]:
        shutil.copy(sqlite_template, home / "pbmserv.db")
        yield f"sqlite:///{home / 'pbmserv.db'}"

    return fresh


@pytest.fixture
def fresh_postgresql(postgresql_server: Callable[[str], str]) -> Fresh:
    @contextmanager
    def fresh(_home: Path) -> Iterator[str]:
        name = f"life_{uuid.uuid4().hex}"
        administer(postgresql_server("postgres"), copy_of_template(name))
        yield postgresql_server(name)
        administer(postgresql_server("postgres"), f"DROP DATABASE {name} WITH (FORCE)")

    return fresh


def test_on_sqlite_each_commit_may_be_the_last_of_a_process(fresh_sqlite: Fresh) -> None:
    end_everywhere(fresh_sqlite, every=1)


def test_on_postgresql_too(fresh_postgresql: Fresh) -> None:
    end_everywhere(fresh_postgresql, every=3)


def end_everywhere(fresh: Fresh, every: int) -> None:
    """Live without an end, and then with one before and one after every so many commits."""
    # Letters tell the time: it is the same in all lives.
    began = datetime.now(UTC)
    quiet = life(fresh, began, None)
    assert {DONE_IN_A_GROUP if _is_typed(each) else each for each in quiet.commits} == WHO_COMMITS
    sent_twice = 0
    for number in range(1, len(quiet.commits) + 1, every):
        for before in (True, False):
            end = End(number, before)
            ended = life(fresh, began, end)
            why = f"{end}, by {quiet.commits[number - 1]}"
            assert ended.commits[:number] == quiet.commits[:number], why
            assert ended.rows == quiet.rows, why
            # Only what was sent, and not recorded.
            was_recording = before and quiet.commits[number - 1] == "mail.sending.delivery_results._tell"
            assert ended.sent_twice <= was_recording * TOLD_AT_ONCE, why
            sent_twice += ended.sent_twice
            assert quiet.told - ended.told == Counter(), why
            # Who has typed a command, and does it again, may be told that it is done.
            more = [to for to, _, _ in (ended.told - quiet.told).elements()]
            assert more == ["bob@example.org"] * ended.was_typed_again, why
    assert sent_twice > 0


def life(fresh: Fresh, began: datetime, end: End | None) -> Life:
    """A life to its end, by two processes if the first is ended; raises `AssertionError` where something is wrong."""
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder, fresh(Path(folder)) as url:
        place = Place(url, Path(folder), began)
        first = last = live(place, end=end)
        if end is not None:
            assert (first.code, len(first.commits)) == (KILLED, end.commit), place.log
            last = live(place, first.steps)
        assert (last.code, last.steps) == (0, len(STEPS)), place.log
        was_typed = first.steps == STEPS.index(TYPED) and any(map(_is_typed, first.commits))
        is_undone = end is not None and end.before and _is_typed(first.commits[-1])
        return Life(first.commits, was_typed and not is_undone, letters_in(place.home / "outgoing"), checked(url))


def _is_typed(commit: str) -> bool:
    return commit.startswith(f"{DONE_IN_A_GROUP}.")


def checked(url: str) -> dict[str, int | None]:
    """How many rows there are in each table, but for those of mail; the board holds, and nothing is left to do."""
    database = Database(url)
    with database.reading() as connection:
        board = Boards(connection, installed()).load("hex", 101)
        assert board is not None
        assert [move.text for move in board.moves] == MOVES
        assert list(faults(board)) == []
        requests = set(connection.scalars(select(INBOX.c.status)))
        letters = set(connection.scalars(select(OUTBOX.c.status)))
        rows = {
            name: connection.scalar(select(func.count()).select_from(table))
            for name, table in SCHEMA.tables.items()
            if name not in MAIL_TABLES
        }
    database.close()
    assert requests <= {"done", "dropped"}
    assert letters <= {"sent"}
    return rows
