"""What players write stands in letters as theirs, and cannot pass for anybody else's words or the server's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmserv.letters.letter import LINE_OF_STARS, players_words


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (LINE_OF_STARS, "***"),
        ("*" * 59, "***"),
        ("* " * 30, "*** "),
        ("   " + LINE_OF_STARS, "   ***"),
        ("\uff0a" * 60, "***"),
        ("\u2217\u200b" * 60, "***\u200b"),
        ("first\x0b" + LINE_OF_STARS + "\u2028bob writes:", "first\n***\nbob writes:"),
        ("words " + LINE_OF_STARS + " words", "words *** words"),
    ],
    ids=["60", "59", "with blanks", "indented", "full width", "with what cannot be seen", "odd breaks", "in a line"],
)
def test_a_line_of_stars_is_cut_short(written: str, shown: str) -> None:
    assert players_words(written) == shown


@pytest.mark.parametrize(
    "written", ["", "f**** it", "* one\n* two\n\n***\n  * three", "a ** b *** c", "3*3*3*3*3*3*3*3*3*3*3"]
)
def test_other_words_stay_as_they_are(written: str) -> None:
    assert players_words(written) == written


@given(st.text(alphabet="*\uff0a \t\u200bx\n\r\x0b\x85\u2028", max_size=200))
def test_no_line_of_ten_stars_is_left_however_it_is_written(written: str) -> None:
    shown = players_words(written)

    assert all(line.strip("*\uff0a \t\u200b") or line.count("*") < 10 for line in shown.split("\n"))
