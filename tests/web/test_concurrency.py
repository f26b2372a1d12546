"""Who waits for whom when many requests come at the same time."""

from __future__ import annotations

import threading

import anyio
import pytest

from pbmserv.web.concurrency import ThreadLimit


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.anyio
async def test_four_of_one_client_are_worked_on_and_the_fifth_waits_for_them_alone() -> None:
    threads, four, go_on = ThreadLimit(8, 4), threading.Event(), threading.Event()
    begun: list[str] = []

    def work(client: str) -> str:
        begun.append(client)
        if client == "greedy":
            if begun.count("greedy") == 4:
                four.set()
            go_on.wait(30)
        return client

    async with anyio.create_task_group() as tasks:
        for _ in range(20):
            tasks.start_soon(threads.run, "greedy", work, "greedy")
        assert await anyio.to_thread.run_sync(four.wait, 30)

        assert [await threads.run("other", work, "other") for _ in range(5)] == ["other"] * 5
        assert begun == ["greedy"] * 4 + ["other"] * 5
        assert (len(threads), threads.of("greedy"), threads.of("other")) == (20, 20, 0)
        go_on.set()

    assert begun.count("greedy") == 20
    assert len(threads) == 0


@pytest.mark.anyio
async def test_what_fails_or_is_given_up_leaves_room_for_the_next() -> None:
    threads = ThreadLimit(1, 1)

    def fail() -> None:
        raise ValueError("as it does")

    for _ in range(3):
        with pytest.raises(ValueError, match="as it does"):
            await threads.run("one", fail)
    with anyio.move_on_after(0):
        await threads.run("one", str, 1)
    assert await threads.run("one", str, 7) == "7"
    assert len(threads) == 0
