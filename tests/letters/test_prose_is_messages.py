"""Prose is made of messages: an f-string makes commands, addresses, HTML and what only the log holds."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pbmserv
from pbmserv.commands.run.table import COMMANDS

ROOT = Path(pbmserv.__file__).parent
PACKAGES = ("commands", "language", "letters", "mail")
VALUE = "\0"
"""Stands for a value in an f-string."""
MARKUP = re.compile(r"<[^<>]*>|^[^<>]*\">|<[^<>]*$")
STYLE = re.compile(r"[a-z-]+:(?! )[^;]*(;|\Z)")
PATTERN = "(?:"
"""Stands in regular expressions alone."""
ADDRESS = re.compile(rf"^(mailto:|https?:|{VALUE}[/?&])")
FIELD = re.compile(r"^(From|Content-[A-Z][a-z]+): ")
"""A field of a header."""
WORD = re.compile(r"(?<![\w-])(?=\w*[a-z])[A-Za-z]{2,}(?![\w-])")
"""Not those in capitals, which stand for what a reader fills in."""
OF_COMMANDS = frozenset(word for command in COMMANDS for name in command.words for word in name.split())
SAME = frozenset({"Board", "Subject", "Re", "from", "name", "until"})
"""Words of what a board is called and of arguments: `Hex Board 101`, `from 1 March until 3 March`, `name alice`."""
FOR_THE_OPERATOR = {
    "commands/accounts/bounced_addresses.py": "the log",
    "commands/playing/digest.py": "the log",
    "commands/requests/budget_table.py": "the operator's table of limits",
    "commands/requests/budgets.py": "the names of limits, and the log",
    "commands/requests/guesses.py": "the names of limits",
    "commands/requests/list_unsubscribe.py": "the log",
    "commands/starting/invitations.py": "the names of limits",
    "commands/watching/daily_letter.py": "the log",
    "mail/oneshot.py": "what the operator's mail server is told",
    "mail/reading/automatic_mail.py": "the log: why no person has written a mail",
    "mail/receiving/fetch.py": "what `pbmserv fetch` prints",
    "mail/receiving/imap_collector.py": "the names of threads",
    "mail/receiving/imap_mailbox.py": "the log",
    "mail/receiving/pipe.py": "answers to mail servers",
    "mail/receiving/smtp_server.py": "answers to mail servers, and the settings",
    "mail/receiving/smtp_session.py": "answers to mail servers, and the log",
    "mail/sending/delivery.py": "the log",
    "mail/sending/relay.py": "the log",
    "mail/sending/relay_health.py": "what the operator is told of delivery",
    "mail/sending/signing.py": "the settings",
    "mail/sending/transports.py": "the log",
    "mail/worker.py": "the log",
}
"""What no player reads, by module."""
RAISED = frozenset({"RuntimeError", "TypeError", "ValueError", "super().__init__"})


def prose_in(tree: ast.AST) -> Iterator[str]:
    """The f-strings with words of a sentence that another language says otherwise."""
    faults = [
        text
        for raised in ast.walk(tree)
        if isinstance(raised, ast.Call) and ast.unparse(raised.func) in RAISED
        for text in ast.walk(raised)
    ]
    for text in ast.walk(tree):
        if isinstance(text, ast.JoinedStr) and text not in faults:
            written = "".join(str(part.value) if isinstance(part, ast.Constant) else VALUE for part in text.values)
            if has_prose(written):
                yield ast.unparse(text)


def has_prose(written: str) -> bool:
    if ADDRESS.search(written) or FIELD.search(written) or PATTERN in written:
        return False
    bare = STYLE.sub(" ", MARKUP.sub(" ", written))
    return " " in bare.strip() and any(word not in OF_COMMANDS | SAME for word in WORD.findall(bare))


def modules() -> dict[str, ast.AST]:
    files = sorted(file for package in PACKAGES for file in (ROOT / package).rglob("*.py"))
    named = {file.relative_to(ROOT).as_posix(): file for file in files}
    return {name: ast.parse(file.read_text("utf-8")) for name, file in named.items() if name not in FOR_THE_OPERATOR}


def test_no_prose_is_formatted_on_the_spot() -> None:
    assert {name: found for name, tree in modules().items() if (found := [*prose_in(tree)])} == {}


def test_each_exception_is_needed() -> None:
    assert {
        name for name in FOR_THE_OPERATOR if not [*prose_in(ast.parse((ROOT / name).read_text("utf-8")))]
    } == set()


@pytest.mark.parametrize(
    "source",
    [
        'f"{player} has left"',
        'f"<p>{player} has left</p>"',
        'f"{size} kB"',
        "f'{before}{f\" (for {player})\" if player else None}'",
    ],
)
def test_prose_is_found(source: str) -> None:
    assert [*prose_in(ast.parse(source))]


@pytest.mark.parametrize(
    "source",
    [
        'f"help {game}"',
        'f"{game} move {number} {player} PASSWORD "',
        'f"mailto:{address}?subject={subject} and more"',
        "f'<p style=\"margin:0 auto;color:red\">{words}</p>'",
        'f"{game} Board {number}"',
        'f"Content-Type: multipart/{kind}; boundary"',
        'raise ValueError(f"no number of {kind}")',
    ],
)
def test_what_is_the_same_in_every_language_is_none(source: str) -> None:
    assert [*prose_in(ast.parse(source))] == []
