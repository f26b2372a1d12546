"""Moves to come: queued, submitted, tried out."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from pbmserv.play.board import moves_at_once
from pbmserv.play.queueing import MOST_QUEUED
from tests.state_machine.choices import (
    ADDRESSES,
    PLAYERS,
    STRANGER,
    moves_of,
    people,
    players,
    some_moves,
    spelt,
)
from tests.state_machine.life import Life


class Planning(Life):
    """Players look ahead."""

    @precondition(lambda self: self.at.playing)
    @rule(data=st.data())
    def queue(self, data: st.DataObject) -> None:
        board = self._board(data)
        player = data.draw(st.sampled_from(board.staying))
        waiting = [queued for seat in board.seats_of(player) for queued in board.seats[seat].queue]
        known = some_moves(board, next(iter(board.seats_to_move), None))
        then = data.draw(st.sampled_from(["!?!", *known]))
        text = data.draw(
            st.sampled_from(
                [
                    then,
                    f"{then}#{board.next_number + 1}",
                    f"if {known[0]} then {then}",
                    f"if {known[-1]} then {known[0]} if {known[0]} then {then}",
                    f"IF {known[0]} THEN {then}",
                    f"if {known[-1]} then resign",
                    "cancel",
                ]
            )
        )
        has_condition = text.lower().startswith("if")
        is_kept = text != "cancel" and (has_condition or player.userid not in self.at.facts(board).to_move)
        is_told = not moves_at_once(board) and not board.hides_moves
        can_wait = then != "!?!" and not text.endswith("resign") and (is_told or not has_condition)
        condition = text.split()[1].lower() if has_condition else None
        waits_twice = has_condition and any((queued.after or "").lower() == condition for queued in waiting)
        replaced = [queued for queued in waiting if not has_condition and queued.after is None]
        size = sum(queued.size for queued in waiting) - len(replaced) + (2 if text.count("then") == 2 else 1)

        reply = self._of_board(board, player.userid, data.draw(spelt("queue", "qmove", "moveq", "boardq")), text)

        if is_kept and not waits_twice:
            assert reply.ok == (can_wait and size <= MOST_QUEUED), reply.error
        for queued in replaced if is_kept and reply.ok else ():
            assert str(queued) == text or f"Your queued move ({queued}) has been thrown" in " ".join(
                reply.text.split()
            )

    @precondition(lambda self: self.at.playing)
    @rule(data=st.data())
    def submit(self, data: st.DataObject) -> None:
        board = self._board(data)
        seat = data.draw(st.sampled_from(board.seats_to_move))
        text = data.draw(moves_of(board, seat))
        reply = self._of_board(board, board.seats[seat].player.userid, "submit", text)
        assert reply.ok != board.game.hidden

    @precondition(lambda self: self.at.playing)
    @rule(data=st.data(), by=players)
    def confirm(self, data: st.DataObject, by: str) -> None:
        board = self._board(data)
        waits = any(
            seat.player.userid == by and seat.submitted and seat.submitted.number == board.next_number
            for seat in board.seats
        )
        reply = self._of_board(board, by, "confirm")
        assert reply.ok == waits, reply.error

    @precondition(lambda self: self.at.playing)
    @rule(data=st.data(), by=players, sender=people)
    def look_ahead(self, data: st.DataObject, by: str, sender: str) -> None:
        board = self._board(data)
        seat = next(iter(board.seats_to_move))
        texts = data.draw(st.lists(st.sampled_from([*some_moves(board, seat)[:5], "zz"]), max_size=2))
        then = data.draw(st.sampled_from(["", "#0", f"#{board.next_number - 1}", f"#{board.next_number}"]))
        self._say(ADDRESSES[sender][0], f"{board.game.word} preview {board.number}{then} {' '.join(texts)}")
        reply = self._of_board(board, by, "analyse", " ".join(texts))
        assert not reply.ok or by in self.at.facts(board).staying
        new = " ".join(data.draw(st.permutations(PLAYERS))[: board.game.seats[0]])
        self._say(STRANGER, f"{board.game.word} preview new {new} {' '.join(texts)}")
