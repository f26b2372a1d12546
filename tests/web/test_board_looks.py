"""What a board's page shows beside the moves: seats in the colours of their pieces, checks, material, suits."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from httpx2 import Response

from pbmserv.games.base import Game
from pbmserv.games.boards.cards import card
from pbmserv.games.boards.courts import SUITS
from pbmserv.games.boards.figures import OUTLINES
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.picture import Path
from pbmserv.games.testing import play_random_game, replay
from pbmserv.pictures.piece_sets import outlines_of_characters
from pbmserv.pictures.theme import OF_TABLES
from tests.conversation import Server
from tests.web.conftest import Browser
from tests.web.nearly_over import challenge


def play(server: Server, game: str, *moves: str) -> None:
    server.hear("alice@example.org", f"{game} challenge alice bob")
    for number, text in enumerate(moves):
        userid, password = (("alice", "secret7"), ("bob", "bobpw123"))[number % 2]
        server.hear(f"{userid}@example.org", f"{game} move 101 {userid} {password} {text}")


def players(page: str) -> str:
    """The list of players."""
    return page.partition('id="seats"')[2].partition("</section>")[0]


@pytest.mark.parametrize(
    ("game", "chips"),
    [("chess", ["light", "dark"]), ("go", ["dark", "light"]), ("backgammon", ["dark", "light"]),
     ("amazons", ["light", "dark"]), ("xiangqi", ["light", "dark"]), ("shogi", ["dark", "light"]),
     ("janggi", ["seat-0", "light"]),
     ("hex", ["seat-0", "seat-1"]), ("trichet", ["seat-0", "seat-1"])],
)  # fmt: skip
def test_the_chip_of_a_seat_has_the_colour_of_its_pieces(
    server: Server, browser: Browser, game: str, chips: list[str]
) -> None:
    play(server, game)

    page = browser.get(f"/{game}/101").text
    assert re.findall(r'class="chip ([a-z0-9-]+)"', players(page)) == chips
    # And once more for phones: above the board who plays from there, and below it who plays from here.
    assert re.findall(r'class="chip ([a-z0-9-]+)"', page) == [*reversed(chips), *chips]


def test_around_the_board_of_a_phone_stands_which_side_is_whose_where_no_colour_says_it(
    server: Server, browser: Browser
) -> None:
    for game in ("kalah", "chess"):
        play(server, game)

    def sides(game: str) -> list[str]:
        return re.findall(r'class="side">([^<]*)<', browser.get(f"/{game}/101").text)

    assert sides("kalah") == ["North", "South"]
    assert sides("chess") == []


def test_the_square_of_a_king_in_check_is_lit(server: Server, browser: Browser) -> None:
    play(server, "chess", "e2-e4", "e7-e5", "f1-c4", "g8-f6", "c4-f7")

    def lit(address: str) -> list[str]:
        page = browser.get(address).text
        [outline] = re.findall(r'class="pic-cell-check"[^>]*>\s*<path d="([^"]*)"', page) or [""]
        # The empty board has the same square below.
        return [
            name
            for each in re.findall(rf'<path id="(p\d+)" d="{outline}"', page)
            for name in re.findall(rf'<g><title>(\w+), [^/]*</title><use href="#{each}"', page)
        ]

    assert lit("/chess/101") == ["e8"]
    assert lit("/chess/101/4") == []


@pytest.mark.parametrize("word", ["chess", "crazyhouse", "makruk", "minishogi", "shogi", "xiangqi"])
def test_so_it_is_in_each_game_that_tells_of_check(word: str) -> None:
    game = installed()[word]
    positions = replay(game, play_random_game(game, {}, 2, bytes(range(16)))).positions

    told = [any("is in check" in line for line in game.status(each, None)) for each in positions]
    lit = [
        [shape.target for shape in game.picture(each, None).shapes if shape.role == "cell.check"]
        for each in positions
    ]

    assert any(told[:-1])
    assert [len(each) for each in lit[:-1]] == list(map(int, told[:-1]))


def test_who_has_more_on_the_board_sees_it_beside_the_name(server: Server, browser: Browser) -> None:
    play(server, "chess", "e2-e4", "d7-d5", "e4-d5", "d8-d5", "b1-c3", "d5-d2", "d1-d2")
    advantage = re.compile(r'<span class="ahead">([♛♜♝♞♟]*(?: ?\+\d+)?)</span></span>')

    assert advantage.findall(players(browser.get("/chess/101").text)) == ["♛ +8", "♟"]
    assert advantage.findall(players(browser.get("/chess/101/3").text)) == ["♟ +1"]
    assert advantage.findall(players(browser.get("/chess/101/0").text)) == []


@pytest.mark.parametrize(
    ("suit", "role"), [("♥", "pip.red"), ("♦", "pip.red"), ("♠", "pip.black"), ("♣", "pip.black")]
)
def test_suits_are_red_and_black(suit: str, role: str) -> None:
    shapes = card("7", suit, "the seven").shapes
    drawn = [(shape.role, shape.form.outline.count(SUITS[suit])) for shape in shapes if isinstance(shape.form, Path)]
    signs = [(role, count) for role, count in drawn if count]

    assert {role for role, _ in signs} == {role}
    (_, in_its_corner), *pips = signs
    assert in_its_corner == 1
    assert sum(count for _, count in pips) == 7
    assert [shape.role for shape in shapes if getattr(shape.form, "text", "") == "7"] == [role]


def resign(server: Server, game: str) -> None:
    """Have whoever is to move resign; the other one's command is refused then, or waits for nothing."""
    for userid, password in (("alice", "secret7"), ("bob", "bobpw123")):
        server.say(f"{userid}@example.org", f"{game} resign 101 {userid} {password}")


