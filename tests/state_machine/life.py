"""The life of a server: what all that happens in it is made of."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine

from pbmserv.commands.requests.passwords import Passwords
from pbmserv.games.base import Game
from pbmserv.play.board import Board
from pbmserv.storage.database import Database
from tests.conversation import Reply, Server
from tests.state_machine.choices import ADDRESSES, PASSWORDS, STRANGER, Asked, players, rarely
from tests.state_machine.facts import Facts
from tests.state_machine.supervised import Supervised
from tests.undone import Undone


class Life(RuleBasedStateMachine):
    """A server, on a database where everybody has signed up; what happens to it comes from the subclasses."""

    database: ClassVar[Database]
    passwords: ClassVar[Passwords]

    def __init__(self) -> None:
        super().__init__()
        self._database = Undone(self.database)
        self._words = 0
        self._letters = 0
        self._wrong_passwords = 0
        self.at = Supervised(Server(self._database, passwords=self.passwords), PASSWORDS, ADDRESSES)

    def teardown(self) -> None:
        try:
            self.at.check_everything()
        finally:
            self._database.close()

    def _say(self, sender: str | None, line: str, by: str | None = None, comment: str = "", body: str = "") -> Reply:
        return self.at.say(sender, line.strip(), by=by, comment=comment, body=body)

    def _of_board(self, board: Board | Facts, by: str, verb: str, text: str = "", comment: str = "") -> Reply:
        """What a player says of a board; every seventh letter comes from an address that nobody knows."""
        self._letters += 1
        sender = ADDRESSES[by][0] if self._letters % 7 else STRANGER
        line = f"{board.game.word} {verb} {board.number} {by} {PASSWORDS[by]} {text}"
        return self._say(sender, line, by=by, comment=comment)

    def _note_wrong_password(self) -> None:
        """Whoever has given too many of them has to wait for a while, even with the right one."""
        self._wrong_passwords += 1
        if self._wrong_passwords % 9 == 0:
            self.at.wait(timedelta(hours=1))

    def _new_words(self) -> str:
        """Something to say that nobody has said before."""
        self._words += 1
        return f"words{self._words}words"

    def _board(self, data: st.DataObject) -> Board:
        """A board on which moves can be made."""
        return data.draw(st.sampled_from(self.at.playing))

    def _any_board(self, data: st.DataObject) -> Board:
        return data.draw(st.sampled_from(list(self.at.boards.values())))

    def _mostly_playing(self, data: st.DataObject) -> Board:
        return self._any_board(data) if data.draw(rarely) or not self.at.playing else self._board(data)

    def _asked(self, data: st.DataObject, game: Game[Any]) -> Asked:
        """Boards of a game, in one of the ways in which they can be asked for."""
        numbers = [number for word, number in self.at.boards if word == game.word]
        if data.draw(st.booleans()):
            some = data.draw(st.lists(st.sampled_from([*numbers, 9999]), min_size=1, max_size=3, unique=True))
            return Asked(" ".join(map(str, some)), numbers=tuple(some))
        typed = data.draw(st.sampled_from(["", "active", "inactive", "next", "all", "ALL"]))
        names = data.draw(st.lists(players, max_size=2, unique=True))
        words = [*([typed] if typed else []), *names] or ["all"]
        which = typed.lower() or ("active" if names else "all")
        return Asked(" ".join(data.draw(st.permutations(words))), which=which, names=tuple(names))
