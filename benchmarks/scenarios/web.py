"""The page: boards that are looked at, moves that are made there and by programs, and how soon listeners hear of one.
Of large pages, a list of a hundred boards and a long game, the processor time of the server counts.

The baseline is the same library with an application that answers "ok", and for moves the same moves by mail. Each
client has one connection. A board's page is measured when its picture has not been drawn before, as after a move, and
when it has been; for strangers, and for players who have to move and see where. "Cold" is right after the server's
start, for players each of whom comes once, with a hash of their own: who signs in waits for it, who moves does not.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import cycle, islice
from random import Random

from benchmarks.browsers import api_move, get, one_after_another, sessions, sign_ins, with_forms, with_tokens
from benchmarks.cold import cold_boards
from benchmarks.databases import KINDS, SQLITE, NothingHappens, fresh, url_of
from benchmarks.figures import Effort, Figure, Samples, Target, interleaved
from benchmarks.load import ADDRESS
from benchmarks.population import Playing, address_of, populate, userid_of
from benchmarks.scenarios.memory import ENDING_SECONDS, MOST_MIB, Running
from benchmarks.scenarios.move import BEFORE, moves_by_mail
from benchmarks.targets import processor_seconds_of
from benchmarks.templates import PASSWORD, cheap_passwords
from pbmserv.commands.requests.credentials import Credential
from pbmserv.games.catalogue import installed
from pbmserv.post_office import PostOffice, Request
from pbmserv.storage.database import Database
from pbmserv.storage.sessions import Scope
from pbmserv.storage.work import UnitOfWork

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
LONG_GAME = "go"
STEP_BACK = Target(20, at_least=False, of_ratio=False)
MANY_BOARDS = Target(50, at_least=False, of_ratio=False)
"""Milliseconds of the server's processor time."""
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
    ways = {**_looks(new, count), **_ways(effort), **_cold(effort)}
    samples = interleaved(effort.runs, {"ok": partial(_bare, 4 * count), **ways})
    base = ("ok", samples["ok"])
    case = f"{CLIENTS} clients"
    yield samples["ok"].figure("an application that says ok", case, "requests/s")
    for kind in KINDS:
        for look in ("drawn before", "new", "drawn before, to move", "new, to move"):
            target = OF_BARE if look.startswith("drawn before") else None
            yield samples[f"{look}, {kind}"].figure(f"a board's page, {look}, {kind}", case, "pages/s", base, target)
    for kind in KINDS:
        mail = samples[f"mail, {kind}"]
        yield mail.figure(f"moves by mail, {kind}", case, "moves/s")
        by_mail = ("by mail", mail)
        yield samples[f"page, {kind}"].figure(f"moves by the page, {kind}", case, "moves/s", by_mail, AS_BY_MAIL)
        yield samples[f"API, {kind}"].figure(f"moves by the API, {kind}", case, "moves/s", by_mail, AS_BY_MAIL)
        warm = ("later on", samples[f"page, {kind}"])
        yield samples[f"page, cold, {kind}"].figure(f"moves by the page, cold, {kind}", case, "moves/s", warm)
        warm = ("remembered", samples[f"sign-in, {kind}"])
        yield warm[1].figure(f"signing in, password remembered, {kind}", case, "sign-ins/s")
        yield samples[f"sign-in, cold, {kind}"].figure(f"signing in, cold, {kind}", case, "sign-ins/s", warm)
    boards, plies, times = effort.of((4, 10, 2), (100, 600, 20), (100, 600, 100))
    for kind in KINDS:
        steps = Samples(tuple(_step_back(kind, plies, times) for _ in range(effort.runs)))
        yield steps.figure(f"a step back in a long game, {kind}", f"{plies} plies", "ms", target=STEP_BACK)
        mine = Samples(tuple(_my_games(kind, boards, times) for _ in range(effort.runs)))
        yield mine.figure(f"my games, {kind}", f"{boards} boards", "ms", target=MANY_BOARDS)
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
        return count / _seconds_of(server.port, [get("/")] * count)


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
            ("page", partial(_moves, with_forms)),
            ("API", partial(_moves, with_tokens)),
        )
    }


def _cold(effort: Effort) -> Mapping[str, Callable[[], float]]:
    """What players do at a server that has just been started; and signing in for the second time."""
    count = effort.of(10, 200, 500)
    return {
        f"{what}, {kind}": measure
        for kind in KINDS
        for what, measure in (
            ("page, cold", partial(_cold_moves, kind, count)),
            ("sign-in, cold", partial(_signing_in, kind, count, times=1)),
            ("sign-in", partial(_signing_in, kind, count, times=2)),
        )
    }


