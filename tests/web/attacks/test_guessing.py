"""Who guesses passwords on the page waits for that. Nobody else does."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from pbmserv.commands.requests.authentication import WrongPassword
from pbmserv.commands.requests.budgets import client_at, network_of
from pbmserv.commands.requests.credentials import Credential, SignInRests
from pbmserv.commands.requests.guesses import knowing, known_as
from pbmserv.commands.requests.passwords import Passwords
from pbmserv.commands.sessions.signing_in import ask_for_link
from pbmserv.games.catalogue import installed
from pbmserv.post_office import Answer, Request
from pbmserv.storage.work import UnitOfWork
from pbmserv.web.app import application
from pbmserv.web.site import Site
from tests.conversation import Server
from tests.web.conftest import URL, Browser

NOT_RIGHT = "The userid or the password is not right."


@pytest.fixture
def browser_at(site: Site) -> Callable[[str], Browser]:
    """Makes browsers at network addresses."""
    app = application(site)
    return lambda host: Browser(app, URL, follow_redirects=False, client=(host, 40000))


def guess(browser: Browser, userid: str, times: int = 10) -> None:
    for number in range(times):
        assert NOT_RIGHT in browser.sign_in(userid, f"guess-{number}").text


@pytest.mark.parametrize(
    ("host", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "client testclient"),
        ("", "client "),
    ],
)
def test_whoever_has_one_address_of_ipv6_has_a_whole_network(host: str, client: str) -> None:
    assert client_at(host) == client


@pytest.mark.parametrize(
    ("client", "network"),
    [
        ("192.0.2.7", "192.0.2.0/24"),
        ("2001:db8:1:2::/64", "2001:db8:1::/48"),
        ("client testclient", "net client testclient"),
    ],
)
def test_the_network_around_a_client_is_that_of_a_provider(client: str, network: str) -> None:
    assert network_of(client) == network


def test_who_has_guessed_often_waits_for_every_player(browser_at: Callable[[str], Browser]) -> None:
    guessing = browser_at("192.0.2.7")
    guess(guessing, "alice")

    assert guessing.sign_in("bob").status_code == 422


def test_who_asks_too_often_for_forgotten_passwords_does_not_learn_who_plays_here(
    browser_at: Callable[[str], Browser],
) -> None:
    asking = browser_at("192.0.2.7")
    for number in range(8):
        assert asking.fill_in("/forgot", userid="bob" if number % 2 else "zoe").status_code == 303

    refused = [asking.fill_in("/forgot", userid=userid) for userid in ("bob", "zoe")]

    assert [each.status_code for each in refused] == [422, 422]
    assert refused[0].text.replace("bob", "zoe") == refused[1].text


def test_others_do_not_wait_for_what_was_guessed_elsewhere(browser_at: Callable[[str], Browser]) -> None:
    guess(browser_at("192.0.2.7"), "nobody-here")

    assert browser_at("198.51.100.1").sign_in("bob").status_code == 303


def test_another_address_of_the_same_network_is_no_other_client(browser_at: Callable[[str], Browser]) -> None:
    for number in range(10):
        guess(browser_at(f"2001:db8:1:2::{number}"), "carol", 1)

    assert browser_at("2001:db8:1:2::ffff").sign_in("bob").status_code == 422
    assert browser_at("2001:db8:1:3::1").sign_in("bob").status_code == 303


def test_many_clients_together_do_not_guess_more_often(browser_at: Callable[[str], Browser]) -> None:
    for number in range(10):
        guess(browser_at(f"192.0.2.{number}"), "alice", 1)

    assert browser_at("198.51.100.1").sign_in("alice").status_code == 422


def test_guesses_on_the_page_do_not_keep_a_player_from_writing_mail(
    server: Server, browser_at: Callable[[str], Browser]
) -> None:
    guess(browser_at("192.0.2.7"), "alice")

    assert server.say("alice@example.org", "change broadcasts alice secret7 off").ok


def test_guesses_in_other_commands_count_as_well(server: Server, browser_at: Callable[[str], Browser]) -> None:
    for number in range(10):
        line = f"change broadcasts alice guess-{number} off"
        assert not server.office.handle(Request(Credential("", client="192.0.2.7"), (line,))).ok

    assert browser_at("192.0.2.7").sign_in("bob").status_code == 422


def test_a_client_signs_up_so_many_players_and_its_network_ten_times_as_many(server: Server) -> None:
    def sign_up(number: int, client: str) -> Answer:
        line = f"signup new{number} very-secret{number} new{number}@mail{number}.example"
        return server.office.handle(Request(Credential("", client=client), (line,)))

    most = server.budgets.codes.most
    assert all(sign_up(number, "192.0.2.7").ok for number in range(most))

    assert not sign_up(100, "192.0.2.7").ok
    assert sign_up(101, "192.0.2.8").ok
    assert sign_up(102, "198.51.100.1").ok


def test_after_too_many_guesses_no_password_is_looked_at(server: Server) -> None:
    for number in range(10):
        with pytest.raises(WrongPassword):
            server.office.sign_in("alice", f"guess-{number}", "", "192.0.2.7")

    with pytest.raises(SignInRests):
        server.office.sign_in("alice", "secret7", "", "192.0.2.7")


def lock_everybody_out(browser_at: Callable[[str], Browser], userid: str) -> None:
    for number in range(10):
        guess(browser_at(f"203.0.113.{number}"), userid, 1)


def test_ten_wrong_passwords_of_one_client_keep_nobody_else_out(browser_at: Callable[[str], Browser]) -> None:
    guess(browser_at("192.0.2.7"), "alice")

    assert browser_at("198.51.100.1").sign_in("alice").status_code == 303


def test_another_browser_is_told_that_sign_in_rests_and_offered_a_link(
    site: Site, browser_at: Callable[[str], Browser]
) -> None:
    lock_everybody_out(browser_at, "alice")

    page = browser_at("198.51.100.1").sign_in("alice").text

    assert "Sign-in with a password rests for up to ten minutes" in page
    assert NOT_RIGHT not in page
    assert 'href="/forgot"' in page
    with_links = Browser(application(replace(site, settings=replace(site.settings, web_url=URL))), URL)
    assert "Mail me a link" in with_links.sign_in("alice").text


def test_who_shares_a_network_with_somebody_who_guesses_signs_in_by_a_mailed_link(site: Site, server: Server) -> None:
    app = application(replace(site, settings=replace(site.settings, web_url=URL)))
    guessing, bobs = (Browser(app, URL, follow_redirects=False, client=("192.0.2.7", 40000)) for _ in range(2))
    guess(guessing, "carol")

    page = bobs.sign_in("bob")
    assert "or from your network or mail domain, which others may share. Sign-in with a password rests" in page.text
    assert "Mail me a link" in page.text
    bobs.fill_in("/sign-in/link", userid="bob")
    [link] = re.findall(r"/sign-in/link\?token=\S+", server.outbox()[-1]["text"])
    assert bobs.fill_in(link, "/sign-in/link", link=link.partition("=")[2]).status_code == 303
    assert "bob" in bobs.get("/me").text


def test_the_browser_in_which_a_player_has_signed_in_is_never_locked_out(
    site: Site, browser_at: Callable[[str], Browser]
) -> None:
    known = browser_at("192.0.2.7")
    for userid in ("alice", "bob"):
        assert known.sign_in(userid).status_code == 303
        known.fill_in("/me", "/sign-out")
    lock_everybody_out(browser_at, "alice")
    lock_everybody_out(browser_at, "bob")
    guess(browser_at("192.0.2.7"), "carol")

    assert browser_at("198.51.100.1").sign_in("alice").status_code == 422
    assert known.sign_in("alice").status_code == 303
    assert known.sign_in("bob").status_code == 303
    assert known.sign_in("carol").status_code == 422


def test_a_known_browser_looks_at_ten_wrong_passwords_and_not_at_eleven(browser_at: Callable[[str], Browser]) -> None:
    known = browser_at("192.0.2.7")
    known.sign_in("alice")

    guess(known, "alice", 9)
    assert known.sign_in("alice").status_code == 303
    guess(known, "alice", 1)
    assert known.sign_in("alice").status_code == 422
    assert browser_at("192.0.2.7").sign_in("alice").status_code == 303


def test_a_browser_is_known_although_the_password_is_hashed_anew_as_its_owner_signs_in(
    server: Server, browser_at: Callable[[str], Browser]
) -> None:
    with server.database.writing() as connection:
        players = UnitOfWork(connection, installed()).players
        players.set_password(
            players.named(["alice"])["alice"], Passwords(time_cost=1, memory_cost=16).hash("secret7")
        )
    known = browser_at("192.0.2.7")
    known.sign_in("alice")
    known.fill_in("/me", "/sign-out")
    lock_everybody_out(browser_at, "alice")

    assert known.sign_in("alice").status_code == 303


@pytest.mark.parametrize("change", ["other name", "other tag", "of bob", "password changed"])
def test_nobody_else_can_make_a_browser_known(
    server: Server, browser_at: Callable[[str], Browser], change: str
) -> None:
    known, bobs, forged = browser_at("192.0.2.7"), browser_at("192.0.2.8"), browser_at("192.0.2.9")
    known.sign_in("alice")
    bobs.sign_in("bob")
    name, tag = known.cookies["known"].split(".")
    forged.cookies["known"] = {
        "other name": f"{'0' * 32}.{tag}",
        "other tag": f"{name}.{'0' * 32}",
        "of bob": bobs.cookies["known"],
        "password changed": f"{name}.{tag}",
    }[change]
    password = "secret7"
    if change == "password changed":
        password = "other-secret7"
        assert server.say("alice@example.org", f"change password alice secret7 {password}").ok
    lock_everybody_out(browser_at, "alice")

    assert forged.sign_in("alice", password).status_code == 422


def test_a_known_browser_is_known_for_the_eight_players_who_have_signed_in_last(server: Server) -> None:
    account = server.office.look_up(lambda call: call.work.players.account("alice"))
    assert account is not None
    cookie = ""
    accounts = [replace(account, player=account.player._replace(id=number)) for number in range(9)]
    for each in accounts:
        cookie = knowing(cookie, each)

    assert [known_as(cookie, each) is not None for each in accounts] == [False] + [True] * 8


def test_who_signs_in_again_pushes_nobody_out(server: Server) -> None:
    alice = server.office.look_up(lambda call: call.work.players.account("alice"))
    bob = server.office.look_up(lambda call: call.work.players.account("bob"))
    assert alice is not None
    assert bob is not None
    cookie = knowing(knowing("", alice), bob)

    assert knowing(cookie, bob) == cookie
    assert knowing(cookie, alice).count(".") == 2


def test_no_browser_is_known_for_a_player_without_a_password(server: Server) -> None:
    account = server.office.look_up(lambda call: call.work.players.account("alice"))
    assert account is not None
    without = replace(account, password_hash="")

    assert known_as(knowing("", without), without) is None


def test_a_session_changes_the_password_whatever_others_guess(
    server: Server, browser_at: Callable[[str], Browser]
) -> None:
    alice = browser_at("192.0.2.7")
    alice.sign_in("alice")
    lock_everybody_out(browser_at, "alice")

    changed = alice.fill_in("/settings", "/settings/password", old="secret7", new="other-secret7")

    assert changed.status_code == 303
    assert server.say("alice@example.org", "change broadcasts alice other-secret7 off").ok


def test_a_link_that_is_mailed_makes_the_browser_known(server: Server, browser_at: Callable[[str], Browser]) -> None:
    lock_everybody_out(browser_at, "alice")
    browser = browser_at("192.0.2.7")
    server.office.for_visitor(lambda call: ask_for_link(call, "alice", URL))
    [address] = re.findall(r"\S+/sign-in/link\?token=\S+", server.outbox()[-1]["text"])
    link = address.removeprefix(URL)

    assert browser.fill_in(link, "/sign-in/link", link=link.partition("=")[2]).status_code == 303
    browser.fill_in("/me", "/sign-out")
    assert browser.sign_in("alice").status_code == 303
