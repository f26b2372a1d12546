"""The puzzles of Trioker as players meet them: shapes, moves, refusals, hints, the end, and the contract."""

from __future__ import annotations

import pytest

from pbmserv.games.base import Ambiguous, Illegal, Unreadable
from pbmserv.games.testing import check_contract
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.triangles.solver import Count, count_fillings
from pbmserv.games.trioker.tiles import FIGURE_TILES, TILES
from pbmserv.games.trioker_puzzle import TriokerPuzzle
from pbmserv.games.trioker_puzzle.shapes import SHAPES, WITH_JOKER, cells_of
from tests.games.puzzles import CHANCE, hint, play, refusal, short_searches, started

GAME = TriokerPuzzle()
WHEEL_FILLED = ("021.04@1", "001@2", "110@3", "123@4", "132@5", "112@6")


@pytest.mark.parametrize("games", [1, pytest.param(2, marks=pytest.mark.long)])
def test_it_keeps_the_contract(monkeypatch: pytest.MonkeyPatch, games: int) -> None:
    short_searches(monkeypatch)

    check_contract(GAME, games=games)


class TestShapes:
    def test_there_is_a_choice_of_them(self) -> None:
        assert {shape: len(cells_of(shape)) for shape in SHAPES} == {
            "wheel": 6,
            "star": 12,
            "ring": 18,
            "tree": 24,
            "ribbon": 24,
            "trapezium": 24,
            "parallelogram": 24,
            "hourglass": 24,
            "boat": 24,
            "hexagon": 24,
            "chevron": 24,
            "triangle": 25,
            "crown": 25,
        }

    def test_the_usual_one_is_the_parallelogram(self) -> None:
        assert started(GAME).layout.board == cells_of("parallelogram")

    @pytest.mark.parametrize("shape", sorted(WITH_JOKER))
    def test_some_need_the_joker_and_say_so(self, shape: str) -> None:
        with pytest.raises(Illegal) as caught:
            GAME.check_options({"shape": shape, "joker": False, "moves": 240}, 1)

        assert str(caught.value) == f"The {shape} cannot be filled by the 24 tiles alone: add -joker."
        GAME.check_options({"shape": shape, "joker": True, "moves": 240}, 1)

    @pytest.mark.long
    def test_those_have_more_cells_than_tiles_or_no_filling_at_all(self) -> None:
        """The hexagon, the fourth of them, is tried with the search itself."""
        assert len(cells_of("triangle")) == len(cells_of("crown")) == 25
        assert count_fillings(Layout(board=cells_of("chevron")), FIGURE_TILES) == Count(0, is_exact=True)

    @pytest.mark.parametrize("shape", SHAPES)
    @pytest.mark.alike
    def test_every_one_can_be_filled_with_the_joker_and_most_without(self, shape: str) -> None:
        for joker in {True, shape in WITH_JOKER}:
            assert "can be filled from here" in hint(GAME, started(GAME, shape=shape, joker=joker))

    def test_the_joker_takes_part_if_it_is_asked_for(self) -> None:
        assert started(GAME).tiles == FIGURE_TILES
        assert started(GAME, joker=True).tiles == TILES
        assert refusal(GAME, started(GAME), "12W@1").words == (
            "There is no tile 12W: the joker 12W takes part where the challenge says -joker, and this one does not."
        )
        assert play(GAME, started(GAME, joker=True), "12W.08@1").layout.placements == (Placement(Cell(0, 0), "21W"),)


