"""Explanations of illegal moves."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.chess.notation import by_notation, by_squares, castling_named, piece_named
from pbmserv.games.chess.rules import BOARD, Move, Position, attacked_by_pawn
from pbmserv.games.grid_game import GridDisplay, some_of
from pbmserv.games.message import Message, in_turn

_CROWNED = re.compile(r".*[a-h][18]\s*=?\s*\(?([kp])\)?")


def hint_for(text: str, promotions: str) -> str:
    """A hint about a text that concerns something with its own notation."""
    folded = text.strip().lower()
    if "castl" in folded and not castling_named(text):
        return "Castling is written O-O, or O-O-O for castling with the rook on the queen's side."
    crowned = _CROWNED.fullmatch(folded)
    if crowned and crowned[1] not in promotions:
        return "A pawn becomes a queen, rook, bishop or knight, for example e7-e8=q; or =r, =b or =n."
    return ""


def why_not(game: GridDisplay[Position], position: Position, text: str, known: Mapping[str, Move]) -> str:
    squares = by_squares(position, text)
    if squares is not None:
        return _why_not_by_squares(game, position, squares, known)
    if columns := castling_named(text):
        return _why_not_castle(game, position, columns[0], known)
    # The only piece that can be meant explains itself; of several, one that could go there but for its king.
    could = by_notation(position, text, position.pseudo_legal()) or []
    if could:
        return _why_not_by_squares(game, position, (*could[0].squares, ""), known)
    return _why_none_can(game, position, text, known)


def _why_none_can(game: GridDisplay[Position], position: Position, text: str, known: Mapping[str, Move]) -> str:
    """Why a move in algebraic notation is not legal if no such piece could go there at all."""
    side, letter = game.seat_names[position.next_seat], piece_named(position, text)
    piece = next((Message(figure.name) for figure in game.figures if figure.mark == letter), Message("piece"))
    target = re.findall(r"[a-h][1-8]", text.lower())[-1]
    bishop = f"B{text.strip()[1:]}"
    if letter == "P" and text.startswith("b") and by_notation(position, bishop, position.legal_moves):
        return Message(
            "A small b is the pawn of column b, which cannot go to {target}. The bishop is a capital: {bishop}.",
            target=target,
            bishop=bishop,
        )
    own = [place for place in BOARD.places if position.is_own(place) and position[place].upper() == letter]
    if not own:
        return _has_no(game, position, piece, known)
    if _is_in_passing(position, BOARD.place_of[target], own):
        return _NOT_IN_PASSING
    if position.in_check:
        return Message("{side}'s king is in check. Legal are {moves}.", side=side, moves=some_of(known))
    theirs = [words for words, move in known.items() if move.from_square in own]
    if len(own) > 1:
        what = Message("No {piece} of {side}'s can go to {target} like that.", piece=piece, side=side, target=target)
        legal = Message("Legal for them are {moves}.", moves=some_of(theirs))
    else:
        what = Message(
            "{side}'s {piece} on {place} cannot go to {target} like that.",
            side=side,
            piece=piece,
            place=BOARD.names[own[0]],
            target=target,
        )
        legal = Message("Legal for it are {moves}.", moves=some_of(theirs))
    if position.is_own(BOARD.place_of[target]):
        what = Message(_IS_OWN, place=target)
    return in_turn(what, legal if theirs else _legal(known))


_IS_OWN = "A piece of your own stands on {place}."
_NOT_IN_PASSING = (
    "A pawn that has gone two squares is captured in passing (en passant) by the very next move only, and one that"
    " has gone a single square never is."
)


def _is_in_passing(position: Position, target: int, pawns: list[int]) -> bool:
    """Whether a pawn would capture on an empty square next to an opponent's pawn."""
    if position[target] != EMPTY or not position.PAWN_ROWS[position.next_seat]:
        return False
    passed = "pP"[position.next_seat]
    return any(
        target in attacked_by_pawn(pawn, position.next_seat) and position[pawn // 8 * 8 + target % 8] == passed
        for pawn in pawns
    )


def _why_not_by_squares(
    game: GridDisplay[Position], position: Position, squares: tuple[int, int, str], known: Mapping[str, Move]
) -> str:
    start, end, crowned = squares
    names, piece = BOARD.names, position[start]
    if piece == EMPTY:
        return Message("Nothing stands on {place}. Legal are {moves}.", place=names[start], moves=some_of(known))
    called = game.called(piece)
    if not position.is_own(start):
        return Message(
            "{piece} stands on {place}, and it is {player}'s turn. Legal are {moves}.",
            piece=called,
            place=names[start],
            player=game.seat_names[position.next_seat],
            moves=some_of(known),
        )
    if piece in "Kk" and abs(start - end) == 2 and start // 8 == end // 8:
        return _why_not_castle(game, position, 6 if end > start else 2, known)
    if crowned and any(move.squares == (start, end) for move in position.legal_moves):
        move = f"{names[start]}-{names[end]}"
        return Message(
            "{piece} on {place} does not become another piece with that move: write {move} alone.",
            piece=called,
            place=names[start],
            move=move,
        )
    reasons = [position.why_unsafe(move) for move in position.pseudo_legal() if move.squares == (start, end)]
    if any(reasons):
        return in_turn(Message(reasons[0]), _legal(known))
    if position.in_check:
        return Message(
            "{player}'s king is in check. Legal are {moves}.",
            player=game.seat_names[position.next_seat],
            moves=some_of(known),
        )
    if piece not in "Kk" and any(move.squares == (start, end) for move in position.pseudo_legal()):
        text = "{piece} on {place} cannot leave, for the king would be in check."
        return in_turn(Message(text, piece=called, place=names[start]), _legal(known))
    if piece in "Kk" and Move(start, end) in position.pseudo_legal():
        text = "{piece} cannot go to {place}, where it would be in check."
        return in_turn(Message(text, piece=called, place=names[end]), _legal(known))
    if piece in "Pp" and _is_in_passing(position, end, [start]):
        return _NOT_IN_PASSING
    there = [words for words, move in known.items() if move.from_square == start]
    if not there:
        text = "{piece} on {place} cannot move now."
        return in_turn(Message(text, piece=called, place=names[start]), _legal(known))
    if position.is_own(end) and end not in position.rooks:
        return in_turn(Message(_IS_OWN, place=names[end]), Message("Legal are {moves}.", moves=some_of(there)))
    return Message(
        "{piece} on {place} cannot go to {end}. From there, legal are {moves}.",
        piece=called,
        place=names[start],
        end=names[end],
        moves=some_of(there),
    )


def _why_not_castle(game: GridDisplay[Position], position: Position, column: int, known: Mapping[str, Move]) -> str:
    if not position.HAS_CASTLING:
        return in_turn(Message("There is no castling in this game."), _legal(known))
    if position.king < 0:
        return _has_no(game, position, Message("king"), known)
    for rook in position.rooks:
        if position.is_own(rook) and (rook > position.king) == (column == 6):
            return in_turn(Message(position.why_not_castle(rook)), _legal(known))
    return in_turn(Message("Castling is not legal any more: the king or that rook has moved."), _legal(known))


def _has_no(game: GridDisplay[Position], position: Position, piece: str, known: Mapping[str, Move]) -> str:
    side = game.seat_names[position.next_seat]
    return Message("{side} has no {piece}. Legal are {moves}.", side=side, piece=piece, moves=some_of(known))


def _legal(known: Mapping[str, Move]) -> Message:
    return Message("Legal are {moves}.", moves=some_of(known))
