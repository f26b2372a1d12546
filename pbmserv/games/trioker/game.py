"""Trioker for the server."""

from __future__ import annotations

from collections.abc import Iterator

from pbmserv.games.base import Json, Option, Options, Result
from pbmserv.games.chance import Chance
from pbmserv.games.message import Message
from pbmserv.games.triangles.hands.events import Event
from pbmserv.games.triangles.hands.words import IN_CHARACTERS, IN_PICTURE
from pbmserv.games.trioker import rules
from pbmserv.games.trioker.boards import BOARDS
from pbmserv.games.trioker.coins import Purse
from pbmserv.games.trioker.passing_game import PassingGame
from pbmserv.games.trioker.passing_words import legend_of
from pbmserv.games.trioker.rules import Position
from pbmserv.games.trioker.turns import Ending
from pbmserv.games.trioker.words import reason_of, sentences_of, spaces_of, status_of
from pbmserv.stored_names import document_of, restored

EXAMPLE = "123@7"


class Trioker(PassingGame[Position]):
    """Marc Odier's game with MacMahon's triangles: the Rapid game, or the board of 1970; hidden hands, and coins."""

    name = "Trioker"
    summary = "Match tiles on a board of fines and gifts; most coins win"
    also_called = ("Le Trioker",)
    options = (
        Option(
            "board",
            "rapid",
            "the board: rapid, that of 1970, or the same as Sid Sackson noted it",
            choices=tuple(BOARDS),
            also={"original": "1970"},
        ),
        Option("replay", False, "whether a draw is followed by another game, with a fresh draw of tiles"),
    )
    move_form = Message("<tile>@<position>, for example {example}; pass after drawing a tile", example=EXAMPLE)
    example = EXAMPLE

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        # Boards that began before there was a choice have no word of it.
        replay = bool(options.get("replay", False))
        return self.opened(rules.start(str(options["board"]), seats, chance, replay))

    def sentences(self, event: Event) -> Iterator[str]:
        return sentences_of(event)

    def result(self, position: Position) -> Result | None:
        if not position.is_over:
            return None
        leaders = position.leaders
        is_won = position.ending is not Ending.BLOCKED and len(leaders) == 1
        return Result(leaders[0] if is_won else None, reason_of(position), scores=position.points)

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        return status_of(position, viewer)

    def legend(self, position: Position, viewer: int | None) -> str:
        return self._how_to_read(position, IN_CHARACTERS)

    def picture_legend(self, position: Position, viewer: int | None) -> str:
        return self._how_to_read(position, IN_PICTURE)

    def _how_to_read(self, position: Position, marks: str) -> str:
        numbers = "The numbers are the positions where some tile of the set could still be placed,"
        spaces = list(spaces_of(position))
        if spaces:
            spaces.insert(0, Message("What you have to do when your tile covers a marked space:"))
        return legend_of(position, numbers, EXAMPLE, marks, *spaces)

    def dump(self, position: Position) -> Json:
        return {
            **super().dump(position),
            "board": position.board_name,
            "purses": [document_of(purse) for purse in position.purses],
            "lost_turns": list(position.lost_turns),
            **({"replay": True, "game": position.game} if position.replay else {}),
        }

    def load(self, data: Json) -> Position:
        return Position(
            **self.loaded(data),
            board_name=data["board"],
            purses=tuple(restored(Purse, purse) for purse in data["purses"]),
            lost_turns=tuple(data["lost_turns"]),
            replay=data.get("replay", False),
            game=data.get("game", 1),
        )
