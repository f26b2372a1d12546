"""Names of cards and tiles in somebody's words: found in whatever letters they are written, where words are not."""

from __future__ import annotations

import pytest

from pbmserv.play.shown_alone import may_hold_names, named_in

CARDS = frozenset({"AH", "KH", "QS", "2C", "TD", "AS"})
TILES = frozenset({"3-3-4", "1-1-2", "2-4-5"})
TRIOKERS = frozenset({"012", "12W", "220"})


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("I have QS.", {"QS"}),
        ("I have qs.", {"QS"}),
        ("and the 2c", {"2C"}),
        ("\uff31\uff33", {"QS"}),
        ("\uff21\uff28 \uff4b\uff48", {"AH", "KH"}),
        ("AHKH", {"AH", "KH"}),
        ("ahkh", {"AH", "KH"}),
        ("Your cardsAHKHQSGood luck", {"AH", "KH", "QS"}),
        ("yourcardsahkhqsgoodluck", {"AH", "KH", "QS"}),
        ("ah kh", {"AH", "KH"}),
        ("a h k h", {"AH", "KH"}),
        ("A-H, K-H", {"AH", "KH"}),
        ("a\nh\nk\nh", {"AH", "KH"}),
        ("Good luck! ah\nas 2c", {"AH", "AS", "2C"}),
        ("A\u200bH K\u0332H", {"AH", "KH"}),
    ],
)
def test_cards_are_found_in_whatever_letters(words: str, named: set[str]) -> None:
    assert named_in(words, CARDS) == named


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("2 of C", {"2C"}),
        ("the q of s", {"QS"}),
        ("2♣", {"2C"}),
        ("Q ♠ and A♥", {"QS", "AH"}),
        ("♣2", {"2C"}),
        ("♥\ufe0f A K 3", {"AH", "KH"}),
        ("♧ 2", {"2C"}),
        ("10♦", {"TD"}),
        ("10D", {"TD"}),
        ("10 of d", {"TD"}),
        ("C: 2 6 9", {"2C"}),
        ("h: ak", {"AH", "KH"}),
        ("H = A, K", {"AH", "KH"}),
        ("H A K", {"AH", "KH"}),
        ("Hearts: A K 3", {"AH", "KH"}),
        ("hearts A, 10, K", {"AH", "KH"}),
        ("2 C", {"2C"}),
        ("\U0001f0d2\U0001f0a1", {"2C", "AS"}),
    ],
)
def test_cards_are_found_in_whatever_spelling(words: str, named: set[str]) -> None:
    assert named_in(words, CARDS) == named


@pytest.mark.parametrize(("words", "named"), [("C2", "2C"), ("c2", "2C"), ("SQ", "QS"), ("D-10", "TD"), ("HK", "KH")])
def test_a_card_with_its_suit_first_may_be_a_square_of_another_board(words: str, named: str) -> None:
    assert named_in(words, CARDS, of_its_board=True) == {named}
    assert named_in(words, CARDS) == frozenset()


@pytest.mark.parametrize(
    "words",
    ["Ha!", "HA!", "D: a nice one", "The queen of spades is mine", "Hearts 2 is fun", "2 of us", "I had 10 of them",
     "C: what?", "2 Clubs", "in 10 days", "A of course", "Sq. 2"],
)  # fmt: skip
def test_what_only_begins_like_a_card_is_none(words: str) -> None:
    assert named_in(words, CARDS, of_its_board=True) == frozenset()


@pytest.mark.parametrize(
    "words",
    ["Ah, as you like.", "As I said: ah!", "Ah ah ah!", "I had a D once.", "See you in 2 d.", "Thanks, that was fun.",
     "at the 2nd", "tasks with a smile", "Shahs and khans", "Has she had 12cm?"],
)  # fmt: skip
def test_words_of_people_are_no_cards(words: str) -> None:
    assert named_in(words, CARDS) == frozenset()


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("3-3-4", {"3-3-4"}),
        ("3 3 4", {"3-3-4"}),
        ("3/3/4", {"3-3-4"}),
        ("3-3-\n4", {"3-3-4"}),
        ("\uff13\uff0d\uff13\uff0d\uff14", {"3-3-4"}),
        ("\u0663-\u0663-\u0664", {"3-3-4"}),
        ("3\u20133\u20134", {"3-3-4"}),
        ("334 112", {"3-3-4", "1-1-2"}),
        ("334112245", {"3-3-4", "1-1-2", "2-4-5"}),
        ("tiles334112", {"3-3-4", "1-1-2"}),
    ],
)
def test_tiles_are_found_in_whatever_signs(words: str, named: set[str]) -> None:
    assert named_in(words, TILES) == named


@pytest.mark.parametrize("words", ["You have 112 points!", "At 2:45, or at 3.34.", "On 1.12.", "12 of 245 games"])
def test_numbers_of_people_are_no_tiles(words: str) -> None:
    assert named_in(words, TILES) == frozenset()


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("12w", {"12W"}),
        ("1 2 w", {"12W"}),
        ("0 1 2", {"012"}),
        ("01\n2, 22\n0", {"012", "220"}),
        ("012220", {"012", "220"}),
    ],
)
def test_tiles_with_letters_are_found_too(words: str, named: set[str]) -> None:
    assert named_in(words, TRIOKERS) == named


def test_more_than_two_names_are_likely_only_where_words_are_unlike_a_language() -> None:
    likely = ["AH KH QS", "ah kh qs", "ahkhqs", "a h k h q s", "qs qs", "3 3 4, 1 1 2", "334112"]
    unlikely = ["Thank you, that was a good game!", "qs", "See you at 10", "Прекрасно, спасибо большое", "", "KH QS"]

    assert all(may_hold_names(words, 2) for words in likely)
    assert [words for words in unlikely if may_hold_names(words, 2)] == ["KH QS"]
