"""Pictures on pages: each place is written once, and small enough for every page."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from xml.etree import ElementTree

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.games.picture import Choice, Line, Path, Picture, Point, Polygon, Shape, Text
from pbmserv.games.testing import play_random_game, replay
from pbmserv.pictures.theme import COLOURS, Scheme
from pbmserv.web.touchable_picture import TouchablePicture, touchable_picture

SVG = "{http://www.w3.org/2000/svg}"
SQUARE = Polygon((Point(0, 0), Point(30, 0), Point(30, 30), Point(0, 30)))
PICTURE = Picture(
    60,
    30,
    (
        Shape(SQUARE, "cell", "a1", "a1, White's king"),
        Shape(Path("M-5 -5 L5 -5 L5 5 Z", Point(15, 15), 2), "piece.0", "a1"),
        Shape(Line(Point(1, 1), Point(29, 1)), "last", "a1"),
        Shape(Path("M0 0 L10 0 L10 15 L0 15 Z", Point(40, 0), 2), "hand", "7S", "your card 7S"),
    ),
    "A board",
    (Choice("pass", "Pass", "pass: lay no stone"),),
)


def drawn(picture: Picture = PICTURE, **links: str) -> ElementTree.Element:
    return ElementTree.fromstring(touchable_picture(picture).svg("Board 101", links))  # noqa: S314 - it is our own


@cache
def in_the_middle(word: str) -> tuple[Picture, TouchablePicture]:
    game = installed()[word]
    positions = replay(game, play_random_game(game, {}, game.seats[0], bytes(16))).positions
    picture = game.picture(positions[len(positions) // 2], 0)
    return picture, touchable_picture(picture)


def test_a_place_is_one_link_with_its_words_and_the_outline_that_is_drawn() -> None:
    svg = drawn(a1="/chess/101?touch=a1")

    [link] = svg.iter(f"{SVG}a")
    [refers] = link.findall(f"{SVG}use")
    [outline] = [each for each in svg.iter() if f"#{each.get('id')}" == refers.get("href")]
    assert (link.get("data-place"), link.findtext(f"{SVG}title")) == ("a1", "a1, White's king")
    assert (outline.tag, outline.get("d")) == (f"{SVG}path", "M0 0h30v30h-30z")


def test_a_place_that_cannot_be_touched_says_what_it_holds_all_the_same() -> None:
    [touches] = [each for each in drawn().iter() if each.get("class") == "touches"]
    places = touches.findall(f"{SVG}g")

    assert [(each.tag, each.get("data-name"), each.findtext(f"{SVG}title")) for each in places] == [
        (f"{SVG}g", None, "a1, White's king"),
        (f"{SVG}g", "7S", "your card 7S"),
    ]


def test_what_lies_on_a_place_says_where_and_marks_are_no_pieces() -> None:
    lying = [(each.tag, each.get("data-on")) for each in drawn().iter() if each.get("data-on")]

    assert lying == [(f"{SVG}path", "a1")]


def test_a_card_can_be_touched_wherever_it_is_drawn() -> None:
    assert touchable_picture(PICTURE).places["7S"].size == 20


def test_a_place_that_is_a_text_is_touched_within_its_box() -> None:
    word = Picture(100, 40, (Shape(Text("ten", Point(50, 20), 20), "word", "10", "ten"),))

    assert '<rect width="37.2" height="20" y="10" x="31.4"/>' in touchable_picture(word).svg("", {"10": "/"})


def test_a_place_aside_says_so_that_it_is_not_lit_among_the_others() -> None:
    [link] = drawn(replace(PICTURE, shapes=(Shape(SQUARE, "touch.aside", "e3h"),)), e3h="/").iter(f"{SVG}a")

    assert link.attrib == {"data-place": "e3h", "data-aside": "", "href": "/"}


def test_a_choice_is_not_drawn() -> None:
    assert "pass" not in touchable_picture(PICTURE).svg("Board 101", {}).lower()
    assert touchable_picture(PICTURE).choices == PICTURE.choices


def test_without_a_style_sheet_nothing_is_black_that_should_not_be() -> None:
    svg = drawn(a1="/")

    colours = {group.get("class"): group.get("fill") for group in svg.iter(f"{SVG}g") if group.get("class")}
    light = COLOURS[Scheme.LIGHT]
    assert colours == {
        "picture": None,
        "pic-cell": f"url(#wood-cell) {light['cell']}",
        "pic-piece-0": light["piece0"],
        "pic-last": "none",
        "pic-hand": light["tile"],
        "touches": "none",
    }
    assert svg.find(f".//{SVG}rect").get("fill") == light["paper"]  # type: ignore[union-attr]
    assert svg.find(f".//{SVG}pattern/{SVG}path").get("fill") == f"var(--cell,{light['cell']})"  # type: ignore[union-attr]


@pytest.mark.parametrize("word", installed())
@pytest.mark.alike
def test_each_place_of_a_game_is_written_once(word: str) -> None:
    picture, sheet = in_the_middle(word)
    svg = sheet.svg("", {target: f"/{word}/101?touch={target}" for target in picture.targets})

    names = Counter(re.findall(r'data-place="([^"]*)"', svg))
    assert set(names) == set(sheet.places)
    assert set(names.values()) <= {1}
    ids = re.findall(r' id="([^"]*)"', svg)
    assert len(ids) == len(set(ids))
    # Style sheets have the dot on places where a piece can go.
    assert set(re.findall(r'(?:href="|url\()#([^")]*)', svg)) | {"dot"} == {*ids, "dot"}


@pytest.mark.parametrize(
    ("word", "kilobytes"), [*((word, 8) for word in installed() if word != "twixt"), ("twixt", 12)]
)
@pytest.mark.alike
def test_the_picture_of_a_game_is_small(word: str, kilobytes: int) -> None:
    picture, sheet = in_the_middle(word)
    svg = sheet.svg("", {target: f"/{word}/101?touch={target}" for target in picture.targets})

    assert len(gzip.compress(svg.encode(), 6)) <= kilobytes * 1000


@pytest.mark.alike
@pytest.mark.parametrize("word", installed())
def test_no_game_paints_buttons(word: str) -> None:
    picture, _ = in_the_middle(word)

    drawn = {shape.target for shape in picture.shapes}
    assert not any(shape.role == "choice" for shape in picture.shapes)
    assert not drawn & {"pass", "roll", "double", "take", "drop", "claim", "=Q", "hint", "agree", "done", "give"}
