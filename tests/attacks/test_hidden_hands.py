"""Nothing that a player can have the server say tells of the tiles of others, whatever command asks for it.

All commands are given twice: on a board, and on the same board with all tiles dealt anew that the player cannot see.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.play.board import Board
from pbmserv.storage.work import UnitOfWork
from tests import partners
from tests.conversation import FOUR, Server, html_in
from tests.games.hidden_hands import redealt

pytestmark = pytest.mark.long

GAMES = (
    "trioker", "triominoes", "trioker-line", "hearts", "hearts-passed", "spades", "euchre", "fivehundred", "bridge",
    "bridge-led", "skat", "cribbage", "ginrummy",
)  # fmt: skip
"""The games of hidden hands; of Hearts both while cards are passed, and when they are played, and so of Bridge."""
ALICE, BOB, CAROL = (f"{userid}@example.org" for userid in ("alice", "bob", "carol"))
_OF_CHANCE = re.compile(r"\b[a-z2-7]{26}\b|\b[0-9a-f]{32,64}\b|\b[a-z2-9]{17}\b")
"""Tokens, codes and commitments, which differ each time."""


def lines(game: str) -> Iterator[str]:
    """All commands, said by bob of this board, and words that only a cheat would type."""
    # A challenge deals tiles of its own.
    for command in (command for command in COMMANDS if command.name != "challenge"):
        yield command.example.replace("trichet", game).replace("hex", game).replace("alice secret7", "bob bobpw123")
    for asked in ("show 101", "show 101#0", "show 101#1", "showas bob bobpw123 101", "showas bob bobpw123 101#0"):
        yield f"{game} {asked}"
    for asked in (
        "preview 101",
        "preview 101 pass",
        "preview 101#0 pass",
        "analyse 101 bob bobpw123 pass",
        "record 101",
    ):
        yield f"{game} {asked}"
    of_cards = ("hearts", "spades", "euchre", "fivehundred", "bridge", "skat", "cribbage", "ginrummy")
    for move in ("abc", "pass mkl", "2C", "QS", "KH", "2H QS 5C", "1n", "x") if game in of_cards else ():
        yield f"{game} move 101 bob bobpw123 {move}"
        yield f"{game} submit 101 bob bobpw123 {move}"
        yield f"{game} queue 101 bob bobpw123 if {move} then 3D"
        yield f"{game} queue 101 bob bobpw123 {move}"
    for tile in ("000", "111", "123", "555", "W", "0-0-0", "0-1-2", "5-5-5"):
        yield f"{game} move 101 bob bobpw123 {tile}@1"
        yield f"{game} submit 101 bob bobpw123 {tile}@1"
        yield f"{game} queue 101 bob bobpw123 if {tile}@1 then pass"
    yield from (
        "all show alice",
        "all show bob next",
        f"{game} games all",
        f"{game} show alice all",
        f"{game} history",
    )


def board_of(work: UnitOfWork, game: str) -> Board:
    board = work.boards.load(game, 101, for_change=True)
    assert board is not None
    return board


def deal_anew(server: Server, game: str, viewer: int) -> bool:
    """Put all tiles that a seat cannot see in other places; whether anything has changed."""
    with server.database.writing() as connection:
        work = UnitOfWork(connection, installed())
        board = board_of(work, game)
        position: Any = board.position
        # All see dummy's hand.
        open_seat = getattr(position, "dummy", None)
        closed = tuple(() if seat == open_seat else hand for seat, hand in enumerate(position.hands))
        # The stock of Cribbage and Gin Rummy is what nobody holds.
        stock = getattr(position, "bank", getattr(position, "unseen", ()))
        hands, bank = redealt(closed, stock, viewer, Chance(bytes(16), "anew"))
        hands = tuple(position.hands[seat] if seat == open_seat else hand for seat, hand in enumerate(hands))
        board.position = replace(position, hands=hands, **({"bank": bank} if hasattr(position, "bank") else {}))
        work.boards.save(board)
        return bool(board.position != position)


def told(server: Server, line: str, sender: str) -> object:
    """All that somebody gets to read when this is said, and is undone again."""
    rehearsal = server.rehearse(sender, line, comment="Hello!", body="help\nend")
    letters = [(letter.subject, letter.text) for letter in rehearsal.reply.letters if sender in letter.to]
    own = [row for row in rehearsal.outbox if sender in row["recipients"]][-1:]
    # The picture is made of what is stored of the position.
    html = [(html_in(row), row["page"]) for row in own]
    return _OF_CHANCE.sub("?", repr((rehearsal.reply.ok, rehearsal.reply.error, letters, html)))


def begin(server: Server, game: str) -> str:
    """Have a board of a game; gives the game's word."""
    if game == "spades":
        partners.begin(server)
        return game
    if game in ("euchre", "fivehundred"):
        server.sign_up("dave")
        server.hear(ALICE, f"{game} challenge carol dave alice bob")
        bid = "order up" if game == "euchre" else "6 hearts"
        server.hear(CAROL, f"{game} move 101 carol {FOUR['carol']} {bid}")
        return game
    if game == "skat":
        server.hear(ALICE, "skat challenge carol alice bob")
        server.hear(ALICE, f"skat move 101 alice {FOUR['alice']} 18")
        return game
    if game in ("cribbage", "ginrummy"):
        server.hear(ALICE, f"{game} challenge bob alice")
        return game
    if game.startswith("bridge"):
        partners.begin_bridge(server, is_led=game == "bridge-led")
        return "bridge"
    if not game.startswith("hearts"):
        server.hear(ALICE, f"{game} challenge alice bob carol")
        return game
    server.sign_up("dave")
    server.hear(ALICE, "hearts challenge alice bob carol dave")
    for userid in ("alice", "bob", "carol", "dave") if game == "hearts-passed" else ("alice", "carol"):
        server.hear(f"{userid}@example.org", f"hearts move 101 {userid} {FOUR[userid]} abc")
    return "hearts"


@pytest.mark.parametrize("begun", GAMES)
@pytest.mark.parametrize("sender", [BOB, "mallory@example.com"])
def test_no_answer_depends_on_tiles_that_the_asker_cannot_see(server: Server, begun: str, sender: str) -> None:
    game = begin(server, begun)
    with server.database.reading() as connection:
        names = [seat.player.userid for seat in board_of(UnitOfWork(connection, installed()), game).seats]
    asked = [line for line in lines(game) if sender == BOB or "bobpw123" not in line]
    before = {line: told(server, line, sender) for line in asked}

    assert deal_anew(server, game, names.index("bob"))

    for line in asked:
        assert told(server, line, sender) == before[line] or is_allowed_to_tell(server, game, line), line


def is_allowed_to_tell(server: Server, game: str, line: str) -> bool:
    """Whether a command makes a move or ends the game, so that tiles are drawn or laid open."""
    return bool(server.rehearse(BOB, line, comment="Hello!", body="help\nend").changes) and bool(
        re.match(rf"{game} (move|resign|queue|confirm|swap|submit)|signoff|delete|multiple", line)
    )
