"""An account for which a program plays: its player says so once, for good, and everybody is told."""

from __future__ import annotations

import threading

import pytest

from pbmserv.commands.requests.credentials import Credential
from pbmserv.games.catalogue import installed
from pbmserv.post_office import Request
from pbmserv.scheduler import Scheduler
from pbmserv.storage.database import Database
from tests.conversation import Reply, Server
from tests.serving import wait_until

ALICE, BOB, CAROL = (f"{userid}@example.org" for userid in ("alice", "bob", "carol"))
BECOME = "change bot carol secret9 on"


@pytest.fixture
def carol(server: Server) -> Server:
    """A server on which carol is a bot."""
    server.hear(CAROL, BECOME)
    return server


def clockwork(server: Server) -> Scheduler:
    return Scheduler(server.database, server.office, installed())


def is_bot(server: Server, userid: str) -> bool:
    players = server.office.look_up(lambda call: call.work.players.bots(call.work.players.named([userid]).values()))
    return bool(players)


def test_an_account_is_marked_and_its_player_reads_what_that_means(server: Server) -> None:
    letter = server.hear(CAROL, BECOME).letter_to(CAROL)

    assert is_bot(server, "carol")
    assert "from now on you are a bot: a program plays for you. That is for good." in " ".join(letter.text.split())
    assert "    change format carol PASSWORD json\n" in letter.text


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("change bot carol secret9 on", "carol is a bot already, and stays one."),
        ("change bot carol secret9 off", "The choice is not on."),
        ("change bot bob secret9 on", "The userid or the password is not right."),
        ("change bot bot-easy secret9 on", "The userid or the password is not right."),
    ],
)
def test_it_is_done_once_by_its_player_and_never_undone(carol: Server, line: str, refusal: str) -> None:
    before = carol.everything_stored()["users"]

    assert carol.say(CAROL, line).error == refusal

    assert carol.everything_stored()["users"] == before


def test_not_once_a_rated_game_has_begun(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice carol")

    reply = server.say(CAROL, BECOME)

    assert reply.error == (
        "carol plays on Hex Board 101, which is rated, and the others did not begin it with a bot. Sign up once more,"
        " with another name for the program."
    )
    assert not is_bot(server, "carol")


def test_a_rated_game_that_begins_in_the_same_moment_comes_first(
    postgresql_database: Database, postgresql_url: str
) -> None:
    server, other = Server(postgresql_database), Server(Database(postgresql_url))
    server.sign_up("alice", "carol")
    said: list[Reply] = []
    becoming = threading.Thread(target=lambda: said.append(other.say(CAROL, BECOME)))
    with server.database.writing() as connection:
        begun = server.office.handle_within(Request(Credential(ALICE), ("hex challenge alice carol",)), connection)
        becoming.start()
        wait_until(lambda: somebody_waits(server), "who becomes a bot to wait for the board")
    becoming.join()

    assert begun.ok
    assert "carol plays on Hex Board 101, which is rated" in said[0].error
    assert not is_bot(server, "carol")
    other.database.close()


def somebody_waits(server: Server) -> bool:
    waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted"
    with server.database.reading() as connection:
        return bool(connection.exec_driver_sql(waiting).scalar_one())


def test_not_once_a_rated_game_is_over(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice carol")
    server.hear(ALICE, "hex move 101 alice secret7 a1")
    server.hear(CAROL, "hex move 101 carol secret9 b2")
    server.hear(ALICE, "hex resign 101 alice secret7")

    assert "carol has finished a rated game" in server.say(CAROL, BECOME).error


def test_games_that_are_not_rated_do_not_stand_in_the_way(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice carol --unrated")
    server.hear(CAROL, "hex challenge carol carol")

    shown = server.hear(ALICE, "hex show 101").text
    assert "is a bot" not in shown
    server.hear(CAROL, BECOME)

    assert "carol is a bot (help bots)." in server.hear(ALICE, "hex show 101").text


def test_what_follows_in_the_same_letter_knows_it_too(server: Server) -> None:
    server.hear(ALICE, "tournament create alice secret7 hex spring-cup")
    lines = f"{BECOME}\ntournament join carol secret9 spring-cup\nhex challenge carol bob"

    answer = server.hear(CAROL, "multiple", body=lines).letter_to(CAROL).text

    assert "carol is a machine player" in " ".join(answer.split())
    assert "carol is a bot (help bots)." in answer


def test_everybody_challenges_it_on_any_number_of_boards(carol: Server) -> None:
    for _ in range(25):
        carol.hear(ALICE, "hex challenge alice carol --unrated")

    assert "carol is a bot (help bots)." in carol.hear(ALICE, "hex show 125").text


def test_its_games_are_rated_and_its_clock_runs(carol: Server) -> None:
    carol.hear(ALICE, "hex challenge alice carol --nagtime=1")
    carol.hear(ALICE, "hex move 101 alice secret7 a1")
    before = len(carol.outbox())

    carol.wait(days=2)
    clockwork(carol).make_round(carol.now)

    reminder = carol.outbox()[before]
    assert (reminder["addressed_to"], "is waiting for you, carol." in reminder["text"]) == ([CAROL], True)
    carol.hear(CAROL, "hex move 101 carol secret9 b2")
    carol.hear(ALICE, "hex resign 101 alice secret7")
    assert "carol (bot)" in carol.hear(ALICE, "hex standings").text


def test_it_plays_where_bots_play_and_in_no_other_tournament(carol: Server) -> None:
    carol.hear(ALICE, "tournament create alice secret7 hex for-people")
    carol.hear(ALICE, "tournament create alice secret7 hex for-all --bots")

    refused = carol.say(CAROL, "tournament join carol secret9 for-people").error

    assert refused == "carol is a machine player, and none of these play in for-people."
    assert carol.say(CAROL, "tournament create carol secret9 hex own-cup").ok is False
    assert carol.hear(CAROL, "tournament join carol secret9 for-all").ok


def test_who_has_joined_a_tournament_for_people_leaves_it_first(server: Server) -> None:
    server.hear(ALICE, "tournament create alice secret7 hex for-people")
    server.hear(CAROL, "tournament join carol secret9 for-people")
    assert "carol has joined for-people, where no bots play." in server.say(CAROL, BECOME).error

    server.hear(CAROL, "tournament leave carol secret9 for-people")

    assert server.hear(CAROL, BECOME).ok


def test_nobody_who_seeks_is_brought_together_with_it(carol: Server) -> None:
    carol.hear(ALICE, "hex seek alice secret7 1")
    carol.hear(CAROL, "hex seek carol secret9 1")
    carol.wait(days=1)

    assert clockwork(carol).match_seekers(carol.now) == 0
    carol.hear(BOB, "hex seek bob bobpw123 1")
    assert clockwork(carol).match_seekers(carol.now) == 1
