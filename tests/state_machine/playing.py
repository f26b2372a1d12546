"""Games that are started, and moves that are made: most of them as they should be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from pbmserv.games.base import Game, word_of_option
from pbmserv.play.board import Board
from tests.state_machine.choices import (
    ADDRESSES,
    PASSWORDS,
    PEOPLE,
    PLAYERS,
    STRANGER,
    games,
    in_words,
    moves_of,
    people,
    rarely,
    sizes_of,
    some_terms,
    spelt,
    values_of,
)
from tests.state_machine.facts import Facts
from tests.state_machine.life import Life

chance = Random()  # noqa: S311 - what servers here draw has to be the same when an example is run again

NO_MOVES = ("zz", "d99999", "?", "9-9-9@9", "pass please", "#4", "swap now", '"', "-", "1@1@1", "e" * 300)


class Playing(Life):
    """Players challenge each other and move."""

    @initialize(seed=st.integers(0, 2**32), data=st.data(), game=games, moves=st.sampled_from([6, 2, 0, 12, 30]))
    def begin(self, seed: int, data: st.DataObject, game: Game[Any], moves: int) -> None:
        chance.seed(seed)
        named = data.draw(st.permutations(PLAYERS))[: data.draw(sizes_of(game))]
        self._challenge(data, game, named, ADDRESSES["alice"][0])
        self._make_moves(data, moves)

    @rule(
        data=st.data(),
        game=games,
        sender=st.sampled_from(["alice@example.org", "carol@work.example", STRANGER, None]),
    )
    def challenge(self, data: st.DataObject, game: Game[Any], sender: str | None) -> None:
        named = data.draw(st.permutations(PLAYERS))[: data.draw(sizes_of(game))]
        if data.draw(rarely):
            named = named[:1] * len(named)
        self._challenge(data, game, [*named, *([data.draw(people)] * data.draw(rarely))], sender)

    def _challenge(self, data: st.DataObject, game: Game[Any], named: Sequence[str], sender: str | None) -> None:
        given = {option.name: data.draw(values_of(option)) for option in game.options if data.draw(st.booleans())}
        terms = data.draw(some_terms())
        if len(set(named)) < len(named):
            # Each seat has a clock of its own, and the model one for each player.
            terms = replace(terms, total_days=None, increment_hours=0)
        typed = [f"-{name}={word_of_option(value)}" for name, value in given.items()] + in_words(terms)
        words = data.draw(st.permutations([*named, *typed]))
        seated = [word for word in words if word in PEOPLE]
        options = {option.name: given.get(option.name, option.default) for option in game.options}
        may_start = sender != STRANGER and self.at.model.may_start(game, seated, options, terms)
        # Nobody else begins a game that somebody plays alone.
        may_start = may_start and (sender is None or len(set(seated)) > 1 or sender in ADDRESSES[seated[0]])

        reply = self._say(sender, f"{game.word} {data.draw(spelt('challenge', 'chall'))} {' '.join(words)}")

        assert reply.ok == may_start, reply.error

    # Moving

    @precondition(lambda self: self.at.playing)
    @rule(data=st.data(), count=st.sampled_from([1, 2, 3]))
    def move(self, data: st.DataObject, count: int) -> None:
        self._make_moves(data, count)

    @precondition(lambda self: self.at.playing)
    @rule(data=st.data(), count=st.sampled_from([5, 10, 15]))
    def play_on(self, data: st.DataObject, count: int) -> None:
        self._make_moves(data, count)

    def _make_moves(self, data: st.DataObject, count: int) -> None:
        """Have legal moves made on one board, until its game is over."""
        board = self._board(data) if self.at.playing else None
        for _ in range(count):
            if board is not None and board.is_on:
                self._make_a_move(data, board)
                board = self.at.boards[board.game.word, board.number]

    def _make_a_move(self, data: st.DataObject, board: Board) -> None:
        seat = data.draw(st.sampled_from(board.seats_to_move))
        by = board.seats[seat].player.userid
        text = data.draw(moves_of(board, seat))
        numbered = f"{text}#{board.next_number}" if data.draw(rarely) else text
        way = data.draw(st.sampled_from(["move", "board", "mvoe", "MOVE", "queue", "qboard", "submit"]))
        comment = self._new_words() if data.draw(rarely) else ""
        before = self.at.facts(board)

        if way == "submit" and not board.game.hidden:
            assert self._of_board(board, by, "submit", numbered).ok
            assert self.at.facts(board) == before
            reply = self._of_board(board, by, "confirm", comment=comment)
        else:
            reply = self._of_board(board, by, way if way != "submit" else "move", numbered, comment=comment)

        assert reply.ok, reply.error
        self._check_moved(board, before, seat, text)

    def _check_moved(self, board: Board, before: Facts, seat: int, text: str) -> None:
        after = self.at.boards[board.game.word, board.number]
        new = after.moves[len(before.moves) :]
        if not before.moves_at_once:
            assert [(move.seat, move.text, move.automatic) for move in new[:1]] == [(seat, text, False)]
        elif new:
            assert (seat, text) in [(move.seat, move.text) for move in new]
        else:
            chosen = after.seats[seat].chosen
            assert chosen is not None
            assert chosen.text == text

    @precondition(lambda self: self.at.boards)
    @rule(data=st.data(), by=people)
    def move_out_of_turn(self, data: st.DataObject, by: str) -> None:
        board = self._any_board(data)
        may_move = board.is_on and any(
            board.seats[seat].player.userid == by for seat in board.game.to_move(board.position)
        )
        text = data.draw(moves_of(board, next(iter(board.seats_to_move), None)))
        if not may_move or (by not in self.at.facts(board).staying):
            assert not self._of_board(board, by, "move", text, comment=self._new_words()).ok

    @precondition(lambda self: self.at.playing)
    @rule(data=st.data(), text=st.sampled_from(NO_MOVES))
    def move_what_is_no_move(self, data: st.DataObject, text: str) -> None:
        board = self._board(data)
        by = data.draw(st.sampled_from(board.players_to_move)).userid
        verb = data.draw(st.sampled_from(["move", "submit", "qmove"]))
        assert not self._of_board(board, by, verb, text, comment=self._new_words()).ok

    @precondition(lambda self: self.at.playing)
    @rule(data=st.data(), off=st.sampled_from([-2, -1, 1, 2, 100]))
    def move_with_a_stale_number(self, data: st.DataObject, off: int) -> None:
        board = self._board(data)
        seat = data.draw(st.sampled_from(board.seats_to_move))
        text = data.draw(moves_of(board, seat))
        verb = data.draw(st.sampled_from(["move", "submit", "queue"]))
        number = max(board.next_number + off, 0)
        assert not self._of_board(board, board.seats[seat].player.userid, verb, f"{text}#{number}").ok

    @precondition(lambda self: self.at.boards)
    @rule(data=st.data(), by=people, sender=people)
    def give_a_wrong_password(self, data: st.DataObject, by: str, sender: str) -> None:
        board = self._any_board(data)
        others = [PASSWORDS[each] for each in PEOPLE if each != by]
        password = data.draw(st.sampled_from([PASSWORDS[by].upper(), f"{PASSWORDS[by]}1", "wr0ngWrong", *others]))
        word, number = board.game.word, board.number
        line = data.draw(
            st.sampled_from(
                [
                    f"{word} move {number} {by} {password} d3",
                    f"{word} resign {number} {by} {password}",
                    f"{word} queue {number} {by} {password} d3",
                    f"{word} showas {by} {password} {number}",
                    f"{word} analyse {number} {by} {password}",
                    f"{word} subscribe {number} {by} {password}",
                    f"{word} limit {by} {password} 3",
                    f"vacation {by} {password} 5",
                    # What is nobody's password is a name that was mistyped, and is quoted.
                    f"{word} move {number} {PASSWORDS[by]} {by} d3",
                ]
            )
        )
        assert not self._say(ADDRESSES[sender][0], line, comment=f"My password is {password}").ok
        self._note_wrong_password()

    @precondition(lambda self: self.at.playing)
    @rule(data=st.data())
    def multiple(self, data: st.DataObject) -> None:
        board = self._board(data)
        seat = data.draw(st.sampled_from(board.seats_to_move))
        by = board.seats[seat].player.userid
        text = data.draw(moves_of(board, seat))
        word, number, password = board.game.word, board.number, PASSWORDS[by]
        lines = [
            f"{word} move {number} {by} {password} {text}",
            f"{word} move {number} {by} {password}x {text}",
            f"{word} move {number} {by} {password} zz",
            f"{word} show {number}",
            f"{word} showas {by} {password} {number}",
            f"{word} limit {by} {password}",
            f"list {word}",
            f"{password} {by}",
            "multiple",
        ]
        some = data.draw(st.permutations(lines))[: data.draw(st.integers(1, 6))]
        reply = self._say(ADDRESSES[by][-1], "multiple", by=by, body="\n".join([*some, "end", password]))
        assert reply.ok, reply.error
        self._note_wrong_password()
