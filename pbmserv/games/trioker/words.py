"""Trioker in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbmserv.games.base import counted
from pbmserv.games.triangles.hands.events import Event, Left
from pbmserv.games.triangles.hands.words import SEAT_NAMES, held_by, player, table
from pbmserv.games.trioker.coins import Coin
from pbmserv.games.trioker.events import (
    Blocked,
    GaveCoin,
    Jailed,
    LostTurn,
    Paid,
    Placed,
    Replayed,
    Started,
    TurnAgain,
    WentOut,
)
from pbmserv.games.trioker.passing_words import hands_of, may_pass_of, names_of, turn_sentences
from pbmserv.games.trioker.rules import Position
from pbmserv.games.trioker.scoring import cost_of_hand, cost_of_tile
from pbmserv.games.trioker.spaces import START, Space
from pbmserv.games.trioker.tiles import TILES
from pbmserv.games.trioker.turns import Ending

_COINS = {Coin.RED: "a red coin", Coin.BLACK: "a black coin", Coin.SMALL: "a point of small change"}


def status_of(position: Position, viewer: int | None) -> tuple[str, ...]:
    """The status with the viewer's hand, or all hands after the end."""
    course = [*position.prelude, *_course(position)]
    return (*course, *[""] * bool(course), *_table(position), *hands_of(position, viewer))


def spaces_of(position: Position) -> Iterator[str]:
    """The meanings of uncovered spaces."""
    open_marks = {mark for cell, mark in position.board.printed.spaces.items() if position.layout.is_free(cell)}
    spaces = [space for space in position.board.spaces if space.mark in open_marks]
    width = max((len(space.meaning) for space in spaces), default=0)
    for space in spaces:
        yield f"  {space.mark}  {space.meaning:<{width}}  {space.french}"


def reason_of(position: Position) -> str:
    why = _reason_of(position)
    return why if position.game == 1 else f"The first game was a draw. In the replay, {why[0].lower()}{why[1:]}"


def _reason_of(position: Position) -> str:
    leaders = position.leaders
    most = position.points[leaders[0]]
    if position.ending is Ending.ALONE:
        return f"Nobody but player {SEAT_NAMES[leaders[0]]} is left."
    if position.ending is Ending.BLOCKED:
        return "Nobody can place a tile and the bank has none: the game is a draw, and the coins stand."
    out = next(seat for seat in position.active if not position.hands[seat])
    went_out = f"{player(out)} has placed the last tile"
    if len(leaders) > 1:
        return f"{went_out}, and players {names_of(leaders)} have the most points, {most} each."
    if leaders[0] == out:
        return f"{went_out} and has the most points, {most}."
    return f"{went_out}, but player {SEAT_NAMES[leaders[0]]} has the most points, {most}."


def sentences_of(event: Event) -> Iterator[str]:
    match event:
        case Started(seat, tile):
            why = "" if tile == "333" else ", the most pips in any hand"
            yield f"{player(seat)} starts with {tile} on {START}{why}."
        case Placed(seat, tile, Space(mark, french)):
            yield f"{player(seat)} places {tile} on {mark}, {french}."
        case Placed(seat, tile):
            yield f"{player(seat)} places {tile}."
        case Paid(payer, payee, due, paid):
            yield _payment(payer, payee, due, paid)
        case GaveCoin(seat, Coin() as coin):
            yield f"{player(seat)} gives {_COINS[coin]} to the bank."
        case GaveCoin(seat):
            yield f"{player(seat)} has no coin to give."
        case Jailed(seat):
            yield f"{player(seat)} will lose a turn."
        case LostTurn(seat):
            yield f"{player(seat)} loses this turn."
        case TurnAgain(seat):
            yield f"{player(seat)} takes another turn at once."
        case WentOut(seat, hands):
            yield f"{player(seat)} has placed the last tile."
            yield from (_left_with(other, hand) for other, hand in hands.items())
        case Blocked(hands):
            yield "Nobody can place a tile, and the bank has none."
            yield from (f"{player(seat)} is left with {TILES.listed(hand)}." for seat, hand in hands.items())
        case Replayed():
            yield (
                "The game is a draw, and is replayed: all tiles are dealt afresh, and the coins are those of the"
                " start."
            )
        case Left(seat, count):
            yield (
                f"{player(seat)} has left the game. The coins and the {counted(count, 'tile')} of that hand stay out"
                " of it."
            )
        case _:
            yield from turn_sentences(event)


def _payment(payer: int | None, payee: int | None, due: int, paid: int) -> str:
    if payer is None:
        return f"The bank pays {paid} to {_party(payee)}."
    if paid == due:
        return f"{player(payer)} pays {paid} to {_party(payee)}."
    if paid:
        return f"{player(payer)} should pay {due} to {_party(payee)}, but has only {paid} to pay."
    return f"{player(payer)} should pay {due} to {_party(payee)}, but has nothing."


def _party(seat: int | None) -> str:
    return "the bank" if seat is None else f"player {SEAT_NAMES[seat]}"


def _left_with(seat: int, hand: Sequence[str]) -> str:
    costs = " + ".join(str(cost_of_tile(tile)) for tile in hand)
    total = f" = {cost_of_hand(hand)}" if len(hand) > 1 else ""
    return f"{player(seat)} is left with {TILES.listed(hand)}: {costs}{total}."


def _course(position: Position) -> Iterator[str]:
    """What the next moves depend on, besides board, coins and tiles."""
    if position.is_over:
        return
    if position.game == 2:
        yield "This is the replay: the first game was a draw."
    if position.may_pass:
        yield may_pass_of(position)
    for seat in position.active:
        if position.lost_turns[seat]:
            yield f"{player(seat)} will lose a turn."


def _table(position: Position) -> Iterator[str]:
    rows: list[tuple[str, Sequence[object]]] = [
        ("Player", SEAT_NAMES[: len(position.hands)]),
        ("Red coins", [purse.red for purse in position.purses]),
        ("Black coins", [purse.black for purse in position.purses]),
        ("Small change", [purse.small for purse in position.purses]),
        ("Points", position.points),
        ("Tiles", held_by(position)),
    ]
    shown = [(title, entries) for title, entries in rows if title != "Small change" or any(entries)]
    yield from table(shown, 12, 6)
    yield f"Bank: {counted(len(position.bank), 'tile')}."
