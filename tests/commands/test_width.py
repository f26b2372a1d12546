"""Letters fit into 79 columns, however long the name of a player is."""

from __future__ import annotations

import pytest

from tests.conversation import Server

LONGEST = "Maximiliana-Bartholomea.Wolframs"
ADDRESS = "maximiliana@example.org"


@pytest.mark.alike
@pytest.mark.parametrize(
    "line",
    [
        "hex standings",
        "trioker-line standings",
        "list hex",
        "hex history",
        f"hex accept {LONGEST} longpw12 5",
        f"hex reject {LONGEST} longpw12",
        f"hex limit {LONGEST} longpw12 12",
        f"hex seek {LONGEST} longpw12 3",
        f"hex subscribe 101 {LONGEST} longpw12",
        f"hex subscribe {LONGEST} longpw12 all",
        f"hex unsubscribe {LONGEST} longpw12 all",
        f"hex notify {LONGEST} longpw12",
        f"hex notify {LONGEST} longpw12 102",
        f"hex chat 102 {LONGEST} longpw12",
        f"message {LONGEST} longpw12 alice bob",
        f"message alice secret7 {LONGEST}",
        f"broadcast {LONGEST} longpw12",
        f"vacation {LONGEST} longpw12",
        f"vacation {LONGEST} longpw12 10",
        f"forgot {LONGEST}",
        f"signoff {LONGEST} longpw12",
        f"change broadcasts {LONGEST} longpw12 off",
        f"change timezone {LONGEST} longpw12 America/Argentina/ComodRivadavia",
    ],
)
def test_no_line_is_longer(server: Server, line: str) -> None:
    server.hear(ADDRESS, f"signup {LONGEST} longpw12")
    server.season(LONGEST.lower())
    server.hear("alice@example.org", "hex challenge alice bob")
    server.hear("alice@example.org", f"hex challenge {LONGEST} bob")
    server.hear(ADDRESS, f"hex move 102 {LONGEST} longpw12 d4")
    server.hear("bob@example.org", "hex move 102 bob bobpw123 propose")
    server.hear("bob@example.org", f"hex challenge bob {LONGEST}")
    server.hear("bob@example.org", "hex move 103 bob bobpw123 propose")
    server.hear(ADDRESS, f"hex move 103 {LONGEST} longpw12 accept")

    reply = server.hear(ADDRESS, line, comment="Hello!")

    assert [text for letter in reply.letters for text in letter.text.splitlines() if len(text) > 79] == []


@pytest.mark.parametrize(
    "line",
    [
        *(
            f"help {subject}"
            for subject in ("", "tutorial", "trichet", "replies", "addresses", "commands", "triominoes")
        ),
        "hex challenge alice bob",
        "hex move 101 alice secret7 a1",
        "hex submit 101 alice secret7 a1",
        "hex chat 101 alice secret7",
        "message alice secret7 bob",
        "change password alice secret7 another-one8",
        "add alice secret7 other@example.org",
        "forgot alice",
        "signoff alice secret7",
        "signup dora dora-dora-9",
    ],
)
def test_nor_is_one_where_the_server_has_a_long_address(server: Server, line: str) -> None:
    server.hear("alice@example.org", "hex challenge alice bob")
    server.address = f"play-by-email.board-games@{'mail.' * 5}games.example.org"
    longer = Server(server.database, address=server.address)

    reply = longer.hear("dora@example.org" if "signup" in line else "alice@example.org", line, comment="Hello!")

    assert [
        text
        for letter in reply.letters
        for text in letter.text.splitlines()
        if len(text) > 79 and " " in text.strip() and not text.startswith("    ")
    ] == []


def test_nor_is_the_heading_of_a_board(server: Server) -> None:
    server.hear(ADDRESS, f"signup {LONGEST} longpw12")

    reply = server.hear(ADDRESS, f"trioker-line challenge {LONGEST} bob alice carol")

    assert reply.text.startswith("A new Trioker-Line board (101) has been started by\nMaximiliana")


def test_a_subject_to_be_copied_stands_in_one_line(server: Server) -> None:
    letter = server.hear("alice@example.org", "macmahon challenge alice").letter_to("alice@example.org")

    assert 'Subject "help macmahon".' in letter.text


def test_a_move_to_be_taken_back_stands_in_one_line_with_its_number(server: Server) -> None:
    server.hear("alice@example.org", "hex challenge alice bob")
    server.hear("alice@example.org", "hex move 101 alice secret7 a1")
    server.hear("bob@example.org", "hex move 101 bob bobpw123 b2")

    letter = server.hear("alice@example.org", "hex move 101 alice secret7 undo").letter_to("bob@example.org")

    assert "and what followed it: 1. a1,\n2. b2." in letter.text
