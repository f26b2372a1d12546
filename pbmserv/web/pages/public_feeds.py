"""Public feeds: open challenges and tournaments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from starlette.responses import Response

from pbmserv.commands.requests.context import Call
from pbmserv.commands.tournaments.actions import MOST_DIVISIONS
from pbmserv.commands.tournaments.seasons import ranked
from pbmserv.games.base import counted
from pbmserv.letters.bots import all_marked
from pbmserv.letters.open_challenges import choices_of, seats_of
from pbmserv.play.open_challenge import OpenChallenge
from pbmserv.play.substituting import FreeSeats
from pbmserv.play.tournaments.table import State
from pbmserv.storage.divisions import Division, DivisionGame
from pbmserv.storage.tournaments import SeasonTold, Stage
from pbmserv.web.feeds.atom import Entry
from pbmserv.web.feeds.responses import MOST_ENTRIES, feed_at, newest_first, tag_of
from pbmserv.web.page_context import NotThere, PageContext
from pbmserv.web.pages.games import game_of
from pbmserv.web.routing import page
from pbmserv.web.times import day

LAST_SEASONS = 5
"""The number of seasons in a tournament's feed."""


def _open(asked: PageContext) -> Response:
    return feed_at(asked, "Games that wait for players", "/open", ".atom", _waiting(asked))


def _open_of_game(asked: PageContext) -> Response:
    game = game_of(asked)
    entries = _waiting(asked, game.word)
    return feed_at(asked, f"{game.name}: games that wait for players", f"/{game.word}", "/open.atom", entries)


def _waiting(asked: PageContext, game: str = "") -> list[Entry]:
    def entries(call: Call) -> list[Entry]:
        waiting = call.work.open_challenges.listed([game] if game else None, call.at, MOST_ENTRIES)
        free = call.work.substitutes.free_seats([game] if game else asked.site.catalogue, MOST_ENTRIES)
        return newest_first([*(_challenge(asked, each) for each in waiting), *(_seat(asked, each) for each in free)])

    return asked.site.office.look_up(entries)


def _challenge(asked: PageContext, waiting: OpenChallenge) -> Entry:
    who, choices = ", ".join(seats_of(waiting)), choices_of(waiting)
    until = f"Until {day(waiting.lapses_at)}, or until all seats are taken."
    return Entry(
        tag_of(asked, f"/{waiting.game.word}/{waiting.number}/open"),
        f"{waiting.title} waits for {counted(waiting.free, 'player')}",
        f"{who}{f', {choices}' if choices else ''}. {until}",
        f"{asked.site.url}/open",
        waiting.put_up_at,
    )


def _seat(asked: PageContext, free: FreeSeats) -> Entry:
    where = f"{asked.site.catalogue[free.game].name} Board {free.number}"
    return Entry(
        tag_of(asked, f"/{free.game}/{free.number}/seat/{free.offered_at:%Y%m%dT%H%M%S}"),
        f"{where} goes on, and has a free seat",
        f"{all_marked(free.players, free.bots)}. In the place of {all_marked(free.free, free.bots)}.",
        f"{asked.site.url}/{free.game}/{free.number}",
        free.offered_at,
    )


def _tournaments(asked: PageContext) -> Response:
    def entries(call: Call) -> list[Entry]:
        told = call.work.seasons.latest(MOST_ENTRIES)
        return newest_first([entry for each in told for entry in _stages(asked, each)])

    return feed_at(asked, "Tournaments", "/tournaments", ".atom", asked.site.office.look_up(entries))


