"""Where several seats move at once, moves are mixed until nobody can gain by doing anything else."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import pytest

from pbmserv.bots.choosing import choose
from pbmserv.bots.levels import Level
from pbmserv.bots.luck import Luck
from pbmserv.bots.mixing import Mixing
from pbmserv.bots.search import Search
from pbmserv.games.base import Game, Illegal, Played, Result
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import SEED_BYTES, Chance

SEED = bytes(SEED_BYTES)
HANDS = ("rock", "paper", "scissors")
BEATS = {("rock", "scissors"), ("paper", "rock"), ("scissors", "paper")}


def shares(first: str, second: str) -> tuple[float, float]:
    """What two hands are worth if rock wins twice as much as the others."""
    won = 0.5 if "rock" in (first, second) and "scissors" in (first, second) else 0.25
    lead = won if (first, second) in BEATS else -won if (second, first) in BEATS else 0.0
    return 0.5 + lead, 0.5 - lead


def test_what_is_played_on_the_average_comes_near_to_what_nobody_can_gain_by_leaving() -> None:
    mixing, luck, legal = Mixing(), Luck(SEED, "hands"), {0: HANDS, 1: HANDS}

    for _ in range(4000):
        first, second = mixing.chosen(legal, luck)
        mixing.tell((first, second), legal, shares(first, second))

    for seat in legal:
        # Each hand is played as often as makes the other two equally good.
        policy = mixing.seats[seat].policy(HANDS)
        assert policy == pytest.approx({"rock": 0.25, "paper": 0.5, "scissors": 0.25}, abs=0.06)


def test_a_move_that_is_worse_whatever_the_others_do_is_not_played() -> None:
    mixing, luck, legal = Mixing(), Luck(SEED, "hands"), {0: (*HANDS, "foot"), 1: HANDS}

    for _ in range(1000):
        first, second = mixing.chosen(legal, luck)
        mixing.tell((first, second), legal, (0.0, 1.0) if first == "foot" else shares(first, second))

    assert mixing.seats[0].policy(legal[0])["foot"] == 0


@dataclass(frozen=True)
class Hands:
    """What two seats have shown."""

    shown: tuple[str, str] = ("", "")


class OneHand(Game[Hands]):
    """Rock, paper, scissors, once, in which who loses with scissors to a rock loses all."""

    name = "OneHand"
    summary = "Show a hand at once"
    seats = range(2, 3)
    options = ()
    move_form = "rock, paper or scissors"
    uses_chance = False
    hidden = True
    simultaneous = True
    allows_undo = False
    position_class = Hands

    def start(self, options: Any, seats: int, chance: Chance) -> Hands:
        return Hands()

    def to_move(self, position: Hands) -> tuple[int, ...]:
        return tuple(seat for seat, hand in enumerate(position.shown) if not hand)

    def legal_moves(self, position: Hands, seat: int) -> tuple[str, ...]:
        return HANDS

    def play(self, position: Hands, seat: int, text: str, chance: Chance) -> Played[Hands]:
        if text not in HANDS:
            raise Illegal("Show rock, paper or scissors.")
        first, second = position.shown
        return Played(Hands((text, second) if seat == 0 else (first, text)), text)

    def guess(self, seen: Hands, seat: int, chance: Chance) -> Hands:
        return seen

    def result(self, position: Hands) -> Result | None:
        first, second = position.shown
        if not (first and second):
            return None
        return Result(None if first == second else int((first, second) not in BEATS), "shown")

    def draw(self, position: Hands, viewer: int | None) -> str:
        return ""


def test_a_seat_that_moves_at_once_with_others_shows_each_hand_as_often_as_the_others() -> None:
    game, level = OneHand(), Level("some", simulations=300, seconds=9.0)

    chosen = [choose(game, Hands(), 0, level, number.to_bytes(SEED_BYTES, "big")) for number in range(60)]

    # Four times the standard deviation.
    assert all(8 <= chosen.count(hand) <= 34 for hand in HANDS)


@pytest.mark.long
def test_the_last_card_but_one_of_goofspiel_is_not_wasted() -> None:
    game = installed()["goofspiel"]
    position = game.start({"cards": 3, "ties": "discard"}, 2, Chance(SEED, "start"))
    level = Level("some", simulations=500, seconds=9.0)

    highest = sum(
        choose(game, game.seen_by(replace(position, deck=(3, 1, 2)), 0), 0, level, bytes([number] * 16)) == "3"
        for number in range(20)
    )

    # Whoever lets the prize of three points go has lost unless all others come to them.
    assert highest > 15


def test_places_of_which_all_see_something_else_are_told_apart() -> None:
    game = installed()["goofspiel"]
    start = game.start({"cards": 4, "ties": "carry"}, 2, Chance(SEED, "start"))
    search = Search(game, game.seen_by(start, 0), 0, SEED)

    search.think(400, lambda: False)

    # After the first prize any of three others is turned up.
    following = Counter(key[:2] for key in search._root.children)
    assert max(following.values()) == 3
