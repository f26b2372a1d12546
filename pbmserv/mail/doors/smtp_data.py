"""Reads the message that follows DATA, to its end and no further.

If two servers disagree on what ends a message, one of them can be made to smuggle mail past the other (CVE-2023-51764
and its family). So here only CR LF . CR LF ends it, and a message with a CR or LF that stands alone is refused.
"""

from __future__ import annotations

import re
from asyncio import StreamReader
from collections.abc import Callable

_END = b"\r\n.\r\n"
_STRAY = re.compile(rb"\r(?!\n)|(?<!\r)\n")
_ALL_THERE_IS = 2**30


class UnusableData(Exception):
    """A message that is refused. `reply` is the SMTP reply to it, `reason` is for the log."""

    def __init__(self, reply: str, reason: str) -> None:
        super().__init__(reason)
        self.reply = reply
        self.reason = reason


async def read_data(reader: StreamReader, limit: int, heard: Callable[[], object]) -> bytes:
    """The message as its sender wrote it, without the dots that SMTP adds. `heard` is called as parts come in.

    What follows the message is left in the reader. Having read all of it, raises `UnusableData` for a message of more
    than `limit` bytes or with stray line ends; raises `ConnectionResetError` for one without an end. However much
    comes in, the memory used is bounded.
    """
    # At worst, SMTP adds one byte to a line of three: a dot to a dot, CR and LF.
    most = limit * 4 // 3 + len(_END)
    too_large = False
    # As if a line had ended just before: an empty message begins with its end.
    data = bytearray(b"\r\n")
    end = -1
    while end < 0:
        searched = max(0, len(data) - len(_END) + 1)
        data += await _next_chunk(reader)
        heard()
        end = data.find(_END, searched)
        if end < 0 and len(data) > most:
            # Too large, but its end still has to be found.
            too_large = True
            del data[: -len(_END)]
    _give_back(bytes(data[end + len(_END) :]), reader)
    message = bytes(data[: end + 2]).replace(b"\r\n.", b"\r\n")[2:]
    if too_large or len(message) > limit:
        raise UnusableData(f"552 5.3.4 A message may have {limit} bytes here", "too large")
    if _STRAY.search(message):
        raise UnusableData("554 5.6.0 A CR or LF stands alone in the message; lines end with CR LF", "stray CR or LF")
    return message


async def _next_chunk(reader: StreamReader) -> bytes:
    chunk = await reader.read(_ALL_THERE_IS)
    if not chunk:
        raise ConnectionResetError
    return chunk


def _give_back(rest: bytes, reader: StreamReader) -> None:
    # The reader is empty, since nothing else has run since it was read to its end. So this comes out of it next.
    if rest and not reader.at_eof():
        reader.feed_data(rest)
