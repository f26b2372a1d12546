"""The layers of the package: each imports only from those below it."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name, walk_packages
from typing import get_type_hints

import pytest

from pbmserv import commands
from pbmserv.commands.requests.outcome import Outcome

ROOT = Path(__file__).parent.parent


def test_every_part_imports_only_from_the_layers_below() -> None:
    pytest.importorskip("importlinter", reason="import-linter is not installed")

    checked = subprocess.run(
        [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports_command; lint_imports_command()",
            "--no-cache",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_asking_for_the_version_loads_no_database_library() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys, pbmserv.cli; print(*sorted(sys.modules), sep='\\n')"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()

    assert "click" in loaded
    assert not {"sqlalchemy", "jinja2", "argon2", "alembic", "aiosmtpd", "email_validator", "rich"} & set(loaded)
    assert "pbmserv.settings" not in loaded


@pytest.fixture(scope="module")
def imports() -> dict[str, set[str]]:
    """Which modules of ours each of them names in an import, be it only for types."""
    grimp = pytest.importorskip("grimp", reason="import-linter is not installed")
    graph = grimp.build_graph("pbmserv", cache_dir=None)
    return {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}


def test_no_modules_import_in_a_circle(imports: dict[str, set[str]]) -> None:
    assert list(circles(imports)) == []


def circles(imports: dict[str, set[str]]) -> Iterator[list[str]]:
    """What is left of modules of which each imports another, when all are taken away that import none of the rest."""
    left = dict(imports)
    while free := [module for module, imported in left.items() if not imported & left.keys() - {module}]:
        for module in free:
            del left[module]
    if left:
        yield sorted(left)


def test_a_circle_is_found() -> None:
    assert list(circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()})) == [["a", "b", "c"]]


COMMANDS = ROOT / "pbmserv/commands"
WRITES = {"write", "text_of", "texts_of", "BoardLetters", "board_letter", "removed_letter", "record_letter", "table"}
"""What makes letters, or parts of them."""


def test_letters_are_written_in_modules_that_say_so_or_beside_their_outcomes(kinds: list[type[Outcome]]) -> None:
    beside = {COMMANDS / f"{kind.written_by.partition(':')[0].replace('.', '/')}.py" for kind in kinds}
    elsewhere = [
        f"{path.relative_to(COMMANDS)}: {name.name}"
        for path in COMMANDS.rglob("*.py")
        if not path.stem.endswith("letters") and path not in beside
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pbmserv.letters")
        for name in node.names
        if name.name in WRITES
    ]

    # Whoever gets no more answers is told so in the place of one.
    assert elsewhere == ["requests/budgets.py: write"]


@pytest.fixture(scope="module")
def kinds() -> list[type[Outcome]]:
    """All kinds of outcomes that there are."""
    for module in walk_packages(commands.__path__, "pbmserv.commands."):
        import_module(module.name)
    return sorted((kind for kind in kinds_of(Outcome) if not kinds_of(kind)), key=lambda kind: kind.__name__)


def test_every_kind_of_outcome_names_the_function_that_writes_its_letters(kinds: list[type[Outcome]]) -> None:
    taken = {
        kind: next(iter(get_type_hints(resolve_name(f"pbmserv.commands.{kind.written_by}")).values()))
        for kind in kinds
    }

    assert len(kinds) > 65
    assert {kind: wanted for kind, wanted in taken.items() if not issubclass(kind, wanted)} == {}


def kinds_of(kind: type[Outcome]) -> set[type[Outcome]]:
    """The classes that inherit from a class, however far."""
    below: set[type[Outcome]] = set(kind.__subclasses__())
    return below.union(*map(kinds_of, below))
