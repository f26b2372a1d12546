"""Words are masked wherever they stand, in whatever case, however quickly it is seen that they stand nowhere."""

from __future__ import annotations

import base64
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pbmserv.commands.requests.redaction import masked_in
from pbmserv.language.words import MASK
from pbmserv.letters.reply_address import LIKE_A_CODE, MASKED, without_codes, without_tokens

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


PLAY, SIGN_IN, REPLY = "qz" * 24, "aB3-" * 10 + "x_9", "ab2" * 13 + "c"


@pytest.mark.parametrize("token", [PLAY, SIGN_IN])
@pytest.mark.parametrize(
    "link",
    [
        "https://games.example.net/play?play={}",
        "https://games.example.net/hex/101?x=1&amp;play={}",
        "https://games.example.net/sign-in/link?token={}",
        (
            "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fgames.example.net%2Fsign-in%2Flink%3Ftoken"
            "%3D{}&data=05%7C02%7Cbob%40example.org%7C0&sdata=abc%3D&reserved=0"
        ),
        (
            "https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fgames.example.net%2Fhex%2F101%3Fa%3D1%26play"
            "%3D{}&amp;data=05"
        ),
        "https://urldefense.proofpoint.com/v1/url?u=https://games.example.net/sign-in/link?token%3D{}&k=abc&r=def",
        "https://urldefense.proofpoint.com/v2/url?u=https-3A__games.example.net_sign-2Din_link-3Ftoken-3D{}&d=DwMFaQ&c=a",
        "https://urldefense.proofpoint.com/v2/url?u=https-3A__games.example.net_hex_101-3Fa-3D1-26play-3D{}&d=DwMFaQ",
        "https://urldefense.com/v3/__https://games.example.net/hex/101?play={}__;!!AbC!xyz$",
        "https://urldefense.com/v3/__https://games.example.net/hex/101*play*{}__;Pz0!!AbC!xyz$",
        "https://linkprotect.cudasvc.com/url?a=https%3a%2f%2fgames.example.net%2fsign-in%2flink%3ftoken%3d{}&c=E,1,abc",
        "https://www.google.com/url?q=https://games.example.net/hex/101?play%3D{}&sa=D&source=gmail&ust=170",
        "https://www.google.com/url?q=https%3A%2F%2Fgames.example.net%2Fhex%2F101%3Fplay%3D{}&sa=D",
        "https://secure-web.cisco.com/1abc/https%3A%2F%2Fgames.example.net%2Fhex%2F101%3Fplay%3D{}",
        "https://example.com/?to=https%253A%252F%252Fgames.example.net%252Fhex%252F101%253Fplay%253D{}",
        "play?play=3D{}",
        "{}",
        "({})",
        "token: {}.",
    ],
)
def test_the_token_of_a_link_is_masked_whatever_a_mail_gateway_has_made_of_it(link: str, token: str) -> None:
    typed = link.format(token.replace("-", "-2D").replace("_", "-5F") if "/v2/" in link else token)

    assert token not in without_codes(f"See {typed} and say what you think.").replace("-2D", "-").replace("-5F", "_")
    if "http" in link:
        assert MASKED in without_tokens(typed)


@pytest.mark.parametrize(
    "secret",
    [
        f"https://games.example.net/hex/101?play={PLAY}",
        f"https://games.example.net/sign-in/link?token={SIGN_IN}",
        f"mailto:games+r-{REPLY}@example.net?subject=d3",
    ],
)
@pytest.mark.parametrize("padding", ["", "=", "=="])
@pytest.mark.parametrize(
    "link",
    [
        "https://us-west-2.protection.sophos.com?d=example.net&u={}&i=NWY=&t=abc",
        "https://linkscan.io/scan/ux/{}/9F2E?c=1",
        "https://linkscan.io/scan/x{}",
        "https://linkscan.io/scan/xyz{}",
    ],
)
def test_a_gateway_that_writes_the_whole_link_in_base64_hides_no_token(link: str, secret: str, padding: str) -> None:
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        coded = encode(secret.encode()).decode().rstrip("=")
        masked = without_tokens(link.format(coded + padding))

        assert coded[-50:] not in masked
        assert MASKED in masked


@pytest.mark.parametrize(
    "address",
    [
        "games+r-{}@example.net",
        "mailto:games%2Br-{}@example.net?subject=d3",
        "https://urldefense.proofpoint.com/v2/url?u=mailto-3Agames-2Br-2D{}-40example.net&d=DwMFaQ",
        "https://urldefense.com/v3/__mailto:games*r-{}@example.net__;Kw!!AbC!xyz$",
        "https://eur01.safelinks.protection.outlook.com/?url=mailto%3Agames%2Br-{}%40example.net&data=05",
    ],
)
def test_so_is_that_of_an_address(address: str) -> None:
    assert without_tokens(address.format(REPLY)) == address.format(MASKED)


@pytest.mark.alike
@pytest.mark.parametrize("parted", ["\n", "=\n", "\n> ", "=\n  "])
@pytest.mark.parametrize("letters", range(1, len(REPLY)))
def test_a_token_on_two_lines_is_masked_wherever_the_line_breaks(letters: int, parted: str) -> None:
    typed = f"Write to games+r-{REPLY[:letters]}{parted}{REPLY[letters:]}@example.net now."

    assert without_tokens(typed) == "Write to games+r-******@example.net now."


def test_what_follows_a_whole_token_on_the_next_line_stays() -> None:
    assert without_tokens(f"games+r-{'a' * 40}\nalice@example.org") == "games+r-******\nalice@example.org"


@pytest.mark.parametrize(
    "text",
    [
        "https://docs.example.com/document/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit",
        "https://example.com/?u=aHR0cHM6Ly9leGFtcGxlLmNvbS93YXRjaD92PWRRdzR3OVdnWGNRJnBsYXk9eWVz",
        "-" * 43,
        "_" * 60,
        "a-b" * 20,
        "https://example.com/watch?v=dQw4w9WgXcQ",
        "2 * r-3",
    ],
)
def test_other_lines_and_links_stay(text: str) -> None:
    assert without_codes(text) == text
