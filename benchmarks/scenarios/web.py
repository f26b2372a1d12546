"""The page: boards that are looked at, moves that are made there and by programs, and how soon listeners hear of one.

The baseline is the same library with an application that answers "ok", and for moves the same moves by mail. Each
client has one connection. A board's page is measured when its picture has not been drawn before, as after a move, and
when it has been; for strangers, and for players who have to move and see where.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from urllib.parse import urlencode

from benchmarks.databases import KINDS, SQLITE, fresh, url_of
from benchmarks.figures import Effort, Figure, Samples, Target, interleaved
from benchmarks.load import ADDRESS
from benchmarks.population import Playing, populate
from benchmarks.scenarios.memory import ENDING_SECONDS, MOST_MIB, Running
from benchmarks.scenarios.move import BEFORE, moves_by_mail
from pbmserv.commands.call import Call
from pbmserv.commands.naming import known_player
from pbmserv.commands.sessions import open_session
from pbmserv.games.catalogue import installed
from pbmserv.play.moments import seen_on_a_page
from pbmserv.post_office import PostOffice, post_office_for
from pbmserv.settings import load
from pbmserv.store.database import Database
from pbmserv.store.sessions import Scope
from pbmserv.web.site import site_for

TITLE = "The page, one process"
GAME = "trichet"
PLAYERS = 200
CLIENTS = 4
OF_BARE = Target(0.06, at_least=True)
AS_BY_MAIL = Target(1.0, at_least=True)
AT_ONCE_TOLD = Target(1.0, at_least=False, of_ratio=False)
"""Seconds."""
SMALL = Target(60, at_least=False, of_ratio=False)
"""KiB for each of them."""
BARE = """
import socket, uvicorn, uvloop
async def app(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})
listening = socket.create_server(("127.0.0.1", 0))
print("on http://127.0.0.1:%d/" % listening.getsockname()[1], flush=True)
config = uvicorn.Config(app, lifespan="off", access_log=False, log_config=None, http="h11")
uvloop.run(uvicorn.Server(config).serve([listening]))
"""


def measure(effort: Effort) -> Iterator[Figure]:
    """Pages and moves a second; seconds until all listeners have heard of a move, and what each of them takes."""
    new, count = effort.of((10, 20), (100, 400), (200, 2000))
    samples = interleaved(effort.runs, {"ok": partial(_bare, 4 * count), **_looks(new, count), **_ways(effort)})
    base = ("ok", samples["ok"])
    case = f"{CLIENTS} clients"
    yield samples["ok"].figure("an application that says ok", case, "requests/s")
    for kind in KINDS:
        for look in ("drawn before", "new", "drawn before, to move", "new, to move"):
            target = OF_BARE if look == "drawn before" else None
            yield samples[f"{look}, {kind}"].figure(f"a board's page, {look}, {kind}", case, "pages/s", base, target)
    for kind in KINDS:
        mail = samples[f"mail, {kind}"]
        yield mail.figure(f"moves by mail, {kind}", case, "moves/s")
        by_mail = ("by mail", mail)
        yield samples[f"page, {kind}"].figure(f"moves by the page, {kind}", case, "moves/s", by_mail, AS_BY_MAIL)
        yield samples[f"API, {kind}"].figure(f"moves by the API, {kind}", case, "moves/s", by_mail)
    listeners = effort.of(20, 500, 500)
    told = [_told(listeners) for _ in range(effort.runs)]
    case = f"{listeners} listeners"
    first, last, each, whole = (Samples(values) for values in zip(*told, strict=True))
    yield first.figure("from a move until the first hears of it", case, "s")
    yield last.figure("from the first until the last", case, "s", target=AT_ONCE_TOLD)
    yield each.figure("memory for each", case, "KiB", target=SMALL)
    yield whole.figure("memory of the process with them", case, "MiB", target=MOST_MIB)


def _bare(count: int) -> float:
    with _process([sys.executable, "-c", BARE], {}) as server:
        return count / _seconds_of(server.port, [_get("/")] * count)


def _looks(new: int, count: int) -> Mapping[str, Callable[[], float]]:
    """Pages of boards: so many new ones, and so many of those."""
    return {
        f"{look}{', to move' if to_move else ''}, {kind}": partial(_pages, kind, new, again, to_move)
        for kind in KINDS
        for look, again in (("new", 0), ("drawn before", count))
        for to_move in (False, True)
    }


def _ways(effort: Effort) -> Mapping[str, Callable[[], float]]:
    """The same moves in each of the ways in which they can be made."""
    count, before = effort.of((20, 2), (400, BEFORE), (2000, BEFORE))
    return {
        f"{way}, {kind}": partial(moves, kind, count, before)
        for kind in KINDS
        for way, moves in (
            ("mail", partial(moves_by_mail, sessions=CLIENTS)),
            ("page", partial(_moves, _with_a_form)),
            ("API", partial(_moves, _with_a_token)),
        )
    }


def _pages(kind: str, new: int, again: int, to_move: bool) -> float:
    """Pages a second: of `new` boards that nobody has looked at, or `again` of the same boards."""
    with fresh(kind) as database:
        # No two of them stand alike.
        boards = populate(database, PLAYERS, 3 * new, [GAME], playing=3 * new, positions=new + 1).where(GAME)
        words = _sessions(database, [board.mover for board in boards], Scope.ALL) if to_move else {}
        asked = [_get(f"/{GAME}/{board.number}", words.get(board.mover, "")) for board in boards[: new + 1]]
        with _serving(database) as server:
            # What is done at the first time only is not what a page costs.
            first, asked = asked[:1] if not again else asked, asked[1:]
            _seconds_of(server.port, first)
            asked = [asked[number % new] for number in range(again or new)]
            return len(asked) / _seconds_of(server.port, asked)


def _moves(by: Callable[[Database, Sequence[Playing]], list[bytes]], kind: str, count: int, before: int) -> float:
    with fresh(kind) as database:
        # A third of the boards are before their last move.
        playing = 2 * (before + count)
        boards = populate(database, PLAYERS, playing, [GAME], playing=playing).where(GAME)[: before + count]
        asked = by(database, boards)
        with _serving(database) as server:
            _seconds_of(server.port, asked[:before])
            return count / _seconds_of(server.port, asked[before:])


def _told(listeners: int) -> tuple[float, float, float, float]:
    """Seconds until the first listener has heard of a move, from then until the last has; KiB for each; MiB."""
    with fresh(SQLITE) as database:
        board = populate(database, PLAYERS, 2 * PLAYERS, [GAME], playing=PLAYERS).where(GAME)[0]
        tokens = _sessions(database, [board.mover], Scope.PLAY)
        with _serving(database) as server:
            return asyncio.run(_listen(server, board, tokens[board.mover], listeners))


async def _listen(server: Running, board: Playing, token: str, listeners: int) -> tuple[float, float, float, float]:
    await _one_after_another(server.port, [_get(f"/{GAME}/{board.number}")])
    before = server.mebibytes
    streams = []
    for _ in range(listeners):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(_get(f"/{GAME}/{board.number}/events"))
        streams.append((reader, writer))
    await asyncio.gather(*(reader.readuntil(b"event: board") for reader, _ in streams))
    # Until each has all of its first event.
    await asyncio.gather(*(reader.readuntil(b"\r\n\r\n") for reader, _ in streams))
    whole = server.mebibytes
    each = (whole - before) * 1024 / listeners

    async def heard(reader: asyncio.StreamReader) -> float:
        await reader.readuntil(b"event: board")
        return time.perf_counter()

    hearing = [asyncio.create_task(heard(reader)) for reader, _ in streams]
    await _one_after_another(server.port, [_move(board, token)])
    made = time.perf_counter()
    times = await asyncio.gather(*hearing)
    for _, writer in streams:
        writer.close()
    return max(min(times) - made, 0.0), max(times) - min(times), each, whole


def _seconds_of(port: int, requests: Sequence[bytes]) -> float:
    """How long it takes until all is answered."""

    async def ask_all() -> float:
        start = time.perf_counter()
        await asyncio.gather(*(_one_after_another(port, requests[client::CLIENTS]) for client in range(CLIENTS)))
        return time.perf_counter() - start

    return asyncio.run(ask_all())


async def _one_after_another(port: int, requests: Sequence[bytes]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for request in requests:
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        assert head.split()[1] in {b"200", b"201", b"303"}, head + await reader.read(1000)
        await reader.readexactly(int(head.partition(b"content-length: ")[2].split()[0]))
    writer.close()


def _get(path: str, session: str = "") -> bytes:
    cookie = f"Cookie: session={session}\r\n" if session else ""
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{cookie}\r\n".encode()


def _with_a_token(database: Database, boards: Sequence[Playing]) -> list[bytes]:
    """The next move of each board, as programs make it."""
    tokens = _sessions(database, [board.mover for board in boards], Scope.PLAY)
    return [_move(board, tokens[board.mover]) for board in boards]


def _with_a_form(database: Database, boards: Sequence[Playing]) -> list[bytes]:
    """The same as browsers make it, from a page of the board that they have had."""
    settings = load(None, {"PBMSERV_ADDRESS": ADDRESS})
    site = site_for(settings, database, post_office_for(settings, database))
    words = _sessions(database, [board.mover for board in boards], Scope.ALL)

    def seen(call: Call) -> list[str]:
        return [_seen(call, board) for board in boards]

    return [
        _send_form(board, words[board.mover], site.token("form", words[board.mover]), as_seen)
        for board, as_seen in zip(boards, site.office.look_up(seen), strict=True)
    ]


def _seen(call: Call, board: Playing) -> str:
    stored = call.work.boards.load(board.game, board.number)
    assert stored is not None
    return seen_on_a_page(stored, known_player(call, board.mover))


def _send_form(board: Playing, session: str, token: str, seen: str) -> bytes:
    body = urlencode({"token": token, "seen": seen, "do": "move", "move": board.text})
    return (
        f"POST /{board.game}/{board.number} HTTP/1.1\r\nHost: localhost\r\nCookie: session={session}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    ).encode()


def _move(board: Playing, token: str) -> bytes:
    body = json.dumps({"move": board.text})
    return (
        f"POST /api/games/{board.game}/boards/{board.number}/moves HTTP/1.1\r\nHost: localhost\r\n"
        f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    ).encode()


def _sessions(database: Database, userids: Sequence[str], scope: Scope) -> dict[str, str]:
    """The secret of a session for each of these players."""
    office = PostOffice(database, installed(), ADDRESS)
    return office.at_the_door(
        lambda call: {
            userid: open_session(call, known_player(call, userid), "benchmark", scope).word for userid in set(userids)
        }
    )


@contextmanager
def _serving(database: Database) -> Iterator[Running]:
    settings = {
        "DATABASE_URL": url_of(database),
        "WEB_LISTEN": "127.0.0.1:0",
        "WEB_MAX_CONNECTIONS": "5000",
        "WEB_MAX_CONNECTIONS_PER_CLIENT": "5000",
        "WEB_REQUESTS_PER_MINUTE": "1000000",
    }
    with tempfile.TemporaryDirectory(prefix="pbmserv-benchmark-") as home:
        environ = {f"PBMSERV_{name}": value for name, value in {**settings, "HOME": home}.items()}
        with _process([sys.executable, "-m", "pbmserv", "serve", "--only", "web"], environ) as server:
            yield server


@contextmanager
def _process(line: Sequence[str], environ: dict[str, str]) -> Iterator[Running]:
    process = subprocess.Popen(
        line,
        env={**os.environ, **environ},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    try:
        said = process.stdout.readline()
        yield Running(int(said.rstrip().rstrip("/").rpartition(":")[2]), process.pid)
    finally:
        process.terminate()
        process.wait(ENDING_SECONDS)
        process.stdout.close()
