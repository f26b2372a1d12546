"""What a mail asks of the post office: something about its address, a request, or nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pbmserv.commands.accounts.bounced_addresses import note_report
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.list_unsubscribe import unsubscribe
from pbmserv.mail.reading.incoming import Incoming
from pbmserv.post_office import Request
from pbmserv.storage.claiming import WaitingRequest


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


def request_of(waiting: WaitingRequest, mail: Incoming) -> Request:
    """The request that a mail makes."""
    return Request(
        sender=mail.sender,
        lines=mail.lines,
        body=mail.body,
        comment=mail.comment,
        may_answer_stranger=mail.may_answer_stranger,
        message_id=mail.message_id,
        reply=mail.reply,
        proven=mail.proven,
        is_envelope=mail.is_envelope,
        envelope=None if mail.is_envelope else waiting.sender or None,
        unanswered=mail.unanswered,
        id=waiting.request,
    )
