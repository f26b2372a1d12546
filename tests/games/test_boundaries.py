"""The numbers that help pages tell: what happens at the number itself, and what one before it; for both colours."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pbmserv.games.abalone import Abalone
from pbmserv.games.ataxx import Ataxx
from pbmserv.games.breakthrough import Breakthrough
from pbmserv.games.checkers import Checkers
from pbmserv.games.chess import Chess
from pbmserv.games.draughts import Draughts
from pbmserv.games.go import Go
from pbmserv.games.grid_game import GridGame, GridPosition
from pbmserv.games.hearts.rules import Position as Hands
from pbmserv.games.loa import LinesOfAction
from pbmserv.games.morris import Morris
from pbmserv.games.pente import Pente
from pbmserv.games.refusals import Illegal
from pbmserv.games.repetition import Remembering
from pbmserv.games.tricks.rules import played
from pbmserv.games.wari import Position as Seeds
from pbmserv.games.wari import Wari
from pbmserv.games.yacht.sheets import SHEETS
from tests.games.grids import CHANCE, OnGrid, refusal, started

CHESS, WARI = Chess(), Wari()
both = pytest.mark.parametrize("seat", [0, 1])
TIMES = tuple(map(str, range(300)))
"""Positions that have come before, none of them the one on the board."""


def end(game: OnGrid, position: Any) -> tuple[int | None, str] | None:
    result = game.result(position)
    return (result.winner, result.reason) if result else None


@both
@pytest.mark.parametrize("word", ["claim", "Claim"])
def test_a_draw_of_chess_is_claimed_after_fifty_moves_of_each_and_no_half_move_before(seat: int, word: str) -> None:
    position = replace(started(CHESS), next_seat=seat)
    early, now = replace(position, halfmove_clock=99), replace(position, halfmove_clock=100)

    assert "claim" not in CHESS.moves(early)
    assert refusal(CHESS, early, word).words == (
        "A draw can be claimed on the third time of a position, or after fifty quiet moves of each."
    )
    assert "claim" in CHESS.moves(now)
    claimed = CHESS.play(now, seat, word, CHANCE).position
    assert end(CHESS, claimed) == (None, "There have been fifty quiet moves of each.")


@both
def test_chess_is_a_draw_by_itself_after_seventy_five_moves_of_each(seat: int) -> None:
    position = replace(started(CHESS), next_seat=seat)

    assert end(CHESS, replace(position, halfmove_clock=149)) is None
    assert end(CHESS, replace(position, halfmove_clock=150)) == (
        None,
        "There have been seventy-five moves of each with no pawn moved and nothing captured.",
    )


@both
def test_a_position_of_chess_is_claimed_the_third_time_and_ends_the_game_the_fifth(seat: int) -> None:
    position = replace(started(CHESS), next_seat=seat)
    times = {number: replace(position, earlier=(position.digest,) * (number - 1)) for number in range(2, 6)}

    assert {number for number, each in times.items() if "claim" in CHESS.moves(each)} == {3, 4}
    assert {number for number, each in times.items() if end(CHESS, each)} == {5}


@pytest.mark.parametrize(
    ("game", "options", "moves"),
    [
        (Checkers(), {}, 40),
        (Draughts(), {}, 25),
        (Draughts(), {"variant": "russian"}, 15),
        (Draughts(), {"variant": "brazilian"}, 20),
    ],
)
@both
def test_moves_by_kings_alone_are_a_tie_once_each_has_made_so_many(
    game: GridGame[Any], options: dict[str, Any], moves: int, seat: int
) -> None:
    position = replace(started(game, **options), next_seat=seat)
    again = (position.digest,)

    assert end(game, replace(position, quiet=2 * moves - 1)) is None
    assert end(game, replace(position, quiet=2 * moves)) == (
        None,
        f"There have been {moves} moves of each by kings alone, without a capture.",
    )
    assert end(game, replace(position, earlier=again)) is None
    assert end(game, replace(position, earlier=again * 2)) == (None, "The same position has come for the third time.")


@pytest.mark.parametrize(
    ("game", "most", "reason"),
    [
        (Abalone(), 200, "No marble was pushed off in 200 moves."),
        (Morris(), 100, "No man was taken in 100 moves."),
    ],
)
@both
def test_so_many_moves_in_which_nothing_happens_are_a_tie(
    game: GridGame[Any], most: int, reason: str, seat: int
) -> None:
    position = replace(started(game), next_seat=seat)

    assert end(game, replace(position, earlier=TIMES[: most - 1])) is None
    assert end(game, replace(position, earlier=TIMES[:most])) == (None, reason)


@pytest.mark.parametrize("game", [Abalone(), LinesOfAction(), Morris()])
@both
def test_the_same_position_is_a_tie_the_third_time_and_not_the_second(game: GridGame[Any], seat: int) -> None:
    position = replace(started(game), next_seat=seat)
    other = replace(position, next_seat=1 - seat)

    assert end(game, replace(position, earlier=(position.digest,))) is None
    assert end(game, replace(position, earlier=(position.digest, other.digest))) is None
    assert end(game, replace(position, earlier=(position.digest,) * 2)) == (
        None,
        "The same position has come for the third time.",
    )


@both
def test_six_marbles_off_the_board_win_and_five_do_not(seat: int) -> None:
    game, start = Abalone(), started(Abalone())
    others = "ox"[seat]

    def without(marbles: int) -> Remembering:
        lying = start.cells.replace(others, ".", marbles)
        return Remembering(start.width, lying, 1 - seat)

    assert end(game, without(5)) is None
    assert end(game, without(6)) == (seat, f"{game.seat_names[seat]} has pushed 6 marbles off the board.")


def test_a_hundred_jumps_in_a_row_end_ataxx_and_ninety_nine_do_not() -> None:
    game, start = Ataxx(), started(Ataxx())

    assert end(game, replace(start, jumps=99)) is None
    result = game.result(replace(start, jumps=100))
    assert result is not None
    assert result.winner is None
    assert result.reason.startswith("There have been 100 jumps with nothing new")


@pytest.mark.parametrize(
    ("seat", "rows", "straight", "legal", "other"),
    [
        (0, "..... ..... .xx.. ..o.. .....", "c2-c3", {"c2-b3", "c2-d3"}, "Black"),
        (1, "..... ..x.. .oo.. ..... .....", "c4-c3", {"c4-b3", "c4-d3"}, "White"),
    ],
)
def test_no_man_of_breakthrough_captures_straight_ahead(
    seat: int, rows: str, straight: str, legal: set[str], other: str
) -> None:
    game, position = Breakthrough(), GridPosition(5, rows.replace(" ", ""), seat)

    assert {*game.moves(position)} == legal
    assert refusal(game, position, straight).words == (
        f"Men take diagonally, never straight ahead: {other}'s man on c3 is in the way."
    )
    taken = game.play(position, seat, straight.replace("c3", "b3"), CHANCE).position
    assert (taken.cells.count("x"), taken.cells.count("o")) == (1, 1)


@both
def test_three_men_of_morris_fly_and_four_do_not(seat: int) -> None:
    game, start = Morris(), started(Morris())
    men, others = "ox"[seat], "xo"[seat]

    def standing(own: int) -> Any:
        lying = others * 4 + men * own + "." * (len(start.cells) - 4 - own)
        return replace(start, cells=lying, in_hand=(0, 0), next_seat=seat)

    assert game.flies(standing(3))
    assert not game.flies(standing(4))
    assert end(game, standing(2)) == (1 - seat, f"{game.seat_names[seat]} has only 2 men left.")
    assert end(game, standing(3)) is None
    in_hand = (1, 0) if seat == 0 else (0, 1)
    assert end(game, replace(standing(2), in_hand=in_hand)) is None


@both
def test_twenty_five_seeds_win_and_twenty_four_do_not(seat: int) -> None:
    def with_seeds(number: int) -> Seeds:
        stores = (number, 0) if seat == 0 else (0, number)
        return Seeds((2,) * 11 + (48 - number - 22,), stores)

    assert WARI.result(with_seeds(24)) is None
    result = WARI.result(with_seeds(25))
    assert result is not None
    assert result.winner == seat


@both
def test_five_pairs_win_pente_and_four_do_not(seat: int) -> None:
    game, start = Pente(), started(Pente())

    def with_pairs(pairs: int) -> Any:
        return replace(start, pairs=(pairs, 0) if seat == 0 else (0, pairs), next_seat=1 - seat)

    assert end(game, with_pairs(4)) is None
    assert end(game, with_pairs(5)) == (seat, f"{game.seat_names[seat]} has captured 5 pairs.")


@both
def test_go_ends_when_three_stones_for_each_point_have_been_laid(seat: int) -> None:
    game = Go()
    options = {option.name: option.default for option in game.options} | {"size": "9"}
    start = replace(game.start(options, 2, CHANCE), next_seat=seat)
    laid = tuple(range(10_000, 10_000 + 3 * 81))

    # The position before the first stone is one of them.
    last_but_one = game.play(replace(start, earlier=laid[: 3 * 81 - 1]), seat, "e5", CHANCE).position
    last = game.play(replace(start, earlier=laid[: 3 * 81]), seat, "e5", CHANCE).position
    assert game.result(last_but_one) is None
    assert game.result(last) is not None


@pytest.mark.parametrize("seat", range(4))
def test_a_hundred_points_end_hearts_and_ninety_nine_do_not(seat: int) -> None:
    def played_on(most: int) -> Hands:
        """The position after the last card of a hand in which nobody takes a point."""
        points = tuple(most if each == seat else each for each in range(4))
        hands = (("2D",), (), (), ())
        last = Hands(
            target=100,
            jacks=False,
            number=1,
            hands=hands,
            is_passing=False,
            trick=("3D", "4D", "5D"),
            led=1,
            played=("2C",) * 48,
            points=(points,),
        )
        return played(last, 0, "2D", CHANCE)[0]

    assert not played_on(99).is_over
    assert played_on(100).is_over


def test_sixty_three_points_in_the_numbers_earn_a_bonus_and_sixty_two_do_not() -> None:
    with_bonus = next(sheet for sheet in SHEETS.values() if sheet.has_bonus)
    without = next(sheet for sheet in SHEETS.values() if not sheet.has_bonus)

    assert with_bonus.bonus((3, 6, 9, 12, 15, 17)) == 0
    assert with_bonus.bonus((3, 6, 9, 12, 15, 18)) == 35
    assert with_bonus.bonus((3, 6, 9, 12, 15, None)) == 0
    assert without.bonus((5, 10, 15, 20, 25, 30)) == 0


@pytest.mark.parametrize("size", [9, 13, 19])
def test_the_second_stone_of_a_tournament_of_pente_lies_three_points_away_or_more(size: int) -> None:
    game = Pente()
    start = started(Pente(), size=size)
    middle = game.board(start).names[len(start.cells) // 2]
    position = game.play(start, 0, middle, CHANCE).position
    position = game.play(position, 1, "a1", CHANCE).position
    column, row = middle[0], int(middle[1:])

    for away in (1, 2):
        with pytest.raises(Illegal, match="at least three points"):
            game.play(position, 0, f"{column}{row + away}", CHANCE)
    assert game.play(position, 0, f"{column}{row + 3}", CHANCE).position.laid == 3
    assert game.play(position, 0, f"{column}{row - 3}", CHANCE).position.laid == 3
