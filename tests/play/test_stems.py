"""Stems of words: what is found is what the alternatives say, one after the other."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmserv.play.stems import folded, stems

ALTERNATIVES = r"\bmail|message|\bmes|mensa[jg]e|bo?at|\bboats?\b|почт|所|\W\W|x{2}"


@given(st.text("maileso gjbtxпоч所-M", max_size=20))
def test_the_same_is_found_as_by_the_alternatives_one_after_the_other(text: str) -> None:
    assert bool(stems(ALTERNATIVES).search(text)) == bool(re.search(ALTERNATIVES, text))


@pytest.mark.parametrize(("text", "is_found"), [("ONE E-MAIL", True), ("İletişim", True), ("a handicap", False)])
def test_a_text_is_searched_in_small_letters(text: str, is_found: bool) -> None:
    assert bool(stems(r"\bmail|\bileti").search(folded(text))) == is_found
