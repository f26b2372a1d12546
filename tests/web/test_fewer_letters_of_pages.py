"""Nobody gets a letter that confirms what they have just done on a page: the page has answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.conversation import Server
from tests.web.conftest import Browser
from tests.web.programs import NewBrowser, program_of

ALICE, BOB = "alice@example.org", "bob@example.org"


@pytest.fixture
def written(server: Server) -> Callable[[], list[tuple[str, str]]]:
    """To whom letters have been written since this was asked last, and their Subjects."""
    read = 0

    def since() -> list[tuple[str, str]]:
        nonlocal read
        letters: list[Any] = server.outbox()[read:]
        read += len(letters)
        return [(each["addressed_to"][0], each["subject"]) for each in letters]

    return since


@pytest.mark.parametrize("wanted", ["all", "turns", "daily"])
def test_a_move_on_a_page(server: Server, alice: Browser, written: Callable[[], Any], wanted: str) -> None:
    server.hear(ALICE, "hex challenge alice bob -size=5")
    server.hear(ALICE, f"change letters alice secret7 {wanted}")
    written()

    moved = alice.fill_in("/hex/101", do="move", move="c3")

    assert moved.status_code == 303
    assert written() == [(BOB, "Hex Board 101")]


def test_a_move_of_a_program(server: Server, new_browser: NewBrowser, written: Callable[[], Any]) -> None:
    server.hear(ALICE, "hex challenge alice bob -size=5")
    server.hear(ALICE, "change letters alice secret7 turns")
    program = program_of(new_browser, "alice", "play")
    written()

    moved = program.send("/games/hex/boards/101/moves", move="c3")

    assert moved.status_code == 201, moved.text
    assert written() == [(BOB, "Hex Board 101")]


def test_a_choice_that_is_kept(server: Server, alice: Browser, written: Callable[[], Any]) -> None:
    server.hear(ALICE, "goofspiel challenge alice bob")
    server.hear(ALICE, "change letters alice secret7 turns")
    written()

    alice.fill_in("/goofspiel/101", do="move", move="7")

    assert written() == []
    assert "You have chosen: 7" in " ".join(
        alice.get("/goofspiel/101").text.replace('<span class="move">', "").replace("</span>", "").split()
    )


def test_the_end_of_the_game_is_told_all_the_same(server: Server, alice: Browser, written: Callable[[], Any]) -> None:
    for line in ("challenge alice bob -size=5", "move 101 alice secret7 c3", "move 101 bob bobpw123 b4"):
        server.hear(ALICE if "alice" in line else BOB, f"hex {line}")
    server.hear(ALICE, "change letters alice secret7 turns")
    written()

    alice.fill_in("/hex/101", do="resign")

    assert sorted(written()) == [(ALICE, "Hex Board 101"), (BOB, "Hex Board 101")]


def test_what_is_written_by_mail_is_answered_by_mail(server: Server, written: Callable[[], Any]) -> None:
    server.hear(ALICE, "hex challenge alice bob -size=5")
    server.hear(ALICE, "change letters alice secret7 daily")
    written()

    server.hear(ALICE, "hex move 101 alice secret7 c3")

    assert written() == [(ALICE, "Hex Board 101"), (BOB, "Hex Board 101")]
