"""Trioker as the server meets it: moves as players write them, refusals, notes, and what a letter shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace

from pbmserv.games.base import Game, Illegal, Json, Option, Options, Played, Result
from pbmserv.games.chance import Chance
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Placement
from pbmserv.games.triangles.marked_drawing import draw_layout, numbered
from pbmserv.games.triangles.notation import move_text, placement_of, read_move
from pbmserv.games.trioker import rules
from pbmserv.games.trioker.boards import BOARDS
from pbmserv.games.trioker.coins import Purse
from pbmserv.games.trioker.rules import UNKNOWN, Ending, Position
from pbmserv.games.trioker.setup import SETUPS
from pbmserv.games.trioker.tiles import JOKER, TILES
from pbmserv.games.trioker.words import SEAT_NAMES, notes_of, reason_of, spaces_of, status_of

EXAMPLE = "123@7"
PASSING = "pass"


class Trioker(Game[Position]):
    """Marc Odier's game with MacMahon's triangles: the Rapid game, or the board of 1970; hidden hands, and coins."""

    name = "Trioker"
    summary = "Match the corners of triangular tiles on a board of fines and gifts, keep your coins"
    seats = range(min(SETUPS), max(SETUPS) + 1)
    options = (Option("board", "rapid", "the board: rapid, or that of 1970", choices=tuple(BOARDS)),)
    move_form = f"<tile>@<position>, for example {EXAMPLE}; pass after drawing a tile"
    hidden = True
    allows_undo = False
    """A move taken back would leave everybody with what it has shown: tiles placed, tiles drawn."""

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        advance = rules.start(str(options["board"]), seats, chance)
        notes = notes_of(advance.events)
        return replace(advance.position, prelude=tuple(note.text for note in notes if note.seat is None))

    def to_move(self, position: Position) -> tuple[int, ...]:
        return () if position.is_over else (position.next_seat,)

    def legal_moves(self, position: Position, seat: int) -> Sequence[str]:
        if seat not in self.to_move(position):
            return ()
        placings = [_move_text(position, placement) for placement in position.placements_of(seat)]
        return [*placings, PASSING] if position.may_pass else placings

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        if text.strip().lower() == PASSING:
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
        leaders = position.leaders
        is_won = position.ending is not Ending.BLOCKED and len(leaders) == 1
        return Result(leaders[0] if is_won else None, reason_of(position), scores=position.points)

    def draw(self, position: Position, viewer: int | None) -> str:
        last = position.placements[-1].cell
        return draw_layout(position.layout, numbered(position.places), last=[last], board=position.board.printed)

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        return status_of(position, viewer)

    def legend(self, position: Position, viewer: int | None) -> str:
        if position.is_over:
            return ""
        lines = [
            "The numbers are the positions where some tile of the set could still be placed,",
            "* marks the last tile. A move is one of your tiles and a position, for example",
            f"{EXAMPLE}: the tile turns by itself so that its corners match. Tiles are read",
            f"anti-clockwise, and the W of {JOKER} matches every figure.",
        ]
        spaces = list(spaces_of(position))
        if spaces:
            lines += ["What you have to do when your tile covers a marked space:", *spaces]
        return "\n".join(lines)

    def seat_name(self, position: Position, seat: int) -> str:
        return SEAT_NAMES[seat]

    def seen_by(self, position: Position, viewer: int | None) -> Position:
        """All hands lie open when the game is over; the tiles of the bank never do."""
        hands = tuple(
            hand if position.is_over or seat == viewer else (UNKNOWN,) * len(hand)
            for seat, hand in enumerate(position.hands)
        )
        drawn = UNKNOWN if position.may_pass and viewer != position.next_seat else position.drawn
        return replace(position, hands=hands, drawn=drawn, bank=(UNKNOWN,) * len(position.bank))

    def dump(self, position: Position) -> Json:
        return {
            "board": position.board_name,
            "hands": [list(hand) for hand in position.hands],
            "purses": [asdict(purse) for purse in position.purses],
            "bank": list(position.bank),
            "placements": [[*cell, marks] for cell, marks in position.placements],
            "next_seat": position.next_seat,
            "drawn": position.drawn,
            "lost_turns": list(position.lost_turns),
            "left": sorted(position.left),
            "ending": position.ending.value if position.ending else None,
            "prelude": list(position.prelude),
        }

    def load(self, data: Json) -> Position:
        return Position(
            board_name=data["board"],
            hands=tuple(map(tuple, data["hands"])),
            purses=tuple(Purse(**purse) for purse in data["purses"]),
            bank=tuple(data["bank"]),
            placements=tuple(Placement(Cell(row, x), marks) for row, x, marks in data["placements"]),
            next_seat=data["next_seat"],
            drawn=data["drawn"],
            lost_turns=tuple(data["lost_turns"]),
            left=frozenset(data["left"]),
            ending=Ending(data["ending"]) if data["ending"] else None,
            prelude=tuple(data["prelude"]),
        )

    def _pass(self, position: Position, seat: int) -> Played[Position]:
        self._check_turn(position, seat)
        if not position.may_pass:
            raise Illegal("You cannot pass: you hold a tile that fits, and have not drawn one in this turn.")
        advance = rules.decline(position)
        return Played(advance.position, PASSING, notes_of(advance.events))

    def _check_turn(self, position: Position, seat: int) -> None:
        if position.is_over:
            raise Illegal("The game is over: no more tiles are placed.")
        if seat != position.next_seat:
            raise Illegal(f"It is not your turn: player {SEAT_NAMES[position.next_seat]} is to move.")


def _move_text(position: Position, placement: Placement) -> str:
    return move_text(placement, TILES, position.layout, position.places)
