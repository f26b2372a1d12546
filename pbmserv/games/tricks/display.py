"""The table of a trick-taking game in characters and as a picture."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import ClassVar, Generic, TypeVar

from pbmserv.games.base import Display
from pbmserv.games.boards.cards import LAID, NOT_NOW, TOUCHED, card, empty, face_down
from pbmserv.games.boards.page import LETTERS, MARGIN, NARROWEST, Row, Thing, page_of, room, title
from pbmserv.games.boards.score_table import ScoreTable
from pbmserv.games.message import Drawn, Listed, Message, Say, counted, in_a_row, with_each
from pbmserv.games.picture import Choice, Picture
from pbmserv.games.picture_words import said, seat_said, with_minus
from pbmserv.games.tricks.cards import FACES, JOKER, SIGNS, SUIT_NAMES, Card, in_signs, long_name, suit_of
from pbmserv.games.tricks.layout import (
    EDGE_OF_CLOTH,
    HEIGHT_OF_PICTURE,
    LAST_TRICK,
    ROOM_OF_CHOICES,
    at_left_edge,
    beside,
    cards_in_first_row,
    cloth,
    heading,
    height_of_row,
    height_of_table,
    lines,
    lower,
    row_of_cards,
    table,
    text_line,
)
from pbmserv.games.tricks.rules import TrickPosition
from pbmserv.games.tricks.words import EAST, NORTH, SEAT_NAMES, SOUTH, WEST

_COLOURS = "SHCD"
"""Suits of which each has another colour than its neighbours."""
_IS_BROKEN = {"S": Message("spades are broken"), "H": Message("hearts are broken")}
_NOT_BROKEN = {"S": Message("spades are not broken"), "H": Message("hearts are not broken")}
_SUIT = 9
"""The minimum width of the names of suits in characters."""
_TAKEN = {"Tricks now": Message("Tricks"), "Taken now": Message("Taken")}
_WITH_TOTALS = {"Taken now": Message("Taken (total)"), "Card points": Message("Points (total)")}
"""The same with the points of all hands beside what is taken in this one."""
_NOTHING = Thing((), 0, 0)
_MIDDLE_OF_LAST = 66.0
"""Where on the table the last trick lies."""
_LOOKED_AT = 0.7
"""The scale of hands that their viewer does not play from: thirteen cards stand in a row."""
_LARGEST = 1.4
"""The scale of the cards of a trick where there is most room for them."""
_RIGHT = 362.0
"""Where on the table it is written what everybody has taken."""
_BEGINNING_OF_HAND = 232.0
"""Where a hand begins, so that it stays in its place whatever lies above it."""
_OF_THIS_HAND = (*_TAKEN, "Bid", "Card points")
"""What is told beside the trick."""

P = TypeVar("P", bound=TrickPosition)


class TrickDisplay(Display[P], Generic[P]):
    """Cards on the table, the last trick, the viewer's hand, what was played, and scores.

    Methods get the position as its viewer sees it.
    """

    name: ClassVar[str]
    seats_are_places = True
    seat_names: ClassVar[tuple[Message, ...]] = SEAT_NAMES
    scale_of_hand: ClassVar[float] = TOUCHED
    """That of the cards of a hand that is played from."""
    sides: ClassVar[tuple[Message, ...]] = ()
    """The names of the sides in pictures, from that of the first seat, where partners score together."""

    def in_signs(self, words: str) -> str:
        return in_signs(words)

    @abstractmethod
    def headline_before_play(self, seen: P) -> str:
        """The headline while no cards are played yet."""

    @abstractmethod
    def laid_before_play(self, seen: P, seat: int) -> str:
        """What stands in the place of a seat's card while no cards are played yet."""

    @abstractmethod
    def told_before_play(self, seen: P, seat: int) -> str:
        """The same to be read aloud: `South has yet to pass`."""

    @abstractmethod
    def thing_before_play(self, seen: P, seat: int, words: str) -> Thing:
        """The same as a picture."""

    @abstractmethod
    def scores(self, seen: P) -> ScoreTable:
        """The points of all hands."""

    def height_of_picture(self, seen: P) -> float:
        """Units that a picture has in height while the game is on, with the room for what is to come."""
        return HEIGHT_OF_PICTURE

    def highest_picture(self, seen: P) -> float:
        """The most that this comes to in a game."""
        return self.height_of_picture(seen)

    def title_of_cards(self, seen: P) -> str:
        """What stands above the viewer's cards in characters: in pictures they are known by where they lie."""
        return Message("Your cards")

    def tag_of(self, seen: P, viewer: int, card: Card) -> str:
        """A letter beside a card of the viewer's."""
        return ""

    def target_of(self, seen: P, viewer: int, card: Card) -> str:
        """What touching a card of the viewer's means; empty if nothing."""
        return card if seen.is_playing and viewer in seen.to_move and card in seen.playable(viewer) else ""

    def plays_from(self, seen: P, seat: int, viewer: int | None) -> bool:
        """Whether a viewer plays the cards of a seat."""
        return seat == viewer

    def trump_as_held(self, seen: P) -> str:
        """The suit that stands first in hands."""
        return seen.trump

    def choices(self, seen: P, viewer: int | None) -> Iterator[Choice]:
        """What a viewer can touch beside cards, such as bids."""
        return iter(())

    def rows_below_cards(self, seen: P, viewer: int | None) -> Iterator[Row]:
        """Rows below the viewer's cards."""
        return iter(())

    def rows_of_played(self, seen: P) -> Iterator[Row]:
        """What was played in earlier tricks, a suit beside another one, with room for all of it from the start."""
        if seen.is_playing:
            told = told_of_played(seen)
            suits = [*played_in_signs(seen)] if told else [""] * len(SIGNS)
            yield [text_line(Message("Played in earlier tricks") if told else "", told)]
            for start in range(0, len(suits), 2):
                yield [text_line(each, width=NARROWEST / 2) for each in suits[start : start + 2]]

    def told_of_all(self, seen: P) -> Iterator[str]:
        """Lines below the table for everybody."""
        for seat in seen.left:
            yield Message("{player} has resigned: the server plays the lowest card.", player=self.seat_names[seat])

    def headline(self, seen: P) -> str:
        if seen.is_over:
            return counted("After {count} hand", "After {count} hands", seen.number)
        if not seen.is_playing:
            return self.headline_before_play(seen)
        trick = len(seen.played) // seen.in_trick + 1
        return Message(
            "Hand {number}, trick {trick} of {tricks}: {told}",
            number=seen.number,
            trick=trick,
            tricks=seen.IN_HAND,
            told=self.told_in_headline(seen),
        )

    def told_of_headline(self, seen: P) -> str:
        """The headline to be read aloud; empty if what is below it tells the same."""
        return ""

    def told_in_headline(self, seen: P) -> str:
        """What everybody has to know while cards are played."""
        return (_IS_BROKEN if seen.is_broken else _NOT_BROKEN)[seen.BREAKS]

    def hands_below_table(self, seen: P, viewer: int | None) -> Iterator[tuple[int, str]]:
        """The hands that a viewer sees, with what stands above each in characters."""
        if viewer is not None and seen.hands[viewer]:
            yield viewer, self.title_of_cards(seen)

    def characters_below_hands(self, seen: P, say: Say) -> Iterator[str]:
        """What stands between hands and scores in characters."""
        yield from _played(seen, say)

    def draw(self, position: P, viewer: int | None) -> str:
        return Drawn.by(partial(self._drawn, position.seen_by(viewer), viewer))

    def _drawn(self, seen: P, viewer: int | None, say: Say) -> str:
        above, below = _drawn_for_all(self, seen.seen_by(None))
        hands = iter(()) if seen.is_over else self.hands_below_table(seen, viewer)
        drawn = (self._hand(seen, seat, viewer, words, say) for seat, words in hands)
        return "\n\n".join([say(above), *drawn, say(below)])

    def above_hands(self, seen: P, say: Say) -> str:
        """What stands above hands in characters, the same for all viewers."""
        parts = [say(self.headline(seen))]
        if not seen.is_over:
            parts += [self._table(seen, say), *map(say, _last_trick(seen, self.seat_names))]
        return "\n\n".join(parts)

    def below_hands(self, seen: P, say: Say) -> str:
        """What stands below hands in characters, the same for all viewers."""
        parts = [] if seen.is_over else [*self.characters_below_hands(seen, say)]
        return "\n\n".join([*parts, self.scores(seen).characters(say)])

    def picture(self, position: P, viewer: int | None) -> Picture:
        seen = position.seen_by(viewer)
        choices = () if seen.is_over or viewer not in seen.to_move else [*self.choices(seen, viewer)]
        page = page_of((), list(self._rows(seen, viewer)), self.name, choices=choices)
        if seen.is_over:
            return page
        # As high throughout a game, so that neither cards nor the page around them move.
        height = self.height_of_picture(seen)
        if choices and not seen.is_playing:
            height -= ROOM_OF_CHOICES
        return replace(page, height=max(height, page.height), is_read_on=True, highest=self.highest_picture(seen))

    def status(self, position: P, viewer: int | None) -> tuple[str, ...]:
        return tuple(self.told_of_all(position.seen_by(viewer)))

    def seen_by(self, position: P, viewer: int | None) -> P:
        return position.seen_by(viewer)

    def seat_name(self, position: P, seat: int) -> str:
        return self.seat_names[seat]

    def _rows(self, seen: P, viewer: int | None) -> Iterator[Row]:
        if seen.is_over:
            yield [title(self.headline(seen), self.told_of_headline(seen))]
            yield from self.scores(seen).rows(can_choose=False, shown=self._with_signs)
        else:
            # All keeps still but for what is played: the table takes what others leave above the viewer's hand, hands
            # have room for all of their cards, and a card stays in its row, which closes up.
            above: list[Row] = [
                [heading(with_each(self.headline(seen), self._with_signs), self.told_of_headline(seen))]
            ]
            above += self.rows_above_table(seen, viewer)
            yield from above
            left = self.beginning_of_hand(seen) - MARGIN - sum(max(thing.height for thing in row) for row in above)
            least = height_of_table(len(self.seat_names)) + EDGE_OF_CLOTH
            yield [self.table_in_picture(seen, viewer, max(left, least))]
            if viewer in dict(self.hands_below_table(seen, viewer)):
                yield from self.rows_of_hand(seen, viewer, viewer, "")
            yield from self.rows_below_cards(seen, viewer)
            yield from self.rows_of_played(seen)

    def _with_signs(self, value: object) -> object:
        return with_minus(self.in_signs(value) if type(value) is str else value)

    def beginning_of_hand(self, seen: P) -> float:
        """Where on the picture the viewer's hand begins."""
        return _BEGINNING_OF_HAND

    def rows_above_table(self, seen: P, viewer: int | None) -> Iterator[Row]:
        """The hands of others that a viewer sees."""
        for seat, words in self.hands_below_table(seen, viewer):
            if seat != viewer:
                yield from self.rows_of_hand(seen, seat, viewer, words)

    def rows_of_hand(self, seen: P, seat: int, viewer: int | None, words: str) -> Iterator[Row]:
        """A hand: in two rows of suits if its viewer plays from it, below a title if not."""
        is_played_from = self.plays_from(seen, seat, viewer)
        if words and not is_played_from:
            yield [heading(words)]
        times = self.scale_of_hand if is_played_from else _LOOKED_AT
        pictures = {each: self._picture_in_hand(seen, seat, viewer, each, times) for each in seen.hands[seat]}
        suits = suits_as_held(seen, seen.held_at_first(seat), self.trump_as_held(seen))
        cards = [each for suit in suits for each in suit]
        first = cards_in_first_row([*map(len, suits)]) if is_played_from else len(cards)
        for part in filter(None, (cards[:first], cards[first:])):
            yield [
                room(height_of_row(times)),
                row_of_cards([pictures[each] for each in part if each in pictures], times),
            ]

    def rows_face_down(self, seen: P, seat: int, viewer: int | None, words: str) -> Iterator[Row]:
        """The room of a hand that its viewer is going to see, with the backs of cards."""
        is_played_from = self.plays_from(seen, seat, viewer)
        times = self.scale_of_hand if is_played_from else _LOOKED_AT
        backs = [face_down(words, times, "hand")] * len(seen.hands[seat])
        first = cards_in_first_row([len(backs)]) if is_played_from else len(backs)
        for part in filter(None, (backs[:first], backs[first:])):
            yield [room(height_of_row(times)), row_of_cards(part, times)]

    def told_beside_trick(self, seen: P) -> Sequence[str]:
        """What everybody has taken in this hand, in short lines, with what they have bid, and all points so far."""
        points = self._told_of_points(seen)
        if not seen.is_playing:
            return points
        lines = {line.title: [*line.scores] for line in self.scores(seen).lines if line.title in _OF_THIS_HAND}
        title = next((each for each in _TAKEN if each in lines), "")
        if not title:
            return ()
        names: Sequence[str] = self.seat_names
        taken, bids = lines[title], lines.get("Bid", [None] * len(names))
        if points and not self.sides:
            # There is no room for two lines of each seat.
            title = "Card points" if "Card points" in lines else title
            totals = self._totals(seen)
            both = (f"{score or 0} ({total})" for score, total in zip(lines[title], totals, strict=True))
            return [_WITH_TOTALS[title], *map(_told_of_score, names, both)]
        if self.sides and None in bids:
            # Only one seat has bid, for its side.
            names, count = self.sides, len(self.sides)
            taken = [sum(score or 0 for score in taken[side::count]) for side in range(count)]
            bids = [next((bid for bid in bids[side::count] if bid is not None), None) for side in range(count)]
        told = [
            _told_of_score(name, score or 0) if bid is None else _told_of_bid(name, score or 0, bid)
            for name, score, bid in zip(names, taken, bids, strict=True)
        ]
        if counted_now := lines.get("Card points"):
            scores = (_told_of_score(name, score or 0) for name, score in zip(names, counted_now, strict=True))
            return [Message("Card points"), *scores]
        return [_TAKEN[title], *told, *points]

    def _totals(self, seen: P) -> Sequence[int]:
        """The points of all hands, once for each side."""
        total = next(line.scores for line in self.scores(seen).lines if line.is_sum)
        return [score or 0 for score in total][: len(self.sides) or None]

    def _told_of_points(self, seen: P) -> Sequence[str]:
        """The points of all hands, in short lines; before cards are played, with those of the last one."""
        lines = self.scores(seen).lines
        if seen.number < 2:
            return ()
        totals, title, beside = self._totals(seen), Message("Points"), list[str]()
        if not seen.is_playing and seen.number > 2:
            beside = [f" ({score or 0:+})" for score in lines[seen.number - 2].scores]
        elif seen.is_playing and (bags := next((line.scores for line in lines if line.title == "Bags"), None)):
            title, beside = Message("Points (bags)"), [f" ({score})" for score in bags]
        names = self.sides or self.seat_names
        told = zip(names, totals, beside or [""] * len(totals), strict=False)
        return [title, *(_told_of_score(name, f"{total}{more}") for name, total, more in told)]

    def table_in_picture(self, seen: P, viewer: int | None, height: float) -> Thing:
        """The cards of this trick in the middle, the viewer's below, with those of the last one beside them."""
        count, below = len(self.seat_names), viewer or 0
        seats = [(below + place) % count for place in range(count)]
        laid = dict(enumerate(self._cards_on_table(seen)))
        high = height_of_table(count)
        times = max(1.0, min(_LARGEST, (height - 2 * EDGE_OF_CLOTH) / high))
        told = [with_each(each, self._with_signs) for each in self.told_beside_trick(seen)]
        at_right = lower(lines(told, _RIGHT, in_a_row(*told) if told else ""), EDGE_OF_CLOTH)
        if seen.last_trick:
            played = dict(_cards_of_last_trick(seen, self.seat_names))
            last = table([played.get(seat, _NOTHING) for seat in seats], (), LAST_TRICK, _MIDDLE_OF_LAST)
            at_left: Sequence[Thing] = (at_left_edge(Message("Last trick")), lower(last, LETTERS + 10))
        else:
            at_left = self.laid_aside(seen)
        at_left = [lower(each, EDGE_OF_CLOTH) for each in at_left]
        names = [partial(seat_said, self.seat_names[seat], with_letter=bool(self.sides)) for seat in seats]
        above = (height - high * times) / 2
        free_below = (max((each.height for each in at_left), default=0) - above, at_right.height - above)
        trick = lower(table([laid[seat] for seat in seats], names, times, free_below=free_below), above)
        return replace(beside([cloth(height), trick, at_right, *at_left]), height=height)

    def laid_aside(self, seen: P) -> Sequence[Thing]:
        """What lies beside the tricks before there is a last one."""
        return ()

    def _table(self, seen: P, say: Say) -> str:
        laid = {name: say(self._laid(seen, seat)) for seat, name in enumerate(self.seat_names)}
        across = [f"{'':14}{say(NORTH):^7}", f"{'':14}{laid[NORTH]:^7}"] if NORTH in laid else []
        rows = [
            *across,
            f"{say(WEST):^9}{'':17}{say(EAST):^9}",
            f"{laid[WEST]:^9}{'':17}{laid[EAST]:^9}",
            f"{'':14}{laid[SOUTH]:^7}",
            f"{'':14}{say(SOUTH):^7}",
        ]
        return "\n".join(row.rstrip() for row in rows)

    def _laid(self, seen: P, seat: int) -> str:
        if not seen.is_playing:
            return self.laid_before_play(seen, seat)
        if seat == seen.resting:
            return Message("(out)")
        place = seen.place_of(seat, seen.led)
        if place < len(seen.trick):
            return f"{seen.trick[place]}*" if place == 0 else seen.trick[place]
        return Message("to play") if seat == seen.next_seat else "..."

    def _hand(self, seen: P, seat: int, viewer: int | None, words: str, say: Say) -> str:
        lines, width = [f"{say(words)}:"], _width_of_suits(say)
        for suit, cards in _by_suit(seen, seen.hands[seat]):
            if seat == viewer:
                cards = [f"{self.tag_of(seen, seat, each)} {each}".lstrip() for each in cards]
            lines.append(f"  {say(SUIT_NAMES[suit]):{width}} {'  '.join(cards) or '-'}")
        return "\n".join(lines)

    def _cards_on_table(self, seen: P) -> Iterator[Thing]:
        for seat, name in enumerate(self.seat_names):
            place = seen.place_of(seat, seen.led)
            if not seen.is_playing:
                yield self.thing_before_play(seen, seat, self.told_before_play(seen, seat))
            elif seat == seen.resting:
                yield empty("", Message("{player} sits out", player=name))
            elif place < len(seen.trick):
                mark = "last" if place == len(seen.trick) - 1 else ""
                text = "{player} has played the {card}" if place else "{player} has played the {card}, which was led"
                words = Message(text, player=name, card=long_name(seen.trick[place]))
                yield picture_of(seen.trick[place], words, mark=mark, role=LAID)
            else:
                is_next = seat == seen.next_seat
                text = "{player} has yet to play, and is next" if is_next else "{player} has yet to play"
                yield empty("?" * is_next, Message(text, player=name))

    def _picture_in_hand(self, seen: P, seat: int, viewer: int | None, each: Card, times: float) -> Thing:
        is_to_play = seen.is_playing and viewer in seen.to_move
        target = "" if viewer is None else self.target_of(seen, viewer, each)
        role = NOT_NOW if is_to_play and not target else "hand"
        tag = self.tag_of(seen, seat, each) if seat == viewer else ""
        words = your(each) if seat == viewer else _card_of(self.seat_names[seat], each)
        return picture_of(each, words, target, times=times, tag=tag, role=role)


