"""Playing in a real browser: by touch on a phone, by the keyboard alone, and without scripts."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from pbmserv.commands.starting import challenge_faults
from pbmserv.games.catalogue import installed
from pbmserv.settings import defaults
from pbmserv.storage.database import Database
from pbmserv.web.app import application
from pbmserv.web.live import hub
from pbmserv.web.site import Site
from tests.conversation import FOUR, Server
from tests.endtoend.chromium import running_chromium
from tests.web.in_chromium import PATIENCE, PHONE, SMALLEST, TOUCHABLE, Pick, by_touch, goes_on, offered, sign_in
from tests.web.listening import served
from tests.web.nearly_over import MOST_TURNS, WHOLE_GAMES, challenge, nearly_over, partly_played, resigned, touched

if TYPE_CHECKING:
    from playwright.sync_api import Browser as Chromium
    from playwright.sync_api import Page

pytestmark = pytest.mark.long

BY_ARROWS = """(target) => {
  const start = document.activeElement;
  const [ways, coming] = [new Map([[start, []]]), [start]];
  const press = (place, key) => {
    place.focus();
    place.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
    return document.activeElement;
  };
  for (const place of coming) {
    if (place.dataset.place === target) break;
    for (const key of ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"]) {
      const next = press(place, key);
      if (!ways.has(next)) coming.push(next), ways.set(next, [...ways.get(place), key]);
    }
  }
  start.focus();
  return Object.fromEntries([...ways].map(([place, keys]) => [place.dataset.place, keys]));
}"""
"""The arrows that lead from the place in focus to another one, and to those found before it; null: to all."""


WHOSE_TURN = """() => ({
  mover: document.querySelector(".seats li.now a")?.textContent ?? null,
  state: document.getElementById("game").dataset.state,
})"""
SHOWS_MOVES = "(moves) => document.getElementById('game')?.dataset.moves === moves"
IS_IN_STATE = "(state) => document.getElementById('game')?.dataset.state === state"
"""What has been chosen in secret is no move yet, and shows all the same."""


@dataclass(frozen=True)
class Way:
    """A way to make a move, and the browser that it needs."""

    make_move: Callable[[Page, Pick], None]
    browser: dict[str, object]


@dataclass
class Table:
    """A server with pages, Chromium, and the pages of players by how they play."""

    server: Server
    url: str
    chromium: Chromium
    pages: dict[tuple[str, str], Page] = field(default_factory=dict)

    def seat(self, userid: str, **how: object) -> Page:
        """A browser of its own for a player, who is signed in."""
        page = self.chromium.new_context(viewport=PHONE, **how).new_page()  # type: ignore[arg-type]
        page.set_default_timeout(PATIENCE)
        sign_in(page, self.url, userid, FOUR[userid])
        return page

    def page_of(self, userid: str, way: str) -> Page:
        """The browser in which a player plays in this way."""
        if (userid, way) not in self.pages:
            self.pages[userid, way] = self.seat(userid, **WAYS[way].browser)
        return self.pages[userid, way]

    def play(self, board: str, ways: Sequence[str], turns: Sequence[Sequence[str]] = ()) -> Page:
        """Have a game played to its end, each turn in the next of these ways; gives a page that shows it.

        `turns` is what is touched in the first turns; others are played at random.
        """
        page = self.page_of("alice", ways[0])
        page.goto(self.url + board)
        choices = Random(board)  # noqa: S311
        for turn in range(MOST_TURNS):
            shown = page.evaluate(WHOSE_TURN)
            if shown["mover"] is None:
                print(f"{turn} turns")  # noqa: T201 - what a run with -rA tells of whole games
                return page
            way = ways[turn % len(ways)]
            own = self.page_of(shown["mover"], way)
            if own is not page:
                self._look_again(own, board, shown["state"])
            page = own
            steps = iter(turns[turn] if turn < len(turns) else ())
            WAYS[way].make_move(page, partial(touched, choices=choices, steps=steps))
        raise AssertionError("the game does not end")

    def _look_again(self, page: Page, board: str, state: str) -> None:
        """Have a page show a board in this state: one on which it is open already comes to it by itself."""
        if page.url == self.url + board and page.evaluate("document.documentElement.matches('.scripted')"):
            page.wait_for_function(IS_IN_STATE, arg=state)
        else:
            page.goto(self.url + board)


@pytest.fixture(scope="module")
def table(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """One for all games: most of the time would go into signing in, and into loading the same script again."""
    path = tmp_path_factory.mktemp("boards") / "pbmserv.db"
    shutil.copy(sqlite_template, path)
    with laid_table(f"sqlite:///{path}") as table:
        yield table


@contextmanager
def laid_table(database_url: str) -> Iterator[Table]:
    """A table on this database, for the time of the block."""
    monkeypatch = pytest.MonkeyPatch()
    monkeypatch.setattr(hub, "LOOKS_EVERY", 0.3)
    # Boards of all games are begun, and on many of them nobody moves.
    monkeypatch.setattr(challenge_faults, "MOST_UNANSWERED", 10_000)
    database = Database(database_url)
    server = Server(database)
    server.sign_up(*FOUR)
    settings = replace(
        defaults(),
        address=server.address,
        web_url="",
        web_requests_per_minute=1_000_000,
        web_max_connections_per_client=1000,
    )
    site = Site(settings, database, server.office, installed(), b"key of these forms")
    with running_chromium() as chromium, served(application(site)) as place:
        yield Table(server, f"http://{place.host}:{place.port}", chromium)
        for context in chromium.contexts:
            context.close()
    database.close()
    monkeypatch.undo()


@pytest.fixture
def seat(table: Table) -> Iterator[Callable[..., Page]]:
    """Gives players browsers of their own, for one test."""
    opened: list[Page] = []

    def seat(userid: str, **how: object) -> Page:
        opened.append(table.seat(userid, **how))
        return opened[-1]

    yield seat
    for page in opened:
        page.context.close()


def by_click(page: Page, pick: Pick) -> None:
    """Follow links until a move can be confirmed: for browsers without scripts."""
    for _, link, _ in offered(page, pick):
        with page.expect_navigation():
            link.click()
    with page.expect_navigation():
        page.locator("#confirm").click()


def by_keys(page: Page, pick: Pick) -> None:
    """Use the keyboard only."""
    for target, _, _ in offered(page, pick):
        tab_to(page, "document.activeElement.matches('#frame a[data-place]')")
        keys = page.evaluate(BY_ARROWS, target)
        assert target in keys, f"no arrows lead to {target}"
        for key in keys[target]:
            page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.place") == target
        with goes_on(page):
            page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "confirm"
    with page.expect_navigation():
        page.keyboard.press("Enter")


def tab_to(page: Page, there: str, what: object = None) -> None:
    """Press Tab until the focus is there."""
    for _ in range(100):
        if page.evaluate(there, what):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab does not lead there")


WAYS = {
    "by touch": Way(by_touch, {"has_touch": True, "is_mobile": True}),
    "by keys": Way(by_keys, {}),
    "without scripts": Way(by_click, {"java_script_enabled": False}),
}
IN_TURN = ("by touch", "by keys")
ONE_OF_EACH_FAMILY = {game.family: word for word, game in installed().items()}.values()
EACH_WAY = [(word, (way,)) for word in installed() for way in WAYS]
AS_USUAL = [
    *[(word, IN_TURN) for word in installed()],
    *[(word, ("without scripts",)) for word in sorted(ONE_OF_EACH_FAMILY)],
]
PLAYED = [
    pytest.param(word, ways, id=f"{word} {', '.join(ways)}") for word, ways in (EACH_WAY if WHOLE_GAMES else AS_USUAL)
]
"""The games, and how the turns of each are made."""
PLAYED_WHOLE = (
    "antichess",
    "atomic",
    "breakthrough",
    "canter",
    "catchup",
    "clobber",
    "conhex",
    "crazyhouse",
    "darkchess",
    "dipole",
    "dots",
    "fanorona",
    "fivehundred",
    "fleets",
    "ginrummy",
    "horde",
    "kingofthehill",
    "konane",
    "threecheck",
)
"""Games of all kinds that are played from the start by touch, too, none in more than fifty turns. With
TESTS_WHOLE_GAMES all of them are."""


HEADLINES_OF_AN_END = {"You won", "You lost", "A draw", "A tie", "Game over"}


@pytest.mark.parametrize("way", WAYS)
def test_a_short_game_is_played_to_its_end(table: Table, way: str) -> None:
    board = challenge(table.server, "hex", size=3)

    page = table.play(board, [way])

    assert page.locator("#headline").inner_text() in {"You won", "You lost"}


@pytest.mark.in_part
@pytest.mark.parametrize(("word", "ways"), PLAYED)
def test_every_game_is_played_to_its_end(table: Table, word: str, ways: Sequence[str]) -> None:
    board, turns = nearly_over(table.server, word, turns_left=2)

    page = table.play(board, ways, turns)

    assert page.locator("#headline").inner_text() in HEADLINES_OF_AN_END


@pytest.mark.in_part
@pytest.mark.parametrize("word", PLAYED_WHOLE)
def test_a_whole_game_is_played_by_touch(table: Table, word: str) -> None:
    board, turns = nearly_over(table.server, word, turns_left=0, is_whole=True)

    page = table.play(board, ["by touch"], turns)

    assert page.locator("#headline").inner_text() in HEADLINES_OF_AN_END
    assert page.locator("#moves td a").count() >= min(4, len(turns))


def test_escape_takes_back_what_was_touched(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("alice")
    page.goto(table.url + challenge(table.server, "hex", size=3))
    page.locator("a[data-place=b2]").click()
    page.wait_for_selector("#confirm")
    page.keyboard.press("Escape")

    page.wait_for_selector("#confirm", state="detached")
    assert page.locator("#headline").inner_text() == "Your turn"


def test_arrow_keys_walk_through_the_moves(table: Table, seat: Callable[..., Page]) -> None:
    board = challenge(table.server, "hex", size=3)
    move(table, board, "alice", "b2")
    move(table, board, "bob", "a2")
    page = seat("carol")
    page.goto(table.url + board)
    shown = []
    for key in ("ArrowLeft", "Home", "ArrowRight", "End"):
        with goes_on(page):
            page.keyboard.press(key)
        shown.append(page.locator("#headline").inner_text())

    assert shown == ["After move 1", "At the start", "After move 1", "alice to move"]


WAY_IT_IS_LAID_OUT = """() => ({
  form: document.getElementById("game").className,
  shapes: [...document.styleSheets].some(({href}) => href.includes("shapes")),
  left: Math.round(document.querySelector(".panel").getBoundingClientRect().left),
})"""


@pytest.mark.parametrize("word", ["macmahon", "triominoes"])
def test_a_board_of_tiles_is_laid_out_by_its_shape_while_one_walks(
    table: Table, seat: Callable[..., Page], word: str
) -> None:
    board = partly_played(table.server, word, 0.6)
    page = seat("alice", has_touch=False)
    page.set_viewport_size({"width": 1366, "height": 641})
    page.goto(table.url + board)
    at_last = page.evaluate(WAY_IT_IS_LAID_OUT)
    with goes_on(page):
        page.keyboard.press("Home")
    page.wait_for_function("document.styleSheets.length === document.querySelectorAll('link[rel=stylesheet]').length")
    walked = page.evaluate(WAY_IT_IS_LAID_OUT)
    page.reload()

    assert walked == page.evaluate(WAY_IT_IS_LAID_OUT) != at_last


def move(table: Table, board: str, userid: str, text: str) -> None:
    """Have somebody move by mail."""
    _, word, number = board.split("/")
    table.server.hear(f"{userid}@example.org", f"{word} move {number} {userid} {FOUR[userid]} {text}")


def test_what_is_shown_is_said_aloud(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("alice")
    page.goto(table.url + challenge(table.server, "hex", size=3))
    page.locator("a[data-place=b2]").click()
    page.wait_for_selector("#confirm")

    assert page.locator("#live").inner_text().startswith("Play b2?")


@pytest.mark.parametrize("word", [word for word, game in installed().items() if game.seats[0] <= len(FOUR)])
def test_nothing_is_wider_than_the_screen_of_a_phone(table: Table, word: str) -> None:
    page = table.page_of("alice", "by touch")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(table.url + challenge(table.server, word))
    width = page.evaluate("document.documentElement.scrollWidth")
    page.set_viewport_size(PHONE)

    assert width <= 360


WINDOWS = [
    (390, 664), (390, 844), (750, 342), (844, 390), (820, 1180),
    (1024, 768), (1366, 641), (1366, 768), (1440, 900), (1920, 1080),
]  # fmt: skip
"""Of phones, upright and lying, tablets and desktops, in pixels; what their browsers leave for a page."""
IN_SIGHT = """() => {
  const ends = (id) => document.getElementById(id)?.getBoundingClientRect();
  const [turn, confirm] = ["turn", "confirm"].map(ends);
  const board = document.querySelector(".sheet").getBoundingClientRect();
  const boxes = (of) => [...document.querySelectorAll(of)].filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect());
  const meet = (one, other) => one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom;
  return {
    header: !boxes(".top a, .top summary").some((one) => boxes(".game-head h1, .sheet, #turn").some(
      (other) => meet(one, other))),
    board: board.top >= 0 && board.bottom <= innerHeight + 1 && board.right <= innerWidth + 1,
    confirm: !confirm || (confirm.bottom <= innerHeight && confirm.right <= innerWidth),
    clocks: !document.querySelector(".sides") || boxes(".clock").filter(
      (one) => one.top >= 0 && one.bottom <= innerHeight && one.right <= innerWidth + 1).length >= 2,
    choices: boxes(".choices a").every((one) => [{top: 0, left: 0, bottom: innerHeight, right: innerWidth},
      document.querySelector(".choices").getBoundingClientRect()].every((around) => one.top >= around.top - 1
      && one.left >= around.left - 1 && one.bottom <= around.bottom + 1 && one.right <= around.right + 1)),
    held: boxes(".stand > :not(:empty)").every((one) => one.top >= 0 && one.bottom <= innerHeight && one.left >= 0
      && one.right <= innerWidth && !meet(one, turn) && !meet(one, board)),
    drops: boxes(".stand > a").every((one) => Math.min(one.width, one.height) >= 40),
    apart: !confirm || turn.top >= board.bottom - 1 || turn.left >= board.right - 1,
  };
}"""


AT: dict[str, Callable[[Server, str], str]] = {
    "at the start": challenge,
    "in the middle": partial(partly_played, part=0.5),
    "near the end": lambda server, word: nearly_over(server, word, turns_left=2)[0],
}
"""Boards of a game; gives where each is."""


FULL = {
    ("bridge", "in the middle"), ("skat", "at the start"), ("spades", "in the middle"), ("spades", "near the end"),
}  # fmt: skip
"""Boards with most cards and points on them, or most to choose from: each run looks at these."""
LOOKED_AT = [
    pytest.param(word, at, marks=[] if (word, at) in FULL else pytest.mark.in_part)
    for word in installed()
    for at in AT
]


def hidden_on(table: Table, word: str, at: str) -> list[tuple[int, int, str]]:
    """What of a board is out of sight, before a touch and where the move is to be confirmed, in which windows."""
    board = AT[at](table.server, word)
    page = table.page_of("alice", "by keys")
    page.goto(table.url + board)
    page = table.page_of(page.locator(".seats li.now a").first.inner_text(), "by keys")
    page.goto(table.url + board)
    hidden = []
    while True:
        is_confirmed = page.locator("#confirm").count() > 0
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("scrollTo(0, 0)")
            hidden += [(width, height, what) for what, is_seen in page.evaluate(IN_SIGHT).items() if not is_seen]
        if is_confirmed:
            break
        page.goto(table.url + str(page.locator(TOUCHABLE).last.get_attribute("href")))
    page.set_viewport_size(PHONE)
    return hidden


@pytest.mark.parametrize(("word", "at"), LOOKED_AT)
def test_the_board_the_clocks_and_confirm_are_in_sight(table: Table, word: str, at: str) -> None:
    assert hidden_on(table, word, at) == []


@pytest.mark.in_part
@pytest.mark.parametrize("word", installed())
def test_a_board_that_is_over_is_in_sight_with_what_has_come_of_it(table: Table, word: str) -> None:
    board = nearly_over(table.server, word, turns_left=2)[0]
    resigned(table.server, board)
    page = table.page_of("alice", "by keys")
    page.goto(table.url + board)
    assert page.evaluate("document.getElementById('game').dataset.status") == "over"
    hidden = []
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        seen = page.evaluate(IN_SIGHT)
        seen["headline"] = page.evaluate(
            "document.getElementById('headline').getBoundingClientRect().bottom <= innerHeight"
        )
        # Nobody's time runs any more.
        hidden += [(width, height, what) for what, is_seen in seen.items() if not is_seen and what != "clocks"]
    page.set_viewport_size(PHONE)

    assert hidden == []
    assert page.locator(".choices a, #frame a[data-place]").count() == 0


RESULTS = """() => [...document.querySelectorAll(".sides strong")].filter((each) => each.checkVisibility())
  .map((each) => each.textContent)"""
ABOVE_THE_BAR = """(of) => document.querySelector(of).getBoundingClientRect().bottom
  <= document.querySelector(".steps").getBoundingClientRect().top"""


@pytest.mark.parametrize("word", ["chess", "go", "shogi", "backgammon", "hex"])
def test_on_a_phone_the_end_of_a_game_shows_the_result_and_the_way_to_a_rematch(table: Table, word: str) -> None:
    board = partly_played(table.server, word, part=0.5)
    loser = resigned(table.server, board)
    winner = "bob" if loser == "alice" else "alice"

    for userid, headline in ((loser, "You lost"), (winner, "You won")):
        page = table.page_of(userid, "by keys")
        page.set_viewport_size({"width": 390, "height": 664})
        page.goto(table.url + board)
        assert page.locator("#headline").inner_text() == headline
        assert page.get_by_role("button", name="Rematch").count() == 1
        assert [page.evaluate(ABOVE_THE_BAR, each) for each in ("#headline", "#rematch button")] == [True, True]
        # The reader sits below.
        assert page.evaluate(RESULTS) == (["1", "0"] if userid == loser else ["0", "1"])
        page.set_viewport_size(PHONE)


ABOVE_THE_BOARD = """() => document.querySelector(".game-head").getBoundingClientRect().bottom"""
CONFIRM_BAR = """() => [...document.querySelectorAll(".turn.confirm .actions > *")].map(
  (each) => each.getBoundingClientRect()).map(({left, top, right, height}) => [left, top, right, height])"""
WIDTH_DRAWN = """() => {
  const sheet = document.querySelector(".sheet"), {width, height} = sheet.getBoundingClientRect();
  return Math.min(width, height * sheet.viewBox.baseVal.width / sheet.viewBox.baseVal.height);
}"""
CUT_OFF = """() => [...document.querySelectorAll(".game-head a, .game-head h1, .sides .who, .top a, .top summary")]
  .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1 && each.clientWidth)
  .map((each) => each.textContent)"""


ONE_LINE, TWO_LINES = 56, 72
"""Pixels above the board: with a line for the players, and with one more for other players or for what is held."""


@pytest.mark.parametrize(
    ("word", "most"),
    [
        ("amazons", ONE_LINE),
        ("backgammon", ONE_LINE),
        ("chess", TWO_LINES),
        ("hearts", TWO_LINES),
        ("trioker-puzzle", ONE_LINE),
    ],
)
def test_on_a_phone_little_stands_above_the_board_and_confirm_is_one_row(
    table: Table, seat: Callable[..., Page], word: str, most: int
) -> None:
    # With another board that waits, there is one button more.
    challenge(table.server, word)
    board = challenge(table.server, word)
    page = seat("alice", has_touch=True, is_mobile=True)
    page.goto(table.url + board)
    mover = page.locator(".seats li.now a").first.inner_text()
    page = page if mover == "alice" else seat(mover, has_touch=True, is_mobile=True)
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto(table.url + board)

    page.evaluate("document.querySelector('.versus').textContent += ' – somebody-with-a-long-name'.repeat(3)")

    assert page.evaluate(ABOVE_THE_BOARD) <= most
    while not page.locator("#confirm").count():
        page.goto(table.url + str(page.locator(TOUCHABLE).last.get_attribute("href")))
    buttons = page.evaluate(CONFIRM_BAR)
    assert len(buttons) >= 2
    assert len({top for _, top, _, _ in buttons}) == 1
    assert all(left >= 0 and right <= 390 and height >= 44 for left, _, right, height in buttons)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


WALKING = """(smallest) => {
  const board = document.querySelector(".sheet").getBoundingClientRect();
  return [...document.querySelectorAll("#steps > .button")].map((each) => {
    const {left, top, right, bottom, width, height} = each.getBoundingClientRect();
    const isInWindow = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    const isOnTop = each.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    const isBesideBoard = left >= board.right || top >= board.bottom - 1;
    return [each.innerText, isInWindow && isOnTop && isBesideBoard && height >= smallest && width >= 36];
  });
}"""
HEADLINE = """() => {
  const {top, bottom, left, right} = document.getElementById("headline").getBoundingClientRect();
  return [top + 2, bottom - 2].every((y) => document.elementFromPoint((left + right) / 2, y)?.id === "headline");
}"""
PHONES = [(390, 664), (390, 844), (750, 342), (844, 390)]


@pytest.mark.parametrize("word", ["chess", "go", "backgammon", "hearts", "kalah", "shogi", "triominoes"])
def test_one_walks_and_flips_with_the_board_in_sight(table: Table, seat: Callable[..., Page], word: str) -> None:
    board = partly_played(table.server, word, 0.3)
    page = seat("alice", **WAYS["by touch"].browser)
    seen = {}
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(table.url + board)
        with goes_on(page):
            page.locator("#steps a[rel=prev]").tap()
        walking = page.evaluate(WALKING, 44 if width < 960 else 40)
        seen[width, height] = [*walking, ["headline", page.evaluate(HEADLINE)]]
        assert page.evaluate("scrollY") == 0
        assert page.evaluate(IN_SIGHT)["board"]

    for each in seen.values():
        assert [called for called, _ in each][:4] == ["«", "‹", "›", "»"]
        assert [called for called, is_seen in each if not is_seen] == []
    # In words, wherever it stands.
    assert {"Flip" in dict(each) for each in seen.values()} == {word in {"chess", "backgammon", "kalah", "shogi"}}


def test_on_a_phone_the_bar_stands_at_the_edge_below_a_board_that_is_read_on(
    table: Table, seat: Callable[..., Page]
) -> None:
    page = seat("alice", **WAYS["by touch"].browser)
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto(table.url + partly_played(table.server, "bridge", 0.3, most=100))

    assert page.evaluate("document.getElementById('steps').getBoundingClientRect().bottom") == 664
    told = page.locator(".sheet").inner_html()
    assert len(re.findall(r">(?:N–S|E–W) [0-9]+<", told)) == 2
    assert "Tricks now" not in told


BETWEEN_TABLE_AND_BAR = """() => {
  const ends = (of) => document.querySelector(of).getBoundingClientRect();
  const {top, bottom} = ends("#headline");
  return [ends(".frame").bottom, top, bottom, ends("#turn > p").bottom, ends("#steps").top].map(Math.round);
}"""


@pytest.mark.parametrize(
    ("word", "part"), [("hearts", 0), ("hearts", 0.3), ("skat", 0), ("bridge", 0), ("bridge", 0.3)]
)
def test_on_a_phone_it_is_read_below_a_card_table_who_is_to_move_and_what_was_played(
    table: Table, word: str, part: float
) -> None:
    board = partly_played(table.server, word, part, most=100)
    for userid in ("alice", "bob", "carol"):
        page = table.page_of(userid, "by touch")
        page.set_viewport_size({"width": 390, "height": 664})
        page.goto(table.url + board)
        table_ends, headline, *ends = page.evaluate(BETWEEN_TABLE_AND_BAR)
        page.set_viewport_size(PHONE)

        assert headline - table_ends <= 12
        assert ends == sorted(ends)


def test_on_a_phone_the_only_choice_stands_beside_who_plays_below(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("alice", **WAYS["by touch"].browser)
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto(table.url + challenge(table.server, "go"))

    choice, name, clock = (
        page.locator(each).bounding_box() for each in (".choices a", "#side-below .who", "#side-below .clock")
    )

    assert choice
    assert name
    assert clock
    assert choice["height"] >= 44
    assert choice["y"] <= name["y"] <= name["y"] + name["height"] <= choice["y"] + choice["height"]
    assert name["x"] + name["width"] <= choice["x"]
    assert choice["x"] + choice["width"] <= clock["x"]
    assert page.evaluate(
        "([x, y]) => document.elementFromPoint(x, y).textContent", [choice["x"] + 5, choice["y"] + 22]
    ) == "pass"  # fmt: skip


def test_a_choice_of_several_words_is_wholly_in_sight(table: Table) -> None:
    board = challenge(table.server, "chess")
    for userid, text in 2 * (("alice", "g1-f3"), ("bob", "g8-f6"), ("alice", "f3-g1"), ("bob", "f6-g8")):
        move(table, board, userid, text)
    page = table.page_of("alice", "by keys")
    hidden = []
    for address in (board, f"{board}?touch=claim"):
        page.goto(table.url + address)
        assert page.locator(".choices a").inner_text() == "claim a draw"
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            hidden += [(width, height, what) for what, is_seen in page.evaluate(IN_SIGHT).items() if not is_seen]
    page.set_viewport_size(PHONE)

    assert hidden == []


NARROWEST = """() => Math.min(...[...document.querySelectorAll(".touches a[data-place]")].map(
  (each) => each.getBoundingClientRect()).flatMap(({width, height}) => [width, height]))"""


@pytest.mark.parametrize(("size", "least"), [(10, 31), (12, 26)])
def test_on_a_phone_the_sea_that_is_shot_at_is_nearly_as_wide_as_the_screen(
    table: Table, size: int, least: int
) -> None:
    board = challenge(table.server, "fleets", size=size)
    page = table.page_of("alice", "by touch")
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto(table.url + board)
    placing = page.evaluate(NARROWEST)
    for userid in ("alice", "bob"):
        move(table, board, userid, "random")
    page.goto(table.url + board)
    shooting = page.evaluate(NARROWEST)
    seen = page.evaluate(IN_SIGHT)
    page.set_viewport_size(PHONE)

    assert placing >= SMALLEST
    assert shooting >= least
    assert all(seen.values()), seen


def test_on_a_phone_the_only_choice_is_as_large_when_it_is_chosen(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("alice", **WAYS["by touch"].browser)
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto(table.url + challenge(table.server, "fleets"))
    before = page.locator(".choices a").bounding_box()
    with goes_on(page):
        page.locator(".choices a").tap()
    page.wait_for_selector(".choices .held")
    panel = page.locator("#turn").bounding_box()

    assert page.locator(".choices a").bounding_box() == before
    assert before
    assert panel
    assert before["y"] + before["height"] <= panel["y"]


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_on_a_phone_confirm_takes_the_place_of_walking(
    table: Table, seat: Callable[..., Page], width: int, height: int
) -> None:
    page = seat("alice", **WAYS["by touch"].browser)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(table.url + challenge(table.server, "chess"))

    for place in ("e2", "e4"):
        with goes_on(page):
            page.locator(f"a[data-place={place}]").tap()

    assert page.evaluate(IN_SIGHT)["confirm"]
    confirm = page.locator("#confirm").bounding_box()
    assert confirm
    assert (
        page.evaluate("([x, y]) => document.elementFromPoint(x, y).id", [confirm["x"] + 9, confirm["y"] + 9])
        == "confirm"
    )


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_on_a_phone_the_moves_stay_in_sight_while_one_is_to_be_confirmed(
    table: Table, seat: Callable[..., Page], width: int, height: int
) -> None:
    board = challenge(table.server, "chess")
    for userid, text in (("alice", "e2-e4"), ("bob", "d7-d5")):
        move(table, board, userid, text)
    page = seat("alice", **WAYS["by touch"].browser)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(table.url + board)
    before = page.locator("#moves").bounding_box()

    for place in ("e4", "d5"):
        with goes_on(page):
            page.locator(f"a[data-place={place}]").tap()
    page.locator("#confirm").wait_for()

    assert page.evaluate(NOT_COVERED, "moves")
    assert [what for what, is_seen in page.evaluate(IN_SIGHT).items() if not is_seen] == []
    if height > width:
        assert page.locator("#moves").bounding_box() == before


NOT_COVERED = """(id) => {
  const box = document.getElementById(id).getBoundingClientRect();
  return [[box.left + 9, box.top + 2], [box.right - 9, box.bottom - 2]].every(
    ([x, y]) => document.elementFromPoint(x, y)?.closest(`#${id}`));
}"""


ROWS_OF_STEPS = """() => new Set([...document.querySelectorAll("#steps > .button")].map(
  (each) => each.getBoundingClientRect().top)).size"""


@pytest.mark.in_part
@pytest.mark.parametrize("word", installed())
def test_on_a_phone_the_way_to_the_next_game_is_in_sight_once_one_has_moved(table: Table, word: str) -> None:
    # It waits for each of them.
    challenge(table.server, "hearts")
    board = partly_played(table.server, word, 0.25)
    page = table.page_of("alice", "by touch")
    page.goto(table.url + board)
    waiting = page.locator(".seats li:not(.now) a").all_inner_texts()
    if not waiting:
        # All choose at once.
        waiting = ["alice"]
        while not page.locator("#confirm").count():
            page.goto(table.url + str(page.locator(TOUCHABLE).last.get_attribute("href")))
        with goes_on(page):
            page.locator("#confirm").tap()
    page = table.page_of(waiting[0], "by touch")
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto(table.url + board)
    is_in_sight = page.evaluate(NOT_COVERED, "next-game")
    rows = page.evaluate(ROWS_OF_STEPS)
    page.set_viewport_size(PHONE)

    assert is_in_sight
    assert rows == 1


FACING = """() => ["#sides", ".sheet", "#side-below", "#headline"].map((each) => {
  const {top, bottom} = document.querySelector(each).getBoundingClientRect();
  return [Math.round(top), Math.round(bottom)];
}).flat()"""


@pytest.mark.parametrize("word", ["chess", "chinesecheckers", "fanorona", "go", "triominoes", "walls"])
def test_on_a_phone_the_opponent_is_named_above_the_board_and_its_reader_below(
    table: Table, seat: Callable[..., Page], word: str
) -> None:
    board = partly_played(table.server, word, 0.3)
    for userid, other in (("alice", "bob"), ("bob", "alice")):
        page = table.page_of(userid, "by touch")
        page.set_viewport_size({"width": 390, "height": 664})
        page.goto(table.url + board)
        ends = page.evaluate(FACING)
        names = [page.locator(f"{each} .who").all_inner_texts() for each in ("#sides", "#side-below")]
        clocks = page.locator(".sides .clock:visible").count()
        number = page.locator(".game-head h1").bounding_box()
        flip = page.locator("#steps a", has_text="Flip")
        if flip.count():
            for below in (other, userid):
                flip.tap()
                page.locator("#side-below .who", has_text=below).wait_for()
        page.set_viewport_size(PHONE)

        assert names == [[other], [userid]]
        assert ends == sorted(ends)
        assert ends[-1] <= 664
        assert clocks == 2
        assert number
        assert number["width"] > 20


SIDES = """() => [...document.querySelectorAll(".sides > span")].map((side) => {
  const [who, clock] = [".who", ".clock"].map((each) => side.querySelector(each));
  const box = clock.getBoundingClientRect(), board = document.querySelector(".sheet").getBoundingClientRect();
  const isSeen = who.scrollWidth <= who.clientWidth + 1 && box.right <= innerWidth && box.bottom <= board.top;
  return [who.textContent, side.matches(".now"), isSeen];
})"""


def test_on_a_phone_four_players_and_their_clocks_stand_above_the_board(
    table: Table, seat: Callable[..., Page]
) -> None:
    board = challenge(table.server, "hearts")
    for userid in ("bob", "carol", "dave"):
        move(table, board, userid, "abc")
    page = seat("alice", has_touch=True, is_mobile=True)
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto(table.url + board)
    before = page.evaluate(SIDES)
    move(table, board, "alice", "abc")
    page.wait_for_function("() => document.querySelectorAll('.sides .now').length === 1")

    assert before == [["alice", True, True], ["bob", False, True], ["carol", False, True], ["dave", False, True]]
    assert all(is_seen for _, _, is_seen in page.evaluate(SIDES))


WHERE_THE_BOARD_IS = """() => {
  const {left, top, width} = document.querySelector(".sheet").getBoundingClientRect();
  return [left, top, width];
}"""


def test_on_a_phone_the_board_stays_where_it_is_when_something_is_taken(
    table: Table, seat: Callable[..., Page]
) -> None:
    board = challenge(table.server, "crazyhouse")
    page = seat("alice", has_touch=True, is_mobile=True)
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto(table.url + board)
    before = page.evaluate(WHERE_THE_BOARD_IS)
    turns = ["e2-e4", "d7-d5", "e4-d5", "d8-d5", "b1-c3", "d5-g2", "f1-g2"]
    for number, text in enumerate(turns):
        move(table, board, ("alice", "bob")[number % 2], text)
    page.wait_for_function(SHOWS_MOVES, arg=str(len(turns)))

    assert page.locator(".stand.above").inner_text().split("\n") == ["pawn, 2 in hand", "2"]
    assert page.locator(".stand.below").inner_text().split("\n") == ["queen, 1 in hand", "pawn, 1 in hand"]
    assert page.evaluate(WHERE_THE_BOARD_IS) == before


def test_what_has_just_been_done_is_said_below_the_board_and_goes_without_moving_it(
    table: Table, seat: Callable[..., Page]
) -> None:
    page = seat("alice", has_touch=True, is_mobile=True)
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto(f"{table.url}/hex/challenge")
    page.fill("[name=seat1]", "bob")
    page.locator("main form").filter(has=page.locator("[name=seat1]")).locator("button").last.tap()
    page.locator(".scripted #turn .said").wait_for()
    before = page.evaluate(WHERE_THE_BOARD_IS)
    page.locator(TOUCHABLE).first.tap()
    page.locator("#confirm").tap()
    page.locator("#turn .said").wait_for(state="detached")

    assert page.evaluate(WHERE_THE_BOARD_IS) == before


@pytest.mark.parametrize(("word", "share"), [("hex", 0.72), ("kalah", 0.9), ("wari", 0.9)])
@pytest.mark.parametrize("window", [(1366, 768), (1440, 900)])
def test_wide_boards_use_the_width_of_a_desktop(
    table: Table, word: str, share: float, window: tuple[int, int]
) -> None:
    page = table.page_of("alice", "by keys")
    page.set_viewport_size({"width": window[0], "height": window[1]})
    page.goto(table.url + challenge(table.server, word))
    width = page.evaluate(WIDTH_DRAWN)
    page.set_viewport_size(PHONE)

    assert width >= share * window[0]


ROOM_BESIDE = """() => {
  const sheet = document.querySelector(".sheet"), drawn = sheet.viewBox.baseVal;
  const [around, panel] = [sheet, document.querySelector(".panel")].map((each) => each.getBoundingClientRect());
  const width = drawn.width * Math.min(around.width / drawn.width, around.height / drawn.height);
  const left = (around.left + around.right - width) / 2;
  return [left, panel.left - left - width, innerWidth - panel.right];
}"""
"""To the left of the board, between it and what is beside it, and to the right of that."""


@pytest.mark.parametrize("word", ["chess", "backgammon", "havannah"])
@pytest.mark.parametrize("window", [(1366, 641), (1366, 768), (1920, 1080)])
def test_board_and_panel_stand_together_in_the_middle(table: Table, word: str, window: tuple[int, int]) -> None:
    page = table.page_of("alice", "by keys")
    page.set_viewport_size({"width": window[0], "height": window[1]})
    page.goto(table.url + challenge(table.server, word))
    left, between, right = page.evaluate(ROOM_BESIDE)
    page.set_viewport_size(PHONE)

    assert between <= 32
    assert abs(left - right) <= 8


TOPS = """() => ["#turn", "#steps", ".listed"].map((each) => document.querySelector(each).getBoundingClientRect())
  .map(({left, top}) => [Math.round(left), Math.round(top)])"""


@pytest.mark.parametrize("word", ["canter", "fleets"])
def test_beside_a_high_board_the_moves_stand_in_a_column_of_their_own(table: Table, word: str) -> None:
    page = table.page_of("alice", "by keys")
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(table.url + partly_played(table.server, word, 0.3))
    (turn, _), (steps, bar), (walk, moves) = page.evaluate(TOPS)
    board = page.evaluate("document.querySelector('.sheet').getBoundingClientRect().right")
    page.set_viewport_size(PHONE)

    assert board <= turn == steps < walk
    assert moves < 300
    assert bar < 768


@pytest.mark.parametrize("word", ["chess", "fleets", "kalah"])
def test_on_a_small_phone_that_lies_the_bar_is_one_row(table: Table, word: str) -> None:
    challenge(table.server, word)
    page = table.page_of("alice", "by touch")
    page.set_viewport_size({"width": 664, "height": 390})
    page.goto(table.url + challenge(table.server, word))
    tops = {box["y"] for each in page.locator("#steps > .button:visible").all() if (box := each.bounding_box())}
    page.set_viewport_size(PHONE)

    assert len(tops) == 1


IS_CUT = """() => [...document.querySelectorAll(".card .who")]
  .filter((each) => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight + 1)
  .map((each) => each.textContent)"""


@pytest.mark.parametrize("width", [390, 1366])
def test_names_stand_whole_in_lists_of_small_boards(table: Table, seat: Callable[..., Page], width: int) -> None:
    table.server.hear(
        "carol@example.org", f"hearts challenge carol {' '.join(each for each in FOUR if each != 'carol')}"
    )
    page = seat("carol")
    page.set_viewport_size({"width": width, "height": 664})
    page.goto(f"{table.url}/me?boards=small")

    assert page.locator(".card .who").count() > 0
    assert page.evaluate(IS_CUT) == []


BUTTONS_OF_THE_BAR = """() => [...document.querySelectorAll("#steps > .button")]
  .map((each) => [each.getBoundingClientRect(), each.scrollWidth > each.clientWidth + 1])
  .filter(([box]) => box.width > 1)
  .map(([{left, right, top, height}, isCut]) => ({left, right, top, height, isCut}))"""


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_on_a_phone_the_buttons_of_the_bar_are_apart_and_whole(
    table: Table, seat: Callable[..., Page], language: str
) -> None:
    move(table, challenge(table.server, "hex", size=3), "alice", "b2")
    board = challenge(table.server, "chess")
    table.server.hear("bob@example.org", f"change language bob bobpw123 {language}")
    page = seat("bob", has_touch=True, is_mobile=True)
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto(table.url + board)
    buttons = page.evaluate(BUTTONS_OF_THE_BAR)
    table.server.hear("bob@example.org", "change language bob bobpw123 en")

    # Four to walk with, and "Flip", "Plan" and "Next".
    assert len(buttons) == 7
    assert {each["top"] for each in buttons} == {buttons[0]["top"]}
    assert min(after["left"] - each["right"] for each, after in pairwise(buttons)) >= 3.9
    assert min(each["height"] for each in buttons) >= 44
    assert not any(each["isCut"] for each in buttons)


def test_a_move_is_queued_beside_the_list_of_moves(table: Table, seat: Callable[..., Page]) -> None:
    board = challenge(table.server, "hex", size=3)
    page = seat("bob", has_touch=True, is_mobile=True)
    page.goto(table.url + board)

    page.fill("#walk #queue", "if b2 then a2")
    page.locator("#walk").get_by_role("button", name="Queue").tap()

    page.wait_for_selector(".queue")
    assert page.locator(".queue .move").inner_text() == "if b2, then a2"


@pytest.mark.in_part
@pytest.mark.parametrize("word", installed())
def test_the_arrows_lead_to_every_place_that_can_be_touched(table: Table, word: str) -> None:
    board = challenge(table.server, word)
    page = table.page_of("alice", "by keys")
    page.goto(table.url + board)
    if not page.locator("a[data-place]").count():
        page = table.page_of(page.locator(".seats li.now a").first.inner_text(), "by keys")
        page.goto(table.url + board)
    tab_to(page, "document.activeElement.matches('#frame a[data-place]')")

    places = page.locator("#frame a[data-place]").evaluate_all("(all) => all.map((each) => each.dataset.place)")
    assert page.evaluate(BY_ARROWS, None).keys() >= set(places)
