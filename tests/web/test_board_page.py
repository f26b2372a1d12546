"""The page of a board: looking, walking through it, playing, planning, talking; without any script."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape

import pytest
from httpx2 import Response
from sqlalchemy import update

from pbmserv.games.catalogue import installed
from pbmserv.games.file_formats import FORMATS
from pbmserv.play.unread import A_FEW
from pbmserv.storage.notes import BOARD_NOTES
from pbmserv.web.board_page import BoardPage, board_page
from pbmserv.web.board_query import BoardFacts
from pbmserv.web.page_context import REFUSED, PageContext
from pbmserv.web.wanted import Wanted
from tests.conversation import FOUR, PLAYERS, Server
from tests.queries import recorded, scans
from tests.web.conftest import Browser
from tests.web.forms import forms_on

BOARD = "/hex/101"
YACHT = "/yacht/101"
MOST_STATEMENTS = 15
_SEEN = re.compile(r'name="seen" value="([0-9a-f-]+)"')


@pytest.fixture
def game(server: Server) -> Server:
    """A board of Hex on which alice is to move."""
    server.hear("alice@example.org", "hex challenge alice bob -size=5", comment="A game?")
    return server


@pytest.fixture
def yacht(server: Server) -> Server:
    """A board of Yacht on which all three have moved, and alice is to move."""
    server.hear("alice@example.org", "yacht challenge alice bob carol")
    for userid, password in PLAYERS.items():
        server.hear(f"{userid}@example.org", f"yacht move 101 {userid} {password} choice")
    return server


@pytest.fixture
def bob(new_browser: Callable[[], Browser]) -> Browser:
    return signed_in(new_browser(), "bob")


def signed_in(browser: Browser, userid: str) -> Browser:
    assert browser.sign_in(userid).status_code == 303
    return browser


def act(browser: Browser, do: str, form_at: str = BOARD, action: str = BOARD, **fields: str) -> Response:
    """Send a form of the page as it was shown."""
    seen = _SEEN.search(browser.get(form_at).text)
    assert seen, f"there is nothing to do on {form_at}"
    return browser.fill_in(form_at, action, do=do, seen=seen[1], **fields)


def moves_on(server: Server, game: str = "hex", number: int = 101) -> list[str]:
    """The moves that were made on a board."""

    def look(call: object) -> list[str]:
        board = call.work.boards.load(game, number)  # type: ignore[attr-defined]
        return [move.text for move in board.moves]

    return server.office.look_up(look)


def links(page: Response) -> dict[str, str]:
    """The places that can be touched, and where each leads."""
    found = re.findall(r'<a (?=[^>]*href="([^"]*)")[^>]*data-place="([^"]*)"', page.text)
    return {unescape(target): unescape(address) for address, target in found}


def says(page: Response, place: str, what: str) -> bool:
    """Whether the picture says that this lies there."""
    return re.search(rf"<title>{place}, [^<]*{what}", page.text) is not None


def test_after_a_swap_the_page_says_who_has_which_side(game: Server, alice: Browser, bob: Browser) -> None:
    for userid, move in (("alice", "b2"), ("bob", "swap")):
        game.hear(f"{userid}@example.org", f"hex move 101 {userid} {PLAYERS[userid]} {move}")
    told = "bob has taken your side (help swap): you are now Horizontal, and bob is Vertical, with the pieces that"

    assert f'<p class="note">{told} you laid.</p>' in alice.get(BOARD).text
    assert f'data-say="{told} you laid. Your turn"' in alice.get(BOARD).text
    assert "You have taken alice&#39;s side: you are now Vertical, and alice is Horizontal." in bob.get(BOARD).text
    game.hear("alice@example.org", "hex move 101 alice secret7 c3")
    assert "has taken" not in alice.get(BOARD).text


def test_everybody_can_look_at_a_board(game: Server, browser: Browser) -> None:
    page = browser.get(BOARD)

    assert page.status_code == 200
    assert "alice to move" in page.text
    assert "Sign in to play" in page.text
    assert links(page) == {}


def test_a_board_that_is_not_there_is_said_not_to_be(game: Server, browser: Browser) -> None:
    assert browser.get("/hex/102").status_code == 404
    assert "There is no Hex board 102." in browser.get("/hex/102").text
    assert browser.get("/halma/101").status_code == 404
    assert browser.get("/hex/101/7").status_code == 404
    assert browser.get("/hex/99999999999999999999").status_code == 404


def test_a_board_that_was_removed_is_gone(game: Server, browser: Browser) -> None:
    game.hear("alice@example.org", "hex resign 101 alice secret7")

    assert browser.get(BOARD).status_code == 404


def test_to_touch_a_place_shows_the_move_and_makes_none(game: Server, alice: Browser) -> None:
    page = alice.get(links(alice.get(BOARD))["c3"])

    assert page.status_code == 200
    assert 'Confirm<span class="hidden"> c3</span>' in page.text
    assert says(page, "c3", "Vertical")
    assert moves_on(game) == []


def test_a_move_that_is_confirmed_is_made_and_mailed(game: Server, alice: Browser) -> None:
    answer = act(alice, "move", f"{BOARD}?touch=c3", move="c3", comment="In the middle.")

    assert (answer.status_code, answer.headers["location"]) == (303, BOARD)
    assert moves_on(game) == ["c3"]
    [letter] = [each for each in game.outbox() if "bob@example.org" in each["recipients"]][-1:]
    assert "In the middle." in letter["text"]
    assert "bob to move" in alice.get(BOARD).text


def test_a_move_can_be_typed_and_is_shown_first(game: Server, alice: Browser) -> None:
    page = alice.get(BOARD, params={"move": "C3"})

    assert 'Confirm<span class="hidden"> C3</span>' in page.text
    assert says(page, "c3", "Vertical")


def test_a_typed_move_that_is_not_legal_is_refused_in_the_words_of_the_game(game: Server, alice: Browser) -> None:
    page = alice.get(BOARD, params={"move": "z9"})

    assert page.status_code == 422
    assert 'value="z9"' in page.text
    assert "Confirm" not in page.text


def test_words_that_are_moves_in_every_game_can_be_typed(game: Server, alice: Browser) -> None:
    act(alice, "move", move="c3")
    assert (
        'Confirm<span class="hidden"> resign</span>'
        in signed_in(alice, "bob").get(BOARD, params={"move": "resign"}).text
    )


def test_the_page_says_what_it_is_to_resign_before_everybody_has_moved_and_after(
    game: Server, alice: Browser, bob: Browser
) -> None:
    assert "you withdraw at once, which counts for nobody" in bob.get(BOARD).text

    act(alice, "move", move="c3")
    act(bob, "move", move="b2")

    assert "You give the game up." in bob.get(BOARD).text
    assert "you leave when it comes to you" not in bob.get(BOARD).text
    assert "withdraw" not in alice.get(BOARD).text


def test_the_page_offers_no_question_to_who_has_been_asked_enough(game: Server, alice: Browser) -> None:
    for _ in range(A_FEW):
        assert "Propose a tie" in alice.get(BOARD).text
        for word in ("propose", "reject"):
            game.hear("alice@example.org", f"hex move 101 alice secret7 {word}")

    assert "Propose a tie" not in alice.get(BOARD).text


def test_the_page_says_that_whoever_has_started_a_game_with_dice_loses_it_by_resigning(
    server: Server, alice: Browser, bob: Browser
) -> None:
    server.hear("alice@example.org", "backgammon challenge alice bob")

    assert "You give the game up." in alice.get("/backgammon/101").text
    assert "counts for nobody" not in alice.get("/backgammon/101").text
    assert "you withdraw at once, which counts for nobody" in bob.get("/backgammon/101").text


def test_where_others_play_on_it_says_that_a_resignation_waits_for_the_turn(yacht: Server, bob: Browser) -> None:
    assert "It is not your turn: you leave when it comes to you, and nobody is told before." in bob.get(YACHT).text

    yacht.hear("alice@example.org", "yacht move 101 alice secret7 aces")

    assert "You give the game up." in bob.get(YACHT).text
    assert "you leave when it comes to you" not in bob.get(YACHT).text


def test_a_move_out_of_turn_is_refused_and_what_was_written_stays(game: Server, bob: Browser) -> None:
    answer = act(bob, "chat", comment="Wait")
    answer = act(bob, "move", move="c3", comment="Mine!")

    assert answer.status_code == 422
    assert "It is not your turn" in answer.text
    assert moves_on(game) == []


def test_a_form_that_is_sent_twice_moves_once(game: Server, alice: Browser) -> None:
    page = f"{BOARD}?touch=c3"
    seen = _SEEN.search(alice.get(page).text)
    assert seen
    first = alice.fill_in(page, BOARD, do="move", seen=seen[1], move="c3")
    second = alice.fill_in(BOARD, do="move", seen=seen[1], move="c3")

    assert (first.status_code, second.status_code) == (303, 422)
    assert "does not show Hex Board 101 as it is now" in second.text
    assert moves_on(game) == ["c3"]


def test_a_page_that_is_older_than_an_undo_moves_nothing(game: Server, alice: Browser, bob: Browser) -> None:
    act(alice, "move", move="c3")
    old = _SEEN.search(bob.get(BOARD).text)
    assert old
    act(alice, "undo")
    act(bob, "accept")
    act(alice, "move", move="a1")
    answer = bob.fill_in(BOARD, do="move", seen=old[1], move="c4")

    assert answer.status_code == 422
    assert moves_on(game) == ["a1"]


def test_a_resignation_out_of_turn_that_is_sent_twice_is_not_taken_back(yacht: Server, bob: Browser) -> None:
    seen = _SEEN.search(bob.get(YACHT).text)
    assert seen
    bob.fill_in(YACHT, do="resign", seen=seen[1])
    second = bob.fill_in(YACHT, do="resign", seen=seen[1])

    assert second.status_code == 422
    assert "You are going to resign when the turn comes to you" in second.text
    assert "Stay in the game" in second.text


def test_a_page_of_games_has_no_deadline_while_a_tie_is_proposed(game: Server, alice: Browser, bob: Browser) -> None:
    assert 'title="2024-03-22 12:00 UTC"' in alice.get("/me").text

    act(bob, "propose")

    assert "Hex 101" in alice.get("/me").text
    assert "2024-03-22" not in alice.get("/me").text


def test_who_withdraws_is_told_that_the_board_is_gone(game: Server, alice: Browser) -> None:
    answer = act(alice, "resign")

    assert (answer.status_code, answer.headers["location"]) == (303, "/me")
    assert "Hex Board 101 has been removed." in alice.get("/me").text


def test_sides_are_swapped_in_two_steps(game: Server, alice: Browser, bob: Browser) -> None:
    act(alice, "move", move="c3")
    assert "Swap sides" in bob.get(BOARD).text
    assert 'Confirm<span class="hidden"> swap</span>' in bob.get(f"{BOARD}?move=swap").text
    act(bob, "move", f"{BOARD}?move=swap", move="swap")

    assert moves_on(game) == ["c3", "swap"]


def test_a_tie_is_proposed_and_accepted(game: Server, alice: Browser, bob: Browser) -> None:
    act(alice, "move", move="c3")
    act(bob, "move", move="d3")
    act(alice, "propose")

    assert "proposes to end the game as a tie" in bob.get(BOARD).text
    assert act(bob, "accept").status_code == 303
    assert "A tie" in bob.get(BOARD).text


@pytest.mark.parametrize(
    ("do", "proposes"),
    [("undo", "alice proposes to take back 1. c3."), ("propose", "alice proposes to end the game as a tie.")],
)
def test_what_is_proposed_stands_in_place_of_the_buttons_and_its_proposer_withdraws_it(
    game: Server, alice: Browser, bob: Browser, browser: Browser, do: str, proposes: str
) -> None:
    act(alice, "move", move="c3")
    act(alice, do, beside="more")

    told = {reader: under_more(reader) for reader in (alice, bob, browser)}

    assert [f"<p>{proposes} bob has yet to answer.</p>" in told[reader] for reader in told] == [True, False, True]
    assert f"<p>{proposes}</p>" in told[bob]
    assert [">Withdraw</button>" in words for words in told.values()] == [True, False, False]
    assert not any("Propose" in words for words in told.values())
    act(alice, "reject", beside="more")
    assert proposes not in alice.get(BOARD).text
    assert "Propose to take back my last move" in under_more(alice)


def under_more(browser: Browser) -> str:
    """What stands under More, without what a command of it is by mail."""
    return browser.get(BOARD).text.partition('id="more"')[2].partition('<dl class="facts">')[0]


def test_the_moves_can_be_walked_through(game: Server, alice: Browser, bob: Browser) -> None:
    act(alice, "move", move="c3")
    act(bob, "move", move="d3")
    page = alice.get(f"{BOARD}/1")

    assert "After move 1" in page.text
    assert re.search(rf'rel="prev" href="{BOARD}/0\?at=[0-9a-f]+"', page.text)
    assert f'rel="next" href="{BOARD}"' in page.text
    assert says(page, "d3", "empty")
    assert links(page) == {}


def test_moves_are_tried_out_for_both_sides_and_nothing_is_made_of_them(game: Server, alice: Browser) -> None:
    page = alice.get(f"{BOARD}?line=")
    answer = alice.get(links(page)["c3"])
    assert answer.status_code == 303
    answer = alice.get(links(alice.get(answer.headers["location"]))["d3"])
    page = alice.get(answer.headers["location"])

    assert "Trying out moves" in page.text
    assert says(page, "c3", "Vertical")
    assert says(page, "d3", "Horizontal")
    assert moves_on(game) == []


@pytest.mark.parametrize("asked", ["&".join(["line=" + "x" * 500] * 50), "touch=" + "x" * 30_000])
def test_endless_words_in_an_address_make_no_endless_page(game: Server, alice: Browser, asked: str) -> None:
    assert len(alice.get(f"{BOARD}?{asked}").content) < 4 * len(alice.get(BOARD).content)


def test_a_line_of_moves_is_not_cut(game: Server, browser: Browser) -> None:
    # Those of backgammon are the longest.
    line = "&".join(f"line=24/22+13/11(2)+6/{number}" for number in range(50))
    assert "6/49" in browser.get(f"{BOARD}?{line}").text


def test_an_answer_is_planned_by_walking_on(game: Server, alice: Browser, bob: Browser) -> None:
    page = bob.get(BOARD, params=[("line", "c3"), ("line", "d3")])
    assert "if c3 then d3" in page.text
    act(bob, "queue", f"{BOARD}?line=c3&line=d3", move="if c3 then d3")

    assert "if c3, then d3" in bob.get(BOARD).text
    assert "then d3" not in alice.get(BOARD).text
    act(alice, "move", move="c3")
    assert moves_on(game) == ["c3", "d3"]


def test_one_of_the_planned_answers_is_removed_by_its_own_button(game: Server, alice: Browser, bob: Browser) -> None:
    for plan in ("if c3 then d3", "if e4 then b5", "d1"):
        act(bob, "queue", move=plan)
    page = bob.get(BOARD)
    assert 'name="move" value="cancel if e4 then b5"' in page.text
    assert "Forget all that is queued" in page.text

    act(bob, "queue", move="cancel if e4 then b5")

    page = bob.get(BOARD)
    assert "if c3 then d3" in page.text
    assert "if e4 then b5" not in page.text
    assert "cancel if c3 then d3" not in alice.get(BOARD).text
    act(bob, "queue", move="cancel d1")
    page = bob.get(BOARD)
    assert "Remove" in page.text
    assert "Forget all that is queued" not in page.text


def test_who_removes_a_plan_that_is_being_carried_out_is_told(game: Server, alice: Browser, bob: Browser) -> None:
    act(bob, "queue", move="if c3 then d3")
    seen = _SEEN.search(bob.get(BOARD).text)
    assert seen
    act(alice, "move", move="c3")

    answer = bob.fill_in(BOARD, BOARD, do="queue", seen=seen[1], move="cancel if c3 then d3")

    assert answer.status_code == REFUSED
    assert moves_on(game) == ["c3", "d3"]


def test_plans_are_written_as_places_are_called_now(server: Server, alice: Browser) -> None:
    board = "/trichet/101"
    server.hear("alice@example.org", "trichet challenge alice bob")
    # Once bob has laid a tile, places have other numbers than before.
    page = alice.get(board, params={"line": ["b1", "a8"]})
    assert 'value="if b1 then a2"' in page.text
    act(alice, "queue", board, board, move="if b1 then a2")
    server.hear("bob@example.org", "trichet move 101 bob bobpw123 b1")

    assert drawing(alice.get(board)) == drawing(page)


def drawing(page: Response) -> str:
    """The board in characters."""
    found = re.search(r'<pre class="drawing"[^>]*>(.*?)</pre>', page.text, re.DOTALL)
    assert found
    return unescape(found[1])


def test_what_is_said_is_shown_to_those_who_get_the_letters(game: Server, alice: Browser, bob: Browser) -> None:
    act(bob, "chat", comment="Good luck <b>alice</b>!")

    assert "Good luck &lt;b&gt;alice&lt;/b&gt;!" in alice.get(BOARD).text
    assert "A game?" in bob.get(BOARD).text
    [letter] = [each for each in game.outbox() if "alice@example.org" in each["recipients"]][-1:]
    assert "Good luck" in letter["text"]


def test_what_is_said_is_shown_to_nobody_else(game: Server, new_browser: Callable[[], Browser]) -> None:
    carol = signed_in(new_browser(), "carol")

    assert "A game?" not in new_browser().get(BOARD).text
    assert "A game?" not in carol.get(BOARD).text
    assert act(carol, "subscribe").status_code == 303
    assert "A game?" in carol.get(BOARD).text
    act(carol, "unsubscribe")
    assert "A game?" not in carol.get(BOARD).text


def test_whose_turn_it_is_stands_above_what_has_come_of_a_move(yacht: Server, alice: Browser) -> None:
    act(alice, "move", YACHT, YACHT, move="fours")

    page = alice.get(YACHT).text
    [note] = re.findall(r'<p class="said" id="said" role="status">(.*?)</p>', page, re.DOTALL)
    assert "bob (B) rolls" in note
    assert page.index('id="headline"') < page.index('id="said"') < page.index('class="goal"')


def test_words_that_are_sent_twice_are_said_once(game: Server, alice: Browser) -> None:
    for _ in range(2):
        assert act(alice, "chat", comment="Hello").status_code == 303

    assert alice.get(BOARD).text.count("Hello") == 1


def test_no_page_is_made_to_find_out_whether_words_were_said_already(
    game: Server, alice: Browser, bob: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the newest remark on this very board by this very player counts."""
    game.hear("alice@example.org", "hex challenge alice bob")
    made = board_page

    def shown(asked: PageContext, wanted: Wanted, facts: BoardFacts | None = None) -> BoardPage:
        assert facts, "a form was sent, and a page made before anything was done"
        return made(asked, wanted, facts)

    monkeypatch.setattr("pbmserv.web.pages.board.board_page", shown)

    for said_by in (alice, bob, alice, alice):
        assert act(said_by, "chat", comment="Hello").status_code == 303
    assert act(alice, "chat", "/hex/102", "/hex/102", comment="Hello").status_code == 303

    assert alice.get(BOARD).text.count("Hello") == 3
    assert alice.get("/hex/102").text.count("Hello") == 1


