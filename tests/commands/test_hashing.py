"""Nobody waits while a password is hashed: that happens between transactions, and changes nothing else."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any

import pytest

from pbmserv.commands.authenticating import WrongPassword
from pbmserv.commands.hashing import MOST_TIMES, with_hashes_between
from pbmserv.commands.passwords import Passwords
from pbmserv.commands.patience import Patience
from pbmserv.games.catalogue import installed
from pbmserv.post_office import Answer, PostOffice, Request
from pbmserv.store.database import Database
from tests.conversation import START, Server, cheap_passwords

CLIENT = "192.0.2.7"


class Watched(Passwords):
    """Notes what takes long, and whether somebody else could write meanwhile."""

    def __init__(self, database: Database) -> None:
        super().__init__(time_cost=1, memory_cost=32)
        self._database: Any = database
        self.free: list[bool] = []
        self.meanwhile: Callable[[], object] = lambda: None
        """What somebody else does while a password is hashed for the first time."""

    def hash(self, password: str, patience: Patience | None = None) -> str:
        hashed = super().hash(password, patience)
        self._note()
        return hashed

    def verify(self, password_hash: str | None, password: str, patience: Patience | None = None) -> bool:
        if password_hash is None:
            return super().verify(None, password, patience)
        is_slow = not self.remembers(password_hash, password)
        is_right = super().verify(password_hash, password, patience)
        if is_slow:
            self._note()
        return is_right

    def _note(self) -> None:
        is_free = not self._database._turn.locked()
        self.free.append(is_free)
        if is_free and len(self.free) == 1:
            self.meanwhile()


@pytest.fixture
def database(sqlite_database: Database) -> Database:
    """One that knows alice and bob, whose passwords nobody has given for a while."""
    Server(sqlite_database, passwords=cheap_passwords()).sign_up("alice", "bob")
    return sqlite_database


@pytest.fixture
def watched(database: Database) -> Watched:
    return Watched(database)


@pytest.fixture
def office(database: Database, watched: Watched) -> PostOffice:
    return PostOffice(database, installed(), "games@example.net", watched, now=lambda: START)


def at_page(*lines: str, player: str | None = None, body: str = "") -> Request:
    if player is not None:
        return Request(None, lines, player=player, body=body, id="1")
    return Request("", lines, client=CLIENT, body=body, id="1")


SIGN_UP = at_page("signup dave redbreast7 dave@example.org")
CHANGE = at_page("change password alice secret7 redbreast7", player="alice")


@pytest.mark.parametrize(
    ("request_", "hashes"),
    [
        (SIGN_UP, 1),
        (at_page("signup ALICE redbreast7 alice@example.com"), 0),
        (at_page("signup dave redbreast7 dave@example.org surplus"), 0),
        (CHANGE, 2),
        (at_page("change password alice wrongpw7 redbreast7", player="alice"), 1),
        (at_page("change password alice secret7 challenge", player="alice"), 1),
        (at_page("change password nobody secret7 redbreast7"), 1),
        (at_page("add alice secret7 alice@work.example", player="alice"), 1),
        (at_page("hex move 101 alice"), 0),
        (at_page("signoff alice secret7", player="alice"), 1),
        (at_page("hex nonsense secret7 perhaps-a-password", player="alice"), 3),
        (Request("alice@example.org", ("change broadcasts alice secret7 off",), id="1"), 1),
    ],
)
def test_somebody_else_can_write_while_a_password_is_hashed(
    database: Database, office: PostOffice, watched: Watched, request_: Request, hashes: int
) -> None:
    class Undone(Exception):
        pass

    answers: list[Answer] = []
    plain = PostOffice(database, installed(), "games@example.net", cheap_passwords(), now=lambda: START)
    with suppress(Undone), database.writing() as connection:
        answers.append(plain.handle_within(request_, connection))
        raise Undone

    answers.append(office.handle(request_))

    assert watched.free == [True] * hashes
    within, between = answers
    assert (within.ok, within.error, within.outcome) == (between.ok, between.error, between.outcome)
    assert [letter.to for letter in within.letters] == [letter.to for letter in between.letters]


@pytest.mark.parametrize(("userid", "password"), [("alice", "secret7"), ("alice", "wrongpw"), ("nobody", "secret7")])
def test_somebody_else_can_write_while_somebody_signs_in(
    office: PostOffice, watched: Watched, userid: str, password: str
) -> None:
    with suppress(WrongPassword):
        office.sign_in(userid, password, "", CLIENT)

    assert watched.free == [True]


def test_a_hash_that_is_made_anew_keeps_nobody_waiting_either(database: Database) -> None:
    class Dearer(Watched):
        def is_outdated(self, password_hash: str) -> bool:
            return True

    dearer = Dearer(database)
    PostOffice(database, installed(), "games@example.net", dearer).sign_in("alice", "secret7", "", CLIENT)

    assert dearer.free == [True, True]


def test_who_takes_the_name_meanwhile_has_it(database: Database, office: PostOffice, watched: Watched) -> None:
    watched.meanwhile = lambda: Server(database).enrol("dave", "quicker7")

    answer = office.handle(SIGN_UP)

    assert not answer.ok
    assert "The userid dave is taken" in (answer.error or "")
    assert office.sign_in("dave", "quicker7", "", CLIENT).player.userid == "dave"


def test_a_password_that_is_changed_meanwhile_is_right_no_more(
    database: Database, office: PostOffice, watched: Watched
) -> None:
    watched.meanwhile = lambda: Server(database).hear(
        "alice@example.org", "change password alice secret7 better-secret11"
    )

    with pytest.raises(WrongPassword):
        office.sign_in("alice", "secret7", "", CLIENT)

    assert watched.free == [True, True]


def test_nobody_is_kept_looking_for_ever(watched: Watched) -> None:
    numbers = count()

    def always_something_else(passwords: Passwords) -> str:
        return passwords.hash(f"password-{next(numbers)}")

    assert watched.verify(with_hashes_between(watched, always_something_else), f"password-{MOST_TIMES}")


def test_wrong_passwords_are_counted_once_each(office: PostOffice, watched: Watched) -> None:
    for number in range(10):
        assert not office.handle(at_page(f"add alice guess-{number} new@example.org")).ok
    del watched.free[:]

    assert not office.handle(at_page("add alice secret7 new@example.org")).ok
    assert watched.free == []


def test_one_letter_has_as_many_passwords_hashed_as_ever(database: Database, office: PostOffice) -> None:
    lines = [f"add alice guess-{number} new@example.org" for number in range(5)]

    letters = office.handle(Request("alice@example.org", ("multiple",), body="\n".join(lines))).letters

    assert letters[0].text.count("The userid or the password is not right.") == 3
    assert letters[0].text.count("Too many passwords have been looked at") == 2
