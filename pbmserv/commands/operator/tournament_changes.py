"""The operator's interventions in tournaments, told to all their players with the reason.

Each function returns what was done, in words.
"""

from __future__ import annotations

import secrets
from datetime import timedelta

from pbmserv.commands.operator import interventions
from pbmserv.commands.playing.turns import save_turn
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.lookup import known_player
from pbmserv.commands.tournaments.actions import (
    NewTournamentName,
    check_it_lets_in,
    enter,
    known_tournament,
    season_of,
    set_up,
)
from pbmserv.commands.tournaments.seasons import Mended, begin_board, call_off, players_of
from pbmserv.games.base import Refusal
from pbmserv.games.chance import SEED_BYTES
from pbmserv.games.message import Message
from pbmserv.play import leaving
from pbmserv.play.board import Player
from pbmserv.play.tournaments.event import Event
from pbmserv.play.tournaments.ladder import FEWEST
from pbmserv.play.tournaments.table import State
from pbmserv.storage.divisions import Division, DivisionGame, Ruling
from pbmserv.storage.tournaments import Season, SeasonNews, Stage, Tournament


def create(call: Call, tournament: Tournament, begins: timedelta) -> str:
    """Create a tournament open to everybody. Raises `Refusal`."""
    NewTournamentName().read(tournament.name)
    stored = set_up(call, tournament, begins)
    return Message(
        "{tournament} is set up; its first season begins on {at:%Y-%m-%d %H:%M} UTC.",
        tournament=stored.name,
        at=call.at + begins,
    )


def enter_player(call: Call, name: str, userid: str) -> str:
    """Enter a player for the next season. Raises `Refusal`."""
    tournament, player = known_tournament(call, name), known_player(call, userid)
    enter(call, tournament, player)
    return Message(
        "{player} is entered for the next season of {tournament}.", player=player.userid, tournament=tournament.name
    )


def start_now(call: Call, name: str, reason: str) -> str:
    """Start the next season at once. Raises `Refusal`."""
    tournament = known_tournament(call, name)
    season = season_of(call, tournament, for_change=True)
    if season.stage is not Stage.WAITING:
        raise Refusal(
            Message(
                "Season {season} of {tournament} is {stage}: none waits to begin.",
                season=season.number,
                tournament=tournament.name,
                stage=season.stage,
            )
        )
    count = call.work.tournaments.count_entrants(tournament)
    if count < FEWEST:
        raise Refusal(
            Message(
                "{tournament} has {count} of the {fewest} players without whom no season begins.",
                tournament=tournament.name,
                count=count,
                fewest=FEWEST,
            )
        )
    call.work.seasons.change(season, starts_at=call.at, due_at=call.at)
    players = tuple(call.work.tournaments.entrants(tournament))
    return _told(
        call, tournament, season, players, Message("Season {season} begins now.", season=season.number), reason
    )


def cancel(call: Call, name: str, reason: str) -> str:
    """End the tournament, voiding the boards of a current season. Raises `Refusal`."""
    tournament = known_tournament(call, name)
    if tournament.ended_at is not None:
        raise Refusal(Message("{tournament} is over already.", tournament=tournament.name))
    season = season_of(call, tournament, for_change=True)
    store = call.work.tournaments
    playing = call.work.divisions.of(season)
    for game in _games_on(playing):
        board = interventions.board_to_change(call, tournament.game, game.number)
        interventions.abort(call, board, reason)
    if playing:
        _told(call, tournament, season, tuple(players_of(playing)), Message("The tournament is called off."), reason)
        call.work.seasons.change(season, stage=Stage.CANCELLED, ended_at=call.at, due_at=None)
        store.end(tournament, call.at)
    else:
        call_off(call, tournament, season, reason=reason)
    return Message("{tournament} is called off.", tournament=tournament.name)


def withdraw(call: Call, name: str, userid: str, reason: str) -> str:
    """Withdraw a player: they lose their unfinished games and are not entered again. Raises `Refusal`."""
    tournament, player = known_tournament(call, name), known_player(call, userid)
    season, entered = _season_to_mend(call, tournament), call.work.tournaments.remove(tournament, [player])
    division = call.work.divisions.of_player(season, player)
    if division is None:
        if not entered:
            raise Refusal(
                Message("{player} does not play in {tournament}.", player=player.userid, tournament=tournament.name)
            )
        players = (player,)
        return _told(
            call,
            tournament,
            season,
            players,
            Message("{player} does not play in the next season.", player=player.userid),
            reason,
        )
    for game in _games_on([division]):
        if player in game.players:
            board = interventions.board_to_change(call, tournament.game, game.number)
            seats = board.active_seats_of(player)
            turn = leaving.forfeit(board, seats, call.at, secrets.token_bytes(SEED_BYTES))
            call.outcomes.append(save_turn(call, board, turn))
    call.work.divisions.withdraw(division, division.players.index(player), call.at)
    what = Message(
        "{player} is out of the tournament, and has lost the games that were being played.", player=player.userid
    )
    return _told(call, tournament, season, division.players, what, reason)