class TestLaying:
    def test_a_tile_lies_as_its_hour_says(self) -> None:
        position = play(GAME, started(GAME, shape="wheel"), "021.04@1")

        assert position.layout.placements == (Placement(Cell(0, 0), "012"),)
        assert "021" not in position.unused

    def test_it_turns_by_itself_where_it_fits_in_one_way(self) -> None:
        position = play(GAME, started(GAME, shape="wheel"), "021.04@1", "001@2")

        assert position.layout.placements[-1] == Placement(Cell(0, 1), "100")

    @pytest.mark.parametrize(
        "typed", ["021.04@1", "place 021.04@1", "PLACE 0-2-1.4 @ 1", " 021.04@1 ", "0 2 1.04@01"]
    )
    def test_a_move_is_understood_in_several_forms(self, typed: str) -> None:
        assert GAME.play(started(GAME), 0, typed, CHANCE).move == "021.04@1"

    def test_the_name_may_begin_with_any_figure(self) -> None:
        """The hour belongs to the last figure as it was written."""
        assert GAME.play(started(GAME), 0, "210.04@1", CHANCE).move == "021.08@1"
        assert GAME.play(started(GAME), 0, "210.12@1", CHANCE).move == "021.04@1"

    def test_tiles_need_not_touch(self) -> None:
        position = play(GAME, started(GAME), "333@1", "000@24")

        assert len(position.layout.placements) == 2

    def test_where_it_fits_in_several_ways_the_choices_are_told(self) -> None:
        refused = refusal(GAME, started(GAME), "123@1")

        assert isinstance(refused, Ambiguous)
        assert set(refused.choices) == {"123.04@1", "123.08@1", "123.12@1"}

    @pytest.mark.parametrize(
        ("typed", "words"),
        [
            (
                "113@2",
                (
                    "Tile 113 does not fit at position 2 in any way:"
                    " its bottom corner has to be 1 and its top left corner 0."
                ),
            ),
            ("001@1", "At position 1 lies tile 021: take 1 takes it off."),
            ("210.12@5", "Tile 021 lies on the board already, at position 1."),
            ("333@7", "Position 7 is not on the board: the positions are numbered 1 to 6."),
            ("444@5", "There is no tile 444: the figures on the tiles are 0 to 3."),
        ],
    )
    def test_what_cannot_be_laid_is_refused_with_the_reason(self, typed: str, words: str) -> None:
        position = play(GAME, started(GAME, shape="wheel"), "021.04@1")

        refused = refusal(GAME, position, typed)

        assert isinstance(refused, Illegal)
        assert refused.words == words

    @pytest.mark.parametrize("typed", ["", "021", "@1", "021@", "take", "take x", "hint 7", "lay 021@1", "0211@1"])
    def test_other_texts_cannot_be_read(self, typed: str) -> None:
        refused = refusal(GAME, started(GAME), typed)

        assert isinstance(refused, Unreadable)
        assert refused.words == (
            f'The text "{typed}" is not a move: write a tile, @ and the number of a position,'
            " for example 123@7, take 7 or hint."
        )


class TestTaking:
    @pytest.mark.parametrize("typed", ["take 1", "Take 1", "take1", " take 01 "])
    def test_a_tile_is_taken_off_again(self, typed: str) -> None:
        position = play(GAME, started(GAME, shape="wheel"), "021.04@1")

        played = GAME.play(position, 0, typed, CHANCE)

        assert played.move == "take 1"
        assert not played.position.layout.placements
        assert played.position.unused == FIGURE_TILES.names

    def test_where_no_tile_lies_none_is_taken(self) -> None:
        assert refusal(GAME, started(GAME), "take 3").words == (
            "There is no tile at position 3 to take off: none has been laid."
        )
        two_laid = play(GAME, started(GAME), "000@1", "001@2")
        assert refusal(GAME, two_laid, "take 3").words == (
            "There is no tile at position 3 to take off: tiles lie at 1, 2."
        )
        assert refusal(GAME, started(GAME), "take 30").words == (
            "Position 30 is not on the board: the positions are numbered 1 to 24."
        )


