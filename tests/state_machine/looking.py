"""Boards and lists as people ask for them."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from pbmserv.games.base import Game
from pbmserv.games.catalogue import installed
from pbmserv.play.board import Status
from pbmserv.play.leaving import position_to_show
from tests.records import check_schema
from tests.state_machine.choices import ADDRESSES, PASSWORDS, PLAYERS, STRANGER, games, people, players
from tests.state_machine.letters import view_of
from tests.state_machine.life import Life


class Looking(Life):
    """People look at boards, and at what is told of games and players."""

    @precondition(lambda self: self.at.boards)
    @rule(data=st.data(), by=people, verb=st.sampled_from(["show", "showas", "SHOW"]))
    def show(self, data: st.DataObject, by: str, verb: str) -> None:
        board = self._any_board(data)
        after = data.draw(st.sampled_from([None, None, 0, board.next_number - 1, board.next_number, 999]))
        number = f"{board.number}" if after is None else f"{board.number}#{after}"
        who = f"{by} {PASSWORDS[by]} " if verb == "showas" else ""
        reply = self._say(ADDRESSES[by][0], f"{board.game.word} {verb} {who}{number}", by=by if who else None)
        is_there = board.status is not Status.REMOVED and (after or 0) < board.next_number
        assert reply.ok == is_there, reply.error
        if reply.ok and after in {None, board.next_number - 1}:
            view = view_of(board, by if who else None)
            assert board.game.draw(board.game.seen_by(position_to_show(board), view), view) in reply.text

    @rule(data=st.data(), by=people, game=games)
    def list_boards(self, data: st.DataObject, by: str, game: Game[Any]) -> None:
        asked = self._asked(data, game)
        reply = self._say(ADDRESSES[by][0], f"{game.word} games {asked.typed}")
        if asked.which == "next" and not asked.names:
            assert not reply.ok
            return
        if asked.which:
            expected = [number for _, number in self.at.model.listed(game.word, asked.which, asked.names)]
        else:
            known = [facts for facts in self.at.model.boards.values() if facts.status is not Status.REMOVED]
            expected = sorted({facts.number for facts in known if facts.game is game} & set(asked.numbers))
        assert reply.ok == bool(expected or asked.which), reply.error
        if reply.ok:
            assert numbers_listed(game, reply.text) == expected

    @rule(by=people, sender=people, which=st.sampled_from(["", "next", "active", "ACTIVE"]))
    def list_boards_of_a_player(self, by: str, sender: str, which: str) -> None:
        reply = self._say(ADDRESSES[sender][0], f"all show {by} {which}")
        expected = self.at.model.listed(None, which.lower() or "active", [by])
        lines = reply.text.split("*" * 60)[0]
        listed = [(word, number) for word, game in installed().items() for number in numbers_listed(game, lines)]
        assert listed == expected

    @rule(game=games, sender=people)
    def look_at_the_lists(self, game: Game[Any], sender: str) -> None:
        self._check_lists(game, ADDRESSES[sender][0])

    @rule(data=st.data(), game=games)
    def look_at_the_history(self, data: st.DataObject, game: Game[Any]) -> None:
        names = data.draw(st.lists(players, max_size=2, unique=True))
        year = data.draw(st.sampled_from(["", f"{self.at.server.now.year}"]))
        reply = self._say(STRANGER, f"{game.word} history {' '.join(names)} {year}")
        expected = [
            facts.number
            for facts in self.at.model.finished(game.word, names)
            if not year or (facts.finished_at and facts.finished_at.year == int(year))
        ]
        listed = re.findall(r"^\d{4}-\d\d-\d\d +(\d+) ", reply.text, re.MULTILINE)
        assert [int(number) for number in listed] == expected

    @precondition(lambda self: self.at.boards)
    @rule(data=st.data(), sender=people)
    def ask_for_the_record(self, data: st.DataObject, sender: str) -> None:
        board = self._any_board(data)
        reply = self._say(ADDRESSES[sender][0], f"{board.game.word} record {board.number}")
        assert reply.ok == (board.status is not Status.REMOVED), reply.error
        if reply.ok:
            attachment = reply.letter.attachments[0]
            record = check_schema(attachment.text)
            assert [(move["seat"], move["text"]) for move in record["moves"]] == [
                (move.seat, move.text) for move in board.told(board.moves, None)
            ]
            assert record["seed"] == (None if board.is_on else board.seed.hex())

    def _check_lists(self, game: Game[Any], sender: str) -> None:
        """The lists tell how many boards are played, and by whom."""
        boards, playing = self.at.model.count(game.word)
        text = " ".join(self._say(sender, f"list {game.word}").text.split())
        told = re.search(r"(\d+) boards? with (\d+) players? at the moment", text)
        assert (int(told[1]), int(told[2])) == (boards, playing) if told else (0, boards)
        standings = self._say(sender, f"{game.word} standings").text
        for userid in PLAYERS:
            active, wish = self.at.model.active_boards(userid, game.word), self.at.model.wish(userid, game.word)
            line = re.search(rf"^ *\d+  {userid} .*$", standings, re.MULTILINE)
            shown = str(active) if wish.most_boards is None else f"{active}/{wish.most_boards}"
            if line:
                assert shown in line[0].split()
            else:
                assert not active
                assert not wish.seeking


def numbers_listed(game: Game[Any], text: str) -> list[int]:
    """The numbers of a game's boards in a list."""
    return [int(number) for number in re.findall(rf"^{game.name} (\d+) ", text, re.MULTILINE)]
