"""Trioker-Line in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbmserv.games.base import counted
from pbmserv.games.triangles.hands.events import Event, Left
from pbmserv.games.triangles.hands.words import SEAT_NAMES, departure, held_by, player, table
from pbmserv.games.trioker.events import Blocked, WentOut
from pbmserv.games.trioker.passing_words import hands_of, may_pass_of, names_of, turn_sentences
from pbmserv.games.trioker.tiles import TILES
from pbmserv.games.trioker.turns import Ending
from pbmserv.games.trioker_line.chains import chains_begun
from pbmserv.games.trioker_line.events import Placed, Started
from pbmserv.games.trioker_line.rules import FIRST_TILE, Position, pips_of


def status_of(position: Position, viewer: int | None) -> tuple[str, ...]:
    """The status with the viewer's hand, or all hands after the end."""
    course = [*position.prelude, *_course(position)]
    return (*course, *[""] * bool(course), *_table(position), *hands_of(position, viewer))


def reason_of(position: Position) -> str:
    winner = position.winners[0]
    if position.ending is Ending.ALONE:
        return f"Nobody but player {SEAT_NAMES[winner]} is left."
    if position.ending is Ending.OUT:
        return f"{player(winner)} has placed the last tile of a hand."
    return f"Nobody can place a tile. {_least(position)}"


def _least(position: Position) -> str:
    fewest = pips_of(position.hands[position.winners[0]])
    with_fewest = [seat for seat in position.active if pips_of(position.hands[seat]) == fewest]
    if len(with_fewest) == 1:
        return f"{player(with_fewest[0])} holds the fewest pips, {fewest}."
    shared = f"Players {names_of(with_fewest)} hold the fewest pips, {fewest},"
    tiles = counted(len(position.hands[position.winners[0]]), "tile")
    if len(position.winners) == 1:
        return f"{shared} and of these {SEAT_NAMES[position.winners[0]]} the fewest tiles."
    if len(position.winners) == len(with_fewest):
        return f"{shared} in {tiles} each."
    return f"{shared} and of these {names_of(position.winners)} the fewest tiles, {tiles} each."


def sentences_of(event: Event) -> Iterator[str]:
    match event:
        case Started(int(seat)):
            yield f"{player(seat)} begins with {FIRST_TILE}."
        case Started():
            yield f"Nobody holds {FIRST_TILE}: it is taken from the bank, and player A begins."
        case Placed(seat, tile):
            yield f"{player(seat)} places {tile}."
        case WentOut(seat, hands):
            yield f"{player(seat)} has placed the last tile of a hand."
            yield from (_left_with(other, hand) for other, hand in sorted(hands.items()))
        case Blocked(hands):
            yield "Nobody can place a tile, and the bank has none."
            yield from (_left_with(seat, hand) for seat, hand in hands.items())
        case Left():
            yield departure(event)
        case _:
            yield from turn_sentences(event)


def _left_with(seat: int, hand: Sequence[str]) -> str:
    return f"{player(seat)} is left with {TILES.listed(hand)}: {counted(pips_of(hand), 'pip')}."


def _course(position: Position) -> Iterator[str]:
    if position.may_pass and not position.prelude:
        yield may_pass_of(position)


def _table(position: Position) -> Iterator[str]:
    yield from table((("Player", SEAT_NAMES[: len(position.hands)]), ("Tiles", held_by(position))), 6, 6)
    bank = counted(len(position.bank), "tile")
    yield f"Bank: {bank}. Chains: {chains_begun(position.layout)} of {position.paths}."
