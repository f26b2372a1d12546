"""Takes one message from another mail program, by a pipe: it is stored, carried out, and answered, before this ends.

Once it is stored it is safe, whatever happens then: what could not be done is done by the next pipe or by the server.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from pbmserv.mail.envelope import as_received
from pbmserv.mail.incoming import envelope_of, read_message
from pbmserv.mail.logs import log_to_stderr
from pbmserv.mail.one_pass import Unusable, carry_out, ready_database
from pbmserv.mail.signing import signer_for
from pbmserv.settings import Settings, SettingsError
from pbmserv.store.database import Database
from pbmserv.store.inbox import Inbox, ReceivedMessage


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
        signer_for(settings)
    except SettingsError as error:
        return _refuse(os.EX_TEMPFAIL, str(error))
    try:
        with ready_database(settings) as database:
            message = _message(raw, sender, recipients)
            carry_out({message.request: _store(message, database)}, database, settings)
    except Unusable as error:
        return _refuse(os.EX_TEMPFAIL, str(error))
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
    return as_received("pipe", raw, sender, recipients or noted_recipients)


def _store(message: ReceivedMessage, database: Database) -> int:
    with database.writing() as connection:
        [number] = Inbox(connection).add([message])
    return number


def _refuse(code: int, words: str) -> int:
    sys.stderr.write(f"pbmserv: {words}\n")
    return code
