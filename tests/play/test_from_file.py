"""Games that other programs have written become boards here: every move is played by the rules."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pbmserv.games.base import OptionValue
from pbmserv.games.catalogue import installed
from pbmserv.games.files import games_in
from pbmserv.games.game_file import OUT_OF_TIME, RESIGNED, PlayedGame
from pbmserv.games.refusals import Refusal
from pbmserv.games.testing import play_random_game, replay
from pbmserv.play.board import AGREED, DECIDED, Board, Player
from pbmserv.play.from_file import board_of
from pbmserv.play.game_file import game_file_of
from pbmserv.play.replaying import faults

AT = datetime(2026, 11, 22, tzinfo=UTC)
PEOPLE = {"alice": Player(1, "alice"), "bob": Player(2, "bob")}
GAMES = [
    ("chess", {"position": 518}),
    ("chess", {"position": 0}),
    ("checkers", {}),
    *(("draughts", {"variant": variant}) for variant in ("international", "russian", "brazilian")),
    ("go", {"size": "9", "komi": "auto", "handicap": 0}),
    ("go", {"size": "13", "komi": "6.5", "handicap": 4}),
    ("gomoku", {"size": 9, "exact": False, "opening": "free"}),
    ("gomoku", {"size": 15, "exact": True, "opening": "free"}),
    ("hex", {"size": 5, "handicap": 0}),
    ("hex", {"size": 19, "handicap": 2}),
]
PGN = """[White "alice"]
[Black "bob"]
[Date "2026.11.22"]
[Result "{result}"]

