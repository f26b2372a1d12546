"""Pictures from the other side: places turn, letters and pieces stay upright, and the order of places follows."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from pbmserv.games.base import Game
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.picture import BadPicture, Circle, Line, Path, Picture, Point, Polygon, Shape, Text, check_picture
from pbmserv.games.testing import play_random_game, replay
from pbmserv.pictures.for_letters import BoardPictures
from pbmserv.pictures.sides import has_sides, is_turned, picture_for, turned
from pbmserv.pictures.svg import outline_of
from pbmserv.web.touchable_picture import touchable_picture

WITH_SIDES = {
    "abalone": 0,
    "amazons": 0,
    "backgammon": 0,
    "breakthrough": 0,
    "checkers": 1,
    "chess": 0,
    "antichess": 0,
    "atomic": 0,
    "crazyhouse": 0,
    "darkchess": 0,
    "epaminondas": 0,
    "fanorona": 0,
    "horde": 0,
    "surakarta": 0,
    "kingofthehill": 0,
    "makruk": 0,
    "racingkings": 0,
    "shogi": 0,
    "minishogi": 0,
    "threecheck": 0,
    "dipole": 0,
    "draughts": 0,
    "einstein": 1,
    "kalah": 0,
    "wari": 0,
    "xiangqi": 0,
    "janggi": 0,
    "canter": 0,
    "marshal": 0,
    "phutball": 0,
}
"""The games whose players sit at opposite sides, and the seat that the public sees below."""


def turn(*forms: Any) -> list[Any]:
    """These forms on a board of 100 by 60, from the other side."""
    return [shape.form for shape in turned(Picture(100, 60, tuple(Shape(form, "cell") for form in forms))).shapes]


@cache
def in_the_middle(word: str) -> tuple[Game[Any], Any]:
    game = installed()[word]
    positions = replay(game, play_random_game(game, {}, 2, bytes(16))).positions
    return game, positions[len(positions) // 2]


def test_points_turn_about_the_middle() -> None:
    corners = Polygon((Point(0, 0), Point(10, 0), Point(10, 20)))

    assert turn(corners, Circle(Point(30, 10), 5), Line(Point(0, 0), Point(100, 60))) == [
        Polygon((Point(100, 60), Point(90, 60), Point(90, 40))),
        Circle(Point(70, 50), 5),
        Line(Point(100, 60), Point(0, 0)),
    ]


def test_a_piece_stands_upright_where_its_place_has_turned_to() -> None:
    assert turn(Path("M-5 9 L5 9 L0 -7 Z", Point(20, 10), 2)) == [Path("M-5 9 L5 9 L0 -7 Z", Point(80, 50), 2)]


def test_an_outline_from_its_corner_covers_what_is_opposite() -> None:
    assert turn(Path("M0 0 L10 0 L10 20 L0 20 Z", Point(5, 5), 2)) == [
        Path("M0 0 L10 0 L10 20 L0 20 Z", Point(75, 15), 2)
    ]


def test_a_text_is_upright_and_the_words_of_a_line_keep_their_order() -> None:
    assert turn(Text("a", Point(10, 20), 10)) == [Text("a", Point(90, 40), 10)]

    left, right = turn(Text("A", Point(20, 5), 10), Text("12", Point(34, 5), 10))
    assert (left.text, right.text) == ("A", "12")
    assert right.at.x - left.at.x == pytest.approx(14)
    assert (left.at.y, right.at.y) == (55, 55)


def test_letters_along_the_board_are_no_line() -> None:
    left, right = turn(Text("a", Point(20, 5), 10), Text("b", Point(60, 5), 10))

    assert (left, right) == (Text("a", Point(80, 55), 10), Text("b", Point(40, 55), 10))


def test_a_text_from_its_left_end_ends_where_it_began() -> None:
    [text] = turn(Text("ten", Point(10, 20), 10, from_left=True))

    assert text.at.x + 18.6 == pytest.approx(90)


def test_words_and_targets_stay_with_their_places_and_what_lies_above_stays_above() -> None:
    game, position = in_the_middle("chess")
    picture = game.picture(position, 0)

    def named(of: Picture) -> list[tuple[str, str, str]]:
        return [(shape.role, shape.target, shape.words) for shape in of.shapes]

    assert named(turned(picture)) == named(picture)


@pytest.mark.alike
@pytest.mark.parametrize("word", WITH_SIDES)
def test_turning_twice_is_the_picture_as_it_was(word: str) -> None:
    game, position = in_the_middle(word)
    picture = game.picture(position, 0)

    twice = turned(turned(picture))
    check_picture(twice)
    for shape, before in zip(twice.shapes, picture.shapes, strict=True):
        assert flat(shape.form) == pytest.approx(flat(before.form))


@pytest.mark.alike
@pytest.mark.parametrize("word", WITH_SIDES)
def test_what_is_touched_on_a_turned_board_can_be_seen(word: str) -> None:
    """No outline has a width or a height below zero, of which browsers draw nothing."""
    game, position = in_the_middle(word)
    picture = game.picture(position, 0)

    outlines = [outline_of(shape) for each in (picture, turned(picture)) for shape in each.shapes]

    assert [outline for outline in outlines if re.search(r'\b(?:width|height|r)="-', outline)] == []


def flat(form: Any) -> list[float]:
    match form:
        case Polygon(corners):
            return [number for corner in corners for number in corner]
        case Circle(centre, radius):
            return [*centre, radius]
        case Line(start, end):
            return [*start, *end]
        case Path(_, at, times):
            return [*at, times]
    return [*form.at, form.height]


def test_a_picture_that_cannot_be_drawn_is_not_turned() -> None:
    bad: Any = Picture(100, 60, (Shape("a circle", "cell"),))  # type: ignore[arg-type]

    with pytest.raises(BadPicture):
        turned(bad)


def test_these_games_have_sides_and_no_others() -> None:
    assert {word: game.seat_below(None) for word, game in installed().items() if has_sides(game)} == WITH_SIDES


ARMIES = ("abalone", "amazons", "breakthrough", "checkers", "chess", "draughts")


@pytest.mark.parametrize("word", ARMIES)
def test_at_the_start_my_pieces_are_below_in_every_variant(word: str) -> None:
    game = installed()[word]
    usual = {each.name: each.default for each in game.options}
    for option in (None, *game.options):
        for choice in option.choices if option else ("",):
            options = usual | {option.name: choice} if option else usual
            if options.get("start") in ("belgian", "german"):
                continue  # these lie the same from both sides
            position = game.start(options, 2, Chance(bytes(16), "start"))
            assert how_low(game, position, 0) > 0.6
            assert how_low(game, position, 1) > 0.6


def how_low(game: Game[Any], position: Any, seat: int) -> float:
    """How low a seat sees its own pieces, in the mean; 1 is the bottom."""
    picture = picture_for(game, position, seat)
    role = {"Black": "piece.dark", "White": "piece.light"}[game.seat_name(position, seat)]
    forms = [shape.form for shape in picture.shapes if shape.role == role]
    heights = [
        (form.at if isinstance(form, Path) else form.centre).y for form in forms if isinstance(form, Path | Circle)
    ]
    return sum(heights) / len(heights) / picture.height


@pytest.mark.parametrize("word", ["einstein", "kalah", "wari"])
@pytest.mark.parametrize("seat", [0, 1])
def test_my_corner_or_my_houses_are_below(word: str, seat: int) -> None:
    game, position = in_the_middle(word)
    places = touchable_picture(picture_for(game, position, seat)).places

    last = {"einstein": ("a5", "e1"), "kalah": ("F", "f"), "wari": ("F", "f")}[word]
    assert [*places][-1] == last[seat]


def test_places_are_read_as_they_are_seen() -> None:
    game, position = in_the_middle("chess")

    def names(seat: int) -> list[str]:
        return [*touchable_picture(picture_for(game, position, seat)).places]

    assert names(0)[:3] == ["a8", "b8", "c8"]
    assert names(1)[:3] == ["h1", "g1", "f1"]
    assert names(1) == names(0)[::-1]


def test_coordinates_turn_with_their_squares() -> None:
    game, position = in_the_middle("chess")
    picture = picture_for(game, position, 1)

    letters = [
        s.form for s in picture.shapes if s.role == "label" and isinstance(s.form, Text) and s.form.text == "a"
    ]
    [square] = [s.form for s in picture.shapes if s.target == "a1" and s.role == "cell.dark"]
    assert isinstance(square, Polygon)
    assert {form.at.x for form in letters} == {sum(x for x, _ in square.corners) / 4}


@pytest.mark.parametrize("word", ["amazons", "breakthrough", "checkers", "chess", "draughts", "einstein"])
def test_coordinates_stay_below_and_on_the_left(word: str) -> None:
    game, position = in_the_middle(word)

    def letters_and_numbers(seat: int) -> list[tuple[str, float, float]]:
        picture = picture_for(game, position, seat)
        forms = [s.form for s in picture.shapes if isinstance(s.form, Text) and s.role == "label" and not s.target]
        return [(form.text, *form.at) for form in forms]

    one, other = letters_and_numbers(0), letters_and_numbers(1)
    assert one != other
    assert {(round(x), round(y)) for _, x, y in one} == {(round(x), round(y)) for _, x, y in other}


def test_coordinates_on_both_sides_turn_with_the_board() -> None:
    board = Shape(Polygon((Point(20, 20), Point(80, 20), Point(80, 40), Point(20, 40))), "cell")
    labels = [Shape(Text(text, Point(30, y), 10), "label") for text, y in (("a", 10), ("b", 50))]

    _, a, b = turned(Picture(100, 60, (board, *labels))).shapes
    assert (a.form, b.form) == (Text("a", Point(70, 50), 10), Text("b", Point(70, 10), 10))


@pytest.mark.parametrize(
    ("viewer", "is_flipped", "below"),
    [(None, False, 0), (0, False, 0), (1, False, 1), (None, True, 1), (0, True, 1), (1, True, 0)],
)
def test_my_side_is_below_unless_i_flip_the_board(viewer: int | None, is_flipped: bool, below: int) -> None:
    assert is_turned(installed()["chess"], viewer, is_flipped=is_flipped) is (below == 1)


def test_a_game_without_sides_is_never_turned() -> None:
    assert not is_turned(installed()["go"], 1, is_flipped=True)


def test_a_letter_shows_my_side_below() -> None:
    game, position = in_the_middle("chess")
    stored = {"game": "chess", "version": game.version, "position": game.dump(position), "viewer": 0}
    pictures = BoardPictures(installed())

    white, black, public = [pictures.of(stored | {"viewer": viewer}) for viewer in (0, 1, None)]
    assert white
    assert black
    assert public
    assert white.content == public.content != black.content
    assert pictures.png(white, 60_000) != pictures.png(black, 60_000)


def test_the_words_of_a_picture_do_not_depend_on_the_side() -> None:
    game, position = in_the_middle("chess")
    picture = game.picture(position, 0)

    assert replace(turned(picture), shapes=()) == replace(picture, shapes=())
