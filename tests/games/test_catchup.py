"""Catchup: who takes the lead gives the other a third stone; compared with a second reading of the rules."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pbmserv.games.base import Illegal, NeverLegal
from pbmserv.games.catchup import Catchup
from pbmserv.games.chance import Chance
from pbmserv.games.testing import play_random_game
from tests.games.grids import CHANCE, drawn, move_read, played, refusal, started

CATCHUP = Catchup()


def test_black_lays_one_stone_and_then_everybody_one_or_two() -> None:
    told = [CATCHUP.status(played(CATCHUP, moves), None)[1] for moves in ("", "e5", "e5 a1", "e5 a1 done")]

    assert told == [
        "Black lays one stone.",
        "White lays one or two stones.",
        "White may lay 1 more stone, or end the turn with done.",
        "Black lays one or two stones.",
    ]


def test_a_group_that_grows_and_leads_gives_the_other_three_stones() -> None:
    sent = CATCHUP.play(played(CATCHUP, "e5"), 1, "a1,b1", CHANCE)

    assert [note.text for note in sent.notes] == ["White's largest group has grown to 2: Black may lay three stones."]
    assert CATCHUP.status(sent.position, None) == (
        "Groups: Black 1, White 2.",
        "Black lays one, two or three stones.",
    )
    assert sent.position.most == 3


@pytest.mark.parametrize(
    ("moves", "most"),
    [
        ("e5 a1,c1", 2),  # two single stones are no growth
        ("e5 a1,b1 e6,done", 3),  # drawing level counts
        ("e5 a1,b1 e6,e7,done c1,d1,done", 3),  # 4 after 3
        ("e5 a1,b1 e6,e7,e8 i9,done c5,done", 2),  # nothing has grown
        ("e5 a1,b1 e6,e7,e8 c1,done", 2),  # grown to 3, but Black's has 4
        ("e5 a1,b1 e6,e7,e8 c1,done i9,done", 2),
    ],
)
def test_how_many_stones_the_next_turn_may_have(moves: str, most: int) -> None:
    position = played(CATCHUP, moves)

    assert (position.laid, position.most) == (0, most)


def test_a_whole_turn_is_one_move() -> None:
    position = played(CATCHUP, "e5 a1,b1")

    assert move_read(CATCHUP, position, "E6 e7e8") == "e6,e7,e8"
    assert CATCHUP.play(position, 0, "e6,e7,e8", CHANCE).position == played(CATCHUP, "e5 a1 b1 e6 e7 e8")
    assert drawn(CATCHUP, played(CATCHUP, "e5 a1,c1"))[2] == "    1 (o).(o). . / g"


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("done", Illegal, "You have to lay a stone in each turn: write done only after one."),
        ("b2,c3,d4", Illegal, "After b2, c3 your turn is over: leave out d4."),
        ("b2,done,d4", Illegal, "After b2, done your turn is over: leave out d4."),
        ("e5", Illegal, "The cell e5 is taken: Black's stone lies there."),
        ("b2,e5", Illegal, "The cell e5 is taken: Black's stone lies there."),
        ("b2-c3", Illegal, "Cells are written with commas between them: b2,c3."),
        ("a9", NeverLegal, "The cell a9 is not on the board: its cells in that row are e9 to i9."),
    ],
)
def test_refusals_say_what_was_wrong(text: str, kind: type[Exception], words: str) -> None:
    refused = refusal(CATCHUP, played(CATCHUP, "e5"), text)

    assert (type(refused), refused.words) == (kind, words)


def test_done_is_a_move_only_while_more_stones_could_be_laid() -> None:
    assert "done" not in CATCHUP.moves(started(CATCHUP))
    assert "done" in CATCHUP.moves(played(CATCHUP, "e5 a1"))
    assert "done" in CATCHUP.picture(played(CATCHUP, "e5 a1"), 1).targets


class SecondReading:
    """The rules once more: cells are names, and a group is what can be painted from one cell."""

    def __init__(self, cells: Sequence[str]) -> None:
        self.stones: dict[str, int] = {}
        self.free = set(cells)
        self.seat, self.allowed, self.turn = 0, 1, 0
        self.old = [1, 1]

    def sizes(self, seat: int) -> list[int]:
        left = {cell for cell, owner in self.stones.items() if owner == seat}
        found = []
        while left:
            paint, size = [left.pop()], 1
            while paint:
                cell = paint.pop()
                column, row = ord(cell[0]), int(cell[1:])
                for across, down in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)):
                    near = f"{chr(column + across)}{row + down}"
                    if near in left:
                        left.remove(near)
                        paint.append(near)
                        size += 1
            found.append(size)
        return sorted(found, reverse=True)

    def moves(self) -> set[str]:
        return self.free | ({"done"} if self.turn and self.free else set())

    def make(self, move: str) -> None:
        if move != "done":
            self.stones[move] = self.seat
            self.free.remove(move)
            self.turn += 1
        if move == "done" or self.turn == self.allowed or not self.free:
            new = [(self.sizes(seat) or [1])[0] for seat in (0, 1)]
            grown = new[self.seat] > self.old[self.seat]
            behind = new[1 - self.seat] <= new[self.seat]
            self.allowed, self.turn, self.old = 2 + (grown and behind), 0, new
            self.seat = 1 - self.seat

    def winner(self) -> int:
        return int(self.sizes(1) > self.sizes(0))


def compare(seed: int, size: int) -> int:
    """Play a random game by both readings; gives how many moves it had."""
    record = play_random_game(CATCHUP, {"size": size}, 2, seed.to_bytes(16, "big"))
    position = CATCHUP.start(record.options, 2, Chance(record.seed, "start"))
    second = SecondReading(CATCHUP.moves(position))
    for seat, move in record.moves:
        assert (set(CATCHUP.moves(position)), position.next_seat) == (second.moves(), second.seat)
        position = CATCHUP.play(position, seat, move, CHANCE).position
        second.make(move)
    result = CATCHUP.result(position)
    assert result is not None
    assert result.winner == second.winner()
    assert not second.free
    return len(record.moves)


@pytest.mark.parametrize("seed", range(8))
def test_a_second_reading_allows_the_same_moves_and_sees_the_same_winner(seed: int) -> None:
    assert compare(seed, 3 + seed % 2) > 19


@pytest.mark.parametrize(
    ("seed", "reason"),
    [
        (0, "Black's largest group has 7 stones, White's 8."),
        (11, "The largest groups of both are equal; Black's next has 1 stone, White's 2."),
        (8, "The 2 largest groups of both are equal; Black's next has 0 stones, White's 1."),
    ],
)
def test_the_largest_group_wins_and_of_equal_ones_the_next(seed: int, reason: str) -> None:
    record = play_random_game(CATCHUP, {"size": 3}, 2, seed.to_bytes(16, "big"))
    result = CATCHUP.result(played(CATCHUP, " ".join(move for _, move in record.moves), size=3))

    assert result is not None
    assert result.reason == reason
