"""Chess: notations, the ways in which it ends, and refusals."""

from __future__ import annotations

import pytest

from pbmserv.games.base import Ambiguous, Illegal, Unreadable
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.chess import Chess
from pbmserv.games.chess.rules import BOARD, Move, first_row
from tests.games.grids import CHANCE, played, refusal, started
from tests.games.perft import of_fen

CHESS = Chess()


@pytest.mark.parametrize("typed", ["g1-f3", "g1f3", "Nf3", "nf3", "N1f3", "Ngf3", "Nf3!", "G1 F3"])
def test_a_move_is_understood_in_many_notations(typed: str) -> None:
    assert CHESS.play(started(CHESS), 0, typed, CHANCE).move == "g1-f3"


def test_castling_is_read_in_many_forms_and_moves_both() -> None:
    before = played(CHESS, "e4 e5 Nf3 Nc6 Bb5 a6")

    for typed in ("O-O", "0-0", "o-o", "e1g1", "e1-h1"):
        after = CHESS.play(before, 0, typed, CHANCE)
        assert after.move == "O-O"
        assert after.position.cells.endswith("RNBQ.RK.")


@pytest.mark.parametrize(
    "typed",
    ["castle", "I castle", "Castle kingside", "castle short, please", "let's castle!", "kingside castling",
     "king side", "kurze Rochade", "Ich rochiere kurz", "petit roque", "enroque corto", "Kingside"],
)  # fmt: skip
def test_castling_is_read_in_words_where_one_castling_is_legal(typed: str) -> None:
    assert CHESS.play(played(CHESS, "e4 e5 Nf3 Nc6 Bb5 a6"), 0, typed, CHANCE).move == "O-O"


BOTH = of_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")


def test_of_two_castlings_the_side_says_which_and_without_it_is_asked() -> None:
    assert CHESS.play(BOTH, 0, "castle long", CHANCE).move == "O-O-O"
    assert CHESS.play(BOTH, 0, "queenside", CHANCE).move == "O-O-O"
    assert CHESS.play(BOTH, 0, "große Rochade", CHANCE).move == "O-O-O"
    with pytest.raises(Ambiguous) as asked:
        CHESS.play(BOTH, 0, "I castle", CHANCE)
    assert asked.value.words == "That can be O-O or O-O-O: which one?"


@pytest.mark.parametrize(
    "typed",
    ["I won't castle", "castle or not", "castle short or long", "castle long and short", "king", "short",
     "castle castle", "my king's castle falls", "the castle takes", "nice castle", "don't castle queenside"],
)  # fmt: skip
def test_what_only_speaks_of_castling_castles_not(typed: str) -> None:
    with pytest.raises((Unreadable, Illegal)):
        CHESS.play(BOTH, 0, typed, CHANCE)


@pytest.mark.parametrize(
    ("typed", "move"), [("castle kingside", "O-O"), ("0-0-0", "O-O-O"), ("long castling", "O-O-O")]
)
def test_castling_for_later_is_read_in_words_too(typed: str, move: str) -> None:
    assert CHESS.value_of(BOTH, typed) == move


def test_a_pawn_is_captured_in_passing_only_at_once() -> None:
    at_once = played(CHESS, "e4 a6 e5 d5")

    assert CHESS.play(at_once, 0, "exd6", CHANCE).position.cells.count("p") == 7
    later = played(CHESS, "e4 a6 e5 d5 h3 h6")
    assert isinstance(refusal(CHESS, later, "exd6"), Illegal)


def test_a_letter_says_how_chess_players_write_the_move() -> None:
    assert CHESS.status(played(CHESS, "e4 e5 Bc4 Nc6 Qh5 Nf6 h5xf7"), None) == ("White has played Qxf7#.",)
    assert CHESS.status(played(CHESS, "e4 f5 Qh5"), None) == ("White has played Qh5+.", "Black is in check.")


