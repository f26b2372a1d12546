"""What a mail asks of the post office, and of whom and what: something about its address, a request, or nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sqlalchemy import Connection

from pbmserv.commands.accounts.bounced_addresses import note_report
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.credentials import Credential
from pbmserv.commands.requests.list_unsubscribe import unsubscribe
from pbmserv.commands.requests.prefetch import players_named
from pbmserv.commands.run.runner import COMMANDS
from pbmserv.games.catalogue import installed
from pbmserv.mail.reading.incoming import Incoming
from pbmserv.post_office import Request
from pbmserv.storage.inbox_order import WaitingRequest
from pbmserv.storage.tokens import Kind
from pbmserv.storage.work import UnitOfWork

_OF_A_BOARD = (Kind.BOARD, Kind.SUBMITTED, Kind.PROPOSED, Kind.CHAT)


def action_of_its_address(mail: Incoming) -> Callable[[Call], str] | None:
    """What to do about a mail that came to one of our addresses that take no commands; None for other mail.

    Those who write there are machines: a mail server that returns a letter, or a mail program whose reader wants no
    more of them. They get no answer, and doing the same thing twice does no harm.
    """
    if mail.bounce is not None:
        return partial(note_report, token=mail.bounce, failures=mail.failures)
    if mail.unsubscribe is not None and not mail.our_own:
        quietly = bool(mail.automatic or mail.unanswered)
        return partial(unsubscribe, token=mail.unsubscribe, quietly=quietly)
    return None


def why_unanswered(mail: Incoming) -> str | None:
    """Why nobody is to answer a mail; None for one that may be a request."""
    return mail.automatic or (None if mail.sender else "no sender")


def once_key_of(mail: Incoming) -> str:
    """By what a mail is known if it comes once more: a whole command with a password means the same at each of
    several addresses, and is carried out once."""
    if mail.once_key == mail.once_key_anywhere:
        return mail.once_key
    return mail.once_key_anywhere if players_named_in(mail) else mail.once_key


def request_of(waiting: WaitingRequest, mail: Incoming) -> Request:
    """The request that a mail makes."""
    return Request(
        Credential(
            mail.sender,
            vouched_for=mail.may_answer_stranger,
            proven=mail.proven,
            is_envelope=mail.is_envelope,
            envelope=None if mail.is_envelope else waiting.sender or None,
        ),
        lines=mail.lines,
        body=mail.body,
        comment=mail.comment,
        message_id=mail.message_id,
        reply=mail.reply,
        unanswered=mail.unanswered,
        id=waiting.request,
    )


def players_named_in(mail: Incoming) -> set[str]:
    """The userids, in lower case, whose passwords its commands give."""
    return players_named("", mail.body, mail.reply, installed(), COMMANDS)


def boards_of(mail: Incoming, connection: Connection) -> set[str]:
    """The boards that a mail may be about, such as `hex 101`: better one too many than one missed."""
    boards = set(mail.boards_named(installed()))
    if mail.reply.token is not None:
        work = UnitOfWork(connection, installed())
        answering = work.replies.read(mail.reply.token)
        named = work.boards.named(answering.about) if answering and answering.kind in _OF_A_BOARD else None
        if named is not None:
            boards.add(f"{named[0]} {named[1]}")
    return boards
