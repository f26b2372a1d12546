"""The benchmark that counts the fillings of MacMahon's hexagon: its symmetries, and its result."""

from __future__ import annotations

import json
from pathlib import Path

import benchmarks
from benchmarks.macmahon import MIDDLE, PUBLISHED, beginnings, one_of_each_six, turned
from pbmserv.games.macmahon.board import TRIPLES, empty_hexagon

BOARD = sorted(empty_hexagon("1").board or ())


def test_a_sixth_of_a_turn_moves_the_board_onto_itself() -> None:
    assert {turned(cell) for cell in BOARD} == {*BOARD}
    assert {turned(cell) for cell in MIDDLE.cells()} == {*MIDDLE.cells()}


def test_all_cells_come_from_four_by_turning() -> None:
    chosen = one_of_each_six(BOARD)

    reached = set(chosen)
    for _ in range(6):
        reached |= {turned(cell) for cell in reached}

    assert len(chosen) == 4
    assert reached == {*BOARD}


def test_the_result_that_is_kept_is_the_published_count_from_all_beginnings() -> None:
    kept = json.loads((Path(benchmarks.__file__).parent / "results" / "macmahon.json").read_text(encoding="utf-8"))
    layouts = list(beginnings())

    assert kept["fillings"] == PUBLISHED == 11_853_792
    assert kept["beginnings"] == len(layouts)
    for layout in layouts:
        first, *rest = layout.placements
        assert tuple(marks for _, marks in layout.placements) == TRIPLES
        assert first.cell in one_of_each_six(BOARD)
        assert rest == sorted(rest)
