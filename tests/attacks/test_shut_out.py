"""Somebody has known a password, or has read what came to an address: a new password, or another address, shuts
them out of everything that they have begun."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import pytest

from pbmserv.commands.operator import membership
from pbmserv.commands.requests.context import Call
from pbmserv.commands.sessions.signing_in import new_link, sign_in_by_link
from pbmserv.games.base import Refusal
from pbmserv.play.board import Player
from tests.conversation import Server, code_in

MALLORY = "mallory@evil.example"
NEW = "granite-otter-31"

Change: TypeAlias = Callable[[Server], None]


def a_new_password(server: Server) -> None:
    server.hear("alice@example.org", f"change password alice secret7 {NEW}")


def one_of_the_operators(server: Server) -> None:
    server.office.act(partial(membership.reset_password, userid="alice"))


def another_address(server: Server) -> None:
    server.hear("alice@home.example", "change address alice secret7")


def another_that_is_confirmed_by_its_code(server: Server) -> None:
    asked = server.hear("alice@example.org", "change address alice secret7 alice@home.example")
    server.hear("alice@home.example", f"confirm {code_in(asked.letter_to('alice@home.example'))} yes")


def one_that_the_operator_gives(server: Server) -> None:
    addresses = ["alice@home.example"]
    server.office.act(lambda call: membership.change_addresses(call, "alice", addresses, "She has asked for it."))


ANY = [
    a_new_password,
    one_of_the_operators,
    another_address,
    another_that_is_confirmed_by_its_code,
    one_that_the_operator_gives,
]
PASSWORDS = [a_new_password, one_of_the_operators]


def alice(call: Call) -> Player:
    account = call.work.players.account("alice")
    assert account is not None
    return account.player


def code_for_a_password(server: Server) -> str:
    letter = server.hear(MALLORY, "forgot alice").letter_to("alice@example.org")
    found = re.search(r"change password alice (\w+)", letter.text)
    assert found
    return found[1]


@pytest.mark.parametrize("change", ANY)
def test_a_code_that_was_mailed_before_takes_the_place_of_no_password(server: Server, change: Change) -> None:
    code = code_for_a_password(server)
    change(server)
    assert not server.say(MALLORY, f"change password alice {code} evil-word-77").ok


@pytest.mark.parametrize("change", ANY)
def test_a_link_that_was_mailed_before_signs_nobody_in(server: Server, change: Change) -> None:
    link = server.office.act(lambda call: new_link(call, alice(call), "http://games.example")).result
    change(server)
    with pytest.raises(Refusal):
        server.office.for_visitor(lambda call: sign_in_by_link(call, link.partition("token=")[2], "Firefox"))


@pytest.mark.parametrize("change", ANY)
def test_nobody_has_a_player_leave_by_a_code_that_was_mailed_before(server: Server, change: Change) -> None:
    code = code_in(server.hear("alice@example.org", "signoff alice secret7").letter)
    change(server)
    assert not server.say(MALLORY, f"confirm {code} yes").ok


@pytest.mark.parametrize("change", PASSWORDS)
@pytest.mark.parametrize("line", [f"add alice secret7 {MALLORY}", f"change address alice secret7 {MALLORY}"])
def test_an_address_that_was_given_with_the_old_password_is_not_confirmed_any_more(
    server: Server, line: str, change: Change
) -> None:
    code = code_in(server.hear("eve@evil.example", line).letter_to(MALLORY))
    change(server)
    assert not server.say(MALLORY, f"confirm {code} yes").ok
    assert server.hear("carol@example.org", "forgot alice").readers == {"carol@example.org", "alice@example.org"}


def test_the_player_is_told_which_address_is_gone(server: Server) -> None:
    server.hear("eve@evil.example", f"add alice secret7 {MALLORY}")
    told = server.hear("alice@example.org", f"change password alice secret7 {NEW}").letter.text
    assert f"No code was sent back from {MALLORY} yet, and so it is no address of yours any more." in " ".join(
        told.split()
    )


def test_who_has_confirmed_no_address_yet_keeps_the_first(server: Server) -> None:
    asked = server.hear("carol@example.org", "signup wendy owl-in-the-tree wendy@home.example")
    added = server.hear("eve@evil.example", f"add wendy owl-in-the-tree {MALLORY}")
    server.hear("eve@evil.example", f"change password wendy owl-in-the-tree {NEW}")
    assert not server.say(MALLORY, f"confirm {code_in(added.letter_to(MALLORY))} yes").ok
    assert server.say("wendy@home.example", f"confirm {code_in(asked.letter_to('wendy@home.example'))} yes").ok
