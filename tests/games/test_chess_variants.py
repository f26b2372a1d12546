"""Variants of chess: where they differ from chess."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pbmserv.games.base import Refusal
from pbmserv.games.catalogue import installed
from pbmserv.games.chess import Chess
from pbmserv.games.chess.rules import BOARD
from pbmserv.games.chess.variants.antichess import Antichess
from pbmserv.games.chess.variants.atomic import Atomic
from pbmserv.games.chess.variants.crazyhouse import Crazyhouse, pockets_of
from pbmserv.games.chess.variants.horde import Horde
from pbmserv.games.chess.variants.kingofthehill import KingOfTheHill
from pbmserv.games.chess.variants.makruk import Makruk
from pbmserv.games.chess.variants.racingkings import RacingKings
from pbmserv.games.chess.variants.threecheck import ThreeCheck, checks_of
from pbmserv.games.file_reading import games_in
from pbmserv.games.game_file import PlayedGame
from pbmserv.games.other_words import game_called
from tests.games.grids import CHANCE, played, started

HILL, CHECKS = KingOfTheHill(), ThreeCheck()
LOSING, EXPLODING, DROPS, HORDE, RACE = Antichess(), Atomic(), Crazyhouse(), Horde(), RacingKings()
THAI = Makruk()
TO_THE_HILL = "e4 a6 Ke2 a5 Ke3 a4"
TWO_CHECKS = "e4 e5 Bc4 Nc6 Bxf7 Kxf7 Qh5 g6"


def start_options(game: Chess) -> dict[str, int]:
    return {"position": 518} if game.options else {}


def refusal(game: Chess, position: Any, text: str) -> str:
    with pytest.raises(Refusal) as refused:
        game.play(position, position.next_seat, text, CHANCE)
    return str(refused.value)


def ended(game: Chess, position: Any) -> tuple[int | None, str]:
    result = game.result(position)
    assert result is not None
    assert [*game.moves(position)] == []
    return result.winner, result.reason


def bare(game: Chess, cells: dict[str, str], next_seat: int = 0) -> Any:
    """A position with these pieces by their squares, and nobody who may castle."""
    squares = dict.fromkeys(BOARD.places, ".") | {BOARD.place_of[name]: piece for name, piece in cells.items()}
    return started(game).with_changes(squares, next_seat, (), rooks=())


@pytest.mark.parametrize("goal", ["d4", "e4", "d5", "e5"])
@pytest.mark.parametrize(("seat", "king", "other"), [(0, "K", "k"), (1, "k", "K")])
def test_a_king_on_a_square_in_the_middle_wins(goal: str, seat: int, king: str, other: str) -> None:
    start = {"d4": "d3", "e4": "e3", "d5": "d6", "e5": "e6"}[goal]
    position = bare(HILL, {start: king, "h8" if goal[1] in "45" else "h1": other, "a2": "P"}, seat)

    after = HILL.play(position, seat, f"{start}-{goal}", CHANCE).position

    assert HILL.result(position) is None
    result = HILL.result(after)
    assert result is not None
    assert (result.winner, result.reason) == (
        seat,
        f"{('White', 'Black')[seat]}'s king is in the middle of the board.",
    )
    assert HILL.to_move(after) == ()
    assert [*HILL.moves(after)] == []


@pytest.mark.parametrize("goal", ["c4", "c5", "c3", "d3", "e3", "f3", "f4", "f5"])
def test_a_king_beside_the_middle_has_not_won(goal: str) -> None:
    position = bare(HILL, {goal: "K", "a8": "k", "a2": "P"}, 1)

    assert HILL.result(position) is None


def test_a_king_cannot_enter_a_square_in_the_middle_that_is_attacked() -> None:
    assert "e3-d4" in HILL.moves(played(HILL, TO_THE_HILL))
    assert "e3-d4" not in HILL.moves(played(HILL, "e4 e5 Ke2 a5 Ke3 a4"))


def test_a_king_in_the_middle_ends_no_usual_game_of_chess() -> None:
    chess = Chess()

    assert chess.result(played(chess, f"{TO_THE_HILL} Kd4")) is None


def test_bare_kings_play_on_where_a_king_can_win() -> None:
    assert HILL.result(bare(HILL, {"a1": "K", "h8": "k"})) is None
    assert Chess().result(bare(Chess(), {"a1": "K", "h8": "k"})) is not None


@pytest.mark.parametrize("game", [HILL, CHECKS], ids=["hill", "checks"])
def test_checkmate_wins_as_ever(game: Chess) -> None:
    result = game.result(played(game, "f3 e5 g4 Qh4"))

    assert result is not None
    assert (result.winner, result.reason) == (1, "White is checkmated.")


@pytest.mark.parametrize("game", [HILL, CHECKS], ids=["hill", "checks"])
def test_stalemate_is_a_tie_as_ever(game: Chess) -> None:
    result = game.result(bare(game, {"a8": "k", "b6": "Q", "h1": "K"}, 1))

    assert result is not None
    assert (result.winner, result.reason) == (None, "Black is stalemated.")


def test_the_third_check_wins_and_the_second_does_not() -> None:
    second = played(CHECKS, TWO_CHECKS)
    third = CHECKS.play(second, 0, "Qxg6", CHANCE).position

    assert (checks_of(second), CHECKS.result(second)) == ((2, 0), None)
    result = CHECKS.result(third)
    assert result is not None
    assert (result.winner, result.reason) == (0, "White has given check three times.")
    assert checks_of(third) == (3, 0)


def test_checks_of_both_are_counted_apart_and_shown_below_the_board() -> None:
    position = played(CHECKS, "e4 e5 Qh5 Nc6 Qxf7 Kxf7 d4 Bb4")

    assert checks_of(position) == (1, 1)
    assert CHECKS.picture_status(position, None) == ("White is in check.", "Checks given: White 1, Black 1.")
    assert CHECKS.load(CHECKS.dump(position)) == position


def test_a_check_by_two_pieces_counts_once() -> None:
    position = bare(CHECKS, {"e8": "k", "e1": "R", "e5": "N", "a1": "K"})

    after = CHECKS.play(position, 0, "Nf3", CHANCE).position
    twice = CHECKS.play(position, 0, "Nc6", CHANCE).position
    both = CHECKS.play(bare(CHECKS, {"e8": "k", "e1": "R", "e4": "N", "a1": "K"}), 0, "Nf6", CHANCE).position

    assert [checks_of(each) for each in (after, twice, both)] == [(1, 0), (1, 0), (1, 0)]


def test_the_same_board_with_more_checks_given_is_another_position() -> None:
    before = bare(CHECKS, {"a8": "k", "h2": "R", "h1": "K"})
    position = before
    for move in ("Ra2", "Kb8", "Rh2", "Ka8"):
        position = CHECKS.play(position, position.next_seat, move, CHANCE).position

    assert (position.cells, checks_of(position)) == (before.cells, (1, 0))
    assert position.next_seat == before.next_seat
    assert position.digest != before.digest


def test_a_tie_of_three_check_for_want_of_pieces_needs_two_bare_kings() -> None:
    assert CHECKS.result(bare(CHECKS, {"a1": "K", "h8": "k", "c1": "B"})) is None
    result = CHECKS.result(bare(CHECKS, {"a1": "K", "h8": "k"}))
    assert result is not None
    assert result.winner is None


@pytest.mark.parametrize(
    ("word", "called"),
    [
        ("antichess", "Giveaway chess"),
        ("atomic", "Atomic chess"),
        ("crazyhouse", "Crazy house"),
        ("kingofthehill", "King of the Hill"),
        ("makruk", "Thai chess"),
        ("racingkings", "Racing Kings"),
        ("threecheck", "Three-check"),
        ("threecheck", "three check"),
    ],
)
def test_they_are_found_by_their_usual_names(word: str, called: str) -> None:
    assert game_called(called, installed()) == word


@pytest.mark.parametrize(
    ("game", "moves", "variant"),
    [
        (HILL, f"{TO_THE_HILL} Kd4", "King of the Hill"),
        (CHECKS, f"{TWO_CHECKS} Qxg6", "Three-check"),
        (LOSING, "e3 b5 Bxb5 a6 Bxa6", "Antichess"),
        (EXPLODING, "Nf3 a6 Ng5 a5 Nxf7", "Atomic"),
        (DROPS, "e4 d5 exd5 Qxd5 Nc3 Qa5 P@e4 @d5", "Crazyhouse"),
        (HORDE, "c6 bxc6 bxc6", "Horde"),
        (RACE, "Bd4 Ka3 Be5", "Racing Kings"),
        (THAI, "d4 e5 dxe5 a5 exd6=M Nd7 Sd2", "Makruk"),
    ],
    ids=lambda value: value.word if isinstance(value, Chess) else "",
)
def test_a_game_is_a_file_with_its_variant_which_only_that_game_reads(game: Chess, moves: str, variant: str) -> None:
    words = tuple((number % 2, word) for number, word in enumerate(moves.split()))
    text = game.game_file(
        PlayedGame("Board 101", "2026-11-22", ("alice", "bob"), start_options(game), words, winner=0)
    )

    [told] = games_in(text)

    assert f'[Variant "{variant}"]' in text
    assert game.read_game(told) is not None
    readers = [
        each.word
        for each in (Chess(), HILL, CHECKS, LOSING, EXPLODING, DROPS, HORDE, RACE, THAI)
        if each.read_game(told)
    ]
    assert readers == [game.word]


@pytest.mark.parametrize(
    ("game", "near", "far"),
    [
        (
            HILL,
            bare(HILL, {"e3": "K", "h8": "k", "a2": "R", "b8": "r"}),
            bare(HILL, {"e1": "K", "h8": "k", "a2": "R", "b8": "r"}),
        ),
        (CHECKS, played(CHECKS, "e4 e5 Bb5 a6 Bxd7 Bxd7"), played(CHECKS, "e4 e5 Bb5 a6 Bc6 dxc6")),
    ],
    ids=["hill", "checks"],
)
def test_bots_value_what_wins_here_and_not_in_chess(game: Chess, near: Any, far: Any) -> None:
    better, worse = game.evaluate(near), game.evaluate(far)

    assert better is not None
    assert worse is not None
    assert better[0] > worse[0] + 0.1


class TestAntichess:
    def test_who_can_capture_has_to(self) -> None:
        position = played(LOSING, "e3 b5")

        assert LOSING.moves(position) == ["f1-b5"]
        assert refusal(LOSING, position, "a3").startswith("Who can capture must capture. Legal are f1-b5")
        assert LOSING.picture_status(position, None) == ("White has to capture.",)

    def test_to_capture_in_passing_is_compulsory_too(self) -> None:
        assert LOSING.moves(played(LOSING, "e4 h6 e5 d5")) == ["e5-d6"]

    def test_who_has_no_pieces_left_wins(self) -> None:
        position = bare(LOSING, {"a1": "R", "a8": "r"})

        assert ended(LOSING, LOSING.play(position, 0, "Rxa8", CHANCE).position) == (1, "Black has no pieces left.")

    def test_who_has_no_move_wins(self) -> None:
        assert ended(LOSING, bare(LOSING, {"a4": "P", "a5": "p"})) == (0, "White cannot move any more.")

    def test_a_king_is_captured_like_another_piece_and_a_pawn_may_become_one(self) -> None:
        position = bare(LOSING, {"a1": "R", "a8": "k", "h7": "P", "c8": "n"})

        assert LOSING.moves(position) == ["a1-a8"]
        free = bare(LOSING, {"h7": "P", "a1": "k"})
        assert LOSING.play(free, 0, "h8=K", CHANCE).position[BOARD.place_of["h8"]] == "K"
        assert refusal(Chess(), bare(Chess(), {"h7": "P", "a1": "k", "c1": "K"}), "h8=K").startswith("A pawn becomes")

    def test_nobody_castles(self) -> None:
        position = played(LOSING, "Nh3 Nh6 g3 g6 Bg2 Bg7")

        assert refusal(LOSING, position, "O-O").startswith("There is no castling in this game.")

    def test_no_example_of_a_move_castles(self) -> None:
        assert "O-O" not in LOSING.move_form

    def test_bishops_that_never_meet_are_a_tie(self) -> None:
        assert ended(LOSING, bare(LOSING, {"a1": "B", "h1": "b"}))[0] is None
        assert LOSING.result(bare(LOSING, {"a1": "B", "h2": "b"})) is None


class TestAtomic:
    def test_a_capture_takes_both_and_all_around_but_pawns(self) -> None:
        position = bare(EXPLODING, {"d1": "R", "d5": "p", "c6": "n", "e6": "p", "e4": "Q", "a1": "K", "h8": "k"})

        after = EXPLODING.play(position, 0, "Rxd5", CHANCE).position

        assert {BOARD.names[place]: after[place] for place in BOARD.places if after[place] != "."} == {
            "a1": "K",
            "h8": "k",
            "e6": "p",
        }

    def test_a_king_that_explodes_has_lost_and_check_does_not_matter_before_it(self) -> None:
        position = bare(EXPLODING, {"a1": "K", "a8": "r", "e8": "k", "e7": "p", "e1": "R"})

        assert position.in_check
        assert ended(EXPLODING, EXPLODING.play(position, 0, "Rxe7", CHANCE).position) == (
            0,
            "Black's king has exploded.",
        )

    def test_nobody_explodes_the_own_king(self) -> None:
        position = bare(EXPLODING, {"e1": "K", "d2": "q", "e2": "R", "h8": "k", "a8": "r", "h1": "R"})

        for move in ("Kxd2", "Rxd2"):
            assert refusal(EXPLODING, position, move).startswith("Your own king would explode.")

    def test_kings_side_by_side_are_not_in_check(self) -> None:
        assert not bare(EXPLODING, {"e4": "K", "e5": "k", "a4": "r", "a1": "R"}).in_check
        assert bare(EXPLODING, {"e4": "K", "e6": "k", "a4": "r", "a1": "R"}).in_check

    def test_a_rook_that_explodes_castles_no_more(self) -> None:
        position = played(EXPLODING, "g3 b6 Bg2 a6 Bxa8")

        assert {BOARD.names[rook] for rook in position.rooks} == {"a1", "h1", "h8"}

    @pytest.mark.parametrize(
        ("cells", "is_tie"),
        [
            ({"a1": "K", "h8": "k", "c1": "B"}, True),
            ({"a1": "K", "h8": "k", "c1": "N", "d1": "N"}, True),
            ({"a1": "K", "h8": "k", "c1": "N", "d1": "B"}, False),
            ({"a1": "K", "h8": "k", "c1": "N", "d8": "n"}, False),
            ({"a1": "K", "h8": "k", "c1": "B", "f8": "b"}, False),
            ({"a1": "K", "h8": "k", "c1": "B", "d1": "b"}, True),
            ({"a1": "K", "h8": "k", "c2": "P"}, False),
        ],
    )
    def test_a_tie_for_want_of_pieces(self, cells: dict[str, str], is_tie: bool) -> None:
        assert (EXPLODING.result(bare(EXPLODING, cells)) is not None) == is_tie


class TestCrazyhouse:
    def test_what_is_captured_is_held_and_can_be_dropped_instead_of_a_move(self) -> None:
        position: Any = played(DROPS, "e4 d5 exd5 Qxd5 Nc3 Qa5")

        assert position.pockets == ("p", "p")
        assert DROPS.picture_status(position, None) == ("White holds: pawn.", "Black holds: pawn.")
        assert DROPS.picture_status(played(DROPS, "e4"), None) == ()
        after: Any = DROPS.play(position, 0, "@e4", CHANCE)
        assert after.move == "P@e4"
        assert after.position.pockets == ("", "p")
        assert after.position[BOARD.place_of["e4"]] == "P"
        assert DROPS.load(DROPS.dump(after.position)) == after.position

    @pytest.mark.parametrize("text", ["N@f3", "n@f3", "N@F3", "N@f3+", " N@f3!"])
    def test_a_drop_is_read_however_it_is_written(self, text: str) -> None:
        position = replace(bare(DROPS, {"a1": "K", "h8": "k"}), pockets=("n", ""))

        assert DROPS.play(position, 0, text, CHANCE).move == "N@f3"
        assert DROPS.value_of(position, text) == "N@f3"

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("Q@f3", "White has no queen in hand."),
            ("N@a1", "Pieces are dropped on empty squares, and a1 is taken."),
            ("@f8", "Pawns are not dropped in the first and last row."),
            ("@f1", "Pawns are not dropped in the first and last row."),
            ("N@b3", "White's king would still be in check."),
        ],
    )
    def test_a_drop_that_is_not_legal_is_explained(self, text: str, why: str) -> None:
        position = replace(bare(DROPS, {"a1": "K", "h8": "k", "a8": "r"}), pockets=("np", ""))

        assert refusal(DROPS, position, text).startswith(why)
        assert DROPS.play(position, 0, "N@a4", CHANCE).move == "N@a4"

    def test_a_promoted_piece_is_captured_as_a_pawn_wherever_it_went(self) -> None:
        position: Any = bare(DROPS, {"b7": "P", "a1": "K", "h8": "k", "b3": "r"})
        for move in ("b8=Q", "Kh7", "Qb4", "Rxb4"):
            position = DROPS.play(position, position.next_seat, move, CHANCE).position

        assert position.pockets == ("", "p")
        assert position.promoted == ()

    def test_a_pawn_captured_in_passing_is_held(self) -> None:
        assert pockets_of(played(DROPS, "e4 a6 e5 d5 exd6")) == ("p", "")

    def test_positions_with_other_hands_are_others(self) -> None:
        position = bare(DROPS, {"a1": "K", "h8": "k"})

        assert position.digest != replace(position, pockets=("n", "")).digest

    def test_there_is_no_rule_of_fifty_moves(self) -> None:
        position = replace(bare(DROPS, {"a1": "K", "h8": "k", "c1": "R"}), halfmove_clock=0)
        for _ in range(3):
            position = DROPS.play(position, position.next_seat, DROPS.moves(position)[0], CHANCE).position

        assert position.halfmove_clock == 0
        assert DROPS.result(bare(DROPS, {"a1": "K", "h8": "k"})) is None

    def test_pieces_in_hand_are_buttons_and_light_up_where_they_can_go(self) -> None:
        position = replace(bare(DROPS, {"a1": "K", "h8": "k"}), pockets=("npp", "q"))

        choices = DROPS.picture(position, 0).choices

        assert [(choice.target, choice.text) for choice in choices] == [
            ("@n", "drop knight"),
            ("@p", "drop pawn"),
        ]
        assert DROPS.steps(position, 0, "N@f3") == ("@n", "f3")
        assert DROPS.slides(position, 0, ("@n", "f3"), "N@f3") == ("", "+@n f3")
        assert set(DROPS.new_pieces(position, 0)) == {"@n", "@p"}
        held = [(each.target, each.name, each.number) for each in DROPS.in_hand(position, 0)]
        assert held == [
            ("@q", "queen", 0),
            ("@r", "rook", 0),
            ("@b", "bishop", 0),
            ("@n", "knight", 1),
            ("@p", "pawn", 2),
        ]
        assert DROPS.spoken(DROPS.play(position, 0, "N@f3", CHANCE).position, "N@f3") == "knight dropped on f3"


class TestRacingKings:
    def test_nobody_gives_check(self) -> None:
        assert refusal(RACE, played(RACE, ""), "Nc3").startswith("Nobody may give check in this game.")

    def test_no_example_of_a_move_castles_or_is_of_a_pawn(self) -> None:
        assert "O-O" not in RACE.move_form
        assert "=" not in RACE.move_form

    def test_black_in_the_last_row_wins_at_once(self) -> None:
        position = bare(RACE, {"a7": "k", "h6": "K"}, 1)

        assert ended(RACE, RACE.play(position, 1, "Ka8", CHANCE).position) == (1, "Black's king is in the last row.")

    def test_black_has_one_more_move_when_white_is_there(self) -> None:
        near = RACE.play(bare(RACE, {"a7": "k", "h7": "K"}), 0, "Kh8", CHANCE).position
        far = RACE.play(bare(RACE, {"a6": "k", "h7": "K"}), 0, "Kh8", CHANCE).position
        guarded = RACE.play(bare(RACE, {"a7": "k", "h7": "K", "d8": "R"}), 0, "Kh8", CHANCE)

        assert ended(RACE, far) == (0, "White's king is in the last row.")
        assert ended(RACE, guarded.position) == (0, "White's king is in the last row.")
        assert RACE.result(near) is None
        assert ended(RACE, RACE.play(near, 1, "Ka8", CHANCE).position) == (None, "Both kings are in the last row.")
        assert ended(RACE, RACE.play(near, 1, "Ka6", CHANCE).position) == (0, "White's king is in the last row.")


class TestHorde:
    def test_white_cannot_castle_for_want_of_a_king(self) -> None:
        assert refusal(HORDE, started(HORDE), "O-O").startswith("White has no king. Legal are ")

    def test_pawns_of_both_lower_rows_go_two_squares_and_only_the_second_is_taken_in_passing(self) -> None:
        position = bare(HORDE, {"a1": "P", "c2": "P", "b3": "p", "d4": "p", "e8": "k"})
        from_first, from_second = (HORDE.play(position, 0, move, CHANCE).position for move in ("a3", "c4"))

        assert (from_first.passant, BOARD.names[from_second.passant]) == (-1, "c3")

    def test_black_wins_by_capturing_all(self) -> None:
        position = bare(HORDE, {"a4": "P", "a8": "r", "e8": "k"}, 1)

        assert ended(HORDE, HORDE.play(position, 1, "Rxa4", CHANCE).position) == (1, "White has no pieces left.")

    def test_white_wins_by_checkmate(self) -> None:
        position = bare(HORDE, {"g6": "P", "f6": "P", "g7": "Q", "h8": "k"}, 1)

        assert ended(HORDE, position) == (0, "Black is checkmated.")

    def test_white_without_a_move_is_a_tie(self) -> None:
        assert ended(HORDE, bare(HORDE, {"a4": "P", "a5": "p", "e8": "k"})) == (None, "White is stalemated.")


@pytest.mark.parametrize("game", [LOSING, EXPLODING, DROPS, HORDE, RACE], ids=lambda game: game.word)
def test_bots_have_an_opinion_from_the_start_to_the_end(game: Chess) -> None:
    """Whoever is nearer to winning has more of the two."""
    better, worse = {
        "antichess": ({"a2": "P", "g8": "q", "h8": "r"}, {"g1": "Q", "h1": "R", "a7": "p"}),
        "atomic": ({"a1": "K", "h8": "k", "d1": "Q", "h2": "p"}, {"a1": "K", "h8": "k", "d8": "q", "h2": "p"}),
        "crazyhouse": ({"a1": "K", "h8": "k", "d4": "Q"}, {"a1": "K", "h8": "k", "d4": "q"}),
        "horde": ({"a7": "P", "b2": "P", "h8": "k", "d8": "r"}, {"a3": "P", "b2": "P", "h8": "k", "d8": "r"}),
        "racingkings": ({"h7": "K", "a4": "k"}, {"h4": "K", "a7": "k"}),
    }[game.word]

    ahead, behind = game.evaluate(bare(game, better)), game.evaluate(bare(game, worse))

    assert ahead is not None
    assert behind is not None
    assert ahead[0] > behind[0] + 0.1


def counting(cells: dict[str, str], next_seat: int = 0, counts: tuple[int, int] = (0, 0), limit: int = 0) -> Any:
    """A position of Makruk in which so far has been counted."""
    return replace(bare(THAI, cells, next_seat), counts=counts, limit=limit)


def after(position: Any, moves: str) -> Any:
    for move in moves.split():
        position = THAI.play(position, position.next_seat, move, CHANCE).position
    return position


@pytest.mark.parametrize(
    ("piece", "seat", "goals"),
    [
        ("S", 0, "c5 d5 e5 c3 e3"),
        ("s", 1, "c5 e5 c3 d3 e3"),
        ("M", 0, "c5 e5 c3 e3"),
        ("m", 1, "c5 e5 c3 e3"),
    ],
)
def test_khons_go_diagonally_and_ahead_and_mets_diagonally(piece: str, seat: int, goals: str) -> None:
    position = bare(THAI, {"d4": piece, "a1": "K", "h8": "k", "h2": "P"}, seat)

    assert {move[3:] for move in THAI.moves(position) if move.startswith("d4")} == {*goals.split()}


@pytest.mark.parametrize(
    ("cells", "seat", "is_check"),
    [
        ({"d5": "s"}, 0, True),  # in front of White's king, it looks down
        ({"d3": "s"}, 0, False),
        ({"d3": "S"}, 1, True),
        ({"d5": "S"}, 1, False),
        ({"e5": "s"}, 0, True),
        ({"e3": "m"}, 0, True),
        ({"d5": "m"}, 0, False),
        ({"f6": "m"}, 0, False),
        ({"d8": "r"}, 0, True),
        ({"d8": "r", "d6": "p"}, 0, False),
        ({"e6": "n"}, 0, True),
        ({"e5": "p"}, 0, True),
        ({"e3": "p"}, 0, False),
    ],
)
def test_what_gives_check_in_makruk(cells: dict[str, str], seat: int, is_check: bool) -> None:
    kings = {"d4": "K", "h8": "k"} if seat == 0 else {"d4": "k", "h8": "K"}

    assert bare(THAI, {**kings, **cells}, seat).in_check == is_check


@pytest.mark.parametrize("typed", ["e6", "e5-e6", "e5e6", "e6=M", "e5-e6=m", "e6=m"])
def test_a_pawn_becomes_a_met_in_the_sixth_row_whether_one_says_so_or_not(typed: str) -> None:
    position = bare(THAI, {"e5": "P", "a1": "K", "h8": "k", "g7": "p"})

    played = THAI.play(position, 0, typed, CHANCE)

    assert played.move == "e5-e6=m"
    assert played.position[BOARD.place_of["e6"]] == "M"
    assert THAI.steps(position, 0, played.move) == ("e5", "e6")
    assert THAI.laid_by_touch(position, 0) == {}
    assert THAI.picture(position, 0).choices == ()


def test_pawns_of_makruk_go_one_square_and_nobody_castles_or_captures_in_passing() -> None:
    start = started(THAI)

    assert refusal(THAI, start, "d3-d5") == "White's pawn on d3 cannot go to d5. From there, legal are d3-d4."
    assert refusal(THAI, start, "O-O").startswith("There is no castling in this game.")
    assert "in passing" not in refusal(THAI, played(THAI, "d3-d4 f6-f5 d4-d5 e6-e5"), "d5-e6")


@pytest.mark.parametrize("typed", ["Me2", "met e2", "Queen e2", "e1-d2", "Sd2", "khon c1 to d2"])
def test_the_pieces_of_makruk_have_letters_and_names(typed: str) -> None:
    start = started(THAI)

    if typed in ("Me2", "met e2", "Queen e2"):
        assert "e2" in refusal(THAI, start, typed)
    else:
        THAI.play(start, 0, typed, CHANCE)


def test_a_refusal_in_makruk_tells_the_piece_by_its_own_name() -> None:
    position = bare(THAI, {"e5": "P", "a1": "K", "h8": "k", "g7": "p"})

    assert refusal(THAI, position, "Mb2") == "White has no met. Legal are e5-e6=m, a1-a2, a1-b2, a1-b1."
    assert refusal(THAI, position, "claim") == "A draw can be claimed on the third time of a position."
    assert "White has no met" not in refusal(Chess(), started(Chess()), "Mb2")


def test_nobody_counts_as_long_as_there_is_a_pawn() -> None:
    position = after(counting({"a1": "K", "h8": "k", "b1": "R", "g2": "P"}), "Ka2 Kg8 Ka1")

    assert (position.counts, position.limit) == ((0, 0), 0)
    assert THAI.picture_status(position, None) == ()


def test_both_count_to_64_when_the_last_pawn_has_gone() -> None:
    pawn = {"a1": "K", "h8": "k", "b1": "R", "g5": "P", "e4": "n"}
    begun = after(counting(pawn), "g6")

    assert (begun.counts, begun.limit) == ((0, 0), 64)
    assert after(begun, "Kg8 Rb2").counts == (1, 1)
    # A capture does not begin it again.
    assert after(begun, "Kg8 Rb4 Nc5 Rb3 Nxb3").limit == 64
    assert THAI.picture_status(after(begun, "Kg8"), None) == ("No pawn is left: White has counted 0 of 64, Black 1.",)


def test_a_65th_move_without_a_checkmate_is_a_tie_and_with_one_wins() -> None:
    cells = {"a1": "K", "h8": "k", "g1": "R", "b5": "R", "a8": "n"}
    late = counting(cells, 0, (64, 64), 64)

    assert ended(THAI, after(late, "Rb4")) == (None, "White's count is over: there is no checkmate.")
    assert ended(THAI, after(late, "Rh5")) == (0, "Black is checkmated.")
    assert THAI.result(after(counting(cells, 0, (63, 63), 64), "Rb4")) is None


@pytest.mark.parametrize(
    ("army", "limit"),
    [("RR", 8), ("RSSNN", 16), ("SSNN", 22), ("SNN", 32), ("NN", 32), ("SNM", 44), ("NM", 64), ("MMMM", 64)],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_lone_king_counts_as_far_as_what_is_against_it_and_from_the_number_of_pieces(
    army: str, limit: int, seat: int
) -> None:
    def own(text: str) -> str:
        return text.lower() if seat else text

    others = dict(zip(("a1", "b1", "c1", "d1", "e1"), own(army), strict=False))
    position = counting(
        {**others, "h1": own("K"), "h4": "k" if seat == 0 else "K", "g2": "n" if seat == 0 else "N"}, seat
    )

    begun = after(position, f"{own('k').upper()}xg2")

    pieces = len(army) + 2
    assert (begun.counts[1 - seat], begun.counts[seat], begun.limit) == (pieces, 0, limit)


def test_the_example_of_the_help_page_six_seven_eight_and_mate_after_it() -> None:
    cells = {"a1": "R", "b1": "R", "c1": "N", "d1": "K", "h8": "k", "b8": "n"}
    begun = after(counting(cells), "Rxb8")

    assert (begun.counts, begun.limit) == ((0, 5), 8)
    assert THAI.picture_status(begun, None)[-1] == "Black's king is alone, and has counted 5 of 8."
    late = after(begun, "Kh7 Kd2 Kh6 Kd1 Kh7")
    assert (late.counts, THAI.result(late)) == ((0, 8), None)
    assert ended(THAI, after(late, "Kd2 Kh6")) == (None, "Black's count is over: there is no checkmate.")


def test_what_is_captured_later_changes_nothing_in_the_count() -> None:
    position = after(counting({"a1": "R", "g7": "R", "d1": "K", "h8": "k"}, 1, (0, 4), 8), "Kxg7")

    assert (position.counts, position.limit) == ((0, 5), 8)


def test_a_lone_king_begins_to_count_when_the_last_pawn_becomes_a_met() -> None:
    position = counting({"a1": "R", "g5": "P", "d1": "K", "h8": "k"})

    assert (after(position, "Ra2 Kh7").limit, after(position, "g6").limit) == (0, 16)
    assert after(position, "g6").counts == (0, 4)
