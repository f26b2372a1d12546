"""The tour, typed as it stands in the README and docs/tour.md: with a real mail client, and in a terminal."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests import docs
from tests.endtoend.players import letters_in
from tests.endtoend.programs import installed
from tests.serving import PATIENCE, environment, serving, wait_until

pytestmark = pytest.mark.long

ALONE = "".join(block for block in docs.blocks("sh", page="README.md") if block.startswith("mail"))
SIGNED_UP = "".join(block for block in docs.blocks("sh", page="docs/tour.md") if block.startswith("bob_pw"))
MAILED = "".join(block for block in docs.blocks("sh", page="docs/tour.md") if block.startswith("mail"))
TYPED = "".join(
    block for block in docs.blocks("sh", page="docs/tour.md") if block.startswith(".venv/bin/pbmserv trichet")
)


def test_the_tour_can_be_typed_as_it_stands_there(tmp_path: Path) -> None:
    installed("swaks")
    environ = environment(tmp_path / "pbmserv-data", address="pbmserv@localhost")
    post = tmp_path / "pbmserv-data" / "outgoing"
    with serving(environ) as server:
        # What was typed stays known to the terminal.
        alone = ALONE.replace("127.0.0.1:8025", server.place("SMTP"))
        type_in(f"{alone}declare -p alice_pw > known\ndeclare -f mail >> known\n", environ)
        wait_until(lambda: len(letters_in(post)) == 6, "the letters about games with a bot")

        type_in(f"source ./known\n{SIGNED_UP}declare -p bob_pw >> known\n", environ)
        wait_until(lambda: len(letters_in(post)) == 7, "bob's welcome")

        type_in(f"source ./known\n{MAILED}mail alice@example.org help\n", environ)
        wait_until(lambda: len(letters_in(post)) == 11, "the letters that answer the mails")

        typed = TYPED.replace(".venv/bin/pbmserv", f"{sys.executable} -m pbmserv")
        printed = type_in(f"source ./known\n{typed}", environ)

        wait_until(lambda: len(letters_in(post)) == 14, "the letters that answer what was typed")
    found = [(letter.to.partition("@")[0], letter.subject) for letter in letters_in(post)]
    # The bot moves while she goes on.
    assert sorted(found[:6]) == [
        ("alice", "Hex Board 101"),
        ("alice", "Hex Board 101"),
        ("alice", "Hex Board 102"),
        ("alice", "Welcome to pbmserv, alice"),
        ("alice", "Your settings"),
        ("alice", "Your settings"),
    ]
    assert found[6:] == [
        ("bob", "Welcome to pbmserv, bob"),
        ("alice", "Trichet Board 101"),
        ("bob", "Trichet Board 101"),
        ("alice", "Trichet Board 101"),
        ("alice", "Help for pbmserv"),
        ("alice", "Trichet Board 101"),
        ("bob", "Trichet Board 101"),
        ("alice", "Trichet Board 101"),
    ]
    assert printed.count("Subject: Trichet Board 101") == 3


def type_in(commands: str, environ: Mapping[str, str]) -> str:
    """Have the shell carry out these lines, up to the first that fails; gives what is printed."""
    done = subprocess.run(
        ["bash", "-euc", commands],
        env=environ,
        cwd=Path(environ["PBMSERV_HOME"]).parent,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=4 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
