"""What somebody might try who means harm, and that it comes to nothing.

Attacks on one part alone are tried in the tests of that part.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from email import message_from_bytes
from email.policy import SMTP
from functools import partial

import pytest
from sqlalchemy import func, select

from pbmserv.commands.requests.budget_table import DEFAULT
from pbmserv.commands.requests.passwords import Passwords
from pbmserv.commands.requests.quota import CpuQuota
from pbmserv.mail.pruning import forget_old_mail
from pbmserv.storage.database import Database
from pbmserv.storage.tables import TALLIES
from pbmserv.storage.tallies import KEPT, Limit, Tallies
from tests.conversation import ADDRESS, START, Reply, Server, code_in
from tests.post import HEADERS, arrive, inbox, mails
from tests.queries import recorded, scans

ANSWERS = DEFAULT.answers
NOT_RIGHT = "The userid or the password is not right."
RESTS = (
    "Too many wrong passwords were given for this player, or from your network or mail domain, which others may"
    " share. Sign-in with a password rests for up to ten minutes: until then, even the right one is refused."
)
MALLORY = "mallory@example.com"
VICTIM = "victim@example.edu"


class CountedPasswords(Passwords):
    """Counts the passwords that are looked at, which is what takes time."""

    looked_at = 0

    def verify(self, password_hash: str | None, password: str, quota: CpuQuota | None = None) -> bool:
        is_right = super().verify(password_hash, password, quota)
        self.looked_at += 1
        return is_right


@pytest.fixture
def passwords() -> CountedPasswords:
    return CountedPasswords(time_cost=1, memory_cost=32)


@pytest.fixture
def server(database: Database, passwords: CountedPasswords) -> Server:
    """A server on which alice, bob and carol have signed up; once on each kind of database."""
    server = Server(database, passwords=passwords)
    server.sign_up("alice", "bob", "carol")
    return server


def guess(server: Server, sender: str, userid: str = "alice", times: int = 1, says: str = NOT_RIGHT) -> None:
    for number in range(times):
        assert server.say(sender, f"add {userid} guess-{number}").error == says


def answer(server: Server, address: str, times: int) -> None:
    """Have had an address so many answers."""
    with server.database.writing() as connection:
        for _ in range(times):
            Tallies(connection).add(ANSWERS, address, server.now)


def mail(subject: str, *headers: str, sender: str = "bob@example.org") -> bytes:
    return "\r\n".join([f"From: {sender}", f"To: {ADDRESS}", *headers, f"Subject: {subject}", "", ""]).encode()


def at_once(doings: Sequence[Callable[[], Reply]]) -> list[Reply]:
    """What comes of things that are done at the same moment."""
    start = threading.Barrier(len(doings))

    def do(doing: Callable[[], Reply]) -> Reply:
        start.wait()
        return doing()

    with ThreadPoolExecutor(len(doings)) as pool:
        return list(pool.map(do, doings))


def code_for(address: str, reply: Reply) -> str:
    return code_in(reply.letter_to(address))


def forgotten_code(server: Server) -> str:
    """A code that stands in for alice's password."""
    letters = server.hear(MALLORY, "forgot alice").letters
    [code] = re.findall(r"change password alice (\w+) NEW", "".join(letter.text for letter in letters))
    return str(code)


# Guessing passwords


def test_after_ten_wrong_passwords_in_ten_minutes_none_is_looked_at(
    server: Server, passwords: CountedPasswords
) -> None:
    for number in range(10):
        guess(server, f"m{number}@example.com")

    right = server.say("alice@holiday.example", "add alice secret7")

    assert right.error == RESTS
    assert passwords.looked_at == 10


def test_ten_wrong_passwords_of_one_sender_have_only_that_sender_wait(
    server: Server, passwords: CountedPasswords
) -> None:
    guess(server, MALLORY, times=10)

    assert server.say(MALLORY, "add alice secret7").error == RESTS
    assert passwords.looked_at == 10
    assert server.say("alice@holiday.example", "add alice secret7").ok


def test_two_senders_look_at_no_more_than_fifteen_passwords(server: Server, passwords: CountedPasswords) -> None:
    guess(server, MALLORY, times=10)
    guess(server, "mallory2@example.com", times=5)

    guess(server, "mallory2@example.com", says=RESTS)
    guess(server, "mallory3@example.com", says=RESTS)

    assert passwords.looked_at == 15
    assert server.say("alice@example.org", "add alice secret7").ok


def test_nine_wrong_passwords_lock_nobody_out(server: Server) -> None:
    guess(server, MALLORY, times=9)

    assert server.say("alice@example.org", "add alice secret7").ok
    assert server.say(MALLORY, "add bob bobpw123").ok


def test_who_has_waited_is_let_in_however_many_have_guessed_meanwhile(server: Server) -> None:
    for number in range(10):
        guess(server, f"m{number}@example.com")
    server.wait(minutes=9)
    guess(server, "m10@example.com", times=5, says=RESTS)

    server.wait(minutes=1)

    assert server.say("alice@holiday.example", "add alice secret7").ok


