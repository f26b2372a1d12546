"""By which lines a letter of ours is recognised, and how much of a line is looked at."""

from __future__ import annotations

import pytest

from pbmserv.letters.own_lines import has_our_subject, is_subject, plain


def test_two_thousand_characters_of_a_line_are_looked_at() -> None:
    assert plain("x" * 2000) == "x" * 2000
    assert plain("x" * 1999 + "yz") == "x" * 1999 + "y"


@pytest.mark.parametrize(("length", "expected"), [(200, True), (201, False)])
def test_no_subject_of_ours_is_longer_than_two_hundred_characters(length: int, expected: bool) -> None:
    assert is_subject("Message from " + "x" * (length - 13)) is expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Hex Board 101 bob", False),
        ("Betreff: Hex Board 101 bob", True),
        ("Betreff: Re: [EXT]: Hex Board 101 bob", True),
        ("Betreff: Re: AW: [EXT]: Hex Board 101 bob", False),
    ],
)
def test_a_subject_of_ours_stands_behind_three_labels_at_most(line: str, expected: bool) -> None:
    assert has_our_subject(line) is expected
