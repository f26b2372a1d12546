"""Who sits where: the rules of a game speak of seats, and its letters of players."""

from __future__ import annotations

import re

from pbmserv.play.board import Board


def seat_title(board: Board, seat: int) -> str:
    """Who sits there, and what the game calls the seat: `bob (Dot)`."""
    name = board.game.seat_name(board.position, seat)
    userid = board.seats[seat].player.userid
    return f"{userid} ({name})" if name else userid


def mover_title(board: Board, seat: int) -> str:
    """Who is to move there: with the seat where a player has several."""
    player = board.seats[seat].player
    if len(board.seats_of(player)) < 2:
        return player.userid
    return f"{player.userid} ({board.game.seat_name(board.position, seat) or f'seat {seat + 1}'})"


def with_players(board: Board, words: str) -> str:
    """What a game says of its seats, said of players: `Player B passes.` becomes `bob (B) passes.`

    So do `players A and C`. A name without that word before it, such as `Dot`, stays as it is.
    """
    if "layer" not in words:
        return words  # as most lines are
    titles = {board.game.seat_name(board.position, seat): seat_title(board, seat) for seat in range(len(board.seats))}
    name = "|".join(re.escape(name) for name in titles if name)
    if not name:
        return words
    named = re.compile(rf"\b[Pp]layers? ((?:{name})(?:(?:, | and )(?:{name}))*)\b")
    return named.sub(lambda match: re.sub(rf"\b(?:{name})\b", lambda one: titles[one[0]], match[1]), words)
