"""Commands about tournaments: list, show, standings, join, leave, create; and how tournaments are called."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from pbmserv.commands.accounts.actions import refuse_a_known_word
from pbmserv.commands.accounts.bots import own_bots, why_not_with
from pbmserv.commands.requests.authentication import check_word, hash_of
from pbmserv.commands.requests.confirmed_addresses import check_confirmed
from pbmserv.commands.requests.context import Call, Command
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.starting.challenge_faults import faults_of_times
from pbmserv.commands.starting.challenges import Challenge, terms_of
from pbmserv.games.base import Game, Option, OptionValue, Refusal
from pbmserv.games.message import Message, in_a_row, in_turn
from pbmserv.language.argument_types import PLAYER, RESERVED_USERIDS, NewSecret, Number
from pbmserv.language.command_spec import Argument, ArgumentType, ParsedArgs
from pbmserv.language.words import Misspelt, either, find
from pbmserv.letters.times import parameters_in_words
from pbmserv.play.board import Player, Terms
from pbmserv.play.tournaments.ladder import FEWEST
from pbmserv.play.trusting import check_trust

if TYPE_CHECKING:
    from pbmserv.storage.divisions import Division
    from pbmserv.storage.tournaments import Listed, Season, SeasonNews, Tournament


MOST_NAMES = 200
"""The maximum number of names compared for misspellings."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,31}")


class TournamentName(ArgumentType):
    noun = "name of the tournament"

    def read(self, text: str) -> str:
        if not _NAME.fullmatch(text):
            raise Misspelt(
                "The name of a tournament is a letter, then letters, digits or '-', at most 32 in all: for example"
                " hex-league."
            )
        return text


class NewTournamentName(TournamentName):
    is_published = True

    def read(self, text: str) -> str:
        if text.lower() in RESERVED_USERIDS:
            raise Misspelt("This name has a meaning of its own here: please choose another name.")
        return super().read(text)


class GameName(ArgumentType):
    noun = "game"


class JoinWord(ArgumentType):
    noun = "word"
    secret = True


class NewJoinWord(NewSecret):
    noun = "word"
    unfit = (
        "The word of a closed tournament has {shortest} to {longest} printable characters, without blanks. The name"
        " before it is one word itself."
    )
    begins_badly = (
        "The word of a closed tournament cannot begin with '-' or '\"': those have a meaning in commands. The name"
        " before it is one word itself."
    )
    on_our_pages = (
        "This word is an example on our pages, for all to read: please think of your own. The name before it is one"
        " word itself."
    )


def known_tournament(call: Call, name: str) -> Tournament:
    """The tournament with this name.

    Raises `Refusal`, which does not repeat what was typed: it may be a misplaced password.
    """
    found = call.work.tournaments.named(name)
    if found is None:
        near = near_tournaments(call, name)
        if not near:
            raise Refusal('There is no tournament of this name here. "tournament list" shows those that go on.')
        raise Refusal(
            Message(
                "There is no tournament of this name here. Did you mean {tournaments}?"
                ' "tournament list" shows those that go on.',
                tournaments=either(near),
            )
        )
    return found


def near_tournaments(call: Call, name: str) -> list[str]:
    """The names of tournaments that go on and are nearly called so."""
    names = {each.tournament.name.lower(): each.tournament.name for each in call.work.tournaments.listed(MOST_NAMES)}
    return [names[key] for key in get_close_matches(name.lower(), names, n=3, cutoff=0.75)]


def season_of(call: Call, tournament: Tournament, number: int | None = None, for_change: bool = False) -> Season:
    """A season by number, or the last one. Raises `Refusal` if there is none."""
    season = call.work.seasons.of(tournament.id, number, for_change)
    if season is None:
        raise Refusal(Message("{tournament} has no season {number}.", tournament=tournament.name, number=number))
    return season


def last_begun(call: Call, tournament: Tournament) -> Season:
    """The last season with a table. Raises `Refusal` if there is none yet."""
    last = season_of(call, tournament)
    if last.begun_at is not None or call.work.divisions.count(last):
        return last
    if last.number == 1:
        raise Refusal(
            Message("No season of {tournament} has begun yet, so there is no table.", tournament=tournament.name)
        )
    return season_of(call, tournament, last.number - 1)


def chosen_parameters(catalogue: Mapping[str, Game[Any]], tournament: Tournament) -> str:
    """The game's parameters that are not as usual, in words: `size 5`."""
    chosen = parameters_in_words(tournament.options, catalogue.get(tournament.game))
    return in_a_row(*chosen) if chosen else ""


class TournamentsListed(Outcome, frozen=True):
    """The current tournaments, of one `game` if given, and whether there are more."""

    written_by = "tournaments.letters:of_list"

    listed: tuple[Listed, ...]
    more: bool
    game: str = ""
    others: bool = False
    """Whether there are tournaments of other games, if none of this one."""


