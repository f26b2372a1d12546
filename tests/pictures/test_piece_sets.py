"""Other sets of pieces: they lie where the usual ones lie, mean the same, and can be told from each other."""

from __future__ import annotations

import io
from itertools import combinations

import pytest
from PIL import Image

from pbmserv.games.boards.figures import OUTLINES, Figure, figure
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.picture import Circle, Path, Picture, Point, Shape, Text, check_picture
from pbmserv.pictures.piece_sets import (
    CHARACTERS,
    MODERN,
    MODERN_CHARACTERS,
    OF_WOOD,
    PIECE_SETS,
    characters_told,
    has_characters,
    in_set,
    outlines_of_characters,
    shapes_in_set,
)
from pbmserv.pictures.png import png_of
from pbmserv.pictures.raster import ends_of
from pbmserv.pictures.svg import svg_of
from pbmserv.pictures.theme import COLOURS, Scheme

WITH_CHARACTERS = ("shogi", "minishogi", "xiangqi", "janggi")
FIGURES = [name for name in OUTLINES if name != "block"]


def at_the_start(word: str) -> Picture:
    game = installed()[word]
    options = {each.name: each.default for each in game.options}
    seats = max(game.seats[0], 2 if 2 in game.seats else 1)
    return game.picture(game.start(options, seats, Chance(bytes(32), "start")), None)


def drawn(name: str, piece_set: str) -> bytes:
    """The pixels of a dark figure alone."""
    shapes = shapes_in_set(figure(Figure("X", 0, name, "dark", name), Point(50, 50), 50, "a1"), piece_set)
    return Image.open(io.BytesIO(png_of(Picture(100, 100, shapes), 100))).convert("L").tobytes()


@pytest.mark.alike
@pytest.mark.parametrize("word", installed())
def test_the_usual_set_is_what_games_draw(word: str) -> None:
    picture = at_the_start(word)

    assert in_set(picture, "usual") is picture
    assert in_set(picture, "") is picture
    assert in_set(picture, "of a newer release") is picture


@pytest.mark.alike
@pytest.mark.parametrize("word", installed())
@pytest.mark.parametrize("piece_set", PIECE_SETS[1:])
def test_nothing_is_said_or_touched_otherwise_in_another_set(word: str, piece_set: str) -> None:
    usual = at_the_start(word)

    other = in_set(usual, piece_set)

    check_picture(other)
    assert (other.targets, other.words, other.choices) == (usual.targets, usual.words, usual.choices)
    # With characters, pieces are of wood.
    wood = OF_WOOD if has_characters(piece_set) and word in WITH_CHARACTERS else {}
    without_gloss = [shape for shape in other.shapes if not shape.role.startswith("gloss")]
    assert [(each.role, each.target, each.words) for each in without_gloss] == [
        (wood.get(each.role, each.role), each.target, each.words) for each in usual.shapes
    ]


@pytest.mark.parametrize("name", FIGURES)
def test_each_figure_has_another_outline_that_fits_its_square(name: str) -> None:
    [body, details] = shapes_in_set(figure(Figure("X", 0, name, "light", name), Point(0, 0), 12, "a1"), MODERN)

    assert isinstance(body.form, Path)
    assert isinstance(details.form, Path)
    assert {body.form.outline, details.form.outline}.isdisjoint({OUTLINES[name].path, OUTLINES[name].details})
    for outline in (body.form.outline, details.form.outline):
        assert all(-11 <= end <= 11 for end in ends_of(outline))


def test_figures_of_a_set_can_be_told_from_each_other() -> None:
    for piece_set in PIECE_SETS:
        pixels = {name: drawn(name, piece_set) for name in FIGURES}
        for one, other in combinations(FIGURES, 2):
            differ = sum(abs(a - b) > 99 for a, b in zip(pixels[one], pixels[other], strict=True))
            assert differ > 300, f"{one} and {other} of the {piece_set} set are alike"


def test_a_round_piece_shines_below_what_is_written_on_it() -> None:
    shapes = shapes_in_set(figure(Figure("X", 0, "king", "dark", "crown"), Point(20, 20), 10, "a1"), MODERN)

    assert [(shape.role, shape.target) for shape in shapes] == [
        ("piece.dark", "a1"), ("gloss.dark", "a1"), ("sign.dark", "a1")
    ]  # fmt: skip


