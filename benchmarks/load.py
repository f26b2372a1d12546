"""The client's side: so many SMTP sessions at once, each sending its share of the messages, one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import perf_counter

ADDRESS = "pbmserv@localhost"


def message(subject: str, sender: str, number: int, size: int = 1024) -> bytes:
    """A message of about `size` bytes, as a plain mail program writes it."""
    head = (
        f"From: {sender}\r\nTo: {ADDRESS}\r\nSubject: {subject}\r\nMessage-ID: <{number}.{sender}>\r\n"
        "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    )
    line = "A line of words for the other players, as long as lines are.\r\n"
    return (head + line * max((size - len(head)) // len(line), 1)).encode()


def seconds_to_send(port: int, messages: Sequence[tuple[str, bytes]], sessions: int) -> float:
    """How long it takes until all messages, given with their senders, have been answered with 250."""
    return asyncio.run(_send_all(port, messages, sessions))


async def _send_all(port: int, messages: Sequence[tuple[str, bytes]], sessions: int) -> float:
    connections = [await asyncio.open_connection("127.0.0.1", port) for _ in range(sessions)]
    for reader, writer in connections:
        await _expect(reader, b"220")
        await _say(reader, writer, b"EHLO benchmark", b"250")
    start = perf_counter()
    async with asyncio.TaskGroup() as group:
        for number, (reader, writer) in enumerate(connections):
            group.create_task(_session(reader, writer, messages[number::sessions]))
    seconds = perf_counter() - start
    for reader, writer in connections:
        await _say(reader, writer, b"QUIT", b"221")
        writer.close()
    return seconds


async def _session(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, messages: Sequence[tuple[str, bytes]]
) -> None:
    for sender, content in messages:
        await _say(reader, writer, f"MAIL FROM:<{sender}>".encode(), b"250")
        await _say(reader, writer, f"RCPT TO:<{ADDRESS}>".encode(), b"250")
        await _say(reader, writer, b"DATA", b"354")
        await _say(reader, writer, content + b".", b"250")


async def _say(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, line: bytes, expected: bytes) -> None:
    writer.write(line + b"\r\n")
    await _expect(reader, expected)


async def _expect(reader: asyncio.StreamReader, code: bytes) -> None:
    while True:
        line = await reader.readline()
        if line[:3] != code:
            raise RuntimeError(f"the server answered {line!r} where {code!r} was expected")
        if line[3:4] != b"-":
            return
