"""Ratings in the database: updates when games end, and rebuilding from boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update

from pbmserv.play import glicko
from pbmserv.play.board import Board, Player, Status
from pbmserv.play.glicko import Strength
from pbmserv.play.ratings import Change, Standing, rate_game
from pbmserv.play.winners import sides_of, winning_seats
from pbmserv.storage import upsert
from pbmserv.storage.games import Games
from pbmserv.storage.listing import Listing, Seated
from pbmserv.storage.repository import Repository
from pbmserv.storage.standings import Standings, newcomer_values
from pbmserv.storage.statements import Prepared, named
from pbmserv.storage.substitutes import Substitutes
from pbmserv.storage.tables import BOARDS, RATING_HISTORY, RATINGS

READ_AT_ONCE = 500
"""The number of boards read, and of players written, by one statement of a rebuild."""


@dataclass(frozen=True)
class _Ended:
    """A finished game as ratings need it.

    Seats belong to their original holders: a replaced player counts as having resigned, and a substitute is not
    rated.
    """

    seats: Sequence[Player]
    resigned: Sequence[bool]
    winners: Sequence[Player]
    points: int
    won_by_substitute: bool = False
    sides: Sequence[int] = ()
    """The sides of the seats, if there are partners."""

    @property
    def players(self) -> tuple[Player, ...]:
        return tuple(dict.fromkeys(self.seats))


@dataclass(frozen=True)
class _Entry:
    """A player's numbers after a game; `number` counts all entries of the game."""

    player: Player
    number: int
    standing: Standing
    strength: Strength

    @property
    def values(self) -> dict[str, Any]:
        return {
            "rating": self.standing.rating,
            "won": self.standing.won,
            "lost": self.standing.lost,
            "tied": self.standing.tied,
            "strength": self.strength.rating,
            "deviation": self.strength.deviation,
            "volatility": self.strength.volatility,
            "precedence": -self.number,
        }


class Ratings(Repository):
    """The repository of ratings. Games of one kind are rated one at a time."""

    def rate(self, board: Board) -> tuple[Change, ...]:
        """Rate a finished board and store the result.

        Raises `ValueError` while the game is on.
        """
        if board.result is None:
            raise ValueError(f"{board.title} is not over")
        game = board.game.word
        seats = board.seats
        won = winning_seats(board.game, board.result.winner, [seat.resigned for seat in seats])
        ended = _Ended(
            seats=[seat.first for seat in seats],
            resigned=[seat.resigned or bool(seat.earlier) for seat in seats],
            winners=[seats[number].player for number in won if not seats[number].earlier],
            points=board.result.points,
            won_by_substitute=bool(won) and all(seats[number].earlier for number in won),
            sides=sides_of(board.game, len(seats)),
        )
        first = Games(self._connection).take_entries(game, len(ended.players))
        _ENTER_BOARD.change(self._connection, [{"its_game": game, "its_number": board.number, "entry": first}])
        changes, entries = _rate(ended, first, self._table_of(game, ended.players))
        self._write(game, entries)
        self._keep(game, entries)
        return changes

    def rebuild(self, game: str, progress: Callable[[int], None] | None = None) -> int:
        """Recompute a game's ratings from its rated boards, in the original order, and return their number.

        `progress` is called now and then with the number of boards rated so far.
        """
        Games(self._connection).take_entries(game, 0)
        self._connection.execute(delete(RATING_HISTORY).where(RATING_HISTORY.c.game == game))
        table: dict[Player, _Entry] = {}
        rated = 0
        for boards in self._rated_boards(game):
            made: list[_Entry] = []
            for first, ended in boards:
                _, entries = _rate(ended, first, table)
                table.update({entry.player: entry for entry in entries})
                made += entries
            self._keep(game, made)
            rated += len(boards)
            if progress:
                progress(rated)
        forgotten = {**newcomer_values(), "won": 0, "lost": 0, "tied": 0, "precedence": 0}
        self._connection.execute(update(RATINGS).where(RATINGS.c.game == game).values(**forgotten))
        entries = list(table.values())
        for start in range(0, len(entries), READ_AT_ONCE):
            self._write(game, entries[start : start + READ_AT_ONCE])
        Standings(self._connection).place_all(game)
        return rated

    def _table_of(self, game: str, players: Sequence[Player]) -> dict[Player, _Entry]:
        """The players' present numbers, without those who have finished no rated game."""
        by_id = {player.id: player for player in players}
        rows = self._connection.execute(
            select(RATINGS).where(RATINGS.c.game == game, RATINGS.c.user_id.in_(by_id), RATINGS.c.precedence < 0)
        )
        return {
            by_id[row.user_id]: _Entry(
                player=by_id[row.user_id],
                number=-row.precedence,
                standing=Standing(row.rating, row.won, row.lost, row.tied),
                strength=Strength(row.strength, row.deviation, row.volatility),
            )
            for row in rows
        }

    def _write(self, game: str, entries: Sequence[_Entry]) -> None:
        if not entries:
            return
        in_order = sorted(entries, key=lambda entry: entry.player.id)
        rows = [{"user_id": entry.player.id, "game": game, **entry.values} for entry in in_order]
        _writing(self._connection.dialect.name).change(self._connection, rows)

    def _keep(self, game: str, entries: Sequence[_Entry]) -> None:
        rows = [
            {
                "game": game,
                "user_id": entry.player.id,
                "entry": entry.number,
                "strength": entry.strength.rating,
                "deviation": entry.strength.deviation,
            }
            for entry in entries
        ]
        if rows:
            _KEEP.change(self._connection, rows)

    def _rated_boards(self, game: str) -> Iterator[list[tuple[int, _Ended]]]:
        last = 0
        while True:
            rows = self._connection.execute(
                select(BOARDS.c.id, BOARDS.c.rated_entry, BOARDS.c.winner_seat, BOARDS.c.points)
                .where(
                    BOARDS.c.game == game,
                    BOARDS.c.rated_entry > last,
                    BOARDS.c.status.in_((Status.OVER, Status.ARCHIVED)),
                )
                .order_by(BOARDS.c.rated_entry)
                .limit(READ_AT_ONCE)
            ).all()
            if not rows:
                return
            seats = Listing(self._connection).seats_of([row.id for row in rows])
            earlier = Substitutes(self._connection).earlier_of([row.id for row in rows])
            yield [(row.rated_entry, _ended(game, row, seats[row.id], earlier[row.id])) for row in rows]
            last = rows[-1].rated_entry


