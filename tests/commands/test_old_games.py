"""Words of games, parameters and moves in the forms of the old server's help pages, by letter.

Which words and forms those pages have is a fact, and all that is taken from them.
"""

from __future__ import annotations

import pytest

from tests.conversation import FOUR, Server


@pytest.mark.alike
@pytest.mark.parametrize(
    ("challenge", "move"),
    [
        ("abalone", "c5,d5"),
        ("abalone", "a1-c3,b2"),
        ("abalone", "a1-c3,d4"),
        ("abalone", "c3-c5,d4"),
        ("abalone", "c3-c5,d6"),
        ("abalone -bowl", "a1-b1"),
        ("ataxx", "A7-B6"),
        ("breakthrough", "E2F"),
        ("breakthrough", "E2-E3"),
        ("connect4", "D"),
        ("dots", "B1"),
        ("dots", "1b"),
        ("go", "Q16"),
        ("gomoku", "H8"),
        ("havannah", "A1"),
        ("hnefatafl", "D1-D3"),
        ("hnefatafl -small", "D1-D3"),
        ("hnefatafl -tablut", "D1-D3"),
        ("loa", "B1-B3"),
        ("loa -scrambled", "C1-C3"),
        ("nmm", "D6"),
        ("othello", "D3"),
        ("reversi", "D4"),
        ("pente", "K10"),
        ("twixt", "j12"),
        ("twixt -size=12 -handicap=2", "E5"),
        ("twixt -size=12 -handicap=-2", "J5"),
        ("twixt -links=chosen", "K5+"),
        ("wari", "c"),
        ("y", "D4"),
        ("yacht", "all"),
        ("yacht", "e"),
        ("yacht -sheet=thirteen", "t"),
        ("yavalath", "A1"),
    ],
)
def test_a_move_in_the_form_of_the_old_pages_is_made(server: Server, challenge: str, move: str) -> None:
    game, *parameters = challenge.split()
    server.hear("alice@example.org", " ".join([game, "challenge", "alice", "bob", *parameters]))

    assert server.say("alice@example.org", f"{game} move 101 alice {FOUR['alice']} {move}").ok


@pytest.mark.parametrize(
    ("challenge", "what_there_is"),
    [
        ("yacht challenge alice bob -hide", "there is -sheet (twelve or thirteen)."),
        ("hnefatafl challenge alice bob -medium", "there is -rules (fetlar or tablut or brandubh)."),
        ("hnefatafl challenge alice bob -strong", "there is -rules (fetlar or tablut or brandubh)."),
        ("pente challenge alice bob carol", "Pente is played by 2 players, and 3 are named."),
        ("abalone challenge alice bob carol", "Abalone is played by 2 players, and 3 are named."),
    ],
)
def test_what_the_old_pages_have_and_we_have_not_is_refused_with_what_there_is(
    server: Server, challenge: str, what_there_is: str
) -> None:
    reply = server.say("alice@example.org", challenge)

    assert not reply.ok
    assert reply.error.endswith(what_there_is)


def test_cards_are_passed_as_on_the_old_page(server: Server) -> None:
    server.sign_up("dave")
    server.hear("alice@example.org", "mhearts challenge alice bob carol dave -jacks")
    shown = server.hear("alice@example.org", f"mhearts showas alice {FOUR['alice']} 101").text
    cards = [word for word in shown.split() if len(word) == 2 and word[0] in "23456789TJQKA" and word[1] in "CDSH"]
    typed = ",".join(card.lower() for card in cards[:3])

    assert server.say("alice@example.org", f"mhearts move 101 alice {FOUR['alice']} {typed}").ok
