"""Chess for the server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from pbmserv.games.base import (
    Ambiguous,
    Illegal,
    NeverLegal,
    Option,
    Options,
    Played,
    Result,
    Unreadable,
    refuse_to_pass,
)
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY, BoardContents, places_typed
from pbmserv.games.boards.squares import Chequered
from pbmserv.games.chance import Chance
from pbmserv.games.chess.fen import fen
from pbmserv.games.chess.notation import (
    also_meant,
    by_squares,
    castling_named,
    in_letters,
    meant,
    san,
    sans,
    words_of,
)
from pbmserv.games.chess.refused import hint_for, why_not
from pbmserv.games.chess.rules import BOARD, Move, Position, castled, is_castling, start_cells
from pbmserv.games.engine_notation import InUci
from pbmserv.games.families import CHESS
from pbmserv.games.file_formats import PGN
from pbmserv.games.grid_game import GridDisplay
from pbmserv.games.message import BLACK, WHITE, Listed, Message, in_turn, way_of
from pbmserv.games.picture import Choice, Picture
from pbmserv.games.piece_names import in_english_letters
from pbmserv.games.refusals import legal_now, quoted
from pbmserv.games.repetition import AGAIN
from pbmserv.games.sequential import SequentialGame

if TYPE_CHECKING:
    from pbmserv.games.file_parts import Told
    from pbmserv.games.game_file import PlayedGame

LETTERS_OF_PIECES = Message("K Q R B N in moves of chess: king, queen, rook, bishop, knight")
"""What a language translates whose players write other letters: these come first, each with a blank behind it."""
PIECES = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}
WORTH = {"q": 9, "r": 5, "b": 3, "n": 3, "p": 1}
SIGNS = {"q": "♛", "m": "♛", "r": "♜", "b": "♝", "s": "♝", "n": "♞", "p": "♟"}
USUAL = 518
MOST_TIMES = 5
MOST_QUIET = 150
_CASTLING = {"O-O": Message("castles on the king's side"), "O-O-O": Message("castles on the queen's side")}
CLAIM = "claim"
"""The word that claims a draw."""


def figures_of_both(pieces: Mapping[str, str]) -> tuple[Figure, ...]:
    """Both seats' pieces by their letters and names."""
    return tuple(
        Figure(mark.upper() if shade == "light" else mark, seat, name, shade, name)
        for seat, shade in enumerate(("light", "dark"))
        for mark, name in pieces.items()
    )


