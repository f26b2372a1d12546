"""The links by which somebody who tries out a demo gets into its pages as one of its players."""

from __future__ import annotations

from pbmserv.commands.web_links import new_link
from pbmserv.demo.boards import PLAYERS
from pbmserv.post_office import post_office_for
from pbmserv.settings import Settings
from pbmserv.store.database import Database

_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104
"""A page that is served everywhere can be opened on this machine."""


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