{moves} {result}
"""


def read(text: str, number: int = 0) -> Board:
    """The board of the first game in a file."""
    told = [*games_in(text)][number]
    for game in installed().values():
        if game.file_format is not None and (played := game.read_game(told)):
            return board_of(game, played, 101, [PEOPLE[name] for name in played.players], AT)
    raise LookupError("No game has read it.")


def texts(board: Board) -> list[tuple[int, str]]:
    return [(move.seat, move.text) for move in board.moves]


def chess(moves: str, result: str = "1-0") -> Board:
    return read(PGN.format(moves=moves, result=result))


def refusal(text: str) -> str:
    with pytest.raises(Refusal) as refused:
        read(text)
    return refused.value.words


# There and back


def check_there_and_back(word: str, options: dict[str, OptionValue], seed: int, part: float = 1.0) -> None:
    """A random game, or a part of one that somebody has resigned, is the same after it has been written and read."""
    game = installed()[word]
    record = play_random_game(game, options, 2, bytes([seed] * 16))
    result = game.result(replay(game, record).positions[-1]) if part == 1.0 else None
    moves = record.moves if part == 1.0 else record.moves[: int(len(record.moves) * part)]
    given_up = "" if result else OUT_OF_TIME if seed % 2 else RESIGNED
    told = PlayedGame(
        f"{game.name} 101",
        "2026-11-22",
        ("alice", "bob"),
        record.options,
        moves,
        True,
        result.winner if result else seed % 2,
        result.reason if result else "",
        given_up=given_up,
    )

    text = game.game_file(told)
    board = read(text)

    again = game_file_of(board)
    assert board.options == record.options
    assert again is not None
    assert again.text == text
    assert board.result is not None
    assert board.result.winner == told.winner
    if word != "draughts":
        # There, a king may have stopped elsewhere on its way straight on: that is the same move.
        assert texts(board)[: len(moves)] == [*moves]
    assert [*faults(board)] == []


@pytest.mark.parametrize(("word", "options"), GAMES)
def test_a_game_that_was_resigned_is_the_same_after_it_was_written_and_read(
    word: str, options: dict[str, OptionValue]
) -> None:
    check_there_and_back(word, options, 1, part=0.3)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("word", "options"), GAMES)
def test_random_games_are_the_same_after_they_were_written_and_read(
    word: str, options: dict[str, OptionValue], seed: int
) -> None:
    check_there_and_back(word, options, seed)


# What a file says and the rules do not


def test_who_has_lost_without_being_mated_has_resigned() -> None:
    board = chess("1. e4 e5 2. Nf3", "0-1")

    assert texts(board)[-1] == (0, "resign")
    assert board.result is not None
    assert (board.result.winner, board.result.reason) == (1, "alice resigned.")


def test_a_tie_that_the_rules_do_not_know_was_agreed_on() -> None:
    board = chess("1. e4 e5", "1/2-1/2")

    assert board.result is not None
    assert board.result.reason == AGREED


def test_a_tie_that_could_be_claimed_was_claimed() -> None:
    board = chess("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8", "1/2-1/2")

    assert texts(board)[-1] == (0, "claim")


def test_what_an_umpire_has_decided_is_a_decision() -> None:
    text = PGN.format(moves="1. e4", result="1-0").replace("[Result", '[Termination "adjudication"]\n[Result')

    result = read(text).result

    assert result is not None
    assert (result.winner, result.reason) == (0, DECIDED)


def test_the_same_game_has_the_same_seed_and_another_one_another() -> None:
    assert chess("1. e4 e5").seed == chess("1.e4 {good} 1... e5!").seed
    assert chess("1. e4 e5").seed != chess("1. e4 e6").seed


# How others write


def test_comments_judgements_and_variations_are_passed_over() -> None:
    moves = "1. e4 $1 {A comment (with 1. d4)} (1. d4 d5 (1... Nf6 {deep})) 1... e5!? ; all the rest\n2.Nf3 Nc6"

    assert [text for _, text in texts(chess(moves))][:4] == ["e2-e4", "e7-e5", "g1-f3", "b8-c6"]


def test_several_games_follow_each_other_in_a_file() -> None:
    both = PGN.format(moves="1. e4", result="1-0") + PGN.format(moves="1. d4 d5", result="0-1")

    assert texts(read(both, 1))[:2] == [(0, "d2-d4"), (1, "d7-d5")]


def test_a_start_of_chess960_is_found_by_its_position() -> None:
    fen = '[SetUp "1"]\n[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"]\n[Result'

    assert read(PGN.format(moves="1. e4", result="1-0").replace("[Result", fen)).options == {"position": 0}


def test_draughts_are_read_with_zeros_and_all_squares_of_a_capture() -> None:
    head = '[White "alice"]\n[Black "bob"]\n[GameType "20,W,10,10,N2,0"]\n[Result "2-0"]\n\n'

    board = read(f"{head}1.32-28! 18-23 2.34-29 (2.33-29) 23x34 3.39x30 12-18 4.30-25 07-12 2-0")

    assert [text for _, text in texts(board)][3:] == ["f6-h4", "g3-i5", "d8-e7", "i5-j6", "c9-d8", "resign"]


def test_dead_stones_of_go_follow_from_the_territory_that_is_told() -> None:
    laid = "B[ee];W[aa];B[ef];W[];B[]"
    points = "".join(f"[{a}{b}]" for a in "abcdefghi" for b in "abcdefghi" if f"{a}{b}" not in ("ee", "ef"))

    board = read(f"(;GM[1]SZ[9]KM[7.5]PB[alice]PW[bob]RE[B+73.5];{laid};TB{points})")

    assert [text for _, text in texts(board)][-2:] == ["dead a9", "agree"]
    assert board.result is not None
    assert board.result.winner == 0


def test_a_game_of_go_whose_dead_stones_are_not_told_ends_as_its_file_says() -> None:
    result = read("(;GM[1]SZ[9]KM[7.5]PB[alice]PW[bob]RE[W+3.5];B[ee];W[];B[])").result

    assert result is not None
    assert (result.winner, result.reason) == (1, DECIDED)


def test_only_the_first_variation_of_a_tree_is_read() -> None:
    board = read("(;GM[4]SZ[15]PB[alice]PW[bob]RE[B+R](;B[hh](;W[aa])(;W[bb];B[cc]))(;B[ii]))")

    assert [text for _, text in texts(board)] == ["h8", "a15", "resign"]


def test_players_of_hex_change_sides() -> None:
    text = "(;FF[4]GM[11]SZ[5]PB[bob]PW[alice]RE[B+R];B[b2];W[swap-sides];W[c3];B[d3])"

    board = read(text)

    assert texts(board) == [(0, "b2"), (1, "swap"), (1, "c3"), (0, "d3"), (1, "resign")]
    assert [seat.player.userid for seat in board.seats] == ["bob", "alice"]
    assert board.result is not None
    assert board.result.reason == "alice resigned."
    again = game_file_of(board)
    assert again is not None
    assert "PB[bob]PW[alice]" in again.text
    assert again.text.endswith("RE[B+R]\n;B[b2];W[swap-sides];W[c3];B[d3])\n")


def test_a_stone_that_changes_its_colour_and_place_is_the_same_game_in_a_mirror() -> None:
    board = read("(;FF[4]GM[11]SZ[5]PB[alice]PW[bob]RE[W+R];B[b3];W[swap-pieces];B[D1];W[e2])")

    assert texts(board) == [(0, "b3"), (1, "swap"), (1, "a4"), (0, "b5"), (1, "resign")]
    assert board.result is not None
    assert board.result.winner == 0
    assert board.seats[0].player.userid == "bob"


# What is refused


@pytest.mark.parametrize(
    ("moves", "result", "said"),
    [
        ("1. e4 e5 2. Ke3", "1-0", "Move 3 (Ke3) is not legal: White's king on e1 cannot go to e3"),
        ("1. e4 e5 2. --", "1-0", 'Move 3 (--) is not legal: A move is expected, not "--"'),
        ("1. f3 e5 2. g4 Qh4 3. a3", "0-1", "Move 5 (a3) comes after the end of the game: "),
        ("1. f3 e5 2. g4 Qh4", "1-0", "By the rules the game ended otherwise: "),
        ("1. e4", "*", "The game is not over, neither by the rules nor by its result: "),
        ("1. e4", "2-1", 'The result "2-1" is not known: 1-0, 0-1, 1/2-1/2 and * are.'),
        ("1. e4 (1. d4", "1-0", "The file ends within a variation."),
        ("1. e4) e5", "1-0", "Line 6 ends a variation that has not begun."),
        ("1. e4 {never ended", "1-0", 'Line 6 cannot be read: it has "{never ended 1-0" where a move could be.'),
        ("1. e4 \x1b[31m", "1-0", 'Line 6 cannot be read: it has "[31m 1-0" where a move could be.'),
        ("Nf3 Nf6 Ng1 Ng8 " * 1300, "1-0", "The game has more than 5000 moves."),
        (f"1. e4 {'(' * 100_000}", "1-0", "The file ends within a variation."),
        ("1. e4 <b>x</b>", "1-0", "Move 2 (<b>x</b>) is not legal: "),
    ],
)
def test_what_cannot_have_been_played_is_refused_with_its_move(moves: str, result: str, said: str) -> None:
    assert refusal(PGN.format(moves=moves, result=result)).startswith(said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "(;GM[1]SZ[9]PB[alice]PW[bob]RE[B+R];B[ee];B[ff])",
            "Move 2 (f4) is by the wrong player: it was White's turn.",
        ),
        ("(;GM[1]SZ[9]PB[alice]PW[bob]RE[B+R];B[ee];W[ee])", "Move 2 (e5) is not legal: The point e5 is taken"),
        ("(;GM[1]SZ[9]PB[alice]PW[bob]RE[B+R];B[zz])", "Move 1 (zz) is not legal: "),
        ("(;GM[1]SZ[17]PB[alice]PW[bob]RE[B+R];B[ee])", "The board has 17 lines, and there are boards of 9, 13, 19."),
        ("(;GM[1]SZ[9]KM[3.75]PB[alice]PW[bob]RE[B+R];B[ee])", "The komi is 3.75: here it can be 0, 0.5, "),
        (
            "(;GM[1]SZ[9]AB[aa][bb]PB[alice]PW[bob];W[ee])",
            "The handicap stones lie on other points than they do here.",
        ),
        ("(;GM[1]SZ[9]AW[aa]PB[alice]PW[bob];B[ee])", "The game begins with stones that are not a handicap"),
        ("(;GM[1]SZ[9]PB[alice]PW[bob];B[ee];AB[aa])", "Stones are set up within the game"),
        ("(;GM[4]SZ[99]PB[alice]PW[bob]RE[B+R];B[ee])", "The parameter -size=99 is not understood"),
        ("(;GM[4]SZ[x]PB[alice]PW[bob]RE[B+R];B[ee])", "The board is of size x, which there is not here."),
        (
            "(;GM[11]SZ[5]PB[alice]PW[bob]RE[B+R];B[a1];W[b1];B[swap-sides])",
            "Move 3 (swap) is not legal: sides could",
        ),
        ("(;GM[11]SZ[5]PB[alice]PW[bob]RE[Z+R];B[a1])", 'The result "z+r" is not known: it begins with B+ or W+, or'),
        ("(;GM[1]SZ[9];B[ee", 'Line 1 cannot be read as SGF: it has "B[ee" there.'),
        ("(" * 100_000 + ";GM[1]", "The file ends within a game."),
        (f"(;GM[1]{';B[]' * 20_000})", "The game has more than 10000 nodes."),
    ],
)
def test_what_is_wrong_with_an_sgf_file_is_told(text: str, said: str) -> None:
    assert refusal(text).startswith(said)
