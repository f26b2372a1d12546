"""Moves that were tried out on a board: a tree in the private note, which nobody else sees."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import unescape
from itertools import pairwise
from urllib.parse import urlencode

import pytest

from pbmserv.games.base import Refusal
from pbmserv.play.previewing import look_ahead
from pbmserv.web.note_lines import with_words, words_of
from pbmserv.web.tried_notes import Branch, Tried, branches_from, tried_in, with_tried, without_tried
from tests.conversation import FOUR, Server
from tests.web.conftest import Browser

BOARD = "/hex/101"
START = "0.0"
_OF_A_TREE = r'(<ul class="lines">)|(</ul>)|<a href="[^"]*"( aria-current="true")?[^>]*>([^<]*)</a>'


def line(*moves: str) -> list[tuple[str, Tried]]:
    """Moves from the start on; a position is named by the moves that lead to it."""
    names = [START, *(f"{n}.{'.'.join(moves[:n]).encode().hex()[:12]}" for n in range(1, len(moves) + 1))]
    return [(before, Tried(move, move, to)) for move, (before, to) in zip(moves, pairwise(names), strict=True)]


def kept(*lines: Sequence[str]) -> str:
    note = "Mind the corner."
    for moves in lines:
        note = with_tried(note, line(*moves), [START])
    return note


def told(branches: Sequence[Branch]) -> str:
    """A tree in one line: `a (b, c d)`."""
    return ", ".join(
        " ".join(each.shown for each in branch.steps) + (f" ({told(branch.branches)})" if branch.branches else "")
        for branch in branches
    )


def tree(note: str, longest: int = 50) -> str:
    return told(branches_from(tried_in(note), START, longest))


class TestATree:
    def test_has_each_line_once_in_the_order_in_which_it_was_tried(self) -> None:
        note = kept(["a", "b", "c"], ["x"], ["a", "b", "d", "e"], ["a", "b", "c"])

        assert tree(note) == "a b (c, d e), x"
        assert [each.ends for each in branches_from(tried_in(note), START, 50)] == [2, 1]

    def test_is_no_part_of_the_words_and_outlives_them(self) -> None:
        note = kept(["a", "b"])

        assert words_of(note) == "Mind the corner."
        assert tree(with_words(note, "")) == tree(with_words(note, "Or not.")) == "a b"

    def test_keeps_moves_with_any_signs_and_what_lists_call_them(self) -> None:
        tried = Tried("a→b = 100% # c", "축=c", "1.1")
        note = with_tried("", [(START, tried)], [START])

        assert tried_in(note) == {START: {tried.move: tried}}
        assert "\n" not in note

    def test_begins_at_any_position_in_it(self) -> None:
        note = kept(["a", "b"], ["a", "c"])

        assert told(branches_from(tried_in(note), line("a")[0][1].to, 50)) == "b, c"
        assert branches_from(tried_in(note), "1.ffffff", 50) == ()

    def test_loses_a_move_with_all_that_followed(self) -> None:
        note = kept(["a", "b", "c"], ["a", "d"], ["x"])

        assert tree(without_tried(note, line("a")[0][1].to, "b")) == "a d, x"
        assert without_tried(without_tried(note, START, "a"), START, "x") == "Mind the corner."
        assert without_tried(note, START, "z") == note

    def test_leaves_out_what_cannot_be_reached_any_more_where_room_is_short(self) -> None:
        note = ""
        for number in range(9):
            note = with_tried(note, [(f"{number}.a", Tried("m" * 990, "m" * 990, f"{number}.b"))], ["5.a"])
        longer = with_tried(note, [("8.b", Tried("n" * 990, "n" * 990, "9.c"))], ["5.a", "8.a"])

        assert [*tried_in(note)] == [f"{number}.a" for number in range(9)]
        assert [*tried_in(longer)] == ["5.a", "8.a", "8.b"]

    def test_has_ten_thousand_characters_at_most(self) -> None:
        note = kept(*([f"{number}{'m' * 900}"] for number in range(10)))

        with pytest.raises(Refusal, match="forget some of it first"):
            with_tried(note, line("n" * 900), [START])

    def test_that_somebody_has_written_in_circles_is_shown_once(self) -> None:
        note = "\n".join(f"Tried on {a}.1: x→{b}.1 y→{(b + 1) % 9}.1" for a, b in pairwise([*range(9), 0]))

        assert told(branches_from(tried_in(note), "0.1", 50)).count("x") <= 9

    @pytest.mark.parametrize("text", ["a", "→1.1", "a→", "a→1", "a=→1.1", "a→1.1x"])
    def test_ignores_what_is_no_move(self, text: str) -> None:
        assert tried_in(f"Tried on 1.1: {text} b→2.2") == {"1.1": {"b": Tried("b", "b", "2.2")}}

    def test_is_shown_as_deep_as_lines_may_be(self) -> None:
        assert tree(kept([*"abcdefgh"]), longest=3) == "a b c"


def address(*moves: str, board: str = BOARD) -> str:
    return f"{board}?{urlencode([('line', move) for move in moves or ('',)])}"


def shown(browser: Browser, *moves: str, board: str = BOARD) -> str:
    """The tree on the page of a line, in one line: `<` before a list of ways, `>` after it, `*` at what is shown."""
    return shown_at(browser, address(*moves, board=board))


def shown_at(browser: Browser, at: str) -> str:
    _, begin, rest = browser.get(at).text.partition('<ul class="lines">')
    found, deep = list[str](), 0
    for opens, closes, at, move in re.findall(_OF_A_TREE, begin + rest):
        deep += bool(opens) - bool(closes)
        found.append("<" if opens else ">" if closes else f"{'*' if at else ''}{unescape(move)}")
        if not deep:
            break
    return " ".join(found)


def keep(browser: Browser, *moves: str, board: str = BOARD) -> int:
    answer = browser.fill_in(address(*moves, board=board), do="try")
    return int(answer.status_code)


def count_on_the_button(browser: Browser, board: str = BOARD) -> str:
    found = re.search(r'title="([^"]* kept)"', browser.get(board).text)
    return found[1] if found else ""


class TestOnAPage:
    @pytest.fixture(autouse=True)
    def game(self, server: Server) -> None:
        server.hear("alice@example.org", "hex challenge alice bob -size=5")
        server.hear("alice@example.org", "hex move 101 alice secret7 c3")

    def test_two_ways_are_both_found_next_time(self, alice: Browser) -> None:
        assert keep(alice, "b2", "d4") == 303
        assert keep(alice, "b2", "a5") == 303
        assert keep(alice, "e1") == 303

        assert shown(alice) == "< b2 < d4 a5 > e1 >"
        assert shown(alice, "b2", "a5") == "< b2 < d4 *a5 > e1 >"
        assert count_on_the_button(alice) == "3 lines kept"

    def test_the_line_that_is_tried_is_in_the_tree_before_it_is_kept(self, alice: Browser) -> None:
        keep(alice, "b2", "d4")

        assert shown(alice, "b2", "a5") == "< b2 < d4 *a5 > >"
        assert shown(alice) == "< b2 d4 >"

    def test_nobody_else_sees_it(self, alice: Browser, new_browser: Callable[[], Browser]) -> None:
        bob = new_browser()
        bob.sign_in("bob")
        keep(alice, "b2")

        for other in (bob, new_browser()):
            assert shown(other) == ""
            assert count_on_the_button(other) == ""

    def test_a_move_that_was_made_leaves_what_follows_on_it(self, server: Server, alice: Browser) -> None:
        keep(alice, "b2", "d4", "a1")
        keep(alice, "e1")
        server.hear("bob@example.org", "hex move 101 bob bobpw123 b2")

        assert shown(alice) == "< d4 a1 >"
        assert shown(alice, board=f"{BOARD}/1") == "< b2 d4 a1 e1 >"
        assert count_on_the_button(alice) == "1 line kept"

    def test_lines_that_the_game_has_left_are_found_from_the_board_and_from_the_list(
        self, server: Server, alice: Browser, browser: Browser
    ) -> None:
        keep(alice, "b2", "d4")
        keep(alice, "b2", "a5")
        keep(alice, "e1")
        assert "kept after" not in alice.get(BOARD).text
        server.hear("bob@example.org", "hex move 101 bob bobpw123 b2")
        server.hear("alice@example.org", "hex move 101 alice secret7 d4")
        page = unescape(alice.get(BOARD).text)

        left = re.findall(r'<a href="([^"]*)" data-part>(\d lines? kept after move \d)</a>', page)
        assert [words for _, words in left] == ["1 line kept after move 1", "1 line kept after move 2"]
        assert re.findall(r'>(\w+) <span class="count" title="([^"]*)">', page) == [
            ("c3", "1 line kept"), ("b2", "1 line kept"),
        ]  # fmt: skip
        assert shown_at(alice, left[0][0]) == "< b2 < d4 a5 > e1 >"
        assert shown_at(alice, left[1][0]) == "< d4 a5 >"
        assert "kept after" not in browser.get(BOARD).text

    def test_an_undo_leads_back_and_the_same_moves_made_again_lead_on(self, server: Server, alice: Browser) -> None:
        server.hear("bob@example.org", "hex move 101 bob bobpw123 b2")
        keep(alice, "d4")
        server.hear("bob@example.org", "hex move 101 bob bobpw123 undo")
        server.hear("alice@example.org", "hex move 101 alice secret7 accept")
        assert shown(alice) == ""

        server.hear("bob@example.org", "hex move 101 bob bobpw123 e5")
        assert shown(alice) == ""
        assert shown(alice, "d4") == "< *d4 >"

    def test_it_is_planned_as_a_move_that_waits(self, alice: Browser) -> None:
        keep(alice, "b2", "d4")

        page = alice.get(address("b2", "d4")).text
        assert 'value="if b2 then d4"' in page
        assert alice.fill_in(BOARD, do="queue", move="if b2 then d4").status_code == 303
        assert shown(alice) == "< b2 d4 >"

    def test_a_move_is_forgotten_with_what_follows(self, alice: Browser) -> None:
        for moves in (["b2", "d4"], ["b2", "a5"], ["e1"]):
            keep(alice, *moves)
        answer = alice.fill_in(address("b2"), do="forget")

        assert answer.headers["location"] == address()
        assert shown(alice) == "< e1 >"

    def test_the_button_is_there_as_long_as_something_is_new(self, alice: Browser) -> None:
        assert "Keep this line" in alice.get(address("b2")).text
        keep(alice, "b2")

        assert "Keep this line" not in alice.get(address("b2")).text
        assert 'value="forget"' in alice.get(address("b2")).text
        assert "Keep this line" not in alice.get(address()).text

    def test_what_cannot_be_played_is_not_kept(self, alice: Browser) -> None:
        assert keep(alice, "b2", "c3") == 303
        assert keep(alice, "z9") == 303

        assert shown(alice) == ""
        assert shown(alice, "b2", "c3") == "< b2 c3 >"

    def test_a_tree_that_is_full_is_told_of(self, alice: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("pbmserv.web.tried_notes.MOST_CHARACTERS", 60)
        keep(alice, "b2")
        answer = alice.fill_in(address("b2", "d4", "a1"), do="try")

        assert answer.status_code == 422
        assert "no more can be kept: forget some of it first" in answer.text
        assert shown(alice) == "< b2 >"

    def test_lines_in_the_words_of_a_note_are_no_tree(self, alice: Browser) -> None:
        alice.fill_in(BOARD, do="note", note="Tried on 1.1: b2→2.2\nMind the corner.")

        assert "Mind the corner." in alice.get(BOARD).text
        assert shown(alice) == ""

    def test_strangers_keep_nothing(self, browser: Browser) -> None:
        assert 'value="try"' not in browser.get(address("b2")).text
        assert shown(browser, "b2") == "< *b2 >"
        answer = browser.fill_in("/sign-in", address("b2"), do="try")
        assert answer.headers["location"].startswith("/sign-in?to=/hex/101")

    def test_one_walks_along_it_as_through_the_moves(self, alice: Browser) -> None:
        keep(alice, "b2", "d4")

        page = unescape(alice.get(address("b2")).text)
        assert f'rel="prev" href="{address()}"' in page
        assert f'rel="next" href="{address("b2", "d4")}"' in page

    def test_two_windows_keep_both_their_lines_and_the_words(self, alice: Browser) -> None:
        alice.fill_in(BOARD, do="note", note="Mind the corner.")
        seen = re.search(r'name="note_seen" value="([^"]*)"', alice.get(BOARD).text)
        keep(alice, "b2")
        keep(alice, "e1")
        assert seen
        assert alice.fill_in(BOARD, do="note", note="Or not.", note_seen=seen[1]).status_code == 303

        assert shown(alice) == "< b2 e1 >"
        assert "Tried on" not in alice.get(BOARD).text


def test_moves_are_shown_as_lists_show_them(server: Server, alice: Browser) -> None:
    server.hear("alice@example.org", "chess challenge alice bob")
    keep(alice, "e2-e4", "g8-f6", board="/chess/101")
    keep(alice, "e4", "Nc6", board="/chess/101")

    assert shown(alice, board="/chess/101") == "< e4 < Nf6 Nc6 > >"


def test_what_chance_has_made_up_is_on_no_board(server: Server, alice: Browser) -> None:
    server.hear("alice@example.org", "einstein challenge alice bob")
    board = "/einstein/101"
    game = server.office.look_up(lambda call: call.work.boards.load("einstein", 101))
    assert game is not None
    [mover] = game.players_to_move
    first, other = [*(game.game.legal_moves(game.position, game.to_move[0]) or ())][:2]
    ahead, _ = look_ahead(game, [first], server.now)
    second, *_ = ahead.game.legal_moves(ahead.position, ahead.to_move[0]) or ()
    keep(alice, first, second, board=board)
    keep(alice, other, board=board)
    before = shown(alice, board=board)
    server.hear(None, f"einstein move 101 {mover.userid} {FOUR[mover.userid]} {first}")

    assert before == f"< {first} {second} {other} >"
    assert shown(alice, board=board) == ""
    assert shown(alice, board=f"{board}/0") == before


@pytest.mark.parametrize("word", ["hearts", "goofspiel", "darkchess"])
def test_where_something_is_hidden_nothing_is_tried_out(server: Server, alice: Browser, word: str) -> None:
    server.sign_up("dave")
    players = "alice bob carol dave" if word == "hearts" else "alice bob"
    server.hear("alice@example.org", f"{word} challenge {players}")
    page = alice.get(f"/{word}/101?line=").text

    assert 'value="try"' not in page
    assert "Try out" not in alice.get(f"/{word}/101").text
    keep(alice, "e4", board=f"/{word}/101")
    assert count_on_the_button(alice, f"/{word}/101") == ""
