"""Pages and programs tell who is a bot, and show the standings with and without them."""

from __future__ import annotations

import re

import pytest

from pbmserv.commands.operator import tournament_changes
from pbmserv.commands.requests.credentials import signed_in
from pbmserv.games.catalogue import installed
from pbmserv.post_office import Request
from pbmserv.scheduler import Scheduler
from pbmserv.storage.work import UnitOfWork
from tests.conversation import Server
from tests.thinking.conftest import Says, thinker_of
from tests.web.conftest import Browser
from tests.web.programs import Program

ALICE, BOB, CAROL = (f"{name}@example.org" for name in ("alice", "bob", "carol"))


@pytest.fixture
def playing(server: Server) -> Server:
    """A server on which alice plays with a bot."""
    server.hear(ALICE, "hex challenge alice bot-easy")
    return server


def test_the_page_of_a_bot_says_that_it_is_one(playing: Server, browser: Browser) -> None:
    assert "bot-easy is a bot: this server itself plays." in browser.get("/players/bot-easy").text
    assert "is a bot" not in browser.get("/players/alice").text


def test_no_time_runs_for_a_bot_of_the_server(playing: Server, alice: Browser) -> None:
    assert alice.get("/hex/101").text.count("21 days left") == 1

    playing.hear(ALICE, "hex move 101 alice secret7 a1")

    page = alice.get("/hex/101").text
    assert '<h2 id="headline">bot-easy is thinking</h2>' in page
    assert "days left" not in page


def test_a_page_says_no_longer_that_a_bot_thinks_once_it_has_moved(playing: Server, alice: Browser) -> None:
    playing.hear(ALICE, "hex move 101 alice secret7 a1")
    assert "is thinking" in alice.get("/hex/101").text

    assert thinker_of(playing, Says(False, "f6")).run_once()

    page = alice.get("/hex/101").text
    assert '<h2 id="headline">Your turn</h2>' in page
    assert "thinking" not in page


def test_who_walks_in_the_past_reads_of_nobody_who_thinks(playing: Server, browser: Browser) -> None:
    playing.hear(ALICE, "hex move 101 alice secret7 a1")

    assert "bot-easy is thinking" in browser.get("/hex/101").text
    assert "is thinking" not in browser.get("/hex/101/0").text


def test_a_program_of_somebody_is_not_said_to_think(server: Server, browser: Browser) -> None:
    server.hear(BOB, "change bot bob bobpw123 on")
    server.hear(ALICE, "hex challenge bob alice")

    assert '<h2 id="headline">bob to move</h2>' in browser.get("/hex/101").text


def test_while_people_are_asked_the_bot_is_not_said_to_think(server: Server, browser: Browser) -> None:
    server.hear(ALICE, "yacht challenge bot-easy alice bob")
    assert "bot-easy is thinking" in browser.get("/yacht/101").text

    server.hear(ALICE, "yacht move 101 alice secret7 propose")

    assert "is thinking" not in browser.get("/yacht/101").text


def test_several_bots_that_move_at_once_are_said_to_think_together(server: Server, browser: Browser) -> None:
    server.hear(ALICE, "hearts challenge alice bot-easy bot-medium bot-hard")
    assert "bot-hard are thinking" not in browser.get("/hearts/101").text
    with server.database.reading() as connection:
        board = UnitOfWork(connection, installed()).boards.load("hearts", 101)
    assert board is not None
    legal = board.game.legal_moves(board.position, 0)
    assert legal

    server.hear(ALICE, f"hearts move 101 alice secret7 {legal[0]}")

    assert "bot-easy, bot-medium and bot-hard are thinking" in browser.get("/hearts/101").text


def test_nobody_is_asked_to_write_to_a_bot_of_the_server(playing: Server, alice: Browser) -> None:
    assert "Write to bob" in alice.get("/players/bob").text
    assert "Write to bot" not in alice.get("/players/bot-easy").text


@pytest.mark.parametrize("page", ["/hex/101", "/hex", "/hex/standings", "/players?name=bot-e"])
def test_where_players_are_listed_bots_are_marked(playing: Server, browser: Browser, page: str) -> None:
    text = browser.get(page).text

    assert '<a href="/players/bot-easy">bot-easy</a> <span class="soft">bot</span>' in text
    assert '<a href="/players/alice">alice</a> <span class="soft">bot</span>' not in text