def moves_listed(page: str) -> list[list[str]]:
    """The rows of the list of moves: a number, and what each has moved."""
    rows = re.findall(r'<tr><th scope="row">(\d+)</th>(.*?)</tr>', page)
    return [[number, *re.findall(r"<td>(?:<a [^>]*>([^<]*)</a>)?</td>", cells)] for number, cells in rows]


def test_chess_is_listed_in_its_own_notation_by_full_moves(server: Server, browser: Browser) -> None:
    play(server, "chess", "e2-e4", "e7-e5", "g1-f3", "b8-c6", "f1-b5", "a7-a6", "b5-c6", "d7-c6", "e1-h1")

    assert moves_listed(browser.get("/chess/101").text) == [
        ["1", "e4", "e5"], ["2", "Nf3", "Nc6"], ["3", "Bb5", "a6"], ["4", "Bxc6", "dxc6"], ["5", "O-O", ""],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("address", "words"),
    [("/chess/101/0", "At the start"), ("/chess/101/3", "After 2. Nf3"), ("/chess/101/4", "After 2… Nc6")],
)
def test_a_move_of_chess_is_called_as_in_the_list(server: Server, browser: Browser, address: str, words: str) -> None:
    play(server, "chess", "e2-e4", "e7-e5", "g1-f3", "b8-c6", "f1-b5")

    assert f'<h2 id="headline">{words}</h2>' in browser.get(address).text


def test_the_coming_move_has_the_number_of_the_list(server: Server, browser: Browser) -> None:
    play(server, "chess", "e2-e4", "e7-e5")
    assert "Move 2, after bob: e5" in browser.get("/chess/101").text

    server.hear("alice@example.org", "chess move 101 alice secret7 g1-f3")
    assert "Move 2, after alice: Nf3" in browser.get("/chess/101").text


def test_a_move_of_chess_is_confirmed_and_tried_out_in_its_own_notation(server: Server, alice: Browser) -> None:
    play(server, "chess", "e2-e4", "e7-e5")

    assert '>Confirm<span class="hidden"> Nf3</span></button>' in alice.get("/chess/101?move=g1-f3").text
    assert tried(alice.get("/chess/101?line=g1-f3&line=b8-c6").text) == ["2. Nf3", "Nc6"]


def tried(page: str) -> list[str]:
    """The moves of the line that is tried out, with the numbers before them."""
    found = re.findall(r'<li>(?:<span class="soft">([^<]*)</span> )?<a [^>]*>([^<]*)</a></li>', page)
    return [" ".join(filter(None, each)) for each in found]


