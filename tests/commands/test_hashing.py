"""Nobody waits while a password is hashed: that happens between transactions, and changes nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from typing import Any

import pytest
from sqlalchemy import select

from pbmserv.commands.requests.authentication import WrongPassword
from pbmserv.commands.requests.credentials import Credential, signed_in
from pbmserv.commands.requests.passwords import MOST_TIMES, Hashes, NotHashed, Passwords, with_hashes_between
from pbmserv.commands.requests.quota import CpuQuota
from pbmserv.commands.run.parser import CommandFields
from pbmserv.games.catalogue import installed
from pbmserv.letters.reply_address import Tag, tokens_in
from pbmserv.mail import worker as worker_module
from pbmserv.mail.worker import Worker
from pbmserv.post_office import Answer, PostOffice, Request
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox, ReceivedMessage
from pbmserv.storage.tables import INBOX, OUTBOX
from tests.commands.test_passwords import stored_hash
from tests.conversation import START, Server, cheap_passwords
from tests.queries import recorded

CLIENT = "192.0.2.7"


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine, a turn has all that waits."""
    monkeypatch.setattr(worker_module, "TURN_SECONDS", 600)


class Watched(Passwords):
    """Notes what takes long, and whether somebody else could write meanwhile."""

    def __init__(self, database: Database) -> None:
        super().__init__(time_cost=1, memory_cost=32)
        self._database: Any = database
        self.free: list[bool] = []
        self.meanwhile: Callable[[], object] = lambda: None
        """What somebody else does while a password is hashed for the first time."""

    def hash(self, password: str, quota: CpuQuota | None = None) -> str:
        hashed = super().hash(password, quota)
        self._note()
        return hashed

    def verify(self, password_hash: str | None, password: str, quota: CpuQuota | None = None) -> bool:
        if password_hash is None:
            return super().verify(None, password, quota)
        is_slow = not self.remembers(password_hash, password)
        is_right = super().verify(password_hash, password, quota)
        if is_slow:
            self._note()
        return is_right

    def _note(self) -> None:
        is_free = not self._database._turn.locked()
        self.free.append(is_free)
        if is_free and len(self.free) == 1:
            self.meanwhile()


@pytest.fixture
def database(sqlite_database: Database) -> Database:
    """One that knows alice and bob, whose passwords nobody has given for a while."""
    Server(sqlite_database, passwords=cheap_passwords()).sign_up("alice", "bob")
    return sqlite_database


@pytest.fixture
def watched(database: Database) -> Watched:
    return Watched(database)


@pytest.fixture
def office(database: Database, watched: Watched) -> PostOffice:
    return PostOffice(database, installed(), "games@example.net", watched, now=lambda: START)


def at_page(*lines: str, player: str | None = None, body: str = "") -> Request:
    if player is not None:
        return Request(signed_in(player), lines, body=body, id="1")
    return Request(Credential("", client=CLIENT), lines, body=body, id="1")


SEVERAL = """change format alice secret7 text
change password alice secret7 redbreast8
signup dave redbreast7 dave@example.org
"""
SIGN_UP = at_page("signup dave redbreast7 dave@example.org")
CHANGE = at_page("change password alice secret7 redbreast7", player="alice")


@pytest.mark.parametrize(
    ("request_", "hashes"),
    [
        (SIGN_UP, 1),
        (at_page("signup ALICE redbreast7 alice@example.com"), 0),
        (at_page("signup dave redbreast7 dave@example.org surplus"), 0),
        (CHANGE, 2),
        (at_page("change password alice wrongpw7 redbreast7", player="alice"), 1),
        (at_page("change password alice secret7 challenge", player="alice"), 1),
        (at_page("change password nobody secret7 redbreast7"), 1),
        (at_page("add alice secret7 alice@work.example", player="alice"), 1),
        (at_page("hex move 101 alice"), 0),
        (at_page("signoff alice secret7", player="alice"), 1),
        (at_page("hex nonsense secret7 perhaps-a-password", player="alice"), 3),
        (Request(Credential("alice@example.org"), ("change broadcasts alice secret7 off",), id="1"), 1),
        (at_page("multiple", player="alice", body=SEVERAL), 3),
        (Request(signed_in("alice"), body=SEVERAL, fields=CommandFields("multiple"), id="1"), 3),
        (Request(Credential("alice@example.org"), ("multiple",), body=SEVERAL, id="1"), 3),
    ],
)
def test_somebody_else_can_write_while_a_password_is_hashed(
    database: Database, office: PostOffice, watched: Watched, request_: Request, hashes: int
) -> None:
    class Undone(Exception):
        pass

    answers: list[Answer] = []
    plain = PostOffice(database, installed(), "games@example.net", cheap_passwords(), now=lambda: START)
    with suppress(Undone), database.writing() as connection:
        answers.append(plain.handle_within(request_, connection))
        raise Undone

    answers.append(office.handle(request_))

    assert watched.free == [True] * hashes
    within, between = answers
    assert (within.ok, within.error, within.outcome) == (between.ok, between.error, between.outcome)
    assert [letter.to for letter in within.letters] == [letter.to for letter in between.letters]


