"""Web servers of other people in front of ours, each set up as docs/web.md says, with TLS."""

from __future__ import annotations

import os
import re
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from http.client import HTTPSConnection
from pathlib import Path

from tests import docs
from tests.endtoend.programs import installed
from tests.mail.relays import CERTIFICATE
from tests.serving import PATIENCE, wait_until

HOST = "games.example.org"
SILENCE_SECONDS = 4
"""How long nginx listens to a server that says nothing: by itself a minute, which is long for a test."""

NGINX = """\
daemon off;
user {user};
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/client;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    proxy_read_timeout {silence}s;
{site}
}}
"""
CADDY = """\
{{
    admin off
    auto_https off
    https_port {port}
    default_bind 127.0.0.1
    servers {{
        protocols h1 h2
    }}
    log {{
        output file {folder}/log
    }}
}}
{site}
"""

Front = Callable[[Path, int, str], AbstractContextManager[None]]


@contextmanager
def nginx(folder: Path, port: int, us: str) -> Iterator[None]:
    """nginx on this port, in front of what is at the place `us`."""
    program = installed("nginx")
    [site] = [block for block in docs.blocks("", page="docs/web.md") if block.startswith("server {")]
    site = _replaced(site, {
        r"listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        r"/etc/letsencrypt/live/games.example.org/\w+\.pem": str(CERTIFICATE),
        r"127\.0\.0\.1:8080": us,
    })  # fmt: skip
    user = "root" if os.geteuid() == 0 else "nobody"
    configured = NGINX.format(user=user, folder=folder, silence=SILENCE_SECONDS, site=site)
    (folder / "nginx.conf").write_text(configured)
    with _running(folder, port, program, "-p", str(folder), "-e", str(folder / "log"), "-c", "nginx.conf"):
        yield


@contextmanager
def caddy(folder: Path, port: int, us: str) -> Iterator[None]:
    """Caddy in the same way."""
    program = installed("caddy")
    [site] = [block for block in docs.blocks("", page="docs/web.md") if block.startswith(f"{HOST} {{")]
    certificate = f"{HOST} {{\n    tls {CERTIFICATE} {CERTIFICATE}"
    site = _replaced(site, {rf"^{re.escape(HOST)} {{": certificate, r"127\.0\.0\.1:8080": us})
    (folder / "Caddyfile").write_text(CADDY.format(folder=folder, port=port, site=site))
    with _running(folder, port, program, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")):
        yield


FRONTS: Mapping[str, Front] = {"nginx": nginx, "caddy": caddy}


class Visit(HTTPSConnection):
    """One connection of a visitor, from an address of their own on this machine."""

    def __init__(self, port: int, visitor: str = "127.0.0.2") -> None:
        self._trusting = ssl.create_default_context(cafile=CERTIFICATE)
        # It is the one of another test, and has another name in it.
        self._trusting.check_hostname = False
        super().__init__(HOST, port, timeout=PATIENCE, context=self._trusting)
        self._visitor = visitor
        self.times_connected = 0

    def connect(self) -> None:
        plain = socket.create_connection(("127.0.0.1", self.port), PATIENCE, (self._visitor, 0))
        self.sock = self._trusting.wrap_socket(plain, server_hostname=HOST)
        self.times_connected += 1


def _replaced(text: str, by: Mapping[str, str]) -> str:
    for pattern, new in by.items():
        text, times = re.subn(pattern, new, text, flags=re.MULTILINE)
        assert times, f"{pattern} is not in:\n{text}"
    return text


@contextmanager
def _running(folder: Path, port: int, *command: str) -> Iterator[None]:
    environ = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    log = folder / "log"
    with (folder / "printed").open("w") as printed:
        process = subprocess.Popen(command, env=environ, stdin=subprocess.DEVNULL, stdout=printed, stderr=printed)
    try:
        wait_until(lambda: process.poll() is not None or _answers(port), f"{command[0]} to listen")
        assert process.poll() is None, f"{command[0]} has ended"
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)
        # To be read where a test has failed.
        print((folder / "printed").read_text(), log.read_text() if log.exists() else "")  # noqa: T201


def _answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False
