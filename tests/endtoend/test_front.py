"""Behind nginx and Caddy, as docs/web.md sets them up: pages by TLS, and boards that are told of moves at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from http.client import HTTPResponse
from pathlib import Path
from urllib.parse import urlencode

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.post_office import PostOffice
from pbmserv.settings import defaults
from pbmserv.storage.database import Database
from pbmserv.web.app import application
from pbmserv.web.live import hub, streams
from pbmserv.web.site import Site
from tests.conversation import PLAYERS, Server
from tests.endtoend.front import FRONTS, HOST, SILENCE_SECONDS, Visit
from tests.ports import free_port
from tests.serving import wait_until
from tests.web.listening import served

pytestmark = [pytest.mark.long, pytest.mark.parametrize("front", FRONTS)]

PING_SECONDS = 0.2
NGINX_WAITS_SECONDS = 60
"""How long it waits for an answer to go on, where nobody has told it otherwise."""
BUTTON = re.compile(r'name="token" value="([0-9a-f]+)"')


@dataclass
class Place:
    """A server behind a web server: `url` is what its visitors type."""

    server: Server
    site: Site
    port: int
    listeners: Callable[[], int]
    visits: ExitStack

    @property
    def url(self) -> str:
        return f"https://{HOST}:{self.port}"

    def visit(self, visitor: str = "127.0.0.2") -> Visit:
        """A new connection of somebody at an address."""
        visit = Visit(self.port, visitor)
        self.visits.callback(visit.close)
        return visit


@pytest.fixture
def behind(sqlite_database: Database, tmp_path: Path, front: str) -> Iterator[Callable[..., Place]]:
    """Makes a server behind a web server, with the settings that docs/web.md has, and a pace."""

    @contextmanager
    def placed(web_requests_per_minute: int = 600) -> Iterator[Place]:
        port = free_port()
        server = Server(sqlite_database)
        server.sign_up(*PLAYERS)
        url = f"https://{HOST}:{port}"
        server.office = PostOffice(
            server.database, installed(), server.address, server.passwords, lambda: server.now, web_url=url
        )
        server.hear("alice@example.org", "hex challenge alice bob -size=5")
        settings = replace(
            defaults(),
            address=server.address,
            web_url=url,
            web_proxies=("127.0.0.1",),
            web_requests_per_minute=web_requests_per_minute,
        )
        site = Site(settings, server.database, server.office, installed(), b"key")
        app = application(site)
        with (
            served(app) as us,
            FRONTS[front](tmp_path, port, f"{us.host}:{us.port}"),
            ExitStack() as visits,
        ):
            yield Place(server, site, port, lambda: len(app.state.live), visits)

    with ExitStack() as stack:
        yield lambda **pace: stack.enter_context(placed(**pace))


def got(visit: Visit, path: str, **headers: str) -> tuple[HTTPResponse, str]:
    visit.request("GET", path, headers=headers)
    answer = visit.getresponse()
    return answer, answer.read().decode()


def cookies_of(answer: HTTPResponse) -> dict[str, str]:
    """The cookies that an answer sets, each with all that stands behind it."""
    return {each.partition("=")[0]: each for each in answer.headers.get_all("Set-Cookie", [])}


def cookie_header(*answers: HTTPResponse) -> str:
    return "; ".join(each.partition(";")[0] for answer in answers for each in cookies_of(answer).values())


def test_a_player_signs_in_over_one_connection_and_goes_on(behind: Callable[..., Place]) -> None:
    place = behind()
    visit = place.visit()
    form, page = got(visit, "/sign-in")
    button = BUTTON.search(page)
    assert button
    typed = urlencode({"token": button[1], "userid": "alice", "password": "secret7"})
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie_header(form)}
    # As an old browser does, which does not say in another way from where it sends a form.
    visit.request("POST", "/sign-in", typed, {**headers, "Origin": place.url})
    welcome = visit.getresponse()
    welcome.read()
    mine, me = got(visit, "/me", Cookie=cookie_header(welcome))

    assert form.status == 200
    assert form.headers["Strict-Transport-Security"]
    assert (welcome.status, welcome.headers["Location"]) == (303, "/me")
    [session] = [each for name, each in cookies_of(welcome).items() if name == "__Host-session"]
    assert {"Secure", "HttpOnly", "SameSite=lax", "Path=/"} <= set(session.split("; "))
    assert (mine.status, "/hex/101" in me) == (200, True)
    assert visit.times_connected == 1


def test_letters_link_to_where_visitors_come(behind: Callable[..., Place]) -> None:
    place = behind()
    text = place.server.outbox()[-1]["text"]
    found = re.search(rf"^ +{re.escape(place.url)}(/hex/101\?play=\S+)$", text, re.MULTILINE)
    assert found

    answer, page = got(place.visit(), found[1])

    assert answer.status == 200
    assert "Play as" in page


def test_each_visitor_has_a_pace_of_their_own_whatever_they_say_of_themselves(behind: Callable[..., Place]) -> None:
    place = behind(web_requests_per_minute=3)
    hasty, other = place.visit("127.0.0.2"), place.visit("127.0.0.3")

    asked = [got(hasty, "/about", **{"X-Forwarded-For": f"192.0.2.{number}"})[0].status for number in range(5)]

    assert asked == [200, 200, 200, 429, 429]
    assert got(other, "/about")[0].status == 200


def test_who_has_a_board_open_is_told_of_a_move_though_nothing_happened_for_long(
    behind: Callable[..., Place], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert streams.PING_SECONDS < NGINX_WAITS_SECONDS / 2
    monkeypatch.setattr(streams, "PING_SECONDS", PING_SECONDS)
    monkeypatch.setattr(hub, "LOOKS_EVERY", 0.3)
    place = behind()
    visit = place.visit()
    visit.request("GET", "/hex/101/events")
    stream = visit.getresponse()
    first = event_in(stream)

    silence = [stream.readline() for _ in range(2 * int(1.25 * SILENCE_SECONDS / PING_SECONDS))]
    place.server.hear("alice@example.org", "hex move 101 alice secret7 c3")

    assert b'"moves":0' in first
    assert {line[:6] for line in silence if line.strip()} == {b": ping"}
    assert b'"moves":1' in event_in(stream)


def event_in(stream: HTTPResponse) -> bytes:
    """The data of the next event."""
    while not (line := stream.readline()).startswith(b"data:"):
        assert line, "the stream has ended"
    return line


def test_who_has_gone_is_told_no_more(behind: Callable[..., Place], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "PING_SECONDS", PING_SECONDS)
    place = behind()
    visits = [place.visit() for _ in range(3)]
    for visit in visits:
        visit.request("GET", "/hex/101/events")
        event_in(visit.getresponse())
    assert place.listeners() == 3

    for visit in visits:
        visit.close()

    wait_until(lambda: place.listeners() == 0, "the web server to hang up")


@pytest.mark.parametrize("says_how_much", [True, False])
def test_ten_megabytes_are_refused_and_the_next_request_is_answered(
    behind: Callable[..., Place], says_how_much: bool
) -> None:
    place = behind()
    visit = place.visit()
    body: bytes | Iterator[bytes] = b"x" * 10_000_000 if says_how_much else (b"x" * 10_000 for _ in range(1000))
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    # It need not be heard to its end.
    with suppress(OSError):
        visit.request("POST", "/sign-in", body, form)
    answer = visit.getresponse()

    assert answer.status == 413
    assert got(place.visit(), "/about")[0].status == 200
