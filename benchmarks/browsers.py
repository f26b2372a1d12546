"""The client's side of the page: what browsers and programs ask, as bytes, and how they wait for the answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Mapping, Sequence
from urllib.parse import urlencode

from benchmarks.load import ADDRESS
from benchmarks.population import Playing
from benchmarks.templates import PASSWORD
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.lookup import known_player
from pbmserv.commands.sessions.signing_in import open_session
from pbmserv.games.catalogue import installed
from pbmserv.play.board_fingerprint import seen_on_a_page
from pbmserv.post_office import PostOffice, post_office_for
from pbmserv.settings import load
from pbmserv.storage.database import Database
from pbmserv.storage.sessions import Scope
from pbmserv.web.site import Site, site_for


async def one_after_another(port: int, requests: Sequence[bytes]) -> None:
    """Ask all this over one connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for request in requests:
        await ask(reader, writer, request)
    writer.close()


async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes) -> None:
    """Ask one thing, and wait for all of the answer, which must be a good one."""
    writer.write(request)
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    assert head.split()[1] in {b"200", b"201", b"303"}, head + await reader.read(1000)
    await reader.readexactly(int(head.partition(b"content-length: ")[2].split()[0]))


def get(path: str, session: str = "") -> bytes:
    """A request for a page, by whoever has this session."""
    cookie = f"Cookie: session={session}\r\n" if session else ""
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{cookie}\r\n".encode()


def with_tokens(database: Database, boards: Sequence[Playing]) -> list[bytes]:
    """The next move of each board, as programs make it."""
    tokens = sessions(database, [board.mover for board in boards], Scope.PLAY)
    return [api_move(board, tokens[board.mover]) for board in boards]


def with_forms(database: Database, boards: Sequence[Playing]) -> list[bytes]:
    """The same as browsers make it, from a page of the board that they have had."""
    site = _site(database)
    words = sessions(database, [board.mover for board in boards], Scope.ALL)

    def seen(call: Call) -> list[str]:
        return [_seen(call, board) for board in boards]

    return [
        _form(
            f"/{board.game}/{board.number}",
            f"session={words[board.mover]}",
            {"token": site.token("form", words[board.mover]), "seen": as_seen, "do": "move", "move": board.text},
        )
        for board, as_seen in zip(boards, site.office.look_up(seen), strict=True)
    ]


def sign_ins(database: Database, userids: Collection[str]) -> list[bytes]:
    """The form by which each of these players signs in, with the password of all."""
    site = _site(database)
    return [
        _form(
            "/sign-in",
            f"visit={userid}",
            {"token": site.token("form", userid), "userid": userid, "password": PASSWORD, "to": ""},
        )
        for userid in userids
    ]


def api_move(board: Playing, token: str) -> bytes:
    """The next move of a board, as a program makes it."""
    body = json.dumps({"move": board.text})
    return (
        f"POST /api/games/{board.game}/boards/{board.number}/moves HTTP/1.1\r\nHost: localhost\r\n"
        f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    ).encode()


def sessions(database: Database, userids: Collection[str], scope: Scope) -> dict[str, str]:
    """The secret of a session for each of these players."""
    office = PostOffice(database, installed(), ADDRESS)
    return office.act_for_visitor(
        lambda call: {
            userid: open_session(call, known_player(call, userid), "benchmark", scope).word for userid in set(userids)
        }
    )


def _site(database: Database) -> Site:
    settings = load(None, {"PBMSERV_ADDRESS": ADDRESS})
    return site_for(settings, database, post_office_for(settings, database))


def _seen(call: Call, board: Playing) -> str:
    stored = call.work.boards.load(board.game, board.number)
    assert stored is not None
    return seen_on_a_page(stored, known_player(call, board.mover))


def _form(path: str, cookie: str, fields: Mapping[str, str]) -> bytes:
    body = urlencode(fields)
    return (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    ).encode()
