"""What mail servers say when they refuse a letter: of us and our way, of the recipient, or of the letter."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest
import structlog.testing

from pbmserv.mail.sending.delivery import Deliverer
from pbmserv.mail.sending.transports import Composed, Reply, Verdict
from pbmserv.mail.smtp_refusals import is_about_us, is_hard
from pbmserv.storage.database import Database
from tests.mail.relays import Relay, relay
from tests.mail.sending.test_delivery import Clock, Way, rows, write_letters
from tests.mail.sending.test_transports import to
from tests.mail.smtp_servers import US


@pytest.mark.parametrize(
    "words",
    [
        # Postfix, sendmail, Exim, qmail, Exchange
        "554 5.7.1 <alice@example.org>: Relay access denied",
        "550 5.7.1 <alice@example.org>... Relaying denied",
        "550 relay not permitted",
        "550 we do not relay",
        "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
        "553 sorry, that domain isn't in my list of allowed rcpthosts",
        "550 5.7.64 TenantAttribution; Relay Access Denied",
        # Who has to log in, and does not
        "530 5.7.0 Authentication required",
        "530 Must issue a STARTTLS command first",
        "550 5.7.1 Client was not authenticated",
        "550 authentication required",
        # Lists of the wicked
        "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org",
        "550 JunkMail rejected - mail.example.net is in an RBL, see https://example.com",
        "554 Your IP address has been blacklisted",
        "550 5.0.0 Your host has a poor reputation",
        # Policy
        "550 5.7.1 Message rejected due to local policy",
        "550 5.7.26 This mail is unauthenticated, which poses a security risk",
        "554 Message not allowed - email not accepted for policy reasons",
        "550 unauthenticated email from games.example.org is not accepted",
        # The server itself
        "554 5.3.2 System not accepting messages from here",
        "503 5.5.1 Say MAIL first",
    ],
)
def test_some_are_about_us_or_our_way_and_count_against_no_address_at_once(words: str) -> None:
    assert is_about_us(words)
    assert not is_hard(words)


@pytest.mark.parametrize(
    "words",
    [
        "550 5.1.1 <alice@example.org>: Recipient address rejected: User unknown in relay recipient table",
        "550 5.1.1 no such user here",
        "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
        "553 5.1.2 no such domain",
        "550 No such user",
        "550 user alice is unknown, sorry",
        "552 5.2.2 mailbox full",
        "550 5.2.1 The account is disabled",
        "525 5.7.13 User account disabled",
        "550 5.7.17 Mailbox owner has changed",
        "550 5.4.1 Recipient address rejected: Access denied",
    ],
)
def test_others_are_about_the_recipient_and_are_for_good(words: str) -> None:
    assert not is_about_us(words)
    assert is_hard(words)


@pytest.mark.parametrize("words", ["552 5.3.4 message too big", "554 5.6.0 message content rejected"])
def test_others_are_about_the_letter(words: str) -> None:
    assert not is_about_us(words)
    assert not is_hard(words)


@pytest.mark.parametrize("words", ["450 4.7.1 greylisted by policy", "451 relay access denied for now", "250 OK", ""])
def test_what_is_no_refusal_for_good_is_about_nobody(words: str) -> None:
    assert not is_about_us(words)


def test_letters_are_kept_while_the_relay_denies_us_access_and_sent_when_it_does_not(database: Database) -> None:
    write_letters(database, "a@example.net", "b@example.net", "no@example.net")
    clock = Clock()
    with relay() as told:
        deny(told, "554 5.7.1 <{}>: Relay access denied")
        told.replies_for["no@example.net"] = "550 5.1.1 User unknown"
        deliverer = Deliverer(database, to(told), US, clock)
        deliverer.run_once()
        denied = [(row.status, row.outcome) for row in rows(database)]

        told.replies_for.clear()
        clock.go(timedelta(minutes=1))
        deliverer.run_once()
        deliverer.close()

    assert denied == [
        ("waiting", "a@example.net: 554 5.7.1 <a@example.net>: Relay access denied"),
        ("waiting", "b@example.net: 554 5.7.1 <b@example.net>: Relay access denied"),
        ("failed", "no@example.net: 550 5.1.1 User unknown"),
    ]
    assert [row.status for row in rows(database)] == ["sent", "sent", "failed"]
    assert len(told.letters) == 2


def deny(told: Relay, words: str) -> None:
    told.replies_for = {address: words.format(address) for address in ("a@example.net", "b@example.net")}


class Refusing(Way):
    """A way on which all are turned away but those it likes."""

    liked = "liked@example.net"

    def send(self, message: Composed, sender: str, recipients: Sequence[str]) -> dict[str, Reply]:
        turned_away = Reply(Verdict.DEFERRED, "554 5.7.1 Relay access denied", about_us=True)
        return {each: Reply(Verdict.TAKEN) if each == self.liked else turned_away for each in recipients}


def test_the_operator_is_told_when_letter_after_letter_is_turned_away(sqlite_database: Database) -> None:
    write_letters(sqlite_database, *(f"{name}@example.net" for name in "abcd"))
    deliverer = Deliverer(sqlite_database, Refusing(), US, Clock())

    with structlog.testing.capture_logs() as logs:
        deliverer.run_once()
        assert deliverer.fault() == "the last 4 letters were turned away and are kept: the log and the queue say why"
        write_letters(sqlite_database, Refusing.liked)
        deliverer.run_once()

    assert deliverer.fault() is None
    assert [line for line in logs if line["event"] == "relay.turns_us_away"] == [
        {
            "event": "relay.turns_us_away",
            "words": "554 5.7.1 Relay access denied",
            "letters": 3,
            "log_level": "error",
        }
    ]


def test_that_one_recipient_does_not_want_our_letters_is_no_fault_of_the_server(sqlite_database: Database) -> None:
    write_letters(sqlite_database, "a@example.net", Refusing.liked, "a@example.net", "a@example.net")
    deliverer = Deliverer(sqlite_database, Refusing(), US, Clock())

    deliverer.run_once()

    assert deliverer.fault() is None
