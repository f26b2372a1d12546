"""An HTTP port with `/metrics` and `/healthz`.

It has its own threads. It needs no password and reveals nothing about players, but is meant for this machine or a
private network.
"""

from __future__ import annotations

import http.client
import socket
import threading
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from pbmserv.monitoring.health import Report
from pbmserv.monitoring.metrics import CONTENT_TYPE
from pbmserv.running.listening import socket_on
from pbmserv.setting_values import TcpAddress

IDLE_SECONDS = 10.0
"""How long a client may be silent."""

ASKING_SECONDS = 15.0
"""How long a server may take to report."""

MOST_BYTES = 1_000_000
"""The maximum length of a report."""


class Monitor:
    """Answers with what `figures` and `report` return. It opens its socket, or uses the one `given`."""

    def __init__(
        self,
        listen: TcpAddress,
        figures: Callable[[], bytes],
        report: Callable[[], Report],
        given: socket.socket | None = None,
    ) -> None:
        class Handler(_Handler):
            timeout = IDLE_SECONDS

        Handler.figures = staticmethod(figures)
        Handler.report = staticmethod(report)
        self._listen = listen
        self._given = given
        self._handler = Handler
        self._server: _Server | None = None

    def open(self) -> TcpAddress:
        opened = self._given or socket_on(self._listen)
        server = _Server(opened, self._handler)
        self._server = server
        threading.Thread(target=server.serve_forever, args=(0.1,), name="monitor", daemon=True).start()
        return TcpAddress(self._listen.host, server.server_port)

    def close(self) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()


def ask(listen: TcpAddress, page: str = "/healthz", seconds: float = ASKING_SECONDS) -> tuple[bool, str]:
    """Query a server's health: whether it is well, and its report. Raises `OSError`."""
    # A server that listens everywhere can be asked on this machine.
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(listen.host, listen.host)  # noqa: S104
    connection = http.client.HTTPConnection(host, listen.port, timeout=seconds)
    try:
        connection.request("GET", page)
        answer = connection.getresponse()
        return answer.status == HTTPStatus.OK, answer.read(MOST_BYTES).decode("utf-8", "replace")
    except http.client.HTTPException as error:
        raise OSError(f"what answers there is no pbmserv ({type(error).__name__})") from error
    finally:
        connection.close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    # The end of the server does not wait for clients that are still connected.
    block_on_close = False

    def __init__(self, opened: socket.socket, handler: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(opened.getsockname()[:2], handler, bind_and_activate=False)
        self.socket.close()
        self.socket = opened
        opened.setblocking(True)
        self.server_port = opened.getsockname()[1]

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore clients that disconnect."""


class _Handler(BaseHTTPRequestHandler):
    figures: Callable[[], bytes]
    report: Callable[[], Report]
    server_version = "pbmserv"
    sys_version = ""

    def do_GET(self) -> None:
        match self.path.partition("?")[0]:
            case "/metrics":
                self._answer(HTTPStatus.OK, CONTENT_TYPE, self.figures())
            case "/healthz":
                report = self.report()
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
