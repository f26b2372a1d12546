"""Which words of a line mean something here, so that they may be shown to anybody."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.redaction.masking import BETWEEN
from pbmserv.games.base import Option, Unreadable
from pbmserv.language.argument_types import MoveText
from pbmserv.language.arguments import begun_by, chosen_by
from pbmserv.language.command_spec import ArgumentType, CommandSpec
from pbmserv.language.meaning import can_read, start_of, words_of
from pbmserv.language.typed_line import TypedLine, name_of
from pbmserv.language.words import SHORTEST_PASSWORD, Word, is_option
from pbmserv.play.board import Player
from pbmserv.storage.players import key_of

_SHORT_NUMBER = re.compile(r"#?[0-9]{1,5}(#[0-9]{1,5})?")
"""Longer ones may be passwords."""
_PLACE = "[a-z][0-9]{1,2}"
_LIKE_A_MOVE = re.compile(f"{_PLACE}([-x:]?{_PLACE})?", re.IGNORECASE)
"""A place on a board, or one and another: so moves look in most games."""
_NUMBER_OF_MOVE = re.compile(r"\s*#\s*[0-9]{1,9}$")
_OUR_OWN = frozenset({"password", "userid"})
"""They stand in many a refusal; nobody can have them as a password."""


class KnownWords:
    """The words of one line that are recognised."""

    def __init__(self, call: Call, line: TypedLine) -> None:
        self._call = call
        self._line = line

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """The words of the language and the names of the games, in lower case."""
        return _vocabulary(tuple(self._call.commands), tuple(self._call.catalogue))

    @cached_property
    def players(self) -> dict[str, Player]:
        """The players who are named in the line, by the keys of their names."""
        texts = [word.text for word in (*self._line.words, *self._line.also_typed)]
        pieces = {key_of(piece) for text in texts for piece in (text, *BETWEEN.split(text)) if piece}
        return self._call.work.players.named(pieces)

    def knows(self, word: Word) -> bool:
        """Whether a word means something here."""
        folded = word.text.lower()
        if is_option(word):
            return self._is_known_option(word)
        if folded in self.vocabulary or folded in self.players or _SHORT_NUMBER.fullmatch(folded):
            return True
        if self.is_readable(word.text):
            return True
        is_of_the_move = any(word is each for each in self._words_of_move)
        return is_of_the_move and self.is_readable(" ".join(each.text for each in self._words_of_move))

    def options(self, command: CommandSpec | None, dashes: int = 0) -> tuple[Option, ...]:
        """What can be typed with so many dashes, with either number of them by default."""
        if command is None:
            return ()
        parameters = self._call.game.options if self._call.game and command.takes_game_parameters else ()
        return (*(command.options if dashes != 1 else ()), *(parameters if dashes != 2 else ()))

    def is_readable(self, text: str) -> bool:
        """Whether the game can read a move; what is long enough for a password has to be legal, too.

        Where nobody knows which game it is, the form of the word decides: to ask all the games would take so long
        that the answer hung on how busy the machine is.
        """
        text = _NUMBER_OF_MOVE.sub("", text)
        game = self._call.game
        if game is None:
            return len(text) < SHORTEST_PASSWORD and _LIKE_A_MOVE.fullmatch(text) is not None
        if not text or self._call.visit.patience.is_over:
            return False
        return can_read(game, self._position, text)

    @cached_property
    def taken_unseen(self) -> frozenset[str]:
        """The words that a command takes without a look at whether there is what they name."""
        command = self._line.command
        if command is None or not any(argument.kind.is_taken_unseen for argument in command.arguments):
            return frozenset()
        return frozenset(word.text.lower() for word in self._line.rest)

    def is_private(self, word: Word) -> bool:
        """Whether the log is not to keep a word of this command."""
        return any(kind.is_private(word.text) for kind in self._kinds_with_private_words)

    @cached_property
    def _kinds_with_private_words(self) -> Sequence[ArgumentType]:
        command = self._line.command
        kinds = [argument.kind for argument in command.arguments] if command else []
        return [kind for kind in kinds if type(kind).is_private is not ArgumentType.is_private]

    def _is_known_option(self, word: Word) -> bool:
        _, equals, value = word.text.partition("=")
        dashes = 2 if word.text.startswith("--") else 1
        command = self._line.command
        options = begun_by(name_of(word), self.options(command, dashes))
        # With the wrong number of dashes it is refused, with the value that was meant.
        for option in options or begun_by(name_of(word), self.options(command)):
            if _SHORT_NUMBER.fullmatch(value):
                return True
            try:
                option.read(value if equals else None)
            except Unreadable:
                return False
            return True
        return not equals and chosen_by(name_of(word), self.options(command, dashes)) is not None

    @cached_property
    def _words_of_move(self) -> Sequence[Word]:
        """The words in the place of a move of many words."""
        command, plain = self._line.command, self._line.plain
        if command is None or not command.arguments:
            return ()
        arguments = command.arguments_for([word.text for word in plain])
        last = len(arguments) - 1
        return plain[last:] if isinstance(arguments[-1].kind, MoveText) and len(plain) > last + 1 else ()

    @cached_property
    def _position(self) -> Any:
        """Where the game stands on the board that the line is about, or at its start."""
        board = self._call.work.boards.load(*self._call.board) if self._call.board else None
        return board.position if board and board.is_on else start_of(self._call.rules)


@lru_cache(maxsize=8)
def _vocabulary(commands: tuple[CommandSpec, ...], games: tuple[str, ...]) -> frozenset[str]:
    return words_of(commands) | frozenset(games) | _OUR_OWN