@pytest.mark.parametrize(
    ("fen", "winner", "reason"),
    [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 0, "Black is checkmated."),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", None, "Black is stalemated."),
        ("7k/8/6K1/8/8/8/8/8 b - - 0 1", None, "Neither has enough pieces left for a checkmate."),
        ("7k/8/5K2/8/8/8/8/7N b - - 0 1", None, "Neither has enough pieces left for a checkmate."),
        ("b6k/8/6K1/8/8/8/8/7B b - - 0 1", None, "Neither has enough pieces left for a checkmate."),
    ],
)
def test_the_ways_in_which_a_game_ends(fen: str, winner: int | None, reason: str) -> None:
    result = CHESS.result(of_fen(fen))

    assert result is not None
    assert (result.winner, result.reason) == (winner, reason)


@pytest.mark.parametrize("fen", ["b6k/8/6K1/8/8/8/8/6B1 b - - 0 1", "7k/8/4NK2/8/8/8/8/7N b - - 0 1"])
def test_bishops_on_both_colours_and_two_knights_are_enough(fen: str) -> None:
    assert CHESS.result(of_fen(fen)) is None


def test_the_third_time_is_a_draw_if_claimed_and_the_fifth_by_itself() -> None:
    around = "Nf3 Nf6 Ng1 Ng8 "
    twice, fourfold = played(CHESS, around), played(CHESS, around * 3)
    third = played(CHESS, around * 2)

    assert "A draw can be claimed on the third time" in refusal(CHESS, twice, "claim").words
    assert CHESS.result(third) is None
    assert "claim" in CHESS.moves(third)
    claimed = CHESS.result(CHESS.play(third, 0, "claim", CHANCE).position)
    assert claimed is not None
    assert (claimed.winner, claimed.reason) == (None, "The same position has come for the third time.")
    assert CHESS.result(fourfold) is None
    fifth = CHESS.result(played(CHESS, around * 4))
    assert fifth is not None
    assert fifth.reason == "The same position has come for the fifth time."


@pytest.mark.parametrize(
    ("moves", "typed", "kind", "words"),
    [
        ("", "e5", Illegal, "No pawn of White's can go to e5 like that. Legal for them are a2-a3, b2-b3,"),
        ("", "Bc4", Illegal, "No bishop of White's can go to c4 like that. Legal are a2-a3, "),
        ("", "Qd4", Illegal, "White's queen on d1 cannot go to d4 like that. Legal are a2-a3, "),
        ("", "N8d7", Illegal, "No knight of White's can go to d7 like that. Legal for them are b1-a3, b1-c3, g1-f3"),
        (
            "e4 e5",
            "bc4",
            Illegal,
            "A small b is the pawn of column b, which cannot go to c4. The bishop is a capital: Bc4",
        ),
        ("e4 d5 Bb5+", "Nf6", Illegal, "Black's king is in check. Legal are b8-d7, b8-c6, "),
        (
            "e4 a6 e5 d5 h3 h6",
            "exd6",
            Illegal,
            "A pawn that has gone two squares is captured in passing (en passant)",
        ),
        ("e4 a6 e5 d5 h3 h6", "e5-d6", Illegal, "A pawn that has gone two squares is captured in passing (en passa"),
        ("e4 e5 Ke2 Qg5 Nc3 h6", "Ke3", Illegal, "White's king cannot go to e3, where it would be in check."),
        ("", "castle kingside", Illegal, "Castling is not legal now: a piece stands between king and rook"),
        ("", "castle towards the queen", Unreadable, "Castling is written O-O, or O-O-O for castling"),
        ("", "b7xa8=K", Unreadable, "A pawn becomes a queen, rook, bishop or knight, for example e7-e8=q;"),
        ("", "e3-e4", Illegal, "Nothing stands on e3. Legal are a2-a3, b2-b3, "),
        ("", "e7-e5", Illegal, "Black's pawn stands on e7, and it is White's turn."),
        ("", "a1-a3", Illegal, "White's rook on a1 cannot move now."),
        ("", "g1-e2", Illegal, "A piece of your own stands on e2. Legal are g1-f3, g1-h3."),
        ("", "Nd2", Illegal, "A piece of your own stands on d2. Legal for them are b1-a3, b1-c3, g1-f3, g1-h3."),
        ("", "g1-g3", Illegal, "White's knight on g1 cannot go to g3. From there, legal are g1-f3, g1-h3."),
        ("", "O-O", Illegal, "Castling is not legal now: a piece stands between king and rook, or where they go."),
        ("", "O-O!", Illegal, "Castling is not legal now: a piece stands between king and rook, or where they go."),
        (
            "",
            "0-0-0+?",
            Illegal,
            "Castling is not legal now: a piece stands between king and rook, or where they go.",
        ),
        ("e4 f5 Qh5", "a7-a6", Illegal, "Black's king is in check. Legal are g7-g6."),
        (
            "",
            "Thank you very much, I play",
            Unreadable,
            'A move is expected, not "Thank you very much, ...": write squares',
        ),
        ("", "hello", Unreadable, 'A move is expected, not "hello": write squares or the usual notation'),
    ],
)
def test_a_refusal_says_why(moves: str, typed: str, kind: type, words: str) -> None:
    refused = refusal(CHESS, played(CHESS, moves), typed)

    assert type(refused) is kind
    assert refused.words.startswith(words)


