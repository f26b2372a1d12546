"""The letter with a board's record, as text and attached."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pbmserv.games.base import word_of_option
from pbmserv.games.message import Message, for_players
from pbmserv.letters.board import thread_of
from pbmserv.letters.columns import moves_in_columns
from pbmserv.letters.letter import Attachment, Letter, text_of, write
from pbmserv.letters.times import moment
from pbmserv.letters.widths import WIDTH
from pbmserv.play import interchange
from pbmserv.play.board import Board, Terms, named, substitutes_of
from pbmserv.play.days import EVERY_DAY
from pbmserv.play.record import SUBSTITUTE, SWAP
from pbmserv.play.replaying import players_at_start
from pbmserv.play.tournaments.event import event_of
from pbmserv.play.transcript import Transcript
from pbmserv.play.view import SHOWN, BoardViews

MEDIA_TYPE = "application/json"


def record_letter(board: Board, files: tuple[Attachment, ...] = ()) -> Letter:
    """The public record of a board: without an unfinished game's seed and rounds.

    Other `files` are attached.
    """
    line = interchange.write(Transcript.of_board(board))
    letter = write("record", board.title, thread_of(board), says="Record", **_facts(board))
    attached = Attachment(f"{board.game.word}-{board.number}.json", MEDIA_TYPE, f"{line}\n")
    return replace(letter, attachments=(attached, *files))


def record_text(board: Board) -> str:
    """The record as text: PGN-like tags, moves in columns, the result."""
    return text_of("record", **_facts(board))


def _facts(board: Board) -> dict[str, Any]:
    facts = BoardViews(board, SHOWN).facts
    reason = for_players(board.result.reason, facts.seats) if board.result else ""
    return {"tags": list(_tags(board)), "columns": moves_in_columns(facts), "reason": reason}


def _tags(board: Board) -> Iterator[str]:
    yield _tag("Game", board.game.name)
    yield _tag("Rules", Message("version {number}", number=board.game.version))
    yield _tag("Board", str(board.number))
    for number, player in enumerate(players_at_start(board)):
        yield _tag(
            board.game.seat_name(board.position, number) or Message("Seat {number}", number=number), player.userid
        )
    for move in board.moves:
        if move.text == SWAP:
            yield _tag("Swap", Message("the players changed seats with move {number}", number=move.number))
    yield from (_tag("Substitute", each) for each in substitutions_of(board))
    if board.options:
        options = (f"-{name}={word_of_option(value)}" for name, value in board.options.items())
        yield from _in_lines("Parameters", " ".join(options))
    yield from _in_lines("Terms", _terms_as_typed(board.terms))
    if event := event_of(board.terms.event):
        yield _tag("Event", event.title)
    yield _tag("Started", moment(board.started_at))
    if board.finished_at is not None:
        yield _tag("Ended", moment(board.finished_at))
    yield _tag("Result", _result(board))
    if board.result is not None and board.result.scores:
        scores = zip(board.seats, board.result.scores, strict=True)
        yield _tag("Score", ", ".join(f"{seat.player.userid} {score}" for seat, score in scores))
    if not board.is_on:
        yield _tag("Seed", board.seed.hex())
    yield _tag("SHA256", board.commitment)


def substitutions_of(board: Board) -> Iterator[str]:
    """Yield sentences about substitutes."""
    came = iter(substitutes_of(board))
    holders = [seat.first.userid for seat in board.seats]
    for move in board.moves:
        if move.text == SUBSTITUTE:
            player = next(came).userid
            yield Message(
                "{player} has taken over the seat of {other} with move {number}",
                player=player,
                other=holders[move.seat],
                number=move.number,
            )
            holders[move.seat] = player


def _tag(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _in_lines(name: str, words: str) -> list[str]:
    """A tag, repeated if its text does not fit on one line."""
    room = WIDTH - len(_tag(name, ""))
    return [_tag(name, line) for line in textwrap.wrap(words, room, break_long_words=False, break_on_hyphens=False)]


def _terms_as_typed(terms: Terms) -> str:
    """The terms as options of a challenge."""
    words = [f"--nagtime={terms.nag_days}", f"--forfeittime={terms.forfeit_days}"]
    if terms.total_days is not None:
        words.append(f"--totaltime={terms.total_days}")
    if terms.increment_hours:
        words.append(f"--increment={terms.increment_hours}")
    if not terms.rated:
        words.append("--unrated")
    if terms.days != EVERY_DAY:
        words.append(f"--days={terms.days}")
    return " ".join(words)


def _result(board: Board) -> str:
    if board.result is None:
        return Message("still being played")
    if not board.winners:
        return Message("tie")
    winner, points = named(board.winners), board.result.points
    if points > 1:
        return Message("won by {player}, {points} points", player=winner, points=points)
    return Message("won by {player}", player=winner)
