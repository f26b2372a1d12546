"""The clock at work on a whole server: what players get to read, and what is left of their boards."""

from __future__ import annotations

import threading
from typing import Any

import pytest
import structlog.testing
from sqlalchemy import update

from pbmserv.games.catalogue import installed
from pbmserv.play.board import Status
from pbmserv.play.clock import Verdict
from pbmserv.scheduler import Round, Scheduler
from pbmserv.storage.database import Database
from pbmserv.storage.tables import BOARDS
from pbmserv.storage.work import UnitOfWork
from tests.conversation import PLAYERS, Server

ALICE, BOB, CAROL = (f"{userid}@example.org" for userid in ("alice", "bob", "carol"))


@pytest.fixture
def server(database: Database) -> Server:
    """A server on which alice, bob and carol have signed up; the test runs once on each kind of database."""
    server = Server(database)
    server.sign_up("alice", "bob", "carol")
    return server


def clock_run(server: Server, dry_run: bool = False) -> Round:
    """Have the clock look at what is due by the server's time."""
    return Scheduler(server.database, server.office, installed()).make_round(server.now, dry_run)


def days_go_by(server: Server, days: int) -> list[tuple[int, str, set[str]]]:
    """Run the clock once a day; gives the day, the headline and the readers of each letter that this causes."""
    letters = []
    for day in range(1, days + 1):
        server.wait(days=1)
        letters += [(day, letter.headline, set(letter.to)) for letter in clock_run(server).letters]
    return letters


def challenge(server: Server, options: str = "") -> None:
    """Hex board 101 of bob and alice; both have moved once, and bob has to move again."""
    server.hear(ALICE, f"hex challenge bob alice {options}")
    move(server, "bob", "a1")
    move(server, "alice", "b2")


def move(server: Server, userid: str, text: str) -> None:
    server.hear(f"{userid}@example.org", f"hex move 101 {userid} {PLAYERS[userid]} {text}")


def vacation(server: Server, userid: str, days: int) -> None:
    """A player is away from now on."""
    server.hear(f"{userid}@example.org", f"vacation {userid} {PLAYERS[userid]} {days}")


def status_of(server: Server, game: str = "hex", number: int = 101) -> Status:
    with server.database.reading() as connection:
        board = UnitOfWork(connection, installed()).boards.load(game, number)
    assert board is not None
    return board.status


def test_a_month_in_the_life_of_a_board(server: Server) -> None:
    challenge(server)

    # For a week nobody hears anything; then bob, who has to move, is reminded day by day.
    assert days_go_by(server, 8) == [
        (7, "Reminder: Hex Board 101", {BOB}),
        (8, "Reminder: Hex Board 101", {BOB}),
    ]

    # Bob goes on vacation for ten days, and has peace.
    vacation(server, "bob", days=10)
    assert days_go_by(server, 9) == []

    # He is back; of his 21 days, 8 have gone by. The reminders go on.
    assert days_go_by(server, 13) == [(day, "Reminder: Hex Board 101", {BOB}) for day in range(1, 14)]

    # The 21 days are over: the game is lost for bob, and both are told.
    assert days_go_by(server, 1) == [
        (1, "You won: Hex Board 101", {ALICE}),
        (1, "You lost: Hex Board 101", {BOB}),
    ]
    reply = server.say(ALICE, "hex show 101")
    assert "Game won by alice." in reply.text
    assert "bob ran out of time." in reply.text

    # For two weeks the board is still in the lists; then it is found by its number only.
    assert days_go_by(server, 13) == []
    assert "Hex 101" in server.say(ALICE, "hex games alice inactive").text
    assert days_go_by(server, 1) == []
    assert status_of(server) is Status.ARCHIVED
    assert "Hex 101" not in server.say(ALICE, "hex games alice inactive").text
    assert "Hex 101" in server.say(ALICE, "hex games 101").text
    assert "Game won by alice." in server.say(ALICE, "hex show 101").text
    assert days_go_by(server, 30) == []


def test_a_reminder_says_what_is_at_stake_and_how_to_move(server: Server) -> None:
    challenge(server)
    server.wait(days=7)

    [letter] = clock_run(server).letters

    assert letter.text.startswith(
        "Hex Board 101 against alice is waiting for you, bob.\n"
        "Without a move before 2024-03-22 12:00 UTC you are out of the game.\n"
    )
    assert "It is your turn, bob: move 3." in letter.text
    assert "hex move 101 bob PASSWORD" in letter.text
    assert server.outbox()[-1]["headers"]["Auto-Submitted"] == "auto-generated"


