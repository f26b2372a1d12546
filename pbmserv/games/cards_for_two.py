"""Card games of two with hidden hands and aces low: what they have in common for the server."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Self, TypeVar

from pbmserv.games.base import Game, Note, Played
from pbmserv.games.boards.cards import NOT_NOW, SMALL, TOUCHED, cell
from pbmserv.games.boards.page import Row, Thing, page_of, room
from pbmserv.games.boards.score_table import ScoreTable
from pbmserv.games.families import DICE_AND_CARDS
from pbmserv.games.message import SEAT_LETTERS, Drawn, Message, Say
from pbmserv.games.picture import Choice, Picture
from pbmserv.games.tricks.cards import UNKNOWN, Card, in_signs, long_name
from pbmserv.games.tricks.display import picture_of, your
from pbmserv.games.tricks.layout import CARDS_IN_A_ROW, cards_in_first_row, heading, height_of_row, row_of_cards

SEATS = 2
RANKS = "A23456789TJQK"
MOST_HANDS = 50
"""After these a game ends, however many points there are."""
PACK: tuple[Card, ...] = tuple(rank + suit for suit in "CDHS" for rank in RANKS)
LETTERS = SEAT_LETTERS[:SEATS]
_HEIGHT, _ROOM_OF_CHOICES = 610.0, 66.0
"""Units that a picture has in height while a game is on, and that it leaves to one row of buttons: on a phone,
all of it stands above the button that confirms, with the name of its player.
"""
_LINES_SHOWN = 2
"""Lines of points in a picture while the game is on."""
_NUMBER = {card: RANKS.index(card[0]) + 1 for card in PACK}
_PLACE = {card: (_NUMBER[card], place) for place, card in enumerate(PACK)} | {UNKNOWN: (0, 0)}


def number_of(card: Card) -> int:
    """From 1 of an ace to 13 of a king."""
    return _NUMBER[card]


def value_of(card: Card) -> int:
    """What a card counts: pictures ten, aces one."""
    return min(10, _NUMBER[card])


def by_rank(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def told(cards: Iterable[Card]) -> str:
    return " ".join(by_rank(cards))


@dataclass(frozen=True, kw_only=True)
class TwoHands(ABC):
    """A position in hand `number`, from 1, of which `dealer` has dealt the cards; `turn` is who moves."""

    target: int
    number: int
    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    turn: int = 0
    is_over: bool = False

    @property
    def to_move(self) -> tuple[int, ...]:
        return () if self.is_over else (self.turn,)

    @property
    @abstractmethod
    def known(self) -> Iterable[Card]:
        """Cards outside the hands that are in no stock, hidden ones included."""

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards of the pack that are neither in a hand that is seen nor known."""
        seen = {*self.known}.union(*self.hands)
        return tuple(card for card in PACK if card not in seen)

    def seen_by(self, viewer: int | None) -> Self:
        """The position without hidden cards."""
        hands = (hand if seat == viewer else (UNKNOWN,) * len(hand) for seat, hand in enumerate(self.hands))
        return replace(self, hands=tuple(hands))

    def with_hand(self, seat: int, cards: Iterable[Card]) -> Self:
        hands = [*self.hands]
        hands[seat] = by_rank(cards)
        return replace(self, hands=tuple(hands))


P = TypeVar("P", bound=TwoHands)


