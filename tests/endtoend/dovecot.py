"""A Dovecot of the tests' own: with one mailbox, configuration and log in a folder that is gone afterwards."""

from __future__ import annotations

import grp
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar
from urllib.parse import quote

from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.endtoend.programs import installed
from tests.mail.relays import CERTIFICATE, Relay
from tests.mail.smtp_servers import US
from tests.ports import free_port
from tests.serving import PATIENCE, wait_until

PASSWORD = 'sesame "7'

CONFIGURATION = """\
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
protocols = imap
listen = 127.0.0.1
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = 1
verbose_proctitle = yes
ssl = yes
ssl_cert = <{folder}/certificate
ssl_key = <{folder}/certificate
mail_location = maildir:{folder}/mail
passdb {{
  driver = passwd-file
  args = scheme=PLAIN {folder}/passwords
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={folder}/home
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = {tls_port}
    ssl = yes
  }}
}}
service anvil {{
  chroot =
}}
"""


@dataclass
class Dovecot:
    """A Dovecot with a mailbox for games@example.org."""

    folder: Path
    port: int = field(default_factory=free_port)
    tls_port: int = field(default_factory=free_port)
    _process: subprocess.Popen[bytes] | None = None
    _delivered: int = 0

    ENVIRONMENT: ClassVar = {"SSL_CERT_FILE": str(CERTIFICATE)}
    """With this, its certificate is trusted."""

    def start(self) -> None:
        """Begin to serve."""
        # It keeps mail of everybody but root.
        who: dict[str, object] = {"user": OWNER, "group": GROUP, "extra_groups": []} if os.geteuid() == 0 else {}
        command = [installed("dovecot"), "-F", "-c", str(self.folder / "dovecot.conf")]
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, **who)  # type: ignore[call-overload]
        wait_until(self._answers, "Dovecot to answer")

    def stop(self) -> None:
        """Hang up on everybody, and end."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE)
        self._process = None

    def restart(self, **settings: str) -> None:
        """Stop, and begin again with other settings."""
        self.stop()
        with (self.folder / "dovecot.conf").open("a") as file:
            file.writelines(f"{name} = {value}\n" for name, value in settings.items())
        self.start()

    def has_client_in(self, command: str) -> bool:
        """Whether there is a client that has given this command, as the processes say in their names."""
        assert self._process is not None
        master = f"/proc/{self._process.pid}/task/{self._process.pid}/children"
        names = []
        for number in Path(master).read_text().split():
            # It may have ended meanwhile.
            with suppress(OSError):
                names.append(Path(f"/proc/{number}/cmdline").read_text())
        return any(name.startswith("dovecot/imap ") and command in name for name in names)

    def url(self, rest: str = "", *, tls: bool = True, password: str = PASSWORD) -> str:
        """What to set, so that mail is fetched from here."""
        login = f"{US}:{quote(password, safe='')}"
        return (
            f"imaps://{login}@localhost:{self.tls_port}{rest}"
            if tls
            else f"imap://{login}@localhost:{self.port}{rest}"
        )

    def deliver(self, mail: str, sender: str | None = "alice@example.org", recipient: str = US) -> Path:
        """Put a mail into the mailbox as a mail server does, with its envelope on top; gives the file."""
        envelope = "" if sender is None else f"Return-Path: <{sender}>\n"
        return self.deliver_raw(f"{envelope}Delivered-To: {recipient}\n{mail}".encode())

    def deliver_raw(self, mail: bytes) -> Path:
        """Put these bytes into the mailbox."""
        self._delivered += 1
        file = self.folder / "mail" / "tmp" / f"{self._delivered:06}.test"
        file.write_bytes(mail)
        shutil.chown(file, OWNER, GROUP)
        return file.rename(self.folder / "mail" / "new" / file.name)

    def mails(self, folder: str = "") -> list[str]:
        """The flags of the mails in a folder, in the order in which they came: `S` is for seen, `T` for deleted."""
        files = [*(self.folder / "mail" / folder).glob("new/*"), *(self.folder / "mail" / folder).glob("cur/*")]
        return [file.name.partition(":2,")[2] for file in sorted(files)]

    @property
    def log(self) -> str:
        """What it has logged."""
        log = self.folder / "log"
        return log.read_text() if log.exists() else ""

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self.log
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), PATIENCE) as probe:
            return probe.recv(4) == b"* OK"
        return False


class MailServer(Relay):
    """What takes mail in front of the mailbox: it puts there what is for games@example.org, and keeps the rest."""

    def __init__(self, mailbox: Dovecot) -> None:
        super().__init__()
        self._mailbox = mailbox

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        local, _, domain = envelope.rcpt_tos[0].lower().partition("@")
        if f"{local.partition('+')[0]}@{domain}" != US:
            return await super().handle_DATA(server, session, envelope)
        mail = (envelope.original_content or b"").decode().replace("\r\n", "\n")
        self._mailbox.deliver(mail, envelope.mail_from or "", envelope.rcpt_tos[0])
        return "250 OK"


OWNER = "nobody" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
"""Whom the mail belongs to."""
GROUP = grp.getgrgid(pwd.getpwnam(OWNER).pw_gid).gr_name


@contextmanager
def dovecot() -> Iterator[Dovecot]:
    """A Dovecot that runs for the time of the block."""
    installed("dovecot")
    # Its sockets have to have short paths, and others must be able to enter.
    with tempfile.TemporaryDirectory(prefix="pbmserv-dovecot-") as name:
        folder = Path(name)
        running = Dovecot(folder)
        for part in ("", "run", "state", "home", "mail", "mail/new", "mail/cur", "mail/tmp"):
            (folder / part).mkdir(exist_ok=True)
            shutil.chown(folder / part, OWNER, GROUP)
        (folder / "certificate").write_bytes(CERTIFICATE.read_bytes())
        (folder / "passwords").write_text(f"{US}:{PASSWORD}::::::\n")
        (folder / "dovecot.conf").write_text(
            CONFIGURATION.format(folder=folder, user=OWNER, group=GROUP, port=running.port, tls_port=running.tls_port)
        )
        try:
            running.start()
            yield running
        finally:
            running.stop()
            # To be read where a test has failed.
            print(running.log)  # noqa: T201
