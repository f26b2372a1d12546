"""Tables: their columns stand below one another, whatever is in them."""

from __future__ import annotations

from pbmserv.letters.tables import table


def test_a_table_is_as_wide_as_what_it_holds() -> None:
    assert table(["name", "n"], [["alice", "7"], ["bob", "12"]]) == ["name    n", "alice   7", "bob    12"]


def test_a_table_is_never_wider_than_a_letter() -> None:
    lines_of_table = table(["one", "two"], [["word " * 20, "x" * 60], ["short", "y"]])

    assert max(map(len, lines_of_table)) <= 79
    assert lines_of_table[-1].split() == ["short", "y"]


def test_signs_of_two_columns_are_counted_as_such() -> None:
    assert table(["who", "n"], [["太郎", "1"], ["jose\N{COMBINING ACUTE ACCENT}", "2"]]) == [
        "who   n",
        "太郎  1",
        "jose\N{COMBINING ACUTE ACCENT}  2",
    ]


def test_a_cell_of_several_lines_keeps_them() -> None:
    assert table(["n", "outcome"], [["1", "first\nsecond"], ["2", ""]]) == [
        "n  outcome",
        "1  first",
        "   second",
        "2",
    ]


def test_a_terminal_that_is_too_narrow_for_its_columns_gets_them_nevertheless() -> None:
    assert table(["a", "b"], [["xx", "yy"]], room=3) == ["a  b", "x  y", "x  y"]