@pytest.mark.parametrize("typed", ["e2-c3", "Nc3"])
def test_a_pinned_piece_stays_and_says_why(typed: str) -> None:
    refused = refusal(CHESS, of_fen("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1"), typed)

    assert refused.words.startswith("White's knight on e2 cannot leave, for the king would be in check. Legal are ")


@pytest.mark.parametrize(
    ("fen", "words"),
    [
        ("4r2k/8/8/8/8/8/8/4K2R w K - 0 1", "Castling is not legal now: the king is in check."),
        ("5r1k/8/8/8/8/8/8/4K2R w K - 0 1", "Castling is not legal now: the king would pass over a square that is"),
        ("7k/8/8/8/8/8/8/4K2R w - - 0 1", "Castling is not legal any more: the king or that rook has moved."),
    ],
)
def test_castling_is_refused_with_the_reason(fen: str, words: str) -> None:
    refused = refusal(CHESS, of_fen(fen), "O-O").words

    assert refused.startswith(words)
    assert " Legal are e1-" in refused


@pytest.mark.parametrize(
    ("moves", "typed", "read"),
    [
        ("", "Ng1-f3", "g1-f3"),
        ("", "Pe2-e4", "e2-e4"),
        ("e4 d5", "Pe4xd5", "e4-d5"),
        ("e4 d5", "EXD5", "e4-d5"),
        ("", "NF3", "g1-f3"),
        ("e4 e5", "BC4", "f1-c4"),
        ("b4 c5", "BXC5", "b4-c5"),
        ("e4 e5", "Bf1-c4", "f1-c4"),
    ],
)
def test_long_notation_is_read_and_so_are_capitals(moves: str, typed: str, read: str) -> None:
    assert CHESS.play(played(CHESS, moves), len(moves.split()) % 2, typed, CHANCE).move == read


def test_two_knights_that_are_meant_are_both_named() -> None:
    refused = refusal(CHESS, of_fen("7k/8/8/8/8/5N2/8/1N2K3 w - - 0 1"), "Nd2")

    assert isinstance(refused, Ambiguous)
    assert sorted(refused.choices) == ["b1-d2", "f3-d2"]


def test_a_promotion_that_is_left_out_is_asked_for() -> None:
    refused = refusal(CHESS, of_fen("7k/P7/8/8/8/8/8/4K3 w - - 0 1"), "a8")

    assert isinstance(refused, Ambiguous)
    assert refused.choices == ("a7-a8=q", "a7-a8=r", "a7-a8=b", "a7-a8=n")


