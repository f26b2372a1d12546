"""Letters as Chromium shows them, on a phone and on a desktop: boards look like boards, and the rest can be read."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from PIL import Image, ImageStat

from pbmserv.letters.html import html_of
from pbmserv.storage.database import Database
from tests.conversation import Server
from tests.endtoend.chromium import Box, Chromium, Drawing, Shown, chromium
from tests.endtoend.game_letters import GameLetter, html_with_picture, letter_after
from tests.endtoend.pictures import difference, keep_if_asked, kept_picture
from tests.undone import Undone

pytestmark = pytest.mark.long

PHONE, DESKTOP = 360, 1280
GAMES = {
    "goofspiel-two-players": 6,
    "hex-help-page-win": 4,
    "macmahon-border-1": 8,
    "pairimpair-draw": 10,
    "trichet-help-page-win": 4,
    "trioker-1970-two-players": 8,
    "trioker-line-two-players": 6,
    "trioker-puzzle-star": 5,
    "triominoes-two-players": 40,
}
"""After how many of its moves a golden game is looked at."""

TOLERANCE = 0.3
"""A board that stands a pixel aside differs by less than 0.2, one with columns or lines out of place by over 0.5."""

BROKEN = {
    "letters of unequal width": ("font-family:Consolas,", "font-family:'DejaVu Sans',Consolas,"),
    "broken lines": ("white-space:pre;", "white-space:pre-wrap;width:150px;"),
    "blanks run together": ("white-space:pre;", "white-space:pre-line;"),
    "lines far apart": ("line-height:1.2;white-space", "line-height:1.5;white-space"),
}
"""What a letter could lose, and how."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    with chromium(tmp_path_factory.mktemp("chromium")) as running:
        yield running


@pytest.fixture(scope="module")
def letter_of(
    sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], GameLetter]]:
    """The letter from a golden game, written when it is first asked for."""
    path = tmp_path_factory.mktemp("letters") / "pbmserv.db"
    shutil.copy(sqlite_template, path)
    database = Database(f"sqlite:///{path}")
    server = Server(Undone(database))
    server.sign_up("alice", "bob", "carol")
    yield cache(lambda golden: letter_after(server, golden, GAMES[golden]))
    database.close()


@pytest.fixture(params=[PHONE, DESKTOP], ids=["phone", "desktop"])
def width(request: pytest.FixtureRequest) -> int:
    return int(request.param)


def board_in(shown: Shown, letter: GameLetter) -> Drawing:
    """The board as it is drawn in the letter, which has to be in one piece."""
    [board] = [each for each in shown.drawings if letter.drawing in each.text]
    return board


def without_style_sheets(html: str) -> str:
    """The letter in a mail program that drops style sheets."""
    return re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL)


@pytest.mark.parametrize("golden", GAMES)
def test_a_letter_fits_on_any_screen_and_its_board_looks_like_one(
    browser: Chromium, letter_of: Callable[[str], GameLetter], golden: str, width: int
) -> None:
    letter = letter_of(golden)

    shown = browser.show(letter.html, width)

    assert shown.width <= width
    assert all(each.box.right <= width and each.size >= 13 for each in shown.prose)
    assert all(each.is_a_grid and each.size >= (10 if width == PHONE else 13) for each in shown.drawings)
    assert shown.fetched == []
    picture = browser.picture(board_in(shown, letter).box_of(letter.drawing))
    keep_if_asked(f"{golden}-{width}", picture)
    assert difference(picture, kept_picture(f"{golden}-{width}")) < TOLERANCE


@pytest.mark.parametrize("broken", BROKEN)
def test_a_board_that_has_lost_its_shape_is_noticed(
    browser: Chromium, letter_of: Callable[[str], GameLetter], broken: str
) -> None:
    letter = letter_of("trichet-help-page-win")
    assert BROKEN[broken][0] in letter.html

    shown = browser.show(letter.html.replace(*BROKEN[broken]), PHONE)

    board = board_in(shown, letter)
    assert not board.is_a_grid
    kept = kept_picture(f"trichet-help-page-win-{PHONE}")
    assert difference(browser.picture(board.box_of(letter.drawing)), kept) > 1.5 * TOLERANCE