class TournamentShown(Outcome, frozen=True):
    """A tournament, and what a player has just done: `created`, `joined`, `left`, or nothing.

    `entered` are some of the next season's `count` entrants. `player` is the author.
    """

    written_by = "tournaments.letters:of_tournament"

    tournament: Tournament
    season: Season
    entered: tuple[Player, ...]
    count: int
    divisions: int
    news: tuple[SeasonNews, ...]
    player: Player | None = None
    done: str = ""


class TablesShown(Outcome, frozen=True):
    """Divisions of a season with tables, and the number of the next one, if any."""

    written_by = "tournaments.letters:of_tables"

    tournament: Tournament
    season: Season
    divisions: tuple[Division, ...]
    next: int | None


MOST_DIVISIONS = 10
"""The maximum number of divisions shown at once: 450 games."""
ON_A_PAGE = 50
ENTERED_SHOWN = 100
NEWS_SHOWN = 10
MOST = 9999


class TournamentList(Command):
    """See the tournaments that you can join or watch, or those of one game.

    For each you see the game, whether it goes on season after season, how it stands, and how many have joined for
    the season that begins next.
    """

    words = ("tournament list",)
    arguments = (Argument("game", GameName(), optional=True),)
    reads_only = True
    example = "tournament list"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        typed = given.get("game")
        game = find(typed, call.catalogue, "The game is not the name of a game here.") if typed is not None else None
        found = call.work.tournaments.listed(ON_A_PAGE + 1, game=game)
        others = not found and game is not None and bool(call.work.tournaments.listed(1))
        return TournamentsListed(tuple(found[:ON_A_PAGE]), len(found) > ON_A_PAGE, game or "", others)


class TournamentShow(Command):
    """See what is played in a tournament, by which terms, when it begins, and who has joined."""

    words = ("tournament show",)
    arguments = (Argument("name", TournamentName()),)
    reads_only = True
    example = "tournament show spring-cup"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        return shown(call, known_tournament(call, given["name"]))


class TournamentStandings(Command):
    """See the tables of a tournament: of the season that is being played, or was played last, or of another one.

    A line has a place in the table for each of the others: 1 for a game that is won, ½ for a tie, 0 for one that is
    lost, and a dot for one that is being played. Where there are many divisions, ask for the one from which to go on:

        tournament standings spring-cup 1
        tournament standings spring-cup 1 1
    """

    words = ("tournament standings",)
    arguments = (
        Argument("name", TournamentName()),
        Argument("season", Number("season", MOST), optional=True),
        Argument("division", Number("division", MOST), optional=True),
    )
    reads_only = True
    example = "tournament standings spring-cup"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        tournament = known_tournament(call, given["name"])
        number = given.get("season")
        season = season_of(call, tournament, number) if number is not None else last_begun(call, tournament)
        first = given.get("division") or 1
        found = call.work.divisions.of(season, first, MOST_DIVISIONS + 1)
        if not found:
            raise Refusal(
                Message(
                    "Season {season} of {tournament} has no division {division} that has begun.",
                    season=season.number,
                    tournament=tournament.name,
                    division=first,
                )
            )
        more = found[MOST_DIVISIONS].number if len(found) > MOST_DIVISIONS else None
        return TablesShown(tournament, season, tuple(found[:MOST_DIVISIONS]), more)


def shown(call: Call, tournament: Tournament, player: Player | None = None, done: str = "") -> TournamentShown:
    """A tournament as it stands, and what a player has just done."""
    store = call.work.tournaments
    season = season_of(call, tournament)
    return TournamentShown(
        tournament,
        season,
        tuple(store.entrants(tournament, ENTERED_SHOWN)),
        store.count_entrants(tournament),
        call.work.divisions.count(season),
        tuple(call.work.seasons.news(season, NEWS_SHOWN)),
        player,
        done,
    )


TERMS = ("nagtime", "forfeittime", "totaltime", "increment", "days", "unrated")
"""The options that tournaments share with challenges."""
MOST_OF_A_PLAYER = 3
"""The limit on a player's own unfinished tournaments."""
MOST_ENTERED = 1000
UNSEEN_FOR = timedelta(days=30)
"""A player who ran out of time and was not seen for this long is not entered again."""


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
                raise Misspelt(
                    Message(
                        "{tournament} is closed: its word is expected after the name.", tournament=tournament.name
                    )
                )
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
            raise Refusal(
                Message(
                    "You are not entered for the next season of {tournament}, so you cannot leave it.",
                    tournament=tournament.name,
                )
            )
        return shown(call, tournament, player, "left")


