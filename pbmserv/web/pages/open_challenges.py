"""The lobby: who waits for players, with buttons to join, and to wait oneself."""

from __future__ import annotations

from typing import Any

from starlette.responses import RedirectResponse, Response

from pbmserv.commands.accounts.bots import some_play
from pbmserv.commands.accounts.first_game import weakest_bot
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Started
from pbmserv.commands.starting.anyone import WaitingBesideBot
from pbmserv.games.message import Message
from pbmserv.post_office import Answer
from pbmserv.web.awaited import MOST
from pbmserv.web.flash_words import flash_words
from pbmserv.web.lobby import MOST_LOOKED_AT, lobby_for
from pbmserv.web.page_context import NotThere, PageContext
from pbmserv.web.pages.games import game_of
from pbmserv.web.routing import page

PATH = "/open"
PACES = {"3": Message("3 days"), "7": Message("a week"), "21": Message("3 weeks")}
"""How long a move may take, by the value of --forfeittime."""
USUAL_PACE = "21"
MOST_BUTTONS = 12
"""The number of games with a button of their own; the others are in a list."""


def _show(asked: PageContext) -> Response:
    return asked.page("open", refusal=None, pace=USUAL_PACE, meanwhile=True, **_facts(asked))


def _facts(asked: PageContext) -> dict[str, Any]:
    me = asked.player

    def facts(call: Call) -> dict[str, Any]:
        lobby = lobby_for(call, me, call.work.games.counts(asked.site.catalogue))
        return {
            "now": call.at,
            "lobby": lobby,
            "first": lobby.games[:MOST_BUTTONS],
            "others": sorted(lobby.games[MOST_BUTTONS:], key=lambda game: game.name.lower()),
            "paces": PACES,
            "bots_play": some_play(call),
            "must_confirm": bool(me and call.work.addresses.without_confirmed([me])),
            "seats": call.work.substitutes.free_seats(call.catalogue, MOST_LOOKED_AT),
        }

    shown = asked.site.office.look_up(facts)
    asked.waits_for([each.challenge for each in shown["lobby"].mine])
    return shown


def _wait(asked: PageContext) -> Response:
    """Play with anyone: join what fits, or wait; with a bot meanwhile, where one plays the game."""
    form = asked.form
    game = asked.site.catalogue.get(form.get("game") or form.get("other", ""))
    pace, meanwhile = form.get("pace", USUAL_PACE), bool(form.get("meanwhile"))
    if game is None or pace not in PACES:
        raise NotThere("There is no such game or pace here.")
    options = {"forfeittime": pace} if pace != USUAL_PACE else {}
    if meanwhile and asked.site.office.look_up(lambda call: weakest_bot(call, game)):
        options["meanwhile"] = "on"
    answer = asked.carry_out_as_me("anyone", game=game.word, options=options)
    if isinstance(answer.came_of_it, WaitingBesideBot):
        me = asked.me
        asked.waits_for(asked.site.office.look_up(lambda call: call.work.open_challenges.with_seat_of(me, MOST)))
        board = answer.came_of_it.beside.board
        waits, *_ = flash_words(answer).split(". ")
        return asked.go_to(f"/{game.word}/{board.number}", f"{waits}. Meanwhile, play the computer here.", "awaited")
    return _done(asked, answer, pace=pace, meanwhile=meanwhile)


def _do(asked: PageContext) -> Response:
    game, what, number = game_of(asked), asked.form.get("what", ""), asked.form.get("number", "").strip()
    if what not in {"join", "withdraw"}:
        raise NotThere
    answer = asked.carry_out_as_me(what, number, game=game.word, comment=asked.form.get("words", ""))
    return _done(asked, answer, pace=USUAL_PACE, meanwhile=True)


def _done(asked: PageContext, answer: Answer, **chosen: Any) -> Response:
    """On to the board, or back to the lobby, which says why if something was refused."""
    if not answer.ok:
        return asked.refused("open", answer, **chosen, **_facts(asked))
    if isinstance(answer.came_of_it, Started):
        board = answer.came_of_it.board
        return asked.go_to(f"/{board.game.word}/{board.number}", Message("{board} has begun.", board=board.title))
    return asked.go_to(PATH, flash_words(answer))


def _elsewhere(asked: PageContext) -> Response:
    return RedirectResponse(f"/{game_of(asked).word}", 303)


ROUTES = [page(PATH, _show, _wait), page("/{game}/open", _elsewhere, _do)]
