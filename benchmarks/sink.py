"""A mail server that takes whatever comes, counts it and forgets it: the end of the way for letters.

It answers with as little work as can be, so that what brings the letters is what is measured. `blast` is how fast it
can be filled by somebody who does nothing but send.
"""

from __future__ import annotations

import asyncio
import socket
import sys
import time
from collections.abc import Callable
from typing import cast

from benchmarks.load import ADDRESS

_END = b"\r\n.\r\n"


class Sink(asyncio.Protocol):
    """One connection; `take` is given each message, complete, before it is answered."""

    def __init__(self, take: Callable[[bytes], None]) -> None:
        self._take = take
        self._heard = b""
        self._in_message = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Of uvloop, it is none by its class.
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(b"220 sink ESMTP\r\n")

    def data_received(self, data: bytes) -> None:
        self._heard += data
        answers = []
        while (answer := self._next_answer()) is not None:
            answers.append(answer)
        if self._transport is not None:
            self._transport.write(b"".join(answers))

    def _next_answer(self) -> bytes | None:
        """The answer to what has been heard next; None while it is not complete."""
        rest: bytes
        if self._in_message:
            message, found, rest = self._heard.partition(_END)
            if not found:
                return None
            self._heard, self._in_message = rest, False
            self._take(message)
            return b"250 taken\r\n"
        line, found, rest = self._heard.partition(b"\r\n")
        if not found:
            return None
        self._heard = rest
        match line[:4].upper():
            case b"DATA":
                self._in_message = True
                return b"354 go on\r\n"
            case b"EHLO":
                return b"250-sink\r\n250-PIPELINING\r\n250 8BITMIME\r\n"
            case b"QUIT":
                return b"221 bye\r\n"
        return b"250 ok\r\n"


async def serve(expected: int) -> None:
    """Take messages until standard input ends; when as many as expected are there, print in how many seconds.

    The time begins with the first of them.
    """
    taken: list[float] = []
    all_there = asyncio.Event()
    loop = asyncio.get_running_loop()

    def take(_message: bytes) -> None:
        if len(taken) < expected:
            taken.append(time.perf_counter())
            if len(taken) == expected:
                all_there.set()

    server = await loop.create_server(lambda: Sink(take), "127.0.0.1", 0)
    _tell(server.sockets[0].getsockname()[1])
    telling = asyncio.create_task(_tell_seconds(taken, all_there))
    await loop.run_in_executor(None, sys.stdin.read)
    telling.cancel()
    server.close()


async def _tell_seconds(taken: list[float], all_there: asyncio.Event) -> None:
    await all_there.wait()
    _tell(taken[-1] - taken[0])


def blast(port: int, message: bytes, count: int) -> None:
    """Send the same message so often to the sink, with as few words as the protocol allows."""
    envelope = f"MAIL FROM:<{ADDRESS}>\r\nRCPT TO:<player@players.example>\r\nDATA\r\n".encode()
    with socket.create_connection(("127.0.0.1", port)) as connection, connection.makefile("rb") as answers:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        answers.readline()
        for _ in range(count):
            connection.sendall(envelope)
            for _ in range(3):
                answers.readline()
            connection.sendall(message + _END)
            answers.readline()


def _tell(what: object) -> None:
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()
