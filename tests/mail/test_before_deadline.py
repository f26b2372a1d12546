"""What the clock does about mail that came before a deadline, and has yet to be carried out."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from pbmserv.commands.playing.clock_verdicts import LOOK_AGAIN_SOON
from pbmserv.games.catalogue import installed
from pbmserv.mail import before_deadline
from pbmserv.mail.before_deadline import MOST_READ
from pbmserv.mail.reading.incoming import Incoming, read_message
from pbmserv.mail.worker import Worker
from pbmserv.scheduler import Scheduler
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox, ReceivedMessage
from pbmserv.storage.inbox_order import HOLD_FOR
from pbmserv.storage.queues import InboxStatus
from pbmserv.storage.tables import INBOX
from pbmserv.storage.work import UnitOfWork
from tests.conversation import ADDRESS, PLAYERS, START, Server
from tests.queries import recorded, scans

ALICE, BOB, EVE = (f"{userid}@example.org" for userid in ("alice", "bob", "eve"))
SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)


class Life:
    """A board of Hex on which alice is to move, and has been reminded, and a worker that is behind with its work."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.server = Server(database)
        self.server.sign_up("alice", "bob", "carol")
        self.server.hear(BOB, "hex challenge alice bob -size=5")
        self.reply_to = str(self.letter_to(ALICE)["headers"]["Reply-To"])
        self.deadline = self.server.now + timedelta(days=21)
        self.clock = Scheduler(database, self.server.office, installed())
        self.server.now = self.deadline - timedelta(days=2)
        assert self.decided() == ["nag"]

    def letter_to(self, address: str) -> dict[str, dict[str, str]]:
        return [dict(letter) for letter in self.server.outbox() if letter["recipients"] == [address]][-1]

    def mail(self, author: str, subject: str, body: str = "", before: timedelta = SECOND, to: str = ADDRESS) -> int:
        """A mail that has come so long before the deadline."""
        raw = f"From: {author}\r\nTo: {to}\r\nSubject: {subject}\r\n\r\n{body}\r\n".encode()
        message = ReceivedMessage("smtp", author, (to,), raw, self.deadline - before, author=author)
        with self.database.writing() as connection:
            [number] = Inbox(connection).add([message])
        return number

    def decided(self, clock: Scheduler | None = None) -> list[str]:
        return [each.verdict.value for each in (clock or self.clock).make_round(self.server.now).decided]

    def decided_after(self, past: timedelta) -> list[str]:
        """What the clock decides so long after the deadline."""
        self.server.now = self.deadline + past
        return self.decided()

    def works(self) -> None:
        worker = Worker(self.database, self.server.office, now=lambda: self.server.now)
        while worker.run_once():
            pass

    @property
    def moves(self) -> list[str]:
        with self.database.reading() as connection:
            board = UnitOfWork(connection, installed()).boards.load("hex", 101)
        assert board is not None
        return [move.text for move in board.moves]


@pytest.fixture
def life(database: Database) -> Life:
    return Life(database)


MOVE = f"hex move 101 alice {PLAYERS['alice']} d3"


def test_without_such_mail_the_clock_decides_at_the_deadline_itself(life: Life) -> None:
    assert life.decided_after(-SECOND) == ["nag"]
    assert life.decided_after(timedelta()) == ["forfeit"]


