"""The page of a board: looking, stepping through moves, playing, planning, chat."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from starlette.responses import HTMLResponse, Response

from pbmserv.commands.requests.outcome import BoardChanged, KeptSecretly, Outcome, Refused, Removed, Started
from pbmserv.commands.sessions.signing_in import digest_of_word
from pbmserv.commands.starting.rematches import RematchDeclined, RematchWanted
from pbmserv.commands.talk.reporting import Reported
from pbmserv.games.message import Message
from pbmserv.play.board import Player
from pbmserv.play.board_fingerprint import shows_position
from pbmserv.play.open_challenge import ANYONE
from pbmserv.play.view import BoardViews, notes_for
from pbmserv.post_office import Answer
from pbmserv.storage.board_rows import StoredBoard
from pbmserv.web.board_page import BoardPage, board_page
from pbmserv.web.board_query import BoardFacts, query_board
from pbmserv.web.board_words import words_of_page
from pbmserv.web.flash_words import flash_words
from pbmserv.web.flipping import is_flipped
from pbmserv.web.notes import forget_tried, keep_drawn, keep_note, keep_tried
from pbmserv.web.page_cache import PageSources
from pbmserv.web.page_context import FRAGMENT, REFUSED, NotThere, PageContext
from pbmserv.web.page_moves import told_of_players
from pbmserv.web.routing import page
from pbmserv.web.wanted import Wanted, wanted_by


def _show(asked: PageContext) -> Response:
    wanted = wanted_by(asked)
    try:
        facts = query_board(asked, wanted.game, wanted.place)
    except NotThere:
        if not wanted.tag:
            raise
        query_board(asked, wanted.game, wanted.now.place)
        return asked.go_to(wanted.board_address, "The moves that you wanted to see have been taken back.")
    wanted = wanted.on(facts.shown.board)
    number = asked.given("to")
    if number.isascii() and number.isdecimal():
        shown = board_page(asked, wanted.now, query_board(asked, wanted.game, wanted.now.place))
        return asked.go_to(shown.after_move(shown.after_number(int(number[:_MOST_DIGITS]))))
    if facts.stored and _is_by_a_stranger(asked) and wanted.is_plain:
        return _for_strangers(asked, wanted, facts, facts.stored)
    shown = _board_page(asked, wanted, facts)
    if shown.wanted != wanted and not asked.wants_fragment:
        return asked.go_to(shown.wanted.address)
    return shown_page(asked, shown, REFUSED if shown.trouble else 200)


def _board_page(asked: PageContext, wanted: Wanted, facts: BoardFacts | None = None) -> BoardPage:
    """The page of what is wanted; what was touched while moves are tried out goes on with them."""
    shown = board_page(asked, wanted, facts)
    further = _further(shown)
    return board_page(asked, further, facts) if further else shown


def _further(shown: BoardPage) -> Wanted | None:
    """The line that is tried out with the move just touched, if any: moves go on one after the other."""
    wanted = shown.wanted
    if wanted.line is None or not shown.to_confirm or shown.trouble:
        return None
    return wanted.trying([*wanted.line, shown.to_confirm])


def _for_strangers(asked: PageContext, wanted: Wanted, facts: BoardFacts, stored: StoredBoard) -> Response:
    pages, flipped = asked.site.pages, is_flipped(asked, wanted.game)
    which = (wanted.game.word, wanted.number, wanted.after, asked.wants_fragment, flipped, asked.language)
    made_of = PageSources(stored, facts.shown.watchers, facts.ratings)
    known = pages.find(which, made_of, facts.at)
    if known is not None:
        content, language = known
        return _as_asked_for(asked, asked.in_language(HTMLResponse(content), language))
    shown = board_page(asked, wanted, facts)
    response = shown_page(asked, shown)
    # What has a form in it is for one visitor only.
    if not (shown.sheet.in_characters or _is_changed_by_time(shown) or _has_form(asked)):
        pages.keep(which, made_of, facts.at, shown.clocks, bytes(response.body), response.headers["Content-Language"])
    return response


def _is_by_a_stranger(asked: PageContext) -> bool:
    return asked.session is None and asked.offer is None and not asked.said


def _is_changed_by_time(shown: BoardPage) -> bool:
    """Whether a vacation at the board starts or ends, which the page shows at once."""
    return any(absence.end > shown.at for seat in shown.now.board.seats for absence in seat.away)


def _has_form(asked: PageContext) -> bool:
    """Whether the page had a form with a token of its own."""
    return "form_token" in vars(asked)


def shown_page(asked: PageContext, shown: BoardPage, status: int = 200, refusal: Refused | None = None) -> Response:
    response = asked.page(
        "board",
        status,
        shown=shown,
        words_of=words_of_page,
        refusal=refusal,
        beside=asked.form.get("beside", ""),
        typed=asked.form,
        to=asked.page_path,
    )
    return _as_asked_for(asked, response)


def _as_asked_for(asked: PageContext, response: Response) -> Response:
    """Say whether a response is a whole page or a fragment of one."""
    response.headers.add_vary_header("Accept")
    if asked.wants_fragment:
        response.headers["Content-Type"] = f"{FRAGMENT}; charset=utf-8"
    return response


def _do(asked: PageContext) -> Response:
    begun = wanted_by(asked)
    about_position = _ABOUT_POSITIONS.get(asked.form.get("do", ""))
    if about_position is not None:
        return about_position(asked, begun)
    wanted = begun.now
    me = asked.me
    act = _ACTS.get(asked.form.get("do", ""))
    if act is None:
        raise NotThere
    if asked.form["do"] == "chat" and _is_said_already(asked, wanted):
        return _done(asked, begun)
    answer = act(asked, wanted)
    if answer is None:
        return _done(asked, begun)
    if isinstance(answer, Refused):
        return _refused(asked, begun, answer)
    if isinstance(answer.came_of_it, Refused):
        return _refused(asked, begun, answer.came_of_it)
    if isinstance(answer.came_of_it, Started):
        return asked.go_to(f"/{wanted.game.word}/{answer.came_of_it.board.number}")
    if isinstance(answer.came_of_it, (RematchWanted, RematchDeclined)):
        return asked.go_to(wanted.address, flash_words(answer))
    if isinstance(answer.came_of_it, Reported):
        return asked.go_to(f"{_as_begun(asked, begun).address}#answer-talk", flash_words(answer), "talk")
    if isinstance(answer.came_of_it, Removed):
        # There is nothing to come back to.
        return asked.go_to(
            "/me", Message("{board} has been removed.", board=f"{wanted.game.name} Board {wanted.number}")
        )
    notes = "\n".join(_notes_of_turn(answer.came_of_it, me))
    if asked.form.get("then") == "next":
        return asked.go_to(query_board(asked, wanted.game, wanted.place).talk.next_game or "/me", notes)
    return asked.go_to(wanted.address, notes) if notes else _done(asked, begun)


def _done(asked: PageContext, begun: Wanted) -> Response:
    """The board as it stands after what was done: at once for a page that is open, by its address for others."""
    wanted = _as_begun(asked, begun)
    return shown_page(asked, _board_page(asked, wanted)) if asked.wants_fragment else asked.go_to(wanted.address)


def _refused(asked: PageContext, begun: Wanted, refusal: Refused) -> Response:
    return shown_page(asked, _board_page(asked, _as_begun(asked, begun)), REFUSED, refusal)


def _as_begun(asked: PageContext, begun: Wanted) -> Wanted:
    """The view from which something was done if its position is still the current one, else the current board."""
    if begun.is_plain or begun.after is not None:
        return begun.now
    board = query_board(asked, begun.game, begun.place).shown.board
    goes_on = board.is_on or begun.line is not None
    return begun if goes_on and shows_position(asked.form.get("seen", ""), board) else begun.now


def _notes_of_turn(outcome: Outcome, reader: Player) -> list[str]:
    if not isinstance(outcome, BoardChanged | KeptSecretly) or outcome.news.turn is None:
        return []
    notes = notes_for(outcome.board, reader, outcome.news.turn)
    if not notes:
        # Few turns have any, and the names of the seats take as long as the rest of the page's work.
        return []
    seats = BoardViews(outcome.board, outcome.news).facts.seats
    return [told_of_players(note.text, outcome.board.game, seats) for note in notes]


def _move(asked: PageContext, wanted: Wanted) -> Answer:
    return _with_me(asked, wanted, "move", asked.form.get("move", ""))


def _queue(asked: PageContext, wanted: Wanted) -> Answer:
    return _with_me(asked, wanted, "queue", asked.form.get("move", ""))


def _resign(asked: PageContext, wanted: Wanted) -> Answer:
    return _with_me(asked, wanted, "resign")


def _said(word: str) -> Callable[[PageContext, Wanted], Answer]:
    return lambda asked, wanted: _with_me(asked, wanted, "move", word)


def _rematch(asked: PageContext, wanted: Wanted) -> Answer:
    return _with_me(asked, wanted, "rematch", *(["no"] if asked.form.get("answer") == "no" else []))


def _substitute(asked: PageContext, wanted: Wanted) -> Answer:
    return _with_me(asked, wanted, "substitute", asked.form.get("who", "").strip() or ANYONE)


def _join(asked: PageContext, wanted: Wanted) -> Answer:
    return _with_me(asked, wanted, "join")


def _chat(asked: PageContext, wanted: Wanted) -> Answer:
    return _with_me(asked, wanted, "chat")


def _report(asked: PageContext, wanted: Wanted) -> Answer:
    line, _, author = asked.form.get("line", "").partition(" ")
    return _with_me(asked, wanted, "report", author, line)


def _subscribe(asked: PageContext, wanted: Wanted) -> Answer:
    return _with_me(asked, wanted, "subscribe")


def _unsubscribe(asked: PageContext, wanted: Wanted) -> Answer:
    return _with_me(asked, wanted, "unsubscribe")


def _pieces(asked: PageContext, _wanted: Wanted) -> Answer:
    """Characters on pieces instead of letters, or the other way round, on all boards of the reader."""
    return asked.carry_out_as_me("change pieces", asked.form.get("pieces", ""))


def _note(asked: PageContext, wanted: Wanted) -> Refused | None:
    return keep_note(asked, wanted.game, wanted.number, asked.form.get("note", ""), asked.form.get("note_seen", ""))


def _draw(asked: PageContext, wanted: Wanted) -> Response:
    refused = keep_drawn(asked, wanted.game, wanted.number, asked.form.get("on", ""), asked.form.get("drawn", ""))
    return _noted(asked, wanted, refused)


def _keep_line(asked: PageContext, wanted: Wanted) -> Response:
    shown = board_page(asked, wanted)
    refused = None
    if shown.can_keep_line:
        refused = keep_tried(asked, wanted.game, wanted.number, shown.line_tried, shown.positions_of_board)
    return _noted(asked, wanted, refused)


def _forget_line(asked: PageContext, wanted: Wanted) -> Response:
    shown = board_page(asked, wanted)
    if not shown.is_line_played:
        return _noted(asked, wanted)
    refused = forget_tried(asked, wanted.game, wanted.number, shown.line_tried)
    return _noted(asked, wanted.trying((wanted.line or ())[:-1]), refused)


def _noted(asked: PageContext, wanted: Wanted, refused: Refused | None = None) -> Response:
    """The position again, of which something was noted, or why it was not."""
    if not (refused or asked.wants_fragment):
        return asked.go_to(wanted.address)
    shown = board_page(asked, wanted)
    return shown_page(asked, shown, REFUSED if refused or shown.trouble else 200, refused)


def _with_me(asked: PageContext, wanted: Wanted, command: str, *words: str) -> Answer:
    tidy = (" ".join(word.split()) for word in words)
    comment = asked.form.get("comment", "").replace("\r\n", "\n").strip()
    return asked.carry_out_as_me(
        command, str(wanted.number), *tidy, game=wanted.game.word, comment=comment, seen=asked.form.get("seen")
    )


def _is_said_already(asked: PageContext, wanted: Wanted) -> bool:
    """Whether a chat form was submitted twice: the board's newest words are the same, by the same player, and
    recent.
    """
    reader, words = asked.player, asked.form.get("comment", "").replace("\r\n", "\n").strip()
    newest, now = asked.site.office.look_up(
        lambda call: (call.work.remarks.newest(wanted.game.word, wanted.number), call.at)
    )
    # Of two at this very moment, neither is the newest.
    asked.once = digest_of_word(repr((asked.word, asked.page_path, words, newest)))
    return (
        newest is not None
        and (newest.author, newest.words) == (reader, words)
        and (now - newest.at).total_seconds() < _TWICE
    )


_MOST_DIGITS = 6
_TWICE = 60
"""Seconds within which the same words on the same board count as one double submission."""

_ACTS: Mapping[str, Callable[[PageContext, Wanted], Answer | Refused | None]] = {
    "move": _move,
    "queue": _queue,
    "accept": _said("accept"),
    "reject": _said("reject"),
    "propose": _said("propose"),
    "undo": _said("undo"),
    "resign": _resign,
    "rematch": _rematch,
    "substitute": _substitute,
    "join": _join,
    "chat": _chat,
    "report": _report,
    "subscribe": _subscribe,
    "unsubscribe": _unsubscribe,
    "note": _note,
    "pieces": _pieces,
}

_ABOUT_POSITIONS: Mapping[str, Callable[[PageContext, Wanted], Response]] = {
    "draw": _draw,
    "try": _keep_line,
    "forget": _forget_line,
}
"""What is noted of a position, whatever the game has come to meanwhile."""

ROUTES = [
    page("/{game}/{board:number}", _show, _do),
    page("/{game}/{board:number}/{after:number}", _show, _do),
]
