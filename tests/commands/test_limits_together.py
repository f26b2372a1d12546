"""Limits at their boundary: of two who come at the same moment, each as the last one, one gets in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pbmserv.commands.requests.credentials import Credential, signed_in
from pbmserv.commands.sessions.signing_in import ask_for_link
from pbmserv.post_office import Request
from pbmserv.storage.codes import Codes
from pbmserv.storage.database import Database
from pbmserv.storage.listing import Listing
from pbmserv.storage.sessions import WebLinks
from pbmserv.storage.tournaments import Tournaments
from tests.conversation import Server
from tests.meanwhile import Meanwhile

ALICE = "alice@example.org"


@pytest.fixture
def servers(database: Database, database_url: str) -> Iterator[tuple[Server, Server]]:
    """Two servers with one database."""
    second = Database(database_url)
    yield Server(database), Server(second)
    second.close()


def command(line: str) -> Callable[[Server], object]:
    return lambda server: server.say(ALICE, line)


def link(server: Server) -> object:
    return server.office.for_visitor(lambda call: ask_for_link(call, "alice", "https://games.example"), "192.0.2.7")


def tournament(name: str) -> Callable[[Server], object]:
    return command(f"tournament create alice secret7 hex {name}")


@pytest.mark.parametrize(
    ("before", "first", "second", "counted", "table", "most"),
    [
        ([link] * 2, link, link, (WebLinks, "open_for"), "web_links", 3),
        ([command("forgot alice")] * 2, command("forgot alice"), command("forgot alice"), (Codes, "of"), "codes", 3),
        (
            [command("hex challenge alice bot-easy")] * 19,
            command("hex challenge alice bot-easy"),
            command("trichet challenge alice bot-easy"),
            (Listing, "boards_with_bots"),
            "boards",
            20,
        ),
        (
            [command("macmahon challenge alice")] * 19,
            command("macmahon challenge alice"),
            command("trioker-puzzle challenge alice"),
            (Listing, "boards_alone"),
            "boards",
            20,
        ),
        (
            [tournament("one"), tournament("two")],
            tournament("three"),
            tournament("four"),
            (Tournaments, "going_on_of"),
            "tournaments",
            3,
        ),
    ],
    ids=["links", "codes", "bots", "alone", "tournaments"],
)
def test_the_last_place_is_given_once(
    servers: tuple[Server, Server],
    monkeypatch: pytest.MonkeyPatch,
    before: list[Callable[[Server], object]],
    first: Callable[[Server], object],
    second: Callable[[Server], object],
    counted: tuple[type, str],
    table: str,
    most: int,
) -> None:
    one, other = servers
    one.sign_up("alice")
    for each in before:
        each(one)
    meanwhile: Meanwhile[Any] = Meanwhile(one.database, monkeypatch, lambda: second(other))
    meanwhile.once_past(*counted)

    first(one)
    meanwhile.result()

    assert len(one.everything_stored()[table]) == most


def test_who_is_not_confirmed_begins_five_boards_and_no_sixth_at_the_same_moment(
    servers: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = servers
    for name in ("dave", "erin"):
        visitor = Credential("", client="192.0.2.7")
        assert one.office.handle(Request(visitor, (f"signup {name} {name}-pw45 {name}@example.org",))).ok

    def challenge(server: Server, who: str, game: str = "hex") -> bool:
        return server.office.handle(Request(signed_in(who), (f"{game} challenge {who} bot-easy",))).ok

    for _ in range(4):
        assert challenge(one, "dave")
    meanwhile = Meanwhile(one.database, monkeypatch, lambda: challenge(other, "dave", "trichet"))
    meanwhile.once_past(Listing, "boards_with_bots")

    assert sorted([challenge(one, "dave"), meanwhile.result()]) == [False, True]
    assert len(one.everything_stored()["boards"]) == 5
    assert challenge(one, "erin")
