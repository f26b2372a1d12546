"""King of the Hill and three-check: where they differ from chess."""

from __future__ import annotations

from typing import Any

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.games.chess import Chess
from pbmserv.games.chess.rules import BOARD
from pbmserv.games.file_reading import games_in
from pbmserv.games.game_file import PlayedGame
from pbmserv.games.kingofthehill import KingOfTheHill
from pbmserv.games.other_words import game_called
from pbmserv.games.threecheck import ThreeCheck, checks_of
from tests.games.grids import CHANCE, played, started

HILL, CHECKS = KingOfTheHill(), ThreeCheck()
TO_THE_HILL = "e4 a6 Ke2 a5 Ke3 a4"
TWO_CHECKS = "e4 e5 Bc4 Nc6 Bxf7 Kxf7 Qh5 g6"


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
    [("kingofthehill", "King of the Hill"), ("threecheck", "Three-check"), ("threecheck", "three check")],
)
def test_they_are_found_by_their_usual_names(word: str, called: str) -> None:
    assert game_called(called, installed()) == word


@pytest.mark.parametrize(
    ("game", "moves", "variant"),
    [(HILL, f"{TO_THE_HILL} Kd4", "King of the Hill"), (CHECKS, f"{TWO_CHECKS} Qxg6", "Three-check")],
    ids=["hill", "checks"],
)
def test_a_game_is_a_file_with_its_variant_which_only_that_game_reads(game: Chess, moves: str, variant: str) -> None:
    words = tuple((number % 2, word) for number, word in enumerate(moves.split()))
    text = game.game_file(PlayedGame("Board 101", "2026-11-22", ("alice", "bob"), {"position": 518}, words, winner=0))

    [told] = games_in(text)

    assert f'[Variant "{variant}"]' in text
    readers = [each.word for each in (Chess(), HILL, CHECKS) if each.read_game(told)]
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
