"""Pictures as Chromium shows them on a phone and on a desktop, by day and by night, beside those in `screens/`.

After a change of how boards look, and for a new game, `TESTS_PICTURES=keep` keeps new ones: look at them.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from pbmserv.games.base import Game
from pbmserv.games.catalogue import installed
from pbmserv.games.picture import Picture, picture_of_lines
from pbmserv.games.testing import play_random_game, replay
from pbmserv.pictures.png import png_of
from pbmserv.pictures.svg import svg_of
from pbmserv.pictures.theme import COLOURS, Scheme
from tests.endtoend.chromium import Box, Chromium, chromium

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("chromium")]

KEPT = Path(__file__).parent / "screens"
KEEP = os.environ.get("TESTS_PICTURES") == "keep"
GAMES = sorted(installed()) if KEEP else sorted({path.name.rsplit("-", 2)[0] for path in KEPT.glob("*.png")})
SCREENS = {"phone": 390, "desktop": 1280}
SCHEMES = {"light": Scheme.LIGHT, "dark": Scheme.DARK}
PAGE = (
    '<!DOCTYPE html><html><head><meta name="viewport" content="width=device-width"><style>'
    "body {{ margin: 0; }} svg {{ display: block; width: 100%; max-width: 600px; height: auto; }}"
    "</style></head><body>{svg}</body></html>"
)
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
    positions = replay(game, play_random_game(game, {}, game.seats[0], bytes(range(16)))).positions
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


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("word", GAMES)
def test_a_board_looks_as_it_did(browser: Chromium, word: str, screen: str, scheme: str) -> None:
    picture = shown(browser, pictures_of(word)[screen == "desktop"], screen, scheme)

    if KEEP:
        picture.quantize(48, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(
            KEPT / f"{word}-{screen}-{scheme}.png", optimize=True
        )
    paper = COLOURS[SCHEMES[scheme]]["paper"]
    assert difference(picture, kept(f"{word}-{screen}-{scheme}"), paper) < TOLERANCE


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
