"""Other looks of pieces that a player can choose: what games draw in the usual set is exchanged afterwards.

In the modern set, the figures of chess and its like have other outlines, round pieces a gloss. In a set with
characters, those of shogi and its like are of wood, and have the characters of their country in place of letters.
Where pieces lie and what is said of them stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby
from pathlib import Path as File

from pbmserv.games.boards.figures import OUTLINES, Figure
from pbmserv.games.message import Message, listed
from pbmserv.games.picture import Circle, Path, Picture, Shape, Text

MODERN, CHARACTERS, MODERN_CHARACTERS = "modern", "characters", "modern-characters"
PIECE_SETS = ("usual", MODERN, CHARACTERS, MODERN_CHARACTERS)
"""The sets by their names, the default first."""
_WITH_CHARACTERS = {CHARACTERS: "usual", MODERN_CHARACTERS: MODERN}
"""Sets with characters, and what they are without."""

_BAND = "M-4.6 6.2 L4.6 6.2 L4.9 7.1 L-4.9 7.1 Z"
_MODERN: Mapping[str, tuple[str, str]] = {
    "pawn": ("M-5.6 9 L5.6 9 L5.6 7 L2 -1 A3.7 3.7 0 1 0 -2 -1 L-5.6 7 Z", _BAND),
    "rook": (
        (
            "M-6 9 L6 9 L6 7 L4.4 5.4 L4.4 -4 L6.2 -4 L6.2 -9 L3.7 -9 L3.7 -7 L1.4 -7 L1.4 -9 L-1.4 -9 L-1.4 -7"
            " L-3.7 -7 L-3.7 -9 L-6.2 -9 L-6.2 -4 L-4.4 -4 L-4.4 5.4 L-6 7 Z"
        ),
        f"{_BAND} M-0.9 -2 L0.9 -2 L0.9 2.6 L-0.9 2.6 Z M-4.4 -4 L4.4 -4 L4.4 -3.2 L-4.4 -3.2 Z",
    ),
    "bishop": (
        (
            "M-5.6 9 L5.6 9 L5.6 7 L2.8 5.2 Q8.4 -0.6 0 -7.2 Q-8.4 -0.6 -2.8 5.2 L-5.6 7 Z"
            " M1.4 -8.7 A1.4 1.4 0 1 0 -1.4 -8.7 A1.4 1.4 0 1 0 1.4 -8.7 Z"
        ),
        f"{_BAND} M0.9 -4.4 L1.7 -3.7 L-0.6 0.4 L-1.6 -0.1 Z",
    ),
    "knight": (
        (
            "M-5.2 9 L6.2 9 L6.2 6 Q7 -3.4 1.6 -7 L1.4 -9.6 L-1.4 -7.3 Q-4.6 -5.6 -7.6 0.4 L-6.2 3.3 L-3.2 2.6"
            " Q-1.2 2.2 0.6 0.8 Q0.4 4.2 -4.4 6 Z"
        ),
        "M-0.9 -4 A0.9 0.9 0 1 0 -2.7 -4 A0.9 0.9 0 1 0 -0.9 -4 Z M-4 6.4 L5 6.4 L5 7.3 L-4.4 7.3 Z",
    ),
    "queen": (
        (
            "M-6 9 L6 9 L6 7 L4.8 5 L8 -5.4 L3.8 -1.4 L0 -7.8 L-3.8 -1.4 L-8 -5.4 L-4.8 5 L-6 7 Z"
            " M1.3 -9.1 A1.3 1.3 0 1 0 -1.3 -9.1 A1.3 1.3 0 1 0 1.3 -9.1 Z"
            " M9.7 -6.6 A1.3 1.3 0 1 0 7.1 -6.6 A1.3 1.3 0 1 0 9.7 -6.6 Z"
            " M-7.1 -6.6 A1.3 1.3 0 1 0 -9.7 -6.6 A1.3 1.3 0 1 0 -7.1 -6.6 Z"
        ),
        f"{_BAND} M-4.8 3.4 L4.8 3.4 L4.5 4.3 L-4.5 4.3 Z",
    ),
    "king": (
        (
            "M-6 9 L6 9 L6 7 L4.6 5 Q9.4 -1.4 5 -3.6 L1.2 -3.6 L1.2 -5.6 L3.3 -5.6 L3.3 -7.8 L1.2 -7.8 L1.2 -10"
            " L-1.2 -10 L-1.2 -7.8 L-3.3 -7.8 L-3.3 -5.6 L-1.2 -5.6 L-1.2 -3.6 L-5 -3.6 Q-9.4 -1.4 -4.6 5 L-6 7 Z"
        ),
        f"{_BAND} M-4.6 3.4 L4.6 3.4 L4.3 4.3 L-4.3 4.3 Z",
    ),
    "met": ("M-5 9 L5 9 L5 7 L3.4 5.4 Q3.4 1.4 0 -4.6 Q-3.4 1.4 -3.4 5.4 L-5 7 Z", _BAND),
    "khon": (
        "M-6 9 L6 9 L6 7 L4.8 5.4 Q4.8 -1 2 -3.6 L0 -10 L-2 -3.6 Q-4.8 -1 -4.8 5.4 L-6 7 Z",
        f"{_BAND} M-4 0.6 L4 0.6 L4.3 1.6 L-4.3 1.6 Z",
    ),
}
"""Figures of simple shapes, in the measure of `OUTLINES`: bodies, and what is drawn on them."""
_EXCHANGED: Mapping[str, Mapping[str, str]] = {
    MODERN: {
        usual: modern
        for name, drawn in _MODERN.items()
        for usual, modern in zip((OUTLINES[name].path, OUTLINES[name].details), drawn, strict=True)
    }
}
_SHINE = (
    "M-5.26 7.66 A9.3 9.3 0 1 1 7.66 -5.26 A9.3 9.3 0 0 0 -5.26 7.66 Z"
    " M-1.6 -4 A2.2 2.2 0 1 0 -6 -4 A2.2 2.2 0 1 0 -1.6 -4 Z"
)
"""Light from above on a disc of radius 10: along its rim, and a spot."""
_SHADE = "M5.26 -7.66 A9.3 9.3 0 1 1 -7.66 5.26 A9.3 9.3 0 0 0 5.26 -7.66 Z"
"""What is in the shade: on a white disc no light is seen."""


def in_set(picture: Picture, name: str) -> Picture:
    """The picture with pieces of this set; as it is for the usual set, and for one that is not known."""
    if name not in _EXCHANGED and name not in _WITH_CHARACTERS:
        return picture
    return replace(picture, shapes=shapes_in_set(picture.shapes, name))


def shapes_in_set(shapes: Iterable[Shape], name: str) -> tuple[Shape, ...]:
    """The same for shapes alone."""
    if name in _WITH_CHARACTERS:
        shapes, name = _with_characters(shapes), _WITH_CHARACTERS[name]
    exchanged = _EXCHANGED.get(name)
    return tuple(_drawn_anew(shapes, exchanged)) if exchanged else tuple(shapes)


def has_characters(name: str) -> bool:
    """Whether pieces of this set have characters, in games that have some."""
    return name in _WITH_CHARACTERS


def other_set(name: str) -> str:
    """The same set with characters in place of letters, or with letters in place of them."""
    with_characters = {plain: name for name, plain in _WITH_CHARACTERS.items()}
    return _WITH_CHARACTERS.get(name) or with_characters.get(name, CHARACTERS)


def characters_told(figures: Iterable[Figure]) -> str:
    """What the characters of these pieces mean, `帥 將 general, 炮 砲 cannon`; empty if they have none."""
    by_name: dict[str, dict[str, None]] = {}
    for figure in figures:
        if figure.character:
            by_name.setdefault(figure.name, {})[figure.character] = None
    told = [
        Message("{characters} {piece}", characters=" ".join(characters), piece=Message(name))
        for name, characters in by_name.items()
    ]
    return listed(told) if told else ""


OF_WOOD = {
    "piece.dark": "piece.wood.dark", "piece.light": "piece.wood.light", "piece.0": "piece.wood.0",
    "sign.dark": "sign.light", "sign.0": "sign.wood.0",
}  # fmt: skip
"""Pieces with characters, and what is written on them, by their roles with letters. One side's wood is darker, or
its rim and characters are blue.
"""


def _with_characters(shapes: Iterable[Shape]) -> Iterable[Shape]:
    shapes = [*shapes]
    if not any(isinstance(shape.form, Text) and shape.form.character for shape in shapes):
        return shapes
    return [replace(_with_character(shape), role=OF_WOOD.get(shape.role, shape.role)) for shape in shapes]


def _with_character(shape: Shape) -> Shape:
    if not isinstance(shape.form, Text) or not shape.form.character:
        return shape
    outline = outlines_of_characters().get(shape.form.character)
    if outline is None:
        return shape
    times = round(shape.form.height * _TO_A_LETTER / _UNITS, 2)
    return replace(shape, form=Path(outline, shape.form.at, times))


@cache
def outlines_of_characters() -> Mapping[str, str]:
    """The outlines of the characters on pieces, about their middle."""
    lines = (File(__file__).parent / "fonts" / "characters.tsv").read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t") for line in lines)


_UNITS = 200
"""The height of a character's outline with the space around it."""
_TO_A_LETTER = 1.15
"""How high a character is beside a letter."""


def _drawn_anew(shapes: Iterable[Shape], exchanged: Mapping[str, str]) -> Iterator[Shape]:
    # A run of pieces stays one group of the picture: what shines upon them comes after them.
    for role, run in groupby(shapes, key=lambda shape: shape.role):
        alike = [_exchanged(shape, exchanged) for shape in run]
        yield from alike
        if role.startswith("piece.") and role not in OF_WOOD.values():
            yield from _glosses(alike)


def _exchanged(shape: Shape, exchanged: Mapping[str, str]) -> Shape:
    if not isinstance(shape.form, Path) or shape.form.outline not in exchanged:
        return shape
    return replace(shape, form=replace(shape.form, outline=exchanged[shape.form.outline]))


def _glosses(pieces: Sequence[Shape]) -> Iterator[Shape]:
    for piece in pieces:
        if isinstance(piece.form, Circle):
            kind = piece.role.partition(".")[2]
            outline = _SHADE if kind == "light" else _SHINE
            yield Shape(Path(outline, piece.form.centre, piece.form.radius / 10), f"gloss.{kind}", piece.target)
