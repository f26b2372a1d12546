"""Sentences shared by games with hands of Trioker's tiles."""

from __future__ import annotations

from collections.abc import Iterator

from pbmserv.games.message import Message, lines_of, player
from pbmserv.games.triangles.hands.events import Event
from pbmserv.games.triangles.hands.words import how_to_move
from pbmserv.games.trioker.events import Drew, Passed, Stuck
from pbmserv.games.trioker.tiles import JOKER, TILES
from pbmserv.games.trioker.turns import PassingPosition


def turn_sentences(event: Event) -> Iterator[str]:
    """Public sentences about a turn without a tile."""
    match event:
        case Drew(seat, _, fits):
            yield Message(
                "{player} had no tile that fits and drew one, and may place it or pass."
                if fits
                else "{player} had no tile that fits and drew one, which does not fit either, and the turn passes.",
                player=player(seat),
            )
        case Stuck(seat):
            yield Message(
                "{player} has no tile that fits, and the bank is empty: the turn passes.", player=player(seat)
            )
        case Passed(seat):
            yield Message("{player} keeps the tile and passes.", player=player(seat))


def may_pass_of(position: PassingPosition) -> Message:
    return Message("{player} has drawn a tile, and may place it or pass.", player=player(position.next_seat))


def hands_of(position: PassingPosition, viewer: int | None) -> Iterator[str]:
    """The viewer's tiles; everybody's after the end."""
    if position.is_over:
        yield ""
        for seat, hand in enumerate(position.hands):
            if hand:
                yield Message("{player}: {tiles}", player=player(seat), tiles=TILES.listed(hand))
            else:
                yield Message("{player}: no tiles", player=player(seat))
    elif viewer is not None and viewer not in position.left:
        yield ""
        yield Message("Your tiles: {tiles}", tiles=TILES.listed(position.hands[viewer]))
        if position.may_pass and viewer == position.next_seat:
            yield Message("You have drawn {tile}: place it, or move pass.", tile=position.drawn)


def legend_of(position: PassingPosition, numbers: str, example: str, marks: str, *more: str) -> str:
    """How to read the board and to move; `numbers` explains the numbers. Empty after the end."""
    if position.is_over:
        return ""
    reading = Message("anti-clockwise, and the W of {joker} matches every figure.", joker=JOKER)
    return lines_of(Message(numbers), how_to_move(example, reading, marks), *more)
