"""Five Hundred: one player bids tricks and a trump, takes the kitty, and plays with a partner against two.

Australian rules by Pagat (https://www.pagat.com/euchre/500.html). Ours is the end after fifty hands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from pbmserv.games.base import Game, Illegal, Option, Played
from pbmserv.games.boards.page import Row, title
from pbmserv.games.boards.score_table import Line
from pbmserv.games.chance import Chance
from pbmserv.games.message import Message, counted
from pbmserv.games.picture import Choice
from pbmserv.games.tricks.bowers import NO_TRUMP, MakerGame, MakerPosition
from pbmserv.games.tricks.cards import IN_SENTENCES, JOKER, PACK, SIGNS, SUIT_NAMES, Card, told
from pbmserv.games.tricks.discarding import PASS, target_of_bid
from pbmserv.games.tricks.partners import SIDES
from pbmserv.games.tricks.rules import SEATS, Event, advanced
from pbmserv.games.tricks.words import SEAT_NAMES

MISERE, OPEN = "misere", "open misere"
TRUMPS = {"spades": "S", "clubs": "C", "diamonds": "D", "hearts": "H", "no trumps": NO_TRUMP}
"""From the lowest to the highest."""
FEWEST, ALL = 6, 10
NOMINATE = "nominate"
"""The word by which the maker names the suit to which the joker belongs."""
SLAM, EACH = 250, 10
"""What all tricks bring at least, and what each trick brings the side against the maker."""
KITTY = 3


def _values() -> dict[str, int]:
    """The bids from the lowest to the highest, with what they count."""
    found: dict[str, int] = {}
    for tricks in range(FEWEST, ALL + 1):
        for place, trump in enumerate(TRUMPS):
            found[f"{tricks} {trump}"] = 40 + 20 * place + 100 * (tricks - FEWEST)
            if (tricks, trump) == (ALL, "diamonds"):
                found[OPEN] = 500
        if tricks == FEWEST + 1:
            found[MISERE] = 250
    return found


VALUES = _values()
ORDER = {bid: place for place, bid in enumerate(VALUES)}
_WORDS = {
    **{form: trump for trump in TRUMPS for form in (trump, trump[:-1], trump[0]) if trump != "no trumps"},
    **{SIGNS[suit]: trump for trump, suit in TRUMPS.items() if suit in SIGNS},
    **dict.fromkeys(("no trumps", "no trump", "notrumps", "notrump", "nt", "n"), "no trumps"),
}
_WITH_JOKER = 520.0
"""Units of a picture in height: the joker is a suit of its own among what was played."""
_BID = re.compile(r"(?:bid )?(10|[6-9]) ?([a-z♣♦♠♥ ]+)")
_NAMED = re.compile(r"(?:joker|jo)[ -]*([a-z♣♦♠♥]+)")
_NOMINATES = re.compile(r"(?:nominate|name) ([a-z♣♦♠♥]+)(?: for the joker)?|(?:the )?joker is ([a-z♣♦♠♥]+)")
_MISERES = {form: bid for bid in (MISERE, OPEN) for form in (bid, bid.replace("misere", "misère"))} | {"open": OPEN}


@dataclass(frozen=True, kw_only=True)
class Position(MakerPosition):
    """A position of Five Hundred: with the suit that was named for the joker, if one was.

    `is_nominated`: the maker has named it before the first lead, for the whole hand; otherwise, who led the joker.
    """

    PACK = (*(card for card in PACK if card[0] in "56789TJQKA" or card in ("4D", "4H")), JOKER)
    SUITS = "CDSHO"
    IN_HAND = ALL

    joker_suit: str = ""
    is_nominated: bool = False

    @property
    def callers(self) -> tuple[list[int], int]:
        """The seat of each bid, and the one that bids next: who has passed is passed over."""
        seats: list[int] = []
        seat, out = self.first_seat, set[int]()
        for bid in self.bids:
            seats.append(seat)
            if bid == PASS:
                out.add(seat)
            seat = next(
                (other for place in range(1, SEATS + 1) if (other := (seat + place) % SEATS) not in out), seat
            )
        return seats, seat

    @property
    def highest(self) -> str:
        """The highest bid so far; empty if all have passed."""
        return next((bid for bid in reversed(self.bids) if bid != PASS), "")

    @property
    def is_passed_out(self) -> bool:
        return self.bids == (PASS,) * SEATS

    @property
    def is_playing(self) -> bool:
        return super().is_playing or self.is_passed_out

    @property
    def is_misere(self) -> bool:
        return self.contract in (MISERE, OPEN)

    @property
    def is_laid_open(self) -> bool:
        """Whether all see the maker's cards."""
        return self.contract == OPEN and bool(self.played)

    @property
    def is_played_out(self) -> bool:
        is_lost = self.is_misere and not self.trick and bool(self.taken[self.maker])
        return self.is_passed_out or is_lost or super().is_played_out

    @property
    def next_seat(self) -> int:
        return super().next_seat if self.contract else self.callers[1]

    @property
    def discarder(self) -> int:
        return self.maker

    @property
    def legal_bids(self) -> Sequence[str]:
        above = ORDER.get(self.highest, -1)
        has_seven = self.highest.startswith("7 ")
        return [PASS, *(bid for bid in VALUES if ORDER[bid] > above and (bid != MISERE or has_seven))]

    @property
    def bid_for_left(self) -> tuple[str, Message]:
        return PASS, Message("{player} passes, having resigned.", player=SEAT_NAMES[self.next_seat])

    def bid(self, bid: str) -> Self:
        after = replace(self, bids=(*self.bids, bid))
        if after.bids.count(PASS) < SEATS - 1 or not after.highest:
            return after
        seats, _ = after.callers
        contract = after.highest
        maker = seats[after.bids.index(contract)]
        is_alone = contract in (MISERE, OPEN)
        trump = NO_TRUMP if is_alone else TRUMPS[contract.partition(" ")[2]]
        made = replace(after.made(contract, maker, trump, is_alone), led=maker)
        cards = made.kitty[:KITTY]
        return replace(made, kitty=made.kitty[KITTY:]).taking_up(cards)

    @property
    def told_of_maker(self) -> Message:
        return Message("{player} plays {bid}, and takes the kitty.", player=SEAT_NAMES[self.maker], bid=self.contract)

    def suit_of(self, card: Card) -> str:
        return self.joker_suit if card == JOKER and self.joker_suit else super().suit_of(card)

    def of_suit(self, cards: Sequence[Card], suit: str) -> tuple[Card, ...]:
        if not self.joker_suit:
            return super().of_suit(cards, suit)
        return tuple([card for card in cards if self.suit_of(card) == suit])

    @property
    def is_joker_free(self) -> bool:
        """Whether the joker belongs to no suit."""
        return self.trump == NO_TRUMP and not self.joker_suit

    @property
    def can_nominate(self) -> bool:
        """Whether the maker holds the joker, and can name the suit to which it belongs before the first lead."""
        is_before = self.is_playing and not (self.played or self.trick)
        return is_before and self.is_joker_free and JOKER in self.hands[self.maker]

    @property
    def suits_for_joker(self) -> tuple[str, ...]:
        """The suits that the next seat can name for the joker if it leads it: those that have not been led."""
        if self.trick or not self.is_joker_free or len(self.hands[self.next_seat]) == 1:
            return ()
        led = {self.suit_of(trick[0]) for _, trick in self.tricks}
        return tuple(suit for suit in "CDSH" if suit not in led)

    def playable(self, seat: int) -> tuple[Card, ...]:
        cards = super().playable(seat)
        if JOKER not in cards or len(cards) == 1 or not self.is_joker_free:
            return cards
        if self.trick:
            return (JOKER,) if self.is_misere else cards
        return cards if self.suits_for_joker else tuple(card for card in cards if card != JOKER)

    def scored(self, chance: Chance) -> tuple[Self, Sequence[Event]]:
        points, told_too = [0, 0], []
        if self.is_passed_out:
            return self.after_hand(points, [Message("All have passed.")], chance)
        makers, value = self.maker % 2, VALUES[self.contract]
        tricks = sum(self.taken[makers::2])
        if self.is_misere:
            is_made = not tricks
        else:
            is_made = tricks >= int(self.contract.partition(" ")[0])
            points[1 - makers] = EACH * sum(self.taken[1 - makers :: 2])
            value = max(value, SLAM) if tricks == ALL else value
        points[makers] = value if is_made else -VALUES[self.contract]
        text = "{players} have made {bid}." if is_made else "{players} have not made {bid}."
        told_too.append(Message(text, players=SIDES[makers], bid=self.contract))
        return self.after_hand(points, told_too, chance)

    @property
    def is_reached(self) -> bool:
        makers = self.maker % 2
        is_won = self.points[-1][makers] > 0 and self.totals[makers] >= self.target
        return not self.is_passed_out and (is_won or self.totals[makers] <= -self.target)

    @property
    def best_sides(self) -> tuple[int, ...]:
        if not self.points or not self.is_reached:
            return super().best_sides
        makers = self.maker % 2
        return (makers,) if self.points[-1][makers] > 0 else (1 - makers,)

    def dealt_anew(self, chance: Chance) -> Self:
        return replace(super().dealt_anew(chance), joker_suit="", is_nominated=False)


