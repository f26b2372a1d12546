"""Letters that come back: from the refusal or the report to what becomes of the address, and how it is lifted."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from sqlalchemy import select

from pbmserv.mail.sending.delivery import Deliverer
from pbmserv.mail.sending.transports import Composed, Reply, Unreachable, Verdict
from pbmserv.mail.worker import Worker
from pbmserv.storage.addresses import Bounces
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox, ReceivedMessage
from pbmserv.storage.tables import ADDRESSES, INBOX
from tests.conversation import ADDRESS, Server
from tests.mail.reports import qmail_report, report, report_with_letter
from tests.queries import recorded, scans

ALICE = "alice@example.org"
BOB = "bob@example.org"
CAROL = "carol@example.org"
NO_SUCH_USER = "550 5.1.1 there is no such user here"


class Way:
    """A transport that takes all but what it is told to refuse or defer, in these words."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str]] = []
        self.messages: list[tuple[bytes, str]] = []
        self.replies: dict[str, str] = {}
        self.is_down = False

    def send(self, message: Composed, sender: str, recipients: Sequence[str]) -> dict[str, Reply]:
        if self.is_down:
            raise Unreachable("relay:25: connection refused")
        self.messages += [(message(True), recipient) for recipient in recipients]
        self.sent += [(sender, recipient) for recipient in recipients]
        return {recipient: self._reply(recipient) for recipient in recipients}

    def close(self) -> None:
        pass

    def another(self) -> Way:
        return self

    def interrupt(self) -> None:
        pass

    def _reply(self, recipient: str) -> Reply:
        words = self.replies.get(recipient, "250 OK")
        verdict = {"2": Verdict.TAKEN, "4": Verdict.DEFERRED, "5": Verdict.REFUSED}[words[0]]
        return Reply(verdict, words, about_recipient=verdict is not Verdict.TAKEN)


class Post:
    """A server on which alice and bob play Hex; letters go out, and what comes back is carried out."""

    def __init__(self, database: Database) -> None:
        self.server = Server(database)
        self.server.sign_up("alice", "bob", "carol")
        self.server.hear(ALICE, "hex challenge alice bob -size=5")
        self.way = Way()
        self.deliverer = Deliverer(
            database,
            self.way,
            ADDRESS,
            lambda: self.server.now,
            office=self.server.office,
            monotonic=lambda: self.server.now.timestamp(),
        )
        self.worker = Worker(database, self.server.office, now=lambda: self.server.now)
        self.deliverer.run_once()

    def return_path_to(self, address: str) -> str:
        """Where the last letter to somebody comes back to."""
        return [sender for sender, recipient in self.way.sent if recipient == address][-1]

    def receive(self, raw: bytes, to: str, sender: str = "<>") -> str:
        """A message comes in; gives what the operator is told of it."""
        received = ReceivedMessage("smtp", sender, (to,), raw, self.server.now)
        with self.server.database.writing() as connection:
            Inbox(connection).add([received])
        self.worker.run_once()
        with self.server.database.reading() as connection:
            return str(connection.scalars(select(INBOX.c.outcome).order_by(INBOX.c.id)).all()[-1])

    def come_back(self, address: str = ALICE, **what: str) -> str:
        """The last letter to somebody comes back with a report."""
        to = self.return_path_to(address)
        return self.receive(report(address, to, **what), to)

    def write_to(self, *addresses: str) -> None:
        """Letters of a game go to these players, and out."""
        for address in addresses:
            self.server.hear(address, f"hex limit {address.partition('@')[0]} {PASSWORDS[address]}")
        self.deliverer.run_once()

    def address(self, address: str) -> Any:
        with self.server.database.reading() as connection:
            return connection.execute(select(ADDRESSES).where(ADDRESSES.c.address == address)).one()

    def is_suspended(self, address: str) -> bool:
        return self.address(address).suspended_at is not None

    def letters(self, subject: str) -> list[Mapping[str, Any]]:
        return [letter for letter in self.server.outbox() if letter["subject"] == subject]


PASSWORDS = {ALICE: "secret7", BOB: "bobpw123", CAROL: "secret9"}


@pytest.fixture
def post(undone_database: Database) -> Post:
    return Post(undone_database)


