"""A letter offers all moves that can be made, as long as they are not too many for a page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbmserv.letters.action_links import MORE
from pbmserv.letters.letter import Links
from pbmserv.letters.stored_html import links_on
from pbmserv.storage.database import Database
from tests.conversation import Server, undone


@pytest.fixture
def server(shared_sqlite: Database) -> Iterator[Server]:
    for server in undone(shared_sqlite):
        server.sign_up("alice", "bob")
        yield server


def links_to_alice(server: Server) -> Links:
    letters = [each for each in server.outbox() if each["recipients"] == ["alice@example.org"]]
    links = links_on(letters[-1]["page"])
    assert links
    return links


def legal(server: Server, word: str) -> list[str]:
    board = server.office.look_up(lambda call: call.work.boards.load(word, 101))
    assert board
    return list(board.game.legal_moves(board.position, board.seats_to_move[0]) or ())


def test_moves_of_no_group_that_are_too_many_to_be_shown_alone_are_folded_away_together(server: Server) -> None:
    server.hear("alice@example.org", "ataxx challenge alice bob")
    for move in ("b6", "f6", "c5", "e5", "b5", "f7", "c4", "g5"):
        by, password = ("alice", "secret7") if move[0] in "bc" else ("bob", "bobpw123")
        server.hear(f"{by}@example.org", f"ataxx move 101 {by} {password} {move}")

    links = links_to_alice(server)

    assert sorted(links.moves) == sorted(legal(server, "ataxx"))
    [more] = [group for group in links.groups if group.title.startswith(f"{MORE}: ")]
    assert more.size > 0


def test_no_group_is_cut_short_where_there_is_room_for_all(server: Server) -> None:
    server.hear("alice@example.org", "hnefatafl challenge alice bob -rules=brandubh")

    assert sorted(set(links_to_alice(server).moves)) == sorted(legal(server, "hnefatafl"))


def test_all_of_thousands_of_moves_are_stored(server: Server) -> None:
    server.hear("alice@example.org", "amazons challenge alice bob")

    links = links_to_alice(server)

    assert len(legal(server, "amazons")) == 2176
    assert {*links.moves} == {*legal(server, "amazons")}
    assert [group.title for group in links.groups] == [
        f"From {start}: 544 moves" for start in ("a4", "j4", "d1", "g1")
    ]
