"""Colours can be told from what they lie upon, in every scheme, and by the colour-blind, too."""

from __future__ import annotations

import re

import pytest

from pbmserv.games.picture import MOST_SEATS, MOST_TINTS, ROLES
from pbmserv.pictures.theme import BOARDS, COLOURS, PAINTS, PAPER, Scheme, class_of, style_sheet
from pbmserv.web.rendering import FOLDER

# Viénot, Brettel and Mollon, "Digital video colourmaps for checking the legibility of displays by dichromats" (1999),
# and for tritanopia Machado, Oliveira and Fernandes (2009); all on linear RGB.
EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
    "deuteranopia": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
    "achromatopsia": ((0.2126, 0.7152, 0.0722),) * 3,
    "tritanopia": ((1.25553, -0.07675, -0.17878), (-0.07841, 0.93081, 0.1476), (0.00473, 0.69137, 0.3039)),
}
TEXTS = {
    "ink": ("paper", "blank", "table", "tabledark", "cloth"),
    "soft": ("paper", "blank", "table"),
    "choice": ("paper", "blank"),
    "number": ("cell", "goal"),
    "outline": ("tile", "cell", "goal", "card", "notnow", "tint0"),
    "block": ("card", "notnow"),
    # Upon pieces of wood.
    "black": ("palewood", "darkwood"),
    "piece0": ("palewood",),
    "hint": ("paper",),
    "red": ("paper",),
    "onlight": ("white", "palewood", "card", "notnow", "tint0"),
    "figure": tuple(f"tint{number}" for number in range(1, MOST_TINTS)),
    # On pages, what is written on buttons.
    "sign": ("choice",),
}
SHAPES = {
    "tint1": ("tile",),
    "rule": ("table", "paper"),
    "grid": ("cell",),
    "outline": ("field", "dark", "board", "cell", "check", "lit", "litdark", "water", "tile"),
    "black": ("white", "dead1", "glosswhite"),
    "palewood": ("outline", "piece0"),
    "darkwood": ("outline",),
    "white": ("dead0", "glossblack"),
    "figure": tuple(f"{kind}{seat}" for kind in ("piece", "gloss") for seat in range(MOST_SEATS)),
    "last": ("cell", "tile", "halo", "field", "dark", "board", "lit", "litdark"),
    "danger": ("paper",),
    "shot": ("water", "figure"),
    "hull": ("water",),
    "drawn": ("face", "ermine", "gold"),
    "robered": ("gold", "ermine"),
    "robeblue": ("ermine",),
    "win": ("paper",),
    "won": ("cell", "tile", "halo", "board"),
    "hidden": ("paper",),
    "soft": ("tabledark", "paper"),
    **{f"piece{seat}": ("cell", "tile") for seat in range(MOST_SEATS)},
    **{f"tint{number}": ("tile",) for number in range(1, MOST_TINTS)},
}
"""What lies upon what."""
_ORNAMENTS = {"clear", "tint0", "ripple", "block", "shade", "shadecloth", "shadeboard", "gridfield"}
"""Of these nobody has to see anything."""


def linear(colour: str) -> tuple[float, ...]:
    """The amounts of red, green and blue light (WCAG 2.2, relative luminance)."""
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return tuple(each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels)


def luminance(colour: str, eyes: str) -> float:
    light = linear(colour)
    seen = [sum(part * each for part, each in zip(row, light, strict=True)) for row in EYES[eyes]]
    red, green, blue = (min(max(each, 0.0), 1.0) for each in seen)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str, eyes: str) -> float:
    darker, brighter = sorted([luminance(one, eyes), luminance(other, eyes)])
    return (brighter + 0.05) / (darker + 0.05)


def too_faint(
    pairs: dict[str, tuple[str, ...]], scheme: Scheme, eyes: str, least: float, board: str = ""
) -> dict[str, float]:
    colours = {**COLOURS[scheme], **(BOARDS[board] if board else {})}
    found = {
        f"{name} on {below}": contrast(colours[name], colours[below], eyes)
        for name, belows in pairs.items()
        for below in belows
    }
    return {pair: round(value, 2) for pair, value in found.items() if value < least}


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("scheme", Scheme)
def test_texts_stand_out(scheme: Scheme, eyes: str) -> None:
    assert too_faint(TEXTS, scheme, eyes, 4.5) == {}


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("scheme", Scheme)
def test_shapes_stand_out(scheme: Scheme, eyes: str) -> None:
    assert too_faint(SHAPES, scheme, eyes, 3) == {}


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("scheme", [Scheme.LIGHT, Scheme.DARK])
@pytest.mark.parametrize("board", BOARDS)
def test_all_stand_out_on_boards_in_other_colours(board: str, scheme: Scheme, eyes: str) -> None:
    assert too_faint(TEXTS, scheme, eyes, 4.5, board) == {}
    assert too_faint(SHAPES, scheme, eyes, 3, board) == {}


def test_white_on_black_has_the_contrast_that_the_standard_names() -> None:
    assert contrast("#ffffff", "#000000", "usual") == pytest.approx(21)


def test_every_role_has_its_paint_of_colours_that_each_scheme_has() -> None:
    assert set(PAINTS) == ROLES
    names = {name for paint in PAINTS.values() for name in paint if name}
    for scheme in Scheme:
        assert names <= set(COLOURS[scheme])


def test_whatever_is_drawn_or_written_is_looked_at_here() -> None:
    below = {name for pairs in (TEXTS, SHAPES) for names in pairs.values() for name in names}
    written = {PAINTS[role].fill for role in ("label", "number", "word", "characters", "figure", "hint", "sign.word")}
    drawn = {name for role in PAINTS for name in PAINTS[role] if name} - _ORNAMENTS

    assert written <= set(TEXTS)
    assert drawn <= {*TEXTS, *SHAPES, *below}


def test_the_style_sheet_knows_every_scheme() -> None:
    sheet = style_sheet()

    for scheme in Scheme:
        assert f"--piece0: {COLOURS[scheme]['piece0']};" in sheet
    assert ".picture .pic-piece-0 { fill: var(--piece0); stroke: var(--outline); }" in sheet


def test_no_rule_of_a_page_is_meant_for_the_shapes_of_a_picture() -> None:
    of_pictures = {class_of(role) for role in (PAPER, *PAINTS)}
    of_pages = "".join((FOLDER / "static" / name).read_text() for name in ("style.css", "board.css", "shapes.css"))

    assert set(re.findall(r"\.([a-z][a-z0-9-]*)", of_pages)) & of_pictures == set()
    assert ".hidden" in of_pages
    assert class_of("hidden") in of_pictures


def test_no_page_gives_a_colour_of_pictures_another_value() -> None:
    """The last move was once dark green on light squares, since a page called something else by that name."""
    of_pages = "".join(path.read_text() for path in (FOLDER / "static").glob("*.css"))

    assert set(re.findall(r"--([a-z0-9-]+):", of_pages)) & set(COLOURS[Scheme.LIGHT]) == set()
    assert set(re.findall(r"--([a-z0-9-]+):", of_pages)) >= {"panel", "touch"}


@pytest.mark.parametrize("board", ["", *BOARDS])
def test_white_pieces_are_brighter_than_light_squares_by_day_and_by_night(board: str) -> None:
    for scheme in (Scheme.LIGHT, Scheme.DARK):
        colours = {**COLOURS[scheme], **(BOARDS[board] if board else {})}
        assert contrast(colours["white"], colours["cell"], "usual") >= 1.13
        assert contrast(colours["cell"], colours["dark"], "usual") >= 1.13
