"""Boards in the database: `Board` objects loaded and saved, and lists of boards found by index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby, takewhile
from operator import attrgetter
from typing import Any

from sqlalchemy import Connection, and_, bindparam, delete, distinct, func, insert, select, tuple_, update

from pbmserv.games.base import Game, Result
from pbmserv.play.board import FIRST_BOARD, Absence, Board, Player, Seat, Status, Terms
from pbmserv.play.clock import BACK_AGAIN, next_look
from pbmserv.play.record import Move
from pbmserv.store import upsert
from pbmserv.store.plan import looked_at_last
from pbmserv.store.plans import dump_plans, dump_vote, load_plans, load_vote
from pbmserv.store.prepared import Prepared, named
from pbmserv.store.tables import BOARDS, GAMES, MOVES, SEATS, USERS, VACATIONS, WATCHERS

ALL_BOARDS = 0
"""The board number that stands for all boards of a game, those to come among them."""


COUNTED_EACH_TIME = 200
"""Up to how many boards of a game are counted whenever somebody asks; where there are more, the clock does that."""

NO_MORE = datetime(9999, 1, 1, tzinfo=UTC)
"""When nobody will be away any more."""

# What every move needs is prepared once, for to build a statement takes longer than to run it.
_FIND = select(BOARDS).where(BOARDS.c.game == bindparam("game"), BOARDS.c.number == bindparam("number"))
_BOARD = Prepared(_FIND)
_BOARD_TO_CHANGE = Prepared(_FIND.with_for_update())
_MOVES = Prepared(
    select(MOVES.c.number, MOVES.c.seat, MOVES.c.text, MOVES.c.automatic, MOVES.c.at)
    .where(MOVES.c.board_id == bindparam("board"))
    .order_by(MOVES.c.number)
)
_SEATS = Prepared(
    select(
        SEATS.c.seat, USERS.c.id, USERS.c.userid, USERS.c.settings, SEATS.c.resigned, SEATS.c.leaving,
        SEATS.c.used_seconds, SEATS.c.warned_at, SEATS.c.plans, VACATIONS.c.starts_at, VACATIONS.c.ends_at,
    )
    .join(USERS, USERS.c.id == SEATS.c.user_id)
    .outerjoin(VACATIONS, and_(VACATIONS.c.user_id == SEATS.c.user_id, VACATIONS.c.ends_at > bindparam("away_since")))
    .where(SEATS.c.board_id == bindparam("board"))
    .order_by(SEATS.c.seat, VACATIONS.c.starts_at)
)  # fmt: skip
_CHANGE_BOARD = Prepared(
    update(BOARDS)
    .where(BOARDS.c.id == bindparam("board"))
    .values(
        named(BOARDS, "id", "game", "number", "rules_version", "options", "terms", "rated_entry", "challenger_id")
    )
)
_CHANGE_SEAT = Prepared(
    update(SEATS)
    .where(SEATS.c.board_id == bindparam("of_board"), SEATS.c.seat == bindparam("of_seat"))
    .values(named(SEATS, "board_id", "seat"))
)
_ADD_SEATS = insert(SEATS)
_ADD_MOVES = Prepared(insert(MOVES).values(named(MOVES)))
_WATCHERS = Prepared(
    select(USERS.c.id, USERS.c.userid)
    .join(WATCHERS, WATCHERS.c.user_id == USERS.c.id)
    .where(
        WATCHERS.c.game == bindparam("game"),
        WATCHERS.c.board_number.in_((bindparam("number"), ALL_BOARDS)),
        WATCHERS.c.only_the_end == bindparam("only_the_end"),
        USERS.c.left_at.is_(None),
    )
    .distinct()
    .order_by(USERS.c.id)
)


@dataclass(frozen=True)
class Line:
    """What a list tells of a board."""

    game: str
    number: int
    status: Status
    players: tuple[str, ...]
    to_move: tuple[str, ...]
    moves_made: int
    last_moved_at: datetime
    winner: str | None


@dataclass(frozen=True)
class Due:
    """A board that the clock has to look at, and since when."""

    id: int
    due_at: datetime
    game: str
    number: int


@dataclass(frozen=True)
class Count:
    """How much a game is played on this server."""

    players: int
    active: int


class Boards:
    """Boards, within one transaction. `catalogue` has the rules of every game by its word.

    What is read on the way of the settings of players is left in `settings`, by the players' ids.
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
        """What the store has of the boards that were loaded: the row's id, the moves, and how many seats."""

    def take_number(self, game: str) -> int:
        """The number for a new board of the game; it is given back if the transaction fails."""
        new = upsert.insert(self._connection, GAMES).values(game=game, next_number=FIRST_BOARD + 1, open=True)
        after = self._connection.execute(
            new.on_conflict_do_update(
                index_elements=[GAMES.c.game], set_={"next_number": GAMES.c.next_number + 1}
            ).returning(GAMES.c.next_number)
        ).scalar_one()
        return int(after) - 1

    def keep_number(self, game: str, number: int) -> bool:
        """Take this very number for a new board, if it is free; later boards get higher ones."""
        new = upsert.insert(self._connection, GAMES).values(game=game, next_number=FIRST_BOARD, open=True)
        self._connection.execute(new.on_conflict_do_nothing())
        # Keeps others from taking numbers meanwhile.
        following = select(GAMES.c.next_number).where(GAMES.c.game == game).with_for_update()
        next_number = self._connection.execute(following).scalar_one()
        taken = select(BOARDS.c.id).where(BOARDS.c.game == game, BOARDS.c.number == number)
        if self._connection.scalar(taken) is not None:
            return False
        if next_number <= number:
            self._connection.execute(update(GAMES).where(GAMES.c.game == game).values(next_number=number + 1))
        return True

    def with_seed(self, game: str, seed: bytes) -> list[int]:
        """The boards of a game that began with this seed, but for those that were removed; mostly one or none."""
        rows = self._connection.scalars(
            select(BOARDS.c.number).where(
                BOARDS.c.seed == seed, BOARDS.c.game == game, BOARDS.c.status != Status.REMOVED
            )
        )
        return list(rows)

    def is_open(self, game: str) -> bool:
        """Whether new challenges are taken."""
        return self._connection.scalar(select(GAMES.c.open).where(GAMES.c.game == game)) is not False

    def closed_games(self) -> set[str]:
        """The games of which no new challenges are taken."""
        return set(self._connection.scalars(select(GAMES.c.game).where(GAMES.c.open.is_(False))))

    def set_open(self, game: str, is_open: bool) -> None:
        """Take new challenges, or take none any more."""
        new = upsert.insert(self._connection, GAMES).values(game=game, next_number=FIRST_BOARD, open=is_open)
        self._connection.execute(new.on_conflict_do_update(index_elements=[GAMES.c.game], set_={"open": is_open}))

    def add(self, board: Board) -> None:
        """Store a new board."""
        board_id = self._connection.execute(
            insert(BOARDS)
            .values(
                game=board.game.word,
                number=board.number,
                rules_version=board.game.version,
                options=dict(board.options),
                terms=asdict(board.terms),
                started_at=board.started_at,
                challenger_id=board.challenger.id if board.challenger else None,
                **_changing(board),
            )
            .returning(BOARDS.c.id)
        ).scalar_one()
        self._connection.execute(_ADD_SEATS, _new_seats(board, board_id))
        if board.moves:
            _ADD_MOVES.change(self._connection, [_move_values(move, board_id) for move in board.moves])
        self._loaded[board.game.word, board.number] = board_id, tuple(board.moves), len(board.seats)

    def load(self, game: str, number: int, for_change: bool = False) -> Board | None:
        """The board of that number, None if there is none; `for_change` keeps others from changing it meanwhile."""
        query = _BOARD_TO_CHANGE if for_change else _BOARD
        row = query.row(self._connection, {"game": game, "number": number})
        if row is None:
            return None
        rules = self._catalogue[game].rules_of(row.rules_version)
        moves = self._moves(row.id)
        # Absences matter to the clocks of the seats, which count from the last move.
        seats = self._seats(row.id, row.last_moved_at - BACK_AGAIN if row.status == Status.ACTIVE else NO_MORE)
        self._loaded[game, number] = row.id, tuple(moves), len(seats)
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
            terms=Terms(**row.terms),
            moves=moves,
            status=Status(row.status),
            result=result,
            finished_at=row.finished_at,
            vote=load_vote(row.vote, [seat.player for seat in seats]),
            nagged_at=row.nagged_at,
            challenger=next((seat.player for seat in seats if seat.player.id == row.challenger_id), None),
        )

    def id_of(self, board: Board) -> int:
        """The number of the row of a board that this object has loaded or added: one for the boards of all games."""
        return self._loaded[board.game.word, board.number][0]

    def named(self, board_id: int) -> tuple[str, int] | None:
        """Game and number of the board in that row; None if there is no such row."""
        query = select(BOARDS.c.game, BOARDS.c.number).where(BOARDS.c.id == board_id)
        row = self._connection.execute(query).one_or_none()
        return (row.game, row.number) if row else None

    def save(self, board: Board) -> None:
        """Store what has changed since this object loaded the board."""
        board_id, before, seats = self._loaded[board.game.word, board.number]
        values = {"board": board_id, "started_at": board.started_at, **_changing(board)}
        _CHANGE_BOARD.change(self._connection, [values])
        if len(board.seats) == seats:
            _CHANGE_SEAT.change(self._connection, _changed_seats(board, board_id))
        else:
            # The game has begun again without somebody.
            self._connection.execute(delete(SEATS).where(SEATS.c.board_id == board_id))
            self._connection.execute(_ADD_SEATS, _new_seats(board, board_id))
        kept = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(before, board.moves, strict=False))))
        if kept < len(before):
            self._connection.execute(delete(MOVES).where(MOVES.c.board_id == board_id, MOVES.c.number > kept))
        if new := board.moves[kept:]:
            _ADD_MOVES.change(self._connection, [_move_values(move, board_id) for move in new])
        self._loaded[board.game.word, board.number] = board_id, tuple(board.moves), len(board.seats)

    def numbers(self, game: str, after: int, limit: int) -> list[int]:
        """The numbers of a game's boards that come after this one, lowest first, removed boards among them."""
        rows = self._connection.scalars(
            select(BOARDS.c.number)
            .where(BOARDS.c.game == game, BOARDS.c.number > after)
            .order_by(BOARDS.c.number)
            .limit(limit)
        )
        return list(rows)

    def due(self, now: datetime, limit: int, after: Due | None = None) -> list[Due]:
        """Boards that the clock has to look at, those that have waited longest first, from the one `after` on."""
        query = select(BOARDS.c.id, BOARDS.c.due_at, BOARDS.c.game, BOARDS.c.number).where(BOARDS.c.due_at <= now)
        if after is not None:
            query = query.where(tuple_(BOARDS.c.due_at, BOARDS.c.id) > tuple_(after.due_at, after.id))
        rows = self._connection.execute(query.order_by(BOARDS.c.due_at, BOARDS.c.id).limit(limit))
        return [Due(row.id, row.due_at, row.game, row.number) for row in rows]

    def claim(self, due: Due, now: datetime) -> bool:
        """Keep others from changing a board; False where it is not due any more, or somebody is at it just now."""
        query = select(BOARDS.c.id).where(BOARDS.c.id == due.id, BOARDS.c.due_at <= now)
        return self._connection.scalar(query.with_for_update(skip_locked=True)) is not None

    def look_again(self, due: Due, at: datetime | None) -> None:
        """Note when the clock has to look at a board next."""
        self._connection.execute(update(BOARDS).where(BOARDS.c.id == due.id).values(due_at=at))

    def look_soon(self, player: Player, now: datetime) -> None:
        """Have the clock look at a player's boards: when they come and go has changed."""
        playing = select(SEATS.c.board_id).where(SEATS.c.user_id == player.id, SEATS.c.status == Status.ACTIVE)
        later = select(BOARDS.c.id).where(BOARDS.c.id.in_(playing), BOARDS.c.due_at > now)
        # In one order, so that two players who come back at the same time never wait for each other.
        numbers = self._connection.scalars(later.order_by(BOARDS.c.id).with_for_update()).all()
        self._connection.execute(update(BOARDS).where(BOARDS.c.id.in_(numbers)).values(due_at=now))

    def lines(
        self,
        game: str | None = None,
        numbers: Sequence[int] | None = None,
        players: Sequence[Player] = (),
        status: Status | None = None,
        only_to_move: bool = False,
        limit: int = 100,
    ) -> list[Line]:
        """Boards as a list shows them, by game and number, no more than `limit`.

        Those of one game or of all, of these numbers, on which any of these players has a seat (and has to move, if
        `only_to_move`), in this state. Boards that were removed are in no list, and archived ones are found by their
        numbers only.
        """
        query = select(BOARDS.c.id).order_by(BOARDS.c.game, BOARDS.c.number).limit(limit)
        if game is not None:
            # A player has few boards, a game may have a million: those come first of which less is to be read.
            of_few = bool(players) and numbers is None
            query = query.where((looked_at_last(BOARDS.c.game) if of_few else BOARDS.c.game) == game)
        if numbers is not None:
            query = query.where(BOARDS.c.number.in_(numbers))
        if players:
            seated = select(SEATS.c.board_id).where(SEATS.c.user_id.in_([player.id for player in players]))
            if status is not None:
                seated = seated.where(SEATS.c.status == status)
            if only_to_move:
                seated = seated.where(SEATS.c.to_move.is_(True))
            query = query.where(BOARDS.c.id.in_(seated))
        if status is not None:
            query = query.where(BOARDS.c.status == status)
        elif numbers is None and not players:
            # Each by itself: on the way from one to the next, all archived boards would have to be passed by.
            return sorted(
                self.lines(game, status=Status.ACTIVE, limit=limit)
                + self.lines(game, status=Status.OVER, limit=limit),
                key=lambda line: (line.game, line.number),
            )[:limit]
        else:
            archived = (Status.ARCHIVED,) if numbers is not None else ()
            query = query.where(BOARDS.c.status.in_((Status.ACTIVE, Status.OVER, *archived)))
        return self._lines_of(self._connection.execute(query).scalars().all())

    def counts(self, games: Iterable[str]) -> dict[str, Count]:
        """How many boards of each of these games are being played, and by how many who have not resigned.

        Of games with many boards this is as it was when the clock came by.
        """
        found = dict.fromkeys(games, Count(0, 0))
        found |= self._kept_counts(found)
        few = [game for game, count in found.items() if count.active <= COUNTED_EACH_TIME]
        return found | self._counted(few)

    def counts_to_keep(self) -> dict[str, Count]:
        """What is to be kept for `counts`: of games with many boards, where something has changed."""
        kept = self._kept_counts(self._catalogue)
        return {
            game: count
            for game, count in self._counted(kept).items()
            if count != kept[game] and max(count.active, kept[game].active) > COUNTED_EACH_TIME
        }

    def keep_counts(self, counts: Mapping[str, Count]) -> None:
        """Have `counts` give these from now on."""
        for game, count in sorted(counts.items()):
            values = {"boards_counted": count.active, "players_counted": count.players}
            self._connection.execute(update(GAMES).where(GAMES.c.game == game).values(values))

    def _kept_counts(self, games: Iterable[str]) -> dict[str, Count]:
        kept = select(GAMES.c.game, GAMES.c.players_counted, GAMES.c.boards_counted).where(GAMES.c.game.in_(games))
        rows = self._connection.execute(kept)
        return {row.game: Count(row.players_counted, row.boards_counted) for row in rows}

    def _counted(self, games: Iterable[str]) -> dict[str, Count]:
        found = dict.fromkeys(games, Count(0, 0))
        rows = self._connection.execute(
            select(
                BOARDS.c.game,
                func.count(distinct(BOARDS.c.id)).label("boards"),
                func.count(distinct(SEATS.c.user_id)).label("players"),
            )
            .join(SEATS, SEATS.c.board_id == BOARDS.c.id)
            .where(BOARDS.c.status == Status.ACTIVE, BOARDS.c.game.in_(found), SEATS.c.resigned.is_(False))
            .group_by(BOARDS.c.game)
        )
        for row in rows:
            found[row.game] = Count(row.players, row.boards)
        return found

    def watch(self, player: Player, game: str, number: int = ALL_BOARDS, only_the_end: bool = False) -> None:
        """Have a player sent the letters of a board (or of all) from now on."""
        self._connection.execute(
            upsert.insert(self._connection, WATCHERS)
            .values(user_id=player.id, game=game, board_number=number, only_the_end=only_the_end)
            .on_conflict_do_nothing()
        )

    def watchers(self, game: str, number: int, only_the_end: bool = False) -> tuple[Player, ...]:
        """Who gets the letters of a board without playing there, or else only the one about its end."""
        rows = _WATCHERS.rows(self._connection, {"game": game, "number": number, "only_the_end": only_the_end})
        return tuple(Player(row.id, row.userid) for row in rows)

    def _seats(self, board_id: int, away_since: datetime) -> list[Seat]:
        """The seats of a board, with the absences of their players that ended after `away_since`."""
        seats: list[Seat] = []
        rows = _SEATS.rows(self._connection, {"board": board_id, "away_since": away_since})
        for _, its_rows in groupby(rows, key=attrgetter("seat")):
            with_absences = list(its_rows)
            row = with_absences[0]
            self._settings[row.id] = row.settings
            seats.append(
                Seat(
                    player=Player(row.id, row.userid),
                    resigned=row.resigned,
                    leaving=row.leaving,
                    used=timedelta(seconds=row.used_seconds),
                    warned_at=row.warned_at,
                    away=tuple(Absence(each.starts_at, each.ends_at) for each in with_absences if each.ends_at),
                    **load_plans(row.plans),
                )
            )
        return seats

    def _moves(self, board_id: int) -> list[Move]:
        return [Move._make(row) for row in _MOVES.rows(self._connection, {"board": board_id})]

    def _lines_of(self, board_ids: Sequence[int]) -> list[Line]:
        seats: dict[int, list[Any]] = {board_id: [] for board_id in board_ids}
        for row in self._connection.execute(
            select(SEATS.c.board_id, SEATS.c.to_move, USERS.c.userid)
            .join(USERS, USERS.c.id == SEATS.c.user_id)
            .where(SEATS.c.board_id.in_(seats))
            .order_by(SEATS.c.board_id, SEATS.c.seat)
        ):
            seats[row.board_id].append(row)
        rows = self._connection.execute(
            select(
                BOARDS.c.id, BOARDS.c.game, BOARDS.c.number, BOARDS.c.status, BOARDS.c.moves_made,
                BOARDS.c.last_moved_at, BOARDS.c.winner_seat,
            )
            .where(BOARDS.c.id.in_(seats))
            .order_by(BOARDS.c.game, BOARDS.c.number)
        )  # fmt: skip
        return [
            Line(
                game=row.game,
                number=row.number,
                status=Status(row.status),
                players=tuple(seat.userid for seat in seats[row.id]),
                to_move=tuple(dict.fromkeys(seat.userid for seat in seats[row.id] if seat.to_move)),
                moves_made=row.moves_made,
                last_moved_at=row.last_moved_at,
                winner=None if row.winner_seat is None else seats[row.id][row.winner_seat].userid,
            )
            for row in rows
        ]


