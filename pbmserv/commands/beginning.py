"""How every game begins, whoever has wanted it: a board, dealt from a seed that nobody knows, and stored."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from pbmserv.commands.announcing import save_start
from pbmserv.commands.call import Call
from pbmserv.commands.outcome import Started
from pbmserv.games.base import Options
from pbmserv.games.chance import SEED_BYTES
from pbmserv.play.board import Board, Player, Terms
from pbmserv.play.trusting import check_trust

SERVER = "The server"
"""Who says to the players why a game begins, where that was no challenge with their names."""


def begin(
    call: Call,
    number: int,
    options: Options,
    players: Sequence[Player],
    terms: Terms,
    by: Player | None,
    comments: Sequence[tuple[str, str]],
) -> Started:
    """Begin a game of this command's kind on a board with a number of its own; everybody who plays is told.

    `by` is the player who wanted it, None for the operator. `comments` are words for the players, with their authors.
    """
    seed = call.seeds() if call.seeds else secrets.token_bytes(SEED_BYTES)
    challenger = by if by in players else None
    bots = call.work.players.bots(players)
    check_trust(call.rules, options, terms, bots.values())
    board = Board.begin(call.rules, number, options, players, seed, call.at, terms, challenger, bots)
    return save_start(call, board, by.userid if by else "", comments)
