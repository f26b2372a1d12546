"""Operations that play, by the same commands that are mailed."""

from __future__ import annotations

from pbmserv.games.base import word_of_option
from pbmserv.post_office import Answer
from pbmserv.web.api import shapes
from pbmserv.web.api.operations import Question
from pbmserv.web.api.queries import board_of


def move(question: Question) -> shapes.Done:
    """Make a move."""
    sent = question.sent
    number = str(question.at.board)
    return done(question.carry_out("move", number, *sent.move.split(), game=question.game.word, comment=sent.comment))


def challenge(question: Question) -> shapes.Done:
    """Start a game."""
    sent = question.sent
    options = {name: word_of_option(value) for name, value in sent.options.items()}
    return done(
        question.carry_out("challenge", *sent.players, game=question.game.word, options=options, comment=sent.comment)
    )


def join(question: Question) -> shapes.Done:
    """Take a seat in an open challenge, or a vacant seat on a board."""
    return _about_open(question, "join")


def withdraw(question: Question) -> shapes.Done:
    """Withdraw an open challenge, or leave one."""
    return _about_open(question, "withdraw")


def substitute(question: Question) -> shapes.Done:
    """Propose a substitute, or answer a proposal."""
    sent, number = question.sent, str(question.at.board)
    return done(question.carry_out("substitute", number, sent.who, game=question.game.word, comment=sent.comment))


def command(question: Question) -> shapes.Done:
    """Carry out any command."""
    sent = question.sent
    return done(question.carry_out_typed(sent.words, sent.comment, sent.body))


def _about_open(question: Question, what: str) -> shapes.Done:
    number = str(question.at.board)
    return done(question.carry_out(what, number, game=question.game.word, comment=question.sent.comment))


def done(answer: Answer) -> shapes.Done:
    """The result of a command as an API shape."""
    view = answer.came_of_it.board_view(answer.asker)
    # What goes to others may hold what only they may know.
    letters = [shapes.Answer(letter.subject, letter.text) for letter in answer.letters if letter.answers]
    return shapes.Done(answer.command, letters, board_of(view) if view else None)
