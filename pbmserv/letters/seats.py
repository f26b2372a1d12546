"""Players' names for seats: rules speak of seats, letters of players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbmserv.games.base import Game
from pbmserv.games.message import Message, counted
from pbmserv.letters.bots import marked
from pbmserv.play.board import Board, Player, in_sentence
from pbmserv.play.view import SeatView


def mover_title(seats: Sequence[SeatView], number: int) -> str:
    """The player to move, with the seat if they have several."""
    mover = seats[number]
    if [seat.userid for seat in seats].count(mover.userid) < 2:
        return mover.userid
    seat = Message(mover.name) if mover.name else Message("seat {number}", number=number + 1)
    return Message("{player} ({seat})", player=mover.userid, seat=seat)


def after_swap(seats: Sequence[SeatView], swapper: str, reader: str | None) -> Message:
    """What has happened when somebody has swapped sides, as its reader sees it."""
    [side, *_] = [seat.name for seat in seats if seat.userid == swapper]
    others = [seat for seat in seats if seat.userid != swapper]
    if not others:
        return Message("{player} has swapped sides.", player=swapper)
    other, name = others[0].userid, others[0].name
    if reader == swapper:
        text = "You have taken {other}'s side: you are now {side}, and {other} is {name}."
    elif reader == other:
        text = (
            "{player} has taken your side (help swap): you are now {name}, and {player} is {side}, with the pieces"
            " that you laid."
        )
    else:
        text = "{player} has taken {other}'s side: {player} is now {side}, and {other} is {name}."
    return Message(text, player=swapper, other=other, side=Message(side), name=Message(name))


def against(board: Board, reader: Player | None) -> str:
    """The board's title with the reader's opponents, bots marked: `Hex Board 101 against carol`."""
    bots = {seat.player for seat in board.seats if seat.bot is not None}
    others = [marked(player.userid, player in bots) for player in board.players if player != reader]
    if not others:
        return board.title
    return Message("{board} against {players}", board=board.title, players=in_sentence(others))


def number_of_players(game: Game[Any]) -> str:
    """The possible numbers of players: `2 players`, `2 to 6 players`, `2 or 4 players`."""
    least, most = game.seats[0], game.seats[-1]
    if least == most:
        return counted("{count} player", "{count} players", most)
    if len(game.seats) == 2 and most - least > 1:
        return Message("{least} or {most} players", least=least, most=most)
    return Message("{least} to {most} players", least=least, most=most)
