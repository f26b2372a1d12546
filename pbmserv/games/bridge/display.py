"""The table of Bridge in characters and as a picture: the auction, dummy's hand, and what may be called."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from pbmserv.games.boards.cards import empty
from pbmserv.games.boards.page import LETTERS, NARROWEST, Row, Thing
from pbmserv.games.boards.score_table import Line, ScoreTable
from pbmserv.games.bridge.auction import BIDS, DOUBLE, PASS, REDOUBLE, STRAINS, Call, legal_calls
from pbmserv.games.bridge.rules import Ended, Position
from pbmserv.games.bridge.typed_deals import tricks_possible
from pbmserv.games.bridge.words import (
    SEAT_LETTERS,
    calls_in_signs,
    contract_told,
    shown,
    sign_of,
    spoken_call,
    told_of_result,
    told_of_vulnerable,
)
from pbmserv.games.message import Listed, Message, Say, counted, in_a_row, in_context
from pbmserv.games.picture import Choice, Point, Shape, Text
from pbmserv.games.picture_words import said
from pbmserv.games.tricks.cards import IN_SENTENCES, SIGNS, Card
from pbmserv.games.tricks.display import TrickDisplay, played_in_signs, told_of_played
from pbmserv.games.tricks.layout import EDGE_OF_CLOTH, ROOM_OF_CHOICES, beside, cloth, heading, lower, text_line
from pbmserv.games.tricks.rules import IN_HAND, SEATS
from pbmserv.games.tricks.words import SEAT_NAMES, SIDES_IN_SHORT

_WEST = 1
"""The seat in the first column of an auction."""
_COLUMN = 7
"""Characters from one column of an auction to the next."""
_WIDTH, _LINE = 110.0, 22.0
"""The same in units, and the height of a line."""
_NOW = "Tricks now"
CLAIM = "tricks"
"""What is touched before the tricks of a claim, and its first word."""
_BELOW_DUMMY = 362.0
"""Where the viewer's hand begins while cards are played: below two rows of dummy's and the trick."""
_WITH_DUMMY = 592.0
"""Units of a picture in height while cards are played."""
_NO_TRUMP = in_context("no-trump", "bridge")


class BridgeDisplay(TrickDisplay[Position]):
    """Cards on the table, the auction, dummy's hand, and the results of all deals."""

    sides = SIDES_IN_SHORT

    def in_signs(self, words: str) -> str:
        return super().in_signs(calls_in_signs(words))

    def headline(self, seen: Position) -> str:
        if seen.is_over:
            return Message("After {count} deals", count=seen.number) if seen.number > 1 else Message("After 1 deal")
        of_deals = {"number": seen.number, "deals": seen.deals}
        if seen.awaits_deal:
            return Message("Deal {number} of {deals}: the cards are to be dealt", **of_deals)
        if not seen.is_playing or seen.contract is None:
            return Message("Deal {number} of {deals}: the auction", **of_deals)
        return Message(
            "Deal {number} of {deals}, trick {trick} of {tricks}: {contract} by {player}",
            trick=len(seen.played) // SEATS + 1,
            tricks=IN_HAND,
            contract=contract_told(seen.contract.name),
            player=SEAT_NAMES[seen.contract.declarer],
            **of_deals,
        )

    def headline_before_play(self, seen: Position) -> str:
        return self.headline(seen)

    def laid_before_play(self, seen: Position, seat: int) -> str:
        if seat == seen.next_seat:
            return Message("to deal") if seen.awaits_deal else Message("to call")
        call = _last_call(seen, seat)
        return "..." if call is None else shown(call)

    def told_before_play(self, seen: Position, seat: int) -> str:
        call = _last_call(seen, seat)
        told = {"player": SEAT_NAMES[seat]} | ({} if call is None else {"call": spoken_call(call)})
        if seat == seen.next_seat:
            text = "{player} has called {call}, and is next" if call else "{player} has yet to call, and is next"
        else:
            text = "{player} has called {call}" if call else "{player} has yet to call"
        return Message(text, **told)

    def thing_before_play(self, seen: Position, seat: int, words: str) -> Thing:
        call = _last_call(seen, seat)
        return empty("" if call is None or seat == seen.next_seat else sign_of(call), words)

    def target_of(self, seen: Position, viewer: int, card: Card) -> str:
        can_play = seen.is_playing and viewer in seen.to_move and card in seen.playable(seen.next_seat)
        return card if can_play else ""

    def hands_below_table(self, seen: Position, viewer: int | None) -> Iterator[tuple[int, str]]:
        """The hands that a viewer sees, with what stands above each."""
        yield from super().hands_below_table(seen, viewer)
        if seen.awaits_deal:
            return
        for seat in range(SEATS):
            if seat != viewer and (seen.is_typed or seat == seen.dummy):
                text = "Dummy's cards ({player})" if seat == seen.dummy else "{player}'s cards"
                yield seat, Message(text, player=SEAT_NAMES[seat])

    def rows_above_table(self, seen: Position, viewer: int | None) -> Iterator[Row]:
        if not seen.is_playing and seen.results:
            told = _told_of_last(seen)
            yield [heading(told, told)]
        elif seen.is_playing and (viewer is None or not self._plays_two_hands(seen, viewer)):
            # It is over. Who plays two hands leaves the room to their cards.
            calls = " ".join(map(sign_of, seen.calls))
            yield [
                heading(
                    Message("{heading}: {calls}", heading=_auction_title(seen), calls=calls), _spoken_auction(seen)
                )
            ]
        yield from super().rows_above_table(seen, viewer)
        if seen.is_playing and seen.contract and seen.dummy is None and viewer != (seat := seen.contract.dummy):
            # They come with the first lead, and have their room before.
            if not self.plays_from(seen, seat, viewer):
                yield [heading(Message("Dummy's cards ({player})", player=SEAT_NAMES[seat]))]
            yield from self.rows_face_down(seen, seat, viewer, Message("a card of dummy's"))

    def _plays_two_hands(self, seen: Position, viewer: int) -> bool:
        return seen.contract is not None and seen.player_of(seen.contract.dummy) == viewer

    def height_of_picture(self, seen: Position) -> float:
        return _WITH_DUMMY if seen.is_playing else super().height_of_picture(seen)

    def highest_picture(self, seen: Position) -> float:
        """Of typed deals, tricks are claimed below it."""
        return _WITH_DUMMY + ROOM_OF_CHOICES * seen.is_typed

    def rows_of_played(self, seen: Position) -> Iterator[Row]:
        """Without a title, for which dummy's cards leave no room."""
        if seen.is_playing:
            told, suits = told_of_played(seen), [*played_in_signs(seen)] if seen.played else [""] * len(SIGNS)
            lines = [text_line(each, "" if place else told, NARROWEST / 2) for place, each in enumerate(suits)]
            yield from (lines[:2], lines[2:])

    def beginning_of_hand(self, seen: Position) -> float:
        return _BELOW_DUMMY if seen.is_playing else super().beginning_of_hand(seen)

    def table_in_picture(self, seen: Position, viewer: int | None, height: float) -> Thing:
        """Before any card is played, the auction is what lies on the table."""
        if seen.is_playing or seen.awaits_deal:
            return super().table_in_picture(seen, viewer, height)
        heading_of_auction = Shape(
            Text(said(_auction_title(seen)), Point(EDGE_OF_CLOTH, _LINE / 2), LETTERS, from_left=True),
            "word",
            words=_spoken_auction(seen),
        )
        seats, *rows = _auction_rows(seen, sign_of)
        shown = [seats, *rows[-int((height - 2 * EDGE_OF_CLOTH) / _LINE) + 2 :]]
        cells = (
            Text(said(cell), Point(EDGE_OF_CLOTH + column * _WIDTH, (line + 1.5) * _LINE), LETTERS, from_left=True)
            for line, row in enumerate(shown)
            for column, cell in enumerate(row)
            if cell
        )
        told = Thing((heading_of_auction, *(Shape(cell, "word") for cell in cells)), NARROWEST, height)
        return replace(beside([cloth(height), lower(told, EDGE_OF_CLOTH)]), height=height)

    def characters_below_hands(self, seen: Position, say: Say) -> Iterator[str]:
        yield from super().characters_below_hands(seen, say)
        rows = ("".join(f"{say(cell):{_COLUMN}}" for cell in row).rstrip() for row in _auction_rows(seen, shown))
        yield "\n".join([f"{say(_auction_title(seen))}:", *(f"  {row}" for row in rows)])

    def plays_from(self, seen: Position, seat: int, viewer: int | None) -> bool:
        return seen.player_of(seat) == viewer

    def trump_as_held(self, seen: Position) -> str:
        """None before the contract is settled, so that cards keep their places from call to call."""
        return seen.trump if seen.is_playing else ""

    def choices(self, seen: Position, viewer: int | None) -> Iterator[Choice]:
        if seen.awaits_deal:
            return
        if not seen.is_playing:
            yield from _choices_of_calls(legal_calls(seen.calls))
        elif seen.is_typed:
            yield Choice(CLAIM, Message("Claim"), "claim: say how many tricks declarer takes in all")
            for count in map(str, tricks_possible(seen)):
                yield Choice(count, count, _claimed(int(count)))

    def scores(self, seen: Position) -> ScoreTable:
        lines = []
        for number, each in enumerate(seen.results, 1):
            points = each[3]
            deal = Message("{number}: {result}", number=number, result=_result(Ended(*each)))
            lines.append(Line(deal, (points, -points) * 2))
        if seen.is_playing and not seen.is_over:
            lines.append(Line(_NOW, seen.taken * 2))
        totals = seen.totals * 2
        best = [seat for seat in range(SEATS) if totals[seat] == max(totals)] if seen.is_over else []
        lines.append(Line("Total", totals, is_sum=True, best=best))
        return ScoreTable(SEAT_NAMES, lines)

    def told_beside_trick(self, seen: Position) -> Sequence[str]:
        told = [Message("Tricks"), *_by_side(seen.taken)]
        return [*told, Message("Points"), *_by_side(seen.totals)] if any(seen.totals) else told

    def told_of_all(self, seen: Position) -> Iterator[str]:
        if not seen.is_over and seen.contract and seen.dummy is not None:
            player = seen.player_of(seen.contract.dummy)
            if player != seen.contract.dummy:
                yield Message(
                    "{player} is declarer and plays the cards of dummy, {dummy}, too.",
                    player=SEAT_NAMES[player],
                    dummy=SEAT_NAMES[seen.contract.dummy],
                )
        for seat in seen.left:
            text = "{player} has resigned: the server passes, and plays the lowest card."
            yield Message(text, player=SEAT_NAMES[seat])