def test_words_can_be_said_again_after_a_minute(game: Server, alice: Browser) -> None:
    for seconds, times in ((0, 1), (59, 1), (1, 2)):
        game.now += timedelta(seconds=seconds)
        act(alice, "chat", comment="Hello")
        assert alice.get(BOARD).text.count("Hello") == times


def test_a_note_is_for_nobody_else(game: Server, alice: Browser, bob: Browser) -> None:
    act(alice, "note", note="Mind the <corner>.")

    assert "Mind the &lt;corner&gt;." in alice.get(BOARD).text
    assert "Mind the" not in bob.get(BOARD).text
    act(alice, "note", note="")
    assert "Mind the" not in alice.get(BOARD).text


def test_of_two_windows_neither_overwrites_the_note_of_the_other_unseen(game: Server, alice: Browser) -> None:
    def note_seen() -> str:
        found = re.search(r'name="note_seen" value="([0-9a-f]+)"', alice.get(BOARD).text)
        assert found
        return found[1]

    both = note_seen()
    act(alice, "note", note="From the first.", note_seen=both)

    refused = act(alice, "note", note="From the second.", note_seen=both)

    assert refused.status_code == 422
    assert "Your note has been changed since this page was shown" in refused.text
    assert ">From the second.</textarea>" in refused.text
    assert "<blockquote>From the first.</blockquote>" in refused.text
    assert ">From the first.</textarea>" in alice.get(BOARD).text
    [now] = re.findall(r'name="note_seen" value="([0-9a-f]+)"', refused.text)
    assert act(alice, "note", note="From the second.", note_seen=now).status_code == 303
    # The same once more changes nothing, and is no conflict.
    assert act(alice, "note", note="From the second.", note_seen=both).status_code == 303
    assert act(alice, "note", note="", note_seen=both).status_code == 422
    assert ">From the second.</textarea>" in alice.get(BOARD).text


