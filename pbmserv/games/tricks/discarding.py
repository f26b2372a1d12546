"""Hands in which the cards that nobody was dealt can be taken up by a seat that puts as many aside."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import ClassVar, Self, TypeVar

from pbmserv.games.base import Illegal, Played, Unreadable
from pbmserv.games.boards.cards import SMALL, empty
from pbmserv.games.boards.page import Row, Thing, title
from pbmserv.games.chance import Chance
from pbmserv.games.message import Listed, Message, counted, in_turn, listed
from pbmserv.games.picture import Choice
from pbmserv.games.refusals import quoted
from pbmserv.games.tricks.bidding import BiddingGame, BiddingPosition, Told
from pbmserv.games.tricks.cards import UNKNOWN, Card, in_order, long_name, read_cards, told
from pbmserv.games.tricks.display import picture_of
from pbmserv.games.tricks.layout import row_of_cards
from pbmserv.games.tricks.rules import Event, advanced, lowest_of
from pbmserv.games.tricks.words import LONGEST, NOT_A_CARD, SEAT_NAMES, cards_in, not_held, yours

PASS = "pass"  # noqa: S105 - a bid
DISCARD = "discard"
_DISCARD = re.compile(rf"{DISCARD}\b\s*", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class DiscardingPosition(BiddingPosition):
    """A position in which `maker` plays a `contract` with `trump`, if any is settled yet.

    `kitty` are cards aside that nobody sees, `discards` those that one seat alone has seen.
    """

    NAMES: ClassVar[tuple[Message, ...]] = SEAT_NAMES

    bids: tuple[str, ...] = ()
    contract: str = ""
    maker: int = 0
    trump: str = ""
    kitty: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()

    @property
    @abstractmethod
    def discarder(self) -> int:
        """The seat that takes up cards and puts as many aside."""

    @property
    def can_be_discarded(self) -> tuple[Card, ...]:
        """The cards that may be put aside, of the hand with those taken up."""
        return self.hands[self.discarder]

    @property
    @abstractmethod
    def legal_bids(self) -> Sequence[str]:
        """What the next seat can bid."""

    @property
    @abstractmethod
    def told_of_maker(self) -> Message:
        """What is announced when a contract is settled."""

    @property
    def dealer(self) -> int:
        return (self.first_seat - 1) % self.SEATS

    @property
    def is_discarding(self) -> bool:
        return self.to_discard > 0

    @property
    def to_discard(self) -> int:
        """How many cards have to be put aside now."""
        return len(self.hands[self.discarder]) - self.IN_HAND

    @property
    def is_playing(self) -> bool:
        return bool(self.contract) and not self.is_discarding

    @property
    def is_laid_open(self) -> bool:
        """Whether all see the maker's cards."""
        return False

    @property
    def next_seat(self) -> int:
        return self.discarder if self.is_discarding else super().next_seat

    @property
    def aside(self) -> tuple[Card, ...]:
        return (*self.kitty, *self.discards)

    def with_aside(self, cards: Sequence[Card]) -> Self:
        left = [*cards]
        piles = [
            tuple(left.pop() if card == UNKNOWN else card for card in pile) for pile in (self.kitty, self.discards)
        ]
        return replace(self, kitty=piles[0], discards=piles[1])

    def seen_by(self, viewer: int | None) -> Self:
        hands, kitty = self.hands_seen_by(viewer), (UNKNOWN,) * len(self.kitty)
        discards = self.discards if viewer == self.discarder else (UNKNOWN,) * len(self.discards)
        if (hands, kitty, discards) == (self.hands, self.kitty, self.discards):
            return self
        return replace(self, hands=hands, kitty=kitty, discards=discards)

    def hands_seen_by(self, viewer: int | None) -> tuple[tuple[Card, ...], ...]:
        hands = [*super().hands_seen_by(viewer)]
        if self.is_laid_open:
            hands[self.maker] = self.hands[self.maker]
        return tuple(hands)

    def taking_up(self, cards: Sequence[Card]) -> Self:
        hands = [*self.hands]
        hands[self.discarder] = in_order((*hands[self.discarder], *cards))
        return replace(self, hands=tuple(hands))

    def discarding(self, cards: Sequence[Card]) -> Self:
        hands = [*self.hands]
        hands[self.discarder] = tuple(card for card in hands[self.discarder] if card not in cards)
        return replace(self, hands=tuple(hands), discards=in_order(cards))

    def step_before_play(self) -> tuple[Self, Sequence[Event]] | None:
        if not self.is_discarding:
            return super().step_before_play()
        if self.discarder not in self.left:
            return None
        text = "The server discards for {player}, who has resigned."
        lowest = lowest_of(self.can_be_discarded, self.to_discard, self.order_of)
        return self.discarding(lowest), [Told(Message(text, player=self.NAMES[self.discarder]))]

    @property
    def told_after_bid(self) -> Sequence[Message]:
        return (self.told_of_maker,) if self.contract else ()

    def dealt_anew(self, chance: Chance) -> Self:
        pack = chance.shuffled(self.PACK)
        in_hands = self.IN_HAND * self.SEATS
        hands = [in_order(pack[start : start + self.IN_HAND]) for start in range(0, in_hands, self.IN_HAND)]
        anew = replace(self, number=self.number + 1, hands=tuple(hands), kitty=pack[in_hands:], discards=(), bids=())
        return replace(anew, led=anew.first_seat, played=(), contract="", trump="")


