"""Whether nothing was lost or doubled, and all of one player was carried out in the order in which it was sent."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import func, select

from pbmserv.storage.database import Database
from pbmserv.storage.queues import InboxStatus
from pbmserv.storage.schema import SCHEMA
from pbmserv.storage.tables import INBOX, OUTBOX

_MOVES = SCHEMA.tables["moves"]
LETTERS_OF_A_MOVE, LETTERS_OF_A_QUESTION = 2, 1
"""At least: who watches a board has a letter, too."""


class NotExact(RuntimeError):
    """Something was lost, doubled, or carried out too early."""


def moves_made(database: Database) -> dict[int, int]:
    """How many moves each board has."""
    counting = select(_MOVES.c.board_id, func.count()).group_by(_MOVES.c.board_id)
    with database.reading() as connection:
        return {row[0]: row[1] for row in connection.execute(counting)}


def waiting(database: Database) -> int:
    """How many requests are still to be carried out, and letters to be sent."""
    with database.reading() as connection:
        return sum(
            connection.scalar(select(func.count()).where(table.c.status == "waiting")) or 0
            for table in (INBOX, OUTBOX)
        )


def check(
    database: Database,
    sent: Mapping[str, bool],
    arrived: Mapping[str, int],
    before: Mapping[int, int],
    moved: Iterable[int],
) -> None:
    """Raise `NotExact` unless each request of `sent` was done once, in order, and each of its letters arrived once.

    `sent` says of each whether it is a move; `arrived` is how often each letter did, by its Message-ID; `before` are
    the moves that boards had, of which those `moved` have one more now.
    """
    with database.reading() as connection:
        requests = connection.execute(
            select(INBOX.c.request, INBOX.c.sender, INBOX.c.status, INBOX.c.outcome).order_by(INBOX.c.id)
        ).all()
        letters = connection.execute(
            select(OUTBOX.c.request, OUTBOX.c.message_id, OUTBOX.c.addressed_to).order_by(OUTBOX.c.id)
        ).all()
    ours = [row for row in requests if row.request in sent]
    _same("requests", Counter(row.request for row in ours), Counter([*sent]))
    undone = [row for row in ours if row.status != InboxStatus.DONE or not (row.outcome or "").startswith("done:")]
    if undone:
        raise NotExact(
            f"{len(undone)} of {len(ours)} requests were not done: {undone[0].status}, {undone[0].outcome}"
        )
    written = [row for row in letters if row.request in sent]
    due = {each: LETTERS_OF_A_MOVE if moves else LETTERS_OF_A_QUESTION for each, moves in sent.items()}
    letters_of = Counter(row.request for row in written)
    if lost := [each for each in due if letters_of[each] < due[each]]:
        raise NotExact(f"{len(lost)} requests have too few letters, such as {lost[0]}: {letters_of[lost[0]]}")
    readers = Counter((row.request, *row.addressed_to) for row in written)
    _same("letters to the same reader", readers, Counter([*readers]))
    ids = {row.message_id for row in written}
    _same("letters that came", Counter({each: arrived.get(each, 0) for each in ids}), Counter(ids))
    after = moves_made(database)
    _same("moves on boards", Counter(after), Counter(before) + Counter(moved))
    places = {row.request: place for place, row in enumerate(written)}
    by_sender: defaultdict[str, list[int]] = defaultdict(list)
    for row in ours:
        by_sender[row.sender].append(places[row.request])
    for sender, carried_out in by_sender.items():
        if carried_out != sorted(carried_out):
            raise NotExact(f"of {sender}, a request overtook another: their letters came as {carried_out}")


def _same(what: str, found: Counter[Any], expected: Counter[Any]) -> None:
    wrong = [each for each in found.keys() | expected.keys() if found[each] != expected[each]]
    if wrong:
        which = wrong[0]
        raise NotExact(f"{what}: {len(wrong)} are wrong, such as {which}: {found[which]} for {expected[which]}")
