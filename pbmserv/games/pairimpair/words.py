"""Even-Odd in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from pbmserv.games.base import Note
from pbmserv.games.message import Message, counted
from pbmserv.games.pairimpair.rules import Event, Passed, Position, ReturnMatch, TurnAgain
from pbmserv.games.pairimpair.tiles import CHARACTERS, Side


def notes_of(events: Sequence[Event]) -> tuple[Note, ...]:
    return tuple(Note(_sentence(event)) for event in events)


def status_of(position: Position) -> tuple[str, ...]:
    course = list(_course(position))
    return (*course, *[""] * bool(course), *_hands(position))


def reason_of(position: Position) -> str:
    even, odd = (len(position.hand(side)) for side in Side)
    winner = position.winner
    if winner is None:
        why = Message(
            "Neither side can place a tile, and each has {tiles} left.",
            tiles=counted("{count} tile", "{count} tiles", even),
        )
    elif not position.hand(winner):
        why = Message("{value} has placed its last tile.", value=winner.value)
    else:
        why = Message(
            "Neither side can place a tile, and Even has {tiles} left, Odd {odd}.",
            tiles=counted("{count} tile", "{count} tiles", even),
            odd=odd,
        )
    return (
        why
        if position.match == 1
        else Message("The first match was a draw. In the return match: {lower}", lower=_lower(why))
    )


def _sentence(event: Event) -> str:
    match event:
        case TurnAgain(side, 1):
            return Message("{value} has completed a hexagon and gets another turn.", value=side.value)
        case TurnAgain(side, hexagons):
            return Message(
                "{value} has completed {hexagons} hexagons with one tile and gets {hexagons} turns more.",
                value=side.value,
                hexagons=hexagons,
            )
        case Passed(side):
            return Message("{value} cannot place a tile and passes.", value=side.value)
        case ReturnMatch(tiles_left):
            return Message(
                "Neither side can place a tile, and each has {tiles} left: the match is a draw. The return"
                " match begins, and the players have changed sides.",
                tiles=counted("{count} tile", "{count} tiles", tiles_left),
            )


def _course(position: Position) -> Iterator[str]:
    if position.match == 2:
        yield "This is the return match: the first was a draw, and whoever is Even now was Odd then."
    elif not position.placements:
        coin = "tails" if position.side_at(0) is Side.EVEN else "heads"
        yield Message(
            "The coin shows {coin}: the player named first is {value}.", coin=coin, value=position.side_at(0).value
        )
    if position.turns > 1:
        yield Message(
            "{value} has {turns} turns before {value2} is to move.",
            value=position.mover.value,
            turns=position.turns,
            value2=position.mover.other.value,
        )


def _hands(position: Position) -> Iterator[str]:
    halves = [_half(side, position.hand(side)) for side in Side]
    width = max(map(len, halves[0])) + 4
    for left, right in zip_longest(*halves, fillvalue=""):
        yield f"{left:<{width}}{right}".rstrip()


def _half(side: Side, hand: Sequence[str]) -> list[str]:
    tiles = [f"{tile} {CHARACTERS[tile]}" for tile in hand]
    width = max(map(len, tiles), default=0) + 2
    rows = zip_longest(tiles[::2], tiles[1::2], fillvalue="")
    return [
        f"{side.value}: {counted(len(hand), 'tile')}",
        *(f"{one:<{width}}{other}".rstrip() for one, other in rows),
    ]


def _lower(sentence: str) -> str:
    return sentence if sentence.startswith(("Even", "Odd")) else sentence[0].lower() + sentence[1:]
