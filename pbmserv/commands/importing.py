"""Taking in records from elsewhere: each is replayed, and becomes a board if all of it holds.

Nobody is written to, and nobody's rating changes: a rating belongs to the server on which it was won.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import cached_property
from typing import Any

from pbmserv.commands.interpreter import COMMANDS
from pbmserv.commands.kinds import NewUserid, check_new_userid
from pbmserv.commands.passwords import Passwords
from pbmserv.games.base import Game, Refusal
from pbmserv.play.board import Board, Player
from pbmserv.play.interchange import read
from pbmserv.play.record import are_same
from pbmserv.play.replaying import players_at_start
from pbmserv.play.transcript import Transcript
from pbmserv.store.database import Database
from pbmserv.store.players import UseridTaken
from pbmserv.store.work import UnitOfWork

MOST_PLAYERS = 100
"""Of a game that is not known here."""


class Fate(StrEnum):
    """What became of a record."""

    IMPORTED = "imported"
    KNOWN = "here already"
    REFUSED = "refused"


@dataclass(frozen=True)
class Outcome:
    """What became of a record, and in words which board it is or why it is none."""

    fate: Fate
    words: str


class Importer:
    """Makes boards of records, each in a transaction of its own.

    `keep_numbers` gives a board the number that it had, if that is free here; `add_players` makes accounts for
    players who are missing: nobody knows their passwords, so the operator has to hand out new ones. `now` tells the
    time.
    """

    def __init__(
        self,
        database: Database,
        catalogue: Mapping[str, Game[Any]],
        keep_numbers: bool = False,
        add_players: bool = False,
        passwords: Passwords | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._database = database
        self._catalogue = catalogue
        self._passwords = passwords or Passwords()
        self._now = now
        self._keep_numbers = keep_numbers
        self._add_players = add_players

    def take(self, line: str) -> Outcome:
        """Make a board of the record in a line of JSON, wholly or not at all.

        The same record makes no second board: it is known by its game and its seed, which no two boards share.
        """
        try:
            transcript = read(line)
            with self._database.writing() as connection:
                board = self._add(UnitOfWork(connection, self._catalogue), transcript)
        except _Known as known:
            return Outcome(Fate.KNOWN, f"{known.board.title} is the same game.")
        except Refusal as refusal:
            return Outcome(Fate.REFUSED, refusal.words)
        return Outcome(Fate.IMPORTED, f"board {transcript.board} is {board.title} now.")

    def _add(self, work: UnitOfWork, transcript: Transcript) -> Board:
        players = self._players(work, transcript)
        board = transcript.replayed(self._catalogue, transcript.board, players)
        board.number = self._number(work, transcript)
        # Only now: whoever imports the same at this moment has had to wait for the number.
        _refuse_known(work, board)
        work.boards.add(board)
        _have_who_resigned_watch(work, board)
        if board.is_on:
            work.standings.enter(board.game.word, board.players)
        return board

    def _players(self, work: UnitOfWork, transcript: Transcript) -> dict[str, Player]:
        """The players of a record, by their names in lower case; of a game that is over some may have left."""
        game = self._catalogue.get(transcript.game)
        if len(transcript.players) > (game.seats[-1] if game else MOST_PLAYERS):
            raise Refusal(f"{game.name if game else 'The game'} is not played by {len(transcript.players)}.")
        found = work.players.named(transcript.players, even_left=transcript.result is not None)
        for userid in transcript.players:
            if userid.lower() in found:
                continue
            if not self._add_players:
                raise Refusal(f"There is no player called {userid[:40]} here.")
            found[userid.lower()] = self._new_player(work, userid)
        return found

    def _new_player(self, work: UnitOfWork, userid: str) -> Player:
        name = NewUserid().read(userid)
        check_new_userid(name, COMMANDS, self._catalogue)
        try:
            return work.players.add(name, self._password_of_nobody, self._now())
        except UseridTaken as error:
            raise Refusal(f"{userid} has left this server, and cannot go on playing.") from error

    @cached_property
    def _password_of_nobody(self) -> str:
        """The hash of a password that nobody knows."""
        return self._passwords.hash(secrets.token_urlsafe(32))

    def _number(self, work: UnitOfWork, transcript: Transcript) -> int:
        if self._keep_numbers and work.games.keep_number(transcript.game, transcript.board):
            return transcript.board
        return work.games.take_number(transcript.game)


class _Known(Exception):
    """A record has been imported before, or was exported here."""

    def __init__(self, board: Board) -> None:
        super().__init__(board.title)
        self.board = board


def _have_who_resigned_watch(work: UnitOfWork, board: Board) -> None:
    """Who has left a board goes on getting its letters, as where it was played; but not who has left this server."""
    resigned = [seat.player.userid for seat in board.seats if seat.resigned]
    if resigned:
        for player in work.players.named(resigned).values():
            work.watching.begin(player, board.game.word, [board.number])


def _refuse_known(work: UnitOfWork, board: Board) -> None:
    for number in work.boards.with_seed(board.game.word, board.seed):
        here = work.boards.load(board.game.word, number)
        if here is not None and _is_same_game(here, board):
            raise _Known(here)
        raise Refusal(f"{board.game.name} board {number} began with the same seed, and is another game.")


def _is_same_game(here: Board, board: Board) -> bool:
    """Whether a board here is the one that was imported, perhaps played on since."""
    if board.result is not None and here.result != board.result:
        return False
    return (
        [player.id for player in players_at_start(here)] == [player.id for player in players_at_start(board)]
        and (here.options, here.started_at) == (board.options, board.started_at)
        and are_same(here.moves[: len(board.moves)], board.moves)
    )
