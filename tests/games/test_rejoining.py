"""Somebody takes over the seat of who has left: what each game for three or more gives them to play on with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pbmserv.games.base import Game, Played
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.checks.table import check_rejoining
from pbmserv.games.goofspiel.game import Goofspiel
from pbmserv.games.goofspiel.rules import Position as Bids
from pbmserv.games.hearts.game import Hearts
from pbmserv.games.hex import Hex
from pbmserv.games.refusals import Illegal
from pbmserv.games.testing import play_random_game, replay
from pbmserv.games.trioker.game import Trioker
from pbmserv.games.triominoes.game import Triominoes
from pbmserv.games.triominoes.rules import Position as Match
from pbmserv.games.yacht.game import Yacht

GOOFSPIEL, HEARTS, YACHT, TRIOMINOES, TRIOKER = Goofspiel(), Hearts(), Yacht(), Triominoes(), Trioker()
FOR_MORE = [game for game in installed().values() if game.seats[-1] > 2]


def chance(turn: str = "some turn") -> Chance:
    return Chance(bytes(16), turn)


def defaults(game: Game[Any]) -> dict[str, Any]:
    return {option.name: option.default for option in game.options}


@pytest.mark.parametrize("game", FOR_MORE, ids=lambda game: game.word)
@pytest.mark.parametrize("number", [0, *(pytest.param(number, marks=pytest.mark.long) for number in (1, 2))])
def test_a_seat_can_be_taken_over_at_any_point_of_the_game(game: Game[Any], number: int) -> None:
    seats = min(each for each in game.seats if each >= max(3, game.seats[number % len(game.seats)]))
    record = play_random_game(game, {}, seats, (4_711 + number).to_bytes(16, "big"), max_turns=3000)

    check_rejoining(game, replay(game, record))


def test_a_game_that_does_not_go_on_without_a_player_gives_no_seat_to_another() -> None:
    with pytest.raises(Illegal, match="In Hex nobody can take over the seat of another"):
        Hex().rejoin(Hex().start(defaults(Hex()), 2, chance()), 0, chance())


class TestGoofspiel:
    def left_after_two_rounds(self) -> Bids:
        """Of five rounds, the third seat has bid in the first two, and has been skipped in the third."""
        position = Bids((4, 1, 5, 2, 3), ((5, 1), (4, 2), (3, 5)), "carry")
        position = GOOFSPIEL.skip(position, 2, chance()).position
        position = GOOFSPIEL.play(position, 0, "4", chance()).position
        return GOOFSPIEL.play(position, 1, "3", chance()).position

    def test_the_substitute_bids_with_all_cards_that_the_seat_has_not_bid(self) -> None:
        back = GOOFSPIEL.rejoin(self.left_after_two_rounds(), 2, chance()).position

        assert GOOFSPIEL.to_move(back) == (0, 1, 2)
        assert GOOFSPIEL.legal_moves(back, 2) == ["A", "2", "4"]
        assert "Spades   1 point   holds A 2 4" in GOOFSPIEL.status(back, None)

    def test_for_the_last_prize_the_substitute_chooses_and_the_others_have_one_card(self) -> None:
        position = GOOFSPIEL.rejoin(self.left_after_two_rounds(), 2, chance()).position
        for seat, card in ((0, "2"), (1, "A"), (2, "A")):
            position = GOOFSPIEL.play(position, seat, card, chance()).position

        assert GOOFSPIEL.to_move(position) == (2,)
        assert GOOFSPIEL.legal_moves(position, 2) == ["2", "4"]
        over = GOOFSPIEL.result(GOOFSPIEL.play(position, 2, "2", chance()).position)
        assert over is not None
        assert (over.winner, over.scores) == (0, (11, 3, 1))

    def test_who_has_come_back_may_win(self) -> None:
        position = Bids((1, 2, 5, 4, 3), ((1,), (2,), (0, 0, 0, 0, 0)), "carry")
        position = GOOFSPIEL.rejoin(position, 2, chance()).position
        for bids in (("2", "3", "5"), ("3", "4", "A"), ("4", "5", "4")):
            for seat, card in enumerate(bids):
                position = GOOFSPIEL.play(position, seat, card, chance()).position

        assert not position.is_out(2)
        assert position.scores[2] == 2


class TestHearts:
    def test_the_server_plays_for_the_seat_no_more(self) -> None:
        start = HEARTS.start(defaults(HEARTS), 4, chance())
        skipped = HEARTS.skip(start, 3, chance()).position

        back = HEARTS.rejoin(skipped, 3, chance()).position

        assert back.left == ()
        assert back.hands == skipped.hands
        assert back.passed[3] == skipped.passed[3] != ()
        assert "East has resigned: the server plays the lowest card." in HEARTS.status(skipped, None)
        assert not any("has resigned" in line for line in HEARTS.status(back, None))


class TestYacht:
    def test_the_turns_that_were_missed_come_at_the_end(self) -> None:
        position = YACHT.start(defaults(YACHT), 3, chance())
        position = YACHT.skip(position, 0, chance()).position
        for seat in (1, 2):
            position = YACHT.play(position, seat, "choice", chance()).position
        back = YACHT.rejoin(position, 0, chance()).position

        assert back.active == (0, 1, 2)
        assert (len(back.open_boxes(0)), len(back.open_boxes(1))) == (12, 11)
        assert YACHT.play(back, 1, "fours", chance()).position.next_seat == 2


class TestTriominoes:
    def match(self, **changes: Any) -> Match:
        start = TRIOMINOES.start(defaults(TRIOMINOES), 3, chance())
        away = next(seat for seat in range(3) if seat != start.next_seat)
        hands = tuple(() if seat == away else hand for seat, hand in enumerate(start.hands))
        bank = (*start.bank, *start.hands[away])
        return replace(start, **{"hands": hands, "bank": bank, "left": frozenset({away}), "prelude": (), **changes})

    def test_who_has_a_hand_in_this_round_plays_on_with_it(self) -> None:
        start = TRIOMINOES.start(defaults(TRIOMINOES), 3, chance("another start"))
        skipped = TRIOMINOES.skip(start, start.next_seat, chance()).position

        back = TRIOMINOES.rejoin(skipped, start.next_seat, chance())

        assert back.position == replace(skipped, left=frozenset())
        assert back.notes == ()

    def test_who_has_none_is_dealt_one_that_nobody_else_sees(self) -> None:
        position = self.match()
        [seat] = position.left
        size = len(position.bank)

        back = TRIOMINOES.rejoin(position, seat, chance())

        assert len(back.position.hands[seat]) == 7
        assert len(back.position.bank) == size - 7
        told, own = back.notes
        assert told.seat is None
        assert told.text == f"Player {'ABC'[seat]} was dealt 7 tiles from the pool."
        assert (own.seat, own.text[:14]) == (seat, "You were dealt")

    def test_with_an_empty_pool_the_seat_comes_in_with_the_next_round(self) -> None:
        position = self.match(bank=())
        [seat] = position.left

        back = TRIOMINOES.rejoin(position, seat, chance()).position
        again = TRIOMINOES.load(TRIOMINOES.dump(back))

        assert again == back
        assert f"Player {'ABC'[seat]} takes part again from the next round on." in TRIOMINOES.status(back, None)
        table = back.table(chance())
        table.begin_round()
        assert table.position().left == table.position().coming == frozenset()
        assert len(table.position().hands[seat]) >= 6


def test_trioker_gives_the_hand_and_the_coins_back() -> None:
    start = TRIOKER.start(defaults(TRIOKER), 3, chance())
    skipped = TRIOKER.skip(start, start.next_seat, chance()).position

    back = TRIOKER.rejoin(skipped, start.next_seat, chance()).position

    assert back == replace(skipped, left=frozenset())


class LeavesThemOut(Goofspiel):
    def rejoin(self, position: Bids, seat: int, chance: Chance) -> Played[Bids]:
        return Played(position, "substitute")


class ForgetsIt(Goofspiel):
    rejoin = Game.rejoin


class DealsAtOnce(Goofspiel):
    def rejoin(self, position: Bids, seat: int, chance: Chance) -> Played[Bids]:
        return Played(replace(position, ties="split"), "substitute")


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (LeavesThemOut, "it is never to move"),
        (ForgetsIt, "In Goofspiel nobody can take over the seat of another"),
        (DealsAtOnce, "has not been skipped yet, but rejoin changes something"),
    ],
)
def test_the_kit_finds_out_who_gets_it_wrong(make: Callable[[], Goofspiel], why: str) -> None:
    found: list[str] = []
    for number in range(15):
        if any(why in fault for fault in found):
            break
        record = play_random_game(GOOFSPIEL, {"cards": 20}, 3, number.to_bytes(16, "big"))
        try:
            check_rejoining(make(), replay(make(), record))
        except (AssertionError, Illegal) as fault:
            found.append(str(fault))

    assert any(why in fault for fault in found), found
