"""Import of records: each is replayed and becomes a board if it holds.

Nobody is written to and no rating changes, as ratings belong to the original server.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from enum import StrEnum
from functools import cached_property
from typing import Any

from pbmserv.commands.requests.passwords import Passwords
from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.base import Game, Refusal
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.file_parts import NotRead, Told
from pbmserv.games.file_reading import games_in
from pbmserv.games.game_file import PlayedGame
from pbmserv.games.message import Listed, Message
from pbmserv.games.refusals import quoted
from pbmserv.language.argument_types import NewUserid, check_new_userid
from pbmserv.play.board import Board, Player, substitutes_of
from pbmserv.play.from_file import board_of
from pbmserv.play.interchange import read
from pbmserv.play.record import are_same
from pbmserv.play.replaying import players_at_start
from pbmserv.play.transcript import Transcript
from pbmserv.play.trusting import check_trust
from pbmserv.storage.database import Database
from pbmserv.storage.players import UseridTaken
from pbmserv.storage.work import UnitOfWork

MOST_PLAYERS = 100
"""The limit for a game unknown here."""


class Fate(StrEnum):
    IMPORTED = "imported"
    KNOWN = "here already"
    REFUSED = "refused"


@dataclass(frozen=True)
class Outcome:
    """The result for one record: its board, or why there is none."""

    fate: Fate
    words: str


class Importer:
    """Turns records into boards, each in its own transaction.

    `keep_numbers` keeps a board's number if free; `add_players` creates accounts for missing players with passwords
    that nobody knows. `known_as` maps names in files to accounts. `now` is a clock.
    """

    def __init__(
        self,
        database: Database,
        catalogue: Mapping[str, Game[Any]],
        keep_numbers: bool = False,
        add_players: bool = False,
        passwords: Passwords | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        known_as: Mapping[str, str] | None = None,
    ) -> None:
        self._database = database
        self._catalogue = catalogue
        self._passwords = passwords or Passwords()
        self._now = now
        self._keep_numbers = keep_numbers
        self._add_players = add_players
        self._known_as = {name.lower(): userid for name, userid in (known_as or {}).items()}
        self.names: dict[str, str] = {}
        """Players' names in files, by lower case."""

    @property
    def readable(self) -> str:
        names: dict[str, list[str]] = {}
        for game in self._catalogue.values():
            for form in game.file_formats:
                names.setdefault(form.name, []).append(game.name)
        files = [
            Message("{format} of {games}", format=name, games=Listed(games, " and ", " and "))
            for name, games in sorted(names.items())
        ]
        named = Listed(files, ", ", ", ")
        return Message("Read are records, as JSON on one line each, or games in a file: {files}.", files=named)

    def take(self, line: str) -> Outcome:
        """Import the record in a line of JSON, all or nothing.

        A record already here, known by game and seed, makes no second board.
        """
        try:
            transcript = read(line)
            with self._database.writing() as connection:
                board = self._add(UnitOfWork(connection, self._catalogue), transcript)
        except _Known as known:
            return Outcome(Fate.KNOWN, Message("{board} is the same game.", board=known.board.title))
        except Refusal as refusal:
            return Outcome(Fate.REFUSED, refusal.words)
        return Outcome(
            Fate.IMPORTED, Message("board {number} is {board} now.", number=transcript.board, board=board.title)
        )

    def take_file(self, text: str) -> Iterator[Outcome]:
        """Import the games of another program's file, each all or nothing.

        A game already here, known by players, date and moves, makes no second board.
        """
        try:
            for told in games_in(text):
                yield self._take_game(told)
        except NotRead as fault:
            yield Outcome(Fate.REFUSED, fault.words)

    def _take_game(self, told: Told) -> Outcome:
        try:
            game, played = self._game_of(told)
            with self._database.writing() as connection:
                board = self._add_game(UnitOfWork(connection, self._catalogue), game, played)
        except _Known as known:
            return Outcome(Fate.KNOWN, Message("{board} is the same game.", board=known.board.title))
        except Refusal as refusal:
            return Outcome(Fate.REFUSED, refusal.words)
        return Outcome(Fate.IMPORTED, Message("it is {board} now.", board=board.title))

    def _game_of(self, told: Told) -> tuple[Game[Any], PlayedGame]:
        for game in self._catalogue.values():
            if game.file_format is not None and (played := game.read_game(told)):
                return game, played
        raise NotRead("This is none of the games that can be taken from such a file.")

    def _add_game(self, work: UnitOfWork, game: Game[Any], told: PlayedGame) -> Board:
        seats = _seat_names(game)
        there = [name if name.strip("?") else seat for name, seat in zip(told.players, seats, strict=True)]
        self.names |= {name.lower(): name for name in there}
        nameless = [seat for name, seat in zip(told.players, seats, strict=True) if not name.strip("?")]
        if not self._known_as.keys() >= {seat.lower() for seat in nameless}:
            sides = " and ".join(f"--player {seat}=USERID" for seat in nameless)
            raise Refusal(Message("The file does not tell who has played. Say so with {sides}.", sides=sides))
        names = [self._known_as.get(name.lower(), name) for name in there]
        own_names = {name.lower() for name in there} - self._known_as.keys()
        found = self._players(work, game.word, names, is_over=True, own_names=own_names)
        moment = datetime.combine(date.fromisoformat(told.date), time(), UTC) if told.date else self._now()
        board = board_of(game, told, 0, [found[name.lower()] for name in names], moment)
        board.number = work.games.take_number(game.word)
        for number in work.boards.with_seed(game.word, board.seed):
            if here := work.boards.load(game.word, number):
                raise _Known(here)
        work.boards.add(board)
        _have_who_resigned_watch(work, board)
        return board

    def _add(self, work: UnitOfWork, transcript: Transcript) -> Board:
        is_over = transcript.result is not None
        players = self._players(work, transcript.game, transcript.holders, is_over)
        # Who has left the game may have left the server, too.
        gone = [name for name in (*transcript.players, *transcript.substitutes) if name.lower() not in players]
        players |= self._players(work, transcript.game, gone, is_over=True)
        board = transcript.replayed(self._catalogue, transcript.board, players)
        bots = work.players.bots(board.players)
        if board.is_on:
            check_trust(board.game, board.options, board.terms, bots.values())
        for seat in board.seats:
            seat.bot = bots.get(seat.player)
        board.number = self._number(work, transcript)
        # Only now: whoever imports the same at this moment has had to wait for the number.
        _refuse_known(work, board)
        work.boards.add(board)
        _have_who_resigned_watch(work, board)
        if board.is_on:
            work.standings.enter(board.game.word, board.players)
        return board

    def _players(
        self,
        work: UnitOfWork,
        word: str,
        userids: Sequence[str],
        is_over: bool,
        own_names: Collection[str] = frozenset(),
    ) -> dict[str, Player]:
        """The players of a game by lower-case name; if it is over, some may have left.

        `own_names` are those for which a file has no userid.
        """
        game = self._catalogue.get(word)
        if len(userids) > (game.seats[-1] if game else MOST_PLAYERS):
            raise Refusal(
                Message("{game} is not played by {number}.", game=game.name, number=len(userids))
                if game
                else Message("The game is not played by {number}.", number=len(userids))
            )
        found = work.players.named(userids, even_left=is_over)
        for userid in userids:
            if userid.lower() in found:
                continue
            if not self._add_players:
                raise Refusal(_no_such_player(quoted(userid, 40), is_own_name=userid.lower() in own_names))
            found[userid.lower()] = self._new_player(work, userid)
        return found

    def _new_player(self, work: UnitOfWork, userid: str) -> Player:
        name = NewUserid().read(userid)
        check_new_userid(name, COMMANDS, self._catalogue)
        try:
            return work.players.add(name, self._password_of_nobody, self._now())
        except UseridTaken as error:
            raise Refusal(
                Message("{player} has left this server, and cannot go on playing.", player=userid)
            ) from error

    @cached_property
    def _password_of_nobody(self) -> str:
        return self._passwords.hash_of_none()

    def _number(self, work: UnitOfWork, transcript: Transcript) -> int:
        if self._keep_numbers and work.games.keep_number(transcript.game, transcript.board):
            return transcript.board
        return work.games.take_number(transcript.game)


