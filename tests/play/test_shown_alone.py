"""What only one player has been shown, in the words of letters: cards in hand, tiles, moves in examples."""

from __future__ import annotations

from typing import Any

import pytest

from pbmserv.games.base import Game
from pbmserv.games.hearts import Hearts
from pbmserv.games.hex import Hex
from pbmserv.letters.board import board_letter
from pbmserv.play.plans import QueuedMove
from pbmserv.play.shown_alone import names_in, shown_to_nobody_else
from pbmserv.play.view import SHOWN
from tests.play.test_view import ALICE, HIDING, NOW, ZOE, begun, stages

IN_ANY_LETTER = {"PASSWORD", "UTC", "101"}


def test_names_have_a_digit_or_nothing_but_capitals() -> None:
    assert names_in("Your queen, QS, 2C*: 3-3-4@1#12, 012@99") == {"QS", "2C", "3-3-4", "012"}
    assert names_in("I have the queen of spades. A 2 b Clubs qs, see you at 10") == frozenset()


@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.word)
def test_all_names_that_only_the_letter_of_one_player_has_are_theirs_alone(game: Game[Any]) -> None:
    for board in stages(game, turns=12):
        public = names_in(board_letter(board, None, SHOWN, "games@example.net", NOW).text)
        legend = names_in(game.legend(game.seen_by(board.position, None), None)) | names_in(game.move_form)
        for player in board.players:
            own = names_in(board_letter(board, player, SHOWN, "games@example.net", NOW).text)
            alone = shown_to_nobody_else(board, player)

            assert own - public - legend - IN_ANY_LETTER - _of_clocks(own) <= alone
            assert not alone & names_in(" ".join(game.status(game.seen_by(board.position, None), None)))


def _of_clocks(names: frozenset[str]) -> set[str]:
    return {name for name in names if name.startswith("2024-")}


def test_a_hand_of_hearts_is_its_players_alone() -> None:
    board = begun(Hearts())
    hand = shown_to_nobody_else(board, ALICE)

    assert len(hand) == 13
    assert all(len(card) == 2 and card[1] in "CDSH" for card in hand)
    assert not hand & shown_to_nobody_else(board, board.players[1])


def test_nothing_is_shown_alone_to_who_looks_on_or_where_nothing_is_hidden() -> None:
    assert shown_to_nobody_else(begun(Hearts()), ZOE) == frozenset()
    assert shown_to_nobody_else(begun(Hex()), ALICE) == frozenset()


def test_a_card_that_waits_in_a_queue_is_its_players_alone_though_nothing_is_chosen() -> None:
    [*_, board] = stages(Hearts(), turns=8)
    waits, other, *_ = (player for player in board.players if player not in board.players_to_move)
    own, [card, *_] = shown_to_nobody_else(board, waits), shown_to_nobody_else(board, other)
    [number] = board.seats_of(waits)

    board.seats[number].queue = [QueuedMove(card)]

    assert board.seats[number].chosen is None
    assert shown_to_nobody_else(board, waits) == own | {card}
