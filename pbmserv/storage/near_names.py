"""Players whose names are nearly what somebody has typed: found by index, however many players there are."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import pairwise
from string import ascii_lowercase, digits

from sqlalchemy import Connection, select

from pbmserv.play.bots import PREFIX
from pbmserv.storage.players import key_of
from pbmserv.storage.tables import USERS

MOST_NAMES = 3
LONGEST_NAME = 32
SHORTEST_BEGINNING = 3
_MOST_BEGUN = 20
_LETTERS = f"{ascii_lowercase}{digits}_.-"


def near_names(connection: Connection, typed: str) -> list[str]:
    """The players that somebody may have meant, the likeliest first, `MOST_NAMES` at most.

    Their names are one slip of the finger away (a letter too many, too few, another, or two the wrong way round), or
    begin with what was typed; who types the level of a bot may mean that.
    """
    key = key_of(typed)
    if not key.isascii() or not 1 < len(key) <= LONGEST_NAME + 1:
        return []
    is_near = USERS.c.userid_key.in_({*_one_slip_away(key), f"{PREFIX}{key}"})
    here = select(USERS.c.userid, USERS.c.userid_key).where(USERS.c.left_at.is_(None))
    found = [*connection.execute(here.where(is_near))]
    if len(key) >= SHORTEST_BEGINNING:
        # Whatever order of letters the database has, no name that begins so comes after this many z.
        begun = (USERS.c.userid_key >= key) & (USERS.c.userid_key <= key + "z" * LONGEST_NAME)
        longer = connection.execute(here.where(begun).order_by(USERS.c.userid_key).limit(_MOST_BEGUN))
        found += [row for row in longer if row.userid_key.startswith(key)]
    names = {row.userid_key: row.userid for row in found if row.userid_key != key}
    alike = sorted(names, key=lambda name: (-SequenceMatcher(None, key, name).ratio(), name))
    return [names[name] for name in alike[:MOST_NAMES]]


def _one_slip_away(key: str) -> set[str]:
    places = range(len(key) + 1)
    return {
        *(key[:place] + key[place + 1 :] for place in places),
        *(key[:place] + letter + key[place + rest :] for place in places for letter in _LETTERS for rest in (0, 1)),
        *(key[:place] + after + before + key[place + 2 :] for place, (before, after) in enumerate(pairwise(key))),
    } - {""}
