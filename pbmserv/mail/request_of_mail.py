"""From a mail to a request, a bounce, an unsubscription, or nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sqlalchemy import Connection

from pbmserv.commands.accounts.bounced_addresses import note_report
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.credentials import Credential
from pbmserv.commands.requests.list_unsubscribe import unsubscribe
from pbmserv.commands.requests.prefetch import players_named
from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.catalogue import installed
from pbmserv.locale.catalogs import language_of_mail
from pbmserv.mail.reading.incoming import Incoming
from pbmserv.post_office import Request
from pbmserv.storage.inbox_order import WaitingRequest
from pbmserv.storage.tokens import Kind
from pbmserv.storage.work import UnitOfWork

_OF_A_BOARD = (Kind.BOARD, Kind.SUBMITTED, Kind.PROPOSED, Kind.CHAT, Kind.OWN_CHAT)


def action_of_its_address(mail: Incoming) -> Callable[[Call], str] | None:
    """The action for a mail to an address that takes no commands (bounces, unsubscribing); None for other mail.

    Machines write there. They get no answer, and repeating the action is harmless.
    """
    if mail.bounce is not None:
        return partial(note_report, token=mail.bounce, failures=mail.failures)
    if mail.unsubscribe is not None and not mail.our_own:
        quietly = bool(mail.automatic or mail.unanswered)
        return partial(unsubscribe, token=mail.unsubscribe, quietly=quietly)
    return None


def why_unanswered(mail: Incoming) -> str | None:
    """Why a mail is not answered; None if it may be a request."""
    return mail.automatic or (None if mail.sender else "no sender")


def once_key_of(mail: Incoming) -> str:
    """The key that recognises a duplicate: a complete command with a password is carried out once, whichever of our
    addresses it was sent to.
    """
    if mail.once_key == mail.once_key_anywhere:
        return mail.once_key
    return mail.once_key_anywhere if players_named_in(mail) else mail.once_key


def request_of(waiting: WaitingRequest, mail: Incoming) -> Request:
    return Request(
        Credential(
            mail.sender,
            vouched_for=mail.may_answer_stranger,
            proven=mail.proven,
            is_envelope=mail.is_envelope,
            envelope=None if mail.is_envelope else waiting.sender or None,
            reads=language_of_mail(mail.content_language, f"{mail.subject} {mail.reply.line}"),
        ),
        lines=mail.lines,
        body=mail.body,
        comment=mail.comment,
        message_id=mail.message_id,
        reply=mail.reply,
        unanswered=mail.unanswered,
        shows_answer=False,
        id=waiting.request,
    )


def players_named_in(mail: Incoming) -> set[str]:
    return players_named("", mail.body, mail.reply, installed(), COMMANDS)


def boards_of(mail: Incoming, connection: Connection) -> set[str]:
    """The boards that a mail may be about, such as `hex 101`; too many rather than too few."""
    boards = set(mail.boards_named(installed()))
    if mail.reply.token is not None:
        work = UnitOfWork(connection, installed())
        answering = work.replies.read(mail.reply.token)
        rows = [answering.about] if answering and answering.kind in _OF_A_BOARD else []
        if answering and answering.kind is Kind.DIGEST:
            rows = [each.board_id for each in work.digests.boards_of(answering.about)]
        boards.update(f"{named[0]} {named[1]}" for row in rows if (named := work.boards.named(row)))
    return boards
