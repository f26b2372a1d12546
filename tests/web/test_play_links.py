"""Links in letters about boards: by the button behind one, its reader plays on that board without a password."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import update

from pbmserv.commands.operator import membership
from pbmserv.commands.requests.credentials import Credential
from pbmserv.commands.requests.reply import Reply
from pbmserv.games.catalogue import installed
from pbmserv.post_office import PostOffice, Request
from pbmserv.storage.tables import USERS
from pbmserv.web.app import application
from pbmserv.web.site import Site
from tests.conversation import Server
from tests.queries import recorded
from tests.web.conftest import URL, Browser

ALICE, BOB = "alice@example.org", "bob@example.org"
_LINK = re.compile(rf"^    {re.escape(URL)}(/hex/[0-9]+\?play=([a-z2-7]{{48}}))$", re.MULTILINE)


@pytest.fixture
def server(server: Server) -> Server:
    """A server whose letters link to its pages, with a board on which alice is to move."""
    server.office = PostOffice(
        server.database, installed(), server.address, server.passwords, now=lambda: server.now, web_url=URL
    )
    server.hear(ALICE, "hex challenge alice bob")
    return server


@pytest.fixture
def new_browser(server: Server, site: Site) -> Callable[[], Browser]:
    settings = replace(site.settings, web_url=URL)
    app = application(replace(site, settings=settings, office=server.office))
    return lambda: Browser(app, URL, follow_redirects=False)


def link_in(server: Server, address: str) -> str:
    """The path of the link in the newest letter to this address."""
    text = [letter["text"] for letter in server.outbox() if address in letter["recipients"]][-1]
    found = _LINK.search(text)
    assert found, text
    return found[1]


def press(browser: Browser, path: str) -> tuple[int, str]:
    """Open a link and press its button: the status, and where that leads."""
    answer = browser.fill_in(path, action="/play", play=path.partition("play=")[2])
    return answer.status_code, answer.headers.get("location", "")


def who_is(browser: Browser, path: str) -> str:
    """As whom a page is shown."""
    found = re.search(r"Your account: </span><span>(\w+)</span>", browser.get(path).text)
    return found[1] if found else ""


def test_who_presses_the_button_behind_the_link_plays_on_that_board(server: Server, browser: Browser) -> None:
    path = link_in(server, ALICE)
    assert "Play as alice" in browser.get(path).text

    assert press(browser, path) == (303, "/hex/101")

    assert who_is(browser, "/hex/101") == "alice"
    answer = browser.fill_in("/hex/101", do="move", move="d4", seen=seen(browser))
    assert answer.status_code == 303, answer.text
    assert "1. d4" in server.outbox()[-1]["text"]


def seen(browser: Browser) -> str:
    """What the page of the board says that its reader has seen."""
    found = re.search(r'name="seen" value="([^"]*)"', browser.get("/hex/101").text)
    assert found
    return found[1]


def test_who_came_by_a_link_shares_nothing_draws_nothing_and_finds_the_board_as_it_was(
    server: Server, browser: Browser
) -> None:
    press(browser, link_in(server, ALICE))
    page = browser.get("/hex/101?line=").text

    assert 'id="share"' not in page
    assert 'id="drawing"' not in page
    assert 'name="note"' not in page
    assert 'class="clock">21 d<' in page


def test_it_lets_in_no_other_player_who_gets_the_row_of_a_lost_one_after_a_restore(
    server: Server, browser: Browser
) -> None:
    path = link_in(server, ALICE)
    with server.database.writing() as connection:
        connection.execute(update(USERS).where(USERS.c.userid == "alice").values(userid="eve", userid_key="eve"))

    assert "Play as" not in browser.get(path).text


def test_it_is_good_for_nothing_else(server: Server, browser: Browser) -> None:
    server.hear(BOB, "hex challenge bob alice")
    press(browser, link_in(server, ALICE))

    assert who_is(browser, "/hex/102") == "alice"
    assert [who_is(browser, path) for path in ("/", "/hex/101", "/hex", "/players/alice")] == [""] * 4
    for path in ("/me", "/settings", "/settings/tokens"):
        assert browser.get(path).headers["location"].startswith("/sign-in")
    answer = browser.fill_in("/sign-in", action="/hex/101", do="move", move="d4", seen="0")
    assert answer.headers["location"].startswith("/sign-in")


@pytest.mark.parametrize("do", ["rematch", "substitute", "join", "subscribe", "unsubscribe", "note"])
def test_on_its_own_board_it_is_good_for_playing_alone(server: Server, browser: Browser, do: str) -> None:
    server.hear(ALICE, "hex move 101 alice secret7 d4")
    server.hear(BOB, "hex move 101 bob bobpw123 e5")
    path = link_in(server, ALICE)
    server.hear(ALICE, "hex resign 101 alice secret7")
    press(browser, path)
    before = server.everything_stored()

    answer = browser.fill_in("/sign-in", action="/hex/101", do=do, who="bot-easy", note="mine")

    assert answer.status_code == 422
    assert "The link by which you came is good for one board only." in answer.text
    assert server.everything_stored() == before
    assert f'name="do" value="{do}"' not in browser.get("/hex/101").text


def test_it_does_not_show_the_note_of_its_player(server: Server, new_browser: Callable[[], Browser]) -> None:
    alice, somebody = new_browser(), new_browser()
    alice.sign_in("alice")
    alice.fill_in("/hex/101", do="note", note="Bob is weak in the corner.")
    press(somebody, link_in(server, ALICE))

    assert "weak in the corner" in alice.get("/hex/101").text
    assert "weak in the corner" not in somebody.get("/hex/101").text


def test_it_names_no_other_board_of_its_player(server: Server, new_browser: Callable[[], Browser]) -> None:
    link = link_in(server, ALICE)
    server.hear(ALICE, "hex challenge alice bob")
    alice, somebody = new_browser(), new_browser()
    alice.sign_in("alice")
    press(somebody, link)
    server.hear(ALICE, "hex move 101 alice secret7 c3")

    assert 'href="/hex/102" id="next-game"' in alice.get("/hex/101").text
    assert "/hex/102" not in somebody.get("/hex/101").text


@pytest.mark.parametrize("host", ["games.example/hex/101", "games.example/hex/101?", "games.example/hex/101#"])
def test_nor_for_anything_else_where_the_host_is_forged(server: Server, browser: Browser, host: str) -> None:
    press(browser, link_in(server, ALICE))
    before = server.everything_stored()

    for path in ("/me", "/settings", "/settings/tokens", "/hex/102"):
        answer = browser.get(path, headers={"Host": host})
        assert "alice</span>" not in answer.text
    answer = browser.post("/settings/tokens", data={"label": "mine", "scope": "play"}, headers={"Host": host})

    assert answer.status_code == 403
    assert server.everything_stored() == before


def test_to_open_the_link_changes_nothing_and_signs_nobody_in(server: Server, browser: Browser) -> None:
    path = link_in(server, ALICE)
    before = server.everything_stored()

    shown = [browser.get(path), browser.head(path), browser.get(path, headers={"User-Agent": "scanner"})]
    assert [answer.status_code for answer in shown] == [200, 200, 200]
    assert browser.post(path).status_code == 403
    assert browser.post("/play", data={"play": path.partition("play=")[2]}).status_code == 403

    assert server.everything_stored() == before
    assert who_is(browser, "/hex/101") == ""


def test_a_link_is_good_once_and_its_browser_goes_on(server: Server, new_browser: Callable[[], Browser]) -> None:
    first, second = new_browser(), new_browser()
    path = link_in(server, ALICE)
    page = second.get(path).text
    press(first, path)

    assert (first.get(path).status_code, first.get(path).headers["location"]) == (303, "/hex/101")
    assert "This link has been used already." in second.get(path).text
    token = re.search(r'name="token" value="([0-9a-f]+)"', page)
    assert token
    late = second.post("/play", data={"token": token[1], "play": path.partition("play=")[2]})
    assert (late.status_code, "used already" in late.text) == (422, True)
    assert who_is(second, "/hex/101") == ""


def test_who_is_signed_in_as_its_reader_gets_straight_to_the_board(
    server: Server, new_browser: Callable[[], Browser]
) -> None:
    alice, path = new_browser(), link_in(server, ALICE)
    alice.sign_in("alice")

    assert alice.get(path).headers["location"] == "/hex/101"
    alice.get("/sign-out")
    assert server.everything_stored()["web_links"] == []


def test_who_is_signed_in_as_somebody_else_stays_that(server: Server, new_browser: Callable[[], Browser]) -> None:
    bob, path = new_browser(), link_in(server, ALICE)
    bob.sign_in("bob")

    assert "This link is for alice. You are signed in as bob" in bob.get(path).text
    answer = bob.fill_in("/me", action="/play", play=path.partition("play=")[2])

    assert (answer.status_code, "You are signed in as bob." in answer.text) == (422, True)
    assert who_is(bob, "/hex/101") == "bob"
    assert server.everything_stored()["web_links"] == []


def test_a_link_is_good_for_a_week(server: Server, browser: Browser) -> None:
    path = link_in(server, ALICE)
    server.wait(days=6, hours=22)
    assert "Play as alice" in browser.get(path).text
    server.wait(hours=3)

    assert "Play as alice" not in browser.get(path).text


def test_its_browser_plays_on_for_a_week_after_it_was_used_last(server: Server, browser: Browser) -> None:
    press(browser, link_in(server, ALICE))
    server.wait(days=7, seconds=-1)
    assert who_is(browser, "/hex/101") == "alice"
    server.wait(days=7)

    assert who_is(browser, "/hex/101") == ""


def test_after_the_move_the_link_still_shows_the_board_and_plays_the_next_one(
    server: Server, browser: Browser
) -> None:
    path = link_in(server, ALICE)
    server.hear(ALICE, "hex move 101 alice secret7 d4")

    assert press(browser, path) == (303, "/hex/101")
    assert browser.fill_in("/hex/101", do="move", move="d5", seen=seen(browser)).status_code == 422


@pytest.mark.parametrize("line", ["change password alice secret7 better-secret9", "change replies alice secret7 off"])
def test_what_ends_answers_without_a_password_ends_links(server: Server, browser: Browser, line: str) -> None:
    path = link_in(server, ALICE)
    server.hear(ALICE, line)

    assert "Play as alice" not in browser.get(path).text
    assert press_anyway(browser, path) == 422


def press_anyway(browser: Browser, path: str) -> int:
    """Send what the button would send, though there is none."""
    return browser.fill_in("/sign-in", action="/play", play=path.partition("play=")[2]).status_code


def test_who_reads_letters_at_an_address_that_has_gone_gets_in_by_none_of_them(
    server: Server, new_browser: Callable[[], Browser]
) -> None:
    used, unused = link_in(server, ALICE), link_in(server, ALICE)
    [*_, letter] = [letter for letter in server.outbox() if letter["recipients"] == [ALICE]]
    [token] = re.findall(r"\+r-([a-z2-7]+)@", letter["headers"]["Reply-To"])
    before = new_browser()
    press(before, used)
    assert who_is(before, "/hex/101") == "alice"
    server.hear("alice@new.example", "change address alice secret7 alice@new.example")

    assert who_is(before, "/hex/101") != "alice"
    assert press_anyway(new_browser(), unused) == 422
    forged = Credential("alice@new.example")
    assert not server.office.handle(Request(forged, ("",), reply=Reply("d3", token=token))).ok


def test_who_is_suspended_gets_in_by_no_link(server: Server, browser: Browser) -> None:
    path = link_in(server, ALICE)
    server.office.act(lambda call: membership.suspend(call, "alice", "for a test"))

    assert press_anyway(browser, path) == 422


def test_a_link_that_was_changed_is_no_link(server: Server, browser: Browser) -> None:
    path = link_in(server, ALICE)
    other_end = path[:-1] + ("a" if path[-1] != "a" else "b")
    for wrong in (path[:-1], other_end, path + "a", "/hex/101?play=%00", path + "a" * 5000):
        answer = browser.get(wrong)
        assert (answer.status_code, "Play as" in answer.text) == (200, False)
    other = path.replace("/hex/101", "/hex/102")
    assert "Play as" not in browser.get(other).text


def test_neither_is_the_token_for_answers_by_mail(server: Server, browser: Browser) -> None:
    letter = [letter for letter in server.outbox() if ALICE in letter["recipients"]][-1]
    token = letter["headers"]["Reply-To"].partition("+r-")[2].partition("@")[0]

    assert press_anyway(browser, f"/hex/101?play={token}") == 422
    answered = server.office.handle(
        Request(Credential(ALICE), (f"hex move 101 alice {link_in(server, ALICE)[-48:]} d4",))
    )
    assert not answered.ok


def test_who_has_switched_answers_off_gets_an_address_without_a_key(server: Server) -> None:
    server.hear(ALICE, "change replies alice secret7 off")
    server.hear(BOB, "hex challenge bob alice")

    text = [letter["text"] for letter in server.outbox() if ALICE in letter["recipients"]][-1]
    assert f"    {URL}/hex/102\n" in text


def test_watchers_get_an_address_without_a_key(server: Server) -> None:
    server.hear("carol@example.org", "hex subscribe 101 carol secret9")
    server.hear(ALICE, "hex move 101 alice secret7 d4")

    text = [letter["text"] for letter in server.outbox() if "carol@example.org" in letter["recipients"]][-1]
    assert f"This board in a browser:\n\n    {URL}/hex/101\n" in text


@pytest.mark.parametrize("before", ["", "> "])
def test_a_link_that_somebody_quotes_is_masked_for_the_others(server: Server, before: str) -> None:
    path = link_in(server, ALICE)
    whole = f"{before}{URL}{path}"
    broken = f"{before}{URL}{path[:-20]}\n{before}{path[-20:]}"

    server.hear(ALICE, "hex chat 101 alice secret7", comment=f"{whole}\n{broken}", body=f"{whole}\n{broken}")

    text = [letter["text"] for letter in server.outbox() if BOB in letter["recipients"]][-1]
    assert "play=******" in text
    assert path[-20:] not in text
    assert path[-48:-20] not in text


def test_a_move_costs_the_database_no_more_for_its_links(server: Server) -> None:
    without = PostOffice(server.database, installed(), server.address, server.passwords, now=lambda: server.now)
    counts: list[int] = []
    for office, move in ((without, "c4"), (server.office, "d5"), (without, "e6"), (server.office, "f7")):
        userid = "alice" if len(counts) % 2 == 0 else "bob"
        password = {"alice": "secret7", "bob": "bobpw123"}[userid]
        with recorded(server.database) as statements:
            assert office.handle(
                Request(Credential(f"{userid}@example.org"), (f"hex move 101 {userid} {password} {move}",))
            ).ok
        counts.append(len(statements))

    assert counts[2] == counts[3]
    assert f"{URL}/hex/101?play=" in server.outbox()[-1]["text"] + server.outbox()[-2]["text"]


def test_letters_of_a_server_without_pages_link_to_nothing(server: Server) -> None:
    office = PostOffice(server.database, installed(), server.address, server.passwords, now=lambda: server.now)
    office.handle(Request(Credential(ALICE), ("hex move 101 alice secret7 d4",)))

    assert "http" not in server.outbox()[-1]["text"]