def test_moves_that_are_tried_out_have_the_numbers_of_the_list(server: Server, alice: Browser) -> None:
    play(server, "chess", "e2-e4", "e7-e5", "g1-f3")
    play(server, "hex", "d4", "e5", "c3")

    assert tried(alice.get("/chess/101?line=b8-c6&line=f1-b5&line=a7-a6&line=b5-a4").text) == [
        "2… Nc6", "3. Bb5", "a6", "4. Ba4",
    ]  # fmt: skip
    assert tried(alice.get("/chess/101/0?line=d2-d4&line=d7-d5").text) == ["1. d4", "d5"]
    assert tried(alice.get("/hex/101?line=b2&line=a1").text) == ["4. b2", "5. a1"]


def test_a_game_that_players_have_ended_is_played_on_for_trial(server: Server, alice: Browser) -> None:
    play(server, "chess", "e2-e4", "e7-e5")
    play(server, "hex", "d4", "e5", "c3")
    server.hear("alice@example.org", "chess move 101 alice secret7 propose")
    server.hear("bob@example.org", "chess move 101 bob bobpw123 accept")
    server.hear("bob@example.org", "hex move 101 bob bobpw123 resign")

    assert tried(alice.get("/chess/101?line=g1-f3&line=b8-c6").text) == ["2. Nf3", "Nc6"]
    assert tried(alice.get("/hex/101?line=b2&line=a1").text) == ["5. b2", "6. a1"]


def test_a_proposed_undo_names_what_it_takes_back(server: Server, browser: Browser) -> None:
    play(server, "chess", "e2-e4", "e7-e5", "g1-f3")
    server.hear("alice@example.org", "chess move 101 alice secret7 undo")

    assert "to take back 2. Nf3" in browser.get("/chess/101").text


def test_other_games_are_listed_as_they_are_typed(server: Server, browser: Browser) -> None:
    play(server, "hex", "d4", "e5", "c3")

    assert moves_listed(browser.get("/hex/101").text) == [["1", "d4", "e5"], ["3", "c3", ""]]
    assert '<h2 id="headline">After move 3</h2>' in browser.get("/hex/101/3").text


@pytest.mark.parametrize(
    ("game", "moves", "told"),
    [
        ("checkers", "d6-c5 a3-b4 c5-a3", ["1 captured", ""]),
        ("draughts", "b4-a5 c7-b6 a5-c7", ["1 captured", ""]),
        ("loa", "c8-a6", ["1 captured", ""]),
        ("hnefatafl", "d11-d9 f4-i4 f2-d2 e7-e10 d9-k9 g7-g10", ["", "1 captured"]),
        ("morris", "g4", ["8 to place", "9 to place"]),
        ("morris", "d6 a1 f6 g7 b6xa1", ["6 to place, 1 captured", "7 to place"]),
        ("pente", "k10 k11 n10 k12 k13", ["1 pair", ""]),
        ("othello", "f5", ["4 discs", "1 disc"]),
        ("kalah", "C", ["1 seed", "0 seeds"]),
        ("backgammon", "", ["167 pips", "167 pips"]),
        ("go", "a1 a2 k10 b1", ["", "1 prisoner"]),
    ],
)
def test_what_each_has_taken_stands_beside_the_name(
    server: Server, browser: Browser, game: str, moves: str, told: list[str]
) -> None:
    play(server, game, *moves.split())

    names = re.findall(r'<a href="/players/.*?</li>', browser.get(f"/{game}/101").text, re.DOTALL)
    seats = [each for each in names if '<span class="state"' in each]
    found = [re.findall(r'<span class="ahead">([^<]*)</span>', each) for each in seats]
    assert [" ".join(each) for each in found] == told


