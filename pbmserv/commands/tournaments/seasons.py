"""Seasons of tournaments: what the clock does with them, division by division, and their tables.

Each step is one transaction that follows from what is stored, so it can be interrupted and repeated.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from pbmserv.commands.playing.turns import rate_if_over
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.tournaments.actions import UNSEEN_FOR, terms_with_event
from pbmserv.games.chance import SEED_BYTES
from pbmserv.play.board import Board, Player
from pbmserv.play.tournaments.event import Event
from pbmserv.play.tournaments.ladder import FEWEST, divisions
from pbmserv.play.tournaments.pairing import pairings
from pbmserv.play.tournaments.table import Row, Score, State, halves, quarters, table
from pbmserv.storage.divisions import Division, DivisionGame
from pbmserv.storage.tournaments import Season, Stage, Tournament

if TYPE_CHECKING:
    from datetime import datetime

    from pbmserv.play.board import Board, Player
    from pbmserv.play.tournaments.event import Event
    from pbmserv.storage.divisions import Division
    from pbmserv.storage.tournaments import Season, SeasonNews, Tournament


@dataclass(frozen=True)
class Cell:
    """A result against one opponent: `1`, `½`, `0`, a dot while they play, a dash if void.

    `board` is the board's number, None on the diagonal. `began` says whether the player had the first seat at the
    start.
    """

    sign: str
    board: int | None = None
    began: bool = False


@dataclass(frozen=True)
class TableLine:
    """A row of a table, with a cell for each row."""

    row: Row
    player: Player
    instead_of: Player | None
    withdrawn: bool
    points: str
    quality: str
    cells: tuple[Cell, ...]


def lines_of(division: Division) -> list[TableLine]:
    """A division's table, best first."""
    rows = table(len(division.places), division.scores)
    games = {frozenset((game.score.first, game.score.second)): game for game in division.games}
    lines = []
    for row in rows:
        place = division.places[row.place]
        cells = [_cell(row.place, other.place, games.get(frozenset((row.place, other.place)))) for other in rows]
        lines.append(
            TableLine(
                row, place.player, place.instead_of, place.withdrawn, halves(row.points), quarters(row.quality),
                tuple(cells),
            )
        )  # fmt: skip
    return lines


def ranked(division: Division) -> list[Player]:
    """A division's players, best first."""
    return [line.player for line in lines_of(division)]


def _cell(place: int, other: int, game: DivisionGame | None) -> Cell:
    if place == other:
        return Cell("*")
    if game is None:
        return Cell("-")
    return Cell(_sign(game.score, place), game.number, game.score.first == place)


def _sign(score: Score, place: int) -> str:
    if score.state is State.ON:
        return "."
    return "-" if score.state is State.VOID else halves(score.points_of(place))


class DivisionBegun(Outcome, frozen=True):
    """All boards of a division were started; each player is told of their own."""

    written_by = "tournaments.letters:of_beginning"

    tournament: Tournament
    event: Event
    division: Division
    boards: tuple[Board, ...]


class DivisionOver(Outcome, frozen=True):
    """All games of a division are over."""

    written_by = "tournaments.letters:of_the_end"

    tournament: Tournament
    season: Season
    division: Division


class CalledOff(Outcome, frozen=True):
    """A tournament was cancelled: `too_few` joined, or the operator did it."""

    written_by = "tournaments.letters:of_calling_off"

    tournament: Tournament
    players: tuple[Player, ...]
    too_few: bool = False
    reason: str = ""


class Mended(Outcome, frozen=True):
    """The operator intervened in a season; all its players are told."""

    written_by = "tournaments.letters:of_mending"

    tournament: Tournament
    season: Season
    players: tuple[Player, ...]
    news: SeasonNews
    starts_at: datetime | None = None


BETWEEN_SEASONS = timedelta(days=7)
"""The time from the last game to the next season, and between attempts to start one."""
LOOK_EVERY = timedelta(minutes=5)
"""How often a running season is checked."""


def look_at(call: Call, season_id: int) -> str | None:
    """Take the next step of a due season and return its name, or None.

    Also None if the season is no longer due or is locked.
    """
    season = call.work.seasons.claim(season_id, call.at)
    if season is None:
        return None
    tournament = call.work.tournaments.with_id(season.tournament_id)
    match season.stage:
        case Stage.WAITING:
            return _settle_divisions(call, tournament, season)
        case Stage.BEGINNING:
            return _begin_next_division(call, tournament, season)
        case Stage.RUNNING:
            return _tell_of_next_table(call, tournament, season)
    call.work.seasons.change(season, due_at=None)
    return None


def look_again(call: Call, season_id: int, at: datetime) -> None:
    """Reschedule a season whose step failed."""
    call.work.seasons.look_again(season_id, at)


def begin_board(call: Call, tournament: Tournament, event: Event, number: int, players: Sequence[Player]) -> Board:
    """Start one game of a division."""
    game = call.catalogue[tournament.game]
    seed = call.setup.seeds() if call.setup.seeds else secrets.token_bytes(SEED_BYTES)
    terms = terms_with_event(tournament.terms, event.key)
    bots = call.work.players.bots(players)
    board = Board.begin(game, number, tournament.options, players, seed, call.at, terms, bots=bots)
    call.work.boards.add(board)
    rate_if_over(call, board)
    return board