_ENTER_BOARD = Prepared(
    update(BOARDS)
    .where(BOARDS.c.game == bindparam("its_game"), BOARDS.c.number == bindparam("its_number"))
    .values(rated_entry=bindparam("entry"))
)
_KEEP = Prepared(insert(RATING_HISTORY).values(named(RATING_HISTORY)))


@cache
def _writing(dialect: str) -> Prepared:
    changed = ("rating", "won", "lost", "tied", "strength", "deviation", "volatility", "precedence")
    new = upsert.insert_for(dialect, RATINGS).values(named(RATINGS, "section"))
    return Prepared(
        new.on_conflict_do_update(
            index_elements=[RATINGS.c.user_id, RATINGS.c.game], set_={name: new.excluded[name] for name in changed}
        )
    )


def _rate(ended: _Ended, first: int, table: Mapping[Player, _Entry]) -> tuple[tuple[Change, ...], list[_Entry]]:
    """Rate a game by both formulas; `first` is the number of its first entry, `table` the numbers before it."""
    known = sorted(
        (table[player] for player in ended.players if player in table),
        key=lambda entry: (-entry.standing.rating, entry.number),
    )
    rated = rate_game(
        {entry.player.userid: entry.standing for entry in known},
        [player.userid for player in ended.seats],
        ended.resigned,
        [player.userid for player in ended.winners],
        ended.points,
        ended.won_by_substitute,
        ended.sides,
    )
    sides = {player.userid: side for player, side in zip(ended.seats, ended.sides, strict=False)}
    strengths = glicko.rate_game(
        {player.userid: table[player].strength if player in table else Strength() for player in ended.players},
        {change.player: change.outcome for change in rated.changes},
        sides or None,
    )
    entries = [
        _Entry(player, first + place, rated.standings[player.userid], strengths[player.userid])
        for place, player in enumerate(ended.players)
    ]
    return rated.changes, entries


def _ended(game: str, row: Any, seats: Sequence[Seated], earlier: Mapping[int, Sequence[Player]]) -> _Ended:
    won = winning_seats(game, row.winner_seat, [seat.resigned for seat in seats])
    return _Ended(
        seats=[earlier[number][0] if number in earlier else seat.player for number, seat in enumerate(seats)],
        resigned=[seat.resigned or number in earlier for number, seat in enumerate(seats)],
        winners=[seats[number].player for number in won if number not in earlier],
        points=row.points,
        won_by_substitute=bool(won) and all(number in earlier for number in won),
        sides=sides_of(game, len(seats)),
    )
