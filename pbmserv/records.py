"""The commands that verify, export and import records."""

from __future__ import annotations

import shlex
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, TextIO

import click

from pbmserv.cli_support import REFUSED, opened, read_settings, refusals_told
from pbmserv.completion import offer_boards, offer_games
from pbmserv.games.file_formats import FORMATS

if TYPE_CHECKING:
    from pbmserv.commands.operator.import_records import Importer, Outcome

MOST_NAMES = 20
"""The maximum number of names listed if a name is not found."""

MOST_CHARACTERS = 32_000_000
"""The maximum size of another program's file, which is read as a whole."""


@click.command()
@click.argument("game", shell_complete=offer_games)
@click.argument("board", type=click.IntRange(min=1), required=False, shell_complete=offer_boards)
@click.option("--all", "every", is_flag=True, help="Verify every board of the game; print those that do not hold.")
@click.pass_obj
def verify(config: Path | None, game: str, board: int | None, every: bool) -> None:
    """Replay a board from its seed, and say whether its record holds.

    Exits with 1 where it does not, or does not for one of the boards.
    """
    from pbmserv.commands.boards.records import verify_all, verify_board
    from pbmserv.games.catalogue import installed

    if every == (board is not None):
        raise click.UsageError("Name a board, or say --all.")
    with opened(read_settings(config)) as database, refusals_told():
        if board is not None:
            verdict = verify_board(database, installed(), game, board)
            click.echo(verdict.text)
            sys.exit(0 if verdict.holds else REFUSED)
        verified = failed = 0
        for verdict in verify_all(database, installed(), game):
            verified += 1
            if not verdict.holds:
                failed += 1
                click.echo(f"{verdict.text}\n")
    click.echo(f"{verified} verified, {failed} of them do not hold." if failed else f"{verified} verified: all hold.")
    sys.exit(REFUSED if failed else 0)


@click.command()
@click.argument("game", shell_complete=offer_games)
@click.argument("boards", type=click.IntRange(min=1), nargs=-1, metavar="[BOARD]...", shell_complete=offer_boards)
@click.option("--all", "every", is_flag=True, help="Every board of the game that was not removed.")
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="A file, instead of standard output.")
@click.option("--with-secrets", is_flag=True, help="Tell the seeds of games that are being played, too.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["json", *(each.ending for each in FORMATS)]),
    default="json",
    show_default=True,
    help="What is written: records, or what other programs read, such as SGF of Go, PGN of Chess, PDN of Draughts.",
)
@click.pass_obj
def export(
    config: Path | None,
    game: str,
    boards: Sequence[int],
    every: bool,
    output: Path | None,
    with_secrets: bool,
    form: str,
) -> None:
    """Write the records of boards.

    They are JSON, one record a line, as "pbmserv help record" describes it.

    Without --with-secrets the records hold what every player may know, and those of games that are being played
    cannot be imported. With it nobody else may get to see them: whatever is hidden follows from a seed.
    """
    from pbmserv.commands.boards.records import export_all, export_boards
    from pbmserv.games.catalogue import installed

    if every == bool(boards):
        raise click.UsageError("Name boards, or say --all.")
    failed = False
    with opened(read_settings(config)) as database, refusals_told():
        if every:
            exported = export_all(database, installed(), game, with_secrets, form)
        else:
            exported = export_boards(database, installed(), game, boards, with_secrets, form)
        with _file_for(output, with_secrets) as file:
            for each in exported:
                if each.fault:
                    failed = True
                    click.echo(each.fault, err=True)
                else:
                    click.echo(each.line, file=file)
    sys.exit(REFUSED if failed else 0)


