"""What our own mail server has found out about a message, and what others would have us believe."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmserv.mail.reading.authentication_results import Finding, findings_in, is_proven

OURS = "mx.example.net"
ALICE = "alice@example.org"


def proven(*fields: str, sender: str | None = ALICE) -> bool:
    return is_proven(fields, OURS, sender)


class TestWhatProves:
    @pytest.mark.parametrize(
        "found",
        [
            "dmarc=pass header.from=example.org",
            "dmarc=pass (p=reject dis=none) header.from=example.org",
            "dkim=pass header.d=example.org header.s=sel header.b=abc",
            "dkim=pass (2048-bit key) header.i=@example.org",
            "spf=pass smtp.mailfrom=alice@example.org",
            "spf=pass (mx.example.net: domain designates 192.0.2.1) smtp.mailfrom=example.org; dkim=none",
            "dkim=fail header.d=example.org; dkim=pass header.d=example.org",
            "dkim=pass header.d=lists.example; spf=pass smtp.mailfrom=alice@example.org; dmarc=none",
            'spf=pass smtp.mailfrom="alice smith"@example.org',
            'spf=pass smtp.mailfrom="a@evil.example"@example.org',
            'spf=none smtp.mailfrom="alice smith"@example.net; dkim=pass header.d=EXAMPLE.org.',
            'dkim=pass header.i="alice@home"@example.org header.b=abc=',
            'dkim=pass header.d="example.org"',
            'DKIM/1 = PASS reason="good; signature" Header.D=example.org',
        ],
    )
    def test_any_of_these_for_the_domain_in_from(self, found: str) -> None:
        assert proven(f"{OURS}; {found}")
        assert proven(f"{OURS.upper()} 1;\t{found}")

    def test_a_domain_above_the_one_in_from(self) -> None:
        assert proven(f"{OURS}; dkim=pass header.d=example.org", sender="alice@mail.example.org")

    def test_several_fields_of_ours_say_it_together(self) -> None:
        assert proven(f"{OURS}; spf=none", f"{OURS}; dkim=pass header.d=example.org", "other.example; dkim=fail")


class TestWhatDoesNot:
    def test_a_name_that_nobody_has_where_our_mail_server_writes_none(self) -> None:
        assert not is_proven(["; spf=none; dmarc=pass header.from=example.org"], "", ALICE)

    @pytest.mark.parametrize(
        "field",
        [
            f"{OURS}; spf=pass header.d=example.org",
            f"{OURS}; dkim=pass smtp.mailfrom=alice@example.org",
            f"{OURS} dmarc=pass header.from=example.org",
        ],
    )
    def test_what_stands_where_it_does_not_belong(self, field: str) -> None:
        assert not proven(field)

    def test_the_lower_of_two_fields_on_one_method(self) -> None:
        passes = f"{OURS}; dkim=pass header.d=example.org"

        assert not proven(f"{OURS}; dkim=fail header.d=example.org", passes)

    def test_a_field_of_more_than_ten_thousand_characters(self) -> None:
        passes = f"{OURS}; dmarc=pass header.from=example.org"

        assert proven(f"{passes}; {'x' * (10_000 - len(passes) - 2)}")
        assert not proven(f"{passes}; {'x' * (10_001 - len(passes) - 2)}")

    @pytest.mark.parametrize(
        "found",
        [
            "none",
            "",
            "dmarc=fail header.from=example.org",
            "dmarc=fail header.from=example.org; dkim=pass header.d=example.org",
            "dmarc=pass header.from=evil.example",
            "dmarc=pass header.from=evil.example; dmarc=pass header.from=example.org",
            "dmarc=pass header.from=example.org; dmarc=pass header.from=evil.example",
            "dmarc=pass header.from=example.org; dmarc=fail header.from=example.org",
            "dmarc=pass",
            "dkim=pass header.d=evil.example",
            "dkim=pass header.d=evil.example header.i=@example.org",
            "dkim=pass header.d=sub.example.org",
            "dkim=pass header.d=notexample.org",
            "dkim=pass header.d=org",
            "dkim=neutral header.d=example.org",
            "dkim=passed header.d=example.org",
            "dmarc=fail ! header.from=example.org; dkim=pass header.d=example.org",
            "dkim=pass",
            "spf=softfail smtp.mailfrom=example.org",
            "spf=pass smtp.helo=example.org",
            "spf=pass smtp.mailfrom=evil.example",
            "auth=pass smtp.auth=example.org",
            "x=y dkim=pass header.d=example.org",
        ],
    )
    def test_none_of_these(self, found: str) -> None:
        assert not proven(f"{OURS}; {found}")

    @pytest.mark.parametrize(
        "field",
        [
            "evil.example; dkim=pass header.d=example.org",
            "; dkim=pass header.d=example.org",
            "dkim=pass header.d=example.org",
            f"{OURS}.evil.example; dkim=pass header.d=example.org",
            f"evil.example {OURS}; dkim=pass header.d=example.org",
            f"evil.example ({OURS}); dkim=pass header.d=example.org",
        ],
    )
    def test_a_field_of_another_name(self, field: str) -> None:
        assert not proven(field)

    def test_a_field_of_our_name_below_others(self) -> None:
        assert not proven("evil.example; spf=none", f"{OURS}; dkim=pass header.d=example.org")

    def test_a_second_field_that_says_otherwise_of_the_same_method(self) -> None:
        forged = f"{OURS}; dkim=pass header.d=example.org; dmarc=pass header.from=example.org"

        assert not proven(f"{OURS}; dkim=none; dmarc=fail header.from=example.org", forged)
        assert not proven(f"{OURS}; dmarc=fail header.from=example.org", forged)

    @pytest.mark.parametrize(
        "found",
        [
            'spf=fail reason="; dkim=pass header.d=example.org"',
            'spf=fail reason="x\\"; dkim=pass header.d=example.org"',
            "spf=fail (; dkim=pass header.d=example.org)",
            "spf=fail (a (b); dkim=pass header.d=example.org)",
            "spf=fail (; dkim=pass header.d=example.org",
            'spf=pass smtp.mailfrom="; dkim=pass header.d=example.org "@evil.example',
            'dkim=pass reason="header.d=example.org" header.d=evil.example',
            'spf=fail smtp.mailfrom=" ; dkim=pass header.d=example.org',
            "dkim=pass header.d=evil.example header.d=example.org",
            'spf=pass smtp.mailfrom="a@example.org"@evil.example',
            'spf=pass smtp.mailfrom="a@example.org "@evil.example',
            'spf=pass smtp.mailfrom="\\"@example.org"@evil.example',
            'spf=pass smtp.mailfrom=a."b@example.org"@evil.example',
            'spf=pass smtp.mailfrom="a"@"example.org"@evil.example',
            'spf=pass smtp.mailfrom="a@example.org"',
            'spf=pass smtp.mailfrom="a"@evil.example smtp.mailfrom=example.org',
            'spf=pass smtp.mailfrom="a" @example.org',
            'dkim=pass header.i="a@example.org"@evil.example',
            'dkim=pass header.i="@example.org"@evil.example',
            'dkim=pass header.i="a@example.org"@evil.example header.d=',
            "spf=pass smtp.mailfrom=a@evil.example@[example.org]",
            "spf=pass smtp.mailfrom=<alice@example.org>",
        ],
    )
    def test_what_a_sender_has_put_into_a_comment_or_a_quoted_text(self, found: str) -> None:
        assert not proven(f"{OURS}; {found}")

    def test_a_field_that_is_too_long_to_be_ours(self) -> None:
        assert not proven(f"{OURS}; {'x' * 10_000}; dkim=pass header.d=example.org")

    def test_nothing_is_proven_where_no_name_is_set_or_nobody_wrote(self) -> None:
        assert not is_proven(("; dkim=pass header.d=example.org",), "", ALICE)
        assert not proven(f"{OURS}; dkim=pass header.d=example.org", sender=None)
        assert not proven()


def test_a_field_says_what_was_found_by_which_method() -> None:
    assert findings_in(f'{OURS} 1; dkim=pass reason="good" header.d=example.org; spf=none') == [
        Finding("dkim", "pass", {"reason": "good", "header.d": "example.org"}),
        Finding("spf", "none"),
    ]


@given(st.lists(st.text(alphabet='mx.example.net;=()"\\ dkimpasheor@\udc80', max_size=80).map(f"{OURS};".__add__)))
def test_no_text_raises(fields: list[str]) -> None:
    assert is_proven(fields, OURS, ALICE) in (True, False)
