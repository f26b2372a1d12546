"""Refusals of players' input."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbmserv.games.message import Listed, Message


class Refusal(Exception):
    """A player's request is not possible. The text is mailed as it is, with its values as in a `Message`.

    Start with a capital letter, end with a full stop, and say what was wrong and what was expected.
    """

    def __init__(self, text: str, /, **values: Any) -> None:
        if isinstance(text, Listed):
            text, values = "{sentences}", {"sentences": text}
        super().__init__(text if isinstance(text, Message) else Message(text, **values))

    @property
    def words(self) -> Message:
        message: Message = self.args[0]
        return message


class Unreadable(Refusal):
    """The text is no move (or option value) of this game at all.

    This depends on nothing hidden and hardly on the position: such a text cannot be queued either.
    """


class Illegal(Refusal):
    """A readable move that is illegal at this position."""


class NeverLegal(Illegal):
    """A readable move that no later position allows, so that it cannot be queued either."""


class Ambiguous(Refusal):
    """The move could mean several things; `choices` are their canonical texts."""

    def __init__(self, words: str, choices: Sequence[str]) -> None:
        super().__init__(words)
        self.choices = tuple(choices)


def legal_now(form: str, legal: Sequence[str]) -> str:
    """A sentence with a legal move if none of the examples of a move's form is legal now; else an empty text."""
    explained = {word.strip(",.;").lower() for word in form.split()}
    if not legal or any(move.lower() in explained for move in legal):
        return ""
    return Message("Legal now is, for example, {move}.", move=legal[len(legal) // 2])


def refuse_to_pass(text: str, words: str) -> None:
    """Raise `NeverLegal` with these words if the move is `pass`, in games without passing."""
    if text.strip().lower() == "pass":
        raise NeverLegal(words)


def refuse_own_words(text: str, answers: Mapping[str, str]) -> None:
    """Raise `NeverLegal` with the reply to a move's first word, if any: see `Game.own_words`."""
    first = text.lower().split(maxsplit=1)[:1]
    if first and first[0] in answers:
        raise NeverLegal(answers[first[0]])


def quoted(text: str, most: int = 20) -> str:
    """The beginning of a text for a refusal, cut between words if possible."""
    plain = "".join(char if char.isprintable() else "?" for char in text.strip()[: most + 1])
    if len(plain) <= most:
        return plain
    whole, blank, _ = plain.rpartition(" ")
    return f"{whole.rstrip()} ..." if blank and whole.strip() else f"{plain[:most]}..."
