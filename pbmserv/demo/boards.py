"""The demo's players and boards, made by requests to the post office.

Moves and chance depend only on the game's name, so every demo is the same. Moves are any that the rules list.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from pbmserv.commands.preferences.actions import USUAL_FORMAT
from pbmserv.commands.requests.budget_table import DEFAULT
from pbmserv.commands.requests.credentials import Credential, signed_in
from pbmserv.commands.requests.outcome import BoardChanged
from pbmserv.commands.run.parser import CommandFields
from pbmserv.games.base import Game, Refusal
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.play.board import Board, Status
from pbmserv.post_office import Answer, PostOffice, Request
from pbmserv.running.traces import log_failure
from pbmserv.setting_values import Maildir
from pbmserv.settings import Settings
from pbmserv.storage.database import Database
from pbmserv.storage.directory import Directory
from pbmserv.storage.players import TEXT_ONLY
from pbmserv.storage.work import UnitOfWork

PLAYERS = ("alice", "bob")
DOMAIN = "demo.invalid"
"""A domain without addresses, which marks players of a demo."""
MOVES = (2, 5, 9)
"""The number of moves on each board of a game."""
MOST_TRIED = 20
"""The number of moves among which one that does not end the game is searched."""


@dataclass
class Made:
    passwords: dict[str, str] = field(default_factory=dict)
    boards: list[tuple[str, int]] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)


def make_demo(database: Database, settings: Settings) -> Made:
    """Create a demo, or add missing games to an existing one.

    Raises `Refusal` if the database is not a demo's, or letters would leave this machine.
    """
    if not isinstance(settings.delivery, Maildir):
        raise Refusal(
            "A demo's letters go to nobody: set delivery to a Maildir, such as maildir:pbmserv-demo/outgoing."
        )
    _check_database(database)
    return _Demo(database, settings.address, installed()).make()


def move_to_try(database: Database) -> tuple[str, int, str] | None:
    """A game, board and move for the first player; None if they have no turn."""
    with database.reading() as connection:
        work = UnitOfWork(connection, installed())
        player = work.players.named(PLAYERS[:1]).get(PLAYERS[0])
        lines = work.listing.lines(players=[player], status=Status.ACTIVE, only_to_move=True) if player else []
        for line in lines:
            board = work.boards.load(line.game, line.number)
            if board is not None and player is not None:
                seat = next(seat for seat in board.seats_to_move if board.seats[seat].player == player)
                if moves := board.game.examples(board.position, seat):
                    return line.game, line.number, moves[-1]
    return None


def _check_database(database: Database) -> None:
    with database.reading() as connection:
        entries = Directory(connection).page("", len(PLAYERS) + 1)
        addresses = UnitOfWork(connection, {}).addresses.of([entry.player for entry in entries])
    for entry in entries:
        if not any(each.address == _address(entry.player.userid) for each in addresses[entry.player]):
            raise Refusal(
                "This database has players who are of no demo. A demo goes into a database of its own, for example"
                " with PBMSERV_HOME=pbmserv-demo in the environment."
            )


def _address(userid: str) -> str:
    return f"{userid}@{DOMAIN}"


class _Demo:
    def __init__(self, database: Database, address: str, catalogue: Mapping[str, Game[Any]]) -> None:
        self._database = database
        self._catalogue = catalogue
        self._seed = b""
        # What is made here must not count against those who play on.
        uncounted = replace(DEFAULT, letters=replace(DEFAULT.letters, what="demo", most=1_000_000, most_bytes=None))
        self._office = PostOffice(database, catalogue, address, budgets=uncounted, seeds=lambda: self._seed)

    def make(self) -> Made:
        made = Made(passwords=dict(self._sign_up()))
        missing = [word for word in self._catalogue if not self._has_boards(word)]
        if missing:
            # Letters that nobody has asked for need no pictures; whoever plays on gets them.
            self._choose_format(TEXT_ONLY)
            for word in missing:
                self._make_boards_of(word, made)
            self._choose_format(USUAL_FORMAT)
        return made

    def _make_boards_of(self, word: str, made: Made) -> None:
        try:
            for number in self._boards_of(self._catalogue[word]):
                made.boards.append((word, number))
        except Refusal as refusal:
            made.left_out[word] = refusal.words
        except Exception as error:
            # The game may be anybody's.
            log_failure("demo failed", error, game=word)
            made.left_out[word] = "Its rules have failed, as the log tells."

    def _sign_up(self) -> Iterator[tuple[str, str]]:
        with self._database.reading() as connection:
            known = UnitOfWork(connection, self._catalogue).players.named(PLAYERS)
        for userid in PLAYERS:
            if userid not in known:
                password = secrets.token_hex(5)
                self._done(Request(Credential(_address(userid)), fields=CommandFields("signup", (userid, password))))
                yield userid, password

    def _choose_format(self, word: str) -> None:
        for userid in PLAYERS:
            self._done(Request(signed_in(userid), fields=CommandFields("change format", (word,))))

    def _has_boards(self, word: str) -> bool:
        with self._database.reading() as connection:
            return bool(UnitOfWork(connection, self._catalogue).listing.lines(word, limit=1))

    def _boards_of(self, game: Game[Any]) -> Iterator[int]:
        if game.seats[0] > len(PLAYERS):
            raise Refusal(f"It takes {game.seats[0]} players, and a demo has {len(PLAYERS)}.")
        for which, moves in enumerate(MOVES):
            players = (PLAYERS if which % 2 == 0 else PLAYERS[::-1])[: game.seats[0]]
            self._seed = sha256(f"demo {game.word} {which}".encode()).digest()[:SEED_BYTES]
            challenge = CommandFields("challenge", tuple(players), game.word)
            started = self._done(Request(signed_in(players[0]), comment="Have fun!", fields=challenge)).came_of_it
            if not isinstance(started, BoardChanged):
                raise Refusal(f"A challenge of {game.name} has started no game.")
            for _ in range(moves):
                if not self._move(game, started.board.number):
                    break
            yield started.board.number

    def _move(self, game: Game[Any], number: int) -> bool:
        with self._database.reading() as connection:
            board = UnitOfWork(connection, self._catalogue).boards.load(game.word, number)
        if board is None or not board.is_on:
            return False
        seat = board.seats_to_move[0]
        player = board.seats[seat].player.userid
        move = _move_to_make(board, seat)
        if move is not None:
            self._done(
                Request(signed_in(player), fields=CommandFields("move", (str(number), *move.split()), game.word))
            )
        return move is not None

    def _done(self, request: Request) -> Answer:
        answer = self._office.handle(request)
        if not answer.ok:
            raise Refusal(answer.error or "It was refused.")
        return answer


def _move_to_make(board: Board, seat: int) -> str | None:
    game, position = board.game, board.position
    turn = f"move {len(board.moves) + 1}"
    moves: Sequence[str] | None = game.legal_moves(position, seat)
    choices = Chance(board.seed, f"demo {turn}").shuffled(game.examples(position, seat) if moves is None else moves)
    for move in choices[:MOST_TRIED]:
        played = game.play(position, seat, move, Chance(board.seed, turn))
        if game.result(played.position) is None:
            return move
    return None
