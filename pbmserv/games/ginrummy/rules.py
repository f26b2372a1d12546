"""The course of Gin Rummy: deal, draws, discards, knocks, points, end.

Rules by Pagat (https://www.pagat.com/rummy/ginrummy.html): 20 points for gin, 10 for an undercut, 20 for each hand
won, 100 for the game. Ours: the server lays out melds in the best way, and a hand is void after many cards were taken
from the discards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from pbmserv.games.cards_for_two import MOST_HANDS, PACK, TwoHands, by_rank, told
from pbmserv.games.chance import Chance
from pbmserv.games.ginrummy.melds import Meld, Show, best_show, deadwood_of, deadwood_without
from pbmserv.games.message import Message, player
from pbmserv.games.tricks.cards import UNKNOWN, Card

DEALT, KNOCK = 10, 10
"""Cards of a hand, and the deadwood with which a player can knock at most."""
GIN, UNDERCUT, BOX, WON = 20, 10, 20, 100
"""Points beyond deadwood: for gin, for an undercut, for each hand that is won, and for the game."""
LAST, MOST_TAKEN, MOST_VOID = 2, 50, 3
"""With so many cards in the stock a hand is void, or after so many were taken from the discards. So many void hands
in a row end the game."""
FIRST, DRAW, DISCARD = "first", "draw", "discard"


@dataclass(frozen=True, kw_only=True)
class Position(TwoHands):
    """A position of Gin Rummy.

    `pile` are the discards, the last one on top. `stage` is what the next seat does: it may take the first card that
    was turned up (`refused` is how many did not want it), it draws, or it discards. `taken` is the card that it has
    taken from the discards in this turn, `held` are the cards of each seat that were taken so, and `takes` is how
    often that was. `points` are what earlier hands have brought both. `shown` are the lines on the last show.
    """

    pile: tuple[Card, ...] = ()
    stage: str = FIRST
    refused: int = 0
    taken: Card = ""
    held: tuple[tuple[Card, ...], ...] = ((), ())
    takes: int = 0
    points: tuple[tuple[int, int], ...] = ()
    shown: tuple[tuple[int, tuple[tuple[Card, ...], ...], tuple[Card, ...], tuple[Card, ...]], ...] = ()

    @property
    def known(self) -> Iterable[Card]:
        return self.pile

    @property
    def upcard(self) -> Card:
        return self.pile[-1] if self.pile else ""

    @property
    def stock(self) -> int:
        """How many cards are left to draw."""
        return len(PACK) - len(self.pile) - sum(map(len, self.hands))

    @property
    def totals(self) -> tuple[int, int]:
        return sum(one for one, _ in self.points), sum(other for _, other in self.points)

    @property
    def boxes(self) -> tuple[int, int]:
        """How many hands each seat has won."""
        return sum(one > 0 for one, _ in self.points), sum(other > 0 for _, other in self.points)

    @property
    def winner(self) -> int | None:
        """The seat that has won; None if both have the same points after the last hand."""
        one, other = self.totals
        return None if one == other else int(other > one)

    @property
    def with_bonuses(self) -> tuple[int, int]:
        """The points with those for hands won, and for the game: twice if the other has none."""
        scores = [total + BOX * boxes for total, boxes in zip(self.totals, self.boxes, strict=True)]
        if self.winner is not None:
            scores[self.winner] += WON if self.totals[1 - self.winner] else 2 * WON
        return scores[0], scores[1]

    def seen_by(self, viewer: int | None) -> Self:
        """All remember which cards were taken from the discards."""
        hands = (
            hand if seat == viewer else (*([UNKNOWN] * (len(hand) - len(held))), *held)
            for seat, (hand, held) in enumerate(zip(self.hands, self.held, strict=True))
        )
        return replace(self, hands=tuple(hands))

    def with_held(self, seat: int, cards: Iterable[Card]) -> Self:
        held = [*self.held]
        held[seat] = by_rank(cards)
        return replace(self, held=tuple(held))

    def discards(self, seat: int) -> tuple[Card, ...]:
        """The cards that a seat may discard: not the one that it has just taken."""
        return tuple([card for card in self.hands[seat] if card != self.taken])

    def knocks(self, seat: int) -> tuple[Card, ...]:
        """The cards with which a seat may knock, face down."""
        left = deadwood_without(self.hands[seat])
        return tuple([card for card in self.discards(seat) if left.get(card, KNOCK + 1) <= KNOCK])


def start(target: int, chance: Chance) -> Position:
    """Who deals first is drawn by lot."""
    none = Position(target=target, number=0, dealer=0, hands=((), ()))
    return dealt_anew(none, chance.below(2), chance)


def dealt_anew(position: Position, dealer: int, chance: Chance) -> Position:
    pack = chance.shuffled(PACK)
    return Position(
        target=position.target,
        number=position.number + 1,
        dealer=dealer,
        hands=(by_rank(pack[:DEALT]), by_rank(pack[DEALT : 2 * DEALT])),
        turn=1 - dealer,
        pile=pack[2 * DEALT : 2 * DEALT + 1],
        points=position.points,
        shown=position.shown,
    )


def passed(position: Position, chance: Chance) -> tuple[Position, list[Message]]:
    """The first card is not wanted; if both do not want it, the one who did not deal draws."""
    after = replace(position, refused=position.refused + 1, turn=1 - position.turn)
    if after.refused == 1:
        return after, []
    words = [Message("{player} draws from the stock.", player=player(after.turn))]
    return drawn(after, chance), words


def taken(position: Position) -> Position:
    seat, card = position.turn, position.upcard
    after = position.with_hand(seat, (*position.hands[seat], card)).with_held(seat, (*position.held[seat], card))
    takes = position.takes + (position.stage == DRAW)
    return replace(after, pile=position.pile[:-1], stage=DISCARD, taken=card, takes=takes)


def drawn(position: Position, chance: Chance) -> Position:
    card = chance.choice(position.unseen)
    hand = (*position.hands[position.turn], card)
    return replace(position.with_hand(position.turn, hand), stage=DISCARD)


def discarded(position: Position, card: Card, chance: Chance) -> tuple[Position, list[Message]]:
    after = _without(position, card)
    after = replace(after, pile=(*position.pile, card), turn=1 - position.turn, stage=DRAW, taken="")
    if after.stock > LAST and after.takes < MOST_TAKEN:
        return after, []
    text = "Two cards are left in the stock: the hand is void."
    if after.stock > LAST:
        text = "Cards were taken from the discards fifty times: the hand is void."
    return _following(replace(after, points=(*after.points, (0, 0))), after.dealer, [Message(text)], chance)


def _without(position: Position, card: Card) -> Position:
    seat = position.turn
    after = position.with_hand(seat, (held for held in position.hands[seat] if held != card))
    return after.with_held(seat, (held for held in position.held[seat] if held != card))


def knocked(position: Position, card: Card, chance: Chance) -> tuple[Position, list[Message]]:
    """The hand ends; the server lays out melds, and lays off, in the way that is best for each."""
    seat, after = position.turn, _without(position, card)
    show = best_show(after.hands[seat], after.hands[1 - seat], KNOCK)
    own, other = show
    words = [
        Message(
            "{player} knocks with {count}: {cards}.",
            player=player(seat),
            count=own.deadwood,
            cards=laid_told(own.melds, own.left),
        )
        if own.left
        else Message("{player} has gin: {cards}.", player=player(seat), cards=laid_told(own.melds, own.left))
    ]
    text = "{player} has {count}: {cards}."
    count = deadwood_of(other.left)
    words.append(Message(text, player=player(1 - seat), count=count, cards=laid_told(other.melds, other.left)))
    if other.off:
        text = "{player} has laid off {cards}."
        words.append(Message(text, player=player(1 - seat), cards=told(other.off)))
    winner, points = _points(show, seat)
    if winner != seat:
        words.append(Message("That is an undercut."))
    text = "Hand {number} brings {player} {points}."
    words.append(Message(text, number=position.number, player=player(winner), points=points))
    brought = (points, 0) if winner == 0 else (0, points)
    shown = (seat, own.melds, own.left, ()), (1 - seat, other.melds, other.left, other.off)
    after = replace(after, points=(*after.points, brought), shown=shown)
    return _following(after, 1 - winner, words, chance)


def _points(show: Show, seat: int) -> tuple[int, int]:
    """Who gets points when a seat has knocked, and how many."""
    if not show.own.left:
        return seat, GIN + show.lead
    return (seat, show.lead) if show.lead > 0 else (1 - seat, UNDERCUT - show.lead)


def _following(
    position: Position, dealer: int, words: list[Message], chance: Chance
) -> tuple[Position, list[Message]]:
    """The next hand, or the end."""
    is_void = position.points[-MOST_VOID:] == ((0, 0),) * MOST_VOID
    if max(position.totals) >= position.target or position.number == MOST_HANDS or is_void:
        return replace(position, is_over=True), words
    anew = dealt_anew(position, dealer, chance)
    text = "Hand {number} is dealt by {player}, and {card} is turned up."
    return anew, [*words, Message(text, number=anew.number, player=player(dealer), card=anew.upcard)]


def laid_told(melds: Sequence[Meld], left: Sequence[Card]) -> str:
    """Melds, then deadwood: `5C 6C 7C, KD KH KS; 2D 4S`."""
    in_melds = ", ".join(map(told, melds))
    return "; ".join(filter(None, (in_melds, told(left))))
