"""Every game of sowing keeps the contract, refuses in words that teach, and has a help page that can be played."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pbmserv.games.base import NeverLegal, Unreadable, word_of_option
from pbmserv.games.picture import Circle, Point
from pbmserv.games.sowing import SowingGame, Sown
from pbmserv.games.testing import check_contract
from tests.games.help_pages import help_page
from tests.games.sowing import CHANCE, OUR_GAMES, played, refusal

every_game = pytest.mark.parametrize("game", OUR_GAMES.values(), ids=OUR_GAMES)


@pytest.mark.long
@every_game
def test_it_keeps_the_contract_in_many_games(game: SowingGame[Any]) -> None:
    check_contract(game, games=20)


def test_it_keeps_the_contract() -> None:
    check_contract(OUR_GAMES["kalah"], games=2)


@every_game
def test_a_text_that_is_no_move_is_answered_with_how_a_move_is_written(game: SowingGame[Any]) -> None:
    refused = refusal(game, played(game, ""), "hello world")

    assert isinstance(refused, Unreadable)
    assert refused.words == f'A move is expected, not "hello world": write {game.move_form}.'


@every_game
def test_who_wants_to_pass_is_told_why_there_is_no_passing(game: SowingGame[Any]) -> None:
    refused = refusal(game, played(game, ""), "Pass")

    assert isinstance(refused, NeverLegal)
    assert refused.words == f"{game.no_passing} A move is {game.move_form}."


@every_game
def test_the_picture_has_every_seed_within_the_board_and_says_how_many_lie_where(game: SowingGame[Any]) -> None:
    position = Sown((0, 1, 3, 6, 7, 8, 9, 14, 0, 0, 0, 0), (30, 160))
    picture = game.picture(position, 0)
    circles = [shape.form for shape in picture.shapes if isinstance(shape.form, Circle)]
    told = [shape.words for shape in picture.shapes if shape.words]

    assert len(circles) == 12 + sum(position.houses) + sum(position.stores)
    assert told[:4] == ["house A, 0 seeds", "house B, 1 seed", "house C, 3 seeds", "house D, 6 seeds"]
    assert told[-2:] == ["South's store, 30 seeds", "North's store, 160 seeds"]


def test_seeds_in_a_house_never_lie_upon_each_other() -> None:
    for count in range(2, 60):
        picture = OUR_GAMES["kalah"].picture(Sown((count, *(0,) * 11)), 0)
        seeds = [shape.form for shape in picture.shapes if shape.role.startswith("tint") and shape.target == "A"]
        centres = [(form.centre, form.radius) for form in seeds if isinstance(form, Circle)]
        assert len(centres) == count
        nearest = min(
            _distance(one, other) - 2 * size
            for number, (one, size) in enumerate(centres)
            for other, _ in centres[:number]
        )
        assert nearest > -0.6 * centres[0][1], count


def _distance(one: Point, other: Point) -> float:
    return float(((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5)


@every_game
def test_the_games_of_the_page_can_be_played_as_they_stand_there(game: SowingGame[Any]) -> None:
    position, count = None, 0
    for words in re.findall(rf"^    > {game.word} (.*)$", help_page(game.word), re.MULTILINE):
        verb, *rest = words.split()
        if verb == "challenge":
            typed = dict(re.findall(r"-(\w+)=(\w+)", " ".join(rest)))
            position = played(game, "", **{o.name: o.read(typed[o.name]) for o in game.options if o.name in typed})
        elif verb == "move":
            assert position is not None
            assert (rest[1] == "alice") == (position.next_seat == 0)
            position, count = game.play(position, position.next_seat, rest[3], CHANCE).position, count + 1
    assert count == 4


@every_game
def test_every_parameter_is_told_with_its_usual_value(game: SowingGame[Any]) -> None:
    page = help_page(game.word)
    for option in game.options:
        assert f"    -{option.name}={word_of_option(option.default)}\n" in page
        for value in option.choices or (option.low, option.high):
            assert str(value) in page.partition(f"    -{option.name}=")[2]
