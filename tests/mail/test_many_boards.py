"""One letter with many boards: behind it waits what is about any board that it may change; no more is kept."""

from __future__ import annotations

import pytest

from pbmserv.commands.requests import quota
from pbmserv.storage.database import Database
from tests.conversation import START, Server, cheap_passwords
from tests.mail.test_sharing import Sharing, come, kept_keys, outcomes

STRANGER = "alice@work.example"


@pytest.fixture
def server(sqlite_database: Database) -> Server:
    server = Server(sqlite_database, now=START, passwords=cheap_passwords())
    server.sign_up("alice", "bob")
    server.hear("alice@example.org", "hex challenge alice bob")
    return server


@pytest.fixture
def sharing(server: Server) -> Sharing:
    return Sharing(server)


def boards(server: Server) -> list[str]:
    return sorted(key for key in kept_keys(server) if key.startswith("hex "))


def test_a_letter_with_as_many_moves_as_it_may_have_stands_before_all_of_these_boards(
    server: Server, sharing: Sharing
) -> None:
    come(server, (STRANGER, "multiple"), body="\r\n".join(f"hex move {101 + n} alice secret7 a1" for n in range(50)))
    come(server, ("bob@example.org", "hex move 150 bob bobpw123 a1"), ("bob@example.org", "help"))

    sharing.work()

    assert boards(server) == [f"hex {101 + n}" for n in range(50)]
    assert sharing.statuses == ["waiting"] * 3


def test_a_letter_with_one_more_is_told_how_many_it_may_have(server: Server, sharing: Sharing) -> None:
    come(server, (STRANGER, "multiple"), body="\r\n".join(f"hex move {101 + n} alice secret7 a1" for n in range(51)))

    sharing.work()
    sharing.work_for_strangers()

    assert str(outcomes(server.database)[0]).startswith("refused: multiple")
    assert "At most 50 commands can be given in one letter, not 51." in server.outbox()[-1]["text"]


def test_of_a_letter_that_shows_a_thousand_boards_little_is_kept_and_a_move_in_it_is_known(
    server: Server, sharing: Sharing, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However slow the machine is, all of the letter is carried out.
    monkeypatch.setattr(quota, "SECONDS", 60.0)
    shown = [" ".join(str(1000 + 20 * line + n) for n in range(20)) for line in range(49)]
    lines = [*(f"hex show {each}" for each in shown), "hex move 101 alice secret7 a1"]
    come(server, (STRANGER, "multiple"), body="\r\n".join(lines))
    come(server, ("bob@example.org", "hex move 101 bob bobpw123 b2"))

    sharing.work()
    assert len(boards(server)) == 99
    assert sharing.statuses == ["waiting", "waiting"]
    sharing.work_for_strangers()

    assert [str(each)[:4] for each in outcomes(server.database)] == ["done", "done"]


def test_whatever_a_letter_names_no_more_than_a_hundred_boards_are_kept(server: Server, sharing: Sharing) -> None:
    lines = [f"hex chess yacht gipf show {1000 + n} {2000 + n} alice secret7" for n in range(50)]
    come(server, (STRANGER, "multiple"), body="\r\n".join(["change format alice secret7 text", *lines]))

    sharing.work()

    assert len([key for key in kept_keys(server) if " " in key]) == 100