@pytest.mark.parametrize("page", ["/hex", "/hex/boards", "/players/alice", "/me"])
def test_boards_in_lists_say_who_is_a_bot(playing: Server, alice: Browser, page: str) -> None:
    text = " ".join(alice.get(page).text.split())

    assert re.search(r'(alice and|with) bot-easy <span class="soft">bot</span>', text)


def test_games_that_are_over_wait_or_lack_a_player_say_it_too(playing: Server, browser: Browser) -> None:
    playing.hear(CAROL, "change bot carol secret9 on")
    playing.hear(CAROL, "hex seek carol secret9 2")
    playing.hear(CAROL, "triominoes challenge carol anyone")
    for line in ("challenge alice carol", "move 102 alice secret7 a1", "move 102 carol secret9 b2"):
        playing.hear(CAROL if "carol secret9" in line else ALICE, f"hex {line}")
    playing.hear(ALICE, "hex resign 102 alice secret7")
    linked = 'carol</a> <span class="soft">bot</span>'

    assert 'alice and carol <span class="soft">bot</span>' in browser.get("/hex/history").text
    assert linked in browser.get("/open").text
    assert f'would like to be challenged:\n<a href="/players/carol">{linked}' in browser.get("/hex").text


def test_a_seat_that_a_bot_sits_beside_says_it(server: Server, browser: Browser) -> None:
    server.hear(ALICE, "goofspiel challenge alice bob bot-easy")
    server.hear(ALICE, "goofspiel move 101 alice secret7 1")
    server.hear(BOB, "goofspiel move 101 bob bobpw123 2")
    with server.database.writing() as connection:
        server.office.handle_within(Request(signed_in("bot-easy"), ("goofspiel move 101 bot-easy - 3",)), connection)
    server.hear(BOB, "goofspiel resign 101 bob bobpw123")
    server.hear(ALICE, "goofspiel substitute 101 alice secret7 anyone")

    assert 'alice, bob and bot-easy <span class="soft">bot</span>' in browser.get("/open").text
    [free] = Program(browser).get("/challenges")["seats"]
    assert (free["players"], free["bots"]) == (["alice", "bob", "bot-easy"], ["bot-easy"])


def test_a_link_leads_to_the_standings_without_bots_and_back(playing: Server, browser: Browser) -> None:
    assert 'href="/hex/standings?who=people"' in browser.get("/hex/standings").text

    people = browser.get("/hex/standings?who=people").text

    assert ("alice" in people, "bot-easy" in people) == (True, False)
    assert 'href="/hex/standings"' in people
    assert "hex standings people" in people


def test_tournaments_mark_them_where_they_play(server: Server, browser: Browser) -> None:
    server.hear(ALICE, "tournament create alice secret7 hex spring-cup --bots --players=3")
    server.hear("bob@example.org", "tournament join bob bobpw123 spring-cup")
    server.office.act(lambda call: tournament_changes.enter_player(call, "spring-cup", "bot-easy"))
    mark = 'bot-easy</a> <span class="soft">bot</span>'
    assert browser.get("/tournaments/spring-cup").text.count(mark) == 1

    Scheduler(server.database, server.office, installed()).make_round(server.now)

    assert mark in browser.get("/tournaments/spring-cup/1").text
    assert 'alice</a> <span class="soft">bot</span>' not in browser.get("/tournaments/spring-cup/1").text


def test_programs_are_told_who_is_a_bot(playing: Server, browser: Browser) -> None:
    program = Program(browser)

    assert [seat["bot"] for seat in program.get("/games/hex/boards/101")["seats"]] == [False, True]
    assert program.get("/games/hex/boards")["boards"][0]["bots"] == ["bot-easy"]
    assert [program.get(f"/players/{each}")["bot"] for each in ("alice", "bot-easy")] == [False, True]
    everybody, people = (program.get(f"/games/hex/standings{which}") for which in ("", "?who=people"))
    assert {each["userid"]: each["bot"] for each in everybody["players"]} == {"alice": False, "bot-easy": True}
    assert (people["who"], [each["userid"] for each in people["players"]]) == ("people", ["alice"])
    assert program.ask("/games/hex/standings?who=bots").status_code == 422


def test_the_page_of_a_new_game_leaves_seats_to_bots(alice: Browser) -> None:
    page = alice.get("/hearts/challenge?with=bot-easy").text

    assert page.count(" required>") == 2
    assert "other bots take them" in page
    answer = alice.fill_in("/hearts/challenge", seat0="alice", seat1="bot-easy")
    assert answer.headers["location"] == "/hearts/101"
    assert 'title="alice – bot-easy – bot-medium – bot-hard"' in alice.get("/hearts/101").text