def test_notes_have_a_million_characters_together_and_not_one_more(game: Server, alice: Browser) -> None:
    game.hear("alice@example.org", "hex challenge alice bob")
    act(alice, "note", "/hex/102", "/hex/102", note="x")
    with game.database.writing() as connection:
        connection.execute(update(BOARD_NOTES).values(text="x" * 999_999))
    assert act(alice, "note", note="y").status_code == 303

    refused = act(alice, "note", note="yz")

    assert refused.status_code == 422
    assert "All your notes together have 1,000,000 characters at most" in refused.text
    assert ">yz</textarea>" in refused.text
    assert ">y</textarea>" in alice.get(BOARD).text


def test_the_next_game_is_a_button(game: Server, alice: Browser) -> None:
    game.hear("alice@example.org", "hex challenge alice bob")
    act(alice, "move", move="c3")

    assert 'href="/hex/102" id="next-game"' in alice.get(BOARD).text


def test_who_is_not_signed_in_is_asked_to_before_anything_is_done(game: Server, browser: Browser) -> None:
    answer = browser.fill_in("/sign-in", BOARD, do="move", move="c3")

    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/sign-in")
    assert moves_on(game) == []


def test_cards_to_pass_are_chosen_again_until_all_have_chosen(server: Server, alice: Browser) -> None:
    server.sign_up("dave")
    server.hear("alice@example.org", "hearts challenge alice bob carol dave")

    def choose(page: str) -> Response:
        [form] = [each for each in forms_on(page) if each.fields.get("do") == "move"]
        return alice.post("/hearts/101", data=form.fields)

    for chosen in ("a b c", "c b d", "e f g"):
        assert choose(alice.get(f"/hearts/101?touch={chosen}").text).status_code == 303
    late = alice.get("/hearts/101?touch=a b c").text
    for userid in ("bob", "carol", "dave"):
        server.hear(f"{userid}@example.org", f"hearts move 101 {userid} {FOUR[userid]} abc")
    refused = choose(late)

    assert refused.status_code == 422
    assert "does not show Hearts Board 101 as it is now. Nothing was done." in refused.text
    assert "You passed" in refused.text


