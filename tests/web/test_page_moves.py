"""Pages write cards and calls as the picture beside them shows them; letters write them as they are typed."""

from __future__ import annotations

import re

from tests.conversation import FOUR, Server
from tests.web.conftest import Browser

_CARD_IN_SIGNS = r"(?:10|[2-9JQKA])[♠♥♦♣]"


def say(server: Server, userid: str, line: str) -> str:
    return server.hear(f"{userid}@example.org", line.replace("PASSWORD", FOUR[userid])).text


def test_the_calls_of_bridge_have_the_signs_of_suits(server: Server, alice: Browser) -> None:
    server.sign_up("dave")
    server.hear("alice@example.org", "bridge challenge alice bob carol dave")

    letter = say(server, "carol", "bridge move 101 carol PASSWORD 1h")
    say(server, "dave", "bridge move 101 dave PASSWORD x")

    page = alice.get("/bridge/101").text
    assert ">1♥</a>" in page
    assert ", after dave: X" in page
    assert "1h" in letter
    assert "1♥" not in letter


def test_what_was_passed_in_hearts_has_the_signs_of_suits(server: Server, alice: Browser) -> None:
    server.sign_up("dave")
    server.hear("alice@example.org", "hearts challenge alice bob carol dave")
    for userid in FOUR:
        say(server, userid, f"hearts move 101 {userid} PASSWORD abc")

    page = alice.get("/hearts/101").text
    passed = re.search(r"You passed (.*?) to \w+, and got (.*?) from", page)
    assert passed
    assert [len(re.findall(_CARD_IN_SIGNS, cards)) for cards in passed.groups()] == [3, 3]
    letter = " ".join(say(server, "alice", "hearts showas alice PASSWORD 101").split())
    assert re.search(r"You passed (?:[2-9TJQKA][CDHS] ){3}to", letter)