@pytest.mark.parametrize("word", WITH_CHARACTERS)
@pytest.mark.parametrize("piece_set", [CHARACTERS, MODERN_CHARACTERS])
def test_each_piece_with_a_letter_has_a_character_in_its_place(word: str, piece_set: str) -> None:
    outlines, figures = outlines_of_characters(), installed()[word].figures  # type: ignore[attr-defined]
    assert {figure.character for figure in figures} <= {*outlines}
    usual = at_the_start(word)
    letters = [each.form for each in usual.shapes if isinstance(each.form, Text) and each.role.startswith("sign")]

    other = in_set(usual, piece_set)

    assert letters
    assert not any(isinstance(each.form, Text) and each.role.startswith("sign") for each in other.shapes)
    drawn = [each.form for each in other.shapes if isinstance(each.form, Path) and each.role.startswith("sign")]
    assert [(each.outline, each.at) for each in drawn] == [(outlines[each.character], each.at) for each in letters]


@pytest.mark.parametrize("word", WITH_CHARACTERS)
def test_both_sides_have_pieces_of_wood_with_characters_and_can_be_told_from_each_other(word: str) -> None:
    looks = {shape.role for shape in in_set(at_the_start(word), CHARACTERS).shapes if shape.role.startswith("piece")}

    assert len(looks) == 2
    assert all(role.startswith("piece.wood.") for role in looks)


@pytest.mark.parametrize(("word", "files"), [("shogi", "987654321"), ("minishogi", "54321")])
def test_with_characters_ranks_of_shogi_have_numerals_and_files_stay(word: str, files: str) -> None:
    usual = at_the_start(word)
    other = in_set(usual, CHARACTERS)

    letters, numerals = ([each.form for each in of.shapes if each.role == "label"] for of in (usual, other))

    assert "".join(each.text for each in letters if isinstance(each, Text)) == files + "abcdefghi"[: len(files)]
    assert "".join(each.text for each in numerals if isinstance(each, Text)) == files
    outlines = outlines_of_characters()
    at = [each.at for each in letters[len(files) :] if isinstance(each, Text)]
    assert [(each.outline, each.at) for each in numerals if isinstance(each, Path)] == [
        (outlines[numeral], place) for numeral, place in zip("一二三四五六七八九", at, strict=False)
    ]


@pytest.mark.parametrize("word", ["chess", "go", "draughts", "einstein"])
def test_other_games_have_no_characters(word: str) -> None:
    picture = at_the_start(word)

    assert in_set(picture, CHARACTERS) == picture
    assert in_set(picture, MODERN_CHARACTERS) == in_set(picture, MODERN)


def test_characters_lie_about_their_middle_and_can_be_told_from_each_other() -> None:
    outlines = outlines_of_characters()
    pixels = {}
    for character, outline in outlines.items():
        left, top, right, bottom = ends_of(outline)
        assert abs(left + right) <= 2
        assert abs(top + bottom) <= 2
        assert max(right - left, bottom - top) <= 200
        shape = Shape(Path(outline, Point(50, 50), 0.45), "sign.light", "a1")
        pixels[character] = Image.open(io.BytesIO(png_of(Picture(100, 100, (shape,)), 100))).convert("L").tobytes()
    for one, other in combinations(outlines, 2):
        differ = sum(abs(a - b) > 99 for a, b in zip(pixels[one], pixels[other], strict=True))
        assert differ > 300, f"{one} and {other} are alike"


def test_what_characters_mean_is_told_with_those_of_both_seats() -> None:
    told = characters_told(installed()["janggi"].figures)  # type: ignore[attr-defined]

    assert told == "楚 漢 general, 士 guard, 象 elephant, 馬 horse, 車 chariot, 包 cannon and 卒 兵 soldier"
    assert characters_told(installed()["chess"].figures) == ""  # type: ignore[attr-defined]


def test_pieces_of_one_kind_stay_one_group_of_the_picture() -> None:
    stones = [Shape(Circle(Point(at, 10), 5), "piece.dark", f"a{at}") for at in (10, 30, 50)]

    assert [shape.role for shape in shapes_in_set(stones, MODERN)] == ["piece.dark"] * 3 + ["gloss.dark"] * 3


@pytest.mark.parametrize("scheme", [Scheme.CONTRAST, Scheme.PRINT])
def test_nothing_shines_in_print_and_in_high_contrast(scheme: Scheme) -> None:
    colours = COLOURS[scheme]

    assert (colours["glossblack"], colours["glosswhite"]) == (colours["black"], colours["white"])
    assert f'fill="{colours["black"]}"' in svg_of(in_set(at_the_start("othello"), MODERN), scheme)
