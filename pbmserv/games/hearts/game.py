"""Hearts for the server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations

from pbmserv.games.base import Illegal, Note, Option, Options, Played, Result
from pbmserv.games.boards.cards import empty, face_down
from pbmserv.games.boards.page import Thing
from pbmserv.games.boards.score_table import Line, ScoreTable, line_of_hand
from pbmserv.games.chance import Chance
from pbmserv.games.hearts import rules
from pbmserv.games.hearts.points import is_penalty
from pbmserv.games.hearts.rules import TO_PASS, Position
from pbmserv.games.hearts.words import (
    DIRECTIONS,
    PASSED,
    PLACES,
    cards_named,
    cards_passed,
    notes_of,
    pass_text,
    passing_told,
    places_of,
    taken_told,
)
from pbmserv.games.message import Message, lines_of
from pbmserv.games.tricks.cards import PACK, UNKNOWN, Card, in_order, in_signs, suit_of, told
from pbmserv.games.tricks.game import TrickGame
from pbmserv.games.tricks.rules import IN_HAND, SEATS, Event, lowest_of
from pbmserv.games.tricks.words import SEAT_NAMES


class Hearts(TrickGame[Position]):
    """Take no hearts and not the queen of spades, or all of them.

    The record is public, but passed cards are not. So a move names places in the hand as dealt, which only its player
    sees.
    """

    name = "Hearts"
    summary = "Follow suit, and take neither hearts nor the queen of spades"
    also_called = ("Black Lady",)
    options = (
        Option("points", 100, "the total with which a player makes the hand the last", low=1, high=500),
        Option("jacks", False, "whoever takes the jack of diamonds gets 10 points less"),
    )
    touching = "To pass cards on, touch three of them, in any order. To play, touch one card."
    move_form = "a card, for example QS; or three cards to pass on, for example 2H QS 5C"
    has_rounds = True
    more_tells_little = True
    evaluate_by = "pbmserv.games.hearts.evaluation:evaluate"
    position_class = Position

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return rules.start(int(options["points"]), bool(options["jacks"]), chance)

    def legal_moves(self, position: Position, seat: int) -> Sequence[str]:
        if seat not in position.to_move:
            return ()
        if position.is_passing:
            return _passes()
        return position.playable(seat)

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        if text.strip().lower() == "pass":
            raise Illegal("Nobody passes a turn in Hearts. To pass on cards, name three of them: 2H QS 5C.")
        if position.is_passing:
            places = cards_passed(text, position, seat)
            cards = tuple(position.hands[seat][place] for place in places)
            return self.done(rules.passed(position, seat, cards, chance), pass_text(places))
        if places_of(text) is not None:
            raise Illegal("Cards have been passed in this hand already, or are not passed: now play one card.")
        return self.play_card(position, seat, cards_named(text), chance)

    def why_not(self, position: Position, card: Card) -> str:
        if position.trick and position.is_first_trick and is_penalty(card):
            led, hand = suit_of(position.trick[0]), position.hands[position.next_seat]
            if all(suit_of(held) != led for held in hand):
                return "In the first trick nobody plays a heart or the queen of spades who has another card."
        return super().why_not(position, card)

    def notes_of(self, events: Iterable[Event]) -> Iterator[Note]:
        return notes_of(events)

    def result(self, position: Position) -> Result | None:
        if not position.is_over:
            return None
        [winner] = position.lowest
        reason = Message(
            "Fewest points: {player}, with {total}.", player=SEAT_NAMES[winner], total=position.totals[winner]
        )
        return Result(winner, reason, scores=position.totals)

    def steps(self, position: Position, seat: int, move: str) -> tuple[str, ...]:
        places = places_of(move) if position.is_passing else None
        return (move,) if places is None else tuple(PLACES[place] for place in places)

    def other_steps(self, position: Position, seat: int, move: str) -> Iterable[tuple[str, ...]]:
        """The three cards in any order."""
        return permutations(self.steps(position, seat, move)) if position.is_passing else ()

    def asked_next(self, position: Position, seat: int, touched: Sequence[str], following: Sequence[str]) -> str:
        if not position.is_passing:
            return ""
        return Message("Pass {number} of {all}: which card?", number=len(touched) + 1, all=TO_PASS)

    def to_its_player(self, position: Position, seat: int, move: str) -> str:
        places = places_of(move) if position.is_passing else None
        if places is None or len(set(places)) != TO_PASS:
            return move
        return told(in_order(position.hands[seat][place] for place in places))

    def legend_before_play(self, position: Position) -> str:
        text = "Name three cards to pass {direction}: 2H QS 5C; or the letters before them."
        return lines_of(
            Message(text, direction=Message(DIRECTIONS[position.pass_by])),
            Message("What the others learn are these letters, which mean something to you alone."),
        )

    def question(self, position: Position, seat: int, move: str) -> str:
        return (
            Message("Pass {cards}?", cards=in_signs(move))
            if position.is_passing
            else super().question(position, seat, move)
        )

    def in_signs(self, words: str) -> str:
        """Letters of places mean nothing to who reads a list of moves."""
        if PASSED.fullmatch(words):
            return Message("passed {count}", count=TO_PASS)
        return super().in_signs(words)

    def spoken(self, position: Position, move: str) -> str:
        return self.in_signs(move) if PASSED.fullmatch(move) else super().spoken(position, move)

    def group_of(self, move: str) -> str:
        return "Cards to pass" if move.startswith("pass ") else ""

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        seen = position.seen_by(viewer)
        has_passed = viewer is not None and not seen.is_passing and seen.pass_by and not seen.is_over
        own = [passing_told(viewer, seen.pass_by, seen.passed)] if viewer is not None and has_passed else []
        return *own, *super().status(position, viewer)

    def told_of_all(self, seen: Position) -> Iterator[str]:
        if not seen.is_over:
            for seat in range(SEATS):
                if cards := taken_told(seen, seat):
                    yield Message("{player} has taken {cards}.", player=SEAT_NAMES[seat], cards=cards)
        yield from super().told_of_all(seen)

    def headline_before_play(self, seen: Position) -> str:
        direction = Message(DIRECTIONS[seen.pass_by])
        return Message("Hand {number}: three cards are passed {direction}", number=seen.number, direction=direction)

    def laid_before_play(self, seen: Position, seat: int) -> str:
        return Message("ready") if seen.passed[seat] else "..."

    def told_before_play(self, seen: Position, seat: int) -> str:
        text = "{player} has chosen" if seen.passed[seat] else "{player} has yet to pass"
        return Message(text, player=SEAT_NAMES[seat])

    def thing_before_play(self, seen: Position, seat: int, words: str) -> Thing:
        return face_down(words) if seen.passed[seat] else empty("", words)

    def title_of_cards(self, seen: Position) -> str:
        if seen.is_passing:
            return Message("Your cards, and the letters of their places")
        return super().title_of_cards(seen)

    def tag_of(self, seen: Position, viewer: int, card: Card) -> str:
        return PLACES[seen.hands[viewer].index(card)] if seen.is_passing else ""

    def target_of(self, seen: Position, viewer: int, card: Card) -> str:
        if not seen.is_passing:
            return super().target_of(seen, viewer, card)
        return self.tag_of(seen, viewer, card) if viewer in seen.to_move else ""

    def scores(self, seen: Position) -> ScoreTable:
        lines = [line_of_hand(number, points) for number, points in enumerate(seen.points, 1)]
        if not seen.is_over and not seen.is_passing:
            lines.append(Line("Taken now", seen.in_this_hand))
        totals = seen.totals
        best = [seat for seat, points in enumerate(totals) if points == min(totals)] if seen.is_over else []
        lines.append(Line("Total", totals, is_sum=True, best=best))
        return ScoreTable(SEAT_NAMES, lines)

    def known_of_cards(self, seen: Position, seat: int) -> tuple[dict[Card, tuple[int, ...]], dict[int, set[Card]]]:
        """Cards that the seat passed, and who played a point card to the first trick and so had no other card."""
        lacking: dict[int, set[Card]] = {}
        if seen.tricks:
            led, first = seen.tricks[0]
            for place, card in enumerate(first):
                if suit_of(card) != suit_of(first[0]) and is_penalty(card):
                    lacking[(led + place) % SEATS] = {each for each in PACK if not is_penalty(each)}
        receiver = (seat + seen.pass_by) % SEATS
        return {} if seen.is_passing else dict.fromkeys(seen.passed[seat], (receiver,)), lacking

    def arranged(self, seen: Position, hand: Sequence[Card], chance: Chance) -> tuple[Card, ...]:
        """While cards are passed, hands are in the order in which they were dealt."""
        return chance.shuffled(hand) if seen.is_passing else super().arranged(seen, hand, chance)

    def with_hands_guessed(self, whole: Position, seat: int, chance: Chance) -> Position:
        return replace(whole, passed=tuple(_guess_of_pass(whole, each, chance) for each in range(SEATS)))


def _guess_of_pass(whole: Position, seat: int, chance: Chance) -> tuple[Card, ...]:
    """The cards that a seat passed: any three that its neighbour had afterwards."""
    passed = whole.passed[seat]
    if UNKNOWN not in passed:
        return passed
    if not whole.is_passing:
        holder = (seat + whole.pass_by) % SEATS
        had = [*whole.hands[holder]]
        for led, trick in whole.tricks:
            had += [card for place, card in enumerate(trick) if (led + place) % SEATS == holder]
    elif seat in whole.left:
        had = [*lowest_of(whole.hands[seat], TO_PASS)]
    else:
        had = [*whole.hands[seat]]
    return in_order(chance.shuffled(had)[:TO_PASS])


@cache
def _passes() -> tuple[str, ...]:
    return tuple(pass_text(places) for places in combinations(range(IN_HAND), TO_PASS))
