"""What a page shows of a move before it is made: never what contradicts it, and never what chance might bring."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import partial
from html import unescape

import pytest
from httpx2 import Response

from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.checks.playthrough import known_moves
from pbmserv.games.checks.two_worlds import worlds_alike
from pbmserv.games.hex.game import Hex
from pbmserv.games.testing import play_random_game, replay
from pbmserv.web.touch_moves import steps_of, tree_of
from tests.conversation import FOUR, Server
from tests.pictures.test_playing_by_touch import SHORT
from tests.web.conftest import Browser

HIDDEN = [word for word, game in installed().items() if game.hidden]
HEX = Hex()
EVERY = 5
"""Turns: at one in so many another world is looked for."""


def play(server: Server, game: str, *moves: str) -> None:
    server.hear("alice@example.org", f"{game} challenge alice bob")
    for number, move in enumerate(moves):
        userid = ("alice", "bob")[number % 2]
        server.hear(f"{userid}@example.org", f"{game} move 101 {userid} {FOUR[userid]} {move}")


def tree(page: Response) -> object:
    [found] = re.findall(r'<script type="application/json" id="tree">([^<]*)</script>', page.text) or [None]
    return found and json.loads(found)


def test_all_moves_of_the_turn_are_data_on_the_page(server: Server, alice: Browser) -> None:
    play(server, "chess")

    moves = tree(alice.get("/chess/101"))

    assert isinstance(moves, dict)
    assert moves["e2"] == {"e3": 0, "e4": 0}
    assert sum(map(len, moves.values())) == 20


def test_who_may_not_move_gets_no_moves(server: Server, alice: Browser, browser: Browser) -> None:
    play(server, "chess", "e2-e4")

    assert tree(alice.get("/chess/101")) is None
    assert tree(browser.get("/chess/101")) is None


class TestAPlugIn:
    """Hex stands for it, drawn and touched in other ways."""

    def test_may_call_its_places_what_it_likes(
        self, server: Server, alice: Browser, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def odd(name: str) -> str:
            return f"</script>\"'&amp;\\{name}"

        play(server, "hex")
        picture = Hex.picture(HEX, HEX.start({"size": 11, "handicap": 0}, 2, Chance(b"", "")), None)
        shapes = [replace(each, target=odd(each.target) if each.target else "") for each in picture.shapes]
        monkeypatch.setattr(Hex, "picture", lambda *_: replace(picture, shapes=tuple(shapes)))
        monkeypatch.setattr(Hex, "steps", lambda _self, _position, _seat, move: (odd(move), odd("a1")))

        page = alice.get("/hex/101")
        moves = tree(page)

        assert isinstance(moves, dict)
        assert moves[odd("c3")] == {odd("a1"): 0}
        [address] = re.findall(r'<a data-place="[^"]*c3" href="([^"]*)">', page.text)
        assert "Play c3?" in re.sub("<[^>]*>", "", alice.get(unescape(address)).text)

    @pytest.mark.parametrize("method", ["steps", "slides", "new_pieces"])
    def test_that_fails_is_played_by_typing(
        self,
        server: Server,
        alice: Browser,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        method: str,
    ) -> None:
        def fail(*_: object) -> None:
            raise ZeroDivisionError

        play(server, "hex")
        monkeypatch.setattr(Hex, method, fail)

        page = alice.get("/hex/101")

        assert page.status_code == 200
        assert tree(page) is None
        assert "Type your move" in page.text
        assert "touching.failed" in capsys.readouterr().out
        assert "Play c3?" in re.sub("<[^>]*>", "", alice.get("/hex/101?move=c3").text)


def test_moves_that_cannot_be_listed_come_step_by_step(server: Server, alice: Browser) -> None:
    server.hear("alice@example.org", "backgammon challenge bob alice -dice=typed --unrated")
    for move in ("31", "8/5 6/5"):
        server.hear("bob@example.org", f"backgammon move 101 bob bobpw123 {move}")

    page = alice.get("/backgammon/101")

    assert tree(page) is None
    assert 'data-place="3-1"' in page.text


def test_a_move_to_confirm_is_not_said_to_have_been_made(server: Server, alice: Browser) -> None:
    play(server, "chess", "e2-e4", "d7-d5")

    page = alice.get("/chess/101?touch=e4+d5").text

    assert "Nothing has been moved yet" in page
    assert "This is a preview" in page
    assert "White has played" not in page
    assert 'aria-current="true">d5</a>' in page


@pytest.mark.parametrize("game", ["backgammon", "yacht", pytest.param("einstein", marks=pytest.mark.long)])
def test_a_move_to_confirm_shows_nothing_that_chance_has_made_up(
    server: Server, alice: Browser, browser: Browser, game: str
) -> None:
    play(server, game)
    browser.sign_in("bob")
    [mover] = [each for each in (alice, browser) if "Your turn" in each.get(f"/{game}/101").text]
    moves = tree(mover.get(f"/{game}/101"))
    assert isinstance(moves, dict)
    before, touches = mover.get(f"/{game}/101").text, list[str]()
    while isinstance(moves, dict):
        touches.append(next(filter(None, moves)))
        moves = moves[touches[-1]]

    ahead = mover.get(f"/{game}/101?touch={'+'.join(touches)}").text

    assert "Nothing has been moved yet" in ahead
    assert "made up" not in ahead
    own, shown = (re.findall(r"[^<>]*dice of (?:Black|White)[^<]*", page) for page in (before, ahead))
    assert shown == own, "the dice that are moved by lie there still"
    if game == "yacht":
        assert "This is a preview" not in ahead


@pytest.mark.parametrize(
    ("game", "options", "places"), [("go", "", 362), ("gomoku", "-size=19", 361), ("connect6", "-size=19", 361)]
)
def test_on_nineteen_lines_the_places_that_are_lit_are_the_moves(
    server: Server, alice: Browser, game: str, options: str, places: int
) -> None:
    server.hear("alice@example.org", f"{game} challenge alice bob {options}".strip())

    page = alice.get(f"/{game}/101")

    assert tree(page) == 1
    assert len(re.findall(r'data-place="', page.text)) == places


def test_dead_stones_are_marked_step_by_step_on_nineteen_lines(server: Server, alice: Browser) -> None:
    play(server, "go", "d4", "q16", "pass", "pass")

    page = alice.get("/go/101")

    assert tree(page) is None
    assert 'data-place="q16"' in page.text


@pytest.mark.parametrize("word", HIDDEN)
def test_two_worlds_that_look_alike_to_a_player_have_the_same_moves_on_the_page(word: str) -> None:
    game = installed()[word]
    record = play_random_game(game, SHORT.get(word, {}), game.seats[0], bytes(range(16)))
    choices, compared = Chance(bytes(16), "worlds"), 0

    for position in replay(game, record).positions[:-1:EVERY]:
        for seat in game.to_move(position):
            worlds = [position, *worlds_alike(game, position, seat, choices)]
            trees = {
                tree_of(
                    steps_of(game, world, seat, known_moves(game, world, seat), ()), partial(game.slides, world, seat)
                )
                for world in worlds
            }
            compared += len(worlds) - 1
            assert len(trees) == 1

    # Where all choose at once, what is hidden is no part of the position.
    assert compared or word == "goofspiel"