@pytest.mark.parametrize("golden", ["trioker-line-two-players", "macmahon-border-1"])
def test_each_legal_move_is_a_link_that_a_finger_can_hit(
    browser: Chromium, letter_of: Callable[[str], GameLetter], golden: str
) -> None:
    letter = letter_of(golden)

    links = browser.show(letter.html, PHONE).moves

    alone = letter.shown_alone
    assert [link.words for link in links] == list(alone)
    assert [parse_qs(urlsplit(link.address).query)["body"] for link in links] == [
        [f"{move}{letter.ending}"] for move in alone
    ]
    assert all(link.address.startswith("mailto:games%2Br-") for link in links)
    assert all(link.box.width >= 32 and link.box.height >= 32 for link in links)
    assert not any(overlap(link.box, other.box) for link, other in pairwise(links))
    assert all(link.box.right <= PHONE for link in links)


def test_of_many_links_a_dozen_can_be_seen_until_the_others_are_unfolded(
    browser: Chromium, letter_of: Callable[[str], GameLetter]
) -> None:
    html = letter_of("trioker-puzzle-star").html

    folded = browser.show(html, PHONE).moves
    unfolded = browser.show(html.replace("<details>", "<details open>"), PHONE).moves

    assert 3 <= len(folded) <= 12
    assert len(unfolded) > 50


def test_without_style_sheets_boards_keep_their_shape_and_links_their_distance(
    browser: Chromium, letter_of: Callable[[str], GameLetter]
) -> None:
    letter = letter_of("trioker-1970-two-players")

    unfolded = letter.html.replace("<details>", "<details open>")
    shown = browser.show(without_style_sheets(unfolded), PHONE)

    assert shown.width <= PHONE
    assert board_in(shown, letter).is_a_grid
    assert board_in(shown, letter).size == 13
    middles = [(link.box.left + link.box.width / 2, link.box.top + link.box.height / 2) for link in shown.moves]
    assert len(middles) == len(letter.moves)
    assert all(max(abs(x - left), abs(y - top)) >= 24 for (left, top), (x, y) in pairwise(middles))


def test_by_night_a_letter_is_light_on_dark(browser: Chromium, letter_of: Callable[[str], GameLetter]) -> None:
    letter = letter_of("trichet-help-page-win")

    board = board_in(browser.show(letter.html, PHONE, by_night=True), letter)

    picture = Image.open(BytesIO(browser.picture(board.box))).convert("L")
    [(darkest, lightest)] = ImageStat.Stat(picture).extrema
    assert darkest < 40
    assert lightest > 200
    assert ImageStat.Stat(picture).mean[0] < 60


def test_long_words_and_wide_tables_do_not_widen_the_page(browser: Chromium) -> None:
    long_word = "0123456789abcdef" * 8
    text = f"Its SHA-256 is\n{long_word}\n\n{'name  rating  ' * 12}\n\nHello!\n"

    shown = browser.show(html_of(text), PHONE)

    assert shown.width <= PHONE
    assert [each.box.right <= PHONE for each in shown.prose] == [True, True]
    assert [each.is_a_grid for each in shown.drawings] == [True]


SCREENS = {"phone": (390, 844), "desktop": (1280, 800)}
PICTURED = ("goofspiel-two-players", "hex-help-page-win", "macmahon-border-1", "trichet-help-page-win")


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("golden", PICTURED)
def test_a_letter_with_a_picture_looks_as_it_did_when_somebody_last_looked(
    browser: Chromium, letter_of: Callable[[str], GameLetter], golden: str, screen: str
) -> None:
    width, height = SCREENS[screen]
    name = f"letter-{golden}-{screen}"

    shown = browser.show(letter_of(golden).with_picture, width)

    assert shown.width <= width
    [board] = shown.pictures
    assert 200 <= board.width <= width - 32
    assert shown.fetched == []
    picture = browser.screen(width, height)
    keep_if_asked(name, picture)
    assert difference(picture, kept_picture(name)) < TOLERANCE


