"""Invitations that are answered with a password: it is hashed while others can write, by mail and on pages, and of
several workers each carries out what it has in hand in the order in which its author has written it."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import pytest
from sqlalchemy import select

from pbmserv.commands.requests.credentials import Credential
from pbmserv.games.catalogue import installed
from pbmserv.letters.reply_address import Tag, tokens_in
from pbmserv.mail.worker import Worker
from pbmserv.post_office import PostOffice, Request
from pbmserv.settings import defaults
from pbmserv.storage.database import Database
from pbmserv.storage.inbox_order import STRANGERS
from pbmserv.storage.tables import BOARDS, INBOX, USERS
from pbmserv.web.app import application
from pbmserv.web.site import Site
from tests.commands.test_hashing import Watched
from tests.conversation import ADDRESS, START, Server, cheap_passwords
from tests.mail.test_order import statuses
from tests.mail.test_sharing import Sharing, at_work, come, outcomes
from tests.web.conftest import URL, Browser

GUEST, OTHER_GUEST = "caro@friends.example", "dan@friends.example"
CHOSEN, OTHER_CHOSEN = "redbreast7", "goldfinch8"


@pytest.fixture
def server(sqlite_database: Database) -> Server:
    server = Server(sqlite_database, now=START, passwords=cheap_passwords())
    server.sign_up("alice", "bob")
    return server


def invited(server: Server, inviter: str = "alice", guest: str = GUEST) -> str:
    """The code with which somebody has been invited."""
    letter = server.hear(f"{inviter}@example.org", f"hex challenge {inviter} {guest}").letter_to(guest)
    return tokens_in([letter.reply_to or ""])[Tag.CODE]


def watched_office(server: Server) -> tuple[Watched, PostOffice]:
    watched = Watched(server.database)
    return watched, PostOffice(server.database, installed(), ADDRESS, watched, now=lambda: server.now)


def players(server: Server) -> list[str]:
    with server.database.reading() as connection:
        return [*connection.scalars(select(USERS.c.userid).where(~USERS.c.userid.like("Bot-%")).order_by(USERS.c.id))]


def number_of_boards(server: Server) -> int:
    with server.database.reading() as connection:
        return len(connection.execute(select(BOARDS.c.id)).all())


@pytest.mark.parametrize("others", [(), (("bob@example.org", "change format bob bobpw123 text"),)])
def test_by_mail_others_can_write_while_the_password_of_a_guest_is_hashed(
    server: Server, others: tuple[tuple[str, str], ...]
) -> None:
    code = invited(server)
    watched, office = watched_office(server)
    worker = at_work(server.database, office, now=lambda: server.now)
    come(server, (GUEST, f"invitation {code} robin {CHOSEN}"), *others)
    while worker.run_once():
        pass

    assert watched.free == [True] * (1 + len(others))
    assert [str(each).partition(":")[0] for each in outcomes(server.database)] == ["done"] * (1 + len(others))
    assert (players(server), number_of_boards(server)) == (["alice", "bob", "robin"], 1)
    assert server.hear(GUEST, f"change format robin {CHOSEN} text").ok


def test_by_any_other_front_end_as_well(server: Server) -> None:
    code = invited(server)
    watched, office = watched_office(server)

    assert office.handle(Request(Credential(GUEST), (f"invitation {code} robin {CHOSEN}",))).ok

    assert watched.free == [True]


def test_on_the_page_others_can_write_while_the_guest_becomes_a_player_and_is_signed_in(server: Server) -> None:
    code = invited(server)
    watched, office = watched_office(server)
    settings = replace(defaults(), address=server.address, web_url="", web_requests_per_minute=1_000_000)
    site = Site(settings, server.database, office, installed(), b"key of these forms")
    browser = Browser(application(site), URL, follow_redirects=False)

    said = {"code": code, "userid": "robin", "password": CHOSEN, "answer": "yes"}
    answer = browser.fill_in(f"/invitation?token={code}", action="/invitation", **said)

    assert (answer.status_code, answer.headers["location"]) == (303, "/hex/101")
    # To become a player, and to be let in.
    assert watched.free == [True, True]


def test_who_takes_the_name_meanwhile_has_it_and_the_invitation_stays_open(server: Server) -> None:
    code = invited(server)
    watched, office = watched_office(server)
    watched.meanwhile = lambda: server.hear("erin@example.org", f"signup robin {CHOSEN}")
    worker = at_work(server.database, office, now=lambda: server.now)
    come(server, (GUEST, f"invitation {code} robin {CHOSEN}"))
    while worker.run_once():
        pass

    assert [str(each).partition(":")[0] for each in outcomes(server.database)] == ["refused"]
    assert number_of_boards(server) == 0
    assert server.hear(GUEST, f"invitation {code} robin2 {CHOSEN}").ok


def test_what_a_guest_writes_next_waits_with_the_answer_and_is_carried_out_after_it(server: Server) -> None:
    code = invited(server)
    sharing = Sharing(server)
    come(
        server,
        ("s@x.example", "hex move 101 nobody guessed99 a1"),
        (GUEST, f"invitation {code} robin {CHOSEN}"),
        (GUEST, f"change format robin {CHOSEN} text"),
        ("alice@example.org", "change format alice secret7 text"),
    )

    sharing.work()
    assert sharing.statuses == ["waiting", "waiting", "waiting", "done"]
    with server.database.reading() as connection:
        assert all(connection.scalars(select(INBOX.c.place >= STRANGERS).where(INBOX.c.status == "waiting")))
    sharing.work_for_strangers()

    assert [str(each).partition(":")[0] for each in outcomes(server.database)] == ["refused", "done", "done", "done"]


@pytest.mark.long
def test_several_workers_answer_invitations_once_each_and_in_order(postgresql_database: Database) -> None:
    server = Server(postgresql_database, now=START, passwords=cheap_passwords())
    server.sign_up("alice", "bob")
    one, other = invited(server, "alice"), invited(server, "bob", OTHER_GUEST)
    come(
        server,
        (GUEST, f"invitation {one} robin {CHOSEN}"),
        (OTHER_GUEST, f"invitation {other} robin {OTHER_CHOSEN}"),
        (GUEST, f"invitation {one} robin {CHOSEN}"),
        (OTHER_GUEST, f"invitation {other} robin2 {OTHER_CHOSEN}"),
        (GUEST, f"change password robin {CHOSEN} better-secret11"),
        (OTHER_GUEST, f"change format robin2 {OTHER_CHOSEN} text"),
        (GUEST, "change format robin better-secret11 text"),
        *[(f"s{number}@x.example", f"hex move 101 nobody guess{number}xx a1") for number in range(6)],
    )

    def work() -> None:
        worker = Worker(
            postgresql_database,
            PostOffice(postgresql_database, installed(), ADDRESS, cheap_passwords(), now=lambda: server.now),
            now=lambda: server.now,
        )
        end = time.monotonic() + 60
        while "waiting" in statuses(postgresql_database) and time.monotonic() < end:
            worker.run_once(3)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    said = [str(each).partition(":")[0] for each in outcomes(postgresql_database)][:7]
    # Whoever is first has the name; the other one is told so, and may choose another one.
    if said[0] == "done":
        assert said == ["done", "refused", "seen before", "done", "done", "done", "done"]
    else:
        assert said == ["refused", "done", "seen before", "refused", "refused", "refused", "refused"]
    assert number_of_boards(server) == said[:4].count("done")