class Chess(GridDisplay[Position], SequentialGame[Position]):
    """The royal game, and Chess960."""

    name = "Chess"
    summary = "Checkmate your opponent's king"
    also_called: ClassVar[tuple[str, ...]] = ("Chess960",)
    family = CHESS
    themes = ("armies",)
    says_draw = True
    seats = range(2, 3)
    uses_chance = False
    same_player_twice = True
    has_full_moves = True
    advantage_in_signs = True
    options: ClassVar[tuple[Option, ...]] = (
        Option("position", USUAL, "the start by its number in Chess960; 518 is the usual one", low=0, high=959),
    )
    touching = (
        "Touch a piece, then the square where it goes, or drag it there. To castle, move the king to where it is "
        "going to stand, or onto the rook. What a pawn may become stands below the board: touch it there. Where a "
        'draw can be claimed, a button there says "claim a draw".'
    )
    move_form = "squares or the usual notation, for example g1-f3, Nf3, O-O or e7-e8=q"
    seat_names = (WHITE, BLACK)
    no_passing = "Nobody passes in chess."
    board_class = Chequered
    position_class: type[Position] = Position
    evaluate_by = "pbmserv.games.evaluation.chess:evaluate"
    file_format = PGN
    pgn_variant: ClassVar[str] = ""
    """The variant of chess by its name in PGN; empty for chess itself."""
    pieces: ClassVar[Mapping[str, str]] = PIECES
    worth: ClassVar[Mapping[str, int]] = WORTH
    """What pieces are counted as by players, in pawns."""
    figures: ClassVar[tuple[Figure, ...]] = figures_of_both(PIECES)
    letters_of_pieces: ClassVar[Message | None] = LETTERS_OF_PIECES
    claimed_when: ClassVar[str] = (
        "A draw can be claimed on the third time of a position, or after fifty quiet moves of each."
    )

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return self.begun(options)

    def begun(self, options: Options) -> Position:
        """The start, which needs no chance."""
        cells = start_cells(int(options["position"]))
        return self.position_class(8, cells, rooks=tuple(place for place in BOARD.places if cells[place] in "Rr"))

    def form_of_move(self, position: Position) -> str:
        if not position.may_claim:
            return self.move_form
        return Message("{form}; you can also claim a draw: {claim}", form=Message(self.move_form), claim=CLAIM)

    def in_uci(self, position: Position) -> InUci | None:
        return InUci("chess", fen(position))

    def result(self, position: Position) -> Result | None:
        mover = self.seat_names[position.next_seat]
        if not position.legal_moves:
            if position.in_check:
                return Result(1 - position.next_seat, Message("{mover} is checkmated.", mover=mover))
            return Result(None, Message("{mover} is stalemated.", mover=mover))
        if position.is_claimed:
            return Result(
                None, AGAIN if position.has_come_again else Message("There have been fifty quiet moves of each.")
            )
        if self.is_dead(position):
            return Result(None, Message("Neither has enough pieces left for a checkmate."))
        if position.earlier.count(position.digest) >= MOST_TIMES - 1:
            return Result(None, Message("The same position has come for the fifth time."))
        if position.halfmove_clock >= MOST_QUIET:
            return Result(
                None, Message("There have been seventy-five moves of each with no pawn moved and nothing captured.")
            )
        return None

    def is_dead(self, position: Position) -> bool:
        """Whether nobody can win any more."""
        return position.is_dead

    def written(self, position: Position, move: Move) -> str:
        """A legal move in canonical notation."""
        return words_of(position, move)

    def moved(self, position: Position, move: Move) -> Position:
        return position.after(move)

    def known_moves(self, position: Position) -> Mapping[str, Move]:
        """Legal moves by canonical notation."""
        # A page asks for each move: what tells one position from another takes longer than all the rest.
        known = position.found.get(self)
        if known is None:
            known = position.found[self] = _known_moves(self, position)
        return known

    def moves(self, position: Position) -> Sequence[str]:
        known = self.known_moves(position)
        return [*known, CLAIM] if known and position.may_claim else [*known]

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        if text.strip().lower() == CLAIM:
            if position.may_claim:
                return Played(replace(position, is_claimed=True), CLAIM)
            raise Illegal(self.claimed_when)
        move = self.read(position, text)
        after = replace(self.moved(position, move), last_san=san(position, move))
        return Played(after, self.written(position, move))

    def group_of(self, move: str) -> str:
        start, joint, _ = move.partition("-")
        return f"From {start}" if joint else ""

    def value_of(self, position: Position, text: str) -> str:
        """Moves by squares have the same value everywhere; other notations depend on the position."""
        folded = text.strip().lower()
        if len(columns := castling_named(text)) == 1:
            return "O-O" if columns == (6,) else "O-O-O"
        squares = by_squares(position, text)
        if squares is None:
            if folded == CLAIM:
                return folded
            raise Illegal("A move for later is written by its squares, for example g1-f3, or O-O.")
        start, end, promotion = squares
        return f"{BOARD.names[start]}-{BOARD.names[end]}{f'={promotion}' if promotion else ''}"

    def listed(self, options: Options, moves: Sequence[str]) -> Sequence[str]:
        return sans(self.begun(options), tuple(moves))

    def other_spellings(self, text: str) -> Iterable[str]:
        return [*super().other_spellings(text), *in_english_letters(text)]

    def spoken(self, position: Position, move: str) -> str:
        if move in _CASTLING:
            return _CASTLING[move]
        squares, _, promotion = move.partition("=")
        if squares == move:
            words: str = super().spoken(position, move)
        else:
            words = Message(
                "{piece} {way}, which becomes a {other}",
                piece=Message("pawn"),
                way=way_of(squares.split("-")),
                other=Message(self.pieces[promotion]),
            )
        if "x" not in position.last_san or not isinstance(words, Message):
            return words
        # A piece that has vanished with what it took is not named.
        way = words.values.get("way", words)
        taken = Message("{start} takes {end}", **way.values)
        return taken if way is words else words.with_values(way=taken)

    def steps(self, position: Position, seat: int, move: str) -> tuple[str, ...]:
        if move == CLAIM:
            return (CLAIM,)
        start, end, promotion = self.known_moves(position)[move]
        names = BOARD.names[start], BOARD.names[end]
        return (*names, f"={promotion}") if promotion and position.can_choose else names

    def asked_next(self, position: Position, seat: int, touched: Sequence[str], following: Sequence[str]) -> str:
        return Message("Promote to which piece?") if len(touched) > 1 and following[0].startswith("=") else ""

    def other_steps(self, position: Position, seat: int, move: str) -> Iterable[tuple[str, ...]]:
        """Castling from the king to where it is going to stand, unless that is a move of its own."""
        found = self.known_moves(position).get(move)
        if found is None or not is_castling(position, found):
            return
        start, goal = found.from_square, castled(*found.squares)[0]
        if goal != start and not any(other.squares == (start, goal) for other in position.legal_moves):
            yield BOARD.names[start], BOARD.names[goal]

    def slides(self, position: Position, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        """Castling moves the rook, too, and en passant takes what stands elsewhere."""
        found = self.known_moves(position).get(move)
        if found is None:
            return ()
        start, end, names = found.from_square, found.to_square, BOARD.names
        if is_castling(position, found):
            king, rook = castled(start, end)
            return ("", f"{names[start]} {names[king]} {names[end]} {names[rook]}")
        if position[start] in "Pp" and position[end] == EMPTY and names[start][0] != names[end][0]:
            return ("", f"{names[start]} {names[end]} {names[end][0]}{names[start][1]} -")
        if found.promotion and position.can_choose:
            return "", f"{names[start]} {names[end]}", f"+{steps[-1]} {names[end]}"
        return ()

    def laid_by_touch(self, position: Position, seat: int) -> Mapping[str, str]:
        if not _is_promotion_chosen(position, position.legal_moves):
            return {}
        return {f"={mark}": mark.lower() if seat else mark.upper() for mark in position.PROMOTIONS}

    def read(self, position: Position, text: str) -> Move:
        """Parse a typed move; a claim is none. Raises a `Refusal`."""
        refuse_to_pass(
            text, in_turn(Message(self.no_passing), Message("A move is {form}.", form=Message(self.move_form)))
        )
        typed, text = text, in_letters(position, text)
        found = meant(position, text[:40])
        if found:
            found = [*dict.fromkeys([*found, *also_meant(position, typed[:40])])]
        off = [name for name in places_typed(text) or () if name not in BOARD.place_of]
        if found is None and off:
            raise NeverLegal("The square {place} is not on the board: its squares are a1 to h8.", place=off[0])
        if not found and (hint := hint_for(text, position.PROMOTIONS)):
            raise Unreadable(hint)
        if found is None or len(text) > 40:
            expected = Message(
                'A move is expected, not "{typed}": write {form}.', typed=quoted(text), form=Message(self.move_form)
            )
            raise Unreadable(in_turn(expected, self.example_now(position)))
        if not found:
            raise Illegal(why_not(self, position, text, self.known_moves(position)))
        if len(found) > 1:
            choices = [self.written(position, move) for move in found]
            raise Ambiguous(
                Message("That can be {choices}: which one?", choices=Listed(choices, " or ", " or ")), choices
            )
        return found[0]

    def example_now(self, position: Position) -> str:
        """A sentence with a legal move, for who has typed none; empty if the form of a move says enough."""
        return legal_now(self.move_form, self.moves(position))

    def game_file(self, played: PlayedGame) -> str:
        from pbmserv.games.chess import pgn

        return pgn.written(played, self.begun(played.options), self.pgn_variant)

    def read_game(self, told: Told) -> PlayedGame | None:
        from pbmserv.games.chess import pgn
        from pbmserv.games.file_parts import Tagged

        only_start = None if self.options else self.begun({})
        return pgn.read(told, self.pgn_variant, only_start) if isinstance(told, Tagged) else None

    def file_end(self, position: Position) -> Sequence[str]:
        """A claim, if a draw can be claimed, as other programs have no such move."""
        return (CLAIM,) if position.may_claim else ()

    def seat_below(self, viewer: int | None) -> int:
        return 0

    def contents(self, position: Position) -> BoardContents:
        kings = [position.cells.index("Kk"[position.next_seat])] if position.in_check else []
        return replace(super().contents(position), checked=kings)

    def picture(self, position: Position, viewer: int | None) -> Picture:
        board = super().picture(position, viewer)
        moves = () if self.result(position) else position.legal_moves
        choices = list[Choice]()
        if _is_promotion_chosen(position, moves):
            choices += [
                Choice(f"={mark}", name, Message("promote to {piece}", piece=name))
                for mark in position.PROMOTIONS
                for name in [Message(self.pieces[mark])]
            ]
        if moves and position.may_claim:
            choices.append(Choice(CLAIM, "claim a draw", "claim a draw"))
        return replace(board, choices=tuple(choices))

    def advantage(self, position: Position, seat: int) -> str:
        more = {
            kind: position.cells.count(own) - position.cells.count(other)
            for kind in self.worth
            for own, other in [(kind.upper(), kind) if seat == 0 else (kind, kind.upper())]
        }
        points = sum(self.worth[kind] * number for kind, number in more.items())
        signs = "".join(SIGNS[kind] * number for kind, number in more.items())
        return " ".join(filter(None, [signs, f"+{points}" if points > 0 else ""]))

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        lines = self.picture_status(position, viewer)
        if not position.last_san:
            return lines
        mover = self.seat_names[1 - position.next_seat]
        return Message("{player} has played {move}.", player=mover, move=position.last_san), *lines

    def picture_status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        # The move is marked in the picture, and in words beside it.
        if not position.in_check or self.result(position):
            return ()
        return (Message("{player} is in check.", player=self.seat_names[position.next_seat]),)

    def legend(self, position: Position, viewer: int | None) -> str:
        return (
            "White's pieces are in capitals: king, queen, rook, bishop, N for knight, pawn.\n"
            "The last move is in brackets."
        )


def _is_promotion_chosen(position: Position, moves: Sequence[Move]) -> bool:
    """Whether a pawn can become one of several pieces."""
    return position.can_choose and any(move.promotion and not move.is_drop for move in moves)


@lru_cache(maxsize=64)
def _known_moves(game: Chess, position: Position) -> Mapping[str, Move]:
    if game.result(position):
        return {}
    return {game.written(position, move): move for move in position.legal_moves}
