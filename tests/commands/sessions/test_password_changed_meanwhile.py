"""Who comes in at the moment in which the password is changed: what they have opened is closed, or they stay out.

Another server on the same database changes the password.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from pbmserv.commands.requests.passwords import Hashes, Passwords
from pbmserv.commands.sessions.signing_in import Opened, new_link, play_by_link, session_of, sign_in_by_link
from pbmserv.games.base import Refusal
from pbmserv.storage.database import Database
from pbmserv.storage.sessions import Sessions, WebLinks
from pbmserv.storage.tokens import PlayLinks
from tests.conversation import Server
from tests.meanwhile import Meanwhile

ALICE = "alice@example.org"
CHANGE = "change password alice secret7 better-secret9"


class Shared:
    """A server, and what another one does meanwhile."""

    def __init__(self, server: Server, change: Meanwhile[bool]) -> None:
        self.server = server
        self.once_past = change.once_past
        self._change = change

    def is_over(self) -> None:
        assert self._change.result()


@pytest.fixture
def meanwhile(database: Database, database_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shared]:
    server, second = Server(database), Database(database_url)
    server.sign_up("alice", "bob")
    server.hear(ALICE, "hex challenge alice bob")
    other = Server(second)
    yield Shared(server, Meanwhile(database, monkeypatch, lambda: other.say(ALICE, CHANGE).ok))
    second.close()


def alice_of(server: Server) -> Any:
    return server.office.look_up(lambda call: call.work.players.named(["alice"])["alice"])


def by_password(server: Server) -> Callable[[], Opened]:
    return partial(server.office.sign_in, "alice", "secret7", "")


def by_mailed_link(server: Server) -> Callable[[], Opened]:
    alice = alice_of(server)
    link = server.office.for_visitor(lambda call: new_link(call, alice, "")).partition("token=")[2]
    return lambda: server.office.for_visitor(lambda call: sign_in_by_link(call, link, ""))


def by_link_to_a_board(server: Server) -> Callable[[], Opened]:
    alice = alice_of(server)
    token = server.office.for_visitor(lambda call: call.work.play_links.tokens([alice], 1, call.at)[alice])
    return lambda: server.office.for_visitor(lambda call: play_by_link(call, token, ""))[0]


def opened_by(come: Callable[[], Opened]) -> str:
    """The secret of the session that somebody has got, or an empty text."""
    try:
        return come().word
    except Refusal:
        return ""


def is_open(server: Server, word: str) -> bool:
    return server.office.look_up(lambda call: session_of(call, word)) is not None


@pytest.mark.parametrize(
    ("way", "kind", "method"),
    [
        (by_password, Hashes, "verify"),
        (by_password, Sessions, "open"),
        (by_mailed_link, WebLinks, "whose"),
        (by_mailed_link, WebLinks, "redeem"),
        (by_mailed_link, Sessions, "open"),
        (by_link_to_a_board, PlayLinks, "read"),
        (by_link_to_a_board, Sessions, "open"),
    ],
)
def test_nobody_stays_who_came_in_before(
    meanwhile: Shared, way: Callable[[Server], Callable[[], Opened]], kind: type, method: str
) -> None:
    come = way(meanwhile.server)
    by_password(meanwhile.server)()
    meanwhile.once_past(kind, method)

    word = opened_by(come)
    meanwhile.is_over()

    assert not (word and is_open(meanwhile.server, word))


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
@pytest.mark.parametrize(
    "line",
    [
        "change password alice secret7 thirdpw33",
        "add alice secret7 mallory@example.com",
        "hex move 101 alice secret7 d4",
    ],
)
def test_a_mail_with_the_old_password_does_nothing_afterwards(meanwhile: Shared, line: str) -> None:
    by_password(meanwhile.server)()
    meanwhile.once_past(Hashes, "verify")

    reply = meanwhile.server.say("mallory@example.com", line)
    meanwhile.is_over()

    assert reply.error == "The userid or the password is not right."
    assert not opened_by(by_password(meanwhile.server))
    assert opened_by(partial(meanwhile.server.office.sign_in, "alice", "better-secret9", ""))


def test_an_old_hash_that_is_made_anew_does_not_bring_the_old_password_back(
    meanwhile: Shared, database: Database
) -> None:
    server = Server(database, passwords=Passwords(time_cost=2, memory_cost=32))
    meanwhile.once_past(Hashes, "verify")

    opened_by(by_password(server))
    meanwhile.is_over()

    assert not opened_by(by_password(server))
    assert opened_by(partial(server.office.sign_in, "alice", "better-secret9", ""))