class FiveHundred(MakerGame[Position]):
    """Four players, two against two; the highest bidder names trump and takes the kitty."""

    name = "FiveHundred"
    version = 2
    summary = "Bid tricks and a trump, and make 500 points"
    also_called = ("Five Hundred",)
    won_words = "{player} have won, with {total} points."
    options = (
        Option("to", 500, "points with which a side wins, or below zero loses", low=100, high=1000, often=(250, 500)),
    )
    touching = (
        'To bid, touch a number and then a suit, or "pass", "misere" or "open". To discard, touch three cards, in any'
        " order; to play, one."
    )
    move_form = "a card, for example QS; or before that a bid, for example 7 hearts or pass"
    evaluate_by = "pbmserv.games.evaluation.fivehundred:evaluate"
    solution_by = "pbmserv.games.evaluation.fivehundred:solution"
    position_class = Position

    def rules_of(self, version: int) -> Game[Position]:
        return _BEFORE if version == _BEFORE.version else super().rules_of(version)

    def bid_in(self, text: str) -> str:
        plain = " ".join(text.lower().split())
        if plain in (PASS, *_MISERES):
            return _MISERES.get(plain, PASS)
        found = _BID.fullmatch(plain)
        trump = _WORDS.get(found[2].strip()) if found else None
        return f"{found[1]} {trump}" if found and trump else ""

    def why_no_bid(self, position: Position, bid: str) -> Illegal:
        if bid == MISERE and ORDER.get(position.highest, -1) < ORDER[MISERE]:
            return Illegal("Misère can be bid only over a bid of seven tricks.")
        return Illegal(Message("Bid more than {bid}, or pass.", bid=position.highest))

    def legal_moves(self, position: Position, seat: int) -> Sequence[str]:
        moves = super().legal_moves(position, seat)
        if not position.is_playing or JOKER not in moves or not position.suits_for_joker:
            return moves
        named = [f"{JOKER} {_name_of(suit)}" for suit in position.suits_for_joker]
        if position.can_nominate:
            named += [f"{NOMINATE} {_name_of(suit)}" for suit in "CDSH"]
        return [*(move for move in moves if move != JOKER), *named]

    def play_text(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        plain = " ".join(text.lower().split())
        if nominated := _NOMINATES.fullmatch(plain):
            return self._nominated(position, nominated[1] or nominated[2])
        found = _NAMED.fullmatch(plain) if JOKER in position.hands[seat] and plain not in ("jo", "joker") else None
        suits = position.suits_for_joker
        if not found:
            if plain in ("jo", "joker") and JOKER in position.hands[seat] and suits:
                text_of = 'Name a suit with the joker, which the others have to follow: for example "{move}".'
                raise Illegal(Message(text_of, move=f"{JOKER} {_name_of(suits[0])}"))
            return super().play_text(position, seat, text, chance)
        suit = _suit_named(found[1])
        if suit and suit == position.joker_suit:
            return self.play_card(position, seat, (JOKER,), chance)
        if suit not in suits:
            listed = told(map(_name_of, suits))
            raise Illegal(Message("Suits that you can name for the joker now: {suits}.", suits=listed))
        after = advanced(replace(position, joker_suit=suit).with_card(seat, JOKER), chance)
        return self.done(after, f"{JOKER} {_name_of(suit)}")

    def _nominated(self, position: Position, name: str) -> Played[Position]:
        """Have the joker belong to a suit. Raises `Illegal`."""
        if not position.can_nominate:
            raise Illegal(
                "Only a maker who holds the joker names its suit, before the first lead, in no trumps or a misère."
            )
        suit = _suit_named(name)
        if suit not in SIGNS:
            raise Illegal("The joker can be one of clubs, diamonds, spades or hearts.")
        after = replace(position, joker_suit=suit, is_nominated=True)
        return self.done((after, []), f"{NOMINATE} {_name_of(suit)}")

    def why_not(self, position: Position, card: Card) -> str:
        if card == JOKER and not position.trick:
            return Message("All four suits have been led: now the joker can be led only to the last trick.")
        is_forced = position.is_joker_free and position.playable(position.next_seat) == (JOKER,)
        if is_forced and position.is_misere:
            return Message("In a misère, who cannot follow suit has to play the joker.")
        return super().why_not(position, card)

    def known_of_cards(self, seen: Position, seat: int) -> tuple[dict[Card, tuple[int, ...]], dict[int, set[Card]]]:
        """Who has nominated a suit holds the joker; in a misère, who has not played it to another suit does not."""
        if seen.is_nominated:
            return {JOKER: (seen.maker,)}, {}
        lacking: dict[int, set[Card]] = {}
        for led, trick in seen.tricks if seen.is_misere else ():
            for place, card in enumerate(trick):
                if JOKER not in trick and seen.suit_of(card) != seen.suit_of(trick[0]):
                    lacking[seen.seat_at(led, place)] = {JOKER}
        return {}, lacking

    def legend(self, position: Position, viewer: int | None) -> str:
        legend = super().legend(position, viewer)
        if viewer != position.maker or not position.can_nominate:
            return legend
        return f"{legend}\nBefore you lead, you can say to which suit the joker belongs: nominate hearts."

    def form_of_move(self, position: Position) -> str:
        if position.is_playing:
            return "a card, for example QS"
        if position.is_discarding:
            return "the three cards to discard, for example 5S 6S 7D"
        return "your bid, for example 7 hearts or pass"

    def legend_before_play(self, position: Position) -> str:
        if position.is_discarding:
            return "A move is the three cards that the maker puts aside, for example 5S 6S 7D."
        return (
            "A move is a bid, for example 7 hearts, 7 no trumps, open misere or pass.\n"
            "South and North are partners, and West and East play against them."
        )

    def headline_before_play(self, seen: Position) -> str:
        if seen.is_discarding:
            return Message(
                "Hand {number}: {player} plays {contract} and takes the kitty",
                number=seen.number,
                player=SEAT_NAMES[seen.maker],
                contract=seen.contract,
            )
        so_far = Message("{bid} is bid", bid=seen.highest) if seen.highest else Message("no bid yet")
        return Message("Hand {number}: {told}", number=seen.number, told=so_far)

    def told_in_headline(self, seen: Position) -> str:
        is_told = seen.joker_suit and (seen.is_nominated or JOKER in seen.trick)
        plays = {"player": SEAT_NAMES[seen.maker], "contract": seen.contract}
        if not is_told:
            return Message("{player} plays {contract}", **plays)
        suit = IN_SENTENCES[seen.joker_suit]
        return Message("{player} plays {contract}, the joker is one of {suit}", suit=suit, **plays)

    def bid_of(self, seen: Position, seat: int) -> str:
        seats, following = seen.callers
        own = [bid for caller, bid in zip(seats, seen.bids, strict=True) if caller == seat]
        is_next = seat == following and not seen.contract
        return _short(own[-1]) if own and not is_next else ""

    def told_bid(self, bid: str, player: str) -> str:
        text = "{player} has passed" if bid == PASS else "{player} has bid {bid}"
        return Message(text, player=player, bid=_LONG.get(bid, bid))

    def steps(self, position: Position, seat: int, move: str) -> tuple[str, ...]:
        """The number of a bid, or the joker, is touched before the suit: so all bids find room on a phone."""
        first, _, suit = move.partition(" ")
        if first == NOMINATE:
            return (suit,)
        return (first, target_of_bid(suit)) if suit in TRUMPS else super().steps(position, seat, move)

    def asked_next(self, position: Position, seat: int, touched: Sequence[str], following: Sequence[str]) -> str:
        if touched[0].isdecimal():
            return Message("Bid {number} in which suit?", number=touched[0])
        return super().asked_next(position, seat, touched, following)

    def choices_of_bids(self, seen: Position) -> Iterator[Choice]:
        bids = [bid.partition(" ")[::2] for bid in seen.legal_bids]
        for number, trump in bids:
            if trump not in TRUMPS:
                bid = f"{number} {trump}".strip()
                yield Choice(target_of_bid(bid), number, bid)
        for number in dict.fromkeys(number for number, trump in bids if trump in TRUMPS):
            yield Choice(number, number, counted("bid {count} trick", "bid {count} tricks", int(number)))
        named = {trump for _, trump in bids}
        for trump, suit in TRUMPS.items():
            if trump in named:
                yield Choice(target_of_bid(trump), SIGNS.get(suit, "NT"), IN_SENTENCES.get(suit, trump))

    def height_of_picture(self, seen: Position) -> float:
        return _WITH_JOKER

    def choices(self, seen: Position, viewer: int | None) -> Iterator[Choice]:
        yield from super().choices(seen, viewer)
        if seen.is_playing and JOKER in seen.hands[viewer or 0]:
            for suit in seen.suits_for_joker:
                yield Choice(
                    _name_of(suit), SIGNS[suit], Message("name {suit} for the joker", suit=IN_SENTENCES[suit])
                )

    def rows_of_played(self, seen: Position) -> Iterator[Row]:
        """Before the first lead, the room is for what can be done with the joker."""
        return iter(()) if seen.can_nominate else super().rows_of_played(seen)

    def rows_below_cards(self, seen: Position, viewer: int | None) -> Iterator[Row]:
        if seen.is_playing and viewer in seen.to_move and JOKER in seen.hands[viewer or 0] and seen.suits_for_joker:
            yield [title(Message("To lead the joker, touch it and its suit"))]
            if seen.can_nominate:
                yield [title(Message("To have it belong to a suit, touch the suit alone"))]
        yield from super().rows_below_cards(seen, viewer)

    def lines_of_hand(self, seen: Position) -> Iterator[Line]:
        if seen.is_playing and not seen.is_over and not seen.is_misere:
            yield Line(
                "Bid", [int(seen.contract.split()[0]) if seat == seen.maker else None for seat in range(SEATS)]
            )
        yield from super().lines_of_hand(seen)


@dataclass(frozen=True, kw_only=True)
class _PositionBefore(Position):
    """A position by the rules of version 1."""

    @property
    def can_nominate(self) -> bool:
        return False

    @property
    def suits_for_joker(self) -> tuple[str, ...]:
        if self.trick or not self.is_joker_free or len(self.hands[self.next_seat]) == 1:
            return ()
        lacking = set[str]()
        for led, trick in self.tricks:
            place = self.place_of(self.next_seat, led)
            if self.suit_of(trick[place]) != self.suit_of(trick[0]):
                lacking.add(self.suit_of(trick[0]))
        return tuple(suit for suit in "CDSH" if suit not in lacking)

    def playable(self, seat: int) -> tuple[Card, ...]:
        return MakerPosition.playable(self, seat)


class _Before(FiveHundred):
    """The rules of version 1: no suit was nominated, the joker was led as any that its player had followed, and in a
    misère it was played at will.
    """

    version = 1
    position_class = _PositionBefore


_BEFORE = _Before()


def _name_of(suit: str) -> str:
    return SUIT_NAMES[suit].lower()


def _suit_named(word: str) -> str:
    return TRUMPS.get(_WORDS.get(word, ""), "")


def _short(bid: str) -> str:
    """A bid in few characters: `7H`, `8NT`, `open`."""
    number, _, trump = bid.partition(" ")
    return f"{number}{TRUMPS[trump].replace(NO_TRUMP, 'NT')}" if trump in TRUMPS else number


_LONG = {_short(bid): bid for bid in VALUES}
