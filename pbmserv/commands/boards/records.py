"""Records of boards: verified by replaying them, handed out for the operator one by one, and attached to letters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbmserv.games.base import Game, Refusal
from pbmserv.games.message import Message, counted
from pbmserv.language.words import either, find
from pbmserv.letters.letter import Attachment
from pbmserv.play.board import Board, Status
from pbmserv.play.game_file import game_file_of, game_files_of
from pbmserv.play.interchange import write
from pbmserv.play.replaying import faults
from pbmserv.play.transcript import Transcript
from pbmserv.running.traces import log_failure
from pbmserv.storage.database import Database
from pbmserv.storage.iterate import Found, all_boards, these_boards


@dataclass(frozen=True)
class Verdict:
    holds: bool
    text: str


def verify_board(database: Database, catalogue: Mapping[str, Game[Any]], game: str, number: int) -> Verdict:
    """Replay a board's record.

    Raises `Refusal` if there is no such game or board.
    """
    word = find(game, catalogue, "This is not the name of a game.")
    [found] = these_boards(database, catalogue, word, [number])
    if found.board is None:
        raise Refusal(found.fault)
    return _verdict(found.board)


def verify_all(database: Database, catalogue: Mapping[str, Game[Any]], game: str) -> Iterator[Verdict]:
    """Replay all boards of a game, one at a time.

    Raises `Refusal` if there is no such game.
    """
    word = find(game, catalogue, "This is not the name of a game.")
    return (
        _verdict(found.board) if found.board else Verdict(False, found.fault)
        for found in all_boards(database, catalogue, word)
    )


def _verdict(board: Board) -> Verdict:
    found = list(faults(board))
    lines: list[str] = [
        counted(
            "{board}: {count} move replayed by the rules of version {version}.",
            "{board}: {count} moves replayed by the rules of version {version}.",
            len(board.moves),
            board=board.title,
            version=board.game.version,
        )
    ]
    if why := board.game.on_trust(board.options):
        lines += [Message("{why} Only the moves are verified.", why=why)]
    elif board.game.uses_chance:
        lines += [Message("SHA-256 of the seed, as it was told: {commitment}", commitment=board.commitment)]
        seed = Message("Seed: {seed}", seed=board.seed.hex())
        lines += [Message("The game is on, so the seed stays secret.") if board.is_on else seed]
    else:
        lines += [Message("Nothing in {game} is left to chance, so there is no seed to tell.", game=board.game.name)]
    lines += [Message("It does not hold: {fault}", fault=fault) for fault in found] or ["All of it holds."]
    return Verdict(not found, "\n".join(lines))


RECORD = "json"
"""Our own record format."""


@dataclass(frozen=True)
class Exported:
    """A record as a line of JSON or a game file, or why there is none."""

    line: str = ""
    fault: str = ""


def export_boards(
    database: Database,
    catalogue: Mapping[str, Game[Any]],
    game: str,
    numbers: Sequence[int],
    with_secrets: bool = False,
    form: str = RECORD,
) -> Iterator[Exported]:
    """Export boards of a game; `with_secrets` includes the seeds of unfinished ones.

    Another `form` is the game's usual file format. Raises `Refusal` if the game or format does not exist.
    """
    word = _word_of(game, catalogue, form)
    return (_exported(found, with_secrets, form) for found in these_boards(database, catalogue, word, numbers))


def export_all(
    database: Database,
    catalogue: Mapping[str, Game[Any]],
    game: str,
    with_secrets: bool = False,
    form: str = RECORD,
) -> Iterator[Exported]:
    """Export all boards of a game except removed ones."""
    word = _word_of(game, catalogue, form)
    return (
        _exported(found, with_secrets, form)
        for found in all_boards(database, catalogue, word)
        if found.board is None or found.board.status is not Status.REMOVED
    )


def _word_of(game: str, catalogue: Mapping[str, Game[Any]], form: str) -> str:
    word = find(game, catalogue, "This is not the name of a game.")
    forms = [RECORD, *(known.ending for known in catalogue[word].file_formats)]
    if form not in forms:
        raise Refusal(
            Message(
                "{game} is not written as {form}: choose {forms}.",
                game=catalogue[word].name,
                form=form,
                forms=either(forms),
            )
        )
    return word


def _exported(found: Found, with_secrets: bool, form: str) -> Exported:
    if found.board is None:
        return Exported(fault=found.fault)
    if found.board.status is Status.REMOVED:
        return Exported(fault=Message("{board} has been removed: it counts for nobody.", board=found.board.title))
    if form != RECORD and found.board.hides_moves:
        return Exported(fault=Message("{board}: its moves are told when the game is over.", board=found.board.title))
    if form != RECORD and (file := game_file_of(found.board, form)):
        return Exported(file.text)
    return Exported(write(Transcript.of_board(found.board, with_secrets)))


def attached_game_files(board: Board) -> tuple[Attachment, ...]:
    """The board in its game's usual formats; empty if there are none or writing them fails."""
    try:
        files = game_files_of(board)
    except Exception as error:
        # The game may be anybody's.
        log_failure("game file failed", error, game=board.game.word, board=board.number)
        return ()
    return tuple(Attachment(*file) for file in files)
