"""Players who are bots, the server's own and people's programs; the own bots' jobs and failures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import accumulate, count

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
    and_,
    case,
    delete,
    false,
    func,
    insert,
    literal,
    select,
    true,
    update,
)

from pbmserv.play.board import Player
from pbmserv.play.bot_tasks import BotTask, TaskKind
from pbmserv.play.bots import LEVELS, PREFIX, PROGRAM
from pbmserv.storage.repository import Repository
from pbmserv.storage.statements import Prepared
from pbmserv.storage.tables import BOARDS, METADATA, SEATS, USERS, RowId
from pbmserv.storage.utc_datetime import UtcDatetime

THINKING = Table(
    "thinking",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("board_id", ForeignKey("boards.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    # The number of the next move on the board.
    Column("move_number", Integer, nullable=False),
    # What is to be found: a move, or an answer to what has been proposed.
    Column("about", String(8), nullable=False),
    Column("wanted_at", UtcDatetime, nullable=False),
    # When a process may take it; later than now while one has it, null where it has failed for good.
    Column("due_at", UtcDatetime, index=True),
    Column("attempts", Integer, default=0, nullable=False),
    # What went wrong last.
    Column("failure", Text),
    # The player who waits for it; null where only bots play.
    Column("for_user_id", RowId),
    # The order in which jobs are done: see `Thinking.keep`.
    Column("place", BigInteger, default=0, nullable=False),
    # Whether it is soon done, so that it need not wait for those that take long.
    Column("is_quick", Boolean, server_default=false(), nullable=False),
    UniqueConstraint("board_id", "seat"),
    Index("ix_thinking_place", "place", "id"),
    Index("ix_thinking_for_user_id_place", "for_user_id", "place"),
    Index("ix_thinking_is_quick_place", "is_quick", "place", "id"),
)
"""A job of the server's own bot; replaced when its board changes."""

