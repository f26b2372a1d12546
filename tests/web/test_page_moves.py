"""Pages write cards and calls as the picture beside them shows them; letters write them as they are typed."""

from __future__ import annotations

import re
from collections.abc import Callable

from pbmserv.games.catalogue import installed
from pbmserv.games.message import Message
from pbmserv.web.page_moves import with_signs
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


def test_a_contract_has_the_sign_of_its_suit_as_its_calls_have(server: Server, alice: Browser) -> None:
    server.sign_up("dave")
    server.hear("alice@example.org", "bridge challenge alice bob carol dave")
    for userid, call in (("carol", "1h"), ("dave", "pass"), ("alice", "pass"), ("bob", "pass")):
        letter = say(server, userid, f"bridge move 101 {userid} PASSWORD {call}")

    page = alice.get("/bridge/101").text
    assert "trick 1 of 13: 1♥ by carol" in page
    assert "1H" not in page.partition('<pre class="drawing"')[0]
    assert "trick 1 of 13: 1H by North" in letter


def test_red_suits_to_bid_are_red(server: Server, new_browser: Callable[[], Browser]) -> None:
    server.sign_up("dave")
    server.hear("alice@example.org", "bridge challenge alice bob carol dave")
    carol = new_browser()
    carol.sign_in("carol")

    page = carol.get("/bridge/101?touch=1").text
    buttons = dict(re.findall(r'data-\w+="([cdhsn])" class="([^"]*)"', page))
    assert [suit for suit in "cdhsn" if "red" in buttons[suit].split()] == ["d", "h"]


def test_a_score_below_zero_has_a_minus() -> None:
    games = installed()

    assert with_signs(Message("{side} {points}", side="E–W", points=-80), games["bridge"]) == "E–W −80"
    assert with_signs("E–W -80", games["bridge"]) == "E–W −80"
    assert (
        with_signs(Message("Round 1: {scores}.", scores="A -25, B 9"), games["triominoes"]) == "Round 1: A −25, B 9."
    )
    assert with_signs("Your move was e2-e4.", games["chess"]) == "Your move was e2-e4."


def test_shogi_is_written_as_its_pieces_are_named(server: Server, alice: Browser) -> None:
    server.hear("alice@example.org", "shogi challenge alice bob")
    say(server, "alice", "shogi move 101 alice PASSWORD 7g7f")
    letter = say(server, "bob", "shogi move 101 bob PASSWORD 3c3d")

    page = alice.get("/shogi/101?move=8h2b%2B").text
    assert [move in page for move in (">P-7f</a>", ">P-3d</a>", 'Play <span class="move">Bx2b+</span>?')] == [
        True
    ] * 3
    assert "P-3d" not in letter
    server.hear("alice@example.org", "change pieces alice secret7 characters")
    page = alice.get("/shogi/101?move=8h2b%2B").text
    assert [move in page for move in (">７六歩</a>", ">３四歩</a>", ">２二角成</span>?")] == [True] * 3


def test_a_suit_that_is_announced_has_its_sign() -> None:
    games = installed()
    told = [
        ("skat", "diamonds hand ouvert", "♦ hand ouvert"),
        ("euchre", "spades alone", "♠ alone"),
        ("fivehundred", "10 hearts", "10 ♥"),
        ("fivehundred", "JO clubs", "JO ♣"),
        ("skat", "grand hand", "grand hand"),
        ("hearts", "No hearts were taken.", "No hearts were taken."),
    ]

    assert [with_signs(words, games[game]) for game, words, _ in told] == [shown for *_, shown in told]
