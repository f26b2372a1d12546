"""A game of hidden hands as the server meets it: moves as players write them, refusals, notes, and what is hidden."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, TypeVar

from pbmserv.games.base import Game, Illegal, Json, Note, Played
from pbmserv.games.chance import Chance
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Placement
from pbmserv.games.triangles.notation import move_text, not_in_hand, note_of_turned_name, placement_of, read_move
from pbmserv.games.trioker.hands.events import Drew, Event
from pbmserv.games.trioker.hands.rules import UNKNOWN, Advance, Ending, HandsPosition, decline, leave, place
from pbmserv.games.trioker.hands.words import SEAT_NAMES
from pbmserv.games.trioker.setup import SETUPS
from pbmserv.games.trioker.tiles import TILES

P = TypeVar("P", bound=HandsPosition)
"""A game's position."""

PASSING = "pass"


class HandsGame(Game[P]):
    """A game of hidden hands with Trioker's tiles; subclasses say how it starts, what it shows and how it ends."""

    example: ClassVar[str]
    """A move, for refusals."""
    seats = range(min(SETUPS), max(SETUPS) + 1)
    hidden = True
    allows_undo = False
    """A move taken back would leave everybody with what it has shown: who could not place a tile, and tiles drawn."""

    @abstractmethod
    def sentences(self, event: Event) -> Iterator[str]:
        """What everybody may read of an event."""

    def to_move(self, position: P) -> tuple[int, ...]:
        return () if position.is_over else (position.next_seat,)

    def legal_moves(self, position: P, seat: int) -> Sequence[str]:
        if seat not in self.to_move(position):
            return ()
        placings = [_move_text(position, placement) for placement in position.placements_of(seat)]
        return [*placings, PASSING] if position.may_pass else placings

    def play(self, position: P, seat: int, text: str, chance: Chance) -> Played[P]:
        if text.strip().lower() == PASSING:
            return self._pass(position, seat)
        move = read_move(text, TILES, self.example)
        _check_turn(position, seat)
        if move.tile not in position.hands[seat]:
            raise not_in_hand(move.tile, TILES, position.layout)
        placement = placement_of(move, TILES, position.layout, position.places)
        turned = note_of_turned_name(move, TILES, seat)
        return self._played(place(position, placement), _move_text(position, placement), turned)

    def skip(self, position: P, seat: int, chance: Chance) -> Played[P]:
        """The resigned seat leaves for good; its turns do not come up again."""
        _check_turn(position, seat)
        return self._played(leave(position), "skip")

    def seat_name(self, position: P, seat: int) -> str:
        return SEAT_NAMES[seat]

    def seen_by(self, position: P, viewer: int | None) -> P:
        """All hands lie open when the game is over; the tiles of the bank never do."""
        hands = tuple(
            hand if position.is_over or seat == viewer else (UNKNOWN,) * len(hand)
            for seat, hand in enumerate(position.hands)
        )
        drawn = UNKNOWN if position.may_pass and viewer != position.next_seat else position.drawn
        return replace(position, hands=hands, drawn=drawn, bank=(UNKNOWN,) * len(position.bank))

    def dump(self, position: P) -> Json:
        return {
            "hands": [list(hand) for hand in position.hands],
            "bank": list(position.bank),
            "placements": [[*cell, marks] for cell, marks in position.placements],
            "next_seat": position.next_seat,
            "drawn": position.drawn,
            "left": sorted(position.left),
            "ending": position.ending.value if position.ending else None,
            "prelude": list(position.prelude),
        }

    def loaded(self, data: Json) -> dict[str, Any]:
        """What `dump` has written here, as the fields of a position."""
        return {
            "hands": tuple(map(tuple, data["hands"])),
            "bank": tuple(data["bank"]),
            "placements": tuple(Placement(Cell(row, x), marks) for row, x, marks in data["placements"]),
            "next_seat": data["next_seat"],
            "drawn": data["drawn"],
            "left": frozenset(data["left"]),
            "ending": Ending(data["ending"]) if data["ending"] else None,
            "prelude": tuple(data["prelude"]),
        }

    def opened(self, advance: Advance[P]) -> P:
        """The position of a start, with what everybody may read of it."""
        public = tuple(sentence for event in advance.events for sentence in self.sentences(event))
        return replace(advance.position, prelude=public)

    def _pass(self, position: P, seat: int) -> Played[P]:
        _check_turn(position, seat)
        if not position.may_pass:
            raise Illegal("You cannot pass: you hold a tile that fits, and have not drawn one in this turn.")
        return self._played(decline(position), PASSING)

    def _played(self, advance: Advance[P], move: str, notes: tuple[Note, ...] = ()) -> Played[P]:
        return Played(advance.position, move, (*notes, *self._notes(advance.events)))

    def _notes(self, events: Sequence[Event]) -> Iterator[Note]:
        """What happened in a turn; which tile was drawn only for the eyes of its owner."""
        for event in events:
            yield from map(Note, self.sentences(event))
            if isinstance(event, Drew):
                yield Note(f"You drew {event.tile}.", event.seat)


def _check_turn(position: HandsPosition, seat: int) -> None:
    if position.is_over:
        raise Illegal("The game is over: no more tiles are placed.")
    if seat != position.next_seat:
        raise Illegal(f"It is not your turn: player {SEAT_NAMES[position.next_seat]} is to move.")


def _move_text(position: HandsPosition, placement: Placement) -> str:
    return move_text(placement, TILES, position.layout, position.places)