class TestAMoveThatCameInTime:
    @pytest.mark.parametrize("before", [timedelta(), SECOND, timedelta(days=5)])
    def test_is_waited_for_and_counts(self, life: Life, before: timedelta) -> None:
        life.mail(ALICE, MOVE, before=before)

        assert life.decided_after(SECOND) == []
        assert life.decided_after(SECOND + LOOK_AGAIN_SOON) == []
        life.works()

        assert life.moves == ["d3"]
        assert life.decided_after(HOUR) == []

    def test_may_be_an_answer_to_a_letter(self, life: Life) -> None:
        life.mail(ALICE, "Re: Hex Board 101 alice", "d3", to=life.reply_to)

        assert life.decided_after(SECOND) == []
        life.works()
        assert life.moves == ["d3"]

    @pytest.mark.parametrize(
        ("subject", "body"),
        [
            ("multiple", f"help\r\n{MOVE}"),
            ("", MOVE),
            (f"hex resign 101 alice {PLAYERS['alice']}", ""),
            (f"vacation alice {PLAYERS['alice']} 7", ""),
            ("Re: Hex Board 102 alice", MOVE),
            ("Re: Hex Board 102 alice", f"multiple\r\nhelp\r\n{MOVE}"),
            ("Re: Hex chat 102 bob", f"vacation alice {PLAYERS['alice']} 7"),
            ("multiple", f"hex show 102\r\nvacation alice {PLAYERS['alice']} 7"),
        ],
    )
    def test_may_be_any_command_that_saves_the_player(self, life: Life, subject: str, body: str) -> None:
        life.mail(ALICE, subject, body)

        assert life.decided_after(SECOND) == []
        life.works()
        assert "forfeit" not in life.decided_after(HOUR)

    @pytest.mark.parametrize(
        "command", [f"resign 101 bob {PLAYERS['bob']}", f"move 101 bob {PLAYERS['bob']} propose"]
    )
    def test_may_be_the_opponents_who_resigns_or_proposes_a_tie(self, life: Life, command: str) -> None:
        life.mail(BOB, f"hex {command}")

        assert life.decided_after(SECOND) == []
        life.works()
        assert "forfeit" not in life.decided_after(HOUR)

    def test_may_come_from_an_address_that_nobody_knows(self, life: Life) -> None:
        life.mail("alice@elsewhere.example", MOVE)

        assert life.decided_after(SECOND) == []
        life.works()
        assert life.moves == ["d3"]

    def test_is_waited_for_if_it_is_tried_again_after_a_failure(self, life: Life) -> None:
        number = life.mail(ALICE, MOVE)
        with life.database.writing() as connection:
            connection.execute(INBOX.update().where(INBOX.c.id == number).values(status=InboxStatus.LATER))

        assert life.decided_after(SECOND) == []

    def test_is_not_read_here_if_it_may_have_ended_a_server(self, life: Life) -> None:
        number = life.mail(EVE, "whatever")
        with life.database.writing() as connection:
            connection.execute(INBOX.update().where(INBOX.c.id == number).values(ended=1))

        assert life.decided_after(SECOND) == []

    def test_is_found_behind_others(self, life: Life) -> None:
        for _ in range(MOST_READ - 1):
            life.mail(EVE, "help")
        life.mail(ALICE, MOVE)

        assert life.decided_after(SECOND) == []

    def test_is_waited_for_after_a_crash_that_kept_the_server_down_for_days(self, life: Life) -> None:
        life.mail(ALICE, MOVE)
        life.server.now = life.deadline + timedelta(days=9)
        life.clock = Scheduler(life.database, life.server.office, installed())

        assert life.decided() == []
        life.works()
        assert life.moves == ["d3"]


class TestTheClockGoesOnWithout:
    @pytest.mark.parametrize(
        ("author", "subject", "body"),
        [
            (EVE, "help", ""),
            (EVE, f"hex move 102 alice {PLAYERS['alice']} d3", ""),
            (EVE, "hex show 101", ""),
            (EVE, "alice", "hex 101 alice d3"),
            (ALICE, f"hex move 102 alice {PLAYERS['alice']} d3", ""),
        ],
    )
    def test_mail_that_cannot_be_the_players_move(self, life: Life, author: str, subject: str, body: str) -> None:
        life.mail(author, subject, body)

        assert life.decided_after(SECOND) == ["forfeit"]

    def test_a_move_that_came_too_late(self, life: Life) -> None:
        life.mail(ALICE, MOVE, before=-SECOND)

        assert life.decided_after(2 * SECOND) == ["forfeit"]

    def test_one_that_came_too_late_though_a_reminder_is_due_later_still(self, life: Life) -> None:
        assert life.decided_after(-HOUR) == ["nag"]
        life.mail(ALICE, MOVE, before=-SECOND)

        assert life.decided_after(2 * SECOND) == ["forfeit"]

    def test_what_comes_while_it_waits(self, life: Life) -> None:
        """Or whoever forges a sender could stop it for ever."""
        life.mail(ALICE, f"hex move 101 alice wrong-{PLAYERS['alice']} d3")
        assert life.decided_after(SECOND) == []
        life.works()
        life.mail(ALICE, MOVE, before=-HOUR)

        assert life.decided_after(HOUR) == ["forfeit"]

    def test_a_letter_that_comes_back_and_one_from_a_machine(self, life: Life) -> None:
        life.mail("", "Undelivered: hex 101 alice", to=life.reply_to)

        assert life.decided_after(SECOND) == ["forfeit"]

    def test_mail_of_which_there_is_too_much_to_look_at_but_only_for_so_long(self, life: Life) -> None:
        for _ in range(MOST_READ):
            life.mail(EVE, "help")
        assert life.decided_after(-HOUR) == ["nag"]
        life.mail(EVE, "help")

        assert life.decided_after(SECOND) == []
        assert life.decided_after(HOLD_FOR - SECOND) == []
        assert life.decided_after(HOLD_FOR + LOOK_AGAIN_SOON) == ["forfeit"]


