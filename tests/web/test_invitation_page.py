"""The page to which the link in an invitation leads: opening it does nothing, its button says yes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from pbmserv.letters.reply_address import Tag, tokens_in
from pbmserv.web.app import application
from pbmserv.web.site import Site
from tests.conversation import Server
from tests.web.conftest import URL, Browser

CAROL = "caro@friends.example"


@pytest.fixture
def new_browser(site: Site) -> Callable[[], Browser]:
    """Browsers at a server whose operator has said where its pages are."""
    app = application(replace(site, settings=replace(site.settings, web_url=URL)))
    return lambda: Browser(app, URL, follow_redirects=False)


def invited(server: Server) -> str:
    """The code with which alice has invited a friend to a game."""
    letter = server.hear("alice@example.org", f"hex challenge alice {CAROL}", comment="<b>Come!</b>").letter_to(CAROL)
    return tokens_in([letter.reply_to or ""])[Tag.CODE]


def boards(server: Server) -> int:
    return len(server.everything_stored()["boards"])


def test_who_opens_the_link_sees_what_it_is_about_and_nothing_happens(server: Server, browser: Browser) -> None:
    code = invited(server)
    before = server.everything_stored()

    shown = browser.get(f"/invitation?token={code}").text

    assert "alice invites you to a game of Hex" in shown
    assert "&lt;b&gt;Come!&lt;/b&gt;" in shown
    assert "alice@" not in shown
    assert CAROL not in shown
    assert server.everything_stored() == before


def test_the_button_makes_a_player_who_is_signed_in_and_begins_the_game(server: Server, browser: Browser) -> None:
    code = invited(server)

    answer = browser.fill_in(
        f"/invitation?token={code}",
        action="/invitation",
        code=code,
        userid="robin",
        password="a-word-of-mine",
        answer="yes",
    )

    assert (answer.status_code, answer.headers["location"]) == (303, "/hex/101")
    assert "Hex 101" in browser.get("/me").text
    assert "not open any more" in browser.get(f"/invitation?token={code}").text


def test_no_on_the_page_is_a_no(server: Server, browser: Browser) -> None:
    code = invited(server)

    answer = browser.fill_in(
        f"/invitation?token={code}", action="/invitation", code=code, userid="robin", answer="no"
    )

    assert answer.status_code == 303
    assert boards(server) == 0
    # That they have said no, and that a letter has gone there.
    assert len(server.everything_stored()["uninvited"]) == 2


def test_a_name_that_is_taken_is_refused_on_the_page(server: Server, browser: Browser) -> None:
    code = invited(server)

    answer = browser.fill_in(f"/invitation?token={code}", action="/invitation", code=code, userid="bob", answer="yes")

    assert answer.status_code == 422
    assert "is taken" in answer.text
    assert boards(server) == 0


def test_who_is_signed_in_plays_as_that_player(server: Server, browser: Browser) -> None:
    browser.sign_in("bob")
    code = invited(server)

    answer = browser.fill_in(f"/invitation?token={code}", action="/invitation", code=code, answer="yes")

    assert answer.headers["location"] == "/hex/101"
    assert "alice and bob" in browser.get("/hex/boards").text


@pytest.mark.parametrize("said", [{"answer": "yes"}, {"answer": "yes", "userid": "bob"}, {"answer": "no"}])
def test_who_has_only_seen_the_letter_of_a_player_answers_nothing_for_them(
    server: Server, browser: Browser, said: dict[str, str]
) -> None:
    to = "bob@example.org"
    letter = server.hear("alice@example.org", f"hex challenge alice {to}").letter_to(to)
    code = tokens_in([letter.reply_to or ""])[Tag.CODE]
    page = browser.get(f"/invitation?token={code}").text
    before = server.everything_stored()

    answer = browser.fill_in(f"/invitation?token={code}", action="/invitation", code=code, **said)

    assert "This invitation has gone to a player: <a href" in page
    assert "bob" not in page
    assert answer.status_code == 422
    assert server.everything_stored() == before
    browser.sign_in("bob")
    done = browser.fill_in(f"/invitation?token={code}", action="/invitation", code=code, answer="yes")
    assert done.headers["location"] == "/hex/101"


def test_the_form_for_a_new_game_takes_a_friends_address(server: Server, browser: Browser) -> None:
    browser.sign_in("alice")

    answer = browser.fill_in("/hex/challenge", seat0="alice", seat1=CAROL)

    assert answer.headers["location"] == "/hex#you"
    shown = browser.get("/hex").text
    assert "c***@friends.example" in shown
    assert "has yet to answer" in shown
    assert boards(server) == 0
