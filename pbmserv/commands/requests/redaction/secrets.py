"""Which words of a line are secret: those that stand in a password's place, and those that are or may be one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.redaction.known_words import KnownWords
from pbmserv.commands.requests.redaction.masking import holds, like_a_password, pieces_of
from pbmserv.commands.requests.redaction.password_probe import PasswordProbe
from pbmserv.language.argument_types import BoardNumber, MoveText, NewUserid, Password, Userid, is_board_number
from pbmserv.language.arguments import begun_by, secret_places
from pbmserv.language.command_spec import CommandSpec
from pbmserv.language.meaning import commands_meant
from pbmserv.language.typed_line import SIGNED_IN, TypedLine, name_of, without_options
from pbmserv.language.words import MASK, SHORTEST_PASSWORD, Word, is_option
from pbmserv.letters.reply_address import LIKE_A_CODE
from pbmserv.storage.players import key_of

_OF_PASSWORDS = re.compile(r".*(pass|pw|user|account|login|logon).*|register", re.IGNORECASE)
"""A word that is no command here, and with which one chooses a password or tells it elsewhere."""


_OPTION = re.compile(r"-{1,2}(?:password|passwd|pass|pwd|pw|p)([=:]?)(.+)", re.IGNORECASE)


def _is_glued(text: str) -> bool:
    """Whether this looks like a password that follows its option, and not like the rest of an option's name."""
    return like_a_password(text) and "=" not in text


