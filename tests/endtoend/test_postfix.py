"""Behind a real Postfix, as the README sets it up: mail comes by LMTP, and letters leave by SMTP."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from tests.endtoend.players import Letter, Player
from tests.endtoend.postfix import folder_for_postfix, free_port, postfix, socket_folder
from tests.endtoend.won_game import BOARD, CHALLENGE, MOVES, drawing_in, move
from tests.mail.relays import Relay, relay
from tests.serving import environment, serving

GAMES = "pbmserv@games.example.org"


def letters_to_players(sink: Relay) -> Callable[[], Sequence[Letter]]:
    return lambda: [Letter.of(letter) for letter in sink.letters]


def test_a_whole_game_is_played_through_postfix(tmp_path: Path) -> None:
    port = free_port()
    environ = environment(
        tmp_path / "data",
        address=GAMES,
        smtp_listen="",
        lmtp_listen="127.0.0.1:0",
        delivery=f"smtp://127.0.0.1:{port}",
    )
    with (
        folder_for_postfix() as folder,
        relay() as sink,
        serving(environ) as server,
        postfix(folder, port, f"lmtp:inet:{server.place('LMTP')}", sink.port) as mta,
    ):
        alice = Player("alice", "secret7", mta.smtp, letters_to_players(sink), GAMES)
        bob = Player("bob", "bobpw123", mta.smtp, letters_to_players(sink), GAMES)
        alice.writes("signup alice secret7")
        bob.writes("signup bob bobpw123")
        assert alice.reads().subject == "Welcome to pbmserv, alice"
        assert bob.reads().subject == "Welcome to pbmserv, bob"

        alice.writes(CHALLENGE, "Have fun, Bob!")
        assert alice.reads().subject == bob.reads().subject == "New Trichet Board 101 bob **"
        for userid, words in MOVES:
            player = alice if userid == "alice" else bob
            player.writes(move(userid, player.password, words))
            last_letters = alice.reads(), bob.reads()

    assert [letter.subject for letter in last_letters] == ["Trichet Board 101", "Trichet Board 101"]
    assert [drawing_in(letter.text) for letter in last_letters] == [BOARD, BOARD]
    assert len(sink.letters) == 18


def test_postfix_hands_mail_over_by_a_socket_of_its_group(tmp_path: Path) -> None:
    port = free_port()
    with folder_for_postfix() as folder, relay() as sink:
        path = socket_folder(folder) / "lmtp"
        environ = environment(
            tmp_path / "data", address=GAMES, smtp_listen="", lmtp_listen=path, delivery=f"smtp://127.0.0.1:{port}"
        )
        with serving(environ), postfix(folder, port, f"lmtp:unix:{path}", sink.port) as mta:
            alice = Player("alice", "secret7", mta.smtp, letters_to_players(sink), GAMES)
            alice.writes("signup alice secret7")

            assert alice.reads().subject == "Welcome to pbmserv, alice"