def test_a_second_run_at_the_same_time_does_nothing(server: Server) -> None:
    challenge(server)
    server.wait(days=7)
    clock_run(server)

    again = clock_run(server)

    assert (again.looked_at, again.letters) == (0, [])


def test_a_server_that_was_down_for_a_month_reminds_first_and_gives_a_day(server: Server) -> None:
    challenge(server)
    server.wait(days=31)

    assert days_go_by(server, 2) == [
        (1, "Reminder: Hex Board 101", {BOB}),
        (2, "You won: Hex Board 101", {ALICE}),
        (2, "You lost: Hex Board 101", {BOB}),
    ]


def test_who_comes_back_after_the_reminder_has_lost_nothing(server: Server) -> None:
    challenge(server)
    server.wait(days=31)
    clock_run(server)
    server.wait(hours=23)

    move(server, "bob", "c3")

    server.wait(days=6)
    assert clock_run(server).letters == []


def test_who_comes_back_from_a_long_vacation_has_three_days_with_reminders(server: Server) -> None:
    challenge(server, "--nagtime=2 --forfeittime=3")
    letters = days_go_by(server, 2)
    vacation(server, "bob", days=20)

    assert letters == [(2, "Reminder: Hex Board 101", {BOB})]
    assert days_go_by(server, 19) == []
    assert [(day, subject) for day, subject, _ in days_go_by(server, 4)] == [
        (1, "Reminder: Hex Board 101"),
        (2, "Reminder: Hex Board 101"),
        (3, "Reminder: Hex Board 101"),
        (4, "You won: Hex Board 101"),
        (4, "You lost: Hex Board 101"),
    ]


def test_silence_agrees_to_a_tie(server: Server) -> None:
    challenge(server)
    reply = server.hear(BOB, f"hex move 101 bob {PLAYERS['bob']} propose")
    assert "No answer within 21 days counts as a yes." in reply.letter_to(ALICE).text

    letters = days_go_by(server, 21)

    assert next(letter for letter in letters if ALICE in letter[2]) == (7, "Reminder: Hex Board 101", {ALICE})
    [reminder] = [
        letter
        for letter in server.outbox()
        if "Hex Board 101 against bob is waiting for you, alice." in letter["text"]
    ]
    told = " ".join(reminder["text"].split())
    assert "bob proposes to end the game as a tie. alice has yet to answer. No answer" in told
    assert letters[-2:] == [(21, "A tie: Hex Board 101", {BOB}), (21, "A tie: Hex Board 101", {ALICE})]
    assert "Game was a tie." in server.say(ALICE, "hex show 101").text


def test_a_player_who_uses_up_the_total_time_loses_not_the_opponent(server: Server) -> None:
    challenge(server, "--totaltime=10 --increment=12")
    server.wait(days=6)
    move(server, "bob", "c3")
    move(server, "alice", "d4")

    # Bob has used 6 days of 10, and his two moves have added one: the reminder comes on day 5, a day is given.
    assert days_go_by(server, 6) == [
        (5, "Reminder: Hex Board 101", {BOB}),
        (6, "You won: Hex Board 101", {ALICE}),
        (6, "You lost: Hex Board 101", {BOB}),
    ]
    assert "Game won by alice." in server.say(ALICE, "hex show 101").text


def test_a_board_on_which_nobody_has_moved_is_removed_and_counts_for_nobody(server: Server) -> None:
    server.hear(ALICE, "hex challenge bob alice")

    letters = days_go_by(server, 21)

    assert letters[-2:] == [
        (21, "Removed: Hex Board 101", {BOB}),
        (21, "Removed: Hex Board 101", {ALICE}),
    ]
    assert "bob ran out of time. It counts for nobody, since" in " ".join(server.outbox()[-1]["text"].split())
    assert status_of(server) is Status.REMOVED


