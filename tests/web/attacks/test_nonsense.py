"""Nonsense, by the thousand, at every address there is: each is answered, and none of it changes anything."""

from __future__ import annotations

import os
import random
import re
import string
import time
from collections.abc import Callable

import pytest
from httpx2 import InvalidURL

from pbmserv.games.catalogue import installed
from pbmserv.games.chance import SEED_BYTES
from pbmserv.play.board import Board
from pbmserv.post_office import PostOffice
from pbmserv.web import touching
from pbmserv.web.app import application
from pbmserv.web.site import Site
from pbmserv.web.touch_moves import steps_of
from tests.conversation import FOUR, Server
from tests.web.conftest import Browser

SEED = os.environ.get("TESTS_SEED", "1")
ALPHABET = (
    string.ascii_letters + string.digits + "%/?&=#.-_~\\\"'<>{}[]:;,|$!*+é\u202e\u0130\U0001f3b2 \t\r\n\x00\x7f"
)
WORDS = (
    *("hex", "goofspiel", "triominoes", "trioker-puzzle", "chess", "alice", "bob", "nobody", "svg", "static", "help"),
    *("101", "102", "0", "1", "2", "3", "-1", "1e3", "999999999", "9" * 30, "\u0664", "true", "null", "NaN", "read"),
    *("d4", "a1,b2", "moves", "../..", "%2e%2e", "2024-02-30", "Europe/Paris", "alice@example.org", "play", "all"),
)
NAMES = (
    *("touch", "play", "token", "to", "after", "page", "q", "seen", "line", "from", "try", "move", "family", "with"),
    *("before", "below", "turn", "limit", "player", "status", "userid", "password", "do", "words", "comment", "name"),
    *("what", "code", "answer", "number", "scope", "link", "lines", "until", "days", "new", "address", "value"),
    *("addresses", "boards"),
)
HEADERS = (
    *("Accept", "Accept-Encoding", "Accept-Language", "Authorization", "Content-Type", "Host", "If-None-Match"),
    *("Origin", "Range", "Referer", "User-Agent", "X-Forwarded-For"),
)
METHODS = ("GET", "GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
BEGUN = {
    "backgammon": "",
    "backgammon -dice=typed --unrated": "31, 8/5 6/5",
    "checkers": "d6-e5, g3-h4, h6-g5, a3-b4, b6-c5, b4-d6, e7-c5, e3-d4, c5-e3",
    "cribbage": "",
    "draughts": "",
    "fleets": "",
    "go -size=9": "d4, e5, pass, pass",
    "marshal": "",
    "phutball -board=13x9": "e8, e10, e7-e9",
    "triominoes": "",
}
"""Games of which a move takes several touches, or whose moves are not listed, with what is played first."""
MADE_UP = (
    *("z99", "roll", "double", "done", "ready", "random", "agree", "pass", "resign", "undo", "bar", "off", "0", "-1"),
    *("{first} {first}", "{last} {last} {last}", "{first} {last}", "{last} {first}", "{all} {all}"),
    *("\u00e9", "\x00", "<b>", "../..", "%2e", "x" * 5_000, "a1 " * 500),
)
"""What nobody touches on a page: places that there are not, words of other games, pieces twice, and too much."""


@pytest.fixture
def board(server: Server) -> Server:
    """A server with boards on which there is something to see, and to hide."""
    for game in ("hex", "goofspiel", "triominoes"):
        server.hear("alice@example.org", f"{game} challenge alice bob")
    server.hear("alice@example.org", "hex move 101 alice secret7 d4", comment="Have fun.")
    server.hear("bob@example.org", "hex queue 101 bob bobpw123 e5")
    server.hear("alice@example.org", "goofspiel move 101 alice secret7 3")
    return server


class Mischief:
    """Somebody who tries all that comes to mind; the same each time, with the same seed."""

    def __init__(self, addresses: list[str]) -> None:
        self._chance = random.Random(SEED)  # noqa: S311 - to be done again in the same way
        self._addresses = addresses

    def next(self) -> tuple[str, str, dict[str, str], dict[str, str], dict[str, str]]:
        """A method, a path, what stands behind its ?, a form, and headers."""
        method = self._chance.choice(METHODS)
        form = {} if method in {"GET", "HEAD", "OPTIONS"} else self._fields(5)
        return method, self._path(), self._fields(3), form, self._headers()

    def _path(self) -> str:
        if self._chance.random() < 0.2:
            return "/" + "/".join(self._text() for _ in range(self._chance.randrange(4)))
        address = self._chance.choice(self._addresses)
        return re.sub(r"\{(\w+)(:\w+)?\}", self._in_place, address)

    def _in_place(self, place: re.Match[str]) -> str:
        if self._chance.random() < 0.6:
            known = {"game": ("hex", "goofspiel", "triominoes"), "userid": ("alice", "bob")}
            return self._chance.choice(known.get(place[1], ("101", "1", "0")))
        return self._text()

    def _text(self) -> str:
        if self._chance.random() < 0.5:
            return self._chance.choice(WORDS)
        return "".join(self._chance.choice(ALPHABET) for _ in range(self._chance.randrange(20)))

    def _fields(self, most: int) -> dict[str, str]:
        return {self._chance.choice(NAMES): self._text() for _ in range(self._chance.randrange(most))}

    def _headers(self) -> dict[str, str]:
        printable = [each for each in self._text() if " " <= each <= "~"]
        return {self._chance.choice(HEADERS): "".join(printable)} if self._chance.random() < 0.2 else {}


def check_that_nothing_comes_of_nonsense(server: Server, site: Site, browsers: list[Browser], times: int) -> None:
    routes = [getattr(route, "path", "") for route in application(site).routes]
    # Who listens to events is never done.
    mischief = Mischief([path for path in routes if not path.endswith("events")])
    before, answered = server.everything_stored(), set()
    for number in range(times):
        method, path, given, form, headers = tried = mischief.next()
        try:
            answer = browsers[number % len(browsers)].request(
                method, path, params=given, data=form or None, headers=headers
            )
        except (ValueError, InvalidURL):
            continue  # no browser can send that
        assert answer.status_code < 500, tried
        answered.add(answer.status_code)
    assert server.everything_stored() == before
    assert {200, 404} <= answered


def test_nonsense_is_answered_and_changes_nothing(
    board: Server, site: Site, alice: Browser, new_browser: Callable[[], Browser]
) -> None:
    check_that_nothing_comes_of_nonsense(board, site, [alice, new_browser()], 60)


@pytest.mark.parametrize(
    ("page", "field"), [("/sign-up", "userid"), ("/confirm", "code"), ("/forgot", "userid"), ("/hex/101?line=", "")]
)
def test_a_text_of_any_length_is_refused_at_once(board: Server, browser: Browser, page: str, field: str) -> None:
    # 60,000 characters with many signs between which a password may stand.
    text = "b3,c4," * 10_000
    start = time.process_time()

    answer = browser.fill_in(page, **{field: text}) if field else browser.get(page + text)

    assert answer.status_code == 422
    assert time.process_time() - start < 2  # a hundredth of that; what is quadratic takes minutes


@pytest.mark.long
def test_much_nonsense_is_answered_and_changes_nothing(
    board: Server, site: Site, alice: Browser, new_browser: Callable[[], Browser]
) -> None:
    check_that_nothing_comes_of_nonsense(
        board, site, [alice, new_browser()], int(os.environ.get("NONSENSE_REQUESTS", "1000"))
    )


@pytest.fixture
def deals_alike(server: Server) -> Server:
    """The server, where cards and dice fall in the same way each time."""
    server.office = PostOffice(
        server.database,
        installed(),
        server.address,
        server.passwords,
        now=lambda: server.now,
        budgets=server.budgets,
        seeds=lambda: SEED.encode().ljust(SEED_BYTES),
    )
    return server


@pytest.mark.alike
@pytest.mark.parametrize("command", BEGUN)
def test_made_up_touches_in_the_middle_of_a_move_are_passed_over_and_change_nothing(
    deals_alike: Server, new_browser: Callable[[], Browser], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    def board_of() -> tuple[Board, str]:
        """The board, and who is to move there."""
        board = server.office.look_up(lambda call: call.work.boards.load(word, 101))
        assert board is not None
        return board, board.seats[board.to_move[0]].player.userid

    def fail(_event: str, error: Exception, **_where: object) -> None:
        raise error

    server, chance = deals_alike, random.Random(SEED)  # noqa: S311 - to be done again in the same way
    word, _, options = command.partition(" ")
    server.hear("alice@example.org", f"{word} challenge alice bob {options}".strip())
    for move in filter(None, BEGUN[command].split(", ")):
        _, userid = board_of()
        server.hear(f"{userid}@example.org", f"{word} move 101 {userid} {FOUR[userid]} {move}")
    board, userid = board_of()
    browser = new_browser()
    browser.sign_in(userid)
    game, position, seat = board.game, board.position, board.to_move[0]
    moves = game.legal_moves(position, seat)
    real = max(steps_of(game, position, seat, moves, ()), key=len)
    places = {"first": real[0], "last": real[-1], "all": " ".join(real)}
    # A game that fails at touches is played by typing, and says nothing of it on the page.
    monkeypatch.setattr(touching, "log_failure", fail)
    before = server.everything_stored()

    for _ in range(20):
        touches = " ".join([*real[: chance.randrange(len(real) + 1)], chance.choice(MADE_UP).format(**places)])
        answer = browser.get(f"/{word}/101", params={"touch": touches})
        assert answer.status_code == 200, touches
        [touched] = re.findall(r'id="frame"[^>]* data-touched="([^"]*)"', answer.text)
        counted = tuple(touched.split())
        steps = steps_of(game, position, seat, moves, touches.split())
        assert any(each[: len(counted)] == counted for each in steps), touches
    assert server.everything_stored() == before
