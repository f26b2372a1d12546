"""A root of the tests' own, over that of the machine: what is typed there as root changes nothing outside it."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.docs import TOP
from tests.endtoend.programs import do_without, installed

PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
"""As root has it on Debian."""
SECONDS = 300

# With --net, no port is taken, and nothing gets out. All processes end with the first one.
_ENTER = """\
mount -t overlay overlay -o lowerdir=/,upperdir={folder}/upper,workdir={folder}/work {folder}/root
mount --rbind /dev {folder}/root/dev
mount -t proc proc {folder}/root/proc
ip link set lo up
exec chroot {folder}/root bash -c 'cd {top}; . {script}'
"""
# As systemd sets it on all machines. With the kernel's 10, Postfix can wait for ever for a place in the queue of its
# log, before it has started the program that reads it.
_ALONE = "echo 512 > /proc/sys/net/unix/max_dgram_qlen\n"
# The `sudo` of this machine, or what it does here.
_BEFORE = """\
set -euo pipefail
command -v sudo >/dev/null || sudo() { runuser -u "$2" -- "${@:3}"; }
trap 'echo "failed: $BASH_COMMAND" >&2' ERR
"""


@dataclass(frozen=True)
class Root:
    """What was changed there stays for what is typed next."""

    folder: Path

    def type(self, script: str, answers: str = "", is_alone: bool = True) -> subprocess.CompletedProcess[str]:
        """Have bash carry out these lines as root, in the checkout, up to the first that fails.

        `answers` is standard input. `is_alone` is whether it has a network of its own, with nobody else on it.
        """
        file = self.folder / "script"
        file.write_text(_BEFORE + script)
        entering = _ALONE * is_alone + _ENTER.format(folder=self.folder, top=TOP, script=file)
        return subprocess.run(
            [
                "unshare",
                "--mount",
                "--pid",
                "--fork",
                "--kill-child",
                *["--net"][:is_alone],
                "bash",
                "-euc",
                entering,
            ],
            env=_environment(),
            input=answers,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=SECONDS,
            check=False,
        )


@contextmanager
def own_root() -> Iterator[Root]:
    """A new root. The test is skipped where none can be made: by others than root, and in most containers."""
    for program in ("unshare", "ip", "chroot", "runuser"):
        installed(program)
    if os.geteuid() != 0:
        do_without("unshare", "Only root can have a root of its own")
    folder = Path(tempfile.mkdtemp(prefix="pbmserv-root-"))
    folder.chmod(0o755)
    try:
        for name in ("upper", "work", "root"):
            (folder / name).mkdir()
        root = Root(folder)
        tried = root.type("python3 -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))'")
        if tried.returncode != 0:
            do_without("unshare", f"No root of the tests' own, with a Python 3.11 for all: {tried.stderr}")
        yield root
    finally:
        shutil.rmtree(folder)


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_")) or "proxy" in name}
    return {**kept, "PATH": PATH, "HOME": "/root", "LANG": "C.UTF-8"}