def _claimed(count: int) -> str:
    return counted("{count} trick for declarer in all", "{count} tricks for declarer in all", count)


def _taken(side: str, count: int) -> str:
    return counted("{side} {count} trick", "{side} {count} tricks", count, side=side)


def _last_call(seen: Position, seat: int) -> Call | None:
    """The last call of a seat in this deal."""
    return next((call for place, call in reversed([*_called(seen)]) if place == seat), None)


def _called(seen: Position) -> Iterator[tuple[int, Call]]:
    for place, call in enumerate(seen.calls):
        yield (seen.dealer + place) % SEATS, call


def _told_of_last(seen: Position) -> str:
    """What has come of the deal before, with all points."""
    ended, number = Ended(*seen.results[-1]), len(seen.results)
    points = in_a_row(*_by_side(seen.totals))
    if ended.contract == PASS:
        return Message("Deal {number}: passed out. {points}", number=number, points=points)
    bid = ended.contract.rstrip("x")
    return Message(
        "Deal {number}: {contract} by {player}, {result}. {points}",
        number=number,
        contract=sign_of(bid) + ended.contract.removeprefix(bid).upper(),
        player=SEAT_NAMES[ended.declarer],
        result=told_of_result(ended),
        points=points,
    )


def _result(ended: Ended) -> str:
    """A deal in a few signs: `3NT S +1`."""
    if ended.contract == PASS:
        return Message("passed out")
    over = ended.tricks - 6 - int(ended.contract[0])
    return f"{contract_told(ended.contract)} {SEAT_LETTERS[ended.declarer]} {f'{over:+}' if over else '='}"


