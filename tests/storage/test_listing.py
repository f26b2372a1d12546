"""Lists of boards and of who watches them: they hold what they should, found by index."""

from __future__ import annotations

from pbmserv.play.board import Player, Status
from pbmserv.storage.database import Database
from pbmserv.storage.listing import Line, Listing
from pbmserv.storage.watching import ALL_BOARDS, Watching
from tests.queries import recorded, scans
from tests.storage.stored import HOUR, START


def listed(database: Database, **wanted: object) -> list[tuple[str, int]]:
    with database.reading() as connection:
        lines = Listing(connection).lines(**wanted)  # type: ignore[arg-type]
    return [(line.game, line.number) for line in lines]


def test_a_line_tells_what_a_list_needs(several: Database) -> None:
    with several.reading() as connection:
        first, _, third = Listing(connection).lines("trichet")

    assert first == Line("trichet", 101, Status.ACTIVE, ("alice", "bob"), ("bob",), 0, START, ())
    assert third == Line("trichet", 103, Status.OVER, ("alice", "bob"), (), 3, START + HOUR, ("alice",))


def test_lists_are_narrowed_by_what_is_asked_for(several: Database, players: list[Player]) -> None:
    alice, bob, carol = players

    assert listed(several) == [("hex", 101), ("trichet", 101), ("trichet", 102), ("trichet", 103)]
    assert listed(several, game="trichet", status=Status.ACTIVE) == [("trichet", 101), ("trichet", 102)]
    assert listed(several, status=Status.OVER) == [("trichet", 103)]
    assert listed(several, players=[alice], status=Status.ACTIVE) == [("hex", 101), ("trichet", 101)]
    assert listed(several, players=[alice, carol], game="trichet", status=Status.ACTIVE) == [
        ("trichet", 101),
        ("trichet", 102),
    ]
    assert listed(several, players=[bob], status=Status.ACTIVE, only_to_move=True) == [("trichet", 101)]
    assert listed(several, game="trichet", numbers=[103, 104, 999]) == [("trichet", 103)]
    assert listed(several, limit=2) == [("hex", 101), ("trichet", 101)]


def test_who_watches_a_board_is_known(several: Database, players: list[Player]) -> None:
    alice, bob, carol = players
    with several.writing() as connection:
        watching = Watching(connection)
        watching.begin(carol, "trichet", [101])
        watching.begin(carol, "trichet", [101])
        watching.begin(alice, "trichet", [ALL_BOARDS])
        watching.begin(bob, "trichet", [101], only_the_end=True)

        assert watching.who("trichet", 101) == (alice, carol)
        assert watching.who("trichet", 102) == (alice,)
        assert watching.who("trichet", 101, only_the_end=True) == (bob,)
        assert watching.who("hex", 101) == ()


def test_lists_are_found_by_their_indexes(several: Database, players: list[Player]) -> None:
    with several.writing() as connection:
        listing = Listing(connection)
        with recorded(several) as statements:
            listing.lines("trichet", [101, 102])
            listing.lines("trichet", status=Status.ACTIVE)
            listing.lines(players=players[:1], status=Status.ACTIVE, only_to_move=True)
            listing.boards_alone(players[0])
            Watching(connection).who("trichet", 101)

        assert scans(connection, statements) == []