class TestGoIsCounted:
    """On nine lines Black has the lower five rows, White the upper four, in which is a stone of Black's."""

    MOVES = "a5 a6 b5 b6 c5 c6 d5 d6 e5 e6 f5 f6 g5 g6 h5 h6 j5 j6 e8 pass pass"

    @pytest.fixture
    def marked(self, server: Server) -> None:
        server.hear("alice@example.org", "go challenge alice bob -size=9")
        for number, text in enumerate(self.MOVES.split()):
            userid, password = (("alice", "secret7"), ("bob", "bobpw123"))[number % 2]
            server.hear(f"{userid}@example.org", f"go move 101 {userid} {password} {text}")

    @pytest.fixture
    def bob(self, marked: None, new_browser: Callable[[], Browser]) -> Browser:
        browser = new_browser()
        browser.sign_in("bob")
        return browser

    def points(self, page: str) -> list[str]:
        return re.findall(r'<span class="ahead">([0-9.]+ points)</span>', players(page))

    def drawn(self, page: str, role: str) -> int:
        """How many shapes of a role are drawn."""
        groups = re.findall(rf'<g class="pic-{role}"[^>]*>(.*?)</g>', page, re.DOTALL)
        return sum(len(re.findall(r"<(?:path|circle|use|rect|polygon)\b", each)) for each in groups)

    def test_the_count_follows_each_touch(self, bob: Browser) -> None:
        before, touched = bob.get("/go/101").text, bob.get("/go/101?touch=e8").text
        again = bob.get("/go/101?touch=e8+e8").text

        assert self.points(before) == ["46 points", "16.5 points"]
        assert self.points(touched) == ["45 points", "43.5 points"]
        assert self.points(again) == ["46 points", "16.5 points"]
        assert "Black has 45 points, White 36 and 7.5 komi: Black wins by 1.5." in touched

    def test_dead_stones_are_faint_and_territory_is_drawn(self, bob: Browser) -> None:
        before, touched = bob.get("/go/101").text, bob.get("/go/101?touch=e8").text

        assert [self.drawn(each, "dead-dark") for each in (before, touched)] == [0, 1]
        # Nine living stones and 36 points of territory; nobody's points have no mark.
        assert [self.drawn(each, "piece-light") for each in (before, touched)] == [9, 9 + 27]

    def test_the_headline_asks_which_are_dead(self, server: Server, bob: Browser, browser: Browser) -> None:
        assert ">Which stones are dead? Touch them.</h2>" in bob.get("/go/101").text
        assert ">Which stones are dead? Touch them.</h2>" not in browser.get("/go/101").text

        server.hear("bob@example.org", "go move 101 bob bobpw123 dead e8")
        browser.sign_in("alice")
        assert ">Are these stones dead?</h2>" in browser.get("/go/101").text

    def test_nothing_is_proposed_by_a_touch(self, bob: Browser, browser: Browser) -> None:
        bob.get("/go/101?touch=e8")

        assert self.points(browser.get("/go/101").text) == ["46 points", "16.5 points"]

    def test_what_is_proposed_and_agreed_is_counted_for_everybody(
        self, server: Server, bob: Browser, browser: Browser
    ) -> None:
        server.hear("bob@example.org", "go move 101 bob bobpw123 dead e8")
        assert self.points(browser.get("/go/101").text) == ["45 points", "43.5 points"]

        server.hear("alice@example.org", "go move 101 alice secret7 agree")
        assert self.points(browser.get("/go/101").text) == ["45 points", "43.5 points"]

    def test_points_between_both_are_nobodys(self, server: Server, browser: Browser) -> None:
        walls = [move for file in "abcdefghj" for move in (f"{file}4", f"{file}6")]
        server.hear("alice@example.org", "go challenge alice bob -size=9")
        for number, text in enumerate([*walls, "pass", "pass"]):
            userid, password = (("alice", "secret7"), ("bob", "bobpw123"))[number % 2]
            server.hear(f"{userid}@example.org", f"go move 101 {userid} {password} {text}")

        assert self.points(browser.get("/go/101").text) == ["36 points", "43.5 points"]
        server.hear("alice@example.org", "go move 101 alice secret7 dead none")
        server.hear("bob@example.org", "go move 101 bob bobpw123 agree")
        assert "White 36 and 7.5 komi: White wins by 7.5" in browser.get("/go/101").text

    def test_handicap_stones_count_as_all_others(self, server: Server, browser: Browser) -> None:
        server.hear("alice@example.org", "go challenge alice bob -size=9 -handicap=2")
        server.hear("bob@example.org", "go move 101 bob bobpw123 e5")
        server.hear("alice@example.org", "go move 101 alice secret7 pass")
        server.hear("bob@example.org", "go move 101 bob bobpw123 pass")

        assert self.points(browser.get("/go/101").text) == ["2 points", "1.5 points"]
        touched = browser.get("/go/101")
        assert touched.status_code == 200

    def test_who_plays_on_is_told_of_prisoners_again(self, server: Server, bob: Browser, browser: Browser) -> None:
        server.hear("bob@example.org", "go move 101 bob bobpw123 dead e8")
        server.hear("alice@example.org", "go move 101 alice secret7 resume")

        assert self.points(browser.get("/go/101").text) == []


