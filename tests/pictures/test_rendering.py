"""A picture becomes SVG, PNG and words, whatever a plug-in has put into it."""

from __future__ import annotations

import gzip
import io
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from pbmserv.games.boards.grids import name_of
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.grid_game import GridDisplay
from pbmserv.games.picture import (
    BadPicture,
    Circle,
    Line,
    Path,
    Picture,
    Point,
    Polygon,
    Shape,
    Text,
    check_picture,
    picture_of_lines,
)
from pbmserv.games.testing import play_random_game, replay
from pbmserv.pictures.png import CannotRasterise, png_of
from pbmserv.pictures.svg import drawn_on_a_page, svg_in_little, svg_of, svg_on_a_page
from pbmserv.pictures.theme import COLOURS, Scheme, class_of
from pbmserv.pictures.words import words_of

SVG = "{http://www.w3.org/2000/svg}"
ROUND = Polygon((Point(0, 0), Point(50, 0), Point(0, 50), Point(9, 9)) * 500)
NOTHING: Any = None
ONCE_ONLY: Any = iter(())
MARKUP: Any = ("<svg>",)
POINTS, NO_NUMBER, NO_TEXT = Polygon((NOTHING,) * 3), Circle(Point(0, 0), NOTHING), Text(NOTHING, Point(0, 0), 1)
HOSTILE = '"><script>alert(1)</script>&amp;\x00\ud800]]>'

PICTURE = Picture(
    100,
    50,
    (
        Shape(Polygon((Point(0, 0), Point(50, 0), Point(0, 50))), "cell", "a1", "a1, empty"),
        Shape(Circle(Point(75, 25), 20), "piece.0", "b1", "b1, a stone"),
        Shape(Line(Point(0, 0), Point(100, 50)), "last"),
        Shape(Path("M0 0L10 0L0 10Z", Point(60, 5), 2), "win"),
        Shape(Text("b", Point(75, 25), 12), "label"),
    ),
    "A board of two cells",
)


def elements(svg: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter())  # noqa: S314 - it is our own


def test_what_can_be_touched_says_what_it_is() -> None:
    touched = [each for each in elements(svg_of(PICTURE)) if each.get("data-target")]

    assert [(each.get("data-target"), each.findtext(f"{SVG}title")) for each in touched] == [
        ("a1", "a1, empty"),
        ("b1", "b1, a stone"),
    ]


def test_each_shape_has_the_class_of_its_role() -> None:
    classes = [each.get("class") for each in elements(svg_on_a_page(PICTURE)) if each.get("class")]

    assert classes == ["picture", "pic-paper", "pic-cell", "pic-piece-0", "pic-last", "pic-win", "pic-label"]


def test_in_little_it_looks_the_same_and_only_the_whole_says_what_it_is() -> None:
    little = svg_in_little(PICTURE)

    assert [each.text for each in elements(little) if each.tag == f"{SVG}title"] == ["A board of two cells"]
    assert "data-target" not in little
    assert re.findall(r"<(?:path|circle|line|text) [^>/]*", little) == re.findall(
        r"<(?:path|circle|line|text) [^>/]*",
        svg_of(PICTURE).replace(' data-target="a1"', "").replace(' data-target="b1"', ""),
    )
    assert "--piece0:" in little
    assert "--piece1:" not in little


@pytest.mark.parametrize("word", ["go", "chess", "trichet"])
def test_in_little_a_board_weighs_two_thirds_at_most(word: str) -> None:
    game = installed()[word]
    options = {option.name: option.default for option in game.options}
    picture = game.picture(game.start(options, game.seats[0], Chance(bytes(SEED_BYTES), "start")), None)

    assert len(gzip.compress(svg_in_little(picture).encode())) <= 2 / 3 * len(gzip.compress(svg_of(picture).encode()))


def test_in_one_scheme_the_colours_are_written_out_and_no_style_sheet_is_needed() -> None:
    svg = svg_of(PICTURE, Scheme.DARK)

    assert f'fill="{COLOURS[Scheme.DARK]["piece0"]}"' in svg
    assert "style" not in svg
    assert "class=" not in svg.partition(">")[2]


