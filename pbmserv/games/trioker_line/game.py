"""Trioker-Line for the server."""

from __future__ import annotations

from collections.abc import Iterator

from pbmserv.games.base import Json, Option, Options, Result
from pbmserv.games.chance import Chance
from pbmserv.games.message import Message
from pbmserv.games.triangles.hands.events import Event
from pbmserv.games.triangles.hands.words import IN_CHARACTERS, IN_PICTURE
from pbmserv.games.trioker.passing_game import PassingGame
from pbmserv.games.trioker.passing_words import legend_of
from pbmserv.games.trioker_line import rules
from pbmserv.games.trioker_line.rules import Position
from pbmserv.games.trioker_line.words import reason_of, sentences_of, status_of

EXAMPLE = "301@2"


class TriokerLine(PassingGame[Position]):
    """Trioker at its simplest: hidden hands, and chains of tiles that start from the triple three."""

    name = "Trioker-Line"
    summary = "Extend chains of Trioker tiles, and be rid of yours first"
    options = (
        Option(
            "paths",
            3,
            "how many chains start from 333",
            low=1,
            high=3,
            also={"single": "1", "double": "2", "triple": "3"},
        ),
    )
    move_form = Message("<tile>@<position>, for example {example}; pass, after drawing", example=EXAMPLE)
    example = EXAMPLE

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return self.opened(rules.start(int(options["paths"]), seats, chance))

    def sentences(self, event: Event) -> Iterator[str]:
        return sentences_of(event)

    def result(self, position: Position) -> Result | None:
        if not position.is_over:
            return None
        winners = position.winners
        return Result(winners[0] if len(winners) == 1 else None, reason_of(position))

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        return status_of(position, viewer)

    def legend(self, position: Position, viewer: int | None) -> str:
        return self._how_to_read(position, IN_CHARACTERS)

    def picture_legend(self, position: Position, viewer: int | None) -> str:
        return self._how_to_read(position, IN_PICTURE)

    def _how_to_read(self, position: Position, marks: str) -> str:
        numbers = Message("The numbers are the positions where some tile of the set could extend a chain,")
        return legend_of(position, numbers, EXAMPLE, marks)

    def seen_by(self, position: Position, viewer: int | None) -> Position:
        """Everything is open after the end, including the bank."""
        return position if position.is_over else super().seen_by(position, viewer)

    def dump(self, position: Position) -> Json:
        return {**super().dump(position), "paths": position.paths}

    def load(self, data: Json) -> Position:
        return Position(**self.loaded(data), paths=data["paths"])
