"""Slips of the fingers, and words that are none."""

from __future__ import annotations

import pytest

from pbmserv.play.slips import is_slip_of


@pytest.mark.parametrize(
    "typed", ["resing", "reisgn", "resig", "rsign", "reesign", "resugn", "rezign", "resigm", "resgin"]
)
def test_one_slip_of_the_fingers_is_known(typed: str) -> None:
    assert is_slip_of(typed, "resign")


@pytest.mark.parametrize(
    "word", ["resign", "design", "reign", "resin", "deign", "desist", "resist", "region", "sign"]
)
def test_the_word_itself_and_another_word_is_no_slip(word: str) -> None:
    assert not is_slip_of(word, "resign")


@pytest.mark.parametrize(("typed", "word"), [("purpose", "propose"), ("compose", "propose"), ("accent", "accept")])
def test_neither_are_words_that_sound_alike(typed: str, word: str) -> None:
    assert not is_slip_of(typed, word)


def test_letters_beside_each_other_in_other_scripts_are_not_known() -> None:
    assert not is_slip_of("сдаюсь", "сдаюся")
    assert is_slip_of("сдаюьс", "сдаюсь")
