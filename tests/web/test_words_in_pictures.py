"""Pictures on pages whose words are in the reader's language: what is kept for others is shown to none but them."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest

from pbmserv.web.board_pictures import PictureCache
from pbmserv.web.touchable_picture import TouchablePicture
from tests.conversation import Server
from tests.web.conftest import Browser
from tests.web.nearly_over import partly_played

pytestmark = pytest.mark.parametrize("undone_database", ["sqlite"], indirect=True)


@pytest.fixture
def server(server: Server) -> Server:
    """The server, where alice reads Russian."""
    server.hear("alice@example.org", "change language alice secret7 ru")
    return server


@pytest.fixture
def bob(new_browser: Callable[[], Browser]) -> Browser:
    browser = new_browser()
    assert browser.sign_in("bob", "bobpw123").status_code == 303
    return browser


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[TouchablePicture]:
    """The pictures that were drawn for pages."""
    sheets: list[TouchablePicture] = []

    def draw(*args: Any) -> TouchablePicture:
        sheets.append(original(*args))
        return sheets[-1]

    original = PictureCache._draw
    monkeypatch.setattr(PictureCache, "_draw", draw)
    return sheets


@pytest.mark.parametrize(("word", "times"), [("chess", 1), ("kalah", 2)])
def test_what_was_drawn_serves_readers_of_all_languages_if_it_has_no_words(
    server: Server, new_browser: Callable[[], Browser], drawn: list[TouchablePicture], word: str, times: int
) -> None:
    server.hear("alice@example.org", f"{word} challenge alice bob")

    for language in ("ru", "en", "ru", "en"):
        new_browser().get(f"/{word}/101/0", headers={"Accept-Language": language})

    assert len(drawn) == times


def test_shows_the_words_of_a_picture_to_each_reader_in_their_language(
    server: Server, alice: Browser, bob: Browser
) -> None:
    server.hear("alice@example.org", "kalah challenge alice bob")

    for browser, has, lacks in ((alice, "Север", "North"), (bob, "North", "Север"), (alice, "Север", "North")):
        [sheet] = re.findall(r'<svg class="sheet".*?</svg>', browser.get("/kalah/101").text, re.DOTALL)
        assert f">{has}</text>" in sheet
        assert lacks not in sheet


def test_of_words_never_shows_one_player_the_hand_of_the_other(server: Server, alice: Browser, bob: Browser) -> None:
    server.hear("alice@example.org", "cribbage challenge alice bob")
    server.hear("bob@example.org", "change language bob bobpw123 ru")

    hands = [
        re.findall(r'data-(?:place|name)="([2-9TJQKA][CDHS])"', browser.get("/cribbage/101").text)
        for browser in (alice, bob, alice, bob)
    ]

    assert hands[:2] == hands[2:]
    assert not {*hands[0]} & {*hands[1]}
    assert len(hands[0]) == len(hands[1]) == 6


@pytest.mark.parametrize("ending", ["svg", "png", "svg?small=yes"])
def test_of_words_is_another_file_in_another_language(server: Server, browser: Browser, ending: str) -> None:
    server.hear("alice@example.org", "kalah challenge alice bob")
    address = f"/kalah/101.{ending}"

    english, russian = (browser.get(address, headers={"Accept-Language": each}) for each in ("en", "ru"))
    again = browser.get(address, headers={"Accept-Language": "en", "If-None-Match": english.headers["etag"]})

    assert english.headers["etag"] != russian.headers["etag"]
    assert english.content != russian.content
    assert all("Accept-Language, Cookie" in each.headers["vary"] for each in (english, russian, again))
    assert again.status_code == 304


@pytest.mark.parametrize("ending", ["png", "svg?small=yes"])
def test_without_words_is_the_same_file_in_all_languages(server: Server, browser: Browser, ending: str) -> None:
    server.hear("alice@example.org", "hex challenge alice bob")

    files = [browser.get(f"/hex/101.{ending}", headers={"Accept-Language": each}) for each in ("ru", "en")]

    assert len({file.headers["etag"] for file in files}) == 1
    assert "Cookie" not in files[0].headers.get("vary", "")


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("trioker", ("alice (A): ", "alice (B): ")),
        ("triominoes", ("alice (A): 9 tiles face down", "alice (B): 9 tiles face down")),
        ("yacht", ("alice (A) has 2 rolls left", "bob (A) has 2 rolls left")),
    ],
)
def test_tell_players_by_their_names_on_each_of_two_boards(
    server: Server, bob: Browser, word: str, told: tuple[str, str]
) -> None:
    server.hear("bob@example.org", f"{word} challenge alice bob")
    server.hear("bob@example.org", f"{word} challenge bob alice")

    for number, words in zip((101, 102), told, strict=True):
        [sheet] = re.findall(r'<svg class="sheet".*?</svg>', bob.get(f"/{word}/{number}").text, re.DOTALL)
        assert words in sheet
        assert "Player " not in sheet


def test_the_table_of_a_card_game_names_its_own_players_and_no_others(server: Server, browser: Browser) -> None:
    """Two boards of which everybody sees the same picture, but for who sits where."""
    server.sign_up("dave")
    server.hear("alice@example.org", "hearts challenge alice bob carol dave")
    server.hear("alice@example.org", "hearts challenge alice dave carol bob")

    for number, names in (
        (101, "alice bob carol dave"),
        (102, "alice dave carol bob"),
        (101, "alice bob carol dave"),
    ):
        [sheet] = re.findall(r'<svg class="sheet".*?</svg>', browser.get(f"/hearts/{number}/0").text, re.DOTALL)
        assert re.findall(r">(alice|bob|carol|dave|South|West|North|East)</text>", sheet) == names.split()
        assert f"{names.split()[1]} has yet to pass" in sheet


def test_where_sides_are_called_by_letters_each_name_has_its_seats_letter(server: Server, browser: Browser) -> None:
    server.sign_up("dave")
    server.hear("alice@example.org", "spades challenge alice bob carol dave")

    for language, letters in (("en", "SWNE"), ("ru", "ЮЗСВ")):
        page = browser.get("/spades/101", headers={"Accept-Language": language}).text
        for letter, name in zip(letters, ("alice", "bob", "carol", "dave"), strict=True):
            assert f">{letter} {name}</text>" in page


def test_sentences_beside_the_table_name_players_too(server: Server, browser: Browser) -> None:
    server.sign_up("dave")
    board = partly_played(server, "hearts", 1.0)

    page = browser.get(board).text

    assert re.search(r"(alice|bob|carol|dave) has taken (Q♠ )?\d hearts", page)


def test_no_name_of_a_player_is_taken_for_what_else_a_picture_depends_on(
    server: Server, new_browser: Callable[[], Browser]
) -> None:
    """Whether a board is flipped stands before the names in the key of what is kept."""
    server.enrol("flippedalice", "secret99")
    for first, second in (("alice", "bob"), ("flippedalice", "bob"), ("alice", "carol")):
        server.hear(f"{first}@example.org", f"kalah challenge {first} {second}")

    def told(address: str) -> list[str]:
        """What is told of the board, from its upper left."""
        [sheet] = re.findall(r'<svg class="sheet".*?</svg>', new_browser().get(address).text, re.DOTALL)
        return re.findall("<title>(.*?)</title>", sheet)

    flipped = told("/kalah/101?flipped=yes")

    assert told("/kalah/102") == told("/kalah/103") != flipped


def test_a_player_who_is_called_like_a_seat_is_named_at_their_own(server: Server, browser: Browser) -> None:
    server.sign_up("dave")
    server.enrol("North", "secret99")
    server.hear("alice@example.org", "hearts challenge alice North carol dave")

    [sheet] = re.findall(r'<svg class="sheet".*?</svg>', browser.get("/hearts/101/0").text, re.DOTALL)

    names = ["alice", "North", "carol", "dave"]
    assert re.findall(rf">({'|'.join(names)})</text>", sheet) == names
    assert sorted(re.findall(r"(\w+) has yet to pass", sheet)) == sorted(names)


def test_who_watches_fleets_reads_whose_each_sea_is(server: Server, browser: Browser) -> None:
    server.hear("alice@example.org", "fleets challenge alice bob")

    for language, seas in (("en", ["alice's sea", "bob's sea"]), ("ru", ["Море alice", "Море bob"])):
        page = unescape(browser.get("/fleets/101", headers={"Accept-Language": language}).text)
        [sheet] = re.findall(r'<svg class="sheet".*?</svg>', page, re.DOTALL)
        assert re.findall(r">([^<]*(?:sea|Море)[^<]*)</text>", sheet) == seas
        assert f"{seas[1]}, a1, " in sheet
    assert "bob has yet to place ships." in browser.get("/fleets/101").text
    # A file is for everybody, whoever plays later.
    assert "A's sea" in unescape(browser.get("/fleets/101.svg").text)


def test_who_watches_liars_dice_reads_who_was_wrong(server: Server, browser: Browser) -> None:
    server.hear("bob@example.org", "liarsdice challenge bob alice")
    server.hear("bob@example.org", "liarsdice move 101 bob bobpw123 1x3")
    server.hear("alice@example.org", "liarsdice move 101 alice secret7 liar")

    [sheet] = re.findall(r'<svg class="sheet".*?</svg>', browser.get("/liarsdice/101").text, re.DOTALL)

    wrong = r"(bob \(A\)|alice \(B\)) was wrong"
    assert re.search(rf"Last round: bob \(A\) bid 1x3, alice \(B\) doubted, and {wrong}", sheet)
    assert re.search(r"<title>bob \(A\) showed [1-6 ]+</title>", sheet)
