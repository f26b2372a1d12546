"""Seats that are handed to substitutes, whatever becomes of the servers meanwhile.

Three play Yacht, one leaves, the others offer the seat, and somebody comes: a player who is asked, a bot, or the
first of two who write at the same moment. The game goes on meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field

from pbmserv.play.board import Board
from tests.conversation import PLAYERS, Server
from tests.endtoend.sessions import Mail, NoServer, Writers

ALICE, BOB, _ = PLAYERS
DAVE, ERIN, BOT, ANYONE = "dave", "erin", "bot-easy", "anyone"
PASSWORDS = {**PLAYERS, DAVE: "davepw45", ERIN: "erinpw78"}
LEAVER_PASSWORD = "leaving-now7"

ASKED = "asked"
WANTED = (ANYONE, ASKED, BOT)
"""To whom the seat is offered, board after board: nobody may be asked often in a day, so each is another player."""

BEFORE = ["0 choice", "1 choice", "2 choice", "0 ones", "1 ones"]
"""What has been played before anybody leaves: seats, and their moves."""
AFTERWARDS = ["2 resign", "2 skip", "0 twos", "2 substitute", "1 twos"]
"""What follows, with all that the server does by itself."""


@dataclass
class Table:
    """A board of Yacht, who is going to leave it, and to whom the seat is offered."""

    number: int
    leaver: str
    to: str
    racing: list[Mail] = field(default_factory=list)
    """What those have written of whom one gets the seat."""
    later: list[Mail] = field(default_factory=list)
    """What has been written when somebody had it."""

    @property
    def is_for_one(self) -> bool:
        """Whether one player is asked, who has to say yes."""
        return self.to not in (ANYONE, BOT)


def lay_tables(server: Server, count: int) -> list[Table]:
    """Boards that have just come to the turn of a player who is going to leave.

    Nobody may leave many boards in a day: there is somebody else for each.
    """
    for each in (DAVE, ERIN):
        server.enrol(each, PASSWORDS[each])
    tables = []
    for place in range(count):
        wanted = WANTED[place % len(WANTED)]
        tables.append(Table(101 + place, f"leaver-{place}", f"asked-{place}" if wanted == ASKED else wanted))
    for table in tables:
        server.enrol(table.leaver, LEAVER_PASSWORD)
        if table.is_for_one:
            server.enrol(table.to, LEAVER_PASSWORD)
        server.hear(None, f"yacht challenge {ALICE} {BOB} {table.leaver}")
        players = (ALICE, BOB, table.leaver)
        for said in BEFORE:
            seat, move = said.split()
            server.hear(None, _command(table, players[int(seat)], "move", move))
    return tables


@dataclass(eq=False)
class Handover(Writers):
    """Players who hand over one seat after the other. A board that they have begun with they also end with."""

    tables: Sequence[Table]
    done: list[Table] = field(default_factory=list)

    def run(self) -> None:
        """Go from board to board."""
        with suppress(NoServer):
            for table in self.tables:
                self._hand_over(table)
                self.done.append(table)
                if self.stopping.is_set():
                    return

    def check(self, table: Table, board: Board) -> int:
        """Check that one has the seat and plays on, and note whose words everybody has to have read.

        Gives how many mails have been refused: those of who came too late.
        """
        [holder] = {seat.player.userid for seat in board.seats} - {ALICE, BOB}
        assert holder in ({DAVE, ERIN} if table.to == ANYONE else {table.to}), (table.number, holder)
        assert [each.userid for each in board.seats[2].earlier] == [table.leaver], table.number
        made = [f"{move.seat} {move.text}" for move in board.moves]
        played, last = made[: len(BEFORE + AFTERWARDS)], made[len(BEFORE + AFTERWARDS) :]
        assert played == BEFORE + AFTERWARDS, (table.number, made)
        # A bot moves as it likes: it may throw its dice again first.
        assert last == ["2 twos"] or (holder == BOT and all(each.startswith("2 ") for each in last)), made
        assert board.seats_to_move == (0,), (table.number, made)

        address = f"{holder}@example.org"
        refused = [mail for mail in table.racing if mail.sender != address]
        for mail in refused:
            mail.told.readers = ()
        for mail in table.racing + table.later:
            if mail not in refused and holder != BOT:
                mail.told.readers = (*mail.told.readers, address)
        return len(refused)

    def _hand_over(self, table: Table) -> None:
        self._say(table, table.leaver, "resign")
        self._say(table, BOB, "substitute", table.to)
        self._say(table, ALICE, "move", "twos")
        self._say(table, ALICE, "substitute", "yes")
        if table.to == ANYONE:
            self._race(table, "join")
        elif table.is_for_one:
            table.later.append(self._say(table, table.to, "substitute", "yes"))
        moved = self._say(table, BOB, "move", "twos")
        if table.to == BOT:
            # The bot's move follows, and is the answer.
            moved.told.readers = tuple(each for each in moved.told.readers if each != moved.sender)
        table.later.append(moved)
        if table.to == ANYONE:
            self._race(table, "move", "twos")
        elif table.is_for_one:
            table.later.append(self._say(table, table.to, "move", "twos"))

    def _say(self, table: Table, userid: str, word: str, rest: str = "") -> Mail:
        mail = self.write(userid, _command(table, userid, word, rest), (ALICE, BOB, table.leaver))
        self.bring(mail)
        return mail

    def _race(self, table: Table, word: str, rest: str = "") -> None:
        """Have two say the same at the same moment. Raises `NoServer`."""
        readers = (ALICE, BOB, table.leaver)
        mails = [self.write(each, _command(table, each, word, rest), readers) for each in (DAVE, ERIN)]
        table.racing += mails
        with ThreadPoolExecutor(len(mails)) as racers:
            list(racers.map(self.bring, mails))


def _command(table: Table, userid: str, word: str, rest: str) -> str:
    password = PASSWORDS.get(userid, LEAVER_PASSWORD)
    return f"yacht {word} {table.number} {userid} {password} {rest}".strip()
