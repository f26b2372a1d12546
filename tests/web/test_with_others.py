"""Blocking a player and reporting a line of chat on pages."""

from __future__ import annotations

import re

import pytest

from tests.conversation import Server
from tests.web.conftest import Browser
from tests.web.forms import form_for, send
from tests.web.programs import NewBrowser

ALICE, BOB, CAROL = "alice@example.org", "bob@example.org", "carol@example.org"


def answer_in(page: str, place: str) -> str:
    """What stands beside a form of a board's page after it was sent."""
    after = page.split(f'<div id="answer-{place}" class="answer" tabindex="-1">')[1]
    return after.split("<form")[0].strip().removesuffix("</div>").strip()


@pytest.fixture
def board(server: Server) -> Server:
    """A board of Hex on which bob has written to alice."""
    server.hear(ALICE, "hex challenge alice bob")
    server.hear(BOB, "hex chat 101 bob bobpw123", "You are a fool.")
    return server


def test_a_player_is_blocked_and_unblocked_on_their_page(server: Server, alice: Browser) -> None:
    assert ">Block bob" in alice.get("/players/bob").text

    done = alice.fill_in("/players/bob", what="block")

    assert done.headers["location"] == "/players/bob"
    assert "You have blocked bob." in alice.get("/players/bob").text
    assert "Write to bob" not in alice.get("/players/bob").text
    assert not server.say(BOB, "hex challenge bob alice").ok
    alice.fill_in("/players/bob", what="unblock")
    assert ">Block bob" in alice.get("/players/bob").text


def test_the_settings_list_who_is_blocked(alice: Browser) -> None:
    alice.fill_in("/settings", "/settings/block", what="block", other="bob, carol")

    page = alice.get("/settings").text
    assert 'href="/players/bob"' in page
    assert 'href="/players/carol"' in page
    alice.fill_in("/settings", "/settings/block", what="unblock", other="bob")
    page = alice.get("/settings").text
    assert 'href="/players/bob"' not in page
    assert 'href="/players/carol"' in page


def test_a_name_that_nobody_has_stands_in_the_form_again(alice: Browser) -> None:
    refused = alice.fill_in("/settings", "/settings/block", what="block", other="nobody7")

    assert refused.status_code == 422
    assert "There is no player called nobody7 here." in refused.text
    assert 'value="nobody7"' in refused.text


@pytest.mark.parametrize("path", ["/settings/block", "/players/bob"])
def test_anything_else_is_not_there(alice: Browser, path: str) -> None:
    assert alice.fill_in("/settings", path, what="delete", other="bob").status_code == 404


def test_the_chat_of_who_is_blocked_is_not_shown_to_who_has_blocked_them(
    board: Server, alice: Browser, new_browser: NewBrowser
) -> None:
    board.hear(ALICE, "hex chat 101 alice secret7", "Good morning.")
    assert "You are a fool." in alice.get("/hex/101").text
    assert "You are a fool." in alice.get("/me").text

    board.hear(ALICE, "block alice secret7 bob")

    assert "You are a fool." not in alice.get("/hex/101").text
    assert "Good morning." in alice.get("/hex/101").text
    assert "You are a fool." not in alice.get("/me").text
    bob = new_browser()
    bob.sign_in("bob")
    assert "You are a fool." in bob.get("/hex/101").text


def test_an_open_challenge_is_shown_to_nobody_who_cannot_join_it_for_a_block(
    server: Server, alice: Browser, new_browser: NewBrowser
) -> None:
    server.hear(BOB, "hex challenge bob anyone")
    places = ("/open", "/hex", "/")
    joins = 'name="number" value="101"'
    assert [joins in alice.get(place).text for place in ("/open", "/hex")] == [True, True]

    server.hear(ALICE, "block alice secret7 bob")

    assert [joins in alice.get(place).text for place in places] == [False, False, False]
    carol = new_browser()
    carol.sign_in("carol")
    assert joins in carol.get("/open").text


