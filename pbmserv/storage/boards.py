"""Boards in the database: `Board` objects, loaded and saved; and when the clock has to look at them.

What is open on a board (votes, queued moves, hidden choices, submitted moves) is JSON. Lists of boards are in
`listing`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby, takewhile
from math import ceil
from operator import attrgetter
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, tuple_, update

from pbmserv.games.base import Game, Json, Result
from pbmserv.games.message import message_of, text_of, values_of, words_dumped, words_restored
from pbmserv.play.board import Board, Offer, Player, Question, Seat, Status, Terms, Vote
from pbmserv.play.bots import thinks_here
from pbmserv.play.clock import next_look
from pbmserv.play.days import Absence
from pbmserv.play.moving import in_todays_words
from pbmserv.play.plans import ChosenMove, QueuedMove, SubmittedMove
from pbmserv.play.record import SUBSTITUTE, Move
from pbmserv.play.substituting import is_agreed
from pbmserv.play.unread import Unread
from pbmserv.play.zones import zone_of
from pbmserv.storage import board_rows
from pbmserv.storage.board_rows import StoredBoard
from pbmserv.storage.players import TIMEZONE
from pbmserv.storage.repository import Repository
from pbmserv.storage.statements import Prepared, named
from pbmserv.storage.tables import BOARDS, MOVES, NOT_OF_GUESTS, SEATS
from pbmserv.stored_names import document_of, restored


def dump_plans(seat: Seat) -> dict[str, Json]:
    plans: dict[str, Json] = {}
    if seat.queue:
        plans["queue"] = [document_of(queued) for queued in seat.queue]
    if seat.chosen is not None:
        plans["chosen"] = document_of(seat.chosen)
    if seat.submitted is not None:
        plans["submitted"] = document_of(seat.submitted)
    if seat.proposed is not None:
        plans["proposed"] = document_of(seat.proposed)
    return plans


def load_plans(plans: Mapping[str, Json]) -> dict[str, Any]:
    chosen, submitted, proposed = plans.get("chosen"), plans.get("submitted"), plans.get("proposed")
    return {
        "queue": [_queued(data) for data in plans.get("queue", ())],
        "chosen": restored(ChosenMove, chosen) if chosen else None,
        "submitted": restored(SubmittedMove, submitted) if submitted else None,
        "proposed": restored(SubmittedMove, proposed) if proposed else None,
    }


def dump_unread(unread: Mapping[int, Unread]) -> Json:
    return {
        str(number): [
            each.letters,
            each.questions,
            each.after,
            [each.votes, each.offers],
            *map(words_dumped, each.news),
        ]
        for number, each in unread.items()
    } or None


def load_unread(data: Json) -> dict[int, Unread]:
    return {int(number): _unread(*each) for number, each in (data or {}).items()}


def _unread(letters: int, questions: int, after: int | None, *others: Any) -> Unread:
    """What was dumped; older versions did not count what had been proposed."""
    if not others or isinstance(others[0], str):
        return Unread(letters, questions, after, others)
    [votes, offers], *news = others
    return Unread(letters, questions, after, tuple(map(words_restored, news)), votes, offers)


def dump_vote(vote: Vote | None) -> Json:
    if vote is None:
        return None
    return {
        "question": vote.question.value,
        "agreed": [player.id for player in vote.agreed],
        "opened_at": vote.opened_at.isoformat(),
        "stops_clock": vote.stops_clock,
        "reminded": [[player.id, at.isoformat()] for player, at in vote.reminded],
    }


def load_vote(data: Json, players: Sequence[Player]) -> Vote | None:
    if data is None:
        return None
    by_id = {player.id: player for player in players}
    agreed = tuple(by_id[number] for number in data["agreed"])
    reminded = tuple(
        (by_id[number], datetime.fromisoformat(at)) for number, at in data.get("reminded", ()) if number in by_id
    )
    opened_at = datetime.fromisoformat(data["opened_at"])
    return Vote(Question(data["question"]), agreed, opened_at, stops_clock(data), reminded)


def stops_clock(data: Json) -> bool:
    """Whether a stored vote stops the clock; draw offers stored by older versions do."""
    return bool(data.get("stops_clock", data["question"] == Question.DRAW))


def dump_offer(offer: Offer | None) -> Json:
    if offer is None:
        return None
    return {
        "to": list(offer.to) if offer.to else None,
        "agreed": [list(player) for player in offer.agreed],
        "at": offer.at.isoformat(),
    }


def load_offer(data: Json) -> Offer | None:
    """The dumped offer. Its proposer may no longer play."""
    if data is None:
        return None
    to = Player(*data["to"]) if data["to"] else None
    return Offer(to, tuple(Player(*each) for each in data["agreed"]), datetime.fromisoformat(data["at"]))


def _queued(data: dict[str, Any]) -> QueuedMove:
    # What was queued before moves had values has only words.
    return restored(QueuedMove, data | {"then": tuple(map(_queued, data["then"]))})


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
_ADD_BOARD = insert(BOARDS).returning(BOARDS.c.id)
_ADD_SEATS = insert(SEATS)
_ADD_MOVES = Prepared(insert(MOVES).values(named(MOVES)), keeps_cached=True)


class Boards:
    """Loads and saves boards. `catalogue` maps words to games.

    Players' settings read on the way are cached in `settings`, by player id.
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
        """For each loaded board: row id, moves, number of seats."""
        self._stored: dict[tuple[str, int], StoredBoard] = {}
        """The rows of loaded boards."""

    def with_seed(self, game: str, seed: bytes) -> list[int]:
        """The boards of a game, except removed ones, that began with this seed; usually one or none."""
        rows = self._connection.scalars(
            select(BOARDS.c.number).where(
                BOARDS.c.seed == seed, BOARDS.c.game == game, BOARDS.c.status != Status.REMOVED
            )
        )
        return list(rows)

    def add(self, board: Board) -> None:
        """Store a new board; its seats record vacations and time zones."""
        values = {
            "game": board.game.word,
            "number": board.number,
            "rules_version": board.game.version,
            "options": dict(board.options),
            "terms": document_of(board.terms),
            "started_at": board.started_at,
            "challenger_id": board.challenger.id if board.challenger else None,
            **_changing(board),
        }
        board_id = self._connection.execute(_ADD_BOARD, values).scalar_one()
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
        """Load a board by number, or None; `for_change` locks it."""
        stored = board_rows.find(self._connection, game, number, for_change)
        if stored is None:
            return None
        self._stored[game, number] = stored
        row, moves = stored.row, stored.moves
        rules = self._catalogue[game].rules_of(row.rules_version)
        seats = self._seats(stored.seats)
        self._loaded[game, number] = row.id, tuple(moves), len(seats)
        if SUBSTITUTE in {move.text for move in moves}:
            self._tell_earlier_players(row.id, seats)
        result = None
        if row.reason is not None:
            reason = message_of(row.reason, row.reason_values)
            result = Result(row.winner_seat, reason, row.points, tuple(row.scores or ()))
        board = Board(
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
        if result is not None and row.reason_values is None:
            board.result = in_todays_words(board, result)
        return board

    def read(self, board: Board) -> StoredBoard:
        return self._stored[board.game.word, board.number]

    def id_of(self, board: Board) -> int:
        """The row id of a board loaded or added here; unique among all games."""
        return self._loaded[board.game.word, board.number][0]

    def named(self, board_id: int) -> tuple[str, int] | None:
        name = board_rows.name_of(self._connection, board_id)
        return (name.game, name.number) if name else None

    def read_ahead(
        self, named: Collection[tuple[str, int]], numbered: Collection[int]
    ) -> dict[tuple[str, int], set[int]]:
        """Prefetch boards that this transaction will change, by game and number or by row id.

        Return the ids of their players, by game and number.
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
        """A game's board numbers above `after`, lowest first, including removed boards, but not guests'."""
        rows = self._connection.scalars(
            select(BOARDS.c.number)
            .where(BOARDS.c.game == game, BOARDS.c.number > after, NOT_OF_GUESTS)
            .order_by(BOARDS.c.number)
            .limit(limit)
        )
        return list(rows)

    def _keep_earlier_players(self, board: Board, board_id: int, before: tuple[Move, ...]) -> None:
        """Store the earlier holders of seats if they have changed since these moves."""
        if SUBSTITUTE in {move.text for move in (*before, *board.moves)}:
            # Imported here because few boards have any.
            from pbmserv.storage.substitutes import Substitutes

            Substitutes(self._connection).keep_earlier(board_id, board.seats)

    def _tell_earlier_players(self, board_id: int, seats: list[Seat]) -> None:
        from pbmserv.storage.substitutes import Substitutes

        for number, players in Substitutes(self._connection).earlier_of([board_id])[board_id].items():
            seats[number].earlier = players

    def _keep_thoughts(self, board: Board, board_id: int) -> None:
        if any(map(thinks_here, [seat.bot for seat in board.seats])):
            # Imported here because most boards have none.
            from pbmserv.play.bot_tasks import tasks_of, waits_for
            from pbmserv.storage.bots import Thinking

            Thinking(self._connection).keep(board_id, tasks_of(board), waits_for(board))

    def _seats(self, rows: Iterable[Any]) -> list[Seat]:
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
                    wanted=row.wanted,
                    away=tuple(Absence(each.starts_at, each.ends_at) for each in with_absences if each.ends_at),
                    zone=zone_of(row.settings.get(TIMEZONE)),
                    **load_plans(row.plans),
                )
            )
        return seats


def _changing(board: Board) -> dict[str, Any]:
    result, offer = board.result, board.offer if board.is_on else None
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
        "reason": text_of(result.reason) if result else None,
        "reason_values": values_of(result.reason) if result else None,
        "scores": list(result.scores) if result else None,
        "vote": dump_vote(board.vote),
        "unread": dump_unread(board.unread),
        "offer": dump_offer(offer),
        "offered_at": offer.at if offer and _is_for_anyone(board) else None,
        "nagged_at": board.nagged_at,
        "due_at": next_look(board),
    }


def _is_for_anyone(board: Board) -> bool:
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
            "wanted": seat.wanted,
            "plans": dump_plans(seat),
            "status": board.status,
            "to_move": number in to_move,
        }


def _move_values(board: Board, move: Move, board_id: int) -> dict[str, Any]:
    return {"board_id": board_id, **document_of(move), "used": board.times.get(move.number)}


@dataclass(frozen=True)
class Due:
    """A due board, and since when."""

    id: int
    due_at: datetime
    game: str
    number: int


MOST_CLAIMED = 200
"""The maximum number of boards locked for one reminder."""


class DueBoards(Repository):
    def page(self, now: datetime, limit: int, after: Due | None = None) -> list[Due]:
        """Due boards, longest waiting first, after the board `after`."""
        query = select(BOARDS.c.id, BOARDS.c.due_at, BOARDS.c.game, BOARDS.c.number).where(BOARDS.c.due_at <= now)
        if after is not None:
            query = query.where(tuple_(BOARDS.c.due_at, BOARDS.c.id) > tuple_(after.due_at, after.id))
        rows = self._connection.execute(query.order_by(BOARDS.c.due_at, BOARDS.c.id).limit(limit))
        return [Due(*row) for row in rows]

    def claim(self, due: Due, now: datetime) -> bool:
        """Lock a due board; False if it is no longer due, or locked."""
        query = select(BOARDS.c.id).where(BOARDS.c.id == due.id, BOARDS.c.due_at <= now)
        return self._connection.scalar(query.with_for_update(skip_locked=True)) is not None

    def claim_with(self, players: Collection[Player], now: datetime, within: timedelta) -> list[Due]:
        """Lock the boards of these players that are due within that time, except those that are locked."""
        played = SEATS.c.status == Status.ACTIVE, SEATS.c.user_id.in_([each.id for each in players])
        query = (
            select(BOARDS.c.id, BOARDS.c.due_at, BOARDS.c.game, BOARDS.c.number)
            .where(BOARDS.c.id.in_(select(SEATS.c.board_id).where(*played)), BOARDS.c.due_at < now + within)
            .order_by(BOARDS.c.id)
            .limit(MOST_CLAIMED)
        )
        return [Due(*row) for row in self._connection.execute(query.with_for_update(skip_locked=True))]

    def look_again(self, due: Due, at: datetime | None) -> None:
        self._connection.execute(update(BOARDS).where(BOARDS.c.id == due.id).values(due_at=at))

    def look_soon(self, player: Player, now: datetime) -> None:
        """Schedule a player's boards for now, as an absence or a new time zone has changed deadlines."""
        of_player = SEATS.c.user_id == player.id, SEATS.c.status == Status.ACTIVE
        played = select(BOARDS.c.id).where(BOARDS.c.id.in_(select(SEATS.c.board_id).where(*of_player)))
        # Always in the same order, so that two players who come back at the same time never wait for each other.
        numbers = self._connection.scalars(played.order_by(BOARDS.c.id).with_for_update()).all()
        boards = update(BOARDS).where(BOARDS.c.id.in_(numbers), BOARDS.c.due_at > now)
        self._connection.execute(boards.values(due_at=now))
        seats = update(SEATS).where(SEATS.c.board_id.in_(numbers), *of_player)
        self._connection.execute(seats.values(shifts=SEATS.c.shifts + 1))
