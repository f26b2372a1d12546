"""One-click unsubscribing (RFC 8058): a mail program posts, without a form of ours, cookies, or a question."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from pbmserv.commands.requests.list_unsubscribe import _SEALS, Kind
from pbmserv.games.catalogue import installed
from pbmserv.post_office import PostOffice
from pbmserv.scheduler import Scheduler
from pbmserv.storage.tokens import shared_key
from pbmserv.web.app import application
from pbmserv.web.site import Site
from tests.conversation import FOUR, Server
from tests.post import arrive, inbox
from tests.web.conftest import Browser

URL = "https://games.example"
ALICE, BOB, CAROL, DAVE = (f"{name}@example.org" for name in FOUR)
ONE_CLICK = {"List-Unsubscribe": "One-Click"}


def office(server: Server, web_url: str) -> PostOffice:
    return PostOffice(
        server.database, installed(), server.address, server.passwords, now=lambda: server.now, web_url=web_url
    )


@pytest.fixture
def server(server: Server) -> Server:
    """A server with pages by HTTPS, on which carol watches a board of alice and bob."""
    server.office = office(server, URL)
    server.hear(ALICE, "hex challenge alice bob -size=5")
    server.hear(CAROL, "hex subscribe 101 carol secret9")
    return server


@pytest.fixture
def new_browser(server: Server, site: Site) -> Callable[[], Browser]:
    settings = replace(site.settings, web_url=URL, web_requests_per_minute=2)
    app = application(replace(site, settings=settings, office=server.office))
    return lambda: Browser(app, URL, follow_redirects=False)


def headers_to(server: Server, address: str) -> dict[str, str]:
    """Those of the newest letter to this address."""
    found: dict[str, str] = [each["headers"] for each in server.outbox() if address in each["recipients"]][-1]
    return found


def link_to(server: Server, address: str) -> str:
    """The path of the page that unsubscribes, in the newest letter to this address."""
    headers = headers_to(server, address)
    found = re.fullmatch(rf"<{URL}(/unsubscribe\?token=[a-z0-9]+)>, <mailto:[^>]+>", headers["List-Unsubscribe"])
    assert found, headers
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    return found[1]


def chat(server: Server) -> set[str]:
    """Who gets what alice says on the board."""
    return server.hear(ALICE, "hex chat 101 alice secret7", comment="Hello!").readers


class TestTheHeader:
    def test_names_the_page_before_the_address_where_pages_have_https(self, server: Server) -> None:
        chat(server)

        assert link_to(server, CAROL)

    def test_promises_no_click_without_https(self, server: Server) -> None:
        server.office = office(server, "http://games.example")
        chat(server)

        assert headers_to(server, CAROL)["List-Unsubscribe"].startswith("<mailto:")
        assert "List-Unsubscribe-Post" not in headers_to(server, CAROL)

    def test_is_in_no_letter_of_a_board_to_who_plays_there(self, server: Server) -> None:
        chat(server)
        server.hear(ALICE, "hex move 101 alice secret7 a1")
        server.wait(days=8)
        Scheduler(server.database, server.office, installed()).make_round(server.now)

        for letter in server.outbox():
            if letter["recipients"] != [CAROL]:
                assert "List-Unsubscribe" not in letter["headers"]


class TestAPost:
    def test_ends_the_letters_at_once_and_says_so_by_letter(self, server: Server, browser: Browser) -> None:
        chat(server)

        answer = browser.post(link_to(server, CAROL), data=ONE_CLICK)

        assert answer.status_code == 200
        assert "You will not be sent letters of Hex board 101 any more." in answer.text
        assert "set-cookie" not in answer.headers
        told = server.outbox()[-1]
        assert (told["recipients"], told["subject"]) == ([CAROL], "Your subscriptions")
        assert chat(server) == {ALICE, BOB}

    def test_may_come_twice_and_in_several_parts(self, server: Server, browser: Browser) -> None:
        chat(server)
        link = link_to(server, CAROL)
        letters = len(server.outbox())

        for _ in range(2):
            assert browser.post(link, files={"List-Unsubscribe": (None, "One-Click")}).status_code == 200

        assert len(server.outbox()) == letters + 1

    def test_may_come_from_another_site_and_is_not_counted(self, server: Server, browser: Browser) -> None:
        chat(server)
        link = link_to(server, CAROL)

        for _ in range(5):
            headers = {"Origin": "https://mail.example", "Sec-Fetch-Site": "cross-site"}
            assert browser.post(link, data=ONE_CLICK, headers=headers).status_code == 200
        assert browser.get("/").status_code == 200

    @pytest.mark.parametrize("data", [{}, {"List-Unsubscribe": "No"}, {"x": "One-Click"}])
    def test_without_the_words_of_a_mail_program_does_nothing(
        self, server: Server, browser: Browser, data: dict[str, str]
    ) -> None:
        chat(server)

        answer = browser.post(link_to(server, CAROL), data=data)

        assert answer.status_code == 403
        assert CAROL in chat(server)

    @pytest.mark.parametrize("token", ["", "a" * 26, "a" * 17, "x", "%00", "é" * 26])
    def test_with_a_token_of_nobody_does_nothing(self, server: Server, browser: Browser, token: str) -> None:
        before = server.everything_stored()

        assert browser.post(f"/unsubscribe?token={token}", data=ONE_CLICK).status_code == 404
        assert browser.get(f"/unsubscribe?token={token}").status_code == 404
        assert server.everything_stored() == before

    def test_with_a_token_for_something_else_does_nothing(self, server: Server, browser: Browser) -> None:
        reply_to = headers_to(server, ALICE)["Reply-To"]
        token = reply_to.partition("+r-")[2].partition("@")[0]

        assert browser.post(f"/unsubscribe?token={token}", data=ONE_CLICK).status_code == 404

    def test_of_a_letter_from_before_a_seat_was_taken_ends_no_letters_of_the_player(
        self, server: Server, browser: Browser
    ) -> None:
        server.sign_up("dave")
        server.hear(ALICE, "goofspiel challenge alice bob dave -cards=5")
        server.hear(CAROL, "goofspiel subscribe 101 carol secret9")
        for userid in ("alice", "bob", "dave"):
            server.hear(f"{userid}@example.org", f"goofspiel move 101 {userid} {FOUR[userid]} 2")
        link = link_to(server, CAROL)
        server.hear(DAVE, f"goofspiel resign 101 dave {FOUR['dave']}")
        server.hear(ALICE, "goofspiel substitute 101 alice secret7 carol")
        server.hear(BOB, f"goofspiel substitute 101 bob {FOUR['bob']} carol")
        server.hear(CAROL, "goofspiel substitute 101 carol secret9 yes")

        assert browser.post(link, data=ONE_CLICK).status_code == 200

        assert CAROL in server.hear(ALICE, "goofspiel chat 101 alice secret7", comment="Welcome!").readers

    def test_for_a_player_who_has_left_says_that_the_link_is_not_good(self, server: Server, browser: Browser) -> None:
        with server.database.writing() as connection:
            token = _SEALS[Kind.BROADCASTS].token(shared_key(connection, "unsubscribe"), [999, 0])

        assert browser.post(f"/unsubscribe?token={token}", data=ONE_CLICK).status_code == 404


class TestAPage:
    def test_that_is_opened_changes_nothing_and_has_a_button_that_does(
        self, server: Server, browser: Browser
    ) -> None:
        chat(server)
        before = server.everything_stored()

        page = browser.get(link_to(server, CAROL))

        assert browser.head(link_to(server, CAROL)).status_code == 200
        assert server.everything_stored() == before
        assert "This ends letters of Hex board 101." in page.text
        action, *_ = re.findall(r'<form method="post" action="([^"]+)"', page.text)
        assert '<input type="hidden" name="List-Unsubscribe" value="One-Click">' in page.text
        assert browser.post(action, data=ONE_CLICK).status_code == 200
        assert chat(server) == {ALICE, BOB}


class TestOther:
    def test_broadcasts_end(self, server: Server, browser: Browser) -> None:
        server.season("alice", "bob")
        server.hear(ALICE, "broadcast alice secret7", comment="A tournament!")

        answer = browser.post(link_to(server, CAROL), data=ONE_CLICK)

        assert "You will not be sent what players write to everybody any more." in answer.text
        assert server.hear(BOB, "broadcast bob bobpw123", comment="Another one!").readers == {ALICE, BOB}

    def test_letters_of_the_day_end_but_reminders_come(self, server: Server, browser: Browser) -> None:
        server.hear(BOB, "change letters bob bobpw123 daily")
        for _ in range(2):
            number = server.hear(None, "hex challenge alice bob -size=5").letters[0].subject.split()[-1]
            server.hear(ALICE, f"hex move {number} alice secret7 a1")
        clock = Scheduler(server.database, server.office, installed())
        server.now = datetime(2024, 3, 2, 7, 0, tzinfo=UTC)
        clock.make_round(server.now)
        link = link_to(server, BOB)

        answer = browser.post(link, data=ONE_CLICK)

        assert "You will not be sent the letter of the day any more." in answer.text
        assert "    change letters daily\n" in server.outbox()[-1]["text"]
        letters = len(server.outbox())
        server.wait(days=1)
        assert clock.make_round(server.now).letters == []
        server.wait(days=6)
        [reminder] = [letter for letter in clock.make_round(server.now).letters if BOB in letter.to]
        assert reminder.headline == "Reminder: Your boards are waiting"
        assert {"Hex Board 102", "Hex Board 103"} <= set(re.findall(r"Hex Board \d+", reminder.text))
        assert browser.post(link, data=ONE_CLICK).status_code == 200
        assert "Your settings" not in {each["subject"] for each in server.outbox()[letters:]}
        server.hear(BOB, "change letters bob bobpw123 daily")
        server.wait(days=1)
        assert "2 boards: Your letter of the day" in [each.headline for each in clock.make_round(server.now).letters]

    def test_a_letter_of_the_day_can_be_answered_after_the_click(self, server: Server, browser: Browser) -> None:
        server.hear(BOB, "change letters bob bobpw123 daily")
        for _ in range(2):
            number = server.hear(None, "hex challenge alice bob -size=5").letters[0].subject.split()[-1]
            server.hear(ALICE, f"hex move {number} alice secret7 a1")
        server.now = datetime(2024, 3, 2, 7, 0, tzinfo=UTC)
        made = Scheduler(server.database, server.office, installed()).make_round(server.now)
        [letter] = [each for each in made.letters if BOB in each.to]
        assert letter.reply_to
        assert browser.post(link_to(server, BOB), data=ONE_CLICK).status_code == 200

        mail = f"From: {BOB}\r\nTo: {letter.reply_to}\r\nSubject: Re: {letter.subject}\r\n\r\nhex 102 b2\r\n"
        arrive(server, mail.encode(), sender=BOB, to=(letter.reply_to,))

        assert inbox(server)[-1].outcome == "done: multiple"
        assert [ALICE] in [each["recipients"] for each in server.outbox()[-2:]]

    def test_an_invitation_is_declined_for_good(self, server: Server, browser: Browser) -> None:
        server.hear(ALICE, "hex challenge alice eve@friends.example")
        link = link_to(server, "eve@friends.example")
        page = browser.get(link)

        answer = browser.post(link, data=ONE_CLICK)

        assert "This ends invitations from here, with that to a game of Hex." in page.text
        assert answer.status_code == 200
        told = [each["subject"] for each in server.outbox() if each["recipients"] == [ALICE]]
        assert told[-1] == "No game has been started"
        assert server.hear(BOB, "hex challenge bob eve@friends.example").readers == {BOB}
        assert browser.post(link, data=ONE_CLICK).status_code == 404