@click.command(name="import")
@click.argument(
    "files", type=click.Path(exists=True, dir_okay=False, allow_dash=True), nargs=-1, required=True, metavar="FILE..."
)
@click.option("--keep-numbers", is_flag=True, help="Give a board the number that it had, if that is free here.")
@click.option(
    "--add-players", is_flag=True, help="Make accounts for players who are missing; nobody has their passwords."
)
@click.option(
    "--player",
    "known_as",
    multiple=True,
    metavar="NAME=USERID",
    help="Who a player is here, whom a file of another program calls NAME.",
)
@click.pass_obj
def import_records(
    config: Path | None, files: Sequence[str], keep_numbers: bool, add_players: bool, known_as: Sequence[str]
) -> None:
    """Make boards of records that were exported, or of games that other programs have written.

    Records are JSON, one a line; games of Chess are taken from PGN, of Checkers and Draughts from PDN, of Go, Gomoku
    and Hex from SGF, of Backgammon from MAT, of Bridge from PBN, of Shogi and MiniShogi from KIF and USI. What a file
    has shows by its beginning, which may come after the words of a letter; - is standard input.

    Each game is replayed, and refused with the reason where something in it cannot have happened; the others are
    taken nevertheless. A record is known by its game and its seed, so taking it twice makes one board.

    No letters are sent. Nobody's rating changes: a rating belongs to the server on which it was won. A game that is
    being played goes on here, if it is a record that tells its seed; queued moves, hidden choices and open proposals
    are in no record.

    Exits with 1 where a game is refused, or a NAME is that of no player.
    """
    from collections import Counter

    from pbmserv.commands.operator.import_records import Fate, Importer
    from pbmserv.games.catalogue import installed

    if not all(name and userid for name, _, userid in (each.rpartition("=") for each in known_as)):
        raise click.UsageError("--player takes a name and a userid, such as --player 'Kasparov, Garry=garry'.")
    names = {name: userid for name, _, userid in (each.rpartition("=") for each in known_as)}
    counts: Counter[Fate] = Counter()
    with opened(read_settings(config)) as database:
        importer = Importer(database, installed(), keep_numbers, add_players, known_as=names)
        for name in files:
            with click.open_file(name, "rb") as file:
                for where, outcome in _taken(importer, file):
                    counts[outcome.fate] += 1
                    told = f"{name}, {where}: {outcome.fate}: {outcome.words}"
                    click.echo(told, err=outcome.fate is Fate.REFUSED)
    unknown = [name for name in names if name.lower() not in importer.names]
    for name in unknown:
        click.echo(_in_no_game(name, names[name], list(importer.names.values())), err=True)
    click.echo(f"{', '.join(f'{counts[fate]} {fate}' for fate in Fate)}.")
    sys.exit(REFUSED if counts[Fate.REFUSED] or unknown else 0)


def _in_no_game(name: str, userid: str, there: Sequence[str]) -> str:
    from pbmserv.games.file_parts import plain

    told = ", ".join(plain(each)[:40] for each in there[:MOST_NAMES]) + (", ..." if len(there) > MOST_NAMES else "")
    has = f"The players there are: {told}." if there else "No game was found that another program has written."
    known_as = shlex.quote(plain(f"{name}={userid}"))
    return f"--player {known_as}: no game has a player of that name. {has}"


def _taken(importer: Importer, file: IO[bytes]) -> Iterator[tuple[str, Outcome]]:
    """Import each line of a file of records, or each game of another file.

    Text before the first record, such as a letter's words, is skipped. Other lines that are no records are reported
    together.
    """
    from pbmserv.commands.operator.import_records import Fate, Outcome
    from pbmserv.games.file_reading import decoded, is_file_of_games, is_wide
    from pbmserv.play.interchange import is_object

    first = file.readline()
    if is_wide(first):
        file = BytesIO(decoded(first + file.read(2 * MOST_CHARACTERS)).encode())
        first = file.readline()
    has_records = False
    others: list[tuple[int, Outcome]] = []
    for number, line in enumerate(chain([first.removeprefix(BOM_UTF8)], file), 1):
        if not line.strip():
            continue
        told = decoded(line)
        if not has_records and is_file_of_games(told, is_first=not others):
            games = line + file.read(MOST_CHARACTERS)
            if len(games) > MOST_CHARACTERS:
                yield "as a whole", Outcome(Fate.REFUSED, "The file is too large: make several of it.")
                return
            outcomes = importer.take_file("\n" * (number - 1) + decoded(games))
            yield from ((f"game {which}", outcome) for which, outcome in enumerate(outcomes, 1))
            return
        outcome = importer.take(told)
        if outcome.fate is Fate.REFUSED and not is_object(told):
            others.append((number, outcome))
            continue
        if not has_records:
            has_records, others = True, []
        yield f"line {number}", outcome
    if others:
        number, outcome = others[0]
        words = outcome.words if has_records else f"{outcome.words} {importer.readable}"
        more = f" and {len(others) - 1} more" if has_records and len(others) > 1 else ""
        yield f"line {number}{more}", Outcome(Fate.REFUSED, words)


@contextmanager
def _file_for(output: Path | None, private: bool) -> Iterator[TextIO]:
    """The output file, or standard output; a private one is readable by its owner only."""
    if output is None:
        yield sys.stdout
        return
    try:
        output.touch()
        if private:
            output.chmod(0o600)
        with output.open("w", encoding="utf-8") as file:
            yield file
    except OSError as error:
        raise click.ClickException(f"{output} cannot be written: {error.strerror}") from error
