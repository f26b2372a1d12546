"""Files that strangers ask for: names that they make up leave nothing behind, and what takes long keeps nobody."""

from __future__ import annotations

import gc
import threading
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from http.client import HTTPConnection

import pytest

from pbmserv.commands.boards.showing import shown_board
from pbmserv.games.catalogue import installed
from pbmserv.games.picture import Picture
from pbmserv.language.argument_types import BoardAt
from pbmserv.settings import defaults
from pbmserv.storage.database import Database
from pbmserv.web.app import application
from pbmserv.web.board_pictures import PictureFiles
from pbmserv.web.rendering import address_of
from pbmserv.web.site import Site
from tests.conversation import Server
from tests.serving import wait_until
from tests.web.conftest import URL, Browser
from tests.web.listening import PATIENCE, Served, served
from tests.web.test_live import server_on

ALICE = "alice@example.org"


@pytest.fixture
def asking(site: Site) -> Browser:
    return Browser(application(site), URL, raise_server_exceptions=False)


@pytest.mark.long
def test_made_up_names_of_files_are_not_kept(asking: Browser) -> None:
    def ask(numbers: range) -> None:
        for number in numbers:
            assert asking.get(f"/static/x/{number}-{'x' * 2000}.css").status_code == 404

    ask(range(5))
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        ask(range(5, 65))
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()

    assert grown < 80_000


@pytest.mark.parametrize(
    "name", ["x" * 255, "x" * 5000, ".", "..", "%00", "a%00b", "style.css%00", "%2e%2e%2fapp.py", "\udcff", "é" * 300]
)
def test_a_name_that_no_file_can_have_is_no_failure(
    asking: Browser, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = asking.get(f"/static/x/{name.encode(errors='surrogatepass').decode(errors='replace')}")

    assert answer.status_code == 404
    assert "page_failed" not in capsys.readouterr().out


def test_the_files_that_there_are_are_sent(asking: Browser) -> None:
    style = asking.get(address_of("style.css"))

    assert (style.status_code, style.headers["content-type"]) == (200, "text/css; charset=utf-8")
    assert ".refusal" in style.text
    with pytest.raises(LookupError):
        address_of("none.css")


class SlowFiles:
    """Writes pictures only when the test lets it; `begun` are the titles of those that it has begun."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.go_on = threading.Event()

    def __call__(self, picture: Picture) -> bytes:
        self.begun.append(picture.words)
        assert self.go_on.wait(PATIENCE)
        return b"a picture"


@pytest.fixture
def slow() -> SlowFiles:
    return SlowFiles()


@pytest.fixture
def place(sqlite_database: Database, slow: SlowFiles) -> Iterator[Served]:
    server = server_on(sqlite_database)
    server.hear(ALICE, "goofspiel challenge alice bob -cards=20")
    server.hear(ALICE, "goofspiel challenge alice bob -cards=20")
    settings = replace(
        defaults(),
        address=server.address,
        web_url=URL,
        web_max_connections_per_client=100,
        web_proxies=("127.0.0.1",),
    )
    site = Site(
        settings,
        server.database,
        server.office,
        installed(),
        b"key",
        pngs=PictureFiles(slow),
        svgs=PictureFiles(slow),
    )
    with served(application(site)) as place:
        yield place
        slow.go_on.set()


def status_of(place: Served, path: str, client: str = "127.0.0.1") -> int:
    connection = HTTPConnection(place.host, place.port, timeout=PATIENCE)
    try:
        connection.request("GET", path, headers={"X-Forwarded-For": client})
        return connection.getresponse().status
    finally:
        connection.close()


def test_a_picture_that_twelve_ask_for_is_drawn_once_and_no_page_waits(place: Served, slow: SlowFiles) -> None:
    with ThreadPoolExecutor(12) as pool:
        asked = [pool.submit(status_of, place, "/goofspiel/101.png") for _ in range(12)]
        wait_until(lambda: bool(slow.begun), "the picture to be drawn")

        assert status_of(place, "/goofspiel/101") == 200
        assert not any(each.done() for each in asked)
        slow.go_on.set()
        assert [each.result(PATIENCE) for each in asked] == [200] * 12

    assert len(slow.begun) == 1


def test_a_client_who_asks_for_much_that_takes_long_keeps_no_other_waiting(place: Served, slow: SlowFiles) -> None:
    with ThreadPoolExecutor(12) as pool:
        greedy = [pool.submit(status_of, place, "/goofspiel/101.svg", "192.0.2.1") for _ in range(12)]
        wait_until(lambda: bool(slow.begun), "the picture to be drawn")

        assert status_of(place, "/goofspiel/102", "198.51.100.1") == 200
        assert not any(each.done() for each in greedy)
        slow.go_on.set()
        assert [each.result(PATIENCE) for each in greedy] == [200] * 12


def test_threads_that_draw_the_same_draw_it_once(server: Server, slow: SlowFiles) -> None:
    server.hear(ALICE, "goofspiel challenge alice bob")
    shown = server.office.look_up(lambda call: shown_board(call, installed()["goofspiel"], BoardAt(101, None)))
    files = PictureFiles(slow)
    assert files.known(shown) is None
    with ThreadPoolExecutor(4) as pool:
        drawing = [pool.submit(files.of, shown) for _ in range(4)]
        wait_until(lambda: bool(slow.begun), "the picture to be drawn")
        slow.go_on.set()
        drawn = {each.result(PATIENCE) for each in drawing}

    assert len(slow.begun) == 1
    assert drawn == {files.known(shown)}


def test_twelve_of_one_client_and_twenty_in_all_wait_for_a_picture_and_others_are_asked_to_come_again(
    place: Served, slow: SlowFiles
) -> None:
    with ThreadPoolExecutor(30) as pool:
        greedy = [pool.submit(status_of, place, "/goofspiel/101.png", "192.0.2.1") for _ in range(15)]
        wait_until(lambda: sum(each.done() for each in greedy) == 3, "those of one client who are too many")
        others = [pool.submit(status_of, place, "/goofspiel/101.png", f"198.51.100.{n}") for n in range(9)]
        wait_until(lambda: sum(each.done() for each in others) == 1, "those who are too many in all")
        slow.go_on.set()
        statuses = [[each.result(PATIENCE) for each in asked] for asked in (greedy, others)]

    assert [sorted(each) for each in statuses] == [[200] * 12 + [503] * 3, [200] * 8 + [503]]
