"""The words of games in letters: who is meant by a seat."""

from __future__ import annotations

import json
import pickle
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.games.message import (
    Message,
    added,
    for_players,
    in_turn,
    message_of,
    player,
    players,
    text_of,
    the_player,
    the_players,
    values_of,
)
from pbmserv.letters.board import board_letter
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
        (Message("{player} passes.", player=player(1)), "bob (B) passes."),
        (
            Message("The bank pays {paid} to {player}.", paid=9, player=the_player(2)),
            "The bank pays 9 to carol (C).",
        ),
        (
            Message("{players} have the most points, {most} each.", players=players([0, 2]), most=9),
            "alice (A) and carol (C) have the most points, 9 each.",
        ),
        (
            Message("It is won by {players}.", players=the_players([0, 1, 2])),
            "It is won by alice (A), bob (B) and carol (C).",
        ),
        (
            in_turn(
                "Nobody can place a tile.",
                Message("{player} holds the fewest, {pips}.", player=player(0), pips=3),
            ),
            "Nobody can place a tile. alice (A) holds the fewest, 3.",
        ),
        ("Player B passes.", "Player B passes."),
    ],
)
def test_letters_tell_which_player_a_seat_is(words: str, told: str) -> None:
    assert for_players(words, seats("trioker", 3)) == told


def test_a_seat_with_a_name_of_its_own_keeps_it() -> None:
    words = Message("{player} surrounded a region of {tiles} tiles.", player=Message("Dot"), tiles=14)

    assert for_players(words, seats("trichet", 2)) == "Dot surrounded a region of 14 tiles."


def test_a_message_says_the_same_after_it_was_stored() -> None:
    sum_of = Message("{sum}: {loser}.", sum=added([25, 3]), loser=Message("a {colour} coin", colour=Message("red")))
    words = in_turn(Message("{players} pay.", players=players([0, 2])), sum_of)

    again = message_of(text_of(words), json.loads(json.dumps(values_of(words))))

    assert again == "Players A and C pay. 25 + 3: a red coin."
    assert for_players(again, seats("trioker", 3)) == "alice (A) and carol (C) pay. 25 + 3: a red coin."
    assert isinstance(words, Message)
    assert pickle.loads(pickle.dumps(words)).values == words.values  # noqa: S301 - made here


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