def _settle_divisions(call: Call, tournament: Tournament, season: Season) -> str | None:
    store = call.work.tournaments
    before = call.work.seasons.of(tournament.id, season.number - 1) if season.number > 1 else None
    if before is not None and call.work.seasons.is_on(before):
        # The operator has had a game of it go on.
        _wait(call, season, call.at + BETWEEN_SEASONS)
        return "waits"
    if tournament.game not in call.catalogue or not call.work.games.is_open(tournament.game):
        _wait(call, season, call.at + BETWEEN_SEASONS)
        return "waits"
    entered = store.entrants(tournament)
    gone = _who_does_not_play(call, tournament, before, list(entered))
    store.remove(tournament, gone)
    playing = {player: rating for player, rating in entered.items() if player not in gone}
    if call.at < season.starts_at and not tournament.begins_early_with(len(playing)):
        # There were enough of them for it to begin, and somebody has left since.
        call.work.seasons.change(season, due_at=season.starts_at)
        return "waits"
    if len(playing) < FEWEST:
        if tournament.recurring:
            _wait(call, season, call.at + BETWEEN_SEASONS)
            return "waits"
        call_off(call, tournament, season, too_few=True)
        return "called off"
    last = [ranked(division) for division in call.work.divisions.of(before)] if before else []
    call.work.divisions.part(season, divisions(last, playing))
    call.work.seasons.change(season, stage=Stage.BEGINNING, due_at=call.at)
    return "settled"


def _who_does_not_play(
    call: Call, tournament: Tournament, before: Season | None, entered: Sequence[Player]
) -> set[Player]:
    """Entrants who cannot play: suspended, or out of time and unseen for long."""
    gone = call.work.players.suspended(entered)
    late = call.work.seasons.timed_out(before) if before else set()
    since = call.at - UNSEEN_FOR
    unseen = [
        player
        for player in entered
        if player.id in late and not call.work.seasons.seen_since(tournament.id, player, since)
    ]
    return {*gone, *unseen}


def _begin_next_division(call: Call, tournament: Tournament, season: Season) -> str:
    division = call.work.divisions.next_to_begin(season)
    if division is None:
        call.work.seasons.change(season, stage=Stage.RUNNING, begun_at=call.at, due_at=call.at + LOOK_EVERY)
        return "begun"
    # Between settling who plays where and this, somebody may have left.
    here = call.work.players.named([player.userid for player in division.players])
    players = [player for player in division.players if player.userid.lower() in here]
    division = call.work.divisions.begin(division, players, call.at)
    event = Event(tournament.name, season.number, division.number)
    paired = pairings(len(players), season.number)
    # In one go, so that these players' rows of the ratings are kept from others in one order.
    call.work.standings.enter(tournament.game, players)
    numbers = call.work.games.take_numbers(tournament.game, len(paired))
    boards = [
        begin_board(call, tournament, event, number, [players[pairing.first], players[pairing.second]])
        for number, pairing in zip(numbers, paired, strict=True)
    ]
    ids = map(call.work.boards.id_of, boards)
    call.work.divisions.pair(division, list(zip(paired, ids, strict=True)))
    call.work.standings.place(tournament.game, players)
    call.outcomes.append(DivisionBegun(tournament, event, division, tuple(boards)))
    return "division begun"


def _tell_of_next_table(call: Call, tournament: Tournament, season: Season) -> str | None:
    store = call.work.tournaments
    # The operator may have had games go on that were over.
    call.work.divisions.untell(season)
    division = call.work.divisions.to_be_told(season)
    if division is not None:
        call.work.divisions.told(division, call.at)
        call.outcomes.append(DivisionOver(tournament, season, division))
        return "division over"
    if call.work.seasons.is_on(season):
        call.work.seasons.change(season, due_at=call.at + LOOK_EVERY)
        return None
    call.work.seasons.change(season, stage=Stage.OVER, ended_at=call.at, due_at=None)
    if not tournament.recurring:
        store.end(tournament, call.at)
        return "over"
    begins = next_begins(call.work.seasons.last_end(season) or call.at, call.at)
    following = call.work.seasons.of(tournament.id, season.number + 1)
    if following is None:
        call.work.seasons.add(tournament.id, season.number + 1, begins)
    elif following.stage is Stage.WAITING:
        _wait(call, following, begins)
    return "over"


def next_begins(last_end: datetime, now: datetime) -> datetime:
    """The start of the season after one that ended then, not before now."""
    return max(last_end + BETWEEN_SEASONS, now)


def call_off(call: Call, tournament: Tournament, season: Season, too_few: bool = False, reason: str = "") -> None:
    """Cancel a tournament and tell its entrants."""
    store = call.work.tournaments
    players = dict.fromkeys([*store.entrants(tournament), *([tournament.owner] if tournament.owner else [])])
    call.work.seasons.change(season, stage=Stage.CANCELLED, ended_at=call.at, due_at=None)
    store.end(tournament, call.at)
    call.outcomes.append(CalledOff(tournament, tuple(players), too_few, reason))


def _wait(call: Call, season: Season, until: datetime) -> None:
    call.work.seasons.change(season, starts_at=until, due_at=until)


def players_of(divisions_of_season: Sequence[Division]) -> list[Player]:
    return [player for division in divisions_of_season for player in division.players]
