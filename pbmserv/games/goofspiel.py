"""Goofspiel, the game of pure strategy: everybody bids for a prize at once, each with one card of the same hand.

Merrill Flood invented it at Princeton in the 1930s; Sheldon Ross wrote of it first (Goofspiel - The Game of Pure
Strategy, Journal of Applied Probability, 1971). It is played with a pack of cards: one suit is the prizes, and each
player holds another.

A position is the prizes in the order in which they come, and what each seat has bid, one card a round. All else
follows from that, so bids may come in any order: a round is complete when every seat has bid in it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from pbmserv.games.base import Game, Illegal, Json, Note, Option, Options, Played, Result, Unreadable, refuse_to_pass
from pbmserv.games.chance import Chance

Card: TypeAlias = int
"""A card by what it is worth: 1 is the ace, 11 the jack, 12 the queen, 13 the king."""

PASS: Card = 0
"""In the place of a bid: the seat has resigned and bids no more."""
FACE_DOWN: Card = -1
"""In the place of a card that the viewer may not know."""

SUITS = ("Clubs", "Hearts", "Spades", "Stars", "Moons")
"""What each seat's cards are called. The prizes are the diamonds; for more than three players a pack is too small."""
NAMES = {1: "A", 11: "J", 12: "Q", 13: "K"}
_CARDS = {name: card for card, name in NAMES.items()}

CARRY = "carry"
NEXT = "next"
SPLIT = "split"
DISCARD = "discard"
TIES = {
    CARRY: "the prize is added to that of the next round",
    NEXT: "the highest bid that nobody else made wins, and if there is none the prize is added to the next",
    SPLIT: "those who tie share the prize, in whole points each",
    DISCARD: "nobody gets the prize",
}
"""What happens where the highest bid was made by several, by the value of `-ties`."""


@dataclass(frozen=True)
class Round:
    """A round as it came out.

    `worth` is the prize with all that was carried over to it, `bids` has a card for each seat. Each of the `takers`
    gets `share` points, and `carried` points are added to the next prize.
    """

    prize: Card
    worth: int
    bids: tuple[Card, ...]
    takers: tuple[int, ...]
    share: int
    carried: int


def settled(prize: Card, carried: int, bids: tuple[Card, ...], ties: str) -> Round:
    """How a round comes out in which everybody has bid."""
    worth = prize + carried
    takers = _takers(bids, ties)
    share = worth // len(takers) if takers else 0
    return Round(prize, worth, bids, takers, share, worth if not takers and ties in (CARRY, NEXT) else 0)


def _takers(bids: tuple[Card, ...], ties: str) -> tuple[int, ...]:
    """The seats that get something: one, or several that share, or none."""
    in_play = [bid for bid in bids if bid != PASS and (ties != NEXT or bids.count(bid) == 1)]
    best = max(in_play, default=None)
    highest = tuple(seat for seat, bid in enumerate(bids) if bid == best)
    return highest if len(highest) == 1 or ties == SPLIT else ()


@dataclass(frozen=True)
class Position:
    """A position: `deck` is the prizes in the order in which they are turned up, `bids` what each seat has bid.

    As one viewer may see it, cards are `FACE_DOWN` in both.
    """

    deck: tuple[Card, ...]
    bids: tuple[tuple[Card, ...], ...]
    ties: str

    @cached_property
    def rounds_played(self) -> int:
        """How many rounds are complete."""
        return min(len(bids) for bids in self.bids)

    @property
    def is_over(self) -> bool:
        """Whether all prizes have been bid for."""
        return self.rounds_played == len(self.deck)

    @property
    def bidders(self) -> tuple[int, ...]:
        """The seats that have yet to bid in this round; none when the game is over."""
        if self.is_over:
            return ()
        return tuple(seat for seat, bids in enumerate(self.bids) if len(bids) == self.rounds_played)

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds that are complete."""
        return tuple(self._rounds())

    def _rounds(self) -> Iterator[Round]:
        carried = 0
        for number, (prize, *bids) in enumerate(zip(self.deck, *self.bids, strict=False), 1):
            outcome = settled(prize, carried, tuple(bids), self.ties)
            if number == len(self.deck):
                # There is no next prize to add anything to.
                outcome = replace(outcome, carried=0)
            yield outcome
            carried = outcome.carried

    @property
    def carried(self) -> int:
        """How many points are added to the prize that is bid for now."""
        return self.rounds[-1].carried if self.rounds else 0

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat."""
        return tuple(
            sum(outcome.share for outcome in self.rounds if seat in outcome.takers) for seat in range(len(self.bids))
        )

    @property
    def lost(self) -> int:
        """The points that nobody has got and nobody can get any more."""
        return sum(outcome.prize for outcome in self.rounds) - sum(self.scores) - self.carried

    @property
    def prizes_to_come(self) -> tuple[Card, ...]:
        """The prizes that nobody has seen yet, lowest first."""
        return tuple(sorted(set(self._suit) - set(self.deck[: self.rounds_played + 1])))

    @property
    def _suit(self) -> range:
        return range(1, len(self.deck) + 1)

    def is_out(self, seat: int) -> bool:
        """Whether a seat has resigned."""
        return PASS in self.bids[seat]

    def hand(self, seat: int) -> tuple[Card, ...]:
        """The cards that a seat holds, lowest first."""
        return () if self.is_out(seat) else tuple(card for card in self._suit if card not in self.bids[seat])

    def after(self, seat: int, *bids: Card) -> Position:
        """The position after a seat's next bids; where they leave one prize, everybody's last card is bid for it."""
        following = replace(self, bids=_with_more(self.bids, seat, bids))
        if following.rounds_played == len(self.deck) - 1:
            for other in following.bidders:
                following = replace(following, bids=_with_more(following.bids, other, following.hand(other)))
        return following


