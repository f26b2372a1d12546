"""All texts of ours that letters and pages can say, found in the source: messages in Python and in templates."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, nodes

import pbmserv
from pbmserv.commands.help.generated import texts_about
from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.catalogue import installed
from pbmserv.games.message import InContext, Message, NameOfParameter
from pbmserv.games.option import Option
from pbmserv.locale.catalogs import has_letters, says_something
from pbmserv.web.sentences import WithSentences, sentences_in

SOURCE = Path(pbmserv.__file__).parent
ROOT = SOURCE.parent
_MESSAGES = {"Message": 0, "called": 1, "in_lines": 0, "Refusal": 0, "message": 0, "_told": 1, "say": 0}
"""What makes a message, by its name, and which argument is the text."""
_COUNTED = {"counted", "of"}
"""What makes a message about a number of things: its first two arguments are the texts."""
_IN_CONTEXT = "in_context"
"""What gives a word the sense that it has in a context: the word and the context."""
_ROWS = {"listed", "Listed"}
"""What puts things in a row: the arguments after the first are what stands between them."""
_LABELS = {
    "ActionLink": 0,
    "Offer": 0,
    "Group": 0,
    "Figure": 2,
    "Category": 1,
    "Number": 0,
    "OneOf": 0,
    "Space": 2,
    "Decided": 2,
    "Line": 0,
    "Choice": 2,
}
_SAYS = {"says", "yes", "no", "label", "title", "heading"}
"""Keywords whose texts are said to readers."""
_RAISED = ("Refusal", "Misspelt", "Unreadable", "Illegal", "Unauthorised", "NotAllowed", "NoWords", "NoCommand")
_WRITES = {"write", "to_player_offering", "write_offering", "question_letter"}
_NAMES = {"SEAT_NAMES", "seat_names", "SUITS", "EVEN", "ODD", "KINDS", "TIES", "SIDES", "noun", "_FACES"}
_NAMES |= {"_BOARDS", "_HISTORY", "_COLUMNS", "_SEAT_COLUMNS", "_PLAYERS", "_LIST", "titles", "WEEKDAYS"}
_NAMES |= {"reading", "reading_picture", "IN_CHARACTERS", "IN_PICTURE", "MEANINGS", "DIRECTIONS", "LEVELS"}
"""Constants that hold words for seats and other things."""
_SPEAKING = ("commands", "games", "language", "letters", "mail", "play", "web")
"""Packages whose texts stand in letters and on pages."""
_FOR_PROGRAMS = ("web/api/", "web/feeds/", "web/pages/feeds.py", "web/pages/public_feeds.py")
"""What is in English alone."""
_SENTENCE = re.compile(r"(?s)[A-Z{*](?=\S* \S+ ).*[.?!:]")
_TOLD = {"on_trust", "legend", "picture_legend", "form_of_move", "why_no_move", "status", "picture_status"}
"""Methods of games that return what is told to readers."""


class Text(NamedTuple):
    """A text, or two for one and for many, with the places in the source where it stands."""

    one: str
    many: str
    where: str
    context: str = ""


@cache
def texts() -> tuple[Text, ...]:
    """Every text, in the order of the source."""
    return tuple(_texts())


def _texts() -> Iterator[Text]:
    for path in sorted(SOURCE.rglob("*.py")):
        is_read = path.parent.name == "words" or path.name == "own_lines.py"
        is_read |= path.relative_to(SOURCE).as_posix().startswith(_FOR_PROGRAMS)
        if path.relative_to(SOURCE).parts[0] in _SPEAKING and not is_read:
            yield from _in_python(path)
    for path in sorted(SOURCE.rglob("templates/*.txt")):
        yield from _in_template(path)
    for path in sorted(SOURCE.rglob("templates/*.html")):
        where = path.relative_to(ROOT).as_posix()
        yield from (Text(one, many, where) for one, many in _in_page(path) if says_something(one))
    yield Text("and", "", "pbmserv/games/message.py")
    yield from _of_commands()
    yield from _of_games()
    yield from _of_help_pages()


def _in_python(path: Path) -> Iterator[Text]:
    tree = [*ast.walk(ast.parse(path.read_text("utf-8")))]
    where = path.relative_to(ROOT).as_posix()
    assigned = _assigned(tree)
    yield from (Text(text, "", where) for text in _sentences(tree))
    for name in sorted(_NAMES & assigned.keys()):
        yield from (Text(text, "", where) for each in assigned[name] for text in _constants(each, {}))
    for node in tree:
        if isinstance(node, ast.FunctionDef) and node.name in _TOLD:
            returned = [each.value for each in ast.walk(node) if isinstance(each, ast.Return) and each.value]
            yield from (Text(text, "", where) for each in returned for text in _constants(each, assigned))
        if not isinstance(node, ast.Call):
            continue
        name = (
            node.func.id
            if isinstance(node.func, ast.Name)
            else node.func.attr
            if isinstance(node.func, ast.Attribute)
            else ""
        )
        if name == _IN_CONTEXT:
            words = [text for each in node.args for text in _constants(each, {})]
            if len(words) == len(("text", "context")):
                yield Text(words[0], "", where, words[1])
            continue
        if name in _COUNTED and len(node.args) >= 2:
            pairs = zip(_constants(node.args[0], assigned), _constants(node.args[1], assigned), strict=False)
            yield from (Text(one, many, where) for one, many in pairs if "{" in one + many)
            continue
        if name in _ROWS:
            between = [word.strip(" ,;") for each in node.args[1:] for word in _constants(each, assigned)]
            yield from (Text(word, "", where) for word in between if word.isalpha())
            continue
        place = 0 if name in _RAISED else {**_MESSAGES, **_LABELS}.get(name)
        if place is not None and len(node.args) > place:
            yield from (Text(text, "", where) for text in _constants(node.args[place], assigned))
            yield from (Text(text, "", where) for text in _of_letters(node.args[place]))
        if name in _WRITES:
            yield from (
                Text(text, "", where) for each in node.args[1:] for text in _constants(each, {}) if "/" not in text
            )
        for keyword in node.keywords:
            if keyword.arg in _SAYS:
                yield from (Text(text, "", where) for text in _constants(keyword.value, assigned))


def _sentences(tree: list[ast.AST]) -> Iterator[str]:
    """Sentences that stand anywhere but in docstrings: they may be messages by a name, or by an argument."""
    no_text = {id(node.value) for node in tree if isinstance(node, ast.Expr)}
    no_text |= {id(part) for node in tree if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in tree:
        text = node.value if isinstance(node, ast.Constant) and id(node) not in no_text else None
        if isinstance(text, str) and _SENTENCE.fullmatch(text) and says_something(text):
            yield text


def _assigned(tree: list[ast.AST]) -> dict[str, list[ast.expr]]:
    """What names stand for, in the whole module."""
    found: dict[str, list[ast.expr]] = {}
    for node in tree:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = [*zip(target.elts, node.value.elts, strict=False)]
            for name, value in pairs:
                if isinstance(name, ast.Name):
                    found.setdefault(name.id, []).append(value)
    return found


def _constants(node: ast.expr, assigned: dict[str, list[ast.expr]]) -> list[str]:
    match node:
        case ast.Constant(value=str(text)):
            return [text] if says_something(text) else []
        case ast.IfExp(body=body, orelse=orelse):
            return [*_constants(body, assigned), *_constants(orelse, assigned)]
        case ast.Name(id=name):
            return [text for value in assigned.get(name, ()) for text in _constants(value, {})]
        case ast.Dict(values=values):
            return [text for value in values for text in _constants(value, assigned)]
        case ast.Tuple(elts=elts) | ast.List(elts=elts):
            return [text for value in elts for text in _constants(value, assigned)]
        case ast.Subscript(value=value):
            return _constants(value, assigned)
        case ast.Call(func=ast.Attribute(value=value, attr="get")):
            return _constants(value, assigned)
    return []


def _of_letters(node: ast.expr) -> Iterator[str]:
    """A text without a word that has letters beside its values, or with a dash: `{days} d {hours} h`, `N–S`."""
    text = node.value if isinstance(node, ast.Constant) else ""
    if isinstance(text, str) and re.search("[{–]", text) and not says_something(text) and has_letters(text):
        yield text


def _in_template(path: Path) -> Iterator[Text]:
    where = path.relative_to(ROOT).as_posix()
    tree = Environment(autoescape=True).parse(path.read_text("utf-8"))
    for call in tree.find_all(nodes.Call):
        if not isinstance(call.node, nodes.Name) or call.node.name not in {"message", "counted"}:
            continue
        found = [each.value for each in call.args if isinstance(each, nodes.Const) and isinstance(each.value, str)]
        if call.node.name == "counted" and len(found) >= 2:
            yield Text(found[0], found[1], where)
        else:
            yield from (Text(text, "", where) for text in found if says_something(text))


def _in_page(path: Path) -> Iterator[tuple[str, str]]:
    return sentences_in(WithSentences(autoescape=True).parse(path.read_text("utf-8")))


def _of_commands() -> Iterator[Text]:
    for command in COMMANDS:
        yield from _of_options(command.options, f"command {command.name}")
        yield Text(command.summary, "", f"command {command.name}")


def _of_options(options: Iterable[Option], where: str) -> Iterator[Text]:
    """What forms call them."""
    for option in options:
        yield Text(option.help, "", where)
        if option.often:
            yield Text(option.name, "", where)


def _of_games() -> Iterator[Text]:
    for game in installed().values():
        where = f"game {game.word}"
        yield from _of_options(game.options, where)
        for option in game.options:
            name = NameOfParameter.of(option.name)
            yield Text(name.text, "", where, name.context)
        yield from (Text(each, "", where) for each in (game.family, game.touching))
        for text in (game.summary, f"{game.summary[0].lower()}{game.summary[1:]}", game.move_form):
            yield Text(text, "", where)
        named = [figure.name for figure in getattr(game, "figures", ())]
        for name in dict.fromkeys([*named, *getattr(game, "pieces", {}).values()]):
            context = name.context if isinstance(name, InContext) else ""
            yield Text(name.text if isinstance(name, Message) else name, "", where, context)


def _of_help_pages() -> Iterator[Text]:
    """What help pages say of commands and games beside what is written there."""
    for command in COMMANDS:
        of_options = [text for option in command.options for text in (option.help, option.expected)]
        plain = [text for text in (*texts_about(command), *of_options) if type(text) is str]
        yield from (Text(text, "", f"help {command.name}") for text in plain)
    for game in installed().values():
        for text in (game.family, game.trademark, *(option.help for option in game.options)):
            if text:
                yield Text(text, "", f"game {game.word}")