def test_hidden_hands_are_seen_by_their_players_only(server: Server, alice: Browser, bob: Browser) -> None:
    server.hear("alice@example.org", "triominoes challenge alice bob")
    letter = server.hear("bob@example.org", "triominoes showas bob bobpw123 101").text
    hand = re.search(r"Your tiles: (.*)", letter)
    assert hand

    assert hand[1] in bob.get("/triominoes/101").text
    assert hand[1] not in alice.get("/triominoes/101").text
    assert "tile face down" in alice.get("/triominoes/101").text or "hidden" in alice.get("/triominoes/101").text


def test_a_hidden_choice_can_be_made_again_until_all_have_chosen(server: Server, alice: Browser) -> None:
    server.hear("alice@example.org", "goofspiel challenge alice bob")
    act(alice, "move", "/goofspiel/101", "/goofspiel/101", move="J")
    page = alice.get("/goofspiel/101")

    assert "You have chosen" in page.text
    assert "K" in links(page)
    assert act(alice, "move", "/goofspiel/101", "/goofspiel/101", move="K").status_code == 303


_MARKED = re.compile(r'data-(?:place|name|anew)="([^"]*)" data-touched=""')


def test_what_one_has_chosen_is_marked_until_something_else_is_touched(
    server: Server, alice: Browser, bob: Browser
) -> None:
    server.sign_up("dave")
    server.hear("alice@example.org", "hearts challenge alice bob carol dave")
    server.hear("alice@example.org", "goofspiel challenge alice bob")
    act(alice, "move", "/goofspiel/101", "/goofspiel/101", move="J")
    act(alice, "move", "/hearts/101", "/hearts/101", move="pass aim")

    assert _MARKED.findall(alice.get("/goofspiel/101").text) == ["J"]
    assert re.search(
        r"""</h2>\s*<p class="note">You have chosen: <span class="move">(?:(?:10|[2-9JQKA])[♣♦♠♥] ?){3}</span>.""",
        alice.get("/hearts/101").text,
    )
    assert sorted(_MARKED.findall(alice.get("/hearts/101").text)) == ["a", "i", "m"]
    assert _MARKED.findall(alice.get("/goofspiel/101?touch=7").text) == ["7"]
    assert _MARKED.findall(bob.get("/goofspiel/101").text) == []
    assert _MARKED.findall(bob.get("/hearts/101").text) == []


