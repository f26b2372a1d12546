"""The start of every game: a new board from a random seed."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from datetime import timedelta

from msgspec import structs

from pbmserv.commands.playing.turns import is_guests, keep_remarks, rate_if_over, told_of_start
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Started
from pbmserv.games.base import Options, Refusal
from pbmserv.games.chance import SEED_BYTES
from pbmserv.games.message import Message
from pbmserv.play.board import Board, Player, Terms
from pbmserv.play.bots import thinks_here
from pbmserv.play.days import EVERY_DAY
from pbmserv.play.trusting import check_trust
from pbmserv.play.view import BoardNews
from pbmserv.play.zones import zone_of
from pbmserv.storage.players import TIMEZONE
from pbmserv.storage.tallies import Limit

SERVER = Message("The server")
"""The author of words to players if no challenge with their names started the game."""


BEGUN_ALONE = Limit("begun alone", 100, timedelta(days=1))
"""The daily limit on games that a player starts alone or with the server's own bots."""


def begin(
    call: Call,
    number: int,
    options: Options,
    players: Sequence[Player],
    terms: Terms,
    by: Player | None,
    comments: Sequence[tuple[str, str]],
    agreed: Collection[Player] = (),
    seed: bytes | None = None,
) -> Started:
    """Start a game of this command's kind and tell its players.

    `by` is the player who wanted it, None for the operator. `comments` are words to the players, with their authors.
    `agreed` are those who have agreed to it, beside `by`. `seed` is that of a board which has been looked at before.
    """
    if seed is None:
        seed = call.setup.seeds() if call.setup.seeds else secrets.token_bytes(SEED_BYTES)
    challenger = by if by in players else None
    bots = call.work.players.bots(players)
    check_trust(call.rules, options, terms, bots.values())
    _check_not_too_many_alone(call, {player for player in players if not thinks_here(bots.get(player))})
    board = Board.begin(call.rules, number, options, players, seed, call.at, terms, challenger, bots)
    for seat in board.seats:
        seat.wanted = seat.player in agreed
    if terms.days != EVERY_DAY:
        zones = call.work.players.chosen(board.players, TIMEZONE)
        for seat in board.seats:
            seat.zone = zone_of(zones.get(seat.player))
    call.work.boards.add(board)
    if not is_guests(call, board):
        call.work.game_limits.challenged(board.game.word, board.players)
    keep_remarks(call, board, comments)
    news = BoardNews(
        "new", by=by.userid if by else "", comments=tuple(comments), rating_changes=rate_if_over(call, board)
    )
    return Started(**structs.asdict(told_of_start(call, board, news)))


def _check_not_too_many_alone(call: Call, people: set[Player]) -> None:
    """Count a game with only one person. Raises `Refusal` after too many."""
    if len(people) != 1 or call.credential.is_operator:
        return
    [player] = people
    if call.work.tallies.is_full(BEGUN_ALONE, player.userid, call.at):
        raise Refusal(
            Message(
                "{player} has begun {most} games alone or with bots within a day, which is the most: begin"
                " another one tomorrow.",
                player=player.userid,
                most=BEGUN_ALONE.most,
            )
        )
    call.work.tallies.add(BEGUN_ALONE, player.userid, call.at)