@lru_cache(maxsize=16)
def _drawn_for_all(display: TrickDisplay[P], public: P) -> tuple[Drawn, Drawn]:
    """What stands above and below hands in characters.

    It is drawn once for all viewers of a turn, of what the public sees: so nothing hidden can be in it.
    """
    return Drawn.by(partial(display.above_hands, public)), Drawn.by(partial(display.below_hands, public))


def suits_as_held(seen: TrickPosition, cards: Sequence[Card], trump: str) -> list[list[Card]]:
    """Cards by suits as players hold them: trumps first, then in alternating colours, the highest card first."""
    start = max(0, _COLOURS.find(trump))
    order = _COLOURS[start:] + _COLOURS[:start]
    found: dict[str, list[Card]] = {}
    strengths = seen.strengths
    for each in sorted(cards, key=lambda card: (-strengths[card], card)):
        found.setdefault(seen.suit_of(each), []).append(each)
    # What is in no suit of the pack beats all of them.
    return [found[suit] for suit in sorted(found, key=lambda suit: (suit != trump, order.find(suit)))]


def _last_trick(seen: TrickPosition, names: Sequence[str]) -> Iterator[str]:
    if seen.last_trick:
        cards = zip(seen.last_players, seen.last_trick, strict=True)
        plays = [Message("{player} {card}", player=names[seat], card=card) for seat, card in cards]
        yield Message(
            "Last trick: {plays}; {player} took it.",
            plays=Listed(plays, ", ", ", "),
            player=names[seen.last_taker],
        )


