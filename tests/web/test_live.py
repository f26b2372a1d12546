"""Events: who listens is told at once of a move that was made by any front end, in any process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from time import monotonic

import pytest
from sqlalchemy import Connection, update

from pbmserv.commands.operator.membership import suspend
from pbmserv.commands.requests.credentials import Credential
from pbmserv.commands.requests.lookup import known_player
from pbmserv.commands.sessions.signing_in import open_session
from pbmserv.games.catalogue import installed
from pbmserv.play.board import Status
from pbmserv.post_office import Request
from pbmserv.settings import defaults
from pbmserv.storage.board_stamps import BoardStamp, BoardStamps
from pbmserv.storage.database import Database
from pbmserv.storage.players import Players
from pbmserv.storage.sessions import SESSIONS, Scope
from pbmserv.web.app import application
from pbmserv.web.live import hub
from pbmserv.web.site import Site, site_for
from tests.conversation import PLAYERS, Server
from tests.queries import recorded, scans
from tests.web.listening import Event, Served, Stream, served

Listen = Callable[..., Stream]


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the server look more often than usual."""
    monkeypatch.setattr(hub, "LOOKS_EVERY", 0.15)
    monkeypatch.setattr(hub, "LOOKS_AT_MOST_EVERY", 0.05)


def server_on(database: Database) -> Server:
    server = Server(database)
    server.sign_up(*PLAYERS)
    server.hear("alice@example.org", "hex challenge alice bob -size=5")
    return server


@pytest.fixture
def server(sqlite_database: Database) -> Server:
    """A server with a database that several threads can use."""
    return server_on(sqlite_database)


@pytest.fixture
def place(server: Server) -> Iterator[Served]:
    with serving(server) as place:
        yield place


@contextmanager
def serving(server: Server) -> Iterator[Served]:
    settings = replace(defaults(), address=server.address, web_url="")
    with served(application(Site(settings, server.database, server.office, installed(), b"key"))) as place:
        yield place


@pytest.fixture
def listen(place: Served) -> Iterator[Listen]:
    """Opens streams."""
    with ExitStack() as open_streams:

        def stream(path: str, known: str = "", **headers: str) -> Stream:
            opened = Stream(place, path, known, **headers)
            open_streams.callback(opened.close)
            return opened

        yield stream


def session(server: Server, userid: str, scope: Scope) -> str:
    """The word of a new session."""

    player = server.office.look_up(lambda call: known_player(call, userid))
    return server.office.for_visitor(lambda call: open_session(call, player, f"test of {userid}", scope)).word