def test_moves_of_four_stand_below_their_players_and_passed_cards_are_counted(server: Server, alice: Browser) -> None:
    server.sign_up("dave")
    server.hear("alice@example.org", "hearts challenge alice bob carol dave")
    for userid in ("alice", "bob", "carol", "dave"):
        server.hear(f"{userid}@example.org", f"hearts move 101 {userid} {FOUR[userid]} pass abc")

    page = unescape(alice.get("/hearts/101").text)

    heads = re.findall(r'<th scope="col" title="([^"]*)">(.*?)</th>', page)
    assert [title for title, _ in heads] == ["alice (South)", "bob (West)", "carol (North)", "dave (East)"]
    assert [re.sub(r"<[^>]*>", "", head).strip() for _, head in heads] == ["alice", "bob", "carol", "dave"]
    assert page.count(">passed 3<") == 4
    assert "pass abc" not in page


def test_a_trick_is_told_in_the_signs_of_its_cards(server: Server, new_browser: Callable[[], Browser]) -> None:
    server.sign_up("dave")
    server.hear("alice@example.org", "hearts challenge alice bob carol dave")
    for userid in ("alice", "bob", "carol", "dave"):
        server.hear(f"{userid}@example.org", f"hearts move 101 {userid} {FOUR[userid]} pass abc")
    browsers = {userid: signed_in(new_browser(), userid) for userid in FOUR}

    for _ in range(3):
        board = server.office.look_up(lambda call: call.work.boards.load("hearts", 101))
        assert board
        seat = board.to_move[0]
        browser = browsers[board.seats[seat].player.userid]
        card = (board.game.legal_moves(board.position, seat) or ())[0]
        answered = act(browser, "move", "/hearts/101", "/hearts/101", move=card)

    assert re.search(
        r"Trick 1: \w+ takes 2♣( (10|[2-9JQKA])[♣♦♠♥]){3}", browser.get(answered.headers["location"]).text
    )
    # Walking calls a card by its trick; what was passed before is a move.
    first, later = (
        re.findall(r'<h2 id="headline">(.*?)</h2>', browser.get(f"/hearts/101/{number}").text)[0] for number in (4, 6)
    )
    assert first == "After move 4"
    assert re.fullmatch(r"Trick 1, (alice|bob|carol|dave): (10|[2-9JQKA])[♣♦♠♥]", later)


