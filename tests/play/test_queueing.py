"""Moves that wait for their turn: what may be queued, when it is made, and what becomes of the rest."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from pbmserv.games.base import Game, NeverLegal, Unreadable
from pbmserv.games.goofspiel import Goofspiel
from pbmserv.games.hex import Hex
from pbmserv.games.trichet import Trichet
from pbmserv.games.trioker import Trioker
from pbmserv.games.triominoes import Triominoes
from pbmserv.play import leaving, voting
from pbmserv.play.board import Board, NotAllowed, Player, Question
from pbmserv.play.moving import move, queue
from pbmserv.play.previewing import look_ahead
from pbmserv.play.queueing import read_queued
from pbmserv.play.replaying import faults

ALICE, BOB, CAROL = Player(1, "alice"), Player(2, "bob"), Player(3, "carol")
START = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
LATER = START + timedelta(hours=1)
WORDS_OF_THE_TABLE = ["resign", "forfeit", "skip", "propose", "swap"]


def begun(game: Game[Any], *players: Player) -> Board:
    options = {option.name: option.default for option in game.options}
    return Board.begin(game, 101, options, players, bytes(16), START)


@pytest.fixture
def board() -> Board:
    """Hex of alice and bob; alice begins."""
    return begun(Hex(), ALICE, BOB)


def made(board: Board) -> list[tuple[int, str, bool]]:
    return [(each.seat, each.text, each.automatic) for each in board.moves]


# What is queued


def test_a_queued_move_is_made_when_its_turn_comes(board: Board) -> None:
    queue(board, BOB, "b2", START)

    move(board, ALICE, "a1", LATER)

    assert made(board) == [(0, "a1", False), (1, "b2", True)]
    assert board.seats_to_move == (0,)


def test_a_swap_can_be_queued(board: Board) -> None:
    queue(board, BOB, "swap", START)

    turn = move(board, ALICE, "a1", LATER)

    assert made(board) == [(0, "a1", False), (1, "swap", True)]
    assert [seat.player for seat in board.seats] == [BOB, ALICE]
    assert [happening.value for happening, _ in turn.happenings] == ["swapped"]
    assert list(faults(board)) == []


# Conditions


def test_a_move_with_a_condition_is_made_after_that_very_move(board: Board) -> None:
    queue(board, BOB, "if a1 then b2", START)
    queue(board, BOB, "if c3 then d4 if e5 then f6", START)

    move(board, ALICE, "c3", LATER)
    move(board, ALICE, "e5", LATER)

    assert made(board) == [(0, "c3", False), (1, "d4", True), (0, "e5", False), (1, "f6", True)]


def test_a_move_with_a_condition_that_is_not_met_is_thrown_away_and_its_owner_told(board: Board) -> None:
    queue(board, BOB, "if a1 then b2", START)

    turn = move(board, ALICE, "c3", LATER)

    assert made(board) == [(0, "c3", False)]
    assert [(note.text, note.seat) for note in turn.notes] == [
        ("Your queued move (if a1 then b2) was for another position, and has been thrown away.", 1)
    ]


@pytest.mark.parametrize(
    ("cancelled", "left"),
    [
        ("if a1 then b2", ["if c3 then d4 if e5 then f6", "if c3 then d4 if g7 then h8", "k9"]),
        ("if c3 then d4 if e5 then f6", ["if a1 then b2", "if c3 then d4 if g7 then h8", "k9"]),
        ("IF C3  THEN D4 IF G7 THEN H8", ["if a1 then b2", "if c3 then d4 if e5 then f6", "k9"]),
        ("k9", ["if a1 then b2", "if c3 then d4 if e5 then f6", "if c3 then d4 if g7 then h8"]),
    ],
)
def test_one_of_the_queued_moves_is_cancelled(board: Board, cancelled: str, left: list[str]) -> None:
    for text in ("if a1 then b2", "if c3 then d4 if e5 then f6", "if c3 then d4 if g7 then h8", "k9"):
        queue(board, BOB, text, START)

    queue(board, BOB, f"cancel {cancelled}", LATER)

    assert [text for queued in board.seats[1].queue for text in queued.chains] == left


def test_a_queued_move_with_a_number_is_cancelled(board: Board) -> None:
    queue(board, BOB, "d4", START, number=4)

    queue(board, BOB, "cancel d4", LATER, number=4)

    assert board.seats[1].queue == []


def test_capitals_tell_which_queued_move_is_cancelled(board: Board) -> None:
    board.seats[1].queue = [
        read_queued("if e4 then bxc3"),
        read_queued("if d4 then Bxc3"),
        read_queued("bxc3"),
        read_queued("Bxc3"),
    ]

    queue(board, BOB, "cancel Bxc3", LATER)

    assert list(map(str, board.seats[1].queue)) == ["if e4 then bxc3", "if d4 then Bxc3", "bxc3"]


def test_what_is_not_queued_cannot_be_cancelled(board: Board) -> None:
    with pytest.raises(NotAllowed, match=r"^You have no queued moves on Hex Board 101\.$"):
        queue(board, BOB, "cancel d4", START)
    queue(board, BOB, "if a1 then b2", START)
    queue(board, BOB, "k9", START)

    with pytest.raises(NotAllowed) as refused:
        queue(board, BOB, "cancel d4", LATER)

    assert str(refused.value.words) == (
        "d4 is not queued. What is queued: if a1 then b2; k9. For example, cancel if a1 then b2 takes that out."
    )
    assert list(map(str, board.seats[1].queue)) == ["if a1 then b2", "k9"]


def test_a_condition_waits_for_the_move_of_an_opponent() -> None:
    board = Board.begin(Hex(), 101, {"size": 11, "handicap": 1}, (ALICE, BOB), bytes(16), START)
    queue(board, ALICE, "if a1 then b2", START)

    move(board, ALICE, "a1", LATER)
    assert made(board) == [(0, "a1", False)]

    move(board, ALICE, "c3", LATER)
    move(board, BOB, "d4", LATER)
    assert made(board)[-1] == (1, "d4", False)
    assert board.seats[0].queue == []


def test_nobody_can_wait_for_a_move_that_is_made_at_the_same_time() -> None:
    board = begun(Goofspiel(), ALICE, BOB, CAROL)
    move(board, ALICE, "5", START)

    with pytest.raises(NotAllowed, match="In Goofspiel all move at once"):
        queue(board, BOB, "if 5 then 6", LATER)


def test_of_two_conditions_the_one_that_comes_true_is_obeyed_and_of_the_other_its_owner_is_told(board: Board) -> None:
    queue(board, BOB, "if a1 then b2", START)
    queue(board, BOB, "if c3 then d4", START)

    turn = move(board, ALICE, "c3", LATER)

    assert made(board)[-1] == (1, "d4", True)
    assert [note.text for note in turn.notes] == [
        "Your queued move (if a1 then b2) was for another position, and has been thrown away."
    ]
    assert board.seats[1].queue == []


def test_a_condition_goes_before_a_plain_move_whichever_was_queued_first(board: Board) -> None:
    queue(board, BOB, "e5", START)
    queue(board, BOB, "if a1 then b2", START)

    move(board, ALICE, "a1", LATER)

    assert made(board)[-1] == (1, "b2", True)


def test_a_plain_move_is_made_where_no_condition_comes_true(board: Board) -> None:
    queue(board, BOB, "if a1 then b2", START)
    queue(board, BOB, "e5", START)

    move(board, ALICE, "c3", LATER)

    assert made(board)[-1] == (1, "e5", True)
    assert board.seats[1].queue == []


def test_a_condition_for_this_very_move_goes_before_one_for_any(board: Board) -> None:
    queue(board, BOB, "if a1 then b2", START)
    queue(board, BOB, "if a1 then c3", START, number=2)

    move(board, ALICE, "a1", LATER)

    assert made(board)[-1] == (1, "c3", True)


def test_the_longest_chain_that_fits_is_followed_and_the_plain_move_waits_beside_it(board: Board) -> None:
    queue(board, BOB, "k11", START)
    queue(board, BOB, "if a1 then b2", START)
    queue(board, BOB, "if a1 then b2 if c3 then d4 if e5 then f6", START)
    queue(board, BOB, "if a1 then b2 if c4 then d5", START)

    for text in ("a1", "c3", "e5", "g7"):
        move(board, ALICE, text, LATER)

    assert [text for seat, text, _ in made(board) if seat == 1] == ["b2", "d4", "f6", "k11"]


def test_chains_that_begin_alike_part_where_they_differ(board: Board) -> None:
    queue(board, BOB, "if a1 then b2 if c3 then d4", START)
    queue(board, BOB, "if a1 then b2 if c4 then d5", START)
    assert [str(each) for each in board.seats[1].queue] == [
        "if a1 then b2 if c3 then d4; if a1 then b2 if c4 then d5"
    ]

    move(board, ALICE, "a1", LATER)
    move(board, ALICE, "c4", LATER)

    assert made(board)[-1] == (1, "d5", True)


@pytest.mark.parametrize("text", ["if a1 then b2", "IF A1 THEN B2", "if a1 then c3", "if a1 then c3 if d4 then e5"])
def test_the_same_condition_twice_is_refused(board: Board, text: str) -> None:
    queue(board, BOB, "if a1 then b2 if d4 then e5", START)

    with pytest.raises(NotAllowed, match="waits already: if a1 then b2 if d4 then e5"):
        queue(board, BOB, text, START)

    assert [str(each) for each in board.seats[1].queue] == ["if a1 then b2 if d4 then e5"]


@pytest.mark.parametrize(
    "text", ["if zz then b2", "if a1 then nonsense", "if a1 then b2 if ! then d4", "if a1 then b2 if c3 then 9", "zz"]
)
def test_what_cannot_be_read_is_refused_when_it_is_queued(board: Board, text: str) -> None:
    with pytest.raises(Unreadable, match="A cell is expected"):
        queue(board, BOB, text, START)

    assert board.seats[1].queue == []


@pytest.mark.parametrize("text", ["pass", "if a1 then PASS", "if pass then b2"])
def test_nobody_waits_for_a_pass_where_nobody_passes(board: Board, text: str) -> None:
    with pytest.raises(NeverLegal, match="Nobody passes in Hex"):
        queue(board, BOB, text, START)


def test_a_pass_can_be_queued_where_it_may_be_legal_later() -> None:
    board = begun(Trioker(), ALICE, BOB)
    waiting = BOB if board.players_to_move == (ALICE,) else ALICE

    queue(board, waiting, "pass", START)

    assert [str(each) for each in board.seats[board.seats_of(waiting)[0]].queue] == ["pass"]


def test_what_may_be_legal_later_can_be_queued(board: Board) -> None:
    move(board, ALICE, "a1", START)

    queue(board, ALICE, "if b2 then a1", START)

    assert len(board.seats[0].queue) == 1


def test_twenty_moves_can_wait_and_no_more(board: Board) -> None:
    chain = " ".join(f"if a{number} then b{number}" for number in range(1, 11))
    queue(board, BOB, chain, START)
    queue(board, BOB, chain.replace("a", "c"), START)

    with pytest.raises(NotAllowed, match="At most 20 moves can wait"):
        queue(board, BOB, "d4", START)
    with pytest.raises(NotAllowed, match="At most 20 moves can wait"):
        queue(board, ALICE, f"{chain} {chain} if a1 then b1", START)


def test_a_condition_for_a_later_move_waits_for_it(board: Board) -> None:
    queue(board, BOB, "if c3 then d4", START, number=4)

    move(board, ALICE, "a1", LATER)
    move(board, BOB, "b2", LATER)
    move(board, ALICE, "c3", LATER)

    assert made(board)[-1] == (1, "d4", True)


def test_an_illegal_move_takes_its_chain_along(board: Board) -> None:
    queue(board, BOB, "if a1 then a1 if c3 then d4", START)

    turn = move(board, ALICE, "a1", LATER)

    [note] = turn.notes
    assert note.text.startswith("Your queued move (if a1 then a1 if c3 then d4) has been thrown away: The cell a1 is")
    assert board.seats[1].queue == []


def test_no_condition_is_looked_at_by_replaying_the_game(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(1, 21):
        queue(board, BOB, f"if {'ab'[number % 2]}{number // 2 + 1} then k11", START)
    monkeypatch.setattr(type(board.game), "start", None)

    move(board, ALICE, "a11", LATER)

    assert made(board)[-1] == (1, "k11", True)


# One plain move


def test_a_second_plain_move_takes_the_place_of_the_first(board: Board) -> None:
    queue(board, BOB, "b2", START)

    turn = queue(board, BOB, "c3", START)

    assert [(note.text, note.seat) for note in turn.notes] == [
        ("Your queued move (b2) has been thrown away: c3 takes its place.", 1)
    ]
    move(board, ALICE, "a1", LATER)
    move(board, ALICE, "e5", LATER)
    assert made(board) == [(0, "a1", False), (1, "c3", True), (0, "e5", False)]


def test_a_second_plain_move_takes_the_place_of_one_for_another_number(board: Board) -> None:
    queue(board, BOB, "b2", START, number=2)
    queue(board, BOB, "c3", START, number=4)

    assert [str(each) for each in board.seats[1].queue] == ["c3#4"]


# A swap


def test_a_swap_can_be_waited_for(board: Board) -> None:
    move(board, ALICE, "a1", START)
    queue(board, ALICE, "if swap then c3", START)

    move(board, BOB, "swap", LATER)

    assert made(board) == [(0, "a1", False), (1, "swap", False), (1, "c3", True)]
    assert list(faults(board)) == []


def test_a_swap_can_have_a_condition_and_a_chain_goes_on_after_it(board: Board) -> None:
    queue(board, BOB, "if a1 then swap if c3 then d4", START)

    move(board, ALICE, "a1", LATER)
    move(board, ALICE, "c3", LATER)

    assert made(board)[1:] == [(1, "swap", True), (1, "c3", False), (0, "d4", True)]


def test_what_was_thrown_away_before_a_swap_its_owner_alone_is_told(board: Board) -> None:
    queue(board, BOB, "if c3 then b2", START)
    queue(board, BOB, "if a1 then swap", START)

    turn = move(board, ALICE, "a1", LATER)

    [note] = turn.notes
    assert note.seat is not None
    assert note.text == "Your queued move (if c3 then b2) was for another position, and has been thrown away."
    assert board.seats[note.seat].player == BOB


def test_what_a_swap_throws_away_its_owner_is_told(board: Board) -> None:
    move(board, ALICE, "a1", START)
    queue(board, ALICE, "c3", START)

    turn = move(board, BOB, "swap", LATER)

    assert [(note.text, note.seat) for note in turn.notes] == [
        ("Your queued move (c3) has been thrown away: sides have been swapped.", 1)
    ]
    assert board.seats[1].player == ALICE


@pytest.mark.parametrize("text", ["swap", "if b2 then swap", "if swap then c3"])
def test_a_swap_is_not_queued_when_it_is_too_late(board: Board, text: str) -> None:
    move(board, ALICE, "a1", START)
    move(board, BOB, "b2", START)

    with pytest.raises(NotAllowed, match="Sides can be swapped as move 2 only; this is move 3"):
        queue(board, BOB, text, START)


def test_a_swap_is_not_queued_in_a_game_that_has_none() -> None:
    with pytest.raises(NotAllowed, match="Sides cannot be swapped in Trichet"):
        queue(begun(Trichet(), ALICE, BOB), ALICE, "if d3 then swap", START)


# What else throws a queue away


def test_what_an_undo_throws_away_its_owner_is_told(board: Board) -> None:
    move(board, ALICE, "a1", START)
    queue(board, ALICE, "if b2 then c3", START)
    voting.propose(board, ALICE, Question.UNDO, START)

    turn = voting.answer(board, BOB, True, LATER)

    assert [(note.text, note.seat) for note in turn.notes] == [
        ("Your queued move (if b2 then c3) has been thrown away: moves have been taken back.", 0)
    ]


def test_what_the_end_throws_away_its_owner_is_told(board: Board) -> None:
    move(board, ALICE, "a1", START)
    move(board, BOB, "b2", START)
    queue(board, BOB, "c3", START)

    turn = leaving.resign(board, ALICE, LATER, bytes(16))

    assert [(note.text, note.seat) for note in turn.notes] == [
        ("Your queued move (c3) has been thrown away: the game is over.", 1)
    ]


def test_a_tie_that_is_agreed_on_tells_what_it_throws_away(board: Board) -> None:
    queue(board, BOB, "c3", START)
    voting.propose(board, ALICE, Question.DRAW, START)

    turn = voting.answer(board, BOB, True, LATER)

    assert [note.seat for note in turn.notes] == [1]


def test_who_goes_on_without_another_is_told_what_no_longer_waits() -> None:
    board = begun(Goofspiel(), ALICE, BOB, CAROL)
    move(board, CAROL, "5", START)

    turn = leaving.forfeit(board, [0], LATER, bytes(16))

    assert turn.restarted
    assert [(note.text, note.seat) for note in turn.notes] == [
        ("What you had chosen (5) has been thrown away: without alice the game does not go on.", 1)
    ]
    assert board.seats[1].player == CAROL


def test_a_player_who_gives_up_out_of_turn_spoils_no_condition_of_the_one_to_move() -> None:
    board = begun(Triominoes(), ALICE, BOB, CAROL)
    for _ in range(6):
        seat = board.seats_to_move[0]
        move(board, board.seats[seat].player, board.game.examples(board.position, seat)[0], START)
    waiting, giving_up = board.seats_to_move[0], (board.seats_to_move[0] + 1) % 3
    fits = board.game.examples(board.position, waiting)[0]
    queue(board, board.seats[waiting].player, f"if {fits} then {fits}", START)

    turn = leaving.give_up(board, board.seats[giving_up].player, LATER, bytes(16))

    assert len(board.seats[waiting].queue) == 1
    assert turn.notes == ()


# Words of the table are no moves of a game


@pytest.mark.parametrize("word", WORDS_OF_THE_TABLE)
def test_a_word_of_the_table_is_no_move_of_a_game(word: str) -> None:
    board = begun(Goofspiel(), ALICE, BOB)

    with pytest.raises(Unreadable):
        move(board, ALICE, word, LATER)

    assert board.seats[0].chosen is None


def test_nobody_forfeits_by_a_move_of_that_name(board: Board) -> None:
    with pytest.raises(Unreadable):
        move(board, ALICE, "forfeit", LATER)

    assert board.moves == []


@pytest.mark.parametrize("word", ["resign", "forfeit", "skip"])
def test_a_word_of_the_table_cannot_wait_as_a_move(board: Board, word: str) -> None:
    with pytest.raises(Unreadable, match=f'A cell is expected, not "{word}"'):
        queue(board, BOB, word, START)

    assert board.seats[1].queue == []


@pytest.mark.parametrize("word", ["resign", "propose", "undo", "accept", "reject", "cancel"])
@pytest.mark.parametrize("text", ["if a1 then {}", "if {} then a1", "if a1 then b2 if c3 then {}"])
def test_a_word_of_the_table_has_no_place_in_a_condition(board: Board, word: str, text: str) -> None:
    with pytest.raises(NotAllowed, match=f"{word} is no move of Hex"):
        queue(board, BOB, text.format(word.upper()), START)

    assert board.seats[1].queue == []


@pytest.mark.parametrize("word", ["resign", "forfeit", "skip"])
def test_a_word_of_the_table_cannot_be_tried_out(board: Board, word: str) -> None:
    with pytest.raises(Unreadable):
        look_ahead(board, [word], LATER)
