"""Words are masked wherever they stand, in whatever case, however quickly it is seen that they stand nowhere."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pbmserv.commands.quoting.masking import masked_in
from pbmserv.commands.words import MASK
from pbmserv.letters.reply_address import LIKE_A_CODE, MASKED, without_codes

LETTERS = "aAbBkKsS\u017f\u212a\u0130i\u0131.-7 \n"
"""Some of them have another case beyond ASCII: the long s, the sign for kelvin, and i with and without a dot."""


@given(secret=st.text(LETTERS, min_size=6, max_size=10), before=st.text(LETTERS), after=st.text(LETTERS))
@example(secret="basks7", before="", after="")
@example(secret="basks7", before="\u0130", after=" ")
def test_no_word_is_left_in_whatever_case_it_is_written(secret: str, before: str, after: str) -> None:
    for written in (secret, secret.upper(), secret.swapcase()):
        text = f"{before} {written} {after}"

        assert masked_in(text, [secret]) == re.sub(re.escape(secret), MASK, text, flags=re.IGNORECASE)


def test_a_word_is_masked_that_an_expression_takes_for_the_same_beyond_ascii() -> None:
    assert masked_in("my ba\u017f\u212as7!", ["basks7"]) == f"my {MASK}!"


def test_a_text_without_the_word_stays_as_it_is() -> None:
    assert masked_in("Good luck, Bob.\nbasks 7", ["basks7"]) == "Good luck, Bob.\nbasks 7"


def test_the_beginning_of_a_long_word_is_masked_where_the_whole_does_not_stand() -> None:
    assert masked_in("It begins with Correct-Ho, then", ["correct-horse"]) == f"It begins with {MASK}, then"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Your code is k3m8pwx2vq7rnt4ha.", f"Your code is {MASKED}."),
        ("code=K3M8PWX2VQ7RNT4HA", f"code={MASKED}"),
        ("(k3m8pwx2vq7rnt4ha)", f"({MASKED})"),
        ("short words only, and not one that is long", "short words only, and not one that is long"),
        ("k3m8pwx2vq7rnt4h", "k3m8pwx2vq7rnt4h"),
        ("", ""),
    ],
)
def test_codes_are_masked_in_a_comment(text: str, read: str) -> None:
    assert without_codes(text) == read


@given(text=st.text("aZ2k7 \n\u3000.=&", max_size=60))
def test_no_code_is_left_in_a_comment(text: str) -> None:
    left = re.findall(rf"(?<![a-z0-9]){LIKE_A_CODE.pattern}(?![a-z0-9])", without_codes(text), re.IGNORECASE)

    assert left == []
