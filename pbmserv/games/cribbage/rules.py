"""The course of Cribbage: deal, discards, starter, play, show, end.

Six-card Cribbage by the American Cribbage Congress (https://www.cribbage.org, as
https://www.pagat.com/adders/crib6.html tells it), without muggins: the server counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from pbmserv.games.cards_for_two import PACK, TwoHands, by_rank, told, value_of
from pbmserv.games.chance import Chance
from pbmserv.games.cribbage.scoring import MOST, Points, count_of, points_in_play, points_in_show, total
from pbmserv.games.message import Message, added, counted, player
from pbmserv.games.tricks.cards import UNKNOWN, Card

DEALT, TO_DISCARD, KEPT = 6, 2, 4
HEELS, LAST, THIRTY_ONE = 2, 1, 2
"""What a jack as the starter brings its dealer, what the last card of a count does, and what one of 31 does."""


@dataclass(frozen=True, kw_only=True)
class Position(TwoHands):
    """A position of Cribbage.

    `laid` are the cards that each seat has put in the crib. `played` are seats with their cards in this hand; the
    present count begins at place `fresh`. `gone` is, for each seat, the lowest count of this hand at which it could
    not play. `shown` are the hands and the crib that were shown last, each with its seat and points, and
    `shown_with` the starter.
    """

    laid: tuple[tuple[Card, ...], ...] = ((), ())
    starter: Card = ""
    played: tuple[tuple[int, Card], ...] = ()
    fresh: int = 0
    points: tuple[int, ...] = (0, 0)
    gone: tuple[int, ...] = (MOST + 1, MOST + 1)
    shown: tuple[tuple[int, tuple[Card, ...], int], ...] = ()
    shown_with: Card = ""

    @property
    def is_discarding(self) -> bool:
        return not self.starter

    @property
    def to_move(self) -> tuple[int, ...]:
        if self.is_over or not self.is_discarding:
            return super().to_move
        return tuple(seat for seat, cards in enumerate(self.laid) if not cards)

    @property
    def known(self) -> Iterable[Card]:
        return [self.starter, *(card for _, card in self.played), *(card for cards in self.laid for card in cards)]

    @property
    def in_count(self) -> Sequence[Card]:
        """The cards that were played since the count began."""
        return [card for _, card in self.played[self.fresh :]]

    @property
    def count(self) -> int:
        return count_of(self.in_count)

    def playable(self, seat: int) -> tuple[Card, ...]:
        room = MOST - self.count
        return tuple([card for card in self.hands[seat] if value_of(card) <= room])

    def kept_by(self, seat: int) -> tuple[Card, ...]:
        """The four cards of a seat, of which its hand and all that was played tell."""
        return by_rank([*self.hands[seat], *(card for other, card in self.played if other == seat)])

    def seen_by(self, viewer: int | None) -> Self:
        laid = (cards if seat == viewer else (UNKNOWN,) * len(cards) for seat, cards in enumerate(self.laid))
        return replace(super().seen_by(viewer), laid=tuple(laid))

    def pegging(self, seat: int, points: int) -> Self:
        """The position in which a seat has so many points more; nobody has more than win the game."""
        scores = [*self.points]
        scores[seat] = min(self.target, scores[seat] + points)
        return replace(self, points=tuple(scores), is_over=scores[seat] == self.target)

    def discarding(self, seat: int, cards: Iterable[Card]) -> Self:
        laid = [*self.laid]
        laid[seat] = by_rank(cards)
        kept = [card for card in self.hands[seat] if card not in laid[seat]]
        return replace(self.with_hand(seat, kept), laid=tuple(laid))

    def playing(self, seat: int, card: Card) -> tuple[Self, list[Message]]:
        """A card is played, and brings what it brings."""
        hand = [held for held in self.hands[seat] if held != card]
        after = replace(self.with_hand(seat, hand), played=(*self.played, (seat, card)), turn=1 - seat)
        points = points_in_play(after.in_count)
        words = []
        if points:
            text = "{player} plays {card}, which brings {points} ({what})."
            words = [Message(text, player=player(seat), card=card, points=total(points), what=_told(points))]
        if after.count == MOST:
            after = replace(after, fresh=len(after.played))
        return after.pegging(seat, total(points)), words


def start(target: int, chance: Chance) -> Position:
    """Who deals first is drawn by lot."""
    none = Position(target=target, number=0, dealer=chance.below(2), hands=((), ()))
    return dealt_anew(none, chance)


def dealt_anew(position: Position, chance: Chance) -> Position:
    pack = chance.shuffled(PACK)
    dealer = 1 - position.dealer
    anew = Position(target=position.target, number=position.number + 1, dealer=dealer, hands=((), ()))
    hands = by_rank(pack[:DEALT]), by_rank(pack[DEALT : 2 * DEALT])
    return replace(
        anew,
        hands=hands,
        turn=1 - dealer,
        points=position.points,
        shown=position.shown,
        shown_with=position.shown_with,
    )


def discarded(position: Position, seat: int, cards: Sequence[Card], chance: Chance) -> tuple[Position, list[Message]]:
    after = position.discarding(seat, cards)
    if not all(after.laid):
        return after, []
    after = replace(after, starter=chance.choice(after.unseen))
    words = [Message("The starter is {card}.", card=after.starter)]
    if after.starter[0] == "J":
        after = after.pegging(after.dealer, HEELS)
        words.append(Message("A jack brings the dealer, {player}, 2.", player=player(after.dealer)))
    after, more = advanced(after, chance)
    return after, words + more


def played(position: Position, seat: int, card: Card, chance: Chance) -> tuple[Position, list[Message]]:
    after, words = position.playing(seat, card)
    after, more = advanced(after, chance)
    return after, words + more


def advanced(position: Position, chance: Chance) -> tuple[Position, list[Message]]:
    """Do all that needs no decision: last cards, what is said instead of a card, the show, the next deal."""
    words: list[Message] = []
    while not position.is_over and not position.is_discarding:
        seat = position.turn
        if position.playable(seat):
            if len(position.hands[seat]) > 1:
                break
            [card] = position.hands[seat]
            words.append(Message("{card} is played for {player}.", card=card, player=player(seat)))
            position, more = position.playing(seat, card)
        elif position.playable(1 - seat):
            position, more = _gone(position, seat)
        elif position.in_count:
            position, more = _counted_out(position)
        elif any(position.hands):
            position, more = replace(position, turn=1 - seat), []
        else:
            position, more = _shown(position)
            if not position.is_over:
                position = dealt_anew(position, chance)
                text = "Hand {number} is dealt by {player}."
                more.append(Message(text, number=position.number, player=player(position.dealer)))
        words += more
    return position, words


def _gone(position: Position, seat: int) -> tuple[Position, list[Message]]:
    """A seat cannot play, and says go, once in a count."""
    has_said = len(position.in_count) > 1 and position.played[-2][0] == position.played[-1][0]
    words = []
    if position.hands[seat] and not has_said:
        words = [Message("{player} says go at {count}.", player=player(seat), count=position.count)]
    gone = [*position.gone]
    gone[seat] = min(gone[seat], position.count) if position.hands[seat] else gone[seat]
    return replace(position, turn=1 - seat, gone=tuple(gone)), words


def _counted_out(position: Position) -> tuple[Position, list[Message]]:
    """Nobody can play: the last card brings a point, and the count begins anew with the other seat."""
    last, _ = position.played[-1]
    gone = tuple(
        min(count, position.count) if hand else count
        for count, hand in zip(position.gone, position.hands, strict=True)
    )
    after = replace(position, fresh=len(position.played), turn=1 - last, gone=gone).pegging(last, LAST)
    return after, [Message("The last card of the count brings {player} 1.", player=player(last))]


def _shown(position: Position) -> tuple[Position, list[Message]]:
    """Hands are shown, the dealer's last, and then the crib, until the game is won."""
    crib = by_rank(card for cards in position.laid for card in cards)
    dealer, words = position.dealer, list[Message]()
    entries: list[tuple[int, tuple[Card, ...], int]] = []
    for seat, cards in (
        (1 - dealer, position.kept_by(1 - dealer)),
        (dealer, position.kept_by(dealer)),
        (dealer, crib),
    ):
        is_crib = len(entries) == 2
        points = points_in_show(cards, position.starter, is_crib)
        entries.append((seat, cards, total(points)))
        words.append(_told_of_show(seat, cards, points, is_crib))
        position = position.pegging(seat, total(points))
        if position.is_over:
            break
    return replace(position, shown=tuple(entries), shown_with=position.starter), words


def _told_of_show(seat: int, cards: Sequence[Card], points: Points, is_crib: bool) -> Message:
    values = {"player": player(seat), "cards": told(cards)}
    if not points:
        text = "{player} shows {cards}, which count nothing."
        return Message("{player} shows the crib, {cards}, which counts nothing." if is_crib else text, **values)
    one, many = "{player} shows {cards}: {count} point ({what}).", "{player} shows {cards}: {count} points ({what})."
    if is_crib:
        one = "{player} shows the crib, {cards}: {count} point ({what})."
        many = "{player} shows the crib, {cards}: {count} points ({what})."
    return counted(one, many, total(points), what=_told(points), **values)


def _told(points: Points) -> str:
    return added([Message("{points} for {what}", points=each, what=Message(words)) for words, each in points])