def test_a_move_for_later_is_written_by_squares() -> None:
    assert CHESS.value_of(started(CHESS), "g8f6") == "g8-f6"
    assert CHESS.value_of(started(CHESS), "0-0") == "O-O"
    with pytest.raises(Illegal, match="A move for later is written by its squares"):
        CHESS.value_of(started(CHESS), "Nf6")


def test_the_starts_of_chess960_have_scharnagls_numbers() -> None:
    assert (first_row(0), first_row(518), first_row(959)) == ("BBQNNRKR", "RNBQKBNR", "RKRNNQBB")


def test_a_move_says_from_where_it_goes_to_where_and_what_the_pawn_becomes() -> None:
    position = of_fen("4k3/4P3/8/8/8/8/p7/1N2K3 b - - 0 1")

    moves = CHESS.known_moves(position)

    assert moves["a2-b1=n"] == Move(BOARD.place_of["a2"], BOARD.place_of["b1"], "n") == (48, 57, "n")
    assert moves["e8-e7"] == Move(from_square=4, to_square=12)
    assert {move.promotion for move in moves.values()} == {"", "q", "r", "b", "n"}
    assert CHESS.steps(position, 1, "a2-b1=n") == ("a2", "b1", "=n")


RUY_LOPEZ = (
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 c4 c6 cxb5 axb5 Nc3 Bb7 Bg5 b4 Nb1 h6"
    " Bh4 c5 dxe5 Nxe4"
)


@pytest.mark.parametrize("number", [0, 1, 15, 16, 17, 31, 32, 33, 34])
def test_a_game_of_any_length_is_listed_as_chess_players_write_it(number: int) -> None:
    position, written = started(CHESS), RUY_LOPEZ.split()[:number]
    moves: list[str] = []
    for text in written:
        done = CHESS.play(position, position.next_seat, text, CHANCE)
        position, moves = done.position, [*moves, done.move]

    assert [*CHESS.listed({"position": 518}, moves)] == written


def test_the_list_ends_with_a_claim_mate_or_promotion_as_it_was_made() -> None:
    mate = ["e2-e4", "e7-e5", "f1-c4", "b8-c6", "d1-h5", "g8-f6", "h5-f7"]
    third = ["g1-f3", "g8-f6", "f3-g1", "f6-g8"] * 2

    assert CHESS.listed({"position": 518}, mate)[-1] == "Qxf7#"
    assert CHESS.listed({"position": 518}, [*third, "claim"])[-2:] == ("Ng8", "claim")


def test_a_game_of_chess960_is_listed_from_its_own_start() -> None:
    # BBQNNRKR: knights stand on d1 and e1.
    assert CHESS.listed({"position": 0}, ["e1-f3", "e8-f6", "d1-e3"]) == ("Nf3", "Nf6", "Ne3")


def test_a_claim_is_no_move_on_the_board() -> None:
    third = played(CHESS, "Nf3 Nf6 Ng1 Ng8 " * 2)

    assert "claim" in CHESS.moves(third)
    assert "claim" not in CHESS.known_moves(third)
    assert CHESS.steps(third, 0, "claim") == ("claim",)
    assert CHESS.play(third, 0, " Claim", CHANCE).move == "claim"


def test_a_position_that_was_stored_when_fields_had_other_names_is_the_same() -> None:
    stored = {
        "width": 8, "standing": f"{EMPTY * 12}k{EMPTY * 47}K...", "next_seat": 0, "last": [4, 12],
        "earlier": ["abcdef012345"], "rooks": [], "passant": -1, "quiet": 7, "said": "Ke7",
        "is_claimed": False,
    }  # fmt: skip

    position = CHESS.load(stored)

    assert (position.halfmove_clock, position.last_san) == (7, "Ke7")
    assert CHESS.dump(position) == stored


def test_a_rook_cannot_pass_the_own_king_which_is_no_matter_of_check() -> None:
    refused = refusal(CHESS, of_fen("k7/8/8/8/8/8/8/4K2R w - - 0 1"), "h1-c1")

    assert refused.words.startswith("White's rook on h1 cannot go to c1. From there, legal are ")
