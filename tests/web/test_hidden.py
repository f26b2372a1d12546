"""Two worlds that differ only in what bob may not know give him, and everybody else, byte for byte the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.lookup import known_player
from pbmserv.commands.sessions.signing_in import open_session
from pbmserv.games.catalogue import installed
from pbmserv.play.plans import ChosenMove
from pbmserv.storage.board_stamps import stamps_of
from pbmserv.storage.sessions import Scope
from pbmserv.storage.work import UnitOfWork
from pbmserv.web.live.hub import Listener
from tests.conversation import FOUR, Server
from tests.web.conftest import Browser
from tests.worlds import change_what_is_hidden as change_hands

BOARDS = (
    "/hex/boards/101",
    "/goofspiel/boards/101",
    "/triominoes/boards/101",
    "/trioker/boards/101",
    "/hearts/boards/101",
    "/spades/boards/101",
    "/euchre/boards/101",
    "/fivehundred/boards/101",
    "/skat/boards/101",
    "/cribbage/boards/101",
    "/ginrummy/boards/101",
)
PUBLIC = [
    *("/api/games", "/api/players/alice", "/api/games/hex/boards", "/api/games/hex/standings"),
    *("/api/games/triominoes/history", "/players/alice.atom"),
    *(f"/api/games{board}{what}" for board in BOARDS for what in ("", "?after=0", "/moves")),
]
OF_BOB = ["/api/me", "/api/boards", "/api/boards?turn=mine"]
ASKED_BY_BOB = [
    ["triominoes", "showas", "bob", "-", "101"],
    ["goofspiel", "showas", "bob", "-", "101"],
    ["triominoes", "move", "101", "bob", "-", "nonsense"],
    ["triominoes", "show", "101"],
    ["hearts", "showas", "bob", "-", "101"],
    ["hearts", "move", "101", "bob", "-", "nonsense"],
    ["hearts", "record", "101"],
    ["spades", "showas", "bob", "-", "101"],
    ["spades", "move", "101", "bob", "-", "nonsense"],
    ["euchre", "showas", "bob", "-", "101"],
    ["euchre", "move", "101", "bob", "-", "nonsense"],
    ["euchre", "record", "101"],
    ["fivehundred", "showas", "bob", "-", "101"],
    ["skat", "move", "101", "bob", "-", "nonsense"],
    ["skat", "record", "101"],
    ["cribbage", "showas", "bob", "-", "101"],
    ["cribbage", "record", "101"],
    ["ginrummy", "showas", "bob", "-", "101"],
    ["hex", "games"],
]


KINDS = (".svg", ".png", ".txt", ".json")
GAMES_AND_MOVES = {
    "hex": "d3",
    "goofspiel": "3",
    "triominoes": "draw",
    "trioker": "pass",
    "hearts": "abc",
    "spades": "3",
    "euchre": "pass",
    "fivehundred": "6 hearts",
    "skat": "18",
    "cribbage": "5H",
    "ginrummy": "take",
}
PAGES = [
    *("/", "/me", "/about", "/players/alice", "/players/alice/games", "/players/alice.atom", "/settings"),
    *(f"/{game}{what}" for game in GAMES_AND_MOVES for what in ("", "/boards", "/history", "/standings")),
    *(
        f"/{game}/101{what}"
        for game in GAMES_AND_MOVES
        for what in ("", "/0", "?touch=1", "?line=", "?move=nonsense")
    ),
    *(f"/{game}/101?{way}={move}" for game, move in GAMES_AND_MOVES.items() for way in ("move", "line", "touch")),
    *(f"/{game}/101{kind}" for game in GAMES_AND_MOVES for kind in (*KINDS, ".record.json")),
    *(f"/{game}/101/0{kind}" for game in GAMES_AND_MOVES for kind in KINDS),
]


GAMES_OF_HANDS = (
    "triominoes", "trioker", "hearts", "spades", "euchre", "fivehundred", "skat", "cribbage", "ginrummy",
)  # fmt: skip


def cards_for_the_crib(server: Server) -> str:
    """Two cards that alice holds."""
    with server.database.writing() as connection:
        board = UnitOfWork(connection, installed()).boards.load("cribbage", 101)
        assert board is not None
        first, second, *_ = board.position.hands[1]
        return f"{first} {second}"


@pytest.fixture
def boards(server: Server) -> None:
    """Boards on which alice has something to hide from bob."""
    for game in ("hex", "goofspiel", "triominoes", "trioker"):
        server.hear("bob@example.org", f"{game} challenge bob alice")
    server.sign_up("dave")
    server.hear("bob@example.org", "hearts challenge bob alice carol dave")
    for userid in ("bob", "alice", "carol", "dave"):
        server.hear(f"{userid}@example.org", f"hearts move 101 {userid} {FOUR[userid]} abc")
    server.hear("bob@example.org", "spades challenge bob alice carol dave")
    server.hear("bob@example.org", "spades move 101 bob bobpw123 3")
    server.hear("bob@example.org", "euchre challenge bob alice carol dave")
    server.hear("bob@example.org", "euchre move 101 bob bobpw123 order up")
    server.hear("bob@example.org", "fivehundred challenge bob alice carol dave")
    server.hear("bob@example.org", "skat challenge bob alice carol")
    for game in ("cribbage", "ginrummy"):
        server.hear("bob@example.org", f"{game} challenge bob alice")
    server.hear("alice@example.org", f"cribbage move 101 alice secret7 {cards_for_the_crib(server)}")
    server.hear("alice@example.org", "hex queue 101 alice secret7 d3")
    server.hear("alice@example.org", "goofspiel move 101 alice secret7 3")


def change_what_is_hidden(server: Server) -> None:
    """Let alice hide something else."""
    server.hear("alice@example.org", "hex queue 101 alice secret7 e4")
    with server.database.writing() as connection:
        work = UnitOfWork(connection, installed())
        bidding = work.boards.load("goofspiel", 101, for_change=True)
        assert bidding is not None
        assert bidding.seats[1].chosen == ChosenMove("3")
        bidding.seats[1].chosen = ChosenMove("9")
        work.boards.save(bidding)
    for game in GAMES_OF_HANDS:
        change_hands(server.database, game)


def word_of(server: Server, userid: str, scope: Scope) -> str:
    def opened(call: Call) -> str:
        return open_session(call, known_player(call, userid), "test", scope).word

    return server.office.for_visitor(opened)


def test_no_answer_and_no_event_tells_what_is_hidden(
    server: Server, boards: None, new_browser: Callable[[], Browser]
) -> None:
    browser = new_browser()
    bearer = {"Authorization": f"Bearer {word_of(server, 'bob', Scope.PLAY)}"}
    feed = word_of(server, "bob", Scope.FEED)

    def all_answers() -> list[tuple[str, int, bytes]]:
        answers = [(path, browser.get(path)) for path in PUBLIC]
        answers += [(path, browser.get(path, headers=bearer)) for path in [*PUBLIC, *OF_BOB]]
        answers += [(path, browser.get(f"/players/bob{path}?token={feed}")) for path in ("/turns.atom", ".ics")]
        answers += [
            (" ".join(words), browser.post("/api/commands", json={"words": words}, headers=bearer))
            for words in ASKED_BY_BOB
        ]
        return [(path, answer.status_code, answer.content) for path, answer in answers]

    def all_events() -> list[bytes]:
        def of_bob(call: Call) -> list[bytes]:
            bob = known_player(call, "bob").id
            rows = [call.work.board_stamps.row_of(board.split("/")[1], 101) for board in BOARDS]
            snapshot = call.work.board_stamps.snapshot([bob], [row for row in rows if row is not None])
            listeners = [Listener(stamps_of, bob, None), *(Listener(stamps_of, None, row) for row in rows)]
            for listener in listeners:
                listener.take(snapshot)
            return [event.encode() for listener in listeners for event in listener.news()]

        return server.office.look_up(of_bob)

    def hand_of_alice() -> bytes:
        alice = {"Authorization": f"Bearer {word_of(server, 'alice', Scope.READ)}"}
        return browser.get("/api/games/triominoes/boards/101", headers=alice).content

    answers, events, hand = all_answers(), all_events(), hand_of_alice()
    change_what_is_hidden(server)

    assert all_answers() == answers
    assert all_events() == events
    assert {status for _, status, _ in answers} == {200, 422}
    assert len(events) == 1 + len(BOARDS)
    assert hand_of_alice() != hand


@pytest.mark.long
def test_no_page_and_no_picture_shows_what_is_hidden(
    server: Server, boards: None, new_browser: Callable[[], Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Forms that are carried out once have a word that nobody else has.
    monkeypatch.setattr("pbmserv.web.rendering.b32encode", lambda _: b"word")
    nobody, bob, alice = new_browser(), new_browser(), new_browser()
    bob.sign_in("bob")
    alice.sign_in("alice")

    def shown(browser: Browser) -> list[tuple[str, int, list[tuple[str, str]], bytes]]:
        answers = [(path, browser.get(path)) for path in PAGES]
        return [
            (path, answer.status_code, sorted(answer.headers.items()), answer.content) for path, answer in answers
        ]

    # The first page that somebody opens gives them a cookie.
    nobody.get("/sign-in")
    to_nobody, to_bob, to_alice = shown(nobody), shown(bob), shown(alice)
    change_what_is_hidden(server)

    assert shown(nobody) == to_nobody
    assert shown(bob) == to_bob
    changed = [path for (path, *now), (_, *before) in zip(shown(alice), to_alice, strict=True) if now != before]
    assert {f"/{game}/101" for game in GAMES_AND_MOVES} <= set(changed)
    assert {status for _, status, _, _ in to_bob} <= {200, 303, 404, 422}
    assert sum(status == 200 for _, status, _, _ in to_bob) > len(PAGES) * 3 // 4