THINKING_FAILURES = Table(
    "thinking_failures",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("at", UtcDatetime, index=True, nullable=False),
    Column("board_id", ForeignKey("boards.id"), index=True, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("move_number", Integer, nullable=False),
    Column("why", Text, nullable=False),
)
"""A failure to find a move, kept for a while for the operator."""

THINKING_TURN = Table(
    "thinking_turn",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("place", BigInteger, nullable=False),
)
"""A single row: the place of the job taken last, after which new ones come."""


OF_GUESTS = 1 << 60
"""The place of all jobs of guests, which come after everybody else's, in the order in which they were wanted."""


_OF_THE_SERVER = Prepared(
    select(USERS.c.id, USERS.c.userid, USERS.c.bot).where(USERS.c.bot.is_not(None) & (USERS.c.bot != PROGRAM))
)


class Bots(Repository):
    """Bots; for which players are bots, ask `Players`."""

    def of_the_server(self) -> dict[Player, str]:
        """The server's own bots with their levels, weakest first, engines last."""
        rows = _OF_THE_SERVER.rows(self._connection, {})
        order = {level: number for number, level in enumerate(LEVELS)}
        in_order = sorted(rows, key=lambda row: (order.get(row.bot, len(order)), row.bot))
        return {Player(row.id, row.userid): row.bot for row in in_order}

    def add_engines(self, names: Iterable[str], at: datetime) -> None:
        """Create a bot for each of these engines, such as `bot-gnugo`, unless it exists."""
        there = set(self.of_the_server().values())
        for name in names:
            if name not in there:
                userid = self._free_name(f"{PREFIX}{name}")
                # No password has an empty hash.
                values = {"userid": userid, "userid_key": userid, "password_hash": "", "created_at": at}
                self._connection.execute(insert(USERS).values(**values, settings={}, bot=name))

    def _free_name(self, wanted: str) -> str:
        """The name, or a numbered one if somebody signed up with it before it was reserved."""
        begins = select(USERS.c.userid_key).where(USERS.c.userid_key.startswith(wanted, autoescape=True))
        taken = set(self._connection.scalars(begins))
        return next(name for number in count(1) if (name := f"{wanted}{number if number > 1 else ''}") not in taken)


KEPT_FAILURES = timedelta(days=30)
"""How long failures are kept."""

MOST_COUNTED = 10_000

NEVER = datetime(9999, 1, 1, tzinfo=UTC)
"""The due time of a job put aside."""


@dataclass(frozen=True)
class Job:
    """A bot's job.

    `board_id` is the board's row id, `number` that of the next move, `attempts` includes the current one, `failure`
    is the last error. A job put aside has no `due_at`.
    """

    id: int
    board_id: int
    game: str
    board: int
    bot: Player
    level: str
    seat: int
    number: int
    about: TaskKind
    wanted_at: datetime
    due_at: datetime | None
    attempts: int
    failure: str | None
    is_for_guest: bool = False
    is_quick: bool = False


@dataclass(frozen=True)
class Failure:
    at: datetime
    game: str
    board: int
    bot: str
    number: int
    why: str


@dataclass(frozen=True)
class Waiting:
    """The numbers of jobs and of those put aside; `since` is when the oldest other job was wanted."""

    jobs: int
    aside: int
    since: datetime | None


class Thinking(Repository):
    """The repository of jobs. To change a board's jobs, lock the board first."""

    def keep(self, board_id: int, wanted: Sequence[BotTask], waits: Player | None = None) -> None:
        """Replace a board's jobs; existing ones stay, even in progress.

        `waits` is the player who waits for them. Players are served by fair queueing: a new job is placed, by its
        cost, after the job taken last or the player's own last one. Short jobs come before long ones without starving
        them, and nobody's many jobs delay others'. Those of guests come after all.
        """
        rows = self._connection.execute(
            select(
                THINKING.c.id, THINKING.c.seat, THINKING.c.move_number, THINKING.c.about, THINKING.c.wanted_at
            ).where(THINKING.c.board_id == board_id)
        )
        there = {(row.seat, row.move_number, TaskKind(row.about), row.wanted_at): row.id for row in rows}
        want = {(each.seat, each.number, each.about, each.wanted_at): each for each in wanted}
        if gone := [number for key, number in there.items() if key not in want]:
            self._connection.execute(delete(THINKING).where(THINKING.c.id.in_(gone)))
        if new := [each for key, each in want.items() if key not in there]:
            costs = [each.cost for each in new]
            if self._is_guest(waits):
                places = [OF_GUESTS] * len(new)
            else:
                places = [*accumulate(costs, initial=self._place_before(waits))][1:]
            self._connection.execute(
                insert(THINKING),
                [
                    {
                        "board_id": board_id,
                        "seat": each.seat,
                        "move_number": each.number,
                        "about": each.about,
                        "wanted_at": each.wanted_at,
                        "due_at": each.not_before,
                        "attempts": 0,
                        "for_user_id": waits.id if waits else None,
                        "place": place,
                        "is_quick": each.is_quick,
                    }
                    for each, place in zip(new, places, strict=True)
                ],
            )

    def _is_guest(self, waits: Player | None) -> bool:
        known = select(USERS.c.guest_until.is_not(None)).where(USERS.c.id == waits.id) if waits else None
        return known is not None and bool(self._connection.scalar(known))

    def _place_before(self, waits: Player | None) -> int:
        """The place after which a new job for this player comes."""
        its = THINKING.c.for_user_id == waits.id if waits else THINKING.c.for_user_id.is_(None)
        last = select(THINKING.c.place).where(its).order_by(THINKING.c.place.desc()).limit(1)
        now = self._connection.scalar(select(THINKING_TURN.c.place)) or 0
        return max(now, self._connection.scalar(last) or 0)

    def has_work(self, now: datetime, of_people: bool = False) -> bool:
        """Whether a job waits; with `of_people`, one that is for no guest."""
        query = select(THINKING.c.id).where(THINKING.c.due_at <= now)
        query = query.where(THINKING.c.place < OF_GUESTS) if of_people else query
        return self._connection.scalar(query.limit(1)) is not None

    def has_quick_work(self, now: datetime) -> bool:
        """Whether a quick job waits, and may be done: for guests only while nobody else waits."""
        return self._connection.scalar(select(THINKING.c.id).where(*self._quick(now)).limit(1)) is not None

    def take(self, now: datetime, lease: timedelta, only_quick: bool = False) -> Job | None:
        """Take the job that comes first, or the first quick one, which may pass others that take longer."""
        first = select(THINKING.c.place).where(_is_due(now)).order_by(THINKING.c.place).limit(1)
        turn = self._connection.scalar(first) if only_quick else None
        number = self._connection.scalar(
            select(THINKING.c.id)
            .where(*(self._quick(now) if only_quick else [_is_due(now)]))
            .order_by(THINKING.c.place, THINKING.c.id)
            .limit(1)
            .with_for_update(skip_locked=True)
        )
        if number is None:
            return None
        self._change(THINKING.c.id == number, due_at=now + lease, attempts=THINKING.c.attempts + 1)
        # Those that it passes still have their turn before whoever comes later.
        its = select(THINKING.c.place).where(THINKING.c.id == number).scalar_subquery()
        place = its if turn is None else literal(turn, BigInteger)
        of_people = (THINKING_TURN.c.place < place, place < OF_GUESTS)
        self._connection.execute(update(THINKING_TURN).where(*of_people).values(place=place))
        return next(iter(self._jobs(THINKING.c.id == number, limit=1)), None)

    def _quick(self, now: datetime) -> list[ColumnElement[bool]]:
        others = [THINKING.c.place < OF_GUESTS] if self.has_work(now, of_people=True) else []
        return [THINKING.c.is_quick == true(), _is_due(now), *others]

    def extend(self, job: Job, until: datetime) -> None:
        self._change(_still(job), due_at=until)

    def give_back(self, job: Job, now: datetime) -> None:
        """Return a job as if it had not been taken."""
        self._change(_still(job), due_at=now, attempts=job.attempts - 1)

    def is_wanted(self, job: Job) -> bool:
        """Whether a job is still wanted. The board must be locked, so that the answer stays true."""
        return self._connection.scalar(select(THINKING.c.id).where(_still(job))) is not None

    def note_failure(self, job: Job, why: str, at: datetime) -> None:
        """Record a failure for the operator, kept after the job is done."""
        self._connection.execute(delete(THINKING_FAILURES).where(THINKING_FAILURES.c.at < at - KEPT_FAILURES))
        of_job = (THINKING.c.board_id, THINKING.c.seat, THINKING.c.move_number)
        self._connection.execute(
            insert(THINKING_FAILURES).from_select(
                ["board_id", "seat", "move_number", "at", "why"],
                select(*of_job, _moment(at), _text(why)).where(_still(job)),
            )
        )
        self._change(_still(job), failure=why)

    def put_aside(self, job: Job) -> None:
        """Put a job aside until its board changes or an operator retries it."""
        self._change(_still(job), due_at=None)

    def try_again(self, game: str | None = None, board: int | None = None) -> int:
        """Retry jobs put aside, all or of a game or board; return how many."""
        of_boards = select(BOARDS.c.id)
        if game is not None:
            of_boards = of_boards.where(BOARDS.c.game == game)
        if board is not None:
            of_boards = of_boards.where(BOARDS.c.number == board)
        condition = (THINKING.c.due_at.is_(None), THINKING.c.board_id.in_(of_boards))
        done = self._connection.execute(
            update(THINKING).where(*condition).values(due_at=THINKING.c.wanted_at, attempts=0)
        )
        return int(done.rowcount)

    def jobs(self, limit: int) -> list[Job]:
        """Jobs, those put aside first, then longest waiting first."""
        return self._jobs(THINKING.c.id > 0, limit)

    def jobs_of(self, bots: Iterable[Player]) -> dict[Player, int]:
        by_id = {bot.id: bot for bot in bots}
        rows = self._connection.execute(
            select(SEATS.c.user_id, func.count())
            .join(THINKING, (THINKING.c.board_id == SEATS.c.board_id) & (THINKING.c.seat == SEATS.c.seat))
            .group_by(SEATS.c.user_id)
        )
        return dict.fromkeys(by_id.values(), 0) | {by_id[row[0]]: row[1] for row in rows if row[0] in by_id}

    def failures(self, limit: int) -> list[Failure]:
        """Failures, latest first."""
        rows = self._connection.execute(
            select(
                THINKING_FAILURES.c.at, THINKING_FAILURES.c.move_number, THINKING_FAILURES.c.why,
                BOARDS.c.game, BOARDS.c.number, USERS.c.userid,
            )
            .join(BOARDS, BOARDS.c.id == THINKING_FAILURES.c.board_id)
            .outerjoin(
                SEATS,
                (SEATS.c.board_id == THINKING_FAILURES.c.board_id) & (SEATS.c.seat == THINKING_FAILURES.c.seat),
            )
            .outerjoin(USERS, USERS.c.id == SEATS.c.user_id)
            .order_by(THINKING_FAILURES.c.at.desc(), THINKING_FAILURES.c.id.desc())
            .limit(limit)
        )  # fmt: skip
        return [Failure(row.at, row.game, row.number, row.userid or "", row.move_number, row.why) for row in rows]

    def waiting(self) -> Waiting:
        """Counts of jobs, up to a limit."""
        some = select(THINKING.c.due_at, THINKING.c.wanted_at).limit(MOST_COUNTED).subquery()
        row = self._connection.execute(
            select(
                func.count(),
                func.sum(case((some.c.due_at.is_(None), 1), else_=0)),
                func.min(case((some.c.due_at.is_not(None), some.c.wanted_at))),
            ).select_from(some)
        ).one()
        return Waiting(row[0], row[1] or 0, row[2])

    def _jobs(self, condition: ColumnElement[bool], limit: int) -> list[Job]:
        rows = self._connection.execute(
            select(
                THINKING.c.id, BOARDS.c.game, BOARDS.c.number,
                USERS.c.id.label("user_id"), USERS.c.userid, USERS.c.bot,
                THINKING.c.board_id, THINKING.c.seat, THINKING.c.move_number, THINKING.c.about,
                THINKING.c.wanted_at, THINKING.c.due_at, THINKING.c.attempts, THINKING.c.failure, THINKING.c.place,
                THINKING.c.is_quick,
            )
            .join(BOARDS, BOARDS.c.id == THINKING.c.board_id)
            .join(SEATS, (SEATS.c.board_id == THINKING.c.board_id) & (SEATS.c.seat == THINKING.c.seat))
            .join(USERS, USERS.c.id == SEATS.c.user_id)
            .where(condition)
            .order_by(THINKING.c.due_at.is_not(None), THINKING.c.due_at, THINKING.c.id)
            .limit(limit)
        )  # fmt: skip
        return [
            Job(
                id=row.id,
                board_id=row.board_id,
                game=row.game,
                board=row.number,
                bot=Player(row.user_id, row.userid),
                level=row.bot,
                seat=row.seat,
                number=row.move_number,
                about=TaskKind(row.about),
                wanted_at=row.wanted_at,
                due_at=row.due_at,
                attempts=row.attempts,
                failure=row.failure,
                is_for_guest=row.place >= OF_GUESTS,
                is_quick=row.is_quick,
            )
            for row in rows
        ]

    def _change(self, condition: ColumnElement[bool], **values: object) -> None:
        self._connection.execute(update(THINKING).where(condition).values(**values))


def _still(job: Job) -> ColumnElement[bool]:
    """The condition that a row is this very job, as SQLite reuses ids."""
    return and_(
        THINKING.c.id == job.id,
        THINKING.c.board_id == job.board_id,
        THINKING.c.seat == job.seat,
        THINKING.c.move_number == job.number,
        THINKING.c.about == job.about,
        THINKING.c.wanted_at == job.wanted_at,
    )


def _is_due(now: datetime) -> ColumnElement[bool]:
    """The condition that a row waits, in a form that has rows looked at in the order of places, by an index."""
    return func.coalesce(THINKING.c.due_at, _moment(NEVER)) <= now


def _moment(at: datetime) -> ColumnElement[datetime]:
    return literal(at, THINKING_FAILURES.c.at.type)


def _text(words: str) -> ColumnElement[str]:
    return literal(words, THINKING_FAILURES.c.why.type)