def replace(call: Call, name: str, userid: str, other: str, reason: str) -> str:
    """Replace a player: finished games count, all others restart.

    Raises `Refusal`.
    """
    tournament, player, newcomer = known_tournament(call, name), known_player(call, userid), known_player(call, other)
    season = _season_to_mend(call, tournament)
    store = call.work.tournaments
    division = call.work.divisions.of_player(season, player)
    if division is None or season.stage is not Stage.RUNNING:
        raise Refusal(
            Message(
                "{player} does not play in a season of {tournament} that is being played.",
                player=player.userid,
                tournament=tournament.name,
            )
        )
    if call.work.divisions.of_player(season, newcomer) is not None:
        raise Refusal(
            Message(
                "{newcomer} plays in season {season} of {tournament} already.",
                newcomer=newcomer.userid,
                season=season.number,
                tournament=tournament.name,
            )
        )
    if newcomer in call.work.players.suspended([newcomer]):
        raise Refusal(
            Message("{newcomer} has been suspended by the operator of this server.", newcomer=newcomer.userid)
        )
    check_it_lets_in(call, tournament, newcomer)
    place = division.players.index(player)
    event = Event(tournament.name, season.number, division.number)
    call.work.divisions.replace_player(division, place, newcomer)
    store.remove(tournament, [player])
    if tournament.recurring:
        store.enter(tournament, newcomer, call.at)
    games = [game for game in _games_on([division]) if player in game.players]
    numbers = call.work.games.take_numbers(tournament.game, len(games))
    for game, number in zip(games, numbers, strict=True):
        interventions.abort(call, interventions.board_to_change(call, tournament.game, game.number), reason)
        players = [newcomer if each == player else each for each in game.players]
        board = begin_board(call, tournament, event, number, players)
        call.work.divisions.replay(division, game, place, newcomer, call.work.boards.id_of(board))
    call.work.standings.enter(tournament.game, [newcomer])
    what = Message(
        "{newcomer} takes the place of {player}: games that are not over begin anew.",
        newcomer=newcomer.userid,
        player=player.userid,
    )
    return _told(call, tournament, season, (*division.players, newcomer), what, reason)


def correct(call: Call, name: str, number: int, winner: str | None, ruling: Ruling | None, reason: str) -> str:
    """Overrule a game's result in the table, or restore the board's (None). Raises `Refusal`.

    `winner` is set if somebody won. An unfinished board no longer matters then.
    """
    tournament = known_tournament(call, name)
    season = _season_to_mend(call, tournament)
    division, game = _game(call, tournament, season, number)
    player = known_player(call, winner) if winner is not None else None
    if player is not None:
        if player not in division.players or player not in game.players:
            raise Refusal(Message("{player} does not play on board {number}.", player=player.userid, number=number))
        place = game.score.first if player == game.players[0] else game.score.second
        ruling = Ruling.LOW if place == min(game.score.first, game.score.second) else Ruling.HIGH
    if game.score.state is State.ON:
        raise Refusal(
            Message(
                "Board {number} is being played. To end it with a result: pbmserv admin board adjudicate"
                " {game} {number}.",
                number=number,
                game=tournament.game,
            )
        )
    call.work.divisions.rule(game, ruling)
    what = _counts_as(number, ruling, player)
    if division.ended_at is not None:
        what = Message("{what} The last table was changed by this: see the standings.", what=what)
    return _told(call, tournament, season, division.players, what, reason)


def _season_to_mend(call: Call, tournament: Tournament) -> Season:
    """The current season, or the last one if the next still waits."""
    season = season_of(call, tournament, for_change=True)
    if season.stage is Stage.WAITING and season.number > 1:
        return season_of(call, tournament, season.number - 1, for_change=True)
    return season


def _game(call: Call, tournament: Tournament, season: Season, number: int) -> tuple[Division, DivisionGame]:
    for division in call.work.divisions.of(season):
        for game in division.games:
            if game.number == number:
                return division, game
    raise Refusal(
        Message(
            "Season {season} of {tournament} has no board {number}.",
            season=season.number,
            tournament=tournament.name,
            number=number,
        )
    )


def _games_on(playing: list[Division]) -> list[DivisionGame]:
    games = [game for division in playing for game in division.games if game.score.state is State.ON]
    return sorted(games, key=lambda game: game.number)


def _counts_as(number: int, ruling: Ruling | None, winner: Player | None) -> Message:
    if winner is not None:
        return Message("Board {number} counts as won by {player}.", number=number, player=winner.userid)
    if ruling is Ruling.TIE:
        return Message("Board {number} counts as a tie.", number=number)
    if ruling is Ruling.VOID:
        return Message("Board {number} counts as not played.", number=number)
    return Message("Board {number} counts as it has ended.", number=number)


def _told(
    call: Call, tournament: Tournament, season: Season, players: tuple[Player, ...], what: Message, reason: str
) -> str:
    news = SeasonNews(call.at, what, reason)
    call.work.seasons.add_news(season, news)
    call.outcomes.append(Mended(tournament, season, tuple(dict.fromkeys(players)), news))
    return Message(
        "{tournament}, season {season}: {what}", tournament=tournament.name, season=season.number, what=what
    )
