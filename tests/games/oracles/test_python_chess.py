"""python-chess has the same legal moves, notation, claims and ends as our chess, at every ply of random games."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from pbmserv.games.chance import Chance
from pbmserv.games.chess import Chess
from pbmserv.games.chess.notation import san
from pbmserv.games.chess.rules import BOARD, Position, first_row
from pbmserv.games.chess.variants.antichess import Antichess
from pbmserv.games.chess.variants.atomic import Atomic
from pbmserv.games.chess.variants.crazyhouse import Crazyhouse
from pbmserv.games.chess.variants.darkchess import IN_PASSING, DarkChess, squares_seen
from pbmserv.games.chess.variants.horde import Horde
from pbmserv.games.chess.variants.kingofthehill import KingOfTheHill
from pbmserv.games.chess.variants.racingkings import RacingKings
from pbmserv.games.chess.variants.threecheck import ThreeCheck

pytestmark = pytest.mark.long
CHESS = Chess()
GAMES_OF_KIN = 10
CHANCE = Chance(bytes(16), "oracle")


def in_our_words(board: Any, moves: Iterable[Any] | None = None) -> dict[str, Any]:
    """Their legal moves, or other ones, by our words."""
    found = {}
    for move in board.legal_moves if moves is None else moves:
        words = move.uci()
        if move.drop:
            found[words] = move
            continue
        name = f"{words[:2]}-{words[2:4]}" + (f"={words[4]}" if len(words) > 4 else "")
        if board.is_castling(move):
            name = "O-O" if board.is_kingside_castling(move) else "O-O-O"
        found[name] = move
    return found


def play(board: Any, position: Position, choices: Random, game: Chess = CHESS) -> int:
    """Play a random game on both, and say how many plies were alike."""
    for ply in range(300):
        result = game.result(position)
        assert (result is not None) == board.is_game_over(), board.fen()
        if result:
            winner = board.outcome().winner
            assert result.winner == (None if winner is None else int(not winner))
            return ply
        theirs, ours = in_our_words(board), game.known_moves(position)
        assert ("claim" in game.moves(position)) == (board.is_repetition(3) or board.is_fifty_moves())
        assert sorted(theirs) == sorted(ours), board.fen()
        move = choices.choice(sorted(ours))
        notation = board.san(theirs[move])
        # In variants python-chess writes # for every move that wins.
        assert san(position, ours[move]).rstrip("+#") == notation.rstrip("+#")
        assert game is not CHESS or san(position, ours[move]) == notation
        assert game.read(position, notation) == ours[move]
        board.push(theirs[move])
        position = game.play(position, position.next_seat, move, CHANCE).position
    return 300


def test_random_games_are_alike() -> None:
    chess = pytest.importorskip("chess", reason="python-chess is not installed: pip install -e '.[oracles]'")
    choices = Random(1)  # noqa: S311 - it has to be the same

    plies = 0
    for number in (518, 518, *choices.sample(range(960), 8)):
        plies += play(chess.Board.from_chess960_pos(number), CHESS.begun({"position": number}), choices)

    assert plies > 1000


@pytest.mark.parametrize(
    ("game", "theirs"),
    [
        (Antichess(), "AntichessBoard"),
        (Atomic(), "AtomicBoard"),
        (Crazyhouse(), "CrazyhouseBoard"),
        (Horde(), "HordeBoard"),
        (KingOfTheHill(), "KingOfTheHillBoard"),
        (RacingKings(), "RacingKingsBoard"),
        (ThreeCheck(), "ThreeCheckBoard"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.word,
)
def test_random_games_of_its_kin_are_alike(game: Chess, theirs: str) -> None:
    variants = pytest.importorskip("chess.variant", reason="python-chess is not installed")
    choices = Random(1)  # noqa: S311 - it has to be the same

    plies = sum(
        play(getattr(variants, theirs)(), game.start({"position": 518}, 2, CHANCE), choices, game)
        for _ in range(GAMES_OF_KIN)
    )

    assert plies > 10 * GAMES_OF_KIN


def of_the_fog(chess: Any) -> Any:
    """Their board without check: a king may castle out of it, through it and into it."""

    class Board(chess.Board):  # type: ignore[misc]
        def _attacked_for_king(self, path: int, occupied: int) -> bool:
            return False

    return Board()


def seen_by_theirs(board: Any, is_white: bool) -> set[str]:
    """The squares of a side's men and those where they can move or capture, by their board."""
    other = board.copy(stack=False)
    if board.turn != is_white:
        other.turn, other.ep_square = is_white, None
    seen = {square for square, piece in board.piece_map().items() if piece.color == is_white}
    for move in other.pseudo_legal_moves:
        seen.add(move.to_square)
        if other.is_en_passant(move):
            seen.add(move.to_square + (-8 if is_white else 8))
    return {f"{'abcdefgh'[square % 8]}{square // 8 + 1}" for square in seen}


def play_in_the_fog(board: Any, choices: Random) -> int:
    """Play a random game of Dark chess on both, and say at how many plies moves, sight and ends were alike."""
    game = DarkChess()
    position: Position = game.begun({})
    for ply in range(300):
        result = game.result(position)
        kings = {seat for seat, is_white in enumerate((True, False)) if board.king(is_white) is None}
        theirs = {} if kings else in_our_words(board, board.pseudo_legal_moves)
        assert (result is not None) == (bool(kings) or not theirs or board.halfmove_clock >= 100), board.fen()
        if result:
            assert result.winner == (1 - kings.pop() if kings else None)
            return ply
        ours = {move.removesuffix(IN_PASSING).replace("x", "-"): move for move in game.moves(position)}
        assert sorted(theirs) == sorted(ours), board.fen()
        for seat, is_white in enumerate((True, False)):
            seen = {BOARD.names[place] for place in squares_seen(position, seat)}
            assert seen == seen_by_theirs(board, is_white), board.fen()
        move = choices.choice(sorted(theirs))
        board.push(theirs[move])
        position = game.play(position, position.next_seat, ours[move], CHANCE).position
    return 300


def test_random_games_in_the_fog_are_alike() -> None:
    chess = pytest.importorskip("chess", reason="python-chess is not installed: pip install -e '.[oracles]'")
    choices = Random(1)  # noqa: S311 - it has to be the same

    plies = sum(play_in_the_fog(of_the_fog(chess), choices) for _ in range(GAMES_OF_KIN))

    assert plies > 10 * GAMES_OF_KIN


def test_the_starts_of_chess960_have_the_same_numbers() -> None:
    chess = pytest.importorskip("chess", reason="python-chess is not installed: pip install -e '.[oracles]'")

    for number in range(960):
        assert first_row(number) == chess.Board.from_chess960_pos(number).board_fen().split("/")[-1]
