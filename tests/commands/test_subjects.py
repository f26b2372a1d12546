"""The Subjects of our letters: every place that makes one is looked at, and nothing that it makes is a command."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import pbmserv
from pbmserv.commands.operator.membership import add
from pbmserv.commands.requests.context import Command
from pbmserv.commands.requests.credentials import Credential
from pbmserv.commands.requests.reply import Reply
from pbmserv.commands.run.nothing_asked import NothingAsked
from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.catalogue import installed
from pbmserv.language.argument_types import RESERVED_USERIDS
from pbmserv.language.words import Misspelt
from pbmserv.letters.subjects import BOARDS, HELP, OTHERS, TYPED_TOO, WORDS, subject_of_ours
from pbmserv.mail.reading.incoming import read_message
from pbmserv.post_office import Request
from pbmserv.storage.addresses import Addresses
from pbmserv.storage.players import Players
from tests.commands.examples import BODY, needs_an_empty_server, prepare, sender_of
from tests.conversation import FOUR, Server

GAMES = installed()
PLACE = "\0"
"""Stands for what is filled in."""

SOURCES = sorted(Path(pbmserv.__file__).parent.rglob("*.py"))
TEMPLATES = {
    *(path.stem for path in (Path(pbmserv.__file__).parent / "letters/templates").glob("*.txt")),
    *(
        f"{path.parent.parent.name}/{path.stem}"
        for path in (Path(pbmserv.__file__).parent / "commands").glob("*/templates/*.txt")
    ),
}
PARTS = {"board", "board_answer", "board_substitute", "intervention", "offer", "to_change"} | {
    "playing/boards_listed",
    "playing/by_lines",
}
"""Templates of what is no letter by itself."""

USERIDS = ("bob", "from", "has", "board", "all", "**", "summary", "hex")
"""Names that players have, or had before names were reserved (`**` is what may follow them)."""

ANSWERED = ("{}", "AW: [EXT] {}", "Re: {} **")
"""What mail programs make of a Subject."""


def literal(node: ast.expr, assigned: dict[str, list[ast.expr]]) -> list[str]:
    """The texts that an expression may give, with a mark in the place of what is filled in."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values=values):
            return ["".join(str(each.value) if isinstance(each, ast.Constant) else PLACE for each in values)]
        case ast.IfExp(body=body, orelse=orelse):
            return [*literal(body, assigned), *literal(orelse, assigned)]
        case ast.Call(func=ast.Name(id="Message" | "counted"), args=args):
            texts = [each.value for each in args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            return [re.sub(r"\{[a-z]+\}", PLACE, text) for text in texts]
        case ast.Name(id=name):
            return [text for value in assigned.get(name, ()) for text in literal(value, {})]
    return []


def subjects_in(path: Path) -> Iterator[tuple[str, str]]:
    """What a module gives to whatever makes a letter: where that stands, and the Subject with marks in it."""
    nodes = [*ast.walk(ast.parse(path.read_text()))]
    assigned: dict[str, list[ast.expr]] = {}
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            assigned.setdefault(node.targets[0].id, []).append(node.value)
    for node in nodes:
        for subject in filter(None, [_given(node), _returned(node)]):
            yield from ((f"{path.name}:{subject.lineno}", text) for text in literal(subject, assigned) if text)


def _given(node: ast.AST) -> ast.expr | None:
    """The Subject that is handed to what makes a letter."""
    if not isinstance(node, ast.Call):
        return None
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    places = {"write": 1, "_words": 1, "Letter": 0, "question_letter": 3}
    is_a_files = name == "write" and isinstance(node.func, ast.Attribute)
    if name not in places or is_a_files:
        return None
    by_name = [keyword.value for keyword in node.keywords if keyword.arg == "subject"]
    return next(iter([*by_name, *node.args[places[name] :]]), None)


def _returned(node: ast.AST) -> ast.expr | None:
    """The Subject that is given back, by itself or before a text."""
    value = node.value if isinstance(node, ast.Return) else None
    first = value.elts[0] if isinstance(value, ast.Tuple) and value.elts else value
    if not isinstance(first, ast.JoinedStr | ast.IfExp | ast.Call):
        return None
    return first if re.match(r"f?(Message\()?['\"(]*(Help)", ast.unparse(first)) else None


DECLARED = [re.sub("GAME|NUMBER|USER|TEXT", PLACE, each) for each in (*HELP, *BOARDS, *TYPED_TOO, *OTHERS)]
MAKES_ONE = re.compile(r"\b(write|_words|Letter|question_letter)\(|Help")
ALL_SUBJECTS = [found for path in SOURCES if MAKES_ONE.search(path.read_text()) for found in subjects_in(path)]


def filled_in(subject: str) -> list[str]:
    """A Subject with whatever may stand in its places."""
    marks = subject.count(PLACE)
    found = {subject.replace(PLACE, userid) for userid in USERIDS}
    found |= {subject.replace(PLACE, filling, 1).replace(PLACE, "101", max(marks - 2, 0)).replace(PLACE, userid)
              for filling in ("Hex", "Hex Board 101") for userid in USERIDS}  # fmt: skip
    return sorted(found)


def test_all_places_are_found() -> None:
    texts = {text for _, text in ALL_SUBJECTS}

    assert {"Broadcast from \0", "Message from \0", "Is this your address?", "Your settings", "\0 preview"} <= texts
    assert {"Help: \0", "Help for \0", "Do you want to leave?", "Is this challenge yours?", "What you wrote"} <= texts
    assert len(ALL_SUBJECTS) > 55


def test_every_template_is_named_by_what_makes_a_letter() -> None:
    in_quotes = re.compile("|".join(f'"{re.escape(each)}"' for each in TEMPLATES))
    named = {
        node.value
        for path in SOURCES
        if in_quotes.search(path.read_text())
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }

    assert sorted(TEMPLATES - named - PARTS) == []


@pytest.mark.alike
@pytest.mark.parametrize("subject", dict.fromkeys([*(subject for _, subject in ALL_SUBJECTS), *DECLARED]))
def test_no_subject_is_carried_out_as_a_command(server: Server, subject: str) -> None:
    for text in filled_in(subject):
        for form in ANSWERED:
            read = read_message(f"From: alice@example.org\r\nSubject: {form.format(text)}\r\n\r\n".encode())
            ours = subject_of_ours(read.subject, GAMES, in_an_answer=True)
            if ours in TYPED_TOO and not read.reply.is_answer:
                # Typed by hand this is a command, and always was; it tells what everybody may know.
                continue
            said = Reply(line="", subject=read.subject, is_answer=read.reply.is_answer)

            answer = server.office.handle(Request(Credential("alice@example.org"), (read.subject,), reply=said))

            is_told = isinstance(answer.came_of_it, NothingAsked)
            assert answer.command == "help" or is_told or not answer.ok, form.format(text)
            assert {letter.to for letter in answer.letters} == {("alice@example.org",)}


@pytest.mark.alike
@pytest.mark.parametrize(
    "command", [each for each in COMMANDS if not needs_an_empty_server(each)], ids=lambda each: each.example
)
def test_each_letter_that_a_command_causes_has_a_subject_that_is_known(server: Server, command: Command) -> None:
    example = prepare(server, command.example)

    reply = server.hear(sender_of(example), example, comment=BODY, body=BODY)

    unknown = [each.subject for each in reply.letters if subject_of_ours(each.subject, GAMES, True) is None]
    assert unknown == []


@pytest.mark.alike
@pytest.mark.parametrize("word", sorted(GAMES))
def test_the_letter_that_begins_a_game_has_a_subject_that_is_known(server: Server, word: str) -> None:
    server.sign_up("dave")
    names = [*FOUR][: max(GAMES[word].seats)]

    reply = server.hear("alice@example.org", f"{word} challenge {' '.join(names)}")

    assert {subject_of_ours(each.subject, GAMES) for each in reply.letters} <= {*BOARDS}


def test_nobody_can_take_a_word_of_our_subjects_for_a_name(server: Server) -> None:
    words = {word for _, subject in ALL_SUBJECTS for word in re.findall(r"[a-z]+", subject.lower())}

    assert words <= RESERVED_USERIDS
    assert words <= WORDS
    for name in ("from", "Board", "nag", "confirmation", "error", "standings", "hex", "challenge", "mvoe"):
        assert not server.say("mallory@example.org", f"signup {name} mallory99").ok
        with pytest.raises(Misspelt):
            server.office.act(partial(add, userid=name, addresses=["mallory@example.org"]))


def test_a_player_who_has_such_a_name_already_gets_nothing_out_of_it(server: Server) -> None:
    with server.database.writing() as connection:
        mallory = Players(connection).add("from", server.passwords.hash("mallory"), server.now)
        Addresses(connection).add(mallory, ["mallory@example.org"], server.now)
    server.season("from")

    answer = server.say("alice@example.org", "Broadcast from mallory", comment="What I tell nobody but you.")

    assert answer.error == "This is the Subject of a letter of ours. An answer to it needs a command as its Subject."
    assert answer.readers == {"alice@example.org"}
    assert server.hear("mallory@example.org", 'broadcast "from" mallory', comment="To all.").readers > {
        "bob@example.org"
    }


def test_a_subject_with_several_players_to_move_is_ours_in_an_answer_alone() -> None:
    for subject in ("Hearts Board 101 alice bob carol dave", "New Hearts Board 101 alice bob **"):
        assert subject_of_ours(subject, GAMES, in_an_answer=True) in BOARDS
        assert subject_of_ours(subject, GAMES) is None
