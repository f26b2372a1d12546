"""The command line.

Only click is imported at the top, so that `--version` loads no database library.
"""

from __future__ import annotations

import atexit
import gc
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from importlib import import_module
from typing import TYPE_CHECKING, Any, TextIO

import click

from pbmserv import __version__
from pbmserv.cli_support import REFUSED, TryAgain, deliver, opened, read_settings, refusals_told

if TYPE_CHECKING:
    from pathlib import Path

    from click.shell_completion import CompletionItem

    from pbmserv.letters.letter import Letter
    from pbmserv.post_office import Answer
    from pbmserv.service import Role
    from pbmserv.settings import Settings
    from pbmserv.storage.database import Database

_ELSEWHERE = {
    "admin": "pbmserv.admin.commands:admin",
    "db": "pbmserv.admin.schema:schema",
    "demo": "pbmserv.demo.command:demo",
    "draw": "pbmserv.drawing:draw",
    "verify": "pbmserv.records:verify",
    "export": "pbmserv.records:export",
    "import": "pbmserv.records:import_records",
}
"""Commands that are imported on use."""

MOST_PROCESSES = 64
"""The largest number of processes of one server."""

WORDS = {"ignore_unknown_options": True, "allow_interspersed_args": False}
"""For commands that take words of the command language, whose options are not ours."""


