"""Tournament operations: lists, tables, joining and leaving."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus

import msgspec

from pbmserv.commands.requests.context import Call
from pbmserv.commands.tournaments.actions import (
    ENTERED_SHOWN,
    MOST_DIVISIONS,
    NEWS_SHOWN,
    ON_A_PAGE,
    known_tournament,
    last_begun,
    season_of,
)
from pbmserv.commands.tournaments.seasons import TableLine, lines_of
from pbmserv.games.base import Refusal
from pbmserv.letters.shapes import Terms
from pbmserv.play.board import Player
from pbmserv.play.tournaments.table import State
from pbmserv.storage import divisions as stored
from pbmserv.storage import tournaments
from pbmserv.web.api import shapes, tournament_shapes
from pbmserv.web.api.actions import done
from pbmserv.web.api.operations import Question, Wrong, looked_up


@looked_up
def listed(call: Call, question: Question) -> tournament_shapes.Tournaments:
    """The current tournaments."""
    game, after = question.given.game, question.given.after
    if game and game not in question.site.catalogue:
        raise Wrong(HTTPStatus.NOT_FOUND, "There is no such game here.")
    found = call.work.tournaments.listed(ON_A_PAGE + 1, after, game or None)
    more = found[ON_A_PAGE - 1].tournament.name if len(found) > ON_A_PAGE else None
    return tournament_shapes.Tournaments([_in_list(each) for each in found[:ON_A_PAGE]], more)


@looked_up
def tournament(call: Call, question: Question) -> tournament_shapes.Tournament:
    found = _named(call, question)
    season = season_of(call, found)
    try:
        tables = _divisions(call, last_begun(call, found), 1)
    except Refusal:
        tables = None
    store, me = call.work.tournaments, question.player
    return tournament_shapes.Tournament(
        name=found.name,
        game=found.game,
        options=dict(found.options),
        terms=msgspec.convert(found.terms, Terms, from_attributes=True),
        recurring=found.recurring,
        bots=found.bots,
        size=found.size,
        owner=found.owner.userid if found.owner else None,
        closed=found.word_hash is not None,
        ended_at=found.ended_at,
        season=_season(season),
        entered=store.count_entrants(found),
        players=[player.userid for player in store.entrants(found, ENTERED_SHOWN)],
        joined=store.is_entered(found, me) if me else None,
        news=[
            msgspec.convert(each, tournament_shapes.News, from_attributes=True)
            for each in call.work.seasons.news(season, NEWS_SHOWN)
        ],
        tables=tables,
    )


@looked_up
def season(call: Call, question: Question) -> tournament_shapes.Divisions:
    found = _named(call, question)
    try:
        season = season_of(call, found, question.at.season)
    except Refusal as refusal:
        raise Wrong(HTTPStatus.NOT_FOUND, refusal.words) from refusal
    return _divisions(call, season, question.given.first)


def join(question: Question) -> shapes.Done:
    """Enter from the next season on."""
    word = question.sent.word
    return done(question.carry_out("tournament join", question.at.name, *([word] if word else [])))


def leave(question: Question) -> shapes.Done:
    """Leave before the next season."""
    return done(question.carry_out("tournament leave", question.at.name))


def _named(call: Call, question: Question) -> tournaments.Tournament:
    try:
        return known_tournament(call, question.at.name)
    except Refusal as refusal:
        raise Wrong(HTTPStatus.NOT_FOUND, refusal.words) from refusal


def _in_list(each: tournaments.Listed) -> tournament_shapes.TournamentInList:
    found = each.tournament
    return tournament_shapes.TournamentInList(
        found.name, found.game, found.recurring, found.word_hash is not None, _season(each.season), each.entered
    )


def _season(each: tournaments.Season) -> tournament_shapes.Season:
    return tournament_shapes.Season(each.number, each.stage.value, each.starts_at, each.begun_at, each.ended_at)


def _divisions(call: Call, season: tournaments.Season, first: int) -> tournament_shapes.Divisions:
    found = call.work.divisions.of(season, first, MOST_DIVISIONS + 1)
    more = found[MOST_DIVISIONS].number if len(found) > MOST_DIVISIONS else None
    return tournament_shapes.Divisions(_season(season), [_division(each) for each in found[:MOST_DIVISIONS]], more)


def _division(division: stored.Division) -> tournament_shapes.Division:
    lines = lines_of(division)
    table = [_line(line, division.players, division.games) for line in lines]
    return tournament_shapes.Division(division.number, division.ended_at is not None, table)


def _line(
    line: TableLine, players: Sequence[Player], games: Sequence[stored.DivisionGame]
) -> tournament_shapes.TableLine:
    row = line.row
    own = [game for game in games if row.place in {game.score.first, game.score.second}]
    return tournament_shapes.TableLine(
        rank=row.rank,
        player=line.player.userid,
        instead_of=line.instead_of.userid if line.instead_of else None,
        out=line.withdrawn,
        points=row.points / 2,
        quality=row.quality / 4,
        won=row.won,
        tied=row.tied,
        lost=row.lost,
        playing=row.playing,
        games=[_game(game, row.place, players) for game in own],
    )


def _game(game: stored.DivisionGame, place: int, players: Sequence[Player]) -> tournament_shapes.DivisionGame:
    score = game.score
    return tournament_shapes.DivisionGame(
        against=players[score.other(place)].userid,
        board=game.number,
        began=score.first == place,
        result="lost" if score.state is State.WON and score.winner != place else score.state.value,
    )
