"""What a bot may see of a board: its seat's view of the position, and what it needs to know to find a move."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pbmserv.play.bot_tasks import TaskKind

if TYPE_CHECKING:
    from pbmserv.play.board import Board
    from pbmserv.storage.bots import Job


@dataclass(frozen=True)
class BotView:
    """A question about a position as its seat sees it.

    `version` is that of the rules, `seen` the position as JSON, `seed` determines chance. With `may_be_swapped` the
    opponent may take this side over after the move. With `is_rated` the game counts.
    """

    game: str
    version: int
    seen: Any
    seat: int
    level: str
    seed: str
    may_be_swapped: bool = False
    is_rated: bool = False


def bot_view_of(board: Board, job: Job, is_rated: bool) -> BotView:
    """What a bot is shown of a board to do a job: what its seat sees, and nothing else."""
    game = board.game
    seen = game.dump(game.seen_by(board.position, job.seat))
    return BotView(
        game.word,
        game.version,
        seen,
        job.seat,
        job.level,
        secrets.token_hex(16),
        swap_comes(board, job, after=1),
        is_rated,
    )


def swap_comes(board: Board, job: Job, after: int) -> bool:
    """Whether the swap decision comes after `after` further moves, 0 being the one asked for."""
    return job.about is TaskKind.MOVE and board.next_number + after == board.game.swap_at(board.options)
