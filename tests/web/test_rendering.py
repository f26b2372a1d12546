"""After a start, many ask for the same page at once: its templates are compiled once, and kept for the next start."""

from __future__ import annotations

import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment

from pbmserv.web import rendering


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each template is compiled, of two in a folder; every process is a new one."""
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.html").write_text(
        "{% extends 'frame.html' %}{% block all %}{{ name }}{% endblock %}"
    )
    (tmp_path / "templates" / "frame.html").write_text("<p>{% block all %}{% endblock %}</p>")
    monkeypatch.setattr(rendering, "FOLDER", tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    counted: Counter[str] = Counter()
    compile_it = Environment.compile

    def slowly(self: Environment, source: str, name: str | None = None, *how: Any) -> Any:
        counted[str(name)] += 1
        time.sleep(0.02)
        return compile_it(self, source, name, *how)

    monkeypatch.setattr(Environment, "compile", slowly)
    return counted


@pytest.fixture(autouse=True)
def forgotten() -> Any:
    rendering.templates_in.cache_clear()
    yield
    rendering.templates_in.cache_clear()


def rendered_by_many() -> set[str]:
    with ThreadPoolExecutor(8) as pool:
        return set(pool.map(lambda _: rendering.render("page", name="<Alice>").content, range(8)))


def test_a_template_is_compiled_once_however_many_ask(compiled: Counter[str]) -> None:
    assert rendered_by_many() == {"<p>&lt;Alice&gt;</p>"}
    assert compiled == {"page.html": 1, "frame.html": 1}


def test_the_next_server_compiles_nothing(compiled: Counter[str]) -> None:
    rendered_by_many()
    compiled.clear()
    rendering.templates_in.cache_clear()

    assert rendered_by_many() == {"<p>&lt;Alice&gt;</p>"}
    assert compiled == {}


def test_a_name_of_two_words_can_go_on_in_the_next_line_where_the_second_begins() -> None:
    of_name = rendering.templates_in("").from_string("{{ name|breakable }}").render

    assert of_name(name="ChineseCheckers 101") == "Chinese<wbr>Checkers 101"
    assert of_name(name="Hex & <b>") == "Hex &amp; &lt;b&gt;"
