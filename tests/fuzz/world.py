"""The server that targets try things on: alice, bob and carol play there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.catalogue import installed
from pbmserv.language.argument_types import SELECTORS
from pbmserv.storage.database import Database
from tests.commands.examples import with_own_passwords
from tests.conversation import PLAYERS, Server, undone

PASSWORDS = {"alice": "staple-41", "bob": "staple-42", "carol": "staple-43"}
"""Such as stand on no help page."""


def _with_passwords(line: str) -> str:
    line = with_own_passwords(line)
    for userid, password in PLAYERS.items():
        line = line.replace(password, PASSWORDS[userid])
    return line


KNOWN = {f"{userid}@example.org" for userid in PLAYERS}
"""The addresses that have letters to expect."""

COMMANDS_THAT_WORK = tuple(
    _with_passwords(line)
    for line in (
        *(command.example for command in COMMANDS),
        *(
            f"trichet {line}"
            for line in ("show alice next", "games all", "record 101", "preview new alice bob d3 e4")
        ),
        *("hex move 101 alice secret7 d4", "hex challenge alice bob -size=5 --unrated --forfeittime=9"),
        *(
            "goofspiel move 101 alice secret7 K",
            "goofspiel move 101 bob bobpw123 3",
            "trioker showas bob bobpw123 101",
        ),
        *("triominoes analyse 101 carol secret9 pass", "trichet queue 101 alice secret7 if d3 then e4"),
        *(
            "vacation alice secret7 until 2024-04-01",
            "change timezone alice secret7 Europe/Berlin",
            "all show alice next",
        ),
    )
)
WORDS = (
    *(f"{name} " for command in COMMANDS for name in command.words),
    *(f" --{option.name}=" for command in COMMANDS for option in command.options),
    *(f" -{option.name}=" for game in installed().values() for option in game.options),
    *(f"{word} " for word in (*installed(), *SELECTORS, *PASSWORDS, *PASSWORDS.values())),
    *(" 101 ", "101#1", " 999999999 ", "#2", '"', '""', "--", " -", "0", "-1", "\u202e", "\u0660", "\u0430lice"),
    *(" if ", " then ", " until ", " off", " on", "\nhelp\n", "\nend\n", "2024-02-30", "@example.org", "Europe/"),
)
"""What commands are made of."""


@contextmanager
def fresh(folder: Path) -> Iterator[Server]:
    """A server with boards of several games, some of them with hidden hands; what is said to it is undone."""
    database = Database(f"sqlite:///{folder / 'pbmserv.db'}")
    database.upgrade()
    server = Server(database)
    for userid, password in PASSWORDS.items():
        server.hear(f"{userid}@example.org", f"signup {userid} {password}")
    for game in ("trichet", "hex", "goofspiel"):
        server.hear("alice@example.org", f"{game} challenge alice bob")
    for game in ("trioker", "triominoes"):
        server.hear("alice@example.org", f"{game} challenge alice bob carol")
    yield from undone(database)
    database.close()


def may_be_written_to(recipients: str, subject: str, sender: str | None) -> bool:
    """Whether a letter may go there: to players, to whoever asked, and with a code to addresses to be confirmed."""
    return subject == "Is this your address?" or set(recipients.split(", ")) <= KNOWN | {sender}