def _auction_title(seen: Position) -> str:
    vulnerable = told_of_vulnerable(seen.vulnerable)
    return Message("Auction (dealer {player}, {vulnerable})", player=SEAT_NAMES[seen.dealer], vulnerable=vulnerable)


def _auction_rows(seen: Position, name: Callable[[Call], str]) -> Iterator[list[str]]:
    """The auction in columns, with the seats above them; whoever calls next has a question mark."""
    yield [SEAT_NAMES[(_WEST + place) % SEATS] for place in range(SEATS)]
    cells = [""] * ((seen.dealer - _WEST) % SEATS) + [name(call) for call in seen.calls]
    if not seen.is_playing:
        cells.append("?")
    for start in range(0, len(cells), SEATS):
        yield cells[start : start + SEATS]


def _spoken_auction(seen: Position) -> str:
    """The auction to be read aloud, and the tricks of both sides after it."""
    words = [Message("{player} {call}", player=SEAT_NAMES[at], call=spoken_call(call)) for at, call in _called(seen)]
    made = in_a_row(*words) if words else Message("no call yet")
    spoken = Message("{heading}: {calls}", heading=_auction_title(seen), calls=made)
    if not seen.is_playing:
        return Message("{heading}; {player} is next", heading=spoken, player=SEAT_NAMES[seen.next_seat])
    taken = [_taken(side, tricks) for side, tricks in zip(SIDES_IN_SHORT, seen.taken, strict=True)]
    return Message("{heading}; {taken}", heading=spoken, taken=Listed(taken, "; ", "; "))


def _by_side(numbers: Sequence[int]) -> list[str]:
    sides = zip(SIDES_IN_SHORT, numbers, strict=True)
    return [Message("{player} {score}", player=side, score=number) for side, number in sides]


def _choices_of_calls(legal: Sequence[Call]) -> Iterator[Choice]:
    """Levels, calls that are no bids, and then strains."""
    bids = [call for call in legal if call in BIDS]
    for level in dict.fromkeys(bid[0] for bid in bids):
        yield Choice(level, level, Message("bid at level {level}", level=level))
    for call in (PASS, DOUBLE, REDOUBLE):
        if call in legal:
            yield Choice(call, sign_of(call), spoken_call(call))
    named = {bid[1] for bid in bids}
    for strain in STRAINS:
        if strain in named:
            suit = strain.upper()
            yield Choice(strain, SIGNS.get(suit, "NT"), IN_SENTENCES.get(suit, _NO_TRUMP))
