"""Skat: the highest bidder plays alone against two, for 61 card points or more.

Rules of the International Skat Order (ISPA and DSkV, https://www.pagat.com/schafk/skat.html). Ours: who has bid more
than a null game counts cannot announce it, a null game is over with the first trick of its player, and how many hands
are played.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple, Self

from pbmserv.games.base import Illegal, Option, Options, Result
from pbmserv.games.boards.score_table import Line, ScoreTable, line_of_hand
from pbmserv.games.chance import Chance
from pbmserv.games.message import Listed, Message, listed
from pbmserv.games.picture import Choice
from pbmserv.games.tricks.bidding import MOST_HANDS, Told
from pbmserv.games.tricks.cards import JACKS, PACK, SIGNS, Card, strength, told
from pbmserv.games.tricks.discarding import PASS, DiscardingGame, DiscardingPosition, target_of_bid
from pbmserv.games.tricks.rules import Event, advanced
from pbmserv.games.tricks.words import EAST, SOUTH, WEST

SEATS = 3
IN_HAND = 10
FOREHAND, MIDDLEHAND, REARHAND = range(SEATS)
HOLD, TAKE = "hold", "take"
HAND, OUVERT, NULL, GRAND = "hand", "ouvert", "null", "grand"
TRUMPS = {"diamonds": "D", "hearts": "H", "spades": "S", "clubs": "C", GRAND: JACKS, NULL: ""}
BASES = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, GRAND: 24}
NULLS = {NULL: 23, f"{NULL} {HAND}": 35, f"{NULL} {OUVERT}": 46, f"{NULL} {HAND} {OUVERT}": 59}
ANNOUNCED = ("", "schneider", "schwarz", OUVERT)
"""What may be announced with a hand game; each includes those before it."""
WITH_SKAT = (*BASES, NULL, f"{NULL} {OUVERT}")
HAND_GAMES = (
    *(f"{base} {HAND} {more}".strip() for base in BASES for more in ANNOUNCED),
    f"{NULL} {HAND}",
    f"{NULL} {HAND} {OUVERT}",
)
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
TO_WIN, SCHNEIDER, ALL = 61, 30, 120
"""Card points: with which a game is won, with which a side is Schneider, and those of all cards."""
WON, LOST, AGAINST = 50, -50, 40
"""By Seeger and Fabian: what each game brings or costs its player, and what a lost one brings each of the others."""
_TOP_JACKS = ("JC", "JS", "JH", "JD")
_WITH_JACKS = 508.0
"""Units of a picture in height: jacks are a suit of their own among what was played."""
_RANKS, _FROM_THE_ACE = "789QKTA", "ATKQ987"
_MOST_STEPS = {base: (4 if base == GRAND else 11) + 7 for base in BASES}


def _values() -> tuple[int, ...]:
    games = {step * BASES[base] for base, most in _MOST_STEPS.items() for step in range(2, most + 1)}
    return tuple(sorted(games | {*NULLS.values()}))


VALUES = _values()
"""What can be bid: what games can count."""

_WORD = re.compile(r"[a-z]+|[0-9]+|[♣♦♠♥]|[^\sa-z0-9]")
_SMALL_WORDS = {",", "i", "it", "the", "a", "bid", "play", "announce", "announced", "up", "me"}
_BIDS = {
    **dict.fromkeys(("pass", "passe", "weg", "nein", "no"), PASS),
    **dict.fromkeys((HOLD, "holds", "ja", "yes"), HOLD),
    **dict.fromkeys((TAKE, "skat", "take skat", "pick skat", "pick"), TAKE),
}
_GAMES = {
    **{word: base for base in BASES for word in (base, base.removesuffix("s"))},
    **{SIGNS[suit]: base for base, suit in TRUMPS.items() if suit in SIGNS},
    NULL: NULL,
}
_MORE = {HAND: HAND, "open": OUVERT, **{word: word for word in ANNOUNCED if word}}


class Auction(NamedTuple):
    """Who bids to whom, counted from forehand, and the highest value so far.

    `is_asked`: a value is bid that `holder` has to hold. There is no `bidder` any more where only `holder` is left.
    """

    bidder: int | None
    holder: int
    value: int
    is_asked: bool

    @property
    def turn(self) -> int:
        return self.holder if self.is_asked or self.bidder is None else self.bidder


@lru_cache(maxsize=1024)
def auction_of(bids: tuple[str, ...]) -> Auction:
    now = Auction(MIDDLEHAND, FOREHAND, 0, is_asked=False)
    for bid in bids:
        if bid == HOLD:
            now = now._replace(is_asked=False)
        elif bid != PASS:
            now = now._replace(value=int(bid), is_asked=now.bidder is not None)
        elif now.bidder is not None:
            holder = now.bidder if now.is_asked else now.holder
            now = Auction(REARHAND if now.bidder == MIDDLEHAND else None, holder, now.value, is_asked=False)
    return now


@cache
def suits_by_card(trump: str) -> dict[Card, str]:
    """The suit to which each card belongs: jacks are trumps, where there are any."""
    return {card: trump if card[0] == "J" and trump else card[1] for card in Position.PACK}


@cache
def strengths_by_card(trump: str) -> dict[Card, int]:
    if not trump:
        return {card: strength(card) for card in Position.PACK}
    jacks = {jack: len(_RANKS) + place for place, jack in enumerate(reversed(_TOP_JACKS))}
    return {card: jacks[card] if card in jacks else _RANKS.index(card[0]) for card in Position.PACK}


def points_of(cards: Sequence[Card]) -> int:
    return sum([POINTS.get(card[0], 0) for card in cards])


def tops_of(cards: Sequence[Card], trump: str) -> int:
    """How many of the highest trumps in a row the cards have, or as a number below zero lack."""
    row = [*_TOP_JACKS, *(rank + trump for rank in _FROM_THE_ACE if trump != JACKS)]
    has_first = row[0] in cards
    count = next((place for place, card in enumerate(row) if (card in cards) != has_first), len(row))
    return count if has_first else -count


def steps_of(contract: str, tops: int, is_schneider: bool = False, is_schwarz: bool = False) -> int:
    """By what the base of a suit game or a grand is multiplied."""
    _, *more = contract.split()
    announced = ANNOUNCED.index(more[-1]) if more and more[-1] in ANNOUNCED else 0
    made = max(is_schneider + is_schwarz, min(announced, 2))
    return abs(tops) + 1 + (HAND in more) + made + announced


def called(contract: str) -> Message:
    """A contract in words: `clubs hand schneider`."""
    base, *more = contract.split()
    words: Message = Message(base)
    for each in more:
        words = Message("{game} {more}", game=words, more=Message(each))
    return words


class Outcome(NamedTuple):
    """What a hand counts, below zero if it is lost, and why."""

    score: int
    words: tuple[Message, ...]


def outcome_of(contract: str, bid: int, cards: Sequence[Card], points: int, tricks: int) -> Outcome:
    """The outcome of a hand, from the twelve cards of its player, and the points and tricks that were taken."""
    if contract in NULLS:
        value = NULLS[contract]
        return Outcome(-2 * value if tricks else value, ())
    base, *more = contract.split()
    tops = tops_of(cards, TRUMPS[base])
    is_schneider = not SCHNEIDER < points < ALL - SCHNEIDER
    is_schwarz = tricks in (0, IN_HAND)
    steps = steps_of(contract, tops, is_schneider, is_schwarz)
    value = steps * BASES[base]
    text = "{contract} with {tops}: {steps} times {base} is {value}."
    if tops < 0:
        text = "{contract} without {tops}: {steps} times {base} is {value}."
    told_of_value = Message(
        text, contract=called(contract.capitalize()), tops=abs(tops), steps=steps, base=BASES[base], value=value
    )
    announced = ANNOUNCED.index(more[-1]) if more and more[-1] in ANNOUNCED else 0
    is_made = points >= TO_WIN and (points >= ALL - SCHNEIDER or not announced)
    is_made = is_made and (tricks == IN_HAND or announced < ANNOUNCED.index("schwarz"))
    if value >= bid:
        return Outcome(value if is_made else -2 * value, (told_of_value,))
    least = -(-bid // BASES[base]) * BASES[base]
    overbid = Message("{bid} was bid, which is more: so it counts {value}, and is lost.", bid=bid, value=least)
    return Outcome(-2 * least, (told_of_value, overbid))


_AT_ONCE, _IN_ONE = 6, 10
"""Values to bid that are touched at once; of the others so many stand behind one button: all find room on a phone."""


def _values_to_touch(values: Sequence[str]) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
    """The values that can be bid: the lowest, and parts of the others."""
    if len(values) <= _AT_ONCE + _IN_ONE // 2:
        return values, ()
    starts = range(_AT_ONCE, len(values), _IN_ONE)
    return values[:_AT_ONCE], [values[start : start + _IN_ONE] for start in starts]


def _from(value: str) -> str:
    """What is touched for this value and those above it."""
    return f"{value}+"


def _announced(hand_game: str) -> str:
    """What is touched for a hand game after its suit: `schneider`, which includes the hand."""
    return hand_game.split()[-1]


@dataclass(frozen=True, kw_only=True)
class Position(DiscardingPosition):
    """A position of Skat: with the `points` of each seat in earlier hands, of which there are `deals`.

    `last_skat` is the skat of the last hand, which all have seen when it was over.
    """

    SEATS = SEATS
    PACK = tuple(card for card in PACK if card[0] in "789TJQKA")
    SUITS = JACKS + "CDSH"
    IN_HAND = IN_HAND
    NAMES = (SOUTH, WEST, EAST)

    deals: int
    seeger: bool
    trump: str = JACKS
    points: tuple[tuple[int, ...], ...] = ()
    last_skat: tuple[Card, ...] = ()

    @property
    def auction(self) -> Auction:
        return auction_of(self.bids)

    @property
    def is_passed_out(self) -> bool:
        return self.bids.count(PASS) == SEATS

    @property
    def is_bidding(self) -> bool:
        auction = self.auction
        return not self.is_passed_out and (auction.bidder is not None or not auction.value)

    @property
    def is_deciding(self) -> bool:
        """Whether the player takes the skat or announces a hand game now."""
        return bool(self.kitty) and not (self.contract or self.is_bidding or self.is_passed_out)

    @property
    def is_playing(self) -> bool:
        return super().is_playing or self.is_passed_out

    @property
    def is_null(self) -> bool:
        return self.contract in NULLS

    @property
    def is_laid_open(self) -> bool:
        return self.contract.endswith(OUVERT)

    @property
    def is_played_out(self) -> bool:
        is_lost = self.is_null and not self.trick and bool(self.taken[self.maker])
        return self.is_passed_out or is_lost or super().is_played_out

    @property
    def next_seat(self) -> int:
        if self.is_playing:
            return super().next_seat
        return self.seat_from_forehand(self.auction.turn) if self.is_bidding else self.maker

    def seat_from_forehand(self, place: int) -> int:
        return (self.first_seat + place) % SEATS

    @property
    def discarder(self) -> int:
        return self.maker

    @property
    def legal_bids(self) -> Sequence[str]:
        bidder, _, value, is_asked = self.auction
        if not self.is_bidding:
            if self.is_deciding:
                return TAKE, *(game for game in HAND_GAMES if NULLS.get(game, value) >= value)
            return [game for game in WITH_SKAT if NULLS.get(game, value) >= value]
        if is_asked:
            return HOLD, PASS
        if bidder is None:
            return str(VALUES[0]), PASS
        return [*(str(each) for each in VALUES if each > value), PASS]

    @property
    def values_to_bid(self) -> Sequence[str]:
        return [bid for bid in self.legal_bids if bid.isdigit()]

    @property
    def bid_for_left(self) -> tuple[str, Message]:
        player = self.NAMES[self.next_seat]
        if self.is_bidding:
            return PASS, Message("{player} passes, having resigned.", player=player)
        bid = next(bid for bid in self.legal_bids if bid != TAKE)
        return bid, Message("{player}, who has resigned, has to announce a game.", player=player)

    def bid(self, bid: str) -> Self:
        if self.is_bidding:
            after = replace(self, bids=(*self.bids, bid))
            return replace(after, maker=after.seat_from_forehand(after.auction.holder))
        if bid == TAKE:
            return replace(self.taking_up(self.kitty), kitty=())
        return replace(self, contract=bid, trump=TRUMPS[bid.split()[0]])

    @property
    def told_after_bid(self) -> Sequence[Message]:
        player, value = self.NAMES[self.maker], self.auction.value
        if self.is_deciding:
            return (Message("{player} has bid most, with {bid}, and plays alone.", player=player, bid=value),)
        if self.is_discarding:
            return (Message("{player} takes the skat.", player=player),)
        return super().told_after_bid

    @property
    def told_of_maker(self) -> Message:
        return Message("{player} plays {bid}.", player=self.NAMES[self.maker], bid=called(self.contract))

    def suit_of(self, card: Card) -> str:
        return suits_by_card(self.trump)[card]

    def of_suit(self, cards: Sequence[Card], suit: str) -> tuple[Card, ...]:
        suits = suits_by_card(self.trump)
        return tuple([card for card in cards if suits[card] == suit])

    @property
    def strengths(self) -> Mapping[Card, int]:
        return strengths_by_card(self.trump)

    def order_of(self, card: Card) -> tuple[int, ...]:
        return self.suit_of(card) == self.trump, self.strengths[card], self.PACK.index(card)

    def points_in(self, trick: tuple[Card, ...]) -> int:
        return 0 if self.is_null else points_of(trick)

    @property
    def card_points(self) -> tuple[int, ...]:
        """The card points that each seat has taken in tricks of this hand."""
        points = [0] * SEATS
        for led, trick in self.tricks:
            if len(trick) == SEATS:
                points[self.seat_at(led, self.winning_place(trick))] += points_of(trick)
        return tuple(points)

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(sum(hand[seat] for hand in self.points) for seat in range(SEATS))

    @property
    def best(self) -> tuple[int, ...]:
        """The seats with most points among those that have not resigned."""
        seats, totals = self.staying or range(SEATS), self.totals
        most = max(totals[seat] for seat in seats)
        return tuple(seat for seat in seats if totals[seat] == most)

    def scored(self, chance: Chance) -> tuple[Self, Sequence[Event]]:
        if self.is_passed_out:
            passed = replace(self, last_skat=())
            return passed.after_hand((0,) * SEATS, [Message("All have passed.")], chance)
        player, skat = self.NAMES[self.maker], self.aside
        points = self.card_points[self.maker] + points_of(skat)
        tricks = self.taken[self.maker]
        cards = (*self.held_at_first(self.maker), *skat)
        score, why = outcome_of(self.contract, self.auction.value, cards, points, tricks)
        words = [Message("The skat was {cards}.", cards=told(skat))]
        if not self.is_null:
            text = "{player} has {points} points of {all}, those of the skat included."
            words.append(Message(text, player=player, points=points, all=ALL))
        words += why
        text = "{player} has won {game}." if score > 0 else "{player} has lost {game}, which counts twice."
        words.append(Message(text, player=player, game=called(self.contract)))
        scores = [0] * SEATS
        scores[self.maker] = score
        if self.seeger:
            scores = [AGAINST * (score < 0)] * SEATS
            scores[self.maker] = score + (WON if score > 0 else LOST)
        return replace(self, last_skat=skat).after_hand(scores, words, chance)

    def after_hand(
        self, scores: Sequence[int], words: Sequence[Message], chance: Chance
    ) -> tuple[Self, Sequence[Event]]:
        """The next hand or the end, after one that has brought the seats these points."""
        each = [Message("{player} {points}", player=self.NAMES[seat], points=scores[seat]) for seat in range(SEATS)]
        text = "Hand {number} is over. It has brought {points}."
        all_words = [*words, Message(text, number=self.number, points=listed(each))]
        after = replace(self, points=(*self.points, tuple(scores)))
        is_decided = self.number >= self.deals and len(after.best) == 1
        if is_decided or self.number == MOST_HANDS:
            return replace(after, is_over=True), [*map(Told, all_words)]
        following = after.dealt_anew(chance)
        text = "Hand {number} is dealt: {player} is forehand."
        dealt = Message(text, number=following.number, player=self.NAMES[following.first_seat])
        return following, [*map(Told, [*all_words, dealt])]

    def dealt_anew(self, chance: Chance) -> Self:
        return replace(super().dealt_anew(chance), trump=JACKS)


class Skat(DiscardingGame[Position]):
    """Three players; in each hand one plays alone against the two others."""

    name = "Skat"
    summary = "Bid, and take 61 of 120 points against two"
    seats = range(SEATS, SEATS + 1)
    seat_names = Position.NAMES
    options = (
        Option("deals", 6, "hands that are played", low=1, high=36, often=(3, 6)),
        Option("seeger", False, "50 points more for a game won or lost, and 40 for each player against one lost"),
    )
    touching = (
        'To bid, touch a number, "hold" or "pass"; one such as "48+" leads to the next ones. Then touch "take the'
        ' skat" or a game, which may be followed by "hand", "schneider", "schwarz" or "ouvert", and at last a suit or'
        " a game. To discard, touch two cards, in any order; to play, one."
    )
    move_form = "a card, for example QS; or before that a bid, for example 18, hold, pass or grand"
    evaluate_by = "pbmserv.games.evaluation.skat:evaluate"
    solution_by = "pbmserv.games.evaluation.skat:solution"
    position_class = Position

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        none = Position(deals=int(options["deals"]), seeger=bool(options["seeger"]), number=0, hands=((),) * SEATS)
        return advanced(none.dealt_anew(chance), chance)[0]

    def result(self, position: Position) -> Result | None:
        if not position.is_over:
            return None
        totals, best = position.totals, position.best
        names = listed([self.seat_names[seat] for seat in best])
        if len(best) > 1:
            text = "Most points: {players}, with {total} each."
            return Result(None, Message(text, players=names, total=totals[best[0]]), scores=totals)
        text = "Most points: {player}, with {total}."
        return Result(best[0], Message(text, player=names, total=totals[best[0]]), scores=totals)

    def bid_in(self, text: str) -> str:
        words = [word for word in _WORD.findall(text.lower()) if word not in _SMALL_WORDS]
        plain = " ".join(words)
        if plain in _BIDS:
            return _BIDS[plain]
        if len(words) == 1 and words[0].isascii() and words[0].isdigit():
            return words[0].lstrip("0") or "0"
        bases = [_GAMES[word] for word in words if word in _GAMES]
        more = {_MORE[word] for word in words if word in _MORE}
        if len(bases) != 1 or len(words) != len(more) + 1:
            return ""
        [base] = bases
        highest = max((word for word in ANNOUNCED if word in more), key=ANNOUNCED.index, default="")
        if base == NULL and highest not in ("", OUVERT):
            return ""
        is_hand = HAND in more or (bool(highest) and base != NULL)
        return " ".join(filter(None, (base, HAND * is_hand, highest)))

    def why_no_bid(self, position: Position, bid: str) -> Illegal:
        _, _, value, is_asked = position.auction
        if position.is_bidding:
            if is_asked:
                return Illegal(Message("The bid is {bid}: hold it, or pass.", bid=value))
            *values, _ = position.legal_bids
            if not values:
                return Illegal("No game counts more than what is bid: pass.")
            if position.auction.bidder is None:
                return Illegal(Message("All others have passed: bid {bid}, or pass.", bid=values[0]))
            return Illegal(Message("Values that you can bid: {values}. Or pass.", values=told(values[:6])))
        if NULLS.get(bid, value) < value:
            text = "{game} counts {counts}, and you have bid {bid}."
            return Illegal(Message(text, game=called(bid.capitalize()), counts=NULLS[bid], bid=value))
        if position.is_deciding:
            return Illegal("Take the skat, or announce a hand game, for example clubs hand.")
        return Illegal("You have taken the skat: announce a suit, grand, null or null ouvert.")

    def why_not(self, position: Position, card: Card) -> str:
        if position.trump and position.suit_of(position.trick[0]) == position.trump:
            return "A trump was led, and you have to follow with a trump."
        return super().why_not(position, card)

    def moves_that_answer(self, position: Position, seat: int) -> tuple[str, str]:
        is_asked = position.is_bidding and position.auction.is_asked and seat in position.to_move
        return (HOLD, PASS) if is_asked else ("", "")

    def question(self, position: Position, seat: int, move: str) -> str:
        if move == TAKE:
            return Message("Take the skat?")
        return Message("Bid {bid}?", bid=move) if move.isdigit() else super().question(position, seat, move)

    def form_of_move(self, position: Position) -> str:
        if position.is_playing:
            return Message("a card, for example QS")
        if position.is_discarding:
            return Message("the two cards to discard, for example 7S TD")
        first, *others = position.legal_bids
        if position.is_bidding:
            if not others:
                return Message("your bid: {bid}", bid=first)
            return Message("your bid, for example {bids}", bids=Listed((first, PASS), " or ", " or "))
        return Message("what you play, for example {bids}", bids=Listed((first, others[-1]), " or ", " or "))

    def legend_before_play(self, position: Position) -> str:
        if position.is_discarding:
            return Message("A move is the two cards that are put aside, for example 7S TD.")
        if position.is_bidding:
            return Message("A move is a bid: a value, hold or pass.")
        if position.is_deciding:
            return Message(
                "A move is take, for the skat, or a hand game without it, for example\n"
                "clubs hand, grand hand schneider, spades hand ouvert or null hand."
            )
        return Message("A move is what you play: a suit, grand, null or null ouvert.")

    def headline_before_play(self, seen: Position) -> str:
        name, auction = self.seat_names, seen.auction
        if not seen.is_bidding:
            return Message(
                "Hand {number}: {player} plays for {value} and takes the skat or plays hand"
                if seen.is_deciding
                else "Hand {number}: {player} plays for {value} and has taken the skat",
                number=seen.number,
                player=name[seen.maker],
                value=auction.value,
            )
        forehand = name[seen.first_seat]
        if auction.bidder is None:
            return Message("Hand {number}: only {player}, forehand, may bid", number=seen.number, player=forehand)
        bidder, holder = (name[seen.seat_from_forehand(place)] for place in (auction.bidder, auction.holder))
        return Message(
            "Hand {number}, {player} is forehand: {bidder} bids to {holder}, {so_far}",
            number=seen.number,
            player=forehand,
            bidder=bidder,
            holder=holder,
            so_far=Message("{bid} is bid", bid=auction.value) if auction.value else Message("no bid yet"),
        )

    def told_of_headline(self, seen: Position) -> str:
        return self.headline(seen)

    def told_in_headline(self, seen: Position) -> str:
        return Message(
            "{player} plays {contract} for {value}",
            player=self.seat_names[seen.maker],
            contract=seen.contract,
            value=seen.auction.value,
        )

    def bid_of(self, seen: Position, seat: int) -> str:
        if seat == seen.next_seat:
            return ""
        own = [
            bid
            for place, bid in enumerate(seen.bids)
            if seen.seat_from_forehand(auction_of(seen.bids[:place]).turn) == seat
        ]
        return own[-1] if own else ""

    def told_bid(self, bid: str, player: str) -> str:
        if bid == HOLD:
            return Message("{player} holds what is bid", player=player)
        return Message("{player} has passed" if bid == PASS else "{player} has bid {bid}", player=player, bid=bid)

    def laid_before_play(self, seen: Position, seat: int) -> str:
        is_busy = not seen.is_bidding and seat == seen.maker
        return Message("plays") if is_busy and not seen.is_discarding else super().laid_before_play(seen, seat)

    def told_before_play(self, seen: Position, seat: int) -> str:
        if seen.is_bidding or seen.is_discarding or seat != seen.maker:
            return super().told_before_play(seen, seat)
        return Message("{player} has yet to name the game, and is next", player=self.seat_names[seat])

    def told_of_all(self, seen: Position) -> Iterator[str]:
        if seen.last_skat:
            yield Message("The skat of the last hand was {cards}.", cards=told(seen.last_skat))
        yield from super().told_of_all(seen)

    def height_of_picture(self, seen: Position) -> float:
        return _WITH_JACKS

    def choices_of_bids(self, seen: Position) -> Iterator[Choice]:
        if seen.is_bidding:
            for bid in (PASS, HOLD):
                if bid in seen.legal_bids:
                    yield Choice(bid, bid, bid)
            at_once, tens = _values_to_touch(seen.values_to_bid)
            for value in at_once:
                yield Choice(value, value, value)
            for ten in tens:
                words = Message("{first} to {last}", first=ten[0], last=ten[-1])
                yield Choice(_from(ten[0]), _from(ten[0]), words)
            for value in chain(*tens):
                yield Choice(value, value, value)
            return
        if seen.is_deciding:
            yield Choice(TAKE, Message("take the skat"), Message("take the skat"))
        games = [bid for bid in seen.legal_bids if bid != TAKE]
        for game in dict.fromkeys(bid.split()[0] if seen.is_deciding else bid for bid in games):
            yield Choice(target_of_bid(game), SIGNS.get(TRUMPS[game.split()[0]], game), game)
        if seen.is_deciding:
            for more in dict.fromkeys(map(_announced, games)):
                yield Choice(more, more, HAND if more == HAND else f"{HAND}, {more}")

    def steps(self, position: Position, seat: int, move: str) -> tuple[str, ...]:
        """Of many bids, the ten to which one belongs is touched first, and of a hand game its suit."""
        if position.is_playing or position.is_discarding:
            return super().steps(position, seat, move)
        if move in HAND_GAMES:
            return move.split()[0], _announced(move)
        if not move.isdigit():
            return super().steps(position, seat, move)
        _, tens = _values_to_touch(position.values_to_bid)
        ten = next((ten for ten in tens if move in ten), ())
        return (_from(ten[0]), move) if ten else (move,)

    def asked_next(self, position: Position, seat: int, touched: Sequence[str], following: Sequence[str]) -> str:
        if position.is_discarding or position.is_playing:
            return super().asked_next(position, seat, touched, following)
        return Message("Bid how much?") if position.is_bidding else Message("Without the skat: what do you announce?")

    def group_of(self, move: str) -> str:
        if move.isdigit():
            return "Values to bid"
        return "Hand games" if f" {HAND}" in move else ""

    def scores(self, seen: Position) -> ScoreTable:
        lines = [line_of_hand(number, points) for number, points in enumerate(seen.points, 1)]
        if not seen.is_over:
            lines += [Line("Tricks now", seen.taken), Line("Card points", seen.card_points)]
        best = seen.best if seen.is_over else ()
        lines.append(Line("Total", seen.totals, is_sum=True, best=best))
        return ScoreTable(self.seat_names, lines)
