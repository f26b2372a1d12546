"""Tournaments: lists, tables, and the forms to join, leave or create one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.responses import Response

from pbmserv.commands.requests.context import Call
from pbmserv.commands.tournaments.actions import (
    MOST_DIVISIONS,
    TournamentCreate,
    TournamentShown,
    chosen_parameters,
    season_of,
)
from pbmserv.commands.tournaments.seasons import lines_of
from pbmserv.games.base import Refusal
from pbmserv.games.message import Message
from pbmserv.letters.times import times_in_words
from pbmserv.play.board import Player
from pbmserv.play.tournaments.table import State
from pbmserv.storage.divisions import Division
from pbmserv.storage.tournaments import Season, Tournament
from pbmserv.web.flash_words import flash_words
from pbmserv.web.flipping import small_picture
from pbmserv.web.page_context import NotThere, PageContext
from pbmserv.web.pages.new_game import chosen_in
from pbmserv.web.routing import page

ON_A_PAGE = 50
LAST_SEASONS = 20
MOST_IN_LITTLE = 12
"""The number of boards being played of which a page shows small pictures."""


def _list(asked: PageContext) -> Response:
    me, after = asked.player, asked.given("after")[:32]

    def facts(call: Call) -> dict[str, Any]:
        found = call.work.tournaments.listed(ON_A_PAGE + 1, after)
        return {
            "now": call.at,
            "listed": found[:ON_A_PAGE],
            "more": f"?after={found[ON_A_PAGE - 1].tournament.name}" if len(found) > ON_A_PAGE else "",
            "mine": call.work.tournaments.of_player(me, ON_A_PAGE) if me else [],
        }

    return asked.page("tournaments", **asked.site.office.look_up(facts))


def _show(asked: PageContext) -> Response:
    return asked.page("tournament", refusal=None, **_facts(asked))


def _join_or_leave(asked: PageContext) -> Response:
    name, word = asked.path("name"), asked.form.get("word", "").strip()
    what = "leave" if asked.form.get("do") == "leave" else "join"
    answer = asked.carry_out_as_me(f"tournament {what}", name, *([word] if word and what == "join" else []))
    if not answer.ok:
        return asked.refused("tournament", answer, **_facts(asked))
    return asked.go_to(f"/tournaments/{name}", flash_words(answer).partition("\n")[0])


def _facts(asked: PageContext) -> dict[str, Any]:
    name, me = asked.path("name"), asked.player
    answer = asked.look("tournament show", name)
    if not isinstance(answer.came_of_it, TournamentShown):
        raise NotThere(answer.error or "There is no tournament of this name here.")
    shown = answer.came_of_it

    def facts(call: Call) -> dict[str, Any]:
        last = shown.season.number
        season = shown.season if shown.divisions or last == 1 else season_of(call, shown.tournament, last - 1)
        tables = _tables(call, season, 1, MOST_DIVISIONS)
        return {
            "is_entered": me is not None and call.work.tournaments.is_entered(shown.tournament, me),
            "season": season,
            "tables": tables,
            "boards": _being_played(tables, me),
            "bots": _bots(call, shown.tournament, [*shown.entered, *_players(tables)]),
        }

    return {
        "shown": shown,
        "chosen": chosen_parameters(asked.site.catalogue, shown.tournament),
        "times": times_in_words(shown.tournament.terms),
        "small_picture": small_picture,
        "seasons": range(shown.season.number, max(shown.season.number - LAST_SEASONS, 0), -1),
        **asked.site.office.look_up(facts),
    }


def _season(asked: PageContext) -> Response:
    """The tables of a season, or of one of its divisions."""
    number = asked.http.path_params["season"]
    division: int | None = asked.http.path_params.get("division")
    first = division or _number(asked.given("from"))

    def facts(call: Call) -> dict[str, Any]:
        tournament = call.work.tournaments.named(asked.path("name"))
        if tournament is None:
            raise NotThere("There is no tournament of this name here.")
        try:
            season = season_of(call, tournament, number)
        except Refusal as refusal:
            raise NotThere(refusal.words) from refusal
        tables = _tables(call, season, first, 1 if division else MOST_DIVISIONS + 1)
        if division and not (tables and tables[0][0].number == division):
            raise NotThere(
                Message(
                    "Season {number} of {tournament} has no such division that has begun.",
                    number=number,
                    tournament=tournament.name,
                )
            )
        return {
            "tournament": tournament,
            "season": season,
            "division": division,
            "tables": tables[:MOST_DIVISIONS],
            "bots": _bots(call, tournament, _players(tables)),
            "more": f"?from={tables[MOST_DIVISIONS][0].number}" if len(tables) > MOST_DIVISIONS else "",
        }

    return asked.page("season", **asked.site.office.look_up(facts))


def _new(asked: PageContext) -> Response:
    return asked.page("tournament_new", refusal=None, **_form(asked, asked.given("game"), {}))


def _create(asked: PageContext) -> Response:
    form = asked.form
    facts = _form(asked, form.get("game", ""), form)
    name, word = form.get("name", "").strip(), form.get("word", "").strip()
    options = {each.option.name: each.value for each in (*facts["parameters"], *facts["terms"]) if not each.is_usual}
    values = [form.get("game", ""), name, *([word] if word else [])]
    answer = asked.carry_out_as_me("tournament create", *values, options=options)
    if isinstance(answer.came_of_it, TournamentShown):
        return asked.go_to(
            f"/tournaments/{answer.came_of_it.tournament.name}",
            Message("You have set up {tournament}.", tournament=name),
        )
    return asked.refused("tournament_new", answer, **facts)


def _form(asked: PageContext, word: str, form: Any) -> dict[str, Any]:
    games = sorted((game for game in asked.site.catalogue.values() if 2 in game.seats), key=lambda game: game.name)
    game = next((each for each in games if each.word == word), None)
    return {
        "me": asked.me,
        "games": games,
        "game": game,
        "chosen_name": form.get("name", ""),
        "parameters": chosen_in(game.options, "game", form) if game else [],
        "terms": chosen_in(TournamentCreate.options, "terms", form),
    }


def _tables(call: Call, season: Season, first: int, limit: int) -> list[tuple[Division, Any]]:
    return [(each, lines_of(each)) for each in call.work.divisions.of(season, first, limit)]


def _being_played(tables: Sequence[tuple[Division, Any]], me: Player | None) -> list[tuple[int, list[Player]]]:
    """The first boards of these divisions that are on, a player's own before others, with who plays there."""
    found = [
        (game.number, [division.places[place].player for place in (game.score.first, game.score.second)])
        for division, _ in tables
        for game in division.games
        if game.score.state is State.ON
    ]
    return sorted(found, key=lambda each: me not in each[1])[:MOST_IN_LITTLE]


def _players(tables: Sequence[tuple[Division, Any]]) -> list[Player]:
    return [place.player for division, _ in tables for place in division.places]


def _bots(call: Call, tournament: Tournament, players: Sequence[Player]) -> set[str]:
    """The names of the bots among the players, if bots may play."""
    return {bot.userid for bot in call.work.players.bots(players)} if tournament.bots else set()


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= 9999 else 1


ROUTES = [
    page("/tournaments", _list),
    page("/tournaments/new", _new, _create, hashes=True),
    page("/tournaments/{name}", _show, _join_or_leave, hashes=True),
    page("/tournaments/{name}/{season:number}", _season),
    page("/tournaments/{name}/{season:number}/{division:number}", _season),
]
