"""Reads a message that follows DATA, to its end and no further.

Where servers disagree on what ends a message, one of them can be made to smuggle mail past the other
(CVE-2023-51764 and its family). So only CR LF . CR LF ends it here, and a message with a CR or LF that stands alone
is refused as a whole.
"""

from __future__ import annotations

import re
from asyncio import LimitOverrunError, StreamReader
from collections.abc import Callable

_END = b"\r\n.\r\n"
_STRAY = re.compile(rb"\r(?!\n)|(?<!\r)\n")


class UnusableData(Exception):
    """A message that is refused. `reply` is the SMTP reply to it, `reason` a word for the log."""

    def __init__(self, reply: str, reason: str) -> None:
        super().__init__(reason)
        self.reply = reply
        self.reason = reason


async def read_data(reader: StreamReader, limit: int, heard: Callable[[], object]) -> bytes:
    """The message as its sender wrote it, with the dots removed that SMTP adds. `heard` is called as parts come in.

    Raises `UnusableData`, after having read the whole, for one of more than `limit` bytes or with stray line ends.
    The memory used is bounded, however much comes in.
    """
    data = bytearray()
    received = 0
    # SMTP adds one byte to a line of three at worst: a dot to a dot, CR, LF.
    most = limit * 4 // 3 + len(_END)
    while not _is_whole(data, received):
        chunk = await _next_chunk(reader)
        heard()
        received += len(chunk)
        data += chunk
        if received > most:
            # Too large; but its end has still to be found.
            del data[: -len(_END)]
    message = (b"\r\n" + data[:-3]).replace(b"\r\n.", b"\r\n")[2:]
    if received > most or len(message) > limit:
        raise UnusableData(f"552 5.3.4 A message may have {limit} bytes here", "too large")
    if _STRAY.search(message):
        raise UnusableData("554 5.6.0 A CR or LF stands alone in the message; lines end with CR LF", "stray CR or LF")
    return bytes(message)


def _is_whole(data: bytearray, received: int) -> bool:
    return data.endswith(_END) or (received == 3 and data == b".\r\n")


async def _next_chunk(reader: StreamReader) -> bytes:
    # In the middle of a message, ".\r\n" is most often the end of a sentence and a line. Looking for it, and not for
    # what precedes it, finds the end also where that precedes this chunk.
    try:
        return await reader.readuntil(b".\r\n")
    except LimitOverrunError as full:
        return await reader.read(full.consumed)