@pytest.mark.parametrize(
    ("word", "moves"),
    [("backgammon", ""), ("catchup", "d4 c3"), ("chess", "e2-e4 e7-e5"), ("go", "e5 pass"), ("hex", "d4 e5")],
)
def test_a_board_that_was_resigned_offers_nothing_to_do(
    server: Server, alice: Browser, word: str, moves: str
) -> None:
    play(server, word, *moves.split())
    resign(server, word)

    page = alice.get(f"/{word}/101").text
    assert 'data-status="over"' in page
    for offered in ('class="choices"', "data-place=", ">Resign", ">claim", 'id="typed"', "Propose"):
        assert offered not in page, offered


def test_a_check_is_told_right_below_the_headline(server: Server, alice: Browser) -> None:
    play(server, "chess", "f2-f3", "e7-e5", "e2-e4", "d8-h4")
    turn = alice.get("/chess/101").text.partition('<h2 id="headline">Your turn</h2>')[2]

    assert "check" in turn.partition("How to play")[0].lower()


def test_a_choice_that_is_held_is_no_second_button_of_the_colour_of_confirm(server: Server, alice: Browser) -> None:
    play(server, "go")
    page = alice.get("/go/101?touch=pass").text
    main = [each for each in re.findall(r'<(?:a|button)[^>]*class="button([^"]*)"', page) if "quiet" not in each]

    assert re.findall(r'class="button quiet held"[^>]*>([^<]*)</a>', page) == ["pass"]
    assert main == []
    assert '<button id="confirm">' in page


def test_a_claim_is_told_with_the_form_of_a_move_while_the_game_is_on(server: Server, alice: Browser) -> None:
    play(server, "chess", *["g1-f3", "g8-f6", "f3-g1", "f6-g8"] * 2)
    page = alice.get("/chess/101").text
    assert "you can also claim a draw: claim" in page
    assert ">claim a draw</a>" in page

    resign(server, "chess")
    assert "claim" not in alice.get("/chess/101").text


def test_both_see_their_time_beside_their_names_and_at_earlier_moves_too(server: Server, browser: Browser) -> None:
    play(server, "chess", "e2-e4")
    server.wait(days=2, hours=3)

    def clocks(address: str) -> list[str]:
        return re.findall(r'class="clock">([^<]*)<', browser.get(address).text)

    assert clocks("/chess/101") == ["19 d", "21 d", "has 21 days", "19 days left"]
    assert clocks("/chess/101/0") == clocks("/chess/101")
    server.hear("bob@example.org", "chess resign 101 bob bobpw123")
    assert clocks("/chess/101") == clocks("/chess/101/0") == []


def test_who_waits_has_what_is_left_of_the_time_for_the_whole_game(server: Server, browser: Browser) -> None:
    server.hear("alice@example.org", "chess challenge alice bob --totaltime=4")
    server.wait(days=1, hours=1)
    server.hear("alice@example.org", "chess move 101 alice secret7 e2-e4")

    assert re.findall(r'class="clock">([^<]*)<', browser.get("/chess/101").text)[:2] == ["5 d", "2 d 23 h"]


def test_the_last_move_is_tinted_and_has_no_frame(server: Server, browser: Browser) -> None:
    play(server, "chess", "e2-e4")
    page = browser.get("/chess/101").text

    # Both squares are light, and drawn together above the borders of the others.
    assert page.count('class="pic-cell-light-last"') == 1
    assert page.count('class="pic-cell-dark-last"') == 0
    assert 'class="pic-last"' not in page


