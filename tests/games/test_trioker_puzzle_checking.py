"""People's own shapes: what is said about those that can be filled, and about those that cannot."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbmserv.cli import main
from pbmserv.games import trioker_puzzle
from pbmserv.games.triangles.shapes import ShapeError
from pbmserv.games.trioker_puzzle.checking import check_shape

ONE_CELL = r"""
    +
   / \
  /   \
 /     \
+-------+
"""


def shipped(shape: str) -> str:
    return (files(trioker_puzzle) / "shapes" / f"{shape}.txt").read_text(encoding="utf-8")


def check(*words: str, drawing: str) -> Result:
    return CliRunner().invoke(main, ["puzzle", "check", *words, "-"], input=drawing)


class TestVerdicts:
    def test_all_ways_are_counted(self) -> None:
        """24 tiles, and three ways to lay each but the triples."""
        verdict = check_shape(ONE_CELL, joker=False)

        assert verdict.can_be_filled
        assert verdict.text == "The shape has 1 cell. There are 24 tiles.\nIt can be filled, in exactly 64 ways."

    def test_the_joker_is_one_tile_more(self) -> None:
        assert check_shape(ONE_CELL, joker=True).ways == (67, True)

    def test_counting_ends_somewhere(self) -> None:
        verdict = check_shape(shipped("star"), joker=False, most=7)

        assert verdict.text == "The shape has 12 cells. There are 24 tiles.\nIt can be filled, in at least 7 ways."

    def test_more_cells_than_tiles_cannot_be_filled(self) -> None:
        verdict = check_shape(shipped("triangle"), joker=False)

        assert not verdict.can_be_filled
        assert verdict.text == (
            "The shape has 25 cells. There are 24 tiles.\nIt cannot be filled: there are more cells than tiles."
        )

    def test_a_search_that_is_given_up_is_no_proof(self) -> None:
        verdict = check_shape(shipped("hexagon"), joker=False, budget=1000)

        assert not verdict.can_be_filled
        assert verdict.text.endswith(
            "No way to fill it was found, but the search was given up before it had tried everything."
        )

    def test_a_drawing_that_cannot_be_read_is_no_shape(self) -> None:
        with pytest.raises(ShapeError, match=r"^line 1, column 1: "):
            check_shape("nothing", joker=False)


class TestCommand:
    def test_it_says_what_is_known(self) -> None:
        result = check(drawing=ONE_CELL)

        assert result.exit_code == 0
        assert result.output == "The shape has 1 cell. There are 24 tiles.\nIt can be filled, in exactly 64 ways.\n"

    def test_it_reads_files(self, tmp_path: Path) -> None:
        file = tmp_path / "shape.txt"
        file.write_text(shipped("crown"), encoding="utf-8")

        result = CliRunner().invoke(main, ["puzzle", "check", "--joker", "--most", "1", str(file)])

        assert result.exit_code == 0
        assert result.output.endswith("It can be filled, in at least 1 way.\n")

    def test_a_shape_that_cannot_be_filled_fails(self) -> None:
        assert check(drawing=shipped("crown")).exit_code == 1

    def test_a_drawing_with_a_fault_is_told_with_its_place(self) -> None:
        result = check(drawing=ONE_CELL.replace("/ ", "| ", 1))

        assert result.exit_code == 1
        assert result.output == (
            "Error: <stdin>, line 3, column 4: | means nothing here: a shape is drawn with + - / \\ # alone.\n"
        )

    def test_a_file_of_something_else_is_refused(self, tmp_path: Path) -> None:
        file = tmp_path / "shape.png"
        file.write_bytes(b"\x89PNG\r\n\xff\xfe")

        result = CliRunner().invoke(main, ["puzzle", "check", str(file)])

        assert result.exit_code == 1
        assert result.output == f"Error: {file} is no text in UTF-8.\n"
