"""Pages as `pbmserv serve` serves them: on which port, with what else, and how much may be sent there."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from pbmserv.storage.database import Database
from tests.monitoring.asking import health
from tests.serving import environment, pbmserv, serving
from tests.web.listening import PATIENCE, Served
from tests.web.test_live import server_on as server_on
from tests.web.test_live import serving as serving_pages

MEGABYTES = 10


@pytest.fixture
def taken() -> Iterator[str]:
    """A place where another program listens."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield f"127.0.0.1:{other.getsockname()[1]}"


def status_of(host: str, port: int, path: str = "/about") -> int:
    connection = HTTPConnection(host, port, timeout=PATIENCE)
    connection.request("GET", path)
    status = connection.getresponse().status
    connection.close()
    return status


@pytest.mark.long
class TestThePort:
    def test_that_is_taken_leaves_a_server_without_pages_and_said_so_where_nobody_has_set_it(
        self, sqlite_url: str, tmp_path: Path, taken: str
    ) -> None:
        with serving(environment(tmp_path, database_url=sqlite_url, web_listen=f"{taken}?")) as server:
            with server.smtp() as mail:
                assert mail.noop()[0] == 250
            code, logged = server.stop()

        assert code == 0
        assert (
            f"another program has {taken}; the setting web_listen (PBMSERV_WEB_LISTEN) chooses another address"
            in logged
        )
        assert not any("browsers" in line for line in server.printed)

    @pytest.mark.parametrize(("listen", "only"), [("{}", ()), ("{}?", ("--only", "web"))])
    def test_that_is_taken_is_an_error_where_somebody_has_set_it_or_wants_nothing_else(
        self, sqlite_url: str, tmp_path: Path, taken: str, listen: str, only: tuple[str, ...]
    ) -> None:
        environ = environment(tmp_path, database_url=sqlite_url, web_listen=listen.format(taken))

        done = pbmserv(environ, "serve", *only)

        assert done.returncode == 1
        assert "Cannot listen for browsers: " in done.stderr
        assert "The setting web_listen says where." in done.stderr
        assert "Traceback" not in done.stderr

    def test_is_the_only_thing_that_is_open_where_only_pages_are_wanted(
        self, sqlite_url: str, tmp_path: Path
    ) -> None:
        environ = environment(tmp_path, database_url=sqlite_url, web_listen="127.0.0.1:0")
        with serving(environ, "--only", "web") as server:
            host, port = server.place("browsers").removeprefix("http://").rstrip("/").split(":")
            status = status_of(host, int(port))
            code, logged = server.stop()

        assert (status, code) == (200, 0)
        assert len(server.printed) == 1
        assert "roles=['web']" in logged


@pytest.mark.long
def test_a_process_of_pages_alone_says_how_it_is(sqlite_url: str, tmp_path: Path) -> None:
    listen = {"web_listen": "127.0.0.1:0", "metrics_listen": "127.0.0.1:0"}
    environ = environment(tmp_path, database_url=sqlite_url, **listen)
    with serving(environ, "--only", "web") as server:
        asked = pbmserv({**environ, "PBMSERV_METRICS_LISTEN": server.place("questions")}, "health")
        status, report = health(server)

    assert (asked.returncode, status) == (0, 200)
    assert report["parts"] == {"database": "ok", "web": "ok"}


@pytest.fixture
def place(sqlite_database: Database) -> Iterator[Served]:
    with serving_pages(server_on(sqlite_database)) as place:
        yield place


@pytest.mark.parametrize("length", [f"Content-Length: {MEGABYTES * 1_000_000}", "Transfer-Encoding: chunked"])
def test_ten_megabytes_are_refused_before_they_have_all_come_and_the_server_goes_on(
    place: Served, length: str
) -> None:
    kilobyte = b"x" * 1000
    piece = b"3e8\r\n" + kilobyte + b"\r\n" if "chunked" in length else kilobyte
    head = (
        "POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        f"{length}\r\n\r\n"
    )
    with socket.create_connection((place.host, place.port), PATIENCE) as client:
        client.sendall(head.encode() + 300 * piece)
        answer = client.recv(1000)
        # Who goes on all the same is heard no more.
        with suppress(OSError):
            client.sendall((MEGABYTES * 1000 - 300) * piece)

    assert answer.startswith(b"HTTP/1.1 413 ")
    assert status_of(place.host, place.port) == 200
