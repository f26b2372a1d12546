"""A move that has been begun and not confirmed: what else is done on its page leaves it as it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from httpx2 import Response

from pbmserv.web.page_context import FRAGMENT
from tests.conversation import FOUR, Server
from tests.web.conftest import Browser
from tests.web.forms import forms_on

BEGUN = "/chess/101?touch=e2"
WHOLE = "/chess/101?touch=e2+e4"
HEADLINE = re.compile(r'<h2 id="headline"[^>]*>(.*?)</h2>')


@pytest.fixture
def game(server: Server) -> Server:
    """A board of chess on which both have moved, and alice is to move."""
    server.hear("alice@example.org", "chess challenge alice bob")
    for userid, move in (("alice", "g1-f3"), ("bob", "g8-f6")):
        server.hear(f"{userid}@example.org", f"chess move 101 {userid} {FOUR[userid]} {move}")
    return server


def headline(page: Response) -> str:
    [words] = HEADLINE.findall(page.text)
    return unescape(re.sub("<[^>]*>", "", words))


def send(browser: Browser, at: str, do: str, **fields: str) -> Response:
    """Send the form of a page that does this, and look at what it leads to."""
    page = browser.get(at)
    form = next(each for each in forms_on(page.text) if each.fields.get("do") == do)
    answer = browser.post(form.action, data={**form.fields, **fields})
    assert answer.status_code == 303
    return browser.get(answer.headers["location"].partition("#")[0])


@pytest.mark.parametrize(("begun", "shown"), [(BEGUN, 'data-touched="e2"'), (WHOLE, 'data-move="e4"')])
@pytest.mark.parametrize(
    ("do", "fields"), [("propose", {}), ("undo", {}), ("chat", {"comment": "Good luck!"}), ("note", {"note": "e4!"})]
)
def test_a_begun_move_stays_when_something_else_is_done(
    game: Server, alice: Browser, do: str, fields: dict[str, str], begun: str, shown: str
) -> None:
    assert shown in alice.get(begun).text

    assert shown in send(alice, begun, do, **fields).text


def test_it_stays_when_a_draw_is_declined(game: Server, alice: Browser) -> None:
    game.hear("bob@example.org", f"chess move 101 bob {FOUR['bob']} propose")
    assert "offers a draw" in re.sub("<[^>]*>", "", alice.get(WHOLE).text)

    declined = send(alice, WHOLE, "reject")

    assert "proposes to end" not in re.sub("<[^>]*>", "", declined.text)
    assert headline(declined) == "Play e4?"


def test_it_goes_with_the_position_in_which_it_was_begun(game: Server, alice: Browser) -> None:
    page = alice.get(WHOLE)
    [form] = [each for each in forms_on(page.text) if each.fields.get("do") == "chat"]
    game.hear("alice@example.org", f"chess move 101 alice {FOUR['alice']} d2-d4")
    game.hear("bob@example.org", f"chess move 101 bob {FOUR['bob']} d7-d5")

    answer = alice.post(form.action, data={**form.fields, "comment": "Well"})

    assert answer.headers["location"] == "/chess/101"


def test_nothing_is_begun_any_more_once_the_game_is_over(game: Server, alice: Browser) -> None:
    over = send(alice, WHOLE, "resign")

    assert over.url.path == "/chess/101"
    assert not over.url.query
    assert headline(over) == "You lost"


def test_a_line_that_is_tried_out_stays_as_well(game: Server, alice: Browser) -> None:
    page = send(alice, "/chess/101?line=e2-e4", "chat", comment="Hm")

    assert headline(page) == "Trying out moves"
    assert 'data-address="/chess/101?line=e2-e4"' in page.text


def test_a_page_that_is_open_gets_the_begun_move_as_its_answer(game: Server, alice: Browser) -> None:
    page = alice.get(WHOLE)
    [form] = [each for each in forms_on(page.text) if each.fields.get("do") == "propose"]

    answer = alice.post(form.action, data=form.fields, headers={"Accept": FRAGMENT})

    assert answer.status_code == 200
    assert headline(answer) == "Play e4?"
    assert 'data-address="/chess/101?touch=e2+e4"' in answer.text


@pytest.mark.parametrize(
    ("command", "at", "asked"),
    [
        ("macmahon challenge alice", "/macmahon/101?touch=hint", "Ask for a hint?"),
        ("hex challenge alice bob", "/hex/101?move=propose", "Propose a tie?"),
        ("gomoku challenge alice bob -opening=swap2", "/gomoku/101?move=resign", "Resign?"),
        ("go challenge alice bob", "/go/101?touch=pass", "Pass?"),
        ("chess challenge alice bob", "/chess/101?move=e4", "Play e4?"),
    ],
)
def test_whether_to_move_is_asked_in_a_sentence(
    server: Server, alice: Browser, command: str, at: str, asked: str
) -> None:
    server.hear("alice@example.org", command)

    assert headline(alice.get(at)) == asked


def test_where_a_game_draws_what_was_touched_nothing_else_is_lit(server: Server, alice: Browser) -> None:
    server.hear("alice@example.org", "go challenge alice bob -size=9")
    for userid, move in (("alice", "d4"), ("bob", "e5"), ("alice", "pass"), ("bob", "pass")):
        server.hear(f"{userid}@example.org", f"go move 101 {userid} {FOUR[userid]} {move}")
    server.hear("alice@example.org", "chess challenge alice bob")

    assert 'class="frame redrawn"' in alice.get("/go/101?touch=e5").text
    assert 'class="frame"' in alice.get("/go/101").text
    assert 'class="frame"' in alice.get("/chess/101?touch=e2").text


def test_a_tile_is_turned_by_one_more_touch_when_all_is_chosen(
    server: Server, new_browser: Callable[[], Browser]
) -> None:
    server.hear("alice@example.org", "pairimpair challenge alice bob")
    board = server.office.look_up(lambda call: call.work.boards.load("pairimpair", 101))
    assert board
    [seat] = board.to_move
    moves = board.game.legal_moves(board.position, seat)
    steps = [board.game.steps(board.position, seat, move) for move in moves or ()]
    tile, place, hour = next(each for each in steps if len(each) == 3)
    hours = {each[2] for each in steps if each[:2] == (tile, place)}
    mover = new_browser()
    mover.sign_in(board.seats[seat].player.userid)

    page = mover.get(f"/pairimpair/101?touch={tile}+{place}+{hour}").text

    links = re.findall(r'<a href="([^"]*)" data-anew="(hour:\d+)"', page)
    assert len(hours) > 1
    assert {each: unescape(to) for to, each in links} == {
        each: f"/pairimpair/101?touch={tile}+{place}+{each}".replace(":", "%3A") for each in hours
    }