class CardsForTwo(Game[P]):
    """A game of two who do not see each other's cards."""

    name: ClassVar[str]
    family = DICE_AND_CARDS
    themes = ("cards", "hands")
    seats = range(SEATS, SEATS + 1)
    hidden = True
    allows_undo = False

    @abstractmethod
    def headline(self, seen: P) -> str:
        """What happens now, on one line."""

    @abstractmethod
    def lines(self, seen: P, viewer: int | None, say: Say) -> Iterator[str]:
        """What lies on the table in characters, a line each, with words as `say` says them."""

    @abstractmethod
    def rows(self, seen: P, viewer: int | None) -> Iterator[Row]:
        """The same as rows of a picture."""

    @abstractmethod
    def rows_below_cards(self, seen: P, viewer: int | None) -> Iterator[Row]:
        """Rows below the viewer's cards."""

    def choices(self, seen: P, viewer: int) -> Iterator[Choice]:
        """What a player who is to move can touch beside cards."""
        return iter(())

    @abstractmethod
    def target_of(self, seen: P, viewer: int, card: Card) -> str:
        """What touching a card of the viewer's means; empty if nothing."""

    @abstractmethod
    def most_cards(self, seen: P) -> int:
        """How many cards a hand has at most until the next one is dealt."""

    @abstractmethod
    def scores(self, seen: P) -> ScoreTable: ...

    def title_of_cards(self, seen: P, viewer: int) -> str:
        """What stands above the viewer's cards in a picture."""
        return Message("Your cards")

    def in_signs(self, words: str) -> str:
        return in_signs(words)

    def to_move(self, position: P) -> tuple[int, ...]:
        return position.to_move

    def seen_by(self, position: P, viewer: int | None) -> P:
        return position.seen_by(viewer)

    def draw(self, position: P, viewer: int | None) -> str:
        return Drawn.by(partial(self._drawn, position.seen_by(viewer), viewer))

    def _drawn(self, seen: P, viewer: int | None, say: Say) -> str:
        parts = [say(self.headline(seen))]
        if lines := [*self.lines(seen, viewer, say)]:
            parts.append("\n".join(lines))
        if viewer is not None and seen.hands[viewer]:
            parts.append(f"{say('Your cards')}: {'  '.join(seen.hands[viewer])}")
        return "\n\n".join([*parts, self.scores(seen).characters(say)])

    def picture(self, position: P, viewer: int | None) -> Picture:
        seen = position.seen_by(viewer)
        rows: list[Row] = [read_title(self.headline(seen)), *self.rows(seen, viewer)]
        if viewer is not None and not seen.is_over:
            rows.append(read_title(self.title_of_cards(seen, viewer)))
            rows += self._rows_of_hand(seen, viewer)
        rows += self.rows_below_cards(seen, viewer)
        choices = () if viewer is None or viewer not in seen.to_move else [*self.choices(seen, viewer)]
        table = self._scores_shown(seen)
        rows += table.rows(can_choose=False) if table.lines else ()
        page = page_of((), rows, self.name, choices=choices)
        if seen.is_over:
            return page
        # As high throughout a game, so that the page around it keeps still.
        height = _HEIGHT - (_ROOM_OF_CHOICES if choices else 0)
        return replace(page, height=max(height, page.height), is_read_on=True)

    def _rows_of_hand(self, seen: P, viewer: int) -> Iterator[Row]:
        """The viewer's cards, with room for as many as there can be."""
        cards = [*self._pictures_of_hand(seen, viewer)]
        rows = -(-self.most_cards(seen) // CARDS_IN_A_ROW)
        first = cards_in_first_row([len(cards)])
        for part in (cards[:first], cards[first:])[:rows]:
            yield [room(height_of_row(TOUCHED)), row_of_cards(part, TOUCHED)]

    def _scores_shown(self, seen: P) -> ScoreTable:
        """The points that a picture has room for: all of them once the game is over."""
        table = self.scores(seen)
        lines = table.lines if seen.is_over else [line for line in table.lines[-_LINES_SHOWN:] if any(line.scores)]
        return replace(table, lines=lines)

    def _pictures_of_hand(self, seen: P, viewer: int) -> Iterator[Thing]:
        for card in seen.hands[viewer]:
            target = self.target_of(seen, viewer, card)
            role = NOT_NOW if viewer in seen.to_move and not target else "hand"
            yield picture_of(card, your(card), target, times=TOUCHED, role=role)

    def done(self, position: P, move: str, words: Iterable[Message]) -> Played[P]:
        return Played(position, move, tuple(map(Note, words)))


def read_title(text: str) -> Row:
    """A title that is read aloud, too, since no card tells it."""
    return [heading(text, text)]


def small_row(words: str, cards: Sequence[Card], width: float = 90) -> Row:
    """Small cards after a word about them."""
    return [
        cell(words, width, words, times=SMALL),
        *(picture_of(each, long_name(each), times=SMALL) for each in cards),
    ]


def guessed_from(chance_order: Sequence[Card], hand: Sequence[Card]) -> tuple[tuple[Card, ...], Sequence[Card]]:
    """A hand with cards of this order in place of its unknown ones, and the cards that are left."""
    count = hand.count(UNKNOWN)
    whole = by_rank([*(card for card in hand if card != UNKNOWN), *chance_order[:count]])
    return whole, chance_order[count:]
