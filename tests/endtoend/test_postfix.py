"""Behind a real Postfix, as docs/postfix.md sets it up: mail comes by LMTP or a pipe, and letters leave by SMTP."""

from __future__ import annotations

import smtplib
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.endtoend.players import Letter, Player, letters_in
from tests.endtoend.postfix import folder_for_postfix, postfix, socket_folder
from tests.endtoend.won_game import BOARD, CHALLENGE, MOVES, drawing_in, move
from tests.mail.relays import Relay, relay
from tests.ports import free_port
from tests.serving import PATIENCE, environment, pbmserv, serving, wait_until

pytestmark = pytest.mark.long

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
        alice = Player("alice", "sesame7", mta.smtp, letters_to_players(sink), GAMES)
        bob = Player("bob", "bobpw789", mta.smtp, letters_to_players(sink), GAMES)
        alice.writes("signup alice sesame7")
        bob.writes("signup bob bobpw789")
        assert alice.reads().subject == "Welcome to pbmserv, alice"
        assert bob.reads().subject == "Welcome to pbmserv, bob"

        alice.writes(CHALLENGE, "Have fun, Bob!")
        assert alice.reads().subject == bob.reads().subject == "Trichet Board 101"
        for userid, words in MOVES[:-1]:
            player, other = (alice, bob) if userid == "alice" else (bob, alice)
            player.writes(move(userid, player.password, words))
            assert other.reads().says == "Your turn"
        userid, words = MOVES[-1]
        assert userid == "bob"
        bob.writes(move(userid, bob.password, words))
        last_letters = alice.reads(), bob.reads()

    assert [letter.subject for letter in last_letters] == ["Trichet Board 101", "Trichet Board 101"]
    assert [drawing_in(letter.text) for letter in last_letters] == [BOARD, BOARD]
    assert [letter.says for letter in last_letters] == ["You lost", "You won"]
    # Postfix may send two letters of the same move in either order, but those to one player one after the other.
    trichet = "Trichet Board 101"
    assert [letter.subject for letter in alice.letters] == ["Welcome to pbmserv, alice", *5 * [trichet]]
    assert [letter.subject for letter in bob.letters] == ["Welcome to pbmserv, bob", *5 * [trichet]]
    assert len(sink.letters) == 12


@pytest.mark.parametrize("chroot", ["y", "n"])
def test_postfix_hands_mail_over_by_a_socket_of_its_group_in_its_chroot_or_out_of_it(
    tmp_path: Path, chroot: str
) -> None:
    port = free_port()
    with folder_for_postfix() as folder, relay() as sink:
        path = socket_folder(folder) / "lmtp"
        environ = environment(
            tmp_path / "data", address=GAMES, smtp_listen="", lmtp_listen=path, delivery=f"smtp://127.0.0.1:{port}"
        )
        with serving(environ), postfix(folder, port, "lmtp:unix:", sink.port, chroot=chroot) as mta:
            alice = Player("alice", "sesame7", mta.smtp, letters_to_players(sink), GAMES)
            alice.writes("signup alice sesame7")

            assert alice.reads().subject == "Welcome to pbmserv, alice"


RECORDER = """\
#!/bin/sh
umask 0
cat > {folder}/mail.$$
for word; do echo "$word"; done > {folder}/words.$$.unfinished
mv {folder}/words.$$.unfinished {folder}/words.$$
"""


def test_postfix_hands_mail_to_a_pipe_with_all_its_recipients(tmp_path: Path) -> None:
    environ = environment(tmp_path / "data", address=GAMES)
    with folder_for_postfix() as folder, relay() as sink:
        handed = folder / "handed"
        handed.mkdir()
        handed.chmod(0o777)
        recorder = folder / "recorder"
        recorder.write_text(RECORDER.format(folder=handed))
        recorder.chmod(0o755)
        with postfix(folder, free_port(), "pbmserv:", sink.port, recorder) as mta, mta.smtp() as client:
            recipients = [GAMES, "Postmaster@games.example.org"]
            mail = "From: alice@example.org\nSubject: signup alice sesame7\n"
            client.sendmail("alice@example.org", recipients, mail)
            wait_until(lambda: len(list(handed.glob("words.?*[0-9]"))) == 1, "the mail to be handed over")
            client.sendmail("", [GAMES], "From: mailer@example.org\nSubject: returned\n")
            wait_until(lambda: len(list(handed.glob("words.?*[0-9]"))) == 2, "the mail to be handed over")
        starts = {
            tuple(words.read_text().split()): words.with_name(words.name.replace("words", "mail")).read_bytes()
            for words in handed.glob("words.*")
        }
    assert run_pipe(environ, next(iter(starts)), b"Subject: help\n\n") == 75
    assert pbmserv(environ, "db", "upgrade").returncode == 0
    codes = [run_pipe(environ, words, mail) for words, mail in starts.items()]

    # In which order the recipients come is Postfix's affair.
    assert {(words[:4], frozenset(words[4:])) for words in starts} == {
        ((*BY_PIPE, "--sender=alice@example.org"), frozenset(f"--recipient={each}" for each in recipients)),
        ((*BY_PIPE, "--sender=MAILER-DAEMON"), frozenset([f"--recipient={GAMES}"])),
    }
    assert codes == [0, 0]
    assert [letter.subject for letter in letters_in(tmp_path / "data" / "outgoing")] == ["Welcome to pbmserv, alice"]


BY_PIPE = ("--config", "/etc/pbmserv.toml", "pipe")


def run_pipe(environ: dict[str, str], words: Sequence[str], mail: bytes) -> int:
    """Start pbmserv with these words, but for where its settings are; gives its exit code."""
    folder = Path(environ["PBMSERV_HOME"]).parent
    command = [sys.executable, "-m", "pbmserv", *words[2:]]
    return subprocess.run(command, env=environ, cwd=folder, input=mail, timeout=PATIENCE, check=False).returncode


def test_postfix_refuses_mail_to_addresses_that_there_are_not(tmp_path: Path) -> None:
    with (
        folder_for_postfix() as folder,
        relay() as sink,
        postfix(folder, free_port(), "lmtp:inet:127.0.0.1:1", sink.port) as mta,
        mta.smtp() as client,
    ):
        with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
            client.sendmail("alice@example.org", ["nobody@games.example.org"], "Subject: help\n")
        taken = client.sendmail("alice@example.org", ["pbmserv+r-0123@games.example.org"], "Subject: help\n")

    assert refused.value.recipients["nobody@games.example.org"][0] == 550
    assert taken == {}
