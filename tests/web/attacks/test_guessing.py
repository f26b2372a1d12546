"""Who guesses passwords on the page waits for that. Nobody else does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbmserv.commands.authenticating import WrongPassword
from pbmserv.commands.budgets import client_at
from pbmserv.commands.unauthorised import Unauthorised
from pbmserv.post_office import Answer, Request
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
        assert not server.office.handle(Request("", (line,), client="192.0.2.7")).ok

    assert browser_at("192.0.2.7").sign_in("bob").status_code == 422


def test_a_client_signs_up_so_many_players_and_its_network_ten_times_as_many(server: Server) -> None:
    def sign_up(number: int, client: str) -> Answer:
        line = f"signup new{number} very-secret{number} new{number}@mail{number}.example"
        return server.office.handle(Request("", (line,), client=client))

    most = server.budgets.codes.most
    assert all(sign_up(number, "192.0.2.7").ok for number in range(most))

    assert not sign_up(100, "192.0.2.7").ok
    assert sign_up(101, "192.0.2.8").ok
    assert sign_up(102, "198.51.100.1").ok


def test_after_too_many_guesses_no_password_is_looked_at(server: Server) -> None:
    for number in range(10):
        with pytest.raises(WrongPassword):
            server.office.sign_in("alice", f"guess-{number}", "", "192.0.2.7")

    with pytest.raises(Unauthorised) as refused:
        server.office.sign_in("alice", "secret7", "", "192.0.2.7")
    assert not isinstance(refused.value, WrongPassword)