class TestTheReturnPath:
    def test_each_letter_has_one_of_its_own(self, post: Post) -> None:
        senders = [sender for sender, _ in post.way.sent]

        assert all(re.fullmatch(r"games\+b-[a-z2-7]{26}@example\.net", sender) for sender in senders)
        assert len(set(senders)) == len(senders) == 5

    def test_it_stays_the_same_when_the_letter_is_sent_again(self, post: Post) -> None:
        post.way.replies[BOB] = "450 4.2.0 later"
        post.write_to(BOB)
        first = post.return_path_to(BOB)
        post.server.wait(minutes=2)
        post.deliverer.run_once()

        assert [recipient for _, recipient in post.way.sent][-2:] == [BOB, BOB]
        assert post.return_path_to(BOB) == first


class TestAReport:
    def test_of_a_failure_for_good_suspends_the_address_and_tells_the_opponents(self, post: Post) -> None:
        outcome = post.come_back()

        assert re.fullmatch(r"bounce: out-\d+ at alice@example\.org, suspended", outcome)
        assert post.is_suspended(ALICE)
        [letter] = post.letters("Letters do not reach alice")
        assert letter["recipients"] == [BOB]
        assert letter["headers"]["Auto-Submitted"] == "auto-generated"
        assert letter["text"].startswith("bob, letters to alice come back: something is wrong with the address")
        assert "* Hex Board 101\n" in letter["text"]
        assert ALICE not in letter["text"]

    def test_that_quotes_a_whole_letter_with_its_picture_is_understood_as_one_without(self, post: Post) -> None:
        [letter] = [raw for raw, recipient in post.way.messages if recipient == ALICE][-1:]
        assert b"\r\nContent-Type: image/png\r\n" in letter

        outcome = post.receive(report_with_letter(letter, ALICE, to := post.return_path_to(ALICE)), to)

        assert re.fullmatch(r"bounce: out-\d+ at alice@example\.org, suspended", outcome)
        assert post.is_suspended(ALICE)
        assert len(post.letters("Letters do not reach alice")) == 1

    def test_that_quotes_a_letter_with_its_picture_in_free_form_is_understood_too(self, post: Post) -> None:
        [letter] = [raw for raw, recipient in post.way.messages if recipient == ALICE][-1:]
        to = post.return_path_to(ALICE)

        post.receive(qmail_report(ALICE, to).partition(b"From: games@")[0] + letter, to)

        assert post.is_suspended(ALICE)

    def test_that_comes_again_tells_nobody_again(self, post: Post) -> None:
        post.come_back()
        post.come_back(status="5.1.0")

        assert len(post.letters("Letters do not reach alice")) == 1

    def test_in_free_form_counts_as_well(self, post: Post) -> None:
        to = post.return_path_to(ALICE)

        post.receive(qmail_report(ALICE, to), to)

        assert post.is_suspended(ALICE)

    def test_is_known_by_its_to_where_the_mail_server_on_the_way_has_changed_the_recipient(self, post: Post) -> None:
        post.receive(report(ALICE, post.return_path_to(ALICE)), ADDRESS)

        assert post.is_suspended(ALICE)

    def test_is_never_answered_be_it_from_a_person(self, post: Post) -> None:
        before = len(post.server.outbox())

        outcome = post.receive(
            f"From: {BOB}\r\nSubject: help\r\n\r\nhelp\r\n".encode(), post.return_path_to(BOB), sender=BOB
        )

        assert re.fullmatch(r"bounce: out-\d+, but no failure of an address that it went to", outcome)
        assert len(post.server.outbox()) == before

    @pytest.mark.parametrize("token", ["a" * 26, "7" * 26])
    def test_with_a_forged_token_changes_nothing(self, post: Post, token: str) -> None:
        before = post.server.everything_stored()
        to = f"games+b-{token}@example.net"

        outcome = post.receive(report(ALICE, to), to)

        assert outcome == "bounce: of no letter that is known"
        assert post.server.everything_stored() == before

    def test_with_a_token_that_is_one_letter_off_changes_nothing(self, post: Post) -> None:
        right = post.return_path_to(ALICE)
        wrong = re.sub(r"(?<=b-)(.{25}).", lambda match: f"{match[1]}{'a' if match[0][-1] != 'a' else 'b'}", right)

        post.receive(report(ALICE, wrong), wrong)

        assert wrong != right
        assert not post.is_suspended(ALICE)

    def test_without_a_token_changes_nothing(self, post: Post) -> None:
        outcome = post.receive(report(ALICE, ADDRESS), ADDRESS)

        assert outcome == "null sender"
        assert not post.is_suspended(ALICE)

    def test_about_an_address_that_the_letter_did_not_go_to_changes_nothing(self, post: Post) -> None:
        to = post.return_path_to(BOB)

        outcome = post.receive(report(ALICE, to), to)

        assert "no failure of an address that it went to" in outcome
        assert not post.is_suspended(ALICE)
        assert not post.is_suspended(BOB)

    def test_is_shown_to_the_operator_with_the_letter(self, post: Post) -> None:
        post.come_back()

        with post.server.database.reading() as connection:
            bounces = Bounces(connection)
            [letter] = bounces.returned_from(ALICE.upper(), 10)
            returned = bounces.returned([letter.id])
            assert bounces.returned_from(BOB, 10) == []
        assert returned[letter.id][ALICE].startswith("5.1.1 smtp; 550 5.1.1")
        assert post.address(ALICE).failure == returned[letter.id][ALICE]


