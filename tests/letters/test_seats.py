"""The words of games in letters: who is meant by a seat."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.letters.board import board_letter
from pbmserv.letters.seats import with_players
from pbmserv.play.board import Board, Player, Question
from pbmserv.play.view import BoardNews, BoardViews, SeatView
from pbmserv.play.voting import propose
from tests.conversation import START

NAMES = ("alice", "bob", "carol", "dave")


def seats(game: str, number: int) -> Sequence[SeatView]:
    return BoardViews(board(game, number), BoardNews("show")).facts.seats


def board(game: str, seats: int) -> Board:
    rules = installed()[game]
    options = {option.name: option.default for option in rules.options}
    players = [Player(number, name) for number, name in enumerate(NAMES[:seats])]
    return Board.begin(rules, 101, options, players, bytes(16), datetime(2024, 3, 1, tzinfo=UTC))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("Player B passes.", "bob (B) passes."),
        ("The bank pays 10 to player C.", "The bank pays 10 to carol (C)."),
        ("Players A and C have the most points, 9 each.", "alice (A) and carol (C) have the most points, 9 each."),
        ("It is won by players A, B and C.", "It is won by alice (A), bob (B) and carol (C)."),
        ("Player A has it, and player D has not.", "alice (A) has it, and player D has not."),
        ("Player           A     B     C", "Player           A     B     C"),
        ("A player, Bob, pays.", "A player, Bob, pays."),
    ],
)
def test_letters_tell_which_player_a_seat_is(words: str, told: str) -> None:
    assert with_players(seats("trioker", 3), words) == told


def test_a_seat_with_a_name_of_its_own_keeps_it() -> None:
    words = "Dot surrounded a region of 14 tiles."

    assert with_players(seats("trichet", 2), words) == words


def test_the_letters_of_a_game_say_who_has_done_what() -> None:
    text = board_letter(board("trioker", 3), None, BoardNews("new", by="alice"), "games@example.net", START).text

    assert "bob (B) starts with 333 on GO." in text
    assert "Player B" not in text


def test_letters_name_all_for_whom_the_others_wait() -> None:
    waiting = board("goofspiel", 4)
    propose(waiting, waiting.seats[0].player, Question.DRAW, datetime(2024, 3, 1, tzinfo=UTC))

    text = board_letter(waiting, None, BoardNews("turn", by="alice"), "games@example.net", START).text

    assert "bob, carol and dave have yet to answer." in text
    assert "It is alice, bob, carol and dave's turn: round 1." in text
