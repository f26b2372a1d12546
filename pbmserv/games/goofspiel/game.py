"""Goofspiel for the server."""

from __future__ import annotations

from collections.abc import Sequence

from pbmserv.games.base import Game, Illegal, Option, Options, Played, Result, Unreadable, refuse_to_pass
from pbmserv.games.chance import Chance
from pbmserv.games.families import DICE_AND_CARDS
from pbmserv.games.goofspiel.display import drawing, name_of, names_of, notes_of, picture_of_game, status_of, suits_of
from pbmserv.games.goofspiel.rules import CARDS, CARRY, FACE_DOWN, PASS, SUITS, TIES, Card, Position
from pbmserv.games.message import Message
from pbmserv.games.picture import Picture
from pbmserv.games.refusals import quoted


class Goofspiel(Game[Position]):
    """Merrill Flood's game of pure strategy: bid your cards for the prizes, all players at once."""

    name = "Goofspiel"
    summary = "Bid your cards for prizes, all at once and each card once"
    also_called = ("GOPS",)
    family = DICE_AND_CARDS
    themes = ("cards", "hands")
    seats = range(2, 6)
    options = (
        Option("cards", 13, "cards in each suit, and so the number of rounds", low=3, high=20),
        Option("ties", CARRY, "what happens to the prize where the highest bids are equal", choices=tuple(TIES)),
    )
    touching = "Touch the card that you bid."
    move_form = "a card of your hand, for example 7 or K"
    simultaneous = True
    hidden = True
    guess_by = "pbmserv.games.goofspiel.guessing:guess"
    evaluate_by = "pbmserv.games.goofspiel.evaluation:evaluate"
    allows_undo = False
    position_class = Position

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        deck = chance.shuffled(range(1, int(options["cards"]) + 1))
        return Position(deck, ((),) * seats, str(options["ties"]))

    def to_move(self, position: Position) -> tuple[int, ...]:
        return position.bidders

    def legal_moves(self, position: Position, seat: int) -> Sequence[str]:
        if seat not in position.bidders:
            return ()
        return [name_of(card) for card in position.hand(seat)]

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        refuse_to_pass(
            text, "Nobody passes in Goofspiel: for a prize that you do not want bid a low card, such as A."
        )
        hand = position.hand(seat)
        card = _read(text, hand)
        if card not in hand:
            raise Illegal("You do not hold {name}: your cards are {names}.", name=name_of(card), names=names_of(hand))
        following = position.after(seat, card)
        return Played(following, name_of(card), notes_of(position, following))

    def skip(self, position: Position, seat: int, chance: Chance) -> Played[Position]:
        """Remove a resigned seat from all remaining rounds."""
        passes = (PASS,) * (len(position.deck) - position.rounds_played)
        following = position.after(seat, *passes)
        return Played(following, "skip", notes_of(position, following))

    def rejoin(self, position: Position, seat: int, chance: Chance) -> Played[Position]:
        """The seat bids again with all its unused cards; missed prizes are gone."""
        return Played(position.with_again(seat), "substitute")

    def result(self, position: Position) -> Result | None:
        if not position.is_over:
            return None
        scores = position.scores
        everybody = range(len(scores))
        staying = [seat for seat in everybody if not position.is_out(seat)] or everybody
        most = max(scores[seat] for seat in staying)
        best = [seat for seat in staying if scores[seat] == most]
        if len(best) == 1:
            reason = Message("Most points: {player}, with {most}.", player=SUITS[best[0]], most=most)
            return Result(best[0], reason, scores=scores)
        reason = Message("Most points: {players}, with {most} each.", players=suits_of(best), most=most)
        return Result(None, reason, scores=scores)

    def draw(self, position: Position, viewer: int | None) -> str:
        return drawing(self.seen_by(position, viewer))

    def picture(self, position: Position, viewer: int | None) -> Picture:
        return picture_of_game(self.seen_by(position, viewer), viewer)

    def seen_by(self, position: Position, viewer: int | None) -> Position:
        played = position.rounds_played
        known = position.deck[: played + 1]
        deck = known + (FACE_DOWN,) * (len(position.deck) - len(known))
        bids = tuple(
            [
                made
                if len(made) == played or seat == viewer or position.is_out(seat)
                else made[:played] + (FACE_DOWN,) * len(made[played:])
                for seat, made in enumerate(position.bids)
            ]
        )
        # Whoever has blanked a position already asks again: what that one has worked out is kept.
        is_the_same = deck == position.deck and bids == position.bids
        return position if is_the_same else Position(deck, bids, position.ties)

    def seat_name(self, position: Position, seat: int) -> str:
        return SUITS[seat]

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        return tuple(status_of(self.seen_by(position, viewer)))

    def legend(self, position: Position, viewer: int | None) -> str:
        if position.is_over:
            return ""
        return Message(
            "A move is a card of your hand (A is 1, J 11, Q 12, K 13). All bid at once, unseen, and the highest bid"
            " takes the prize. Where the highest bids are equal, {what}.",
            what=Message(TIES[position.ties]),
        )


def _read(text: str, hand: Sequence[Card]) -> Card:
    """The card named by a move; the `hand` is for the refusal."""
    typed = text.strip().upper()
    if typed in CARDS:
        return CARDS[typed]
    if typed.isascii() and typed.isdigit() and len(typed) <= 2 and int(typed):
        return int(typed)
    raise Unreadable(
        'A card is expected, not "{typed}": your cards are {names} (A is 1, J 11, Q 12, K 13).'
        if hand
        else 'A card is expected, not "{typed}": write a number or a letter (A is 1, J 11, Q 12, K 13).',
        typed=quoted(text),
        names=names_of(hand),
    )
