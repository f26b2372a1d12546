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
    "paper": "#fbf8f1", "ink": "#26221c", "soft": "#665d50",
    "board": "#e9dfc8", "cell": "#f6eedb", "dark": "#d9ccb0", "grid": "#8a7d66",
    "goal": "#e2eef8", "tile": "#fbeecb", "hidden": "#5c6470", "hint": "#8a5a00",
    "danger": "#b3261e", "win": "#1b7a3d", "choice": "#1d5fbf",
    "piece0": "#1f4f8f", "piece1": "#b4540a", "piece2": "#6a3d9a",
    "piece3": "#1b6e52", "piece4": "#8c2f55", "piece5": "#4d4d4d",
    "tint0": "#fffdf8", "tint1": "#c8371f", "tint2": "#1c7a54",
    "tint3": "#2b5fb0", "tint4": "#8f6300", "tint5": "#7d3c98",
    "sign": "#ffffff", "black": "#2f2a25", "white": "#fffefa", "field": "#b7d3ae", "check": "#f3a99b",
    "water": "#c3d3de", "ripple": "#8ba2b2", "hull": "#5b6672", "block": "#5c6470",
    "lit": "#f3eaa2", "litdark": "#dccf7e", "last": "#6f5e00",
    "dead0": "#8a8174", "dead1": "#f3ead6",
    "red": "#b02a4a", "onlight": "#b0122a", "clear": CLEAR,
    "robered": "#b1263b", "robeblue": "#2b549b", "gold": "#e9b83f", "ermine": "#fffdf6", "face": "#f6d9b8",
    "drawn": "#2b2018", "shade": "#ded6c6", "shadefield": "#93b58b",
}  # fmt: skip
_DARK = {
    **_LIGHT,
    "paper": "#191b1f", "ink": "#ece7dc", "soft": "#d4cdc0",
    "board": "#424851", "cell": "#4d5560", "dark": "#363c45", "grid": "#a3abb8",
    "goal": "#2c4a66", "tile": "#423d30", "hidden": "#b4bdcb", "hint": "#f2ce82",
    "danger": "#ff8a7a", "win": "#67d391", "choice": "#b0d2ff",
    "piece0": "#7fb0f5", "piece1": "#f0a050", "piece2": "#c39cf0",
    "piece3": "#5fc9a0", "piece4": "#f5a3c2", "piece5": "#c0c0c0",
    "tint0": "#2a2d33", "tint1": "#ff7a66", "tint2": "#53c793",
    "tint3": "#7fa9f5", "tint4": "#e0b43c", "tint5": "#cf95e8",
    "sign": "#15171a", "black": "#050506", "white": "#f4efe4", "field": "#2f4d3b", "check": "#7d2a22",
    "water": "#22313d", "ripple": "#4d6476", "hull": "#9aa7b5", "block": "#0c0d10",
    "lit": "#696629", "litdark": "#55531f", "last": "#d3c563",
    "dead0": "#202226", "dead1": "#85807a",
    "red": "#ffb8ad", "onlight": "#9c1024",
    "robered": "#aa2a38", "robeblue": "#4a78c4", "gold": "#e2b64c", "ermine": "#f1ebde", "face": "#ecc9a3",
    "drawn": "#1b1512", "shade": "#0b0c0e", "shadefield": "#1f3529",
}  # fmt: skip
_CONTRAST = {
    **_LIGHT,
    "paper": "#ffffff", "ink": "#000000", "soft": "#000000",
    "board": "#ffffff", "cell": "#ffffff", "dark": "#cfcfcf", "grid": "#000000",
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
    "drawn": "#000000", "shade": "#ffffff", "shadefield": "#ffffff",
}  # fmt: skip
_PRINT = {
    **_CONTRAST,
    "dark": "#e4e4e4", "goal": "#f4f4f4", "check": "#b0b0b0", "tile": "#e6e6e6", "hidden": "#555555",
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


BOARDS: Mapping[str, Mapping[Scheme, Colours]] = {
    "wood": {
        Scheme.LIGHT: {
            "cell": "#f9ecd6",
            "dark": "#ead0aa",
            "board": "#eccf9f",
            "field": "#e9cfa2",
            "shadefield": "#c9ab78",
        },
        Scheme.DARK: {
            "cell": "#644f3a",
            "dark": "#4a3a29",
            "board": "#54422f",
            "field": "#4a3d2a",
            "shadefield": "#33291a",
        },
    },
    "green": {
        Scheme.LIGHT: {
            "cell": "#ecf2dc",
            "dark": "#bfd4a4",
            "board": "#d6e3c0",
            "field": "#c3d8ab",
            "shadefield": "#9fba84",
        },
        Scheme.DARK: {
            "cell": "#43574a",
            "dark": "#2f4437",
            "board": "#374c3f",
            "field": "#2f4d3b",
            "shadefield": "#1f3529",
        },
    },
    "blue": {
        Scheme.LIGHT: {
            "cell": "#e5edf6",
            "dark": "#bdd1e6",
            "board": "#d6e3f0",
            "field": "#c6d8ea",
            "shadefield": "#9fb8d0",
        },
        Scheme.DARK: {
            "cell": "#435368",
            "dark": "#2f4055",
            "board": "#3a4a5f",
            "field": "#33475f",
            "shadefield": "#223349",
        },
    },
}
"""Other colours of boards, which a player can choose for pages: what differs, by day and by night."""


class Paint(NamedTuple):
    """The names of fill and border colours; None for neither."""

    fill: str | None
    border: str | None


PAINTS: Mapping[str, Paint] = {
    "board": Paint("board", "grid"),
    "edge": Paint(None, "grid"),
    "grid": Paint(None, "grid"),
    "cell": Paint("cell", "grid"),
    "cell.dark": Paint("dark", "grid"),
    "cell.goal": Paint("goal", "grid"),
    "cell.field": Paint("field", "grid"),
    "cell.check": Paint("check", "grid"),
    "cell.water": Paint("water", "ripple"),
    "block": Paint("block", "grid"),
    "hull": Paint("hull", "ink"),
    "hull.sunk": Paint("black", "ink"),
    "hit": Paint("danger", "paper"),
    "cell.last": Paint("lit", "last"),
    "cell.dark.last": Paint("litdark", "last"),
    "tile": Paint("tile", "ink"),
    "hand": Paint("tile", "soft"),
    "tile.hand": Paint("tile", "soft"),
    "pile": Paint("dark", "soft"),
    "hidden": Paint("hidden", "ink"),
    "mark": Paint("ink", "ink"),
    "hint": Paint("hint", None),
    "back": Paint(None, "paper"),
    "suit.red": Paint("red", None),
    "halo": Paint(None, "paper"),
    "last": Paint(None, "last"),
    "last.dark": Paint(None, "white"),
    "last.light": Paint(None, "black"),
    "win": Paint(None, "win"),
    "choice": Paint("cell", "choice"),
    "label": Paint("soft", None),
    "letter": Paint("soft", None),
    "number": Paint("choice", None),
    "word": Paint("ink", None),
    "characters": Paint("ink", None),
    "figure": Paint("sign", None),
    "touch": Paint("clear", None),
    "touch.aside": Paint("clear", None),
    "piece.dark": Paint("black", "ink"),
    "piece.light": Paint("white", "ink"),
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
    "shade.field": Paint("shadefield", None),
    "sign.dark": Paint("white", None),
    "sign.light": Paint("black", None),
    "sign.word": Paint("ink", None),
    "sign.red": Paint("onlight", None),
    **{f"piece.{seat}": Paint(f"piece{seat}", "ink") for seat in range(MOST_SEATS)},
    **{f"part.{seat}": Paint(f"piece{seat}", "paper") for seat in range(MOST_SEATS)},
    **{f"side.{seat}": Paint(f"piece{seat}", f"piece{seat}") for seat in range(MOST_SEATS)},
    **{f"sign.{seat}": Paint("sign", "sign") for seat in range(MOST_SEATS)},
    **{f"gloss.{seat}": Paint(f"gloss{seat}", None) for seat in range(MOST_SEATS)},
    **{f"tint.{number}": Paint(f"tint{number}", "paper" if number else "grid") for number in range(MOST_TINTS)},
    **{f"rim.{number}": Paint(f"tint{number}", f"tint{number}") for number in range(MOST_TINTS)},
}

THICKNESS: Mapping[str, float] = {
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

    That of all has every colour, since pages use them too, but for the glosses, which few readers have chosen.
    """
    painted = [role for role in PAINTS if (role not in _GLOSSES if roles is None else role in roles)]
    names = {PAPER, *(name for role in painted for name in PAINTS[role])}
    glosses = {name for role in _GLOSSES for name in PAINTS[role]}
    shown = [name for name in COLOURS[Scheme.LIGHT] if (name not in glosses if roles is None else name in names)]
    return (
        _with_colours(shown)
        + f".picture .{class_of(PAPER)} {{ fill: var(--paper); }}\n"
        + "".join(map(_rule, painted))
    )


_GLOSSES = tuple(role for role in PAINTS if role.startswith("gloss."))


def _with_colours(shown: Sequence[str]) -> str:
    """The values of these colours, by the reader's preference."""
    return (
        f":root {{ {_properties(Scheme.LIGHT, shown)} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root {{ {_properties(Scheme.DARK, shown)} }} }}\n"
        f"@media (prefers-contrast: more) {{ :root {{ {_properties(Scheme.CONTRAST, shown)} }} }}\n"
        f"@media print {{ :root {{ {_properties(Scheme.PRINT, shown)} }} }}\n"
    )


def style_sheet_of_glosses() -> str:
    """What `style_sheet` leaves out."""
    names = [name for role in _GLOSSES for name in PAINTS[role] if name]
    return _with_colours(names) + "".join(map(_rule, _GLOSSES))


@cache
def style_sheet_of_looks() -> str:
    """For readers who have chosen other looks: the glosses of modern pieces, and colours of boards.

    Those for high contrast and print stay.
    """
    return style_sheet_of_glosses() + "".join(
        f"@media screen and (prefers-contrast: no-preference) and (prefers-color-scheme: {scheme.value})"
        f" {{ [data-colours={name}] .picture {{ {_written(colours)} }} }}\n"
        for name, schemes in BOARDS.items()
        for scheme, colours in schemes.items()
    )


def class_of(role: str) -> str:
    """Return a role's class, in a namespace that page rules such as `.hidden` do not touch."""
    return f"pic-{role.replace('.', '-')}"


def _rule(role: str) -> str:
    fill, border = (f"var(--{name})" if name else "none" for name in PAINTS[role])
    return f".picture .{class_of(role)} {{ fill: {fill}; stroke: {border}; }}\n"


def _properties(scheme: Scheme, names: Iterable[str]) -> str:
    return _written({name: COLOURS[scheme][name] for name in names})


def _written(colours: Colours) -> str:
    return " ".join(f"--{name}: {colour};" for name, colour in colours.items())
