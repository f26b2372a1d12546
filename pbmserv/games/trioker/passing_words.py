"""Sentences shared by games with hands of Trioker's tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbmserv.games.triangles.hands.events import Event
from pbmserv.games.triangles.hands.words import SEAT_NAMES, how_to_move, player
from pbmserv.games.trioker.events import Drew, Passed, Stuck
from pbmserv.games.trioker.tiles import JOKER, TILES
from pbmserv.games.trioker.turns import PassingPosition


def turn_sentences(event: Event) -> Iterator[str]:
    """Public sentences about a turn without a tile."""
    match event:
        case Drew(seat, _, fits):
            outcome = "and may place it or pass" if fits else "which does not fit either, and the turn passes"
            yield f"{player(seat)} had no tile that fits and drew one, {outcome}."
        case Stuck(seat):
            yield f"{player(seat)} has no tile that fits, and the bank is empty: the turn passes."
        case Passed(seat):
            yield f"{player(seat)} keeps the tile and passes."


def names_of(seats: Sequence[int]) -> str:
    """Two or more seats: `A, B and C`."""
    *first, last = (SEAT_NAMES[seat] for seat in seats)
    return f"{', '.join(first)} and {last}"


def may_pass_of(position: PassingPosition) -> str:
    return f"{player(position.next_seat)} has drawn a tile, and may place it or pass."


def hands_of(position: PassingPosition, viewer: int | None) -> Iterator[str]:
    """The viewer's tiles; everybody's after the end."""
    if position.is_over:
        yield ""
        yield from (f"{player(seat)}: {TILES.listed(hand) or 'no tiles'}" for seat, hand in enumerate(position.hands))
    elif viewer is not None and viewer not in position.left:
        yield ""
        yield f"Your tiles: {TILES.listed(position.hands[viewer])}"
        if position.may_pass and viewer == position.next_seat:
            yield f"You have drawn {position.drawn}: place it, or move pass."


def legend_of(position: PassingPosition, numbers: str, example: str, marks: str, *more: str) -> str:
    """How to read the board and to move; `numbers` explains the numbers. Empty after the end."""
    if position.is_over:
        return ""
    return "\n".join(
        [numbers, *how_to_move(example, f"anti-clockwise, and the W of {JOKER} matches every figure.", marks), *more]
    )
