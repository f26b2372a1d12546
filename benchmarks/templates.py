"""Rows to copy: boards that were really played, and all that stands around them, as the store itself has written it.

A small database is played on by the rules and through the store; what it then holds is read raw. So a copy of a board
is a board, whatever columns the tables have: it can be shown and moved on. (Each has a seed of its own, as boards
have, so it cannot be replayed from its first move.)
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import cache
from typing import Any

from sqlalchemy import Connection

from benchmarks.bulk import Row, Table
from pbmserv.commands.requests.passwords import Passwords
from pbmserv.games.base import Game
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.message import Message
from pbmserv.play import moving
from pbmserv.play.board import Board, Player
from pbmserv.play.clock import archive
from pbmserv.play.days import Absence
from pbmserv.play.intervening import Intervention
from pbmserv.storage.database import Database
from pbmserv.storage.game_limits import Wish
from pbmserv.storage.inbox import Inbox, ReceivedMessage
from pbmserv.storage.outbox import Outbox, StoredLetter
from pbmserv.storage.players import CONFIRMATIONS
from pbmserv.storage.queues import InboxStatus
from pbmserv.storage.tallies import Limit
from pbmserv.storage.tokens import OWN_LETTERS, shared_key
from pbmserv.storage.work import UnitOfWork

PASSWORD = "secret7"
PLAYED_FROM = datetime(2020, 1, 1, tzinfo=UTC)
BETWEEN_MOVES = timedelta(hours=7)
_LETTER = "A line of words for the player, as long as lines are in letters of boards.\n" * 20


class Stage(StrEnum):
    """How far a board has come."""

    MIDDLE = "middle"
    LAST_MOVE = "last move"
    OVER = "over"
    ARCHIVED = "archived"


@dataclass(frozen=True)
class Template:
    """A board to copy. `seat` can make the move `text` on it next; on a board that is over there is none."""

    game: str
    board: Row
    seats: Sequence[Row]
    moves: Sequence[Row]
    last_moved_at: datetime
    winner_seat: int | None
    seat: int = 0
    text: str = ""


@dataclass(frozen=True)
class Templates:
    """What there is to copy: boards by game and stage, and one row of each of the other tables."""

    boards: Mapping[tuple[str, Stage], Sequence[Template]]
    rows: Mapping[str, Row]


def cheap_passwords() -> Passwords:
    """argon2id at the lowest price: what a password costs once is not what a move costs."""
    return Passwords(time_cost=1, memory_cost=32)


@cache
def make_templates(games: tuple[str, ...], of_each: int) -> Templates:
    """Play so many boards of each of these games, by two players."""
    with tempfile.TemporaryDirectory(prefix="pbmserv-templates-") as folder:
        database = Database(f"sqlite:///{folder}/pbmserv.db")
        database.upgrade()
        with database.writing() as connection:
            work = UnitOfWork(connection, installed())
            password_hash = cheap_passwords().hash(PASSWORD)
            players = [work.players.add(f"player{number}", password_hash, PLAYED_FROM) for number in (1, 2)]
            for player in players:
                # Each move is measured with two letters.
                work.players.choose(player, CONFIRMATIONS, None)
            boards = {
                (game, stage): [
                    _template(work, *_played(installed()[game], players, number, stage)) for number in range(of_each)
                ]
                for game in games
                for stage in Stage
            }
            _write_the_rest(work, players, games[0])
            # The newest, since the oldest users are bots.
            rows = {name: Table(name).rows(connection)[-1] for name in _OTHER_TABLES}
        database.close()
    return Templates(boards, rows)


_OTHER_TABLES = (
    "users",
    "addresses",
    "codes",
    "secrets",
    "vacations",
    "watchers",
    "ratings",
    "game_limits",
    "inbox",
    "seen",
    "tallies",
    "outbox",
    "interventions",
)


def _played(game: Game[Any], players: Sequence[Player], number: int, stage: Stage) -> tuple[Board, int]:
    """A board of a random game, always the same one for the same number, and how many moves were typed on it."""
    length = _play(_begun(game, players, number), None)
    typed = {Stage.MIDDLE: length // 2, Stage.LAST_MOVE: length - 1}.get(stage, length)
    board = _begun(game, players, number)
    _play(board, typed)
    if stage is Stage.ARCHIVED:
        archive(board)
    return board, typed


def _begun(game: Game[Any], players: Sequence[Player], number: int) -> Board:
    options = {option.name: option.default for option in game.options}
    return Board.begin(game, 0, options, players, number.to_bytes(SEED_BYTES, "big"), PLAYED_FROM)


def _play(board: Board, most: int | None) -> int:
    """Make random moves, `most` at most; gives how many were made."""
    typed = 0
    while board.is_on and typed != most:
        seat, text = _next_move(board, typed)
        typed += 1
        moving.move(board, board.seats[seat].player, text, PLAYED_FROM + BETWEEN_MOVES * typed)
    return typed


def _next_move(board: Board, typed: int) -> tuple[int, str]:
    seat = board.seats_to_move[0]
    moves = board.game.legal_moves(board.position, seat) or board.game.examples(board.position, seat)
    return seat, Chance(board.seed, f"random player {typed}").choice(moves)


def _template(work: UnitOfWork, board: Board, typed: int) -> Template:
    board.number = work.games.take_number(board.game.word)
    work.boards.add(board)
    [row] = Table("boards").rows(work.connection, "game = ? AND number = ?", (board.game.word, board.number))
    its = ("board_id = ?", (row["id"],))
    seat, text = _next_move(board, typed) if board.is_on else (0, "")
    return Template(
        game=board.game.word,
        board=row,
        seats=Table("seats").rows(work.connection, *its),
        moves=Table("moves").rows(work.connection, *its),
        last_moved_at=board.last_moved_at,
        winner_seat=board.result.winner if board.result else None,
        seat=seat,
        text=text,
    )


def _write_the_rest(work: UnitOfWork, players: Sequence[Player], game: str) -> None:
    player, other = players
    now = PLAYED_FROM
    work.addresses.add(player, ["player1@players.example"], confirmed_at=now)
    work.codes.add("0" * 64, player, "confirm", "", now)
    shared_key(work.connection, OWN_LETTERS)
    work.vacations.save(player, Absence(now, now + timedelta(days=7)))
    work.watching.begin(player, game, [101])
    work.standings.enter(game, [player, other])
    work.game_limits.change(game, player, Wish(most_boards=100))
    board = work.boards.load(game, 101)
    if board is not None:
        reminded = Message("The operator has reminded {players}.", players="player2")
        work.interventions.add(board, Intervention(now, reminded, ""))
    work.tallies.add(Limit("wrong from", 10, timedelta(minutes=10)), "player1", now)
    _write_mail(work.connection, player)


def _write_mail(connection: Connection, player: Player) -> None:
    now = PLAYED_FROM
    inbox = Inbox(connection)
    [number] = inbox.add([ReceivedMessage("smtp", "player1@players.example", ("pbmserv@localhost",), b"", now)])
    inbox.first_times(["0" * 64], now)
    inbox.end([(number, InboxStatus.DONE, "done: trichet move 101 player1 ****** d3")], now)
    outbox = Outbox(connection)
    letter = StoredLetter(
        "<0@localhost>", ("player1@players.example",), "Trichet Board 101", _LETTER, user_id=player.id
    )
    outbox.add([letter], now)
    [due] = outbox.claim(1, timedelta(), now)
    outbox.record(due, now, taken=due.recipients)