def _changing(board: Board) -> dict[str, Any]:
    result = board.result
    return {
        "seed": board.seed,
        "commitment": board.commitment,
        "status": board.status,
        "position": board.game.dump(board.position),
        "moves_made": len(board.moves),
        "last_moved_at": board.last_moved_at,
        "finished_at": board.finished_at,
        "winner_seat": result.winner if result else None,
        "points": result.points if result else None,
        "reason": result.reason if result else None,
        "scores": list(result.scores) if result else None,
        "vote": dump_vote(board.vote),
        "nagged_at": board.nagged_at,
        "due_at": next_look(board),
    }


def _new_seats(board: Board, board_id: int) -> list[dict[str, Any]]:
    keys = ({"board_id": board_id, "seat": number} for number in range(len(board.seats)))
    return [{**key, **values} for key, values in zip(keys, _seat_values(board), strict=True)]


def _changed_seats(board: Board, board_id: int) -> list[dict[str, Any]]:
    keys = ({"of_board": board_id, "of_seat": number} for number in range(len(board.seats)))
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
            "plans": dump_plans(seat),
            "status": board.status,
            "to_move": number in to_move,
        }


def _move_values(move: Move, board_id: int) -> dict[str, Any]:
    return {
        "board_id": board_id,
        "number": move.number,
        "seat": move.seat,
        "text": move.text,
        "automatic": move.automatic,
        "at": move.at,
    }
