"""Explanations of illegal moves in xiangqi and janggi."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.grid_game import GridDisplay, some_of
from pbmserv.games.message import Message, in_turn
from pbmserv.games.xiangqi.notation import Written, meant, pieces_meant
from pbmserv.games.xiangqi.rules import BOARD, Move, Position

PIECES = {
    "g": "general",
    "a": "advisor",
    "e": "elephant",
    "h": "horse",
    "r": "chariot",
    "c": "cannon",
    "s": "soldier",
}
"""The pieces in words."""
GO: Mapping[str, str] = {
    "g": Message("A general goes one point straight and stays in its palace."),
    "a": Message("An advisor goes one point diagonally and stays in its palace."),
    "e": Message(
        "An elephant goes two points diagonally, stays on its side of the river, and is blocked by a piece between."
    ),
    "h": Message(
        "A horse goes one point straight, then one diagonally outwards. A piece on the first point blocks it."
    ),
    "r": Message("A chariot goes straight as far as the points are free."),
    "c": Message(
        "A cannon goes straight as far as the points are free. To capture, it jumps over exactly one piece."
    ),
    "s": Message("A soldier goes one point ahead. After it has crossed the river, it may go sideways too."),
}


def why_not(
    game: GridDisplay[Any], position: Position, said: Written, known: Mapping[str, Move], go: Mapping[str, str]
) -> str:
    """Why a move is against the rules, and what is legal; `go` says how the pieces go."""
    reason, starts = _by_places(game, position, said, go) if said.start else _by_file(game, position, said, go)
    legal = [words for words, move in known.items() if move.start in starts]
    return in_turn(reason, Message("Legal are {moves}.", moves=some_of(legal or known)))


def _by_places(
    game: GridDisplay[Any], position: Position, said: Written, go: Mapping[str, str]
) -> tuple[str, Sequence[int]]:
    player, start = game.seat_names[position.next_seat], BOARD.place_of[said.start]
    there = position.cells[start]
    if there == EMPTY:
        return Message("Nothing stands on {place}.", place=said.start), ()
    called = game.called(there)
    if not position.is_own(start):
        return Message(
            "{piece} stands on {place}, and it is {player}'s turn.", piece=called, place=said.start, player=player
        ), ()
    if said.piece and said.piece != there.lower():
        return Message("{piece} stands on {place}.", piece=called, place=said.start), (start,)
    could = meant(position, said._replace(piece=""), position.pseudo_legal())
    if could:
        return _exposed(position, could[0], player), (start,)
    if position.is_own(BOARD.place_of[said.end]):
        return Message("A piece of your own stands on {place}.", place=said.end), (start,)
    cannot = Message("{piece} on {place} cannot go to {end}.", piece=called, place=said.start, end=said.end)
    return in_turn(cannot, go[there.lower()]), (start,)


def _by_file(
    game: GridDisplay[Any], position: Position, said: Written, go: Mapping[str, str]
) -> tuple[str, Sequence[int]]:
    player, piece = game.seat_names[position.next_seat], Message(PIECES[said.piece])
    starts = pieces_meant(position, said)
    if not starts and said.which.isdigit():
        return Message("{player} has no {piece} in file {file}.", player=player, piece=piece, file=said.which), ()
    if not starts:
        return Message(
            "{player} has no two pieces of this kind in one file: {piece}.", player=player, piece=piece
        ), ()
    if could := meant(position, said, position.pseudo_legal()):
        return _exposed(position, could[0], player), starts
    way = f"{said.which}{said.way}{said.number}"
    cannot = Message("{player}'s {piece} cannot go {way}.", player=player, piece=piece, way=way)
    return in_turn(cannot, go[said.piece]), starts


def _exposed(position: Position, move: Move, player: str) -> str:
    """Why a move that a piece could make leaves the general in danger."""
    if position.bares_generals(move):
        return Message("The generals would face each other on an open file.")
    if position.in_check and move.start != position.general:
        return Message("{player}'s general is in check, and would still be.", player=player)
    return Message("{player}'s general would be in check.", player=player)
