"""Chess in which each side sees only what its men can reach, by the rules of chess.com's "Fog of War".

No draw is claimed here and no position counts as repeated, since a claim would tell the claimant something about men
that are hidden. Captures are written `e4xd5`, so that the record alone says what the opponent is told of a move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self, cast

from pbmserv.games.base import Game, Illegal, NeverLegal, Options, Played, Result
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.chance import Chance
from pbmserv.games.chess.game import CLAIM, Chess
from pbmserv.games.chess.notation import by_squares
from pbmserv.games.chess.rules import BOARD, Move, attacked_by_pawn, start_cells
from pbmserv.games.chess.rules import Position as ChessPosition
from pbmserv.games.message import Message, lines_of
from pbmserv.games.picture import Picture

FOG = "?"
"""The character of a square that the viewer does not see."""
IN_PASSING = " e.p."
"""What stands behind a pawn's capture of a pawn beside it, which is not captured where the move ends."""
USUAL_START = 518
MOST_QUIET = 100
"""Half-moves without a pawn move or capture that end the game."""


@dataclass(frozen=True)
class Position(ChessPosition):
    """A position without check.

    `taken` is where the last move captured, or -1. `lost` is what each seat has lost, by small letters, which both
    know: a pawn that has become something else was captured as what it was then. `is_open` says that
    the game is over by now, so that everybody sees all.
    """

    taken: int = -1
    lost: tuple[str, str] = ("", "")
    is_open: bool = False

    @property
    def may_claim(self) -> bool:
        return False

    def is_check(self, cells: str, king: int) -> bool:
        return False

    def is_own(self, place: int) -> bool:
        return self.cells[place] != FOG and super().is_own(place)

    def pseudo_legal(self) -> Iterator[Move]:
        # Fog stops a pawn: something stands there, or the square would be seen. Nobody captures into it.
        return (move for move in super().pseudo_legal() if self.cells[move.to_square] != FOG)

    def captured_by(self, move: Move) -> int:
        """Where a move captures, or -1."""
        start, end, _ = move
        if not self.is_capture(move):
            return -1
        return end if self[end] != EMPTY else start // 8 * 8 + end % 8

    def after(self, move: Move) -> Self:
        taken, (white, black) = self.captured_by(move), self.lost
        if taken >= 0:
            piece = self[taken].lower()
            white, black = (white, black + piece) if self.next_seat == 0 else (white + piece, black)
        return replace(super().after(move), taken=taken, lost=(white, black))

    @cached_property
    def is_over(self) -> bool:
        """Whether a king has been captured, or nothing has for too long, or nobody can move."""
        if FOG in self.cells:
            return False
        return "K" not in self.cells or "k" not in self.cells or self.is_quiet or not self.legal_moves

    @property
    def is_quiet(self) -> bool:
        return self.halfmove_clock >= MOST_QUIET


