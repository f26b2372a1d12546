"""Liar's Dice for the server."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pbmserv.games.base import Illegal, Note, Option, Options, Played, Result, Unreadable, refuse_to_pass
from pbmserv.games.boards.page import page_of
from pbmserv.games.chance import Chance
from pbmserv.games.families import DICE_AND_CARDS
from pbmserv.games.liarsdice.display import (
    LIAR,
    choices_of,
    drawing,
    faces_of,
    rows_of,
    status_of,
    target_of_count,
    target_of_face,
    text_of,
)
from pbmserv.games.liarsdice.rules import UNSEEN, Bid, Position
from pbmserv.games.message import SEAT_LETTERS, Message, counted, in_turn, lines_of, player, the_player
from pbmserv.games.picture import Picture
from pbmserv.games.refusals import legal_now, quoted
from pbmserv.games.sequential import SequentialGame

DOUBTS = frozenset((LIAR, "doubt", "call", "dudo", "liar!"))
"""What says that the last bid is too high."""
LONGEST = 40

_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")
_BID = re.compile(r"([0-9]{1,2}|[a-z]{3,5})\s*(?:x|\*|\u00d7|,|times|dice of|of|\s)\s*([1-6]|[a-z]{3,6})(?:'?s)?")
_SHORT = re.compile(r"([0-9]{1,2})x([1-6])")


class LiarsDice(SequentialGame[Position]):
    """Bid how many of all dice show a face, or doubt the last bid; whoever was wrong loses a die."""

    name = "LiarsDice"
    summary = "Bid on all dice, of which you see your own, or doubt"
    also_called = ("Liar's Dice", "Dudo")
    family = DICE_AND_CARDS
    themes = ("dice", "bluffing")
    seats = range(2, 7)
    options = (
        Option("dice", 5, "dice of each player at the start", low=1, high=6, often=(3, 5)),
        Option("wild", False, "ones count for every face"),
    )
    touching = 'To bid, touch a number of dice, and then the face. Or touch "Liar!" to doubt the last bid.'
    move_form = "how many dice show a face, for example 3x5; or, to doubt the last bid, for example liar"
    hidden = True
    allows_undo = False
    guess_by = "pbmserv.games.liarsdice.guessing:guess"
    evaluate_by = "pbmserv.games.liarsdice.guessing:evaluate"
    playout_by = "pbmserv.games.liarsdice.guessing:playout"
    position_class = Position

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        hidden = ((UNSEEN,) * int(options["dice"]),) * seats
        return Position(hidden, bool(options["wild"])).rolled(chance)

    def moves(self, position: Position) -> Sequence[str]:
        bids = [text_of(bid) for bid in position.legal_bids()]
        return [*bids, LIAR] if position.bids else bids

    def examples(self, position: Position, seat: int) -> tuple[str, ...]:
        if seat not in self.to_move(position):
            return ()
        first = next(position.legal_bids(), None)
        bid = () if first is None else (text_of(first),)
        return (*bid, LIAR) if position.bids else bid

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        refuse_to_pass(text, "Nobody passes here: bid more, or doubt the last bid.")
        if text.strip().lower() in DOUBTS:
            if not position.bids:
                raise Illegal("There is no bid yet to be doubted: bid, for example 1x6.")
            after = position.after_doubt(chance)
            return Played(after, LIAR, tuple(_notes(position, after)))
        bid = _read(text)
        if bid is None:
            expected = Message(
                'A bid is expected, not "{typed}": write {form}.', typed=quoted(text), form=Message(self.move_form)
            )
            raise Unreadable(in_turn(expected, legal_now(self.move_form, self.moves(position))))
        self._check(position, bid)
        return Played(position.after_bid(bid), text_of(bid))

    def _check(self, position: Position, bid: Bid) -> None:
        if bid.number > position.on_table:
            raise Illegal(
                counted(
                    "No more than {count} die is on the table.",
                    "No more than {count} dice are on the table.",
                    position.on_table,
                )
            )
        if bid not in position.legal_bids():
            if position.bid is None:
                raise Illegal("A bid names one die at least.")
            raise Illegal(
                "After {last}, bid more dice, or as many of a higher face, or say liar: {bid} is not more.",
                last=text_of(position.bid),
                bid=text_of(bid),
            )

    def skip(self, position: Position, seat: int, chance: Chance) -> Played[Position]:
        """The seat bids no more; its dice stay on the table."""
        return Played(position.without(seat), "skip")

    def rejoin(self, position: Position, seat: int, chance: Chance) -> Played[Position]:
        """The seat plays on with the dice that lie before it."""
        return Played(replace(position, left=tuple(each for each in position.left if each != seat)), "substitute")

    def result(self, position: Position) -> Result | None:
        if not position.is_over:
            return None
        [winner] = position.active
        return Result(winner, Message("Only {player} has dice left.", player=the_player(winner)))

    def value_of(self, position: Position, text: str) -> str:
        bid = _read(text)
        return text if bid is None else text_of(bid)

    def question(self, position: Position, seat: int, move: str) -> str:
        if move == LIAR:
            return Message("Doubt the last bid?")
        return Message("Bid {bid}?", bid=move)

    def group_of(self, move: str) -> str:
        bid = _read(move)
        return "" if bid is None else f"{bid.number} dice"

    def steps(self, position: Position, seat: int, move: str) -> tuple[str, ...]:
        bid = _read(move)
        return (move,) if bid is None else (target_of_count(bid.number), target_of_face(bid.face))

    def asked_next(self, position: Position, seat: int, touched: Sequence[str], following: Sequence[str]) -> str:
        return Message("{count} dice of which face?", count=touched[0].lstrip("n"))

    def spoken(self, position: Position, move: str) -> str:
        bid = _read(move)
        return move if bid is None else Message("{count} dice of face {face}", count=bid.number, face=bid.face)

    def draw(self, position: Position, viewer: int | None) -> str:
        return drawing(position.seen_by(viewer))

    def picture(self, position: Position, viewer: int | None) -> Picture:
        seen = position.seen_by(viewer)
        choices = [*choices_of(seen)] if viewer in self.to_move(position) else ()
        return page_of((), list(rows_of(seen, viewer)), self.name, choices=choices)

    def seen_by(self, position: Position, viewer: int | None) -> Position:
        return position.seen_by(viewer)

    def revealed(self, position: Position) -> Position:
        return replace(position, is_open=True)

    def seat_name(self, position: Position, seat: int) -> str:
        return SEAT_LETTERS[seat]

    def advantage(self, position: Position, seat: int) -> str:
        count = len(position.dice[seat])
        return counted("{count} die", "{count} dice", count)

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        return tuple(status_of(position.seen_by(viewer), viewer))

    def legend(self, position: Position, viewer: int | None) -> str:
        if position.is_over:
            return ""
        return lines_of(
            Message("A move is a bid, such as 3x5 for three dice that show five; or {liar}.", liar=LIAR),
            Message("Ones count for every face.") if position.is_wild else "",
        )


def _read(text: str) -> Bid | None:
    """The bid that a text names: `3x5`, `3 5`, `three fives`; None if it names none."""
    folded = text.strip().lower()
    if len(folded) > LONGEST:
        return None
    found = _SHORT.fullmatch(folded) or _BID.fullmatch(folded)
    if not found:
        return None
    count, face = (_number(word) for word in found.groups())
    return Bid(count, face) if count and face in range(1, 7) else None


def _number(word: str) -> int:
    """The number that a word or figures name; 0 if none."""
    if word.isdigit():
        return int(word)
    for words in (_NUMBERS, _FACES):
        if word in words:
            return words.index(word) + 1
    return 0


def _notes(before: Position, after: Position) -> Iterator[Note]:
    doubted, face = after.doubted
    doubter = player(after.doubter)
    yield Note(
        counted(
            "{player} doubts that {count} die shows {face}.",
            "{player} doubts that {count} dice show {face}.",
            doubted,
            player=doubter,
            face=face,
        )
    )
    for seat, dice in enumerate(after.shown):
        if dice:
            yield Note(Message("{player} shows {dice}.", player=player(seat), dice=faces_of(dice)))
    loser = the_player(after.loser)
    there = before.counted(face)
    yield Note(
        counted(
            "{count} die counts: {player} was wrong.", "{count} dice count: {player} was wrong.", there, player=loser
        )
    )
    left = len(after.dice[after.loser])
    if not left:
        yield Note(Message("{player} has lost the last die, and is out.", player=player(after.loser)))
    elif left < len(before.dice[after.loser]):
        text = "{player} has {count} die left.", "{player} has {count} dice left."
        yield Note(counted(*text, left, player=player(after.loser)))
