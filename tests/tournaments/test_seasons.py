"""Seasons of a league, lived through by players who come and go; every table is worked out anew from the records."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from sqlalchemy import select

from pbmserv.commands.boards.records import export_all
from pbmserv.games.catalogue import installed
from pbmserv.letters.letter import Letter
from pbmserv.play.ratings import FIRST_RATING
from pbmserv.storage.database import Database
from pbmserv.storage.divisions import Divisions
from pbmserv.storage.tables import RATINGS, USERS
from pbmserv.storage.tournaments import Season, Seasons, Stage, Tournaments
from tests.tournaments.league import GAME, MONTH, NAME, League
from tests.tournaments.recomputing import Game, Line, game_of, next_divisions, pairs_of, table_of

WEEK = timedelta(days=7)
LONGEST = 90
"""Days, within which a season has to end."""
COME_BACK = 0.1
"""How likely somebody who could say so says on a day that they want to play."""
ANYBODY = "somebody@example.org"


@dataclass
class Lived:
    """The seasons so far: who plays in each division, the strongest first, and its games by their records."""

    divisions: list[list[list[str]]] = field(default_factory=list)
    games: list[list[list[Game]]] = field(default_factory=list)
    """Of seasons that are over."""
    not_entered: set[str] = field(default_factory=set)
    """Who was not entered again, in any season, since they had run out of time and were not seen."""

    @property
    def late(self) -> set[str]:
        """Who has run out of time in the last season."""
        return {game.late for division in self.games[-1] for game in division if game.late} if self.games else set()


@pytest.mark.long
def test_ten_seasons_of_thirty_players_end_with_every_table_right(sqlite_database: Database) -> None:
    league = League(sqlite_database, seed=1)

    lived = live_through(league, players=30, seasons=10)

    # What had to be tried has come about.
    games = [game for season in lived.games for division in season for game in division]
    assert len(games) > 1000
    assert sum(game.late is not None for game in games) > 50
    assert sum(game.winner is None for game in games) > 50
    assert len(lived.not_entered) > 3
    assert lived.not_entered & {player for division in lived.divisions[-1] for player in division}


@pytest.mark.long
def test_two_seasons_of_twelve_players_end_with_every_table_right(database: Database) -> None:
    live_through(League(database, seed=1), players=12, seasons=2)


def live_through(league: League, players: int, seasons: int) -> Lived:
    """Seasons from joining to the last tables, each checked as it begins and when it has ended."""
    league.open(players)
    lived = Lived()
    for number in range(1, seasons + 1):
        live_until_it_begins(league, lived, number)
        live_until_it_is_over(league, lived, number)
    for number in range(1, seasons + 1):
        # Whatever has happened since then, to boards and to players, old tables stay as they are.
        assert tables_shown(league, number) == tables_due(lived, number)
    return lived


def live_until_it_begins(league: League, lived: Lived, number: int) -> None:
    for _ in range(LONGEST):
        letters = league.let_the_clock_look()
        if season_of(league, number).stage is Stage.RUNNING:
            check_who_plays(league, lived, number)
            check_boards(league, lived, number)
            check_letters(letters, "Your boards: The tournament hex-league", lived.divisions[-1])
            return
        if lived.games:
            let_people_come_back(league, lived)
    raise AssertionError(f"season {number} does not begin")


def live_until_it_is_over(league: League, lived: Lived, number: int) -> None:
    letters: list[Letter] = []
    for day in range(1, LONGEST):
        live_through_a_day(league, lived, number, day)
        letters += league.let_the_clock_look()
        if season_of(league, number).stage is Stage.OVER:
            lived.games.append(games_of(league, lived, number))
            check_absences(league, lived)
            assert tables_shown(league, number) == tables_due(lived, number)
            check_letters(letters, "Final table: The tournament hex-league", lived.divisions[-1])
            return
    raise AssertionError(f"season {number} does not end")


def live_through_a_day(league: League, lived: Lived, number: int, day: int) -> None:
    """What befalls people in each season, beside playing."""
    match day:
        case 1:
            for each in some(league, 3):
                league.go_silent(each)
            for each in [each for each in some(league, 4) if league.people[each].vacation is None][:2]:
                league.go_on_vacation(each, 30)
        case 3:
            [leaving] = some(league, 1)
            league.leave(leaving)
        case 5:
            league.sign_up()
        case 6 if number % 4 == 3:
            [leaving] = some(league, 1)
            league.sign_off(leaving)
    let_people_come_back(league, lived)
    league.live()


def let_people_come_back(league: League, lived: Lived) -> None:
    """Who is here, and does not play, or had not been here for long, says now and then that they want to play."""
    for each in league.people.values():
        lost = each.userid in lived.late and each.seen_at < league.now - MONTH
        if each.is_here(league.now) and (lost or not each.is_entered) and league.chance.random() < COME_BACK:
            league.join(each.userid)


def some(league: League, count: int) -> list[str]:
    """Some who are entered, and here."""
    here = [each.userid for each in league.people.values() if each.is_entered and each.is_here(league.now)]
    return league.chance.sample(here, count)


def check_who_plays(league: League, lived: Lived, number: int) -> None:
    """Divisions are as they have to be by the last tables, by who has joined and left, and by who was lost."""
    entered = sorted((each for each in league.people.values() if each.is_entered), key=lambda each: each.joined_at)
    for each in entered:
        if each.userid in lived.late and each.seen_at < league.now - MONTH:
            each.is_entered = False
            lived.not_entered.add(each.userid)
    ratings = ratings_of(league)
    playing = {each.userid: ratings.get(each.userid, FIRST_RATING) for each in entered if each.is_entered}
    last = tables_due(lived, number - 1) if number > 1 else []
    due = next_divisions([[line.player for line in table] for table in last], playing)

    assert places_of(league, number) == due
    assert max(map(len, due)) <= 10
    lived.divisions.append(due)

    if number > 1:
        ended_at = max(game.ended_at for division in lived.games[-1] for game in division if game.ended_at)
        begun_at = season_of(league, number).begun_at
        assert begun_at
        assert ended_at + WEEK <= begun_at <= ended_at + WEEK + timedelta(days=1)


def check_boards(league: League, lived: Lived, number: int) -> None:
    """Everybody meets everybody once, and sits in the first seat as often as in the second, or once more or less."""
    for players, games in zip(lived.divisions[-1], games_of(league, lived, number), strict=True):
        assert Counter(game.players for game in games) == Counter(pairs_of(players))
        first, second = Counter(game.first for game in games), Counter(game.second for game in games)
        assert all(abs(first[player] - second[player]) <= 1 for player in players)


def check_absences(league: League, lived: Lived) -> None:
    """Nobody has lost a game for lack of time while they were on vacation."""
    for game in (game for division in lived.games[-1] for game in division if game.late):
        vacation = league.people[game.late].vacation if game.late else None
        assert not (vacation and game.ended_at and vacation[0] < game.ended_at < vacation[1])


def check_letters(letters: list[Letter], headline: str, divisions: list[list[str]]) -> None:
    """Each player of these divisions has had one letter of that headline, but for who has left the server."""
    readers = Counter(letter.player.userid for letter in letters if letter.headline == headline and letter.player)
    assert set(readers.values()) == {1}
    players = {player for division in divisions for player in division}
    assert set(readers) <= players
    assert len(players - set(readers)) <= 1


def tables_due(lived: Lived, number: int) -> list[list[Line]]:
    """What the tables of a season have to be, by the records of its boards."""
    divisions = zip(lived.divisions[number - 1], lived.games[number - 1], strict=True)
    return [table_of(places, games) for places, games in divisions]


def tables_shown(league: League, number: int) -> list[list[Line]]:
    """The tables of a season as players get to read them."""
    text = league.server.hear(ANYBODY, f"tournament standings {NAME} {number}").text
    return [
        [line_of(line) for line in division.splitlines() if re.match(r"\d+ ", line.lstrip())]
        for division in text.split("\nDivision ")[1:]
    ]


def line_of(line: str) -> Line:
    """A line of a table as it is written."""
    _, player, *cells, points, quality = line.split()
    return Line(player, tuple(cells), points, quality)


def games_of(league: League, lived: Lived, number: int) -> list[list[Game]]:
    """The games of each division of a season, as the operator can export them."""
    found: dict[str, list[Game]] = {
        f"{NAME}/{number}/{each}": [] for each in range(1, len(lived.divisions[number - 1]) + 1)
    }
    for exported in export_all(league.database, installed(), GAME):
        assert not exported.fault
        game = game_of(exported.line)
        if game.event in found:
            found[game.event].append(game)
    return list(found.values())


def season_of(league: League, number: int) -> Season:
    with league.database.reading() as connection:
        tournament = Tournaments(connection).named(NAME)
        assert tournament
        season = Seasons(connection).of(tournament.id, number)
    assert season
    return season


def places_of(league: League, number: int) -> list[list[str]]:
    """Who plays in which division, as it is stored."""
    season = season_of(league, number)
    with league.database.reading() as connection:
        return [[player.userid for player in each.players] for each in Divisions(connection).of(season)]


def ratings_of(league: League) -> dict[str, int]:
    query = select(USERS.c.userid, RATINGS.c.rating).join(RATINGS, RATINGS.c.user_id == USERS.c.id)
    with league.database.reading() as connection:
        return {row.userid: row.rating for row in connection.execute(query.where(RATINGS.c.game == GAME))}
