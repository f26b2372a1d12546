"""Clients that hold on to the server: they are cut off, and others find room meanwhile."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from pbmserv.running.observer import Observer
from tests.web.web_servers import connected, heard, limits, web_server

GET = b"GET / HTTP/1.1\r\nHost: games.example\r\n\r\n"


async def hello(scope: Scope, receive: Receive, send: Send) -> None:
    """A page that reads what is sent, and is as long as the address says."""
    request = Request(scope, receive)
    await request.body()
    await PlainTextResponse("hello" * int(scope["query_string"] or 1))(scope, receive, send)


BEGUN = {
    "nothing": b"",
    "half a line": b"GET / HT",
    "headers": b"GET / HTTP/1.1\r\nHost: games.example\r\nX-Slow: ",
    "body": b"POST / HTTP/1.1\r\nHost: games.example\r\nContent-Length: 100000\r\n\r\nx",
    "chunks": b"POST / HTTP/1.1\r\nHost: games.example\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
}


def test_a_request_has_to_be_sent_within_some_time_however_many_bytes_come_meanwhile() -> None:
    def seconds(begin: bytes) -> float:
        with connected(where) as client:
            client.sendall(begin)
            begun = time.monotonic()
            try:
                while begin and time.monotonic() - begun < 5:
                    time.sleep(0.05)
                    client.sendall(b"x")
            except ConnectionError:
                pass
            heard(client)
            return time.monotonic() - begun

    with web_server(hello, sending_seconds=0.4) as where, ThreadPoolExecutor(len(BEGUN)) as pool:
        took = dict(zip(BEGUN, pool.map(seconds, BEGUN.values()), strict=True))

    assert {name: 0.2 < each < 3 for name, each in took.items()} == dict.fromkeys(BEGUN, True), took


def test_who_takes_nothing_of_the_answer_is_cut_off() -> None:
    with web_server(hello, taking_seconds=0.3) as where, connected(where) as client:
        client.sendall(b"GET /?4000000 HTTP/1.1\r\nHost: games.example\r\n\r\n")
        time.sleep(1.0)

        assert len(heard(client)) < 20_000_000


def test_a_long_answer_reaches_who_takes_it() -> None:
    with web_server(hello, taking_seconds=0.5, sending_seconds=0.5) as where, connected(where) as client:
        client.sendall(b"GET /?1000000 HTTP/1.1\r\nHost: games.example\r\nConnection: close\r\n\r\n")

        assert len(heard(client)) > 5_000_000


def test_one_connection_serves_several_requests_and_those_sent_ahead() -> None:
    with web_server(hello, sending_seconds=0.5) as where, connected(where) as client:
        client.sendall(GET)
        assert b"200 OK" in client.recv(65536)
        time.sleep(0.6)
        client.sendall(GET * 2 + GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))

        assert heard(client).count(b"200 OK") == 3


class Counting(Observer):
    def __init__(self) -> None:
        self.refused = 0

    def connection_refused(self, door: str) -> None:
        assert door == "web"
        self.refused += 1


def test_one_client_has_so_many_connections_and_may_have_others_when_they_end() -> None:
    counting = Counting()
    with web_server(hello, limits(most_of_one=2), counting) as where:
        with connected(where) as first, connected(where) as second:
            for each in (first, second):
                each.sendall(GET)
                assert b"200 OK" in each.recv(65536)
            with connected(where) as third:
                answer = heard(third)
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b"Retry-After: 10" in answer
        assert counting.refused == 1
        for _ in range(50):
            with connected(where) as again:
                again.sendall(GET)
                if b"200 OK" in again.recv(65536):
                    return
            time.sleep(0.05)
        raise AssertionError("there is still no room")


def test_all_clients_together_have_so_many_connections() -> None:
    with web_server(hello, limits(most=1)) as where, connected(where) as first:
        first.sendall(GET)
        assert b"200 OK" in first.recv(65536)
        with connected(where) as second:
            assert heard(second).startswith(b"HTTP/1.1 503 ")


def test_a_proxy_that_is_named_may_have_all_connections() -> None:
    with (
        web_server(hello, limits(most_of_one=1, proxies=("127.0.0.0/8",))) as where,
        connected(where) as first,
        connected(where) as second,
    ):
        for each in (first, second):
            each.sendall(GET)
            assert b"200 OK" in each.recv(65536)


@pytest.mark.parametrize(
    "nonsense", [b"\x16\x03\x01\x02\x00\x01", b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\n\r\n", b"\0" * 1000,
        b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 7\r\n\r\n"],
    ids=["TLS", "a long line", "zeros", "two lengths"],
)  # fmt: skip
def test_what_is_no_request_is_answered_in_a_line(nonsense: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    with web_server(hello, sending_seconds=1.0) as where, connected(where) as client:
        client.sendall(nonsense)

        assert heard(client).partition(b"\r\n")[0] in {b"HTTP/1.1 400 Bad Request", b"HTTP/1.1 400 ", b""}
    assert capfd.readouterr().err == ""
