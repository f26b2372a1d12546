"""What one reader may know of a board: the facts that are theirs to know, and what they can do."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from pbmserv.games.base import Game, Note, Refusal
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.checks.two_worlds import worlds_alike
from pbmserv.games.goofspiel import Goofspiel
from pbmserv.games.hex import Hex
from pbmserv.play import leaving, moving, voting
from pbmserv.play.board import Board, Player, Question, Turn, moves_at_once
from pbmserv.play.board_data import board_data
from pbmserv.play.previewing import look_ahead
from pbmserv.play.view import BoardNews, BoardView, BoardViews

NOW = datetime(2024, 3, 1, tzinfo=UTC)
ALICE, BOB, CAROL, ZOE, DAVE = (
    Player(number, name) for number, name in enumerate(("alice", "bob", "carol", "zoe", "dave"), 1)
)
SHOWN = BoardNews("show")

HIDING = [game for game in installed().values() if game.hidden]
every_game = pytest.mark.parametrize("game", installed().values(), ids=lambda game: game.word)
every_hiding_game = pytest.mark.parametrize("game", HIDING, ids=lambda game: game.word)


def begun(game: Game[Any], seed: bytes = bytes(16)) -> Board:
    options = {option.name: option.default for option in game.options}
    size = max((seats for seats in game.seats if seats <= 3), default=game.seats[0])
    players = [ALICE, BOB, CAROL, DAVE][:size]
    return Board.begin(game, 101, options, players, seed, NOW)


def stages(game: Game[Any], turns: int = 25) -> Iterator[Board]:
    """A board of a game that is played at random, as it stands after each turn."""
    board = begun(game)
    choices = Chance(bytes(16), "a game to look at")
    yield board
    for _ in range(turns):
        if not board.is_on:
            return
        mover = choices.choice(board.players_to_move)
        moving.move(board, mover, choices.choice(moves_of(board, mover)), NOW)
        yield board


def moves_of(board: Board, player: Player) -> list[str]:
    seat = board.view_of(player)
    assert seat is not None
    return list(board.game.legal_moves(board.position, seat) or board.game.examples(board.position, seat))


def view(board: Board, reader: Player | None, news: BoardNews = SHOWN) -> BoardView:
    return BoardViews(board, news).of(reader)


class TestWhatIsHidden:
    @every_hiding_game
    @pytest.mark.alike
    def test_two_worlds_that_differ_only_in_hidden_things_have_the_same_view(self, game: Game[Any]) -> None:
        compared = 0
        choices = Chance(bytes(16), "two worlds")
        for board in stages(game):
            for reader in (None, *board.players):
                for world in worlds_alike(game, board.position, board.view_of(reader), choices):
                    assert view(replace(board, position=world), reader) == view(board, reader)
                    compared += 1

        assert compared > 20

    @every_game
    def test_nobody_else_sees_what_a_player_has_planned(self, game: Game[Any]) -> None:
        board = begun(game)
        before = {reader: view(board, reader) for reader in (None, *board.players[1:])}
        if len(board.players) < 2 or moves_at_once(board):
            return

        waits = next(player for player in board.players if player not in board.players_to_move)
        moving.queue(board, waits, moves_of(board, board.players_to_move[0])[0], NOW, None, "")

        assert view(board, waits).plans
        for reader, shown in before.items():
            if reader != waits:
                assert view(board, reader) == shown

    def test_nobody_else_sees_what_a_player_has_chosen_in_a_round(self) -> None:
        game = Goofspiel()
        board, other = begun(game), begun(game)

        moving.move(board, ALICE, "5", NOW)
        moving.move(other, ALICE, "7", NOW)

        assert view(board, ALICE) != view(other, ALICE)
        assert view(board, ALICE).plans[0].chosen == "5"
        for reader in (None, BOB, ZOE):
            assert view(board, reader) == view(other, reader)
        assert [seat.has_chosen for seat in view(board, BOB).board.seats] == [True, False, False]

    def test_nobody_else_reads_a_note_for_one_seat(self) -> None:
        board = begun(Hex())
        news = BoardNews("turn", turn=Turn(ALICE, notes=(Note("Everybody."), Note("Only you.", 1))))

        assert view(board, BOB, news).notes == ("Everybody.", "Only you.")
        assert view(board, ALICE, news).notes == view(board, None, news).notes == ("Everybody.",)

    def test_the_seed_is_told_when_the_game_is_over_and_not_where_that_is_only_tried_out(self) -> None:
        board = begun(Hex())
        for move in ("a1", "b2"):
            moving.move(board, board.players_to_move[0], move, NOW)
        assert view(board, None).board.seed is None

        leaving.resign(board, ALICE, NOW, bytes(16))

        assert view(board, None).board.seed == bytes(16).hex()
        assert view(board, None, BoardNews("preview")).board.seed is None


class TestWhatAReaderCanDo:
    TRIALS: tuple[tuple[str, Callable[[Board, Player], object]], ...] = (
        ("move", lambda board, player: moving.move(board, player, moves_of(board, player)[0], NOW)),
        ("swap", lambda board, player: moving.move(board, player, "swap", NOW)),
        ("vote", lambda board, player: voting.answer(board, player, True, NOW)),
        ("propose_draw", lambda board, player: voting.propose(board, player, Question.DRAW, NOW)),
        ("propose_undo", lambda board, player: voting.propose(board, player, Question.UNDO, NOW)),
        ("resign", lambda board, player: leaving.resign(board, player, NOW, bytes(16))),
    )

    @every_game
    @pytest.mark.alike
    def test_it_is_what_the_table_allows(self, game: Game[Any]) -> None:
        for board in stages(game, turns=6):
            for reader in (*board.players, ZOE):
                self.compare(board, reader)

    def test_it_is_what_the_table_allows_when_something_is_proposed_and_when_the_game_is_over(self) -> None:
        board = begun(Hex())
        moving.move(board, ALICE, "c3", NOW)
        voting.propose(board, ALICE, Question.UNDO, NOW)
        for reader in (ALICE, BOB, ZOE):
            self.compare(board, reader)

        moving.move(board, BOB, "d4", NOW)
        leaving.resign(board, ALICE, NOW, bytes(16))
        for reader in (ALICE, BOB, ZOE):
            self.compare(board, reader)

    def compare(self, board: Board, reader: Player) -> None:
        may = view(board, reader).may
        for name, attempt in self.TRIALS:
            assert getattr(may, name) == self.is_allowed(board, reader, name, attempt), (name, reader, board.moves)

    def is_allowed(self, board: Board, reader: Player, name: str, attempt: Callable[[Board, Player], object]) -> bool:
        if name == "vote" and reader not in board.yet_to_answer:
            return False  # who has proposed something can take it back, too
        if name.startswith("propose") and board.vote is not None:
            return False  # to propose the same is to agree
        if name in {"move", "swap"} and reader not in board.players_to_move:
            return False  # what is chosen already can be chosen anew
        if name == "swap" and board.game.swap_at(board.options) is None:
            return False  # a game may have a move that reads like that
        try:
            attempt(deepcopy(board), reader)
        except Refusal:
            return False
        return True

    def test_the_public_and_who_tries_moves_out_can_do_nothing(self) -> None:
        board = begun(Hex())
        ahead, turn = look_ahead(board, ["c3"], NOW)

        shown = view(ahead, BOB, BoardNews("preview", turn=turn))

        assert shown.is_to_move
        assert not any(shown.may)
        assert not any(view(board, None).may)
        assert not any(view(ahead, BOB, BoardNews("show", after=0)).may)

    def test_who_watches_can_talk(self) -> None:
        board = begun(Hex())

        assert view(board, ZOE, BoardNews("show", watchers=(ZOE,))).may.chat
        assert not view(board, ZOE).may.chat
        assert view(board, ALICE).may.chat

    def test_legal_moves_are_for_who_is_to_move(self) -> None:
        board = begun(Hex())

        assert view(board, ALICE).legal_moves == tuple(moves_of(board, ALICE))
        assert view(board, ALICE).examples
        assert view(board, BOB).legal_moves == view(board, None).legal_moves == ()


class TestItsFacts:
    def test_a_player_who_was_reminded_is_told_when_the_time_is_over(self) -> None:
        board = begun(Hex())
        assert view(board, ALICE).deadline is None

        board.seats[0].warned_at = NOW + timedelta(days=7)

        assert view(board, ALICE).deadline == NOW + timedelta(days=21)
        assert view(board, BOB).deadline is None

    def test_an_undo_that_is_proposed_tells_what_would_be_taken_back(self) -> None:
        board = begun(Hex())
        for player, move in ((ALICE, "c3"), (BOB, "d4"), (ALICE, "e5")):
            moving.move(board, player, move, NOW)
        voting.propose(board, BOB, Question.UNDO, NOW)

        vote = view(board, None).board.vote

        assert vote is not None
        assert [move.text for move in vote.moves] == ["d4", "e5"]
        assert (vote.by, vote.yet_to_answer, vote.back_to) == ("bob", ("alice",), 1)

    def test_an_earlier_position_is_shown_with_who_sat_there_then(self) -> None:
        board = begun(Hex())
        moving.move(board, ALICE, "c3", NOW)
        moving.move(board, BOB, "swap", NOW)

        facts = view(board, None, BoardNews("show", after=1)).board

        assert [seat.userid for seat in facts.seats_shown] == ["alice", "bob"]
        assert [seat.userid for seat in facts.seats] == ["bob", "alice"]

    def test_what_is_the_same_for_several_readers_is_worked_out_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        drawn: list[int | None] = []

        def draw(_game: Hex, _position: Any, viewer: int | None) -> str:
            drawn.append(viewer)
            return "a drawing"

        monkeypatch.setattr(Hex, "draw", draw)
        views = BoardViews(begun(Hex()), SHOWN)

        seen = [views.of(reader) for reader in (ALICE, BOB, CAROL, ZOE, None)]

        assert all(each.board is seen[0].board for each in seen)
        assert drawn == [0, 1, None]

    @every_game
    def test_programs_can_have_it_as_json(self, game: Game[Any]) -> None:
        for board in stages(game, turns=3):
            public, own = (board_data(view(board, reader)) for reader in (None, ALICE))

            assert json.loads(json.dumps(own, default=datetime.isoformat))["reader"] == "alice"
            assert public.keys() < own.keys()
            assert public["to_move"] == [player.userid for player in board.players_to_move]
            assert [made["value"] for made in own["moves"]] == [made.value for made in board.told(board.moves, 0)]
