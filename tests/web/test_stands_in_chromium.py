"""Pieces in hand lie on stands beside the board, from which they are dropped by touch, by drag and by keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.checks.playthrough import known_moves
from tests.web.test_accessible import violations
from tests.web.test_board_in_chromium import IN_SIGHT, WINDOWS, Table
from tests.web.test_board_in_chromium import seat as seat
from tests.web.test_board_in_chromium import table as table
from tests.web.test_touching_in_chromium import BY_FINGER, LIT, SHOWN, WINDOW, begun, drag, settled, tap

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page

pytestmark = pytest.mark.long

HELD = """() => [".above", ".below"].map((where) =>
  [...document.querySelectorAll(`.stand${where} .hidden`)].map((each) => each.textContent))"""
"""What lies on the stand above the board, and on the one below it."""
BOARD = """() => {
  const {left, top, width} = document.querySelector(".sheet").getBoundingClientRect();
  return [left, top, width];
}"""
PAWN, BISHOP, ROOK = (f"{each}, 1 in hand" for each in ("pawn", "bishop", "rook"))
TRADES = {
    "crazyhouse": (["e2-e4", "d7-d5", "e4-d5", "d8-d5"], "@p", "e5", [[PAWN], [PAWN]], [[PAWN], []]),
    "shogi": (["7g7f", "3c3d", "8h2b+", "3a2b"], "@b", "4e", [[BISHOP], [BISHOP]], [[BISHOP], []]),
    "minishogi": (["1e1b", "1a1b"], "@p", "3c", [[ROOK], [PAWN]], [[ROOK], []]),
}
"""Moves after which a piece can be dropped, its name, a square for it, and what both hold before and after."""


def shown(page: Page, table: Table, word: str, window: dict[str, int]) -> Page:
    page.set_viewport_size(window)  # type: ignore[arg-type]
    page.goto(table.url + begun(table, word, *TRADES[word][0]))
    return page


@pytest.mark.parametrize("word", TRADES)
def test_on_a_phone_a_piece_is_dropped_by_two_touches_and_confirm(
    table: Table, seat: Callable[..., Page], word: str
) -> None:
    moves, piece, square, before, after = TRADES[word]
    page = shown(seat("alice", **BY_FINGER), table, word, WINDOW)
    where = page.evaluate(BOARD)
    assert page.evaluate(HELD) == before

    tap(page, piece)
    assert square in page.evaluate(LIT)
    tap(page, square)
    assert page.evaluate(HELD) == after
    page.locator("#confirm").tap()
    page.wait_for_function(
        "(moves) => document.getElementById('game').dataset.moves === moves", arg=f"{len(moves) + 1}"
    )
    settled(page)

    assert page.evaluate(HELD) == after
    page.locator("#steps a[rel=prev]").tap()
    settled(page)
    assert page.evaluate(HELD) == before
    page.locator("#steps a[rel=first]").tap()
    settled(page)
    assert page.evaluate(HELD) == [[], []]
    assert page.evaluate(BOARD) == where


@pytest.mark.parametrize("word", TRADES)
def test_on_a_desktop_a_piece_is_dragged_from_its_stand_beside_the_board(
    table: Table, seat: Callable[..., Page], word: str
) -> None:
    _, piece, square, _, after = TRADES[word]
    page = shown(seat("alice"), table, word, {"width": 1366, "height": 641})
    stand, sheet = page.locator(".stand.below").bounding_box(), page.locator(".sheet").bounding_box()
    assert stand
    assert sheet
    assert stand["x"] >= sheet["x"] + sheet["width"]

    drag(page, piece, square)

    assert page.evaluate(SHOWN)["ready"]
    assert page.evaluate(SHOWN)["touched"] == f"{piece} {square}"
    assert page.evaluate(HELD) == after


def test_a_piece_is_dropped_by_the_keyboard(table: Table, seat: Callable[..., Page]) -> None:
    page = shown(seat("alice"), table, "crazyhouse", {"width": 1366, "height": 768})

    page.locator(".stand.below a").focus()
    page.keyboard.press("Enter")
    settled(page)
    page.keyboard.press("PageDown")
    square = page.evaluate("document.activeElement.dataset.place")
    page.keyboard.press("Enter")
    page.locator("#confirm").wait_for()
    settled(page)

    assert page.evaluate(SHOWN)["touched"] == f"@p {square}"
    assert page.evaluate(HELD) == [[PAWN], []]


def test_a_piece_is_dropped_without_scripts(table: Table, seat: Callable[..., Page]) -> None:
    page = shown(seat("alice", java_script_enabled=False), table, "crazyhouse", WINDOW)

    for each in (".stand.below a", ".touches a[data-place=e5]", "#confirm"):
        with page.expect_navigation():
            page.locator(each).click()

    held = [page.locator(f".stand.{where} .hidden").all_inner_texts() for where in ("above", "below")]
    assert held == [[PAWN], []]


def test_flip_changes_the_sides_of_the_stands(table: Table, seat: Callable[..., Page]) -> None:
    page = shown(seat("alice", **BY_FINGER), table, "minishogi", WINDOW)

    page.locator("#steps a", has_text="Flip").tap()
    page.locator("#side-below .who", has_text="bob").wait_for()

    assert page.evaluate(HELD) == [[PAWN], [ROOK]]
    tap(page, "@p")
    assert page.evaluate(SHOWN)["touched"] == "@p"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing_on_stands(table: Table, seat: Callable[..., Page], width: int, scheme: str) -> None:
    page = shown(seat("alice", color_scheme=scheme), table, "shogi", {"width": width, "height": 800})
    assert violations(page) == []

    page.locator(".stand.below a").click()
    settled(page)

    assert violations(page) == []


PROMOTING = (*TRADES["shogi"][0], "B*4e", "9c9d")


@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_whether_to_promote_is_asked_in_place_of_the_readers_stand(
    table: Table, seat: Callable[..., Page], width: int, height: int
) -> None:
    page = seat("alice")
    page.set_viewport_size({"width": width, "height": height})
    page.goto(table.url + begun(table, "shogi", *PROMOTING))
    where = page.evaluate(BOARD)
    for place in ("4e", "6c", "+"):
        assert page.locator(".stand.below").is_visible() == (place != "+")
        page.locator(f"[data-place='{place}']").click()
        settled(page)
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate(BOARD) == where
        assert [what for what, is_seen in page.evaluate(IN_SIGHT).items() if not is_seen] == []

    assert page.evaluate(SHOWN)["ready"]


@pytest.mark.parametrize("word", TRADES)
def test_full_hands_are_in_sight_in_every_window(table: Table, seat: Callable[..., Page], word: str) -> None:
    board, page = begun(table, word, *of_takers(word)), seat("alice")
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(table.url + board)
        assert sum(map(len, page.evaluate(HELD))) >= 6
        assert [what for what, is_seen in page.evaluate(IN_SIGHT).items() if not is_seen] == [], (width, height)


def of_takers(word: str, most: int = 60) -> list[str]:
    """The moves of players who drop nothing, and take what they can, as long as the game goes on."""
    game, made = installed()[word], list[str]()
    position = game.start({each.name: each.default for each in game.options}, 2, Chance(b"", "start"))

    def after(move: str) -> Any:
        return game.play(position, position.next_seat, move, Chance(b"", "move")).position

    def held_after(move: str) -> tuple[int, int]:
        held = [each.number for seat in (0, 1) for each in game.in_hand(after(move), seat)]
        return len([*filter(None, held)]), sum(held)

    while len(made) < most:
        moves = [move for move in known_moves(game, position, position.next_seat) if not set(move) & {"*", "@"}]
        going_on = [move for move in moves if not game.result(after(move))]
        if not going_on:
            break
        made.append(max(going_on, key=held_after))
        position = after(made[-1])
    return made