def _tournament(asked: PageContext) -> Response:
    """The last seasons of a tournament with tables, and the games of the current one."""

    def entries(call: Call) -> tuple[str, list[Entry]]:
        tournament = call.work.tournaments.named(asked.path("name"))
        if tournament is None:
            raise NotThere("There is no tournament of this name here.")
        found: list[Entry] = []
        for told in call.work.seasons.latest(LAST_SEASONS, tournament.id):
            season = told.season
            divisions = call.work.divisions.of(season, 1, MOST_DIVISIONS) if season.begun_at else ()
            found += _stages(asked, told, divisions)
            if season.stage is Stage.RUNNING:
                found += _games(asked, told, divisions)
            found += [
                Entry(
                    tag_of(asked, f"{_about(told)}/news/{news.at.isoformat()}"),
                    f"{_title(told)}: what the operator has done",
                    " ".join(filter(None, [news.what, f"The reason: {news.reason}" if news.reason else ""])),
                    f"{asked.site.url}/tournaments/{told.tournament}",
                    news.at,
                )
                for news in call.work.seasons.news(season, MOST_ENTRIES)
            ]
        return tournament.name, newest_first(found)

    name, found = asked.site.office.look_up(entries)
    return feed_at(asked, f"Tournament {name}", f"/tournaments/{name}", ".atom", found)


def _stages(asked: PageContext, told: SeasonTold, divisions: Sequence[Division] = ()) -> Iterator[Entry]:
    """Yield an entry for each stage of a season; the last names the winners of its `divisions`."""
    season = told.season
    game = asked.site.catalogue.get(told.game)
    of_game = f"{game.name if game else told.game}."
    about, here = tag_of(asked, _about(told)), f"{asked.site.url}/tournaments/{told.tournament}"
    tables = f"{here}/{season.number}"
    if season.takes_players:
        words = f"{of_game} Season {season.number} begins on {day(season.starts_at)}."
        # A season that has been put off is told of once more.
        waits = f"{about}/waits/{season.starts_at:%Y%m%d}"
        yield Entry(waits, f"{_title(told)} can be joined", words, here, told.awaited_since)
    if season.begun_at:
        players = sum(len(each.places) for each in divisions)
        who = f" {counted(players, 'player')} in {counted(len(divisions), 'division')}." if divisions else ""
        yield Entry(f"{about}/begun", f"{_title(told)} has begun", of_game + who, tables, season.begun_at)
    if season.ended_at and season.stage is Stage.CANCELLED:
        yield Entry(f"{about}/off", f"{_title(told)} does not take place", of_game, here, season.ended_at)
    elif season.ended_at:
        places = [f"Division {each.number}: {_ranking(each)}." for each in divisions]
        yield Entry(f"{about}/over", f"{_title(told)} is over", " ".join([of_game, *places]), tables, season.ended_at)


def _games(asked: PageContext, told: SeasonTold, divisions: Sequence[Division]) -> Iterator[Entry]:
    kind = asked.site.catalogue.get(told.game)
    for division in divisions:
        for game in division.games:
            if game.finished_at is None or not game.score.counts:
                continue
            yield Entry(
                tag_of(asked, f"{_about(told)}/game/{game.number}"),
                f"{kind.name if kind else told.game} Board {game.number}: {_result(game)}",
                f"{_title(told)}, division {division.number}: {', '.join(each.userid for each in game.players)}",
                f"{asked.site.url}/{told.game}/{game.number}",
                game.finished_at,
            )


def _result(game: DivisionGame) -> str:
    if game.score.state is State.TIED:
        return "a tie"
    first, second = game.players
    return f"{(first if game.score.winner == game.score.first else second).userid} has won"


def _ranking(division: Division) -> str:
    return ", ".join(f"{rank}. {player.userid}" for rank, player in enumerate(ranked(division), 1))


def _title(told: SeasonTold) -> str:
    return f"{told.tournament}, season {told.season.number}"


def _about(told: SeasonTold) -> str:
    return f"/tournaments/{told.tournament.lower()}/{told.season.number}"


ROUTES = [
    page("/open.atom", _open),
    page("/{game}/open.atom", _open_of_game),
    page("/tournaments.atom", _tournaments),
    page("/tournaments/{name}.atom", _tournament),
]
