"""My side of the board below, and a link that flips it, which the browser remembers for each game."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from pbmserv.commands.boards.pictures import draw_board
from pbmserv.games.catalogue import installed
from pbmserv.web.touchable_picture import touchable_picture
from tests.conversation import Server
from tests.web.conftest import Browser

FRAGMENT = {"Accept": "text/vnd.pbmserv.board+html"}


@pytest.fixture
def chess(server: Server) -> Server:
    server.hear("alice@example.org", "chess challenge alice bob")
    return server


@pytest.fixture
def bob(new_browser: Callable[[], Browser]) -> Browser:
    browser = new_browser()
    assert browser.sign_in("bob").status_code == 303
    return browser


def places(browser: Browser, page: str = "/chess/101", **headers: str) -> list[str]:
    """The squares of a page as they are read."""
    text = browser.get(page, headers=headers).text
    return re.findall(r'(?:data-(?:place|anew)="|<g><title>)([a-h][1-8])[",]', text)


def flip(browser: Browser, page: str = "/chess/101") -> str:
    """Follow the link; gives its address."""
    found = re.search(r'href="([^"]*)"[^>]*>Flip</a>', browser.get(page).text)
    assert found, "the board cannot be flipped"
    address = found[1].replace("&amp;", "&")
    assert browser.get(address).status_code == 200
    return address


def test_each_player_sees_their_own_side_below(chess: Server, alice: Browser, bob: Browser, browser: Browser) -> None:
    assert places(alice)[-1] == "h1"
    assert places(bob)[-1] == "a8"
    assert places(browser)[-1] == "h1"


def test_a_flipped_board_stays_so_on_all_boards_of_the_game_and_no_others(
    chess: Server, alice: Browser, bob: Browser
) -> None:
    chess.hear("bob@example.org", "chess challenge bob alice")
    chess.hear("alice@example.org", "breakthrough challenge alice bob")
    assert flip(alice) == "/chess/101?flipped=yes"

    assert places(alice)[-1] == "a8"
    assert places(alice, "/chess/102")[-1] == "h1"
    assert places(alice, "/breakthrough/101")[-1] == "h1"
    assert places(bob)[-1] == "a8"

    assert flip(alice) == "/chess/101?flipped=no"
    assert places(alice)[-1] == "h1"
    assert places(alice, "/chess/102")[-1] == "a8"


def test_two_games_are_remembered_apart(chess: Server, alice: Browser) -> None:
    chess.hear("alice@example.org", "breakthrough challenge alice bob")
    flip(alice)
    flip(alice, "/breakthrough/101")
    flip(alice)

    assert places(alice)[-1] == "h1"
    assert places(alice, "/breakthrough/101")[-1] == "a8"


def test_a_watcher_flips_the_board_for_nobody_else(chess: Server, new_browser: Callable[[], Browser]) -> None:
    one, other = new_browser(), new_browser()
    assert places(other)[-1] == "h1"
    flip(one)

    assert places(one)[-1] == "a8"
    assert places(one, Accept=FRAGMENT["Accept"])[-1] == "a8"
    assert places(other)[-1] == "h1"
    assert places(other, Accept=FRAGMENT["Accept"])[-1] == "h1"
    assert places(one)[-1] == "a8"


@pytest.mark.parametrize(
    "page",
    [
        "/chess/101?touch=e2",
        "/chess/101?touch=e2+e4",
        "/chess/101?move=e2-e4",
        "/chess/101/0",
        "/chess/101?line=e2-e4",
    ],
)
def test_what_was_touched_or_tried_stays_when_the_board_is_flipped(chess: Server, alice: Browser, page: str) -> None:
    headline = re.compile(r'id="headline">(.*?)</h2>', re.DOTALL)
    before = headline.findall(alice.get(page).text)
    address = flip(alice, page)

    shown = alice.get(address).text
    assert headline.findall(shown) == before
    assert re.findall(r'(?:data-(?:place|anew)="|<g><title>)([a-h][1-8])[",]', shown)[-1] == "a8"
    assert re.findall(r'data-address="([^"]*)"', shown) == re.findall(r'data-address="([^"]*)"', alice.get(page).text)


def test_a_square_leads_to_the_same_touch_from_either_side(chess: Server, alice: Browser) -> None:
    link = re.compile(r'<a (?=[^>]*href="([^"]*)")[^>]*data-place="e2"')
    before = link.findall(alice.get("/chess/101").text)
    flip(alice)

    assert link.findall(alice.get("/chess/101").text) == before == ["/chess/101?touch=e2"]


def test_a_player_of_both_sides_keeps_sight_of_one(server: Server, alice: Browser) -> None:
    server.hear("alice@example.org", "chess challenge alice alice")
    assert places(alice)[-1] == "h1"
    server.hear("alice@example.org", "chess move 101 alice secret7 e2-e4")

    assert places(alice)[-1] == "h1"
    flip(alice)
    assert places(alice)[-1] == "a8"
    server.hear("alice@example.org", "chess move 101 alice secret7 e7-e5")
    assert places(alice)[-1] == "a8"


def test_a_game_without_sides_has_no_link(server: Server, alice: Browser) -> None:
    server.hear("alice@example.org", "go challenge alice bob")

    page = alice.get("/go/101?flipped=yes")
    assert ">Flip<" not in page.text
    assert "flipped" not in page.headers.get("set-cookie", "")


@pytest.mark.parametrize("wrong", ["maybe", "", "YES", "1"])
def test_another_word_changes_nothing(chess: Server, alice: Browser, wrong: str) -> None:
    page = alice.get(f"/chess/101?flipped={wrong}")

    assert re.findall(r'(?:data-(?:place|anew)="|<g><title>)([a-h][1-8])[",]', page.text)[-1] == "h1"
    assert "flipped" not in page.headers.get("set-cookie", "")


def test_a_made_up_cookie_is_not_kept(chess: Server, alice: Browser) -> None:
    alice.cookies.set("flipped", "nothing.chess.<b>")
    assert places(alice)[-1] == "a8"

    answer = alice.get("/breakthrough/101?flipped=yes")
    assert answer.status_code == 404
    answer = alice.get("/chess/101?flipped=yes")
    assert answer.headers["set-cookie"].startswith("flipped=chess;")


def test_files_show_what_everybody_sees(chess: Server, alice: Browser, bob: Browser) -> None:
    files = [
        alice.get("/chess/101.svg").content,
        bob.get("/chess/101.svg").content,
        bob.get("/chess/101.png").content,
    ]
    flip(bob)

    assert files[0] == files[1] == bob.get("/chess/101.svg").content
    assert files[2] == bob.get("/chess/101.png").content


def test_a_picture_for_a_player_has_their_side_below(chess: Server) -> None:
    pictures = [draw_board(chess.database, installed(), "chess", "101", reader) for reader in ("alice", "bob", None)]

    assert [[*touchable_picture(picture).places][-1] for picture in pictures] == ["h1", "a8", "h1"]


def test_flipping_is_remembered_after_the_browser_is_closed(chess: Server, alice: Browser) -> None:
    cookie = alice.get("/chess/101?flipped=yes").headers["set-cookie"]

    assert cookie.startswith("flipped=chess; HttpOnly; Max-Age=34560000; Path=/; SameSite=lax")


def test_a_file_from_the_other_side_has_an_address_of_its_own(chess: Server, browser: Browser) -> None:
    usual, other = [browser.get(f"/chess/101.svg{ending}") for ending in ("", "?flipped=yes")]

    assert re.findall(r'data-target="([a-h][1-8])"', usual.text)[0] == "a8"
    assert usual.content != other.content
    assert usual.headers["etag"] != other.headers["etag"]
    assert "set-cookie" not in other.headers
    assert browser.get("/chess/101.svg?flipped=no").content == usual.content
    assert browser.get("/chess/101.png?flipped=yes").content != browser.get("/chess/101.png").content


def test_small_pictures_of_my_games_have_my_side_below_and_are_flipped_with_the_game(
    chess: Server, alice: Browser, bob: Browser
) -> None:
    chess.hear("alice@example.org", "go challenge alice bob")

    def pictures(browser: Browser) -> list[str]:
        return sorted(re.findall(r'src="(/(?:chess|go)/[^"]*)"', browser.get("/me").text))

    assert pictures(alice) == ["/chess/101.svg?small=yes", "/go/101.svg?small=yes"]
    assert pictures(bob) == ["/chess/101.svg?small=yes&amp;flipped=yes", "/go/101.svg?small=yes"]
    flip(bob)
    assert pictures(bob) == ["/chess/101.svg?small=yes", "/go/101.svg?small=yes"]


def test_a_frame_on_another_site_reads_and_sets_no_cookie(chess: Server, browser: Browser) -> None:
    usual = browser.get("/chess/101/embed").text
    browser.cookies.set("flipped", "chess")
    page = browser.get("/chess/101/embed?flipped=yes")

    assert page.text == usual
    assert "set-cookie" not in page.headers
