"""Bridge for the server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pbmserv.games.base import Illegal, Note, Option, Options, Played, Result, Unreadable
from pbmserv.games.bridge import typed_deals
from pbmserv.games.bridge.auction import BIDS, CALLS, legal_calls
from pbmserv.games.bridge.display import BridgeDisplay
from pbmserv.games.bridge.rules import Position, none_dealt
from pbmserv.games.bridge.typed_deals import ON_TRUST, SERVER, TYPED
from pbmserv.games.bridge.words import (
    SIDES,
    note_of_bridge,
    read_call,
    sign_of,
    spoken_call,
    the_dummys_card,
    why_not_called,
)
from pbmserv.games.chance import Chance
from pbmserv.games.file_formats import PBN
from pbmserv.games.message import Message
from pbmserv.games.refusals import quoted
from pbmserv.games.tricks.cards import PACK, long_name, read_cards
from pbmserv.games.tricks.game import TrickGame
from pbmserv.games.tricks.rules import Event, advanced
from pbmserv.games.tricks.words import LONGEST, cards_in

if TYPE_CHECKING:
    from pbmserv.games.file_parts import Told
    from pbmserv.games.game_file import PlayedGame


class Bridge(BridgeDisplay, TrickGame[Position]):
    """Contract bridge for four: an auction, declarer and dummy, and duplicate scores over several deals."""

    name = "Bridge"
    summary = "Bid a contract, and take its tricks"
    also_called = ("Contract Bridge", "Duplicate Bridge")
    partners = True
    options = (
        Option("deals", 4, "how many deals are played", low=1, high=32, often=(4, 8)),
        Option("cards", SERVER, "who deals: the server, or the players, who type the hands", choices=(SERVER, TYPED)),
    )
    touching = (
        'To call, touch a number and then a suit, or "pass", "X" or "XX". To play, touch one card, yours or as'
        " declarer dummy's."
    )
    move_form = "a card, for example QS; or before that a call, for example 1n or pass"
    more_tells_little = True
    guess_by = "pbmserv.games.evaluation.bridge:guess"
    playout_by = "pbmserv.games.playouts.bridge:playout"
    evaluate_by = "pbmserv.games.evaluation.bridge:evaluate"
    solution_by = "pbmserv.games.evaluation.bridge:solution"
    position_class = Position
    file_format = PBN

    def on_trust(self, options: Options) -> str:
        return ON_TRUST if options["cards"] == TYPED else ""

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        none = none_dealt(int(options["deals"]), options["cards"] == TYPED)
        return advanced(none.dealt_anew(chance), chance)[0]

    def legal_moves(self, position: Position, seat: int) -> Sequence[str] | None:
        if seat not in position.to_move:
            return ()
        if position.awaits_deal:
            return None
        if not position.is_playing:
            return legal_calls(position.calls)
        cards = position.playable(position.next_seat)
        if not position.is_typed:
            return cards
        return (*cards, *(f"tricks {number}" for number in typed_deals.tricks_possible(position)))

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        if position.awaits_deal:
            board, hands = typed_deals.read_deal(text, position.number)
            move = typed_deals.deal_text(board, hands)
            return self.done(advanced(position.with_hands(board, hands), chance), move)
        if not position.is_playing:
            return self._called(position, text, chance)
        return self._played(position, text, chance)

    def steps(self, position: Position, seat: int, move: str) -> tuple[str, ...]:
        """A bid is touched as its level and then its strain, and a claim as what it is and then its tricks."""
        return (move[0], move[1]) if move in BIDS else tuple(move.split())

    def asked_next(self, position: Position, seat: int, touched: Sequence[str], following: Sequence[str]) -> str:
        return Message("Bid {level} in which suit?", level=touched[0]) if touched[0].isdecimal() else ""

    def by_touch(self, position: Position, seat: int, touched: Sequence[str]) -> Mapping[tuple[str, ...], str]:
        """Nothing: a deal is too long to be touched."""
        return {}

    def value_of(self, position: Position, text: str) -> str:
        call, cards = read_call(text), read_cards(text) if len(text.strip()) <= LONGEST else None
        if position.is_playing and cards and len(cards) == 1:
            return cards[0]
        if call is not None:
            return call
        return cards[0] if cards and len(cards) == 1 else text

    def text_of(self, position: Position, value: str) -> str:
        if position.is_playing and value in CALLS:
            raise Illegal("The auction is over in this deal.")
        if not position.is_playing and value in PACK:
            raise Illegal("Cards are played after the auction.")
        return value

    def game_file(self, played: PlayedGame) -> str:
        from pbmserv.games.bridge import pbn

        return pbn.written(self, played)

    def read_game(self, told: Told) -> PlayedGame | None:
        from pbmserv.games.bridge import from_pbn
        from pbmserv.games.file_parts import Deals

        return from_pbn.read(told) if isinstance(told, Deals) else None

    def notes_of(self, events: Iterable[Event]) -> Iterator[Note]:
        return map(note_of_bridge, events)

    def result(self, position: Position) -> Result | None:
        if not position.is_over:
            return None
        totals = position.totals
        sides = {self.side_of(seat) for seat in position.staying} or {0, 1}
        if len(sides) > 1 and totals[0] == totals[1]:
            return Result(None, Message("Both sides have the same score."), scores=totals * 2)
        side = max(sides, key=totals.__getitem__)
        seats = [seat for seat in (side, side + 2) if seat in position.staying] or [side]
        reason = Message("{players} have scored {total}.", players=SIDES[side], total=f"{totals[side]:+}")
        return Result(seats[0], reason, scores=totals * 2)

    def question(self, position: Position, seat: int, move: str) -> str:
        if position.awaits_deal or position.is_playing:
            return super().question(position, seat, move)
        return Message("Call {call}?", call=sign_of(move))

    def spoken(self, position: Position, move: str) -> str:
        if move in CALLS:
            return spoken_call(move)
        return long_name(move) if move in PACK else move

    def form_of_move(self, position: Position) -> str:
        if position.awaits_deal:
            return "a deal, for example N: and the four hands clockwise"
        return "a card, for example QS" if position.is_playing else "a call, for example 1n or pass"

    def legend(self, position: Position, viewer: int | None) -> str:
        if position.awaits_deal:
            return (
                "A move is a deal: the letter of a seat, a colon, and four hands clockwise.\n"
                "A hand is its spades, hearts, diamonds and clubs with dots between."
            )
        return super().legend(position, viewer)

    def legend_before_play(self, position: Position) -> str:
        return (
            "A move is a call: pass, a bid such as 1c or 3n (no-trump), x or xx (redouble).\n"
            "South and North are partners, and West and East play against them."
        )

    def examples(self, position: Position, seat: int) -> tuple[str, ...]:
        if position.awaits_deal and seat in position.to_move:
            return typed_deals.examples(position)
        return super().examples(position, seat)

    def _called(self, position: Position, text: str, chance: Chance) -> Played[Position]:
        call = read_call(text)
        if call is None:
            if len(text.strip()) <= LONGEST and read_cards(text):
                raise Illegal("Cards are played after the auction: first make a call, for example 1n or pass.")
            raise Unreadable(
                'A call is expected, not "{typed}": write a bid such as 1n, or pass, x or xx.', typed=quoted(text)
            )
        if call not in legal_calls(position.calls):
            raise why_not_called(call, position.calls)
        return self.done(advanced(position.with_call(call), chance), call)

    def _played(self, position: Position, text: str, chance: Chance) -> Played[Position]:
        if position.is_typed and (tricks := typed_deals.read_tricks(text)) is not None:
            typed_deals.check_tricks(position, tricks)
            after, events = position.with_tricks(tricks, chance)
            return self.done((after, [*events]), f"tricks {tricks}")
        if read_call(text) is not None and read_cards(text) is None:
            raise Illegal("The auction is over in this deal: now play one card.")
        holder = position.next_seat
        cards = cards_in(text, _NOT_A_CARD)
        if position.player_of(holder) != holder:
            cards = (the_dummys_card(cards, position.hands[holder]),)
        return self.play_card(position, holder, cards, chance)


_NOT_A_CARD = (
    'A card is expected, not "{typed}": write its rank and its suit, for example QS for the queen of spades'
    " or TH for the ten of hearts."
)
