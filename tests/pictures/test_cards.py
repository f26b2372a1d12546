"""Cards: what is painted on them stays on them, is the same both ways up, and leaves the corner to the index."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from PIL import Image, ImageChops, ImageStat

from pbmserv.games.boards.cards import HEIGHT, SMALL, WIDTH, card, face_down
from pbmserv.games.boards.courts import FIGURES, PIPS, SUITS, figure
from pbmserv.games.picture import Circle, Path, Picture, Point, Shape, Text, check_picture
from pbmserv.games.tricks.cards import PACK, SIGNS
from pbmserv.games.tricks.display import picture_of
from pbmserv.pictures.png import png_of
from pbmserv.pictures.raster import ends_of
from pbmserv.pictures.svg import svg_of
from pbmserv.web.touchable_picture import touchable_picture

FACES = [*PIPS, *FIGURES, "A"]


def painted(face: str, suit: str) -> Iterator[Shape]:
    """What lies on the paper of a card."""
    return (
        shape for shape in card(face, suit, "", role="hand").shapes if not shape.role.startswith(("shade", "hand"))
    )


def ends(shape: Shape) -> tuple[float, float, float, float]:
    form = shape.form
    if not isinstance(form, Path):
        return 0, 0, 0, 0
    left, top, right, bottom = (end * form.times for end in ends_of(form.outline))
    return (
        form.at.x + min(left, right),
        form.at.y + min(top, bottom),
        form.at.x + max(left, right),
        form.at.y + max(top, bottom),
    )


def drawn(shapes: Iterator[Shape], width: int = 300) -> Image.Image:
    return Image.open(io.BytesIO(png_of(Picture(60, 80, tuple(shapes)), width))).convert("RGB")


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("face", FACES)
def test_what_is_painted_stays_on_the_card(face: str, suit: str) -> None:
    for left, top, right, bottom in map(ends, painted(face, suit)):
        assert left >= 0
        assert top >= 0
        assert right <= WIDTH
        assert bottom <= HEIGHT


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("face", FIGURES)
def test_a_court_card_is_the_same_both_ways_up(face: str, suit: str) -> None:
    *about_the_middle, _sign = figure(face, suit, Point(30, 40))

    picture = drawn(iter(about_the_middle))

    turned = picture.rotate(180)
    assert sum(ImageStat.Stat(ImageChops.difference(picture, turned)).mean) < 1.5
    assert (
        sum(ImageStat.Stat(ImageChops.difference(picture, picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM))).mean)
        > 2
    )


@pytest.mark.parametrize("each", [each for each in PACK if each[0] in "JQK"])
def test_nothing_is_painted_over_the_index(each: str) -> None:
    shapes = list(painted(each[0], SIGNS[each[1]]))
    index = [shape.form for shape in shapes if isinstance(shape.form, Text)]

    assert [text.text for text in index] == [each[0]]
    assert all(ends(shape)[0] > 17 for shape in shapes if shape.role.startswith("court."))


def test_figures_differ_in_more_than_their_index() -> None:
    pictures = {
        (face, suit): drawn(figure(face, suit, Point(30, 40))).tobytes() for face in FIGURES for suit in SUITS
    }

    assert len({*pictures.values()}) == 12


def test_a_card_has_as_many_pips_as_its_rank_says() -> None:
    for rank, halves in PIPS.items():
        assert sum(map(len, halves)) == int(rank)


def test_a_small_card_has_nothing_on_it_but_what_can_be_read() -> None:
    def roles(each: str, **how: object) -> set[str]:
        return {shape.role for shape in picture_of(each, "", **how).shapes}  # type: ignore[arg-type]

    assert "court.face" in roles("QS")
    assert roles("QS", times=SMALL) == roles("QS", is_small=True) == {"shade", "hand", "pip.black"}


def test_a_joker_and_cards_of_other_suits_can_be_drawn() -> None:
    shapes = [*card("JO", "", "").shapes, *card("14", "♣", "").shapes, *card("K", "★", "").shapes]

    check_picture(Picture(100, 100, tuple(shapes)))
    assert [shape.form.text for shape in shapes if isinstance(shape.form, Text)] == ["JO", "1", "4", "K", "★", "★"]


def test_a_back_has_a_pattern_and_says_nothing_of_its_card() -> None:
    assert {shape.role for shape in face_down("a card").shapes} == {"shade.cloth", "hidden", "court.blue", "back"}


def test_an_outline_that_is_turned_is_the_same_on_pages_as_in_letters() -> None:
    wedge = Shape(Path("M0 0L20 0L0 10Z", Point(30, 40), -1), "mark", "x")
    picture = Picture(60, 80, (wedge, Shape(Circle(Point(5, 5), 2), "mark")))

    assert 'transform="translate(30 40) scale(-1)"' in svg_of(picture)
    assert drawn(iter([wedge])).getpixel((28 * 5, 38 * 5)) == (38, 34, 28)
    assert touchable_picture(picture).places["x"].size == 10