@pytest.mark.parametrize(
    ("game", "moves", "words"),
    [
        ("amazons", ["d1-d7/g7", "d10-d8/g8"], "Move 2, after bob: d10-d8/g8"),
        ("connect6", ["j10", "j11"], "Stone 3, after bob: j11"),
        ("dots", ["a2"], "Line 2, after alice: a2"),
        ("go", ["d4", "q16"], "Move 3, after bob: q16"),
    ],
)
def test_moves_are_numbered_as_each_game_counts_them(
    server: Server, browser: Browser, game: str, moves: list[str], words: str
) -> None:
    play(server, game, *moves)

    assert words in browser.get(f"/{game}/101").text


def test_chess_tells_the_last_move_once(server: Server, alice: Browser) -> None:
    play(server, "chess", "e2-e4", "e7-e5")

    page = alice.get("/chess/101").text
    assert "after bob: e5" in page
    assert "has played" not in page


def looks(browser: Browser, what: str) -> dict[str, str]:
    """What can be chosen on the page of settings, with its label."""
    form = browser.get("/settings").text.partition(f'action="/settings/choose/{what}"')[2].partition("</form>")[0]
    labels = re.findall(r'<label[^>]*>(<input type="radio" name="value" value="([^"]+)".*?)</label>', form, re.DOTALL)
    return {value: label for label, value in labels}


def chosen(browser: Browser, what: str) -> str:
    [value] = [value for value, label in looks(browser, what).items() if " checked>" in label]
    return value


def test_each_look_is_shown_beside_its_name(server: Server, alice: Browser) -> None:
    colours, pieces = looks(alice, "colours"), looks(alice, "pieces")

    assert [*colours] == ["usual", "wood", "green", "blue"]
    assert [*pieces] == ["usual", "modern", "characters", "modern-characters"]
    drawn = "".join([*colours.values(), *pieces.values()])
    assert drawn.count('<svg xmlns="http://www.w3.org/2000/svg" class="picture"') == 8
    # What one of them shines with is not what another one does.
    defined = re.findall(r' id="([^"]+)"', drawn)
    assert len(set(defined)) == len(defined) > 8
    assert set(re.findall(r"url\(#([^)]+)\)", drawn)) == set(defined)
    usual, modern = (f'd="{OUTLINES["king"].path}"', "M-6 9 L6 9 L6 7 L4.6 5 Q9.4 -1.4")
    assert [usual in each for each in pieces.values()] == [True, False, True, False]
    assert [modern in each for each in pieces.values()] == [False, True, False, True]
    gold = outlines_of_characters()["金"]
    assert [gold in each for each in pieces.values()] == [False, False, True, True]


def test_boards_are_in_the_colours_that_their_reader_has_chosen(
    server: Server, alice: Browser, browser: Browser
) -> None:
    play(server, "chess")
    assert chosen(alice, "colours") == "usual"
    server.hear("alice@example.org", "change colours alice secret7 wood")

    page = alice.get("/chess/101").text
    assert 'data-colours="wood"' in page
    [sheet] = re.findall(r'href="(/static/\w+/looks\.css)"', page)
    assert "[data-colours=wood] .picture{--cell:#ebd0a0;" in alice.get(sheet).text
    assert "colours" not in browser.get("/chess/101").text
    assert chosen(alice, "colours") == "wood"
    server.hear("alice@example.org", "change colours alice secret7 usual")
    assert "data-colours" not in alice.get("/chess/101").text


def test_one_goes_to_a_move_by_the_number_of_the_list(server: Server, browser: Browser) -> None:
    play(server, "chess", *[move for file in "abcdefgh" for move in (f"{file}2-{file}3", f"{file}7-{file}6")])
    assert 'name="to"' not in browser.get("/chess/101").text
    server.hear("alice@example.org", "chess move 101 alice secret7 a3-a4")
    assert 'name="to"' in browser.get("/chess/101").text

    def goes(number: str) -> str:
        return browser.get(f"/chess/101?to={number}").headers.get("location", "").partition("?")[0]

    assert [goes(number) for number in ("0", "1", "3", "9", "10", "999999999999", "")] == [
        "/chess/101/0", "/chess/101/1", "/chess/101/5", "/chess/101/17", "/chess/101/17", "/chess/101/17", "",
    ]  # fmt: skip
    assert browser.get("/chess/101?to=12a").status_code == 200


