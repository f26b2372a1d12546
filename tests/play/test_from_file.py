"""Games that other programs have written become boards here: every move is played by the rules."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pbmserv.games.base import OptionValue
from pbmserv.games.catalogue import installed
from pbmserv.games.file_reading import games_in
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
    ("minishogi", {}),
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


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_random_games_of_shogi_are_the_same_after_they_were_written_and_read(seed: int) -> None:
    check_there_and_back("shogi", {}, seed)


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


@pytest.mark.parametrize(
    "moves",
    [
        "1. e4$1 e5$2$10 2. Nf3+- Nc6 3. Bb5 a6",
        "1. e4! e5?! 2. Nf3!? Nc6!! 3. Bb5?? a6?",
        "1. e4!$14 e5!= 2. Nf3+= Nc6=+ 3. Bb5+/- a6-/+",
        "1. e4 ! e5 = 2. Nf3 +- Nc6 -+ 3. Bb5 $4 a6 \u221e",
        "1. e4\u00b1 e5\u2213 2. Nf3\u2a72 Nc6\u2a71 3. Bb5\u221e a6(=)",
        "1. \u2659e4 \u265fe5 2. \u2658f3 \u265ec6 3. \u2657b5 a6",
        "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6",
    ],
)
def test_judgements_are_cut_off_words_wherever_they_stand(moves: str) -> None:
    played = [text for _, text in texts(chess(moves, "1/2-1/2"))]

    assert played == ["e2-e4", "e7-e5", "g1-f3", "b8-c6", "f1-b5", "a7-a6"]


@pytest.mark.parametrize(
    ("moves", "last"),
    [
        ("1. e4 a6 2. e5 d5 3. exd6 e.p.", "e5-d6"),
        ("1. e4 a6 2. e5 d5 3. exd6e.p.", "e5-d6"),
        ("1. e4 a6 2. e5 d5 3. exd6 ep", "e5-d6"),
        ("1. e4 a6 2. e5 d5 3. exd6ep+-", "e5-d6"),
        ("1. a4 b5 2. axb5 a6 3. bxa6 h6 4. a7 h5 5. axb8(Q)", "a7-b8=q"),
        ("1. a4 b5 2. axb5 a6 3. bxa6 h6 4. a7 h5 5. axb8(N)!", "a7-b8=n"),
        ("1. a4 b5 2. axb5 a6 3. bxa6 h6 4. a7 h5 5. axb8=R+-", "a7-b8=r"),
        ("1. a4 b5 2. axb5 a6 3. bxa6 h6 4. a7 h5 5. axb8B (5. axb8=Q)", "a7-b8=b"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O+-", "O-O"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0", "O-O"),
    ],
)
def test_captures_in_passing_promotions_and_castling_are_read_in_all_their_forms(moves: str, last: str) -> None:
    assert texts(chess(moves))[-2:] == [(0, last), (1, "resign")]


@pytest.mark.parametrize("tie", ["1/2-1/2", "1/2 - 1/2", "½-½", "½ - ½", "1/2\u20131/2", "½"])
def test_a_tie_is_read_in_all_its_forms_and_no_other_game_follows(tie: str) -> None:
    only_tagged = PGN.replace("{moves} {result}", "{moves}")
    for text in (PGN, only_tagged):
        assert len([*games_in(text.format(moves="1. e4 e5", result=tie))]) == 1
    board = chess("1. e4 e5", tie)

    assert board.result is not None
    assert (board.result.winner, board.result.reason) == (None, AGREED)


def test_a_result_that_stands_only_behind_the_moves_is_the_result() -> None:
    for tag in ("", '[Result "*"]\n', '[Result "?"]\n'):
        board = read(f'[White "alice"]\n[Black "bob"]\n{tag}\n1. e4 e5 0 - 1\n')
        assert board.result is not None
        assert board.result.winner == 1


def test_a_per_cent_sign_begins_a_comment_at_the_start_of_a_line_and_nowhere_else() -> None:
    assert len(texts(chess("1. e4 {it begins\n% here} e5 2. Nf3"))) == 4
    assert len(texts(chess("1. e4\n% } ) 1. d4\ne5 2. Nf3"))) == 4
    assert len(texts(read("% by hand\n" + PGN.format(moves="1. e4 (1. d4\n% ) \n) e5", result="1-0")))) == 3


def test_what_stands_after_the_last_game_is_no_game() -> None:
    text = PGN.format(moves="1. e4 e5", result="1-0") + "\nBest regards, :)\n-- \nAlice (12 Rook Lane)\n"

    assert len([*games_in(text)]) == 1
    with pytest.raises(Refusal):
        [*games_in(text + "[an image]")]
    assert len(texts(read(text))) == 3


@pytest.mark.parametrize(
    ("first", "word", "options"),
    [
        ("1. 11-15 23-19 2. 8-11", "checkers", {}),
        ("1. 32-28 19-23 2. 28x19", "draughts", {"variant": "international"}),
        ("1. c3-d4 d6-c5 2. b2-c3", "draughts", {"variant": "russian"}),
        ("1. c3d4 d6c5 2. b2c3", "draughts", {"variant": "russian"}),
        ("1. e4 e5", "chess", {"position": 518}),
        ("1. c3 d5", "chess", {"position": 518}),
        ("1. e2-e4 e7-e5", "chess", {"position": 518}),
    ],
)
def test_which_game_it_is_shows_in_the_first_move_where_no_tag_says_so(
    first: str, word: str, options: dict[str, OptionValue]
) -> None:
    board = chess(first)

    assert (board.game.word, board.options) == (word, options)


@pytest.mark.parametrize(
    ("tags", "moves", "word"),
    [
        ('[GameType "20"]\n[FEN "W:W31-50:B1-20"]', "1. 32-28", "draughts"),
        ('[GameType "20"]\n[FEN "W:W31,32,33-50:B1-20:H0:F1"]', "1. 32-28", "draughts"),
        ('[FEN "W:B1-20:W31-50."]', "1. 32-28", "draughts"),
        ('[GameType "21"]\n[FEN "B:W21-32:B1-12"]', "1. 11-15", "checkers"),
        ('[FEN "B:W21-32:B1-12"]', "1. 11-15", "checkers"),
        (
            '[Variant "From Position"]\n[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]',
            "1. e4",
            "chess",
        ),
        ('[Variant "From Position"]', "1. e4", "chess"),
        ('[FEN ""]', "1. e4", "chess"),
    ],
)
def test_a_position_that_is_the_usual_start_is_no_hindrance(tags: str, moves: str, word: str) -> None:
    assert read(f"{tags}\n{PGN.format(moves=moves, result='1-0')}").game.word == word


@pytest.mark.parametrize(
    "fen", ["B:W31-50:B1-20", "W:W31-49:B1-20", "W:W31-50:B1-21", "W:WK31,32-50:B1-20", "W:W31-51:B1-20", "W:W", "x"]
)
def test_any_other_position_of_draughts_is_refused(fen: str) -> None:
    text = f'[GameType "20"]\n[FEN "{fen}"]\n{PGN.format(moves="1. 32-28", result="2-0")}'

    assert refusal(text) == "The game begins with a position of its own (FEN): that cannot be taken."


@pytest.mark.parametrize(
    ("told", "komi"),
    [
        ("7.5", "auto"), ("7.50", "auto"), ("7,5", "auto"), ("750", "auto"), ("3.75", "auto"), ("375", "auto"),
        ("6.5", "6.5"), ("650", "6.5"), ("3.25", "6.5"), ("325", "6.5"), ("5.5", "5.5"), ("2.75", "5.5"),
        ("3.5", "3.5"), ("7", "7"), ("0", "0"), ("0.0", "0"), ("", "0"), ("0.5", "0.5"),
    ],
)  # fmt: skip
def test_komi_is_read_in_points_in_stones_and_in_hundredths(told: str, komi: str) -> None:
    assert read(f"(;GM[1]SZ[9]KM[{told}]PB[alice]PW[bob]RE[B+R];B[ee])").options["komi"] == komi


@pytest.mark.parametrize("passes", [2, 3, 4, 5])
def test_passes_after_two_at_the_end_of_a_game_of_go_add_nothing(passes: int) -> None:
    nodes = "".join(f";{'WB'[number % 2]}[]" for number in range(passes))
    board = read(f"(;GM[1]SZ[9]KM[7.5]PB[alice]PW[bob]RE[B+3];B[ee]{nodes})")

    assert [text for _, text in texts(board)] == ["e5", "pass", "pass"]
    assert board.result is not None
    assert (board.result.winner, board.result.reason) == (0, DECIDED)


def test_two_passes_within_a_game_of_go_are_followed_by_marking_as_before() -> None:
    assert refusal("(;GM[1]SZ[9]PB[alice]PW[bob]RE[B+3];B[ee];W[];B[];W[gg])").startswith("Move 4 (g3) is not legal")


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
        ("1. e4 e5 0-1", "1-0", "The file tells two results: 1-0 in its tags, and 0-1 1-0 behind the moves."),
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
        ("(;GM[1]SZ[9]KM[3.8]PB[alice]PW[bob]RE[B+R];B[ee])", "The komi is 3.8: here it can be 0, 0.5, "),
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
