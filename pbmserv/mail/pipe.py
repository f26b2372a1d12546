"""Takes one message from another mail program, by a pipe: it is stored, carried out, and answered, before this ends.

Once it is stored it is safe, whatever happens then: what could not be done is done by the next pipe or by the server.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy.exc import SQLAlchemyError

from pbmserv.games.catalogue import installed
from pbmserv.mail.delivery import deliver_due
from pbmserv.mail.incoming import envelope_of, read_message
from pbmserv.mail.logs import log_to_stderr
from pbmserv.mail.traces import log_failure
from pbmserv.mail.worker import Worker
from pbmserv.post_office import PostOffice
from pbmserv.settings import Settings
from pbmserv.store.database import Database, OutdatedSchema
from pbmserv.store.queues import Inbox, ReceivedMessage

PATIENCE_SECONDS = 60.0
"""How long to carry out what came before this message, if there is much of it."""


def receive(raw: bytes, sender: str | None, recipients: Sequence[str], settings: Settings) -> int:
    """Take the message `raw`; gives an exit code of sysexits.h: 0, 65 for no message of use, 75 to try it again.

    `sender` and `recipients` are its envelope. Where they are not told (None and empty), they are what the mail
    server noted in the message.
    """
    log_to_stderr(settings, quietly=True)
    if not raw.strip():
        return _refuse(os.EX_DATAERR, "There is no message on standard input.")
    if len(raw) > settings.max_message_bytes:
        return _refuse(os.EX_DATAERR, f"The message has more than {settings.max_message_bytes} bytes.")
    try:
        database = Database(settings.database_url, settings.database_seconds)
    except (SQLAlchemyError, OSError) as error:
        return _refuse(os.EX_TEMPFAIL, _unusable(error))
    try:
        database.make_ready()
        message = _message(raw, sender, recipients)
        _carry_out(message.request, _store(message, database), database, settings)
    except OutdatedSchema as error:
        return _refuse(os.EX_TEMPFAIL, str(error))
    except (SQLAlchemyError, OSError) as error:
        return _refuse(os.EX_TEMPFAIL, _unusable(error))
    finally:
        database.close()
    return os.EX_OK


def _message(raw: bytes, sender: str | None, recipients: Sequence[str]) -> ReceivedMessage:
    noted_sender, noted_recipients = envelope_of(raw)
    if sender is None:
        # Where no mail server says whose message it is, it was handed in on this machine, as a command line is: then
        # its From is believed.
        sender = noted_sender if noted_sender is not None else read_message(raw).sender
    elif sender.upper() == "MAILER-DAEMON":
        # What Postfix's pipe(8) says for the null sender.
        sender = ""
    return ReceivedMessage(
        door="pipe",
        sender="" if sender is None else _clean(sender) or "<>",
        recipients=tuple(_clean(recipient) for recipient in recipients or noted_recipients),
        message=raw,
        received_at=datetime.now(UTC),
    )


def _store(message: ReceivedMessage, database: Database) -> int:
    with database.writing() as connection:
        [number] = Inbox(connection).add([message])
    return number


def _carry_out(request: str, number: int, database: Database, settings: Settings) -> None:
    """Work until the request is done, in the order of arrival; then send the letters. A server may do it as well."""
    try:
        office = PostOffice(
            database,
            installed(),
            settings.address,
            vacation_days=settings.vacation_days,
            proves_senders=bool(settings.authserv_id),
        )
        worker = Worker(database, office, authserv_id=settings.authserv_id)
        end = time.monotonic() + PATIENCE_SECONDS
        while _is_waiting(number, database) and time.monotonic() < end:
            if not worker.run_once():
                break
        deliver_due(database, settings)
        # Where a server runs beside this, the log would outlive this process, with the message in it.
        database.empty_log()
    except Exception as error:
        # It is stored: it must not come a second time.
        log_failure("pipe.interrupted", error, request=request, inbox=number)


def _is_waiting(number: int, database: Database) -> bool:
    with database.reading() as connection:
        return Inbox(connection).is_waiting(number)


def _clean(address: str) -> str:
    """An address as the table takes it: printable, and not too long."""
    return "".join(character for character in address if " " < character <= "~")[:512]


def _refuse(code: int, words: str) -> int:
    sys.stderr.write(f"pbmserv: {words}\n")
    return code


def _unusable(error: Exception) -> str:
    # The driver's own words: SQLAlchemy's would add the statement with its parameters, and so the message.
    return f"The database cannot be used: {getattr(error, 'orig', None) or type(error).__name__}"
