"""No letter of ours is ever a command: forwarded, sent once more or pasted into an answer, it changes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from pbmserv.mail.reading.incoming import read_message
from pbmserv.mail.request_of_mail import request_of
from pbmserv.storage.database import Database
from pbmserv.storage.inbox_order import WaitingRequest
from pbmserv.storage.tables import (
    ADDRESSES,
    BOARDS,
    GAME_WATCHERS,
    INTERVENTIONS,
    MOVES,
    REMARKS,
    REMATCHES,
    SEATS,
    USERS,
    VACATIONS,
    WATCHERS,
)
from tests.conversation import ADDRESS, Server, headline_of, outbox
from tests.golden.conversations import FILES, _server, with_players
from tests.mail.test_no_dead_ends import COMMON, kinds_of_letters

KEPT = (
    *(ADDRESSES, BOARDS, GAME_WATCHERS, INTERVENTIONS, MOVES, REMARKS, REMATCHES, SEATS, USERS, VACATIONS, WATCHERS),
)
"""What players have and do."""
WAITING = "proposed"
FORWARDED = (
    "---------- Forwarded message ---------\nFrom: {sender}\nDate: Fri, 1 Mar 2024\nSubject: {subject}\nTo: {to}\n"
)


def stored(connection: Connection) -> list[list[tuple[Any, ...]]]:
    """All of it, but for moves that wait for a yes."""
    rows = [[dict(row) for row in connection.execute(select(table)).mappings()] for table in KEPT]
    for row in (row for table in rows for row in table if "plans" in row):
        row["plans"] = {name: plan for name, plan in row["plans"].items() if name != WAITING}
    return [[tuple(row.items()) for row in table] for table in rows]


def ways_back(letter: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """How somebody sends a letter back: where to, with which Subject and with what in it."""
    reader, subject, text = letter["recipients"][0], letter["subject"], letter["text"]
    head = FORWARDED.format(sender=ADDRESS, subject=subject, to=reader)
    yield ADDRESS, subject, text
    yield ADDRESS, f"Fwd: {subject}", f"\n{head}\n{text}"
    yield ADDRESS, "", text
    if reply_to := letter["headers"].get("Reply-To"):
        yield reply_to, f"Re: {subject}", text
        yield reply_to, f"Fwd: {subject}", f"{head}\n{text}"


def done_by(server: Server, letter: Mapping[str, Any]) -> Iterator[str]:
    """What comes of a letter that is sent back by its reader, and changes anything or writes to anybody else."""
    reader = letter["recipients"][0]
    for number, (to, subject, text) in enumerate(ways_back(letter), 1):
        with server.database.writing() as connection, connection.begin_nested() as trial:
            before, last = stored(connection), max(each["id"] for each in outbox(connection))
            head = f"From: {reader}\r\nTo: {to}\r\nSubject: {subject}\r\nMessage-ID: <back-{number}@x>\r\n\r\n"
            mail = read_message((head + text.replace("\n", "\r\n")).encode(), reader, None, [to])
            waiting = WaitingRequest(number, reader, (to,), b"", 0, server.now, f"back-{number}")
            answer = server.office.handle_within(request_of(waiting, mail), connection)
            others = {to for each in outbox(connection, last) for to in each["recipients"]} - {reader}
            changed = [
                table.name for table, was, now in zip(KEPT, before, stored(connection), strict=True) if was != now
            ]
            trial.rollback()
        if changed or others:
            yield f"{headline_of(letter)} | {to} | {subject}: {answer.outcome} {changed} {others}"


def check(database: Database, file: Path) -> None:
    with with_players(database) as players, players.back_afterwards():
        server = _server(players)
        done = [each for letter in kinds_of_letters(server, file) for each in done_by(server, letter)]
    assert "\n".join(done) == ""


@pytest.mark.parametrize("file", COMMON, ids=lambda file: file.stem)
def test_no_kind_of_letter_is_a_command(database: Database, file: Path) -> None:
    check(database, file)


@pytest.mark.in_part
@pytest.mark.long
@pytest.mark.parametrize("file", [each for each in FILES if each not in COMMON], ids=lambda file: file.stem)
def test_nor_is_one_in_any_other_conversation(database: Database, file: Path) -> None:
    check(database, file)
