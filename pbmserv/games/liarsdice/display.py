"""Liar's Dice in characters, pictures and words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from pbmserv.games.boards.cards import LAID, SMALL, cell, remark
from pbmserv.games.boards.dice import NAMES, die, unseen
from pbmserv.games.boards.page import NARROWEST, Row, Thing, moved, title
from pbmserv.games.liarsdice.rules import FACES, UNSEEN, Bid, Position
from pbmserv.games.message import SEAT_LETTERS, Drawn, Message, Say, counted, letter, player
from pbmserv.games.picture import Choice, Point
from pbmserv.games.tricks.layout import EDGE_OF_CLOTH, on_cloth

LIAR = "liar"
SIDE = 0.62
"""The scale of dice that lie on the table."""
_LETTER, _APART, _INSIDE = 24.0, 53.4, NARROWEST - 2 * EDGE_OF_CLOTH
"""Units: for the letter of a seat, from a die to the next one, and the width of the cloth."""
MOST_BIDS = 3
"""How many bids of a seat are shown."""
TOUCHED = 0.93
"""The scale of dice that are touched: six fill the width of a page."""


def text_of(bid: Bid) -> str:
    return f"{bid.number}x{bid.face}"


def target_of_count(count: int) -> str:
    return f"n{count}"


def target_of_face(face: int) -> str:
    return f"f{face}"


def faces_of(dice: Sequence[int]) -> str:
    """Dice as text: `1 3 3 6`, hidden ones as question marks."""
    return " ".join("?" if each == UNSEEN else str(each) for each in dice) or "-"


def bids_of(seen: Position, seat: int) -> str:
    """The last bids of a seat in this round."""
    bids = [text_of(Bid(count, face)) for mover, count, face in seen.bids if mover == seat]
    left_out = ["..."] if len(bids) > MOST_BIDS else []
    return " ".join([*left_out, *bids[-MOST_BIDS:]]) or "-"


def drawing(seen: Position) -> Drawn:
    """A table: the dice of each seat, its bids, and what it showed in the last round."""
    return Drawn.by(partial(_table, seen))


def _table(seen: Position, say: Say) -> str:
    rows = [["", say("Dice"), say("Bids"), *([say("Shown in the last round")] if seen.shown else [])]]
    for seat, dice in enumerate(seen.dice):
        shown = [faces_of(seen.shown[seat])] if seen.shown else []
        rows.append([SEAT_LETTERS[seat], faces_of(dice), bids_of(seen, seat), *shown])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    table = ["   ".join(f"{text:{width}}" for text, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    doubted = ["", say(_doubted(seen))] if seen.shown else []
    return "\n".join([say(_headline(seen)), "", *table, *doubted])


def _headline(seen: Position) -> str:
    if seen.is_over:
        return Message("Round {number} was the last one", number=seen.number - 1)
    return counted(
        "Round {number}: {count} dice are on the table",
        "Round {number}: {count} dice are on the table",
        seen.on_table,
        number=seen.number,
    )


def rows_of(seen: Position, viewer: int | None) -> Iterator[Row]:
    yield [title(_headline(seen), _headline(seen))]
    rows = [
        [*_dice_of(seat, dice, "{player} {dice}", LAID), *_remark(bids_of(seen, seat), seat, len(dice))]
        for seat, dice in enumerate(seen.dice)
    ]
    yield [on_cloth(rows)]
    if viewer is not None and viewer == seen.next_seat and not seen.is_over:
        yield from _to_bid(seen)
    if seen.shown:
        yield [title(_doubted(seen), _doubted(seen))]
        for seat, dice in enumerate(seen.shown):
            yield [*_dice_of(seat, dice, "{player} showed {dice}")]


def _to_bid(seen: Position) -> Iterator[Row]:
    if not any(seen.legal_bids()):
        return
    yield [title(Message("Touch the face of your bid after the number"))]
    yield [
        _scaled(die(face, Message("of face {face}", face=Message(NAMES[face - 1])), target_of_face(face)), TOUCHED)
        for face in FACES
    ]


def choices_of(seen: Position) -> Iterator[Choice]:
    """What the next seat can touch beside faces."""
    if seen.bids:
        yield Choice(LIAR, Message("Liar!"), "doubt the last bid")
    for count in dict.fromkeys(bid.number for bid in seen.legal_bids()):
        yield Choice(target_of_count(count), str(count), counted("bid {count} die", "bid {count} dice", count))


def _doubted(seen: Position) -> str:
    bid = Bid(*seen.doubted)
    bidder, doubter, loser = map(letter, (seen.bidder, seen.doubter, seen.loser))
    return Message(
        "Last round: {bidder} bid {bid}, {doubter} doubted, and {loser} was wrong",
        bidder=bidder,
        bid=text_of(bid),
        doubter=doubter,
        loser=loser,
    )


def _dice_of(seat: int, dice: Sequence[int], text: str, role: str = "hand") -> Iterator[Thing]:
    words = Message(text, player=letter(seat), dice=faces_of(dice))
    yield cell(SEAT_LETTERS[seat], _LETTER, words, times=SMALL, role="word" if role == LAID else "label")
    for face in dice:
        yield _scaled(die(face, "", role=role) if face else unseen(role), SIDE)


def _remark(bids: str, seat: int, dice: int) -> Iterator[Thing]:
    if bids != "-":
        told = Message("{player} bids {bids}", player=letter(seat), bids=bids)
        yield remark(
            Message("bids {bids}", bids=bids), told, times=SMALL, role="word", room=_INSIDE - _LETTER - dice * _APART
        )


def _scaled(thing: Thing, times: float) -> Thing:
    shapes = tuple(moved(shape, Point(0, 0), times) for shape in thing.shapes)
    return Thing(shapes, thing.width * times, thing.height * times)


def status_of(seen: Position, viewer: int | None) -> Iterator[str]:
    if not seen.is_over:
        if viewer is not None and seen.dice[viewer]:
            yield Message("Your dice: {dice}.", dice=faces_of(seen.dice[viewer]))
        if seen.bids:
            seat, count, face = seen.bids[-1]
            yield counted(
                "{player} says that at least {count} die shows {face}.",
                "{player} says that at least {count} dice show {face}.",
                count,
                player=player(seat),
                face=face,
            )
    for seat in seen.left:
        yield Message("{player} has left the game.", player=player(seat))