@pytest.mark.parametrize(("userid", "password"), [("alice", "secret7"), ("alice", "wrongpw"), ("nobody", "secret7")])
def test_somebody_else_can_write_while_somebody_signs_in(
    office: PostOffice, watched: Watched, userid: str, password: str
) -> None:
    with suppress(WrongPassword):
        office.sign_in(userid, password, "", CLIENT)

    assert watched.free == [True]


def test_a_hash_that_is_made_anew_keeps_nobody_waiting_either(database: Database) -> None:
    class Dearer(Watched):
        def is_outdated(self, password_hash: str) -> bool:
            return True

    dearer = Dearer(database)
    PostOffice(database, installed(), "games@example.net", dearer).sign_in("alice", "secret7", "", CLIENT)

    assert dearer.free == [True, True]


def test_who_takes_the_name_meanwhile_has_it(database: Database, office: PostOffice, watched: Watched) -> None:
    watched.meanwhile = lambda: Server(database).enrol("dave", "quicker7")

    answer = office.handle(SIGN_UP)

    assert not answer.ok
    assert "The userid dave is taken" in (answer.error or "")
    assert office.sign_in("dave", "quicker7", "", CLIENT).player.userid == "dave"


def test_the_first_command_of_a_process_is_carried_out_once_after_its_password_is_hashed(
    database: Database, office: PostOffice, watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []

    def noting() -> Any:
        begun.append(len(watched.free))
        return Database.writing(database)

    Server(database, passwords=cheap_passwords()).hear("alice@example.org", "hex challenge alice bob")
    monkeypatch.setattr(database, "writing", noting)

    done = office.handle(Request(Credential("alice@example.org"), ("hex move 101 alice secret7 d4",), id="1"))

    assert done.ok
    assert watched.free == [True]
    assert begun == [1]


def test_a_password_that_is_changed_meanwhile_is_right_no_more(
    database: Database, office: PostOffice, watched: Watched
) -> None:
    watched.meanwhile = lambda: Server(database).hear(
        "alice@example.org", "change password alice secret7 better-secret11"
    )

    with pytest.raises(WrongPassword):
        office.sign_in("alice", "secret7", "", CLIENT)

    assert watched.free == [True, True]


def test_a_password_that_is_changed_while_a_command_waits_for_its_hash_is_right_no_more(
    database: Database, office: PostOffice, watched: Watched
) -> None:
    watched.meanwhile = lambda: Server(database).hear(
        "alice@example.org", "change password alice secret7 better-secret11"
    )

    answer = office.handle(Request(Credential("alice@example.org"), ("change broadcasts alice secret7 off",), id="1"))

    assert answer.error == "The userid or the password is not right."


def test_who_comes_by_an_invitation_costs_one_hash(database: Database, office: PostOffice, watched: Watched) -> None:
    guest = "caro@friends.example"
    plain = Server(database, passwords=cheap_passwords())
    invited = plain.hear("alice@example.org", f"hex challenge alice {guest}")
    code = tokens_in([invited.letter_to(guest).reply_to or ""])[Tag.CODE]

    assert office.handle(Request(Credential(guest), (f"invitation {code} yes",))).ok

    assert watched.free == [True]


def test_what_is_remembered_is_not_hashed_again_and_all_else_is() -> None:
    passwords = cheap_passwords()
    secret = passwords.hash("secret7")
    hashes = Hashes(passwords, {})
    with pytest.raises(NotHashed) as wanted:
        hashes.need([(secret, "secret7"), (None, "secret7")])
    assert set(wanted.value.works) == {("verify", secret, "secret7"), ("verify", None, "secret7")}

    assert passwords.verify(secret, "secret7")

    hashes.need([(secret, "secret7")])
    assert hashes.verify(secret, "secret7")


def test_nobody_is_kept_looking_for_ever(watched: Watched) -> None:
    numbers = count()

    def always_something_else(passwords: Passwords) -> str:
        return passwords.hash(f"password-{next(numbers)}")

    assert watched.verify(with_hashes_between(watched, always_something_else), f"password-{MOST_TIMES}")


def test_wrong_passwords_are_counted_once_each(office: PostOffice, watched: Watched) -> None:
    for number in range(10):
        assert not office.handle(at_page(f"add alice guess-{number} new@example.org")).ok
    del watched.free[:]

    assert not office.handle(at_page("add alice secret7 new@example.org")).ok
    assert watched.free == []


def test_one_letter_has_as_many_passwords_hashed_as_ever(database: Database, office: PostOffice) -> None:
    lines = [f"add alice guess-{number} new@example.org" for number in range(5)]

    letters = office.handle(Request(Credential("alice@example.org"), ("multiple",), body="\n".join(lines))).letters

    assert letters[0].text.count("The userid or the password is not right.") == 3
    assert letters[0].text.count("Too many passwords have been looked at") == 2


# --- Mail: the worker carries out several requests in one transaction


def mailed(database: Database, *mails: tuple[str, str], body: str = "") -> None:
    """Let mails come in, each with its author and its Subject."""
    with database.writing() as connection:
        Inbox(connection).add(
            [
                ReceivedMessage(
                    "smtp",
                    f"{author}@example.org",
                    ("games@example.net",),
                    f"From: {author}@example.org\r\nSubject: {line}\r\n\r\n{body}\r\n".encode(),
                    START,
                    author=author,
                )
                for author, line in mails
            ]
        )


def outcomes(database: Database) -> list[str]:
    with database.reading() as connection:
        return [*connection.scalars(select(INBOX.c.outcome).order_by(INBOX.c.id))]


@pytest.fixture
def worker(database: Database, office: PostOffice) -> Worker:
    """One that has been running for a while."""
    worker = Worker(database, office, now=lambda: START)
    worker.run_once()
    return worker


def test_somebody_else_can_write_while_the_passwords_of_a_turn_are_hashed(
    database: Database, worker: Worker, watched: Watched
) -> None:
    mailed(
        database,
        ("alice", "change format alice secret7 text"),
        ("bob", "change format bob bobpw123 text"),
        ("alice", "change format alice secret7 html"),
        ("carol", "change format carol guessed99 html"),
        ("alice", "change letters alice secret7 turns"),
    )

    while worker.run_once():
        pass

    # Carol is no player, which costs a hash as well.
    assert watched.free == [True] * 3
    assert [each.partition(":")[0] for each in outcomes(database)] == ["done", "done", "done", "refused", "done"]


def test_a_hash_that_could_not_be_foreseen_is_made_between_turns_too(
    database: Database, worker: Worker, watched: Watched
) -> None:
    mailed(
        database,
        ("alice", "change format alice secret7 text"),
        ("dave", "signup dave redbreast7"),
        ("bob", "change password bob bobpw123 redbreast8"),
        ("alice", "change format alice secret7 html"),
    )

    while worker.run_once():
        pass

    # Alice's and Bob's passwords together, then Dave's new one, and Bob's.
    assert watched.free == [True] * 4
    assert [each.partition(":")[0] for each in outcomes(database)] == ["done"] * 4


def test_the_first_request_after_a_start_keeps_nobody_waiting_either(
    database: Database, office: PostOffice, watched: Watched
) -> None:
    mailed(database, ("alice", "change format alice secret7 text"))

    assert Worker(database, office, now=lambda: START).run_once() == 1

    assert watched.free == [True]
    assert outcomes(database) == ["done: change format alice ****** text"]


def test_the_passwords_of_several_commands_in_one_letter_are_hashed_before(
    database: Database, worker: Worker, watched: Watched
) -> None:
    lines = "change format alice secret7 text\r\nchange format bob bobpw123 text\r\n"
    mailed(database, ("alice", "multiple"), ("bob", "change letters bob bobpw123 turns"), body=lines)

    while worker.run_once():
        pass

    assert watched.free == [True] * 2
    assert [each.partition(":")[0] for each in outcomes(database)] == ["done"] * 2


@pytest.mark.parametrize("others", [(), (("bob", "change letters bob bobpw123 turns"),)], ids=["alone", "in a turn"])
def test_a_password_that_is_right_counts_once_for_all_commands_in_a_letter(
    database: Database, worker: Worker, watched: Watched, others: Sequence[tuple[str, str]]
) -> None:
    lines = "\r\n".join(f"change letters alice secret7 {which}" for which in ("turns", "all") * 5)
    mailed(database, ("alice", "multiple"), *others, body=lines)

    while worker.run_once():
        pass

    with database.reading() as connection:
        assert "Too many passwords" not in " ".join(connection.scalars(select(OUTBOX.c.text)))
    assert watched.free == [True] * (1 + len(others))


def test_a_password_that_is_changed_while_a_turn_is_hashed_is_right_no_more(
    database: Database, worker: Worker, watched: Watched
) -> None:
    mailed(database, ("alice", "change format alice secret7 text"), ("bob", "change format bob bobpw123 text"))
    watched.meanwhile = lambda: Server(database).hear(
        "alice@example.org", "change password alice secret7 better-secret11"
    )

    while worker.run_once():
        pass

    assert outcomes(database) == ["refused: change format alice ****** text", "done: change format bob ****** text"]


def test_two_who_choose_the_same_password_have_different_hashes(database: Database, worker: Worker) -> None:
    mailed(database, ("dave", "signup dave redbreast7"), ("erin", "signup erin redbreast7"))

    while worker.run_once():
        pass

    one, other = (stored_hash(Server(database), userid) for userid in ("dave", "erin"))
    assert one != other


def costs_have_risen(database: Database) -> tuple[Watched, Worker]:
    """Passwords for which the hashes that there are have become too cheap, and a worker that has been running."""

    class Dearer(Watched):
        def is_outdated(self, password_hash: str) -> bool:
            return "m=32," in password_hash

    dearer = Dearer(database)
    dearer._costs = (1, 64)
    worker = Worker(database, PostOffice(database, installed(), "games@example.net", dearer), now=lambda: START)
    worker.run_once()
    return dearer, worker


def test_hashes_that_cost_something_else_are_made_anew_with_the_turn(database: Database, watched: Watched) -> None:
    dearer, worker = costs_have_risen(database)
    mailed(database, ("alice", "change format alice secret7 text"), ("bob", "change format bob bobpw123 text"))

    with recorded(database) as statements:
        while worker.run_once():
            pass

    assert dearer.free == [True] * 4
    assert "m=64," in stored_hash(Server(database), "alice")
    # One turn that was undone for four hashes, and the one that counted; two on a machine that is busy.
    assert len([each for each in statements if "AS some_hold" in each.text]) <= 3


@pytest.mark.parametrize("sender", ["alice", "alice-at-work"])
def test_an_older_hash_is_made_anew_once_at_home_or_elsewhere(database: Database, sender: str) -> None:
    dearer, worker = costs_have_risen(database)
    for line in (
        "change format alice secret7 text",
        "hex showas alice secret7 101",
        "change letters alice secret7 all",
    ):
        mailed(database, (sender, line))
        while worker.run_once():
            pass

    # The older one is looked at, and a new one made, the first time; the new one is looked at the second time.
    assert dearer.free == [True] * 3
    assert "m=64," in stored_hash(Server(database), "alice")
    assert [each.partition(":")[0] for each in outcomes(database)] == ["done", "refused", "done"]


def test_after_too_many_guesses_nothing_is_hashed_for_another(
    database: Database, worker: Worker, watched: Watched
) -> None:
    guesses = [("alice", f"change format alice guess-{number} text") for number in range(10)]
    mailed(database, *guesses)
    while worker.run_once():
        pass
    assert watched.free == [True] * 10
    del watched.free[:]

    mailed(database, ("alice", "change format alice guess-11 text"), ("alice", "change format alice guess-12 text"))
    while worker.run_once():
        pass

    assert watched.free == []
