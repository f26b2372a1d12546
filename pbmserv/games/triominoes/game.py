"""Triominoes for the server."""

from __future__ import annotations

from collections.abc import Sequence

from pbmserv.games.base import Json, Note, Option, Options, Played, Result, refuse_to_pass
from pbmserv.games.chance import Chance
from pbmserv.games.message import Message, lines_of, words_dumped
from pbmserv.games.triangles.hands.events import Event
from pbmserv.games.triangles.hands.game import HandsGame
from pbmserv.games.triangles.hands.words import IN_CHARACTERS, IN_PICTURE, how_to_move
from pbmserv.games.triominoes import rules
from pbmserv.games.triominoes.events import Dealt
from pbmserv.games.triominoes.rules import Position
from pbmserv.games.triominoes.words import notes_of, reason_of, status_of

EXAMPLE = "2-4-5@7"


class Triominoes(HandsGame[Position]):
    """Dominoes with three corners, by the rules of the Deluxe set: rounds with hidden hands, most points win."""

    name = "Triominoes"
    summary = "Match the corners of triangular dominoes, and score the most"
    also_called = ("Tri-Ominos", "Триомино")
    trademark = "Triominos and Tri-Ominos are trademarks of Goliath and its subsidiary Pressman."
    seats = range(2, 7)
    options = (
        Option(
            "set",
            5,
            "the highest figure on a tile: 5 for 56 tiles, 6 for 84",
            low=5,
            high=6,
            also={"56": "5", "84": "6"},
        ),
        Option("target", 400, "the total with which a player makes the round the last", low=50, high=2000),
    )
    touching = "Touch one of your tiles below the board, then the number where it goes, or drag it there."
    move_form = f"<tile>@<position>, for example {EXAMPLE}"
    example = EXAMPLE
    evaluate_by = "pbmserv.games.triominoes.evaluation:evaluate"

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return self.opened(rules.start(int(options["set"]), int(options["target"]), seats, chance))

    def notes_of(self, events: Sequence[Event], position: Position) -> tuple[Note, ...]:
        return notes_of(events, position.tiles)

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        refuse_to_pass(
            text,
            "Nobody passes in Triominoes: whoever has a tile that fits has to place one; for whoever has none the"
            " server draws, and passes if need be.",
        )
        return super().play(position, seat, text, chance)

    def rejoin(self, position: Position, seat: int, chance: Chance) -> Played[Position]:
        after, dealt = rules.rejoin(position, seat)
        notes = notes_of((Dealt(seat, dealt),), position.tiles) if dealt else ()
        return Played(after, "substitute", notes)

    def result(self, position: Position) -> Result | None:
        if not position.is_over:
            return None
        leaders = position.leaders
        winner = leaders[0] if len(leaders) == 1 else None
        return Result(winner, reason_of(position), scores=position.scores)

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        return status_of(position, viewer)

    def legend(self, position: Position, viewer: int | None) -> str:
        return self._how_to_read(position, IN_CHARACTERS)

    def picture_legend(self, position: Position, viewer: int | None) -> str:
        return self._how_to_read(position, IN_PICTURE)

    def _how_to_read(self, position: Position, marks: str) -> str:
        if position.is_over:
            return ""
        numbers = "The numbers are the positions where some tile of the set could still be placed,"
        return lines_of(Message(numbers), how_to_move(EXAMPLE, Message("clockwise."), marks))

    def dump(self, position: Position) -> Json:
        return {
            "highest": position.highest,
            "target": position.target,
            "hands": [list(hand) for hand in position.hands],
            "scores": list(position.scores),
            "round": position.round,
            "pool": list(position.bank),
            "placements": [[*cell, marks] for cell, marks in position.placements],
            "opener": position.opener,
            "next_seat": position.next_seat,
            "drawn": position.drawn,
            "stuck": [list(entry) for entry in position.stuck.items()],
            "left": sorted(position.left),
            "target_reached": position.target_reached,
            "is_over": position.is_over,
            "prelude": [*map(words_dumped, position.prelude)],
            **({"coming": sorted(position.coming)} if position.coming else {}),
        }

    def load(self, data: Json) -> Position:
        return Position(
            **self.loaded(data),
            highest=data["highest"],
            target=data["target"],
            scores=tuple(data["scores"]),
            round=data["round"],
            bank=tuple(data["pool"]),
            opener=data["opener"],
            drawn=data["drawn"],
            stuck=dict(data["stuck"]),
            target_reached=data["target_reached"],
            is_over=data["is_over"],
            coming=frozenset(data.get("coming", ())),
        )
