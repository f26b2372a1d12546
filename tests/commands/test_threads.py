"""Threads: all letters of one board answer the same message, so that mail programs show them together."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.letters.headers import thread_index
from pbmserv.mail.sending.compose import compose
from pbmserv.scheduler import Scheduler
from pbmserv.storage.outbox import Outbox
from tests.conversation import FOUR, Server, headline_of
from tests.golden.conversations import FILES
from tests.post import arrive, inbox, read

BOARD_101 = "<trichet-101.board@example.net>"
BOARD_102 = "<trichet-102.board@example.net>"


def sent(server: Server, count: int) -> list[Mapping[str, Any]]:
    """The headers of the last letters that were written."""
    return [letter["headers"] for letter in server.outbox()[-count:]]


def test_all_letters_of_a_board_refer_to_the_same_message(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")
    server.hear("bob@example.org", "trichet move 101 bob bobpw123 d3", comment="Hello!")
    server.hear("alice@example.org", "trichet move 101 alice secret7 a1")
    server.say("alice@example.org", "trichet move 101 alice secret7 zz")
    server.hear("carol@example.org", "trichet show 101")
    server.hear("bob@example.org", "trichet resign 101 bob bobpw123")

    letters = sent(server, 2 + 2 + 2 + 1 + 1 + 2)

    assert {headers["References"] for headers in letters} == {BOARD_101}
    assert {headers["In-Reply-To"] for headers in letters} == {BOARD_101}


def test_letters_of_a_removed_board_are_in_its_thread(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")

    server.hear("bob@example.org", "trichet resign 101 bob bobpw123")

    assert [headers["References"] for headers in sent(server, 2)] == [BOARD_101, BOARD_101]


def test_each_board_has_a_thread_of_its_own(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")
    server.hear("alice@example.org", "trichet challenge alice bob")

    assert [headers["References"] for headers in sent(server, 4)] == [BOARD_101, BOARD_101, BOARD_102, BOARD_102]


def test_an_answer_refers_to_the_mail_that_it_answers_as_well(server: Server) -> None:
    server.say("alice@example.org", "trichet challenge alice bob", message_id="<abc@mail.example>")

    to_alice, to_bob = sent(server, 2)

    assert to_alice["References"] == f"{BOARD_101} <abc@mail.example>"
    assert to_alice["In-Reply-To"] == BOARD_101
    assert to_bob["References"] == BOARD_101


@pytest.mark.parametrize("line", ["help", "trichet games", "nonsense"])
def test_an_answer_that_is_about_no_board_refers_to_the_mail_alone(server: Server, line: str) -> None:
    server.say("alice@example.org", line, message_id="<abc@mail.example>")

    [headers] = sent(server, 1)

    assert headers["In-Reply-To"] == "<abc@mail.example>"
    assert headers["References"] == "<abc@mail.example>"


def test_a_letter_about_nothing_in_particular_refers_to_nothing(server: Server) -> None:
    server.say("alice@example.org", "help")

    [headers] = sent(server, 1)

    assert "References" not in headers
    assert "In-Reply-To" not in headers


def test_every_letter_says_that_a_machine_wrote_it(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")

    assert [headers["Auto-Submitted"] for headers in sent(server, 2)] == ["auto-replied", "auto-replied"]


def test_every_letter_has_a_message_id_of_its_own(either_server: Server) -> None:
    either_server.hear("alice@example.org", "trichet challenge alice bob")
    either_server.hear("bob@example.org", "trichet move 101 bob bobpw123 d3")

    identities = [letter["message_id"] for letter in either_server.outbox()]

    assert len(set(identities)) == len(identities)
    assert all(identity.startswith("<") and identity.endswith("@example.net>") for identity in identities)


# One Subject


BOARD = re.compile(r"^References: (<\S+\.board@\S+>)", re.MULTILINE)
NEVER = re.compile(r"\b(New|Nag|Error|alice|bob|carol)\b|\*\*")
CONVERSATIONS = [file.read_text("utf-8") for file in FILES]


def test_in_all_conversations_each_board_and_each_tournament_has_one_subject() -> None:
    boards = 0
    for conversation in CONVERSATIONS:
        subjects: dict[str, set[str]] = {}
        for letter in re.findall(r"^--- to .*?\n\n", conversation, re.MULTILINE | re.DOTALL):
            if thread := BOARD.search(letter):
                [subject] = re.findall(r"^Subject: (.*)$", letter, re.MULTILINE)
                subjects.setdefault(thread[1], set()).add(subject)
        boards += len(subjects)
        assert [found for found in subjects.values() if len(found) != 1] == []
        assert not NEVER.search(" ".join(subject for found in subjects.values() for subject in found))

    assert boards > 130


def test_from_an_open_challenge_to_a_rematch_a_board_has_one_subject(server: Server) -> None:
    server.hear("alice@example.org", "hex challenge alice anyone -size=5")
    server.hear("carol@example.org", "hex subscribe all carol secret9")
    server.hear("bob@example.org", "hex join 101 bob bobpw123", comment="Hello!")
    server.hear("alice@example.org", "hex move 101 alice secret7 a1", comment="Have fun!")
    server.hear("bob@example.org", "hex submit 101 bob bobpw123 b2")
    server.say("bob@example.org", "hex move 101 bob bobpw123 z9")
    server.hear("bob@example.org", "hex preview 101 b2")
    server.hear("alice@example.org", "hex chat 101 alice secret7", comment="Still there?")
    server.wait(days=8)
    Scheduler(server.database, server.office, installed()).make_round(server.now)
    server.hear("bob@example.org", "hex move 101 bob bobpw123 b2")
    server.hear("alice@example.org", "hex move 101 alice secret7 undo")
    server.hear("bob@example.org", "hex resign 101 bob bobpw123", comment="I have to go.")
    server.hear("bob@example.org", "hex record 101")
    server.hear("carol@example.org", "hex show 101#0")
    server.hear("bob@example.org", "hex rematch 101 bob bobpw123")
    server.hear("alice@example.org", "hex rematch 101 alice secret7 no")

    letters = [each for each in server.outbox() if "hex-101" in each["headers"].get("References", "")]

    assert len({headline_of(letter) for letter in letters}) > 15
    assert {letter["subject"] for letter in letters} == {"Hex Board 101"}
    assert {letter["headers"]["Thread-Topic"] for letter in letters} == {"Hex Board 101"}
    assert {letter["headers"]["References"].split()[0] for letter in letters} == {"<hex-101.board@example.net>"}
    indexes = [b64decode(letter["headers"]["Thread-Index"]) for letter in letters]
    assert {len(index) for index in indexes} == {27}
    assert len({index[:22] for index in indexes}) == 1


def test_a_rematch_and_another_board_of_the_same_players_have_subjects_of_their_own(server: Server) -> None:
    server.hear("alice@example.org", "hex challenge alice bob -size=5")
    server.hear("alice@example.org", "hex move 101 alice secret7 a1")
    server.hear("bob@example.org", "hex move 101 bob bobpw123 b2")
    server.hear("alice@example.org", "hex resign 101 alice secret7")
    server.hear("alice@example.org", "hex rematch 101 alice secret7")
    begun = server.hear("bob@example.org", "hex rematch 101 bob bobpw123")

    first, second = server.outbox()[-2:]

    assert {letter.subject for letter in begun.letters} == {"Hex Board 102"}
    assert first["headers"]["Thread-Index"][:29] == second["headers"]["Thread-Index"][:29]
    assert first["headers"]["Thread-Index"][:29] != server.outbox()[-3]["headers"]["Thread-Index"][:29]


def test_a_substitute_who_takes_over_changes_no_subject(server: Server) -> None:
    server.sign_up("dave")
    server.hear("alice@example.org", "goofspiel challenge alice bob carol -cards=5")
    for userid in ("alice", "bob", "carol"):
        server.hear(f"{userid}@example.org", f"goofspiel move 101 {userid} {FOUR[userid]} 2")
    server.hear("carol@example.org", f"goofspiel resign 101 carol {FOUR['carol']}")
    server.hear("alice@example.org", f"goofspiel substitute 101 alice {FOUR['alice']} dave")
    server.hear("bob@example.org", f"goofspiel substitute 101 bob {FOUR['bob']} dave")
    taken = server.hear("dave@example.org", f"goofspiel substitute 101 dave {FOUR['dave']} yes")

    about = [each for each in server.outbox() if "goofspiel-101" in each["headers"].get("References", "")]

    assert "A seat for you: Goofspiel Board 101" in map(headline_of, about)
    assert {letter["subject"] for letter in about} == {letter.subject for letter in taken.letters}
    assert {letter["subject"] for letter in about} == {"Goofspiel Board 101"}


@pytest.mark.parametrize(
    ("player", "says"),
    [("alice", ["New game", "Your turn", "Their turn", "You won"]),
     ("bob", ["Your turn", "Their turn", "Your turn", "You lost"]),
     ("carol", ["New game", "Being played", "Being played", "Game over"])],
)  # fmt: skip
def test_the_senders_name_says_to_each_reader_how_it_stands(server: Server, player: str, says: list[str]) -> None:
    server.hear("carol@example.org", "hex subscribe all carol secret9")
    server.hear("alice@example.org", "hex challenge bob alice -size=5")
    server.hear("bob@example.org", "hex move 101 bob bobpw123 a1")
    server.hear("alice@example.org", "hex move 101 alice secret7 b2")
    server.hear("bob@example.org", "hex resign 101 bob bobpw123")

    own = [letter for letter in server.outbox() if f"{player}@example.org" in letter["recipients"]]

    assert [letter["headers"]["From"] for letter in own if letter["subject"] == "Hex Board 101"] == says


@pytest.mark.parametrize(
    ("sender_name", "shown", "written"),
    [
        ("pbmserv", "Your turn · pbmserv", "From: =?utf-8?q?Your_turn_=C2=B7_pbmserv?=\r\n <games@example.net>\r\n"),
        ("", "Your turn", "From: Your turn <games@example.net>\r\n"),
        ("Spiele für alle", "Your turn · Spiele für alle", "From: =?utf-8?"),
    ],
)
def test_from_is_encoded_and_its_address_stays(server: Server, sender_name: str, shown: str, written: str) -> None:
    server.hear("alice@example.org", "hex challenge bob alice -size=5")
    with server.database.writing() as connection:
        letters = Outbox(connection).claim(100, timedelta(days=1), server.now)
    [letter] = [each for each in letters if each.headers.get("From") == "Your turn"]

    raw = compose(letter, server.address, b"key", eight_bit=True, sender_name=sender_name)

    [sender] = read(raw)["From"].addresses
    assert (sender.display_name, sender.addr_spec) == (shown, "games@example.net")
    assert raw.decode().startswith(written)


def test_userids_of_32_wide_letters_stand_in_no_subject(server: Server) -> None:
    first, second = "W" * 32, "M" * 32
    for name in (first, second):
        server.enrol(name, f"{name}-pw")
    begun = server.hear(None, f"hex challenge {first} {second}")

    assert {(letter.subject, letter.says) for letter in begun.letters} == {
        ("Hex Board 101", "Your turn"),
        ("Hex Board 101", "New game"),
    }


def test_a_thread_index_is_made_as_outlook_makes_one() -> None:
    at = datetime(2020, 1, 1, 12, 0, 0, tzinfo=UTC)

    index = b64decode(thread_index("hex-101@example.net", at))

    # The upper five bytes of FILETIME 132223104000000000, 2020-01-01.
    assert index[:6] == b"\x01" + (132223104000000000 >> 24).to_bytes(5)
    assert index[6:22] == sha256(b"hex-101@example.net").digest()[:16]
    # Half a day and what the first five bytes leave out, in units of 2 to the 18th.
    begun = 132223104000000000 >> 24 << 24
    since = 132223104000000000 + 12 * 3600 * 10**7 - begun
    assert int.from_bytes(index[22:26]) == since >> 18


@pytest.mark.parametrize(("ticks", "is_coarse"), [(2**49 - 10**8, False), (2**49 + 10**8, True)])
def test_after_a_year_and_three_quarters_its_time_is_told_more_coarsely(ticks: int, is_coarse: bool) -> None:
    begun = 132223104000000000 >> 24 << 24
    at = datetime(1601, 1, 1, tzinfo=UTC) + timedelta(microseconds=(begun + ticks) // 10)

    when = int.from_bytes(b64decode(thread_index("hex-101@example.net", at))[22:26])

    assert when >> 31 == is_coarse
    assert abs(((when & 0x7FFF_FFFF) << (23 if is_coarse else 18)) - ticks) < 2**23 + 10


@pytest.mark.parametrize(
    "subject",
    ["New Hex Board 101 alice **", "Hex Board 101 alice", "Nag: Hex Board 101 alice", "Hex Board 101 Error",
     "Hex Board 101"],
)  # fmt: skip
def test_letters_of_before_are_answered_as_they_were(server: Server, subject: str) -> None:
    server.hear("alice@example.org", "hex challenge alice bob -size=5")
    [to_alice] = [each for each in server.outbox()[-2:] if each["recipients"] == ["alice@example.org"]]
    reply_to = to_alice["headers"]["Reply-To"]
    mail = f"From: alice@example.org\r\nTo: {reply_to}\r\nSubject: Re: {subject}\r\n\r\na1\r\n\r\n> {subject}\r\n"

    arrive(server, mail.encode(), sender="alice@example.org", to=[reply_to])

    assert inbox(server)[-1].outcome == "done: hex move 101 alice ****** a1"
