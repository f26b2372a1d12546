"""Commands by which players take part in tournaments: join, leave, create."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from pbmserv.commands.accounts.actions import refuse_a_known_word
from pbmserv.commands.playing.bots import own_bots, why_not_with
from pbmserv.commands.requests.authentication import check_word, hash_of
from pbmserv.commands.requests.budgets import check_confirmed
from pbmserv.commands.requests.command import Command
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.starting.challenge_faults import faults_of_times
from pbmserv.commands.starting.challenges import Challenge, terms_of
from pbmserv.commands.tournaments.lists import shown
from pbmserv.commands.tournaments.lookup import (
    GameName,
    JoinWord,
    NewJoinWord,
    NewTournamentName,
    TournamentName,
    known_tournament,
    season_of,
)
from pbmserv.games.base import Game, Option, OptionValue, Refusal
from pbmserv.language.argument_types import PLAYER
from pbmserv.language.command_spec import Argument, ParsedArgs
from pbmserv.language.words import Misspelt
from pbmserv.play.board import Player, Terms
from pbmserv.play.tournaments.ladder import FEWEST
from pbmserv.play.trusting import check_trust

if TYPE_CHECKING:
    from pbmserv.storage.tournaments import Season, Tournament

TERMS = ("nagtime", "forfeittime", "totaltime", "increment", "days", "unrated")
"""The options of a challenge that a tournament has, too."""
MOST_OF_A_PLAYER = 3
"""So many tournaments that have not ended a player can have set up."""
MOST_ENTERED = 1000
UNSEEN_FOR = timedelta(days=30)
"""Who has run out of time in the last season, and was not seen for so long, is not entered again."""


class TournamentJoin(Command):
    """Play in a tournament from its next season on.

    When the season begins, you get one letter with all of your boards. Everybody in your division is met once, all
    games at the same time, so there are up to nine boards; your limit of boards does not count here, since you have
    said that you want to play. In a tournament that goes on season after season you are entered again each time,
    until you leave. If it is closed, write its word after the name:

        tournament join alice secret7 spring-cup
        tournament join alice secret7 spring-cup WORD
    """

    words = ("tournament join",)
    arguments = (*PLAYER, Argument("name", TournamentName()), Argument("word", JoinWord(), optional=True))
    example = "tournament join alice secret7 spring-cup"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player = call.player
        check_confirmed(call, player)
        tournament = known_tournament(call, given["name"])
        if tournament.word_hash is not None:
            if given.get("word") is None:
                raise Misspelt(f"{tournament.name} is closed: its word is expected after the name.")
            check_word(call, player, tournament.word_hash, given["word"])
        enter(call, tournament, player)
        return shown(call, tournament, player, "joined")


class TournamentLeave(Command):
    """Do not play in the next season of a tournament.

    Boards that have begun go on: to give them up, resign on each of them.
    """

    words = ("tournament leave",)
    arguments = (*PLAYER, Argument("name", TournamentName()))
    example = "tournament leave alice secret7 spring-cup"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player = call.player
        tournament = known_tournament(call, given["name"])
        _check_it_can_be_left(call, tournament)
        if not call.work.tournaments.remove(tournament, [player]):
            raise Refusal(f"You are not entered for the next season of {tournament.name}, so you cannot leave it.")
        return shown(call, tournament, player, "left")


class TournamentCreate(Command):
    """Set up a tournament for your friends, or for everybody.

    You name the game, and choose a name for the tournament. With a word at the end it is closed: only those whom you
    tell the word can join. You have joined by this. It begins after a week, or after the days that --begins says, or
    with --players as soon as so many have joined; with fewer than three players it does not take place. Everybody
    meets everybody once, in divisions of at most ten, all games at once, and takes each seat about as often.

    The parameters of the game (-name=value) and the times are those of a challenge, and hold for all boards:

        tournament create alice secret7 hex spring-cup
        tournament create alice secret7 hex club-night WORD -size=9 --forfeittime=10 --players=4

    Only games for two can be played in a tournament.
    """

    words = ("tournament create",)
    arguments = (
        *PLAYER,
        Argument("game", GameName()),
        Argument("name", NewTournamentName()),
        Argument("word", NewJoinWord(), optional=True),
    )
    options = (
        *(option for option in Challenge.options if option.name in TERMS),
        Option("begins", 7, "days until it begins", low=1, high=90),
        Option("players", 0, "it begins as soon as so many have joined, 0 to wait for the day", low=0, high=100),
        Option("bots", False, "machine players can join, too"),
    )
    names_game_in = "game"
    takes_game_parameters = True
    example = "tournament create alice secret7 hex spring-cup"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        from pbmserv.storage.tournaments import Tournament

        player = call.player
        check_confirmed(call, player)
        if call.work.tournaments.going_on_of(player) >= MOST_OF_A_PLAYER:
            raise Refusal(
                f"{MOST_OF_A_PLAYER} tournaments that you have set up have not ended yet: that is the most."
            )
        if faults := list(faults_of_times(given)):
            raise Misspelt(" ".join(faults))
        word: str | None = given.get("word")
        if word is not None:
            refuse_a_known_word(call, word)
        tournament = Tournament(
            name=given["name"],
            game=call.rules.word,
            options=options_of(call.rules, given.parameters),
            terms=terms_of(given),
            bots=bool(given.options["bots"]),
            size=_size(given.number("players")),
            owner=player,
            word_hash=hash_of(call, word) if word is not None else None,
        )
        stored = set_up(call, tournament, timedelta(days=given.number("begins")))
        enter(call, stored, player)
        return shown(call, stored, player, "created")


def set_up(call: Call, tournament: Tournament, begins: timedelta) -> Tournament:
    """Store a new tournament. Raises `Refusal` where its game does not fit, or its name is taken."""
    game = call.catalogue[tournament.game]
    if 2 not in game.seats:
        raise Refusal(f"{game.name} is not for two players, and only such games can be played in a tournament.")
    if not call.work.games.is_open(game.word):
        raise Refusal(f"{game.name} is closed to new challenges at present; boards that have begun go on.")
    game.check_options(tournament.options, 2)
    check_trust(game, tournament.options, tournament.terms)
    if tournament.bots and (why := game.on_trust(tournament.options)):
        raise Refusal(f"{why} So bots of this server do not play in such a tournament.")
    stored = call.work.tournaments.add(tournament, call.at + begins, call.at)
    if stored is None:
        raise Refusal("There is, or was, another tournament of this name: please choose another one.")
    return stored


def enter(call: Call, tournament: Tournament, player: Player) -> None:
    """Have somebody play from the next season on. Raises `Refusal`."""
    store = call.work.tournaments
    season = season_of(call, tournament, for_change=True)
    _check_it_takes_players(tournament, season)
    check_it_lets_in(call, tournament, player)
    if store.count_entrants(tournament) >= MOST_ENTERED:
        raise Refusal(f"{MOST_ENTERED} players have joined {tournament.name}: that is the most.")
    if not store.enter(tournament, player, call.at):
        if not tournament.recurring or call.work.seasons.seen_since(tournament.id, player, call.at - UNSEEN_FOR):
            raise Refusal(f"{player.userid} has joined {tournament.name} already.")
        # The clock may be about to leave them out, since nobody has seen them: now somebody has.
        store.saw(tournament.name, player, call.at)
    if season.takes_players and tournament.begins_early_with(store.count_entrants(tournament)):
        # Its day stays: who leaves in the minute until the clock looks puts it back to that.
        call.work.seasons.change(season, due_at=call.at)


def check_it_lets_in(call: Call, tournament: Tournament, player: Player) -> None:
    """Raise `Refusal` for a bot where none may play, and for one of the server's own that does not play the game."""
    if not call.work.players.bots([player]):
        return
    if not tournament.bots:
        raise Refusal(f"{player.userid} is a machine player, and none of these play in {tournament.name}.")
    if own := own_bots(call, [player]):
        about_game = replace(call, game=call.catalogue[tournament.game])
        if reasons := list(why_not_with(about_game, own, [player], are_all=False)):
            raise Refusal(" ".join(reasons))