def test_a_line_of_another_is_reported_by_the_button_beside_it(board: Server, alice: Browser) -> None:
    board.hear(ALICE, "hex chat 101 alice secret7", "Good morning.")
    page = alice.get("/hex/101").text
    [line] = re.findall(r'<button class="quiet" name="line" value="([^"]+)"', page)

    done = alice.fill_in("/hex/101", do="report", beside="talk", line=line)

    assert done.headers["location"] == "/hex/101#answer-talk"
    assert "is shown what bob wrote" in answer_in(alice.get("/hex/101").text, "talk")
    [report] = board.office.look_up(lambda call: call.work.reports.listed(10))
    assert (report.words, report.by) == ("You are a fool.", "alice")
    again = alice.fill_in("/hex/101", do="report", beside="talk", line=line)
    assert again.status_code == 422
    assert "You have reported this line already" in answer_in(again.text, "talk")


def test_a_refused_line_of_chat_stands_in_its_form_with_the_reason_beside_it(board: Server, alice: Browser) -> None:
    page = alice.get("/hex/101").text
    assert '<form method="post" action="/hex/101#answer-talk" class="act">' in page
    assert answer_in(page, "talk") == ""
    board.hear(BOB, "block bob bobpw123 alice")

    refused = alice.fill_in("/hex/101", do="chat", beside="talk", comment="I am not.")

    assert refused.status_code == 422
    assert 'class="refusal" role="alert"' in answer_in(refused.text, "talk")
    assert refused.text.count('class="refusal"') == 1
    assert ">I am not.</textarea>" in refused.text


def test_a_note_that_has_changed_meanwhile_says_so_beside_its_form(board: Server, alice: Browser) -> None:
    refused = alice.fill_in("/hex/101", do="note", beside="note", note="mine", note_seen="another")

    assert refused.status_code == 422
    assert 'class="refusal"' in answer_in(refused.text, "note")
    assert refused.text.count('class="refusal"') == 1


@pytest.mark.parametrize(
    ("beside", "fields"),
    [
        ("queue", {"do": "queue", "move": "nonsense"}),
        ("more", {"do": "propose"}),
        ("more", {"do": "undo"}),
        ("more", {"do": "resign"}),
    ],
)
def test_what_is_refused_far_down_the_page_says_so_beside_its_form(
    board: Server, alice: Browser, beside: str, fields: dict[str, str]
) -> None:
    board.hear(ALICE, "hex move 101 alice secret7 a1")
    page = alice.get("/hex/101").text
    form = form_for(page, "/hex/101", {**fields, "beside": beside})
    board.hear(BOB, "hex move 101 bob bobpw123 b2")
    board.hear(ALICE, "hex move 101 alice secret7 c3")

    refused = send(alice, form, fields)

    assert refused.status_code == 422
    assert 'class="refusal" role="alert"' in answer_in(refused.text, beside)
    assert refused.text.count('class="refusal"') == 1
    assert ('id="more" open' in refused.text) == (beside == "more")
    assert ('class="resign" open' in refused.text) == (fields["do"] == "resign")


def test_who_has_no_chat_here_reads_at_the_top_why_nothing_was_said(board: Server, new_browser: NewBrowser) -> None:
    carol = new_browser()
    carol.sign_in("carol")

    refused = carol.fill_in("/hex/101", do="chat", beside="talk", comment="Hello")

    assert refused.status_code == 422
    assert 'class="refusal"' in refused.text.split('id="headline"')[0]


@pytest.mark.parametrize("line", ["", "1", "x y z", "999999999 carol", "1 alice"])
def test_a_report_of_anything_else_is_refused(board: Server, alice: Browser, line: str) -> None:
    assert alice.fill_in("/hex/101", do="report", beside="talk", line=line).status_code == 422
    assert board.office.look_up(lambda call: call.work.reports.listed(10)) == []
