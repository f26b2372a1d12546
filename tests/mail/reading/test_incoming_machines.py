"""Mail that must not be answered, and our own letters coming back."""

from __future__ import annotations

import pytest

from pbmserv.letters.headers import OWN_MARK, is_our_own, own_mark
from pbmserv.mail.reading.incoming import read_message
from tests.mail.reading.mails import mail, read

KEY = b"0123456789abcdef"


def test_a_persons_mail_may_be_answered() -> None:
    fields = {"auto_submitted": "no", "precedence": "normal", "x_auto_response_suppress": "None"}

    assert read_message(mail(**fields), "alice@example.org").automatic is None
    assert read_message(mail(**fields)).automatic is None


@pytest.mark.parametrize("envelope_sender", ["", "<>", " <> "])
def test_the_null_sender_is_not_answered(envelope_sender: str) -> None:
    assert read_message(mail(), envelope_sender).automatic == "null sender"


def test_without_an_envelope_the_return_path_tells_the_null_sender() -> None:
    raw = mail(return_path="<>")

    assert read_message(raw).automatic == "null sender"
    assert read_message(raw, "alice@example.org").automatic is None


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("auto_submitted", "auto-replied", "Auto-Submitted: auto-replied"),
        ("auto_submitted", "Auto-Generated; owner-email=x", "Auto-Submitted: Auto-Generated; owner-email=x"),
        ("auto_submitted", "yes (really)", "Auto-Submitted: yes (really)"),
        ("precedence", "auto_reply", "Precedence: auto_reply"),
        ("x_autoreply", "yes", "header x-autoreply"),
        ("x_autorespond", "", "header x-autorespond"),
        ("content_type", "multipart/report; boundary=x", "Content-Type: multipart/report"),
        ("content_type", 'Message/Delivery-Status; x="', "Content-Type: message/delivery-status"),
        ("subject", "Undelivered Mail Returned to Sender", "Subject: Undelivered Mail Returned to Sender"),
    ],
)
def test_what_a_machine_says_of_itself_is_heeded(field: str, value: str, reason: str) -> None:
    raw = mail(**{field: value or " "})

    assert read_message(raw, "alice@example.org").automatic == reason


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("precedence", "bulk", "Precedence: bulk"),
        ("precedence", "List", "Precedence: List"),
        ("precedence", "junk", "Precedence: junk"),
        ("list_id", "<games.example.org>", "list-id"),
        ("list_unsubscribe", "<mailto:x@example.org>", "list-unsubscribe"),
        ("x_auto_response_suppress", "OOF, AutoReply", "X-Auto-Response-Suppress: OOF, AutoReply"),
        ("x_loop", "pbm@example.org", "x-loop"),
    ],
)
def test_what_people_write_may_ask_for_no_answer(field: str, value: str, reason: str) -> None:
    message = read_message(mail(**{field: value}), "alice@example.org")

    assert message.automatic is None
    assert message.unanswered == f"asks for no answer ({reason})"


@pytest.mark.parametrize(
    "subject",
    [
        "Re: Out of Office: on holiday",
        "=?utf-8?q?R=C3=A9ponse_automatique_=3A?=",
        "=?utf-8?b?0JDQstGC0L7QvtGC0LLQtdGCOiBSZTogSGV4IEJvYXJkIDEwMQ==?=",
        "[Auto-Reply] Hex Board 101 alice",
    ],
)
def test_an_absence_note_is_told_by_its_subject(subject: str) -> None:
    message = read("d3", subject=subject)

    assert message.automatic is None
    assert message.unanswered == "looks like an absence note"
    assert message.reply.is_absence_note


@pytest.mark.parametrize("below", ["", "-- \nAlice", "Sent from my phone", "bob@example.net can help you."])
def test_an_absence_note_is_told_by_its_words_unless_it_quotes_our_letter(below: str) -> None:
    words = f"Здравствуйте!\n\nЯ в отпуске до 3 декабря.\n\n{below}\n"
    to = "games+r-abcdefghijklmnopqrstuvwxyz@example.net"
    head = f"From: Alice <alice@example.org>\nTo: {to}\nSubject: Re: Hex chat 101 bob\n\n"

    assert read_message((head + words).encode(), "alice@example.org", recipients=[to]).reply.is_absence_note
    for quotation in ["> bob writes:", "On Friday, pbmserv <games@example.net> wrote:\n> Hello"]:
        answer = (head + words + quotation).encode()
        assert not read_message(answer, "alice@example.org", recipients=[to]).reply.is_absence_note


def test_a_persons_mail_is_answered() -> None:
    fields = {"auto_submitted": "no", "precedence": "normal", "x_auto_response_suppress": "None", "feedback_id": "1"}

    assert read_message(mail("I think so.", **fields), "alice@example.org").unanswered == ""


@pytest.mark.parametrize(
    "address",
    [
        "MAILER-DAEMON@example.org",
        "mailer.daemon@example.org",
        "Postmaster@example.org",
        "noreply@example.org",
        "no-reply+17@example.org",
        "No_Reply-updates@example.org",
        "accounts-noreply@example.org",
        "do-not-reply@example.org",
        "DoNotReply@example.org",
        "ne-pas-repondre@example.org",
        "bounces+alice=example.net@example.org",
        "games-request@example.org",
        "games-bounces@example.org",
        "owner-games@example.org",
        "autoresponder@example.org",
    ],
)
def test_addresses_of_machines_are_not_answered(address: str) -> None:
    assert read(from_=address).automatic == f"sent by {address}"


