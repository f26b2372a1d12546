"""Boards in the database: `Board` objects, loaded and saved. Lists of boards are in `listing`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, MutableMapping
from datetime import timedelta
from itertools import groupby, takewhile
from math import ceil
from operator import attrgetter
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from pbmserv.games.base import Game, Result
from pbmserv.play.board import Board, Player, Seat, Status, Terms
from pbmserv.play.bots import thinks_here
from pbmserv.play.clock import next_look
from pbmserv.play.days import Absence
from pbmserv.play.record import SUBSTITUTE, Move
from pbmserv.play.substituting import is_agreed
from pbmserv.play.zones import zone_of
from pbmserv.storage import board_rows
from pbmserv.storage.board_rows import StoredBoard
from pbmserv.storage.plans import (
    dump_offer,
    dump_plans,
    dump_unread,
    dump_vote,
    load_offer,
    load_plans,
    load_unread,
    load_vote,
)
from pbmserv.storage.players import TIMEZONE
from pbmserv.storage.statements import Prepared, named
from pbmserv.storage.tables import BOARDS, MOVES, SEATS
from pbmserv.stored_names import document_of, restored

# Every move needs these.
_CHANGE_BOARD = Prepared(
    update(BOARDS)
    .where(BOARDS.c.id == bindparam("board"))
    .values(
        named(BOARDS, "id", "game", "number", "rules_version", "options", "terms", "rated_entry", "challenger_id")
    ),
    keeps_cached=True,
)
_CHANGE_SEAT = Prepared(
    update(SEATS)
    .where(SEATS.c.board_id == bindparam("of_board"), SEATS.c.seat == bindparam("of_seat"))
    .values(named(SEATS, "board_id", "seat")),
    keeps_cached=True,
)
_ADD_SEATS = insert(SEATS)
_ADD_MOVES = Prepared(insert(MOVES).values(named(MOVES)), keeps_cached=True)


class Boards:
    """Boards, within one transaction. `catalogue` has the rules of every game by its word.

    The settings of players that are read on the way are left in `settings`, by the players' ids.
    """

    def __init__(
        self,
        connection: Connection,
        catalogue: Mapping[str, Game[Any]],
        settings: MutableMapping[int, Mapping[str, Any]] | None = None,
    ) -> None:
        self._connection = connection
        self._catalogue = catalogue
        self._settings = {} if settings is None else settings
        self._loaded: dict[tuple[str, int], tuple[int, tuple[Move, ...], int]] = {}
        """What the store holds of the boards that were loaded: the row's id, the moves, and the number of seats."""
        self._stored: dict[tuple[str, int], StoredBoard] = {}
        """What was read of those that were loaded."""

    def with_seed(self, game: str, seed: bytes) -> list[int]:
        """The boards of a game that began with this seed, except removed ones; usually one or none."""
        rows = self._connection.scalars(
            select(BOARDS.c.number).where(
                BOARDS.c.seed == seed, BOARDS.c.game == game, BOARDS.c.status != Status.REMOVED
            )
        )
        return list(rows)

    def add(self, board: Board) -> None:
        """Store a new board, and note on its seats who is on vacation, and where they live."""
        board_id = self._connection.execute(
            insert(BOARDS)
            .values(
                game=board.game.word,
                number=board.number,
                rules_version=board.game.version,
                options=dict(board.options),
                terms=document_of(board.terms),
                started_at=board.started_at,
                challenger_id=board.challenger.id if board.challenger else None,
                **_changing(board),
            )
            .returning(BOARDS.c.id)
        ).scalar_one()
        self._connection.execute(_ADD_SEATS, _new_seats(board, board_id))
        if board.moves:
            _ADD_MOVES.change(self._connection, [_move_values(board, move, board_id) for move in board.moves])
        self._loaded[board.game.word, board.number] = board_id, tuple(board.moves), len(board.seats)
        self._keep_earlier_players(board, board_id, ())
        self._keep_thoughts(board, board_id)
        stored = self._seats(board_rows.seats_of(self._connection, board_id, board)) if board.is_on else ()
        for seat, known in zip(board.seats, stored, strict=False):
            seat.away, seat.zone = known.away, known.zone

    def load(self, game: str, number: int, for_change: bool = False) -> Board | None:
        """The board of that number, None if there is none; `for_change` keeps others from changing it meanwhile."""
        stored = board_rows.find(self._connection, game, number, for_change)
        if stored is None:
            return None
        self._stored[game, number] = stored
        row, moves = stored.row, stored.moves
        rules = self._catalogue[game].rules_of(row.rules_version)
        seats = self._seats(stored.seats)
        self._loaded[game, number] = row.id, tuple(moves), len(seats)
        if any(move.text == SUBSTITUTE for move in moves):
            self._tell_earlier_players(row.id, seats)
        result = None
        if row.reason is not None:
            result = Result(row.winner_seat, row.reason, row.points, tuple(row.scores or ()))
        return Board(
            game=rules,
            number=row.number,
            options=row.options,
            seed=row.seed,
            commitment=row.commitment,
            seats=seats,
            started_at=row.started_at,
            last_moved_at=row.last_moved_at,
            position=rules.load(row.position),
            terms=restored(Terms, row.terms),
            moves=[*moves],
            status=Status(row.status),
            result=result,
            finished_at=row.finished_at,
            vote=load_vote(row.vote, [seat.player for seat in seats]),
            nagged_at=row.nagged_at,
            challenger=next((seat.player for seat in seats if seat.player.id == row.challenger_id), None),
            offer=load_offer(row.offer),
            resumed_at=row.resumed_at,
            undone=row.undone,
            times={**stored.times},
            unread=load_unread(row.unread),
        )

    def read(self, board: Board) -> StoredBoard:
        """What was read of a board that was loaded here only to be looked at."""
        return self._stored[board.game.word, board.number]

    def id_of(self, board: Board) -> int:
        """The number of a board's row, which no board of any game shares; it was loaded or added here."""
        return self._loaded[board.game.word, board.number][0]

    def named(self, board_id: int) -> tuple[str, int] | None:
        """Game and number of the board in that row; None if there is no such row."""
        name = board_rows.name_of(self._connection, board_id)
        return (name.game, name.number) if name else None

    def read_ahead(
        self, named: Collection[tuple[str, int]], numbered: Collection[int]
    ) -> dict[tuple[str, int], set[int]]:
        """Read boards at once, by game and number or by the numbers of their rows, for who will change them here.

        Gives the numbers of those who sit there, by game and number.
        """
        return board_rows.read_ahead(self._connection, named, numbered)

    def save(self, board: Board) -> None:
        """Store what has changed since this object loaded the board."""
        board_id, before, seats = self._loaded[board.game.word, board.number]
        values = {"started_at": board.started_at, **_changing(board)}
        _CHANGE_BOARD.change(self._connection, [{"board": board_id, **values}])
        if len(board.seats) == seats:
            changed = [*_seat_values(board)]
            rows = [{"of_board": board_id, "of_seat": seat, **its} for seat, its in enumerate(changed)]
            _CHANGE_SEAT.change(self._connection, rows)
            stored = self._stored.get((board.game.word, board.number))
            if stored is not None:
                board_rows.note_changed(self._connection, stored, values, board.moves, changed, board.times)
        else:
            # The game has begun again without somebody.
            self._connection.execute(delete(SEATS).where(SEATS.c.board_id == board_id))
            self._connection.execute(_ADD_SEATS, _new_seats(board, board_id))
        kept = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(before, board.moves, strict=False))))
        if kept < len(before):
            self._connection.execute(delete(MOVES).where(MOVES.c.board_id == board_id, MOVES.c.number > kept))
        if new := board.moves[kept:]:
            _ADD_MOVES.change(self._connection, [_move_values(board, move, board_id) for move in new])
        self._keep_earlier_players(board, board_id, before)
        self._loaded[board.game.word, board.number] = board_id, tuple(board.moves), len(board.seats)
        self._keep_thoughts(board, board_id)

    def numbers(self, game: str, after: int, limit: int) -> list[int]:
        """The numbers of a game's boards above this one, lowest first, including removed boards."""
        rows = self._connection.scalars(
            select(BOARDS.c.number)
            .where(BOARDS.c.game == game, BOARDS.c.number > after)
            .order_by(BOARDS.c.number)
            .limit(limit)
        )
        return list(rows)

    def _keep_earlier_players(self, board: Board, board_id: int, before: tuple[Move, ...]) -> None:
        """Keep whose seats others have taken over, if that is another matter than it was after these moves."""
        if any(move.text == SUBSTITUTE for move in (*before, *board.moves)):
            # Imported here because few boards have any.
            from pbmserv.storage.substitutes import Substitutes

            Substitutes(self._connection).keep_earlier(board_id, board.seats)

    def _tell_earlier_players(self, board_id: int, seats: list[Seat]) -> None:
        from pbmserv.storage.substitutes import Substitutes

        for number, players in Substitutes(self._connection).earlier_of([board_id])[board_id].items():
            seats[number].earlier = players

    def _keep_thoughts(self, board: Board, board_id: int) -> None:
        """Have the server's own bots think about what has become their turn, and about nothing else on a board."""
        if any(thinks_here(seat.bot) for seat in board.seats):
            # Imported here because most boards have none.
            from pbmserv.play.bot_tasks import tasks_of, waits_for
            from pbmserv.storage.thinking import Thinking

            Thinking(self._connection).keep(board_id, tasks_of(board), waits_for(board))

    def _seats(self, rows: Iterable[Any]) -> list[Seat]:
        """The seats of a board, with the absences of their players that matter to it."""
        seats: list[Seat] = []
        for _, its_rows in groupby(rows, key=attrgetter("seat")):
            with_absences = list(its_rows)
            row = with_absences[0]
            self._settings[row.id] = row.settings
            seats.append(
                Seat(
                    player=Player(row.id, row.userid),
                    bot=row.bot,
                    is_gone=row.left_at is not None,
                    resigned=row.resigned,
                    leaving=row.leaving,
                    used=timedelta(seconds=row.used_seconds),
                    warned_at=row.warned_at,
                    in_time=row.in_time,
                    late=row.late,
                    left=None if row.left_seconds is None else timedelta(seconds=row.left_seconds),
                    eased=row.eased,
                    asked=row.asked,
                    shifts=row.shifts,
                    away=tuple(Absence(each.starts_at, each.ends_at) for each in with_absences if each.ends_at),
                    zone=zone_of(row.settings.get(TIMEZONE)),
                    **load_plans(row.plans),
                )
            )
        return seats