def test_ships_are_seen_before_and_after_their_place_is_confirmed(
    server: Server, alice: Browser, bob: Browser
) -> None:
    server.hear("alice@example.org", "fleets challenge alice bob")
    ships = "a1-e1 j2-j5 c4-c6 f8-h8 a9-a10"
    touched = ships.replace("-", "+").replace(" ", "+")

    before = alice.get(f"/fleets/101?touch={touched}").text
    act(alice, "move", "/fleets/101", "/fleets/101", move=ships)
    after = alice.get("/fleets/101").text

    assert 'id="confirm"' in before
    for page in (before, after):
        assert "a1, ship" in page
        assert "h8, ship" in page
    assert ", ship" not in bob.get("/fleets/101").text


def test_a_tile_that_is_about_to_be_laid_is_no_button(server: Server, alice: Browser) -> None:
    server.hear("alice@example.org", "trioker-puzzle challenge alice")

    page = alice.get("/trioker-puzzle/101?touch=tile:000+1")

    assert 'id="confirm"' in page.text
    assert "tile 000</a>" not in page.text
    assert 'data-anew="tile:000"' not in page.text


def test_the_page_is_served_by_indexes_whatever_else_is_stored(game: Server, alice: Browser) -> None:
    act(alice, "chat", comment="Hello")
    act(alice, "note", note="Mine.")
    with recorded(game.database) as statements:
        alice.get(BOARD)
        alice.get(f"{BOARD}?touch=c3")
        alice.get(f"{BOARD}/0")
        alice.get(f"{BOARD}.svg")

    with game.database.writing() as connection:
        assert scans(connection, statements) == []
    assert len(statements) <= 4 * MOST_STATEMENTS