class TournamentCreate(Command):
    """Set up a tournament for your friends, or for everybody.

    You name the game, and choose a name for the tournament. With a word at the end it is closed: only those whom you
    tell the word can join. You have joined by this. It begins after a week, or after the days that --begins says, or
    with --players as soon as so many have joined; with fewer than three players it does not take place. Everybody
    meets everybody once, in divisions of at most ten, all games at once, and takes each seat about as often.

    The parameters of the game (-name=value) and the times are those of a challenge, and hold for all boards:

        tournament create alice secret7 hex spring-cup
        tournament create alice secret7 hex club-night WORD -size=9 --players=4

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
        # Of two that are set up at the same moment, the second counts the first.
        call.work.players.hold(player)
        if call.work.tournaments.going_on_of(player) >= MOST_OF_A_PLAYER:
            raise Refusal(
                Message(
                    "{most} tournaments that you have set up have not ended yet: that is the most.",
                    most=MOST_OF_A_PLAYER,
                )
            )
        if faults := list(faults_of_times(given)):
            raise Misspelt(in_turn(*faults))
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
    """Store a new tournament. Raises `Refusal` if its game does not fit or its name is taken."""
    game = call.catalogue[tournament.game]
    if 2 not in game.seats:
        raise Refusal(
            Message(
                "{game} is not for two players, and only such games can be played in a tournament.", game=game.name
            )
        )
    if not call.work.games.is_open(game.word):
        raise Refusal(
            Message("{game} is closed to new challenges at present; boards that have begun go on.", game=game.name)
        )
    game.check_options(tournament.options, 2)
    check_trust(game, tournament.options, tournament.terms)
    if tournament.bots and (why := game.on_trust(tournament.options)):
        raise Refusal(Message("{why} So bots of this server do not play in such a tournament.", why=Message(why)))
    stored = call.work.tournaments.add(tournament, call.at + begins, call.at)
    if stored is None:
        raise Refusal("There is, or was, another tournament of this name: please choose another one.")
    return stored


def enter(call: Call, tournament: Tournament, player: Player) -> None:
    """Enter a player for the next season. Raises `Refusal`."""
    store = call.work.tournaments
    season = season_of(call, tournament, for_change=True)
    _check_it_takes_players(tournament, season)
    check_it_lets_in(call, tournament, player)
    if store.count_entrants(tournament) >= MOST_ENTERED:
        raise Refusal(
            Message(
                "{most} players have joined {tournament}: that is the most.",
                most=MOST_ENTERED,
                tournament=tournament.name,
            )
        )
    if not store.enter(tournament, player, call.at):
        if not tournament.recurring or call.work.seasons.seen_since(tournament.id, player, call.at - UNSEEN_FOR):
            raise Refusal(
                Message("{player} has joined {tournament} already.", player=player.userid, tournament=tournament.name)
            )
        # The clock may be about to leave them out, since nobody has seen them: now somebody has.
        store.saw(tournament.name, player, call.at)
    if season.takes_players and tournament.begins_early_with(store.count_entrants(tournament)):
        # Its day stays: who leaves in the minute until the clock looks puts it back to that.
        call.work.seasons.change(season, due_at=call.at)


def check_it_lets_in(call: Call, tournament: Tournament, player: Player) -> None:
    """Raise `Refusal` for a bot if none may play, or if it does not play the game."""
    if not call.work.players.bots([player]):
        return
    if not tournament.bots:
        raise Refusal(
            Message(
                "{player} is a machine player, and none of these play in {tournament}.",
                player=player.userid,
                tournament=tournament.name,
            )
        )
    if own := own_bots(call, [player]):
        about_game = replace(call, game=call.catalogue[tournament.game])
        if reasons := list(why_not_with(about_game, own, [player], are_all=False)):
            raise Refusal(in_turn(*reasons))


def options_of(game: Game[object], chosen: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """The options of a game, chosen or default."""
    return {option.name: option.default for option in game.options} | dict(chosen)


def terms_with_event(terms: Terms, event: str) -> Terms:
    return Terms(**{**vars(terms), "event": event})


def takes_players(tournament: Tournament, season: Season) -> bool:
    """Whether a tournament can be joined now, for this season or the next."""
    return tournament.ended_at is None and (tournament.recurring or season.takes_players)


def _check_it_takes_players(tournament: Tournament, season: Season) -> None:
    if tournament.ended_at is not None:
        raise Refusal(Message("{tournament} is over.", tournament=tournament.name))
    if not tournament.recurring and not season.takes_players:
        raise Refusal(Message("{tournament} has begun already.", tournament=tournament.name))


def _check_it_can_be_left(call: Call, tournament: Tournament) -> None:
    if tournament.ended_at is not None:
        raise Refusal(Message("{tournament} is over.", tournament=tournament.name))
    # The season is kept from the clock, so that nobody leaves in the moment in which their boards begin.
    if not season_of(call, tournament, for_change=True).takes_players and not tournament.recurring:
        raise Refusal(
            Message(
                "{tournament} has begun already, and has one season only, so there is nothing to leave. To"
                " give up a game of it, resign there (help resign).",
                tournament=tournament.name,
            )
        )


def _size(players: int) -> int | None:
    if 0 < players < FEWEST:
        raise Misspelt(Message("--players has to be {fewest} or more, or 0 to wait for the day.", fewest=FEWEST))
    return players or None
