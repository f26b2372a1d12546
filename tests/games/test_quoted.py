"""What a refusal quotes of a text as typed: no word is cut, except one that is too long by itself."""

from __future__ import annotations

import pytest

from pbmserv.games.refusals import quoted


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        (" d3 ", "d3"),
        ("exactly twenty chars", "exactly twenty chars"),
        ("exactly twenty-one ch", "exactly twenty-one ..."),
        ("exactly twenty chars and more", "exactly twenty chars ..."),
        ("a" * 20, "a" * 20),
        ("a" * 21, "a" * 20 + "..."),
        ("Thank you very much, I play", "Thank you very much, ..."),
        ("d3\u0007\n!", "d3??!"),
    ],
)
def test_no_word_is_cut(typed: str, shown: str) -> None:
    assert quoted(typed) == shown
