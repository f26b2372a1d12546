"""Games of hidden hands in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial

from pbmserv.games.message import SEAT_LETTERS, Drawn, Message, Say, counted, player
from pbmserv.games.triangles.hands.events import Left
from pbmserv.games.triangles.hands.rules import HandsPosition


def departure(event: Left) -> Message:
    return counted(
        "{player} has left the game. The {count} tile of that hand stays out of it.",
        "{player} has left the game. The {count} tiles of that hand stay out of it.",
        event.tiles,
        player=player(event.seat),
    )


def table(rows: Iterable[tuple[Message, Sequence[object]]], title: int, column: int) -> Iterator[Drawn]:
    """A table with a column for each seat; `title` and `column` are their least widths."""
    whole = [*rows]
    return (Drawn.by(partial(_line_of, whole, number, title, column)) for number in range(len(whole)))


def _line_of(rows: Sequence[tuple[Message, Sequence[object]]], number: int, title: int, column: int, say: Say) -> str:
    """A line of a table, whose columns are as wide as the words of all lines."""
    said = [
        [say(name), *(say(each if isinstance(each, str) else str(each)) for each in entries)]
        for name, entries in rows
    ]
    titles = max(title, *(len(line[0]) for line in said))
    width = max(column, *(len(entry) + 1 for line in said for entry in line[1:]))
    first, *entries = said[number]
    return f"{first:<{titles}}{''.join(f'{entry:>{width}}' for entry in entries)}"


def players_of(position: HandsPosition) -> tuple[Message, Sequence[object]]:
    """The first row of a table."""
    return Message("Player"), SEAT_LETTERS[: len(position.hands)]


def held_by(position: HandsPosition) -> tuple[Message, Sequence[object]]:
    """The last row of a table."""
    held = [Message("out") if seat in position.left else len(hand) for seat, hand in enumerate(position.hands)]
    return Message("Tiles"), held


IN_CHARACTERS, IN_PICTURE = "a star marks", "a thin frame marks"
"""How the last tile is marked, in a legend."""


@cache
def how_to_move(example: str, reading: str, marks: str) -> Message:
    """The last lines of a legend; `reading` continues `Tiles are read`."""
    return Message(
        "{marks} the last tile. A move is one of your tiles and a position, for example {example}: the tile turns by"
        " itself so that its corners match. Tiles are read {reading}",
        marks=Message(marks),
        example=example,
        reading=Message(reading),
    )
