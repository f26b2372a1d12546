"""Letters that would keep the server busy while others wait."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence

import pytest

from pbmserv.commands.requests import quota
from pbmserv.commands.requests.passwords import Passwords
from pbmserv.commands.requests.quota import CpuQuota, TooManyHashes
from pbmserv.games.triangles import filling
from pbmserv.play import replaying
from pbmserv.play.board import Board, Player
from pbmserv.play.record import Move
from pbmserv.storage.database import Database
from tests.conversation import Server

ALICE, MALLORY = "alice@example.org", "mallory@example.com"
GUARD_SECONDS = 5.0
"""Of the processor's time, for what takes a second at most on a machine of today."""


@pytest.fixture
def server(sqlite_database: Database) -> Server:
    server = Server(sqlite_database)
    server.sign_up("alice", "bob")
    server.hear(ALICE, "macmahon challenge alice -border=3")
    server.hear(ALICE, "trichet challenge alice bob")
    return server


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time for each letter is over when it has begun."""
    monkeypatch.setattr(quota, "SECONDS", -1.0)


@pytest.fixture
def hashed(server: Server, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The passwords that have been hashed, which takes long."""
    hasher, hashed = server.passwords._hasher, []

    class Noting:
        check_needs_rehash = hasher.check_needs_rehash

        def hash(self, password: str) -> str:
            hashed.append(password)
            return hasher.hash(password)

        def verify(self, password_hash: str, password: str) -> bool:
            hashed.append(password)
            return hasher.verify(password_hash, password)

    monkeypatch.setitem(vars(server.passwords), "_hasher", Noting())
    return hashed


@pytest.fixture
def guard() -> Iterator[None]:
    """Fail where the test takes long."""
    start = time.process_time()
    yield
    assert time.process_time() - start < GUARD_SECONDS


@pytest.mark.usefixtures("impatient")
class TestWhereNoTimeIsLeft:
    def test_a_preview_shows_no_more_moves(self, server: Server) -> None:
        reply = server.say(MALLORY, "trichet preview 101 d3 e4 f5")

        assert reply.error == "These moves take too long to look at in one letter: try the first 1 of them."
        assert server.say(MALLORY, "trichet preview 101 d3").ok

    def test_no_more_boards_are_shown(self, server: Server) -> None:
        server.hear(ALICE, "trichet challenge alice bob")

        reply = server.say(MALLORY, "trichet show 101 102")

        assert "Trichet Board 101" in reply.text
        assert "Trichet Board 102" not in reply.text
        assert "ask again for the last 1" in reply.text

    def test_no_more_boards_of_a_player_are_shown(self, server: Server) -> None:
        reply = server.say(MALLORY, "all show alice")

        assert "macmahon show 101" in reply.text
        assert "trichet show 101" in reply.text

    def test_no_more_commands_of_a_letter_are_carried_out(self, server: Server) -> None:
        reply = server.say(MALLORY, "multiple", body="list\nhelp\ntrichet show 101")

        assert "The last 2 of your 3 commands have not been carried out" in reply.text


def test_an_old_hint_is_not_looked_for_again(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    for line in ("hint", "341@5", "hint", "hint"):
        server.hear(ALICE, f"macmahon move 101 alice secret7 {line}")
    searches: list[object] = []
    monkeypatch.setattr(filling, "_advice", searches.append)

    assert "Hints: 2" in server.hear(MALLORY, "macmahon show 101#3").text
    assert "Hints: 3" in server.hear(MALLORY, "macmahon show 101").text
    assert server.hear(MALLORY, "macmahon record 101").ok
    assert searches == []


def test_a_game_is_replayed_once_to_be_shown_as_it_stood(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    server.hear("bob@example.org", "trichet move 101 bob bobpw123 d3")
    replay = replaying.replay
    replayed: list[int] = []

    def noting(board: Board, moves: Iterable[Move], substitutes: Sequence[Player] = ()) -> None:
        replayed.append(board.number)
        replay(board, moves, substitutes)

    monkeypatch.setattr(replaying, "replay", noting)

    reply = server.hear(ALICE, "trichet showas alice secret7 101#1")

    assert "as it stood after move 1" in reply.text
    assert replayed == [101]


class TestPasswords:
    """To hash one takes long on purpose, and takes it on other threads than the letter's own."""

    WRONG = "\n".join(f"add bob guess-{number}" for number in range(50))

    def test_three_at_most_are_hashed_for_one_letter(
        self, server: Server, hashed: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(quota, "SECONDS", 60.0)

        reply = server.say(MALLORY, "multiple", body=self.WRONG)

        assert sorted(hashed) == ["guess-0", "guess-1", "guess-2"]
        assert reply.text.count("The userid or the password is not right.") == 3
        assert reply.text.count("for this letter: send the rest once") == 47

    def test_those_of_players_who_do_not_exist_count_as_well(self, server: Server, hashed: list[str]) -> None:
        server.say(MALLORY, "multiple", body=self.WRONG.replace("bob", "nobody"))

        assert len(hashed) == 3

    def test_a_right_one_that_is_known_is_not_hashed_again(self, server: Server, hashed: list[str]) -> None:
        guesses = "\n".join(self.WRONG.splitlines()[:4])
        server.hear(ALICE, "trichet limit alice secret7")

        reply = server.say(ALICE, "multiple", body=f"{guesses}\ntrichet limit alice secret7")

        assert len(hashed) == 4
        assert "you play 1 board" in reply.text

    def test_the_operator_may_have_any_number_hashed(self, server: Server, hashed: list[str]) -> None:
        server.say(None, "multiple", body="\n".join(f"add bob guess-{number}" for number in range(9)))

        assert len(hashed) == 9

    def test_a_password_is_changed_though_its_hash_has_to_be_made_anew(self, server: Server) -> None:
        dear = Server(server.database, passwords=Passwords(time_cost=2, memory_cost=64))

        assert dear.say(ALICE, "change password alice secret7 better-secret11").ok

    def test_the_time_that_hashing_takes_counts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(quota, "SECONDS", 0.1)
        waiting = CpuQuota()
        assert not waiting.is_over

        with waiting.hashing():
            time.sleep(0.2)

        assert waiting.is_over

    def test_who_asks_beforehand_is_never_refused(self) -> None:
        waiting = CpuQuota()
        for _ in range(3):
            assert waiting.may_hash
            with waiting.hashing():
                pass

        assert not waiting.may_hash
        with pytest.raises(TooManyHashes):
            waiting.hashing().__enter__()


@pytest.mark.alike
@pytest.mark.usefixtures("guard")
@pytest.mark.parametrize(
    "line",
    [
        # After these tiles the search for a hint takes as long as it may.
        "macmahon preview 101 421.10@18 243.04@7 334.04@11 123.10@3 114.12@15 223.08@22 412@9" + 43 * " hint",
        "trichet preview new alice bob" + 50 * " d3",
        "trichet show " + " ".join(f"101#{number}" for number in range(20)),
        "hex preview new alice bob -size=19"
        + "".join(f" {row}{column}" for row in "abcde" for column in range(1, 10)),
        "trichet challenge " + "alice " * 100,
        "list " + "trichet " * 100,
        "help " + "a " * 900,
        'help "' + '""' * 900 + '"',
        "-" * 2_000,
        "trichet history " + "alice " * 100,
        "trichet games " + " ".join(map(str, range(101, 201))),
    ],
)
def test_fifty_commands_that_take_long_take_not_too_long_together(server: Server, line: str) -> None:
    reply = server.say(MALLORY, "multiple", body="\n".join([line] * 50))

    assert reply.readers == {MALLORY}
