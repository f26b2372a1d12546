"""The pipe: takes one message from another mail program, stores, carries out and answers it.

Once stored, it is safe; unfinished work is left to the next pipe or the server.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from pbmserv.mail.oneshot import carry_out, ready, refuse, store
from pbmserv.mail.reading.envelope import as_received, envelope_of, once_for_each_answer
from pbmserv.mail.reading.headers import sender_of, split_head, with_plain_line_ends
from pbmserv.mail.receiving.inbox_limits import InboxFull, refuse_if_full
from pbmserv.running.logs import log_to_stderr
from pbmserv.settings import Settings, SettingsError
from pbmserv.storage.database import Unusable
from pbmserv.storage.inbox import ReceivedMessage


def receive(raw: bytes, sender: str | None, recipients: Sequence[str], settings: Settings) -> int:
    """Process a message; return an exit code of sysexits.h: 0, 65 for a useless message, 75 to retry.

    `sender` and `recipients` are its envelope; if None and empty, the mail server's notes in the message are used.
    """
    log_to_stderr(settings, quietly=True)
    if not raw.strip():
        return refuse(os.EX_DATAERR, "There is no message on standard input.")
    if len(raw) > settings.max_message_bytes:
        return refuse(os.EX_DATAERR, f"The message has more than {settings.max_message_bytes} bytes.")
    try:
        with ready(settings) as database:
            message = _message(raw, sender, recipients)
            refuse_if_full(message, database)
            stored = {each.request: store(each, database) for each in once_for_each_answer(message)}
            carry_out(stored, database, settings)
    except (SettingsError, Unusable) as error:
        return refuse(os.EX_TEMPFAIL, str(error))
    except InboxFull as why:
        return refuse(os.EX_TEMPFAIL, f"Too much mail at the moment, please try again: {why}.")
    return os.EX_OK


def _message(raw: bytes, sender: str | None, recipients: Sequence[str]) -> ReceivedMessage:
    noted_sender, noted_recipients = envelope_of(raw)
    if sender is None:
        # If no mail server says whose message it is, it was handed in on this machine, like a command line: so its
        # From is believed.
        sender = sender_of(split_head(with_plain_line_ends(raw))[0]) if noted_sender is None else noted_sender
    elif sender.upper() == "MAILER-DAEMON":
        # What Postfix's pipe(8) says for the null sender.
        sender = ""
    return as_received("pipe", raw, sender, recipients or noted_recipients)
