"""What a visitor forges or slips in: other sites' forms, hosts, proxies, markup."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from starlette.routing import Route

from pbmserv.web.app import application
from pbmserv.web.page_context import cookie_name
from pbmserv.web.site import Site
from tests.conversation import Server
from tests.web.conftest import URL, Browser
from tests.web.web_servers import connected, heard, limits, web_server

PAGES = ("/", "/sign-in", "/sign-in/link", "/hex", "/hex/101", "/players/alice", "/help", "/about")
MARKUP = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'>"


@pytest.fixture
def board(server: Server) -> Server:
    """A server with a board of Hex, on which somebody has said things that are no markup."""
    server.hear("alice@example.org", "hex challenge alice bob", comment=MARKUP)
    server.hear("alice@example.org", "hex move 101 alice secret7 d4", comment=f"{MARKUP} javascript:alert(1)")
    return server


def test_no_page_can_be_framed_or_run_what_is_not_ours(board: Server, browser: Browser) -> None:
    for path in PAGES:
        headers = browser.get(path).headers
        assert headers["x-frame-options"] == "DENY"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]


def test_nobodys_words_become_markup(board: Server, alice: Browser) -> None:
    for path in (*PAGES, "/me", "/settings", f"/sign-in?to={MARKUP}", f"/{MARKUP}", f"/hex/101?touch={MARKUP}"):
        text = alice.get(path).text
        assert "<script>alert" not in text
        assert "<img src=x" not in text
        assert not re.search(r"(?:href|src|action)=[\"']?\s*javascript:", text, re.IGNORECASE)
    assert "&lt;script&gt;alert(1)" in alice.get("/hex/101").text


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"X-Forwarded-Host": "evil.example"}])
def test_no_address_is_made_of_what_a_visitor_calls_us(board: Server, site: Site, headers: dict[str, str]) -> None:
    app = application(replace(site, settings=replace(site.settings, web_url=URL)))
    for path in PAGES:
        assert "evil.example" not in Browser(app, URL).get(path, headers=headers).text
    page = Browser(app, URL).get("/sign-in/link")
    token = re.search(r'name="token" value="([0-9a-f]+)"', page.text)
    assert token
    visit = {**headers, "Cookie": f"visit={page.cookies['visit']}"}
    form = {"token": token[1], "userid": "alice"}
    Browser(app, URL, follow_redirects=False).post("/sign-in/link", data=form, headers=visit)

    text = board.outbox()[-1]["text"]
    assert f"{URL}/sign-in/link?token=" in text
    assert "evil.example" not in text


def test_a_session_that_somebody_else_has_chosen_is_none(new_browser: Callable[[], Browser], site: Site) -> None:
    victim, name = new_browser(), cookie_name(site, "session")
    victim.cookies.set(name, "chosen-by-somebody-else")
    victim.sign_in("alice")

    other = new_browser()
    other.cookies.set(name, "chosen-by-somebody-else")
    assert other.get("/me").status_code == 303


def test_a_form_of_one_visitor_is_none_of_another(new_browser: Callable[[], Browser]) -> None:
    mine = re.search(r'name="token" value="([0-9a-f]+)"', new_browser().get("/sign-in").text)
    assert mine

    answer = new_browser().post("/sign-in", data={"token": mine[1], "userid": "alice", "password": "secret7"})

    assert answer.status_code == 403


def test_no_form_at_any_address_is_taken_from_another_site_or_without_its_token(
    board: Server, site: Site, alice: Browser
) -> None:
    routes = [route for route in application(site).routes if isinstance(route, Route)]
    paths = [route.path for route in routes if "POST" in (route.methods or ())]
    filled_in = {"{game}": "hex", "{board:number}": "101", "{after:number}": "0", "{what}": "timezone"}
    for place, value in filled_in.items():
        paths = [path.replace(place, value) for path in paths]
    token = re.search(r'name="token" value="([0-9a-f]+)"', alice.get("/settings").text)
    assert token
    elsewhere = [{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "https://evil.example"},
                 {"Origin": "null"}]  # fmt: skip
    before = board.everything_stored()

    for path in paths:
        assert alice.post(path, data={"do": "resign", "sure": "yes"}).status_code == 403, path
        for headers in elsewhere:
            answer = alice.post(path, data={"token": token[1], "do": "resign"}, headers=headers)
            assert answer.status_code == 403, (path, headers)

    assert {"/sign-in", "/sign-out", "/hex/101", "/settings/password", "/settings/leave", "/play"} <= set(paths)
    assert board.everything_stored() == before
    assert alice.get("/me").status_code == 200


@pytest.mark.parametrize(("proxies", "seen"), [((), "127.0.0.1"), (("127.0.0.1",), "198.51.100.7")])
def test_only_proxies_that_are_named_say_where_visitors_come_from(proxies: tuple[str, ...], seen: str) -> None:
    clients: list[str] = []

    async def page(scope: dict, receive: object, send: Callable) -> None:  # type: ignore[type-arg]
        clients.append(scope["client"][0])
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    with web_server(page, limits(proxies=proxies)) as where, connected(where) as client:  # type: ignore[arg-type]
        client.sendall(
            b"GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.9, 198.51.100.7\r\nConnection: close\r\n\r\n"
        )
        heard(client)

    assert clients == [seen]
