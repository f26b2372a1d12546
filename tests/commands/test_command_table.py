"""The table of commands: it has each under the names that it declares, and imports what is asked for."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest

from pbmserv import commands
from pbmserv.commands.requests.context import Command
from pbmserv.commands.run.table import COMMANDS


def names_in_the_table(of_a_game: bool) -> dict[str, bool]:
    """All names, each with whether it is the usual one of its command."""
    there = [COMMANDS.after_a_game] if of_a_game else [COMMANDS.after(first) for first in COMMANDS.first_words]
    names = {name: False for each in there for name in each.also.values()}
    return names | {name: True for each in there for name in each.usual.values()}


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.example)
def test_a_command_stands_in_the_table_under_the_names_that_it_declares(command: Command) -> None:
    names = names_in_the_table(command.of_a_game)
    own = {name: usual for name, usual in names.items() if COMMANDS.named(name, command.of_a_game) is command}

    assert own == {name: name == command.name for name in command.words}


def test_each_command_that_is_declared_stands_in_the_table() -> None:
    for module in walk_packages(commands.__path__, "pbmserv.commands."):
        import_module(module.name)
    declared = {kind for kind in kinds_of(Command) if "words" in vars(kind)}

    assert {kind for kind in declared if kind.__module__.startswith("pbmserv.")} == set(map(type, COMMANDS))


def kinds_of(kind: type[Any]) -> set[type[Any]]:
    """The classes that inherit from a class, however far."""
    below = set(kind.__subclasses__())
    return below.union(*map(kinds_of, below))


def test_a_name_that_no_command_has_is_not_found() -> None:
    assert COMMANDS.find("move", of_a_game=False) is None
    assert COMMANDS.find("move", of_a_game=True) is COMMANDS.named("mvoe", of_a_game=True)
    assert COMMANDS.after("signup").usual == {"": "signup"}
    assert COMMANDS.after("moves") == ({}, {})


def test_whoever_looks_for_one_command_imports_the_subject_of_no_other() -> None:
    code = (
        "import sys\nfrom pbmserv.commands.run.table import COMMANDS\nCOMMANDS.named('list', of_a_game=False)\n"
        "print(*{name.split('.')[2] for name in sys.modules if name.startswith('pbmserv.commands.')})"
    )

    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()

    assert "boards" in loaded
    assert not {"tournaments", "watching", "talk", "help", "leaving", "operator"} & set(loaded)