class DarkChess(Chess):
    """Capture the king; each side sees only where its own men could go."""

    name = "DarkChess"
    summary = "Chess in the fog: see only where your men can go"
    also_called = ("Dark chess", "Fog of War")
    options = ()
    hidden = True
    same_player_twice = False
    allows_undo = False
    advantage_in_signs = False
    touching = (
        "Touch a piece, then the square where it goes, or drag it there. To castle, move the king to where it is "
        "going to stand, or onto the rook. Buttons below the board ask what a pawn becomes: "
        '"queen", "rook", "bishop" or "knight".'
    )
    position_class = Position
    evaluate_by = ""
    playout_by = "pbmserv.games.playouts.darkchess:playout"
    pgn_variant = "Fog of War"
    in_uci = Game.in_uci
    figures = (*Chess.figures, Figure(FOG, None, "fog", emblem="block"))

    def begun(self, options: Options) -> Position:
        cells = start_cells(USUAL_START)
        return Position(8, cells, rooks=tuple(place for place in BOARD.places if cells[place] in "Rr"))

    def result(self, position: ChessPosition) -> Result | None:
        if not _dark(position).is_over:
            return None
        for seat, king in enumerate("Kk"):
            if king not in position.cells:
                reason = Message("{player}'s king has been captured.", player=self.seat_names[seat])
                return Result(1 - seat, reason)
        if not position.legal_moves:
            return Result(None, Message("{mover} is stalemated.", mover=self.seat_names[position.next_seat]))
        return Result(None, Message("There have been fifty quiet moves of each."))

    def seen_by(self, position: ChessPosition, viewer: int | None) -> Position:
        whole = _dark(position)
        if whole.is_open or whole.is_over:
            return whole
        seen = set() if viewer is None else squares_seen(whole, viewer)
        cells = "".join(there if place in seen else FOG for place, there in enumerate(whole.cells))
        is_mover, moved_last = viewer == whole.next_seat, viewer == 1 - whole.next_seat
        taken = -1 if viewer is None else whole.taken
        # Of the opponent's move only a capture is told: the board shows the rest as far as it can be seen.
        return replace(
            whole,
            cells=cells,
            rooks=tuple(rook for rook in whole.rooks if viewer == (0 if rook // 8 == 7 else 1)),
            passant=whole.passant if is_mover else -1,
            halfmove_clock=0,
            earlier=(),
            last=whole.last if moved_last else (taken,) if taken >= 0 else (),
            last_san=whole.last_san if moved_last else "",
            taken=taken,
            lost=whole.lost if viewer is not None else ("", ""),
        )

    def revealed(self, position: ChessPosition) -> Position:
        return replace(_dark(position), is_open=True)

    def told(self, move: str, seat: int, viewer: int | None) -> str:
        """Of the opponent's move, where it has captured: that is where a man of the viewer's stood."""
        if viewer == seat:
            return move
        if viewer is None or "x" not in move:
            return Message("a move")
        start, end = move[:5].split("x")
        return Message("a capture on {place}", place=f"{end[0]}{start[1]}" if move.endswith(IN_PASSING) else end)

    def written(self, position: ChessPosition, move: Move) -> str:
        words, taken = super().written(position, move), _dark(position).captured_by(move)
        if taken < 0:
            return words
        return words.replace("-", "x") + (IN_PASSING if taken != move.to_square else "")

    def value_of(self, position: ChessPosition, text: str) -> str:
        # As it is typed: to say whether it would capture could say what stands there.
        value, folded = super().value_of(position, text), text.strip().lower()
        if ("x" in folded or ":" in folded) and by_squares(position, text):
            value = value.replace("-", "x")
        return f"{value}{IN_PASSING}" if folded.endswith(("e.p.", "ep")) else value

    def group_of(self, move: str) -> str:
        return super().group_of(move.replace("x", "-"))

    slides = Game.slides
    """En passant would show what has been taken."""
    listed = Game.listed

    def spoken(self, position: ChessPosition, move: str) -> str:
        if isinstance(move, Message):
            # What is told of the opponent's move is in words already.
            return move
        return super().spoken(position, move.removesuffix(IN_PASSING).replace("x", "-"))

    def example_now(self, position: ChessPosition) -> str:
        # Whoever queues a move is told what is wrong with it while it is the opponent's turn.
        return ""

    def guess(self, seen: ChessPosition, seat: int, chance: Chance) -> Position:
        """The opponent's unseen men, on any squares on which they would not be seen."""
        return guessed(_dark(seen), seat, chance)

    def play(self, position: ChessPosition, seat: int, text: str, chance: Chance) -> Played[ChessPosition]:
        if text.strip().lower() == CLAIM:
            raise NeverLegal(
                "No draw can be claimed in this game. It ends by itself after fifty moves of each with no pawn moved "
                "and nothing captured."
            )
        return super().play(position, seat, text, chance)

    def read(self, position: ChessPosition, text: str) -> Move:
        # A refusal says nothing that its reader does not see.
        seen = self.seen_by(position, position.next_seat)
        squares = by_squares(position, text)
        if squares is not None and seen[squares[0]] == FOG:
            raise Illegal("You do not see what is on {place}.", place=BOARD.names[squares[0]])
        return super().read(seen, text)

    def draw(self, position: ChessPosition, viewer: int | None) -> str:
        return super().draw(self.seen_by(position, viewer), viewer)

    def picture(self, position: ChessPosition, viewer: int | None) -> Picture:
        seen = super().picture(self.seen_by(position, viewer), viewer)
        return seen if viewer == position.next_seat else replace(seen, choices=())

    def advantage(self, position: ChessPosition, seat: int) -> str:
        return ""

    def status(self, position: ChessPosition, viewer: int | None) -> tuple[str, ...]:
        return super().status(self.seen_by(position, viewer), viewer)

    def picture_status(self, position: ChessPosition, viewer: int | None) -> tuple[str, ...]:
        seen = self.seen_by(position, viewer)
        if viewer is None or seen.taken < 0 or seen.last_san:
            return ()
        mover = self.seat_names[1 - seen.next_seat]
        return (Message("{player} has captured on {place}.", player=mover, place=BOARD.names[seen.taken]),)

    def legend(self, position: ChessPosition, viewer: int | None) -> str:
        unseen = Message("A question mark is a square that you do not see.")
        return lines_of(Message(super().legend(position, viewer)), unseen)

    def picture_legend(self, position: ChessPosition, viewer: int | None) -> str:
        unseen = Message("A square with a block on it is one that you do not see.")
        return lines_of(Message(super().picture_legend(position, viewer)), unseen)


def squares_seen(position: ChessPosition, seat: int) -> set[int]:
    """The squares of a seat's men, and those on which they could move or capture if it were their turn."""
    whole = _dark(position)
    own = whole if seat == whole.next_seat else replace(whole, next_seat=seat, passant=-1)
    seen = set(filter(own.is_own, BOARD.places))
    for move in own.pseudo_legal():
        seen |= {move.to_square, own.captured_by(move)}
    return seen - {-1}


_ARMY = "kqrrbbnnpppppppp"
_TRIES = 50


def guessed(seen: Position, seat: int, chance: Chance) -> Position:
    """A whole position that looks to a seat like what it has seen."""
    if seen.is_over or FOG not in seen.cells:
        return seen
    men = _unseen(seen, seat)
    fog = {place for place, there in enumerate(seen.cells) if there == FOG}
    pawns, ahead = seen.places_of("Pp"[seat]), -8 if seat == 0 else 8
    # A square before a pawn that is not seen is taken, and one that the pawn could capture on is free.
    taken = {pawn + ahead for pawn in pawns} & fog
    far = {pawn + 2 * ahead for pawn in pawns if pawn // 8 == (6, 1)[seat] and seen[pawn + ahead] == EMPTY} & fog
    taken |= far
    free = fog - taken - {side for pawn in pawns for side in attacked_by_pawn(pawn, seat)}
    for _ in range(_TRIES):
        cells = [EMPTY if there == FOG else there for there in seen.cells]
        # Those that fit on fewest squares are placed first: squares that are taken, then pawns.
        places, order = [*chance.shuffled(sorted(taken)), *chance.shuffled(sorted(free))], [*chance.shuffled(men)]
        for place in places[: len(taken)]:
            fits = next((piece for piece in order if piece != "p" or 0 < place // 8 < 7), "")
            if fits:
                order.remove(fits)
                cells[place] = fits
        for piece in sorted(order, key="kpqrbn".index):
            fits_on = [place for place in places if cells[place] == EMPTY and (piece != "p" or 0 < place // 8 < 7)]
            if fits_on:
                cells[fits_on[0]] = piece
        for place in places:
            cells[place] = cells[place].upper() if seat else cells[place]
        world = replace(seen, cells="".join(cells))
        if "K" in world.cells and "k" in world.cells and not world.is_over:
            return world
    raise LookupError("Dark chess found no position that looks like what is seen.")


def _unseen(seen: Position, seat: int) -> list[str]:
    """The opponent's men that a seat does not see, as far as it can know which they are."""
    there = "".join(
        piece.lower() for piece in seen.cells if piece in "KQRBNPkqrbnp" and piece.isupper() == bool(seat)
    )
    left = Counter(_ARMY) - Counter(there) - Counter(seen.lost[1 - seat])
    number = len(_ARMY) - len(there) - len(seen.lost[1 - seat])
    # What was seen or lost beyond the army was a pawn once: as many pawns, which stand last, are left out.
    return sorted(left.elements(), key=_ARMY.index)[:number]


def _dark(position: ChessPosition) -> Position:
    """A position of this game, which chess knows as one of its own."""
    return cast(Position, position)
