"""Games of hidden hands for the server."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, TypeVar

from pbmserv.games.base import Json, Note, Played, refuse_own_words
from pbmserv.games.chance import Chance
from pbmserv.games.families import TRIANGLES
from pbmserv.games.message import SEAT_LETTERS, Message, player, words_restored
from pbmserv.games.picture import Picture
from pbmserv.games.sequential import SequentialGame
from pbmserv.games.triangles.hands.events import Event
from pbmserv.games.triangles.hands.rules import UNKNOWN, Advance, HandsPosition, leave, place
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Placement
from pbmserv.games.triangles.marked_drawing import draw_layout, numbered
from pbmserv.games.triangles.notation import (
    move_text,
    not_in_hand,
    note_of_turned_name,
    placement_of,
    read_move,
    text_of,
    value_of,
)
from pbmserv.games.triangles.picture import Table, Tray, asked_after, slides_of, steps_of

P = TypeVar("P", bound=HandsPosition)
"""A game's position."""


class HandsGame(SequentialGame[P]):
    """A game of hidden hands; subclasses define start, display and end."""

    example: ClassVar[str]
    """An example move for refusals."""
    hidden = True
    guess_by = "pbmserv.games.triangles.hands.guessing:guess"
    family = TRIANGLES
    themes = ("tiles", "hands")
    own_words = dict.fromkeys(
        ("draw", "take"),
        "You do not draw tiles yourself: the server draws for you when none of yours fits, and tells you which.",
    )
    allows_undo = False
    """A move reveals who could not place and what was drawn."""

    @abstractmethod
    def notes_of(self, events: Sequence[Event], position: P) -> Iterable[Note]:
        """Notes about events; drawn tiles are private."""

    def moves(self, position: P) -> Sequence[str]:
        return [_move_text(position, placement) for placement in position.placements_of(position.next_seat)]

    def play(self, position: P, seat: int, text: str, chance: Chance) -> Played[P]:
        refuse_own_words(text, self.own_words)
        tiles = position.tiles
        move = read_move(text, tiles, self.example)
        if move.tile not in position.hands[seat]:
            raise not_in_hand(move.tile, tiles, position.layout)
        placement = placement_of(move, tiles, position.layout, position.places)
        written = _move_text(position, placement)
        turned = note_of_turned_name(move, written, tiles, seat)
        return self.played(place(position, placement, chance), written, turned)

    def value_of(self, position: P, text: str) -> str:
        refuse_own_words(text, self.own_words)
        return value_of(text, position.tiles, position.layout, position.places, self.example, position.part)

    def text_of(self, position: P, value: str) -> str:
        return text_of(value, position.tiles, position.layout, position.places, position.part)

    def skip(self, position: P, seat: int, chance: Chance) -> Played[P]:
        """A resigned seat leaves, unless a substitute comes."""
        return self.played(leave(position, chance), "skip")

    def rejoin(self, position: P, seat: int, chance: Chance) -> Played[P]:
        return Played(replace(position, left=position.left - {seat}), "substitute")

    def played(self, advance: Advance[P], move: str, notes: tuple[Note, ...] = ()) -> Played[P]:
        """The result of a move; `notes` precede those about events."""
        return Played(advance.position, move, (*notes, *self.notes_of(advance.events, advance.position)))

    def opened(self, advance: Advance[P]) -> P:
        """The start, with its public notes."""
        notes = self.notes_of(advance.events, advance.position)
        return replace(advance.position, prelude=tuple(note.text for note in notes if note.seat is None))

    def draw(self, position: P, viewer: int | None) -> str:
        last = [position.placements[-1].cell]
        return draw_layout(position.layout, numbered(position.places), last, position.printed_board)

    def picture(self, position: P, viewer: int | None) -> Picture:
        seen = self.seen_by(position, viewer)
        others = [seat for seat in range(len(seen.hands)) if seat != viewer]
        trays = [Tray(player(seat), seen.hands[seat]) for seat in others if seen.hands[seat]]
        if viewer is not None and seen.hands[viewer]:
            trays.insert(0, Tray(Message("Your tiles"), seen.hands[viewer], can_be_touched=True))
        table = Table(
            seen.layout,
            seen.tiles,
            seen.places,
            [seen.placements[-1].cell],
            seen.printed_board,
            trays,
            self.legal_moves(seen, viewer) if viewer is not None else (),
        )
        return table.picture(self.name)

    def steps(self, position: P, seat: int, move: str) -> tuple[str, ...]:
        return steps_of(move)

    def asked_next(self, position: P, seat: int, touched: Sequence[str], following: Sequence[str]) -> str:
        return asked_after(touched)

    def slides(self, position: P, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        return slides_of(steps, position.tiles, position.layout, position.places)

    def seat_name(self, position: P, seat: int) -> str:
        return SEAT_LETTERS[seat]

    def seen_by(self, position: P, viewer: int | None) -> P:
        hands = tuple(hand if seat == viewer else (UNKNOWN,) * len(hand) for seat, hand in enumerate(position.hands))
        return replace(position, hands=hands, bank=(UNKNOWN,) * len(position.bank))

    def loaded(self, data: Json) -> dict[str, Any]:
        """The fields that every game dumps alike."""
        return {
            "hands": tuple(map(tuple, data["hands"])),
            "placements": tuple(Placement(Cell(row, x), marks) for row, x, marks in data["placements"]),
            "next_seat": data["next_seat"],
            "left": frozenset(data["left"]),
            "prelude": tuple(map(words_restored, data["prelude"])),
        }


def _move_text(position: HandsPosition, placement: Placement) -> str:
    return move_text(placement, position.tiles, position.layout, position.places)