def test_dots_of_one_size_are_one_outline_on_a_page_that_looks_like_each_of_them() -> None:
    forms = [Circle(Point(x, 10), 4.4) for x in (10, 40)] + [Circle(Point(x, 30.333), 7) for x in (10, 25.125, 47)]
    dots = Picture(60, 40, tuple(Shape(form, "mark") for form in forms))
    group = drawn_on_a_page(dots, {})
    assert (group.count("<path "), group.count("<circle ")) == (2, 0)

    [outlines] = [each for each in elements(group) if each.get("class") == "pic-mark"]
    paths = tuple(Shape(Path(path.attrib["d"], Point(0, 0)), "mark") for path in outlines)
    pixels = [
        Image.open(io.BytesIO(png_of(each, 600, Scheme.LIGHT))).convert("L").tobytes()
        for each in (dots, replace(dots, shapes=paths))
    ]
    far_apart = [abs(left - right) > 64 for left, right in zip(*pixels, strict=True)]
    assert sum(far_apart) < 0.01 * len(far_apart), "they differ at their borders at most"
    assert pixels[0].count(min(pixels[0])) > 0.1 * len(far_apart)


def bar(*corners: tuple[float, float]) -> Polygon:
    return Polygon(tuple(Point(x, y) for x, y in corners))


def test_polygons_of_one_colour_are_one_outline_on_a_page_for_each_way_round() -> None:
    level, upright = bar((5, 15), (55, 15), (55, 25), (5, 25)), bar((25, 5), (35, 5), (35, 35), (25, 35))
    other_way = Polygon(upright.corners[::-1])

    def paths(*forms: Polygon, role: str = "side.0") -> list[str]:
        group = drawn_on_a_page(Picture(60, 40, tuple(Shape(form, role) for form in forms)), {})
        [outlines] = [each for each in elements(group) if each.get("class", "").startswith(class_of(role))]
        return [path.attrib["d"] for path in outlines]

    assert paths(level, upright) == ["M5 15h50v10h-50zM25 5h10v30h-10z"]
    assert len(paths(level, other_way)) == 2, "where both overlap, one outline would have a hole"
    assert len(paths(level, upright, role="cell")) == 2, "each has a border of another colour"


@pytest.mark.parametrize(
    "draw", [svg_of, svg_in_little, svg_on_a_page, lambda picture: svg_of(picture, Scheme.LIGHT)]
)
def test_no_text_of_a_plug_in_becomes_markup(draw: Callable[[Picture], str]) -> None:
    shapes = [
        Shape(Text(HOSTILE, Point(1, 1), 10), "label", "a1", HOSTILE),
        Shape(PICTURE.shapes[0].form, "cell", '"<&'),
    ]
    svg = draw(Picture(10, 10, tuple(shapes), HOSTILE))

    assert {each.tag for each in elements(svg)} <= {
        f"{SVG}{name}" for name in ("svg", "style", "title", "rect", "g", "text", "path", "pattern")
    }
    assert "<script" not in svg


@given(st.text(max_size=120), st.text(max_size=300))
def test_whatever_stands_in_texts_and_words_the_document_can_be_read(text: str, words: str) -> None:
    svg = svg_of(Picture(10, 10, (Shape(Text(text, Point(1, 1), 10), "label", "", words),), words))

    assert elements(svg)[0].tag == f"{SVG}svg"


@pytest.mark.parametrize(
    ("what", "why"),
    [
        (replace(PICTURE, width=float("nan")), "units wide"),
        (replace(PICTURE, height=1e9), "units wide"),
        (replace(PICTURE, width=True), "units wide"),
        (replace(PICTURE, words="x" * 301), "longer than 300"),
        (replace(PICTURE, shapes=PICTURE.shapes * 200_000), "at most 20000 shapes"),
        (replace(PICTURE, shapes=(Shape(ROUND, "mark"),) * 101), "at most 200000 corners"),
        (replace(PICTURE, width=10**400), "made of other things"),
        (replace(PICTURE, words=NOTHING), "made of other things"),
        (replace(PICTURE, shapes=NOTHING), "made of other things"),
        (replace(PICTURE, shapes=ONCE_ONLY), "made of other things"),
        (replace(PICTURE, shapes=MARKUP), "holds shapes, not '<svg>'"),
        (None, "made of other things"),
    ],
)
def test_a_picture_that_is_none_is_refused(what: Any, why: str) -> None:
    with pytest.raises(BadPicture, match=why):
        check_picture(what)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"form": POINTS}, "made of other things"),
        ({"form": NO_NUMBER}, "outside"),
        ({"form": NO_TEXT}, "made of other things"),
        ({"role": 'cell" onload="x'}, "no role"),
        ({"target": "a 1"}, "target"),
        ({"target": "x" * 61}, "target"),
        ({"words": "x" * 301}, "longer than 300"),
        ({"form": Circle(Point(0, 0), float("inf"))}, "outside"),
        ({"form": Circle(Point(10**9, 0), 1)}, "outside"),
        ({"form": Path('M0 0" onload="x', Point(0, 0))}, "outline"),
        ({"form": Text("x" * 121, Point(0, 0), 10)}, "longer than 120"),
        ({"form": Polygon((Point(0, 0), Point(1, 1)))}, "3 to 2000 corners"),
        ({"form": Polygon((*ROUND.corners, Point(0, 0)))}, "3 to 2000 corners"),
        ({"form": Circle(Point(0, 0), 0)}, "larger than nothing"),
        ({"form": Circle(Point(0, 0), 10**400)}, "made of other things"),
        ({"form": Circle(Point(0, float("nan")), 1)}, "outside"),
        ({"form": Path("L0 0", Point(0, 0))}, "outline"),
        ({"form": Path("M0 0 C1 2 3", Point(0, 0))}, "outline"),
        ({"form": Path("M" + "1" * 3999, Point(0, 0))}, "outline"),
        ({"form": "<script>"}, "no such form"),
        ({"words": 7}, "made of other things"),
        ({"target": ["a1"]}, "made of other things"),
        ({"role": ["cell"]}, "made of other things"),
    ],
)
def test_a_shape_that_is_none_is_refused(change: dict[str, Any], why: str) -> None:
    with pytest.raises(BadPicture, match=why):
        svg_of(replace(PICTURE, shapes=(replace(PICTURE.shapes[0], **change),)))