class TestADelay:
    def test_is_only_remembered(self, post: Post) -> None:
        post.come_back(action="delayed", status="4.4.1", diagnosis="smtp; 450 4.4.1 timed out")

        assert not post.is_suspended(ALICE)
        assert post.address(ALICE).failing_since == post.server.now
        assert post.letters("Letters do not reach alice") == []

    def test_that_goes_on_for_a_week_suspends(self, post: Post) -> None:
        verdicts = []
        for _ in range(9):
            post.come_back(action="delayed", status="4.4.1")
            verdicts.append(post.is_suspended(ALICE))
            post.server.wait(days=1)
            post.server.hear(BOB, "hex chat 101 bob bobpw123", "Are you there?")
            post.deliverer.run_once()

        assert verdicts == [False] * 7 + [True, True]
        assert len(post.letters("Letters do not reach alice")) == 1

    def test_does_not_where_other_letters_have_arrived_meanwhile(self, post: Post) -> None:
        post.come_back(action="delayed", status="4.4.1")
        post.server.wait(hours=1)
        post.server.hear(BOB, "hex chat 101 bob bobpw123", "This one arrives.")
        post.deliverer.run_once()
        post.server.wait(days=8)
        post.server.hear(BOB, "hex chat 101 bob bobpw123", "This one does not.")
        post.deliverer.run_once()

        post.come_back(action="delayed", status="4.4.1")

        assert not post.is_suspended(ALICE)
        assert post.address(ALICE).failing_since == post.server.now

    def test_is_forgotten_when_the_player_writes(self, post: Post) -> None:
        post.come_back(action="delayed", status="4.4.1")

        post.server.hear(ALICE, "hex limit alice secret7")

        assert post.address(ALICE).failing_since is None
        assert post.letters("Letters go to you again") == []


class TestARefusalByOurRelay:
    def test_for_good_suspends_at_once(self, post: Post) -> None:
        post.way.replies[ALICE] = NO_SUCH_USER

        post.write_to(ALICE)

        assert post.is_suspended(ALICE)
        assert post.address(ALICE).failure == NO_SUCH_USER
        [letter] = post.letters("Letters do not reach alice")
        assert letter["recipients"] == []
        assert letter["sent_at"] == post.server.now

    def test_for_the_moment_does_so_after_five_days(self, post: Post) -> None:
        post.way.replies[ALICE] = "450 4.2.1 the mailbox is locked"
        post.write_to(ALICE)
        verdicts = []
        for _ in range(6):
            verdicts.append(post.is_suspended(ALICE))
            post.server.wait(days=1)
            post.deliverer.run_once()

        assert verdicts == [False] * 5 + [True]

    def test_of_all_letters_alike_suspends_nobody(self, post: Post) -> None:
        post.way.replies = dict.fromkeys([ALICE, BOB], "554 5.7.1 Relay access denied")

        post.write_to(ALICE, BOB)

        assert not post.is_suspended(ALICE)
        assert not post.is_suspended(BOB)

    def test_is_not_what_a_relay_says_that_cannot_be_reached_for_days(self, post: Post) -> None:
        post.way.is_down = True
        for _ in range(7):
            post.write_to(ALICE)
            post.server.wait(days=1)

        assert post.address(ALICE).failing_since is None


