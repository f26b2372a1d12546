"""Listeners to events in this process, and the polling that feeds them.

Any process may make a move, so each process with listeners asks the database once a second how their boards stand.
Each listener is told the difference from what it was told last: a slow one misses nothing, and nothing piles up.
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
"""The polling interval in seconds."""
LOOKS_AT_MOST_EVERY = 0.25
"""The minimum polling interval in seconds; a new listener is told the state at once, unless many come together."""
AFTER_A_FAULT = 5.0
MOST_LISTENERS = 2000
MOST_OF_ONE_PLAYER = 20
LASTS_SECONDS = 600.0
"""Seconds after which a stream ends; browsers reconnect by themselves, if still allowed."""

State = Mapping[int, BoardStamp]
Look = Callable[[Collection[int], Collection[int], Snapshot], Snapshot]
"""Queries the database: players, boards, and what is known already."""
StillOpen = Callable[[Collection[int]], Collection[int]]
"""Queries the database: which of these sessions are still open."""
Name = Callable[[State], str]
"""The id of a state: the same in every process, and meaningless to anybody else."""

log = structlog.get_logger(__name__)


class TooManyListeners(Exception):
    """The limit on listeners is reached."""


@dataclass(eq=False)
class Listener:
    """An open stream about a `player` (id) or one `board` (row id). `known` is the last event id, `client` its
    origin. With a `session` (id), it ends when that does.
    """

    name: Name
    player: int | None
    board: int | None
    known: str = ""
    client: str = ""
    session: int | None = None
    is_over: bool = False
    now: State | None = None
    told: State | None = None
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    def take(self, snapshot: Snapshot) -> None:
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
        self.is_over = True
        self.woken.set()

    def news(self) -> list[ServerSentEvent]:
        """The changes since the last call; only the last event has an id."""
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
        return self.name({row: each for row, each in now.items() if self.player is None or _is_on(each)})


class Hub:
    """All listeners of a process; bound to one event loop.

    Each client can have `most_of_one_client`; otherwise one behind a proxy could take them all.
    """

    def __init__(
        self,
        look: Look,
        name: Name,
        most_of_one_client: int = MOST_LISTENERS,
        still_open: StillOpen = lambda sessions: sessions,
    ) -> None:
        self._look = look
        self._still_open = still_open
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

    def listen(
        self, player: int | None, board: int | None, known: str = "", client: str = "", session: int | None = None
    ) -> Listener:
        """Add a listener. Raises `TooManyListeners`."""
        of_player = sum(each.player == player for each in self._listeners) if player is not None else 0
        of_client = sum(each.client == client for each in self._listeners)
        is_full = len(self._listeners) >= MOST_LISTENERS or of_client >= self._most_of_one_client
        if self._is_closed or is_full or of_player >= MOST_OF_ONE_PLAYER:
            raise TooManyListeners
        listener = Listener(self._name, player, board, known, client, session)
        self._listeners.add(listener)
        self._newcomer.set()
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look_again_and_again())
        return listener

    async def events(self, listener: Listener) -> AsyncGenerator[ServerSentEvent, None]:
        """Yield the events of a listener until its stream ends."""
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
        """End all streams for shutdown."""
        self._is_closed = True
        for listener in self._listeners:
            listener.end()
        self._newcomer.set()

    async def _look_again_and_again(self) -> None:
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
        await self._end_with_their_sessions()
        listeners = list(self._listeners)
        players = {each.player for each in listeners if each.player is not None}
        boards = {each.board for each in listeners if each.board is not None}
        snapshot = await to_thread.run_sync(self._look, players, boards, self._known, limiter=self._own_thread)
        self._known = snapshot
        for listener in listeners:
            listener.take(snapshot)

    async def _end_with_their_sessions(self) -> None:
        """End the streams of those who have signed out, or been signed out, before they are told anything more."""
        listeners = [each for each in self._listeners if each.session is not None and not each.is_over]
        sessions = {each.session for each in listeners if each.session is not None}
        if not sessions:
            return
        still = set(await to_thread.run_sync(self._still_open, sessions, limiter=self._own_thread))
        for listener in listeners:
            if listener.session not in still:
                listener.end()

    @property
    def _own_thread(self) -> CapacityLimiter:
        # Pages that take long must not keep events waiting.
        self._limiter = self._limiter or CapacityLimiter(1)
        return self._limiter


def _is_on(board: BoardStamp) -> bool:
    return board.status is Status.ACTIVE


def _data(board: BoardStamp) -> dict[str, Any]:
    return {"game": board.game, "board": board.number, "moves": board.moves, "status": board.status.value}


def _event(kind: str, data: dict[str, Any], name: str) -> ServerSentEvent:
    return ServerSentEvent(orjson.dumps(data).decode(), event=kind, id=name or None)
