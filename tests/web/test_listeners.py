"""What one listener is told, whatever happens between two times that it can be told something."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from pbmserv.play.board import Status
from pbmserv.storage.board_stamps import BoardStamp, Snapshot, stamps_of
from pbmserv.web.live import hub
from pbmserv.web.live.hub import Hub, Listener, TooManyListeners

ALICE, BOB = 1, 2
ROW = 7
BEGUN = BoardStamp("hex", 101, 0, Status.ACTIVE, frozenset({ALICE}), "a")
MOVED = replace(BEGUN, moves=1, to_move=frozenset({BOB}), stamp="b")
ANSWERED = replace(BEGUN, moves=2, stamp="c")
OVER = replace(BEGUN, moves=3, status=Status.OVER, to_move=frozenset(), stamp="d")


def playing(board: BoardStamp) -> Snapshot:
    return Snapshot({ROW: board}, {ALICE: frozenset({ROW})})


GONE = Snapshot({}, {ALICE: frozenset()})
"""The board is over, and has been told of: nobody asks for it any more."""


def told(listener: Listener) -> list[tuple[str | None, Any]]:
    return [(event.event, event.data) for event in listener.news()]


def follower(*snapshots: Snapshot) -> Listener:
    """A listener of alice's that was told how the board stood at the beginning, and then nothing of these."""
    listener = Listener(stamps_of, ALICE, None)
    listener.take(playing(BEGUN))
    listener.news()
    for snapshot in snapshots:
        listener.take(snapshot)
    return listener


def test_a_slow_listener_is_told_of_the_end_though_nobody_asks_for_the_board_any_more() -> None:
    slow = follower(Snapshot({ROW: OVER}, {ALICE: frozenset()}), GONE, GONE)

    assert told(slow) == [("board", '{"game":"hex","board":101,"moves":3,"status":"over","waiting":0}')]
    slow.take(GONE)
    assert told(slow) == []


def test_of_many_moves_in_between_only_the_last_is_told() -> None:
    slow = follower(playing(MOVED), playing(ANSWERED), playing(MOVED), playing(ANSWERED))

    data = '{"game":"hex","board":101,"moves":2,"status":"active","waiting":1}'
    assert told(slow) == [("board", data), ("turn", data)]


def test_a_proposal_on_a_board_where_it_is_my_turn_is_no_new_turn() -> None:
    assert [kind for kind, _ in told(follower(playing(replace(BEGUN, stamp="proposed"))))] == ["board"]


def test_what_has_not_changed_is_not_told() -> None:
    listener = follower(playing(BEGUN), playing(BEGUN))

    assert told(listener) == []


def test_there_is_room_for_so_many_listeners(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "MOST_LISTENERS", 3)
    monkeypatch.setattr(hub, "MOST_OF_ONE_PLAYER", 2)

    async def listen() -> None:
        everybody = Hub(lambda _players, _boards, before: before, stamps_of)
        everybody.listen(ALICE, None)
        everybody.listen(ALICE, None)
        with pytest.raises(TooManyListeners):
            everybody.listen(ALICE, None)
        everybody.listen(None, ROW)
        with pytest.raises(TooManyListeners):
            everybody.listen(BOB, None)
        everybody.close()

    asyncio.run(listen())


def test_one_client_has_room_for_so_many_listeners_and_leaves_some_to_others() -> None:
    async def listen() -> None:
        everybody = Hub(lambda _players, _boards, before: before, stamps_of, most_of_one_client=2)
        first = everybody.events(everybody.listen(None, ROW, client="192.0.2.7"))
        await anext(first)
        everybody.listen(ALICE, None, client="192.0.2.7")
        with pytest.raises(TooManyListeners):
            everybody.listen(None, ROW, client="192.0.2.7")
        everybody.listen(None, ROW, client="192.0.2.8")
        await first.aclose()
        everybody.listen(None, ROW, client="192.0.2.7")
        everybody.close()

    asyncio.run(listen())


def test_a_database_that_fails_for_a_while_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "AFTER_A_FAULT", 0.02)
    monkeypatch.setattr(hub, "LOOKS_AT_MOST_EVERY", 0.01)
    asked: list[int] = []

    def look(_players: object, _boards: object, _before: Snapshot) -> Snapshot:
        asked.append(1)
        if len(asked) < 3:
            raise OSError("the database is away")
        return playing(BEGUN)

    async def first_event() -> str | None:
        everybody = Hub(look, stamps_of)
        events = everybody.events(everybody.listen(ALICE, None))
        await anext(events)
        event = await anext(events)
        everybody.close()
        return event.event

    assert asyncio.run(first_event()) == "boards"
    assert len(asked) == 3
