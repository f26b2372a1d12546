"""mutt as a player uses it: to write, to read what has come, and to answer it.

To write it needs no screen. To read and to answer it is given one that nobody looks at, and is typed on by itself.
"""

from __future__ import annotations

import os
import pty
import subprocess
import threading
from contextlib import suppress
from dataclasses import dataclass
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from pathlib import Path

from tests.endtoend.programs import installed
from tests.mail.smtp_servers import US
from tests.serving import PATIENCE

MUTTRC = """\
set from = "{address}"
set realname = "{userid}"
set use_envelope_from = yes
set hostname = "example.org"
set smtp_url = "smtp://127.0.0.1:{port}/"
set ssl_force_tls = no
set folder = "{home}"
set spoolfile = "{post}"
set record = "{home}/sent"
set copy = yes
set confirmcreate = no
set confirmappend = no
set editor = "{home}/editor"
set edit_headers = no
set fast_reply = yes
set reply_to = yes
set include = yes
set abort_unmodified = no
set quit = yes
set mark_old = no
set sort = threads
set wait_key = no
set pipe_decode = yes
set pipe_split = yes
set header_cache = ""
"""


@dataclass(frozen=True)
class Mutt:
    """The mutt of a player who writes from userid@example.org; `post` is the Maildir in which letters arrive."""

    userid: str
    home: Path
    post: Path
    port: int

    @property
    def address(self) -> str:
        return f"{self.userid}@example.org"

    @property
    def sent(self) -> list[EmailMessage]:
        """What mutt has sent, as it keeps it."""
        with (self.home / "sent").open("rb") as file:
            mails = [mail for mail in file.read().split(b"\n\nFrom ") if mail]
        return [BytesParser(EmailMessage, policy=default).parsebytes(mail.partition(b"\n")[2]) for mail in mails]

    def writes(self, subject: str, body: str = "") -> None:
        """Send a mail; returns when it has been taken."""
        done = subprocess.run(
            [*self._command(), "-s", subject, "--", US],
            input=body,
            env=self._environment(),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def answers(self, letters: str, words: str) -> None:
        """Answer the last letter that fits a pattern of mutt's, with `words` above what it quotes."""
        editor = self.home / "editor"
        (self.home / "words").write_text(words + "\n")
        editor.write_text(f'#!/bin/sh\ncat "{self.home}/words" "$1" > "$1.new" && mv "$1.new" "$1"\n')
        editor.chmod(0o700)
        self._type(f"<limit>{letters}<enter><last-entry><reply><send-message><exit>")

    def reads(self, letters: str) -> list[str]:
        """The letters that fit a pattern of mutt's, as it shows them, in the order of their threads."""
        shown = self.home / "shown"
        shown.write_text("")
        show = f"(cat; printf \\\\f) >> {shown}"
        self._type(f"<limit>{letters}<enter><tag-pattern>~A<enter><tag-prefix><pipe-message>{show}<enter><exit>")
        return shown.read_text().split("\f")[:-1]

    def _type(self, keys: str) -> None:
        master, slave = pty.openpty()
        try:
            program = subprocess.Popen(
                [*self._command(), "-f", str(self.post), "-e", f"push '{keys}'"],
                env=self._environment(),
                stdin=slave,
                stdout=slave,
                stderr=slave,
                start_new_session=True,
            )
            os.close(slave)
            screen = _Screen(master)
            try:
                code = program.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                program.kill()
                program.wait()
                raise AssertionError(f"mutt waits for something, on this screen:\n{screen.text}") from None
            screen.join()
            assert code == 0, screen.text
        finally:
            os.close(master)

    def _command(self) -> list[str]:
        rc = self.home / "muttrc"
        rc.parent.mkdir(exist_ok=True)
        rc.write_text(
            MUTTRC.format(address=self.address, userid=self.userid, home=self.home, post=self.post, port=self.port)
        )
        return [installed("mutt"), "-n", "-F", str(rc)]

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "HOME": str(self.home), "TERM": "vt100", "LC_ALL": "C.UTF-8"}


class _Screen(threading.Thread):
    """What is written on a terminal."""

    def __init__(self, master: int) -> None:
        super().__init__()
        self._master = master
        self._written = b""
        self.start()

    def run(self) -> None:
        with suppress(OSError):
            while data := os.read(self._master, 4096):
                self._written += data

    @property
    def text(self) -> str:
        return self._written.decode("utf-8", "replace")[-4000:]
