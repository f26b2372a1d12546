"""When sessions end: with the password, with the account, and when their owner wants it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbmserv.commands.operator import membership
from pbmserv.commands.requests.credentials import signed_in
from pbmserv.commands.sessions.signing_in import open_session
from pbmserv.post_office import Request
from pbmserv.storage.sessions import Scope
from tests.conversation import Server, code_in
from tests.web.conftest import Browser
from tests.web.forms import forms_on
from tests.web.programs import program_of


def is_signed_in(browser: Browser) -> bool:
    return browser.get("/me").status_code == 200


def test_a_new_password_ends_all_sessions(server: Server, alice: Browser) -> None:
    server.hear("alice@example.org", "change password alice secret7 better-secret9")

    assert not is_signed_in(alice)


def test_a_new_password_by_the_code_of_who_has_forgotten_it_ends_all_sessions(server: Server, alice: Browser) -> None:
    mailed = server.hear("alice@example.org", "forgot alice")
    [code] = [line.split()[3] for letter in mailed.letters for line in letter.text.splitlines() if " NEW" in line][:1]
    server.hear("alice@example.org", f"change password alice {code} better-secret9")

    assert not is_signed_in(alice)


def test_a_password_that_the_operator_resets_ends_all_sessions(server: Server, alice: Browser) -> None:
    server.office.act(lambda call: membership.reset_password(call, "alice"))

    assert not is_signed_in(alice)


def test_who_changes_the_password_in_a_session_goes_on_there_and_nowhere_else(
    server: Server, new_browser: Callable[[], Browser], alice: Browser
) -> None:
    elsewhere = new_browser()
    elsewhere.sign_in("alice")
    with server.database.reading():
        [own, _] = sorted(
            session.id
            for session in server.office.look_up(
                lambda call: call.work.sessions.all_of(call.work.players.named(["alice"])["alice"], call.at)
            )
        )

    changing = Request(signed_in("alice", session=own), ("change password alice secret7 better-secret9",))
    assert server.office.handle(changing).ok

    assert is_signed_in(alice)
    assert not is_signed_in(elsewhere)


def test_a_wrong_old_password_ends_no_session(server: Server, alice: Browser) -> None:
    server.say("alice@example.org", "change password alice wrong-one better-secret9")

    assert is_signed_in(alice)


def test_who_leaves_is_signed_in_nowhere(server: Server, alice: Browser) -> None:
    letter = server.hear("alice@example.org", "signoff alice secret7").letter
    server.hear("alice@example.org", f"confirm {code_in(letter)}")

    assert not is_signed_in(alice)
    assert server.everything_stored()["sessions"] == []


def test_who_is_suspended_is_signed_in_nowhere_not_even_when_let_in_again(server: Server, alice: Browser) -> None:
    server.office.act(lambda call: membership.suspend(call, "alice", "for a test"))
    assert not is_signed_in(alice)

    server.office.act(lambda call: membership.readmit(call, "alice", "it is over"))
    assert not is_signed_in(alice)


def test_who_is_deleted_is_signed_in_nowhere(server: Server, alice: Browser) -> None:
    server.office.act(lambda call: membership.delete(call, "alice", "for a test"))

    assert not is_signed_in(alice)


def test_a_session_goes_on_for_90_days_after_it_was_used_last(server: Server, alice: Browser) -> None:
    server.wait(days=80)
    assert is_signed_in(alice)
    server.wait(days=90, seconds=-1)
    assert is_signed_in(alice)
    server.wait(days=90)
    assert not is_signed_in(alice)


@pytest.mark.parametrize("scope", [Scope.READ, Scope.PLAY])
def test_the_token_of_a_program_opens_no_page(server: Server, browser: Browser, scope: Scope) -> None:
    opened = server.office.for_visitor(
        lambda call: open_session(call, call.work.players.named(["alice"])["alice"], "a bot", scope)
    )
    browser.cookies.set("session", opened.word)

    assert not is_signed_in(browser)


def test_signing_in_again_ends_the_session_before(server: Server, alice: Browser) -> None:
    kept = dict(alice.cookies)
    alice.sign_in("bob")

    assert len(server.everything_stored()["sessions"]) == 1
    alice.cookies.clear()
    alice.cookies.update(kept)
    assert not is_signed_in(alice)


def change_password_once_known(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the password of alice changed after the next page has found out who asks, and before it does anything."""

    def before(method: str) -> None:
        original = getattr(server.office, method)

        def later(*given: Any, **named: Any) -> Any:
            monkeypatch.undo()
            server.hear("alice@example.org", "change password alice secret7 better-secret9")
            return original(*given, **named)

        monkeypatch.setattr(server.office, method, later)

    for method in ("handle", "for_visitor"):
        before(method)


@pytest.mark.parametrize(
    ("page", "form"),
    [
        ("/settings/tokens", {"scope": "play", "label": "mine"}),
        ("/settings/choose/strict", {"value": "on"}),
        ("/hex/101", {"do": "note", "note": "to be read later"}),
        ("/hex/101", {"do": "move", "move": "c3"}),
        ("/commands", {"lines": "hex challenge alice bob"}),
    ],
)
def test_what_was_asked_for_in_a_session_is_not_done_after_a_new_password(
    server: Server, alice: Browser, monkeypatch: pytest.MonkeyPatch, page: str, form: dict[str, str]
) -> None:
    server.hear("alice@example.org", "hex challenge alice bob")
    token = forms_on(alice.get("/settings").text)[0].fields["token"]
    change_password_once_known(server, monkeypatch)

    answer = alice.post(page, data={"token": token, **form})

    assert (answer.status_code, answer.headers.get("location")) == (303, "/sign-in")
    stored = server.everything_stored()
    assert (stored["sessions"], stored["board_notes"], stored["moves"], len(stored["boards"])) == ([], [], [], 1)


def test_what_a_program_asks_for_with_a_token_is_not_done_after_a_new_password(
    server: Server, new_browser: Callable[[], Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    program = program_of(new_browser, "alice", "play")
    change_password_once_known(server, monkeypatch)

    assert program.send("/games/hex/challenges", players=["alice", "bob"]).status_code == 401
    assert server.everything_stored()["boards"] == []
