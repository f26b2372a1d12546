"""Even-Odd as the server meets it: moves as players write them, refusals, notes, and what a letter shows."""

from __future__ import annotations

from collections.abc import Sequence

from pbmserv.games.base import Game, Illegal, Json, Option, Options, Played, Result, refuse_to_pass
from pbmserv.games.chance import Chance
from pbmserv.games.pairimpair import rules
from pbmserv.games.pairimpair.rules import Position
from pbmserv.games.pairimpair.tiles import NOT_TO_OPEN, TILES, Side, side_of
from pbmserv.games.pairimpair.words import notes_of, reason_of, status_of
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Placement
from pbmserv.games.triangles.marked_drawing import draw_layout, numbered
from pbmserv.games.triangles.notation import move_text, note_of_turned_name, placement_of, read_move

EXAMPLE = "112@4"


class PairImpair(Game[Position]):
    """Even-Odd, Marc Odier's Trioker for two: open hands, and whoever can still place a tile is ahead."""

    name = "PairImpair"
    summary = "Even against Odd: match the corners of open tiles, block the other, be rid of yours first"
    seats = range(2, 3)
    options = (
        Option("board", "73", "how many cells the board has: 52 are for advanced players", choices=("73", "52")),
        Option("replay", False, "whether a draw is followed by a return match, with sides changed"),
    )
    move_form = f"<tile>@<position>, for example {EXAMPLE}"
    same_player_twice = True

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return rules.start(str(options["board"]), bool(options["replay"]), chance)

    def to_move(self, position: Position) -> tuple[int, ...]:
        return () if position.is_over else (position.seat_of(position.mover),)

    def legal_moves(self, position: Position, seat: int) -> Sequence[str]:
        if seat not in self.to_move(position):
            return ()
        return [_move_text(position, placement) for placement in position.moves]

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        refuse_to_pass(text, "Nobody may pass who can place a tile: for who cannot, the server passes.")
        move = read_move(text, TILES, EXAMPLE)
        if position.is_over:
            raise Illegal("The game is over: no more tiles are placed.")
        if seat != position.seat_of(position.mover):
            raise Illegal(f"It is not your turn: {position.mover.value} is to move.")
        _check_tile(position, move.tile)
        placement = placement_of(move, TILES, position.layout, position.places)
        advance = rules.place(position, placement)
        notes = (*note_of_turned_name(move, TILES, seat), *notes_of(advance.events))
        return Played(advance.position, _move_text(position, placement), notes)

    def result(self, position: Position) -> Result | None:
        if not position.is_over:
            return None
        winner = position.winner
        return Result(None if winner is None else position.seat_of(winner), reason_of(position))

    def draw(self, position: Position, viewer: int | None) -> str:
        last = [placement.cell for placement in position.placements[-1:]]
        return draw_layout(position.layout, numbered(position.places), last, position.board)

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        return status_of(position)

    def legend(self, position: Position, viewer: int | None) -> str:
        if position.is_over:
            return ""
        if not position.placements:
            return (
                "Even places the first tile in the centre, any but 000 and 222. Its figures are\n"
                "read anti-clockwise; add the hour of the clock at which the last one is to\n"
                "point, 12, 4 or 8, for example 112.12@1."
            )
        return (
            f"The numbers are the positions where {position.mover.value} can place a tile, * marks the last\n"
            f"tile. A move is a tile and a position, for example {EXAMPLE}: the tile turns by\n"
            "itself so that its corners match."
        )

    def seat_name(self, position: Position, seat: int) -> str:
        return position.side_at(seat).value

    def dump(self, position: Position) -> Json:
        return {
            "board": position.board_name,
            "replay": position.replay,
            "even_seat": position.even_seat,
            "placements": [[*cell, marks] for cell, marks in position.placements],
            "mover": position.mover.value,
            "turns": position.turns,
            "match": position.match,
        }

    def load(self, data: Json) -> Position:
        return Position(
            board_name=data["board"],
            replay=data["replay"],
            even_seat=data["even_seat"],
            placements=tuple(Placement(Cell(row, x), marks) for row, x, marks in data["placements"]),
            mover=Side(data["mover"]),
            turns=data["turns"],
            match=data["match"],
        )


def _check_tile(position: Position, tile: str) -> None:
    """Raise `Illegal` where the mover does not have a tile, or may not open with it."""
    mover = position.mover
    if side_of(tile) is not mover:
        raise Illegal(f"Tile {tile} is one of {mover.other.value}'s, and you play {mover.value}.")
    if tile not in position.hand(mover):
        raise Illegal(f"Tile {tile} lies on the board already.")
    if tile in NOT_TO_OPEN and tile not in position.playable(mover):
        raise Illegal(f"Tile {tile} may not come first: Even opens with any tile but 000 and 222.")


def _move_text(position: Position, placement: Placement) -> str:
    return move_text(placement, TILES, position.layout, position.places)