P = TypeVar("P", bound=DiscardingPosition)


class DiscardingGame(BiddingGame[P]):
    """A game in which a maker plays a contract, after cards were put aside."""

    @abstractmethod
    def bid_in(self, text: str) -> str:
        """The bid that a typed move means, which need not be legal; empty if it is none."""

    @abstractmethod
    def why_no_bid(self, position: P, bid: str) -> Illegal:
        """Why a bid is against the rules now."""

    def discards_of(self, position: P) -> Sequence[str]:
        """All moves of the seat that discards."""
        return [discard_of(cards) for cards in combinations(position.can_be_discarded, position.to_discard)]

    def legal_moves(self, position: P, seat: int) -> Sequence[str]:
        if seat not in position.to_move:
            return ()
        if position.is_playing:
            return position.playable(seat)
        return self.discards_of(position) if position.is_discarding else position.legal_bids

    def asked_next(self, position: P, seat: int, touched: Sequence[str], following: Sequence[str]) -> str:
        if not position.is_discarding:
            return super().asked_next(position, seat, touched, following)
        return Message("Discard {number} of {all}: which card?", number=len(touched) + 1, all=position.to_discard)

    def play(self, position: P, seat: int, text: str, chance: Chance) -> Played[P]:
        is_short = len(text.strip()) <= LONGEST
        bid = self.bid_in(text) if is_short else ""
        if position.is_playing or position.is_discarding:
            bare = bare_discard(text) if is_short else text
            if bid and not read_cards(bare):
                if not position.is_discarding:
                    raise Illegal("The bids of this hand are over: play a card.")
                raise Illegal("First put cards aside, as many as are asked for: {count}.", count=position.to_discard)
            if not position.is_discarding:
                return self.play_text(position, seat, text, chance)
            return self.discard(position, cards_in(text, NOT_A_CARD, bare), chance)
        if not bid:
            if is_short and read_cards(text):
                raise Illegal(
                    "Cards are played after the bids: now write, for example, {moves}.",
                    moves=Listed(position.legal_bids[:2], ", ", " or "),
                )
            text_of = 'A bid is expected, not "{typed}". Legal are, for example, {moves}.'
            raise Unreadable(text_of, typed=quoted(text), moves=listed(position.legal_bids[:3]))
        if bid not in position.legal_bids:
            raise self.why_no_bid(position, bid)
        return self.play_bid(position, bid, chance)

    def play_text(self, position: P, seat: int, text: str, chance: Chance) -> Played[P]:
        """Play the card that is typed."""
        return self.play_card(position, seat, cards_in(text, NOT_A_CARD), chance)

    def discard(self, position: P, cards: tuple[Card, ...], chance: Chance) -> Played[P]:
        """Put the named cards aside.

        Raises `Illegal`.
        """
        hand = position.hands[position.discarder]
        if missing := [card for card in cards if card not in hand]:
            raise not_held(missing, hand)
        count = position.to_discard
        if len({*cards}) != count or len(cards) != count:
            text = "Cards to put aside: {count}; you name {named}."
            raise Illegal(in_turn(Message(text, count=count, named=len({*cards})), yours(hand)))
        if any(card not in position.can_be_discarded for card in cards):
            raise Illegal("The card that was taken up stays in the hand: put another one aside.")
        return self.done(advanced(position.discarding(cards), chance), discard_of(cards))

    def steps(self, position: P, seat: int, move: str) -> tuple[str, ...]:
        return tuple(move.split()[1:]) if move.startswith(DISCARD) else (target_of_bid(move),)

    def other_steps(self, position: P, seat: int, move: str) -> Iterator[tuple[str, ...]]:
        """The cards put aside in any order."""
        yield from permutations(self.steps(position, seat, move)) if position.is_discarding else ()

    def told(self, move: str, seat: int, viewer: int | None) -> str:
        is_hidden = move.startswith(DISCARD) and viewer != seat
        return Message("a discard") if is_hidden else move

    def laid_before_play(self, seen: P, seat: int) -> str:
        is_busy = seen.is_discarding and seat == seen.discarder
        return "..." if is_busy else super().laid_before_play(seen, seat)

    def told_before_play(self, seen: P, seat: int) -> str:
        is_busy = seen.is_discarding and seat == seen.discarder
        if not is_busy:
            return super().told_before_play(seen, seat)
        return Message("{player} has yet to put cards aside, and is next", player=self.seat_names[seat])

    def thing_before_play(self, seen: P, seat: int, words: str) -> Thing:
        is_busy = seen.is_discarding and seat == seen.discarder
        return empty("?", words) if is_busy else super().thing_before_play(seen, seat, words)

    def told_of_all(self, seen: P) -> Iterator[str]:
        if seen.is_laid_open and not seen.is_over:
            text = "{player} has {cards}."
            yield Message(text, player=self.seat_names[seen.maker], cards=told(seen.hands[seen.maker]))
        yield from super().told_of_all(seen)

    def rows_below_cards(self, seen: P, viewer: int | None) -> Iterator[Row]:
        if seen.is_laid_open and viewer != seen.maker:
            yield [title(Message("The cards of {player}", player=self.seat_names[seen.maker]))]
            laid = [picture_of(each, long_name(each), times=SMALL) for each in seen.hands[seen.maker]]
            yield [row_of_cards(laid, SMALL)]
        if seen.is_discarding and viewer in seen.to_move:
            yield [
                title(counted("Touch {count} card to put aside", "Touch {count} cards to put aside", seen.to_discard))
            ]
        else:
            yield from super().rows_below_cards(seen, viewer)

    def rows_of_played(self, seen: P) -> Iterator[Row]:
        """Nothing while a hand lies open, which takes the room."""
        return iter(()) if seen.is_laid_open else super().rows_of_played(seen)

    def choices(self, seen: P, viewer: int | None) -> Iterator[Choice]:
        if not seen.is_discarding:
            yield from super().choices(seen, viewer)

    def target_of(self, seen: P, viewer: int, card: Card) -> str:
        if seen.is_discarding:
            return card if viewer in seen.to_move and card in seen.can_be_discarded else ""
        return super().target_of(seen, viewer, card)


def bare_discard(text: str) -> str:
    """The cards of a typed discard, which may begin with that word."""
    return _DISCARD.sub("", text.strip(), count=1)


def target_of_bid(bid: str) -> str:
    """What is touched for a bid: targets have no blanks."""
    return bid.replace(" ", "-")


def discard_of(cards: Iterable[Card]) -> str:
    return f"{DISCARD} {told(in_order(cards))}"
