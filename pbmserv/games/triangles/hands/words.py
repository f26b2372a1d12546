"""Games of hidden hands in words."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from functools import cache

from pbmserv.games.base import counted
from pbmserv.games.triangles.drawing import PAGE_WIDTH
from pbmserv.games.triangles.hands.events import Left
from pbmserv.games.triangles.hands.rules import HandsPosition

SEAT_NAMES = "ABCDEF"


def player(seat: int) -> str:
    return f"Player {SEAT_NAMES[seat]}"


def departure(event: Left) -> str:
    tiles, stay = counted(event.tiles, "tile"), "stays" if event.tiles == 1 else "stay"
    return f"{player(event.seat)} has left the game. The {tiles} of that hand {stay} out of it."


def table(rows: Iterable[tuple[str, Iterable[object]]], title: int, column: int) -> Iterator[str]:
    """A table with a column for each seat; `title` and `column` are widths."""
    for name, entries in rows:
        yield f"{name:<{title}}" + "".join(f"{entry:>{column}}" for entry in entries)


def held_by(position: HandsPosition) -> list[str]:
    return ["out" if seat in position.left else str(len(hand)) for seat, hand in enumerate(position.hands)]


IN_CHARACTERS, IN_PICTURE = "* marks", "a red frame marks"
"""How the last tile is marked, in a legend."""


@cache
def how_to_move(example: str, reading: str, marks: str) -> tuple[str, ...]:
    """The last lines of a legend; `reading` continues `Tiles are read`."""
    words = (
        f"{marks} the last tile. A move is one of your tiles and a position, for example {example}: the tile turns by"
        f" itself so that its corners match. Tiles are read {reading}"
    )
    return tuple(textwrap.wrap(words, PAGE_WIDTH, break_on_hyphens=False))
