"""Reports of mail servers: what they say of which address, and that nothing breaks or holds up who reads them."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmserv.commands.accounts.bounced_addresses import Failure
from pbmserv.mail.reading.bounce_reports import failures_in
from pbmserv.mail.smtp_refusals import is_hard
from tests.mail.reading.mails import mail
from tests.mail.reports import qmail_report, report

ALICE = "alice@example.org"


def test_a_failure_for_good_is_read_with_its_reason() -> None:
    words = "5.1.1 smtp; 550 5.1.1 <alice@example.org>: Recipient address rejected: User unknown"

    assert failures_in(report()) == [Failure(ALICE, hard=True, words=words)]


def test_a_delay_is_no_failure_for_good_whatever_its_status() -> None:
    assert [failure.hard for failure in failures_in(report(action="delayed", status="5.1.1"))] == [False]


def test_who_gave_up_on_something_passing_has_not_failed_for_good() -> None:
    [failure] = failures_in(report(status="4.4.1", diagnosis="X-Postfix; connect to mail.example.org: timed out"))

    assert failure == Failure(ALICE, False, "4.4.1 X-Postfix; connect to mail.example.org: timed out")


@pytest.mark.parametrize("action", ["delivered", "relayed", "expanded", "", "no-such-thing"])
def test_what_is_no_failure_is_not_read_as_one(action: str) -> None:
    assert failures_in(report(action=action)) == []


def test_an_address_may_come_without_its_type_and_in_brackets() -> None:
    raw = report().replace(b"Final-Recipient: rfc822; alice", b"Final-Recipient: <alice")

    assert {failure.address for failure in failures_in(raw.replace(b"\r\nOriginal-Recipient", b">\r\nX-Other"))} == {
        ALICE
    }


def test_a_report_in_free_form_is_read_too() -> None:
    assert failures_in(qmail_report()) == [Failure(ALICE, hard=True, words="")]


def test_a_report_in_free_form_may_come_from_nobody() -> None:
    assert failures_in(qmail_report().replace(b"From: MAILER-DAEMON@mx.example.org\r\n", b"From: ,\r\n", 1)) == [
        Failure(ALICE, hard=True, words="")
    ]


@pytest.mark.parametrize("raw", [b"", b"\r\n", mail("I am on holiday until Monday.", subject="Out of office")])
def test_what_is_no_report_says_of_no_failure(raw: bytes) -> None:
    assert failures_in(raw) == []


@pytest.mark.parametrize(
    ("words", "hard"),
    [
        ("550 5.1.1 no such user", True),
        ("550 no such user here", True),
        ("552 5.2.2 mailbox full", True),
        ("553 5.1.2 no such domain", True),
        ("554 delivery error: this user has no account", True),
        ("exit code 67: User unknown", True),
        ("", True),
        ("450 4.2.0 greylisted", False),
        ("451 try again", False),
        ("4.4.7 smtp; delivery time expired", False),
        # What would meet all players at once, if a mail server of ours were set up wrongly.
        ("554 5.7.1 <alice@example.org>: Relay access denied", False),
        ("550 relay not permitted", False),
        ("550 5.7.26 unauthenticated mail is not accepted", False),
        ("552 5.3.4 message too big", False),
        ("554 5.6.0 message content rejected", False),
    ],
)
def test_only_what_is_said_of_the_address_is_for_good(words: str, hard: bool) -> None:
    assert is_hard(words) is hard


@pytest.mark.parametrize(("words", "hard"), [("450 4.2.0 greylisted", True), ("451 4.3.0 disk full", False)])
def test_what_was_passing_for_days_is_for_good_unless_it_is_not_about_the_address(words: str, hard: bool) -> None:
    assert is_hard(words, gave_up=True) is hard


NESTED = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (each, each) for each in range(2000))
STATUS = b"Content-Type: message/delivery-status\n\n"


@pytest.mark.parametrize(
    "raw",
    [
        NESTED,
        NESTED[:400] + b"--b0\n" * 100_000,
        b"Content-Type: message/rfc822\n\n" * 20_000,
        STATUS + b"Action: failed\nFinal-Recipient: rfc822;a@example.org\n\n" * 20_000,
        STATUS + b"Action: failed\nFinal-Recipient: " + b";" * 1_000_000,
        STATUS + b"Action: failed\nFinal-Recipient: a;b@c\nStatus: " + b"5.0." * 200_000,
        STATUS + b"\n" * 1_000_000,
        b"From: " + b"(" * 1_000_000 + b"\n\nHi. This is the qmail-send program\n",
        b"Content-Type: text/html\n\nthe following addresses had\n" + (b"\t " * 400 + b"a@\n") * 1000,
        b"From: x@example.org\n\nthe following addresses had\n" + (b"a@" * 400 + b"\n") * 1000,
        b"\xff\x00" * 500_000,
    ],
    ids=range(11),
)
def test_a_message_that_is_made_to_be_slow_is_not(raw: bytes) -> None:
    failures_in(qmail_report())
    begun = time.thread_time()

    failures_in(raw)

    assert time.thread_time() - begun < 1


@given(st.binary(max_size=2000))
def test_no_bytes_whatever_break_the_reader(raw: bytes) -> None:
    for message in (raw, STATUS + raw, b"Content-Type: multipart/report; boundary=a\n\n--a\n" + STATUS + raw):
        for failure in failures_in(message):
            assert "@" in failure.address
