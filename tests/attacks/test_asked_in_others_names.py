"""Letters that anybody can have us write to somebody else: a question, a code, an introduction. Three a day."""

from __future__ import annotations

import pytest

from tests.conversation import ADDRESS, Server
from tests.post import arrive, inbox, mails, read

VICTIM = "victim@example.edu"


def write(server: Server, author: str, subject: str, headers: str = "", envelope: str = "") -> list[str]:
    """Have a mail come in; gives the Subjects of the letters to its author."""
    message = f"From: {author}\r\nTo: {ADDRESS}\r\n{headers}Subject: {subject}\r\nDate: {server.now}\r\n\r\n"
    arrive(server, message.encode(), sender=envelope or author)
    return [str(letter["Subject"]) for raw in mails(server) if (letter := read(raw))["To"] == author]


def test_a_stranger_is_introduced_three_times_a_day_at_most(server: Server) -> None:
    told = []
    for line in ("hello", "hi", "bonjour", "guten Tag", "hola"):
        server.wait(hours=1)
        told.append(write(server, VICTIM, line))

    assert told == [["Help for pbmserv"]] * 3 + [[]] * 2
    assert "(not answered: 3 introductions within a day)" in inbox(server)[-1].outcome
    assert write(server, VICTIM, "help") == ["Help for pbmserv"]

    server.wait(days=1)
    assert write(server, VICTIM, "hello again") == ["Help for pbmserv"]


def test_tags_of_an_address_are_introduced_together(server: Server) -> None:
    told = [write(server, f"victim+{number}@example.edu", "hello") for number in range(4)]

    assert told == [["Help for pbmserv"]] * 3 + [[]]


@pytest.mark.parametrize(
    "header",
    ["Precedence: list", "Precedence: bulk", "List-Id: <chess.example.edu>", "X-Loop: chess@example.edu"],
)
@pytest.mark.parametrize("line", ["hello", "chess", "trichet challenge alice bob", "help", "stop"])
def test_a_stranger_whose_mail_asks_for_no_answer_gets_none(server: Server, header: str, line: str) -> None:
    before = server.everything_stored()

    assert write(server, VICTIM, line, f"{header}\r\n") == []
    assert server.everything_stored() == before


@pytest.mark.parametrize("envelope", ["", "mallory@example.com"])
def test_a_player_in_whose_name_stop_is_said_is_asked_three_times_a_day_at_most(
    server: Server, envelope: str
) -> None:
    asked = []
    for line in ("stop", "STOP", "unsubscribe", "please remove me", "stop"):
        server.wait(hours=1)
        asked.append(write(server, "alice@example.org", line, envelope=envelope))

    assert asked == [["Do you want to leave?"]] * 3 + [[]] * 2


def test_who_has_said_that_they_stay_is_asked_again(server: Server) -> None:
    for _ in range(3):
        message = f"From: alice@example.org\r\nTo: {ADDRESS}\r\nSubject: stop\r\nDate: {server.now}\r\n\r\n"
        arrive(server, message.encode(), sender="alice@example.org")
        server.wait(minutes=1)
    newest = read(mails(server)[-1])
    answer = f"From: alice@example.org\r\nTo: {newest['Reply-To']}\r\nSubject: Re: x\r\n\r\nno\r\n"
    arrive(server, answer.encode(), sender="alice@example.org", to=(str(newest["Reply-To"]),))
    assert [read(raw)["Subject"] for raw in mails(server)] == ["You have not left"]

    assert write(server, "alice@example.org", "stop") == ["Do you want to leave?"]


def codes_for_alice(server: Server, author: str) -> int:
    return [letter.subject for letter in server.say(author, "forgot alice").letters].count("A new password for alice")


def test_others_have_three_codes_a_day_sent_to_a_player_and_never_keep_them_from_one(server: Server) -> None:
    sent = 0
    for number in range(12):
        server.wait(hours=1)
        sent += codes_for_alice(server, f"mallory@example{number}.com")
    assert sent == 3

    assert codes_for_alice(server, "alice@example.org") == 1


def test_who_has_used_a_code_can_be_sent_others(server: Server) -> None:
    for number in range(3):
        server.wait(hours=1)
        letters = server.say(f"mallory@example{number}.com", "forgot alice").letters
    [code] = [line.split()[3] for line in letters[-1].text.splitlines() if line.startswith("    change password")]
    server.hear("alice@example.org", f"change password alice {code} plover-quay-77")

    assert codes_for_alice(server, "mallory@example.com") == 1