def _changing(board: Board) -> dict[str, Any]:
    result = board.result
    return {
        "seed": board.seed,
        "commitment": board.commitment,
        "status": board.status,
        "position": board.game.dump(board.position),
        "moves_made": len(board.moves),
        "last_moved_at": board.last_moved_at,
        "resumed_at": board.resumed_at,
        "undone": board.undone,
        "finished_at": board.finished_at,
        "winner_seat": result.winner if result else None,
        "points": result.points if result else None,
        "reason": result.reason if result else None,
        "scores": list(result.scores) if result else None,
        "vote": dump_vote(board.vote),
        "unread": dump_unread(board.unread),
        "offer": dump_offer(board.offer) if board.is_on else None,
        "offered_at": board.offer.at if board.is_on and board.offer and _is_for_anyone(board) else None,
        "nagged_at": board.nagged_at,
        "due_at": next_look(board),
    }


def _is_for_anyone(board: Board) -> bool:
    """Whether whoever comes can take over a seat."""
    return board.offer is not None and board.offer.to is None and is_agreed(board)


def _new_seats(board: Board, board_id: int) -> list[dict[str, Any]]:
    keys = ({"board_id": board_id, "seat": number} for number in range(len(board.seats)))
    return [{**key, **values} for key, values in zip(keys, _seat_values(board), strict=True)]


def _seat_values(board: Board) -> Iterator[dict[str, Any]]:
    to_move = board.seats_to_move
    for number, seat in enumerate(board.seats):
        yield {
            "user_id": seat.player.id,
            "resigned": seat.resigned,
            "leaving": seat.leaving,
            "used_seconds": int(seat.used.total_seconds()),
            "warned_at": seat.warned_at,
            "in_time": seat.in_time,
            "late": seat.late,
            # Nobody gets less than there was.
            "left_seconds": None if seat.left is None else ceil(seat.left.total_seconds()),
            "eased": seat.eased,
            "asked": seat.asked,
            "shifts": seat.shifts,
            "plans": dump_plans(seat),
            "status": board.status,
            "to_move": number in to_move,
        }


def _move_values(board: Board, move: Move, board_id: int) -> dict[str, Any]:
    return {"board_id": board_id, **document_of(move), "used": board.times.get(move.number)}