@pytest.mark.parametrize("address", ["MAILER-DAEMON@example.org", "Postmaster@example.org"])
def test_what_a_mail_server_sends_itself_is_not_answered(address: str) -> None:
    assert read_message(mail(), address).automatic == f"sent by {address}"


@pytest.mark.parametrize("address", ["bounces+alice=example.net@example.org", "games-bounces@example.org"])
def test_a_person_may_write_by_a_service_that_has_its_bounces_come_to_itself(address: str) -> None:
    message = read_message(mail(), address)

    assert message.automatic is None
    assert message.unanswered == f"asks for no answer (Return-Path: {address})"


@pytest.mark.parametrize(
    "address", ["norepl@example.org", "daemonica@example.org", "bouncer@example.org", "owner@example.org"]
)
def test_people_with_similar_names_are_answered(address: str) -> None:
    assert read(from_=address).automatic is None


def test_the_reason_is_short_whatever_the_header() -> None:
    message = read(auto_submitted="\u202e" + "x" * 5_000)

    assert message.automatic == "Auto-Submitted: " + "x" * 60 + "..."


# Our own letters


def test_a_letter_of_ours_is_known_by_its_mark() -> None:
    raw = mail(message_id="<7@pbm.example.org>", x_pbmserv_letter=own_mark("<7@pbm.example.org>", KEY))

    message = read_message(raw, "alice@example.org", own_key=KEY)

    assert OWN_MARK == "X-Pbmserv-Letter"
    assert message.our_own
    assert message.automatic == "our own letter"


def test_the_mark_is_a_keyed_hash_that_never_changes() -> None:
    assert own_mark("<7@pbm.example.org>", KEY) == "98fead0ed452deb7f8dbf1fae7a75e8e"
    assert is_our_own(" 98FEAD0ED452DEB7F8DBF1FAE7A75E8E ", "<7@pbm.example.org>", KEY)


@pytest.mark.parametrize(
    ("value", "message_id", "key"),
    [
        (own_mark("<7@pbm.example.org>", KEY), "<8@pbm.example.org>", KEY),
        (own_mark("<7@pbm.example.org>", KEY), "<7@pbm.example.org>", b"another key"),
        (own_mark("<7@pbm.example.org>", KEY)[:-1], "<7@pbm.example.org>", KEY),
        (own_mark("<7@pbm.example.org>", KEY), None, KEY),
        (None, "<7@pbm.example.org>", KEY),
        ("", "", KEY),
        ("ünd\ud800", "<7@pbm.example.org>", KEY),
    ],
)
def test_nobody_else_can_make_a_mark(value: str | None, message_id: str | None, key: bytes) -> None:
    assert not is_our_own(value, message_id, key)


def test_a_mark_that_is_not_ours_says_nothing() -> None:
    raw = mail(x_pbmserv_letter="0" * 32)

    assert not read_message(raw, own_key=KEY).our_own
    assert read_message(raw, own_key=KEY).automatic is None
    assert not read_message(mail(x_pbmserv_letter=own_mark("<1@example.org>", KEY))).our_own


# What says nothing


def alternatives(kind: str, content: str) -> bytes:
    """A mail with a text, and beside it another form of what it says."""
    parts = f"--B\nContent-Type: text/plain\n\nd3\n--B\nContent-Type: {kind}\n\n{content}\n--B--\n"
    return mail(parts, content_type='multipart/alternative; boundary="B"')


@pytest.mark.parametrize(
    ("kind", "content", "why"),
    [
        ("text/vnd.google.email-reaction+json", '{"emoji": "x", "version": 1}', "a reaction"),
        ("text/calendar; method=REPLY", "BEGIN:VCALENDAR\nMETHOD:REPLY", "an answer to a calendar entry"),
        ("text/calendar; charset=utf-8", "BEGIN:VCALENDAR\nMETHOD:COUNTER", "an answer to a calendar entry"),
        ("text/calendar; method=REPLY", "BEGIN:VCALENDAR", "an answer to a calendar entry"),
        ('Text/Calendar; charset=utf-8; METHOD="reply"', "BEGIN:VCALENDAR", "an answer to a calendar entry"),
        ("text/calendar; method=COUNTER", "BEGIN:VCALENDAR", "an answer to a calendar entry"),
        ("application/ics; name=invite.ics", "BEGIN:VCALENDAR\nMETHOD:REPLY", "an answer to a calendar entry"),
        ("application/ics; method=REPLY", "BEGIN:VCALENDAR", "an answer to a calendar entry"),
        ("application/ics", "BEGIN:VCALENDAR\nMETHOD:PUBLISH", None),
        ("text/calendar; method=REQUEST", "BEGIN:VCALENDAR", None),
        ("text/calendar", "BEGIN:VCALENDAR\nMETHOD:REQUEST", None),
        ("text/html", "METHOD:REPLY text/calendar", None),
    ],
)
def test_reactions_and_answers_to_calendar_entries_say_nothing(kind: str, content: str, why: str | None) -> None:
    assert read_message(alternatives(kind, content)).automatic == why


@pytest.mark.parametrize("kind", ["text/calendar; method=REPLY", "application/ics; method=reply"])
def test_an_answer_to_a_calendar_entry_may_be_all_of_a_mail(kind: str) -> None:
    assert read_message(mail("BEGIN:VCALENDAR\n", content_type=kind)).automatic == "an answer to a calendar entry"
