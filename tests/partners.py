"""Spades that two have won, and Bridge: boards for tests of what is told of partners."""

from __future__ import annotations

from pbmserv.games.catalogue import installed
from pbmserv.play.board import Board
from pbmserv.storage.boards import Boards
from tests.conversation import FOUR, Reply, Server


def hear(server: Server, name: str, command: str) -> Reply:
    """What comes of a command in which ME stands for name and password."""
    return server.hear(f"{name}@example.org", command.replace("ME", f"{name} {FOUR[name]}"))


def board_of(server: Server, number: int = 101, game: str = "spades") -> Board:
    with server.database.reading() as connection:
        board = Boards(connection, installed()).load(game, number)
    assert board is not None
    return board


def begin(server: Server) -> None:
    """Spades, alice and carol against bob and dave; all have bid."""
    server.sign_up("dave")
    hear(server, "alice", "spades challenge alice bob carol dave -to=50")
    for name in FOUR:
        hear(server, name, "spades move 101 ME 3")


def lead(server: Server) -> Reply:
    """alice leads a card, so that bob is to move."""
    position = board_of(server).position
    return hear(server, "alice", f"spades move 101 ME {position.playable(0)[0]}")


def resign_both(server: Server) -> Reply:
    """bob resigns, and then dave."""
    begin(server)
    lead(server)
    hear(server, "bob", "spades resign 101 ME")
    carol = board_of(server).position
    hear(server, "carol", f"spades move 101 ME {carol.playable(2)[0]}")
    return hear(server, "dave", "spades resign 101 ME")


def begin_bridge(server: Server, is_led: bool) -> None:
    """Bridge, alice and carol against bob and dave: carol has opened 1NT, or plays it after dave's lead."""
    server.sign_up("dave")
    hear(server, "alice", "bridge challenge alice bob carol dave")
    hear(server, "carol", "bridge move 101 ME 1n")
    if is_led:
        for name in ("dave", "alice", "bob"):
            hear(server, name, "bridge move 101 ME pass")
        position = board_of(server, game="bridge").position
        hear(server, "dave", f"bridge move 101 ME {position.playable(3)[0]}")