def test_where_moves_are_numbered_one_by_one_so_are_those_that_one_goes_to(server: Server, browser: Browser) -> None:
    play(server, "hex", "d4", "e5", "c3")

    assert browser.get("/hex/101?to=2").headers["location"].startswith("/hex/101/2?at=")


def test_pieces_are_of_the_set_that_their_reader_has_chosen(server: Server, alice: Browser, browser: Browser) -> None:
    play(server, "chess")
    usual, modern = (f'd="{OUTLINES["queen"].path}"', 'd="M-6 9 L6 9 L6 7 L4.8 5 L8 -5.4')
    assert usual in alice.get("/chess/101").text
    assert chosen(alice, "pieces") == "usual"
    server.hear("alice@example.org", "change pieces alice secret7 modern")

    page = alice.get("/chess/101").text
    assert (usual in page, modern in page) == (False, True)
    assert usual in browser.get("/chess/101").text
    assert chosen(alice, "pieces") == "modern"
    server.hear("alice@example.org", "change pieces alice secret7 usual")
    assert usual in alice.get("/chess/101").text


def test_pieces_have_characters_for_who_has_chosen_them_and_their_board_says_where(
    server: Server, alice: Browser, browser: Browser
) -> None:
    play(server, "xiangqi")
    general = f'd="{outlines_of_characters()["帥"]}"'
    page = alice.get("/xiangqi/101").text
    assert general not in page
    assert ">Characters on the pieces</button>" in page

    assert put_pieces(alice, "characters").status_code == 303

    page = alice.get("/xiangqi/101").text
    assert general in page
    assert ">Letters on the pieces</button>" in page
    assert "帥 將 general, 仕 士 advisor" in page
    others = browser.get("/xiangqi/101").text
    assert general not in others
    assert "on the pieces" not in others
    put_pieces(alice, "usual")
    assert general not in alice.get("/xiangqi/101").text


def test_modern_pieces_stay_modern_with_characters_and_without(server: Server, alice: Browser) -> None:
    play(server, "xiangqi")
    server.hear("alice@example.org", "change pieces alice secret7 modern")

    put_pieces(alice, "modern-characters")

    assert chosen(alice, "pieces") == "modern-characters"
    assert '<input type="hidden" name="pieces" value="modern">' in alice.get("/xiangqi/101").text


def put_pieces(browser: Browser, name: str) -> Response:
    """Send the form below the board, which offers this set."""
    page = browser.get("/xiangqi/101").text
    assert f'<input type="hidden" name="pieces" value="{name}">' in page
    [seen] = set(re.findall(r'name="seen" value="([0-9a-f-]+)"', page))
    return browser.fill_in("/xiangqi/101", "/xiangqi/101", do="pieces", seen=seen, pieces=name)


@pytest.mark.parametrize("game", ["chess", "hex"])
def test_a_game_without_characters_says_nothing_of_them(server: Server, alice: Browser, game: str) -> None:
    play(server, game)
    server.hear("alice@example.org", "change pieces alice secret7 modern-characters")

    assert "on the pieces" not in alice.get(f"/{game}/101").text


def test_a_piece_that_is_dropped_has_its_character_too(server: Server, alice: Browser) -> None:
    server.hear("alice@example.org", "change pieces alice secret7 characters")
    play(server, "shogi", "7g7f", "3c3d", "8h2b+", "3a2b")

    button = re.search(r'data-place="@b".*?</a>', alice.get("/shogi/101").text, re.DOTALL)

    assert button
    assert outlines_of_characters()["角"] in button[0]


def test_a_piece_that_a_touch_lays_is_of_the_same_set(server: Server, alice: Browser) -> None:
    server.hear("alice@example.org", "change pieces alice secret7 modern")
    play(server, "gomoku")

    stock = re.search(r'<svg class="stock".*?</svg>', alice.get("/gomoku/101").text, re.DOTALL)

    assert stock
    assert 'class="pic-gloss-dark"' in stock[0]


