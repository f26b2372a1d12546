"""Web addresses and sign-in links of a demo."""

from __future__ import annotations

import socket
from contextlib import closing
from dataclasses import replace
from http.client import HTTPException
from urllib.request import ProxyHandler, build_opener

from pbmserv.commands.requests.context import Call
from pbmserv.commands.sessions.signing_in import new_link, use_link_up
from pbmserv.demo.boards import PLAYERS
from pbmserv.post_office import post_office_for
from pbmserv.setting_values import TcpAddress
from pbmserv.settings import Settings
from pbmserv.storage.database import Database

_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104
"""The local address of pages served on all interfaces."""


OTHER_PORTS = range(8081, 8100)
MOST_BYTES = 10_000_000


def with_port_of_pages(settings: Settings, database: Database) -> Settings:
    """The settings with the port that this server's pages have or will have.

    It is another one if the default port is taken by another program, to which the links would lead otherwise.
    """
    listen = settings.web_listen
    if listen is None or not listen.if_free:
        return settings

    def is_good(where: TcpAddress) -> bool:
        return is_free(where) or _is_this_one(where, settings, database)

    if is_good(listen):
        return settings
    others = (replace(listen, port=port, if_free=False) for port in OTHER_PORTS if port != listen.port)
    return replace(settings, web_listen=next(filter(is_good, others), listen))


def is_free(listen: TcpAddress) -> bool:
    family = socket.AF_INET6 if ":" in listen.host else socket.AF_INET
    with closing(socket.socket(family)) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((listen.host, listen.port))
        except OSError:
            return False
    return True


def _is_this_one(listen: TcpAddress, settings: Settings, database: Database) -> bool:
    """Whether the server with this database answers there: it knows a link that only this database has.

    The link is used up afterwards.
    """
    office = post_office_for(settings, database)

    def make(call: Call) -> str | None:
        player = call.work.players.named(PLAYERS[:1]).get(PLAYERS[0])
        return new_link(call, player, page_at(listen)) if player else None

    link = office.act(make).result
    if link is None:
        return False
    try:
        # On this machine, whatever proxy there is for elsewhere.
        with build_opener(ProxyHandler({})).open(link, timeout=2) as answer:
            page = answer.read(MOST_BYTES).decode("utf-8", "replace")
    except (OSError, HTTPException, ValueError):
        return False
    finally:
        office.act(lambda call: use_link_up(call, link.rpartition("=")[2]))
    return f"Sign in as {PLAYERS[0]}" in page


def page_at(listen: TcpAddress) -> str:
    host = _EVERYWHERE.get(listen.host, listen.host)
    return f"http://{f'[{host}]' if ':' in host else host}:{listen.port}"


def sign_in_links(database: Database, settings: Settings) -> dict[str, str]:
    listen = settings.web_listen
    if listen is None or listen.port == 0:
        return {}
    page = settings.web_url or page_at(listen)
    done = post_office_for(settings, database).act(
        lambda call: {
            player.userid: new_link(call, player, page) for player in call.work.players.named(PLAYERS).values()
        }
    )
    return dict(sorted(done.result.items()))