def _with_more(bids: tuple[tuple[Card, ...], ...], seat: int, more: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return tuple(made + more if number == seat else made for number, made in enumerate(bids))


class Goofspiel(Game[Position]):
    """Merrill Flood's game of pure strategy: bid your cards for the prizes, all players at once."""

    name = "Goofspiel"
    summary = "Bid your cards for prizes, everybody at once and each card only once"
    seats = range(2, 6)
    options = (
        Option("cards", 13, "cards in each suit, and so the number of rounds", low=3, high=20),
        Option("ties", CARRY, "what happens to the prize where the highest bids are equal", choices=tuple(TIES)),
    )
    move_form = "a card of your hand, for example 7 or K"
    simultaneous = True
    hidden = True
    allows_undo = False

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        deck = chance.shuffled(range(1, int(options["cards"]) + 1))
        return Position(deck, ((),) * seats, str(options["ties"]))

    def to_move(self, position: Position) -> tuple[int, ...]:
        return position.bidders

    def legal_moves(self, position: Position, seat: int) -> Sequence[str]:
        if seat not in position.bidders:
            return ()
        return [_name(card) for card in position.hand(seat)]

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        refuse_to_pass(
            text, "Nobody passes in Goofspiel: for a prize that you do not want bid a low card, such as A."
        )
        card = _read(text, position.hand(seat))
        if position.is_over:
            raise Illegal("The game is over: there is nothing left to bid for.")
        if seat not in position.bidders:
            raise Illegal("You have bid in this round: others have yet to.")
        hand = position.hand(seat)
        if card not in hand:
            raise Illegal(f"You do not hold {_name(card)}: your cards are {_names(hand)}.")
        following = position.after(seat, card)
        return Played(following, _name(card), _notes(position, following))

    def skip(self, position: Position, seat: int, chance: Chance) -> Played[Position]:
        """Take a resigned seat out of all rounds that are left; it is not to move again."""
        if seat not in position.bidders:
            raise Illegal(f"{SUITS[seat]} has no bid to make.")
        passes = (PASS,) * (len(position.deck) - position.rounds_played)
        following = position.after(seat, *passes)
        return Played(following, "skip", _notes(position, following))

    def result(self, position: Position) -> Result | None:
        if not position.is_over:
            return None
        scores = position.scores
        everybody = range(len(scores))
        staying = [seat for seat in everybody if not position.is_out(seat)] or everybody
        most = max(scores[seat] for seat in staying)
        best = [seat for seat in staying if scores[seat] == most]
        if len(best) == 1:
            return Result(best[0], f"Most points: {SUITS[best[0]]}, with {most}.", scores=scores)
        return Result(None, f"Most points: {_suits(best)}, with {most} each.", scores=scores)

    def draw(self, position: Position, viewer: int | None) -> str:
        return _draw(self.seen_by(position, viewer))

    def seen_by(self, position: Position, viewer: int | None) -> Position:
        played = position.rounds_played
        known = position.deck[: played + 1]
        return replace(
            position,
            deck=known + (FACE_DOWN,) * (len(position.deck) - len(known)),
            bids=tuple(
                bids if seat == viewer or position.is_out(seat) else bids[:played] + (FACE_DOWN,) * len(bids[played:])
                for seat, bids in enumerate(position.bids)
            ),
        )

    def seat_name(self, position: Position, seat: int) -> str:
        return SUITS[seat]

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        return tuple(_status(self.seen_by(position, viewer)))

    def legend(self, position: Position, viewer: int | None) -> str:
        if position.is_over:
            return ""
        return textwrap.fill(
            "A move is a card of your hand (A is 1, J 11, Q 12, K 13). All bid at once, unseen, and the highest bid"
            f" takes the prize. Where the highest bids are equal, {TIES[position.ties]}.",
            79,
        )

    def dump(self, position: Position) -> Json:
        return {
            "deck": list(position.deck),
            "bids": [list(bids) for bids in position.bids],
            "ties": position.ties,
        }

    def load(self, data: Json) -> Position:
        return Position(tuple(data["deck"]), tuple(tuple(bids) for bids in data["bids"]), data["ties"])


def _read(text: str, hand: Sequence[Card]) -> Card:
    """The card that a move as typed names; the `hand` is for the refusal."""
    typed = text.strip().upper()
    if typed in _CARDS:
        return _CARDS[typed]
    if typed.isascii() and typed.isdigit() and len(typed) <= 2 and int(typed):
        return int(typed)
    shown = "".join(char if char.isprintable() else "?" for char in text.strip()[:20])
    yours = f"your cards are {_names(hand)} (" if hand else "write a number or a letter ("
    raise Unreadable(f'A card is expected, not "{shown}": {yours}A is 1, J 11, Q 12, K 13).')


def _name(card: Card) -> str:
    return NAMES.get(card, str(card))


def _names(cards: Sequence[Card]) -> str:
    return " ".join(_name(card) for card in cards) or "none"


def _suits(seats: Sequence[int]) -> str:
    """At least two seats, listed."""
    *first, last = (SUITS[seat] for seat in seats)
    return f"{', '.join(first)} and {last}"


def _notes(before: Position, following: Position) -> tuple[Note, ...]:
    """How the rounds came out that a move has completed: none, one, or the last two."""
    done = before.rounds_played
    notes = [
        Note(f"Round {number}: {_outcome(outcome)}.")
        for number, outcome in enumerate(following.rounds[done:], done + 1)
    ]
    if len(notes) > 1:
        notes.insert(1, Note("Everybody's last card was bid for the last prize."))
    return tuple(notes)


def _outcome(outcome: Round) -> str:
    highest = _name(max(outcome.bids))
    match outcome.takers:
        case (taker,):
            return f"{outcome.worth} for {SUITS[taker]}, with {_name(outcome.bids[taker])}"
        case ():
            return f"tie at {highest}, {outcome.worth} {'carried over' if outcome.carried else 'for nobody'}"
        case several:
            return f"tie at {highest}, {outcome.share} each for {_suits(several)}"


def _draw(seen: Position) -> str:
    """The rounds as a table: prize, what it is worth with what was carried over, bids, and who took it."""
    seats = range(len(seen.bids))
    rows = [("Round", "Prize", "Worth", *(SUITS[seat] for seat in seats), "Won by")]
    rows += [
        (
            str(number),
            _name(outcome.prize),
            str(outcome.worth),
            *(_bid(bid) for bid in outcome.bids),
            _won_by(outcome),
        )
        for number, outcome in enumerate(seen.rounds, 1)
    ]
    if not seen.is_over:
        played = seen.rounds_played
        prize = seen.deck[played]
        made = (_bid(bids[played]) if len(bids) > played else "" for bids in seen.bids)
        rows.append((str(played + 1), _name(prize), str(prize + seen.carried), *made, ""))
    *widths, _ = (max(len(row[column]) for row in rows) for column in range(len(rows[0])))
    return "\n".join(_row(row, widths) for row in rows)


def _row(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = (cell.rjust(width) for cell, width in zip(row, widths, strict=False))
    return "  ".join([*cells, row[-1]]).rstrip()


def _bid(card: Card) -> str:
    return {PASS: "-", FACE_DOWN: "?"}.get(card, _name(card))


def _won_by(outcome: Round) -> str:
    match outcome.takers:
        case (taker,):
            return SUITS[taker]
        case ():
            return "carried over" if outcome.carried else "nobody"
        case _:
            return f"shared, {outcome.share} each"


def _status(seen: Position) -> Iterator[str]:
    """Points and hands, and the prizes to come."""
    for seat, score in enumerate(seen.scores):
        if seen.is_out(seat):
            holds = "resigned"
        elif seen.is_over:
            holds = ""
        else:
            holds = f"holds {_names(seen.hand(seat))}"
        yield f"{SUITS[seat]:6} {score:3} {'point' if score == 1 else 'points':6}  {holds}".rstrip()
    if seen.prizes_to_come:
        yield f"Prizes to come, in any order: {_names(seen.prizes_to_come)}."
    if seen.lost:
        yield f"Points that nobody got: {seen.lost}."
