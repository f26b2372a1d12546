"""Where somebody who tries out a demo finds its pages, and the links by which they get in as one of its players."""

from __future__ import annotations

import json
import socket
from contextlib import closing
from dataclasses import replace
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

from pbmserv.commands.web_links import new_link
from pbmserv.demo.boards import PLAYERS
from pbmserv.post_office import post_office_for
from pbmserv.setting_values import TcpAddress
from pbmserv.settings import Settings
from pbmserv.store.database import Database

_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104
"""A page that is served everywhere can be opened on this machine."""


OTHER_PORTS = range(8081, 8100)
MOST_BYTES = 10_000_000


def with_a_free_port(settings: Settings) -> Settings:
    """The settings with another port for the pages, where another program has the one that nobody has chosen.

    The server would do without pages then, and the links lead to that program. Where a server of ours has it, that is
    taken to be this one.
    """
    listen = settings.web_listen
    if listen is None or not listen.if_free or is_free(listen) or _is_ours(listen):
        return settings
    others = (replace(listen, port=port, if_free=False) for port in OTHER_PORTS)
    return replace(settings, web_listen=next(filter(is_free, others), listen))


def is_free(listen: TcpAddress) -> bool:
    """Whether a server can listen there."""
    family = socket.AF_INET6 if ":" in listen.host else socket.AF_INET
    with closing(socket.socket(family)) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((listen.host, listen.port))
        except OSError:
            return False
    return True


def _is_ours(listen: TcpAddress) -> bool:
    """Whether what answers there is a server of this kind."""
    try:
        # On this machine, whatever proxy there is for elsewhere.
        with build_opener(ProxyHandler({})).open(f"http://{listen}/api/openapi.json", timeout=2) as answer:
            return bool(json.loads(answer.read(MOST_BYTES))["info"]["title"] == "pbmserv")
    except (URLError, OSError, ValueError, LookupError, TypeError):
        return False


def sign_in_links(database: Database, settings: Settings) -> dict[str, str]:
    """A link for each player of a demo, good once and for a day; none where there is no page."""
    listen = settings.web_listen
    if listen is None or listen.port == 0:
        return {}
    host = _EVERYWHERE.get(listen.host, listen.host)
    page = settings.web_url or f"http://{f'[{host}]' if ':' in host else host}:{listen.port}"
    done = post_office_for(settings, database).act(
        lambda call: {
            player.userid: new_link(call, player, page) for player in call.work.players.named(PLAYERS).values()
        }
    )
    return dict(sorted(done.result.items()))
