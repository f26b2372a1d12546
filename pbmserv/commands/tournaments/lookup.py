"""Tournaments and games by the names that somebody has typed, and the words that close tournaments."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from pbmserv.commands.requests.context import Call
from pbmserv.games.base import Game, Refusal, word_of_option
from pbmserv.language.argument_types import HAS_A_MEANING, RESERVED_USERIDS, NewPassword
from pbmserv.language.command_spec import ArgumentType
from pbmserv.language.words import Misspelt, either

if TYPE_CHECKING:
    from pbmserv.storage.tournaments import Season, Tournament

MOST_NAMES = 200
"""With so many tournaments, at most, is compared what may be a slip of the finger."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,31}")


class TournamentName(ArgumentType):
    """The name of a tournament."""

    noun = "name of the tournament"

    def read(self, text: str) -> str:
        if not _NAME.fullmatch(text):
            raise Misspelt(
                "The name of a tournament is a letter, then letters, digits or '-', at most 32 in all: for example"
                " hex-league."
            )
        return text


class NewTournamentName(TournamentName):
    """A name that somebody chooses for a tournament."""

    is_published = True

    def read(self, text: str) -> str:
        if text.lower() in RESERVED_USERIDS:
            raise Misspelt(HAS_A_MEANING.replace("userid", "name"))
        return super().read(text)


class GameName(ArgumentType):
    """The name of a game."""

    noun = "game"


class JoinWord(ArgumentType):
    """The word of a closed tournament, as typed."""

    noun = "word"
    secret = True


class NewJoinWord(JoinWord):
    """A word that somebody chooses for a tournament of theirs."""

    def read(self, text: str) -> str:
        try:
            return NewPassword().read(text)
        except Misspelt as refusal:
            words = refusal.words.replace("A password", "The word of a closed tournament").replace("password", "word")
            raise Misspelt(f"{words} The name before it is one word itself.") from refusal


def known_tournament(call: Call, name: str) -> Tournament:
    """The tournament of that name.

    Raises `Refusal` where there is none. What was typed is not repeated: it may be a password in the wrong place.
    """
    found = call.work.tournaments.named(name)
    if found is None:
        going_on = [each.tournament.name for each in call.work.tournaments.listed(MOST_NAMES)]
        names = {each.lower(): each for each in going_on}
        near = [names[key] for key in get_close_matches(name.lower(), names, n=3, cutoff=0.75)]
        meant = f" Did you mean {either(near)}?" if near else ""
        raise Refusal(f'There is no tournament of this name here.{meant} "tournament list" shows those that go on.')
    return found


def season_of(call: Call, tournament: Tournament, number: int | None = None, for_change: bool = False) -> Season:
    """A season of a tournament by its number, or the last one. Raises `Refusal` where there is none."""
    season = call.work.seasons.of(tournament.id, number, for_change)
    if season is None:
        raise Refusal(f"{tournament.name} has no season {number}.")
    return season


def last_begun(call: Call, tournament: Tournament) -> Season:
    """The last season of which there is a table. Raises `Refusal` where there is none yet."""
    last = season_of(call, tournament)
    if last.begun_at is not None or call.work.divisions.count(last):
        return last
    if last.number == 1:
        raise Refusal(f"No season of {tournament.name} has begun yet, so there is no table.")
    return season_of(call, tournament, last.number - 1)


def chosen_parameters(catalogue: Mapping[str, Game[Any]], tournament: Tournament) -> str:
    """The parameters of a tournament's game that are not the usual ones, as they are typed."""
    game = catalogue.get(tournament.game)
    usual = {option.name: option.default for option in game.options} if game else {}
    return " ".join(
        f"-{name}={word_of_option(value)}"
        for name, value in tournament.options.items()
        if name not in usual or value != usual[name]
    )
