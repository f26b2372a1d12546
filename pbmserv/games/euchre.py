"""Euchre: one side makes a suit trump and has to take three tricks of five.

Rules by Pagat (North American, https://www.pagat.com/euchre/euchre.html), with "stick the dealer".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from pbmserv.games.base import Illegal, Option
from pbmserv.games.boards.cards import LAID
from pbmserv.games.boards.page import Thing
from pbmserv.games.chance import Chance
from pbmserv.games.message import Listed, Message, lines_of
from pbmserv.games.picture import Choice
from pbmserv.games.tricks.bowers import MakerGame, MakerPosition
from pbmserv.games.tricks.cards import IN_SENTENCES, PACK, SIGNS, SUIT_NAMES, SUITS, Card, long_name, suit_of
from pbmserv.games.tricks.discarding import PASS, target_of_bid
from pbmserv.games.tricks.display import picture_of
from pbmserv.games.tricks.layout import aside
from pbmserv.games.tricks.partners import SIDES
from pbmserv.games.tricks.rules import SEATS, Event
from pbmserv.games.tricks.words import SEAT_NAMES

UP, ALONE = "order up", " alone"
SUIT_BIDS = {SUIT_NAMES[suit].lower(): suit for suit in SUITS}
TO_MAKE, ALL = 3, 5
"""The tricks that makers need, and those of a march."""
MADE, MARCH, MARCH_ALONE, EUCHRE = 1, 2, 4, 2
"""Points."""

_BIDS = {
    **dict.fromkeys(("pass", "passes"), PASS),
    **dict.fromkeys(("up", "order", "pick", "take"), UP),
    **{word: bid for bid in SUIT_BIDS for word in (bid, bid[:-1], bid[0], SIGNS[SUIT_BIDS[bid]])},
}
_ONE_ROW, _BELOW_TABLE = 432.0, 252.0
"""Units of a picture in height, and where a hand begins on it: one row of cards leaves room for larger ones."""
_LARGE = 1.5
"""Their scale: a hand has five, and six once its player has taken one up."""
_SMALL_WORDS = {"i", "it", "go", "going", "the", "and", "call", "make", "name"}
_WORD = re.compile(r"[a-z]+|[♣♦♠♥]|[^\sa-z]")

_TRUMP = {
    "C": "{player} makes clubs trump.",
    "D": "{player} makes diamonds trump.",
    "S": "{player} makes spades trump.",
    "H": "{player} makes hearts trump.",
}


@dataclass(frozen=True, kw_only=True)
class Position(MakerPosition):
    """A position of Euchre: with the card that was `turned` up."""

    PACK = tuple(card for card in PACK if card[0] in "9TJQKA")
    IN_HAND = 5

    turned: Card = ""

    @property
    def discarder(self) -> int:
        return self.dealer

    @property
    def is_taken_up(self) -> bool:
        return self.contract.startswith(UP) and self.resting != self.dealer

    @property
    def can_be_discarded(self) -> tuple[Card, ...]:
        return tuple(card for card in super().can_be_discarded if card != self.turned)

    @property
    def aside(self) -> tuple[Card, ...]:
        return super().aside if self.is_taken_up else (*super().aside, self.turned)

    @property
    def legal_bids(self) -> Sequence[str]:
        if len(self.bids) < SEATS:
            return PASS, UP, UP + ALONE
        passing = [PASS] if len(self.bids) < 2 * SEATS - 1 else []
        suits = [bid for bid, suit in SUIT_BIDS.items() if suit != suit_of(self.turned)]
        return [*passing, *suits, *(bid + ALONE for bid in suits)]

    @property
    def bid_for_left(self) -> tuple[str, Message]:
        bid = self.legal_bids[0]
        text = (
            "{player} passes, having resigned." if bid == PASS else "{player}, who has resigned, has to name a suit."
        )
        return bid, Message(text, player=SEAT_NAMES[self.next_seat])

    def bid(self, bid: str) -> Self:
        after = replace(self, bids=(*self.bids, bid))
        if bid == PASS:
            return after
        trump = SUIT_BIDS.get(bid.removesuffix(ALONE), suit_of(self.turned))
        made = after.made(bid, self.next_seat, trump, is_alone=bid.endswith(ALONE))
        made = replace(
            made, led=made.first_seat if made.resting != made.first_seat else (made.first_seat + 1) % SEATS
        )
        return made.taking_up([made.turned]) if made.is_taken_up else made

    @property
    def told_of_maker(self) -> Message:
        return Message(_TRUMP[self.trump], player=SEAT_NAMES[self.maker])

    def scored(self, chance: Chance) -> tuple[Self, Sequence[Event]]:
        makers = self.maker % 2
        tricks = sum(self.taken[makers::2])
        points, told = [0, 0], []
        if tricks < TO_MAKE:
            points[1 - makers] = EUCHRE
            told.append(Message("{players} are euchred.", players=SIDES[makers]))
        elif tricks == ALL:
            points[makers] = MARCH if self.resting is None else MARCH_ALONE
            told.append(Message("{players} have taken all tricks.", players=SIDES[makers]))
        else:
            points[makers] = MADE
        return self.after_hand(points, told, chance)

    @property
    def is_reached(self) -> bool:
        return max(self.totals) >= self.target

    def dealt_anew(self, chance: Chance) -> Self:
        anew = super().dealt_anew(chance)
        return replace(anew, turned=anew.kitty[0], kitty=anew.kitty[1:])

    @property
    def dealt_words(self) -> Message:
        text = "Hand {number} is dealt, and {card} is turned up: {player} bids first."
        return Message(text, number=self.number, card=self.turned, player=self.first)


class Euchre(MakerGame[Position]):
    """Four players, two against two; the side that makes trump has to take most tricks."""

    name = "Euchre"
    summary = "Make trump, and take three tricks of five"
    options = (Option("to", 10, "points with which a side wins", low=1, high=50, often=(5, 10)),)
    touching = (
        'To bid, touch "pass", "order up" or "order up alone", or later a suit. To discard or to play, touch one'
        " card."
    )
    move_form = "a card, for example QS; or before that a bid, for example pass or order up"
    evaluate_by = "pbmserv.games.evaluation.euchre:evaluate"
    solution_by = "pbmserv.games.evaluation.euchre:solution"
    position_class = Position
    scale_of_hand = _LARGE

    def bid_in(self, text: str) -> str:
        words = [word for word in _WORD.findall(text.lower()) if word not in _SMALL_WORDS]
        bids = {_BIDS.get(word, "") for word in words if word != ALONE.strip()}
        if len(bids) != 1 or "" in bids:
            return ""
        return bids.pop() + (ALONE if ALONE.strip() in words else "")

    def why_no_bid(self, position: Position, bid: str) -> Illegal:
        card = position.turned
        if len(position.bids) < SEATS:
            return Illegal(Message("Order up or pass: {card} is turned up.", card=card))
        if bid == PASS:
            return Illegal("All others have passed twice, so the dealer has to name a suit.")
        return Illegal(Message("Name another suit than that of {card}, which was turned down, or pass.", card=card))

    def known_of_cards(self, seen: Position, seat: int) -> tuple[dict[Card, tuple[int, ...]], dict[int, set[Card]]]:
        """The dealer has the card that was taken up."""
        return {seen.turned: (seen.dealer,)}, {}

    def form_of_move(self, position: Position) -> str:
        if position.is_playing:
            return Message("a card, for example QS")
        if position.is_discarding:
            return Message("the card to discard, for example 9C")
        return Message("your bid, for example {bids}", bids=Listed(position.legal_bids[:2], " or ", " or "))

    def legend_before_play(self, position: Position) -> str:
        if position.is_discarding:
            return Message("A move is the card that the dealer puts aside, for example 9C.")
        first, second, *_ = position.legal_bids
        bids = (first, second) if UP in second else (first, second, f"{second}{ALONE}")
        return lines_of(
            Message("A move is a bid, for example {bids}.", bids=Listed(bids, " or ", " or ")),
            Message("South and North are partners, and West and East play against them."),
        )

    def headline_before_play(self, seen: Position) -> str:
        dealer = SEAT_NAMES[seen.dealer]
        if seen.is_discarding:
            text = "Hand {number}: {player} takes {card} up and discards a card"
        elif len(seen.bids) < SEATS:
            text = "Hand {number}: {player} has dealt and turned {card} up"
        else:
            text = "Hand {number}: {player} has dealt and turned {card} down"
        return Message(text, number=seen.number, player=dealer, card=seen.turned)

    def told_in_headline(self, seen: Position) -> str:
        text = "{suit} are trump, made by {player}"
        if seen.resting is not None:
            text = "{suit} are trump, made by {player}, who plays alone"
        return Message(text, suit=IN_SENTENCES[seen.trump], player=SEAT_NAMES[seen.maker])

    def told_of_all(self, seen: Position) -> Iterator[str]:
        is_held = seen.is_taken_up and seen.turned not in (*seen.played, *seen.trick)
        if is_held and seen.is_playing and not seen.is_over:
            yield Message("{player} has taken up {card}.", player=SEAT_NAMES[seen.dealer], card=seen.turned)
        yield from super().told_of_all(seen)

    def bid_of(self, seen: Position, seat: int) -> str:
        place = (seat - seen.first_seat) % SEATS
        return [*seen.bids[place::SEATS], ""][-1 if place >= len(seen.bids) else -2].removeprefix("order ")

    def told_bid(self, bid: str, player: str) -> str:
        return Message("{player} has passed" if bid == PASS else "{player} has ordered the card up", player=player)

    def choices_of_bids(self, seen: Position) -> Iterator[Choice]:
        for bid in seen.legal_bids:
            plain = bid.removesuffix(ALONE)
            suit = SUIT_BIDS.get(plain)
            face = bid.replace(plain, SIGNS[suit]) if suit else bid
            text = "make {suit} trump and play alone" if ALONE in bid else "make {suit} trump"
            words = Message(text, suit=IN_SENTENCES[suit]) if suit else bid
            yield Choice(target_of_bid(bid), face, words)

    def height_of_picture(self, seen: Position) -> float:
        return _ONE_ROW

    def beginning_of_hand(self, seen: Position) -> float:
        return _BELOW_TABLE

    def laid_aside(self, seen: Position) -> Sequence[Thing]:
        """The card that is turned up, until somebody has made trumps."""
        if seen.contract:
            return ()
        is_up = len(seen.bids) < SEATS
        told = "the {card} is turned up" if is_up else "the {card} is turned down"
        turned = picture_of(seen.turned, Message(told, card=long_name(seen.turned)), role=LAID)
        return aside(Message("Turned up" if is_up else "Turned down"), turned)
