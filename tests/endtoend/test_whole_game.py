"""A whole game with the real server: by nothing but mail, and once more in nothing but a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbmserv.storage.database import Database
from tests.conversation import stored
from tests.endtoend.players import Player, letters_in
from tests.endtoend.won_game import BOARD, CHALLENGE, MOVES, drawing_in, move
from tests.serving import environment, pbmserv, serving, spawned

MISTAKES = [
    ("bob", move("bob", "wrong-pw", "d1"), "Trichet Board 101", "The userid or the password is not right."),
    ("bob", move("bob", "bobpw789", "a1"), "Trichet Board 101", "Rotation a does not fit at position 1: "),
    (
        "alice",
        move("alice", "sesame7", "d1"),
        "Trichet Board 101",
        "It is not your turn on Trichet Board 101: ",
    ),
    (
        "bob",
        move("bob", "bobpw789", "d1#7"),
        "Trichet Board 101",
        "The next move on Trichet Board 101 against alice has num",
    ),
    ("bob", "trichet move 999 bob bobpw789 d1", "What you wrote", "There is no Trichet board 999."),
    ("bob", "bingo move 101 bob bobpw789 e4", "What you wrote", "The first word is not a command or a game here."),
    ("bob", "", "What you wrote", "There is no command in your letter: its Subject is empty, and so is its body."),
]
"""Who writes what, and how that is answered."""

SIGNED_UP = [
    ("alice@example.org", "Welcome to pbmserv, alice"),
    ("bob@example.org", "Welcome to pbmserv, bob"),
    ("alice@example.org", "Trichet Board 101"),
    ("bob@example.org", "Trichet Board 101"),
]
PLAYED = [
    ("alice@example.org", "Trichet Board 101"),
    ("bob@example.org", "Trichet Board 101"),
    ("alice@example.org", "Trichet Board 101"),
    ("bob@example.org", "Trichet Board 101"),
    ("alice@example.org", "Trichet Board 101"),
    ("bob@example.org", "Trichet Board 101"),
    ("alice@example.org", "Trichet Board 101"),
    ("bob@example.org", "Trichet Board 101"),
]
"""The letters of a game, by readers and Subjects: of each move to the other player, of the last one to both."""
TYPED_IN = [
    ("alice@example.org", "Trichet Board 101"),
    *5 * [("alice@example.org", "Trichet Board 101"), ("bob@example.org", "Trichet Board 101")],
    ("alice@example.org", "Trichet Board 101"),
    ("bob@example.org", "Trichet Board 101"),
]
"""The same where the operator types the second to the sixth move: these are confirmed to whoever moved."""


@pytest.mark.long
def test_two_players_play_a_whole_game_by_nothing_but_mail(tmp_path: Path) -> None:
    environ = environment(tmp_path / "data")
    post = tmp_path / "data" / "outgoing"
    with serving(environ, start=spawned) as server:
        alice = Player("alice", "sesame7", server.smtp, lambda: letters_in(post))
        bob = Player("bob", "bobpw789", server.smtp, lambda: letters_in(post))
        players = {"alice": alice, "bob": bob}

        alice.writes("signup alice sesame7")
        alice.reads()
        bob.writes("signup bob bobpw789")
        bob.reads()
        alice.writes(CHALLENGE, "Have fun, Bob!")
        assert alice.reads().text.endswith("\nalice writes:\n\nHave fun, Bob!\n")
        assert "\nIt is your turn, bob: move 1.\n" in bob.reads().text

        for userid, command, subject, reason in MISTAKES:
            with nothing_changed(tmp_path / "data" / "pbmserv.db"):
                players[userid].writes(command)
                answer = players[userid].reads()
            assert (answer.subject, answer.text[: len(reason)]) == (subject, reason)

        for number, (userid, words) in enumerate(MOVES):
            players[userid].writes(move(userid, players[userid].password, words), "" if number else "Off we go.")
            if number < len(MOVES) - 1:
                told = (bob if userid == "alice" else alice).reads()
                assert told.says == "Your turn"
        last_letters = [alice.reads(), bob.reads()]
        assert [letter.says for letter in last_letters] == ["You lost", "You won"]

        code, logged = server.stop()

    answers = [(players[userid].address, subject) for userid, _, subject, _ in MISTAKES]
    assert [(letter.to, letter.subject) for letter in letters_in(post)] == [*SIGNED_UP, *answers, *PLAYED]
    for letter in last_letters:
        assert "\nGame won by bob.\nDot surrounded a region of 14 tiles.\n" in letter.text
        assert drawing_in(letter.text) == BOARD
    assert code == 0
    verdict = pbmserv(environ, "verify", "trichet", "101")
    assert verdict.returncode == 0
    assert verdict.stdout.startswith("Trichet Board 101: 7 moves replayed by the rules of version 1.\n")
    for password in ("sesame7", "bobpw789", "wrong-pw"):
        assert password not in logged
        assert not any(password in letter.subject + letter.text for letter in letters_in(post))


@pytest.mark.long
def test_the_same_commands_in_a_terminal_do_the_same(tmp_path: Path) -> None:
    environ = environment(tmp_path / "data")
    passwords = {"alice": "sesame7", "bob": "bobpw789"}

    def do(*words: str) -> str:
        done = pbmserv(environ, *words)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    do("db", "upgrade")
    do("do", "--from", "alice@example.org", "signup", "alice", "sesame7")
    do("do", "--from", "bob@example.org", "signup", "bob", "bobpw789")
    do("do", "--from", "alice@example.org", "--message", "Have fun, Bob!", *CHALLENGE.split())
    refused = pbmserv(environ, *move("alice", "sesame7", "d1").split())
    do("do", "--from", "bob@example.org", "--message", "Off we go.", *move("bob", "bobpw789", "d1").split())
    for userid, words in MOVES[1:-1]:
        do(*move(userid, passwords[userid], words).split())
    printed = do("do", "--from", "bob@example.org", *move("bob", "bobpw789", "d24").split())

    letters = letters_in(tmp_path / "data" / "outgoing")
    assert [(letter.to, letter.subject) for letter in letters] == [*SIGNED_UP, *TYPED_IN]
    assert refused.returncode == 1
    assert refused.stdout.startswith("Subject: Trichet Board 101\n\nIt is not your turn on Trichet Board 101: ")
    assert printed.startswith("Subject: Trichet Board 101\n\n")
    assert "\nGame won by bob.\n" in printed
    assert drawing_in(printed) == drawing_in(letters[-1].text) == BOARD
    assert do("verify", "trichet", "101").startswith("Trichet Board 101: 7 moves replayed")


@contextmanager
def nothing_changed(file: Path) -> Iterator[None]:
    """Make sure that at the end of the block the database holds what it held before, but for the mail."""
    database = Database(f"sqlite:///{file}")
    with database.reading() as connection:
        before = stored(connection)
    yield
    with database.reading() as connection:
        assert stored(connection) == before
    database.close()