def test_the_ten_minutes_begin_with_each_guess_anew(server: Server) -> None:
    guess(server, "m1@example.com", times=5)
    server.wait(minutes=6)
    guess(server, "m2@example.com", times=4)
    server.wait(minutes=4)
    guess(server, "m3@example.com", times=5)

    assert server.say("alice@holiday.example", "add alice secret7").ok


def test_a_sender_who_has_guessed_ten_times_waits_with_any_userid(server: Server) -> None:
    for number in range(10):
        guess(server, MALLORY, f"player{number}")

    assert server.say(MALLORY, "add bob bobpw123").error == RESTS
    assert server.say("bob@example.org", "add bob bobpw123").ok


def test_a_userid_that_nobody_has_waits_like_any_other(server: Server, passwords: CountedPasswords) -> None:
    guess(server, MALLORY, "zoe", times=10)
    guess(server, "mallory2@example.com", "zoe", times=5)
    guess(server, "mallory3@example.com", "ZOE", says=RESTS)

    assert passwords.looked_at == 15


def test_a_password_in_the_place_of_a_userid_is_not_kept_among_the_guesses(server: Server) -> None:
    assert not server.say("alice@example.org", "add secret7 alice").ok

    with server.database.reading() as connection:
        noted = connection.scalars(select(TALLIES.c.whose)).all()
    assert [name for name in noted if name.startswith("nobody ")]
    assert "secret7" not in noted


def test_guesses_that_share_a_letter_are_counted_one_by_one(server: Server, passwords: CountedPasswords) -> None:
    body = "\n".join(f"add alice guess-{number}" for number in range(40))

    for looked_at in (3, 6, 9, 10, 10):
        server.hear(MALLORY, "multiple", body=body)

        assert passwords.looked_at == looked_at


def test_who_has_been_locked_out_gets_in_with_a_code(server: Server) -> None:
    guess(server, MALLORY, times=10)

    reply = server.say("alice@example.org", f"change password alice {forgotten_code(server)} better-secret11")

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

    answers = [server.say(VICTIM, "Trichet Standings").letter for _ in range(5)]

    assert [letter.subject for letter in answers if letter.to] == [
        "Trichet Standings",
        "Trichet Standings",
        "No more answers for a while",
    ]
    outcome = server.say(VICTIM, "Re: Trichet error").outcome
    assert outcome.endswith("(not answered: 200 letters or 2,000 kB within an hour)")
    assert server.say("alice@example.org", "Trichet Standings").readers == {"alice@example.org"}


def test_an_hour_later_it_may_be_a_person(server: Server) -> None:
    answer(server, VICTIM, ANSWERS.most)
    server.wait(hours=1)

    assert server.say(VICTIM, "help").readers == {VICTIM}


def test_a_player_gets_letters_however_many_answers_others_have_had_sent_there(server: Server) -> None:
    alice = "alice@example.org"
    answer(server, alice, ANSWERS.most)

    assert server.say(alice, "help").subject == "No more answers for a while"
    assert server.say(alice, "help").readers == set()
    assert server.hear(alice, "trichet challenge bob alice").letter_to(alice).subject == "Trichet Board 101"
    assert server.hear(alice, "trichet move 101 alice secret7 d3").readers == {alice, "bob@example.org"}
    assert server.hear(alice, "forgot alice").letter_to(alice).subject == "A new password for alice"


def test_two_servers_do_not_talk_to_each_other(server: Server) -> None:
    """Each of our letters, sent to another server as if somebody there had written it, is left unanswered there."""
    server.hear("alice@example.org", "trichet challenge alice bob")
    server.hear("alice@example.org", "forgot alice")
    server.say(ADDRESS, "nonsense")
    server.hear(ADDRESS, "trichet standings")
    letters = mails(server, key=b"of another server")

    arrive(server, *letters, sender=ADDRESS)

    assert len(letters) >= 8
    assert mails(server) == []
    assert {row.status for row in inbox(server)} == {"dropped"}


# Moving for somebody else