def _address(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    if value is None:
        return None
    from pbmserv.language.argument_types import checked_address

    address = checked_address(value)
    if address is None:
        raise click.BadParameter("a mail address is expected, such as alice@example.org.")
    return address


def _path(_context: click.Context, _parameter: click.Parameter, value: str | None) -> Path | None:
    from pathlib import Path

    return None if value is None else Path(value)


class _Group(click.Group):
    """Our commands; any other first word is a command of the command language."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *_ELSEWHERE])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _ELSEWHERE:
            return super().get_command(ctx, cmd_name)
        module, _, name = _ELSEWHERE[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Completions of the first word: our commands, and those of the command language."""
        from pbmserv.completion import first_words_offered

        ours = super().shell_complete(ctx, incomplete)
        return ours if incomplete.startswith("-") else [*ours, *first_words_offered(incomplete)]

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        is_short = bool(args) and not args[0].startswith("-") and self.get_command(context, args[0]) is None
        if is_short or args[:1] == ["do"]:
            context.with_resource(_garbage_left_lying())
        if is_short:
            if not _is_mail_command(args):
                self._say_what_there_is(context, args[0])
            return "do", do, args
        return super().resolve_command(context, args)

    def _say_what_there_is(self, context: click.Context, word: str) -> None:
        from difflib import get_close_matches

        from pbmserv.completion import first_words

        names = [*self.list_commands(context), *first_words()]
        close = get_close_matches(word.lower(), names, n=3)
        hint = f" Did you mean {' or '.join(close)}?" if close else " Try: pbmserv --help"
        raise click.UsageError(f"There is no command {word!r}.{hint}", context)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pbmserv")
@click.option(
    "--config",
    type=click.Path(dir_okay=False),
    callback=_path,
    help="The settings file, instead of pbmserv.toml in this folder.",
)
@click.pass_context
def main(context: click.Context, config: Path | None) -> None:
    """pbmserv, a play-by-email game server.

    A first word that is a game or a command of the command language is short for "do":

        pbmserv trichet move 101 alice secret7 d3
    """
    context.obj = config


def _words_of_commands(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    from pbmserv.completion import offer_command_words

    return offer_command_words(context, parameter, begun)


@main.command(context_settings=WORDS)
@click.option(
    "--from", "sender", metavar="ADDRESS", callback=_address, help="The mail address that the command comes from."
)
@click.option("--message", metavar="TEXT", default="", help="The body of the letter: words for the other players.")
@click.option("--json", "as_json", is_flag=True, help="Print all letters that the command caused, as JSON.")
@click.argument(
    "words", nargs=-1, required=True, type=click.UNPROCESSED, metavar="COMMAND...",
    shell_complete=_words_of_commands,
)  # fmt: skip
@click.pass_obj
def do(config: Path | None, sender: str | None, message: str, as_json: bool, words: Sequence[str]) -> None:
    """Carry out one command of the command language, here and now.

    It is done exactly as if it had been mailed from ADDRESS; without one, you are the operator. Prints the letters
    that go to the sender. Exits with 0 if it was done, 1 if it was refused, 2 for no command or an ADDRESS that is
    none, 75 if the database failed: then nothing was done, and nothing is printed but why.
    """
    settings = read_settings(config)
    with opened(settings) as database:
        answer = _carry_out(database, settings, sender, _line_of(words), message)
        # From here on it is done, whatever becomes of the letters: those wait in the database.
        _print_answer(answer, as_json)
        _deliver(database, settings)
    sys.exit(0 if answer.ok else REFUSED)


def _processes(_context: click.Context, _parameter: click.Parameter, value: str | None) -> int | None:
    """The number of processes; None for as many as are best."""
    if value is None or value.lower() == "auto":
        return None
    if not value.isdecimal() or not 1 <= int(value) <= MOST_PROCESSES:
        raise click.BadParameter(f"auto is expected, or a number from 1 to {MOST_PROCESSES}.")
    return int(value)


@main.command()
@click.option(
    "--only",
    "words",
    metavar="ROLE,...",
    help="Do only some of it: receive, work (carry out), deliver, clock, web, think. By default it does all.",
)
@click.option(
    "--processes",
    metavar="auto|N",
    callback=_processes,
    help="How many processes do all of it together. By default (auto) one for each core, 8 at most; on SQLite, one.",
)
@click.pass_obj
def serve(config: Path | None, words: str | None, processes: int | None) -> None:
    """Run the server.

    It receives mail, carries out what it asks for, keeps the clock, and sends the letters.

    With --only, it is one process that does a part of the work; on PostgreSQL the others may run on other machines.
    """
    if words is not None:
        if processes is not None:
            raise click.UsageError("--only makes one process with these roles: leave out --processes.")
        from pbmserv.service import serve as serve_roles

        sys.exit(serve_roles(read_settings(config), _roles(words)))
    from pbmserv.processes import number_for, serve_with

    settings = read_settings(config)
    sys.exit(serve_with(settings, processes or number_for(settings)))


@main.command()
@click.option("--sender", metavar="ADDRESS", help="The envelope sender, if the mail server tells it.")
@click.option("--recipient", "recipients", metavar="ADDRESS", multiple=True, help="An envelope recipient.")
@click.pass_obj
def pipe(config: Path | None, sender: str | None, recipients: Sequence[str]) -> None:
    """Take one message from standard input.

    For .forward, procmail, and Postfix's pipe(8). The database has to be there: "pbmserv db upgrade" makes it.

    Exits as sysexits.h says; 75 means that the message should be tried again, as where there is no database.
    """
    with _garbage_left_lying():
        from pbmserv.mail.receiving.pipe import receive

    # What has been imported is here to stay. There may be much to carry out, and garbage in that.
    gc.freeze()
    try:
        settings = read_settings(config)
    except click.ClickException as error:
        # With any other code, the mail server would send the message back.
        raise TryAgain(error.message) from error
    sys.exit(receive(sys.stdin.buffer.read(), sender, recipients, settings))


@main.command(name="fetch")
@click.pass_obj
def fetch_mail(config: Path | None) -> None:
    """Fetch mail from a mailbox, once.

    The setting imap says from which. What is unread there is stored, carried out and answered. So is whatever else
    waits, and letters that are due are sent, also where the mailbox has nothing new.

    Exits as sysexits.h says: 77 for a wrong password, 66 for a folder that is not there, 76 for a server that does
    not prove who it is, 75 where it should be tried again.
    """
    from pbmserv.mail.receiving.fetch import fetch

    sys.exit(fetch(read_settings(config)))


@main.command()
@click.pass_obj
def health(config: Path | None) -> None:
    """Tell whether the server that runs here is well.

    It is asked where the setting metrics_listen says. Exits with 0 if it is well, with 1 if it is not, or not there.
    """
    from pbmserv.monitoring.monitor import ask

    listen = read_settings(config).metrics_listen
    if listen is None:
        raise click.ClickException("There is nowhere to ask: set metrics_listen, such as to 127.0.0.1:9125.")
    try:
        is_well, report = ask(listen)
    except OSError as error:
        raise click.ClickException(f"Nobody answers on {listen}: {error}") from error
    click.echo(report.rstrip())
    sys.exit(0 if is_well else REFUSED)


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
@click.pass_obj
def games(config: Path | None, as_json: bool) -> None:
    """List the games that are installed."""
    from pbmserv.commands.help.generated import games_as_data, games_page
    from pbmserv.games.catalogue import installed

    read_settings(config)
    if as_json:
        import json

        click.echo(json.dumps(games_as_data(installed().values()), indent=2, ensure_ascii=False))
        return
    click.echo(games_page(installed().values()))


@main.command(name="help")
@click.option("--language", metavar="CODE", default="", help="The language of the page, such as ru; else English.")
@click.argument("subject", nargs=-1)
def show_help(language: str, subject: Sequence[str]) -> None:
    """Show a help page: of a game, of a command, or of a subject."""
    from pbmserv.commands.help.actions import INDEX, page
    from pbmserv.commands.run.table import COMMANDS
    from pbmserv.games.catalogue import installed
    from pbmserv.locale.catalogs import catalog_of, languages, speaking

    if language and language not in languages():
        raise click.BadParameter(f"There are {', '.join(languages())}.", param_hint="--language")
    with refusals_told(), speaking(catalog_of(language)):
        _, text = page(subject or (INDEX,), installed(), COMMANDS)
        click.echo(text)


@main.group()
def puzzle() -> None:
    """Shapes for Trioker-Puzzle that people draw."""


@puzzle.command()
@click.argument("file", type=click.File(encoding="utf-8"))
@click.option("--joker", is_flag=True, help="Let the tiles have the joker among them.")
@click.option("--most", type=click.IntRange(min=1), help="How many ways to count, 1000 if you do not say.")
def check(file: TextIO, joker: bool, most: int | None) -> None:
    """Say whether a drawn shape can be read, how many cells it has, and in how many ways the tiles fill it.

    "pbmserv help trioker-puzzle" tells how shapes are drawn; - is standard input. Exits with 1 if the shape cannot be
    read, or if no way to fill it was found.
    """
    from pbmserv.games.triangles.shapes import ShapeError
    from pbmserv.games.trioker_puzzle.checking import MOST_WAYS, check_shape

    try:
        verdict = check_shape(file.read(), joker, most or MOST_WAYS)
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{file.name} is no text in UTF-8.") from error
    except ShapeError as error:
        raise click.ClickException(f"{file.name}, {error}") from error
    click.echo(verdict.text)
    sys.exit(0 if verdict.can_be_filled else REFUSED)


def _roles(words: str) -> list[Role]:
    from pbmserv.service import Role

    try:
        return [Role(word.strip().lower()) for word in words.split(",")]
    except ValueError:
        there_are = f"{words!r} holds something else than {', '.join(Role)}."
        raise click.BadParameter(there_are, param_hint="--only") from None


@contextmanager
def _garbage_left_lying() -> Iterator[None]:
    """Disable cyclic garbage collection, which would cost a short-lived command more than it could free."""
    atexit.register(gc.freeze)
    was_looked_for = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_looked_for:
            # As if all that is there now had been looked through: else the next object would have it done at once.
            gc.freeze()
            gc.unfreeze()
            gc.enable()


def _carry_out(database: Database, settings: Settings, sender: str | None, line: str, message: str) -> Answer:
    from sqlalchemy.exc import SQLAlchemyError

    from pbmserv.commands.requests.credentials import Credential
    from pbmserv.commands.run.runner import ChangesSomething
    from pbmserv.post_office import Request, post_office_for
    from pbmserv.storage.faults import words_of

    request = Request(Credential(sender), (line,), body=message, comment=message.strip())
    office = post_office_for(settings, database)
    try:
        if sender is None:
            # The operator does not wait for a server that writes, to see a board.
            with suppress(ChangesSomething):
                answer = office.look(request)
                # What was looked at in a player's name goes to that player by mail, too.
                if not any(letter.to for letter in answer.letters):
                    return answer
        return office.handle(request)
    except SQLAlchemyError as error:
        raise TryAgain(words_of(error, database.name)) from error


def _deliver(database: Database, settings: Settings) -> None:
    try:
        deliver(database, settings)
    except Exception as error:
        click.echo(f"The letters could not be sent, and wait: {getattr(error, 'orig', error)}", err=True)


def _print_answer(answer: Answer, as_json: bool) -> None:
    if as_json:
        import json

        click.echo(json.dumps(_answer_as_json(answer), ensure_ascii=False, default=datetime.isoformat))
        return
    for letter in answer.letters:
        if letter.answers:
            click.echo(f"Subject: {letter.subject}\n\n{letter.text}")
            for attachment in letter.attachments:
                click.echo(f"Attached: {attachment.name} (shown by --json)")
    others = [", ".join(letter.to) for letter in answer.letters if not letter.answers]
    if others:
        click.echo(f"Letters have been written to {'; '.join(others)}.")


def _answer_as_json(answer: Answer) -> dict[str, Any]:
    from pbmserv.play.board_data import board_data

    view = answer.came_of_it.board_view(answer.asker)
    return {
        "ok": answer.ok,
        "error": answer.error,
        "letters": [_as_json(letter) for letter in answer.letters],
        **({"board": board_data(view)} if view else {}),
    }


def _as_json(letter: Letter) -> dict[str, Any]:
    shown: dict[str, Any] = {"to": list(letter.to), "subject": letter.subject, "text": letter.text}
    if letter.attachments:
        shown["attachments"] = [
            {"name": each.name, "type": each.media_type, "text": each.text} for each in letter.attachments
        ]
    return shown


def _is_mail_command(words: Sequence[str]) -> bool:
    """Whether the parser of mail knows what these words begin with, in any language."""
    from pbmserv.commands.run.parser import Action, LacksGame, parse
    from pbmserv.commands.run.table import COMMANDS
    from pbmserv.games.base import Ambiguous
    from pbmserv.games.catalogue import installed

    line = _line_of(words)
    parsed = parse(line, installed(), COMMANDS)
    if isinstance(parsed, Action) or parsed.line.names or isinstance(parsed.refusal, (Ambiguous, LacksGame)):
        return True
    # A whole command in one word of the shell, in quotes, may be said in other words.
    return " " in words[0]


def _line_of(words: Sequence[str]) -> str:
    """The line of the command language that these words of a shell are; one word may be all of it."""
    from pbmserv.language.words import join

    return words[0] if len(words) == 1 else join(words)