class TestAClockThatMakesOneRound:
    """As `admin clock run` is one: it does not know for how long there has been a server."""

    def decided(self, life: Life, past: timedelta) -> list[str]:
        life.server.now = life.deadline + past
        clock = Scheduler(life.database, life.server.office, installed(), one_round=True)
        return life.decided(clock)

    def leave_waiting(self, life: Life) -> int:
        """A mail that came in time, and is not carried out whatever else is."""
        number = life.mail(ALICE, MOVE)
        with life.database.writing() as connection:
            connection.execute(INBOX.update().where(INBOX.c.id == number).values(status=InboxStatus.LATER))
        return number

    def other_mail(self, life: Life, past: timedelta) -> None:
        """Mail of somebody else that came so long after the deadline, and was carried out at once."""
        number = life.mail(EVE, "help", before=-past)
        with life.database.writing() as connection:
            Inbox(connection).end([(number, InboxStatus.DONE, "done")], life.deadline + past)

    def test_waits_while_nothing_has_been_carried_out(self, life: Life) -> None:
        self.leave_waiting(life)

        assert self.decided(life, timedelta(days=9)) == []

    def test_waits_two_days_from_when_mail_was_carried_out_that_came_later(self, life: Life) -> None:
        self.leave_waiting(life)
        self.other_mail(life, HOUR)
        self.other_mail(life, HOLD_FOR)

        assert self.decided(life, HOLD_FOR + HOUR - SECOND) == []
        assert self.decided(life, HOLD_FOR + HOUR + LOOK_AGAIN_SOON) == ["forfeit"]

    def test_and_no_less_after_days_without_a_server(self, life: Life) -> None:
        self.leave_waiting(life)
        self.other_mail(life, timedelta(days=9))

        assert self.decided(life, timedelta(days=11) - SECOND) == []
        assert self.decided(life, timedelta(days=11) + LOOK_AGAIN_SOON) == ["forfeit"]


def test_a_mail_is_read_once_in_a_round_for_however_many_boards(life: Life, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(4):
        life.server.hear(BOB, "hex challenge alice bob -size=5")
    life.mail(EVE, "help")
    read: list[bytes] = []

    def counted(raw: bytes, *args: Any, **more: Any) -> Incoming:
        read.append(raw)
        return read_message(raw, *args, **more)

    monkeypatch.setattr(before_deadline, "read_message", counted)
    life.server.now += timedelta(days=20)
    assert life.decided() == ["forfeit", *["nag"] * 4]
    life.mail(EVE, "help")
    read.clear()

    life.server.now += timedelta(days=1)
    assert life.decided() == ["forfeit"] * 4
    assert len(read) == 2


def test_a_hundred_mails_of_others_are_looked_at(life: Life) -> None:
    for _ in range(100):
        life.mail(EVE, "help")

    assert life.decided_after(SECOND) == ["forfeit"]


class TestATie:
    @pytest.fixture
    def life(self, database: Database) -> Life:
        life = Life(database)
        life.server.hear(ALICE, f"hex move 101 alice {PLAYERS['alice']} propose")
        life.deadline = life.server.now + timedelta(days=21)
        assert life.decided_after(timedelta(days=-1.5)) == ["nag"]
        return life

    def test_is_agreed_to_by_silence(self, life: Life) -> None:
        assert "tie" not in life.decided_after(-SECOND)
        assert life.decided_after(timedelta()) == ["tie"]

    @pytest.mark.parametrize("author", ["bob", "alice"])
    def test_is_not_while_an_answer_waits_or_a_word_of_who_proposed_it(self, life: Life, author: str) -> None:
        life.mail(f"{author}@example.org", f"hex move 101 {author} {PLAYERS[author]} reject")

        assert life.decided_after(SECOND) == []
        life.works()
        assert "tie" not in life.decided_after(HOUR)

    def test_is_while_mail_of_others_waits(self, life: Life) -> None:
        life.mail(EVE, "hex move 101 carol secret9 reject")

        assert life.decided_after(SECOND) == ["tie"]


def test_what_another_worker_has_in_hand_is_waited_for(postgresql_database: Database) -> None:
    life = Life(postgresql_database)
    life.mail(ALICE, MOVE)
    with life.database.writing() as connection:
        assert len(Inbox(connection).claim(1, life.server.now)) == 1
        assert life.decided_after(SECOND) == []
    life.works()

    assert life.moves == ["d3"]


def test_to_look_for_such_mail_reads_no_whole_table(database: Database) -> None:
    with recorded(database) as statements, database.writing() as connection:
        Inbox(connection).open_by(START, 10)
        Inbox(connection).first_done_after(START)

        assert scans(connection, list(statements)) == []
