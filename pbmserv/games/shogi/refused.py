"""Explanations of illegal moves."""

from __future__ import annotations

from collections.abc import Mapping

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.grid_game import GridDisplay, some_of
from pbmserv.games.message import Message, in_turn
from pbmserv.games.shogi.notation import LETTERS, Written, meant
from pbmserv.games.shogi.rules import PROMOTES, Move, Position

_NAMES = {letter.lower(): Message(name) for name, letter in LETTERS.items()}


def why_not(game: GridDisplay[Position], position: Position, said: Written, known: Mapping[str, Move]) -> str:
    """Why a move is against the rules, and what is legal."""
    reason, legal = _why_not_drop(game, position, said) if said.is_drop else ("", [*known])
    if not said.is_drop:
        reason, legal = _why_not_move(game, position, said, known)
    return in_turn(reason, Message("Legal are {moves}.", moves=some_of(legal or known)))


def _why_not_drop(game: GridDisplay[Position], position: Position, said: Written) -> tuple[str, list[str]]:
    player, place = game.seat_names[position.next_seat], position.geometry.board.place_of[said.end]
    if said.piece not in position.pockets[position.next_seat]:
        return Message("{player} has no {piece} in hand.", player=player, piece=_NAMES[said.piece]), []
    if position.cells[place] != EMPTY:
        return Message("Pieces are dropped on empty squares, and {square} is taken.", square=said.end), []
    if not position.can_stay(said.piece, place):
        return Message("A {piece} on {square} could never move.", piece=_NAMES[said.piece], square=said.end), []
    if said.piece == "p" and place % position.width in position.files_with_pawn:
        return Message(
            "{player} has a pawn in file {file} already: a second one is not dropped there (nifu).",
            player=player,
            file=said.end[0],
        ), []
    if not position.is_safe(Move(-1, place, said.piece)):
        return Message("{player}'s king would still be in check.", player=player), []
    return Message("A pawn is not dropped to checkmate (uchifuzume)."), []


def _why_not_move(
    game: GridDisplay[Position], position: Position, said: Written, known: Mapping[str, Move]
) -> tuple[str, list[str]]:
    player, board = game.seat_names[position.next_seat], position.geometry.board
    start = board.place_of[said.start] if said.start else -1
    own = [words for words, move in known.items() if start >= 0 and move.start == start]
    there = position.cells[start] if start >= 0 else ""
    if there == EMPTY:
        return Message("Nothing stands on {place}.", place=said.start), own
    called = game.called(there) if there else Message("")
    if there and not position.is_own(start):
        return Message(
            "{piece} stands on {place}, and it is {player}'s turn.", piece=called, place=said.start, player=player
        ), own
    if there and said.piece and there.lower() != said.kind:
        return Message("{piece} stands on {place}.", piece=called, place=said.start), own
    could = meant(position, said._replace(promotes=""), position.pseudo_legal())
    if not could:
        if there and position.is_own(board.place_of[said.end]):
            return Message("A piece of your own stands on {place}.", place=said.end), own
        if there:
            return Message(
                "{piece} on {place} cannot go to {end}.", piece=called, place=said.start, end=said.end
            ), own
        return Message(
            "No {piece} of {player}'s can go to {end}.", piece=_NAMES[said.piece], player=player, end=said.end
        ), own
    if not any(position.is_safe(move) for move in could):
        if position.in_check:
            return Message("{player}'s king is in check.", player=player), []
        return Message("{player}'s king would be in check.", player=player), own
    if said.promotes == PROMOTES:
        return Message(
            "A piece is promoted by a move into, within or out of the promotion zone. King, gold and promoted pieces"
            " are not."
        ), own
    return Message("The piece could never move from there again, so it has to be promoted."), own
