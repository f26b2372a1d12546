"""Letters that ask for nothing: what can be answered instead is told."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from pbmserv.commands.accounts.first_game import asks_to_play, first_game
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Outcome, nothing_to_do
from pbmserv.commands.requests.recipients import to_sender, with_any_answer
from pbmserv.commands.requests.reply import Reply
from pbmserv.commands.run.refusals import introduction, is_stranger
from pbmserv.games.base import Game
from pbmserv.games.message import Message
from pbmserv.letters.letter import Letter, write
from pbmserv.letters.page import ActionLink
from pbmserv.play.board import Player, Status
from pbmserv.play.wishes import wish_in
from pbmserv.play.words.wish import Wish
from pbmserv.play.yes_and_no import asks_for_another_game, asks_for_rematch, beside_kind_words, only_greets, told_by
from pbmserv.storage.listing import Line

_MOST_WAITING = 5


class Why(StrEnum):
    """Why an answer does nothing."""

    KIND = "kind"
    """It says nothing but something kind."""
    GREETING = "greeting"
    PLAY = "play"
    """It asks for a game, and does not say which."""
    YES_OR_NO = "yes or no"
    NOTED = "noted"
    """It says only that a letter has been read, or why somebody is late."""
    UNCLEAR = "unclear"
    EMPTY = "empty"
    REMATCH = "rematch"
    """It asks to play once more, but answers no board."""
    PAGES = "pages"
    """It asks for the server's web pages."""
    NAME = "name"
    """It asks for another name of its player."""
    OVER = "over"
    """What it answers was good once, or for a while."""


class NothingAsked(Outcome, frozen=True):
    """A letter that asks for nothing has been answered; what can be answered is told."""

    written_by = "run.nothing_asked:of_notice"

    why: Why
    player: Player | None = None
    """Whose address it came from."""
    game: Game[Any] | None = None
    """The game that one word begins."""
    waiting: tuple[Line, ...] = ()
    """Boards that wait for who greets, or those played last by who wants to play once more."""
    has_more: bool = False
    """Whether there are others."""


def what_can_be_answered(call: Call, reply: Reply, why: Why | None = None) -> Outcome:
    if is_stranger(call):
        return introduction(call, reply.line, is_new=why is Why.OVER)
    own = call.principal.at_address
    player = own[0] if len(own) == 1 and call.credential.is_certain else None
    why, game = why or why_nothing_is_asked(reply), first_game(call) if player else None
    waiting: list[Line] = []
    if player and why is Why.GREETING:
        waiting = _waiting_for(call, player)
    elif player and why is Why.REMATCH:
        waiting = played_last(call, player)[:_MOST_WAITING]
    return NothingAsked(why, player, game, tuple(waiting[:_MOST_WAITING]), len(waiting) > _MOST_WAITING)


def _waiting_for(call: Call, player: Player) -> list[Line]:
    found = call.work.listing.lines(
        players=[player], status=Status.ACTIVE, only_to_move=True, limit=_MOST_WAITING + 1
    )
    return [line for line in found if line.game in call.catalogue]


def played_last(call: Call, player: Player) -> list[Line]:
    """Boards of which a rematch can be asked for, the newest first."""
    found = call.work.listing.lines(players=[player], status=Status.OVER)
    found.sort(key=lambda line: line.last_moved_at, reverse=True)
    return [line for line in found if line.game in call.catalogue and len(line.players) > 1]


def rematch_of(call: Call, player: Player, lines: Sequence[Line]) -> NothingAsked:
    """After which of these games a rematch is wanted is asked."""
    return NothingAsked(
        Why.REMATCH, player, first_game(call), tuple(lines[:_MOST_WAITING]), len(lines) > _MOST_WAITING
    )


def is_kind_mail(call: Call, reply: Reply) -> bool:
    """Whether a mail that answers no letter only greets or thanks, and certainly comes from a player's address."""
    said = [reply.subject, reply.line, *reply.body.splitlines()] if reply.subject else [reply.line]
    is_kind = all(only_greets(each) or wish_in(each) is Wish.KINDNESS for each in said if each.strip())
    is_sure = bool(call.principal.at_address) and call.credential.is_certain
    return is_kind and is_sure and not (call.mail.unanswered or reply.tells_of_absence)


def why_nothing_is_asked(reply: Reply) -> Why:
    line = reply.line if reply.line.strip() else reply.subject
    if not line.strip():
        return Why.EMPTY
    if asks_for_rematch(line) or asks_for_another_game(line):
        return Why.REMATCH
    if wish_in(line) is Wish.KINDNESS:
        return Why.KIND
    if only_greets(line):
        return Why.GREETING
    if asks_to_play(line) and wish_in(line) is not Wish.RULES:
        return Why.PLAY
    is_noted = wish_in(line) in {Wish.NOTED, Wish.EXCUSE}
    if told_by(reply.line, reply.below) and not (is_noted and reply.token):
        # Perhaps it was to answer a question, and has lost its address.
        return Why.YES_OR_NO
    if is_noted:
        return Why.NOTED
    return Why.UNCLEAR if beside_kind_words(line) else Why.KIND


def of_notice(notice: NothingAsked, call: Call) -> list[Letter]:
    """To who has answered."""
    game, player = notice.game, notice.player
    offers = [ActionLink("Help", "help")]
    if game and player:
        offers = [
            ActionLink(Message("Play {game}", game=game.name), game.word),
            ActionLink("My boards", f"all show {player.userid}"),
            ActionLink("Tournaments", "tournament list"),
            *offers,
        ]
    userid = player.userid if player else ""
    boards = [
        (call.catalogue[line.game], line, [each for each in line.players if each != userid])
        for line in notice.waiting
    ]
    is_rematch = notice.why is Why.REMATCH
    answers = {line: f"{line.game} rematch {line.number}" if is_rematch else _shows(line) for _, line, _ in boards}
    shown = [ActionLink(_label(game, line, is_rematch), answers[line]) for game, line, _ in boards]
    letter = write(
        "run/notice",
        "What you wrote",
        offers=[*shown, *offers],
        says="An answer",
        why=notice.why,
        game=game,
        userid=userid,
        boards=[(answers[line], title, others) for title, line, others in boards],
        has_more=notice.has_more,
        nothing_to_do=nothing_to_do(),
        web_url=call.setup.web_url,
        server=call.server,
    )
    return [to_sender(call, with_any_answer(call, letter))]


def _label(game: Game[Any], line: Line, is_rematch: bool) -> Message:
    if is_rematch:
        return Message("Rematch of {game} board {number}", game=game.name, number=line.number)
    return Message("{game} board {number}", game=game.name, number=line.number)


def _shows(line: Line) -> str:
    """The answer that brings a board, in which a move can be answered."""
    return f"{line.game} showas {line.number}"
