"""The help pages of the games on grids: diagrams are drawn, examples are legal, parameters explained."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pbmserv import places
from pbmserv.games.base import Game, word_of_option
from pbmserv.games.chance import Chance
from pbmserv.games.diagrams import parts_of
from tests.games.grids import ON_GRIDS
from tests.games.help_pages import diagrams_of

PAGES = {word: (places.help_pages() / f"{word}.txt").read_text(encoding="utf-8") for word in ON_GRIDS}

every_game = pytest.mark.parametrize("game", ON_GRIDS.values(), ids=ON_GRIDS)


@every_game
def test_every_board_on_the_page_is_drawn_by_the_game(game: Game[Any]) -> None:
    """What a remark tells of is compared elsewhere; here, that no board stands there without a remark."""
    diagrams = diagrams_of(game.word)
    text = "".join(part for part in parts_of(PAGES[game.word]) if isinstance(part, str))

    assert diagrams
    assert not re.search(r"^ +a b c d", text, re.MULTILINE)


@every_game
def test_the_games_of_the_page_can_be_played_as_they_stand_there(game: Game[Any]) -> None:
    """A challenge of the page begins a game; the moves that follow it are played there, with the dice of seed 0."""
    usual = {option.name: option.default for option in game.options}
    position, count, number = None, 0, 0
    for words in re.findall(rf"^    > {game.word} (.*)$", PAGES[game.word], re.MULTILINE):
        verb, *rest = words.split()
        if verb == "challenge":
            typed = dict(re.findall(r"-(\w+)(?:=(\w+))?", " ".join(rest)))
            chosen = {o.name: o.read(typed[o.name] or None) for o in game.options if o.name in typed}
            assert chosen.keys() == typed.keys()
            position, number = game.start({**usual, **chosen}, 2, Chance(bytes(16), "start")), 0
        elif verb == "move" and rest[-1] != "swap":
            assert position is not None
            assert (rest[1] == "alice") == (position.next_seat == 0)
            number, count = number + 1, count + 1
            chance = Chance(bytes(16), f"move {number}")
            position = game.play(position, position.next_seat, " ".join(rest[3:]), chance).position
    assert count > 1


@every_game
def test_every_parameter_is_told_with_its_usual_value(game: Game[Any]) -> None:
    page = PAGES[game.word]
    for option in game.options:
        assert f"    -{option.name}={word_of_option(option.default)}\n" in page
        for value in option.choices or filter(None, (option.low, option.high)):
            assert str(value) in page.partition(f"    -{option.name}=")[2]


@every_game
def test_the_page_fits_a_letter(game: Game[Any]) -> None:
    assert max(map(len, PAGES[game.word].splitlines())) <= 79