def options_of(game: Game[object], chosen: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """The options of a game, as chosen or as they are by default."""
    return {option.name: option.default for option in game.options} | dict(chosen)


def terms_with_event(terms: Terms, event: str) -> Terms:
    """The terms of a tournament for the boards of one of its divisions."""
    return Terms(**{**vars(terms), "event": event})


def _check_it_takes_players(tournament: Tournament, season: Season) -> None:
    if tournament.ended_at is not None:
        raise Refusal(f"{tournament.name} is over.")
    if not tournament.recurring and not season.takes_players:
        raise Refusal(f"{tournament.name} has begun already.")


def _check_it_can_be_left(call: Call, tournament: Tournament) -> None:
    if tournament.ended_at is not None:
        raise Refusal(f"{tournament.name} is over.")
    # The season is kept from the clock, so that nobody leaves in the moment in which their boards begin.
    if not season_of(call, tournament, for_change=True).takes_players and not tournament.recurring:
        raise Refusal(
            f"{tournament.name} has begun already, and has one season only, so there is nothing to leave. To give up"
            " a game of it, resign there (help resign)."
        )


def _size(players: int) -> int | None:
    if 0 < players < FEWEST:
        raise Misspelt(f"--players has to be {FEWEST} or more, or 0 to wait for the day.")
    return players or None