def _played(seen: TrickPosition, say: Say) -> Iterator[str]:
    if seen.played:
        heading = say("Played in earlier tricks")
        yield "\n".join([f"{heading}:", *(f"  {line}" for line in gone_by_suit(seen, say))])


def _width_of_suits(say: Say) -> int:
    return max(_SUIT, *(len(say(name)) for name in SUIT_NAMES.values()))


def told_of_played(seen: TrickPosition) -> str:
    """What was played, on one line to be read aloud; empty if nothing was."""
    if not seen.played:
        return ""
    suits = [_told_of_suit(suit, cards) for suit, cards in _by_suit(seen, seen.played)]
    return Message("played in earlier tricks: {suits}", suits=Listed(suits, "; ", "; "))


def _told_of_suit(suit: str, cards: Sequence[Card]) -> Message:
    ranks = " ".join(FACES.get(rank, rank) for rank in _ranks(suit, cards)) or "-"
    return Message("{suit} {ranks}", suit=SUIT_NAMES[suit], ranks=ranks)


def your(card: Card) -> Message:
    """A card of the viewer's, to be read aloud."""
    return Message("your {card}", card=long_name(card))


@lru_cache(maxsize=1_000)
def _card_of(player: str, card: Card) -> Message:
    return Message("{player}'s {card}", player=player, card=long_name(card))


