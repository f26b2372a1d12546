"""Even-Odd in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from pbmserv.games.base import Note
from pbmserv.games.message import Message, counted
from pbmserv.games.pairimpair.rules import Event, Passed, Position, ReturnMatch, TurnAgain
from pbmserv.games.pairimpair.tiles import CHARACTERS, Side

NAMES = {side: Message(side.value) for side in Side}


def notes_of(events: Sequence[Event]) -> tuple[Note, ...]:
    return tuple(Note(_sentence(event)) for event in events)


def status_of(position: Position) -> tuple[str, ...]:
    course = list(_course(position))
    return (*course, *[""] * bool(course), *_hands(position))


def reason_of(position: Position) -> str:
    even, odd = (len(position.hand(side)) for side in Side)
    winner = position.winner
    is_return = position.match > 1
    if winner is not None and not position.hand(winner):
        what = Message("{player} has placed its last tile.", player=NAMES[winner])
    elif winner is None and is_return:
        what = counted(
            "neither side can place a tile, and each has {count} tile left.",
            "neither side can place a tile, and each has {count} tiles left.",
            even,
        )
    elif winner is None:
        what = counted(
            "Neither side can place a tile, and each has {count} tile left.",
            "Neither side can place a tile, and each has {count} tiles left.",
            even,
        )
    elif is_return:
        what = counted(
            "neither side can place a tile, and Even has {count} tile left, Odd {odd}.",
            "neither side can place a tile, and Even has {count} tiles left, Odd {odd}.",
            even,
            odd=odd,
        )
    else:
        what = counted(
            "Neither side can place a tile, and Even has {count} tile left, Odd {odd}.",
            "Neither side can place a tile, and Even has {count} tiles left, Odd {odd}.",
            even,
            odd=odd,
        )
    if not is_return:
        return what
    return Message("The first match was a draw. In the return match: {what}", what=what)


def _sentence(event: Event) -> str:
    match event:
        case TurnAgain(side, 1):
            return Message("{player} has completed a hexagon and gets another turn.", player=NAMES[side])
        case TurnAgain(side, hexagons):
            return Message(
                "{player} has completed {hexagons} hexagons with one tile and gets {hexagons} turns more.",
                player=NAMES[side],
                hexagons=hexagons,
            )
        case Passed(side):
            return Message("{player} cannot place a tile and passes.", player=NAMES[side])
        case ReturnMatch(tiles_left):
            return counted(
                "Neither side can place a tile, and each has {count} tile left: the match is a draw. The return"
                " match begins, and the players have changed sides.",
                "Neither side can place a tile, and each has {count} tiles left: the match is a draw. The return"
                " match begins, and the players have changed sides.",
                tiles_left,
            )


def _course(position: Position) -> Iterator[str]:
    if position.match == 2:
        yield Message("This is the return match: the first was a draw, and whoever is Even now was Odd then.")
    elif not position.placements:
        yield Message(
            "The coin shows tails: the player named first is Even."
            if position.side_at(0) is Side.EVEN
            else "The coin shows heads: the player named first is Odd."
        )
    if position.turns > 1:
        yield Message(
            "{player} has {turns} turns before {other} is to move.",
            player=NAMES[position.mover],
            turns=position.turns,
            other=NAMES[position.mover.other],
        )


def _hands(position: Position) -> Iterator[str]:
    halves = [_half(side, position.hand(side)) for side in Side]
    width = max(map(len, halves[0])) + 4
    for left, right in zip_longest(*halves, fillvalue=""):
        text = "{left:<{width}}{right}" if right else "{left}"
        yield Message(text, left=left, width=width, right=right)


def _half(side: Side, hand: Sequence[str]) -> list[str]:
    tiles = [f"{tile} {CHARACTERS[tile]}" for tile in hand]
    width = max(map(len, tiles), default=0) + 2
    rows = zip_longest(tiles[::2], tiles[1::2], fillvalue="")
    return [
        counted("{player}: {count} tile", "{player}: {count} tiles", len(hand), player=NAMES[side]),
        *(f"{one:<{width}}{other}".rstrip() for one, other in rows),
    ]