def test_by_night_the_card_with_the_picture_is_the_brightest_part_of_a_dark_page(
    browser: Chromium, letter_of: Callable[[str], GameLetter]
) -> None:
    shown = browser.show(letter_of("hex-help-page-win").with_picture, 390, by_night=True)

    [board] = shown.pictures
    page = Image.open(BytesIO(browser.screen(390, 844))).convert("L")
    card = page.crop((round(board.left), round(board.top), round(board.right), round(board.bottom)))
    above = page.crop((0, 0, 390, round(board.top) - 20))
    assert 150 < ImageStat.Stat(card).mean[0] < 235
    assert ImageStat.Stat(above).mean[0] < 50


@pytest.mark.parametrize("golden", GAMES)
def test_on_the_smallest_phone_a_picture_fits_between_the_edges(
    browser: Chromium, letter_of: Callable[[str], GameLetter], golden: str
) -> None:
    shown = browser.show(letter_of(golden).with_picture, PHONE)

    assert shown.width <= PHONE
    assert [picture.left >= 0 and picture.right <= PHONE for picture in shown.pictures] == [True]
    [play] = [link for link in shown.links if link.words == "Play"]
    assert play.box.height >= 44


@pytest.mark.parametrize("golden", GAMES)
def test_where_pictures_are_switched_off_the_board_stands_there_in_characters(
    browser: Chromium, letter_of: Callable[[str], GameLetter], golden: str
) -> None:
    letter = letter_of(golden)
    switched_off = re.sub(r'src="data:[^"]*"', 'src="missing.png"', letter.with_picture)

    shown = browser.show(switched_off, 1280)

    assert shown.width <= 1280
    lines = browser.alternative_text().strip("\n").splitlines()
    assert lines == letter.drawing.strip("\n").splitlines()
    box = shown.pictures[0]
    ink = Image.open(BytesIO(browser.picture(box))).convert("L")
    # Below the sign for a missing picture, at the left.
    below = ink.crop((0, 30, ink.width, ink.height))
    [(darkest, _)] = ImageStat.Stat(below).extrema
    assert darkest < 100


@pytest.mark.parametrize("by_night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("kind", ["picture", "characters", "chat", "refusal", "welcome", "help", "list"])
def test_axe_finds_nothing_wrong(
    browser: Chromium,
    letter_of: Callable[[str], GameLetter],
    words_of: Callable[[str], str],
    kind: str,
    by_night: bool,
) -> None:
    letter = letter_of("hex-help-page-win")
    html = {"picture": letter.with_picture, "characters": letter.html}.get(kind) or words_of(kind)

    browser.open(html, 390, by_night=by_night)

    assert browser.complaints_of_axe() == []


LINES = {
    "chat": ("hex challenge alice bob", "hex chat 101 alice secret7"),
    "refusal": ("hex challenge alice bob", "hex move 101 alice secret7 z9"),
    "welcome": ("signup dave password-of-dave",),
    "help": ("help replies",),
    "list": ("list",),
}


@pytest.fixture
def words_of(sqlite_database: Database) -> Callable[[str], str]:
    """A letter that is not about a move, by its kind."""

    def written(kind: str) -> str:
        server = Server(sqlite_database)
        server.sign_up("alice", "bob")
        for line in LINES[kind]:
            server.say("alice@example.org", line, comment="Hello, everybody!\n\nHow are you?")
        return html_with_picture(server.outbox()[-1])

    return written


def overlap(one: Box, other: Box) -> bool:
    """Whether one point belongs to both."""
    beside = one.right <= other.left or other.right <= one.left
    return not (beside or one.bottom <= other.top or other.bottom <= one.top)
