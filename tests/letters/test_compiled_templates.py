"""Compiled templates are kept, and nothing goes wrong where they cannot be, or are not what they should be."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from jinja2 import Environment

from pbmserv.letters.compiled_templates import KeptCompiled, templates_in


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "greeting.txt").write_text("Hello, {{ name }}!", "utf-8")
    (tmp_path / "question.txt").write_text("How are you?", "utf-8")
    return tmp_path


@pytest.fixture(autouse=True)
def compiled_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


def written(folder: Path, names: str) -> str:
    """What another process makes of templates."""
    templates = Environment(  # noqa: S701 - plain text
        loader=templates_in(folder, folder / "subjects"), bytecode_cache=KeptCompiled(folder / "__pycache__")
    )
    return templates.get_template(names).render(name="Alice")


def kept(folder: Path) -> list[Path]:
    return list((folder / "__pycache__").glob("*"))


def test_several_templates_are_written_in_a_row(folder: Path) -> None:
    assert written(folder, "greeting+question") == "Hello, Alice!\nHow are you?"


def test_a_template_of_a_subject_is_found_by_both_names(folder: Path) -> None:
    own = folder / "subjects/talk/templates"
    own.mkdir(parents=True)
    (own / "greeting.txt").write_text("{{ name }} writes:", "utf-8")

    assert written(folder, "talk/greeting") == "Alice writes:"
    assert written(folder, "greeting") == "Hello, Alice!"


def test_a_compiled_template_is_kept_and_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(folder, "greeting")
    assert len(kept(folder)) == 1

    monkeypatch.setattr(Environment, "compile", None)

    assert written(folder, "greeting") == "Hello, Alice!"


def test_a_template_that_has_changed_is_compiled_again(folder: Path) -> None:
    written(folder, "greeting")
    (folder / "greeting.txt").write_text("Goodbye, {{ name }}!", "utf-8")

    assert written(folder, "greeting") == "Goodbye, Alice!"


@pytest.mark.parametrize("instead", [b"", b"nothing of ours", None])
def test_what_is_no_compiled_template_is_not_used(folder: Path, instead: bytes | None) -> None:
    written(folder, "greeting")
    [file] = kept(folder)
    file.write_bytes(file.read_bytes()[:-20] if instead is None else instead)

    assert written(folder, "greeting") == "Hello, Alice!"


def test_nothing_is_kept_where_nothing_can_be_written(folder: Path) -> None:
    (folder / "__pycache__").write_text("a file in the way of the folder")

    assert written(folder, "greeting") == "Hello, Alice!"


def test_nothing_is_kept_where_python_keeps_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    assert written(folder, "greeting") == "Hello, Alice!"
    assert kept(folder) == []


def test_letters_of_two_processes_have_the_same_parts(tmp_path: Path) -> None:
    """The sign that parts begin with is another one in each process, and is in nothing that is kept."""
    code = """
import sys
sys.dont_write_bytecode = False
from pathlib import Path
from pbmserv.letters import letter
letter._FOLDER = Path(sys.argv[1])
print(letter.parts_of("parts"))
"""
    (tmp_path / "parts.txt").write_text("{{ part }}board\nx o x\n", "utf-8")

    told = [
        subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]

    assert told == ["[TextPart(kind='board', text='x o x\\n', more='')]\n"] * 2
    assert len(kept(tmp_path)) == 1


def test_what_another_version_has_compiled_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = KeptCompiled(tmp_path).get_cache_key("move")
    assert KeptCompiled(tmp_path).get_cache_key("move") == kept
    monkeypatch.setattr("pbmserv.letters.compiled_templates.__version__", "0.0.9")
    assert KeptCompiled(tmp_path).get_cache_key("move") != kept
