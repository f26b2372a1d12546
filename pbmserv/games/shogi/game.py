"""Shogi for the server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from pbmserv.games.base import Ambiguous, Illegal, NeverLegal, Options, Played, Result, Unreadable, refuse_to_pass
from pbmserv.games.boards.figures import WEDGE, Figure, character_of
from pbmserv.games.boards.grids import BoardContents, places_typed
from pbmserv.games.boards.shogi import ShogiBoard
from pbmserv.games.chance import Chance
from pbmserv.games.engine_notation import InUci
from pbmserv.games.families import CHESS
from pbmserv.games.file_formats import KIF, USI, FileFormat
from pbmserv.games.grid_game import GridDisplay
from pbmserv.games.hands import drop_choices, drop_target, hands_told, held_of
from pbmserv.games.message import Listed, Message, in_context, in_turn, way_of
from pbmserv.games.picture import Choice, Held, Picture
from pbmserv.games.refusals import legal_now, quoted
from pbmserv.games.sequential import SequentialGame
from pbmserv.games.shogi.notation import CHARACTERS, Written, meant, move_of, words_of, written
from pbmserv.games.shogi.notation import in_characters as characters_of
from pbmserv.games.shogi.notation import in_letters as letters_of
from pbmserv.games.shogi.refused import why_not
from pbmserv.games.shogi.rules import DECLARE, KINDS, PLAIN, PROMOTED, PROMOTES, Move, Position

if TYPE_CHECKING:
    from pbmserv.games.file_parts import Told
    from pbmserv.games.game_file import PlayedGame

PIECES = {
    "k": "king",
    "r": "rook",
    "b": "bishop",
    "g": "gold",
    "s": "silver",
    "n": "knight",
    "l": "lance",
    "p": "pawn",
    "d": "dragon",
    "h": in_context("horse", "shogi"),
    "a": "promoted silver",
    "c": "promoted knight",
    "e": "promoted lance",
    "t": "tokin",
}
"""The pieces in words, the promoted ones last."""
_STAYS = "="
_NO_PASSING = "Nobody passes in shogi."


def _figure(kind: str, name: str, seat: int, shade: str) -> Figure:
    def cased(letter: str) -> str:
        return letter if seat else letter.upper()

    plain = PLAIN.get(kind)
    label = f"{PROMOTES}{cased(plain)}" if plain else cased(kind)
    return Figure(cased(kind), seat, name, shade, WEDGE, label, character_of(CHARACTERS[kind], seat))


class Shogi(GridDisplay[Position], SequentialGame[Position]):
    """Japanese chess."""

    name = "Shogi"
    summary = "Checkmate, and drop what you have captured"
    also_called: ClassVar[tuple[str, ...]] = ("Japanese chess",)
    family = CHESS
    themes = ("armies",)
    seats = range(2, 3)
    uses_chance = False
    same_player_twice = True
    touching = (
        "Touch a piece, then the square where it goes, or drag it there. What you hold stands beside the board: "
        'touch it there, then a square, or drag it. Where a piece may be promoted, buttons ask: "promote" or "do '
        'not promote". Where you can declare that you have won, one says "declare".'
    )
    move_form = (
        "the squares from which and to which a piece goes, for example 7g7f; 8h2b+ promotes, P*5e drops a pawn"
    )
    no_passing = _NO_PASSING
    board_class = ShogiBoard
    position_class: type[Position] = Position
    evaluate_by = "pbmserv.games.evaluation.shogi:evaluate"
    file_format = KIF
    other_formats = (USI,)
    start_cells: ClassVar[str] = "lnsgkgsnl.r.....b.ppppppppp...........................PPPPPPPPP.B.....R.LNSGKGSNL"
    width: ClassVar[int] = 9
    figures: ClassVar[tuple[Figure, ...]] = tuple(
        _figure(kind, name, seat, shade)
        for seat, shade in enumerate(("dark", "light"))
        for kind, name in PIECES.items()
    )

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return self.begun

    @property
    def begun(self) -> Position:
        """The position at the start."""
        return self.position_class(self.width, self.start_cells)

    def seat_below(self, viewer: int | None) -> int:
        return 0

    def result(self, position: Position) -> Result | None:
        seat = position.next_seat
        mover = self.seat_names[seat]
        if position.is_declared:
            return Result(1 - seat, Message("{player} has declared the win.", player=self.seat_names[1 - seat]))
        if position.has_come_too_often:
            return self._repeated(position)
        if not position.legal_moves:
            if position.in_check:
                return Result(1 - seat, Message("{mover} is checkmated.", mover=mover))
            return Result(1 - seat, Message("{mover} cannot move any more.", mover=mover))
        if position.is_too_long:
            return Result(None, Message("There have been 500 moves."))
        return None

    def _repeated(self, position: Position) -> Result:
        if checking := position.checking_all_the_time:
            return Result(
                1 - checking[0],
                Message(
                    "{player} has given check until the same position came for the fourth time.",
                    player=self.seat_names[checking[0]],
                ),
            )
        return self.repeated()

    def repeated(self) -> Result:
        """How a game ends in which the same position comes for the fourth time (sennichite)."""
        return Result(None, Message("The same position has come for the fourth time."))

    def known_moves(self, position: Position) -> Mapping[str, Move]:
        """Legal moves by canonical notation."""
        known = position.found.get(self)
        if known is None:
            board = position.geometry.board
            moves = () if self.result(position) else position.legal_moves
            known = position.found[self] = {words_of(board, move): move for move in moves}
        return known

    def moves(self, position: Position) -> Sequence[str]:
        known = self.known_moves(position)
        return [*known, DECLARE] if known and position.may_declare else [*known]

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        if text.strip().lower() == DECLARE and position.DECLARES:
            if not position.may_declare:
                raise Illegal(
                    "You can declare a win with the king and ten other pieces in the last three ranks, not in check."
                    " Black needs 28 points there and in hand, White 27: a rook or bishop counts five, another piece"
                    " one."
                )
            return Played(position.declared(), DECLARE)
        move = self.read(position, text)
        return Played(position.after(move), words_of(position.geometry.board, move))

    def listed_on_pages(self, options: Options, moves: Sequence[str], in_characters: bool) -> Sequence[str]:
        position, told = self.begun, list[str]()
        for text in moves:
            if text == DECLARE:
                told.append(text)
                continue
            move = move_of(position.geometry.board, text)
            told.append(characters_of(position, move) if in_characters else letters_of(position, move))
            position = position.after(move)
        return told

    def read(self, position: Position, text: str) -> Move:
        """Parse a typed move; a declaration is none. Raises a `Refusal`."""
        refuse_to_pass(
            text, in_turn(Message(self.no_passing), Message("A move is {form}.", form=Message(self.move_form)))
        )
        known = self.known_moves(position)
        said = self._said(position, text)
        found = meant(position, said, known.values())
        if not found and said.piece and not said.start and not said.was_promoted:
            # Nothing else can be meant by a piece that goes where it can only be dropped.
            found = meant(position, said._replace(is_drop=True), known.values())
        if not found:
            raise Illegal(why_not(self, position, said, known))
        if len(found) > 1:
            choices = [words_of(position.geometry.board, move) for move in found]
            raise Ambiguous(
                Message("That can be {choices}: which one?", choices=Listed(choices, " or ", " or ")), choices
            )
        return found[0]

    def _said(self, position: Position, text: str) -> Written:
        board = position.geometry.board
        said = written(text, board.names[position.last[-1]] if position.last else "")
        names = [name for name in (said.start, said.end) if name] if said else places_typed(text) or ()
        for name in names:
            if name not in board.place_of:
                raise NeverLegal(
                    "The square {place} is not on the board: its squares are {low} to {high}.",
                    place=name,
                    low=board.names[-1][0] + board.names[0][1],
                    high=board.names[0][0] + board.names[-1][1],
                )
        if said is None:
            expected = Message(
                'A move is expected, not "{typed}": write {form}.', typed=quoted(text), form=Message(self.move_form)
            )
            raise Unreadable(in_turn(expected, legal_now(self.move_form, self.moves(position))))
        return said

    def value_of(self, position: Position, text: str) -> str:
        """Moves by squares have the same value everywhere; other notations depend on the position."""
        folded = text.strip().lower()
        if folded == DECLARE:
            return folded
        said = self._said(position, text)
        if said.is_drop:
            return f"{said.piece.upper()}*{said.end}"
        if not said.start or said.piece:
            raise Illegal("A move for later is written by its squares, for example 7g7f, or P*5e for a drop.")
        return f"{said.start}{said.end}{said.promotes.replace(_STAYS, '')}"

    def game_file(self, played: PlayedGame) -> str:
        from pbmserv.games.shogi import kif

        return kif.written(self, played)

    def other_file(self, form: FileFormat, played: PlayedGame) -> str:
        from pbmserv.games.shogi import usi

        return usi.written(self.begun, played)

    def read_game(self, told: Told) -> PlayedGame | None:
        from pbmserv.games.file_parts import Kifu, UsiGame
        from pbmserv.games.shogi import kif, usi

        if isinstance(told, Kifu):
            return kif.read(self.begun, self.repeated().winner, told)
        return usi.read(self.begun, told) if isinstance(told, UsiGame) else None

    def in_usi(self, position: Position) -> InUci:
        from pbmserv.games.shogi.usi import sfen

        return InUci(self.word, sfen(position))

    def from_usi(self, position: Position, move: str) -> str:
        return DECLARE if move == "win" else move

    def group_of(self, move: str) -> str:
        kind, drop, _ = move.partition("*")
        if drop:
            return f"{kind}*"
        return "" if move == DECLARE else f"From {move[:2]}"

    def spoken(self, position: Position, move: str) -> str:
        kind, drop, square = move.partition("*")
        if drop:
            return Message("{piece} dropped on {place}", piece=Message(PIECES[kind.lower()]), place=square)
        if move == DECLARE:
            return Message("declares the win")
        there = position.cells[position.geometry.board.place_of[move[2:4]]].lower()
        promotes = move.endswith(PROMOTES)
        piece = PIECES[PLAIN.get(there, there) if promotes else there]
        text = "{piece} {way}, promoted" if promotes else "{piece} {way}"
        return Message(text, piece=Message(piece), way=way_of((move[:2], move[2:4])))

    def asked_next(self, position: Position, seat: int, touched: Sequence[str], following: Sequence[str]) -> str:
        return Message("Promote, or not?") if PROMOTES in following else ""

    def steps(self, position: Position, seat: int, move: str) -> tuple[str, ...]:
        kind, drop, square = move.partition("*")
        if drop:
            return drop_target(kind.lower()), square
        if move == DECLARE:
            return (DECLARE,)
        squares = move[:2], move[2:4]
        if _has_choice(self.known_moves(position), move):
            return (*squares, PROMOTES if move.endswith(PROMOTES) else _STAYS)
        return squares

    def slides(self, position: Position, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        if "*" in move:
            return "", f"+{steps[0]} {steps[1]}"
        if move == DECLARE:
            return ()
        start, end = move[:2], move[2:4]
        slid = f"{start} {end}"
        if not move.endswith(PROMOTES):
            return ("", slid, "")[: len(steps)]
        kind = position.cells[position.geometry.board.place_of[start]].lower()
        laid = f"+{PROMOTED[kind]} {end}"
        return ("", slid, laid) if len(steps) > 2 else ("", f"{start} - {laid}")

    def laid_by_touch(self, position: Position, seat: int) -> Mapping[str, str]:
        held = {drop_target(kind): kind for kind in position.pockets[seat]}
        promoted = {
            PROMOTED[kind]: PROMOTED[kind]
            for kind in {position.cells[move.start].lower() for move in position.legal_moves if move.kind == PROMOTES}
        }
        return {name: kind if seat else kind.upper() for name, kind in {**held, **promoted}.items()}

    def contents(self, position: Position) -> BoardContents:
        return replace(super().contents(position), checked=[position.king] if position.in_check else [])

    def picture(self, position: Position, viewer: int | None) -> Picture:
        board = super().picture(position, viewer)
        known = self.known_moves(position)
        if not known:
            return board
        choices = [*drop_choices(position.pockets[position.next_seat], PIECES)]
        if any(_has_choice(known, move) for move in known):
            choices += [
                Choice(PROMOTES, "promote", "promote the piece"),
                Choice(_STAYS, "do not promote", "do not promote the piece"),
            ]
        if position.may_declare:
            choices.append(Choice(DECLARE, "declare", "declare the win"))
        return replace(board, choices=tuple(choices))

    def in_hand(self, position: Position, seat: int) -> Sequence[Held]:
        kinds = [kind for kind in KINDS if kind in self.start_cells]
        return held_of(
            position.pockets[seat],
            kinds,
            PIECES,
            lambda kind: self.piece(position, kind if seat else kind.upper()),
        )

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        return *self.page_status(position, viewer), *hands_told(self.seat_names, position.pockets, PIECES)

    def page_status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        if not position.in_check or self.result(position):
            return ()
        return (Message("{player} is in check.", player=self.seat_names[position.next_seat]),)

    def legend(self, position: Position, viewer: int | None) -> str:
        return (
            "Black's pieces are in capitals: king, rook, bishop, gold, silver, N for\n"
            "knight, lance, pawn. A + is before promoted pieces.\n"
            "The last move is in brackets."
        )

    def picture_legend(self, position: Position, viewer: int | None) -> str:
        return (
            "Pieces point away from their player: king, rook, bishop, gold, silver, N for\n"
            "knight, lance, pawn. A + is before promoted pieces.\n"
            "The last move is marked."
        )


def _has_choice(known: Mapping[str, Move], move: str) -> bool:
    """Whether a move can be made with promotion and without."""
    return move.rstrip(PROMOTES) in known and f"{move.rstrip(PROMOTES)}{PROMOTES}" in known
