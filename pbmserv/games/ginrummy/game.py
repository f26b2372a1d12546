"""Gin Rummy for the server."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pbmserv.games.base import Illegal, Option, Options, Played, Result, Unreadable, refuse_own_words
from pbmserv.games.boards.cards import LAID, SMALL, cell, face_down
from pbmserv.games.boards.page import NARROWEST, Row, Thing, room
from pbmserv.games.boards.score_table import Line, ScoreTable, line_of_hand
from pbmserv.games.cards_for_two import LETTERS, CardsForTwo, told
from pbmserv.games.chance import Chance
from pbmserv.games.ginrummy import rules
from pbmserv.games.ginrummy.melds import deadwood_without, least_deadwood
from pbmserv.games.ginrummy.rules import DEALT, DISCARD, FIRST, KNOCK, Position, laid_told
from pbmserv.games.message import Message, Say, counted, in_turn, letter, player
from pbmserv.games.picture import Choice
from pbmserv.games.refusals import quoted
from pbmserv.games.tricks.cards import UNKNOWN, Card, long_name
from pbmserv.games.tricks.discarding import bare_discard
from pbmserv.games.tricks.display import picture_of
from pbmserv.games.tricks.layout import EDGE_OF_CLOTH, heading, height_of_row, lines, on_cloth, spread
from pbmserv.games.tricks.words import LONGEST, NOT_A_CARD, cards_in, not_held, yours

TAKE, STOCK, PASS, KNOCK_WITH = "take", "stock", "pass", "knock"
_IN_FIRST_ROW = 13
"""Earlier discards that a picture shows beside the last one; others are below them."""
_SHOWN = 0.58
"""The scale of the cards of a show: those of a seat lie in one row."""
_KNOCK = re.compile(r"(?:knock|gin)\b[\s:]*(?:with\b)?\s*", re.IGNORECASE)
_WORDS = {
    **dict.fromkeys((TAKE, "take it", "take card", "discards", "pile"), TAKE),
    **dict.fromkeys((STOCK, "from stock"), STOCK),
    **dict.fromkeys((PASS, "passes"), PASS),
}


class GinRummy(CardsForTwo[Position]):
    """Draw and discard until your cards are in melds but for a few, and knock."""

    name = "GinRummy"
    summary = "Draw and discard, make melds of your cards, and knock"
    also_called = ("Gin Rummy",)
    options = (Option("to", 100, "points with which a player wins", low=10, high=250, often=(50, 100)),)
    own_words = dict.fromkeys(("draw",), "To draw a card, write take for the last discard, or stock.")
    touching = (
        'Touch "take" or "stock" to draw; at the start of a hand, "take" or "pass". To discard, touch a card; to '
        'knock with it, touch "knock" before.'
    )
    move_form = "take or stock, and then the card to discard, for example QS, or knock QS"
    evaluate_by = "pbmserv.games.evaluation.ginrummy:evaluate"
    solution_by = "pbmserv.games.evaluation.ginrummy:solution"
    guess_by = "pbmserv.games.evaluation.ginrummy:guess"
    position_class = Position

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return rules.start(int(options["to"]), chance)

    def legal_moves(self, position: Position, seat: int) -> Sequence[str]:
        if seat not in position.to_move:
            return ()
        if position.stage == FIRST:
            return TAKE, PASS
        if position.stage != DISCARD:
            return TAKE, STOCK
        return *position.discards(seat), *(f"{KNOCK_WITH} {card}" for card in position.knocks(seat))

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        refuse_own_words(text, self.own_words)
        is_short = len(text.strip()) <= LONGEST
        word = _WORDS.get(" ".join(text.lower().replace(" the ", " ").split()), "") if is_short else ""
        if position.stage != DISCARD:
            return self._draw(position, text, word, chance)
        if word:
            raise Illegal("You have drawn a card already: now discard one, or knock with it.")
        found = _KNOCK.match(text.strip()) if is_short else None
        if found and found.end() == len(text.strip()):
            raise Illegal("To knock, name the card that you discard, too, for example knock QS.")
        cards = cards_in(
            text, NOT_A_CARD, text.strip()[found.end() :] if found else bare_discard(text) if is_short else None
        )
        hand = position.hands[seat]
        if missing := [card for card in cards if card not in hand]:
            raise not_held(missing, hand)
        if len(cards) != 1:
            one = Message("One card is discarded at a time, and you name {count}.", count=len(cards))
            raise Illegal(in_turn(one, yours(hand)))
        [card] = cards
        if card == position.taken:
            raise Illegal(Message("You have just taken {card}: discard another card.", card=card))
        if not found:
            after, words = rules.discarded(position, card, chance)
            return self.done(after, card, words)
        if card not in position.knocks(seat):
            left = deadwood_without(hand).get(card, least_deadwood(tuple(each for each in hand if each != card)))
            text = "Without {card} you have {count} points of deadwood, and can knock with {most} at most."
            raise Illegal(Message(text, card=card, count=left, most=KNOCK))
        after, words = rules.knocked(position, card, chance)
        return self.done(after, f"{KNOCK_WITH} {card}", words)

    def _draw(self, position: Position, text: str, word: str, chance: Chance) -> Played[Position]:
        if position.stage == FIRST:
            if word == STOCK:
                raise Illegal(Message("Take {card}, or pass.", card=position.upcard))
            if word == PASS:
                after, words = rules.passed(position, chance)
                return self.done(after, PASS, words)
        elif word == PASS:
            raise Illegal("Only the first card can be passed: take the last discard, or draw from the stock.")
        if word == TAKE:
            return self.done(rules.taken(position), TAKE, ())
        if word == STOCK:
            return self.done(rules.drawn(position, chance), STOCK, ())
        other = PASS if position.stage == FIRST else STOCK
        text_of = 'Write {take} to take {card}, or {other}, not "{typed}".'
        raise Unreadable(text_of, take=TAKE, card=position.upcard, other=other, typed=quoted(text))

    def result(self, position: Position) -> Result | None:
        if not position.is_over:
            return None
        totals, winner = position.totals, position.winner
        if winner is None:
            words = Message("Both have {total} points after {count} hands.", total=totals[0], count=position.number)
            return Result(None, words, scores=position.with_bonuses)
        text = "The points are {points} to {other}, with hands won and the game {score} to {less}."
        scores = position.with_bonuses
        reason = Message(
            text, points=totals[winner], other=totals[1 - winner], score=scores[winner], less=scores[1 - winner]
        )
        return Result(winner, reason, scores=scores)

    def steps(self, position: Position, seat: int, move: str) -> tuple[str, ...]:
        return tuple(move.split())

    def asked_next(self, position: Position, seat: int, touched: Sequence[str], following: Sequence[str]) -> str:
        return Message("Knock and discard which card?")

    def form_of_move(self, position: Position) -> str:
        if position.stage == FIRST:
            return Message("{one} or {other}", one=TAKE, other=PASS)
        if position.stage == DISCARD:
            return Message("the card to discard, for example QS, or knock QS")
        return Message("{one} or {other}", one=TAKE, other=STOCK)

    def legend(self, position: Position, viewer: int | None) -> str:
        if position.is_over:
            return ""
        if position.stage == FIRST:
            return Message("A move is {take}, for the card that is turned up, or {other}.", take=TAKE, other=PASS)
        if position.stage == DISCARD:
            return Message("A move is the card to discard: QS is the queen of spades. To knock: knock QS.")
        return Message("A move is {take}, for the last discard, or {other}.", take=TAKE, other=STOCK)

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        seen = position.seen_by(viewer)
        if seen.is_over:
            return ()
        lines = [
            Message(
                "{player} has taken from the discards, and holds, {cards}.", player=player(seat), cards=told(held)
            )
            for seat, held in enumerate(seen.held)
            if held and seat != viewer
        ]
        if viewer is not None:
            lines.append(Message("Your deadwood counts {count}.", count=self._deadwood(seen, viewer)))
        return tuple(lines)

    def _deadwood(self, seen: Position, viewer: int) -> int:
        """What is left when melds are laid out in the best way, and one card is discarded if one has to be."""
        hand = seen.hands[viewer]
        return least_deadwood(hand) if len(hand) == DEALT else min(deadwood_without(hand).values())

    def headline(self, seen: Position) -> str:
        if seen.is_over:
            return counted("After {count} hand", "After {count} hands", seen.number)
        doing = "{player} draws"
        if seen.stage == FIRST:
            doing = "{player} may take the first card"
        elif seen.stage == DISCARD:
            doing = "{player} discards"
        return Message(
            "Hand {number}, dealt by {dealer}: {doing}",
            number=seen.number,
            dealer=LETTERS[seen.dealer],
            doing=Message(doing, player=LETTERS[seen.turn]),
        )

    def lines(self, seen: Position, viewer: int | None, say: Say) -> Iterator[str]:
        if not seen.is_over:
            yield f"{say('Stock'):11} {say(counted('{count} card', '{count} cards', seen.stock))}"
            yield f"{say('Discards'):11} {' '.join(seen.pile[-16:][::-1]) or '-'}"
            if len(seen.pile) > 16:
                yield f"            {' '.join(seen.pile[:-16][::-1])}"
        if seen.shown:
            yield say("Last show")
        for seat, melds, left, off in seen.shown:
            yield f"  {LETTERS[seat]}         {laid_told(melds, left)}"
            if off:
                yield f"            {say(Message('laid off {cards}', cards=told(off)))}"

    def rows(self, seen: Position, viewer: int | None) -> Iterator[Row]:
        if seen.is_over:
            return
        pile = [self._discard(card, place) for place, card in enumerate(seen.pile[::-1])]
        stock = face_down(counted("the stock of {count} card", "the stock of {count} cards", seen.stock))
        # Many lie over each other, and leave the room of two rows in any case.
        first, inside = [stock, *pile[:1]], NARROWEST - 2 * EDGE_OF_CLOTH
        left = inside - sum(thing.width for thing in first)
        table = [
            [lines([Message("Stock of {count}, and discards", count=seen.stock)], 0)],
            [*first, spread(pile[1 : _IN_FIRST_ROW + 1], left, SMALL)],
            [room(height_of_row(SMALL)), spread(pile[_IN_FIRST_ROW + 1 :], inside, SMALL)],
        ]
        yield [on_cloth(table)]

    def _discard(self, card: Card, place: int) -> Thing:
        text = "before it the {card}" if place else "the last discard, the {card}"
        return picture_of(card, Message(text, card=long_name(card)), times=SMALL if place else 1, role=LAID)

    def title_of_cards(self, seen: Position, viewer: int) -> str:
        return Message("Your cards: deadwood {count}", count=self._deadwood(seen, viewer))

    def most_cards(self, seen: Position) -> int:
        return DEALT + 1

    def target_of(self, seen: Position, viewer: int, card: Card) -> str:
        can = viewer in seen.to_move and seen.stage == DISCARD and card in seen.discards(viewer)
        return card if can else ""

    def choices(self, seen: Position, viewer: int) -> Iterator[Choice]:
        firsts = dict.fromkeys(move.split()[0] for move in self.legal_moves(seen, viewer))
        yield from (Choice(each, each, _WORDS_OF[each]) for each in firsts if each in _WORDS_OF)

    def rows_below_cards(self, seen: Position, viewer: int | None) -> Iterator[Row]:
        held = {seat: cards for seat, cards in enumerate(seen.held) if cards and seat != viewer and not seen.is_over}
        for seat, cards in held.items():
            known = [picture_of(card, long_name(card), times=SMALL) for card in cards if card != UNKNOWN]
            yield [heading(Message("{player} has taken from the discards", player=letter(seat)))]
            yield [room(height_of_row(SMALL)), spread(known, NARROWEST, SMALL)]
        if held or not seen.shown:
            return
        yield [heading(Message("The last show: melds, deadwood, and what was laid off"))]
        for seat, melds, left, off in seen.shown:
            row = [cell(LETTERS[seat], 24, LETTERS[seat], times=_SHOWN)]
            for place, cards in enumerate((*melds, left, off)):
                text = "laid off: {card}" if place > len(melds) else "deadwood: {card}"
                text = "meld: {card}" if place < len(melds) else text
                row += [picture_of(each, Message(text, card=long_name(each)), times=_SHOWN) for each in cards]
                row.append(cell("", 12, times=_SHOWN))
            yield row

    def scores(self, seen: Position) -> ScoreTable:
        lines = [line_of_hand(number, points) for number, points in enumerate(seen.points, 1)]
        best = [seen.winner] if seen.is_over and seen.winner is not None else []
        lines.append(Line("Total", seen.totals, is_sum=True, best=best))
        if seen.is_over:
            lines.append(Line("With bonuses", seen.with_bonuses, is_sum=True))
        return ScoreTable(LETTERS, lines)


_WORDS_OF = {
    TAKE: "take the last discard",
    STOCK: "draw from the stock",
    PASS: "leave the card",
    KNOCK_WITH: "knock with the next card",
}
