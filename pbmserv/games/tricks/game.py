"""What trick-taking games have in common for the server."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, TypeVar

from pbmserv.games.base import Game, Illegal, MadeByItself, Note, Played
from pbmserv.games.chance import Chance
from pbmserv.games.families import DICE_AND_CARDS
from pbmserv.games.message import Message, in_turn
from pbmserv.games.tricks import rules
from pbmserv.games.tricks.cards import Card, in_order, in_signs, told
from pbmserv.games.tricks.display import TrickDisplay
from pbmserv.games.tricks.rules import Event, PlayedByItself, TookTrick, TrickPosition
from pbmserv.games.tricks.words import the_card, why_not

P = TypeVar("P", bound=TrickPosition)


class TrickGame(TrickDisplay[P], Game[P]):
    """A game of four with hidden hands, in which cards are played to tricks."""

    name: ClassVar[str]
    family = DICE_AND_CARDS
    themes = ("cards", "hands")
    seats = range(4, 5)
    hidden = True
    guess_by = "pbmserv.games.tricks.guessing:guess"
    allows_undo = False
    moves_by_itself = True

    @abstractmethod
    def notes_of(self, events: Iterable[Event]) -> Iterator[Note]:
        """Notes about events, for everybody or for one seat."""

    @abstractmethod
    def legend_before_play(self, position: P) -> str:
        """How to write a move while no cards are played yet."""

    def why_not(self, position: P, card: Card) -> str:
        """Why a card that the next seat holds cannot be played."""
        return why_not(position)

    def known_of_cards(self, seen: P, seat: int) -> tuple[dict[Card, tuple[int, ...]], dict[int, set[Card]]]:
        """For guesses: who may hold cards of which `seat` knows more, and cards that seats are known to lack."""
        return {}, {}

    def arranged(self, seen: P, hand: Sequence[Card], chance: Chance) -> tuple[Card, ...]:
        """A guessed hand in the order that it may have."""
        return in_order(hand)

    def with_hands_guessed(self, whole: P, seat: int, chance: Chance) -> P:
        """A guess, from a position whose hands are guessed: with what else is hidden."""
        return whole

    def legend(self, position: P, viewer: int | None) -> str:
        if position.is_over:
            return ""
        if not position.is_playing:
            return self.legend_before_play(position)
        return Message("A move is a card: QS is the queen of spades, TH the ten of hearts. *: led.")

    def picture_legend(self, position: P, viewer: int | None) -> str:
        if position.is_over or not position.is_playing:
            return self.legend(position, viewer)
        return Message("A move is a card: QS is the queen of spades, TH the ten of hearts.")

    def question(self, position: P, seat: int, move: str) -> str:
        """With cards as they are seen: `Play 10♦?`."""
        return super().question(position, seat, in_signs(move))

    def to_move(self, position: P) -> tuple[int, ...]:
        return position.to_move

    def laid_by(self, position: P, seat: int) -> tuple[int, int] | None:
        """Dummy's cards, which another seat plays, are dummy's."""
        return (position.next_seat, position.leads) if position.is_playing else None

    def skip(self, position: P, seat: int, chance: Chance) -> Played[P]:
        """From now on the server plays for the seat."""
        return self.done(rules.without(position, seat, chance), "skip")

    def rejoin(self, position: P, seat: int, chance: Chance) -> Played[P]:
        """The server no longer plays for the seat; what it has done stays."""
        return Played(replace(position, left=tuple(each for each in position.left if each != seat)), "substitute")

    def play_card(self, position: P, seat: int, cards: tuple[Card, ...], chance: Chance) -> Played[P]:
        """Play the only one of the named cards.

        Raises `Illegal` with the rule.
        """
        card = the_card(cards, position, seat)
        playable = position.playable(seat)
        if card not in playable:
            can = Message("You can play {cards}.", cards=told(playable))
            raise Illegal(in_turn(self.why_not(position, card), can))
        return self.done(rules.played(position, seat, card, chance), card)

    def done(self, after: tuple[P, list[Event]], move: str) -> Played[P]:
        """A move with the position after it, and the notes about all that happened."""
        position, events = after
        forced = (event for event in events if isinstance(event, PlayedByItself))
        by_itself = tuple(MadeByItself(each.seat, each.card, each.leads) for each in forced)
        takers = tuple(event.seat for event in events if isinstance(event, TookTrick))
        return Played(position, move, tuple(self.notes_of(events)), by_itself, takers)
