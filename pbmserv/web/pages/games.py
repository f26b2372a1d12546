"""The page of a game: rules, players, boards, and one's own preferences."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from starlette.responses import RedirectResponse, Response

from pbmserv.commands.boards.queries import FinishedGames
from pbmserv.commands.help.generated import parts_of_game_page
from pbmserv.commands.requests.context import Call
from pbmserv.games.base import Game
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.diagrams import BadDiagram, Diagram
from pbmserv.games.other_words import game_called
from pbmserv.games.picture import picture_of_lines
from pbmserv.locale.catalogs import ENGLISH, catalog_of, speaking
from pbmserv.pictures.circuit_breaker import RESTING
from pbmserv.pictures.sides import drawn_by
from pbmserv.pictures.svg import svg_in_little, svg_of
from pbmserv.play.kept import Kept
from pbmserv.web.flash_words import flash_words
from pbmserv.web.lobby import seen_by
from pbmserv.web.page_context import NotThere, PageContext
from pbmserv.web.pages.help_pages import MOST_RULES, rules_of
from pbmserv.web.play_now_form import play_now
from pbmserv.web.routing import page

FEW = 8
"""How many boards and players a game's page shows."""
ON_A_PAGE = 50
_KEPT_FOR_A_DAY = "public, max-age=86400"
_SMALL: Kept[tuple[Game[Any], str], str] = Kept(MOST_RULES)


def game_of(asked: PageContext) -> Game[Any]:
    """The game of the page. Raises `NotThere`."""
    game = asked.site.catalogue.get(asked.path("game").lower())
    if game is None:
        raise NotThere("There is no such page here, and no game of that name.")
    return game


def _game(asked: PageContext) -> Response:
    game = game_of(asked)
    me = asked.player

    def facts(call: Call) -> dict[str, Any]:
        standings, more = call.work.standings.page(game.word, 1, FEW)
        return {
            "now": call.at,
            "play_now": play_now(asked, call, [game]),
            "is_open": call.work.games.is_open(game.word),
            "count": call.work.games.counts([game.word])[game.word],
            "boards": call.work.listing.boards(game.word, None, FEW),
            "waiting": seen_by(call, me, call.work.open_challenges.listed([game.word], call.at, FEW, me)),
            "standings": standings,
            "more_standings": more,
            "seekers": call.work.standings.seekers(game.word, FEW),
            "wish": call.work.game_limits.of(game.word, [me])[me] if me else None,
            "invited": sum(len(each.guests) for each in call.work.invitations.of(me, call.at, game.word))
            if me
            else 0,
            "watched": call.work.watching.of(me).get(game.word) if me else None,
            "told_of_ends": call.work.watching.of(me, only_the_end=True).get(game.word) if me else None,
        }

    number, step = _number(asked.given("diagram")), _number(asked.given("step"))
    rules = rules_of(asked.site, game, asked.language)
    shown = rules.article if number is None or step is None else rules.showing(number, step)
    return asked.page(
        "game", game=game, rules=shown, text_language=shown.language, **asked.site.office.look_up(facts)
    )


def _standings(asked: PageContext) -> Response:
    game = game_of(asked)
    number = asked.given("page", "1")
    page_number = int(number) if number.isascii() and number.isdigit() and 1 <= int(number[:4]) <= 999 else 1
    people = ["people"] if asked.given("who") == "people" else []
    answer = asked.look("standings", *people, str(page_number), game=game.word)
    if not answer.ok:
        raise NotThere(answer.error or "")
    return asked.page("standings", game=game, shown=answer.came_of_it, **_now(asked))


def _boards(asked: PageContext) -> Response:
    game = game_of(asked)
    before = _number(asked.given("before"))

    def facts(call: Call) -> dict[str, Any]:
        lines = call.work.listing.boards(game.word, before, ON_A_PAGE + 1)
        more = f"?before={lines[ON_A_PAGE - 1].number}" if len(lines) > ON_A_PAGE else ""
        return {"now": call.at, "lines": lines[:ON_A_PAGE], "more": more, "first": "?" if before else ""}

    return asked.page("boards", game=game, **asked.site.office.look_up(facts))