def _pages(kind: str, new: int, again: int, to_move: bool) -> float:
    """Pages a second: of `new` boards that nobody has looked at, or `again` of the same boards."""
    with fresh(kind) as database:
        # No two of them stand alike.
        boards = populate(database, PLAYERS, 3 * new, [GAME], playing=3 * new, positions=new + 1).where(GAME)
        words = sessions(database, [board.mover for board in boards], Scope.ALL) if to_move else {}
        asked = [get(f"/{GAME}/{board.number}", words.get(board.mover, "")) for board in boards[: new + 1]]
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


def _cold_moves(kind: str, count: int) -> float:
    with fresh(kind) as database, cold_boards(database, count) as boards:
        asked = with_forms(database, boards)
        with _serving(database) as server:
            return count / _seconds_of(server.port, asked)


def _signing_in(kind: str, count: int, times: int) -> float:
    """How many players a second sign in; the last of so many times counts."""
    with fresh(kind) as database, cold_boards(database, count) as boards:
        asked = sign_ins(database, [board.mover for board in boards])
        with _serving(database) as server:
            return count / [_seconds_of(server.port, asked) for _ in range(times)][-1]


def _my_games(kind: str, boards: int, times: int) -> float:
    """Processor time of the page of a player with so many boards that go on, in milliseconds."""
    with fresh(kind) as database:
        # Each board has two of the players.
        populate(database, 4, 2 * boards, playing=2 * boards)
        return _milliseconds(database, ["/me"], times)


def _step_back(kind: str, plies: int, times: int) -> float:
    """The same of an earlier position of a long game, each time another one."""
    with fresh(kind) as database:
        populate(database, 4, 8, playing=4)
        number = _long_game(database, plies)
        return _milliseconds(database, [f"/{LONG_GAME}/{number}/{ply}" for ply in range(plies - 1, 0, -1)], times)


def _milliseconds(database: Database, pages: Sequence[str], times: int) -> float:
    """What so many pages of one player take, after some that do not count."""
    player = userid_of(1)
    word = sessions(database, [player], Scope.ALL)[player]
    asked = [get(page, word) for page in islice(cycle(pages), 2 * times)]
    with _serving(database) as server:
        asyncio.run(one_after_another(server.port, asked[:times]))
        had_before = processor_seconds_of(server.pid)
        asyncio.run(one_after_another(server.port, asked[times:]))
        return 1000 * (processor_seconds_of(server.pid) - had_before) / times


def _long_game(database: Database, plies: int) -> int:
    """Have two players make so many random moves; returns the number of their board."""
    office, chance = PostOffice(database, installed(), ADDRESS, cheap_passwords()), Random(plies)  # noqa: S311
    players = userid_of(1), userid_of(2)
    _do(office, players[0], f"{LONG_GAME} challenge {' '.join(players)}")
    for ply in range(plies):
        with database.reading() as connection:
            boards = UnitOfWork(connection, installed()).boards
            [number] = boards.numbers(LONG_GAME, 0, 1)
            board = boards.load(LONG_GAME, number)
        assert board is not None
        moves = [each for each in board.game.legal_moves(board.position, ply % 2) or () if each != "pass"]
        _do(
            office,
            players[ply % 2],
            f"{LONG_GAME} move {number} {players[ply % 2]} {PASSWORD} {chance.choice(moves)}",
        )
    return number


def _do(office: PostOffice, player: str, line: str) -> None:
    answer = office.handle(Request(Credential(address_of(player)), (line,)))
    if not answer.ok:
        raise NothingHappens(f"{line}: {answer.error}")


def _told(listeners: int) -> tuple[float, float, float, float]:
    """Seconds until the first listener has heard of a move, from then until the last has; KiB for each; MiB."""
    with fresh(SQLITE) as database:
        board = populate(database, PLAYERS, 2 * PLAYERS, [GAME], playing=PLAYERS).where(GAME)[0]
        tokens = sessions(database, [board.mover], Scope.PLAY)
        with _serving(database) as server:
            return asyncio.run(_listen(server, board, tokens[board.mover], listeners))


async def _listen(server: Running, board: Playing, token: str, listeners: int) -> tuple[float, float, float, float]:
    await one_after_another(server.port, [get(f"/{GAME}/{board.number}")])
    before = server.mebibytes
    streams = []
    for _ in range(listeners):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(get(f"/{GAME}/{board.number}/events"))
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
    await one_after_another(server.port, [api_move(board, token)])
    made = time.perf_counter()
    times = await asyncio.gather(*hearing)
    for _, writer in streams:
        writer.close()
    return max(min(times) - made, 0.0), max(times) - min(times), each, whole


def _seconds_of(port: int, requests: Sequence[bytes]) -> float:
    """How long it takes until all is answered."""

    async def ask_all() -> float:
        start = time.perf_counter()
        await asyncio.gather(*(one_after_another(port, requests[client::CLIENTS]) for client in range(CLIENTS)))
        return time.perf_counter() - start

    return asyncio.run(ask_all())


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
