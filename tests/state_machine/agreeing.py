"""Votes, resignations and swaps."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from pbmserv.play.board import Question, Status
from tests.state_machine.choices import PLAYERS, people, players, rarely
from tests.state_machine.facts import Facts
from tests.state_machine.life import Life


def named_accept(facts: Facts) -> str:
    """An accept that says to what."""
    if facts.vote is None:
        return "accept"
    question, agreed = facts.vote
    return f"accept {'tie' if question is Question.DRAW else 'undo'} {agreed[0]}"


class Agreeing(Life):
    """Players agree, or do not, and leave."""

    @precondition(lambda self: self.at.boards)
    @rule(data=st.data(), by=people, word=st.sampled_from(["propose", "undo"]))
    def propose(self, data: st.DataObject, by: str, word: str) -> None:
        facts = self.at.facts(self._mostly_playing(data))
        question = Question.DRAW if word == "propose" else Question.UNDO
        may_propose = self.at.model.may_propose(facts, by, question)
        reply = self._of_board(facts, by, "move", word, comment=self._new_words() if data.draw(rarely) else "")
        assert reply.ok == may_propose, reply.error
        self._check_vote(facts, by, agrees=True, ok=reply.ok, question=question)

    @precondition(lambda self: any(board.vote for board in self.at.playing))
    @rule(data=st.data(), by=players, agrees=st.sampled_from([True, True, False]))
    def answer(self, data: st.DataObject, by: str, agrees: bool) -> None:
        facts = self.at.facts(data.draw(st.sampled_from([board for board in self.at.playing if board.vote])))
        may_answer = self.at.model.may_answer(facts, by, agrees)
        reply = self._of_board(facts, by, "move", named_accept(facts) if agrees else "reject")
        assert reply.ok == may_answer, reply.error
        assert facts.vote is not None
        self._check_vote(facts, by, agrees, reply.ok, facts.vote[0])

    @precondition(lambda self: self.at.playing)
    @rule(data=st.data(), by=players)
    def answer_what_nobody_has_proposed(self, data: st.DataObject, by: str) -> None:
        board = self._board(data)
        if board.vote is None:
            assert not self._of_board(board, by, "move", data.draw(st.sampled_from(["accept", "REJECT"]))).ok

    @precondition(lambda self: self.at.playing)
    @rule(data=st.data(), by=players, word=st.sampled_from(["undo", "propose"]))
    def agree(self, data: st.DataObject, by: str, word: str) -> None:
        board = self._board(data)
        for userid in [by, *data.draw(st.permutations(PLAYERS))]:
            facts = self.at.facts(board)
            if userid in facts.staying and facts.is_on and (facts.vote or userid == by):
                self._of_board(board, userid, "move", named_accept(facts) if facts.vote else word)

    def _check_vote(self, before: Facts, by: str, agrees: bool, ok: bool, question: Question) -> None:
        """What has come of a vote after somebody proposed or answered."""
        after = self.at.model.boards[before.key]
        if not ok:
            assert after == before
            return
        agreed = (*(before.vote[1] if before.vote else ()), by)
        proposer = agreed[0]
        if not agrees:
            assert (after.vote, after.moves, after.is_on) == (None, before.moves, True)
        elif not before.staying.issubset(agreed):
            assert (after.vote, after.moves, after.is_on) == ((question, agreed), before.moves, True)
        elif question is Question.DRAW:
            # Who has resigned before loses, though it was kept until their turn.
            left = {userid for userid in before.staying if before.is_leaving(userid)}
            assert (after.vote, after.status, after.staying) == (None, Status.OVER, before.staying - left)
            assert {*after.winners} == (after.staying if left and after.has_one_side_left else set())
            assert left or after.moves == before.moves
        else:
            kept = before.kept_by_undo(proposer)
            assert (after.vote, after.moves, after.is_on) == (None, before.moves[:kept], True)

    @precondition(lambda self: self.at.boards)
    @rule(data=st.data(), by=people)
    def resign(self, data: st.DataObject, by: str) -> None:
        begun = [board for board in self.at.playing if self.at.facts(board).has_begun]
        board = data.draw(st.sampled_from(begun)) if begun and not data.draw(rarely) else self._mostly_playing(data)
        before = self.at.facts(board)
        verb, text = data.draw(st.sampled_from([("resign", ""), ("move", "resign"), ("move", "Resign")]))
        reply = self._of_board(before, by, verb, text, comment=self._new_words() if data.draw(rarely) else "")
        after = self.at.model.boards[before.key]
        withdraws = before.is_on and by in before.staying and before.may_withdraw(by)
        is_one_too_many = withdraws and before.dealt and self.at.model.withdrawals(by, before.game.word) >= 3
        assert reply.ok == (before.is_on and by in before.staying and not is_one_too_many), reply.error
        if not reply.ok:
            assert after == before
        elif before.is_leaving(by) or (before.resignation_waits(by) and not withdraws):
            assert after.is_leaving(by) is not before.is_leaving(by)
            assert after.moves == before.moves
        elif before.alone_has_not_resigned(by):
            assert after.status is Status.OVER
            assert by in after.winners
        elif withdraws:
            self.at.model.note_withdrawal(by, before.game.word)
            assert after.status is Status.REMOVED or (by not in after.seats and not after.moves)
        else:
            assert by not in after.staying
            assert after.is_on == (len(after.staying) > 1 and after.is_on)

    @precondition(lambda self: self.at.playing)
    @rule(data=st.data(), by=players)
    def swap(self, data: st.DataObject, by: str) -> None:
        board = self._board(data)
        before = self.at.facts(board)
        verb, text = data.draw(st.sampled_from([("swap", ""), ("move", "swap"), ("move", "SWAP")]))
        may_swap = by in before.to_move and board.game.swap_at(board.options) == board.next_number
        reply = self._of_board(board, by, verb, text)
        assert reply.ok == may_swap, reply.error
        if reply.ok:
            assert self.at.facts(board).seats == before.seats[::-1]
