"""Cribbage for the server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations

from pbmserv.games.base import Illegal, Option, Options, Played, Result
from pbmserv.games.boards.cards import LAID, SMALL, cell, empty
from pbmserv.games.boards.page import Row, Thing
from pbmserv.games.boards.score_table import Line, ScoreTable
from pbmserv.games.cards_for_two import LETTERS, CardsForTwo, read_title, small_row, told
from pbmserv.games.chance import Chance
from pbmserv.games.cribbage import rules
from pbmserv.games.cribbage.rules import DEALT, KEPT, TO_DISCARD, Position
from pbmserv.games.message import Message, Say, counted, in_turn, letter
from pbmserv.games.tricks.cards import Card, in_signs, long_name
from pbmserv.games.tricks.discarding import DISCARD, bare_discard
from pbmserv.games.tricks.display import picture_of
from pbmserv.games.tricks.layout import lines, on_cloth
from pbmserv.games.tricks.words import LONGEST, NOT_A_CARD, cards_in, not_held, yours

WHOLE, SKUNK = 121, 31
"""With how many points a whole game is won, and by how many a skunk."""


class Cribbage(CardsForTwo[Position]):
    """Six-card Cribbage: two cards go into the crib, and the others are played and then shown."""

    name = "Cribbage"
    summary = "Put two cards in the crib, and score in the play and in the show"
    options = (Option("to", WHOLE, "points with which a player wins", low=31, high=WHOLE, often=(61, WHOLE)),)
    touching = "To discard, touch two of your cards, in any order. To play, touch one."
    move_form = "a card, for example 5H; or first two cards for the crib, for example discard 2C KD"
    has_rounds = True
    evaluate_by = "pbmserv.games.evaluation.cribbage:evaluate"
    solution_by = "pbmserv.games.evaluation.cribbage:solution"
    guess_by = "pbmserv.games.evaluation.cribbage:guess"
    position_class = Position

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return rules.start(int(options["to"]), chance)

    def legal_moves(self, position: Position, seat: int) -> Sequence[str]:
        if seat not in position.to_move:
            return ()
        if position.is_discarding:
            return [discard_of(cards) for cards in combinations(position.hands[seat], TO_DISCARD)]
        return position.playable(seat)

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        if text.strip().lower() == "go":
            raise Illegal("Where you cannot play, the server says go for you. Play one of your cards.")
        cards = cards_in(text, NOT_A_CARD, bare_discard(text) if len(text) <= LONGEST else None)
        hand = position.hands[seat]
        if not position.is_discarding and text.strip().lower().startswith(DISCARD):
            raise Illegal("Your cards are in the crib already: play one card.")
        if missing := [card for card in cards if card not in hand]:
            raise not_held(missing, hand)
        if position.is_discarding:
            if len({*cards}) != TO_DISCARD or len(cards) != TO_DISCARD:
                text = "Put {count} cards in the crib: you name {named}."
                raise Illegal(in_turn(Message(text, count=TO_DISCARD, named=len({*cards})), yours(hand)))
            after, words = rules.discarded(position, seat, cards, chance)
            return self.done(after, discard_of(cards), words)
        if len(cards) != 1:
            one = Message("One card is played at a time, and you name {count}.", count=len(cards))
            raise Illegal(in_turn(one, yours(hand)))
        [card] = cards
        if card not in (playable := position.playable(seat)):
            text = "The count is {count}, and must not go beyond 31. You can play {cards}."
            raise Illegal(Message(text, count=position.count, cards=told(playable)))
        after, words = rules.played(position, seat, card, chance)
        return self.done(after, card, words)

    def result(self, position: Position) -> Result | None:
        if not position.is_over:
            return None
        scores = position.points
        winner = scores.index(position.target)
        is_skunk = position.target == WHOLE and scores[1 - winner] <= WHOLE - SKUNK
        text = "The points are {points} to {other}."
        if is_skunk:
            text = "The points are {points} to {other}, a skunk."
        reason = Message(text, points=scores[winner], other=scores[1 - winner])
        return Result(winner, reason, points=2 if is_skunk else 1, scores=scores)

    def steps(self, position: Position, seat: int, move: str) -> tuple[str, ...]:
        return tuple(move.split()[1:]) if move.startswith(DISCARD) else (move,)

    def other_steps(self, position: Position, seat: int, move: str) -> Iterable[tuple[str, ...]]:
        """The two cards in any order."""
        return permutations(self.steps(position, seat, move)) if position.is_discarding else ()

    def asked_next(self, position: Position, seat: int, touched: Sequence[str], following: Sequence[str]) -> str:
        if not position.is_discarding:
            return ""
        return Message("Discard {number} of {all}: which card?", number=len(touched) + 1, all=2)

    def told(self, move: str, seat: int, viewer: int | None) -> str:
        is_hidden = move.startswith(DISCARD) and viewer != seat
        return Message("a discard") if is_hidden else move

    def group_of(self, move: str) -> str:
        return "Cards for the crib" if move.startswith(DISCARD) else ""

    def form_of_move(self, position: Position) -> str:
        if position.is_discarding:
            return "two cards for the crib, for example discard 2C KD"
        return "a card, for example 5H"

    def legend(self, position: Position, viewer: int | None) -> str:
        if position.is_over:
            return ""
        if position.is_discarding:
            return "A move is two cards for the crib, for example discard 2C KD."
        return "A move is a card: 5H is the five of hearts, TH the ten of hearts."

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        seen = position.seen_by(viewer)
        if viewer is None or not seen.laid[viewer] or seen.is_over:
            return ()
        return (Message("You have put {cards} in the crib.", cards=told(seen.laid[viewer])),)

    def headline(self, seen: Position) -> str:
        if seen.is_over:
            return counted("After {count} hand", "After {count} hands", seen.number)
        dealt = {"number": seen.number, "player": LETTERS[seen.dealer]}
        if seen.is_discarding:
            return Message("Hand {number}, dealt by {player}: two cards go into the crib", **dealt)
        return Message("Hand {number}, dealt by {player}: the count is {points}", points=seen.count, **dealt)

    def lines(self, seen: Position, viewer: int | None, say: Say) -> Iterator[str]:
        if not seen.is_over:
            if not seen.is_discarding:
                yield f"{say('Starter'):11} {seen.starter}"
                yield f"{say('This count'):11} {_plays(seen.played[seen.fresh :])}"
            if seen.fresh:
                yield f"{say('Before'):11} {_plays(seen.played[: seen.fresh])}"
        if seen.shown:
            yield f"{say('Last show'):11} {say(Message('starter {card}', card=seen.shown_with))}"
        for place, (seat, cards, points) in enumerate(seen.shown):
            whose = Message("{player}'s crib", player=LETTERS[seat]) if place == 2 else LETTERS[seat]
            yield f"  {say(whose):9} {told(cards)}: {points}"

    def rows(self, seen: Position, viewer: int | None) -> Iterator[Row]:
        if seen.is_over:
            return
        row: list[Thing] = []
        if seen.is_discarding:
            row.append(empty("", Message("no starter yet")))
        else:
            words = Message("the starter, the {card}", card=long_name(seen.starter))
            row += [picture_of(seen.starter, words, role=LAID), cell("", 14)]
        for place, (seat, card) in enumerate(seen.played[seen.fresh :], seen.fresh):
            mark = "last" if place == len(seen.played) - 1 else ""
            words = Message("{player} has played the {card}", player=letter(seat), card=long_name(card))
            laid = picture_of(card, words, mark=mark, times=SMALL, role=LAID)
            row += [cell(LETTERS[seat], 16, times=SMALL, role="word"), laid]
        yield [on_cloth([[lines([Message("Starter and count")], 0)], row])]

    def title_of_cards(self, seen: Position, viewer: int) -> str:
        is_busy = seen.is_discarding and viewer in seen.to_move
        return Message("Your cards: touch two for the crib" if is_busy else "Your cards")

    def most_cards(self, seen: Position) -> int:
        return DEALT if seen.is_discarding else KEPT

    def target_of(self, seen: Position, viewer: int, card: Card) -> str:
        can = viewer in seen.to_move and (seen.is_discarding or card in seen.playable(viewer))
        return card if can else ""

    def rows_below_cards(self, seen: Position, viewer: int | None) -> Iterator[Row]:
        if viewer is not None and seen.laid[viewer] and not seen.is_over:
            yield small_row(Message("Your cards in the crib"), seen.laid[viewer], 200)
        if seen.fresh and not seen.is_over:
            yield read_title(Message("Before this count: {cards}", cards=in_signs(_plays(seen.played[: seen.fresh]))))
        if seen.shown:
            yield read_title(Message("The last show, with the starter {card}", card=in_signs(seen.shown_with)))
        for place, (seat, cards, points) in enumerate(seen.shown):
            whose = Message("{player}'s crib", player=LETTERS[seat]) if place == 2 else LETTERS[seat]
            counts = counted("{count} points", "{count} points", points)
            yield [*small_row(whose, cards), cell(f"{points}", 60, counts, times=SMALL)]

    def scores(self, seen: Position) -> ScoreTable:
        best = [seat for seat, points in enumerate(seen.points) if points == seen.target]
        points = Message("Points, of {target}", target=seen.target)
        return ScoreTable(LETTERS, [Line(points, seen.points, is_sum=True, best=best)])


def discard_of(cards: Iterable[Card]) -> str:
    return f"{DISCARD} {told(cards)}"


def _plays(plays: Sequence[tuple[int, Card]]) -> str:
    """Cards with who has played them: `A 5C, B TD`."""
    return ", ".join(f"{LETTERS[seat]} {card}" for seat, card in plays) or "-"