def test_a_png_has_the_width_that_was_asked_for_and_the_colours_of_its_scheme() -> None:
    image = Image.open(io.BytesIO(png_of(PICTURE, 400, Scheme.LIGHT))).convert("RGB")

    assert image.size == (400, 200)
    painted, wanted = image.getpixel((280, 130)), bytes.fromhex(COLOURS[Scheme.LIGHT]["piece0"][1:])
    assert isinstance(painted, tuple)
    assert bytes(painted) == wanted


@pytest.mark.parametrize(
    "form",
    [
        Path("M99999 0 L0 99999 l-99999 -99999 Z", Point(10_000, -10_000), 10_000),
        Path("M0 0 A5 0 1 1 0 9 9 Q1 1 2 2 T3 3 S1 1 2 2 H5 V5 Z m1 1 l1 1 z", Point(5, 5)),
        Circle(Point(-10_000, 10_000), 10_000),
        Polygon((Point(-10_000, -10_000), Point(10_000, 10_000), Point(-10_000, 10_000))),
        Text(HOSTILE + "\n\u202e\U0001f600", Point(1, 1), 10_000),
        Text("x", Point(1, 1), 0.001),
        Text(" \n", Point(1, 1), 10),
    ],
)
def test_the_strangest_shape_that_is_one_can_be_drawn(form: Any) -> None:
    picture = Picture(10, 10, (Shape(form, "tint.1", "a1", "a1"),))

    assert Image.open(io.BytesIO(png_of(picture, 100))).size == (100, 100)
    assert elements(svg_of(picture))


def test_a_png_of_too_many_pixels_is_not_made() -> None:
    with pytest.raises(CannotRasterise, match="800 by 800000 pixels is too large"):
        png_of(replace(PICTURE, width=10, height=10_000), 800)


def test_curves_and_holes_of_an_outline_are_drawn() -> None:
    ring = "M-10 0 A10 10 0 1 1 10 0 A10 10 0 1 1 -10 0 Z M-5 0 A5 5 0 1 0 5 0 A5 5 0 1 0 -5 0 Z"
    picture = Picture(30, 30, (Shape(Path(ring, Point(15, 15)), "rim.1"),))

    image = Image.open(io.BytesIO(png_of(picture, 300))).convert("L")

    paper, painted = image.getpixel((5, 5)), image.getpixel((150, 75))
    assert image.getpixel((150, 150)) == paper != painted
    assert image.getpixel((75, 150)) == image.getpixel((225, 150)) == painted


@pytest.mark.alike
@pytest.mark.parametrize("word", installed())
def test_what_a_picture_of_a_game_says_can_be_read_back_from_its_svg(word: str) -> None:
    game = installed()[word]
    position = replay(game, play_random_game(game, {}, game.seats[0], bytes(16))).positions[-2]
    picture = game.picture(position, 0)

    groups = elements(svg_on_a_page(picture))[0].findall(f"{SVG}g")

    drawn = [(group.get("class"), shape) for group in groups for shape in group]
    assert [shown for shown, _ in drawn] == [class_of(shape.role) for shape in picture.shapes]
    assert [each.get("data-target", "") for _, each in drawn] == [shape.target for shape in picture.shapes]
    assert [each.findtext(f"{SVG}title", "") for _, each in drawn] == [
        shape.words or shape.target for shape in picture.shapes
    ]


