"""After a swap the letter says plainly who has which side now, in every game that has it."""

from __future__ import annotations

import pytest

from pbmserv.games.catalogue import installed
from tests.conversation import Server, html_in

ALICE, BOB, CAROL = "alice@example.org", "bob@example.org", "carol@example.org"
SWAPPING = [word for word, game in installed().items() if game.swap_at({o.name: o.default for o in game.options})]


def swapped(server: Server, game: str) -> dict[str, str]:
    """What each is told when bob has swapped sides; carol watches."""
    server.hear(CAROL, f"{game} subscribe all carol secret9")
    server.hear(None, f"{game} challenge alice bob")
    moves = {"twixt": ["c4"], "conhex": ["d9"], "gomoku": ["h8", "h9", "j8"], "tumbleweed": ["c3", "g7"]}
    for number, move in enumerate(moves.get(game, ["b2"])):
        is_alice = number % 2 == 0 or game == "tumbleweed"
        userid, password = ("alice", "secret7") if is_alice else ("bob", "bobpw123")
        server.hear(f"{userid}@example.org", f"{game} move 101 {userid} {password} {move}")
    reply = server.hear(BOB, f"{game} swap 101 bob bobpw123")
    return {letter.to[0]: " ".join(letter.text.split()) for letter in reply.letters}


@pytest.mark.parametrize("game", SWAPPING)
def test_each_is_told_which_side_they_have(server: Server, game: str) -> None:
    told = swapped(server, game)
    first, second = ("Vertical", "Horizontal") if game in {"hex", "twixt"} else ("Black", "White")
    next_move = {"gomoku": 5, "tumbleweed": 4}.get(game, 3)

    assert (
        f" bob has taken your side (help swap): you are now {second}, and bob is {first}, with the pieces that you"
        f" laid. It is your turn, alice: move {next_move}."
    ) in told[ALICE]
    assert f" You have taken alice's side: you are now {first}, and alice is {second}. " in told[BOB]
    assert f" bob has taken alice's side: bob is now {first}, and alice is {second}. " in told[CAROL]
    assert f"Players: bob ({first}), alice ({second})" in told[ALICE]


def test_a_list_of_mail_says_it_too(server: Server) -> None:
    swapped(server, "hex")

    [letter] = [each for each in server.outbox()[-3:] if each["recipients"] == [ALICE]]

    html = html_in(letter)
    assert html is not None
    assert html.index("bob has taken your side (help swap): you are now Horizontal") < html.index("<h1")


def test_before_it_the_letter_says_where_it_is_explained(server: Server) -> None:
    server.hear(None, "hex challenge alice bob")

    letter = server.hear(ALICE, "hex move 101 alice secret7 b2").letter_to(BOB)

    assert 'Or take over the other side with the move swap: Subject "help swap".' in letter.text
    assert "Exchange sides" in server.hear(BOB, "help swap").text


def test_who_plays_both_sides_is_told_that_they_are_swapped(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice alice")
    server.hear(ALICE, "hex move 101 alice secret7 b2")

    reply = server.hear(ALICE, "hex swap 101 alice secret7")

    assert "alice has swapped sides." in reply.text


def test_colours_that_are_chosen_are_told_by_name(server: Server) -> None:
    server.hear(None, "gomoku challenge alice bob -opening=swap2")
    for move in ("h8", "h9", "j8"):
        server.hear(ALICE, f"gomoku move 101 alice secret7 {move}")

    reply = server.hear(BOB, "gomoku move 101 bob bobpw123 black")

    assert "Colours are chosen: bob (Black) and alice (White)." in reply.letter_to(ALICE).text
