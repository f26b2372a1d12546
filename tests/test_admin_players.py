"""What an operator does for players, and what is written down of it."""

from __future__ import annotations

import getpass
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pbmserv.admin.commands import admin
from pbmserv.cli import main
from pbmserv.storage.database import Database
from tests.conversation import PLAYERS, Server
from tests.operators import Operator

ALICE, BOB = "alice@example.org", "bob@example.org"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def database_url(request: pytest.FixtureRequest) -> str:
    """A fresh database; on PostgreSQL the tools are tried where there is time: what they ask of it is the same."""
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture
def operator(database_url: str, tmp_path: Path) -> Operator:
    return Operator(database_url, tmp_path / "home")


@pytest.fixture
def server(database: Database) -> Server:
    """A server on which alice and bob have signed up."""
    server = Server(database)
    server.sign_up("alice", "bob")
    return server


# Adding


def test_a_player_who_was_added_can_play_with_the_password_that_was_printed(
    server: Server, operator: Operator
) -> None:
    told = operator.json("user", "add", "dora", "dora@example.org")

    assert server.say("dora@example.org", f"hex limit dora {told['password']}").ok
    assert [(letter["to"], letter["subject"]) for letter in told["letters"]] == [
        (["dora@example.org"], "Welcome to pbmserv, dora")
    ]
    assert told["password"] not in "".join(operator.delivered)


def test_the_password_of_a_new_player_can_be_given_where_nobody_looks(server: Server, operator: Operator) -> None:
    told = operator.type("user", "add", "dora", "dora@example.org", "--password-stdin", input="Krk-99-oak\n")

    assert "Krk-99-oak" not in told
    assert server.say("dora@example.org", "hex limit dora Krk-99-oak").ok
    assert "Krk-99-oak" not in operator.type("log")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["alice", "new@example.org"], "The userid alice is taken"),
        (["x y", "new@example.org"], "A userid is a letter"),
        (["dora", "nonsense"], "This is not a mail address."),
        (["dora", "GAMES+x@example.net"], "That is an address of this server itself"),
    ],
)
def test_who_cannot_be_added_is_not(server: Server, operator: Operator, words: list[str], why: str) -> None:
    before = server.everything_stored()

    told = operator.type("user", "add", *words, exit_code=1)

    assert why in told
    assert server.everything_stored() == before


# Addresses


def test_players_are_found_by_an_address_of_theirs(server: Server, operator: Operator) -> None:
    server.hear(ALICE, f"add alice {PLAYERS['alice']} waits@example.org")

    assert [row["userid"] for row in operator.json("user", "list", "--address", "BOB@example.org")] == ["bob"]
    [row] = operator.json("user", "list", "--address", "waits@example.org")
    assert (row["userid"], row["unconfirmed_addresses"]) == ("alice", ["waits@example.org"])
    assert operator.json("user", "list", "--address", "nobody@example.org") == []


def test_other_addresses_take_the_place_of_all_and_both_are_told(server: Server, operator: Operator) -> None:
    told = operator.json("user", "address", "alice", "new@example.org", "--reason", "You rang me up.")

    assert told["done"] == "Letters for alice go to new@example.org."
    assert [letter["to"] for letter in told["letters"]] == [[ALICE], ["new@example.org"]]
    assert all("You rang me up." in letter["text"] for letter in told["letters"])
    assert server.say("new@example.org", "hex challenge alice bob").ok


def test_an_address_that_waits_for_its_code_can_be_confirmed(server: Server, operator: Operator) -> None:
    server.hear(ALICE, f"add alice {PLAYERS['alice']} waits@example.org")

    told = operator.json("user", "confirm", "alice", "waits@example.org")

    assert told["done"] == "Letters for alice go to waits@example.org."
    [row] = operator.json("user", "list", "--address", "waits@example.org")
    assert row["unconfirmed_addresses"] == []


def test_only_an_address_that_waits_can_be_confirmed(server: Server, operator: Operator) -> None:
    assert "does not have the address x@example.org" in operator.type(
        "user", "confirm", "alice", "x@example.org", exit_code=1
    )
    assert "go to alice@example.org already" in operator.type("user", "confirm", "alice", ALICE, exit_code=1)