class TestASuspendedAddress:
    def test_gets_no_more_letters_those_that_wait_among_them(self, post: Post) -> None:
        post.way.replies[ALICE] = "450 4.2.0 later"
        post.server.hear(BOB, "hex chat 101 bob bobpw123", "Hello?")
        post.deliverer.run_once()
        post.come_back()
        sent = len(post.way.sent)
        post.server.wait(hours=1)
        post.server.hear(BOB, "hex chat 101 bob bobpw123", "Hello??")

        post.deliverer.run_once()

        assert {recipient for _, recipient in post.way.sent[sent:]} == {BOB}
        [waited] = [each for each in post.server.outbox() if each["recipients"] == [ALICE] and each["outcome"]]
        assert waited["outcome"] == f"{ALICE}: letters have come back from there, so none are sent"
        assert waited["status"] == "failed"

    def test_is_written_to_again_when_its_player_writes_with_the_password(self, post: Post) -> None:
        post.come_back()
        post.server.wait(days=3)

        post.server.hear(ALICE, "hex limit alice secret7")

        assert not post.is_suspended(ALICE)
        [letter] = post.letters("Letters go to you again")
        assert letter["recipients"] == [ALICE]
        assert "none have been sent there\nsince 2024-03-01 12:00 UTC." in letter["text"]

    def test_even_where_the_command_is_refused(self, post: Post) -> None:
        post.come_back()

        refused = post.server.say(ALICE, "hex move 101 alice secret7 z99")

        assert not refused.ok
        assert not post.is_suspended(ALICE)
        assert len(post.letters("Letters go to you again")) == 1

    def test_or_where_it_is_one_of_several(self, post: Post) -> None:
        post.come_back()

        post.server.hear(ALICE, "multiple", body="hex limit alice secret7\nhex move 101 alice secret7 z99\n")

        assert not post.is_suspended(ALICE)
        assert len(post.letters("Letters go to you again")) == 1

    def test_or_answers_a_letter_with_a_move(self, post: Post) -> None:
        *_, to = [
            each["headers"]["Reply-To"]
            for each in post.server.outbox()
            if each["addressed_to"] == [ALICE] and "Reply-To" in each["headers"]
        ]
        post.come_back()

        outcome = post.receive(f"From: {ALICE}\r\nTo: {to}\r\nSubject: Re: x\r\n\r\nd3\r\n".encode(), to, ALICE)

        assert outcome == "done: hex move 101 alice ****** d3"
        assert not post.is_suspended(ALICE)

    @pytest.mark.parametrize("line", ["help", "hex limit alice wrong-pw", "hex show 101"])
    def test_but_not_for_what_anybody_could_write(self, post: Post, line: str) -> None:
        post.come_back()

        post.server.say(ALICE, line)

        assert post.is_suspended(ALICE)

    def test_nor_for_what_comes_from_elsewhere(self, post: Post) -> None:
        post.come_back()

        post.server.hear("alice@elsewhere.example", "hex limit alice secret7")

        assert post.is_suspended(ALICE)

    @pytest.mark.parametrize("command", ["change address", "add"])
    def test_is_written_to_again_when_its_player_names_it(self, post: Post, command: str) -> None:
        post.come_back()

        post.server.hear("alice@elsewhere.example", f"{command} alice secret7 {ALICE}")

        assert not post.is_suspended(ALICE)

    def test_is_left_behind_with_change_address(self, post: Post) -> None:
        post.come_back()

        reply = post.server.hear("alice@new.example", "change address alice secret7")

        assert reply.letter_to("alice@new.example").subject == "Your addresses"
        with post.server.database.reading() as connection:
            addresses = connection.scalars(
                select(ADDRESSES.c.address).where(ADDRESSES.c.address.like("alice@%"))
            ).all()
        assert addresses == ["alice@new.example"]

    def test_locks_nobody_out_who_has_forgotten_the_password(self, post: Post) -> None:
        post.come_back()

        reply = post.server.hear(ALICE, "forgot alice")

        assert [letter.subject for letter in reply.letters if letter.to] == ["A new password for alice"]

    def test_is_told_to_who_asks_who_plays(self, post: Post) -> None:
        before = post.server.hear(CAROL, "list hex").text
        post.come_back()

        assert "Letters do not reach" not in before
        assert "        Letters do not reach alice at present.\n" in post.server.hear(CAROL, "list hex").text


