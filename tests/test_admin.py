"""The operator's tools, each as it is typed: what it prints, what it changes, and what the players get to read."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, update

from pbmserv.admin.printing import plain
from pbmserv.games.catalogue import installed
from pbmserv.mail.sending.delivery import deliver_due
from pbmserv.play.board import Status
from pbmserv.settings import load
from pbmserv.storage.addresses import Bounces, SentLetter
from pbmserv.storage.boards import Boards
from pbmserv.storage.database import Database
from pbmserv.storage.directory import Directory
from pbmserv.storage.inbox import Inbox, ReceivedMessage
from pbmserv.storage.listing import Listing
from pbmserv.storage.operator_log import Interventions
from pbmserv.storage.standings import Standings
from pbmserv.storage.tables import INBOX, OUTBOX
from pbmserv.storage.vacations import Vacations
from tests.conversation import PLAYERS, Server
from tests.operators import Operator
from tests.ports import free_port
from tests.queries import recorded, scans

ALICE, BOB, CAROL = (f"{userid}@example.org" for userid in ("alice", "bob", "carol"))


@pytest.fixture
def operator(database_url: str, tmp_path: Path) -> Operator:
    return Operator(database_url, tmp_path / "home")


@pytest.fixture
def server(database: Database) -> Server:
    """A server on which alice, bob and carol have signed up, with nothing left to send."""
    server = Server(database)
    server.sign_up("alice", "bob", "carol")
    return server


def begin(server: Server) -> None:
    """Hex board 101, on which alice and bob have moved once, and alice has to move again."""
    server.hear(ALICE, "hex challenge alice bob")
    server.hear(ALICE, f"hex move 101 alice {PLAYERS['alice']} a1")
    server.hear(BOB, f"hex move 101 bob {PLAYERS['bob']} b2")


def rating_line(server: Server, userid: str) -> str:
    text = server.say(ALICE, "hex standings").text
    return next((line for line in text.splitlines() if userid in line), "")


# Players


def test_players_are_listed_by_name(server: Server, operator: Operator) -> None:
    begin(server)

    users = operator.json("user", "list")

    assert [(user["userid"], user["state"], user["boards"]) for user in users] == [
        ("alice", "active", 1),
        ("bob", "active", 1),
        ("carol", "active", 0),
    ]
    assert users[0]["addresses"] == [ALICE]
    assert "carol@example.org" in operator.type("user", "list")


def test_a_long_list_of_players_goes_on_after_a_name(server: Server, operator: Operator) -> None:
    first = operator.json("user", "list", "--limit", "2")
    rest = operator.json("user", "list", "--after", first[-1]["userid"])

    assert [user["userid"] for user in [*first, *rest]] == ["alice", "bob", "carol"]


def test_a_player_is_shown_with_addresses_ratings_and_boards(server: Server, operator: Operator) -> None:
    begin(server)
    server.hear(BOB, "hex challenge bob carol")

    shown = operator.json("user", "show", "BOB")

    assert shown["userid"] == "bob"
    assert shown["addresses"] == [
        {
            "address": BOB,
            "confirmed": True,
            "suspended": False,
            "suspended_at": None,
            "failing_since": None,
            "failure": None,
        }
    ]
    assert [(board["game"], board["board"], board["to_move"]) for board in shown["boards"]] == [
        ("hex", 101, ["alice"]),
        ("hex", 102, ["bob"]),
    ]
    assert BOB in operator.type("user", "show", "bob")


def test_an_unknown_player_cannot_be_shown(server: Server, operator: Operator) -> None:
    assert operator.type("user", "show", "zoe", exit_code=1) == "There is no player called zoe here.\n"
    assert operator.json("user", "show", "zoe", exit_code=1) == {
        "ok": False,
        "error": "There is no player called zoe here.",
    }


def test_a_suspended_player_cannot_play_until_readmitted(server: Server, operator: Operator) -> None:
    begin(server)

    operator.type("user", "suspend", "alice", "--reason", "Insults in the chat.")

    move = f"hex move 101 alice {PLAYERS['alice']} c3"
    assert server.say(ALICE, move).error == "alice has been suspended by the operator of this server."
    assert [user["userid"] for user in operator.json("user", "list", "--suspended")] == ["alice"]
    assert any("The reason: Insults in the chat." in letter for letter in operator.delivered)

    operator.type("user", "readmit", "alice")

    assert server.say(ALICE, move).ok


def test_a_suspended_player_cannot_challenge_and_cannot_be_challenged(server: Server, operator: Operator) -> None:
    operator.type("user", "suspend", "bob")

    for sender, line in ((ALICE, "hex challenge alice bob"), (BOB, "hex challenge alice carol")):
        reply = server.say(sender, line)
        assert "bob has been suspended by the operator of this server." in reply.error


def test_a_wrong_password_does_not_tell_that_somebody_is_suspended(server: Server, operator: Operator) -> None:
    begin(server)
    operator.type("user", "suspend", "alice")

    assert server.say(ALICE, "hex move 101 alice wrong-one c3").error == "The userid or the password is not right."


def test_suspending_can_be_tried_first(server: Server, operator: Operator) -> None:
    told = operator.json("user", "suspend", "alice", "--dry-run")

    assert (told["ok"], told["dry_run"], told["done"]) == (True, True, "alice is suspended.")
    assert [letter["subject"] for letter in told["letters"]] == ["Your account has been suspended"]
    assert operator.json("user", "show", "alice")["state"] == "active"
    assert operator.delivered == []


def test_who_is_suspended_already_cannot_be_suspended(server: Server, operator: Operator) -> None:
    operator.type("user", "suspend", "alice")

    assert operator.type("user", "suspend", "alice", exit_code=1) == "alice is suspended already.\n"
    assert operator.type("user", "readmit", "bob", exit_code=1) == "bob is not suspended.\n"


def test_a_new_password_is_printed_once_and_stands_nowhere_else(server: Server, operator: Operator) -> None:
    begin(server)

    told = operator.json("user", "password", "alice")

    new = told["password"]
    assert not server.say(ALICE, f"hex move 101 alice {PLAYERS['alice']} c3").ok
    assert server.say(ALICE, f"hex move 101 alice {new} c3").ok
    assert new not in str(server.everything_stored())
    assert new not in str(server.outbox())
    assert not any(new in letter for letter in operator.delivered)
    assert [letter["subject"] for letter in told["letters"]] == ["Your password has been changed"]


def test_a_new_password_is_printed_for_people_too(server: Server, operator: Operator) -> None:
    begin(server)

    first_line = operator.type("user", "password", "alice").splitlines()[0]

    new = first_line.removeprefix("The new password of alice: ")
    assert server.say(ALICE, f"hex move 101 alice {new} c3").ok


def test_a_deleted_player_has_left_and_the_others_win(server: Server, operator: Operator) -> None:
    begin(server)

    told = operator.json("user", "delete", "alice", "--yes", "--reason", "At her own wish, by telephone.")

    assert told["done"] == "alice is deleted; nobody else can have the name."
    to_alice = [letter for letter in told["letters"] if letter["to"] == [ALICE]]
    assert "The reason: At her own wish, by telephone." in to_alice[0]["text"]
    assert operator.json("user", "show", "alice")["state"] == "left"
    assert operator.json("board", "show", "hex", "101")["winner"] == "bob"
    assert not server.say(CAROL, "signup alice secret10").ok


def test_deleting_can_be_tried_first(server: Server, operator: Operator) -> None:
    begin(server)
    before = server.everything_stored()

    told = operator.type("user", "delete", "alice", "--dry-run")

    assert f"Letter to {BOB}: You won: Hex Board 101" in told
    assert server.everything_stored() == before


# Boards


def test_boards_are_listed(server: Server, operator: Operator) -> None:
    begin(server)
    server.hear(BOB, "trichet challenge bob carol")

    assert [(board["game"], board["board"]) for board in operator.json("board", "list")] == [
        ("hex", 101),
        ("trichet", 101),
    ]
    assert [board["game"] for board in operator.json("board", "list", "--game", "hex")] == ["hex"]
    assert [board["game"] for board in operator.json("board", "list", "--player", "carol")] == ["trichet"]
    assert operator.json("board", "list", "--status", "over") == []
    assert "alice, bob" in operator.type("board", "list")
    assert operator.type("board", "list", "--status", "removed") == "There are no such boards.\n"


def test_boards_of_somebody_unknown_are_refused(server: Server, operator: Operator) -> None:
    assert "no player called zoe" in operator.type("board", "list", "--player", "zoe", exit_code=1)


def test_a_board_is_shown_with_its_clock_and_its_history(server: Server, operator: Operator) -> None:
    begin(server)
    operator.type("board", "nag", "hex", "101", "--reason", "The tournament ends on Sunday.")

    shown = operator.json("board", "show", "hex", "101")

    assert shown["status"] == "active"
    assert shown["to_move"] == ["alice"]
    assert [move["text"] for move in shown["moves"]] == ["a1", "b2"]
    assert [(each["what"], each["reason"]) for each in shown["interventions"]] == [
        ("The operator has reminded alice.", "The tournament ends on Sunday.")
    ]
    assert "The operator has reminded alice." in operator.type("board", "show", "hex", "101")


def test_a_board_that_is_not_there_cannot_be_shown(server: Server, operator: Operator) -> None:
    assert operator.type("board", "show", "hex", "999", exit_code=1) == "There is no Hex board 999.\n"
    assert "the name of a game here" in operator.type("board", "show", "bingo", "101", exit_code=1)


def test_the_operator_can_take_a_player_out_and_all_are_told_why(server: Server, operator: Operator) -> None:
    begin(server)

    told = operator.json("board", "forfeit", "hex", "101", "bob", "--reason", "He has moved to the moon.")

    assert told["done"] == "The operator has taken bob out of the game."
    assert [letter["to"] for letter in told["letters"]] == [[ALICE], [BOB]]
    for letter in told["letters"]:
        assert "The operator has taken bob out of the game.\nThe reason: He has moved to the moon." in letter["text"]
        assert "Game won by alice." in letter["text"]
    assert len(operator.delivered) >= 2
    assert rating_line(server, "alice")


def test_a_forfeit_can_be_tried_first(server: Server, operator: Operator) -> None:
    begin(server)
    before = server.everything_stored()

    told = operator.type("board", "forfeit", "hex", "101", "bob", "--dry-run")

    assert told.startswith("Nothing has been changed; this is what would happen:\n")
    assert f"Letter to {BOB}: You lost: Hex Board 101" in told
    assert server.everything_stored() == before


def test_somebody_who_does_not_play_cannot_be_taken_out(server: Server, operator: Operator) -> None:
    begin(server)

    assert "carol does not play" in operator.type("board", "forfeit", "hex", "101", "carol", exit_code=1)


def test_a_game_can_be_decided(server: Server, operator: Operator) -> None:
    begin(server)

    told = operator.json("board", "adjudicate", "hex", "101", "--winner", "bob", "--reason", "By the referee.")

    assert told["done"] == "The operator has decided the game: bob wins."
    assert all("Game won by bob." in letter["text"] for letter in told["letters"])
    assert operator.json("board", "show", "hex", "101")["winner"] == "bob"


def test_a_game_can_be_decided_as_a_tie(server: Server, operator: Operator) -> None:
    begin(server)

    told = operator.json("board", "adjudicate", "hex", "101", "--tie")

    assert all("Game was a tie." in letter["text"] for letter in told["letters"])


def test_a_decision_needs_a_result(server: Server, operator: Operator) -> None:
    begin(server)

    assert "--winner USERID or --tie" in operator.type("board", "adjudicate", "hex", "101", exit_code=2)
    operator.type("board", "adjudicate", "hex", "101", "--tie")
    assert "is over" in operator.type("board", "adjudicate", "hex", "101", "--tie", exit_code=1)


def test_the_last_move_can_be_taken_back(server: Server, operator: Operator) -> None:
    begin(server)

    told = operator.json("board", "undo", "hex", "101")

    assert told["done"] == "The operator has taken back what happened after move 1: the game goes on from there."
    shown = operator.json("board", "show", "hex", "101")
    assert [move["text"] for move in shown["moves"]] == ["a1"]
    assert shown["to_move"] == ["bob"]


def test_all_moves_can_be_taken_back(server: Server, operator: Operator) -> None:
    begin(server)

    told = operator.json("board", "undo", "hex", "101", "--to", "0")

    assert told["done"] == "The operator has taken back all moves: the game starts again."
    assert operator.json("board", "show", "hex", "101")["moves"] == []


def test_taking_back_can_be_tried_first(server: Server, operator: Operator) -> None:
    begin(server)
    before = server.everything_stored()

    operator.type("board", "undo", "hex", "101", "--dry-run")

    assert server.everything_stored() == before


def test_a_forfeit_can_be_taken_back_and_the_ratings_with_it(server: Server, operator: Operator) -> None:
    begin(server)
    operator.type("board", "forfeit", "hex", "101", "bob")

    operator.type("board", "undo", "hex", "101", "--reason", "The server was down.")

    shown = operator.json("board", "show", "hex", "101")
    assert (shown["status"], shown["winner"]) == ("active", None)
    assert [seat["resigned"] for seat in shown["seats"]] == [False, False]
    assert operator.json("user", "show", "alice")["ratings"] == []
    assert server.say(ALICE, f"hex move 101 alice {PLAYERS['alice']} c3").ok
    assert [each["what"] for each in shown["interventions"]] == [
        "The operator has taken bob out of the game.",
        "The operator has taken back what happened after move 2: the game goes on from there.",
    ]


def test_a_removal_can_be_taken_back(server: Server, operator: Operator) -> None:
    begin(server)
    operator.type("board", "abort", "hex", "101")

    operator.type("board", "undo", "hex", "101")

    assert operator.json("board", "show", "hex", "101")["status"] == "active"
    assert server.say(ALICE, f"hex move 101 alice {PLAYERS['alice']} c3").ok


def test_where_nothing_was_moved_nothing_can_be_taken_back(server: Server, operator: Operator) -> None:
    server.hear(ALICE, "hex challenge alice bob")

    assert "no move" in operator.type("board", "undo", "hex", "101", exit_code=1)


def test_a_game_can_be_called_off(server: Server, operator: Operator) -> None:
    begin(server)

    told = operator.json("board", "abort", "hex", "101", "--reason", "Both asked for it.")

    assert [letter["subject"] for letter in told["letters"]] == ["Hex Board 101"] * 2
    assert "The operator has called the game off.\nThe reason: Both asked for it." in told["letters"][0]["text"]
    assert operator.json("board", "list") == []
    assert operator.json("board", "show", "hex", "101")["status"] == "removed"


def test_a_game_that_was_rated_is_taken_out_of_the_ratings_when_called_off(
    server: Server, operator: Operator
) -> None:
    begin(server)
    operator.type("board", "adjudicate", "hex", "101", "--winner", "bob")
    assert len(operator.json("user", "show", "bob")["ratings"]) == 1

    operator.type("board", "abort", "hex", "101", "--reason", "It was a fraud.")

    assert operator.json("user", "show", "bob")["ratings"] == []


def test_calling_off_can_be_tried_first(server: Server, operator: Operator) -> None:
    begin(server)
    before = server.everything_stored()

    operator.type("board", "abort", "hex", "101", "--dry-run")

    assert server.everything_stored() == before


def test_a_reminder_goes_to_those_who_have_to_move(server: Server, operator: Operator) -> None:
    begin(server)

    told = operator.json("board", "nag", "hex", "101", "--reason", "Please hurry.")

    assert [(letter["to"], letter["subject"]) for letter in told["letters"]] == [([ALICE], "Hex Board 101")]
    assert "The reason: Please hurry." in told["letters"][0]["text"]


def test_nobody_is_reminded_when_the_game_is_over(server: Server, operator: Operator) -> None:
    begin(server)
    operator.type("board", "adjudicate", "hex", "101", "--tie")

    assert "Nobody has to move" in operator.type("board", "nag", "hex", "101", exit_code=1)


# Games


def test_a_closed_game_takes_no_challenges_and_its_boards_go_on(server: Server, operator: Operator) -> None:
    begin(server)

    assert operator.type("game", "close", "hex") == "Hex is closed to new challenges.\n"

    assert "Hex is closed to new challenges at present" in server.say(ALICE, "hex challenge alice bob").error
    assert server.say(ALICE, f"hex move 101 alice {PLAYERS['alice']} c3").ok
    assert operator.json("game", "open", "hex")["ok"]
    assert server.say(ALICE, "hex challenge alice bob").subject == "Hex Board 102"


def test_games_are_listed(server: Server, operator: Operator) -> None:
    begin(server)
    operator.type("game", "close", "trichet")

    games = {game["game"]: game for game in operator.json("game", "list")}

    assert games["hex"] == {
        "game": "hex",
        "name": "Hex",
        "rules_version": 1,
        "least_players": 2,
        "most_players": 2,
        "open": True,
        "active_boards": 1,
        "players": 2,
    }
    assert not games["trichet"]["open"]
    assert "Trichet" in operator.type("game", "list")


# Mail


def received(server: Server, text: bytes = b"Subject: help\r\n\r\n") -> str:
    """The name of a request that waits to be carried out."""
    message = ReceivedMessage("smtp", ALICE, ("games@example.net",), text, server.now)
    with server.database.writing() as connection:
        [number] = Inbox(connection).add([message])
    return f"in-{number}"


def test_open_mail_is_listed(server: Server, operator: Operator) -> None:
    request = received(server)

    mail = operator.json("mail", "list")

    assert [(each["mail"], each["status"]) for each in mail if each["mail"].startswith("in")] == [
        (request, "waiting")
    ]
    assert {each["subject"] for each in mail if each["mail"].startswith("out")} >= {"Welcome to pbmserv, alice"}
    assert [each["mail"] for each in operator.json("mail", "list", "--in")] == [request]
    assert operator.json("mail", "list", "--failed") == []
    assert operator.type("mail", "list", "--failed") == "There is no such mail.\n"


def test_a_request_is_shown_without_its_text_which_may_hold_a_password(server: Server, operator: Operator) -> None:
    request = received(server, b"Subject: hex move 101 alice secret7 a1\r\n\r\n")

    assert operator.json("mail", "show", request)["sender"] == ALICE
    assert "secret7" not in operator.type("mail", "show", request)
    assert "secret7" in operator.type("mail", "show", request, "--raw")


def test_a_letter_is_shown_as_a_whole(server: Server, operator: Operator) -> None:
    [letter] = [each for each in operator.json("mail", "list", "--out") if each["to"] == [ALICE]]

    shown = operator.json("mail", "show", letter["mail"])

    assert shown["subject"] == "Welcome to pbmserv, alice"
    assert "alice" in shown["text"]
    assert "Welcome to pbmserv, alice" in operator.type("mail", "show", letter["mail"])


def test_no_token_by_which_a_letter_can_be_answered_is_shown_or_listed(server: Server, operator: Operator) -> None:
    begin(server)
    addresses = [letter["headers"]["Reply-To"] for letter in server.outbox() if "Reply-To" in letter["headers"]]
    tokens = {address.partition("+r-")[2].partition("@")[0] for address in addresses}
    with server.database.writing() as connection:
        answer = ReceivedMessage("smtp", ALICE, (addresses[-1],), b"\n\na1", server.now)
        [number] = Inbox(connection).add([answer])

    named = [each["mail"] for each in operator.json("mail", "list")]
    printed = [operator.type("mail", "list"), *(operator.type("mail", "show", each) for each in named)]
    printed += [operator.type("mail", "show", each, "--json") for each in named]

    assert len(tokens) >= 6
    assert f"in-{number}" in named
    assert [each for each in tokens if each in "\n".join(printed)] == []
    assert "games+r-******@example.net" in "".join(printed)


def test_letters_that_the_operator_causes_have_a_name_in_the_log_of_their_own(
    server: Server, operator: Operator
) -> None:
    begin(server)
    operator.type("board", "abort", "hex", "101")

    requests = {letter["request"]: letter["recipients"] for letter in server.outbox()}

    *_, challenged, first, second, aborted = requests
    assert len({challenged, first, second, aborted}) == 4
    shown = operator.json("mail", "list", "--out", "--status", "sent", "--limit", "2")
    assert [each["request"] for each in shown] == [aborted, aborted]
    assert operator.json("mail", "show", shown[0]["mail"])["request"] == aborted


def test_letters_that_have_come_back_are_listed_by_the_address_and_shown_with_the_reason(
    server: Server, operator: Operator
) -> None:
    [letter] = [each for each in operator.json("mail", "list", "--out") if each["to"] == [ALICE]]
    number = int(letter["mail"].removeprefix("out-"))
    with server.database.writing() as connection:
        for words in ("4.2.2 Mailbox full", "5.1.1 No such user"):
            Bounces(connection).note_returned(SentLetter(number, server.now, (ALICE,)), ALICE, words)

    [listed] = operator.json("mail", "list", "--returned-from", ALICE.upper())
    assert (listed["mail"], listed["outcome"]) == (letter["mail"], f"came back from {ALICE}: 5.1.1 No such user")
    assert operator.json("mail", "show", letter["mail"])["returned"] == {ALICE: "5.1.1 No such user"}
    assert operator.json("mail", "list", "--returned-from", BOB) == []
    assert operator.type("mail", "list", "--returned-from", BOB) == "Nothing has come back from there.\n"


def test_mail_can_be_dropped_and_that_be_tried_first(server: Server, operator: Operator) -> None:
    request = received(server)

    operator.type("mail", "drop", request, "--dry-run")
    assert operator.json("mail", "show", request)["status"] == "waiting"

    assert operator.type("mail", "drop", request) == f"{request}: dropped.\n"
    assert operator.json("mail", "show", request)["status"] == "dropped"


def test_letters_that_failed_can_be_tried_again(server: Server, operator: Operator) -> None:
    letter = operator.json("mail", "list", "--out")[0]["mail"]

    assert operator.json("mail", "retry", letter)["done"] == f"{letter}: will be tried again."


def test_what_is_left_to_do_is_counted_with_the_age_of_the_oldest(server: Server, operator: Operator) -> None:
    first = received(server)
    received(server)
    with server.database.writing() as connection:
        two_days_ago = datetime.now(UTC) - timedelta(days=2)
        connection.execute(update(INBOX).where(INBOX.c.id == int(first[3:])).values(received_at=two_days_ago))

    counted = {(each["queue"], each["status"]): each for each in operator.json("mail", "count")}

    assert {key: each["mails"] for key, each in counted.items()} == {
        ("in", "waiting"): 2,
        ("in", "later"): 0,
        ("in", "failed"): 0,
        ("in", "held"): 0,
        ("out", "waiting"): 3,
        ("out", "failed"): 0,
    }
    assert datetime.fromisoformat(counted["in", "waiting"]["oldest"]) == server.now
    assert "waiting" in operator.type("mail", "count")
    assert operator.json("mail", "show", first)["age"] == "2 d"


def test_that_a_mail_server_turns_letters_away_is_told_with_what_is_left_to_do(
    server: Server, operator: Operator
) -> None:
    refusal = "alice@example.org: 554 5.7.1 Relay access denied"
    with server.database.writing() as connection:
        connection.execute(update(OUTBOX).values(outcome="bob@example.org: 450 4.2.0 busy"))
    quiet = operator.json("mail", "count")
    with server.database.writing() as connection:
        newest = select(func.max(OUTBOX.c.id)).scalar_subquery()
        connection.execute(update(OUTBOX).where(OUTBOX.c.id == newest).values(outcome=refusal))

    counted = {(each["queue"], each["status"]): each["turned_away"] for each in operator.json("mail", "count")}

    assert {each["turned_away"] for each in quiet} == {None}
    assert counted["out", "waiting"] == refusal
    assert {words for key, words in counted.items() if key != ("out", "waiting")} == {None}


def test_that_the_relay_is_down_is_told_with_what_is_left_to_do_until_it_takes_letters(
    server: Server, operator: Operator, tmp_path: Path
) -> None:
    with server.database.writing() as connection:
        connection.execute(update(OUTBOX).values(created_at=datetime.now(UTC)))
    place = f"127.0.0.1:{free_port()}"
    down = load(None, {"PBMSERV_HOME": str(tmp_path), "PBMSERV_DELIVERY": f"smtp://{place}"})
    up = load(None, {"PBMSERV_HOME": str(tmp_path), "PBMSERV_DELIVERY": f"maildir:{tmp_path}/out"})

    before = unreachable_in(operator.json("mail", "count"))
    deliver_due(server.database, down)
    meanwhile = unreachable_in(operator.json("mail", "count"))
    in_a_table = operator.type("mail", "count")
    deliver_due(server.database, up)

    assert (before, unreachable_in(operator.json("mail", "count"))) == (None, None)
    assert meanwhile == f"{place}: [Errno 111] Connection refused"
    assert meanwhile in in_a_table


def unreachable_in(counted: list[dict[str, Any]]) -> str | None:
    told: dict[tuple[str, str], str | None] = {
        (each["queue"], each["status"]): each["unreachable"] for each in counted
    }
    words = told.pop(("out", "waiting"))
    assert {*told.values()} == {None}
    return words


def test_a_disk_that_is_nearly_full_is_told_with_what_is_left_to_do(
    sqlite_database: Database, sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    operator = Operator(sqlite_url, tmp_path / "home")
    monkeypatch.setattr(Database, "free_bytes", 1_999_999)

    told = operator.type("mail", "count", exit_code=1)

    assert f"The database {tmp_path}/pbmserv.db: only 1 MB are free on its disk, less than 100\n" in told
    assert "waiting" in told


def test_all_that_has_failed_can_be_tried_again_at_once(server: Server, operator: Operator) -> None:
    requests = [received(server), received(server)]
    with server.database.writing() as connection:
        connection.execute(update(INBOX).values(status="failed", attempts=5))
        connection.execute(update(OUTBOX).values(status="failed"))

    told = operator.json("mail", "retry", "--failed", "--in")["done"]

    assert told == "Requests that will be tried again: 2, letters: 0."
    assert [operator.json("mail", "show", request)["status"] for request in requests] == ["waiting"] * 2
    assert operator.type("mail", "retry", "--failed") == "Requests that will be tried again: 0, letters: 3.\n"
    assert operator.json("mail", "list", "--failed") == []


@pytest.mark.parametrize("words", [[], ["in-1", "--failed"], ["in-1", "--out"]])
def test_who_has_mail_tried_again_names_it_or_means_all_that_failed(operator: Operator, words: list[str]) -> None:
    assert "Name requests and letters, or say --failed" in operator.type("mail", "retry", *words, exit_code=2)


@pytest.mark.parametrize("command", ["retry", "drop", "show"])
def test_mail_that_is_not_there_is_refused(server: Server, operator: Operator, command: str) -> None:
    assert operator.type("mail", command, "in-999", exit_code=1) == "There is no in-999, or it is done with.\n"


def test_where_one_of_several_is_not_there_none_is_dropped(server: Server, operator: Operator) -> None:
    request = received(server)

    operator.type("mail", "drop", request, "out-999", exit_code=1)

    assert operator.json("mail", "show", request)["status"] == "waiting"


def test_the_name_of_mail_has_a_form(server: Server, operator: Operator) -> None:
    assert "such as in-12 or out-34" in operator.type("mail", "drop", "12", exit_code=2)


# The clock


def test_the_clock_can_be_run_by_hand(server: Server, operator: Operator) -> None:
    begin(server)
    at = (server.now + timedelta(days=7)).isoformat()

    told = operator.type("clock", "run", "--at", at)

    assert told == (
        "Boards looked at: 1. Reminders: 1, forfeits: 0, ties by silence: 0, archived: 0,"
        " open challenges and invitations that lapsed: 0, boards of players who seek one: 0.\n"
        f"Letter to {ALICE}: Reminder: Hex Board 101\n"
    )
    assert any("Subject: Hex Board 101" in letter for letter in operator.delivered)


def test_a_run_of_the_clock_can_be_tried_first(server: Server, operator: Operator) -> None:
    begin(server)
    at = f"{server.now + timedelta(days=7):%Y-%m-%dT%H:%M}"

    told = operator.json("clock", "run", "--dry-run", "--at", at)

    assert told["decided"] == [{"game": "hex", "board": 101, "verdict": "nag", "players": ["alice"]}]
    assert (told["dry_run"], told["failed"], told["elsewhere"]) == (True, [], False)
    assert operator.json("clock", "run", "--at", at)["decided"] == told["decided"]
    assert operator.json("clock", "run", "--at", at)["decided"] == []


def test_the_clock_runs_at_this_moment_where_nothing_else_is_said(server: Server, operator: Operator) -> None:
    server.now = datetime.now(UTC)
    begin(server)

    assert operator.json("clock", "run")["looked_at"] == 0


def test_a_time_has_a_form(server: Server, operator: Operator) -> None:
    assert "such as 2024-03-22" in operator.type("clock", "run", "--at", "tomorrow", exit_code=2)


# Ratings


def test_ratings_made_anew_are_what_they_were(server: Server, operator: Operator) -> None:
    begin(server)
    operator.type("board", "adjudicate", "hex", "101", "--winner", "bob")
    before = operator.json("user", "show", "bob")["ratings"]

    assert operator.json("ratings", "rebuild", "hex")["rated"] == {"hex": 1}

    assert operator.json("user", "show", "bob")["ratings"] == before
    assert "Hex 1" in operator.type("ratings", "rebuild")


# All of them


def test_nothing_is_read_from_end_to_end_to_list_players_and_boards(server: Server) -> None:
    begin(server)

    with recorded(server.database) as statements, server.database.reading() as connection:
        directory, listing = Directory(connection), Listing(connection)
        [alice, *_] = directory.page("", 10)
        directory.page("", 10, only_suspended=True)
        directory.entry("bob")
        listing.active_boards([alice.player])
        Standings(connection).games_of(alice.player)
        Vacations(connection).of(alice.player, server.now)
        board = Boards(connection, installed()).load("hex", 101)
        assert board
        Interventions(connection).of(board)
        listing.lines("hex", status=Status.ACTIVE)

    with server.database.reading() as connection:
        assert scans(connection, statements) == []


def test_what_strangers_have_written_cannot_steer_the_terminal() -> None:
    assert plain("a\x1b[2Jb\x9bc\u202ed\ne\r") == "a\ufffd[2Jb\ufffdc\ufffdd\ne\ufffd"


def test_asking_for_the_version_imports_none_of_this() -> None:
    code = (
        "import sys, pbmserv.cli; print([name for name in sys.modules if name in {'rich', 'sqlalchemy', 'jinja2'}])"
    )

    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert printed == "[]\n"