class TestHints:
    def test_a_hint_tells_a_move_with_which_it_can_be_done(self) -> None:
        position = play(GAME, started(GAME, shape="wheel"), *WHEEL_FILLED[:5])

        told = hint(GAME, position)

        assert told == "Hint: the board can be filled from here, for example with 112@6 as the next move."

    def test_a_puzzle_is_solved_by_hints_alone(self) -> None:
        position = started(GAME, shape="boat")

        while GAME.to_move(position):
            move = hint(GAME, position).split(" with ")[1].split()[0]
            position = play(GAME, position, move)

        assert not position.free_cells

    def test_where_the_way_is_lost_the_tiles_are_named_that_were_laid_since(self) -> None:
        on_the_way = play(GAME, started(GAME), "333@9", "332@10")
        lost = play(GAME, on_the_way, "012.06@24", "223@1", "111@5")

        assert hint(GAME, on_the_way).endswith("for example with 223@1 as the next move.")
        assert hint(GAME, lost) == (
            "Hint: from here the board cannot be filled. It can be if you take off what lies at 24, 1, 5."
        )
        assert "can be filled from here" in hint(GAME, play(GAME, lost, "take 24", "take 1", "take 5"))

    def test_an_answer_that_takes_too_long_is_not_waited_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("pbmserv.games.triangles.filling.HINT_BUDGET", 100)

        told = hint(GAME, started(GAME))

        assert told == (
            "Hint: whether the board can be filled from here was not found out in time; a tile more or less may help."
        )

    def test_where_looking_back_takes_too_long_a_tile_too_many_is_named(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("pbmserv.games.triangles.filling.LOOK_BACK_BUDGET", 1)
        lost = play(GAME, started(GAME), "333@9", "332@10", "012.06@24")

        assert hint(GAME, lost).endswith("if you take off what lies at 9, 10, 24.")

    def test_a_hint_lays_nothing_and_costs_a_point(self) -> None:
        position = play(GAME, started(GAME, shape="wheel"), "hint", "hint")

        assert not position.layout.placements
        result = GAME.result(play(GAME, position, *WHEEL_FILLED))
        assert result is not None
        assert (result.winner, result.scores) == (0, (4,))
        assert result.reason == "All 6 cells are filled, with 2 hints."


class TestTheEnd:
    def test_a_full_board_is_won(self) -> None:
        position = play(GAME, started(GAME, shape="wheel"), *WHEEL_FILLED)

        assert GAME.to_move(position) == ()
        result = GAME.result(position)
        assert result is not None
        assert (result.winner, result.scores) == (0, (6,))
        assert result.reason == "All 6 cells are filled, without a hint."

    def test_no_score_is_less_than_nothing(self) -> None:
        result = GAME.result(play(GAME, started(GAME, shape="wheel"), *["hint"] * 7, *WHEEL_FILLED))

        assert result is not None
        assert result.scores == (0,)

    def test_with_its_last_move_an_unfilled_board_is_given_up(self) -> None:
        position = play(GAME, started(GAME, shape="wheel", moves=25), *["021.04@1", "take 1"] * 12, "021.04@1")

        assert GAME.to_move(position) == ()
        result = GAME.result(position)
        assert result is not None
        assert (result.winner, result.scores) == (None, (0,))
        assert result.reason == "The 25 moves are used up, and 5 cells are still empty."

    def test_one_cell_that_is_left_is_told_of_in_the_singular(self) -> None:
        moves = ["021.04@1", "take 1"] * 10 + [*WHEEL_FILLED[:5]]

        result = GAME.result(play(GAME, started(GAME, shape="wheel", moves=25), *moves))

        assert result is not None
        assert result.reason == "The 25 moves are used up, and 1 cell is still empty."


class TestLetters:
    def test_the_board_shows_the_numbers_also_where_tiles_lie(self) -> None:
        position = play(GAME, started(GAME, shape="wheel"), "021.04@1", "001@2")

        assert (
            GAME.draw(position, 0)
            == r"""
    +-------+
   /0\0   0/ \
  / 1 \ 2 / 3 \
 /2   1\1/     \
+-------+-------+
 \     / \     /
  \ 4 / 5 \ 6 /
   \ /     \ /
    +-------+
"""[1:-1]
        )

    def test_a_full_board_shows_the_tiles_alone(self) -> None:
        position = play(GAME, started(GAME, shape="wheel"), *WHEEL_FILLED)

        assert (
            GAME.draw(position, 0)
            == r"""
    +-------+
   /0\0   0/0\
  /   \   /   \
 /2   1\1/1   1\
+-------+-------+
 \2   1/1\1   1/
  \   /   \   /
   \3/3   2\2/
    +-------+
"""[1:-1]
        )
        assert GAME.legend(position, 0) == ""

    def test_moves_that_lay_a_tile_are_the_examples_as_long_as_there_are_any(self) -> None:
        position = play(GAME, started(GAME, shape="wheel"), "021.04@1")
        blocked = play(
            GAME,
            started(GAME),
            *(
                "221.08@1",
                "110.02@4",
                "112.08@7",
                "111@8",
                "002@11",
                "012@15",
                "003.08@17",
                "000@20",
                "021@23",
                "001@13",
            ),
        )

        assert GAME.examples(position, 0) == ("001@2", "112.04@5")
        assert GAME.legal_moves(blocked, 0) == ["hint", *(f"take {n}" for n in (1, 4, 7, 8, 11, 13, 15, 17, 20, 23))]
        assert GAME.examples(blocked, 0) == ("hint", "take 11")

    def test_the_tiles_left_and_the_moves_are_told(self) -> None:
        position = play(GAME, started(GAME, shape="wheel"), "021.04@1", "hint")

        assert GAME.status(position, 0) == (
            "Tiles left (23): 000 111 222 333 001 002 003 112 113 110 223 220 221 330 331",
            "332 012 123 132 230 203 301 310",
            "Moves: 2 of 240. Hints: 1.",
        )
