"""Letters fit into 79 columns, however long the name of a player is."""

from __future__ import annotations

import pytest

from tests.conversation import Server

LONGEST = "Maximiliana-Bartholomea.Wolframs"
ADDRESS = "maximiliana@example.org"


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


def test_nor_is_the_heading_of_a_board(server: Server) -> None:
    server.hear(ADDRESS, f"signup {LONGEST} longpw12")

    reply = server.hear(ADDRESS, f"trioker-line challenge {LONGEST} bob alice carol")

    assert reply.text.startswith("A new Trioker-Line board (101) has been started by\nMaximiliana")