def _history(asked: PageContext) -> Response:
    game = game_of(asked)
    before, below = _moment(asked.given("before")), _number(asked.given("below")) or 0

    def facts(call: Call) -> dict[str, Any]:
        ended = FinishedGames(call.work.connection).of_game(game.word, before, below, ON_A_PAGE + 1)
        last = ended[ON_A_PAGE - 1] if len(ended) > ON_A_PAGE else None
        more = f"?before={last.ending.at.timestamp():.6f}&below={last.number}" if last else ""
        return {"now": call.at, "ended": ended[:ON_A_PAGE], "more": more, "first": "?" if before else ""}

    return asked.page("history", game=game, **asked.site.office.look_up(facts))


def _wish(asked: PageContext) -> Response:
    """Set preferences for a game: the commands accept, reject, limit and seek."""
    game, what, number = game_of(asked), asked.form.get("what", ""), asked.form.get("number", "").strip()
    if what not in {"accept", "reject", "limit", "seek"}:
        raise NotThere
    words = [number] if what in {"limit", "seek"} and number else []
    answer = asked.carry_out_as_me(what, *words, game=game.word)
    return _done_for_game(asked, game, answer)


def _uninvite(asked: PageContext) -> Response:
    game = game_of(asked)
    return _done_for_game(asked, game, asked.carry_out_as_me("uninvite", game=game.word))


def _follow(asked: PageContext) -> Response:
    game, what = game_of(asked), asked.form.get("what", "")
    if what not in {"subscribe", "unsubscribe", "notify"}:
        raise NotThere
    boards = asked.form.get("boards", "").replace(",", " ").split() or ["all"]
    answer = asked.carry_out_as_me(what, *boards, game=game.word)
    return _done_for_game(asked, game, answer)


def _done_for_game(asked: PageContext, game: Game[Any], answer: Any) -> Response:
    if not answer.ok:
        return asked.refused("refused", answer, back=f"/{game.word}#you", title=game.name)
    return asked.go_to(f"/{game.word}#you", flash_words(answer))


def _small_picture(asked: PageContext) -> Response:
    game = game_of(asked)
    drawn = _in_the_language(asked, game)
    if drawn:
        headers = {"Cache-Control": _KEPT_FOR_A_DAY, "Vary": "Accept-Language, Cookie"}
        return Response(drawn, media_type="image/svg+xml", headers=headers)
    characters = svg_of(picture_of_lines(game.draw(_example_position(game), None)))
    return Response(characters, media_type="image/svg+xml", headers={"Cache-Control": "no-cache"})


def _in_the_language(asked: PageContext, game: Game[Any]) -> str | None:
    """A game's small picture; one that has words is another one for who reads another language."""
    with speaking(catalog_of(asked.language)):
        known = _SMALL.find((game, "")) or _SMALL.find((game, asked.language or ENGLISH))
        return known or RESTING.tried(game.word, lambda: _draw_small(game, asked.language or ENGLISH))


def _draw_small(game: Game[Any], language: str) -> str:
    picture = drawn_by(game, _example_position(game), None)
    return _SMALL.keep((game, language if picture.has_words else ""), svg_in_little(picture))


def _example_position(game: Game[Any]) -> Any:
    """An example position with some moves made, or else the start."""
    for part in parts_of_game_page(game):
        if isinstance(part, Diagram):
            try:
                return part.position(game)
            except BadDiagram:
                break
    options = {option.name: option.default for option in game.options}
    return game.start(options, game.seats[0], Chance(bytes(SEED_BYTES), "start"))


def _now(asked: PageContext) -> dict[str, Any]:
    return {"now": asked.site.office.look_up(lambda call: call.at)}


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromtimestamp(float(text[:20]), UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _elsewhere(asked: PageContext) -> Response:
    return RedirectResponse(f"/{game_of(asked).word}", 303)


def _old_list(asked: PageContext) -> Response:
    word = game_called(next(iter(asked.http.query_params), ""), asked.site.catalogue)
    if word is None:
        raise NotThere("There is no such page here, and no game of that name.")
    return RedirectResponse(f"/{word}/boards", 301)


ROUTES = [
    page("/List.php", _old_list),
    page("/pbmserv/List.php", _old_list),
    page("/pictures/{game}.svg", _small_picture),
    page("/{game}/standings", _standings),
    page("/{game}/boards", _boards),
    page("/{game}/history", _history),
    page("/{game}/wish", _elsewhere, _wish),
    page("/{game}/uninvite", _elsewhere, _uninvite),
    page("/{game}/follow", _elsewhere, _follow),
    page("/{game}", _game),
]
