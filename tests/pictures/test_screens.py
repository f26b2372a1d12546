"""Pictures as Chromium shows them on a phone and on a desktop, by day and by night, beside those in `screens/`.

After a change of how boards look, and for a new game, `TESTS_PICTURES=keep` keeps new ones: look at them.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from pbmserv.games.base import Game, Options
from pbmserv.games.catalogue import installed
from pbmserv.games.picture import Picture, picture_of_lines
from pbmserv.games.testing import play_random_game, replay
from pbmserv.pictures.png import png_of
from pbmserv.pictures.svg import svg_of
from pbmserv.pictures.theme import COLOURS, Scheme
from tests.endtoend.chromium import Box, Chromium, chromium

pytestmark = pytest.mark.long

KEPT = Path(__file__).parent / "screens"
KEEP = os.environ.get("TESTS_PICTURES") == "keep"
GAMES = sorted(installed())
SCREENS = {"phone": 390, "desktop": 1280}
SCHEMES = {"light": Scheme.LIGHT, "dark": Scheme.DARK}
BOARDS_OF_THEIR_OWN = {
    "abande", "backgammon", "chess", "conhex", "connect6", "dipole", "dots", "go", "goofspiel", "havannah", "hex",
    "hnefatafl", "kalah", "macmahon", "morris", "othello", "pairimpair", "slither", "trichet", "trioker",
    "trioker-line", "trioker-puzzle", "triominoes", "tumbleweed", "twixt", "yacht",
}  # fmt: skip
"""Games that show how their family of boards looks: on both screens, by day and by night. Of the others, which look
like one of these, there is the middle of a game on a phone by day, and its end on a desktop by night.
"""
SEEN = [
    (word, screen, scheme)
    for word in GAMES
    for screen, scheme in product(SCREENS, SCHEMES)
    if word in BOARDS_OF_THEIR_OWN or (screen, scheme) in {("phone", "light"), ("desktop", "dark")}
]
PAGE = (
    '<!DOCTYPE html><html><head><meta name="viewport" content="width=device-width"><style>'
    "body {{ margin: 0; }} svg {{ display: block; width: 100%; max-width: 600px; height: auto; }}"
    "</style></head><body>{svg}</body></html>"
)
SHORT: Mapping[str, Options] = {
    "bridge": {"deals": 2}, "fivehundred": {"to": 1000}, "hearts": {"points": 10}, "liarsdice": {"dice": 6},
    "twixt": {"size": 8},
}  # fmt: skip
"""Options with which a random game is over soon, or won by somebody, or shows more than a few cards."""
BOX = """
const box = document.querySelector("svg").getBoundingClientRect();
return {left: box.left, top: box.top + scrollY, width: box.width, height: box.height};
"""
TEXTS_BESIDE = """
const page = document.querySelector("svg").getBoundingClientRect();
return [...document.querySelectorAll("text")].filter((text) => {
  const box = text.getBoundingClientRect();
  return box.left < page.left || box.right > page.right || box.top < page.top || box.bottom > page.bottom;
}).map((text) => text.lastChild.data);
"""
BLUR = 1
"""How far apart the same line may stand, in pixels of half the size, by another way to smooth it."""
FAINT = 16
"""Of 255: so little comes of keeping few colours."""
TOLERANCE = 0.03
"""Boards that stand a pixel apart differ by less, those that lack a few of their stones by more."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    with chromium(tmp_path_factory.mktemp("chromium")) as running:
        yield running


@cache
def pictures_of(word: str) -> tuple[Picture, Picture]:
    """A position from the middle of a random game, as its first seat sees it, and the last one."""
    game: Game[object] = installed()[word]
    record = play_random_game(game, SHORT.get(word, {}), game.seats[0], bytes(range(16)))
    positions = replay(game, record).positions
    return game.picture(positions[len(positions) * 2 // 3], 0), game.picture(positions[-1], 0)


def shown(browser: Chromium, picture: Picture, screen: str, scheme: str) -> Image.Image:
    page = browser.show(PAGE.format(svg=svg_of(picture)), SCREENS[screen], by_night=scheme == "dark")
    assert page.width <= SCREENS[screen]
    assert browser.ask(TEXTS_BESIDE) == []
    taken = browser.picture(Box(**browser.ask(BOX)))
    return Image.open(io.BytesIO(taken)).convert("RGB").reduce(2)


def difference(one: Image.Image, other: Image.Image, paper: str) -> float:
    """How much of what stands out from the paper differs: 0 is nothing, 1 and more is all."""
    size = min(one.width, other.width), min(one.height, other.height)
    assert max(abs(one.width - other.width), abs(one.height - other.height)) <= 1
    blurred = [each.crop((0, 0, *size)).filter(ImageFilter.GaussianBlur(BLUR)) for each in (one, other)]
    blank = Image.new("RGB", size, paper)
    stands_out = sum(_sum(ImageChops.difference(each, blank)) for each in blurred) / 2
    found = ImageChops.difference(*blurred).point(([0] * FAINT + [*range(FAINT, 256)]) * 3)
    return _sum(found) / stands_out


def _sum(picture: Image.Image) -> float:
    return sum(ImageStat.Stat(picture).sum)


def kept(name: str) -> Image.Image:
    return Image.open(KEPT / f"{name}.png").convert("RGB")


@pytest.mark.parametrize(("word", "screen", "scheme"), SEEN)
@pytest.mark.in_part
def test_a_board_looks_as_it_did(browser: Chromium, word: str, screen: str, scheme: str) -> None:
    picture = shown(browser, pictures_of(word)[screen == "desktop"], screen, scheme)

    if KEEP:
        picture.quantize(48, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(
            KEPT / f"{word}-{screen}-{scheme}.png", optimize=True
        )
    paper = COLOURS[SCHEMES[scheme]]["paper"]
    assert difference(picture, kept(f"{word}-{screen}-{scheme}"), paper) < TOLERANCE


def test_every_screen_that_is_kept_is_looked_at() -> None:
    assert {path.stem for path in KEPT.glob("*.png")} == {"-".join(each) for each in SEEN}


@pytest.mark.parametrize("word", GAMES)
def test_letters_and_pages_show_the_same_board(browser: Chromium, word: str) -> None:
    picture = pictures_of(word)[0]

    on_the_page = shown(browser, picture, "phone", "light")

    in_the_letter = Image.open(io.BytesIO(png_of(picture, SCREENS["phone"]))).convert("RGB").reduce(2)
    assert difference(on_the_page, in_the_letter, COLOURS[Scheme.LIGHT]["paper"]) < TOLERANCE


def test_a_board_that_lacks_a_stone_is_noticed(browser: Chromium) -> None:
    picture = pictures_of("hex")[0]
    stones = [shape for shape in picture.shapes if shape.role == "piece.0"]
    lacking = replace(picture, shapes=tuple(shape for shape in picture.shapes if shape not in stones[:5]))

    seen = shown(browser, lacking, "phone", "light")

    assert difference(seen, kept("hex-phone-light"), COLOURS[Scheme.LIGHT]["paper"]) > TOLERANCE


def test_a_board_in_characters_fits_the_screen(browser: Chromium) -> None:
    picture = picture_of_lines(f"{'x' * 79}\n{'y' * 40}")

    seen = shown(browser, picture, "phone", "light")

    assert seen.size == (195, 12)