# Deleting


def test_deleting_asks_and_no_means_no(server: Server, operator: Operator) -> None:
    server.hear(ALICE, "hex challenge alice bob")

    told = operator.type("user", "delete", "alice", input="n\n", exit_code=1)

    assert "Delete alice for good? The games on 1 board are given up." in told
    assert [row["userid"] for row in operator.json("user", "list")] == ["alice", "bob"]


def test_deleting_does_nothing_where_nobody_is_there_to_be_asked(server: Server, operator: Operator) -> None:
    operator.type("user", "delete", "alice", input="", exit_code=1)

    assert operator.json("user", "show", "alice")["state"] == "active"


# Writing to all


def test_an_announcement_reaches_those_who_want_no_broadcasts(
    server: Server, operator: Operator, tmp_path: Path
) -> None:
    server.hear(BOB, f"change broadcasts bob {PLAYERS['bob']} off")
    words = tmp_path / "words.txt"
    words.write_text("The server moves on Sunday.\n")

    told = operator.type("announce", "The server moves", str(words), "--yes")

    assert told == "Announced to 2 players.\n"
    announced = [letter for letter in server.outbox() if letter["subject"] == "Announcement: The server moves"]
    assert [letter["recipients"] or letter["addressed_to"] for letter in announced] == [[ALICE], [BOB]]
    assert all("The server moves on Sunday." in letter["text"] for letter in announced)
    assert announced[0]["headers"]["Auto-Submitted"] == "auto-generated"


def test_an_announcement_is_asked_for_twice_and_says_how_many_will_get_it(
    server: Server, operator: Operator, tmp_path: Path
) -> None:
    words = tmp_path / "words.txt"
    words.write_text("The server moves on Sunday.\n")
    before = len(server.outbox())

    assert "Write to 2 players?" in operator.type("announce", "Moving", str(words), input="n\n", exit_code=1)
    assert operator.type("announce", "Moving", str(words), "--dry-run").endswith("Announced to 2 players.\n")
    assert len(server.outbox()) == before


