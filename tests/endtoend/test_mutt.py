"""Players who use mutt: they write, read what comes, and answer it with their move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.endtoend.mutt import Mutt
from tests.endtoend.programs import installed
from tests.serving import Server, environment, serving

pytestmark = pytest.mark.long


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    installed("mutt")
    with serving(environment(tmp_path / "data")) as running:
        yield running


@pytest.fixture
def alice(server: Server, tmp_path: Path) -> Mutt:
    return Mutt("alice", tmp_path / "alice", tmp_path / "data" / "outgoing", server.address()[1])


@pytest.fixture
def bob(server: Server, tmp_path: Path) -> Mutt:
    return Mutt("bob", tmp_path / "bob", tmp_path / "data" / "outgoing", server.address()[1])


def header(letter: str, name: str) -> str:
    [value] = [line.removeprefix(f"{name}: ") for line in letter.splitlines() if line.startswith(f"{name}: ")]
    return value


def test_a_player_signs_up_and_moves_with_mutt(server: Server, alice: Mutt, bob: Mutt) -> None:
    alice.writes("signup alice sesame7")
    bob.writes("signup bob bobpw789")
    # New passwords are hashed one after the other, and nobody else's mail waits for that.
    server.wait_for_log("letter.sent", lines=2)
    alice.writes("trichet challenge alice bob", "Viel Spaß, Bob – möge der Bessere gewinnen!")
    server.wait_for_log("letter.sent", lines=4)
    bob.writes("trichet move 101 bob bobpw789 d1", "Off we go.\n-- \nSent with mutt")
    server.wait_for_log("letter.sent", lines=5)

    # One by one: of letters of the same second, mutt shows first whichever it finds first.
    [[welcome], [challenge]] = [bob.reads(f"~C bob@example.org {found}") for found in ("~s Welcome", "~b started")]
    [moved] = alice.reads("~C alice@example.org ~b Off")

    assert "Welcome to games@example.org, bob!" in welcome
    assert challenge.endswith("\nalice writes:\n\nViel Spaß, Bob – möge der Bessere gewinnen!\n\n")
    assert header(moved, "Subject") == "Trichet Board 101"
    assert moved.endswith("\nbob writes:\n\nOff we go.\n\n")
    # What follows is drawn with the blanks that it was drawn with on the server.
    assert "\n    1   2   3\n\n        +\n       /.\\\n4   5 /.*.\\ 6   7\n     ooooooo\n    +ooooooo+\n" in moved


def test_a_letter_of_a_board_is_answered_with_the_move(server: Server, alice: Mutt, bob: Mutt) -> None:
    alice.writes("signup alice sesame7")
    bob.writes("signup bob bobpw789")
    # New passwords are hashed one after the other, and nobody else's mail waits for that.
    server.wait_for_log("letter.sent", lines=2)
    alice.writes("trichet challenge alice bob")
    server.wait_for_log("letter.sent", lines=4)
    [challenge] = bob.reads("~C bob@example.org ~s Trichet")

    bob.answers("~C bob@example.org ~s Trichet", "d1\n\nOff we go.")
    server.wait_for_log("letter.sent", lines=5)
    alice.answers("~C alice@example.org ~b Off", "e6")
    server.wait_for_log("letter.sent", lines=6)

    _, answer = bob.sent
    assert answer["To"] == header(challenge, "Reply-To")
    assert answer["In-Reply-To"] == header(challenge, "Message-ID")
    assert "> To move, just answer this letter" in answer.get_content()
    assert "bobpw789" not in answer.as_string()
    log = "\n".join(server.log)
    assert "done: trichet move 101 bob ****** d1'" in log
    assert "done: trichet move 101 alice ****** e6'" in log
    # Whatever mutt puts into one thread with the first letter, by References. They may all be of the same second.
    threads = {
        player.userid: player.reads(f'~C {player.address} ~(~b "A new Trichet board")') for player in (alice, bob)
    }
    assert {userid: [header(letter, "Subject") for letter in thread] for userid, thread in threads.items()} == {
        "alice": ["Trichet Board 101", "Trichet Board 101"],
        "bob": ["Trichet Board 101", "Trichet Board 101"],
    }
    off = "\nbob writes:\n\nOff we go.\n\n"
    assert len([letter for letter in threads["alice"] if letter.endswith(off)]) == 1
    assert len([letter for letter in threads["bob"] if "alice (Oh): e6" in letter]) == 1