def test_a_simultaneous_game_reminds_only_those_who_have_not_chosen(server: Server) -> None:
    server.hear(ALICE, "goofspiel challenge alice bob carol")
    server.hear(BOB, f"goofspiel move 101 bob {PLAYERS['bob']} 1")

    assert days_go_by(server, 7) == [
        (7, "Reminder: Goofspiel Board 101", {ALICE}),
        (7, "Reminder: Goofspiel Board 101", {CAROL}),
    ]


def test_a_dry_run_tells_what_would_happen_and_changes_nothing(server: Server) -> None:
    challenge(server)
    server.wait(days=7)
    before, letters_before = server.everything_stored(), server.outbox()

    would = clock_run(server, dry_run=True)

    assert [letter.headline for letter in would.letters] == ["Reminder: Hex Board 101"]
    assert server.everything_stored() == before
    assert server.outbox() == letters_before
    assert clock_run(server).letters == would.letters


def test_a_run_that_breaks_off_in_the_middle_can_be_made_again(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    challenge(server)
    server.hear(ALICE, "hex challenge carol alice")
    server.wait(days=7)

    def power_cut(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("pbmserv.commands.playing.digest.BoardLetters", power_cut)
        with pytest.raises(KeyboardInterrupt):
            clock_run(server)

    assert [letter.headline for letter in clock_run(server).letters] == [
        "Reminder: Hex Board 101",
        "Reminder: Hex Board 102",
    ]


def test_a_board_that_cannot_be_looked_at_does_not_stop_the_others(server: Server) -> None:
    server.hear(ALICE, "hex challenge carol alice")
    server.wait(hours=1)
    server.hear(ALICE, "hex challenge bob alice")
    with server.database.writing() as connection:
        connection.execute(update(BOARDS).where(BOARDS.c.number == 101).values(game="uninstalled"))
    server.wait(days=7)

    made = clock_run(server)

    assert made.failed == [("uninstalled", 101)]
    assert [letter.headline for letter in made.letters] == ["Reminder: Hex Board 102"]
    assert clock_run(server).looked_at == 0
    server.wait(hours=1)
    assert clock_run(server).failed == [("uninstalled", 101)]


def test_the_log_knows_by_which_name_a_letter_of_the_clock_goes(server: Server) -> None:
    server.hear(ALICE, "hex challenge bob alice")
    server.hear(ALICE, "hex challenge carol alice")
    server.wait(days=7)

    with structlog.testing.capture_logs() as logs:
        clock_run(server)

    decided = [(line["board"], line["verdict"], line["letters"]) for line in logs if line["event"] == "clock.decided"]
    assert decided == [(101, "nag", 1), (102, "nag", 1)]
    assert [line["request"] for line in logs if line["event"] == "clock.decided"] == [
        letter["request"] for letter in server.outbox()[-2:]
    ]


def test_many_boards_are_looked_at_in_one_run(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbmserv.scheduler.READ_AT_ONCE", 2)
    for players in ("bob alice", "carol alice", "alice bob"):
        server.hear(ALICE, f"hex challenge {players}")
    server.wait(days=7)
    seen: list[int] = []

    made = Scheduler(server.database, server.office, installed()).make_round(server.now, progress=seen.append)

    assert made.looked_at == made.count(Verdict.NAG) == 3
    assert seen == [1, 2, 3]


def test_a_round_that_is_asked_to_stop_leaves_the_rest_to_the_next(server: Server) -> None:
    for players in ("bob alice", "carol alice", "alice bob"):
        server.hear(ALICE, f"hex challenge {players}")
    server.wait(days=7)
    asked = iter([False, True])
    clockwork = Scheduler(server.database, server.office, installed(), stopping=lambda: next(asked))

    assert clockwork.make_round(server.now).looked_at == 1
    assert clock_run(server).looked_at == 2


def test_one_process_at_a_time_makes_the_round(postgresql_database: Database) -> None:
    server = Server(postgresql_database)
    server.sign_up("alice", "bob")
    server.hear(ALICE, "hex challenge bob alice")
    server.wait(days=7)
    elsewhere: list[Round] = []

    def meanwhile(_: int) -> None:
        other = threading.Thread(target=lambda: elsewhere.append(clock_run(server)))
        other.start()
        other.join()

    mine = Scheduler(server.database, server.office, installed()).make_round(server.now, progress=meanwhile)

    assert mine.count(Verdict.NAG) == 1
    assert elsewhere == [Round(elsewhere=True)]
    assert not clock_run(server).elsewhere
