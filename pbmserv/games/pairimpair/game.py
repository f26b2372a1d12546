"""Even-Odd for the server."""

from __future__ import annotations

from collections.abc import Sequence

from pbmserv.games.base import Illegal, Json, Option, Options, Played, Result, refuse_to_pass
from pbmserv.games.chance import Chance
from pbmserv.games.families import TRIANGLES
from pbmserv.games.message import Message
from pbmserv.games.pairimpair import rules
from pbmserv.games.pairimpair.rules import Position
from pbmserv.games.pairimpair.tiles import NOT_TO_OPEN, TILES, Side, side_of
from pbmserv.games.pairimpair.words import NAMES, notes_of, reason_of, status_of
from pbmserv.games.picture import Picture
from pbmserv.games.sequential import SequentialGame
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Placement
from pbmserv.games.triangles.marked_drawing import draw_layout, numbered
from pbmserv.games.triangles.notation import (
    move_text,
    note_of_turned_name,
    placement_of,
    read_move,
    text_of,
    value_of,
)
from pbmserv.games.triangles.picture import Table, Tray, asked_after, slides_of, steps_of
from pbmserv.games.trioker.tiles import TRADEMARK

EXAMPLE = "112@4"
_TILES_OF = {side: Message("{player}'s tiles", player=Message(side.value)) for side in Side}


class PairImpair(SequentialGame[Position]):
    """Even-Odd, Marc Odier's Trioker for two: open hands, and whoever can still place a tile is ahead."""

    name = "PairImpair"
    summary = "Even against Odd: match corners, be rid of your tiles first"
    also_called = ("Even-Odd", "Pair-Impair")
    trademark = TRADEMARK
    family = TRIANGLES
    themes = ("tiles",)
    seats = range(2, 3)
    options = (
        Option("board", "73", "how many cells the board has: 52 are for advanced players", choices=("73", "52")),
        Option("replay", False, "whether a draw is followed by a return match, with sides changed"),
    )
    touching = (
        "Touch one of your tiles below the board, then the number where it goes, or drag it there. For the first "
        'tile of all, a button says how it lies, such as "4 o\'clock".'
    )
    move_form = Message("<tile>@<position>, for example {example}", example=EXAMPLE)
    same_player_twice = True
    playout_by = "pbmserv.games.playouts.pairimpair:playout"

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return rules.start(str(options["board"]), bool(options["replay"]), chance)

    def moves(self, position: Position) -> Sequence[str]:
        return [_move_text(position, placement) for placement in position.moves]

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        refuse_to_pass(text, "If you can place a tile, you may not pass; if you cannot, the server passes for you.")
        move = read_move(text, TILES, EXAMPLE)
        _check_tile(position, move.tile)
        placement = placement_of(move, TILES, position.layout, position.places)
        advance = rules.place(position, placement)
        written = _move_text(position, placement)
        notes = (*note_of_turned_name(move, written, TILES, seat), *notes_of(advance.events))
        return Played(advance.position, written, notes)

    def value_of(self, position: Position, text: str) -> str:
        return value_of(text, TILES, position.layout, position.places, EXAMPLE, position.match)

    def text_of(self, position: Position, value: str) -> str:
        return text_of(value, TILES, position.layout, position.places, position.match)

    def result(self, position: Position) -> Result | None:
        if not position.is_over:
            return None
        winner = position.winner
        return Result(None if winner is None else position.seat_of(winner), reason_of(position))

    def draw(self, position: Position, viewer: int | None) -> str:
        last = [placement.cell for placement in position.placements[-1:]]
        return draw_layout(position.layout, numbered(position.places), last, position.board)

    def picture(self, position: Position, viewer: int | None) -> Picture:
        trays = [
            Tray(_TILES_OF[side], position.hand(side), can_be_touched=side is position.mover)
            for side in Side
            if position.hand(side)
        ]
        last = [placement.cell for placement in position.placements[-1:]]
        moves = [] if position.is_over else self.moves(position)
        table = Table(position.layout, TILES, position.places, last, position.board, trays, moves)
        return table.picture(self.name)

    def steps(self, position: Position, seat: int, move: str) -> tuple[str, ...]:
        return steps_of(move)

    def asked_next(self, position: Position, seat: int, touched: Sequence[str], following: Sequence[str]) -> str:
        return asked_after(touched)

    def slides(self, position: Position, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        return slides_of(steps, TILES, position.layout, position.places)

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        return status_of(position)

    def legend(self, position: Position, viewer: int | None) -> str:
        return self._how_to_read(position, Message("* marks"))

    def picture_legend(self, position: Position, viewer: int | None) -> str:
        return self._how_to_read(position, Message("a thin frame marks"))

    def _how_to_read(self, position: Position, marks: str) -> str:
        if position.is_over:
            return ""
        if not position.placements:
            return Message(
                "Even places the first tile in the centre, any but 000 and 222. Its figures are\n"
                "read anti-clockwise; add the hour of the clock at which the last one, as you\n"
                "write it, is to point, 12, 4 or 8, for example 112.12@1."
            )
        return Message(
            "The numbers are the positions where {player} can place a tile, {marks} the last tile. A move is a tile"
            " and a position, for example {example}: the tile turns by itself so that its corners match.",
            player=Message(position.mover.value),
            marks=Message(marks),
            example=EXAMPLE,
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
    """Raise `Illegal` if the mover lacks this tile, or may not open with it."""
    mover = position.mover
    if side_of(tile) is not mover:
        raise Illegal(
            "Tile {tile} is one of {other}'s, and you play {player}.",
            tile=tile,
            other=NAMES[mover.other],
            player=NAMES[mover],
        )
    if tile not in position.hand(mover):
        raise Illegal("Tile {tile} lies on the board already.", tile=tile)
    if tile in NOT_TO_OPEN and tile not in position.playable(mover):
        raise Illegal("Tile {tile} may not come first: Even opens with any tile but 000 and 222.", tile=tile)


def _move_text(position: Position, placement: Placement) -> str:
    return move_text(placement, TILES, position.layout, position.places)
