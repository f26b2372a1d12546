"""Games of hidden hands in words: what happens in all of them, and the hands that a viewer may see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbmserv.games.trioker.hands.events import Drew, Event, Passed, Stuck
from pbmserv.games.trioker.hands.rules import HandsPosition
from pbmserv.games.trioker.tiles import JOKER, TILES

SEAT_NAMES = "ABCD"


def player(seat: int) -> str:
    """A seat at the beginning of a sentence: `Player B`."""
    return f"Player {SEAT_NAMES[seat]}"


def names_of(seats: Sequence[int]) -> str:
    """Two seats or more: `A, B and C`."""
    *first, last = (SEAT_NAMES[seat] for seat in seats)
    return f"{', '.join(first)} and {last}"


def turn_sentences(event: Event) -> Iterator[str]:
    """What everybody may read of a turn in which no tile was placed."""
    match event:
        case Drew(seat, _, fits):
            outcome = "and may place it or pass" if fits else "which does not fit either, and the turn passes"
            yield f"{player(seat)} had no tile that fits and drew one, {outcome}."
        case Stuck(seat):
            yield f"{player(seat)} has no tile that fits, and the bank is empty: the turn passes."
        case Passed(seat):
            yield f"{player(seat)} keeps the tile and passes."


def may_pass_of(position: HandsPosition) -> str:
    """That the seat to move has drawn a tile."""
    return f"{player(position.next_seat)} has drawn a tile, and may place it or pass."


def held_by(position: HandsPosition) -> list[str]:
    """How many tiles each seat has, for a table with a column for each."""
    return ["out" if seat in position.left else str(len(hand)) for seat, hand in enumerate(position.hands)]


def hands_of(position: HandsPosition, viewer: int | None) -> Iterator[str]:
    """The viewer's tiles; everybody's when the game is over."""
    if position.is_over:
        yield ""
        yield from (f"{player(seat)}: {TILES.listed(hand) or 'no tiles'}" for seat, hand in enumerate(position.hands))
    elif viewer is not None and viewer not in position.left:
        yield ""
        yield f"Your tiles: {TILES.listed(position.hands[viewer])}"
        if position.may_pass and viewer == position.next_seat:
            yield f"You have drawn {position.drawn}: place it, or move pass."


def how_to_move(example: str) -> list[str]:
    """The lines of a legend that follow on what the numbers are."""
    return [
        "* marks the last tile. A move is one of your tiles and a position, for example",
        f"{example}: the tile turns by itself so that its corners match. Tiles are read",
        f"anti-clockwise, and the W of {JOKER} matches every figure.",
    ]
