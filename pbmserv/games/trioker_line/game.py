"""Trioker-Line as the server meets it: moves as players write them, refusals, notes, and what a letter shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbmserv.games.base import Game, Illegal, Json, Option, Options, Played, Result
from pbmserv.games.chance import Chance
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Placement
from pbmserv.games.triangles.marked_drawing import draw_layout, numbered
from pbmserv.games.triangles.notation import move_text, placement_of, read_move
from pbmserv.games.trioker.tiles import JOKER, TILES
from pbmserv.games.trioker_line import rules
from pbmserv.games.trioker_line.rules import UNKNOWN, Ending, Position
from pbmserv.games.trioker_line.words import SEAT_NAMES, notes_of, reason_of, status_of

EXAMPLE = "301@2"
PASS = "pass"  # noqa: S105


class TriokerLine(Game[Position]):
    """Trioker at its simplest: hidden hands, and chains of tiles that start from the triple three."""

    name = "Trioker-Line"
    summary = "Extend chains of Trioker tiles from the triple three, and be rid of yours first"
    seats = range(2, 5)
    options = (Option("paths", 3, "how many chains start from 333", low=1, high=3),)
    move_form = f"<tile>@<position>, for example {EXAMPLE}; pass, after drawing"
    hidden = True
    allows_undo = False
    """A move taken back would leave everybody with what it has shown: who could not place a tile, and tiles drawn."""

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        advance = rules.start(int(options["paths"]), seats, chance)
        public = tuple(note.text for note in notes_of(advance.events) if note.seat is None)
        return replace(advance.position, prelude=public)

    def to_move(self, position: Position) -> tuple[int, ...]:
        return () if position.is_over else (position.next_seat,)

    def legal_moves(self, position: Position, seat: int) -> Sequence[str]:
        if seat not in self.to_move(position):
            return ()
        placing = [_move_text(position, placement) for placement in position.placements_of(seat)]
        return [*placing, PASS] if position.may_pass else placing

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        if text.strip().lower() == PASS:
            return self._pass(position, seat)
        move = read_move(text, TILES, EXAMPLE)
        self._check_turn(position, seat)
        if move.tile not in position.hands[seat]:
            raise Illegal(f"Tile {move.tile} is not among your tiles.")
        placement = placement_of(move, TILES, position.layout, position.places)
        advance = rules.place(position, placement)
        return Played(advance.position, _move_text(position, placement), notes_of(advance.events))

    def skip(self, position: Position, seat: int, chance: Chance) -> Played[Position]:
        """The resigned seat leaves for good; its turns do not come up again."""
        self._check_turn(position, seat)
        advance = rules.leave(position)
        return Played(advance.position, "skip", notes_of(advance.events))

    def result(self, position: Position) -> Result | None:
        if not position.is_over:
            return None
        winners = position.winners
        return Result(winners[0] if len(winners) == 1 else None, reason_of(position))

    def draw(self, position: Position, viewer: int | None) -> str:
        return draw_layout(position.layout, numbered(position.places), last=[position.placements[-1].cell])

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        return status_of(position, viewer)

    def legend(self, position: Position, viewer: int | None) -> str:
        if position.is_over:
            return ""
        return (
            "The numbers are the positions where some tile of the set could extend a chain,\n"
            "* marks the last tile. A move is one of your tiles and a position, for example\n"
            f"{EXAMPLE}: the tile turns by itself so that its corners match. Tiles are read\n"
            f"anti-clockwise, and the W of {JOKER} matches every figure."
        )

    def seat_name(self, position: Position, seat: int) -> str:
        return SEAT_NAMES[seat]

    def seen_by(self, position: Position, viewer: int | None) -> Position:
        """Hands are laid open when the game is over."""
        if position.is_over:
            return position
        hands = tuple(hand if seat == viewer else (UNKNOWN,) * len(hand) for seat, hand in enumerate(position.hands))
        drawn = UNKNOWN if position.may_pass and viewer != position.next_seat else position.drawn
        return replace(position, hands=hands, bank=(UNKNOWN,) * len(position.bank), drawn=drawn)

    def dump(self, position: Position) -> Json:
        return {
            "paths": position.paths,
            "hands": [list(hand) for hand in position.hands],
            "bank": list(position.bank),
            "placements": [[*cell, marks] for cell, marks in position.placements],
            "next_seat": position.next_seat,
            "drawn": position.drawn,
            "left": sorted(position.left),
            "ending": position.ending.value if position.ending else None,
            "prelude": list(position.prelude),
        }

    def load(self, data: Json) -> Position:
        return Position(
            paths=data["paths"],
            hands=tuple(map(tuple, data["hands"])),
            bank=tuple(data["bank"]),
            placements=tuple(Placement(Cell(row, x), marks) for row, x, marks in data["placements"]),
            next_seat=data["next_seat"],
            drawn=data["drawn"],
            left=frozenset(data["left"]),
            ending=Ending(data["ending"]) if data["ending"] else None,
            prelude=tuple(data["prelude"]),
        )

    def _pass(self, position: Position, seat: int) -> Played[Position]:
        self._check_turn(position, seat)
        if not position.may_pass:
            raise Illegal("You cannot pass: you hold a tile that fits, and have not drawn one in this turn.")
        advance = rules.decline(position)
        return Played(advance.position, PASS, notes_of(advance.events))

    def _check_turn(self, position: Position, seat: int) -> None:
        if position.is_over:
            raise Illegal("The game is over: no more tiles are placed.")
        if seat != position.next_seat:
            raise Illegal(f"It is not your turn: player {SEAT_NAMES[position.next_seat]} is to move.")


def _move_text(position: Position, placement: Placement) -> str:
    return move_text(placement, TILES, position.layout, position.places)
