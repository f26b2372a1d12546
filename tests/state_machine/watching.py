"""What people say to each other, and the boards of which they want to hear."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from pbmserv.games.base import Game
from pbmserv.play.board import Status
from tests.state_machine.choices import ADDRESSES, PASSWORDS, Asked, games, people
from tests.state_machine.life import Life
from tests.state_machine.model import EVERY_BOARD


class Watching(Life):
    """People write to others at a board, and ask for its letters."""

    @precondition(lambda self: self.at.boards)
    @rule(data=st.data(), by=people)
    def chat(self, data: st.DataObject, by: str) -> None:
        self.at.chat(ADDRESSES[by][-1], by, self.at.facts(self._any_board(data)), self._new_words())

    @rule(
        data=st.data(), by=people, game=games, verb=st.sampled_from(["subscribe", "unsubscribe", "notify", "NOTIFY"])
    )
    def watch(self, data: st.DataObject, by: str, game: Game[Any], verb: str) -> None:
        word = game.word
        keys = self.at.model.awaiting_the_end if verb.lower() == "notify" else self.at.model.watching
        mine = keys.setdefault(by, set())
        asked = self._asked(data, game)
        meant = self._meant(word, verb.lower(), asked, {number for game_of, number in mine if game_of == word})

        reply = self._say(ADDRESSES[by][0], f"{word} {verb} {by} {PASSWORDS[by]} {asked.typed}", by=by)

        assert reply.ok == (meant is not None), reply.error
        boards = {(word, number) for number in meant or ()}
        ends = verb == "unsubscribe" or (verb.lower() == "notify" and mine >= boards)
        keys[by] = mine - boards if ends else mine | boards

    def _meant(self, word: str, verb: str, asked: Asked, watched: set[int]) -> set[int] | None:
        """The boards (by number) that one of these commands begins or ends to watch; None where it is refused."""
        if asked.is_every_board:
            return watched if verb == "unsubscribe" else {EVERY_BOARD}
        if asked.which == "next" and not asked.names:
            return None
        if asked.which:
            found = {number for _, number in self.at.model.listed(word, asked.which, asked.names)}
        else:
            known = [facts for facts in self.at.model.boards.values() if facts.status is not Status.REMOVED]
            found = {number for number in asked.numbers if (word, number) in {facts.key for facts in known}}
        if verb == "unsubscribe":
            found &= watched
        if verb == "notify":
            found = {number for number in found if self.at.model.boards[word, number].is_on}
        return found or None
