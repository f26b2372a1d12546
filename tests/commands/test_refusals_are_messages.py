"""What people are told is a message with its values: no refusal, question or headline is formatted on the spot."""

from __future__ import annotations

import ast
import re
import string
from functools import cache
from pathlib import Path

import pytest

import pbmserv

ROOT = Path(pbmserv.__file__).parent
MODULES = sorted(file for package in ("commands", "language", "letters") for file in (ROOT / package).rglob("*.py"))
MAKERS = {"Message": 1, "counted": 2}
REFUSALS = {
    "Ambiguous", "AsksFirst", "DidYouMean", "InvalidChallenge", "KeptBack", "LacksGame", "MayBeAMachines", "Misspelt",
    "NoBoard", "NoCommand", "NotAllowed", "NotConfirmed", "OnlyOnBoard", "OutOfDate", "OverBudget", "Refusal",
    "Unauthorised", "Unclear", "Unreadable", "WordNotRight", "WrongWord", "did_you_mean",
}  # fmt: skip
"""What refuses a command or asks a question."""
WORD = re.compile(r"[A-Za-z]{2}")


def _called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def formatted(tree: ast.AST) -> list[str]:
    """The f-strings that a refusal, a question or a letter's headline and buttons are made of."""
    return [
        ast.unparse(text)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        for argument in _told_by(call)
        for text in ast.walk(argument)
        if isinstance(text, ast.JoinedStr)
        and any(isinstance(part, ast.Constant) and WORD.search(str(part.value)) for part in text.values)
    ]


def _told_by(call: ast.Call) -> list[ast.expr]:
    if _called(call) in REFUSALS:
        return [each for each in call.args if not _is_message(each)]
    # The second word of a button is the command that it sends, the first argument of a letter its template.
    told = {"write": call.args[1:2], "in_one_letter": call.args[:1], "question_letter": call.args[3:4]}
    return [each for each in {**told, "ActionLink": call.args[:1]}.get(_called(call), []) if not _is_message(each)]


def _is_message(told: ast.expr) -> bool:
    return isinstance(told, ast.Call) and _called(told) in MAKERS


def faults_of_messages(tree: ast.AST) -> list[str]:
    """The messages whose names are not those of their values."""
    faults = []
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or _called(call) not in MAKERS:
            continue
        texts = [each.value for each in call.args[: MAKERS[_called(call)]] if isinstance(each, ast.Constant)]
        named = {name for text in texts for _, name, _, _ in string.Formatter().parse(str(text)) if name is not None}
        given = {value.arg for value in call.keywords}
        # `games.base.counted` takes a noun.
        if texts and isinstance(texts[0], str) and named - {"count"} != given - {"count"}:
            faults.append(f"{texts}: {sorted(named)}, not {given}")
    return faults


@cache
def modules() -> dict[str, ast.AST]:
    return {str(file.relative_to(ROOT)): ast.parse(file.read_text("utf-8")) for file in MODULES}


def test_no_refusal_or_headline_is_formatted() -> None:
    assert {name: found for name, tree in modules().items() if (found := formatted(tree))} == {}


def test_messages_have_the_values_that_they_name() -> None:
    assert {name: found for name, tree in modules().items() if (found := faults_of_messages(tree))} == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('raise Refusal(f"{player} has left.")', ["f'{player} has left.'"]),
        ('raise Misspelt("No. " + f"{what} is missing.")', ["f'{what} is missing.'"]),
        ('write("talk/chat", f"Message from {by}")', ["f'Message from {by}'"]),
        ('raise Refusal(Message("{player} has left.", player=player))', []),
        ('ActionLink("Yes", f"name {player}")', []),
    ],
)
def test_formatted_sentences_are_found(source: str, found: list[str]) -> None:
    assert formatted(ast.parse(source)) == found


def test_messages_without_their_values_are_found() -> None:
    assert faults_of_messages(ast.parse('Message("{player} has left.", userid=player)')) == [
        "['{player} has left.']: ['player'], not {'userid'}"
    ]
