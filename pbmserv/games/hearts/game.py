"""Hearts for the server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations

from pbmserv.games.base import Game, Illegal, Option, Options, Played, Result
from pbmserv.games.boards.page import page_of
from pbmserv.games.chance import Chance
from pbmserv.games.families import DICE_AND_CARDS
from pbmserv.games.hearts import rules
from pbmserv.games.hearts.cards import in_order, told
from pbmserv.games.hearts.display import drawing, rows_of, status_of
from pbmserv.games.hearts.rules import TO_PASS, Event, Position
from pbmserv.games.hearts.words import (
    DIRECTIONS,
    PLACES,
    SEAT_NAMES,
    card_played,
    cards_passed,
    notes_of,
    pass_text,
    passing_told,
    places_of,
)
from pbmserv.games.message import Message
from pbmserv.games.picture import Picture


class Hearts(Game[Position]):
    """Take no hearts and not the queen of spades, or all of them.

    The record is public, but passed cards are not. So a move names places in the hand as dealt, which only its player
    sees.
    """

    name = "Hearts"
    summary = "Follow suit, and take neither hearts nor the queen of spades"
    also_called = ("Black Lady",)
    family = DICE_AND_CARDS
    themes = ("cards", "hands")
    seats = range(4, 5)
    options = (
        Option("points", 100, "the total with which a player makes the hand the last", low=1, high=500),
        Option("jacks", False, "whoever takes the jack of diamonds gets 10 points less"),
    )
    touching = "To pass cards on, touch three of them, in any order. To play, touch one card."
    move_form = "a card, for example QS; or three cards to pass on, for example 2H QS 5C"
    has_rounds = True
    hidden = True
    guess_by = "pbmserv.games.hearts.guessing:guess"
    evaluate_by = "pbmserv.games.hearts.evaluation:evaluate"
    allows_undo = False
    position_class = Position

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return rules.start(int(options["points"]), bool(options["jacks"]), chance)

    def to_move(self, position: Position) -> tuple[int, ...]:
        return position.to_move

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
            return _played(rules.passed(position, seat, cards, chance), pass_text(places))
        card = card_played(text, position, seat)
        return _played(rules.played(position, seat, card, chance), card)

    def skip(self, position: Position, seat: int, chance: Chance) -> Played[Position]:
        """From now on the server plays for the seat."""
        return _played(rules.without(position, seat, chance), "skip")

    def rejoin(self, position: Position, seat: int, chance: Chance) -> Played[Position]:
        """The server no longer plays for the seat; cards it passed stay passed."""
        return Played(replace(position, left=tuple(each for each in position.left if each != seat)), "substitute")

    def result(self, position: Position) -> Result | None:
        if not position.is_over:
            return None
        [winner] = position.lowest
        reason = Message(
            "Fewest points: {player}, with {total}.", player=SEAT_NAMES[winner], total=position.totals[winner]
        )
        return Result(winner, reason, scores=position.totals)

    def draw(self, position: Position, viewer: int | None) -> str:
        return drawing(position.seen_by(viewer), viewer)

    def picture(self, position: Position, viewer: int | None) -> Picture:
        return page_of((), list(rows_of(position.seen_by(viewer), viewer)), self.name)

    def steps(self, position: Position, seat: int, move: str) -> tuple[str, ...]:
        places = places_of(move) if position.is_passing else None
        return (move,) if places is None else tuple(PLACES[place] for place in places)

    def other_steps(self, position: Position, seat: int, move: str) -> Iterable[tuple[str, ...]]:
        """The three cards in any order."""
        return permutations(self.steps(position, seat, move)) if position.is_passing else ()

    def to_its_player(self, position: Position, seat: int, move: str) -> str:
        places = places_of(move) if position.is_passing else None
        if places is None or len(set(places)) != TO_PASS:
            return move
        return told(in_order(position.hands[seat][place] for place in places))

    def question(self, position: Position, seat: int, move: str) -> str:
        return Message("Pass {cards}?" if position.is_passing else "Play {cards}?", cards=move)

    def seen_by(self, position: Position, viewer: int | None) -> Position:
        return position.seen_by(viewer)

    def seat_name(self, position: Position, seat: int) -> str:
        return SEAT_NAMES[seat]

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        return tuple(self._status(position, viewer))

    def legend(self, position: Position, viewer: int | None) -> str:
        if position.is_over:
            return ""
        if position.is_passing:
            return (
                f"Name three cards to pass {DIRECTIONS[position.pass_by]}: 2H QS 5C; or the letters before them.\n"
                "What the others learn are these letters, which mean something to you alone."
            )
        return "A move is a card: QS is the queen of spades, TH the ten of hearts. *: led."

    def picture_legend(self, position: Position, viewer: int | None) -> str:
        return self.legend(position, viewer).replace(" *: led.", "")

    def group_of(self, move: str) -> str:
        return "Cards to pass" if move.startswith("pass ") else ""

    def _status(self, position: Position, viewer: int | None) -> Iterator[str]:
        seen = position.seen_by(viewer)
        if viewer is not None and not seen.is_passing and seen.pass_by and not seen.is_over:
            yield passing_told(viewer, seen.pass_by, seen.passed)
        yield from status_of(seen)


@cache
def _passes() -> tuple[str, ...]:
    return tuple(pass_text(places) for places in combinations(range(rules.IN_HAND), TO_PASS))


def _played(after: tuple[Position, list[Event]], move: str) -> Played[Position]:
    position, events = after
    return Played(position, move, tuple(notes_of(events)))
