"""What somebody might try who means harm, and that it comes to nothing.

Attacks on one part alone are tried in the tests of that part.
"""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from sqlalchemy import func, select

from pbmserv.commands.passwords import Passwords
from pbmserv.mail.pruning import forget_old_mail
from pbmserv.post_office import ANSWERS
from pbmserv.store.database import Database
from pbmserv.store.models import TallyRow
from pbmserv.store.tallies import KEPT, Limit, Tallies
from tests.conversation import START, Reply, Server
from tests.queries import recorded, scans

NOT_RIGHT = "The userid or the password is not right."
MALLORY = "mallory@example.com"
VICTIM = "victim@example.edu"


class CountedPasswords(Passwords):
    """Counts the passwords that are looked at, which is what takes time."""

    looked_at = 0

    def verify(self, password_hash: str | None, password: str) -> bool:
        self.looked_at += 1
        return super().verify(password_hash, password)


@pytest.fixture
def passwords() -> CountedPasswords:
    return CountedPasswords(time_cost=1, memory_cost=32)


@pytest.fixture
def server(database: Database, passwords: CountedPasswords) -> Server:
    """A server on which alice, bob and carol have signed up; once on each kind of database."""
    server = Server(database, passwords=passwords)
    server.sign_up("alice", "bob", "carol")
    return server


def guess(server: Server, sender: str, userid: str = "alice", times: int = 1) -> None:
    for number in range(times):
        assert server.say(sender, f"add {userid} guess-{number}").error == NOT_RIGHT


def answer(server: Server, address: str, times: int) -> None:
    """Have had an address so many answers."""
    with server.database.writing() as connection:
        for _ in range(times):
            Tallies(connection).add(ANSWERS, address, server.now)


def code_for(address: str, reply: Reply) -> str:
    return reply.letter_to(address).subject.removeprefix("confirm ")


# Guessing passwords


def test_after_ten_wrong_passwords_in_ten_minutes_none_is_looked_at(
    server: Server, passwords: CountedPasswords
) -> None:
    for number in range(10):
        guess(server, f"m{number}@example.com")

    right = server.say("alice@example.org", "add alice secret7")

    assert right.error == NOT_RIGHT
    assert passwords.looked_at == 10


def test_nine_wrong_passwords_lock_nobody_out(server: Server) -> None:
    guess(server, MALLORY, times=9)

    assert server.say("alice@example.org", "add alice secret7").ok
    assert server.say(MALLORY, "add bob bobpw123").ok


def test_who_has_waited_is_let_in_however_many_have_guessed_meanwhile(server: Server) -> None:
    for number in range(10):
        guess(server, f"m{number}@example.com")
    server.wait(minutes=9)
    guess(server, "m10@example.com", times=5)

    server.wait(minutes=1)

    assert server.say("alice@example.org", "add alice secret7").ok


def test_the_ten_minutes_begin_with_each_guess_anew(server: Server) -> None:
    guess(server, "m1@example.com", times=5)
    server.wait(minutes=6)
    guess(server, "m2@example.com", times=4)
    server.wait(minutes=4)
    guess(server, "m3@example.com", times=5)

    assert server.say("alice@example.org", "add alice secret7").ok


def test_a_sender_who_has_guessed_ten_times_waits_with_any_userid(server: Server) -> None:
    for number in range(10):
        guess(server, MALLORY, f"player{number}")

    assert server.say(MALLORY, "add bob bobpw123").error == NOT_RIGHT
    assert server.say("bob@example.org", "add bob bobpw123").ok


def test_a_userid_that_nobody_has_waits_like_any_other(server: Server, passwords: CountedPasswords) -> None:
    guess(server, MALLORY, "zoe", times=10)
    guess(server, "mallory2@example.com", "zoe")
    guess(server, "mallory3@example.com", "ZOE")

    assert passwords.looked_at == 10


def test_guesses_that_share_a_letter_are_counted_one_by_one(server: Server, passwords: CountedPasswords) -> None:
    body = "\n".join(f"add alice guess-{number}" for number in range(40))

    server.hear(MALLORY, "multiple", body=body)

    assert passwords.looked_at == 10


def test_who_has_been_locked_out_gets_in_with_a_code(server: Server) -> None:
    guess(server, MALLORY, times=10)
    letters = server.hear("alice@example.org", "forgot alice").letters
    [code] = re.findall(r"change password alice (\w+) NEW", "".join(letter.text for letter in letters))

    reply = server.say("alice@example.org", f"change password alice {code} better-secret8")

    assert reply.ok