def gone_by_suit(seen: TrickPosition, say: Say = str) -> Iterator[str]:
    """The ranks that were played of each suit, after its name."""
    width = _width_of_suits(say)
    for suit, cards in _by_suit(seen, seen.played):
        yield f"{say(SUIT_NAMES[suit]):{width}} {' '.join(_ranks(suit, cards)) or '-'}"


def played_in_signs(seen: TrickPosition) -> Iterator[str]:
    """The same in pictures: `♣ 10 Q`."""
    for suit, cards in _by_suit(seen, seen.played):
        ranks = _ranks(suit, cards) or ["-"]
        name = SIGNS.get(suit) or said(SUIT_NAMES[suit])
        yield " ".join([name, *(FACES.get(each, in_signs(each)) for each in ranks)])


def _ranks(suit: str, cards: Sequence[Card]) -> list[str]:
    return [each[0] if each[1] == suit else each for each in cards]


def _by_suit(seen: TrickPosition, cards: Sequence[Card]) -> Iterator[tuple[str, Sequence[Card]]]:
    """Cards by the suits to which they belong in this hand, the lowest first."""
    strength = seen.strengths.__getitem__
    for suit in seen.SUITS:
        own = sorted(seen.of_suit(cards, suit), key=strength)
        if own or suit in SIGNS:
            yield suit, own


def _told_of_score(player: str, score: int | str) -> str:
    return Message("{player} {score}", player=player, score=score)


def _told_of_bid(player: str, score: int | str, bid: int | str) -> str:
    return Message("{player} {score} / {bid}", player=player, score=score, bid=bid)


def _cards_of_last_trick(seen: TrickPosition, names: Sequence[str]) -> Iterator[tuple[int, Thing]]:
    for seat, each in zip(seen.last_players, seen.last_trick, strict=True):
        mark = "win" if seat == seen.last_taker else ""
        text = "{player} played the {card} and took the last trick" if mark else "{player} played the {card}"
        words = Message(text, player=names[seat], card=long_name(each))
        yield seat, picture_of(each, words, mark=mark, role=LAID, is_small=True)


def picture_of(
    each: Card,
    words: str,
    target: str = "",
    mark: str = "",
    times: float = 1,
    tag: str = "",
    role: str = "hand",
    is_small: bool = False,
) -> Thing:
    face = each if each == JOKER else FACES.get(each[0], each[0])
    return card(face, SIGNS.get(suit_of(each), ""), words, target, mark, times, tag, role, is_small)
