"""A picture that is put together of sprites is the same as one that is drawn at once, whatever was drawn before."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from random import Random

import pytest
from PIL import Image, ImageChops

from pbmserv.games.catalogue import installed
from pbmserv.games.chance import SEED_BYTES
from pbmserv.games.picture import ROLES, Circle, Form, Line, Path, Picture, Point, Polygon, Shape, Text
from pbmserv.games.testing import play_random_game, replay
from pbmserv.pictures import png
from pbmserv.pictures.png import png_of
from pbmserv.pictures.raster import Box, Look, around
from pbmserv.pictures.sprites import MOST_PIXELS, Sprites, groups_of, is_ground, pixels_at_once
from pbmserv.pictures.theme import COLOURS, Scheme, line_of

MOST_DIFFERENT = 0.01
"""Of the pixels: where the edge of a piece lies on a line of the board, its colour may be the next one."""


def pictures_of(word: str) -> list[Picture]:
    """The start, the middle and the end of a game, for each of two seats."""
    game = installed()[word]
    positions = replay(game, play_random_game(game, {}, game.seats[0], bytes(SEED_BYTES))).positions
    middle = len(positions) // 2
    return [
        game.picture(game.seen_by(positions[number], seat), seat)
        for number in (0, middle, middle + 1, -1)
        for seat in (0, min(1, game.seats[0] - 1))
    ]


def look_of(picture: Picture, width: int, scheme: Scheme) -> Look:
    scale = width / picture.width
    return Look(width, round(width * picture.height / picture.width), scale, 1.5 * scale, scheme)


@pytest.mark.in_part
@pytest.mark.long
@pytest.mark.parametrize("word", installed())
def test_every_game_looks_the_same_put_together_and_drawn_at_once(word: str) -> None:
    warm = Sprites()
    for number, picture in enumerate(pictures_of(word)):
        look = look_of(picture, (390, 780)[number % 2], (Scheme.LIGHT, Scheme.DARK)[number // 2 % 2])
        colours = png.colours_of(picture, look.scheme)

        put_together = warm.image(picture.shapes, look, colours).convert("RGB")

        assert put_together.tobytes() == Sprites().image(picture.shapes, look, colours).convert("RGB").tobytes()
        assert put_together.tobytes() == warm.image(picture.shapes, look, colours).convert("RGB").tobytes()
        at_once = pixels_at_once(picture.shapes, look, colours).convert("RGB")
        difference = ImageChops.difference(put_together, at_once).convert("L").point(bool)
        assert sum(difference.histogram()[1:]) <= MOST_DIFFERENT * look.width * look.height


def at_random(seed: int) -> Picture:
    """Shapes of all kinds and roles across each other, some of them outside of the picture."""
    chance = Random(seed)  # noqa: S311 - no secret

    def point() -> Point:
        return Point(chance.uniform(-20, 320), chance.uniform(-20, 220))

    def form() -> Form:
        match chance.randrange(5):
            case 0:
                return Polygon((point(), point(), point()))
            case 1:
                return Circle(point(), chance.uniform(1, 20))
            case 2:
                return Line(point(), point())
            case 3:
                return Path("M0 0 L20 0 Q30 10 20 20 Z M5 5 L9 5", point(), chance.uniform(0.3, 1.5))
            case _:
                return Text(chance.choice(["d4", "Alice: 17", "\u2665", " "]), point(), chance.uniform(0.5, 20))

    roles = sorted(ROLES)
    return Picture(300, 200, tuple(Shape(form(), chance.choice(roles)) for _ in range(chance.randrange(1, 25))))


@pytest.mark.parametrize("seed", range(40))
def test_shapes_across_each_other_are_drawn_in_their_order(seed: int) -> None:
    picture, warm = at_random(seed), Sprites()
    look = look_of(picture, 600, Scheme.LIGHT)
    colours = png.colours_of(picture, look.scheme)

    put_together = [warm.image(picture.shapes, look, colours).convert("RGB") for _ in range(2)]

    in_order = Image.new("RGB", (look.width, look.height), COLOURS[look.scheme]["paper"])
    for shape in picture.shapes:
        look.draw(in_order, look.seen([shape]))
    assert put_together[0].tobytes() == put_together[1].tobytes()
    difference = ImageChops.difference(put_together[0], in_order).convert("L")
    # Smooth edges have the nearest of few colours.
    assert sum(difference.histogram()[60:]) <= MOST_DIFFERENT * look.width * look.height


def test_a_shape_touches_no_pixel_outside_of_its_reach() -> None:
    for seed in range(40):
        picture = at_random(seed)
        look = look_of(picture, 600, Scheme.PRINT)
        for shape in picture.shapes:
            image = Image.new("RGB", (look.width, look.height), "#ff00ff")
            if look.seen([shape]):
                look.draw(image, [shape])
            painted = ImageChops.difference(image, Image.new("RGB", image.size, "#ff00ff")).getbbox()
            box = look.reach(shape)
            assert painted is None or around(Box(*painted), box) == box, shape


SIX_STONES = tuple(Shape(Circle(Point(25 + 50 * number, 50), 20), "piece.0") for number in range(6))


def test_stones_apart_are_sprites_each_with_what_lies_upon_it() -> None:
    picture = Picture(300, 100, (*SIX_STONES, Shape(Circle(Point(25, 50), 10), "last")))
    look = look_of(picture, 600, Scheme.LIGHT)

    groups = groups_of([(look.reach(shape), shape) for shape in picture.shapes])

    assert groups is not None
    assert sorted(len(shapes) for _, shapes in groups) == [1, 1, 1, 1, 1, 2]


def test_what_would_be_too_large_a_sprite_is_none() -> None:
    side = int(MOST_PIXELS**0.5)
    whole, larger = Box(0, 0, side, side), Box(0, 0, side, side + 1)

    assert groups_of([(whole, SIX_STONES[0])]) == [(whole, [SIX_STONES[0]])]
    assert groups_of([(larger, SIX_STONES[0])]) is None


def test_after_one_that_is_too_large_nobody_asks_where_other_shapes_are() -> None:
    large, small = (Box(0, 0, MOST_PIXELS, 2), SIX_STONES[0]), (Box(0, 0, 1, 1), SIX_STONES[1])
    placed = iter([large, small])

    assert groups_of(placed) is None
    assert [*placed] == [small]


def test_what_is_too_large_for_a_sprite_is_drawn_on_the_empty_board_which_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[int] = []
    draw = Look.draw

    def counted(look: Look, image: Image.Image, shapes: Sequence[Shape], left: int = 0, top: int = 0) -> None:
        drawn.append(len(shapes))
        draw(look, image, shapes, left, top)

    monkeypatch.setattr(Look, "draw", counted)
    cells = [Shape(Polygon((Point(x, 0), Point(x + 10, 0), Point(x + 5, 100))), "cell") for x in range(0, 290, 10)]
    boards = [
        Picture(300, 100, (*cells, Shape(Polygon((Point(1, 1), Point(299, 50), Point(1, last))), "piece.0")))
        for last in (99, 80)
    ]
    look, colours, warm = look_of(boards[0], 900, Scheme.LIGHT), png.colours_of(boards[0], Scheme.LIGHT), Sprites()

    images = []
    for board in boards:
        drawn.clear()
        images.append(warm.image(board.shapes, look, colours))

    assert drawn == [1]
    assert images[0].tobytes() != images[1].tobytes()
    for image, board in zip(images, boards, strict=True):
        assert image.tobytes() == pixels_at_once(board.shapes, look, colours).tobytes()


def test_sprites_without_room_draw_the_same() -> None:
    picture = Picture(300, 100, SIX_STONES)
    look, colours = look_of(picture, 600, Scheme.LIGHT), png.colours_of(picture, Scheme.LIGHT)
    none, some = Sprites(room=0), Sprites()

    images = [each.image(picture.shapes, look, colours).tobytes() for each in (none, some, none, some)]

    assert len(set(images)) == 1


def test_a_stone_of_another_seat_scheme_or_size_is_another_sprite() -> None:
    sprites = Sprites()
    stones = [
        Picture(300, 100, tuple(replace(each, role=role) for each in SIX_STONES)) for role in ("piece.0", "piece.1")
    ]

    images = {
        sprites.image(picture.shapes, look_of(picture, width, scheme), png.colours_of(picture, scheme))
        .convert("RGB")
        .tobytes()
        for _ in range(2)
        for picture in stones
        for width in (300, 600)
        for scheme in Scheme
    }

    assert len(images) == 2 * 2 * len(Scheme)


@pytest.mark.parametrize("word", ["breakthrough", "checkers", "havannah", "hex", "makruk"])
def test_an_empty_board_is_drawn_once_whatever_was_moved_last(word: str) -> None:
    drawn = [[(shape.form, shape.role) for shape in each.shapes] for each in pictures_of(word)]

    assert len({tuple(takewhile(lambda shape: is_ground(shape[1]), each)) for each in drawn}) == 1


@pytest.mark.parametrize("word", ["chess", "makruk", "shogi", "xiangqi"])
def test_a_king_in_check_makes_no_empty_board_of_its_own(word: str) -> None:
    game = installed()[word]
    positions = replay(game, play_random_game(game, {}, 2, bytes(range(16)))).positions
    drawn = [[(each.form, each.role) for each in game.picture(position, 0).shapes] for position in positions]
    in_check = [any(role == "cell.check" for _, role in each) for each in drawn]

    boards = {tuple(takewhile(lambda shape: is_ground(shape[1]), each)) for each in drawn}

    assert {*in_check} == {False, True}
    assert len(boards) == 1


@pytest.mark.parametrize(
    "form",
    [
        Polygon(((10, 10), (90, 10), (50, 90))),  # type: ignore[arg-type]
        Polygon([Point(10, 10), Point(90, 10), Point(50, 90)]),  # type: ignore[arg-type]
        Polygon([[10, 10], [90, 10], [50, 90]]),  # type: ignore[arg-type]
    ],
)
@pytest.mark.parametrize("role", ["cell", "piece.0"])
def test_a_plug_in_may_make_its_shapes_of_plain_pairs_and_lists(form: Polygon, role: str) -> None:
    as_they_should_be = Polygon((Point(10, 10), Point(90, 10), Point(50, 90)))

    pictures = [Picture(100, 100, (Shape(each, role),)) for each in (form, as_they_should_be)]

    assert png_of(pictures[0], 200) == png_of(pictures[1], 200)


def test_a_png_is_one_that_others_can_read() -> None:
    image = Image.open(io.BytesIO(png_of(Picture(300, 100, SIX_STONES), 600)))

    image.verify()

    assert (image.format, image.mode, image.size) == ("PNG", "P", (600, 200))


def test_a_stone_looks_the_same_whichever_others_were_drawn_together_with_it() -> None:
    game = installed()["hex"]
    positions = replay(game, play_random_game(game, {}, 2, bytes(32))).positions[:43]
    warm = Sprites()
    for position in positions:
        picture = game.picture(position, 0)
        scale = 390 / picture.width
        look = Look(390, 261, scale, line_of(picture) * scale, Scheme.LIGHT)
        colours = png.colours_of(picture, look.scheme)
        one_by_one = warm.image(picture.shapes, look, colours)

    assert one_by_one.tobytes() == Sprites().image(picture.shapes, look, colours).tobytes()


def test_the_same_word_looks_the_same_wherever_it_stands() -> None:
    words = [Picture(300, 100, (Shape(Text("d4", Point(50 + part, 50 + part), 14), "number"),)) for part in (0, 0.2)]
    looks = [look_of(picture, 300, Scheme.LIGHT) for picture in words]

    images = [
        pixels_at_once(*each, png.colours_of(words[0], Scheme.LIGHT))
        for each in zip([picture.shapes for picture in words], looks, strict=True)
    ]

    assert images[0].tobytes() == images[1].tobytes()


def test_what_lies_upon_a_text_hides_it_however_many_texts_there_are() -> None:
    texts = [Shape(Text("8888", Point(30 + 60 * number, 50), 30), "word") for number in range(5)]
    covers = [Shape(Circle(Point(30 + 60 * number, 50), 40), "piece.dark") for number in range(5)]
    above = [Shape(Text("8", Point(150, 50), 30), "word")]
    picture = Picture(300, 100, (*texts, *covers, *above))
    look, colours = look_of(picture, 300, Scheme.LIGHT), png.colours_of(picture, Scheme.LIGHT)

    covered = pixels_at_once(picture.shapes, look, colours)

    assert covered.tobytes() == pixels_at_once((*covers, *above), look, colours).tobytes()