@pytest.mark.parametrize(
    ("game", "moves", "marked"),
    [
        ("checkers", "d6-c5 a3-b4", {"c5"}),
        ("draughts", "b4-a5 c7-b6", {"a5"}),
        ("antichess", "e2-e4 d7-d5", {"e4"}),
        ("fanorona", "", {"d2", "d3", "e2", "f2"}),
    ],
)
def test_who_must_capture_is_told_so_and_the_pieces_that_can_are_marked(
    server: Server, alice: Browser, game: str, moves: str, marked: set[str]
) -> None:
    play(server, game, *moves.split())

    page = alice.get(f"/{game}/101").text

    assert '<h2 id="headline">You must capture</h2>' in page
    [frame] = re.findall(r'<div class="frame([^"]*)"', page)
    assert frame == " forced"
    assert set(re.findall(r'data-place="([^"]*)"', page)) == marked


def test_who_may_move_as_they_like_is_told_of_no_capture(server: Server, alice: Browser) -> None:
    play(server, "checkers")

    page = alice.get("/checkers/101").text

    assert '<h2 id="headline">Your turn</h2>' in page
    assert '<div class="frame"' in page


def test_a_draw_is_offered_where_players_say_so(
    server: Server, alice: Browser, new_browser: Callable[[], Browser]
) -> None:
    for game in ("chess", "hex"):
        play(server, game)

    assert ">Offer a draw</button>" in alice.get("/chess/101").text
    assert ">Propose a tie</button>" in alice.get("/hex/101").text
    server.hear("alice@example.org", "chess move 101 alice secret7 propose")
    bob = new_browser()
    bob.sign_in("bob")
    assert "<p><strong>alice</strong> offers a draw.</p>" in bob.get("/chess/101").text


def test_the_list_tells_which_shots_have_hit(server: Server, alice: Browser) -> None:
    play(server, "fleets")
    for userid, password in (("alice", "secret7"), ("bob", "bobpw123")):
        server.hear(f"{userid}@example.org", f"fleets move 101 {userid} {password} a1-e1 a2-d2 a3-c3 a4-c4 a5-b5")
    shots = ["a5", "j10", "b5", "j9"]
    for number, shot in enumerate(shots):
        userid, password = (("alice", "secret7"), ("bob", "bobpw123"))[number % 2]
        server.hear(f"{userid}@example.org", f"fleets move 101 {userid} {password} {shot}")

    page = alice.get("/fleets/101").text

    listed = [each for row in moves_listed(page) for each in row[1:]]
    assert listed[-4:] == ["a5: hit", "j10: miss", "b5: sunk", "j9: miss"]
    assert "after bob: j9: miss" in page


def test_how_many_fences_are_left_stands_beside_the_names_alone(server: Server, alice: Browser) -> None:
    play(server, "walls")

    page = alice.get("/walls/101").text

    assert "Fences left" not in page
    assert players(page).count("10 fences") == 2


def test_a_board_of_very_many_characters_leads_to_them(server: Server, alice: Browser) -> None:
    server.sign_up("dave")
    board = challenge(server, "twixt")

    page = alice.get(board).text

    assert 'class="drawing"' not in page
    assert f'<p><a href="{board}.txt">The board in characters</a></p>' in page
    assert "24\n" in alice.get(f"{board}.txt").text
    assert 'class="drawing"' in alice.get(f"{board}?touch=d4").text, (
        "a move that is shown first stands on no other page"
    )


def test_what_lies_on_tables_has_its_style_sheet_wherever_it_is_shown(server: Server, alice: Browser) -> None:
    server.sign_up("dave")
    words = [word for word, game in installed().items() if OF_TABLES & _roles_of(game)]
    assert {"hearts", "yacht", "goofspiel", "liarsdice", "cribbage"} <= {*words}

    for word in words:
        board = challenge(server, word)
        assert "/shapes.css" in alice.get(board).text, word
        assert ".pic-pip-red" in alice.get(f"{board}.svg").text, word


def _roles_of(game: Game[object]) -> set[str]:
    """The roles of what is drawn when a game begins."""
    options = {option.name: option.default for option in game.options}
    position = game.start(options, game.seats[0], Chance(bytes(16), "start"))
    return {shape.role for shape in game.picture(game.seen_by(position, 0), 0).shapes}
