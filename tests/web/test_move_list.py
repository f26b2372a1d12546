"""The list of moves on a page: a row for each trick, with the cards that nobody chose."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.played import Played
from pbmserv.play import by_itself, moving
from pbmserv.play.board import Board, Player
from pbmserv.play.by_itself import made_on
from pbmserv.play.kept import Kept
from pbmserv.play.record import Move, Record
from pbmserv.play.view import SHOWN, BoardViews
from pbmserv.web.move_list import Row, rows_of, table_of
from pbmserv.web.page_moves import with_outcomes

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def played_at_random(word: str, players: int, moves: int, seed: str = "a game") -> Board:
    """A board on which so many moves have been made."""
    game, chance = installed()[word], Chance(seed.encode(), "moves")
    sitting = [Player(number, name) for number, name in enumerate("abcd"[:players], 1)]
    options = {option.name: option.default for option in game.options}
    board = Board.begin(game, 101, options, sitting, seed.encode(), NOW)
    for _ in range(moves):
        add_move(board, chance)
    return board


def add_move(board: Board, chance: Chance) -> None:
    if board.is_on:
        seat = board.seats_to_move[0]
        legal = board.game.legal_moves(board.position, seat) or board.game.examples(board.position, seat)
        moving.move(board, board.seats[seat].player, chance.choice([*legal]), NOW)


def rows_on(board: Board) -> tuple[Row, ...]:
    facts = BoardViews(board, SHOWN).facts
    return rows_of(facts, with_outcomes(facts, board.position), made_on(board))


def written(row: Row) -> list[str]:
    """A row with its number; what nobody made in parentheses, and what led to a trick after a star."""
    told = [str(row.number)]
    for entry in row.entries:
        words = str(entry.words) if entry else ""
        if entry and entry.is_by_itself:
            words = f"({words})"
        told.append("*" * bool(entry and entry.leads) + words)
    return told


def test_each_trick_of_hearts_is_a_row_with_the_cards_that_are_forced() -> None:
    rows = [written(row) for row in rows_on(played_at_random("hearts", 4, 51))]

    passes, first, *others, last = rows[:14]
    assert passes == ["0", *["passed 3"] * 4]
    # The two of clubs has to be led.
    assert "*(2♣)" in first
    assert all(all(row) for row in (first, *others, last))
    assert [sum(cell.startswith("*") for cell in row) for row in (first, *others, last)] == [1] * 13
    assert not any("(" in cell for row in others for cell in row)
    # Everybody's last card is played when the trick before has been taken.
    assert [row[0] for row in (first, *others, last)] == [str(number) for number in range(1, 14)]
    assert all("(" in cell for cell in last[1:])


def test_cards_of_dummy_stand_in_the_column_of_dummy() -> None:
    board = played_at_random("bridge", 4, 18)
    while not board.position.is_playing:
        board = played_at_random("bridge", 4, len(board.moves) + 1)
    chance = Chance(b"cards", "moves")
    for _ in range(8):
        add_move(board, chance)

    tricks = [row for row in rows_on(board) if any(entry and entry.leads for entry in row.entries)]
    dummy = board.position.contract.dummy
    assert len(tricks) >= 2
    assert all(entry is not None and entry.seat == place for place, entry in enumerate(tricks[0].entries))
    assert dummy not in {move.seat for move in board.moves[-8:]}


@pytest.mark.parametrize("word", ["euchre", "fivehundred", "hearts", "skat", "spades", "bridge"])
def test_no_card_is_missing_in_any_trick_and_none_stands_twice(word: str) -> None:
    seats = 3 if word == "skat" else 4
    rows = rows_on(played_at_random(word, seats, 300))

    tricks = [row for row in rows if any(entry and entry.leads for entry in row.entries)]
    full = [sum(entry is not None for entry in row.entries) for row in tricks]
    assert len(tricks) >= 10
    # In Euchre somebody may play alone, and in Five Hundred without a partner.
    assert set(full[:-1]) <= ({3, 4} if word in ("euchre", "fivehundred") else {seats})
    assert all(sum(bool(entry and entry.leads) for entry in row.entries) == 1 for row in tricks)


@pytest.mark.parametrize("word", ["euchre", "fivehundred", "hearts", "skat", "spades", "bridge"])
def test_whoever_takes_a_trick_leads_to_the_next_one_of_the_hand(word: str) -> None:
    rows = rows_on(played_at_random(word, 3 if word == "skat" else 4, 300))

    tricks = [row for row in rows if row.is_trick]
    leaders = [next(entry.seat for entry in row.entries if entry and entry.leads) for row in tricks]
    takers = [[entry.seat for entry in row.entries if entry and entry.takes] for row in tricks]
    assert all(len(taker) == 1 for taker in takers[:-1])
    assert {row.number for row in rows if not row.is_trick} <= {0}
    followed = 0
    for trick, taker, later, leader in zip(tricks, takers, tricks[1:], leaders[1:], strict=False):
        if later.number != 1:
            followed += 1
            assert (trick.number + 1, taker) == (later.number, [leader])
    assert followed > 5


def test_a_trick_of_which_not_all_cards_are_played_is_nobodys() -> None:
    board = played_at_random("hearts", 4, 6)
    first = next(row for row in rows_on(board) if row.is_trick)

    assert (first.number, [entry.takes for entry in first.entries if entry]) == (1, [False] * 3)


def test_plays_of_backgammon_that_are_the_only_ones_leave_no_hole() -> None:
    boards = [played_at_random("backgammon", 2, 60, seed) for seed in ("one", "two", "three")]
    rows = [row for board in boards for row in rows_on(board)]

    forced = [entry for row in rows for entry in row.entries if entry and entry.is_by_itself]
    assert {"cannot move"} < {str(entry.words) for entry in forced}
    for board in boards:
        first, *others = rows_on(board)
        assert first.entries[1]
        assert all(row.entries[0] for row in others)
        assert all(row.entries[1] for row in others[:-1])


def test_only_new_moves_are_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    board = played_at_random("hearts", 4, 40, "replayed")
    made_on(board)
    add_move(board, Chance(b"", "one more"))
    applied: list[Move] = []

    def counted(self: Record, position: Any, move: Move, chance: Chance | None = None) -> Played[Any]:
        applied.append(move)
        return apply(self, position, move, chance)

    apply = Record.apply
    monkeypatch.setattr(Record, "apply", counted)

    made = made_on(board)

    assert len(made) == 41
    assert applied == board.moves[-1:]
    assert made_on(board) is made


def test_moves_made_in_place_of_those_taken_back_are_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    made_on(played_at_random("hearts", 4, 30, "taken back"))
    board, others = played_at_random("hearts", 4, 20, "taken back"), Chance(b"", "other moves")
    for _ in range(20):
        add_move(board, others)
    made = made_on(board)

    monkeypatch.setattr(by_itself, "_replayed", Kept(by_itself.ROOM))
    assert made == made_on(board)


def test_a_record_that_does_not_hold_has_a_plain_list() -> None:
    board = played_at_random("hearts", 4, 20, "does not hold")
    board.moves[10] = board.moves[10]._replace(text="nothing")

    assert made_on(board) == ()
    assert len(rows_on(board)) > 5


def test_what_nobody_made_is_told_from_what_was_chosen_and_leads_to_the_same_board() -> None:
    board = played_at_random("hearts", 4, 7)

    table = table_of(rows_on(board), "/{}".format, 4, {})

    assert '<a href="/4" class="itself led">2♣<span class="hidden"> by itself</span></a>' in table
    assert table.count(' aria-current="true"') == 1
    assert table.count('<span class="hidden"> takes the trick</span>') == 1