def test_nothing_cannot_be_announced(server: Server, operator: Operator, tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text(" \n")

    assert "nothing to announce" in operator.type(
        "announce", "Moving", str(tmp_path / "words.txt"), "--yes", exit_code=1
    )


# The log


def test_what_operators_change_is_written_down(server: Server, operator: Operator) -> None:
    operator.type("user", "suspend", "bob", "--reason", "He asked for it.")
    operator.type("game", "close", "hex")

    log = operator.json("log")

    assert [(entry["command"], entry["given"]) for entry in log] == [
        ("admin game close", {"game": "hex"}),
        ("admin user suspend", {"userid": "bob", "reason": "He asked for it."}),
    ]
    assert {entry["who"].split()[0] for entry in log} == {getpass.getuser()}
    assert "userid: bob, reason: He asked for it." in operator.type("log")


def test_what_changes_nothing_is_not_written_down(server: Server, operator: Operator) -> None:
    operator.type("user", "list")
    operator.type("user", "suspend", "bob", "--dry-run")
    operator.type("user", "suspend", "nobody", exit_code=1)
    operator.type("user", "delete", "bob", input="n\n", exit_code=1)

    assert operator.json("log") == []


def test_the_log_is_read_page_by_page(server: Server, operator: Operator) -> None:
    for game in ("hex", "trichet", "goofspiel"):
        operator.type("game", "close", game)

    first = operator.json("log", "--limit", "2")
    rest = operator.json("log", "--before", str(first[-1]["entry"]))

    assert [entry["given"]["game"] for entry in (*first, *rest)] == ["goofspiel", "trichet", "hex"]


def test_every_tool_that_changes_something_writes_it_down(server: Server, operator: Operator, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("The server moves on Sunday.\n")
    server.sign_up("carol", "dave")
    server.hear(ALICE, f"add alice {PLAYERS['alice']} waits@example.org")
    server.hear(ALICE, "hex challenge alice bob")
    server.hear(ALICE, "hex challenge alice bob")
    for move in ("a1", "b2"):
        who = "alice" if move == "a1" else "bob"
        server.hear(f"{who}@example.org", f"hex move 101 {who} {PLAYERS[who]} {move}")
    for line in ("Hello!", "Hello?"):
        server.hear("bob@example.org", f"hex chat 102 bob {PLAYERS['bob']}", line)
        server.hear(ALICE, f"hex report 102 alice {PLAYERS['alice']} bob")
    waiting = operator.json("mail", "list", "--out")[0]["mail"]
    changing = [
        ["mail", "drop", waiting],
        ["user", "add", "dora", "dora@example.org"],
        ["user", "address", "dora", "dora2@example.org"],
        ["user", "password", "dora"],
        ["user", "suspend", "dora"],
        ["user", "readmit", "dora"],
        ["user", "delete", "dora", "--yes"],
        ["board", "nag", "hex", "101"],
        ["board", "undo", "hex", "101"],
        ["board", "adjudicate", "hex", "101", "--tie"],
        ["board", "abort", "hex", "101"],
        ["board", "forfeit", "hex", "102", "bob"],
        ["game", "close", "hex"],
        ["game", "open", "hex"],
        ["ratings", "rebuild", "hex"],
        ["clock", "run"],
        ["mail", "retry", "--failed"],
        ["mail", "test", "dora2@example.org"],
        ["user", "confirm", "alice", "waits@example.org"],
        ["announce", str(words), str(words), "--yes"],
        ["report", "dismiss", "1"],
        ["report", "remove", "2"],
        ["bot", "close"],
        ["bot", "open"],
        ["bot", "retry"],
        ["tournament", "create", "league", "hex", "size=5"],
        *(["tournament", "enter", "league", userid] for userid in ("alice", "bob", "carol")),
        ["tournament", "start", "league"],
        ["clock", "run"],
        ["board", "adjudicate", "hex", "103", "--tie"],
        ["tournament", "result", "league", "103", "--void"],
        ["tournament", "replace", "league", "alice", "dave"],
        ["tournament", "withdraw", "league", "bob"],
        ["tournament", "cancel", "league"],
    ]
    only_look = {
        "bot list",
        "bot jobs",
        "bot failures",
        "tournament list",
        "user list",
        "user show",
        "board list",
        "board show",
        "game list",
        "language",
        "log",
        "report list",
        "settings",
    }
    only_look |= {"mail list", "mail show", "mail count"}

    assert {name_of(each) for each in changing} == set(tools(admin)) - only_look
    for number, given in enumerate(changing, 1):
        operator.type(*given)

        log = operator.json("log")
        assert (len(log), log[0]["command"]) == (number, f"admin {name_of(given)}")


def name_of(words: Sequence[str]) -> str:
    """What a tool is called that is used like this."""
    return (
        words[0]
        if words[0] not in admin.commands or not isinstance(admin.commands[words[0]], click.Group)
        else " ".join(words[:2])
    )


def tools(group: click.Group, before: str = "") -> Iterator[str]:
    """The names of all tools."""
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from tools(command, f"{before}{name} ")
        else:
            yield f"{before}{name}"


# A letter to see whether letters get out


def test_a_letter_to_try_the_way_out_is_sent_and_told(server: Server, operator: Operator) -> None:
    told = operator.type("mail", "test", "me@example.org")

    assert told == "The letter to me@example.org has been sent.\n"
    assert any(
        "This letter shows that letters from games@example.net reach you." in letter for letter in operator.delivered
    )


def test_a_letter_that_does_not_get_out_is_told_with_the_reason(server: Server, operator: Operator) -> None:
    environment = {
        "PBMSERV_DATABASE_URL": operator.database_url,
        "PBMSERV_HOME": str(operator.home),
        "PBMSERV_DELIVERY": "sendmail:/bin/false",
    }

    result = CliRunner().invoke(main, ["admin", "mail", "test", "me@example.org", "--json"], env=environment)

    told = json.loads(result.output)
    assert result.exit_code == 1
    assert told["status"] != "sent"
    assert "me@example.org" in told["done"]
