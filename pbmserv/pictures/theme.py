"""Colours, lines and fonts of pictures for light, dark, high contrast and print.

A shape has its role's class and no colour. Contrast is at least 3:1 for shapes and 4.5:1 for texts (WCAG 2.2, 1.4.3
and 1.4.11), for the colour-blind, too; tests compute it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from pbmserv.games.picture import MOST_SEATS, MOST_TINTS, Picture

Colours = Mapping[str, str]


PAPER = "paper"
"""The role of the background, which no shape has."""

CLEAR = "transparent"
"""Invisible but touchable."""


class Scheme(StrEnum):
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"
    PRINT = "print"


def _blended(colour: str, other: str, part: float) -> str:
    """A colour with a part of another one in it."""
    both = zip(bytes.fromhex(colour[1:]), bytes.fromhex(other[1:]), strict=True)
    return f"#{bytes(round(one * (1 - part) + two * part) for one, two in both).hex()}"


def _glosses(colours: Colours, part: float) -> Colours:
    """The light on pieces, and on white ones the shade."""
    pieces = {f"gloss{seat}": _blended(colours[f"piece{seat}"], "#ffffff", part) for seat in range(MOST_SEATS)}
    black, white = colours["black"], colours["white"]
    return {**pieces, "glossblack": _blended(black, white, part), "glosswhite": _blended(white, black, part)}


_LIGHT = {
    "paper": "#fbf8f1", "blank": "#fffdf8", "ink": "#26221c", "soft": "#665d50", "outline": "#26221c",
    "board": "#e6bf7d", "cell": "#f0d9b5", "dark": "#bd926c", "grid": "#7d6242", "gridfield": "#37663f",
    "goal": "#c3d8b4", "tile": "#fbeecb", "hidden": "#5c6470", "hint": "#7a4f00",
    "table": "#f6eedb", "cloth": "#b7d3ae", "tabledark": "#e3d8c1", "card": "#fbeecb",
    "notnow": "#fbf8f1", "rule": "#8a7d66",
    "danger": "#b3261e", "win": "#1b7a3d", "choice": "#1d5fbf",
    "won": "#0f5c2e", "halo": "#fbf8f1", "last": "#681805", "number": "#174689", "shot": "#98150e",
    "piece0": "#1f4f8f", "piece1": "#a8480a", "piece2": "#6a3d9a",
    "piece3": "#1b6e52", "piece4": "#8c2f55", "piece5": "#4d4d4d",
    "tint0": "#fffdf8", "tint1": "#c8371f", "tint2": "#1c7a54",
    "tint3": "#2b5fb0", "tint4": "#8f6300", "tint5": "#7d3c98",
    "sign": "#ffffff", "figure": "#ffffff", "black": "#2f2a25", "white": "#fffefa",
    "field": "#6aa873", "check": "#ee8f7e",
    "water": "#93c0dd", "ripple": "#b4d5ea", "hull": "#46515d", "block": "#57504a",
    "lit": "#ead56b", "litdark": "#c6a93f",
    "dead0": "#8a8174", "dead1": "#f3ead6",
    "red": "#b02a4a", "onlight": "#a60f26", "clear": CLEAR,
    "robered": "#b1263b", "robeblue": "#2b549b", "gold": "#e9b83f", "ermine": "#fffdf6", "face": "#f6d9b8",
    "drawn": "#2b2018", "shade": "#ded6c6", "shadecloth": "#93b58b", "shadeboard": "#c9a878",
    "grain": "#5a2800", "palewood": "#fae8c3", "darkwood": "#cd9557",
}  # fmt: skip
_DARK = {
    # Boards, and what lies on them, are by night what they are by day: only what is around them is dark.
    **_LIGHT,
    "paper": "#191b1f", "blank": "#2a2d33", "ink": "#ece7dc", "soft": "#d4cdc0",
    "hidden": "#b4bdcb", "hint": "#f2ce82",
    "table": "#4d5560", "cloth": "#2f4d3b", "tabledark": "#363c45", "notnow": "#dcd5c4", "rule": "#a3abb8",
    "danger": "#ff8a7a", "win": "#67d391", "choice": "#b0d2ff",
    "cell": "#e6cda6", "dark": "#ad8058", "board": "#d9b06c", "field": "#5c9a66", "goal": "#b9cfaa",
    "sign": "#15171a",
    "water": "#84b3d1", "ripple": "#a3c9e0",
    "lit": "#dfc75a", "litdark": "#b89a34",
    "red": "#ffb8ad",
    "shade": "#0b0c0e", "shadecloth": "#1f3529", "shadeboard": "#bd9d70",
}  # fmt: skip
_CONTRAST = {
    **_LIGHT,
    "paper": "#ffffff", "blank": "#ffffff", "ink": "#000000", "soft": "#000000", "outline": "#000000",
    "board": "#ffffff", "cell": "#ffffff", "dark": "#cfcfcf", "grid": "#000000", "gridfield": "#000000",
    "table": "#ffffff", "cloth": "#ffffff", "tabledark": "#cfcfcf", "card": "#fff2b8",
    "notnow": "#ffffff", "rule": "#000000",
    "won": "#005c20", "halo": "#ffffff", "number": "#003c9e", "shot": "#a00000",
    "goal": "#d9ecff", "tile": "#fff2b8", "hidden": "#333333", "hint": "#5c3a00",
    "danger": "#a00000", "win": "#005c20", "choice": "#003c9e",
    "piece0": "#00307a", "piece1": "#8a3a00", "piece2": "#4b1d80",
    "piece3": "#00503a", "piece4": "#70103c", "piece5": "#2b2b2b",
    "tint0": "#ffffff", "tint1": "#a01800", "tint2": "#00593a",
    "tint3": "#00368c", "tint4": "#6e4c00", "tint5": "#5c1a78",
    "black": "#000000", "white": "#ffffff", "field": "#ffffff", "check": "#ffc4b8",
    "water": "#ffffff", "ripple": "#000000", "hull": "#333333", "block": "#333333",
    "red": "#8a0000", "onlight": "#8a0000",
    "lit": "#fff09c", "litdark": "#ead47c", "last": "#5a4700",
    "dead0": "#707070", "dead1": "#ffffff",
    "robered": "#8a0000", "robeblue": "#00307a", "gold": "#ffd54a", "ermine": "#ffffff", "face": "#ffffff",
    "drawn": "#000000", "shade": "#ffffff", "shadecloth": "#ffffff", "shadeboard": "#ffffff",
    "grain": CLEAR, "palewood": "#ffffff", "darkwood": "#cfcfcf",
}  # fmt: skip
_PRINT = {
    **_CONTRAST,
    "dark": "#e4e4e4", "goal": "#f4f4f4", "check": "#b0b0b0", "tile": "#e6e6e6", "hidden": "#555555",
    "tabledark": "#e4e4e4", "card": "#e6e6e6", "won": "#000000", "number": "#000000", "shot": "#000000",
    "hint": "#000000", "red": "#000000", "onlight": "#000000", "danger": "#000000",
    "lit": "#e9e9e9", "litdark": "#cfcfcf",
    "last": "#000000", "win": "#000000", "choice": "#000000",
    "robered": "#6e6e6e", "robeblue": "#555555", "gold": "#dddddd",
    "piece0": "#000000", "piece1": "#6e6e6e", "piece2": "#3c3c3c",
    "piece3": "#555555", "piece4": "#2a2a2a", "piece5": "#7a7a7a",
    "tint1": "#000000", "tint2": "#6e6e6e", "tint3": "#3c3c3c", "tint4": "#757575", "tint5": "#555555",
}  # fmt: skip

COLOURS: Mapping[Scheme, Colours] = {
    Scheme.LIGHT: {**_LIGHT, **_glosses(_LIGHT, 0.22)},
    Scheme.DARK: {**_DARK, **_glosses(_DARK, 0.22)},
    # Nothing shines where contrast is all.
    Scheme.CONTRAST: {**_CONTRAST, **_glosses(_CONTRAST, 0)},
    Scheme.PRINT: {**_PRINT, **_glosses(_PRINT, 0)},
}
"""Colours by scheme and name: `paper` is the background, `ink` the text."""


BOARDS: Mapping[str, Colours] = {
    "wood": {"cell": "#ebd0a0", "dark": "#b8834f", "board": "#d9a65a", "field": "#cb9c63", "gridfield": "#6b4a24"},
    "green": {"cell": "#eeeed2", "dark": "#86a666", "board": "#c3d59c", "field": "#8fb377", "gridfield": "#46663a"},
    "blue": {"cell": "#dee3e6", "dark": "#8ca2ad", "board": "#c0d2de", "field": "#93b3c7", "gridfield": "#4a6577"},
}
"""Other colours of boards, which a player can choose for pages: what differs, by day and by night."""


class Paint(NamedTuple):
    """The names of fill and border colours; None for neither."""

    fill: str | None
    border: str | None


PAINTS: Mapping[str, Paint] = {
    "board": Paint("board", "grid"),
    "cell.wood": Paint("board", "grid"),
    "edge": Paint(None, "rule"),
    "grid": Paint(None, "grid"),
    "cell": Paint("cell", "grid"),
    # Squares of two colours need no lines between them.
    "cell.light": Paint("cell", "cell"),
    "cell.dark": Paint("dark", "dark"),
    "cell.goal": Paint("goal", "grid"),
    "cell.field": Paint("field", "gridfield"),
    "cell.check": Paint("check", None),
    "cell.water": Paint("water", "ripple"),
    "cell.cloth": Paint("cloth", "rule"),
    "cell.table": Paint("table", "rule"),
    "cell.table.dark": Paint("tabledark", "rule"),
    "block": Paint("block", "block"),
    "hull": Paint("hull", "outline"),
    "hull.sunk": Paint("black", "outline"),
    "hit": Paint("shot", "figure"),
    "cell.last": Paint("lit", "grid"),
    # A border would reach over the neighbours.
    "cell.light.last": Paint("lit", None),
    "cell.dark.last": Paint("litdark", None),
    "tile": Paint("tile", "outline"),
    "hand": Paint("card", "soft"),
    "hand.not_now": Paint("notnow", "soft"),
    "hand.laid": Paint("tint0", "rule"),
    "tile.hand": Paint("tile", "soft"),
    "pile": Paint("tabledark", "soft"),
    "hidden": Paint("hidden", "ink"),
    "mark": Paint("outline", "outline"),
    "hint": Paint("hint", None),
    "back": Paint(None, "paper"),
    "halo": Paint(None, "halo"),
    "last": Paint(None, "last"),
    "last.dark": Paint(None, "white"),
    "last.light": Paint(None, "black"),
    "win": Paint(None, "won"),
    "choice": Paint("cell", "number"),
    "label": Paint("soft", None),
    "letter": Paint("block", None),
    "number": Paint("number", None),
    "word": Paint("ink", None),
    "characters": Paint("ink", None),
    "figure": Paint("figure", None),
    "touch": Paint("clear", None),
    "touch.aside": Paint("clear", None),
    "piece.dark": Paint("black", "outline"),
    "piece.light": Paint("white", "outline"),
    "piece.wood.dark": Paint("darkwood", "outline"),
    "piece.wood.light": Paint("palewood", "outline"),
    "piece.wood.0": Paint("palewood", "piece0"),
    "dead.dark": Paint("dead0", "soft"),
    "dead.light": Paint("dead1", "soft"),
    "gloss.dark": Paint("glossblack", None),
    "gloss.light": Paint("glosswhite", None),
    "court.red": Paint("robered", "drawn"),
    "court.blue": Paint("robeblue", "drawn"),
    "court.gold": Paint("gold", "drawn"),
    "court.white": Paint("ermine", "drawn"),
    "court.face": Paint("face", "drawn"),
    "court.line": Paint("drawn", None),
    "shade": Paint("shade", None),
    "shade.cloth": Paint("shadecloth", None),
    "shade.board": Paint("shadeboard", None),
    "sign.dark": Paint("white", None),
    "sign.light": Paint("black", None),
    "sign.wood.0": Paint("piece0", None),
    "sign.word": Paint("outline", None),
    "sign.red": Paint("onlight", None),
    "pip.black": Paint("outline", None),
    "pip.red": Paint("onlight", None),
    **{f"piece.{seat}": Paint(f"piece{seat}", "outline") for seat in range(MOST_SEATS)},
    **{f"part.{seat}": Paint(f"piece{seat}", "paper") for seat in range(MOST_SEATS)},
    **{f"side.{seat}": Paint(f"piece{seat}", f"piece{seat}") for seat in range(MOST_SEATS)},
    **{f"sign.{seat}": Paint("figure", "figure") for seat in range(MOST_SEATS)},
    **{f"gloss.{seat}": Paint(f"gloss{seat}", None) for seat in range(MOST_SEATS)},
    **{f"tint.{number}": Paint(f"tint{number}", "figure" if number else "rule") for number in range(MOST_TINTS)},
    **{f"rim.{number}": Paint(f"tint{number}", f"tint{number}") for number in range(MOST_TINTS)},
}

WOODEN = frozenset({"board", "cell", "cell.wood", "piece.wood.dark", "piece.wood.light", "piece.wood.0"})
"""The roles of what has a grain in SVG. In PNG it is plain, as pieces are there."""

SHINING = frozenset({"piece.dark", "piece.light", *(f"piece.{seat}" for seat in range(MOST_SEATS))})
"""The roles of round pieces that are lit from the upper left in SVG. In PNG they have the colour between, since a
picture with few colours is a third smaller.
"""
SHINE_AT = -0.28, -0.36
"""Where the light falls on them, in radii from their middle."""
SMALLEST_SHINE = 12
"""The radius in units from which that is worth its bytes: pegs have none."""
_BRIGHTER, _DARKER = 20, -16
"""By how much, of 255, a piece is so there, and at its rim."""


def shine_of(role: str, scheme: Scheme) -> tuple[str, str]:
    """The colours of a round piece where the light falls, and at its rim: one colour where contrast is all."""
    name = COLOURS[scheme][PAINTS[role].fill or "black"]
    if scheme not in (Scheme.LIGHT, Scheme.DARK):
        return name, name
    colour = bytes.fromhex(name[1:])
    there, rim = (bytes(min(max(each + by, 0), 255) for each in colour).hex() for by in (_BRIGHTER, _DARKER))
    return f"#{there}", f"#{rim}"


THICKNESS: Mapping[str, float] = {
    # The frame of a board.
    "board": 3, "piece.wood.0": 2,
    "last": 2, "last.dark": 2, "last.light": 2, "win": 3, "halo": 5, "choice": 1.5,
    **{f"court.{colour}": 0.5 for colour in ("red", "blue", "gold", "white", "face")},
}  # fmt: skip
"""Border widths of roles other than 1; see `line_of`."""


def line_of(picture: Picture) -> float:
    """The width of a plain line in units, visible in small pictures."""
    return min(max(max(picture.width, picture.height) / 480, 1), 2)


FONT = "DejaVu Sans, Verdana, sans-serif"
FONT_OF_CHARACTERS = "DejaVu Sans Mono, monospace"


@cache
def style_sheet(roles: frozenset[str] | None = None) -> str:
    """The style sheet of pictures on pages, by the reader's preference, for shapes of all roles or of some.

    That of all has every colour, since pages use them too, but for what has a style sheet of its own: the glosses,
    which few readers have chosen, and what lies on tables, in few games.
    """
    apart = GLOSSES | OF_TABLES
    painted = [role for role in PAINTS if (role not in apart if roles is None else role in roles)]
    names = {PAPER, *(name for role in painted for name in PAINTS[role])}
    if WOODEN.intersection(painted):
        names.add("grain")
    left_out = {name for role in apart for name in PAINTS[role]} - names
    shown = [name for name in COLOURS[Scheme.LIGHT] if (name not in left_out if roles is None else name in names)]
    return (
        _with_colours(shown)
        + f".picture .{class_of(PAPER)} {{ fill: var(--paper); }}\n"
        # Nothing shines where contrast is all.
        + "@media (prefers-contrast: more), print { .picture circle { fill: inherit; } }\n"
        + "".join(map(_rule, painted))
    )


GLOSSES = frozenset(role for role in PAINTS if role.startswith("gloss."))
OF_TABLES = frozenset(
    role
    for role in PAINTS
    if role.startswith(("court.", "pip.")) or role in {"hand.not_now", "hand.laid", "shade.cloth", "cell.cloth"}
)
"""The roles of what lies on tables alone: cards, dice, and the cloth below them."""


def _with_colours(shown: Sequence[str]) -> str:
    """The values of these colours, by the reader's preference."""
    return (
        f":root {{ {_properties(Scheme.LIGHT, shown)} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root {{ {_properties(Scheme.DARK, shown)} }} }}\n"
        f"@media (prefers-contrast: more) {{ :root {{ {_properties(Scheme.CONTRAST, shown)} }} }}\n"
        f"@media print {{ :root {{ {_properties(Scheme.PRINT, shown)} }} }}\n"
    )


