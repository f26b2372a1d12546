"""A Postfix of the tests' own: with configuration, queues and log in a folder that is gone afterwards.

What concerns pbmserv in its configuration is what docs/postfix.md tells operators to write.
"""

from __future__ import annotations

import os
import pwd
import re
import shutil
import smtplib
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests import docs
from tests.endtoend.programs import do_without, installed
from tests.serving import PATIENCE

OWNER = "postfix"
"""The user that Postfix runs as, for the most part."""

MAIN_CF = """\
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
maillog_file = {folder}/log
maillog_file_prefixes = {folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
myhostname = mail.example.org
mydestination =
alias_maps =
default_transport = smtp:[127.0.0.1]:{players}
smtpd_peername_lookup = no
smtp_tls_security_level = none
in_flow_delay = 0
"""
MASTER_CF = """\
127.0.0.1:{port} inet n - n - - smtpd
cleanup   unix  n       -       n       -       0       cleanup
qmgr      unix  n       -       n       300     1       qmgr
rewrite   unix  -       -       n       -       -       trivial-rewrite
bounce    unix  -       -       n       -       0       bounce
defer     unix  -       -       n       -       0       bounce
trace     unix  -       -       n       -       0       bounce
proxymap  unix  -       -       n       -       -       proxymap
smtp      unix  -       -       n       -       -       smtp
lmtp      unix  -       -       {chroot}       -       -       lmtp
error     unix  -       -       n       -       -       error
retry     unix  -       -       n       -       -       error
anvil     unix  -       -       n       -       1       anvil
scache    unix  -       -       n       -       1       scache
postlog   unix-dgram n  -       n       -       1       postlogd
"""


@dataclass(frozen=True)
class Postfix:
    """A running Postfix."""

    folder: Path
    port: int

    def smtp(self) -> smtplib.SMTP:
        """A connection to it."""
        return smtplib.SMTP("127.0.0.1", self.port, timeout=PATIENCE)

    @property
    def log(self) -> str:
        """What it has logged."""
        log = self.folder / "log"
        return log.read_text() if log.exists() else ""


@contextmanager
def folder_for_postfix() -> Iterator[Path]:
    """A folder that Postfix may enter and look around in, unlike those that pytest makes."""
    installed("postfix")
    if os.geteuid() != 0:
        do_without("postfix", "Postfix can be started by root only")
    with tempfile.TemporaryDirectory(prefix="pbmserv-postfix-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


@contextmanager
def postfix(
    folder: Path, port: int, us: str, players: int, piped_to: Path | None = None, chroot: str = "y"
) -> Iterator[Postfix]:
    """Postfix on `port`: what is for games.example.org goes to `us`, everything else to the SMTP port `players`.

    `us` is a transport, where it ends in a colon with the place that docs/postfix.md names; that by a pipe starts
    `piped_to`, as nobody. `chroot` is whether LMTP is spoken from a chroot, as in Debian: `y` or `n`.
    """
    program = installed("postfix")
    (folder / "queue").mkdir(exist_ok=True)
    (folder / "data").mkdir()
    shutil.chown(folder / "data", OWNER)
    own = docs.file_of("/etc/postfix/main.cf").replace("/etc/postfix", str(folder))
    (folder / "main.cf").write_text(MAIN_CF.format(folder=folder, players=players) + own)
    (folder / "pbmserv_recipients").write_text(docs.file_of("/etc/postfix/pbmserv_recipients"))
    (folder / "transport").write_text(_transport(us))
    (folder / "master.cf").write_text(
        MASTER_CF.format(port=port, chroot=chroot) + _pipe(piped_to or Path("/bin/false"))
    )
    running = Postfix(folder, port)
    try:
        started = _run(program, folder, "start")
        assert started.returncode == 0, started.stdout + started.stderr + running.log
        yield running
    finally:
        # Which after five seconds stops waiting, and kills.
        _run(program, folder, "stop")
        # To be read where a test has failed.
        print(running.log)  # noqa: T201


def socket_folder(folder: Path) -> Path:
    """The folder for the socket that docs/postfix.md has made in Postfix's queue directory, for Postfix's group."""
    [line] = docs.file_of("/etc/tmpfiles.d/pbmserv.conf").splitlines()
    sockets = folder / "queue" / line.split()[1].removeprefix("/var/spool/postfix/")
    sockets.mkdir(parents=True)
    sockets.parent.chmod(0o755)
    os.chown(sockets, -1, pwd.getpwnam(OWNER).pw_gid)
    sockets.chmod(0o2750)
    return sockets


def _transport(us: str) -> str:
    """The line that hands mail over in this way, with the place that it is handed over to here."""
    kind = re.sub(r"^(lmtp:\w+:).*", r"\1", us)
    [line] = [line for line in docs.files_of("/etc/postfix/transport") if re.search(rf"\s{kind}", line)]
    return line if us == kind == "lmtp:unix:" else re.sub(rf"{kind}\S*", us, line)


def _pipe(program: Path) -> str:
    given = docs.file_of("/etc/postfix/master.cf")
    return re.sub(r"argv=\S+", f"argv={program}", given.replace("user=pbmserv", "user=nobody"))


def _run(program: str, folder: Path, verb: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program, "-c", str(folder), verb],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