def bearer(server: Server, userid: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {session(server, userid, Scope.READ)}"}


def test_a_move_by_mail_is_told_to_a_program_of_the_opponent(database: Database) -> None:
    server = server_on(database)
    with serving(server) as place:
        stream = Stream(place, "/api/events", **bearer(server, "bob"))
        first = stream.next()
        server.hear("alice@example.org", "hex move 101 alice secret7 c3")
        changed, turn = stream.next(), stream.next()
        stream.close()

    assert (first.kind, first.data) == (
        "boards",
        {"waiting": 0, "boards": [{"game": "hex", "board": 101, "moves": 0, "status": "active", "my_turn": False}]},
    )
    data = {"game": "hex", "board": 101, "moves": 1, "status": "active", "waiting": 1}
    assert (changed.kind, changed.data, changed.id) == ("board", data, "")
    assert (turn.kind, turn.data) == ("turn", data)
    assert turn.id not in {"", first.id}


@pytest.mark.parametrize("how", ["revoked", "new password", "suspended", "expired"])
def test_a_stream_ends_with_its_session(server: Server, listen: Listen, how: str) -> None:
    headers = bearer(server, "bob")
    of_bob, of_alice = listen("/api/events", **headers), listen("/api/events", **bearer(server, "alice"))
    of_bob.next(), of_alice.next()

    match how:
        case "revoked":
            player = server.office.look_up(lambda call: known_player(call, "bob"))
            [kept] = server.office.look_up(lambda call: call.work.sessions.all_of(player, call.at))
            server.office.act(lambda call: call.work.sessions.end(player, kept.id))
        case "new password":
            server.hear("bob@example.org", f"change password bob {PLAYERS['bob']} another-pw-9")
        case "suspended":
            server.office.act(lambda call: suspend(call, "bob", "for a test"))
        case "expired":
            with server.database.writing() as connection:
                ended = update(SESSIONS).where(SESSIONS.c.label == "test of bob")
                assert connection.execute(ended.values(expires_at=server.now)).rowcount == 1

    assert b"event" not in of_bob.rest()
    server.hear("alice@example.org", "hex move 101 alice secret7 c3")
    assert of_alice.next().kind == "board"
    assert listen("/api/events", **headers).answer.status == 401


def test_those_who_sign_out_hear_nothing_more_and_the_public_listens_on(server: Server, listen: Listen) -> None:
    word = session(server, "bob", Scope.ALL)
    mine, public = listen("/events", Cookie=f"session={word}"), listen("/hex/101/events")
    mine.next(), public.next()

    server.office.for_visitor(lambda call: call.work.sessions.end_all(known_player(call, "bob")))

    assert b"event" not in mine.rest()
    server.hear("alice@example.org", "hex move 101 alice secret7 c3")
    assert public.next().kind == "board"


def test_who_has_missed_nothing_is_told_nothing_again(server: Server, listen: Listen) -> None:
    headers = bearer(server, "bob")
    known = listen("/api/events", **headers).next().id

    again = listen("/api/events", known, **headers)
    # Whoever comes later has been told how things stand: so they have been looked at for whoever came before.
    listen("/hex/101/events").next()
    server.hear("alice@example.org", "hex move 101 alice secret7 c3")

    assert again.next().kind == "board"
    assert listen("/api/events", known, **headers).next().kind == "boards"


def test_the_end_of_a_game_is_told(server: Server, listen: Listen) -> None:
    server.hear("alice@example.org", "hex move 101 alice secret7 c3")
    server.hear("bob@example.org", "hex move 101 bob bobpw123 b4")
    mine, public = listen("/api/events", **bearer(server, "bob")), listen("/hex/101/events")
    mine.next(), public.next()

    server.hear("alice@example.org", "hex resign 101 alice secret7")

    assert mine.next().data == {"game": "hex", "board": 101, "moves": 3, "status": "over", "waiting": 0}
    assert public.next().data == {"game": "hex", "board": 101, "moves": 3, "status": "over"}


def test_a_new_board_is_told(server: Server, listen: Listen) -> None:
    mine = listen("/api/events", **bearer(server, "carol"))
    assert mine.next().data == {"waiting": 0, "boards": []}

    server.hear("bob@example.org", "hex challenge carol bob")

    assert [mine.next().kind, mine.next().kind] == ["board", "turn"]


def test_a_page_of_a_player_listens_by_its_cookie(server: Server, listen: Listen) -> None:
    stream = listen("/events", Cookie=f"session={session(server, 'alice', Scope.ALL)}")

    assert stream.next().data["waiting"] == 1


def test_everybody_can_listen_to_a_board(server: Server, listen: Listen) -> None:
    stream = listen("/hex/101/events")
    first = stream.next()

    server.hear("alice@example.org", "hex move 101 alice secret7 c3")

    assert stream.next() == Event(
        "board", {"game": "hex", "board": 101, "moves": 1, "status": "active"}, listen("/hex/101/events").next().id
    )
    assert first.data["moves"] == 0


def test_words_on_a_board_are_told_and_are_no_turn(server: Server, listen: Listen) -> None:
    of_board, of_alice = listen("/hex/101/events"), listen("/api/events", **bearer(server, "alice"))
    first = of_board.next()
    of_alice.next()

    server.hear("bob@example.org", "hex chat 101 bob bobpw123", comment="Have a good game!")
    told = of_board.next()
    server.hear("alice@example.org", "hex move 101 alice secret7 c3", comment="You too.")

    assert (told.kind, told.data) == (first.kind, first.data)
    assert told.id != first.id
    # Of words that come with a move nobody hears twice.
    assert [of_alice.next().data["moves"] for _ in range(2)] == [0, 1]
    assert of_board.next().data["moves"] == 1


def test_that_a_rematch_is_asked_for_answered_and_begun_is_told_on_the_board_that_is_over(
    server: Server, listen: Listen
) -> None:
    for line in ("move 101 alice secret7 c3", "move 101 bob bobpw123 b4", "resign 101 alice secret7"):
        server.hear("alice@example.org", f"hex {line}")
    stream = listen("/hex/101/events")
    states = [stream.next().id]

    for line in ("rematch 101 alice secret7", "rematch 101 bob bobpw123"):
        server.hear(f"{line.split()[2]}@example.org", f"hex {line}")
        told = stream.next()
        states.append(told.id)

    assert told.data == {"game": "hex", "board": 101, "moves": 3, "status": "over"}
    assert len(set(states)) == 3
    # The page that is shown now is called what the last event said.
    page = listen("/hex/101")
    assert f'data-state="{states[-1]}"' in page.rest().decode()


def test_what_a_state_is_called_tells_nothing_to_who_does_not_have_the_key_of_the_server(server: Server) -> None:
    """One could try otherwise who of two wants to play once more: there are not many ways."""
    board = BoardStamp("hex", 101, 3, Status.OVER, frozenset(), "stamp")
    site = site_for(defaults(), server.database, server.office)
    same, other = site_for(defaults(), server.database, server.office), replace(site, key=bytes(32))

    assert site.state({7: board}) == same.state({7: board})
    assert site.state({7: board}) != other.state({7: board})
    assert site.state({7: board}) != site.state({7: replace(board, stamp="other")})


def test_nobody_listens_for_somebody_else(server: Server, listen: Listen) -> None:
    assert listen("/events").answer.status == 401
    assert listen("/api/events").answer.status == 401
    assert listen("/events", Cookie=f"session={session(server, 'alice', Scope.READ)}").answer.status == 401
    for_one_board = session(server, "alice", Scope.BOARD)
    assert listen("/events", Cookie=f"session={for_one_board}").answer.status == 401
    assert listen("/api/events", Authorization=f"Bearer {session(server, 'alice', Scope.FEED)}").answer.status == 401
    assert listen("/hex/999/events").answer.status == 404
    assert listen("/chess/101/events").answer.status == 404
    assert listen(f"/hex/{'9' * 30}/events").answer.status == 404


def test_streams_end_when_the_server_stops(place: Served, listen: Listen) -> None:
    streams = [listen("/hex/101/events") for _ in range(5)]
    for stream in streams:
        stream.next()

    begun = monotonic()
    place.stop()

    assert monotonic() - begun < 3
    assert [stream.rest() for stream in streams] == [b""] * 5


def test_looking_for_changes_reads_no_table_from_end_to_end(database: Database) -> None:
    server_on(database)
    with database.reading() as connection:
        row = BoardStamps(connection).row_of("hex", 101)
        alice, bob = numbers_of(connection, "alice", "bob")
    nobody = bob + 1
    with recorded(database) as statements, database.reading() as connection:
        assert row is not None
        snapshot = BoardStamps(connection).snapshot([alice, bob, nobody], [row])
    with database.reading() as connection:
        assert scans(connection, statements) == []

    assert sum(each.text.startswith("SELECT") for each in statements) == 2
    assert snapshot.of_players == {alice: {row}, bob: {row}, nobody: frozenset()}


def numbers_of(connection: Connection, *userids: str) -> list[int]:
    found = Players(connection).named(userids)
    return [found[userid].id for userid in userids]


def test_a_move_that_was_made_and_taken_back_between_two_looks_is_told(server: Server) -> None:
    """A page may have been loaded meanwhile, and shows it."""

    def stamp() -> str:
        with server.database.reading() as connection:
            stamps = BoardStamps(connection)
            row = stamps.row_of("hex", 101)
            assert row is not None
            return stamps.snapshot([], [row]).boards[row].stamp

    server.hear("alice@example.org", "hex move 101 alice secret7 a1")
    before = stamp()

    server.hear("bob@example.org", "hex move 101 bob bobpw123 b2")
    server.hear("bob@example.org", "hex move 101 bob bobpw123 undo")
    server.hear("alice@example.org", "hex move 101 alice secret7 accept")

    assert stamp() != before


def test_what_is_hidden_makes_no_difference_to_what_is_told(server: Server) -> None:
    """Goofspiel: what a player has chosen is hidden until all have chosen; that they have, everybody may see."""
    server.hear("alice@example.org", "goofspiel challenge alice bob")
    with server.database.writing() as connection:
        row = BoardStamps(connection).row_of("goofspiel", 101)
        assert row is not None
        alice, bob = numbers_of(connection, "alice", "bob")
        worlds = []
        for card in ("3", "9"):
            world = connection.begin_nested()
            choice = Request(Credential("alice@example.org"), (f"goofspiel move 101 alice secret7 {card}",))
            assert server.office.handle_within(choice, connection).ok
            worlds.append(BoardStamps(connection).snapshot([alice, bob], [row]))
            world.rollback()

    assert worlds[0] == worlds[1]
    assert worlds[0].boards[row].to_move == {bob}