class Redactor:
    """The secret words of one line."""

    def __init__(self, call: Call, line: TypedLine, recognised: KnownWords) -> None:
        self._call = call
        self._line = line
        self._recognised = recognised
        self._comparing = PasswordProbe(call, recognised)

    @cached_property
    def all(self) -> frozenset[str]:
        """The words that are masked wherever they stand, for who wrote them too."""
        if self._is_known_to_be_right:
            return self.placed | self._in_options
        found = set(self.placed | self._nearly_placed | self._told_elsewhere | self._in_options | self._after_names)
        pieces = (
            piece
            for word in (*self._line.rest, *self._line.also_typed)
            if self._may_be_secret(word)
            for piece in self._pieces(word)
        )
        for piece in dict.fromkeys(pieces):
            if not holds(piece, found) and (
                LIKE_A_CODE.fullmatch(piece) or self._comparing.is_or_may_be_a_password(piece)
            ):
                found.add(piece)
        return frozenset(found)

    @cached_property
    def placed(self) -> frozenset[str]:
        """What stands in the place of a password or a code, by the command that it is."""
        if self._line.command is None:
            return self._line.secrets
        return self._line.secrets | self._in_places(self._line.command, self._line.rest)

    def is_a_move_in_its_place(self, command: CommandSpec, plain: Sequence[Word]) -> bool:
        """Whether a command is one word short, and the last one stands where the password should and is a move."""
        arguments = command.arguments_for([word.text for word in plain])
        if not plain or len(plain) != len(arguments) - 1 or not isinstance(arguments[-1].kind, MoveText):
            return False
        text = plain[-1].text
        return (
            arguments[len(plain) - 1].kind.secret
            and self._recognised.is_readable(text)
            and (len(text) < SHORTEST_PASSWORD or self._comparing.is_or_may_be_a_password(text) is False)
        )

    @property
    def _is_known_to_be_right(self) -> bool:
        """Whether the right password stood in its place, so that it stands nowhere else."""
        call = self._call
        return (
            call.principal.player is not None
            and not call.principal.replier
            and not call.principal.signed_in
            and bool(self.placed)
        )

    @cached_property
    def _nearly_placed(self) -> frozenset[str]:
        """What stands in the place of a secret by the commands that the line may have been meant as."""
        found: set[str] = set()
        if self._line.command is None or self._line.also_typed:
            typed = self._line.also_typed or self._line.words
            for command, rest in commands_meant(typed, self._call.catalogue, self._call.commands):
                if self._fits(command, rest):
                    found |= self._in_places(command, rest)
        return frozenset(found)

    @property
    def _in_options(self) -> frozenset[str]:
        """What an option holds that gives other programs a password: `-pPASSWORD`, `--password=PASSWORD`."""
        known = self._recognised.options(self._line.command)
        options = [word for word in (*self._line.rest, *self._line.also_typed) if is_option(word)]
        matches = (_OPTION.fullmatch(word.text) for word in options if not begun_by(name_of(word), known))
        return frozenset(match[2] for match in matches if match and (match[1] or _is_glued(match[2])))

    @property
    def _told_elsewhere(self) -> set[str]:
        """What may be a password that is told as it is told elsewhere: all that is not recognised."""
        line = self._line
        if line.command is not None or not line.words or not _OF_PASSWORDS.fullmatch(line.words[0].text):
            return set()
        return {word.text for word in line.words[1:] if not self._recognised.knows(word)}

    @property
    def _after_names(self) -> set[str]:
        """What follows the name of a player like a password where the command has no place for one.

        After a board and its player that is any word. After a player alone it may be the next one, misspelt.
        """
        words = without_options(self._line.also_typed or self._line.rest)
        return {
            word.text
            for before, name, word in zip(["", *(each.text for each in words)], words, words[1:], strict=False)
            if key_of(name.text) in self._recognised.players
            and self._may_be_secret(word)
            and (is_board_number(before) or (like_a_password(word.text) and self._takes_something_else(word)))
        }

    def _takes_something_else(self, word: Word) -> bool:
        """Whether a command without a password was typed that expects no player's name in the place of this word."""
        command, plain = self._line.command, self._line.plain
        arguments = command.arguments_for([each.text for each in plain]) if command else []
        if command is None or any(argument.kind.secret for argument in arguments):
            return False
        kinds = [argument.kind for argument in arguments]
        kinds += kinds[-1:] * (len(plain) - len(kinds)) if arguments and arguments[-1].repeated else []
        return not any(each is word and isinstance(kind, Userid) for each, kind in zip(plain, kinds, strict=False))

    def _in_places(self, command: CommandSpec, rest: Sequence[Word]) -> set[str]:
        plain = without_options(rest)
        found = {plain[place].text for place in secret_places(command, plain)} - {"", MASK}
        if self._call.principal.signed_in is not None:
            found.discard(SIGNED_IN)
        if self.is_a_move_in_its_place(command, plain):
            found.discard(plain[-1].text)
        return found | self._in_place_with_dash(command, rest, plain)

    def _in_place_with_dash(self, command: CommandSpec, rest: Sequence[Word], plain: Sequence[Word]) -> set[str]:
        """What stands where a password is missing, and was taken for an option, since it begins with a dash."""
        known = self._recognised.options(command)
        with_unknown = [word for word in rest if not is_option(word) or not begun_by(name_of(word), known)]
        arguments = command.arguments_for([word.text for word in with_unknown])
        found: set[str] = set()
        for place in secret_places(command, with_unknown):
            word = with_unknown[place]
            is_missing = place >= len(plain) or self.is_a_move_in_its_place(command, plain)
            if is_option(word) and is_missing and isinstance(arguments[place].kind, Password):
                found |= {word.text, word.text.lstrip("-")}
        return found

    def _fits(self, command: CommandSpec, rest: Sequence[Word]) -> bool:
        """Whether what comes before the password is what the command expects there: much else begins alike."""
        plain = without_options(rest)
        for argument, word in zip(command.arguments_for([word.text for word in plain]), plain, strict=False):
            if argument.kind.secret:
                return True
            if isinstance(argument.kind, BoardNumber):
                if not is_board_number(word.text):
                    return False
            elif isinstance(argument.kind, Userid) and not isinstance(argument.kind, NewUserid):
                follows_a_board = is_board_number(plain[0].text)
                if not follows_a_board and key_of(word.text) not in self._recognised.players:
                    return False
        return True

    def _may_be_secret(self, word: Word) -> bool:
        return len(word.text.lstrip("-")) >= SHORTEST_PASSWORD and not self._recognised.knows(word)

    def _pieces(self, word: Word) -> Iterator[str]:
        """What of a word may be a password: the whole, and what is left without what it may be glued to."""
        texts = [word.text]
        if is_option(word):
            name, _, value = word.text.lstrip("-").partition("=")
            texts = [value] if begun_by(name, self._recognised.options(self._line.command)) else [name, value]
        for text in texts:
            pieces = pieces_of(text, self._comparing.at_sender)
            yield from (piece for piece in pieces if len(piece) >= SHORTEST_PASSWORD)
