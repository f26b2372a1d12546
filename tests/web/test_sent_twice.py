"""What is sent twice is done once: a form by a double click, a request of a program that has had no answer."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from sqlalchemy import func, select

from pbmserv.commands.requests.credentials import signed_in
from pbmserv.post_office import Request
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import DoneBefore
from pbmserv.storage.schema import SCHEMA
from tests.conversation import Server
from tests.web.conftest import Browser
from tests.web.forms import forms_on
from tests.web.programs import Program, program_of


def form_on(browser: Browser, page: str, action: str) -> dict[str, str]:
    """What a form has in it that nobody fills in."""
    forms = [form for form in forms_on(browser.get(page).text) if "token" in form.fields]
    found = next((form for form in forms if form.action == action), forms[-1])
    return {name: found.fields[name] for name in ("token", "once") if name in found.fields}


def count(server: Server, table: str) -> int:
    with server.database.reading() as connection:
        return connection.execute(select(func.count()).select_from(SCHEMA.tables[table])).scalar_one()


@pytest.fixture
def game(server: Server) -> Server:
    server.hear("alice@example.org", "hex challenge alice bob")
    return server


@pytest.mark.parametrize(
    ("page", "action", "form", "table", "back"),
    [
        ("/hex/challenge", "/hex/challenge", {"seat0": "alice", "seat1": "bob"}, "boards", "/me"),
        ("/hex/challenge", "/hex/challenge", {"seat0": "alice", "seat1": "anyone"}, "open_challenges", "/me"),
        ("/hex/101", "/hex/101", {"do": "chat", "comment": "Hello"}, "remarks", "/hex/101"),
        ("/write", "/write", {"to": "bob", "words": "Hello"}, "outbox", "/me"),
        ("/settings", "/settings/addresses",
         {"what": "add", "addresses": "alice@home.example", "password": "secret7"}, "outbox", "/me"),
        ("/commands", "/commands", {"lines": "hex challenge alice bob"}, "boards", "/me"),
    ],
)  # fmt: skip
def test_a_form_that_is_sent_twice_is_carried_out_once(
    game: Server, alice: Browser, page: str, action: str, form: dict[str, str], table: str, back: str
) -> None:
    filled_in = {**form_on(alice, page, action), **form}
    assert alice.post(action, data=filled_in).status_code in {200, 303}
    after_one = count(game, table)

    again = alice.post(action, data=filled_in)

    assert (again.status_code, again.headers["location"]) == (303, back)
    assert count(game, table) == after_one
    # Words that stand on the board already need no more to be said of them.
    assert form.get("do") == "chat" or "You had sent that already. It was done once." in alice.get(back).text


def test_the_same_from_a_new_page_or_in_other_words_is_something_else(game: Server, alice: Browser) -> None:
    for page in (form_on(alice, "/write", "/write"), form_on(alice, "/write", "/write")):
        for words in ("Hello", "Goodbye"):
            alice.post("/write", data={**page, "to": "bob", "words": words})

    to_bob = [each["text"] for each in game.outbox() if each["subject"] == "Message from alice"]
    assert [("Hello" in text, "Goodbye" in text) for text in to_bob] == [(True, False), (False, True)] * 2


def test_what_was_refused_can_be_sent_again(game: Server, alice: Browser) -> None:
    filled_in = {**form_on(alice, "/write", "/write"), "to": "wendy", "words": "Hello"}
    assert alice.post("/write", data=filled_in).status_code == 422
    game.enrol("wendy", "wren-song2")
    assert alice.post("/write", data=filled_in).status_code == 303


def test_a_program_that_names_what_it_sends_has_it_done_once(
    game: Server, new_browser: Callable[[], Browser]
) -> None:
    program = program_of(new_browser, "alice", "play")
    program.headers["Idempotency-Key"] = "first"
    path = "/games/hex/challenges"
    assert program.send(path, players=["alice", "bob"]).status_code == 201
    again = program.send(path, players=["alice", "bob"])
    assert again.status_code == 409
    assert again.json()["error"] == "This was done before, with the same Idempotency-Key."
    assert count(game, "boards") == 2

    program.headers["Idempotency-Key"] = "second"
    assert program.send(path, players=["alice", "bob"]).status_code == 201
    other = Program(new_browser(), "")
    other.headers = program_of(new_browser, "bob", "play").headers | {"Idempotency-Key": "first"}
    assert other.send(path, players=["bob", "alice"]).status_code == 201


def test_of_two_that_come_at_the_same_moment_one_is_done(database: Database) -> None:
    server = Server(database)
    server.sign_up("alice", "bob")
    request = Request(signed_in("alice"), ("hex challenge alice bob",), once="a" * 64)

    def hand_in(_: int) -> bool:
        try:
            return server.office.handle(replace(request)).ok
        except DoneBefore:
            return False

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(hand_in, range(6))) == 1
    assert count(server, "boards") == 1


def test_commands_of_which_none_was_carried_out_can_be_sent_again(game: Server, alice: Browser) -> None:
    filled_in = {**form_on(alice, "/commands", "/commands"), "lines": "hex challenge alice wendy"}
    assert "wendy" in alice.post("/commands", data=filled_in).text
    game.enrol("wendy", "wren-song2")
    before = count(game, "boards")

    assert alice.post("/commands", data=filled_in).status_code == 200
    assert count(game, "boards") == before + 1