def test_a_forged_from_is_no_password(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")
    arrive(server, mail("list"))
    before = server.everything_stored()

    for line in ("move 101 bob d3", "move 101 bob d3 d3", "move 101 bob bob d3", "resign 101 bob", "swap 101 bob d3"):
        arrive(server, mail(f"trichet {line}", sender="bob@example.org"), sender="bob@example.org")

    assert server.everything_stored() == before


def test_a_message_that_was_captured_moves_once(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")
    captured = mail("trichet move 101 bob bobpw123 d3#1", "Message-ID: <1@example.org>")
    without_id = mail("trichet move 101 bob bobpw123 d3#1", "Received: by somebody")
    arrive(server, captured)
    server.hear("alice@example.org", "trichet move 101 alice secret7 a1")
    before = server.everything_stored()

    arrive(server, captured, captured.replace(b"Subject", b"X-Spam: no\r\nSubject"), without_id, without_id)

    assert server.everything_stored() == before
    assert [row.outcome for row in inbox(server)] == [
        "done: trichet move 101 bob ****** d3#1",
        "seen before",
        "seen before",
        "refused: trichet move 101 bob ****** d3#1",
        "seen before",
    ]


def test_a_code_is_good_for_nothing_but_what_it_was_sent_for(server: Server) -> None:
    alice = "alice@example.org"
    confirming = code_for(VICTIM, server.hear(alice, f"add alice secret7 {VICTIM}"))
    leaving = code_for(alice, server.hear(alice, "signoff alice secret7"))
    forgotten = forgotten_code(server)
    before = server.everything_stored()

    for line in (
        f"confirm {forgotten}",
        f"change password alice {confirming} mallory1",
        f"change password alice {leaving} mallory1",
        f"change password bob {forgotten} mallory1",
        f"signoff bob bobpw123 {leaving}",
        f"signoff alice secret7 {confirming}",
        f"add alice {forgotten}",
    ):
        assert not server.say(MALLORY, line).ok, line

    assert server.everything_stored() == before
    assert server.hear(alice, f"confirm {confirming}").subject == "Address confirmed"
    assert server.hear(alice, f"change password alice {forgotten} better-secret11").ok
    # The new password has made void what was mailed before.
    assert not server.say(alice, f"confirm {leaving}").ok
    leaving = code_for(alice, server.hear(alice, "signoff alice better-secret11"))
    assert server.hear(alice, f"confirm {leaving}").subject == "Goodbye, alice"


# What is written into letters

POISONS = [
    "{{ 7*7 }}{% raw %}{# x #}",
    "%s %n {0.__class__} ${x} `id` $(id)",
    "'; DROP TABLE users; -- \" \\",
    "x\r\nBcc: victim@example.edu\r\n\r\nDear victim",
    "x\nSubject: y\n.\nQUIT",
    "<script>alert(1)</script>&lt;",
    "\u202etxt.exe\u2066 \u200b\x00\x1b[2J\udcff",
]


@pytest.mark.parametrize("poison", POISONS)
def test_what_is_typed_gets_into_no_header_and_is_never_evaluated(server: Server, poison: str) -> None:
    alice, bob = "alice@example.org", "bob@example.org"
    server.season("alice")
    server.hear(alice, "goofspiel challenge alice bob", comment=poison)
    server.hear(alice, "goofspiel move 101 alice secret7 4", comment=poison)
    server.hear(bob, "goofspiel move 101 bob bobpw123 5", comment=poison)
    server.hear(alice, "goofspiel chat 101 alice secret7", comment=poison)
    server.hear(alice, "message alice secret7 bob carol", comment=poison)
    server.hear(alice, "broadcast alice secret7", comment=poison)
    for line in (poison, f"help {poison}", f"goofspiel show {poison}", f"goofspiel challenge alice {poison}"):
        server.say(alice, line, comment=poison, body=poison, message_id=f"<{poison}@example.org>")
    server.say(alice, f"signup {poison} secret99 {poison}")
    server.say(alice, f'goofspiel challenge alice bob -cards="{poison}" --nagtime={poison}')

    written = [message_from_bytes(raw, policy=SMTP) for raw in mails(server)]

    known = {"alice@example.org", "bob@example.org", "carol@example.org"}
    assert len(written) > 12
    for each in written:
        assert {name.lower() for name in each} <= HEADERS
        assert {address.addr_spec for address in each["To"].addresses} <= known
        assert not each.defects
    [chat] = [each for each in written if "Chat" in each["From"] and "bob" in each["To"]]
    plain = chat.get_body(("plain",))
    assert plain is not None
    kept = re.sub(r"[\x00-\x09\x0b-\x1f\udc00-\udfff]", "", poison)
    assert kept in plain.get_content().replace("\r\n", "\n")


# At the same moment


def test_of_two_moves_at_once_exactly_one_is_made(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")
    moves = ["d3", "c4", "e3", "e4"]

    lines = [f"trichet move 101 bob bobpw123 {move}" for move in moves]
    replies = at_once([partial(server.say, "bob@example.org", line) for line in lines])

    made = [move for move, reply in zip(moves, replies, strict=True) if reply.ok]
    assert len(made) == 1
    shown = server.hear("carol@example.org", "trichet record 101").text
    assert [move for move in moves if f" {move.upper()}" in shown.upper()] == made
    assert {reply.error for reply in replies if not reply.ok} == {
        "It is not your turn on Trichet Board 101: alice has to move."
    }


def test_boards_that_begin_at_once_have_numbers_of_their_own(server: Server) -> None:
    challenge = partial(server.say, "alice@example.org", "trichet challenge alice bob")
    invalid = partial(server.say, "alice@example.org", "trichet challenge alice zoe")

    replies = at_once([challenge, invalid, challenge, invalid, challenge])

    begun = sorted(letter.subject.split()[-1] for reply in replies if reply.ok for letter in reply.letters[:1])
    assert begun == ["101", "102", "103"]


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
        assert connection.scalar(select(func.count()).select_from(TALLIES)) == 1
