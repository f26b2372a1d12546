"""What the dealer of Euchre puts aside is told to the dealer, and to nobody else before the game is over."""

from __future__ import annotations

from collections.abc import Iterator

from pbmserv.games.catalogue import installed
from pbmserv.play.board import Board
from pbmserv.storage.boards import Boards
from tests.conversation import FOUR, Reply, Server

OTHERS = ("alice", "bob", "carol")
ASKED = ("show 101", "show 101#1", "record 101", "games", "games 101", "history")


def board_of(server: Server) -> Board:
    with server.database.reading() as connection:
        board = Boards(connection, installed()).load("euchre", 101)
    assert board is not None
    return board


def hear(server: Server, name: str, words: str) -> Reply:
    return server.hear(f"{name}@example.org", words.replace("ME", f"{name} {FOUR[name]}"))


def begin(server: Server) -> list[str]:
    """Have alice order a card up for dave, the dealer; gives what dave can put aside."""
    server.sign_up("dave")
    hear(server, "alice", "euchre challenge alice bob carol dave -to=1")
    hear(server, "alice", "euchre move 101 ME order up")
    return list(board_of(server).position.can_be_discarded)


def told_to_others(server: Server, reply: Reply) -> Iterator[str]:
    """All that the others read of it at once, and later by asking."""
    for name in OTHERS:
        yield from (letter.text for letter in reply.letters if f"{name}@example.org" in letter.to)
        for asked in (*ASKED, "showas ME 101"):
            answered = hear(
                server, name, f"euchre {asked.replace('showas ME 101', f'showas {name} {FOUR[name]} 101')}"
            )
            yield from (letter.text for letter in answered.letters)


def test_others_read_that_a_card_was_put_aside_and_not_which(either_server: Server) -> None:
    server = either_server
    [card, *_] = begin(server)

    reply = hear(server, "dave", f"euchre move 101 ME {card}")

    assert f"discard {card}" in reply.letter_to("dave@example.org").text
    texts = [*told_to_others(server, reply)]
    assert not [text for text in texts if f"discard {card}" in text]
    assert any("a discard" in text for text in texts)


def test_others_read_the_same_whichever_card_it_is(server: Server) -> None:
    first, second, *_ = begin(server)

    def all_texts(card: str) -> list[str]:
        rehearsal = server.rehearse("dave@example.org", f"euchre move 101 dave {FOUR['dave']} {card}")
        return sorted(letter.text for letter in rehearsal.reply.letters if "dave@example.org" not in letter.to)

    assert all_texts(first) == all_texts(second) != []


def test_nobody_can_queue_an_answer_to_a_certain_discard(server: Server) -> None:
    [card, *_] = begin(server)

    refused = server.say("alice@example.org", f"euchre queue 101 alice {FOUR['alice']} if discard {card} then 9C")

    assert not refused.ok


def test_the_record_tells_it_when_the_game_is_over(server: Server) -> None:
    [card, *_] = begin(server)
    hear(server, "dave", f"euchre move 101 ME {card}")
    while (board := board_of(server)).is_on:
        name = board.seats[board.to_move[0]].player.userid
        hear(server, name, f"euchre move 101 ME {board.position.playable(board.to_move[0])[0]}")

    assert f"discard {card}" in server.hear(None, "euchre record 101").text
