"""Whatever is asked for, no table is read from end to end for it."""

from __future__ import annotations

import pytest

from pbmserv.commands.interpreter import COMMANDS
from pbmserv.commands.language import Command
from tests.commands.examples import BODY, needs_an_empty_server, prepare, sender_of
from tests.conversation import Server
from tests.queries import recorded, scans

READS_ALL = {"broadcast"}
"""Commands that are meant for everybody."""


@pytest.mark.parametrize(
    "command",
    [command for command in COMMANDS if command.name not in READS_ALL and not needs_an_empty_server(command)],
    ids=lambda command: command.example,
)
def test_every_command_is_served_by_indexes(either_server: Server, command: Command) -> None:
    prepare(either_server, command.example)

    with recorded(either_server.database) as statements:
        either_server.hear(sender_of(command.example), command.example, comment=BODY, body=BODY)

    with either_server.database.writing() as connection:
        assert scans(connection, statements) == []
