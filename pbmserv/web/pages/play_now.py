"""Playing against the computer at once: a board that nobody has begun, and whose first move begins it."""

from __future__ import annotations

from datetime import UTC
from typing import Any

from starlette.responses import Response

from pbmserv.commands.boards.showing import ShownBoard
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.credentials import signed_in
from pbmserv.commands.requests.expectations import OnPage
from pbmserv.commands.requests.outcome import Refused, Started, Why
from pbmserv.commands.run.parser import CommandFields
from pbmserv.commands.sessions.signing_in import Opened
from pbmserv.commands.starting.guests import (
    YOU,
    begin_as_guest,
    board_to_try,
    levels_of_bots,
    note_seed_used,
    players_with_bots,
    seeds_used,
)
from pbmserv.games.base import Game, Refusal
from pbmserv.games.chance import SEED_BYTES
from pbmserv.games.option import OptionValue, word_of_option
from pbmserv.play.guests import LEVELS
from pbmserv.post_office import Request
from pbmserv.web.board_page import BoardPage, board_page
from pbmserv.web.board_query import BoardFacts
from pbmserv.web.page_context import REFUSED, NotThere, PageContext
from pbmserv.web.pages.board import shown_page
from pbmserv.web.pages.games import game_of
from pbmserv.web.play_now_form import PACES, often_chosen
from pbmserv.web.routing import page
from pbmserv.web.talk import BoardTalk
from pbmserv.web.wanted import Wanted, touched_by


def _chosen(asked: PageContext) -> Response:
    game = asked.site.catalogue.get(asked.given("game").lower())
    if game is None:
        raise NotThere("There is no such page here, and no game of that name.")
    found = asked.site.office.look_up(lambda call: levels_of_bots(call, [game], for_guest=True))
    level, levels = asked.given("level"), found.get(game.word, [])
    behind = "".join(f"-{word_of_option(each)}" for each in _options(game, asked.given("size")).values())
    return asked.go_to(f"/{game.word}/play/{level if level in levels else LEVELS[0]}{behind}")


def _options(game: Game[Any], word: str) -> dict[str, OptionValue]:
    """What this word chooses among the values that are offered; nothing for the usual one and for any other."""
    option = often_chosen(game)
    if option is None:
        return {}
    chosen = [each for each in option.often if word_of_option(each) == word and each != option.default]
    return {option.name: chosen[0]} if chosen else {}


def _begin_as_member(asked: PageContext) -> Response:
    game, me = asked.site.catalogue.get(asked.form.get("game", "").lower()), asked.me
    if game is None:
        raise NotThere("There is no such page here, and no game of that name.")
    level, pace = asked.form.get("level", ""), asked.form.get("pace", "")

    def seated(call: Call) -> list[str]:
        levels = levels_of_bots(call, [game]).get(game.word, [])
        # What is chosen for any game, one game may not have.
        against = level if level in levels else levels[0] if levels else ""
        return [each.userid for each in players_with_bots(call, game, against, me, bytes(SEED_BYTES))]

    try:
        names = asked.site.office.look_up(seated)
    except Refusal as refusal:
        return _not_begun(asked, game, Refused(Why.NOT_ALLOWED, refusal.words, ""))
    options = _options(game, asked.form.get("size", ""))
    if not asked.form.get("rated"):
        options["unrated"] = "on"
    if pace in dict(PACES[:-1]):
        options["forfeittime"] = pace
    answer = asked.carry_out_as_me("challenge", *names, game=game.word, options=options)
    if isinstance(answer.came_of_it, Started):
        return asked.go_to(f"/{game.word}/{answer.came_of_it.board.number}")
    return asked.refused("refused", answer, back=f"/{game.word}", title=game.name)


def _not_begun(asked: PageContext, game: Game[Any], refusal: Refused) -> Response:
    return asked.page("refused", REFUSED, refusal=refusal, back=f"/{game.word}", title=game.name)


