"""How a game refuses what a player asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class Refusal(Exception):
    """What a player asked for cannot be done. The words are mailed as they stand.

    Start with a capital letter, end with a full stop, and say what was wrong and what was expected.
    """

    @property
    def words(self) -> str:
        """The refusal as the player reads it."""
        return str(self)


class Unreadable(Refusal):
    """The text cannot be read as a move (or an option value) of this game at all.

    This depends on nothing hidden, and hardly on the position: what cannot be read now cannot be queued for later
    either.
    """


class Illegal(Refusal):
    """The move can be read, but the rules do not allow it in this position."""


class NeverLegal(Illegal):
    """The move is understood, but no position from here on allows it, so it cannot be queued for later either."""


class Ambiguous(Refusal):
    """The move could mean several things; `choices` are their canonical texts."""

    def __init__(self, words: str, choices: Sequence[str]) -> None:
        super().__init__(words)
        self.choices = tuple(choices)


def legal_now(form: str, legal: Sequence[str]) -> str:
    """A sentence with a move that can be made now, where none can of those by which the form of a move is explained.

    It is to follow the form, and begins with a blank; empty where it is not needed.
    """
    explained = {word.strip(",.;").lower() for word in form.split()}
    if not legal or any(move.lower() in explained for move in legal):
        return ""
    return f" Legal now is, for example, {legal[len(legal) // 2]}."


def refuse_to_pass(text: str, words: str) -> None:
    """Raise `NeverLegal` with these words if the move as typed is `pass`. For games in which nobody passes."""
    if text.strip().lower() == "pass":
        raise NeverLegal(words)


def refuse_own_words(text: str, answers: Mapping[str, str]) -> None:
    """Raise `NeverLegal` with the answer to the first word of a move, if there is one: see `Game.own_words`."""
    first = text.lower().split(maxsplit=1)[:1]
    if first and first[0] in answers:
        raise NeverLegal(answers[first[0]])


def quoted(text: str, most: int = 20) -> str:
    """The beginning of a text as typed, fit for a refusal: so many characters, and no word cut where that can be."""
    plain = "".join(char if char.isprintable() else "?" for char in text.strip()[: most + 1])
    if len(plain) <= most:
        return plain
    whole, blank, _ = plain.rpartition(" ")
    return f"{whole.rstrip()} ..." if blank and whole.strip() else f"{plain[:most]}..."