def style_sheet_apart(apart: frozenset[str]) -> str:
    """What `style_sheet` leaves out: that of the `GLOSSES`, or of what is `OF_TABLES`."""
    roles = [role for role in PAINTS if role in apart]
    names = dict.fromkeys(name for role in roles for name in PAINTS[role] if name)
    return _with_colours([*names]) + "".join(map(_rule, roles))


@cache
def style_sheet_of_looks() -> str:
    """For readers who have chosen other looks: the glosses of modern pieces, and colours of boards.

    Those for high contrast and print stay.
    """
    usual = "@media screen and (prefers-contrast: no-preference)"
    return style_sheet_apart(GLOSSES) + "".join(
        f"{usual} {{ [data-colours={name}] .picture {{ {_written(colours)} }} }}\n"
        for name, colours in BOARDS.items()
    )


def class_of(role: str) -> str:
    """Return a role's class, in a namespace that page rules such as `.hidden` do not touch."""
    return f"pic-{role.replace('.', '-')}"


def _rule(role: str) -> str:
    fill, border = (f"var(--{name})" if name else "none" for name in PAINTS[role])
    # What is wooden has its grain by an attribute.
    filled = "" if role in WOODEN else f" fill: {fill};"
    return f".picture .{class_of(role)} {{{filled} stroke: {border}; }}\n"


def _properties(scheme: Scheme, names: Iterable[str]) -> str:
    return _written({name: COLOURS[scheme][name] for name in names})


def _written(colours: Colours) -> str:
    return " ".join(f"--{name}: {colour};" for name, colour in colours.items())
