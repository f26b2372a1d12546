"""Play now: a board against the computer without an account, which the first move begins."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import TypeAlias

import pytest
from sqlalchemy import func, select, text
from starlette.applications import Starlette
from starlette.routing import Route

from pbmserv.commands.accounts.bots import set_open
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.credentials import signed_in
from pbmserv.commands.starting.guests import YOU, board_to_try, levels_of_bots
from pbmserv.games.catalogue import installed
from pbmserv.play.board import Board
from pbmserv.post_office import Request
from pbmserv.storage.schema import SCHEMA
from pbmserv.web.app import application
from pbmserv.web.site import Site
from tests.conversation import Server
from tests.web.conftest import Browser
from tests.web.forms import forms_on

NewBrowser: TypeAlias = Callable[[], Browser]


def rows(server: Server, table: str) -> int:
    with server.database.reading() as connection:
        return connection.scalar(select(func.count()).select_from(SCHEMA.tables[table])) or 0


def guests(server: Server) -> list[str]:
    with server.database.reading() as connection:
        return list(connection.scalars(text("SELECT userid FROM users WHERE guest_until IS NOT NULL ORDER BY id")))


def bot_moves(server: Server, move: str, game: str = "hex", number: int = 101) -> None:
    request = Request(signed_in("bot-easy"), (f"{game} move {number} bot-easy - {move}",))
    assert server.office.handle(request).ok


def begin(browser: Browser, game: str = "hex", move: str = "f6", level: str = "easy") -> str:
    """Begin a board as a guest; its address."""
    here = f"/{game}/play/{level}"
    answer = browser.fill_in(f"{here}?move={move}", here, do="move", move=move)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def test_the_button_of_the_front_page_leads_to_a_board_to_touch(browser: Browser) -> None:
    [form] = [each for each in forms_on(browser.get("/").text) if each.action == "/play-now"]

    chosen = browser.get("/play-now", params=form.fields)
    page = browser.get(chosen.headers["location"])

    assert (form.method, form.fields) == ("get", {"game": "hex", "level": "easy"})
    assert chosen.headers["location"] == "/hex/play/easy"
    assert "Your turn" in page.text
    assert 'href="/hex/play/easy?touch=f6"' in page.text


def test_to_look_and_to_touch_stores_nothing(server: Server, browser: Browser) -> None:
    tables = ["users", "boards", "seats", "sessions", "tallies", "moves", "thinking"]
    before = [rows(server, table) for table in tables]

    for address in ("/play-now?game=hex", "/hex/play/easy", "/hex/play/easy?touch=f6", "/hex/play/medium?move=f6"):
        assert browser.get(address).status_code < 400

    assert [rows(server, table) for table in tables] == before


def test_the_first_move_makes_the_guest_and_the_board(server: Server, browser: Browser) -> None:
    address = begin(browser)

    assert address == "/hex/101"
    page = browser.get(address).text
    assert "bot-easy" in page
    assert guests(server)[0].startswith("guest-")
    assert guests(server)[0] in page
    assert rows(server, "moves") == 1
    assert rows(server, "thinking") == 1


def test_a_guest_is_called_you_and_how_to_play_folds_once_they_have_moved(browser: Browser) -> None:
    assert '<details class="goal" open>' in browser.get("/hex/play/easy").text
    begin(browser, move="c3")
    page = browser.get("/hex/101").text

    assert '<p class="soft last">Move 2, after you: c3</p>' in page
    assert '<details class="goal"><summary>How to play' in page


def contents(server: Server) -> dict[str, int]:
    return {table: rows(server, table) for table in SCHEMA.tables if table != "tallies"}


def test_a_guest_plays_on_where_they_have_begun(server: Server, browser: Browser, new_browser: NewBrowser) -> None:
    here = begin(browser)
    bot_moves(server, "e5")

    assert "Your turn" in browser.get(here).text
    assert browser.fill_in(f"{here}?move=d4", here, do="move", move="d4").headers["location"] == here
    assert rows(server, "moves") == 3
    assert "Your turn" not in new_browser().get(here).text
    assert new_browser().fill_in("/sign-in", here, do="move", move="c3").headers["location"].startswith("/sign-in")


def test_the_same_guest_begins_another_board(server: Server, browser: Browser) -> None:
    assert [begin(browser), begin(browser, "yacht", "choice"), begin(browser)] == [
        "/hex/101",
        "/yacht/101",
        "/hex/102",
    ]

    assert len(guests(server)) == 1
    assert 'href="/yacht/101"' in browser.get("/").text


def test_a_guest_who_has_all_boards_that_a_guest_may_have_is_told_before_a_move(browser: Browser) -> None:
    for _ in range(5):
        begin(browser)

    page = browser.get("/hex/play/easy")

    assert page.status_code == 422
    assert "A guest plays on 5 boards at most. End one of them first, or sign up." in page.text
    assert '<a class="button" href="/sign-up">Sign up</a>' in page.text
    assert all(f"/hex/{number}" in browser.get("/hex").text for number in range(101, 106))


def test_a_board_of_another_size_is_one_link_away(server: Server, browser: Browser) -> None:
    assert 'href="/hex/play/easy-7">7</a>' in browser.get("/hex/play/easy").text
    assert 'href="/hex/play/easy">11</a>' in browser.get("/hex/play/easy-7").text

    assert begin(browser, move="d4", level="easy-7") == "/hex/101"

    assert "g7" in browser.get("/hex/101").text
    assert "h8" not in browser.get("/hex/101.txt").text
    bot_moves(server, "d3")
    browser.fill_in("/hex/101", do="resign")
    [again] = re.findall(r'href="([^"]*)">Play again', browser.get("/hex/101").text)
    assert browser.get(again.replace("&amp;", "&")).headers["location"] == "/hex/play/easy-7"


@pytest.mark.parametrize("level", ["easy-11", "easy-8", "easy-", "easy-7-7", "hard-7", "easy-9"])
def test_a_size_that_is_not_offered_has_no_board(browser: Browser, level: str) -> None:
    assert browser.get(f"/hex/play/{level}").status_code == 404


@pytest.mark.parametrize("word", [word for word, game in installed().items() if any(o.often for o in game.options)])
def test_each_size_that_is_offered_is_one(word: str) -> None:
    [option] = [each for each in installed()[word].options if each.often]

    assert option.default in option.often
    assert [option.read(str(each)) for each in option.often] == [*option.often]


def test_a_member_chooses_the_size_on_the_page_of_the_game(alice: Browser) -> None:
    answer = alice.fill_in("/go", "/play-now", game="go", level="easy", pace="2", size="9")

    assert "9 by 9 points" in alice.get(answer.headers["location"]).text


def test_a_move_against_the_rules_begins_nothing(server: Server, browser: Browser) -> None:
    before, counted = contents(server), rows(server, "tallies")

    answer = browser.fill_in("/hex/play/easy?move=f6", "/hex/play/easy", do="move", move="z99")

    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert contents(server) == before
    assert rows(server, "tallies") == counted


def test_a_form_of_another_site_begins_nothing(server: Server, browser: Browser) -> None:
    before = contents(server)
    browser.get("/hex/play/easy?move=f6")
    fields = {"do": "move", "move": "f6"}

    assert browser.post("/hex/play/easy", data=fields).status_code == 403
    assert browser.post("/hex/play/easy", data={**fields, "token": "0" * 64}).status_code == 403
    elsewhere = {"Sec-Fetch-Site": "cross-site"}
    assert browser.post("/hex/play/easy", data=fields, headers=elsewhere).status_code == 403
    assert contents(server) == before


@pytest.mark.parametrize("address", ["/hex/play/hard", "/hex/play/", "/nothing/play/easy", "/play-now?game=nothing"])
def test_there_is_no_such_board(browser: Browser, address: str) -> None:
    assert browser.get(address).status_code == 404


def test_a_level_that_guests_do_not_choose_is_the_easy_one(browser: Browser) -> None:
    assert browser.get("/play-now?game=hex&level=expert").headers["location"] == "/hex/play/easy"


def test_what_is_shown_before_the_first_move_is_what_is_played(browser: Browser) -> None:
    def drawing(address: str) -> str:
        [found] = re.findall(r'<pre class="drawing"[^>]*>(.*?)</pre>', browser.get(address).text, re.DOTALL)
        return str(found)

    shown = drawing("/yacht/play/easy")
    assert shown == drawing("/yacht/play/easy?move=choice")
    begin(browser, "yacht", "choice")

    assert drawing("/yacht/101/0").replace("guest-", "")[:60].split() == shown[:60].split()
    assert drawing("/yacht/play/easy") != shown


def test_a_cookie_that_is_kept_brings_no_dice_a_second_time(server: Server, new_browser: NewBrowser) -> None:
    def seeds() -> list[bytes]:
        with server.database.reading() as connection:
            return [bytes(seed) for seed in connection.scalars(text("SELECT seed FROM boards ORDER BY id"))]

    for hours in (0, 0, 1, 20, 24, 24, 24):
        server.now += timedelta(hours=hours)
        browser = new_browser()
        browser.cookies.set("visit", "any-word-of-mine")
        begin(browser, "yacht", "choice")

    assert len({*seeds()}) == len(seeds()) == 7


def test_a_board_that_is_other_than_the_page_shows_does_not_begin(server: Server, browser: Browser) -> None:
    """At midnight there are other dice."""
    here = "/yacht/play/easy"
    page = browser.get(f"{here}?move=choice").text
    [form] = [each for each in forms_on(page) if each.fields.get("do") == "move"]
    server.now += timedelta(days=1)

    answer = browser.post(here, data=form.fields)

    assert answer.status_code == 422
    assert "does not show Yacht Board 101 as it is now" in answer.text
    assert rows(server, "boards") == 0


def test_two_visitors_are_dealt_other_hands(new_browser: NewBrowser) -> None:
    pages = [new_browser().get("/hearts/play/easy").text for _ in range(3)]
    hands = {tuple(re.findall(r'data-place="([^"]+)"', each)) for each in pages}

    assert len(hands) == 3


def test_a_guest_is_a_stranger_everywhere_else(browser: Browser) -> None:
    begin(browser)

    for address in ("/me", "/settings", "/settings/sessions", "/write", "/commands", "/hex/challenge", "/tokens"):
        answer = browser.get(address)
        assert answer.status_code in {303, 404}, address
        assert answer.headers.get("location", "/sign-in").startswith("/sign-in"), address
    assert browser.get("/events").status_code == 401
    for address in ("/", "/hex", "/open", "/help", "/hex/101"):
        page = browser.get(address).text
        assert "Sign out" not in page, address
        assert 'href="/sign-up"' in page, address


def forms_of_the_site(app: Starlette) -> list[str]:
    """All addresses that take forms, for a board and a game of a guest."""
    known = {"game": "hex", "board": "101", "number": "101", "after": "1", "level": "easy", "userid": "alice"}
    paths = {
        re.sub(r"{(\w+)(:\w+)?}", lambda found: known.get(found[1], "x"), route.path)
        for route in app.routes
        if isinstance(route, Route) and "POST" in (route.methods or ())
    }
    return sorted(paths)


GOOD_FOR_ANYBODY = {"/sign-in", "/sign-in/link", "/sign-up", "/forgot", "/confirm", "/new-password", "/sign-out"}


def test_a_guests_cookie_opens_no_other_form(server: Server, site: Site, browser: Browser) -> None:
    begin(browser)
    found = re.search(r'name="token" value="([0-9a-f]+)"', browser.get("/sign-in").text)
    assert found
    token = found[1]
    before = contents(server)

    asked = [each for each in forms_of_the_site(application(site)) if each not in GOOD_FOR_ANYBODY]
    for address in asked:
        fields = {
            "token": token,
            "what": "seek",
            "number": "1",
            "to": "alice",
            "words": "Buy!",
            "do": "x",
            "who": "x",
        }
        answer = browser.post(address, data=fields)
        assert answer.status_code in {303, 400, 401, 403, 404, 405, 415, 422}, address

    assert len(asked) > 20
    assert contents(server) == before


@pytest.mark.parametrize("do", ["chat", "note", "draw", "subscribe", "unsubscribe", "rematch", "substitute", "join"])
def test_a_guest_does_nothing_on_the_board_but_play(server: Server, browser: Browser, do: str) -> None:
    here = begin(browser)
    before = contents(server)

    answer = browser.fill_in(
        "/sign-in", here, do=do, comment="Buy!", note="x", drawn="d4", on="x", who="bob", seen=""
    )

    assert answer.status_code == 422
    assert "As a guest you play with the computer, and nothing else" in answer.text
    assert contents(server) == before


def test_a_guests_cookie_is_no_token_of_a_program(browser: Browser) -> None:
    begin(browser)
    word = browser.cookies["session"]

    for address in ("/api/v1/me", "/api/v1/boards", "/api/events"):
        answer = browser.get(address, headers={"Authorization": f"Bearer {word}"})
        assert answer.status_code in {401, 403, 404}, address


def test_a_guest_signs_up_on_the_page_and_keeps_the_board(server: Server, browser: Browser) -> None:
    here = begin(browser)
    form = {"password": "dave-pw-99", "address": "dave@example.org"}

    taken = browser.fill_in("/sign-up", userid="alice", **form)
    assert taken.status_code == 422
    assert "Sign up</a> to keep it" in browser.get(here).text

    welcome = browser.fill_in("/sign-up", userid="dave", **form)

    assert welcome.headers["location"] == "/me"
    assert "Hex 101" in browser.get("/me").text
    page = browser.get(here).text
    assert "guest-" not in page
    assert "Sign out" in page
    assert guests(server) == []
    assert "dave" in browser.get("/hex/boards").text


def test_strangers_see_the_new_name_at_once(browser: Browser, new_browser: NewBrowser) -> None:
    here = begin(browser)
    stranger = new_browser()
    assert "guest-" in stranger.get(here).text

    browser.fill_in("/sign-up", userid="dave", password="dave-pw-99", address="dave@example.org")

    assert "guest-" not in stranger.get(here).text


def test_a_card_table_names_who_has_signed_up_in_what_was_before_too(
    browser: Browser, new_browser: NewBrowser
) -> None:
    here = begin(browser, "hearts", "abc")
    readers = browser, new_browser()

    def named(page: str) -> list[str]:
        [picture] = re.findall(r'<svg class="sheet".*?</svg>', page, re.DOTALL)
        return re.findall("guest-|dave", picture)

    pages = [(reader, f"{here}{after}") for reader in readers for after in ("", "/0")]
    assert all({*named(reader.get(page).text)} == {"guest-"} for reader, page in pages)

    browser.fill_in("/sign-up", userid="dave", password="dave-pw-99", address="dave@example.org")

    assert all({*named(reader.get(page).text)} == {"dave"} for reader, page in pages)


def test_who_signs_in_is_no_guest_any_more(browser: Browser) -> None:
    here = begin(browser)
    browser.sign_in("alice")

    assert "Sign out" in browser.get(here).text
    assert "Your turn" not in browser.get(here).text


def test_members_choose_game_level_and_pace_in_one_line(alice: Browser) -> None:
    [form] = [each for each in forms_on(alice.get("/").text) if each.action == "/play-now"]
    assert (form.method, form.fields["game"], form.fields["level"], form.fields["pace"]) == (
        "post",
        "hex",
        "easy",
        "21",
    )
    assert "rated" in form.unticked

    chosen = {**form.fields, "game": "othello", "level": "hard", "pace": "2"}
    assert alice.post("/play-now", data=chosen).headers["location"] == "/othello/101"

    page = alice.get("/othello/101").text
    assert "bot-hard" in page
    assert "<dt>Rated</dt><dd>no</dd>" in page
    assert "<dt>Time</dt><dd>2 days a move</dd>" in page


def test_a_game_with_a_bot_is_rated_if_a_member_says_so(alice: Browser) -> None:
    alice.fill_in("/hex", "/play-now", game="hex", level="easy", pace="21", rated="on")

    assert "<dt>Rated</dt><dd>yes</dd>" in alice.get("/hex/101").text


def test_who_is_signed_in_begins_on_the_page_of_the_game(alice: Browser) -> None:
    assert alice.get("/hex/play/easy").headers["location"] == "/hex#play"


def test_bots_come_first_on_the_page_of_a_game(browser: Browser) -> None:
    page = browser.get("/hex").text

    assert page.index("Play now</button>") < page.index("Challenge somebody")
    [form] = [each for each in forms_on(page) if each.action == "/play-now"]
    assert form.fields == {"game": "hex", "size": "11", "level": "easy"}


def test_where_bots_play_nothing_there_is_no_button(server: Server, browser: Browser) -> None:
    server.office.act(lambda call: set_open(call, is_open=False))

    assert "Play now" not in browser.get("/").text
    assert "Play now" not in browser.get("/hex").text
    assert browser.get("/hex/play/easy").status_code == 422


def test_a_game_that_one_plays_alone_has_no_button(browser: Browser) -> None:
    assert "Play now" not in browser.get("/macmahon").text


def test_however_many_come_from_one_network_there_are_ten_guests(server: Server, new_browser: NewBrowser) -> None:
    answers = []
    for _ in range(30):
        browser = new_browser()
        here = "/hex/play/easy"
        answers.append(browser.fill_in(f"{here}?move=f6", here, do="move", move="f6").status_code)

    assert answers == [303] * 10 + [422] * 20
    assert len(guests(server)) == rows(server, "boards") == 10


@pytest.mark.in_part
@pytest.mark.long
@pytest.mark.parametrize("word", sorted(installed()))
def test_each_game_that_bots_play_begins_with_any_first_move(site: Site, browser: Browser, word: str) -> None:
    game = installed()[word]
    if not site.office.look_up(lambda call: levels_of_bots(call, [game], for_guest=True)):
        assert browser.get(f"/{word}/play/easy").status_code == 422
        return
    browser.get(f"/{word}/play/easy")
    whose = site.token("seeds of", f"{browser.cookies['visit']} {word} easy")

    def first_board(call: Call) -> Board:
        seed = bytes.fromhex(site.token("seed", f"{whose} {call.at:%Y-%m-%d} 0"))[:16]
        return board_to_try(call, game, "easy", seed)

    board = site.office.look_up(first_board)
    [seat] = board.seats_of(YOU)
    moves = game.legal_moves(board.position, seat) or game.examples(board.position, seat)

    assert begin(browser, word, moves[0]) == f"/{word}/101"


def test_before_the_first_move_a_guest_chooses_the_size_right_below_the_headline(
    server: Server, browser: Browser
) -> None:
    page = browser.get("/go/play/easy").text

    assert page.index('id="headline"') < page.index('href="/go/play/easy-9">9</a>') < page.index("How to play")
    assert page.count("/go/play/easy-9") == 1


def test_the_lobby_leads_a_stranger_to_the_computer(server: Server, browser: Browser) -> None:
    assert '<a href="/#play">play against the computer</a>' in browser.get("/open").text
