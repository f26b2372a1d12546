"""Players who are strict: what is obeyed in their name, from the mail as it came in to the board."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from sqlalchemy import select

from pbmserv.games.catalogue import installed
from pbmserv.mail.worker import Worker
from pbmserv.post_office import PostOffice
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox, ReceivedMessage
from pbmserv.storage.tables import INBOX
from tests.conversation import ADDRESS, Server

ALICE = "alice@example.org"
OURS = "mx.example.net"
PROOF = f"{OURS}; dmarc=pass header.from=example.org"
RECEIVED = "Received: from mail.example.org ([192.0.2.1])\r\n\tby mx.example.net (Postfix) with ESMTPS id 3A1F2"
FORGED = "mx.evil.example; dmarc=pass header.from=example.org"
MOVE = "hex move 101 alice secret7 d3"


class Mailbox:
    """A server behind a mail server that finds out where messages come from (or does not, without a name)."""

    def __init__(self, database: Database, authserv_id: str = OURS) -> None:
        self.server = Server(database)
        self.server.office = PostOffice(
            database,
            installed(),
            ADDRESS,
            self.server.passwords,
            now=lambda: self.server.now,
            proves_senders=bool(authserv_id),
        )
        self.worker = Worker(database, self.server.office, now=lambda: self.server.now, authserv_id=authserv_id)
        self.server.sign_up("alice", "bob")
        self.server.hear(ALICE, "hex challenge alice bob -size=5")
        self.mails = 0

    def send(self, subject: str, *results: str, sender: str = ALICE, to: str = ADDRESS, body: str = "") -> str:
        """Have a mail come in with these Authentication-Results; gives what the operator is told of it."""
        return self.send_below(
            [*(f"Authentication-Results: {each}" for each in results), RECEIVED], subject, sender, to, body
        )

    def send_below(
        self, head: Sequence[str], subject: str, sender: str = ALICE, to: str = ADDRESS, body: str = ""
    ) -> str:
        """Have a mail come in with these header fields above its own; gives what the operator is told of it."""
        self.mails += 1
        lines = [
            *head,
            f"From: {sender}",
            f"To: {to}",
            f"Subject: {subject}",
            f"Message-ID: <{self.mails}@example.org>",
        ]
        raw = ("\r\n".join(lines) + f"\r\n\r\n{body}\r\n").encode()
        with self.server.database.writing() as connection:
            Inbox(connection).add([ReceivedMessage("lmtp", sender, (to,), raw, self.server.now)])
        self.worker.run_once()
        with self.server.database.reading() as connection:
            return str(connection.scalars(select(INBOX.c.outcome).order_by(INBOX.c.id)).all()[-1])

    @property
    def last_text(self) -> str:
        return " ".join(self.server.outbox()[-1]["text"].split())


@pytest.fixture
def mailbox(undone_database: Database) -> Mailbox:
    mailbox = Mailbox(undone_database)
    assert mailbox.send("change strict alice secret7 on", PROOF) == "done: change strict alice ****** on"
    return mailbox


class TestWhatIsObeyed:
    def test_a_proven_command_after_ten_wrong_passwords_that_were_not_proven(self, undone_database: Database) -> None:
        mailbox = Mailbox(undone_database)
        for _ in range(11):
            assert mailbox.send("hex move 101 alice wrong-one8 d3").startswith("refused")

        assert mailbox.send(MOVE).startswith("refused")
        assert mailbox.send(MOVE, PROOF) == "done: hex move 101 alice ****** d3"

    def test_a_command_from_a_confirmed_address_that_is_proven(self, mailbox: Mailbox) -> None:
        assert mailbox.send(MOVE, PROOF).startswith("done")

    @pytest.mark.parametrize("results", [(), (FORGED,), (FORGED, PROOF), (f"{OURS}; dmarc=fail",)])
    def test_none_that_is_not(self, mailbox: Mailbox, results: tuple[str, ...]) -> None:
        before = mailbox.server.everything_stored()

        assert mailbox.send(MOVE, *results).startswith("refused")

        assert "neither DMARC nor DKIM nor SPF says so" in mailbox.last_text
        assert "secret7" not in mailbox.last_text
        assert mailbox.server.everything_stored() == before

    @pytest.mark.parametrize("line", ["fewer letters", "I'm on holiday until 13 March", "letters daily"])
    def test_no_wish_in_own_words_that_is_not(self, mailbox: Mailbox, line: str) -> None:
        before = mailbox.server.everything_stored()

        assert mailbox.send(line).startswith("refused")
        assert "neither DMARC nor DKIM nor SPF says so" in mailbox.last_text
        assert mailbox.server.everything_stored() == before
        assert mailbox.send(line, PROOF).startswith("done")

    def test_no_password_from_another_address_however_proven_that_is(self, mailbox: Mailbox) -> None:
        proof = f"{OURS}; dmarc=pass header.from=evil.example"

        assert mailbox.send(MOVE, proof, sender="mallory@evil.example").startswith("refused")
        assert "alice is strict" in mailbox.last_text

    def test_whose_password_it_is_not_is_told_nothing_of_that(self, mailbox: Mailbox) -> None:
        mailbox.send("hex move 101 alice wrong-one d3", sender="mallory@evil.example")

        assert "The userid or the password is not right." in mailbox.last_text

    def test_commands_without_a_password_need_the_proof_as_well(self, mailbox: Mailbox) -> None:
        assert mailbox.send("hex challenge alice bob").startswith("refused")
        assert mailbox.send("hex challenge alice bob", PROOF).startswith("done")

    def test_and_so_do_answers_to_letters(self, mailbox: Mailbox) -> None:
        to = [letter for letter in mailbox.server.outbox() if letter["recipients"] == [ALICE]][1]["headers"][
            "Reply-To"
        ]

        assert mailbox.send("Re: Hex Board 101 alice", to=to, body="d3").startswith("refused")
        assert mailbox.send("Re: Hex Board 101 alice", PROOF, to=to, body="d3").startswith("done")

    @pytest.mark.parametrize("sender", [ALICE, "alice+games@example.org"])
    @pytest.mark.parametrize("said", ["yes", "no"])
    def test_and_answers_to_an_invitation_however_the_address_is_spelt(
        self, mailbox: Mailbox, sender: str, said: str
    ) -> None:
        invited = mailbox.server.hear("bob@example.org", f"y challenge bob {ALICE}")
        to = invited.letter_to(ALICE).reply_to
        assert to is not None

        assert mailbox.send("Re: Invitation to Y from bob", sender=sender, to=to, body=said).startswith("refused")
        assert "neither DMARC nor DKIM nor SPF says so" in mailbox.last_text
        assert mailbox.send("Re: Invitation to Y from bob", PROOF, to=to, body=said).startswith("done")

    def test_and_each_of_several_commands(self, mailbox: Mailbox) -> None:
        assert mailbox.send("multiple", body=MOVE).startswith("refused")
        assert mailbox.send("multiple", PROOF, body=MOVE).startswith("done")

    def test_others_go_on_as_before(self, mailbox: Mailbox) -> None:
        mailbox.send(MOVE, PROOF)

        assert mailbox.send("hex move 101 bob bobpw123 c3", sender="bob@example.org").startswith("done")

    def test_the_operator_needs_no_proof(self, mailbox: Mailbox) -> None:
        mailbox.server.hear(None, MOVE)


class TestSwitching:
    def test_off_ends_it_and_needs_the_proof_itself(self, mailbox: Mailbox) -> None:
        assert mailbox.send("change strict alice secret7 off").startswith("refused")
        assert mailbox.send("change strict alice secret7 off", PROOF).startswith("done")
        assert "alice, letters in your name do not have to be proven" in mailbox.last_text
        assert mailbox.send(MOVE).startswith("done")

    def test_the_operator_can_end_it(self, mailbox: Mailbox) -> None:
        mailbox.server.hear(None, "change strict alice secret7 off")

        assert mailbox.send(MOVE).startswith("done")

    def test_nobody_can_lock_themselves_out(self, undone_database: Database) -> None:
        mailbox = Mailbox(undone_database)

        assert mailbox.send("change strict alice secret7 on").startswith("refused")
        assert "with this you would be locked out" in mailbox.last_text
        elsewhere = f"{OURS}; dmarc=pass header.from=work.example"
        assert mailbox.send("change strict alice secret7 on", elsewhere, sender="a@work.example").startswith(
            "refused"
        )
        assert mailbox.send(MOVE).startswith("done")

    def test_it_cannot_be_where_the_operator_has_not_set_it_up(self, undone_database: Database) -> None:
        mailbox = Mailbox(undone_database, authserv_id="")

        assert mailbox.send("change strict alice secret7 on", PROOF).startswith("refused")
        assert "the setting PBMSERV_AUTHSERV_ID" in mailbox.last_text
        assert mailbox.send(MOVE).startswith("done")


def results(*of: str) -> list[str]:
    return [f"Authentication-Results: {each}" for each in of]


def strict_alice(database: Database) -> Mailbox:
    mailbox = Mailbox(database)
    mailbox.send("change strict alice secret7 on", PROOF)
    return mailbox


@pytest.mark.parametrize(
    "head",
    [
        # OpenDKIM and OpenDMARC write a field each; Postfix puts what a milter inserts above its own Received.
        [
            *results(f"{OURS}; dmarc=pass header.from=example.org", f"{OURS}; dkim=pass header.d=example.org"),
            RECEIVED,
        ],
        # What Postfix notes when it hands a message over stands above them.
        ["Return-Path: <alice@example.org>", "Delivered-To: games@example.org", *results(PROOF), RECEIVED],
        [*results(PROOF), RECEIVED, *results("mx.example.org; dkim=fail"), "Received: from home by mail.example.org"],
    ],
)
def test_what_our_mail_server_has_found_stands_above_its_received(sqlite_database: Database, head: list[str]) -> None:
    assert strict_alice(sqlite_database).send_below(head, MOVE) == "done: hex move 101 alice ****** d3"


@pytest.mark.parametrize(
    "head",
    [
        # As it comes in where our mail server has found nothing, since what looks is not running.
        [RECEIVED, *results(PROOF)],
        [RECEIVED, *results(PROOF), "Received: from mail.example.org by mx.example.net"],
        [RECEIVED.upper(), *results(PROOF)],
        ["Received : by mx.example.net", *results(PROOF)],
        [*results(f"{OURS}; none"), RECEIVED, *results(PROOF)],
        ["Return-Path: <>", RECEIVED, "X-Mailer: x", *results(PROOF), "Received: by mx.example.net"],
        # It has never been through a mail server of ours.
        results(PROOF),
        [],
    ],
)
def test_what_stands_below_the_received_of_our_mail_server_may_have_been_written_by_anybody(
    sqlite_database: Database, head: list[str]
) -> None:
    mailbox = strict_alice(sqlite_database)

    assert mailbox.send_below(head, MOVE).startswith("refused: ")
    assert "change strict" in mailbox.last_text
