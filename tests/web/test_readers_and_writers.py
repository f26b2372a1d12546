"""A reader of pages does not wait for those who change something: they wait for each other."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from http.client import HTTPConnection

from pbmserv.games.catalogue import installed
from pbmserv.settings import defaults
from pbmserv.storage.database import Database
from pbmserv.storage.sessions import Scope
from pbmserv.web.app import application
from pbmserv.web.site import Site
from tests.serving import wait_until
from tests.web.listening import PATIENCE, Served, served
from tests.web.test_live import server_on, session


def status_of(place: Served, method: str, path: str, body: str = "", **headers: str) -> int:
    connection = HTTPConnection(place.host, place.port, timeout=PATIENCE)
    try:
        connection.request(method, path, body, headers)
        return connection.getresponse().status
    finally:
        connection.close()


def test_a_page_is_shown_while_twelve_wait_to_write(sqlite_database: Database) -> None:
    server = server_on(sqlite_database)
    settings = replace(defaults(), address=server.address, web_url="", web_max_connections_per_client=100)
    app = application(Site(settings, server.database, server.office, installed(), b"key"))
    headers = {
        "Authorization": f"Bearer {session(server, 'alice', Scope.PLAY)}",
        "Content-Type": "application/json",
    }

    def move() -> int:
        return status_of(place, "POST", "/api/games/hex/boards/101/moves", json.dumps({"move": "c3"}), **headers)

    def all_wait() -> bool:
        limits = getattr(app.state, "work_limits", None)
        return limits is not None and len(limits.changes) == 12

    with served(app) as place, ThreadPoolExecutor(12) as pool:
        with server.database.writing():
            moving = [pool.submit(move) for _ in range(12)]
            wait_until(all_wait, "all who write to wait for the database")

            assert status_of(place, "GET", "/hex/101") == 200
            assert not any(each.done() for each in moving)
        statuses = [each.result(PATIENCE) for each in moving]

    assert statuses.count(201) + statuses.count(200) == 1
