"""Guests: they are made by anybody, in a second and without a word, and must be good for nothing but playing."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import func, select, text

from pbmserv.commands.accounts.guests import drop_guests
from pbmserv.commands.requests.context import Command
from pbmserv.commands.requests.credentials import Credential, signed_in
from pbmserv.commands.run.table import COMMANDS
from pbmserv.commands.starting.guests import begin_as_guest
from pbmserv.games.base import Refusal
from pbmserv.games.catalogue import installed
from pbmserv.play.board import Player
from pbmserv.play.guests import MOST, MOST_BOARDS, MOST_JOBS
from pbmserv.post_office import Request
from pbmserv.scheduler import Round, Scheduler
from pbmserv.storage.bots import Thinking
from pbmserv.storage.schema import SCHEMA
from pbmserv.storage.sessions import Session
from tests.conversation import Reply, Server
from tests.post import mails, read

GAMES = installed()
CLIENT = "192.0.2.7"
SEED = bytes(16)
NEW = "dave-pw-99"


def come(server: Server, client: str = CLIENT, game: str = "hex", kept: Session | None = None) -> Player:
    """Begin a board as a guest, a new one unless a session is kept."""
    guest, _, _ = server.office.for_visitor(
        lambda call: begin_as_guest(call, GAMES[game], "easy", SEED, "a browser", kept), client
    )
    return guest


def session_of(server: Server, guest: Player) -> Session:
    return server.office.look_up(lambda call: call.work.sessions.all_of(guest, call.at)[0])


def does(server: Server, guest: Player, line: str, words: str = "") -> Reply:
    """Have a guest do something, as if a page let them."""
    return Reply(server.office.handle(Request(signed_in(guest.userid, client=CLIENT), (line,), words, words)))


def round_of_clock(server: Server) -> Round:
    return Scheduler(server.database, server.office, GAMES).make_round(server.now)


def contents(server: Server) -> dict[str, int]:
    """How many rows each table has, but for what is counted of anybody who asks."""
    with server.database.reading() as connection:
        return {
            name: connection.scalar(select(func.count()).select_from(table)) or 0
            for name, table in SCHEMA.tables.items()
            if name != "tallies"
        }


@pytest.fixture
def guest(server: Server) -> Player:
    guest = come(server)
    mails(server)
    return guest


FORBIDDEN = [
    command
    for command in COMMANDS
    if not command.reads_only and (not command.plays or command.reaches_further or command.is_talk)
]


@pytest.mark.parametrize("command", FORBIDDEN, ids=lambda command: command.name)
def test_a_guest_can_do_nothing_but_play(server: Server, guest: Player, command: Command) -> None:
    line = " ".join(
        {"alice": guest.userid, "bob": guest.userid, "secret7": "-", "bobpw123": "-", "better-secret8": NEW}.get(
            word, word
        )
        for word in command.example.replace("signup alice secret7", f"signup dave {NEW}").split()
    )
    before = contents(server)

    reply = does(server, guest, line, "Hello!")

    assert not reply.ok
    assert "As a guest you play with the computer, and nothing else" in reply.error
    assert contents(server) == before


def test_a_guest_says_nothing_with_a_move(server: Server, guest: Player) -> None:
    reply = does(server, guest, f"hex move 101 {guest.userid} - f6", "Buy this!")

    assert "As a guest" in reply.error
    assert does(server, guest, f"hex move 101 {guest.userid} - f6").ok


def test_a_guest_causes_no_letter_though_somebody_watches_the_game(server: Server) -> None:
    server.hear("alice@example.org", "hex subscribe alice secret7 all")
    server.hear("alice@example.org", "hex notify bob bobpw123 all")
    mails(server)

    guest = come(server)
    assert does(server, guest, f"hex move 101 {guest.userid} - f6").ok
    assert does(server, guest, f"hex resign 101 {guest.userid} -").ok

    assert mails(server) == []
    assert contents(server)["replies"] == 0


@pytest.mark.parametrize(
    "line",
    [
        "hex challenge alice {guest}",
        "hex substitute 102 alice secret7 {guest}",
        "message alice secret7 {guest}",
        "forgot {guest}",
        "signup {guest} secret77",
        "signup guest-anything secret77",
    ],
)
def test_nobody_has_anything_to_do_with_a_guest(server: Server, guest: Player, line: str) -> None:
    server.hear("alice@example.org", "hex challenge alice bob")
    mails(server)
    before = contents(server)

    server.say("alice@example.org", line.format(guest=guest.userid), "Hello!")

    assert {read(mail)["To"] for mail in mails(server)} <= {"alice@example.org"}
    assert contents(server)["boards"] == before["boards"]
    assert contents(server)["codes"] == before["codes"]
    assert contents(server)["users"] == before["users"]


def test_no_password_is_a_guests(server: Server, guest: Player) -> None:
    for password in ("", "-", "guest", "x" * 20):
        with pytest.raises(Refusal):
            server.office.sign_in(guest.userid, password, "", CLIENT)


def test_a_board_of_a_guest_stands_in_no_list(server: Server, guest: Player) -> None:
    assert does(server, guest, f"hex move 101 {guest.userid} - f6").ok
    for line in ("games hex active", "list", "hex standings", "hex games all"):
        assert guest.userid not in server.hear("alice@example.org", line).letter.text, line
    assert does(server, guest, f"hex resign 101 {guest.userid} -").ok
    for line in ("hex history", "hex standings", "hex games inactive"):
        assert guest.userid not in server.hear("alice@example.org", line).letter.text.replace("hex games", ""), line

    with server.database.reading() as connection:
        assert connection.scalar(text("SELECT count(*) FROM ratings WHERE user_id = :it"), {"it": guest.id}) == 0


def test_ten_guests_come_from_one_address_and_no_eleventh(server: Server) -> None:
    for _ in range(10):
        come(server)
    before = contents(server)

    for _ in range(100):
        with pytest.raises(Refusal, match="from your network"):
            come(server)

    assert contents(server) == before
    come(server, "198.51.100.1")


def test_a_hundred_come_from_one_network(server: Server) -> None:
    for number in range(100):
        come(server, f"203.0.113.{number}")
    with pytest.raises(Refusal, match="from your network"):
        come(server, "203.0.113.200")


def test_a_day_later_there_is_room_again(server: Server) -> None:
    for _ in range(10):
        come(server)
    server.now += timedelta(days=1)

    come(server)


def test_there_are_a_thousand_guests_at_most(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST == 1000
    monkeypatch.setattr("pbmserv.commands.accounts.guests.MOST", 3)
    for number in range(3):
        come(server, f"198.51.{number}.1")

    with pytest.raises(Refusal, match="As many play as guests as this server has room for"):
        come(server, "198.51.9.1")


def guests(server: Server) -> set[Player]:
    with server.database.reading() as connection:
        rows = connection.execute(text("SELECT id, userid FROM users WHERE guest_until IS NOT NULL"))
        return {Player(row.id, row.userid) for row in rows}


def test_who_has_many_networks_does_not_shut_out_others(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbmserv.commands.accounts.guests.MOST", 10)
    flood = [come(server, f"2001:db8:{number:x}::/64") for number in range(9)]
    server.now += timedelta(minutes=5)
    honest = come(server, "192.0.2.7")
    assert does(server, flood[0], f"hex move 101 {flood[0].userid} - f6").ok

    another = come(server, "198.51.100.1")
    with pytest.raises(Refusal, match="As many play as guests as this server has room for"):
        come(server, "2001:db8:ffff::/64")

    # The one of the flood has made way that has done nothing for longest.
    assert guests(server) == {flood[0], *flood[2:], honest, another}


def test_who_moves_stays_where_all_have_come_from_as_many_places(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbmserv.commands.accounts.guests.MOST", 2)
    idle, busy = come(server, "198.51.100.1"), come(server, "203.0.113.1")
    server.now += timedelta(minutes=59)
    with pytest.raises(Refusal, match="As many play as guests as this server has room for"):
        come(server, "192.0.2.7")

    server.now += timedelta(minutes=1)
    assert does(server, busy, f"hex move 102 {busy.userid} - f6").ok

    newcomer = come(server, "192.0.2.7")

    assert guests(server) == {busy, newcomer}
    assert idle not in guests(server)


def test_nobody_talks_on_the_board_of_a_guest(server: Server, guest: Player) -> None:
    server.hear("alice@example.org", "hex subscribe 101 alice secret7")

    refused = server.say("alice@example.org", "hex chat 101 alice secret7", "Hello, you!")

    assert refused.error == "A guest plays on Hex Board 101, and nobody talks there."
    assert contents(server)["remarks"] == 0


def test_a_guest_plays_on_five_boards_and_begins_twenty(server: Server, guest: Player) -> None:
    kept = session_of(server, guest)
    for _ in range(4):
        assert come(server, kept=kept) == guest
    with pytest.raises(Refusal, match="A guest plays on 5 boards at most"):
        come(server, kept=kept)

    assert MOST_BOARDS == 20
    for number in range(101, 116):
        assert does(server, guest, f"hex resign {number} {guest.userid} -").ok
        come(server, kept=kept)
    assert does(server, guest, f"hex resign 116 {guest.userid} -").ok
    with pytest.raises(Refusal, match="You have begun 20 boards as a guest"):
        come(server, kept=kept)


def test_a_guest_whose_session_has_ended_is_another_one(server: Server, guest: Player) -> None:
    kept = session_of(server, guest)
    server.office.for_visitor(lambda call: call.work.sessions.end(guest, kept.id))

    assert come(server, kept=kept) != guest


def waits(server: Server) -> list[str]:
    """For whom bots are to think, in the order in which they do."""
    with server.database.writing() as connection:
        thinking, found = Thinking(connection), []
        while job := thinking.take(server.now, timedelta(seconds=30)):
            whose = text("SELECT userid FROM users JOIN thinking ON users.id = for_user_id WHERE thinking.id = :it")
            found.append(str(connection.scalar(whose, {"it": job.id})))
        return found


def test_bots_think_for_everybody_else_first(server: Server) -> None:
    guests = [come(server) for _ in range(6)]
    for number, each in enumerate(guests):
        assert does(server, each, f"hex move {101 + number} {each.userid} - f6").ok
    for _ in range(3):
        server.hear("alice@example.org", "hex challenge bot-hard alice")
    server.hear("bob@example.org", "hex challenge bot-easy bob")

    assert waits(server) == ["bob", "alice", "alice", "alice", *(each.userid for each in guests)]


def test_who_comes_while_a_bot_thinks_for_guests_comes_before_the_next_of_them(server: Server) -> None:
    guests = [come(server) for _ in range(3)]
    for number, each in enumerate(guests):
        assert does(server, each, f"hex move {101 + number} {each.userid} - f6").ok
    with server.database.writing() as connection:
        assert Thinking(connection).take(server.now, timedelta(seconds=30))
    server.hear("alice@example.org", "hex challenge bot-hard alice")

    assert waits(server) == ["alice", guests[1].userid, guests[2].userid]


def test_a_hundred_jobs_of_guests_wait_at_most_when_another_begins(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST_JOBS == 100
    monkeypatch.setattr("pbmserv.commands.starting.guests.MOST_JOBS", 2)
    for number in range(2):
        guest = come(server)
        assert does(server, guest, f"hex move {101 + number} {guest.userid} - f6").ok

    with pytest.raises(Refusal, match="Many play with the computer at this moment"):
        come(server)


def test_guests_do_not_choose_bots_that_think_for_long(server: Server) -> None:
    with pytest.raises(Refusal, match="Guests play against the easy or the medium computer"):
        server.office.for_visitor(lambda call: begin_as_guest(call, GAMES["hex"], "hard", SEED, "", None), CLIENT)


def test_after_a_day_nothing_of_a_guest_is_left(server: Server) -> None:
    before = contents(server)
    guest = come(server)
    assert does(server, guest, f"hex move 101 {guest.userid} - f6").ok

    server.now += timedelta(days=1) - timedelta(seconds=1)
    assert server.office.act(lambda call: drop_guests(call, 20)).result == 0
    server.now += timedelta(seconds=1)
    assert server.office.act(lambda call: drop_guests(call, 20)).result == 1

    after = contents(server)
    assert {name for name in after if after[name] != before[name]} <= {"games"}
    assert come(server).userid != guest.userid


def test_the_clock_deletes_guests(server: Server) -> None:
    come(server)
    server.now += timedelta(days=1)

    assert round_of_clock(server).guests == 1


def test_a_guest_signs_up_and_keeps_the_board(server: Server, guest: Player) -> None:
    assert does(server, guest, f"hex move 101 {guest.userid} - f6").ok
    kept = session_of(server, guest)
    visitor = Credential("", client=CLIENT, guest=kept)

    taken = Reply(server.office.handle(Request(visitor, ("signup alice dave-pw-9 dave@example.org",))))
    assert not taken.ok
    assert server.office.look_up(lambda call: call.work.players.is_guest(guest))

    assert Reply(server.office.handle(Request(visitor, ("signup dave dave-pw-9 dave@example.org",)))).ok

    [letter] = mails(server)
    assert read(letter)["To"] == "dave@example.org"
    assert "dave" in server.hear("alice@example.org", "hex games active").letter.text
    assert server.office.look_up(lambda call: call.work.sessions.all_of(guest, call.at)) == []
    server.now += timedelta(days=2)
    assert round_of_clock(server).guests == 0
    assert does(server, Player(guest.id, "dave"), "message dave - alice", "Hello!").ok is False


def test_the_session_of_a_guest_makes_one_account(server: Server, guest: Player) -> None:
    visitor = Credential("", client=CLIENT, guest=session_of(server, guest))

    assert Reply(server.office.handle(Request(visitor, ("signup dave dave-pw-9 dave@example.org",)))).ok
    assert Reply(server.office.handle(Request(visitor, ("signup erin erin-pw-9 erin@example.org",)))).ok

    lines = server.office.look_up(lambda call: call.work.listing.lines(game="hex"))
    assert [line.players for line in lines] == [("dave", "bot-easy")]