class TestAPlayerWithTwoAddresses:
    def test_is_told_at_the_other_one_and_nobody_else_is_bothered(self, post: Post) -> None:
        post.server.hear("alice@work.example", "add alice secret7")
        post.server.hear(BOB, "hex chat 101 bob bobpw123", "Hello!")
        post.deliverer.run_once()

        post.come_back()

        [letter] = post.letters("Letters to one of your addresses come back")
        assert letter["recipients"] == ["alice@work.example"]
        assert "Recipient address rejected" in letter["text"]
        assert post.letters("Letters do not reach alice") == []
        assert "Letters do not reach" not in post.server.hear(CAROL, "list hex").text

    def test_is_out_of_reach_when_both_fail(self, post: Post) -> None:
        post.server.hear("alice@work.example", "add alice secret7")
        post.server.hear(BOB, "hex chat 101 bob bobpw123", "Hello!")
        post.deliverer.run_once()

        post.come_back()
        post.come_back("alice@work.example")

        assert len(post.letters("Letters do not reach alice")) == 1


def test_a_report_is_about_the_account_of_its_reader_alone_though_others_share_the_address(post: Post) -> None:
    post.server.hear(ALICE, "signup dave davespw1")
    post.server.hear(BOB, "hex challenge dave bob -size=5")
    post.deliverer.run_once()

    post.come_back()

    letters = [each["subject"] for each in post.server.outbox() if each["subject"].startswith("Letters do not reach")]
    assert letters == ["Letters do not reach dave"]


def test_a_report_of_an_answer_that_was_nobodys_letter_suspends_nobody(post: Post) -> None:
    post.server.say(ALICE, "help")
    post.deliverer.run_once()

    outcome = post.come_back()

    assert re.fullmatch(r"bounce: out-\d+ at alice@example\.org", outcome)
    assert not post.is_suspended(ALICE)


def test_who_shares_an_address_shares_what_our_own_relay_says_of_it(post: Post) -> None:
    post.server.hear(ALICE, "signup dave davespw1")
    post.server.hear(BOB, "hex challenge dave bob -size=5")
    post.deliverer.run_once()
    post.way.replies[ALICE] = NO_SUCH_USER

    post.write_to(ALICE)

    letters = [each["subject"] for each in post.server.outbox() if each["subject"].startswith("Letters do not reach")]
    assert letters == ["Letters do not reach alice", "Letters do not reach dave"]


def test_each_letter_is_told_to_each_opponent_once_with_all_boards(post: Post) -> None:
    post.server.hear(ALICE, "hex challenge bob alice -size=5")
    post.server.hear(ALICE, "hex challenge alice carol -size=5")
    post.deliverer.run_once()

    post.come_back()

    told = {each["recipients"][0]: re.findall(r"Hex Board \d+", each["text"]) for each in
            post.letters("Letters do not reach alice")}  # fmt: skip
    assert told == {BOB: ["Hex Board 101", "Hex Board 102"], CAROL: ["Hex Board 103"]}


def test_letters_and_addresses_that_fail_are_found_by_indexes(post: Post) -> None:
    with recorded(post.server.database) as statements:
        post.come_back(action="delayed", status="4.4.1")
        post.server.wait(days=8)
        post.come_back(action="delayed", status="4.4.1")
        post.server.hear(ALICE, "hex limit alice secret7")

    of_the_server = [each for each in statements if not each.text.startswith("SELECT inbox.outcome")]
    with post.server.database.writing() as connection:
        assert scans(connection, of_the_server) == []


def test_an_invitation_that_comes_back_changes_nothing_for_anybody(post: Post) -> None:
    post.server.hear(ALICE, "hex challenge alice nobody@friends.example")
    post.deliverer.run_once()
    before = post.server.everything_stored()

    outcome = post.come_back("nobody@friends.example")

    assert outcome.startswith("bounce: out-")
    assert not post.is_suspended(ALICE)
    assert post.server.everything_stored() == before
