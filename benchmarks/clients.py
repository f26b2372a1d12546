"""Players and readers in closed loops: each waits for what they have asked for before they ask again.

All of them are one process, which must not be what is measured: it says how much of a core it takes.
"""

from __future__ import annotations

import asyncio
import re
import socket
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count, cycle

from benchmarks.browsers import ask, get
from benchmarks.databases import PATIENCE_SECONDS, NothingHappens
from benchmarks.load import Session, message
from benchmarks.population import Playing
from benchmarks.sink import Sink

THINKING_SECONDS = 1.0
"""How long a reader looks at a page before the next."""

_TO = re.compile(rb"^To: (\S+)", re.MULTILINE)
_ABOUT = re.compile(rb"^Subject: \S+ Board (\d+)", re.MULTILINE)
_ID = re.compile(rb"^Message-ID:\s*(<[^>]+>)", re.MULTILINE | re.IGNORECASE)


@dataclass
class Heard:
    """What players and readers have waited for, in seconds, and what was sent: each request, and whether it moves."""

    accepted: list[float] = field(default_factory=list)
    letters: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    sent: dict[str, bool] = field(default_factory=dict)
    """By the word under which the server's log knows the request."""


class Mailboxes:
    """Where all letters arrive, and their readers wait for them."""

    def __init__(self) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.message_ids: Counter[str] = Counter()
        self._arrived: defaultdict[tuple[str, int], asyncio.Queue[None]] = defaultdict(asyncio.Queue)

    @property
    def port(self) -> int:
        """Where letters are to be sent."""
        return int(self.listening.getsockname()[1])

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Take letters for the time of the block."""
        server = await asyncio.get_running_loop().create_server(lambda: Sink(self._take), sock=self.listening)
        try:
            yield
        finally:
            server.close()

    async def letter(self, address: str, board: Playing) -> None:
        """Wait for the next letter to somebody about a board; raises `NothingHappens`."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._arrived[address, board.number].get()
        except TimeoutError:
            raise NothingHappens(f"no letter to {address} about {board.game} {board.number}") from None

    def _take(self, letter: bytes) -> None:
        to, about, its_id = (pattern.search(letter) for pattern in (_TO, _ABOUT, _ID))
        if its_id:
            self.message_ids[its_id[1].decode()] += 1
        if to and about:
            self._arrived[to[1].decode().strip("<>"), int(about[1])].put_nowait(None)


class Player:
    """A mail program that sends one message after the other, by one session."""

    _numbers = count()

    def __init__(self, port: int, mailboxes: Mailboxes, heard: Heard) -> None:
        self._port = port
        self._mailboxes = mailboxes
        self._heard = heard

    async def move(self, boards: Sequence[Playing], ask_again: bool = False) -> None:
        """Move on one board after the other, and wait for the letter each time.

        With `ask_again`, ask for each board right after the move, which must not have been overtaken.
        """
        session = await Session.open(self._port)
        for board in boards:
            begun = time.perf_counter()
            await self._send(session, board.sender, board.command, moves=True)
            if ask_again:
                await self._send(session, board.sender, f"{board.game} show {board.number}")
            await self._mailboxes.letter(board.sender, board)
            self._heard.letters.append(time.perf_counter() - begun)
            if ask_again:
                await self._mailboxes.letter(board.sender, board)
        await session.close()

    async def write(self, boards: Sequence[Playing], pause: float) -> None:
        """Move on one board after the other, so many seconds apart, and wait for no letter."""
        session = await Session.open(self._port)
        for board in boards:
            await self._send(session, board.sender, board.command, moves=True)
            await asyncio.sleep(pause)
        await session.close()

    async def _send(self, session: Session, sender: str, line: str, moves: bool = False) -> None:
        content = message(line, sender, next(self._numbers))
        await session.begin(sender)
        begun = time.perf_counter()
        request = await session.end(content)
        self._heard.accepted.append(time.perf_counter() - begun)
        self._heard.sent[request] = moves


@dataclass
class Recipient:
    """A browser in which one page after the other is read; `session` is empty for a stranger."""

    port: int
    paths: Sequence[str]
    session: str
    heard: Heard

    async def read(self, after: float, over: asyncio.Event) -> None:
        """Read, and think after each page, until it is over; begin so many seconds later than the first reader."""
        await asyncio.sleep(after)
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        for path in cycle(self.paths):
            begun = time.perf_counter()
            await ask(reader, writer, get(path, self.session))
            self.heard.pages.append(time.perf_counter() - begun)
            with suppress(TimeoutError):
                await asyncio.wait_for(over.wait(), THINKING_SECONDS)
            if over.is_set():
                break
        writer.close()
