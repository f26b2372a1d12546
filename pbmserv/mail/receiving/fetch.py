"""The command that fetches mail from a mailbox once: everything is stored, carried out and answered before it ends.

So is what earlier runs have left, even if the mailbox is empty or unreachable, as there may be no running server.
"""

from __future__ import annotations

import os
import sys

from pbmserv.mail.oneshot import carry_out_all, ready, refuse, store
from pbmserv.mail.receiving.imap_collector import Collector
from pbmserv.mail.receiving.imap_mailbox import Mailbox, MailboxError, NoFolder, NotSecure, Unreachable, WrongPassword
from pbmserv.mail.receiving.inbox_limits import refuse_if_full
from pbmserv.running.logs import log_to_stderr
from pbmserv.setting_values import MailAccount
from pbmserv.settings import Settings, SettingsError
from pbmserv.storage.database import Database, Unusable
from pbmserv.storage.inbox import ReceivedMessage

CONNECTIONS = 3
"""The number of attempts at broken connections. A message to blame comes last next time."""

_EXIT_CODES = {
    WrongPassword: os.EX_NOPERM,
    NoFolder: os.EX_NOINPUT,
    NotSecure: os.EX_PROTOCOL,
}


def fetch(settings: Settings) -> int:
    """Fetch all unread mail; return an exit code of sysexits.h.

    0: success. 66: no such folder. 75: try again. 76: insecure connection. 77: wrong password. 78: no mailbox
    configured, or an unusable signing key.
    """
    log_to_stderr(settings, quietly=True)
    account = settings.imap
    if account is None:
        return refuse(os.EX_CONFIG, "There is no mailbox to fetch from: the setting imap says which.")
    try:
        with ready(settings) as database:
            return _Fetching(settings, account, database).run()
    except SettingsError as error:
        return refuse(os.EX_CONFIG, str(error))
    except Unusable as error:
        return refuse(os.EX_TEMPFAIL, str(error))


class _Fetching:
    def __init__(self, settings: Settings, account: MailAccount, database: Database) -> None:
        self._settings = settings
        self._account = account
        self._database = database
        self._collector = Collector(self._store, settings.max_message_bytes)
        self._stored: dict[str, int] = {}
        self._too_large = 0

    def run(self) -> int:
        try:
            self._collect_all()
        except MailboxError as error:
            return refuse(_EXIT_CODES.get(type(error), os.EX_TEMPFAIL), str(error))
        finally:
            carry_out_all(self._stored, self._database, self._settings)
        sys.stdout.write(f"{self._words()}\n")
        return os.EX_TEMPFAIL if self._collector.troubles else os.EX_OK

    def _collect_all(self) -> None:
        for attempt in range(1, CONNECTIONS + 1):
            mailbox = Mailbox(self._account, self._settings.imap_afterwards)
            try:
                while collected := self._collector.collect(mailbox):
                    self._too_large += collected.too_large
            except Unreachable:
                if attempt == CONNECTIONS:
                    raise
            else:
                return
            finally:
                mailbox.close()

    def _store(self, message: ReceivedMessage) -> int:
        refuse_if_full(message, self._database)
        self._stored[message.request] = number = store(message, self._database)
        return number

    def _words(self) -> str:
        told = [f"{len(self._stored)} fetched from {self._account}"]
        if self._too_large:
            told.append(f"{self._too_large} too large: left there")
        if self._collector.troubles:
            told.append(f"{self._collector.troubles} could not be read, or not be put away, or there was no room")
        return "; ".join(told) + "."
