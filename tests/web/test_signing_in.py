"""Who is who on the pages: by password, until the session ends."""

from __future__ import annotations

from pbmserv.commands.requests.credentials import Credential
from pbmserv.games.catalogue import installed
from pbmserv.post_office import PostOffice, Request
from tests.conversation import Server
from tests.web.conftest import Browser


def test_who_gives_the_password_is_known_from_then_on(browser: Browser) -> None:
    answer = browser.sign_in("alice")

    assert (answer.status_code, answer.headers["location"]) == (303, "/me")
    assert "alice" in browser.get("/me").text


def test_a_wrong_password_is_refused_with_the_page_and_what_was_typed(browser: Browser) -> None:
    answer = browser.sign_in("alice", "wrongpw")

    assert answer.status_code == 422
    assert "The userid or the password is not right." in answer.text
    assert 'value="alice"' in answer.text
    assert "wrongpw" not in answer.text
    assert browser.get("/me").status_code == 303


def test_who_is_strict_about_mail_can_sign_in_all_the_same(server: Server, browser: Browser) -> None:
    proving = PostOffice(server.database, installed(), server.address, server.passwords, proves_senders=True)
    assert proving.handle(Request(Credential("alice@example.org"), ("change strict alice secret7 on",))).ok

    assert browser.sign_in("alice").status_code == 303


def test_a_page_for_players_leads_to_signing_in_and_back(browser: Browser) -> None:
    assert browser.get("/me").headers["location"] == "/sign-in?to=/me"
    assert 'value="/me"' in browser.get("/sign-in?to=/me").text


def test_signing_in_leads_to_no_other_site(browser: Browser) -> None:
    for elsewhere in ("https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"):
        answer = browser.fill_in("/sign-in", userid="alice", password="secret7", to=elsewhere)
        assert answer.headers["location"] == "/me"


def test_signing_out_ends_the_session_for_whoever_has_the_cookie(browser: Browser, server: Server) -> None:
    browser.sign_in("alice")
    kept = dict(browser.cookies)

    answer = browser.fill_in("/me", action="/sign-out")

    assert answer.headers["location"] == "/"
    browser.cookies.update(kept)
    assert browser.get("/me").status_code == 303


def test_a_form_without_its_token_does_nothing(browser: Browser) -> None:
    answer = browser.post("/sign-in", data={"userid": "alice", "password": "secret7"})

    assert answer.status_code == 403
    assert browser.get("/me").status_code == 303


def test_a_form_of_another_site_does_nothing(browser: Browser) -> None:
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}):
        answer = browser.post("/sign-in", data={"userid": "alice", "password": "secret7"}, headers=headers)
        assert answer.status_code == 403
        assert "another site" in answer.text


def test_what_is_too_large_is_refused_before_it_is_read(browser: Browser) -> None:
    assert browser.post("/sign-in", content=b"x" * 300_000).status_code == 413


def test_every_answer_tells_browsers_to_run_nothing_that_is_not_ours(browser: Browser) -> None:
    for path in ("/", "/sign-in", "/nowhere/at/all"):
        headers = browser.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
        assert headers["referrer-policy"] == "no-referrer"
