"""The client's side: SMTP sessions, and so many of them at once, each sending its share of the messages in turn."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import perf_counter

ADDRESS = "pbmserv@localhost"


class NotTaken(RuntimeError):
    """The server has answered otherwise than expected."""


def message(subject: str, sender: str, number: int, size: int = 1024) -> bytes:
    """A message of about `size` bytes, as a plain mail program writes it."""
    head = (
        f"From: {sender}\r\nTo: {ADDRESS}\r\nSubject: {subject}\r\nMessage-ID: <{number}.{sender}>\r\n"
        "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    )
    line = "A line of words for the other players, as long as lines are.\r\n"
    return (head + line * max((size - len(head)) // len(line), 1)).encode()


class Session:
    """One SMTP session. All that it does raises `NotTaken` where the server's answer is another."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, port: int) -> Session:
        """Connect, and greet the server."""
        session = cls(*await asyncio.open_connection("127.0.0.1", port))
        await session._expect(b"220")
        await session._say(b"EHLO benchmark", b"250")
        return session

    async def begin(self, sender: str) -> None:
        """Say all that comes before a message."""
        await self._say(f"MAIL FROM:<{sender}>".encode(), b"250")
        await self._say(f"RCPT TO:<{ADDRESS}>".encode(), b"250")
        await self._say(b"DATA", b"354")

    async def end(self, content: bytes) -> str:
        """Send the message; returns the last word of the server's answer, by which the log knows the message."""
        return (await self._say(content + b".", b"250")).split()[-1].decode()

    async def send(self, sender: str, content: bytes) -> str:
        """Send a message, as `begin` and `end` do."""
        await self.begin(sender)
        return await self.end(content)

    async def close(self) -> None:
        """Take leave."""
        await self._say(b"QUIT", b"221")
        self._writer.close()

    async def _say(self, line: bytes, expected: bytes) -> bytes:
        self._writer.write(line + b"\r\n")
        return await self._expect(expected)

    async def _expect(self, code: bytes) -> bytes:
        while True:
            line = await self._reader.readline()
            if line[:3] != code:
                raise NotTaken(f"the server answered {line!r} where {code!r} was expected")
            if line[3:4] != b"-":
                return line


def seconds_to_send(port: int, messages: Sequence[tuple[str, bytes]], sessions: int) -> float:
    """How long it takes until all messages, given with their senders, have been answered with 250."""
    return asyncio.run(_send_all(port, messages, sessions))


async def _send_all(port: int, messages: Sequence[tuple[str, bytes]], sessions: int) -> float:
    opened = [await Session.open(port) for _ in range(sessions)]
    start = perf_counter()
    async with asyncio.TaskGroup() as group:
        for number, session in enumerate(opened):
            group.create_task(_send(session, messages[number::sessions]))
    seconds = perf_counter() - start
    for session in opened:
        await session.close()
    return seconds


async def _send(session: Session, messages: Sequence[tuple[str, bytes]]) -> None:
    for sender, content in messages:
        await session.send(sender, content)
