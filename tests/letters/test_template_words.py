"""The words of templates are messages with values: whole sentences, which another language says in its own way."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

import pbmserv

ROOT = Path(pbmserv.__file__).parent
TEMPLATES = sorted(ROOT.glob("**/templates/*.txt"))
MAKERS = {"message": 1, "counted": 2}
"""What makes a message, and how many texts it takes: one, or one for a single thing and one for many."""
VALUE = "\0"
"""Stands for an expression."""
COMMAND = re.compile(r" {4}\S")
"""A line with a command to send, which is the same in every language."""
MARK = re.compile(rf"{VALUE}[a-z]+( {VALUE})?")
"""The mark of a part of a letter, and its kind."""
WORD = re.compile(r"[A-Za-z]{2}")

SYNTAX = Environment(trim_blocks=True, lstrip_blocks=True)  # noqa: S701 - it only reads


def lines_outside(source: str) -> Iterator[str]:
    """The lines of a template without what stands in tags and expressions."""
    written = (
        value if token == "data" else VALUE if token == "variable_begin" else ""
        for _, token, value in SYNTAX.lex(source)
    )
    return (line for line in "".join(written).split("\n") if not COMMAND.match(line))


def words_outside(source: str) -> list[str]:
    return [line for line in lines_outside(source) if WORD.search(line) and not MARK.fullmatch(line)]


def glued(source: str) -> list[str]:
    """The expressions that glue or choose words outside commands: `~`, `%`, `format`, `"has" if … else "have"`."""
    lines = source.split("\n")
    found = SYNTAX.parse(source)
    joined = [type(each).__name__ for kind in (nodes.Concat, nodes.Mod) for each in found.find_all(kind)]
    formatted = [each.name for each in found.find_all(nodes.Filter) if each.name == "format"]
    chosen = [
        str(word.value)
        for choice in found.find_all((nodes.CondExpr, nodes.Or))
        for word in choice.find_all(nodes.Const)
        if not COMMAND.match(lines[word.lineno - 1]) and _is_own(choice, word)
    ]
    return [*joined, *formatted, *chosen]


def _is_own(choice: nodes.Node, word: nodes.Const) -> bool:
    """Whether a word is what a choice results in, not part of its condition or of a message."""
    if not isinstance(word.value, str):
        return False
    if isinstance(choice, nodes.CondExpr):
        return word in (choice.expr1, choice.expr2)
    return isinstance(choice, nodes.Or) and word in (choice.left, choice.right)


def faults_of_messages(source: str) -> list[str]:
    """The messages whose text is no constant, or whose names are not those of their values."""
    faults = []
    for call in SYNTAX.parse(source).find_all(nodes.Call):
        if not isinstance(call.node, nodes.Name) or call.node.name not in MAKERS:
            continue
        texts = [each.value for each in call.args[: MAKERS[call.node.name]] if isinstance(each, nodes.Const)]
        named = {name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name is not None}
        given = {value.key for value in call.kwargs}
        if len(texts) != MAKERS[call.node.name] or named - {"count"} != given - {"count"}:
            faults.append(f"{texts}: {sorted(named)}, not {sorted(given)}")
    return faults


@cache
def templates() -> dict[str, str]:
    return {str(file.relative_to(ROOT)): file.read_text("utf-8") for file in TEMPLATES}


def test_words_of_a_template_are_messages() -> None:
    assert {name: found for name, source in templates().items() if (found := words_outside(source))} == {}


def test_no_sentence_of_a_template_is_glued() -> None:
    assert {name: found for name, source in templates().items() if (found := glued(source))} == {}


def test_messages_of_a_template_have_the_values_that_they_name() -> None:
    assert {name: found for name, source in templates().items() if (found := faults_of_messages(source))} == {}


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("{{ part }}text\n{{ player }} resigns.", [f"{VALUE} resigns."]),
        ("{% if won %}\nGame won{% if by %} by {{ by }}{% endif %}.\n{% endif %}", [f"Game won by {VALUE}."]),
        ('{{ part }}text\n{{ message("{player} resigns.", player=player) }}\n    help {{ game }}', []),
        ("        begin here", ["        begin here"]),
    ],
)
def test_words_outside_messages_are_found(source: str, words: list[str]) -> None:
    assert words_outside(source) == words


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('{{ by ~ " resigns."}}', ["Concat"]),
        ('{{ "%s resigns." % by }}', ["Mod"]),
        ('{{ "%s resigns."|format(by) }}', ["format"]),
        ('{{ message("{n} {have} left.", n=n, have="has" if n == 1 else "have") }}', ["has", "have"]),
        ('{{ by or "nobody" }}', ["nobody"]),
        ('    {{ game }} change {{ "off" if wanted else "on" }}', []),
    ],
)
def test_glued_sentences_are_found(source: str, found: list[str]) -> None:
    assert glued(source) == found


@pytest.mark.parametrize(
    "source",
    [
        '{{ message("{player} resigns.") }}',
        '{{ message("{player} resigns.", player=1, board=2) }}',
        "{{ message(words) }}",
        '{{ counted("{count} of {all}", "{count}", 2) }}',
    ],
)
def test_messages_without_their_values_are_found(source: str) -> None:
    assert len(faults_of_messages(source)) == 1
