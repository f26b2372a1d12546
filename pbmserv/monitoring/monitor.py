"""An HTTP port with `/metrics` and `/healthz`.

It has its own threads. It needs no password and reveals nothing about players, but is meant for this machine or a
private network.
"""

from __future__ import annotations

import http.client
import socket
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from pbmserv.monitoring.health import Health
from pbmserv.monitoring.metrics import CONTENT_TYPE, Metrics
from pbmserv.setting_values import TcpAddress

IDLE_SECONDS = 10.0
"""How long a client may be silent."""

ASKING_SECONDS = 15.0
"""How long a server may take to report."""


class Monitor:
    def __init__(self, listen: TcpAddress, metrics: Metrics, health: Health) -> None:
        class Handler(_Handler):
            timeout = IDLE_SECONDS
            figures = metrics
            state = health

        self._listen = listen
        self._handler = Handler
        self._server: _Server | None = None

    def open(self) -> TcpAddress:
        kind = _Server6 if ":" in self._listen.host else _Server
        server = kind((self._listen.host, self._listen.port), self._handler)
        self._server = server
        threading.Thread(target=server.serve_forever, args=(0.1,), name="monitor", daemon=True).start()
        return TcpAddress(self._listen.host, server.server_port)

    def close(self) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()


def ask(listen: TcpAddress) -> tuple[bool, str]:
    """Query a server's health: whether it is well, and its report. Raises `OSError`."""
    # A server that listens everywhere can be asked on this machine.
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(listen.host, listen.host)  # noqa: S104
    connection = http.client.HTTPConnection(host, listen.port, timeout=ASKING_SECONDS)
    try:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        return answer.status == HTTPStatus.OK, answer.read(65536).decode("utf-8", "replace")
    except http.client.HTTPException as error:
        raise OSError(f"what answers there is no pbmserv ({type(error).__name__})") from error
    finally:
        connection.close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    # The end of the server does not wait for clients that are still connected.
    block_on_close = False

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore clients that disconnect."""


class _Server6(_Server):
    address_family = socket.AF_INET6


class _Handler(BaseHTTPRequestHandler):
    figures: Metrics
    state: Health
    server_version = "pbmserv"
    sys_version = ""

    def do_GET(self) -> None:
        match self.path.partition("?")[0]:
            case "/metrics":
                self._answer(HTTPStatus.OK, CONTENT_TYPE, self.figures.exposition())
            case "/healthz":
                report = self.state.report()
                status = HTTPStatus.OK if report.is_well else HTTPStatus.SERVICE_UNAVAILABLE
                self._answer(status, "application/json", report.as_json().encode())
            case _:
                self._answer(HTTPStatus.NOT_FOUND, "text/plain", b"There are /metrics and /healthz.\n")

    def do_HEAD(self) -> None:
        self.do_GET()

    def log_message(self, *_: object) -> None:
        """Log nothing."""

    def _answer(self, status: HTTPStatus, kind: str, content: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)
