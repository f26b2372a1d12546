"""Who waits for events in this process, and what tells them.

Moves are made in any process, by any front end, so nobody can be told of them where they are made. Instead each
process that has listeners asks the database once a second how all their boards stand, and tells everybody what has
changed since. A listener is told the difference between what it was told last and what is so now. So one that is slow
misses nothing, nothing piles up for it, and after a break it goes on from what it knew.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import orjson
import structlog
from anyio import CapacityLimiter, to_thread
from sse_starlette import ServerSentEvent

from pbmserv.play.board import Status
from pbmserv.storage.board_stamps import NOTHING_YET, BoardStamp, Snapshot

LOOKS_EVERY = 1.0
"""Seconds."""
LOOKS_AT_MOST_EVERY = 0.25
"""Seconds: who has just come is told at once how things stand, unless many come together."""
AFTER_A_FAULT = 5.0
MOST_LISTENERS = 2000
MOST_OF_ONE_PLAYER = 20
LASTS_SECONDS = 600.0
"""After so long a stream ends; whoever still may listens on with a new one, which browsers open by themselves."""

State = Mapping[int, BoardStamp]
Look = Callable[[Collection[int], Collection[int], Snapshot], Snapshot]
"""Asks the database: about players, boards, and what is known already."""
Name = Callable[[State], str]
"""What it is called that boards stand so: the same in every process of the server, and nothing to anybody else."""

log = structlog.get_logger(__name__)


class TooManyListeners(Exception):
    """There is no room for another one."""


@dataclass(eq=False)
class Listener:
    """One open stream: of a `player` (their number), or of one `board` (its row). `known` is the last id it had, and
    `client` where it is."""

    name: Name
    player: int | None
    board: int | None
    known: str = ""
    client: str = ""
    is_over: bool = False
    now: State | None = None
    told: State | None = None
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    def take(self, snapshot: Snapshot) -> None:
        """Learn how things stand."""
        if self.player is not None and self.player not in snapshot.of_players:
            return
        own = snapshot.of_players[self.player] if self.player is not None else {self.board or 0}
        before = self.now or {}
        now = {row: snapshot.boards[row] for row in own if row in snapshot.boards}
        for row in before.keys() - now.keys():
            # A board that its player plays no more is told of once more.
            latest = snapshot.boards.get(row, before[row])
            if self.told is None or self.told.get(row) is not latest:
                now[row] = latest
        if self.now is None or now != before:
            self.now = now
            self.woken.set()

    def end(self) -> None:
        """Have the stream end."""
        self.is_over = True
        self.woken.set()

    def news(self) -> list[ServerSentEvent]:
        """What has changed since this was asked last; only the last event has an id, for all before it."""
        before, now = self.told, self.now
        if now is None:
            return []
        self.told = now
        name = self._name_of(now)
        if before is None:
            return [] if name == self.known else [self._first(now, name)]
        told = [event for row in sorted(now) if now[row] is not before.get(row)
                for event in self._of(now[row], before.get(row), now)]  # fmt: skip
        return [
            _event(kind, data, name if number == len(told) else "") for number, (kind, data) in enumerate(told, 1)
        ]

    def _first(self, now: State, name: str) -> ServerSentEvent:
        if self.player is None:
            return _event("board", next(map(_data, now.values()), {}), name)
        boards = [_data(each) | {"my_turn": self.player in each.to_move} for _, each in sorted(now.items())]
        return _event("boards", {"waiting": self._waiting(now), "boards": boards}, name)

    def _of(self, board: BoardStamp, before: BoardStamp | None, now: State) -> list[tuple[str, dict[str, Any]]]:
        data = _data(board)
        if self.player is None:
            return [("board", data)]
        data["waiting"] = self._waiting(now)
        is_mine = self.player in board.to_move
        was_mine = before is not None and self.player in before.to_move and before.moves == board.moves
        return [("board", data), *([("turn", data)] if is_mine and not was_mine else [])]

    def _waiting(self, now: State) -> int:
        return sum(self.player in each.to_move for each in now.values() if each.status is Status.ACTIVE)

    def _name_of(self, now: State) -> str:
        """What this state is called."""
        return self.name({row: each for row, each in now.items() if self.player is None or _is_on(each)})


class Hub:
    """All listeners of a process. It belongs to the loop in which they listen.

    One client can have `most_of_one_client`: behind a proxy nothing else keeps it from having all that there are.
    """

    def __init__(self, look: Look, name: Name, most_of_one_client: int = MOST_LISTENERS) -> None:
        self._look = look
        self._name = name
        self._most_of_one_client = most_of_one_client
        self._listeners: set[Listener] = set()
        self._known = NOTHING_YET
        self._looking: asyncio.Task[None] | None = None
        self._newcomer = asyncio.Event()
        self._limiter: CapacityLimiter | None = None
        self._is_closed = False

    def __len__(self) -> int:
        return len(self._listeners)

    def listen(self, player: int | None, board: int | None, known: str = "", client: str = "") -> Listener:
        """Begin to listen. Raises `TooManyListeners`."""
        of_player = sum(each.player == player for each in self._listeners) if player is not None else 0
        of_client = sum(each.client == client for each in self._listeners)
        is_full = len(self._listeners) >= MOST_LISTENERS or of_client >= self._most_of_one_client
        if self._is_closed or is_full or of_player >= MOST_OF_ONE_PLAYER:
            raise TooManyListeners
        listener = Listener(self._name, player, board, known, client)
        self._listeners.add(listener)
        self._newcomer.set()
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look_again_and_again())
        return listener

    async def events(self, listener: Listener) -> AsyncGenerator[ServerSentEvent, None]:
        """What is told to a listener, until somebody ends it."""
        loop = asyncio.get_running_loop()
        ending = loop.call_later(LASTS_SECONDS, listener.end)
        try:
            # A browser that was cut off comes back so soon.
            yield ServerSentEvent(comment="pbmserv", retry=3000)
            while True:
                await listener.woken.wait()
                listener.woken.clear()
                if listener.is_over:
                    return
                for event in listener.news():
                    yield event
        finally:
            ending.cancel()
            self._listeners.discard(listener)

    def close(self) -> None:
        """End all streams: the server stops."""
        self._is_closed = True
        for listener in self._listeners:
            listener.end()
        self._newcomer.set()

    async def _look_again_and_again(self) -> None:
        """Ask while somebody listens."""
        while self._listeners and not self._is_closed:
            self._newcomer.clear()
            pause = LOOKS_EVERY
            try:
                await self._tell_all()
            except Exception as error:
                # Whatever is wrong with the database, it may go by.
                log.error("events.not_seen", reason=f"{type(error).__name__}: {error}")  # noqa: TRY400
                pause = AFTER_A_FAULT
            await asyncio.sleep(LOOKS_AT_MOST_EVERY)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._newcomer.wait(), pause - LOOKS_AT_MOST_EVERY)
        self._known = NOTHING_YET

    async def _tell_all(self) -> None:
        listeners = list(self._listeners)
        players = {each.player for each in listeners if each.player is not None}
        boards = {each.board for each in listeners if each.board is not None}
        # A thread of its own: pages that take long must not keep events waiting.
        self._limiter = self._limiter or CapacityLimiter(1)
        snapshot = await to_thread.run_sync(self._look, players, boards, self._known, limiter=self._limiter)
        self._known = snapshot
        for listener in listeners:
            listener.take(snapshot)


def _is_on(board: BoardStamp) -> bool:
    return board.status is Status.ACTIVE


def _data(board: BoardStamp) -> dict[str, Any]:
    return {"game": board.game, "board": board.number, "moves": board.moves, "status": board.status.value}


def _event(kind: str, data: dict[str, Any], name: str) -> ServerSentEvent:
    return ServerSentEvent(orjson.dumps(data).decode(), event=kind, id=name or None)