def test_a_game_that_fails_to_draw_itself_is_shown_in_characters(
    game: Server, alice: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(type(installed()["hex"]), "picture", fail)
    page = alice.get(BOARD)

    assert page.status_code == 200
    assert 'class="pic-characters"' in page.text
    assert '<a href="/hex/101?touch=c3" data-place="c3" class="button quiet" title="c3">c3</a>' in page.text
    assert alice.get(f"{BOARD}.png").content.startswith(b"\x89PNG")


def test_files_of_a_board(game: Server, browser: Browser, alice: Browser) -> None:
    act(alice, "move", move="c3")
    svg, png = browser.get(f"{BOARD}.svg"), browser.get(f"{BOARD}.png")

    assert svg.headers["content-type"].startswith("image/svg+xml")
    assert png.content.startswith(b"\x89PNG")
    assert browser.get(f"{BOARD}.svg", headers={"If-None-Match": svg.headers["etag"]}).status_code == 304
    assert browser.get(f"{BOARD}.png", headers={"If-None-Match": png.headers["etag"]}).status_code == 304
    assert browser.get(f"{BOARD}/0.svg").headers["etag"] != svg.headers["etag"]
    assert " x " in browser.get(f"{BOARD}.txt").text.replace("(", " ").replace(")", " ")
    data = browser.get(f"{BOARD}.json").json()
    assert ([move["text"] for move in data["moves"]], data["to_move"]) == (["c3"], ["bob"])
    assert "may" in alice.get(f"{BOARD}.json").json()
    assert browser.get(f"{BOARD}.record.json").json()
    for missing in ("/hex/102.svg", "/hex/101/9.png", "/hex/102.record.json", "/halma/1.json"):
        assert browser.get(missing).status_code == 404


@pytest.mark.parametrize(
    ("game", "ending", "media_type", "begins"),
    [
        ("go", "sgf", "application/x-go-sgf", "(;FF[4]"),
        ("chess", "pgn", "application/vnd.chess-pgn", '[Event "Chess 101"]'),
        ("draughts", "pdn", "application/x-pdn", '[Event "Draughts 101"]'),
        ("backgammon", "mat", "application/x-jellyfish-match", "; [Event"),
        ("shogi", "kifu", "application/x-kifu", "#KIF version=2.0 encoding=UTF-8"),
        ("minishogi", "usi", "application/x-usi", "position sfen "),
    ],
)
def test_a_game_can_be_had_in_the_format_of_its_players_and_in_no_other(
    server: Server, browser: Browser, alice: Browser, game: str, ending: str, media_type: str, begins: str
) -> None:
    server.hear("alice@example.org", f"{game} challenge alice bob")
    page = f"/{game}/101.{ending}"
    file = browser.get(page)

    assert file.headers["content-type"].startswith(media_type)
    assert file.headers["content-disposition"] == f'attachment; filename="{game}-101.{ending}"'
    assert file.text.startswith(begins)
    name = next(form.name for form in FORMATS if form.ending == ending)
    assert f'<a href="{page}" download>{name}</a>' in alice.get(f"/{game}/101").text
    for missing in ("/trichet/101.sgf", f"/{game}/102.{ending}"):
        assert browser.get(missing).status_code == 404
    for other in {"sgf", "pgn", "pdn", "mat", "pbn"} - {ending}:
        assert browser.get(f"/{game}/101.{other}").status_code == 404


def test_who_has_touched_the_wrong_piece_touches_another_one_or_lets_go_of_it(server: Server, alice: Browser) -> None:
    server.hear("alice@example.org", "chess challenge alice bob")
    page = alice.get("/chess/101?touch=e2")

    assert set(links(page)) == {"e3", "e4"}
    anew = dict(re.findall(r'<a href="([^"]*)" tabindex="-1" class="anew" data-anew="([^"]*)"', page.text))
    leads = {place: address for address, place in anew.items()}
    assert leads["g1"] == "/chess/101?touch=g1"
    assert leads["e2"] == "/chess/101"
    assert "e7" not in leads
    assert set(links(alice.get(leads["g1"]))) == {"f3", "h3"}


def test_dice_of_ones_own_are_touched_before_the_checkers(server: Server, alice: Browser) -> None:
    server.hear("alice@example.org", "backgammon challenge bob alice -dice=typed --unrated")
    for move in ("31", "8/5 6/5"):
        server.hear("bob@example.org", f"backgammon move 101 bob bobpw123 {move}")
    board = alice.get("/backgammon/101")
    rolled = alice.get("/backgammon/101?touch=6-4")

    assert "nobody can verify it" in board.text
    assert "SHA-256 of the seed" not in board.text
    assert links(board)["6-4"] == "/backgammon/101?touch=6-4"
    assert links(rolled)["24"] == "/backgammon/101?touch=6-4+24"
    assert links(alice.get("/backgammon/101?touch=6-4+3-1"))["24"] == "/backgammon/101?touch=3-1+24"
    chosen = "/backgammon/101?touch=6-4+24+18+18+14"
    act(alice, "move", chosen, "/backgammon/101", move="64: 24/14")
    assert moves_on(server, "backgammon")[-1] == "64: 24/14"


def test_dead_stones_are_marked_by_touch_and_proposed_together(server: Server, alice: Browser) -> None:
    server.hear("alice@example.org", "go challenge alice bob -size=9")
    for userid, password, move in (
        ("alice", "secret7", "e5"), ("bob", "bobpw123", "c3"), ("alice", "secret7", "g7"),
        ("bob", "bobpw123", "pass"), ("alice", "secret7", "pass"), ("bob", "bobpw123", "dead g7"),
    ):  # fmt: skip
        server.hear(f"{userid}@example.org", f"go move 101 {userid} {password} {move}")
    begun = alice.get("/go/101?touch=c3")

    assert links(alice.get("/go/101"))["c3"] == "/go/101?touch=c3"
    assert links(begun)["e5"] == "/go/101?touch=c3+e5"
    assert links(begun)["done"] == "/go/101?touch=c3+done"
    act(alice, "move", "/go/101?touch=c3+done", "/go/101", move="dead g7 c3")
    assert moves_on(server, "go")[-1] == "dead g7 c3"


class TestTheNextGame:
    @pytest.fixture
    def game(self, server: Server) -> Server:
        """Boards that wait for alice: 104 for three hours, 102 for two and 103 for one, and 101 since now."""
        for _ in range(4):
            server.hear("bob@example.org", "hex challenge bob alice -size=5")
        for number in (104, 102, 103, 101):
            server.now += timedelta(hours=1)
            server.hear("bob@example.org", f"hex move {number} bob bobpw123 a1")
        return server

    def test_is_what_waits_longest_after_this_one(self, game: Server, alice: Browser) -> None:
        assert [next_game(alice, number) for number in (104, 102, 103, 101)] == [102, 103, 101, 104]

    def test_is_not_what_was_passed_over_before(self, game: Server, alice: Browser) -> None:
        assert next_game(alice, 104) == 102
        game.now += timedelta(hours=1)
        game.hear("alice@example.org", "hex move 102 alice secret7 c3")

        assert next_game(alice, 102) == 103

    def test_is_never_the_same_before_all_others_were_shown(self, game: Server, alice: Browser) -> None:
        shown = [103]
        for _ in range(4):
            shown.append(next_game(alice, shown[-1]))
            game.now += timedelta(minutes=1)
            game.hear("alice@example.org", f"hex move {shown[-2]} alice secret7 c3")

        assert shown[:4] == [103, 101, 104, 102]


def next_game(browser: Browser, number: int) -> int:
    found = re.search(r'href="/hex/(\d+)" id="next-game"', browser.get(f"/hex/{number}").text)
    return int(found[1]) if found else 0