class _Known(Exception):
    """The record was imported or exported here before."""

    def __init__(self, board: Board) -> None:
        super().__init__(board.title)
        self.board = board


def _seat_names(game: Game[Any]) -> list[str]:
    options = {option.name: option.default for option in game.options}
    seats = min(game.seats)
    start = game.start(options, seats, Chance(bytes(SEED_BYTES), "start"))
    return [game.seat_name(start, seat) for seat in range(seats)]


def _no_such_player(name: str, is_own_name: bool) -> str:
    if not is_own_name:
        return Message(
            "There is no player called {name} here. --add-players makes accounts for players who are missing.",
            name=name,
        )
    return Message(
        "There is no player called {name} here. --player {account} says who that is here; --add-players makes"
        " accounts for players who are missing.",
        name=name,
        account=shlex.quote(f"{name}=USERID"),
    )


def _have_who_resigned_watch(work: UnitOfWork, board: Board) -> None:
    """Subscribe players who resigned to the board, as on the original server, unless they have left this one."""
    resigned = [seat.player.userid for seat in board.seats if seat.resigned]
    if resigned:
        for player in work.players.named(resigned).values():
            work.watching.begin(player, board.game.word, [board.number])


def _refuse_known(work: UnitOfWork, board: Board) -> None:
    for number in work.boards.with_seed(board.game.word, board.seed):
        here = work.boards.load(board.game.word, number)
        if here is not None and _is_same_game(here, board):
            raise _Known(here)
        raise Refusal(
            Message(
                "{game} board {number} began with the same seed, and is another game.",
                game=board.game.name,
                number=number,
            )
        )


def _is_same_game(here: Board, board: Board) -> bool:
    """Whether a board here is the imported one, perhaps played on."""
    if board.result is not None and here.result != board.result:
        return False
    return (
        [player.id for player in players_at_start(here)] == [player.id for player in players_at_start(board)]
        and substitutes_of(here)[: len(substitutes_of(board))] == substitutes_of(board)
        and (here.options, here.started_at) == (board.options, board.started_at)
        and are_same(here.moves[: len(board.moves)], board.moves)
    )