def _show(asked: PageContext) -> Response:
    if elsewhere := _where_members_begin(asked):
        return elsewhere
    wanted = _wanted(asked)
    try:
        shown = _page_of(asked, wanted)
    except Refusal as refusal:
        return _not_begun(asked, wanted.game, Refused(Why.NOT_ALLOWED, refusal.words, ""))
    return shown_page(asked, shown, REFUSED if shown.trouble else 200)


def _move(asked: PageContext) -> Response:
    """The first move, with which the board begins, and for who is nobody yet a guest."""
    if elsewhere := _where_members_begin(asked):
        return elsewhere
    wanted, label = _wanted(asked), asked.http.headers.get("user-agent", "")
    move = " ".join(asked.form.get("move", "").split())
    if asked.form.get("do") != "move":
        raise NotThere

    def begun(call: Call) -> tuple[int, Opened | None]:
        # Of two at the same moment, the second waits here, and gets other dice.
        call.work.games.take_numbers(wanted.game.word, 0)
        seed = _seed(asked, call, wanted)
        note_seed_used(call, _whose_seeds(asked, wanted))
        guest, number, opened = begin_as_guest(
            call, wanted.game, wanted.against, seed, label, asked.guest, _options(wanted.game, wanted.size)
        )
        fields = CommandFields("move", (str(number), move), wanted.game.word)
        seen = asked.form.get("seen")
        expects = OnPage(seen) if seen else None
        made = Request(signed_in(guest.userid, asked.client), expects=expects, fields=fields)
        answer = asked.site.office.handle_within(made, call.work.connection)
        if not answer.ok:
            raise Refusal(answer.error or "")
        return number, opened

    try:
        with asked.site.precedence:
            number, opened = asked.site.office.for_visitor(begun, asked.client)
    except Refusal as refusal:
        refused = Refused(Why.NOT_ALLOWED, refusal.words, "")
        try:
            return shown_page(asked, _page_of(asked, wanted.plain), REFUSED, refused)
        except Refusal:
            return _not_begun(asked, wanted.game, refused)
    asked.site.carried_out()
    if opened is not None:
        asked.let_in(opened)
    return asked.go_to(f"/{wanted.game.word}/{number}")


def _wanted(asked: PageContext) -> Wanted:
    level = asked.path("level")
    wanted = Wanted(game_of(asked), 0, level=level)
    # One board has one address: the usual size is not named in it.
    if wanted.against not in LEVELS or (level != wanted.against and not _options(wanted.game, wanted.size)):
        raise NotThere
    return touched_by(asked, wanted)


def _page_of(asked: PageContext, wanted: Wanted) -> BoardPage:
    """The page of a board that nobody has begun. Raises `Refusal`."""

    def tried(call: Call) -> BoardFacts:
        seed, chosen = _seed(asked, call, wanted), _options(wanted.game, wanted.size)
        board = board_to_try(call, wanted.game, wanted.against, seed, asked.guest, chosen)
        shown = ShownBoard(board, (), None, None)
        return BoardFacts(shown, None, YOU, BoardTalk(), call.at, call.at.tzinfo or UTC, asks_to_confirm=True)

    return board_page(asked, wanted, asked.site.office.look_up(tried))


def _seed(asked: PageContext, call: Call, wanted: Wanted) -> bytes:
    """The seed of the board that this browser is shown before anything of it is stored: another one each day, and for
    each board that begins. So no cookie brings the same dice a second time.
    """
    whose = _whose_seeds(asked, wanted)
    words = f"{whose} {call.at:%Y-%m-%d} {seeds_used(call, whose)}"
    return bytes.fromhex(asked.site.token("seed", words))[:SEED_BYTES]


def _whose_seeds(asked: PageContext, wanted: Wanted) -> str:
    return asked.site.token("seeds of", f"{asked.browser_word} {wanted.game.word} {wanted.level}")


def _where_members_begin(asked: PageContext) -> Response | None:
    """Who is signed in begins on the game's page, and who came by a link to a board signs in."""
    if asked.kept is None or asked.guest:
        return None
    return asked.go_to(f"/{game_of(asked).word}#play" if asked.session else "/sign-in")


ROUTES = [
    page("/play-now", _chosen, _begin_as_member),
    page("/{game}/play/{level}", _show, _move),
]
