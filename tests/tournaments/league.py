"""A league and its players, who live from day to day: they move, resign, agree on ties, are away, leave and join."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from sqlalchemy import select

from pbmserv.commands.operator import membership, tournament_changes
from pbmserv.commands.requests.context import Call
from pbmserv.commands.tournaments.actions import options_of
from pbmserv.games.catalogue import installed
from pbmserv.letters.letter import Letter
from pbmserv.play.board import Board, Player, Status, Terms
from pbmserv.scheduler import Scheduler
from pbmserv.storage.database import Database
from pbmserv.storage.tables import BOARDS
from pbmserv.storage.tournaments import Tournament
from tests.conversation import Server

NAME, GAME = "hex-league", "hex"
MONTH = timedelta(days=30)
TERMS = Terms(nag_days=5, forfeit_days=12)
A_DAY = 0.4
"""How likely somebody moves on a board of theirs on a day."""


@dataclass
class Somebody:
    """A player: whether they play next, since when, and when they did something last; `away_until` is when one comes
    back who is away. Whoever `is_gone` has left the server."""

    userid: str
    seen_at: datetime
    joined_at: datetime
    is_entered: bool = False
    away_until: datetime | None = None
    vacation: tuple[datetime, datetime] | None = None
    is_gone: bool = False

    def is_here(self, at: datetime) -> bool:
        return not self.is_gone and (self.away_until is None or at >= self.away_until)


@dataclass(frozen=True)
class Ending:
    """How the players of a board mean to end it: after so many moves by resigning, by a tie, or never but by the
    rules."""

    moves: int
    how: str


@dataclass
class League:
    """The league on a database of its own; everything that happens follows from `seed`."""

    database: Database
    seed: int
    people: dict[str, Somebody] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)  # noqa: S311 - it has to be the same
        self.server = Server(self.database)
        self._endings: dict[int, Ending] = {}
        self._clock = Scheduler(self.database, self.server.office, installed())

    @property
    def now(self) -> datetime:
        return self.server.now

    def open(self, players: int) -> None:
        """Set the league up, by the operator, and have so many join."""
        self.server.office.act(_set_up)
        for _ in range(players):
            self.sign_up()

    def sign_up(self) -> None:
        """Somebody new comes, and joins."""
        userid = f"p{len(self.people) + 1:02}"
        self.server.wait(minutes=1)
        self.server.hear(f"{userid}@example.org", f"signup {userid} {_password(userid)}")
        self.people[userid] = Somebody(userid, self.now, self.now)
        self.join(userid)

    def join(self, userid: str) -> None:
        """Somebody wants to play from the next season on."""
        self._say(userid, f"tournament join {userid} PW {NAME}")
        self.people[userid].is_entered, self.people[userid].joined_at = True, self.now

    def leave(self, userid: str) -> None:
        self._say(userid, f"tournament leave {userid} PW {NAME}")
        self.people[userid].is_entered = False

    def sign_off(self, userid: str) -> None:
        """Somebody leaves the server, and loses what they play."""
        self.server.office.act(lambda call: membership.delete(call, userid, ""))
        self.people[userid].is_gone, self.people[userid].is_entered = True, False

    def go_silent(self, userid: str) -> None:
        """Somebody does nothing for a month, and has told nobody."""
        self.people[userid].away_until = self.now + MONTH

    def go_on_vacation(self, userid: str, days: int) -> None:
        self._say(userid, f"vacation {userid} PW {days}")
        each = self.people[userid]
        # Who has said that they are away is not lost meanwhile.
        each.away_until = each.seen_at = self.now + timedelta(days=days)
        each.vacation = (self.now, each.away_until)

    def let_the_clock_look(self) -> list[Letter]:
        """Its round of a day; gives what it has written."""
        self.server.now = self.now.replace(hour=0, minute=0) + timedelta(days=1, hours=1)
        return self._clock.make_round(self.now).letters

    def live(self) -> None:
        """For the rest of the day everybody who is here looks at their boards."""
        for number in self._boards_on():
            if self.chance.random() < A_DAY:
                self.server.wait(minutes=1)
                self._take_a_turn(number)

    def _take_a_turn(self, number: int) -> None:
        board = self._board(number)
        if board.vote is not None:
            for player in self._who_is_here(board.yet_to_answer):
                self._say(player.userid, f"{GAME} move {number} {player.userid} PW accept")
            return
        ending = self._endings.setdefault(number, self._new_ending())
        for player in self._who_is_here(board.players_to_move)[:1]:
            self._say(player.userid, f"{GAME} {self._turn(board, player, ending)}")

    def _turn(self, board: Board, player: Player, ending: Ending) -> str:
        me = f"{board.number} {player.userid} PW"
        if len(board.moves) < ending.moves or ending.how == "play":
            if len(board.moves) == 1 and self.chance.random() < 0.5:
                return f"swap {me}"
            moves = board.game.legal_moves(board.position, board.active_seats_of(player)[0])
            assert moves
            return f"move {me} {self.chance.choice(moves)}"
        return f"resign {me}" if ending.how == "resign" else f"move {me} propose"

    def _new_ending(self) -> Ending:
        how = self.chance.choices(["resign", "tie", "play"], [70, 20, 10])[0]
        return Ending(self.chance.randint(0, 2), how)

    def _who_is_here(self, players: tuple[Player, ...]) -> list[Player]:
        return [player for player in players if self.people[player.userid].is_here(self.now)]

    def _say(self, userid: str, line: str) -> None:
        self.server.hear(f"{userid}@example.org", line.replace("PW", _password(userid)))
        self.people[userid].seen_at = self.now

    def _boards_on(self) -> list[int]:
        query = select(BOARDS.c.number).where(BOARDS.c.game == GAME, BOARDS.c.status == Status.ACTIVE)
        with self.database.reading() as connection:
            return list(connection.scalars(query.order_by(BOARDS.c.number)))

    def _board(self, number: int) -> Board:
        board = self.server.office.look_up(lambda call: call.work.boards.load(GAME, number))
        assert board is not None
        return board


def _set_up(call: Call) -> str:
    options = options_of(call.catalogue[GAME], {"size": 3})
    return tournament_changes.create(call, Tournament(NAME, GAME, options, TERMS, recurring=True), timedelta(days=7))


def _password(userid: str) -> str:
    return f"word-of-{userid}"
