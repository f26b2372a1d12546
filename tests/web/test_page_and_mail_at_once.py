"""A page and a mail about one board at the same moment: the second waits, and finds what the first has done."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from httpx2 import Response

from pbmserv.games.catalogue import installed
from pbmserv.settings import defaults
from pbmserv.storage.boards import Boards
from pbmserv.storage.database import Database
from pbmserv.web.app import application
from pbmserv.web.site import Site
from tests.conversation import Server
from tests.correspondents import Received
from tests.meanwhile import Meanwhile
from tests.post import arrive, inbox, mails
from tests.web.conftest import URL, Browser

ALICE, BOB = "alice@example.org", "bob@example.org"


class Table:
    """Board 101 of Hex, which alice has open on a page and in a letter; it is her turn."""

    def __init__(self, database: Database) -> None:
        self.server = Server(database)
        self.server.sign_up("alice", "bob")
        self.server.hear(ALICE, "hex challenge alice bob")
        [self.letter] = [
            each for each in map(Received, mails(self.server)) if (each.to, each.says) == (ALICE, "Your turn")
        ]
        settings = replace(defaults(), address=self.server.address, web_url="", web_requests_per_minute=1_000_000)
        site = Site(settings, database, self.server.office, installed(), b"key of these forms")
        self._browser = Browser(application(site), URL, follow_redirects=False)
        self._browser.sign_in("alice")
        self._form = dict(re.findall(r'name="(token|seen)" value="([^"]*)"', self._browser.get("/hex/101").text))

    def by_page(self, do: str, **fields: str) -> Response:
        return self._browser.post("/hex/101", data={**self._form, "do": do, **fields})

    def by_mail(self, words: str) -> str:
        to = self.letter.reply_to
        raw = f"From: {ALICE}\r\nTo: {to}\r\nSubject: Re: Hex Board 101\r\nMessage-ID: <1@x>\r\n\r\n{words}\r\n"
        arrive(self.server, raw.encode(), sender=ALICE, to=(to,))
        return str(inbox(self.server)[-1].outcome)

    def moves(self) -> list[str]:
        board = self.server.office.look_up(lambda call: call.work.boards.load("hex", 101))
        assert board is not None
        return [move.text for move in board.moves]

    def letters_to_bob(self) -> list[str]:
        return [letter.says for letter in map(Received, mails(self.server)) if letter.to == BOB]


@pytest.fixture
def table(database: Database) -> Table:
    return Table(database)


def test_a_move_on_a_page_waits_for_one_by_mail_and_is_not_made_as_well(
    table: Table, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Meanwhile(database, monkeypatch, lambda: table.by_page("move", move="d4")).once_past(Boards, "save")

    assert table.by_mail("c3") == "done: hex move 101 alice ****** c3"

    assert page.result().status_code == 422
    assert table.moves() == ["c3"]
    assert table.letters_to_bob() == ["Your turn"]


def test_a_move_by_mail_waits_for_one_on_a_page_and_is_not_made_as_well(
    table: Table, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = Meanwhile(database, monkeypatch, lambda: table.by_mail("c3")).once_past(Boards, "save")

    assert table.by_page("move", move="d4").status_code == 303

    assert mail.result() == "refused: hex move 101 alice ****** c3"
    assert table.moves() == ["d4"]
    assert table.letters_to_bob() == ["Your turn"]


def test_words_on_a_page_and_a_move_by_mail_are_both_done(
    table: Table, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Meanwhile(database, monkeypatch, lambda: table.by_page("chat", comment="Good luck!")).once_past(
        Boards, "save"
    )

    assert table.by_mail("c3").startswith("done")

    assert page.result().status_code == 303
    assert table.moves() == ["c3"]
    assert sorted(table.letters_to_bob()) == ["Chat", "Your turn"]


def test_who_resigns_on_a_page_while_their_move_comes_by_mail_has_resigned(
    table: Table, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.server.hear(ALICE, "hex move 101 alice secret7 c3")
    table.server.hear(BOB, "hex move 101 bob bobpw123 d4")
    [*_, table.letter] = [each for each in map(Received, mails(table.server)) if each.to == ALICE]
    mail = Meanwhile(database, monkeypatch, lambda: table.by_mail("e5")).once_past(Boards, "save")

    table.by_page("resign", seen="")

    assert mail.result().startswith("refused")
    assert table.moves()[:2] == ["c3", "d4"]
    assert "e5" not in table.moves()


def test_of_two_who_would_play_with_anyone_at_once_the_second_joins_the_first(database: Database) -> None:
    server = Server(database)
    server.sign_up("alice", "bob")
    settings = replace(defaults(), address=server.address, web_url="", web_requests_per_minute=1_000_000)
    app = application(Site(settings, database, server.office, installed(), b"key of these forms"))
    browsers = [Browser(app, URL, follow_redirects=False) for _ in range(2)]
    for browser, name in zip(browsers, ("alice", "bob"), strict=True):
        browser.sign_in(name)

    with ThreadPoolExecutor(2) as pool:
        answers = [*pool.map(lambda each: each.fill_in("/open", game="hex", pace="21"), browsers)]

    assert sorted(each.headers["location"] for each in answers) == ["/hex/101", "/open"]
    assert server.office.look_up(lambda call: call.work.open_challenges.listed(None, call.at, 9)) == []
