"""Triominoes as the server meets it: moves as players write them, refusals, notes, and what a letter shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbmserv.games.base import Game, Illegal, Json, Option, Options, Played, Result, refuse_to_pass
from pbmserv.games.chance import Chance
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Placement
from pbmserv.games.triangles.marked_drawing import draw_layout, numbered
from pbmserv.games.triangles.notation import move_text, not_in_hand, note_of_turned_name, placement_of, read_move
from pbmserv.games.triominoes import rules
from pbmserv.games.triominoes.rules import UNKNOWN, Position
from pbmserv.games.triominoes.words import SEAT_NAMES, notes_of, reason_of, status_of

EXAMPLE = "2-4-5@7"


class Triominoes(Game[Position]):
    """Dominoes with three corners, by the rules of the Deluxe set: rounds with hidden hands, most points win."""

    name = "Triominoes"
    summary = "Match the corners of triangular dominoes, build bridges and hexagons, score the most"
    seats = range(2, 7)
    options = (
        Option("set", 5, "the highest figure on a tile: 5 for 56 tiles, 6 for 84", low=5, high=6),
        Option("target", 400, "the total with which a player makes the round the last", low=50, high=2000),
    )
    move_form = f"<tile>@<position>, for example {EXAMPLE}"
    hidden = True
    allows_undo = False
    """A move taken back would leave everybody with what it has shown: tiles drawn, the next round's hands."""

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        advance = rules.start(int(options["set"]), int(options["target"]), seats, chance)
        notes = notes_of(advance.events, advance.position.tiles)
        return replace(advance.position, prelude=tuple(note.text for note in notes if note.seat is None))

    def to_move(self, position: Position) -> tuple[int, ...]:
        return () if position.is_over else (position.next_seat,)

    def legal_moves(self, position: Position, seat: int) -> Sequence[str]:
        if seat not in self.to_move(position):
            return ()
        return [_move_text(position, placement) for placement in position.placements_of(seat)]

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        refuse_to_pass(
            text,
            "Nobody passes in Triominoes: whoever has a tile that fits has to place one; for whoever has none the"
            " server draws, and passes if need be.",
        )
        move = read_move(text, position.tiles, EXAMPLE)
        self._check_turn(position, seat)
        if move.tile not in position.hands[seat]:
            raise not_in_hand(move.tile, position.tiles, position.layout)
        placement = placement_of(move, position.tiles, position.layout, position.places)
        advance = rules.place(position, placement, chance)
        notes = (*note_of_turned_name(move, position.tiles, seat), *notes_of(advance.events, position.tiles))
        return Played(advance.position, _move_text(position, placement), notes)

    def skip(self, position: Position, seat: int, chance: Chance) -> Played[Position]:
        """The resigned seat leaves for good; its turns do not come up again."""
        self._check_turn(position, seat)
        advance = rules.leave(position, chance)
        return Played(advance.position, "skip", notes_of(advance.events, position.tiles))

    def result(self, position: Position) -> Result | None:
        if not position.is_over:
            return None
        leaders = position.leaders
        winner = leaders[0] if len(leaders) == 1 else None
        return Result(winner, reason_of(position), scores=position.scores)

    def draw(self, position: Position, viewer: int | None) -> str:
        return draw_layout(position.layout, numbered(position.places), last=[position.placements[-1].cell])

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        return status_of(position, viewer)

    def legend(self, position: Position, viewer: int | None) -> str:
        if position.is_over:
            return ""
        return (
            "The numbers are the positions where some tile of the set could still be placed,\n"
            "* marks the last tile. A move is one of your tiles and a position, for example\n"
            f"{EXAMPLE}: the tile turns by itself so that its corners match. Tiles are read\n"
            "clockwise."
        )

    def seat_name(self, position: Position, seat: int) -> str:
        return SEAT_NAMES[seat]

    def seen_by(self, position: Position, viewer: int | None) -> Position:
        hands = tuple(hand if seat == viewer else (UNKNOWN,) * len(hand) for seat, hand in enumerate(position.hands))
        return replace(position, hands=hands, pool=(UNKNOWN,) * len(position.pool))

    def dump(self, position: Position) -> Json:
        return {
            "highest": position.highest,
            "target": position.target,
            "hands": [list(hand) for hand in position.hands],
            "scores": list(position.scores),
            "round": position.round,
            "pool": list(position.pool),
            "placements": [[*cell, marks] for cell, marks in position.placements],
            "opener": position.opener,
            "next_seat": position.next_seat,
            "drawn": position.drawn,
            "stuck": [list(entry) for entry in position.stuck.items()],
            "left": sorted(position.left),
            "target_reached": position.target_reached,
            "is_over": position.is_over,
            "prelude": list(position.prelude),
        }

    def load(self, data: Json) -> Position:
        return Position(
            highest=data["highest"],
            target=data["target"],
            hands=tuple(map(tuple, data["hands"])),
            scores=tuple(data["scores"]),
            round=data["round"],
            pool=tuple(data["pool"]),
            placements=tuple(Placement(Cell(row, x), marks) for row, x, marks in data["placements"]),
            opener=data["opener"],
            next_seat=data["next_seat"],
            drawn=data["drawn"],
            stuck=dict(data["stuck"]),
            left=frozenset(data["left"]),
            target_reached=data["target_reached"],
            is_over=data["is_over"],
            prelude=tuple(data["prelude"]),
        )

    def _check_turn(self, position: Position, seat: int) -> None:
        if position.is_over:
            raise Illegal("The game is over: no more tiles are placed.")
        if seat != position.next_seat:
            raise Illegal(f"It is not your turn: player {SEAT_NAMES[position.next_seat]} is to move.")


def _move_text(position: Position, placement: Placement) -> str:
    return move_text(placement, position.tiles, position.layout, position.places)
