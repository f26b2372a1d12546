"""By what a message is known when it is sent again, and what a mail server has noted in it."""

from __future__ import annotations

import pytest

from pbmserv.mail.reading.authentication_results import results_in
from pbmserv.mail.reading.headers import split_head
from pbmserv.mail.reading.incoming import read_message
from tests.mail.reading.mails import mail, read

TRACES = (
    b"Return-Path: <alice@example.org>\nDelivered-To: pbm@example.org\n"
    b"Received: from mx2.example.net by mx1.example.org; Mon, 5 Jan 2026 10:03:21 +0100\n"
    b"X-Spam-Status: No\nAuthentication-Results: mx1.example.org; spf=pass\n"
)


@pytest.mark.parametrize("message_id", ["<1@example.org>", ""], ids=["with a Message-ID", "without"])
def test_a_message_that_is_sent_again_has_the_same_key(message_id: str) -> None:
    raw = mail("Hello\n", message_id=message_id, date="Mon, 5 Jan 2026 10:00:00 +0100")
    again = TRACES + raw.replace(b"\n", b"\r\n") + b"\r\n"

    assert read_message(again).once_key == read_message(raw).once_key


def test_messages_with_different_message_ids_have_different_keys() -> None:
    assert read(message_id="<1@example.org>").once_key != read(message_id="<2@example.org>").once_key


@pytest.mark.parametrize(
    "other", ["d4\n\nWell played.", "d3\n\nBadly played.", "d3", "d3\n\nWell played.\n\nOnce more."]
)
def test_other_words_are_another_message_whatever_its_message_id(other: str) -> None:
    assert read("d3\n\nWell played.").once_key != read(other).once_key
    assert read(subject="hex move 101 alice pw d3").once_key != read(subject="hex move 101 alice pw d4").once_key


def test_other_long_words_are_another_message_too() -> None:
    assert read("d3\n\nWonderful!").once_key != read("d3\n\nTerrible!").once_key
    assert (
        read("Congratulations!", subject="hex chat 101 alice pw").once_key
        != read("Unbelievable!", subject="hex chat 101 alice pw").once_key
    )


def test_addresses_that_a_gateway_has_rewritten_make_no_other_message() -> None:
    assert read("d3\n\nSee https://a.example/b").once_key == read("d3\n\nSee https://safe.example/?b").once_key


def test_long_words_are_kept_in_one_byte() -> None:
    keys = {read(f"d3\n\nbattery{chr(97 + a)}{chr(97 + b)}").once_key for a in range(26) for b in range(26)}

    assert 200 < len(keys) <= 256


def test_nobody_can_try_passwords_on_the_key_which_is_kept() -> None:
    right = read(subject="hex move 101 alice secret d3")

    assert read(subject="hex move 101 alice better-secret8 d3").once_key == right.once_key
    assert read(subject="hex move 101 alice short d3").once_key != right.once_key


@pytest.mark.parametrize(
    "footer",
    [
        "\n\n____________________\nThis mail was scanned by a gateway.",
        "\n\n-----\nclub mailing list\nhttps://lists.example.org",
        "\n\n=====================\nCONFIDENTIAL",
        "\n\n-- \nclub mailing list",
        "\n\nOn Friday, pbmserv <games@example.net> wrote:\n> Your turn.",
    ],
)
def test_what_gateways_and_lists_add_below_makes_no_other_message(footer: str) -> None:
    body = "d3\n\nWell played."
    kind = "text/plain; charset=utf-8"

    assert read(body).once_key == read(body + footer, subject="[EXTERNAL] help", content_type=kind).once_key


def test_a_stranger_cannot_use_up_somebodys_message_id() -> None:
    assert read().once_key != read(from_="mallory@example.net").once_key


def test_the_sender_counts_however_it_is_written() -> None:
    assert read(from_="alice@example.org").once_key == read(from_='"A." <Alice@Example.ORG>').once_key


@pytest.mark.parametrize("field", ["from_", "to", "cc", "date", "subject", "content_type"])
def test_without_a_message_id_all_that_the_sender_wrote_counts(field: str) -> None:
    assert read(message_id="").once_key != read(message_id="", **{field: "other@example.org"}).once_key


def test_without_a_message_id_the_body_counts() -> None:
    assert read("d3", message_id="").once_key != read("d4", message_id="").once_key


def test_fields_cannot_be_shifted_into_one_another() -> None:
    assert read(message_id="", to="a", cc="b").once_key != read(message_id="", to="a\nTo: b").once_key


@pytest.mark.parametrize(
    "bogus",
    ["<>", "<1>", "1@example.org", "<a b@example.org>", "<@>", "<é@example.org>", f"<{'1' * 999}@example.org>"],
)
def test_a_bogus_message_id_is_none_at_all(bogus: str) -> None:
    assert read(message_id=bogus).message_id is None
    assert read("d3", message_id=bogus).once_key != read("d4", message_id=bogus).once_key


def test_a_message_id_is_found_among_what_surrounds_it() -> None:
    assert read(message_id="\n <1.x=y@example.org> (added)").message_id == "<1.x=y@example.org>"


def test_a_mail_that_names_what_it_answers_is_an_answer() -> None:
    assert read(in_reply_to="Your letter <2@example.org>").reply.is_answer
    assert read(references="<1@example.org>\n <2@example.org>,<>").reply.is_answer
    assert not read().reply.is_answer


def results(**fields: str) -> tuple[str, ...]:
    return results_in(split_head(mail(**fields))[0])


def test_authentication_results_are_handed_on_undecoded_so_that_nobody_can_hide_more_in_them() -> None:
    encoded = 'mx.example.org; spf=pass smtp.mailfrom="=?utf-8?q?=3B_dmarc=3Dpass?="@evil.example'

    assert results(authentication_results=encoded, received="by mx") == (encoded,)


def test_authentication_results_are_handed_on_from_top_to_bottom_as_far_as_the_first_received() -> None:
    found = results(
        authentication_results="mx.example.org;\n spf=pass\nAuthentication-Results: other; spf=pass",
        received="by mx.example.org\nAuthentication-Results: forged; spf=pass\nReceived: by mx.example.org",
    )

    assert found == ("mx.example.org; spf=pass", "other; spf=pass")


def test_of_a_message_that_no_mail_server_has_received_no_authentication_results_are_handed_on() -> None:
    assert results(authentication_results="mx.example.org; spf=pass") == ()