def test_the_operator_at_the_command_line_waits_for_nobody(server: Server) -> None:
    guess(server, MALLORY, times=10)

    assert server.say(None, "add alice secret7 alice@work.example").ok


# Letters that nobody has asked for


def test_an_address_gets_three_codes_a_day_and_then_no_more(server: Server) -> None:
    for number in range(3):
        server.hear(MALLORY, f"signup fake{number} secret99 {VICTIM}")

    fourth = server.say("mallory2@example.com", f"signup fake3 secret99 {VICTIM.upper()}")

    assert VICTIM not in {address.lower() for address in fourth.readers}
    assert "has been sent 3 letters with a code within a day" in fourth.error
    assert server.hear(MALLORY, "signup fake3 secret99").ok  # the name was not used up


def test_no_command_gets_around_that(server: Server) -> None:
    server.hear("alice@example.org", f"add alice secret7 {VICTIM}")
    server.hear("alice@example.org", f"change address alice secret7 {VICTIM}")
    server.hear("bob@example.org", f"add bob bobpw123 {VICTIM}")

    for line in (f"add carol secret9 {VICTIM}", f"change address carol secret9 {VICTIM}"):
        assert not server.say("carol@example.org", line).ok


def test_the_next_day_a_code_can_be_sent_again(server: Server) -> None:
    for number in range(3):
        server.hear(MALLORY, f"signup fake{number} secret99 {VICTIM}")

    server.wait(days=1)

    assert VICTIM in server.hear(MALLORY, f"signup fake3 secret99 {VICTIM}").readers


def test_who_answers_a_code_can_be_sent_others(server: Server) -> None:
    household = [server.hear(MALLORY, f"signup child{number} secret99 {VICTIM}") for number in range(3)]
    server.hear(VICTIM, f"confirm {code_for(VICTIM, household[2])}")

    assert VICTIM in server.hear(MALLORY, f"signup child3 secret99 {VICTIM}").readers


def test_a_machine_that_answers_all_we_write_gets_no_answer_after_a_while(server: Server) -> None:
    answer(server, VICTIM, ANSWERS.most - 2)

    answered = [bool(server.say(VICTIM, "Trichet Standings").readers) for _ in range(4)]

    assert answered == [True, True, False, False]
    assert server.say(VICTIM, "Re: Trichet error").outcome.endswith("(not answered: 200 answers within an hour)")
    assert server.say("alice@example.org", "Trichet Standings").readers == {"alice@example.org"}


def test_an_hour_later_it_may_be_a_person(server: Server) -> None:
    answer(server, VICTIM, ANSWERS.most)
    server.wait(hours=1)

    assert server.say(VICTIM, "help").readers == {VICTIM}


def test_a_player_gets_letters_however_many_answers_others_have_had_sent_there(server: Server) -> None:
    alice = "alice@example.org"
    answer(server, alice, ANSWERS.most)

    assert server.say(alice, "help").readers == set()
    assert server.hear(alice, "trichet challenge bob alice").letter_to(alice).subject == "New Trichet Board 101 alice"
    assert server.hear(alice, "trichet move 101 alice secret7 d3").readers == {alice, "bob@example.org"}
    assert server.hear(alice, "forgot alice").letter_to(alice).subject == "A new password for alice"


# The tallies behind that

FEW = Limit("few", 2, timedelta(hours=1))


def test_a_tally_is_kept_for_each_and_read_by_an_index(database: Database) -> None:
    with database.writing() as connection:
        tallies = Tallies(connection)
        tallies.add(FEW, "Alice", START)
        tallies.add(FEW, "alice", START + timedelta(minutes=30))
        tallies.add(Limit("other", 2, timedelta(hours=1)), "bob", START)

    with recorded(database) as statements, database.writing() as connection:
        tallies = Tallies(connection)
        full = [
            tallies.is_full(FEW, whose, START + timedelta(minutes=after))
            for whose, after in [("alice", 59), ("alice", 60), ("bob", 30)]
        ]
        tallies.clear(FEW, "ALICE")
        full += [tallies.is_full(FEW, "alice", START + timedelta(minutes=30))]
        tallies.prune(START, 10)
        assert scans(connection, statements) == []

    assert full == [True, False, False, False]


def test_what_is_too_old_to_count_is_forgotten(database: Database) -> None:
    with database.writing() as connection:
        for hours in (0, 1):
            Tallies(connection).add(FEW, "alice", START + timedelta(hours=hours))

    forget_old_mail(database, timedelta(days=14), START + KEPT)

    with database.reading() as connection:
        assert connection.scalar(select(func.count()).select_from(TallyRow)) == 1