GRIDS = [word for word, game in installed().items() if isinstance(game, GridDisplay) and word != "dots"]
"""Games with pieces in places; lines of Dots and Boxes are none."""


@pytest.mark.long
@pytest.mark.parametrize("word", GRIDS)
def test_every_piece_of_a_position_is_in_its_picture_and_no_other(word: str) -> None:
    game = installed()[word]
    assert isinstance(game, GridDisplay)
    whole = replay(game, play_random_game(game, {}, game.seats[0], bytes(16))).positions[-2]
    position = game.seen_by(whole, 0)
    board, lying = game.board(position), game.contents(position)

    groups = elements(svg_on_a_page(game.picture(position, 0)))[0].findall(f"{SVG}g")

    shapes = [each for group in groups for each in group if each.get("data-target")]
    told = {each.get("data-target"): each.findtext(f"{SVG}title", "") for each in reversed(shapes)}
    pieces_drawn = [group for group in groups if str(group.get("class")).startswith("pic-piece-")]
    drawn = {each.get("data-target") for group in pieces_drawn for each in group}
    figures = {name: lying.figures.get(cells) for name, cells in zip(board.names, lying.cells, strict=True)}
    # In Phutball men and ball belong to nobody, and are pieces all the same.
    is_common = word == "phutball"
    pieces = {name: figure for name, figure in figures.items() if figure and (is_common or figure.seat is not None)}
    if word == "twixt":
        # Pegs are never moved, so none needs a name.
        assert sum(map(len, pieces_drawn)) == len(pieces)
    else:
        # Sides of the board and owners of spaces have the colours of pieces, and cannot be touched.
        assert drawn - {None} == set(pieces)
    for name, figure in pieces.items():
        assert told[name].startswith(f"{name}, {name_of(figure, lying.seat_names)}")


def test_texts_are_drawn_in_our_own_fonts() -> None:
    bare = replace(PICTURE, shapes=PICTURE.shapes[:-1])

    assert png_of(PICTURE, 400) != png_of(bare, 400)
    assert png_of(PICTURE, 400) == png_of(PICTURE, 400)


def test_in_words_a_picture_tells_what_it_is_and_what_each_place_holds() -> None:
    assert words_of(PICTURE) == "A board of two cells\na1, empty\nb1, a stone\n"


def test_a_board_of_characters_is_a_picture_of_its_lines() -> None:
    picture = picture_of_lines(" 1 \\. .\\ 1\n\n  a b", "Board")

    assert words_of(picture) == "Board\n1 \\. .\\ 1\na b\n"
    assert [shape.form.at.x for shape in picture.shapes if isinstance(shape.form, Text)] == [22.05, 34.1]


@pytest.mark.parametrize("role", ["cell.light.last", "cell.dark.last", "cell.check"])
def test_a_tint_is_no_larger_than_its_square(role: str) -> None:
    left, right = (Polygon((Point(x, 0), Point(x + 50, 0), Point(x + 50, 50), Point(x, 50))) for x in (0, 50))
    board = Picture(100, 50, (Shape(left, "cell.light"), Shape(right, "cell.dark")))
    tinted = replace(board, shapes=(*board.shapes, Shape(left, role)))

    before, after = (Image.open(io.BytesIO(png_of(each, 1200))).convert("RGB") for each in (board, tinted))

    assert before.getpixel((590, 300)) != after.getpixel((590, 300))
    assert before.crop((600, 0, 1200, 600)).tobytes() == after.crop((600, 0, 1200, 600)).tobytes()
    assert f'class="{class_of(role)}"' in svg_of(tinted)
    assert "stroke" not in re.findall(f'<[^>]*class="{class_of(role)}"[^>]*>', svg_of(tinted))[0]


def test_boards_have_the_grain_of_wood_and_squares_of_chess_have_none() -> None:
    for role, is_wooden in (("board", True), ("cell.wood", True), ("cell.light", False), ("cell.dark", False)):
        square = Shape(PICTURE.shapes[0].form, role)
        svg = svg_on_a_page(Picture(10, 10, (square,)))
        assert ('<pattern id="wood-' in svg, 'fill="url(#wood-' in svg) == (is_wooden, is_wooden), role


@pytest.mark.parametrize("scheme", [Scheme.CONTRAST, Scheme.PRINT])
def test_the_grain_is_not_seen_in_print_and_in_high_contrast(scheme: Scheme) -> None:
    svg = svg_of(Picture(10, 10, (Shape(PICTURE.shapes[0].form, "board"),)), scheme)

    assert '<g fill="none" stroke="transparent">' in svg
