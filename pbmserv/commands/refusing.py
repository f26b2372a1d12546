"""The letter that answers a command which was refused: what was wrong, what was expected, an example that works."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbmserv.commands.call import Call, Unauthorised
from pbmserv.commands.challenging import Challenge
from pbmserv.commands.helping import Help
from pbmserv.commands.kinds import Code, Kind, MoveText, NewPassword, NewUserid
from pbmserv.commands.language import Command, Misspelt, Word, secret_places
from pbmserv.commands.meaning import start_of
from pbmserv.commands.quoting import Quoting
from pbmserv.commands.reply_to import address_for_asker
from pbmserv.commands.replying import DidYouMean, keep_question
from pbmserv.games.base import Ambiguous, Refusal
from pbmserv.letters.board import BoardNews, board_letter
from pbmserv.letters.letter import Letter, write
from pbmserv.play.board import Board, Status

EXAMPLE_PLAYERS = ("alice", "bob", "carol")
"""Who plays in the examples of commands; they make room for who reads them, and for their opponents."""

SOMEBODY = "FRIEND"
"""Stands for a player whose name the reader has to fill in."""


def refusal_letter(call: Call, refusal: Refusal, command: Command | None, quoting: Quoting) -> Letter:
    """The letter to who wrote the command; a board that it is about is shown as it stands."""
    game = call.game
    board = call.work.boards.load(*call.board) if call.board else None
    drawn = Letter("", "")
    if board and board.status is not Status.REMOVED:
        reply_to = keep_question(call, refusal) if isinstance(refusal, DidYouMean) else address_for_asker(call, board)
        drawn = board_letter(board, call.player, BoardNews("show"), call.server, reply_to=reply_to)
    subject = f"{board.title} Error" if board else f"{game.name if game else 'pbmserv'} error"
    show_form = command is not None and isinstance(refusal, Misspelt)
    why = quoting.in_words(refusal.words)
    choices = map(quoting.in_words, refusal.choices if isinstance(refusal, Ambiguous) else ())
    letter = write(
        "refusal",
        "Invalid challenge" if isinstance(command, Challenge) else subject,
        f"{board.game.word}-{board.number}" if board else None,
        why=why,
        choices=[choice for choice in choices if choice not in why],
        quoted=quoting.for_sender,
        answered=call.replier is not None,
        wrong_password=isinstance(refusal, Unauthorised),
        form=(command.form(game.word) if game else command.form()) if command and show_form else "",
        example=example_for(call, command, board) if command and show_form else "",
        topic="" if isinstance(command, Help) else command.name if command else "commands" if game else "",
        board=drawn.text,
    )
    return replace(letter, reply_to=drawn.reply_to)


def example_for(call: Call, command: Command, board: Board | None) -> str:
    """The command's example as its reader could send it: of this game, with their own name, board and opponents."""
    names = len(command.name.split()) + command.of_a_game
    words = command.example.split()
    if command.of_a_game and call.game is not None:
        words[0] = call.game.word
        board = _own_board(call, board)
        words[names:] = _with_own_board(call, command, words[names:], board)
    words[names:] = _with_own_names(call, command, words[names:], board)
    return " ".join(words)


def _own_board(call: Call, board: Board | None) -> Board | None:
    """The board that the command is about, or else one on which its reader plays; None where there is none."""
    if board is None and call.asker is not None:
        on_it = call.work.boards.lines(call.rules.word, players=(call.asker,), status=Status.ACTIVE, limit=1)
        board = call.work.boards.load(on_it[0].game, on_it[0].number) if on_it else None
    return board if board is not None and board.is_on else None


def _with_own_board(call: Call, command: Command, words: Sequence[str], board: Board | None) -> list[str]:
    own = list(words)
    arguments = command.arguments_for(words)
    if board is not None and own and own[0].isdigit():
        own[0] = str(board.number)
    if arguments and isinstance(arguments[-1].kind, MoveText):
        own[len(arguments) - 1 :] = _moves(call, board)[:1] or own[-1:]
    return own


def _moves(call: Call, board: Board | None) -> Sequence[str]:
    """Moves that the reader could make on a board, or whoever begins at its start."""
    game = call.rules
    if board is not None:
        seats = [seat for seat in game.to_move(board.position) if board.seats[seat].player == call.asker]
        if seats:
            return game.examples(board.position, seats[0])
    start = start_of(game)
    return game.examples(start, game.to_move(start)[0])


def _with_own_names(call: Call, command: Command, words: Sequence[str], board: Board | None) -> list[str]:
    reader = call.asker
    secret = secret_places(command, [Word(word) for word in words])
    kinds = [argument.kind for argument in command.arguments_for(words)]
    others = [player.userid for player in board.players if player != reader] if board else []
    own = []
    for place, word in enumerate(words):
        if place in secret and not isinstance(kinds[place], Code):
            own.append(_password(kinds, place))
        elif reader is None or word not in EXAMPLE_PLAYERS or isinstance(kinds[0], NewUserid):
            own.append(word)
        elif reader.userid not in own:
            own.append(reader.userid)
        elif others:
            own.append(others.pop(0))
        elif SOMEBODY not in own:
            own.append(SOMEBODY)
    return own


def _password(kinds: Sequence[Kind], place: int) -> str:
    if not any(isinstance(kind, NewPassword) and not isinstance(kinds[0], NewUserid) for kind in kinds):
        return "PASSWORD"
    return "NEW-PASSWORD" if isinstance(kinds[place], NewPassword) else "OLD-PASSWORD"
